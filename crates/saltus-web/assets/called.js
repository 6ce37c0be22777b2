// What pieces are called.

import { figureOf } from "./looks.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Tint} Tint */

/** @type {Record<Tint, string>} */
const COLOURS = {
  vacant: "", dark: "black", light: "white", plain: "", red: "red", blue: "blue", yellow: "yellow", green: "green",
  purple: "purple", orange: "orange", teal: "teal", pink: "pink", brown: "brown", lime: "lime", sky: "sky blue", grey: "grey", absent: "",
};

/** What a piece is called by what it looks like. @type {Partial<Record<import("./looks.js").Figure, (label: string, colour: string) => string>>} */
const CALLED = {
  hopper: (label, colour) => (colour === "black" ? "toad" : colour === "white" ? "frog" : `${colour} ${label}`),
  numbered: (label) => `frog ${label}`,
  tile: (label) => `tile ${label}`,
  marble: (_, colour) => `${colour} man`,
  disc: (_, colour) => `${colour} piece`,
  peg: () => "peg",
  knight: (_, colour) => `${colour} knight`.trim(),
  robot: (label) => `robot ${label}`,
  box: () => "box",
  worker: () => "worker",
  stone: () => "stone",
  block: (label, colour) => `${colour} block ${label}`.trim(),
};

/**
 * "toad", "tile 15", "red man", "empty"; a colour and a letter where nothing else is known.
 * @param {Spot} spot
 * @param {import("./looks.js").Look} look
 */
export function pieceWords({ label, tint }, look) {
  if (tint === "vacant" || tint === "absent") return "empty";
  const colour = COLOURS[tint];
  return CALLED[figureOf(look, label)]?.(label, colour) ?? `${colour} ${label}`.trim();
}
