// What is counted while somebody plays: every move that is made, also those taken back, and every hint. What that comes to is found at the end (tally.js).

import { keyOf, last, note } from "./last.js";
import { Listened } from "./listened.js";

/** @typedef {import("./tree.js").Node} Node */
/** k nearer, s no nearer, f further, x lost, o not known, u taken back, h a hint. @typedef {"k"|"s"|"f"|"x"|"o"|"u"|"h"} Mark */
/** A move by its text, `<` moves taken back, `?` a hint; `way` has the moves that led there. @typedef {{kind: "move"|"back"|"hint", way: string[]}} Step */
/** How it was solved: `fewest` where that is known. @typedef {{made: number, fewest: number|null, hints: number, isStar: boolean, marks: Mark[], isWhole: boolean}} Result `isWhole`: all marks are there */
/** A play that is over: all that was done, and the pieces that are left, where these count. @typedef {{root: Node, start: string, steps: Step[], made: number, hints: number, day: number|null, hadAnswers: boolean, rest: number}} Play */

/** Plays of more steps have no marks. */
export const MOST = 400;

/** @type {Record<Mark, [string, string]>} */
export const MARKS = { k: ["🟦", "nearer"], s: ["⬜", "no nearer"], f: ["🔶", "further away"], x: ["❌", "lost"], o: ["▫️", "not known"], u: ["↩️", "taken back"], h: ["💡", "hint"] };

/** Listeners are told when something was done, or is known of it. */
export class Score extends Listened {
  /** All that was done since the start. @type {Step[]} */
  steps = [];
  /** @type {Result|null} */
  result = null;
  /** Whether it does not count: a play was shown, it began elsewhere than at the start, or it is over. */
  isSpent = false;
  /** Whether answers were shown meanwhile. */
  hadAnswers = false;
  /** The number of the day whose puzzle this is: then going back to the start is no new beginning. @type {number|null} */
  day = null;
  /** The line of that puzzle, as the engine calls it; none before it is there. */
  #dayStart = "";
  /** What is offered after a win, by those who know what comes next; the filled act first. @type {(() => [string, () => void][])[]} */
  offers = [];

  /**
   * @param {import("./state.js").Session} session
   * @param {import("./judge.js").Judge} judge
   * @param {import("./transport.js").Transport} transport
   * @param {() => boolean} isOff whether what is played now does not count, as in a lesson
   * @param {(play: Play) => Promise<void>} count finds what a play that is over has come to
   */
  constructor(session, judge, transport, isOff, count) {
    super();
    this.session = session;
    this.judge = judge;
    this.transport = transport;
    this.isOff = isOff;
    session.on("puzzle", () => {
      this.#begin();
      // The first puzzle after a day was asked for is that of the day.
      if (this.day !== null && this.#dayStart === "") this.#dayStart = session.start;
      else if (session.start !== this.#dayStart || isOff()) this.day = null;
      this.isSpent = isOff() || (session.at > 0 && !this.#resume());
    });
    session.on("shown", ({ before }) => before !== session.node && this.#went(before, session.node));
    session.on("position", ({ over }) => {
      if (!over || session.at === 0 || this.isSpent || isOff()) return;
      this.isSpent = true;
      const { made, hints, steps, day, hadAnswers } = this;
      void count({ root: session.root, start: session.start, steps, made, hints, day, hadAnswers, rest: session.position?.left ?? 0 });
    });
    judge.on(() => (this.hadAnswers ||= judge.isOn && (this.made > 0 || this.day !== null)));
  }

  /** Moves that were made. */
  get made() {
    return this.steps.filter(({ kind }) => kind === "move").length;
  }

  get hints() {
    return this.steps.filter(({ kind }) => kind === "hint").length;
  }

  /** A hint was shown. */
  hinted() {
    const last = this.steps[this.steps.length - 1];
    if (this.isSpent || last?.kind === "hint") return;
    this.steps.push({ kind: "hint", way: this.#way(this.session.node) });
    this.tell();
  }

  /** The next puzzle is that of a day. @param {number} number */
  expect(number) {
    this.day = number;
    this.#dayStart = "";
  }

  /** Begins anew. */
  #begin() {
    this.steps = [];
    this.result = null;
    this.isSpent = false;
    this.hadAnswers = false;
  }

  /** @param {Node} node */
  #way = (node) => node.way.slice(1).map(({ text }) => text);

  /** @param {Node} before @param {Node} after */
  #went(before, after) {
    if (this.isOff()) {
      this.isSpent = true;
      return;
    }
    // Back by one move is a move taken back.
    if (after.parent === null && (this.isSpent || (this.day === null && before.depth > 1))) {
      this.#begin();
      return this.tell();
    }
    if (this.transport.isRunning) this.isSpent = true;
    if (this.isSpent) return;
    const way = after.way;
    let shared = before;
    while (shared.parent && way[shared.depth] !== shared) {
      shared = shared.parent;
      this.steps.push({ kind: "back", way: this.#way(shared) });
    }
    for (const node of way.slice(shared.depth + 1)) this.steps.push({ kind: "move", way: this.#way(node) });
    this.#note();
    this.tell();
  }

  /** Notes where the player is, so that a reload takes nothing away. */
  #note() {
    const { session } = this;
    if (this.steps.length > MOST) return;
    const steps = this.steps.map(({ kind, way }) => (kind === "move" ? way[way.length - 1] : kind === "back" ? "<" : "?")).join(" ");
    note({ line: keyOf(session.start), moves: session.moves.join(" "), at: session.at, steps });
  }

  /** Takes up what was done before the page was loaded anew. Whether there was any. */
  #resume() {
    const { session } = this;
    const left = last();
    if (!left?.steps || left.line !== keyOf(session.start) || left.at !== session.at || left.moves !== session.moves.join(" ")) return false;
    /** @type {string[]} */
    let way = [];
    for (const step of left.steps.split(" ")) {
      if (step === "<") way = way.slice(0, -1);
      else if (step !== "?") way = [...way, step];
      this.steps.push({ kind: step === "<" ? "back" : step === "?" ? "hint" : "move", way });
    }
    return way.join(" ") === session.moves.slice(0, session.at).join(" ");
  }
}
