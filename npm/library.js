// The questions that saltus answers (`saltus-api`), as methods; page/ has the modules and the threads in which they run.

import { TabEngine } from "./page/engine-tab.js";
import { Lane } from "./page/lane.js";
import { answered } from "./page/refused.js";

export { Refusal } from "./page/refused.js";

/** @typedef {import("./page/engine.js").Options} Options */
/** @typedef {() => Promise<Checker>} LoadChecker */

/** @param {Uint8Array} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/**
 * What loads the modules, wherever they are read from.
 * @param {(place: URL) => Promise<BufferSource>} read
 * @param {() => any} worker makes a thread for a module
 */
export function library(read, worker) {
  /** @param {URL} place */
  const compiled = async (place) => WebAssembly.compile(await read(place));
  const checker = () => compiled(new URL("./page/saltus-check.wasm", import.meta.url));
  const loadChecker = async () => new Checker(await checker(), worker);
  const load = async () => {
    const [module, beside] = await Promise.all([compiled(new URL("./page/saltus.wasm", import.meta.url)), checker()]);
    return new Saltus({ module, checker: beside }, worker, async () => new Checker(beside, worker));
  };
  return { load, loadChecker };
}

/** The library. Moves do not wait for searches; searches wait for each other. */
export class Saltus {
  #engine;
  #loadChecker;
  /** @type {Promise<Checker>|undefined} */
  #checker;

  /**
   * @param {import("./page/lane.js").Modules} modules
   * @param {() => any} worker
   * @param {LoadChecker} loadChecker
   */
  constructor(modules, worker, loadChecker) {
    const both = Promise.resolve(modules);
    this.#engine = new TabEngine({ library: both, both }, worker);
    this.#loadChecker = loadChecker;
  }

  /**
   * The reply to any request by name, also where it is a refusal.
   * @param {string} name
   * @param {object} [request]
   * @param {Options} [options]
   */
  call(name, request = {}, options = {}) {
    return this.#engine.call(name, request, options);
  }

  /**
   * The text of an answer; what is refused is thrown.
   * @param {string} name
   * @param {object} request
   * @param {Options} [options]
   */
  async #text(name, request, options) {
    return text(answered(await this.call(name, request, options)).bytes);
  }

  /**
   * @param {string} name
   * @param {object} [request]
   * @param {Options} [options]
   */
  async #json(name, request = {}, options = {}) {
    return JSON.parse(await this.#text(name, request, options));
  }

  families() {
    return this.#json("families");
  }

  classics() {
    return this.#json("classics");
  }

  /** @param {string} text */
  definition(text) {
    return this.#json("definition", { text });
  }

  /**
   * @param {string} line
   * @param {string[]} [moves]
   */
  play(line, moves = []) {
    return this.#json("play", { line, moves });
  }

  /**
   * The moves that may follow.
   * @param {string} line
   * @param {string[]} [moves]
   */
  async moves(line, moves = []) {
    const { choices } = await this.play(line, moves);
    return choices.map((/** @type {{text: string}} */ choice) => choice.text);
  }

  /**
   * The board as text.
   * @param {string} line
   * @param {string[]} [moves]
   */
  async show(line, moves = []) {
    const { board } = await this.#json("show", { line, moves });
    return board;
  }

  /**
   * @param {string} line
   * @param {Options} [options]
   */
  solvable(line, options) {
    return this.#json("solvable", { line }, options);
  }

  /**
   * @param {string} line
   * @param {Options} [options]
   */
  explain(line, options) {
    return this.#json("explain", { line }, options);
  }

  /**
   * @param {string} line
   * @param {Options} [options]
   */
  hint(line, options) {
    return this.#json("hint", { line }, options);
  }

  /**
   * @param {string} line
   * @param {Options} [options]
   */
  rank(line, options) {
    return this.#json("rank", { line }, options);
  }

  /**
   * The record of `saltus solve --format json`, as a value.
   * @param {string} line
   * @param {Options & {limits?: object}} [options]
   */
  async solve(line, options) {
    return JSON.parse(await this.record(line, options));
  }

  /**
   * The same record as the line that the program writes.
   * @param {string} line
   * @param {Options & {limits?: object}} [options]
   */
  record(line, { limits = {}, ...options } = {}) {
    return this.#text("solve", { line, limits }, options);
  }

  /**
   * The proof of an answer.
   * @param {string} line
   * @param {Options & {limits?: object}} [options]
   */
  async certificate(line, { limits = {}, ...options } = {}) {
    return answered(await this.call("certificate", { line, limits }, options)).bytes;
  }

  /**
   * What the independent checker says of a proof.
   * @param {Uint8Array|string} certificate
   * @param {Options} [options]
   */
  async check(certificate, options) {
    this.#checker ??= this.#loadChecker();
    return (await this.#checker).check(certificate, options);
  }

  /**
   * How many shortest plays there are: the record of `saltus count --format json`, as a value.
   * @param {string} line
   * @param {Options & {limits?: object}} [options]
   */
  count(line, { limits = {}, ...options } = {}) {
    return this.#json("count", { line, limits }, options);
  }

  /**
   * Shortest plays, from number `from` on, at most `take` of them.
   * @param {string} line
   * @param {Options & {limits?: object, from?: number, take?: number}} [options]
   */
  list(line, { limits = {}, from = 1, take = 10, ...options } = {}) {
    return this.#json("list", { line, limits, from, take }, options);
  }

  /**
   * All positions: the record of `saltus survey --format json`, as a value.
   * @param {string} line
   * @param {Options & {limits?: object}} [options]
   */
  survey(line, { limits = {}, ...options } = {}) {
    return this.#json("survey", { line, limits }, options);
  }

  /**
   * How searches look at a position.
   * @param {string} line
   * @param {Options & {limits?: object, searches?: string[]}} [options]
   */
  trace(line, { limits = {}, searches = [], ...options } = {}) {
    return this.#json("trace", { line, limits, searches }, options);
  }

  /**
   * A picture, as SVG.
   * @param {string} line
   * @param {{moves?: string[], as?: string}} [what]
   */
  draw(line, { moves = [], as = "svg" } = {}) {
    return this.#text("draw", { line, moves, as });
  }

  /**
   * New puzzles of a material, as `saltus new` makes them; the same seed makes the same ones.
   * @param {string} line
   * @param {object} [wanted]
   * @param {Options} [options]
   */
  new(line, wanted = {}, options) {
    return this.#json("new", { line, ...wanted }, options);
  }

  /**
   * A lesson as pages to be printed.
   * @param {string} lesson
   * @param {Options & {link?: string}} [options]
   */
  sheet(lesson, { link, ...options } = {}) {
    return this.#json("sheet", { lesson, ...(link !== undefined && { link }) }, options);
  }

  /**
   * The state graph, as SVG.
   * @param {string} line
   * @param {Options} [options]
   */
  graph(line, options) {
    return this.#text("graph", { line }, options);
  }
}

/** The checker, which shares no code with the library. */
export class Checker {
  #lane;

  /**
   * @param {WebAssembly.Module} module
   * @param {() => any} worker
   */
  constructor(module, worker) {
    this.#lane = new Lane(Promise.resolve({ module }), worker);
  }

  /**
   * @param {Uint8Array|string} certificate
   * @param {Options} [options]
   */
  async check(certificate, options = {}) {
    const bytes = typeof certificate === "string" ? new TextEncoder().encode(certificate) : certificate;
    return JSON.parse(text(answered(await this.#lane.call("check", bytes, options)).bytes));
  }
}
