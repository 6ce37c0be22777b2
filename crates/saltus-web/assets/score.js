// What is counted while somebody plays: every move that is made, also those taken back, and every hint. At the end each has its mark, from what the engine
// says of the positions: so answers can stay off until then.

import * as api from "./api.js";
import { Listened } from "./listened.js";
import { numberOf } from "./daily.js";
import * as progress from "./progress.js";

/** @typedef {import("./tree.js").Node} Node */
/** k nearer, s no nearer, f further, x lost, o not known, u taken back, h a hint. @typedef {"k"|"s"|"f"|"x"|"o"|"u"|"h"} Mark */
/** A move by its text, `<` moves taken back, `?` a hint; `way` has the moves that led there. @typedef {{kind: "move"|"back"|"hint", way: string[]}} Step */
/** How it was solved: `fewest` where that is known. @typedef {{made: number, fewest: number|null, hints: number, isStar: boolean, marks: Mark[], isWhole: boolean}} Result `isWhole`: all marks are there */

/** Plays of more steps have no marks. */
const MOST = 400;

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

  /**
   * @param {import("./state.js").Session} session
   * @param {import("./judge.js").Judge} judge
   * @param {import("./transport.js").Transport} transport
   */
  constructor(session, judge, transport) {
    super();
    this.session = session;
    this.judge = judge;
    this.transport = transport;
    session.on("puzzle", () => {
      this.#begin();
      this.isSpent = session.at > 0 && !this.#resume();
    });
    session.on("shown", ({ before }) => before !== session.node && this.#went(before, session.node));
    session.on("position", ({ over }) => over && session.at > 0 && !this.isSpent && void this.#finish());
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
    progress.note({ line: progress.keyOf(session.start), moves: session.moves.join(" "), at: session.at, steps });
  }

  /** Takes up what was done before the page was loaded anew. Whether there was any. */
  #resume() {
    const { session } = this;
    const { last } = progress.read();
    if (!last?.steps || last.line !== progress.keyOf(session.start) || last.at !== session.at || last.moves !== session.moves.join(" ")) return false;
    /** @type {string[]} */
    let way = [];
    for (const step of last.steps.split(" ")) {
      if (step === "<") way = way.slice(0, -1);
      else if (step !== "?") way = [...way, step];
      this.steps.push({ kind: step === "<" ? "back" : step === "?" ? "hint" : "move", way });
    }
    return way.join(" ") === session.moves.slice(0, session.at).join(" ");
  }

  async #finish() {
    const { session, made, hints, steps, day } = this;
    const { root } = session;
    const isLeft = session.pieces !== null;
    this.isSpent = true;
    const rest = session.position?.left ?? 0;
    const best = await this.#left([]).catch(() => undefined);
    const fewest = typeof best === "number" ? best : null;
    const isBest = fewest !== null && (isLeft ? rest === fewest : made === fewest);
    if (session.root !== root) return;
    const isStar = isBest && hints === 0 && !(day !== null && this.hadAnswers);
    // Where pieces count, a play always ends; it is solved where none leaves fewer.
    if (!isLeft || isBest) progress.solved(progress.keyOf(session.start), made, isStar);
    const result = { made, fewest, hints, isStar, marks: /** @type {Mark[]} */ ([]), isWhole: false };
    this.result = result;
    this.tell();
    if (steps.length <= MOST) {
      for (const [index, step] of steps.entries()) result.marks.push(await this.#mark(step, index > 0 ? steps[index - 1].way : []));
    }
    result.isWhole = true;
    if (day !== null && (!isLeft || isBest)) progress.daySolved(day, { made, marks: result.marks.join(""), hints, ...(isStar ? { star: 1 } : {}), ...(numberOf(new Date()) === day ? {} : { late: 1 }) });
    if (session.root === root) this.tell();
  }

  /** @param {Step} step @param {string[]} before @returns {Promise<Mark>} */
  async #mark({ kind, way }, before) {
    if (kind !== "move") return kind === "back" ? "u" : "h";
    try {
      const [had, has] = [await this.#left(before), await this.#left(way)];
      if (has === null) return "x";
      if (had === undefined || has === undefined || had === null) return "o";
      // Where pieces count, a good move keeps what can be left.
      if (this.session.pieces) return has > had ? "f" : "k";
      return has < had ? "k" : has === had ? "s" : "f";
    } catch {
      return "o";
    }
  }

  /** What is left after some moves, by them. @type {Map<string, Promise<number|null|undefined>>} */
  #known = new Map();

  /** What is left after some moves from the start: null where it is lost, undefined where that is not known. @param {string[]} way */
  #left(way) {
    const key = `${this.session.start} ${way.join(",")}`;
    const known = this.#known.get(key);
    if (known) return known;
    const asked = this.#ask(this.session.start, way);
    this.#known.set(key, asked);
    return asked;
  }

  /** @param {string} start @param {string[]} way @returns {Promise<number|null|undefined>} */
  async #ask(start, way) {
    const { line, over, left } = await api.play(start, way);
    if (over) return left ?? 0;
    const { status, lower, upper, known } = await api.hint(line);
    if (status === "unsolvable") return null;
    if (lower !== null && lower === upper) return upper;
    return known?.proved ? known.length : undefined;
  }
}

/**
 * The result as text, without a word of the way: nine marks a row.
 * @param {string} name
 * @param {Result} result
 * @param {string} address
 */
export function written(name, { made, fewest, isStar, marks }, address) {
  const count = `${made} ${made === 1 ? "move" : "moves"}`;
  const words = isStar ? `${count}, no play is shorter ⭐` : fewest !== null && fewest < made ? `${count}, ${fewest} is the fewest` : count;
  /** @type {string[]} */
  const rows = [];
  const isShort = marks.length <= 60;
  for (let from = 0; isShort && from < marks.length; from += 9) rows.push(marks.slice(from, from + 9).map((mark) => MARKS[mark][0]).join(""));
  return [`${name} · ${words}`, ...rows, address].join("\n");
}
