// Undo, redo, restart, scrub, and playing the moves at a chosen speed.

import { button, element, input, select } from "./dom.js";

/** @typedef {import("./state.js").Session} Session */

/** Milliseconds from one move to the next at speed 1. */
const BEAT = 700;

export class Transport {
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;

  /**
   * @param {Session} session
   * @param {(haste: number) => void} hurry told how fast pieces are to go
   */
  constructor(session, hurry) {
    this.session = session;
    this.hurry = hurry;
    button("restart").addEventListener("click", () => this.go(0));
    button("undo").addEventListener("click", () => this.step(-1));
    button("redo").addEventListener("click", () => this.step(1));
    button("run").addEventListener("click", () => this.toggle());
    input("scrub").addEventListener("input", () => this.go(Number(input("scrub").value)));
    select("speed").addEventListener("change", () => this.hurry(this.#speed));
    session.on("moves", () => this.#show());
    session.on("shown", () => this.#show());
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

  toggle() {
    if (this.isRunning) this.pause();
    else this.run();
  }

  /** Plays on from the position shown; from the start where that is the last one. */
  run() {
    const { session } = this;
    if (session.frames.length === 0) return;
    if (session.at === session.frames.length) session.go(0);
    this.hurry(this.#speed);
    this.#beat();
    this.#show();
  }

  #beat() {
    this.#timer = setTimeout(() => {
      this.session.go(this.session.at + 1);
      if (this.session.at < this.session.frames.length) this.#beat();
      else this.pause();
    }, BEAT / this.#speed);
  }

  pause() {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.hurry(1);
    this.#show();
  }

  #show() {
    const { at, frames } = this.session;
    const scrub = input("scrub");
    scrub.max = String(frames.length);
    scrub.value = String(at);
    scrub.disabled = frames.length === 0;
    scrub.setAttribute("aria-valuetext", at === 0 ? "start" : `move ${at}, ${frames[at - 1].text}`);
    // The width of the longest text, so that nothing moves aside.
    element("count").textContent = `${at} / ${frames.length}`;
    button("undo").disabled = button("restart").disabled = at === 0;
    button("redo").disabled = at === frames.length;
    const run = button("run");
    run.disabled = frames.length === 0;
    run.classList.toggle("running", this.isRunning);
    run.setAttribute("aria-label", this.isRunning ? "Pause" : "Play");
  }
}
