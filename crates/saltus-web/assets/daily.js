// The puzzles of days, numbered: the same for everybody. `saltus daily` has made them, and the local date chooses.

import { carried, isCarried } from "./carried.js";

/**
 * The puzzle of a day: `length` moves are the fewest, so many of all first moves begin such a play, of which there are `plays`; from `losing` of the `positions` the
 * goal is out of reach, from no other is it more than `farthest` moves away; `luck` is the chance that moves at random do it in the fewest.
 * @typedef {{n: number, line: string, name: string, length: number, first: [number, number], plays: string, losing: number, positions: number, farthest: number, luck: string}} Day
 */

const FILE = "daily.json";
const DAY = 86_400_000;
/** 9 October 2026 is day 1. */
const FIRST = Date.UTC(2026, 9, 9) / DAY;

/** The number of a local date. @param {Date} date */
export const numberOf = (date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY) - FIRST + 1;

/** The date of a number, at noon. @param {number} number */
export function dateOf(number) {
  const day = new Date((FIRST + number - 1) * DAY);
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12);
}

/** @type {Promise<Day[]>|undefined} */
let asked;

async function read() {
  if (isCarried) return JSON.parse(new TextDecoder().decode(await carried(FILE)));
  const response = await fetch(new URL(/* webpackIgnore: true */ FILE, import.meta.url));
  if (!response.ok) throw new Error(`${FILE}: ${response.status}`);
  return response.json();
}

/** The days that are made; what cannot be fetched now is asked for again another time. */
function all() {
  asked ??= read();
  asked.catch(() => (asked = undefined));
  return asked;
}

/** The puzzle of a day; behind the last one they begin again. @param {number} number */
export async function dayOf(number) {
  const days = await all();
  const index = (((number - 1) % days.length) + days.length) % days.length;
  return { ...days[index], n: number };
}

/**
 * Whether a date has a puzzle that can be played: it has come, and is not before the first one.
 * @param {number} number
 * @param {Date} [now]
 */
export const isOpen = (number, now = new Date()) => number >= 1 && number <= Math.max(numberOf(now), 1);

/** The chance of luck, as so many dots, from 1 to 3. @param {string} luck */
export function dotsOf(luck) {
  const [numerator, denominator] = luck.split("/").map(BigInt);
  const odds = denominator / numerator;
  return odds < 100n ? 1 : odds < 1_000_000n ? 2 : 3;
}

/**
 * How many days in a row were solved on their day, up to today or yesterday, and the most there were.
 * @param {Record<string, {late?: 1}>} days
 * @param {number} today
 */
export function streaks(days, today) {
  const isDone = (/** @type {number} */ number) => days[number] !== undefined && !days[number].late;
  let longest = 0;
  let run = 0;
  for (let number = 1; number <= today; number++) {
    run = isDone(number) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  let now = 0;
  for (let number = isDone(today) ? today : today - 1; isDone(number); number--) now += 1;
  return { now, longest };
}

/** What the numbers of a day say, each with its words. @param {Day} day @returns {[string, string][]} */
export function factsOf({ length, first, plays, losing, positions, farthest }) {
  const number = (/** @type {number|bigint} */ count) => count.toLocaleString("en");
  return [
    [number(length), "moves; no play is shorter"],
    [`${first[0]} of ${first[1]}`, `first moves ${first[0] === 1 ? "begins" : "begin"} a shortest play`],
    [number(BigInt(plays)), plays === "1" ? "shortest play in all" : "shortest plays in all"],
    losing === 0 ? ["none", "of the moves can lose it"] : [number(losing), `of ${number(positions)} positions cannot be won any more`],
    [number(positions), `positions; none ${losing ? "that can be won " : ""}is more than ${farthest} away`],
  ];
}
