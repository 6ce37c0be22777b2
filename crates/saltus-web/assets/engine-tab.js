// The engine in the tab: the module beside the page, in two workers, so that a long search does not hold up a move.

import { Lane } from "./lane.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** What may take long; the rest is quick. */
const ASKED = ["hint", "rank", "around", "solvable", "explain", "solve", "certificate", "graph"];

/** Where files are that are not beside this one, in a page that is one file. @type {Record<string, string>} */
const PLACES = Reflect.get(globalThis, "saltusFiles") ?? {};

/** @param {string} file */
const place = (file) => PLACES[file] ?? new URL(/* webpackIgnore: true */ file, import.meta.url);

/**
 * A module beside the page, compiled as it arrives.
 * @param {string} file
 */
export async function compiled(file) {
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
  #lanes;

  constructor(modules = both(), make = worker) {
    this.#lanes = { quick: new Lane(modules, make), ask: new Lane(modules, make) };
  }

  /** @type {Engine["call"]} */
  call(name, request, options = {}) {
    const lane = options.lane ?? (ASKED.includes(name) ? "ask" : "quick");
    // The module has no tables of normal forms; the browser has.
    return this.#lanes[lane].call(name, new TextEncoder().encode(JSON.stringify(request).normalize()), options);
  }
}
