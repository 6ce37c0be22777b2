// The keyboard: arrow keys on the board, letters everywhere but in text fields.

import { next } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./hand.js").Hand} Hand */

/** @type {Record<string, import("./geometry.js").Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {EventTarget|null} target */
const isText = (target) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "text");

/**
 * Keys of the board itself.
 * @param {Board} board
 * @param {Hand} hand
 */
export function listenOnBoard(board, hand) {
  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { places } = board.outline;
    if (event.key in ARROWS) board.point(next(places, board.cursor, ARROWS[event.key]));
    else if (event.key === "Home") board.point(0);
    else if (event.key === "End") board.point(places.length - 1);
    else if (event.key === "Enter" || event.key === " ") hand.act(board.cursor);
    else if (event.key === "Escape") hand.cancel();
    else return;
    event.preventDefault();
  });
}

/**
 * Keys of the page.
 * @param {Record<string, () => void>} actions by key
 */
export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
    if (document.querySelector("dialog[open]") || !(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  });
}

/**
 * The next cell where there is something to do, after the last one the first again.
 * @param {Board} board
 * @param {Hand} hand
 */
export function toNextStop(board, hand) {
  const stops = hand.stops();
  const stop = stops.find((cell) => cell > board.cursor) ?? stops[0];
  if (stop !== undefined) board.point(stop);
  board.svg.focus();
}
