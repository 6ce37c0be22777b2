// The gauge: one number in one place, and as many blocks. It shows what the judge knows and nothing else.

import { html, icon } from "./dom.js";
import { kindOf } from "./judge.js";
import { MARKS } from "./score.js";

/** @typedef {import("./judge.js").Known} Known */
/**
 * What the gauge shows: what is known here, how many moves are made, since which one it is lost and what was left before it,
 * the length of the whole, the turn's word, and what a search under way says.
 * @typedef {{known: Known, made: number, lostAt: number|null, was: number|null, unit: [string, string], isHidden: boolean, search: string, best: number|null, isCounted: boolean, marks: import("./score.js").Mark[]}} Reading
 */

/** Up to so many moves each has a block. */
const BLOCKS = 60;

/**
 * @param {string} kind
 * @param {string} name
 * @param {string} words
 */
export const tag = (kind, name, words) => html("span", { class: `tag ${kind}` }, icon(name), words);

/**
 * Blocks for what is left, made and open: one for each move, or a bar in their proportion.
 * @param {{left: number, open?: number, made?: number, gone?: number}} parts
 */
function blocks({ left, open = 0, made = 0, gone = 0 }) {
  const all = left + open + made + gone;
  const kinds = /** @type {[string, number][]} */ ([["left", left], ["open", open], ["done", made], ["gone", gone]]);
  const place = html("div", { class: `blocks${all > 24 ? " fine" : ""}${gone ? " crossed" : ""}${all > BLOCKS ? " smooth" : ""}`, "aria-hidden": "true" });
  for (const [kind, count] of kinds) {
    if (count === 0) continue;
    if (all > BLOCKS) {
      const bar = html("i", { class: kind });
      bar.style.flexGrow = String(count);
      place.append(bar);
    } else place.append(...Array.from({ length: count }, () => html("i", { class: kind })));
  }
  if (gone) place.append(icon("close", "bad"));
  return place;
}

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

/** @type {(number: string, unit: string, kind?: string) => Node[]} */
const head = (number, unit, kind = "") => [html("strong", { class: `number ${kind}${number.length > (kind === "range" ? 7 : 6) ? " longest" : number.length > 4 ? " long" : ""}` }, number), html("span", { class: "unit" }, unit)];

/** The language of the page around this one, which writes numbers in its own way. */
const LANGUAGE = new URLSearchParams(location.search).get("lang");

/** @type {(count: number) => string} */
const plain = (count) => count.toLocaleString("en").replaceAll(",", "\u202f");

/** @type {(count: number) => string} */
const written = (count) => {
  try {
    return LANGUAGE ? count.toLocaleString(LANGUAGE) : plain(count);
  } catch {
    return plain(count);
  }
};

/**
 * How the answer is known, as a tag.
 * @param {Known} known
 * @param {[string, string]} unit
 */
function knownTag(known, unit) {
  const recorded = known.hint?.known;
  if (recorded) return tag("proved", "check", `Known: ${written(recorded.length)} ${unit[recorded.length === 1 ? 0 : 1]}${recorded.proved ? ", recorded as proved" : ""}`);
  return tag("won", "tick", "can be won");
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
    hidden: () => [...head("–", "answers hidden"), blocks({ left: 0, made: 12 }), html("span", { class: "second" }, "Switch on to see the number.")],
    over: () => [
      ...(isCounted ? head(written(known.lower ?? 0), `${unit[known.lower === 1 ? 0 : 1]} left`) : head("Won", `in ${written(made)} ${unit[made === 1 ? 0 : 1]}`, "word")),
      marks.length && marks.length <= BLOCKS ? marked(marks) : blocks({ left: 0, made: Math.min(Math.max(made, 1), BLOCKS) }),
      ...(best !== null && best < (isCounted ? (known.lower ?? 0) : made) ? [tag("best", "star", isCounted ? `${written(best)} can be left` : `${written(best)} is enough`)] : best !== null ? [tag("best", "star", isCounted ? "no fewer" : "none is shorter")] : []),
    ],
    lost: () => [...head("Lost", lostAt ? `since move ${lostAt}` : "from the start", "word"), blocks({ left: 0, gone: Math.min(was ?? 12, BLOCKS) }), ...(was !== null ? [tag("lost", "close", `was ${written(was)} to go`)] : [tag("lost", "close", "cannot be won")])],
    exact: () => [...head(written(known.lower ?? 0), left(known.lower ?? 0)), blocks({ left: known.lower ?? 0, made: isCounted ? 0 : Math.min(made, BLOCKS) }), isCounted ? tag("best", "star", "no fewer") : knownTag(known, unit)],
    range: () => [
      ...head(known.upper === null ? `${written(known.lower ?? 0)}+` : known.lower ? `${written(known.lower)} – ${written(known.upper)}` : `≤ ${written(known.upper)}`, left(2), "range"),
      blocks({ left: known.lower ?? 0, open: known.upper === null ? 6 : known.upper - (known.lower ?? 0) }),
      search ? second : tag("unsettled", "help", "unsettled"),
    ],
    unknown: () => [...head("?", known.isAsked || search ? "not known yet" : "one moment"), blocks({ left: 0, open: 12 }), search ? second : known.isAsked ? tag("unsettled", "help", "unsettled") : second],
  };
  place.replaceChildren(...states[kind]());
  place.setAttribute("aria-label", `What is left: ${[...place.querySelectorAll(".number, .unit, .tag")].map((part) => part.textContent).join(" ")}`);
}
