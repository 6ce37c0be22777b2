// The first script of a site: it draws the board whose book stands in the page, and plays by that until the page's script goes on from there. It knows no rules.

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { Book, own } from "./book.js";
import { from, only, targets } from "./choices.js";
import { element } from "./dom.js";
import { spread } from "./geometry.js";
import { lookOf } from "./looks.js";
import { OPEN, blocks, head, knownTag } from "./meter.js";
import { setStage } from "./stage.js";
import { begun, tap } from "./tap.js";

/** @typedef {import("./api.js").Play} Play */
/** What the gauge shows of a position: its head, its blocks and its tag. @typedef {{kind: string, number: string, unit: string, parts: Parameters<typeof blocks>[0], tags?: Element[]}} Reading */

/** Whether the page is about the puzzle of a day, for which answers are off. */
const isOfDay = document.querySelector('meta[name="saltus-day"]') !== null;

/** The board of the page's book, and who plays on it. */
class First {
  /** The moves that were made, which the page's script takes over. @type {string[]} */
  moves = [];
  /** The first cell of the piece that is picked up. @type {number|null} */
  #picked = null;

  /**
   * @param {Book} book
   * @param {Play} here the position
   */
  constructor(book, here) {
    this.book = book;
    this.here = here;
    this.outline = { ...here.outline, places: spread(here.outline.places) };
    this.look = lookOf(here.start, this.outline);
    this.board = new Board(this.outline, { look: this.look, goal: here.goal });
    this.board.svg.addEventListener("click", (event) => this.#click(this.board.cellAt(event)));
  }

  /** Puts the board into the page, with what is said of it. */
  open() {
    const { board, here, outline } = this;
    board.show(here.scene);
    this.#light();
    setStage({ ...here, outline }, this.look, isOfDay);
    element("board-frame").replaceChildren(board.svg);
    const { name, goal, rule, act } = outline.told ?? {};
    // A page below names its own puzzle.
    if (name && !document.querySelector("base")) element("puzzle-name").textContent = name;
    if (goal) element("headline").textContent = goal;
    if (rule) element("detail").textContent = rule.replace("{Tap}", tap());
    if (act) element("act").textContent = begun(act);
    this.#show();
  }

  /** What is known of the position. @returns {Reading} */
  get #reading() {
    const { here, moves } = this;
    const made = moves.length;
    const hint = /** @type {import("./api.js").Hint|null} */ (this.book.hint(here.line));
    const left = hint?.length ?? null;
    if (here.over) return { kind: "over", number: "Won", unit: `in ${made} moves`, parts: { left: 0, made } };
    if (hint?.status === "unsolvable") return { kind: "lost", number: "Lost", unit: `since move ${made}`, parts: { left: 0, gone: OPEN } };
    if (left === null) return { kind: "unknown", number: "?", unit: "one moment", parts: { left: 0, open: OPEN } };
    return { kind: "exact", number: String(left), unit: "to go", parts: { left, made }, tags: [knownTag(hint, ["move", "moves"])] };
  }

  #show() {
    const { kind, number, unit, parts, tags = [] } = this.#reading;
    if (!this.here.pieces && !isOfDay) {
      element("gauge").className = `gauge ${kind}`;
      element("gauge").replaceChildren(...head(number, unit, kind === "exact" ? "" : "word"), blocks(parts), ...tags);
    }
    if (this.moves.length > 0) announce(`${this.moves.at(-1)}. ${isOfDay ? "" : `${number} ${unit}.`}`);
  }

  /** Where the piece that is picked up can go. @returns {ReturnType<typeof targets>} */
  get #ends() {
    const picked = this.#picked;
    return picked === null ? new Map() : targets(this.here.choices, { cell: picked, own: this.board.pieceOn(picked)?.cells ?? [picked] }, this.outline.places);
  }

  #light() {
    this.board.light({ picked: this.#picked, targets: new Set(this.#ends.keys()), movable: new Set(this.here.choices.map(from)) });
  }

  /** @param {number|null} cell */
  #click(cell) {
    if (cell === null) return;
    const { choices, scene } = this.here;
    const picked = this.#picked;
    const first = this.board.pieceOn(cell)?.cells[0] ?? cell;
    const choice = this.#ends.get(cell) ?? (picked === null || picked === first ? only(choices, scene, cell, first) : undefined);
    this.#picked = !choice && picked !== first && choices.some((one) => from(one) === first) ? first : null;
    if (choice) this.#make(choice);
    this.#light();
  }

  /** Makes a move, unless the book ends here. @param {import("./api.js").Choice} choice */
  #make({ text, path }) {
    const { line } = this.book.play(this.here.line, [text]) ?? {};
    const next = line === undefined ? null : this.book.play(line, []);
    if (!next) return;
    this.here = next;
    this.moves.push(text);
    this.board.follow(next.scene, path, true);
    this.#show();
  }
}

const words = new URLSearchParams(location.search);
// Who asks for more in the address gets it by the page's script.
const isNamed = location.hash.length > 1 || ["p", "d", "day", "embed"].some((name) => words.has(name));
const [contents] = own();
const book = contents && new Book(contents);
const start = book?.play(contents.asked, []);
document.body.classList.add("early");
if (start && !isNamed) {
  if (isOfDay) document.body.classList.add("in-day", "no-answers");
  const first = new First(book, start);
  first.open();
  Reflect.set(globalThis, "saltusFirst", first.moves);
}
