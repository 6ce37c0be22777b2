// Undo, redo, restart, scrub, and playing the moves of the line at a chosen speed.

import { button, element, html, icon, input, select } from "./dom.js";
import { Listened } from "./listened.js";
import { spaced } from "./words.js";

/** @typedef {import("./state.js").Session} Session */

/** Milliseconds from one move to the next at speed 1. */
const BEAT = 620;
/** Moves a beat where there are very many, so that no play takes longer than some minutes. */
const stride = (/** @type {number} */ rest) => Math.max(1, Math.round(rest / 400));

/** A line of up to so many moves has a bead for each position. */
const BEADS = 40;

/** Listeners are told when playing begins or ends. */
export class Transport extends Listened {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** Since how many moves the line is lost. @type {number|null} */
  #lost = null;
  /** The position that a play has come to which ran by itself. @type {import("./tree.js").Node|null} */
  reached = null;

  /**
   * @param {Session} session
   * @param {(haste: number) => void} hurry told how fast pieces are to go
   */
  constructor(session, hurry) {
    super();
    this.session = session;
    this.hurry = hurry;
    button("undo").addEventListener("click", () => this.step(-1));
    button("redo").addEventListener("click", () => this.step(1));
    button("class-first").addEventListener("click", () => this.go(0));
    input("scrub").addEventListener("input", () => this.go(Number(input("scrub").value)));
    select("speed").addEventListener("change", () => this.hurry(this.#speed));
    session.on("tree", () => this.#show());
    session.on("shown", () => {
      this.reached = this.isRunning ? session.node : null;
      this.#show();
    });
    session.on("puzzle", () => this.pause());
  }

  get #speed() {
    return Number(select("speed").value);
  }

  get isRunning() {
    return this.#timer !== undefined;
  }

  /** @param {number} at */
  go(at) {
    this.pause();
    this.session.go(at);
  }

  /** @param {1|-1} way */
  step(way) {
    this.go(this.session.at + way);
  }

  /** Plays on from the position shown; from the start where that is the last one. */
  run() {
    const { session } = this;
    if (session.way.length < 2) return;
    if (session.at === session.way.length - 1) session.go(0);
    const by = stride(session.way.length - session.at);
    this.hurry(this.#speed * Math.min(by, 4));
    this.#beat(by);
    this.tell();
  }

  /** @param {number} by */
  #beat(by) {
    this.#timer = setTimeout(() => {
      const { session } = this;
      session.go(session.at + by);
      if (session.at < session.way.length - 1) this.#beat(by);
      else this.pause();
    }, BEAT / this.#speed / Math.min(by, 4));
  }

  pause() {
    if (!this.isRunning) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.hurry(1);
    this.tell();
  }

  /**
   * Marks where the line was lost.
   * @param {number|null} at
   */
  mark(at) {
    if (at === this.#lost) return;
    this.#lost = at;
    this.#show();
  }

  #show() {
    const { at, way } = this.session;
    const most = way.length - 1;
    const scrub = input("scrub");
    scrub.max = String(most);
    scrub.value = String(at);
    scrub.disabled = most === 0;
    scrub.setAttribute("aria-valuetext", at === 0 ? "start" : `move ${at}, ${spaced(way[at].text)}`);
    const part = (/** @type {HTMLElement|SVGElement} */ one, /** @type {number} */ step) => {
      one.style.setProperty("--part", String(most === 0 ? 0 : step / most));
      return one;
    };
    part(scrub, at);
    const beads = most > BEADS || most === 0 ? [] : way.map((_, step) => part(html("i", { class: step < at ? "done" : step === at ? "here" : "" }), step));
    const cross = this.#lost === null || this.#lost > most ? [] : [part(icon("close"), this.#lost)];
    element("beads").replaceChildren(...beads, ...cross);
    element("count").textContent = `${at} / ${most}`;
    element("class-count").textContent = at === 1 ? "1 move" : `${at} moves`;
    button("undo").disabled = button("class-first").disabled = at === 0;
    button("redo").disabled = at === most;
  }
}
