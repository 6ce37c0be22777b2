// How far pupils are: their codes, one a line, perhaps behind a name, as a table.

import { dress } from "./class-style.js";
import { decode } from "./code.js";
import { html, icon } from "./dom.js";

/** @typedef {import("./code.js").Result} Result */
/** @typedef {{name: string, code: string, results: Result[], said: string}} Report */

/** In a text, and in words. @type {Record<Result, [string, string]>} */
const SHOWN = { open: ["○", "open"], solved: ["✓", "solved"], star: ["★", "no play is shorter"], hint: ["!", "with a hint"] };

/**
 * What codes say. `of` are the three signs of what is asked about, and `count` the questions that it has, where that is known.
 * @param {string} text
 * @param {string} [of]
 * @param {number} [count]
 * @returns {Report[]}
 */
export function read(text, of, count) {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) => {
    const [, name, code] = line.match(/^(.*?)\s*(\S{3}-?\S{5})\s*$/) ?? [null, "", line.trim()];
    try {
      const found = decode(code);
      const last = found.results.reduce((last, result, at) => (result === "open" ? last : at + 1), 0);
      const results = found.results.slice(0, count ?? last);
      const done = results.filter((result) => result !== "open").length;
      const isWhole = done === results.length && results.length > 0;
      const hints = results.includes("hint") ? ", a hint" : "";
      const said = of !== undefined && found.of !== of ? "another sheet" : isWhole && results.every((result) => result === "star") ? `all ${done}, none longer` : `${done} of ${results.length}${hints}`;
      return { name: name || "?", code, results: said === "another sheet" ? [] : results, said: of === undefined ? found.of : said };
    } catch (error) {
      return { name: name || "?", code, results: [], said: error instanceof Error ? error.message : String(error) };
    }
  });
}

/** @param {Report[]} reports */
export function table(reports) {
  dress();
  const sign = (/** @type {Result} */ result) => {
    const title = SHOWN[result][1];
    const drawn = result === "open" || result === "hint" ? html("i", { class: result }, result === "hint" ? "!" : "") : icon(result === "star" ? "star" : "tick", result === "star" ? "did star" : "did");
    return html("span", { role: "img", "aria-label": title, title }, drawn);
  };
  const row = (/** @type {Report} */ { name, code, results, said }) => html("tr", {}, html("th", { scope: "row" }, name), html("td", { class: "mono" }, code), html("td", { class: "signs" }, ...results.map(sign)), html("td", { class: "second" }, said));
  return html("table", { class: "reports" }, html("tbody", {}, ...reports.map(row)));
}

/** The same for a table of another program. @param {Report[]} reports */
export const copied = (reports) => reports.map(({ name, code, results, said }) => [name, code, results.map((result) => SHOWN[result][0]).join(" "), said].join("\t")).join("\n");
