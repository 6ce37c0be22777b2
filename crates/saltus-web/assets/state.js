// What is being played: a puzzle, the tree of all that was tried, and where in it the player is. The rules are the engine's.

import * as api from "./api.js";
import { spread } from "./geometry.js";
import { Node } from "./tree.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./api.js").Choice} Choice */
/** @typedef {import("./tree.js").Position} Position */
/**
 * What is told to listeners: another puzzle; another tree; another position is shown (`before` is where the player was);
 * it is known how the position shown goes on; nobody knows, since it was refused.
 * @typedef {{puzzle: void, tree: void, shown: {before: Node}, position: Position, refused: api.Refusal}} Events
 */

/** @type {Outline} */
const NOTHING = { cells: "square", pieces: "disc", places: [], names: [], links: [], marked: [], walls: [], told: null };

export class Session {
  /** The line of the position at the start. */
  start = "";
  /** How it was named when it was opened. */
  asked = "";
  outline = NOTHING;
  /** @type {Spot[]} */
  palette = [];
  /** @type {Spot[]|null} */
  goal = null;
  /** One piece and several of them, where the pieces left are what counts. @type {[string, string]|null} */
  pieces = null;
  root = Node.root([]);
  /** Where the player is. */
  node = this.root;
  /** The line that the player is on: from the start, and on to where it was left. @type {Node[]} */
  way = [this.root];
  /** Of two puzzles that are opened the later one stays. */
  #opened = 0;
  /** Answers to older questions about moves are dropped. */
  #ticket = 0;
  /** The question that the next move waits for: what a move leads to, or how the position shown goes on; 0 where there is none. */
  #pending = 0;
  /** What is done meanwhile, each on the position after the one before. @type {(() => void)[]} */
  #queue = [];
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

  /** How many moves are made. */
  get at() {
    return this.node.depth;
  }

  get scene() {
    return this.node.scene;
  }

  /** How the position shown goes on, where that is known yet. */
  get position() {
    return this.node.position;
  }

  /** The texts of all moves of the line, also those taken back. */
  get moves() {
    return this.way.slice(1).map(({ text }) => text);
  }

