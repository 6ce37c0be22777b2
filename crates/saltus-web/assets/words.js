// Words that several parts of the page say.

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Tint} Tint */

/** @type {Record<Tint, string>} */
const COLOURS = {
  vacant: "", dark: "black", light: "white", plain: "", red: "red", blue: "blue", yellow: "yellow", green: "green",
  purple: "purple", orange: "orange", teal: "teal", pink: "pink", brown: "brown", lime: "lime", sky: "sky blue", grey: "grey",
};

/**
 * "black b", "15", "empty".
 * @param {Spot} spot
 */
export function pieceWords({ label, tint }) {
  return tint === "vacant" ? "empty" : `${COLOURS[tint]} ${label}`.trim();
}

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

/**
 * What a puzzle is called: its title, if its line has one, else its line.
 * @param {string} line
 */
export const titled = (line) => line.match(/^\w+ title: (.*?) ; /)?.[1] ?? line;
