// Node's threads under the names that workers have in a browser, for the page's own worker.js.

import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";

const FRAME = `
  const { parentPort } = require("node:worker_threads");
  globalThis.postMessage = (message, options) => parentPort.postMessage(message, options?.transfer);
  parentPort.on("message", (data) => onmessage({ data }));
`;
const SCRIPT = readFileSync(new URL("../../saltus-web/assets/worker.js", import.meta.url), "utf8");

/** How many were made and how many were ended. */
export const count = { made: 0, ended: 0 };

/** Those that still are. @type {Set<Thread>} */
const alive = new Set();

/** Ends all, so that the tests end. */
export const end = () => alive.forEach((thread) => thread.terminate());

/** What `lane.js` needs of a worker. */
export class Thread {
  #thread = new Worker(FRAME + SCRIPT, { eval: true });

  constructor() {
    count.made++;
    alive.add(this);
  }

  addEventListener(type, heard) {
    const event = (told) => (type === "message" ? { data: told } : { message: told.message, preventDefault() {} });
    this.#thread.on(type, (told) => heard(event(told)));
  }

  postMessage(message) {
    this.#thread.postMessage(message);
  }

  terminate() {
    count.ended++;
    alive.delete(this);
    void this.#thread.terminate();
  }
}
