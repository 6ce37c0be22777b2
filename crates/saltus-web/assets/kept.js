// Keeps the page for when there is no network. A site of files has it (docs/web.md); there the two lists are filled in.

const VERSION = "";
/** @type {string[]} */
const FILES = [];

// The library of types has pages, not workers of this kind.
const scope = /** @type {any} */ (self);

/**
 * A file as it is now. A host may lead from its name to another one; what is kept has no such past, which browsers refuse to open as a page.
 * @param {string} name
 */
async function fetched(name) {
  const { ok, status, body, headers } = await fetch(new Request(name, { cache: "no-cache" }));
  if (!ok) throw new Error(`${name}: ${status}`);
  return new Response(body, { headers });
}

scope.addEventListener("install", (/** @type {any} */ event) => {
  const all = async () => {
    const kept = await caches.open(VERSION);
    await Promise.all(FILES.map(async (name) => kept.put(name, await fetched(name))));
    await scope.skipWaiting();
  };
  event.waitUntil(all());
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  const others = async () => {
    for (const name of await caches.keys()) if (name.startsWith("saltus-") && name !== VERSION) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(others());
});

/** The file at an address: that of a folder is its index, and some hosts leave `.html` out. @param {string} address */
async function kept(address) {
  const { origin, pathname } = new URL(address);
  const files = await caches.open(VERSION);
  for (const end of pathname.endsWith("/") ? ["index.html"] : ["", ".html"]) {
    const file = await files.match(origin + pathname + end);
    if (file) return file;
  }
  return undefined;
}

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(kept(request.url).then((file) => file ?? fetch(request)));
});
