// The parts of the gauge: a number with its unit, a block for each move, and how the answer is known.

import { html, icon } from "./dom.js";

/** Up to so many moves each has a block. */
export const BLOCKS = 60;
/** So many blocks stand for a number that is not known. */
export const OPEN = 12;

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
export function blocks({ left, open = 0, made = 0, gone = 0 }) {
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

/** @type {(number: string, unit: string, kind?: string) => Node[]} */
export const head = (number, unit, kind = "") => [html("strong", { class: `number ${kind}${number.length > (kind === "range" ? 7 : 6) ? " longest" : number.length > 4 ? " long" : ""}` }, number), html("span", { class: "unit" }, unit)];

/** The language of the page around this one, which writes numbers in its own way. */
const LANGUAGE = new URLSearchParams(location.search).get("lang");

/** @type {(count: number) => string} */
const plain = (count) => count.toLocaleString("en").replaceAll(",", "\u202f");

/** @type {(count: number) => string} */
export const written = (count) => {
  try {
    return LANGUAGE ? count.toLocaleString(LANGUAGE) : plain(count);
  } catch {
    return plain(count);
  }
};

/**
 * How the answer is known, as a tag.
 * @param {import("./api.js").Hint|null} hint
 * @param {[string, string]} unit
 */
export function knownTag(hint, unit) {
  const recorded = hint?.known;
  if (recorded) return tag("proved", "check", `Known: ${written(recorded.length)} ${unit[recorded.length === 1 ? 0 : 1]}${recorded.proved ? ", recorded as proved" : ""}`);
  return tag("won", "tick", "can be won");
}
