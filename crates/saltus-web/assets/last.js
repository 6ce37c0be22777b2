// Where somebody was last, kept on the device: a reload takes nothing away of what was done.

import { keep, kept } from "./device.js";
import { crc } from "./packing.js";
import { titleOf } from "./title.js";

/** Where somebody was: the moves of the line, how many of them are made, and all that was done to come there. @typedef {{line: string, moves: string, at: number, steps?: string}} Last */

/** Signs of a line under which it is kept as it is. */
const SHORT = 80;

/** By what a puzzle is kept: the engine's line for it; a long one by its title and a check sum. @param {string} start */
export const keyOf = (start) => (start.length <= SHORT ? start : `${titleOf(start) ?? start.slice(0, 40)} #${crc(start).toString(16).padStart(8, "0")}`);

/** What is said of it, where it makes sense. @param {unknown} said @returns {Last|undefined} */
export function understood(said) {
  const { line, moves, at, steps } = /** @type {Partial<Last>} */ (said ?? {});
  if (typeof line !== "string" || typeof moves !== "string" || !Number.isSafeInteger(at) || Number(at) < 0) return undefined;
  return { line, moves, at: Number(at), ...(typeof steps === "string" ? { steps } : {}) };
}

export const last = () => understood(kept().last);

/** @param {Last} last */
export const note = (last) =>
  keep((all) => {
    all.last = last;
  });
