// What a pupil shows a teacher: eight signs, Crockford's base 32, without a server. Three name the lesson (the top 15 bits of its CRC-32), four are ten results of
// two bits, and the last one is a check: the sum of sign times place, modulo 31.

import { crc } from "./packing.js";

/** @typedef {"open"|"solved"|"star"|"hint"} Result */

const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** In the order of their bits. @type {Result[]} */
const RESULTS = ["open", "solved", "star", "hint"];
/** A code has so many results. */
export const MOST = 10;

/** Signs for a number of so many of them. @type {(number: number, count: number) => number[]} */
const split = (number, count) => Array.from({ length: count }, (_, place) => (number >>> (5 * (count - 1 - place))) & 31);

/** @param {number[]} signs */
const sum = (signs) => signs.reduce((all, sign, place) => all + sign * (place + 1), 0) % 31;

/**
 * The code of what was done.
 * @param {string} what the text of the lesson
 * @param {Result[]} results
 */
export function encode(what, results) {
  const bits = Array.from({ length: MOST }, (_, place) => RESULTS.indexOf(results[place] ?? "open")).reduce((all, result) => all * 4 + result, 0);
  const signs = [...split(crc(what) >>> 17, 3), ...split(bits, 4)];
  const code = [...signs, sum(signs)].map((sign) => SIGNS[sign]).join("");
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

/**
 * What a code says: its first three signs, and the results. Throws where it is none.
 * @param {string} text
 * @returns {{of: string, results: Result[]}}
 */
export function decode(text) {
  const code = text.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const signs = [...code].map((sign) => SIGNS.indexOf(sign));
  if (signs.length !== 8 || signs.includes(-1)) throw new Error(`${text} is no code: it has eight signs, such as RW6-JR00B`);
  if (sum(signs.slice(0, 7)) !== signs[7]) throw new Error(`${text} has a slip: its signs do not fit the last one`);
  const bits = signs.slice(3, 7).reduce((all, sign) => all * 32 + sign, 0);
  return { of: code.slice(0, 3), results: Array.from({ length: MOST }, (_, place) => RESULTS[(bits >>> (2 * (MOST - 1 - place))) & 3]) };
}
