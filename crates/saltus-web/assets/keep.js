// Every page of a site of files has the site kept by the browser, so that it works without a network when it was seen once.

// What is seen comes first, and what answers.
const LATER = 3_000;
const EVENT = document.querySelector('meta[name="saltus-modules"]') ? "saltus-answers" : "load";

if (!new URLSearchParams(location.search).has("embed")) {
  // A lesson is a page in a folder below.
  const place = new URL("kept.js", /** @type {HTMLScriptElement|null} */ (document.currentScript)?.src ?? location.href);
  const keep = () => void navigator.serviceWorker?.register(place).catch(() => {});
  addEventListener(EVENT, () => setTimeout(keep, LATER), { once: true });
}
