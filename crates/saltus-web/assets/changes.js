// Which pieces went where between two positions, as far as it can be seen.

import { distance } from "./geometry.js";

/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./geometry.js").Piece} Piece */
/** What stands on a board, by first cells. @typedef {Map<number, Piece>} Standing */

/** @type {(one: Piece|undefined, other: Piece|undefined) => boolean} */
export const isSame = (one, other) => one?.spot.label === other?.spot.label && one?.spot.tint === other?.spot.tint && String(one?.cells) === String(other?.cells);

/**
 * Whether two pieces look alike, wherever they stand. Blocks of one shape and colour exchange their letters as they pass each other.
 * @param {Outline} outline
 * @param {Piece|undefined} one
 * @param {Piece|undefined} other
 */
function isAlike({ pieces, places }, one, other) {
  if (!one || !other || one.spot.tint !== other.spot.tint) return false;
  if (pieces !== "block") return one.spot.label === other.spot.label;
  const shape = (/** @type {Piece} */ { cells }) => String(cells.map((cell) => [places[cell][0] - places[cells[0]][0], places[cell][1] - places[cells[0]][1]]));
  return shape(one) === shape(other);
}

/**
 * What a move along a path changes: whether its piece arrives, which others slide from where to where, which go, and which come.
 * A piece that is lost on one cell slides to the nearest cell where the like is gained.
 * @param {Outline} outline
 * @param {Standing} before
 * @param {Standing} after
 * @param {number[]} path
 */
export function changes(outline, before, after, path) {
  const { places } = outline;
  const [from, to] = [path[0], path[path.length - 1]];
  /** Cells on which not the same stands in one as in the other. @type {(one: Standing, other: Standing) => number[]} */
  const changed = (one, other) => [...one.keys()].filter((cell) => !isAlike(outline, one.get(cell), other.get(cell)));
  const isMover = from !== to && isAlike(outline, before.get(from), after.get(to));
  const [lost, gained] = [new Set(changed(before, after)), new Set(changed(after, before))];
  if (isMover) {
    if (before.has(to)) lost.add(to);
    if (after.has(from)) gained.add(from);
    lost.delete(from);
    gained.delete(to);
  }
  /** @type {[number, number][]} */
  const slides = [];
  for (const cell of lost) {
    const same = [...gained].filter((other) => isAlike(outline, before.get(cell), after.get(other)));
    const goal = same.sort((a, b) => distance(places[cell], places[a]) - distance(places[cell], places[b]))[0];
    if (goal === undefined) continue;
    slides.push([cell, goal]);
    lost.delete(cell);
    gained.delete(goal);
  }
  return { isMover, slides, gone: [...lost], come: [...gained] };
}
