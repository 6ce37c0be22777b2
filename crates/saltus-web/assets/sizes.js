// Two sliders for toads and frogs, with the number of moves that the theorem gives. It asks no engine.

import { html } from "./dom.js";

/**
 * @param {(line: string) => void} open
 */
export function sizes(open) {
  const slider = (/** @type {string} */ name, /** @type {string} */ value) => html("input", { type: "range", min: "1", max: "9", value, "aria-label": name });
  const [toads, frogs] = [slider("Toads", "3"), slider("Frogs", "3")];
  const words = [html("span", {}), html("span", {})];
  const number = html("strong", { class: "number" });
  const sum = html("p", { class: "second" });
  const show = () => {
    for (const one of [toads, frogs]) one.style.setProperty("--part", String((Number(one.value) - 1) / 8));
    const [n, m] = [Number(toads.value), Number(frogs.value)];
    words[0].textContent = `${n} ${n === 1 ? "toad" : "toads"}`;
    words[1].textContent = `${m} ${m === 1 ? "frog" : "frogs"}`;
    number.textContent = String(n * m + n + m);
    sum.textContent = `${n} · ${m} + ${n} + ${m} = ${n * m + n + m}`;
  };
  for (const one of [toads, frogs]) {
    one.addEventListener("input", show);
    one.addEventListener("change", () => open(`shift ${toads.value} ${frogs.value}`));
  }
  show();
  return html("section", { class: "sizes" }, html("h3", {}, "How many moves?"), html("div", {}, html("label", {}, words[0], toads), html("label", {}, words[1], frogs)), number, sum);
}

