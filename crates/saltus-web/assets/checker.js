// The independent checker, a module of its own in a worker of its own: it shares no code with what found the answer.

import { compiled, worker } from "./engine-tab.js";
import { Lane } from "./lane.js";

/**
 * What a check of a certificate says; `because` where it is refuted or not settled.
 * @typedef {{verified: boolean, told: string, claim: string|null, theorems: string[], what: string[], why: string|null, because: string|null}} Checked
 */

/** @type {Lane|undefined} */
let lane;

/**
 * Checks a certificate; rejected where there is no such module, or the signal ends it.
 * @param {Uint8Array} certificate
 * @param {AbortSignal} [signal]
 * @returns {Promise<Checked>}
 */
export async function check(certificate, signal) {
  lane ??= new Lane(compiled("saltus-check.wasm").then((module) => ({ module })), worker);
  const { kind, bytes } = await lane.call("check", certificate, { signal });
  const told = JSON.parse(new TextDecoder().decode(bytes));
  if (kind !== "json") throw new Error(told.error);
  return told;
}
