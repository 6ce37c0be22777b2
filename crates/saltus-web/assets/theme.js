// Runs before the first paint, so that a chosen theme does not flash, and what answers, which is large, is on its way before the page's script.
{
  const chosen = (() => {
    try {
      return localStorage.getItem("saltus-theme");
    } catch {
      return null;
    }
  })();
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  const script = document.currentScript?.getAttribute("src");
  if (script && origin !== "null" && document.querySelector('meta[name="saltus-modules"]')) {
    const early = fetch(new URL("saltus.wasm.gz", new URL(script, document.baseURI)), { priority: "low" });
    early.catch(() => {});
    Reflect.set(globalThis, "saltusEarly", early);
  }
}
