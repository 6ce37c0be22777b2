// The puzzle of the day: the same for everybody who has this date.

import { PUZZLES } from "./puzzles.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** From one day to the next so many entries are passed over, so that puzzles of one kind do not follow each other. */
const STRIDE = 11;
const DAY = 86_400_000;

/** The entries that a day can bring: the hard ones are not for one day. */
export const DAILY = PUZZLES.filter(({ dots }) => dots < 3);

/**
 * @param {Date} date of which the local day counts
 * @returns {{puzzle: Puzzle, line: string}}
 */
export function daily(date) {
  const day = Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
  const puzzle = DAILY[(day * STRIDE) % DAILY.length];
  const { shuffle, levels } = puzzle;
  return { puzzle, line: shuffle ? `${shuffle}${day}` : levels[Math.floor(day / DAILY.length) % levels.length].line };
}

/**
 * How well it can be done, in a sentence; an empty one where nothing is known.
 * @param {import("./api.js").Hint} hint
 * @param {[string, string]} unit
 * @param {boolean} isCounted whether pieces are counted
 */
export function bestOf({ lower, upper }, [one, several], isCounted) {
  const words = (/** @type {number} */ count) => `${count} ${count === 1 ? one : several}`;
  if (lower !== null && lower === upper) return isCounted ? `${words(lower)} can be left.` : `Can be done in ${words(lower)}.`;
  if (lower && !isCounted) return `It takes ${words(lower)} or more.`;
  return "";
}
