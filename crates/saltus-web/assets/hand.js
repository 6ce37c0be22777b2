// The hand that plays: what it has picked up, and where that can go. Mouse, touch and keyboard all move this one.

import { announce } from "./announce.js";
import { pieceWords } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./api.js").Choice} Choice */

/** @param {Choice} choice */
const from = ({ path }) => path[0];
/** @param {Choice} choice */
const to = ({ path }) => path[path.length - 1];

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

  /** @param {number} cell */
  canPick(cell) {
    return this.#choices.some((choice) => from(choice) === cell);
  }

  /** @param {number} cell */
  canDrop(cell) {
    return this.picked !== null && this.#move(this.picked, cell) !== undefined;
  }

  /**
   * The first of the moves between two cells.
   * @param {number} start
   * @param {number} end
   */
  #move(start, end) {
    return this.#choices.find((choice) => from(choice) === start && to(choice) === end);
  }

  /** Where the cursor has something to do: pieces that can move, or places for the one picked. */
  stops() {
    const all = this.picked === null ? this.#choices.map(from) : this.#choices.filter((choice) => from(choice) === this.picked).map(to);
    return [...new Set(all)].sort((a, b) => a - b);
  }

  /** @param {number} cell */
  pick(cell) {
    this.picked = cell;
    this.light();
    const places = this.stops().map((target) => this.session.outline.names[target]);
    announce(`Picked up ${pieceWords(this.session.scene[cell])} from ${this.session.outline.names[cell]}. It can go to ${places.join(", ")}.`);
  }

  /** Puts back what is picked. */
  cancel() {
    if (this.picked === null) return;
    this.board().putBack(this.picked);
    this.picked = null;
    this.light();
  }

  /**
   * Makes the move to a cell.
   * @param {number} cell
   */
  async drop(cell) {
    const start = this.picked;
    const choice = start === null ? undefined : this.#move(start, cell);
    if (start === null || !choice) return this.cancel();
    this.picked = null;
    try {
      await this.session.make(choice.text);
    } catch (error) {
      this.refused(error);
    }
    this.board().putBack(start);
    this.light();
  }

  /**
   * A click on a cell, or Enter: picks, drops or puts back.
   * @param {number|null} cell
   */
  act(cell) {
    if (cell !== null && this.editor) return this.editor(cell);
    if (cell === null || cell === this.picked) return this.cancel();
    if (this.canDrop(cell)) return void this.drop(cell);
    if (this.canPick(cell)) return this.pick(cell);
    if (this.picked === null) announce(`${this.board().words(cell)}; it cannot move now.`);
    else announce(`Not there. ${this.board().words(cell)}.`);
    this.cancel();
  }

  /** Lights the board as it is now. */
  light() {
    const { picked } = this;
    const movable = new Set(this.#choices.map(from));
    this.board().light({ picked, movable, targets: new Set(picked === null ? [] : this.stops()) });
  }
}
