// A module in a thread of its own: the page posts the module, and then one request after the other; each is answered.
// docs/web.md tells the interface. A classic script: it must also run where there are no modules, as in a page that is one file.

/** What a module exports. @typedef {Record<string, any>} Exports */

/** @type {Exports} */
let loaded;
/** The checker, which the library asks before it tells an answer. @type {Exports|undefined} */
let checker;

/**
 * @param {Exports} exports
 * @param {number} place
 * @param {number} length
 */
const bytes = ({ memory }, place, length) => new Uint8Array(memory.buffer, place, length);

/**
 * @param {Exports} exports
 * @param {Uint8Array} name
 * @param {Uint8Array} request
 */
function asked(exports, name, request) {
  const place = exports.allocate(name.length + request.length);
  const room = bytes(exports, place, name.length + request.length);
  room.set(name);
  room.set(request, name.length);
  const kind = exports.call(name.length);
  const reply = bytes(exports, exports.reply(), exports.length()).slice();
  exports.free();
  return { kind, reply };
}

const imports = {
  env: {
    now: () => performance.now(),
    /** @type {(place: number, length: number) => void} */
    report(place, length) {
      postMessage({ progress: JSON.parse(new TextDecoder().decode(bytes(loaded, place, length))) });
    },
    /** @type {(name: number, length: number, certificate: number, size: number) => void} */
    check(name, length, certificate, size) {
      const reply = checker ? asked(checker, bytes(loaded, name, length), bytes(loaded, certificate, size)).reply : new Uint8Array();
      const place = loaded.allocate(reply.length);
      bytes(loaded, place, reply.length).set(reply);
    },
  },
};

/** @type {(event: MessageEvent<import("./lane.js").Modules|{name: Uint8Array, request: Uint8Array}>) => void} */
onmessage = ({ data }) => {
  if ("module" in data) {
    loaded = new WebAssembly.Instance(data.module, imports).exports;
    checker = data.checker && new WebAssembly.Instance(data.checker).exports;
    return;
  }
  try {
    const { kind, reply } = asked(loaded, data.name, data.request);
    postMessage({ kind, bytes: reply, memory: loaded.memory.buffer.byteLength }, { transfer: [reply.buffer] });
  } catch (error) {
    postMessage({ trap: String(error) });
  }
};