  /**
   * Opens a puzzle.
   * @param {string} line
   * @param {string[]} [moves]
   * @param {number} [at]
   */
  async load(line, moves = [], at = moves.length) {
    const opened = ++this.#opened;
    this.#drop();
    const play = await api.play(line, moves);
    if (opened !== this.#opened) return;
    this.#drop();
    const { start, scene, palette, goal, pieces } = play;
    Object.assign(this, { start, asked: line, palette, goal, pieces });
    this.outline = { ...play.outline, places: spread(play.outline.places) };
    this.root = Node.root(scene);
    const last = grown(this.root, play);
    this.node = last.way[Math.min(at, last.depth)];
    this.way = last.way;
    this.#emit("puzzle", undefined);
    this.#emit("tree", undefined);
    this.#show(this.node);
  }

  /**
   * Adds moves from a position on the tree, and goes to one of the new ones.
   * @param {string[]} moves
   * @param {number} [made] how many of them are made
   * @param {Node} [from]
   */
  async add(moves, made = moves.length, from = this.root) {
    const ticket = this.#drop();
    const play = await api.play(from.position?.line ?? this.start, from.position ? moves : [...from.way.slice(1).map(({ text }) => text), ...moves]);
    if (ticket !== this.#ticket) return;
    const last = grown(from.position ? from : this.root, play);
    last.visit();
    this.#emit("tree", undefined);
    this.to(last.way[from.depth + made] ?? last);
  }

  /**
   * Adds moves from the start that were made at another time, and goes nowhere. Whether the puzzle is still the same.
   * @param {string[]} moves
   */
  async learn(moves) {
    const { root } = this;
    const play = await api.play(this.start, moves);
    if (root !== this.root) return false;
    grown(root, play, true);
    return true;
  }

  /**
   * Makes a move from the position shown. Whether it was made.
   * @param {string} text
   */
  async make(text) {
    const { node } = this;
    if (!node.position || this.isBusy) return false;
    const known = node.child(text);
    if (known) {
      this.#to(known);
      return true;
    }
    const ticket = this.#ask();
    try {
      const play = await api.play(node.position.line, [text]);
      if (ticket !== this.#ticket) return false;
      const made = grown(node, play);
      made.visit();
      this.#emit("tree", undefined);
      this.#to(made);
      return true;
    } catch (error) {
      if (ticket !== this.#ticket) return false;
      this.forget();
      throw error;
    } finally {
      this.#answered(ticket);
    }
  }

  /** Whether a move is being made, or it is not known yet how the position shown goes on. */
  get isBusy() {
    return this.#pending !== 0;
  }

  /**
   * Does something to the position shown, one after the other; while a move is being made, to the one that it leads to.
   * @param {(() => void)[]} acts
   */
  inTurn(...acts) {
    // What is done in its turn may consist of several moves, which come before what was asked for later.
    this.#queue = this.isBusy ? [...this.#queue, ...acts] : [...acts, ...this.#queue];
    this.#next();
  }

  #next() {
    while (!this.isBusy && this.#queue.length > 0) this.#queue.shift()?.();
  }

  /** Drops what waits for the move that is being made. */
  forget() {
    this.#queue = [];
  }

  /** Begins a question that moves wait for; its ticket. */
  #ask() {
    return (this.#pending = ++this.#ticket);
  }

  /** @param {number} ticket of the question that has its answer */
  #answered(ticket) {
    if (this.#pending !== ticket) return;
    this.#pending = 0;
    this.#next();
  }

  /** Drops all that is under way; the ticket of what comes instead. */
  #drop() {
    this.forget();
    this.#pending = 0;
    return ++this.#ticket;
  }

  /**
   * Shows the position after so many moves of the line.
   * @param {number} at
   */
  go(at) {
    const node = this.way[Math.min(Math.max(at, 0), this.way.length - 1)];
    if (node !== this.node) this.to(node);
    else if (this.position) this.#drop();
    else this.forget();
  }

  /**
   * Shows a position of the tree.
   * @param {Node} node
   */
  to(node) {
    this.#drop();
    this.#to(node);
  }

  /** @param {Node} node */
  #to(node) {
    const before = this.node;
    node.visit();
    this.node = node;
    if (this.way[node.depth] !== node || this.way.length !== node.line.length) this.way = node.line;
    this.#show(before);
  }

  /** The tree was changed from outside: named, promoted, or a part of it taken away. */
  changed() {
    let node = this.node;
    while (node.parent && !node.parent.children.includes(node)) node = node.parent;
    this.way = node.line;
    this.#emit("tree", undefined);
    if (node !== this.node) this.to(node);
  }

  /** @param {Node} before */
  #show(before) {
    this.#emit("shown", { before });
    const known = this.position;
    if (known) this.#emit("position", known);
    else void this.#find();
  }

  /** Asks how the position shown goes on, from the last one before it that is known, so that little is played again. */
  async #find() {
    const { node } = this;
    const ticket = this.#ask();
    const { way } = node;
    const known = way.findLastIndex(({ position }) => position !== null);
    try {
      const play = await api.play(way[known]?.position?.line ?? this.start, way.slice(Math.max(known, 0) + 1).map(({ text }) => text));
      node.position = play;
      if (node === this.node) this.#emit("position", play);
    } catch (error) {
      if (node !== this.node) return;
      this.forget();
      if (error instanceof api.Refusal) this.#emit("refused", error);
    } finally {
      this.#answered(ticket);
    }
  }
}

/**
 * Adds a play to a tree; its last node.
 * @param {Node} from
 * @param {api.Play} play
 * @param {boolean} [isKept]
 */
function grown(from, { frames, line, turn, over, left, choices }, isKept = false) {
  let last = from;
  for (const frame of frames) last = last.grow(frame, isKept);
  last.position = { line, turn, over, left, choices };
  return last;
}
