// The hand that plays: what it has picked up, and where that can go. Mouse, touch and keyboard all move this one.

import { announce } from "./announce.js";
import { pieceWords } from "./called.js";
import { from, only, targets, to } from "./choices.js";
import { UNIT, distance, nearest } from "./geometry.js";
import * as message from "./message.js";
import { whyNot } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./api.js").Choice} Choice */

export class Hand {
  /** The cell whose piece is picked up. @type {number|null} */
  picked = null;
  /** Who is told of clicked cells instead, while a position is edited. @type {((cell: number) => void)|null} */
  editor = null;

  /**
   * @param {Session} session
   * @param {() => Board} board
   * @param {(error: unknown) => void} refused
   */
  constructor(session, board, refused) {
    this.session = session;
    this.board = board;
    this.refused = refused;
  }

  get #choices() {
    return this.editor ? [] : (this.session.position?.choices ?? []);
  }

  /**
   * The cell that moves name of the piece on this one.
   * @param {number} cell
   */
  first(cell) {
    return this.board().pieceOn(cell)?.cells[0] ?? cell;
  }

  /** @param {number} cell */
  canPick(cell) {
    const first = this.first(cell);
    return this.#choices.some((choice) => from(choice) === first);
  }

  /** @param {number} cell */
  canDrop(cell) {
    return this.#targets().has(cell);
  }

  /**
   * The first of the moves of the piece picked to a cell.
   * @param {number} cell
   */
  #placing(cell) {
    return this.#choices.find((choice) => from(choice) === this.picked && to(choice) === cell);
  }

  /** What a click on a cell means while a piece is picked up. */
  #targets() {
    const { picked } = this;
    if (picked === null) return new Map();
    return targets(this.#choices, { cell: picked, own: this.board().pieceOn(picked)?.cells ?? [picked] }, this.session.outline.places);
  }

  /** Where the cursor has something to do: pieces that can move, or places for the one picked. */
  stops() {
    const all = this.picked === null ? this.#choices.map(from) : [...this.#targets().keys()];
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** @param {number} cell */
  pick(cell) {
    this.picked = this.first(cell);
    this.light();
    const { names } = this.session.outline;
    const places = this.stops().map((target) => names[target]);
    // Where there is one way, the move follows, and is what is spoken of.
    if (!this.hasOneWay) announce(`Picked up ${pieceWords(this.session.scene[cell], this.board().look)} from ${names[this.picked]}. It can go to ${places.join(", ")}.`);
  }

  /** Whether the piece that is picked up can go one way only. */
  get hasOneWay() {
    return this.picked !== null && this.#only(this.picked) !== undefined;
  }

  /** Puts back what is picked. */
  cancel() {
    if (this.picked === null) return;
    this.board().putBack(this.picked);
    this.picked = null;
    this.light();
  }

  /**
   * Makes the move that a click on a cell means.
   * @param {number} cell
   */
  drop(cell) {
    return this.#make(this.#targets().get(cell));
  }

  /**
   * Lets go of a piece that was carried: makes the move that brings its first cell to this one.
   * @param {number} start
   * @param {number|null} cell
   * @param {() => void} carried told before a move whose piece is there already
   */
  place(start, cell, carried) {
    this.session.inTurn(() => {
      this.picked = start;
      const choice = cell === null ? undefined : this.#placing(cell);
      if (choice) carried();
      else this.session.forget();
      void this.#make(choice);
    });
  }

  /** @param {Choice|undefined} choice */
  async #make(choice) {
    const start = this.picked;
    if (start === null || !choice) return this.cancel();
    this.picked = null;
    try {
      await this.session.make(choice.text);
    } catch (error) {
      this.refused(error);
    }
    // By then another piece may be picked up there.
    if (this.picked !== start) this.board().putBack(start);
    this.light();
  }

  /** The only move that a click on a cell can mean, with nothing picked up. @param {number} cell */
  #only(cell) {
    return only(this.#choices, this.session.scene, cell, this.first(cell));
  }

  /**
   * The moves that bring a whole row of tiles towards the vacancy, the nearest first.
   * @param {number} cell
   */
  #row(cell) {
    const { outline, scene } = this.session;
    const gap = scene.findIndex(({ tint }) => tint === "vacant");
    const [a, b] = [outline.places[cell], outline.places[gap]];
    if (outline.pieces !== "tile" || gap < 0 || gap === cell || (a[0] !== b[0] && a[1] !== b[1])) return [];
    const steps = Math.round(distance(a, b) / UNIT);
    const row = Array.from({ length: steps }, (_, step) => nearest(outline.places, [b[0] + ((a[0] - b[0]) * (step + 1)) / steps, b[1] + ((a[1] - b[1]) * (step + 1)) / steps], UNIT / 10));
    return row.flatMap((one) => (one === null ? [] : [one]));
  }

  /**
   * A click on a cell, or Enter: makes the only move there is, else picks, drops or puts back.
   * @param {number|null} cell
   */
  act(cell) {
    if (cell !== null && this.editor) return this.editor(cell);
    if (cell === null) return this.cancel();
    this.session.inTurn(() => this.#act(cell));
  }

  /** @param {number} cell */
  #act(cell) {
    const only = this.picked === null || this.first(cell) === this.picked ? this.#only(cell) : undefined;
    if (only) {
      this.picked = from(only);
      return void this.#make(only);
    }
    if (this.first(cell) === this.picked) return this.cancel();
    if (this.canDrop(cell)) return void this.drop(cell);
    if (this.canPick(cell)) return this.pick(cell);
    const row = this.picked === null ? this.#row(cell) : [];
    if (row.length > 1) return this.session.inTurn(...row.map((one) => () => this.#slide(one)));
    const isTaken = this.picked !== null && this.session.scene[cell]?.tint !== "vacant";
    this.#refuse(this.picked === null ? whyNot(this.session, cell) : isTaken ? "That cell is taken." : "It cannot go there.");
    this.cancel();
    this.board().shake(cell);
  }

  /** Makes the only move from a cell or to it. @param {number} cell */
  #slide(cell) {
    this.picked = this.first(cell);
    void this.#make(this.#only(cell));
  }

  /** Says why something does not go; what waits for it is dropped. @param {string} words */
  #refuse(words) {
    this.session.forget();
    message.refuse(words);
  }

  /**
   * Slides the tile beside the vacancy that can go this way. Whether tiles slide here.
   * @param {import("./geometry.js").Point} direction
   */
  push(direction) {
    if (this.session.outline.pieces !== "tile" || this.editor) return false;
    this.session.inTurn(() => this.#push(direction));
    return true;
  }

  /** @param {import("./geometry.js").Point} direction */
  #push([dx, dy]) {
    const { outline } = this.session;
    const wanted = this.#choices.find((choice) => {
      const [[x, y], [toX, toY]] = [outline.places[from(choice)], outline.places[to(choice)]];
      return Math.sign(Math.round((toX - x) / UNIT)) === dx && Math.sign(Math.round((toY - y) / UNIT)) === dy;
    });
    this.picked = wanted ? from(wanted) : null;
    if (wanted) void this.#make(wanted);
    else this.#refuse("No tile there.");
  }

  /** Lights the board as it is now. */
  light() {
    const { picked } = this;
    const movable = new Set(this.#choices.map(from));
    this.board().light({ picked, movable, targets: new Set(picked === null ? [] : this.stops()) });
  }
}
