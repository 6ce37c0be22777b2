// What is being played: a puzzle, its moves, and how many of them are made. The rules are the server's.

import * as api from "./api.js";
import { spread } from "./geometry.js";

/** @typedef {import("./api.js").Play} Play */
/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./api.js").Frame} Frame */
/** @typedef {import("./api.js").Choice} Choice */
/** How a position can go on. @typedef {Pick<Play, "line"|"turn"|"over"|"left"|"choices">} Position */
/**
 * What is told to listeners: another puzzle; other moves; another position is shown (`before` is how many moves had been made);
 * it is known how the position shown goes on; nobody knows, since the server refused.
 * @typedef {{puzzle: void, moves: void, shown: {before: number}, position: Position, refused: api.Refusal}} Events
 */

/** @type {Outline} */
const NOTHING = { cells: "square", pieces: "disc", places: [], names: [], links: [], marked: [], walls: [] };

export class Session {
  /** The line of the position at the start. */
  start = "";
  outline = NOTHING;
  /** @type {Spot[]} */
  #scene = [];
  /** @type {Spot[]} */
  palette = [];
  /** @type {Spot[]|null} */
  goal = null;
  /** One piece and several of them, where the pieces left are what counts. @type {[string, string]|null} */
  pieces = null;
  /** All moves, also those taken back. @type {Frame[]} */
  frames = [];
  /** How many of them are made. */
  at = 0;
  /** What is known of the position behind so many moves. @type {(Position|undefined)[]} */
  #positions = [];
  /** Answers to older questions are dropped. */
  #ticket = 0;
  #isMoving = false;
  /** @type {{[K in keyof Events]?: ((detail: Events[K]) => void)[]}} */
  #listeners = {};

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {(detail: Events[K]) => void} listener
   */
  on(name, listener) {
    /** @type {((detail: Events[K]) => void)[]} */
    const all = (this.#listeners[name] ??= []);
    all.push(listener);
  }

  /**
   * @template {keyof Events} K
   * @param {K} name
   * @param {Events[K]} detail
   */
  #emit(name, detail) {
    for (const listener of this.#listeners[name] ?? []) listener(detail);
  }

  /** What is seen now. */
  get scene() {
    return this.at === 0 ? this.#scene : this.frames[this.at - 1].scene;
  }

  /** How the position shown goes on, where that is known yet. */
  get position() {
    return this.#positions[this.at];
  }

  /** The texts of all moves. */
  get moves() {
    return this.frames.map((frame) => frame.text);
  }

  /**
   * Opens a puzzle.
   * @param {string} line
   * @param {string[]} [moves]
   * @param {number} [at]
   */
  async load(line, moves = [], at = moves.length) {
    const ticket = ++this.#ticket;
    const play = await api.play(line, moves);
    if (ticket !== this.#ticket) return;
    const { start, scene, palette, goal, pieces } = play;
    Object.assign(this, { start, palette, goal, pieces });
    this.outline = { ...play.outline, places: spread(play.outline.places) };
    this.#scene = scene;
    this.#positions = [];
    this.at = at;
    this.#take(play);
    this.#emit("puzzle", undefined);
    this.#emit("moves", undefined);
    this.#show(at);
  }

  /**
   * Takes other moves from the same start, all of them made.
   * @param {string[]} moves
   * @param {number} [at] how many of them are made
   */
  async use(moves, at = moves.length) {
    const ticket = ++this.#ticket;
    const play = await api.play(this.start, moves);
    if (ticket !== this.#ticket) return;
    const before = this.at;
    const kept = this.frames.findIndex((frame, index) => frame.text !== moves[index]);
    if (kept >= 0) this.#positions.length = Math.min(this.#positions.length, kept + 1);
    this.at = at;
    this.#take(play);
    this.#emit("moves", undefined);
    this.#show(before);
  }

  /** @param {Play} play */
  #take(play) {
    this.frames = play.frames;
    this.#positions[play.frames.length] = play;
  }

  /**
   * Makes a move from the position shown. Whether it was made.
   * @param {string} text
   */
  async make(text) {
    const position = this.position;
    if (!position || this.#isMoving) return false;
    if (this.frames[this.at]?.text === text) {
      this.go(this.at + 1);
      return true;
    }
    const ticket = ++this.#ticket;
    this.#isMoving = true;
    try {
      const play = await api.play(position.line, [text]);
      if (ticket !== this.#ticket) return false;
      const before = this.at++;
      this.frames = [...this.frames.slice(0, before), play.frames[0]];
      this.#positions.length = Math.min(this.#positions.length, this.at);
      this.#positions[this.at] = play;
      this.#emit("moves", undefined);
      this.#show(before);
      return true;
    } finally {
      this.#isMoving = false;
    }
  }

  /**
   * Shows the position behind so many moves.
   * @param {number} at
   */
  go(at) {
    const before = this.at;
    this.at = Math.min(Math.max(at, 0), this.frames.length);
    if (this.at !== before) this.#show(before);
  }

  /** @param {number} before */
  #show(before) {
    this.#emit("shown", { before });
    const known = this.position;
    if (known) this.#emit("position", known);
    else void this.#find();
  }

  /** Asks how the position shown goes on. */
  async #find() {
    const { at } = this;
    const ticket = ++this.#ticket;
    try {
      const position = await this.#ask(at);
      if (ticket !== this.#ticket) return;
      this.#positions[at] = position;
      this.#emit("position", position);
    } catch (error) {
      if (ticket === this.#ticket && error instanceof api.Refusal) this.#emit("refused", error);
    }
  }

  /**
   * From the last position before it that is known, so that little is played again.
   * @param {number} at
   */
  #ask(at) {
    let from = at;
    while (from > 0 && !this.#positions[from]) from--;
    const line = this.#positions[from]?.line ?? this.start;
    return api.play(line, this.moves.slice(from, at));
  }

  /**
   * The lines of all positions from the start to the one shown.
   * @returns {Promise<string[]>}
   */
  async lines() {
    const { start, at, moves } = this;
    const found = [start];
    for (let k = 1; k <= at; k++) {
      const known = this.start === start ? this.#positions[k] : undefined;
      found.push(known?.line ?? (await api.play(found[k - 1], [moves[k - 1]])).line);
    }
    return found;
  }
}
