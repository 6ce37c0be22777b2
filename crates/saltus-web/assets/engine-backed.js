// The server, and where it does not answer, the tab.

import { keep, TabEngine } from "./engine-tab.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** What the tab needs is fetched so long after the page was opened, in milliseconds. */
const SOON = 2_000;

/** A server that did not answer is not asked again for so long, in milliseconds. */
const REST = 10_000;

const fetched = async () => {
  await new Promise((done) => setTimeout(done, SOON));
  await keep();
};

/** @implements {Engine} */
export class BackedEngine {
  /** @type {"server"|"tab"} */
  where = "server";
  /** @type {() => void} */
  moved = () => {};
  #rests = -Infinity;
  /** @type {Engine|null} */
  #tab = null;

  /**
   * @param {Engine} server
   * @param {Promise<void>} files what the tab needs has come; rejected where it cannot be had
   * @param {() => Engine} make
   */
  constructor(server, files = fetched(), make = () => new TabEngine()) {
    this.server = server;
    this.files = files;
    this.make = make;
    // Who calls hears of it.
    files.catch(() => {});
  }

  /** @type {Engine["call"]} */
  async call(name, request, options) {
    if (performance.now() - this.#rests >= REST) {
      const reply = await this.server.call(name, request, options);
      if (reply.kind !== "lost") return this.#answers("server", reply);
      try {
        await this.files;
      } catch {
        return reply;
      }
      this.#rests = performance.now();
    }
    this.#tab ??= this.make();
    return this.#answers("tab", await this.#tab.call(name, request, options));
  }

  /**
   * @template T
   * @param {"server"|"tab"} where
   * @param {T} reply
   */
  #answers(where, reply) {
    const had = this.where;
    this.where = where;
    if (where !== had) this.moved();
    return reply;
  }
}
