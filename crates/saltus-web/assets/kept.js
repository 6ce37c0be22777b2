// Keeps the page for when there is no network. A site of files has it (docs/web.md); there the two lists are filled in.

const VERSION = "";
/** @type {string[]} */
const FILES = [];

// The library of types has pages, not workers of this kind.
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(VERSION).then((kept) => kept.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(others());
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? fetch(request)));
});
