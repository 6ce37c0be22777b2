// Calls to a module, one after the other, in a worker that ends when a call is no longer wanted.

import { refused } from "./refused.js";

/** @typedef {import("./engine.js").Reply} Reply */
/** @typedef {import("./engine.js").Options} Options */

/** The kinds of replies, as the modules number them. @type {import("./engine.js").Kind[]} */
const KINDS = ["json", "svg", "png", "gif", "certificate", "unknown", "bad", "too-much", "bug"];

/** Memory of a module never shrinks: a worker that has taken more is replaced after the call, in bytes. */
const KEPT = 1 << 28;

/** What a worker runs: a module, and the checker where the module asks one. @typedef {{module: WebAssembly.Module, checker?: WebAssembly.Module}} Modules */
/**
 * @typedef {{name: Uint8Array, request: Uint8Array, options: Options, done: (reply: Reply) => void, failed: (reason: unknown) => void}} Call
 */

export class Lane {
  /** @type {Worker|null} */
  #worker = null;
  /** @type {Call|null} */
  #running = null;
  /** @type {Call[]} */
  #waiting = [];

  /**
   * @param {Promise<Modules>} modules
   * @param {() => Worker} make makes a worker
   */
  constructor(modules, make) {
    this.modules = modules;
    this.make = make;
    // Who calls is told; until then nobody need be.
    modules.catch(() => {});
  }

  /**
   * @param {string} name
   * @param {Uint8Array} request
   * @param {Options} options
   * @returns {Promise<Reply>}
   */
  call(name, request, options) {
    const { signal } = options;
    return new Promise((done, failed) => {
      if (signal?.aborted) return failed(signal.reason);
      const call = { name: new TextEncoder().encode(name), request, options, done, failed };
      signal?.addEventListener("abort", () => this.#drop(call), { once: true });
      this.#waiting.push(call);
      void this.#next();
    });
  }

  async #next() {
    if (this.#running || this.#waiting.length === 0) return;
    this.#running = /** @type {Call} */ (this.#waiting.shift());
    const call = this.#running;
    try {
      const worker = await this.#ready();
      if (call === this.#running) worker.postMessage({ name: call.name, request: call.request });
    } catch (error) {
      if (call === this.#running) this.#end(refused("lost", `The module cannot be loaded: ${error instanceof Error ? error.message : error}`));
    }
  }

  async #ready() {
    const modules = await this.modules;
    if (!this.#worker) {
      const worker = this.make();
      worker.addEventListener("message", ({ data }) => worker === this.#worker && this.#heard(data));
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        if (worker === this.#worker) this.#heard({ trap: event.message || "its worker did not start" });
      });
      worker.postMessage(modules);
      this.#worker = worker;
    }
    return this.#worker;
  }

  /** @param {{progress?: import("./engine.js").Progress, trap?: string, kind: number, bytes: Uint8Array<ArrayBuffer>, memory: number}|{trap: string, progress?: undefined}} told */
  #heard(told) {
    if (told.progress) {
      this.#running?.options.progress?.(told.progress);
    } else if (told.trap !== undefined) {
      this.#stop();
      this.#end(refused("bug", `saltus ended unexpectedly: ${told.trap}`));
    } else if ("kind" in told) {
      if (told.memory > KEPT) this.#stop();
      this.#end({ kind: KINDS[told.kind], bytes: told.bytes });
    }
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {Reply} reply */
  #end(reply) {
    this.#running?.done(reply);
    this.#running = null;
    void this.#next();
  }

  /** @param {Call} call */
  #drop(call) {
    if (call === this.#running) {
      this.#stop();
      this.#running = null;
      // The next answer does not wait until another worker has begun.
      void this.#ready().catch(() => {});
    } else if (this.#waiting.includes(call)) {
      this.#waiting = this.#waiting.filter((other) => other !== call);
    } else {
      return;
    }
    call.failed(call.options.signal?.reason);
    void this.#next();
  }
}
