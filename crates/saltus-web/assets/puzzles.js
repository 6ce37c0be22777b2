// The puzzles of the gallery: plain names, and up to three levels each. The engine's notation names each board.

import { titleOf } from "./title.js";

/** A board of an entry; `title` is that of a classic, which is how it is known again. @typedef {{name: string, line: string, title?: string}} Level */
/** A theorem on the number of moves: what the two numbers of a line count, one and several, and the sum, where these are a and b. @typedef {{counts: [string, string][], sum: string}} Theorem */
/**
 * `face` is the level that the gallery shows and that `note` speaks of; `shuffle` begins a line that a number ends; lines that are `like` its levels are
 * of their kind, and have their theorem.
 * @typedef {{id: string, name: string, note: string, dots: 1|2|3, levels: Level[], face?: number, shuffle?: string, like?: RegExp, theorem?: Theorem}} Puzzle
 */

/** @type {Puzzle[]} */
export const PUZZLES = [
  { id: "toads", name: "Toads and Frogs", note: "8 moves", dots: 1, like: /^shift \d+ \d+$/, theorem: { counts: [["toad", "toads"], ["frog", "frogs"]], sum: "a · b + a + b" }, levels: [{ name: "2 + 2", line: "shift 2 2" }, { name: "3 + 3", line: "shift 3 3" }, { name: "5 + 5", line: "shift 5 5" }] },
  { id: "lone-toad", name: "Lone toad", note: "7 moves", dots: 1, levels: [{ name: "1 + 3", line: "shift 1 3" }, { name: "1 + 5", line: "shift 1 5" }, { name: "2 + 6", line: "shift 2 6" }] },
  { id: "back-and-forth", name: "Back and forth", note: "hop over anybody", dots: 2, levels: [{ name: "3 + 3", line: "shift 3 3 moves=all" }, { name: "4 + 4", line: "shift 4 4 moves=all" }, { name: "5 + 5", line: "shift 5 5 moves=all" }] },
  { id: "two-gaps", name: "Two gaps", note: "more room", dots: 2, like: /^shift \d+ \d+ gaps=\d+$/, theorem: { counts: [["toad", "toads"], ["frog", "frogs"], ["gap", "gaps"]], sum: "a · b + a · c + b · c" }, levels: [{ name: "3 + 3", line: "shift 3 3 gaps=2" }, { name: "4 + 4", line: "shift 4 4 gaps=3" }] },
  { id: "toad-square", name: "Toad square", note: "two ways to go", dots: 2, levels: [{ name: "3 x 3", line: "toads-3x3", title: "Toads and frogs on the square of nine" }, { name: "3 x 5", line: "toads-3x5", title: "Toads and frogs on a rectangle of fifteen" }, { name: "5 x 5", line: "toads-5x5", title: "Toads and frogs on the square of twenty-five" }] },
  { id: "numbered", name: "Numbered frogs", note: "turn them round", dots: 1, levels: [{ name: "4", line: "reverse 4" }, { name: "5", line: "reverse 5" }, { name: "6", line: "reverse 6" }] },
  { id: "long-reversal", name: "Long reversal", note: "8 to 1", dots: 3, face: 1, levels: [{ name: "7", line: "reverse 7" }, { name: "8", line: "reverse 8" }, { name: "10", line: "reverse 10" }] },
  { id: "fifteen", name: "Fifteen", note: "up to 80", dots: 2, shuffle: "tiles 4x4 random seed=", like: /^tiles 4x4 /, levels: [{ name: "22 moves", line: "tiles 4x4 5 2 4 8 1 10 3 11 9 6 0 7 13 14 15 12" }, { name: "46 moves", line: "tiles 4x4 7 1 0 2 4 8 15 3 5 11 9 13 6 14 12 10" }, { name: "80 moves", line: "tiles 4x4 0 12 9 13 15 11 10 14 3 7 5 6 4 8 2 1" }] },
  { id: "eight", name: "Eight", note: "up to 31", dots: 1, face: 2, shuffle: "tiles 3x3 random seed=", like: /^tiles 3x3 /, levels: [{ name: "15 moves", line: "tiles 3x3 2 1 5 4 8 3 7 0 6" }, { name: "23 moves", line: "tiles 3x3 3 0 5 8 6 1 2 7 4" }, { name: "31 moves", line: "tiles 3x3 8 6 7 2 5 4 3 0 1" }] },
  { id: "twenty-four", name: "Twenty-four", note: "for the patient", dots: 3, face: 1, shuffle: "tiles 5x5 random seed=", levels: [{ name: "4 x 5", line: "tiles 4x5 random seed=1" }, { name: "5 x 5", line: "tiles 5x5 random seed=1" }, { name: "6 x 6", line: "tiles 6x6 random seed=1" }] },
  { id: "clobber", name: "Clobber", note: "leave one", dots: 1, shuffle: "clobber grid 4x4 random seed=", levels: [{ name: "3 x 3", line: "clobber grid bwb/wbw/bww" }, { name: "3 x 4", line: "clobber grid bwbw/wbwb/bwbw" }, { name: "4 x 4", line: "clobber grid bwbw/wbwb/bwbw/wbwb" }] },
  { id: "clobber-row", name: "Clobber row", note: "leave one", dots: 2, shuffle: "clobber line 10 random seed=", levels: [{ name: "6", line: "clobber line bwwbbw" }, { name: "8", line: "clobber line bwbwbwbw" }, { name: "12", line: "clobber line bwwbwbbwbwwb" }] },
  { id: "clobber-ring", name: "Clobber ring", note: "leave two", dots: 2, shuffle: "clobber cycle 10 random seed=", levels: [{ name: "6", line: "clobber cycle bwbwbw" }, { name: "8", line: "clobber cycle bwwbwbbw" }, { name: "12", line: "clobber cycle bwbwwbwbbwbw" }] },
  { id: "star-halma", name: "Star Halma", note: "121 cells", dots: 3, face: 1, levels: [{ name: "Small", line: "chinese star:2 men=3 players=2" }, { name: "Two players", line: "chinese star players=2" }, { name: "Three", line: "chinese star players=3" }] },
  { id: "triangle-halma", name: "Triangle Halma", note: "40 turns", dots: 3, face: 2, levels: [{ name: "Side 8", line: "chinese triangle:8 players=3" }, { name: "Side 10", line: "chinese triangle:10 players=3" }, { name: "Side 13", line: "chinese triangle:13 players=3" }] },
  { id: "small-triangle", name: "Small triangle", note: "for three", dots: 1, face: 2, levels: [{ name: "One", line: "chinese triangle:5 men=3" }, { name: "Two", line: "chinese triangle:5 men=3 players=2" }, { name: "Three", line: "chinese triangle:5 men=3 players=3" }] },
  { id: "knights", name: "Knights", note: "16 moves", dots: 2, levels: [{ name: "3 x 3", line: "guarini", title: "Guarini's four knights" }, { name: "3 x 4", line: "knights-3x4", title: "Six knights change places" }] },
  { id: "tour", name: "Knight’s tour", note: "every cell once", dots: 2, levels: [{ name: "3 x 4", line: "knight-tour-3x4", title: "The knight visits every cell of a rectangle of twelve" }, { name: "5 x 5", line: "knight-tour-5x5", title: "The knight visits every cell of a square of twenty-five" }] },
  { id: "lunar", name: "Lunar", note: "no brakes", dots: 2, levels: [{ name: "Five", line: "lunar-lockout-5", title: "Lunar Lockout, an easier position" }, { name: "Six", line: "lunar-lockout-6", title: "Lunar Lockout" }, { name: "Ice", line: "ice", title: "On the ice" }] },
  { id: "peg-solitaire", name: "Peg solitaire", note: "31 jumps", dots: 3, face: 2, levels: [{ name: "4 x 4", line: "peg-4x4", title: "Peg solitaire on the square of sixteen" }, { name: "5 x 5", line: "peg-5x5", title: "Peg solitaire on the square of twenty-five" }, { name: "English", line: "peg-english", title: "Peg solitaire, English board, from centre to centre" }] },
  { id: "peg-triangle", name: "Peg triangle", note: "13 jumps", dots: 2, face: 1, levels: [{ name: "10", line: "peg-triangle-10", title: "Peg solitaire on the triangle of ten" }, { name: "15", line: "peg-triangle-15", title: "Peg solitaire on the triangle of fifteen, hole in a corner" }] },
  { id: "peg-cross", name: "Peg cross", note: "warm-up", dots: 1, levels: [{ name: "Cross", line: "peg-cross-latin", title: "Peg solitaire on the English board, the Latin cross" }, { name: "Diamond", line: "peg-diamond-25", title: "Peg solitaire on a diamond of twenty-five" }] },
  { id: "klotski", name: "Klotski", note: "81 moves", dots: 3, face: 1, levels: [{ name: "Pennant", line: "pennant", title: "Pennant" }, { name: "Klotski", line: "klotski-walk", title: "Klotski, by piece moves" }, { name: "Century", line: "century", title: "Century" }] },
  { id: "parking", name: "Parking", note: "out to the right", dots: 2, levels: [{ name: "8 moves", line: "rush-hour-8", title: "Rush Hour, an easy board" }, { name: "51 moves", line: "rush-hour-51", title: "Rush Hour, by slides" }, { name: "60 moves", line: "rush-hour-60", title: "Rush Hour with a wall, by slides" }] },
  { id: "warehouse", name: "Warehouse", note: "only push", dots: 2, face: 1, levels: [{ name: "One box", line: "sokoban-1", title: "Sokoban, one box" }, { name: "A room", line: "sokoban-2", title: "Sokoban, three boxes in a room" }, { name: "Microban", line: "sokoban-microban-1", title: "Sokoban, the first level of Microban" }] },
  { id: "exchange", name: "Exchange", note: "neighbours swap", dots: 1, levels: [{ name: "Row", line: "tokens-path-5", title: "Five tokens on a path turn round" }, { name: "Ring", line: "tokens-cycle-7", title: "Seven tokens on a cycle turn round" }, { name: "Star", line: "tokens-star-6", title: "Six tokens on a star" }] },
  { id: "pebbles", name: "Pebbles", note: "along the lines", dots: 3, levels: [{ name: "Crossing", line: "toads-cross", title: "Toads and frogs at a crossing" }, { name: "Spider", line: "spider", title: "Spider with three legs" }, { name: "Petersen", line: "petersen-pebbles", title: "Nine pebbles on Petersen's graph" }] },
];

