// The strip below a window on a long row: all of the row, and which part of it is seen.

import { svg } from "./dom.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./view.js").View} View */

/** Board measures: how high it is, and how far below the row. */
const STRIP = 520;
const HIGH = 260;
const ABOVE = 160;

export class Strip {
  /** What catches presses between the parts, which are less than a pixel wide where a row is long. */
  #ground = svg("rect", { class: "strip-ground", height: HIGH });
  #row = svg("g");
  #frame = svg("rect", { class: "strip-frame", height: HIGH + 80, y: -40, rx: 60 });
  #wanted = 0;

  /**
   * @param {View} view
   * @param {Point[]} places
   */
  constructor(view, places) {
    this.view = view;
    this.places = places;
    view.below = STRIP;
    this.svg = svg("g", { class: "strip", "aria-hidden": "true" }, this.#ground, this.#row, this.#frame);
    const go = (/** @type {PointerEvent} */ event) => {
      event.stopPropagation();
      if (event.type === "pointermove" && event.buttons === 0) return;
      const { box, whole } = view;
      const part = (view.inside(event)[0] - box[0]) / box[2];
      view.to(whole[0] + part * whole[2] - box[2] / 2, box[1]);
    };
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      go(event);
    });
    this.svg.addEventListener("pointermove", go);
    this.svg.addEventListener("click", (event) => event.stopPropagation());
  }

  /** Puts it below what is seen. */
  place() {
    const { box, whole, isWindow } = this.view;
    this.svg.toggleAttribute("hidden", !isWindow);
    if (!isWindow) return;
    const scale = box[2] / whole[2];
    this.svg.setAttribute("transform", `translate(${box[0]} ${whole[1] + whole[3] + ABOVE})`);
    this.#row.setAttribute("transform", `scale(${scale} 1) translate(${-whole[0]} 0)`);
    this.#ground.setAttribute("width", String(box[2]));
    this.#frame.setAttribute("x", String((box[0] - whole[0]) * scale));
    this.#frame.setAttribute("width", String(box[2] * scale));
  }

  /**
   * Shows what stands where; once a frame is enough.
   * @param {Spot[]} scene
   */
  show(scene) {
    cancelAnimationFrame(this.#wanted);
    this.#wanted = requestAnimationFrame(() => {
      /** @type {Map<string, string[]>} */
      const parts = new Map();
      scene.forEach(({ tint }, cell) => {
        const part = `M${this.places[cell][0] - 480} 0h960v${HIGH}h-960Z`;
        const others = parts.get(tint);
        if (others) others.push(part);
        else parts.set(tint, [part]);
      });
      this.#row.replaceChildren(...[...parts].map(([tint, all]) => svg("path", { class: `strip-part ${tint}`, d: all.join("") })));
    });
  }
}
