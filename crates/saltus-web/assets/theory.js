// What theory says of the position shown. Asked only while it is looked at.

import * as api from "./api.js";
import { byId, element, html } from "./dom.js";
import { Latest } from "./latest.js";
import { capital, reason } from "./words.js";

/** @param {import("./state.js").Session} session */
export function show(session) {
  const panel = byId("theory", HTMLDetailsElement);
  const list = element("facts");
  const asked = new Latest();
  let shown = "";

  const update = async () => {
    const line = session.position?.line;
    if (!panel.open || !line || line === shown) return;
    // The page of results has a heading for each family.
    element("stated").setAttribute("href", `results.html#${line.split(" ")[0]}`);
    const signal = asked.begin();
    try {
      const facts = await api.explain(line, signal);
      if (signal.aborted) return;
      shown = line;
      const rows = facts.flatMap(({ subject, text }) => [html("dt", {}, capital(subject.replaceAll("-", " "))), html("dd", {}, text)]);
      list.replaceChildren(...(rows.length ? rows : [html("dd", {}, "Nothing is known beyond what search finds.")]));
    } catch (error) {
      if (signal.aborted) return;
      shown = "";
      list.replaceChildren(html("dd", { class: "error" }, reason(error)));
    }
  };
  panel.addEventListener("toggle", () => void update());
  session.on("position", () => void update());
  void update();
}
