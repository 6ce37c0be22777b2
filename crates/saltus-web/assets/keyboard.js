// The keyboard: arrow keys on the board, letters everywhere but in text fields.

import { next } from "./geometry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./hand.js").Hand} Hand */

/** @type {Record<string, import("./geometry.js").Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {EventTarget|null} target */
const isText = (target) =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "text");

/** Whether a key means something to the control that has it. @param {KeyboardEvent} event */
const isTaken = ({ key, target }) =>
  (key === " " && target instanceof Element && target.closest("button, input, summary, a, [role=grid]") !== null) ||
  (key in ARROWS && target instanceof HTMLInputElement);

/**
 * Keys of the board itself. Where tiles slide, an arrow key slides the tile that can go that way.
 * @param {Board} board
 * @param {Hand} hand
 */
export function listenOnBoard(board, hand) {
  board.svg.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { places } = board.outline;
    if (event.key in ARROWS) {
      if (event.shiftKey || !hand.push(ARROWS[event.key])) board.point(next(places, board.cursor, ARROWS[event.key]));
    } else if (event.key === "Home") board.point(0);
    else if (event.key === "End") board.point(places.length - 1);
    else if (event.key === "Enter" || event.key === " ") hand.act(board.cursor);
    else if (event.key === "Escape") hand.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Keys that do something also in the gallery. */
const ANYWHERE = ["g", "?", "Escape"];

/**
 * Keys of the page; "Ctrl+z" is a name of one.
 * @param {Record<string, () => boolean|void>} actions by key; one that gives false has done nothing
 */
export function listen(actions) {
  document.addEventListener("keydown", (event) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const name = isCommand ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key;
    if (event.altKey || isText(event.target) || isTaken(event)) return;
    if (document.querySelector("dialog[open]") || !(name in actions)) return;
    // Nothing is played where the board is covered.
    if (document.body.classList.contains("in-gallery") && !ANYWHERE.includes(name)) return;
    if (actions[name]() !== false) event.preventDefault();
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
