// What was done, kept in this browser as text: no account, and nothing leaves the device but by hand ("Keep as text", "Bring in").

import { KEY, keep, kept } from "./device.js";
import * as place from "./last.js";
import { crc32, letters, through, unlettered } from "./packing.js";

export { keyOf } from "./last.js";

/** How a puzzle was solved: the moves made at first and at best; `star`: once in the fewest, without a hint. The day is counted from 1970. @typedef {{made: number, best: number, star?: 1, day: number}} Done */
/** How the puzzle of a day was solved: a letter for each thing done (score.js); `late`: not on the day itself. @typedef {{made: number, marks: string, hints: number, star?: 1, late?: 1}} Day */
/** @typedef {{v: 1, done: Record<string, Done>, days: Record<string, Day>, trees: Record<string, string>, last?: place.Last}} Progress */

/** Bytes of what is brought in, unpacked. */
const LARGEST = 1 << 20;
const HEAD = "saltus1.";

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener told when something was kept, also by another page */
export const on = (listener) => listeners.push(listener);

const tell = () => listeners.forEach((listener) => listener());

addEventListener("storage", ({ key }) => key === KEY && tell());

/** @param {unknown} value @param {number} [least] @returns {value is number} */
const isCount = (value, least = 0) => Number.isSafeInteger(value) && Number(value) >= least;
/** @param {unknown} value @returns {Record<string, any>} */
const fields = (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? /** @type {Record<string, any>} */ (value) : {});

/** What is said of progress. @param {unknown} all @returns {Progress} */
export function understood(all) {
  /** @type {Progress} */
  const found = { v: 1, done: {}, days: {}, trees: {} };
  const said = fields(all);
  if (said.v !== 1) return found;
  for (const [line, value] of Object.entries(fields(said.done))) {
    const { made, best, star, day } = fields(value);
    if (isCount(made, 1) && isCount(best, 1) && isCount(day)) found.done[line] = { made, best, ...(star === 1 ? { star } : {}), day };
  }
  for (const [number, value] of Object.entries(fields(said.days))) {
    const { made, marks, hints, star, late } = fields(value);
    if (isCount(Number(number), 1) && isCount(made, 1) && isCount(hints) && /^[a-z]{0,999}$/.test(String(marks))) found.days[number] = { made, marks, hints, ...(star === 1 ? { star } : {}), ...(late === 1 ? { late } : {}) };
  }
  for (const [line, tree] of Object.entries(fields(said.trees))) if (typeof tree === "string") found.trees[line] = tree;
  const last = place.understood(said.last);
  if (last) found.last = last;
  return found;
}

/** What is kept of it. */
export const read = () => understood(kept());

/** @param {(progress: Progress) => void} change */
export function change(change) {
  keep((all) => {
    const progress = understood(all);
    change(progress);
    Object.assign(all, progress);
  });
  tell();
}

/** @type {(one: Done|undefined, other: Done) => Done} */
const joinedDone = (one, other) => (one ? { made: one.day <= other.day ? one.made : other.made, best: Math.min(one.best, other.best), ...(one.star ?? other.star ? { star: 1 } : {}), day: Math.min(one.day, other.day) } : other);
/** Which of two results counts: one with a star, then one of fewer moves. @type {(one: Day|undefined, other: Day) => Day} */
const joinedDay = (one, other) => (!one || (other.star ?? 0) > (one.star ?? 0) || ((other.star ?? 0) === (one.star ?? 0) && other.made < one.made) ? other : one);

/** The local day, counted from 1970. @param {Date} [date] */
export const dayOf = (date = new Date()) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/**
 * Keeps that a puzzle was solved.
 * @param {string} line
 * @param {number} made
 * @param {boolean} isStar
 */
export const solved = (line, made, isStar) =>
  change(({ done }) => {
    done[line] = joinedDone(done[line], { made, best: made, ...(isStar ? { star: 1 } : {}), day: dayOf() });
  });

/**
 * Keeps how the puzzle of a day was solved; the first time counts.
 * @param {number} number
 * @param {Day} day
 */
export const daySolved = (number, day) =>
  change(({ days }) => {
    days[number] ??= day;
  });

/** What is kept as one word: deflated, with a check sum behind it, in the letters of base64url. */
export async function asText() {
  const bytes = new TextEncoder().encode(JSON.stringify(read()));
  const packed = await through(bytes, new CompressionStream("deflate"), LARGEST);
  const sum = crc32(bytes);
  const all = [...packed, sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255];
  return HEAD + letters(all);
}

/**
 * Joins such a word with what is kept: nothing gets less. How many puzzles and days it has.
 * @param {string} text
 */
export async function bringIn(text) {
  const bare = text.replace(/\s+/g, "");
  if (!bare.startsWith(HEAD)) throw new Error(`Such a text begins with ${HEAD}`);
  let said;
  try {
    const all = unlettered(bare.slice(HEAD.length));
    const bytes = await through(all.slice(0, -4), new DecompressionStream("deflate"), LARGEST);
    const sum = crc32(bytes);
    if ([24, 16, 8, 0].some((by, index) => all[all.length - 4 + index] !== ((sum >>> by) & 255))) throw new Error("sum");
    said = understood(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    throw new Error("A part of the text is missing, or was changed.");
  }
  change((kept) => {
    for (const [line, done] of Object.entries(said.done)) kept.done[line] = joinedDone(kept.done[line], done);
    for (const [number, day] of Object.entries(said.days)) kept.days[number] = joinedDay(kept.days[number], day);
    for (const [line, tree] of Object.entries(said.trees)) kept.trees[line] ??= tree;
    kept.last ??= said.last;
  });
  return Object.keys(said.done).length + Object.keys(said.days).length;
}
