// The engine in the tab: the module beside the page, in two workers, so that a long search does not hold up a move.

import { carried, isCarried, unpacked } from "./carried.js";
import { Lane } from "./lane.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** What may take long; the rest is quick. */
const ASKED = ["hint", "rank", "around", "solvable", "explain", "solve", "certificate", "graph", "new", "sheet"];

/** Where files are that are not beside this one. @type {Record<string, string>} */
const PLACES = {};

/** @param {string} file */
const place = (file) => PLACES[file] ?? new URL(/* webpackIgnore: true */ file, import.meta.url);

/**
 * A module beside the page, compiled as it arrives.
 * @param {string} file
 */
export async function compiled(file) {
  if (isCarried) {
    PLACES["worker.js"] ??= URL.createObjectURL(new Blob([await carried("worker.js")], { type: "text/javascript" }));
    return WebAssembly.compile(await carried(file));
  }
  const packed = document.querySelector('meta[name="saltus-modules"][content="packed"]') && (await fetch(place(`${file}.gz`)));
  if (packed?.ok) return WebAssembly.compile(await unpacked(await packed.arrayBuffer()));
  const response = await fetch(place(file));
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  // Some hosts do not know the type of modules.
  const isTyped = response.headers.get("Content-Type") === "application/wasm";
  return isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The library and the checker that it asks. @returns {Promise<import("./lane.js").Modules>} */
async function both() {
  const [module, checker] = await Promise.all([compiled("saltus.wasm"), compiled("saltus-check.wasm")]);
  return { module, checker };
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
  /** Whether the modules are there. */
  isReady = false;
  #lanes;

  constructor(modules = both(), make = worker) {
    modules.then(() => (this.isReady = true)).catch(() => {});
    this.#lanes = { quick: new Lane(modules, make), ask: new Lane(modules, make) };
  }

  /** @type {Engine["call"]} */
  call(name, request, options = {}) {
    const lane = options.lane ?? (ASKED.includes(name) ? "ask" : "quick");
    // The module has no tables of normal forms; the browser has.
    return this.#lanes[lane].call(name, new TextEncoder().encode(JSON.stringify(request).normalize()), options);
  }
}
