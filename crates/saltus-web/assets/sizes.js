// Two sliders for the numbers of a line, with the number of moves that a theorem gives. It asks no engine.

import { html } from "./dom.js";
import { theoremOf } from "./puzzles.js";
import { capital, counted } from "./words.js";

/**
 * Nothing where no theorem is known of the line.
 * @param {string} line
 * @param {(line: string) => void} open
 */
export function sizes(line, open) {
  const theorem = theoremOf(line);
  if (!theorem) return [];
  const sliders = theorem.counts.map(([, several]) => html("input", { type: "range", min: "1", max: "9", value: "3", "aria-label": capital(several) }));
  const words = theorem.counts.map(() => html("span", {}));
  const number = html("strong", { class: "number" });
  const sum = html("p", { class: "second" });
  const values = () => sliders.map(({ value }) => Number(value));
  const show = () => {
    sliders.forEach((slider, index) => {
      slider.style.setProperty("--part", String((Number(slider.value) - 1) / 8));
      words[index].textContent = counted(Number(slider.value), theorem.counts[index]);
    });
    const filled = values().reduce((sum, value, index) => sum.replaceAll("abc"[index], String(value)), theorem.sum);
    const parts = filled.split(" + ").map((part) => part.split(" · ").reduce((product, factor) => product * Number(factor), 1));
    number.textContent = String(parts.reduce((one, other) => one + other));
    sum.textContent = `${filled} = ${number.textContent}`;
  };
  const changed = () => {
    const all = values();
    open(line.replace(/\d+/g, () => String(all.shift())));
  };
  for (const slider of sliders) {
    slider.addEventListener("input", show);
    slider.addEventListener("change", changed);
  }
  show();
  return [html("section", { class: "sizes" }, html("h3", {}, "How many moves?"), html("div", {}, ...sliders.map((slider, index) => html("label", {}, words[index], slider))), number, sum)];
}
