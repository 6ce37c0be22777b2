// The boards of a sheet, as a pupil has them: what is done is faint, with a star or a tick; the next one has a frame.

import * as api from "./api.js";
import { picture } from "./board.js";
import { html, icon } from "./dom.js";
import { spread } from "./geometry.js";
import { lookOf } from "./looks.js";

/** @typedef {import("./code.js").Result} Result */

/**
 * The boards, as a lesson. Throws where there are none.
 * @param {import("./sheets.js").Sheet} sheet
 * @param {AbortSignal} [signal]
 */
export async function made({ line, length, count, seed }, signal) {
  const { lesson, puzzles, because } = await api.made({ line, length, count, seed, unique_first: true }, signal);
  if (puzzles.length === 0) throw new Error(because ?? "There are no such boards.");
  return { lesson, because };
}

/** In the order of what they are worth. @type {Result[]} */
const WORTH = ["open", "hint", "solved", "star"];
/** @type {Record<Result, string>} */
const SAID = { open: "open", hint: "solved with a hint", solved: "solved", star: "solved, no play is shorter" };

/** Whether a result is worth more than another one. @param {Result} result @param {Result} [other] */
export const isBetter = (result, other = "open") => WORTH.indexOf(result) > WORTH.indexOf(other);

/** The sign of a result. @param {Result} result */
export const signOf = (result) => (result === "open" ? [] : [result === "hint" ? html("i", { class: "hint-mark" }, "!") : icon(result === "star" ? "star" : "tick", result === "star" ? "did star" : "did")]);

/**
 * The boards of a lesson, each a button.
 * @param {import("./lessontext.js").Chapter[]} chapters
 * @param {Map<number, Result>} results
 * @param {number} next the first one that is open, -1 for none
 * @param {(at: number) => void} open
 */
export function boards(chapters, results, next, open) {
  const cards = chapters.map(({ puzzle, moves }, at) => {
    const result = results.get(at) ?? "open";
    const place = html("span", { class: "thumb", "aria-hidden": "true" });
    const isNext = at === next;
    const card = html("button", { type: "button", class: `sheet-card${result === "open" ? "" : " done"}${isNext ? " next" : ""}` }, place, html("span", { class: "row" }, html("strong", {}, `${at + 1}${isNext ? " next" : ""}`), html("span", { class: "unseen" }, isNext ? "" : `, ${SAID[result]}`), ...signOf(result)));
    card.addEventListener("click", () => open(at));
    void api.play(puzzle, moves).then(({ start, outline, frames, scene, goal }) => {
      const look = lookOf(start, outline);
      place.classList.add(`stage-${look.stage}`);
      const now = scene.map((spot) => spot);
      for (const { changes } of frames) for (const [cell, name, tint] of changes) now[cell] = { label: name, tint };
      place.append(picture({ ...outline, places: spread(outline.places) }, now, "", { look, goal }));
    });
    return html("li", {}, card);
  });
  return html("ol", { class: "sheet-boards" }, ...cards);
}
