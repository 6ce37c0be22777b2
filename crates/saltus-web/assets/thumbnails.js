// Living thumbnails: boards that are drawn as they come into view, and of which one at a time plays its best moves.

import * as api from "./api.js";
import { picture } from "./board.js";
import { html } from "./dom.js";
import { spread, standing } from "./geometry.js";
import { Latest } from "./latest.js";
import { lookOf } from "./looks.js";
import { isQuiet, travel } from "./motion.js";

/** @typedef {import("./api.js").Spot} Spot */
/**
 * A board and its place; `frames` is null where no play is known, and undefined as long as nobody asked.
 * @typedef {{place: HTMLElement, bar: HTMLElement, line: string, isSeen: boolean, play: api.Play|null, frames: api.Frame[]|null|undefined, at: number, scene: Spot[]}} Thumb
 */

/** Milliseconds between two moves, and those that a search for moves may take. */
const BEAT = 900;
const PATIENCE = 2000;
/** So many moves are shown before it is another one's turn. */
const SHOWN = 12;

/** When the browser has nothing else to do. @type {() => Promise<unknown>} */
const idle = () => new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: 500 }) : setTimeout(done, 50)));

export class Thumbnails {
  /** @type {Thumb[]} */
  #all = [];
  /** The one that plays. @type {Thumb|null} */
  #now = null;
  /** The one that is pointed at, or has the focus. @type {Thumb|null} */
  #wanted = null;
  #isAsking = false;
  #timer = 0;
  /** What is asked until it is ended, so that nobody waits for it who plays. */
  #asked = new Latest();
  #seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const thumb = this.#all.find(({ place }) => place === target);
      if (thumb) thumb.isSeen = isIntersecting;
    }
    void this.#ask();
  });

  /**
   * A place in which a board is shown as soon as it is seen.
   * @param {string} line
   * @param {HTMLElement} card what makes it play when it is pointed at
   */
  add(line, card) {
    const bar = html("i", { class: "progress" });
    const place = html("span", { class: "thumb", "aria-hidden": "true" }, bar);
    /** @type {Thumb} */
    const thumb = { place, bar, line, isSeen: false, play: null, frames: undefined, at: 0, scene: [] };
    this.#all.push(thumb);
    this.#seen.observe(place);
    const want = () => (this.#wanted = thumb);
    const leave = () => this.#wanted === thumb && (this.#wanted = null);
    for (const name of ["pointerenter", "focusin"]) card.addEventListener(name, want);
    for (const name of ["pointerleave", "focusout"]) card.addEventListener(name, leave);
    return place;
  }

  start() {
    clearInterval(this.#timer);
    this.#asked.begin();
    void this.#ask();
    this.#timer = window.setInterval(() => this.#beat(), BEAT);
  }

  stop() {
    clearInterval(this.#timer);
    this.#asked.end();
    this.#wanted = null;
    this.#rest();
  }

  /** Asks for boards that are seen and not drawn yet, then for the moves of the one that is to play; one after another. */
  async #ask() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      for (;;) {
        await idle();
        if (this.#asked.signal.aborted) return;
        const bare = this.#all.find(({ isSeen, play }) => isSeen && !play);
        if (bare) await this.#load(bare);
        else if (this.#now && this.#now.frames === undefined) await this.#find(this.#now);
        else return;
      }
    } finally {
      this.#isAsking = false;
    }
  }

  /** @param {Thumb} thumb */
  async #load(thumb) {
    try {
      const play = await api.play(thumb.line);
      thumb.play = { ...play, outline: { ...play.outline, places: spread(play.outline.places) } };
      thumb.scene = play.scene;
      const { stage } = lookOf(play.start, play.outline);
      thumb.place.classList.add(`stage-${stage}`);
      this.#draw(thumb);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      // A board that is refused is not asked for again.
      this.#seen.unobserve(thumb.place);
      thumb.isSeen = false;
    }
  }

  /** @param {Thumb} thumb */
  async #find(thumb) {
    const { signal } = this.#asked;
    /** @type {api.Frame[]|null} */
    let frames = null;
    try {
      const { known } = await api.hint(thumb.line, signal);
      const moves = known?.moves ?? (await solution(thumb.line, signal));
      if (moves) frames = (await api.play(thumb.line, moves)).frames;
    } catch (error) {
      if (!signal.aborted && !(error instanceof api.Refusal)) throw error;
    }
    // What was ended is asked for again another time.
    if (!signal.aborted) thumb.frames = frames;
  }

  #beat() {
    if (document.hidden || isQuiet()) return this.#rest();
    const { frames, at = 0 } = this.#now ?? {};
    const isOver = frames === null || (frames && at >= frames.length) || (!this.#wanted && at >= SHOWN);
    if (!this.#now || (this.#wanted && this.#wanted !== this.#now) || isOver || !this.#now.isSeen) {
      const before = this.#now;
      this.#rest();
      this.#now = this.#wanted ?? this.#after(before);
      if (this.#now?.frames === undefined) void this.#ask();
    } else if (frames) this.#step(this.#now, frames);
  }

  /** The next one that is seen and may have moves. @param {Thumb|null} before */
  #after(before) {
    const from = before ? this.#all.indexOf(before) + 1 : 0;
    const others = [...this.#all.slice(from), ...this.#all.slice(0, from)];
    return others.find(({ isSeen, play, frames }) => isSeen && play && frames !== null) ?? null;
  }

  /** @param {Thumb} thumb @param {api.Frame[]} frames */
  #step(thumb, frames) {
    const { changes, path } = frames[thumb.at++];
    const before = thumb.scene;
    thumb.scene = [...before];
    for (const [cell, label, tint] of changes) thumb.scene[cell] = { label, tint };
    const drawn = this.#draw(thumb);
    const { outline } = /** @type {api.Play} */ (thumb.play);
    const index = [...standing(outline, thumb.scene).values()].findIndex(({ cells }) => cells[0] === path[path.length - 1]);
    const mover = drawn.querySelectorAll(":scope > .piece")[index];
    if (mover instanceof SVGGElement && path.length > 1) {
      mover.parentNode?.append(mover);
      travel(mover, outline, before, path, 1);
    }
    thumb.bar.style.width = `${(100 * thumb.at) / frames.length}%`;
  }

  /** Ends the play, and shows the start again. */
  #rest() {
    const thumb = this.#now;
    this.#now = null;
    if (!thumb?.play || thumb.at === 0) return;
    thumb.at = 0;
    thumb.scene = thumb.play.scene;
    thumb.bar.style.width = "";
    this.#draw(thumb);
  }

  /** @param {Thumb} thumb */
  #draw({ place, bar, play, scene }) {
    const { outline, start, goal } = /** @type {api.Play} */ (play);
    const drawn = picture(outline, scene, "", { look: lookOf(start, outline), goal });
    place.replaceChildren(drawn, bar);
    return drawn;
  }
}

/**
 * The moves of a solution that is found at once; none where that takes longer.
 * @param {string} line
 * @param {AbortSignal} signal
 * @returns {Promise<string[]|null>}
 */
function solution(line, signal) {
  return new Promise((done) => {
    const end = api.solve(line, { progress: () => {}, answer: ({ moves }) => done(moves ?? null), failed: () => done(null) });
    const give = () => {
      end();
      done(null);
    };
    AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]).addEventListener("abort", give);
  });
}
