// Files where none can be fetched: in a sandbox, and from a disk. There they come as scripts, or stand in the page.

/** Packed by gzip, as base64, by their names. @type {Record<string, string>} */
const packed = (/** @type {any} */ (globalThis).saltusPacked ??= {});

/** Whether files come in this way. */
export const isCarried = globalThis.origin === "null" || packed["saltus.wasm"] !== undefined;

/**
 * What a file holds.
 * @param {string} file
 */
export async function carried(file) {
  if (packed[file] === undefined) await loaded(`${file}.js`);
  return unpacked(Uint8Array.from(atob(packed[file]), (letter) => letter.charCodeAt(0)).buffer);
}

/**
 * What gzip has packed; the same bytes where a host has it unpacked on the way.
 * @param {ArrayBuffer} bytes
 */
export async function unpacked(bytes) {
  if (new Uint8Array(bytes)[0] !== 0x1f) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** Runs a script beside this one. @param {string} file */
export function loaded(file) {
  const script = document.createElement("script");
  script.src = new URL(/* webpackIgnore: true */ file, import.meta.url).href;
  return new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", () => failed(new Error(`${file} does not load`)));
    document.head.append(script);
  });
}
