// What theory says of the position shown, and how searches look at it. Asked only while it is looked at.

import * as api from "./api.js";
import { byId, drawn, element, html } from "./dom.js";
import { Latest } from "./latest.js";
import { capital, reason } from "./words.js";

/** @param {import("./state.js").Session} session */
export function show(session) {
  const theory = byId("theory", HTMLDetailsElement);
  // The page of results has a heading for each family.
  const place = (/** @type {string} */ line) => element("stated").setAttribute("href", `results.html#${line.split(" ")[0]}`);
  whileOpen(session, theory, element("facts"), async (line, signal) => {
    place(line);
    const facts = await api.explain(line, signal);
    const rows = facts.flatMap(({ subject, text }) => [html("dt", {}, capital(subject.replaceAll("-", " "))), html("dd", {}, text)]);
    return rows.length ? rows : [html("dd", {}, "Nothing is known beyond what search finds.")];
  });
  const list = html("div", { id: "searches" });
  const searches = html("details", {}, html("summary", {}, html("h3", {}, "How searches look at it")), list);
  theory.append(searches);
  whileOpen(session, searches, list, async (line, signal) => searched(await api.trace(line, signal)));
}

/**
 * Fills a list with what is asked about the position shown, whenever that is another one and the panel is open.
 * @param {import("./state.js").Session} session
 * @param {HTMLDetailsElement} panel
 * @param {HTMLElement} list
 * @param {(line: string, signal: AbortSignal) => Promise<Node[]>} ask
 */
function whileOpen(session, panel, list, ask) {
  const asked = new Latest();
  let shown = "";
  const update = async () => {
    const line = session.position?.line;
    if (!panel.open || !line || line === shown) return;
    const signal = asked.begin();
    try {
      const rows = await ask(line, signal);
      if (signal.aborted) return;
      shown = line;
      list.replaceChildren(...rows);
    } catch (error) {
      if (signal.aborted) return;
      shown = "";
      list.replaceChildren(html(list instanceof HTMLDListElement ? "dd" : "p", { class: "error" }, reason(error)));
    }
  };
  panel.addEventListener("toggle", () => void update());
  session.on("position", () => void update());
  void update();
}

/**
 * A table of searches, and charts of the positions that they expanded.
 * @param {{searches: api.Searched[], pictures: string[]}} traced
 */
function searched({ searches, pictures }) {
  const row = (/** @type {api.Searched} */ { search, length, expanded, because }) =>
    html("tr", {}, html("th", { scope: "row" }, search), html("td", {}, expanded.toLocaleString("en")), html("td", {}, length === null ? (because ?? "") : `${length} moves`));
  const head = html("tr", {}, ...["Search", "Positions expanded", "Found"].map((name) => html("th", { scope: "col" }, name)));
  const table = html("table", { class: "keys" }, html("thead", {}, head), html("tbody", {}, ...searches.map(row)));
  return [table, ...pictures.map(drawn)];
}
