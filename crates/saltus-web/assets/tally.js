// What a play that is over has come to: whether it was done in the fewest moves, and a mark for each thing done, from what the engine says of the positions; so
// answers can stay off until then. And the result as text.

import * as api from "./api.js";
import { numberOf } from "./daily.js";
import * as progress from "./progress.js";
import { MARKS, MOST } from "./score.js";

/** @typedef {import("./score.js").Mark} Mark */
/** @typedef {import("./score.js").Play} Play */
/** @typedef {import("./score.js").Result} Result */
/** @typedef {import("./score.js").Step} Step */

export class Tally {
  /**
   * @param {import("./state.js").Session} session
   * @param {import("./score.js").Score} score
   */
  constructor(session, score) {
    this.session = session;
    this.score = score;
  }

  /** Counts a play, keeps that it was done, and has it shown. @param {Play} play */
  async count({ root, start, steps, made, hints, day, hadAnswers, rest }) {
    const { session, score } = this;
    if (session.root !== root) return;
    const isLeft = session.pieces !== null;
    const best = await this.#left([]).catch(() => undefined);
    const fewest = typeof best === "number" ? best : null;
    const isBest = fewest !== null && (isLeft ? rest === fewest : made === fewest);
    if (session.root !== root) return;
    const isStar = isBest && hints === 0 && !(day !== null && hadAnswers);
    // Where pieces count, a play always ends; it is solved where none leaves fewer.
    if (!isLeft || isBest) progress.solved(progress.keyOf(start), made, isStar);
    const result = { made, fewest, hints, isStar, marks: /** @type {Mark[]} */ ([]), isWhole: false };
    score.result = result;
    score.tell();
    if (steps.length <= MOST) {
      for (const [index, step] of steps.entries()) result.marks.push(await this.#mark(step, index > 0 ? steps[index - 1].way : []));
    }
    result.isWhole = true;
    if (day !== null && (!isLeft || isBest)) progress.daySolved(day, { made, marks: result.marks.join(""), hints, ...(isStar ? { star: 1 } : {}), ...(numberOf(new Date()) === day ? {} : { late: 1 }) });
    if (session.root === root) score.tell();
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

/** How it was done, in one line. @param {Result} result */
export function heading({ made, fewest, isStar }) {
  const count = `${made} ${made === 1 ? "move" : "moves"}`;
  return isStar ? `${count}, no play is shorter ⭐` : fewest !== null && fewest < made ? `${count}, ${fewest} is the fewest` : count;
}

/**
 * The result as text, without a word of the way: nine marks a row.
 * @param {string} name
 * @param {Result} result
 * @param {string} address
 */
export function written(name, result, address) {
  const { marks } = result;
  /** @type {string[]} */
  const rows = [];
  const isShort = marks.length <= 60;
  for (let from = 0; isShort && from < marks.length; from += 9) rows.push(marks.slice(from, from + 9).map((mark) => MARKS[mark][0]).join(""));
  return [`${name} · ${heading(result)}`, ...rows, address].join("\n");
}
