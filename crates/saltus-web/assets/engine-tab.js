// The engine in the tab: the module beside the page, in two workers, so that a long search does not hold up a move.

import { carried, isCarried, unpacked } from "./carried.js";
import { Lane } from "./lane.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** What may take long, or is checked before it is answered; the rest is quick. */
const ASKED = ["count", "list", "survey", "hint", "rank", "around", "solvable", "explain", "solve", "certificate", "graph", "new", "sheet"];

/** Where files are that are not beside this one. @type {Record<string, string>} */
const PLACES = {};

/** @param {string} file */
const place = (file) => PLACES[file] ?? new URL(/* webpackIgnore: true */ file, import.meta.url);

/** When so few bytes of a file are still to come, the next one is asked for. */
const SOON = 60_000;

/**
 * What a host sends; `soon` is told when the network will be free again.
 * @param {Response} response
 * @param {() => void} soon
 */
async function received(response, soon) {
  const length = Number(response.headers.get("Content-Length")) || Infinity;
  const reader = response.body?.getReader();
  const parts = [];
  let come = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    parts.push(part.value);
    come += part.value.length;
    if (come > length - SOON) soon();
  }
  soon();
  return new Blob(parts).arrayBuffer();
}

/**
 * A module beside the page, compiled as it arrives.
 * @param {string} file
 * @param {() => void} [soon] told when the network will be free again
 * @param {Promise<Response>} [early] what was asked for before
 */
export async function compiled(file, soon = () => {}, early) {
  if (isCarried) {
    PLACES["worker.js"] ??= URL.createObjectURL(new Blob([await carried("worker.js")], { type: "text/javascript" }));
    return WebAssembly.compile(await carried(file));
  }
  const packed = document.querySelector('meta[name="saltus-modules"][content="packed"]') && (await (early ?? fetch(place(`${file}.gz`))));
  if (packed?.ok) return WebAssembly.compile(await unpacked(await received(packed, soon)));
  const response = await fetch(place(file));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  // Some hosts do not know the type of modules.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * What the tab answers by: the library alone, for what needs no checker, and both.
 * @typedef {{library: Promise<import("./lane.js").Modules>, both: Promise<import("./lane.js").Modules>}} Parts
 */

/** The library and then the checker that it asks, so that there is something to play on early. @returns {Parts} */
function fetched() {
  let soon = () => {};
  const isFree = new Promise((/** @type {(_: void) => void} */ done) => (soon = done));
  // The worker's script is there when the module is.
  const script = isCarried ? null : fetch(place("worker.js")).then(async (response) => {
    if (response.ok) PLACES["worker.js"] = URL.createObjectURL(await response.blob());
  });
  const module = compiled("saltus.wasm", soon, Reflect.get(globalThis, "saltusEarly")).finally(soon);
  const library = Promise.all([module, script]).then(([module]) => ({ module }));
  const both = Promise.all([library, isFree.then(() => compiled("saltus-check.wasm"))]).then(([{ module }, checker]) => ({ module, checker }));
  both.catch(() => {});
  return { library, both };
}

/** A worker for a module. */
export const worker = () => new Worker(place("worker.js"));

/** Fetches what the tab needs to answer and to check, for when nothing can be fetched any more. */
export async function keep() {
  for (const file of ["worker.js", "saltus.wasm", "saltus-check.wasm"]) {
    const response = await fetch(place(file));
    if (!response.ok) throw new Error(`${file}: ${response.status}`);
    PLACES[file] = URL.createObjectURL(await response.blob());
  }
}

/** @implements {Engine} */
export class TabEngine {
  /** @type {"tab"} */
  where = "tab";
  /** Whether the library is there. */
  isReady = false;
  #lanes;

  constructor({ library, both } = fetched(), make = worker) {
    library.then(() => (this.isReady = true)).catch(() => {});
    this.#lanes = { quick: new Lane(library, make), ask: new Lane(both, make) };
  }

  /** @type {Engine["call"]} */
  call(name, request, options = {}) {
    const lane = options.lane ?? (ASKED.includes(name) ? "ask" : "quick");
    // The module has no tables of normal forms; the browser has.
    return this.#lanes[lane].call(name, new TextEncoder().encode(JSON.stringify(request).normalize()), options);
  }
}
