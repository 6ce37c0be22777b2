// What a click on a cell means, by the moves that there are.

import { UNIT, distance, nearest } from "./geometry.js";

/** @typedef {import("./api.js").Choice} Choice */
/** @typedef {import("./geometry.js").Point} Point */

/** @param {Choice} choice */
export const from = ({ path }) => path[0];
/** @param {Choice} choice */
export const to = ({ path }) => path[path.length - 1];

/**
 * The only move that a click can mean, with nothing picked up: of the piece on the cell, or into it.
 * @param {Choice[]} choices
 * @param {import("./api.js").Spot[]} scene
 * @param {number} cell
 * @param {number} first the cell that moves name of the piece on this one
 */
export function only(choices, scene, cell, first) {
  const isVacant = scene[cell]?.tint === "vacant";
  const moves = choices.filter((choice) => (isVacant ? to(choice) === cell : from(choice) === first));
  return moves.length === 1 ? moves[0] : undefined;
}

/**
 * Where the piece that is picked up can go: to each cell the first of the moves there; of a block, the shortest that brings it over the cell.
 * @param {Choice[]} choices
 * @param {{cell: number, own: number[]}} picked the cell that moves name of the piece, and all that it stands on
 * @param {Point[]} places
 * @returns {Map<number, Choice>}
 */
export function targets(choices, { cell: picked, own }, places) {
  /** @type {Map<number, Choice>} */
  const found = new Map();
  const moves = choices.filter((choice) => from(choice) === picked);
  const far = (/** @type {Choice} */ choice) => choice.path.length * UNIT + distance(places[picked], places[to(choice)]);
  if (own.length > 1) moves.sort((a, b) => far(a) - far(b));
  for (const choice of moves) {
    const [across, down] = [0, 1].map((axis) => places[to(choice)][axis] - places[picked][axis]);
    const covered = own.map((cell) => (cell === picked ? to(choice) : nearest(places, [places[cell][0] + across, places[cell][1] + down], UNIT / 10)));
    for (const cell of covered) {
      if (cell !== null && !found.has(cell) && (own.length === 1 || !own.includes(cell))) found.set(cell, choice);
    }
  }
  return found;
}
