// Words that several parts of the page say.

import { pieceWords } from "./called.js";

/** @typedef {import("./api.js").Spot} Spot */
/** Several of what one is called. @param {string} one */
const several = (one) => (one.endsWith("man") ? one.replace(/man$/, "men") : `${one}s`);

/** More kinds of pieces than these are not counted in words. */
const KINDS = 4;

/**
 * What stands on a board: "7 places: 3 toads, 3 frogs, 4 is empty".
 * @param {Spot[]} scene
 * @param {string[]} names of the cells
 * @param {import("./looks.js").Look} look
 */
export function boardWords(scene, names, look) {
  const places = scene.filter(({ tint }) => tint !== "absent");
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const spot of places) if (spot.tint !== "vacant") counts.set(pieceWords(spot, look), (counts.get(pieceWords(spot, look)) ?? 0) + 1);
  const empty = scene.flatMap(({ tint }, cell) => (tint === "vacant" ? [names[cell]] : []));
  const pieces = counts.size > KINDS ? [] : [...counts].map(([one, count]) => counted(count, [one, several(one)]));
  const gaps = empty.length === 0 || empty.length > KINDS ? [] : [`${empty.join(" and ")} ${empty.length === 1 ? "is" : "are"} empty`];
  const what = [...pieces, ...gaps].join(", ");
  return `${counted(places.length, ["place", "places"])}${what && `: ${what}`}`;
}

/**
 * A move in words: "frog from 5 to 3".
 * @param {Spot} spot the piece
 * @param {{path: number[], text: string}} move
 * @param {string[]} names of the cells
 * @param {import("./looks.js").Look} look
 */
export const moveWords = (spot, { path, text }, names, look) => (path.length < 2 ? spaced(text) : `${pieceWords(spot, look)} from ${names[path[0]]} to ${names[path[path.length - 1]]}`);

/**
 * "1 move", "2 moves".
 * @param {number|bigint} count
 * @param {[string, string]} [names]
 */
export const counted = (count, names = ["move", "moves"]) => `${count} ${Number(count) === 1 ? names[0] : names[1]}`;

/** What each label of an answer means. */
export const LABELS = /** @type {const} */ ({
  proved: "A certificate settles it, and a second program that shares no code with the solver accepts it.",
  searched: "A complete search says so, by rules that no certificate carries.",
  claimed: "The play is a fact; that nothing is better is not settled.",
});

/**
 * A sentence that starts with a capital.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A move as it is read, "3 – 4"; as it is typed and copied, it is "3-4". @param {string} text */
export const spaced = (text) => text.replaceAll("-", " – ");

/**
 * What is counted: a turn where there are players, else a move; pieces where these are what counts.
 * @param {{pieces: [string, string]|null, position: {turn: string|null}|null}} session
 * @returns {[string, string]}
 */
export const unitOf = ({ pieces, position }) => pieces ?? (position?.turn ? ["turn", "turns"] : ["move", "moves"]);

/**
 * Why a piece cannot move now, in at most five words.
 * @param {{outline: import("./api.js").Outline, scene: Spot[], position: {turn: string|null}|null}} session
 * @param {number} cell
 */
export function whyNot({ outline, scene, position }, cell) {
  const { tint, label } = scene[cell];
  if (tint === "vacant") return "Nothing stands there.";
  if (position?.turn && label !== position.turn) return "It is another’s turn.";
  const way = scene.findIndex((spot) => spot.tint === "vacant") - cell;
  const stuck = outline.told?.stuck.find(([of, [least, most]]) => (of === "" || of === label) && least <= way && way <= most);
  return stuck?.[2] ?? (outline.pieces === "peg" ? "No jump from there." : "It cannot move now.");
}

/** What an error says. @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));
