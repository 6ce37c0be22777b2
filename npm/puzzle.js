// Puzzles as they are named: words, files, records, lines of a batch.

import { randomInt } from "node:crypto";
import { Refusal } from "./node.js";
import { CODES, Ended, LONGEST, all, complain, lines } from "./program.js";

/** @typedef {import("./index.js").Saltus} Saltus */
/**
 * What is to be answered, and where it comes from: a line of a batch, what its list calls it, the seed of a random board.
 * @typedef {{line: string, origin: {name?: string, line?: number, seed?: number|string}, refused?: Refusal}} Job
 */

/** Whether a line is a record and not notation. @param {string} line */
const isRecord = (line) => line.trimStart().startsWith("{");

/**
 * What a line is about: itself, or the puzzle of a record.
 * @param {string} line
 * @param {number} [number]
 * @param {string} [wanted] the seed of a random board, if not that of the line or one that is drawn
 * @returns {Job}
 */
function job(line, number, wanted) {
  const origin = number === undefined ? {} : { line: number };
  if (isRecord(line)) {
    try {
      const { puzzle, name } = JSON.parse(line);
      if (typeof puzzle === "string") return { line: puzzle, origin: { ...(typeof name === "string" && { name }), ...origin } };
    } catch {
      // What is no record is refused below.
    }
    return { line, origin, refused: new Refusal("not a record of a puzzle", { column: 1 }) };
  }
  if (!/(^|\s)random(\s|$)/.test(line)) return { line, origin };
  const given = /(?:^|\s)seed=(\d+)/.exec(line)?.[1];
  const seed = wanted ?? given ?? String(randomInt(2 ** 32));
  const isExact = Number.isSafeInteger(Number(seed));
  const seeded = given ? line.replace(`seed=${given}`, `seed=${seed}`) : `${line} seed=${seed}`;
  return { line: seeded, origin: { ...origin, seed: isExact ? Number(seed) : seed } };
}

/**
 * The puzzle of the command line; @FILE is what that file holds.
 * @param {Saltus} saltus
 * @param {string[]} words
 * @param {string} [seed]
 */
export async function single(saltus, words, seed) {
  const read = words.map(async (word, at) => (word.startsWith("@") ? contents(saltus, word.slice(1), at === 0) : word));
  const line = (await Promise.all(read)).join(" ");
  const asked = job(line, undefined, seed);
  if (seed === undefined && asked.line.length > line.length) complain("saltus", `seed=${asked.origin.seed}`);
  return asked;
}

/**
 * @param {Saltus} saltus
 * @param {string} file
 * @param {boolean} isFirst whether it may be a definition
 */
async function contents(saltus, file, isFirst) {
  const text = decoded(file, await all(file));
  // Definitions begin with a statement: a word, perhaps a name, and a colon.
  const begin = text.split("\n").find((line) => line.trim() && !line.trimStart().startsWith("//")) ?? "";
  if (isFirst && /^[a-z]+( [^:]*)?:/.test(begin)) {
    const understood = await saltus.definition(text);
    if ("mistake" in understood) {
      const { line, column, why, shown } = understood.mistake;
      throw new Ended(`${file}: line ${line}, column ${column}: ${why}${shown && `\n${shown}`}`, CODES.bad);
    }
    return understood.line;
  }
  // A board as `saltus show` prints it has a row a line.
  return text.trimEnd().replace(/[\r\n]/g, " ");
}

/** @param {string} file @param {Buffer} bytes */
function decoded(file, bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Ended(`${file}: not valid UTF-8`, CODES.bad);
  }
}

/**
 * The puzzles of a file, one a line; what is wrong with a line does not end the batch.
 * @param {string} file
 * @returns {AsyncGenerator<Job>}
 */
export async function* batch(file) {
  let number = 0;
  for await (const bytes of lines(file)) {
    number++;
    const asked = bytes === null ? bad("", number, `the line is longer than ${LONGEST} bytes`) : ofLine(bytes, number);
    if (asked) yield asked;
  }
}

/**
 * @param {string} line
 * @param {number} number
 * @param {string} why
 * @param {number} [column]
 * @returns {Job}
 */
const bad = (line, number, why, column) => ({ line, origin: { line: number }, refused: new Refusal(why, { column }) });

/** How many characters come before what is no UTF-8. @param {Buffer} bytes */
function valid(bytes) {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let [decoded, at] = ["", 0];
  try {
    for (; at < bytes.length; at++) decoded += decoder.decode(bytes.subarray(at, at + 1), { stream: true });
  } catch {
    // The byte at which it is told is in the wrong one, or behind it.
  }
  return [...decoded].length;
}

/** @param {Buffer} bytes @param {number} number */
function ofLine(bytes, number) {
  let line;
  try {
    line = new TextDecoder("utf-8", { fatal: true, ignoreBOM: number > 1 }).decode(bytes);
  } catch {
    return bad(bytes.toString("utf8"), number, "the line is not valid UTF-8", valid(bytes) + 1);
  }
  const content = line.startsWith("#") ? "" : line.trimEnd();
  return content && job(content, number);
}

/**
 * The first characters of a line, which may be very long.
 * @param {string} line
 * @param {number} most
 */
export function shortened(line, most) {
  const begin = [...line.slice(0, 2 * most)].slice(0, most).join("");
  return begin === line ? line : `${begin}...`;
}

/**
 * A line below the sentence about it, with a caret under the column; without a column its beginning, in brackets.
 * @param {string} line
 * @param {number|null} column
 */
export function pointed(line, column) {
  /** So much of a long line is shown on each side of the caret. */
  const SHOWN = 60;
  /** A longer line is not taken apart into characters. */
  const LONG = 1 << 16;
  if (!line.trim()) return "";
  // Characters as people count them; what cannot be seen has no place that a caret could show.
  const isAscii = /^[ -~]*$/.test(line);
  const isShown = isAscii || (line.length < LONG && !/[^\P{C}]|[^\P{Z} ]/u.test(line));
  const characters = isAscii || !isShown ? line : Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  if (column === null || !isShown || characters.length < column - 1) return ` (in: ${JSON.stringify(shortened(line, SHOWN)).slice(1, -1)})`;
  const [first, last] = [Math.max(0, column - 1 - SHOWN), Math.min(characters.length, column - 1 + SHOWN)];
  const before = first > 0 ? "..." : "";
  return `\n  ${before}${[...characters.slice(first, last)].join("")}${last < characters.length ? "..." : ""}\n  ${" ".repeat(before.length + column - 1 - first)}^`;
}
