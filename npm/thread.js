// Node's threads under the names that workers have in a browser, for the page's own worker.js.

import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

const FRAME = `
  const { parentPort } = require("node:worker_threads");
  globalThis.postMessage = (message, options) => parentPort.postMessage(message, options?.transfer);
  parentPort.on("message", (data) => onmessage({ data }));
`;

/** What `lane.js` needs of a worker. It keeps the program from its end only while it is asked something. */
export class Thread {
  #thread;

  /** @param {URL} script a classic script */
  constructor(script) {
    this.#thread = new Worker(FRAME + readFileSync(script, "utf8"), { eval: true });
    this.#thread.on("message", ({ progress }) => progress || this.#thread.unref());
    this.#thread.unref();
  }

  /**
   * @param {"message"|"error"} type
   * @param {(event: any) => void} heard
   */
  addEventListener(type, heard) {
    /** @param {any} told */
    const event = (told) => (type === "message" ? { data: told } : { message: told.message, preventDefault() {} });
    this.#thread.on(type, (told) => heard(event(told)));
    // A listener alone would keep it; there is none that comes later than a request.
    this.#thread.unref();
  }

  /** @param {object} message */
  postMessage(message) {
    if ("request" in message) this.#thread.ref();
    this.#thread.postMessage(message);
  }

  terminate() {
    void this.#thread.terminate();
  }
}
