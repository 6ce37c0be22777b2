// The gauge: one number in one place, and as many blocks. It shows what the judge knows and nothing else.

import { html } from "./dom.js";
import { kindOf } from "./judge.js";
import { BLOCKS, OPEN, blocks, head, knownTag, tag, written } from "./meter.js";
import { MARKS } from "./score.js";

/** @typedef {import("./judge.js").Known} Known */
/**
 * What the gauge shows: what is known here, how many moves are made, since which one it is lost and what was left before it,
 * the length of the whole, the turn's word, and what a search under way says.
 * @typedef {{known: Known, made: number, lostAt: number|null, was: number|null, unit: [string, string], isHidden: boolean, search: string, best: number|null, isCounted: boolean, marks: import("./score.js").Mark[]}} Reading
 */

/** Signs of marks that are no shapes of their own. @type {Record<string, string>} */
const SIGNS = { x: "✕", u: "↩", h: "?" };

/**
 * A mark for each thing done.
 * @param {import("./score.js").Mark[]} marks
 */
export function marked(marks) {
  const counts = Object.entries(MARKS).flatMap(([mark, [, words]]) => {
    const count = marks.filter((one) => one === mark).length;
    return count ? [`${count} ${words}`] : [];
  });
  return html("div", { class: "marks", role: "img", "aria-label": counts.join(", ") }, ...marks.map((mark) => html("i", { class: `mark-${mark}`, title: MARKS[mark][1] }, SIGNS[mark] ?? "")));
}

/**
 * Draws the gauge anew.
 * @param {HTMLElement} place
 * @param {Reading} reading
 */
export function draw(place, { known, made, lostAt, was, unit, isHidden, search, best, isCounted, marks }) {
  const kind = isHidden ? "hidden" : kindOf(known);
  place.className = `gauge ${kind}`;
  const left = (/** @type {number} */ count) => (isCounted ? `${unit[count === 1 ? 0 : 1]} can stay` : unit[0] === "turn" ? (count === 1 ? "turn to go" : "turns to go") : "to go");
  const second = html("span", { class: "second" }, search);
  /** @type {Record<string, () => Node[]>} */
  const states = {
    hidden: () => [...head("–", "answers hidden"), blocks({ left: 0, made: OPEN }), html("span", { class: "second" }, "Switch on to see the number.")],
    over: () => [
      ...(isCounted ? head(written(known.lower ?? 0), `${unit[known.lower === 1 ? 0 : 1]} left`) : head("Won", `in ${written(made)} ${unit[made === 1 ? 0 : 1]}`, "word")),
      marks.length && marks.length <= BLOCKS ? marked(marks) : blocks({ left: 0, made: Math.min(Math.max(made, 1), BLOCKS) }),
      ...(best !== null && best < (isCounted ? (known.lower ?? 0) : made) ? [tag("best", "star", isCounted ? `${written(best)} can be left` : `${written(best)} is enough`)] : best !== null ? [tag("best", "star", isCounted ? "no fewer" : "none is shorter")] : []),
    ],
    lost: () => [...head("Lost", lostAt ? `since move ${lostAt}` : "from the start", "word"), blocks({ left: 0, gone: Math.min(was ?? OPEN, BLOCKS) }), ...(was !== null ? [tag("lost", "close", `was ${written(was)} to go`)] : [tag("lost", "close", "cannot be won")])],
    exact: () => [...head(written(known.lower ?? 0), left(known.lower ?? 0)), blocks({ left: known.lower ?? 0, made: isCounted ? 0 : Math.min(made, BLOCKS) }), isCounted ? tag("best", "star", "no fewer") : knownTag(known.hint, unit)],
    range: () => [
      ...head(known.upper === null ? `${written(known.lower ?? 0)}+` : known.lower ? `${written(known.lower)} – ${written(known.upper)}` : `≤ ${written(known.upper)}`, left(2), "range"),
      blocks({ left: known.lower ?? 0, open: known.upper === null ? 6 : known.upper - (known.lower ?? 0) }),
      search ? second : tag("unsettled", "help", "unsettled"),
    ],
    unknown: () => [...head("?", known.isAsked || search ? "not known yet" : "one moment"), blocks({ left: 0, open: OPEN }), search ? second : known.isAsked ? tag("unsettled", "help", "unsettled") : second],
  };
  place.replaceChildren(...states[kind]());
  place.setAttribute("aria-label", `What is left: ${[...place.querySelectorAll(".number, .unit, .tag")].map((part) => part.textContent).join(" ")}`);
}
