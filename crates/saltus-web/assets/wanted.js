// Brings what comes later: as a module, or in a site of files as a script beside the first one.

import { loaded } from "./carried.js";

/** @typedef {typeof import("./later.js")} Later */

/** @type {Promise<Later>|undefined} */
let wanted;

async function load() {
  const parts = Reflect.get(globalThis, "saltusParts");
  if (!parts) return import("./later.js");
  if (!parts["later.js"]) await loaded("later.js");
  return parts["later.js"];
}

/** What cannot be fetched now is asked for again another time. @returns {Promise<Later>} */
export function later() {
  wanted ??= load();
  wanted.catch(() => (wanted = undefined));
  return wanted;
}

/**
 * Something that is made when it is wanted first, and once; `now` is what was made.
 * @template T
 * @param {() => Promise<T>} make
 */
export function once(make) {
  /** @type {Promise<T>|undefined} */
  let made;
  /** @type {{(): Promise<T>, now?: T}} */
  const wanted = () => {
    made ??= make();
    made.then((one) => (wanted.now = one), () => (made = undefined));
    return made;
  };
  return wanted;
}
