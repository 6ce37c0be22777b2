// A module in a thread of its own: the page posts the module, and then one request after the other; each is answered.
// docs/web.md tells the interface. A classic script: it must also run where there are no modules, as in a page that is one file.

/** @type {Record<string, any>} */
let loaded;

/**
 * @param {number} place
 * @param {number} length
 */
const bytes = (place, length) => new Uint8Array(loaded.memory.buffer, place, length);

const imports = {
  env: {
    now: () => performance.now(),
    /** @type {(place: number, length: number) => void} */
    report(place, length) {
      postMessage({ progress: JSON.parse(new TextDecoder().decode(bytes(place, length))) });
    },
  },
};

/** @type {(event: MessageEvent<{module: WebAssembly.Module}|{name: Uint8Array, request: Uint8Array}>) => void} */
onmessage = ({ data }) => {
  if ("module" in data) {
    loaded = new WebAssembly.Instance(data.module, imports).exports;
    return;
  }
  const { name, request } = data;
  try {
    const place = loaded.allocate(name.length + request.length);
    const room = bytes(place, name.length + request.length);
    room.set(name);
    room.set(request, name.length);
    const kind = loaded.call(name.length);
    const reply = bytes(loaded.reply(), loaded.length()).slice();
    loaded.free();
    postMessage({ kind, bytes: reply, memory: loaded.memory.buffer.byteLength }, { transfer: [reply.buffer] });
  } catch (error) {
    postMessage({ trap: String(error) });
  }
};