/** The level that the gallery shows. @param {Puzzle} puzzle */
export const faceOf = ({ levels, face = 0 }) => levels[face];

/** The entries of lines that were opened from the gallery, by what the engine calls them. @type {Map<string, Puzzle>} */
const opened = new Map();

/**
 * Notes what the engine calls a line of the gallery.
 * @param {string} start
 * @param {Puzzle} puzzle
 */
export const note = (start, puzzle) => opened.set(start, puzzle);

/**
 * Whether a line is that of a level, as it is written in the gallery or as the engine writes it.
 * @param {Level} level
 * @param {string} line
 */
export const isLevel = (level, line) => level.line === line || (level.title !== undefined && level.title === titleOf(line));

/**
 * Notes the entry whose level was asked for, since the engine may call it otherwise.
 * @param {string} start
 * @param {string} asked
 */
export function recall(start, asked) {
  const entry = PUZZLES.find(({ levels }) => levels.some((level) => isLevel(level, asked)));
  if (entry) note(start, entry);
}

/** What is said of a puzzle, and its entry. @typedef {Pick<import("./api.js").Told, "name"|"goal"|"rule"|"act"> & {entry: Puzzle|null}} About */

/** Where nobody says more. */
const OWN = { name: "A puzzle of your own", goal: "Make it look like the goal.", rule: "", act: "a piece" };

/**
 * @param {{start: string, outline: import("./api.js").Outline}} session
 * @returns {About}
 */
export function about({ start, outline }) {
  const told = outline.told ?? OWN;
  const entry = entryOf(start);
  return { ...told, name: entry?.name ?? told.name, entry };
}

/** The entry that a line of a start belongs to. @param {string} line */
export const entryOf = (line) => opened.get(line) ?? PUZZLES.find(({ levels }) => levels.some((level) => isLevel(level, line))) ?? sized(line);

/** The entry whose levels are of the same kind, so that sizes lie beside each other. @param {string} line */
const sized = (line) => (isPlain(line) && PUZZLES.find(({ like }) => like?.test(line))) || null;

/** The theorem on a line. @param {string} line */
export const theoremOf = (line) => sized(line)?.theorem ?? null;

/** Whether a line has no goal and no way to count of its own. @param {string} line */
const isPlain = (line) => !/ to | metric=/.test(line);
