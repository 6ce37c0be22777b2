// The marks of a board: it knows which are shown, and puts the drawings of marks.js below and above the pieces.

import { svg } from "./dom.js";
import { UNIT } from "./geometry.js";
import { RINGS } from "./ground.js";
import { isFromSide } from "./looks.js";
import { drawArrow, drawLabel, drawMay, drawOwn, drawPin, drawTrap, underlines } from "./marks.js";
import { isHop } from "./motion.js";
import { at } from "./pieces.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./marks.js").Trap} Trap */
/** @typedef {import("./marks.js").Ranked} Ranked */

export class Overlay {
  #last = svg("path", { class: "last" });
  #empties = svg("g", { class: "empties" });
  #gaps = svg("g", { class: "gaps" });
  #glow = svg("g", { class: "glows" });
  #ways = svg("g", { class: "ways" });
  #arrows = svg("g", { class: "arrows" });
  #pins = svg("g", { class: "pins" });
  #trap = svg("g", { class: "trap" });
  #own = svg("g", { class: "owns" });
  #name = svg("text", { class: "coordinate" });
  /** Tiles with a sign of where they go. @type {SVGPathElement[]} */
  #signs = [];

  /**
   * @param {Board} board
   * @param {SVGGElement} below
   * @param {SVGGElement} above
   */
  constructor(board, below, above) {
    this.board = board;
    below.append(this.#empties, this.#last, this.#gaps);
    (isFromSide(board.look) ? below : above).append(this.#glow);
    above.append(this.#ways, this.#arrows, this.#pins, this.#own, this.#trap, this.#name);
  }

  get #places() {
    return this.board.outline.places;
  }

  /** A ring around a cell. @param {number} cell @param {string} kind */
  #ring(cell, kind) {
    const ring = RINGS[this.board.look.seat](this.#places[cell]);
    ring.setAttribute("class", kind);
    return ring;
  }

  /**
   * Names the cell that is pointed at, where names are not always seen.
   * @param {number|null} cell
   */
  name(cell) {
    const { look, outline } = this.board;
    // Beside the numbers of tiles those of cells would only confuse.
    const isNamed = cell !== null && outline.names.length > 0 && !isFromSide(look) && look.figure !== "tile";
    this.#name.textContent = isNamed ? outline.names[cell] : "";
    if (isNamed) this.#name.setAttribute("transform", at([this.#places[cell][0] + 330, this.#places[cell][1] - 330]));
  }

  /** In an empty place of the tray is the number of the tile that belongs there. */
  empties() {
    const { look, goal, outline } = this.board;
    if (look.figure !== "tile" || !goal) return;
    const empty = outline.places.map((_, cell) => cell).filter((cell) => this.board.spot(cell)?.tint === "vacant" && goal[cell]?.tint !== "vacant");
    this.#empties.replaceChildren(...empty.map((cell) => svg("text", { transform: at(this.#places[cell]), dy: "0.355em", "font-size": 230 }, goal[cell].label)));
  }

  /**
   * A chevron at the edge of each tile that a tap moves, towards the empty place in its line.
   * @param {Map<number, SVGGElement>} pieces
   * @param {Set<number>} movable
   */
  chevrons(pieces, movable) {
    if (this.board.look.figure !== "tile") return;
    for (const sign of this.#signs) sign.removeAttribute("d");
    const gaps = this.#places.flatMap((place, cell) => (this.board.spot(cell)?.tint === "vacant" ? [place] : []));
    this.#signs = [...movable].flatMap((cell) => {
      const sign = pieces.get(cell)?.querySelector("path.chevron");
      const [x, y] = this.#places[cell];
      const gap = gaps.find((place) => place[0] === x || place[1] === y);
      if (!gap || !(sign instanceof SVGPathElement)) return [];
      const [dx, dy] = [Math.sign(gap[0] - x), Math.sign(gap[1] - y)];
      sign.setAttribute("d", `M${dx * 320 - dy * 80} ${dy * 320 - dx * 80}L${dx * 400} ${dy * 400}L${dx * 320 + dy * 80} ${dy * 320 + dx * 80}`);
      sign.classList.toggle("far", Math.hypot(gap[0] - x, gap[1] - y) > 1.5 * UNIT);
      return [sign];
    });
  }

  /** Underlines where the last move came from and went. @param {number[]} path */
  last(path) {
    const points = path.length > 1 ? this.board.points(path, path[path.length - 1]) : [];
    this.#last.setAttribute("d", points.length ? underlines(this.board.look, [points[0], points[points.length - 1]]) : "");
  }

  /** @param {number[][]} paths */
  arrows(paths) {
    this.#arrows.replaceChildren(...paths.map((path) => drawArrow(this.board.points(path))));
  }

  /** Where pieces may go: dotted ways, a dotted ring at the end. @param {number[][]} paths */
  ways(paths) {
    const { board } = this;
    const scene = board.outline.places.map((_, cell) => board.spot(cell));
    const hops = (/** @type {number[]} */ path) => path.length > 2 || isHop(board.outline, scene, path[0], path[1]);
    this.#ways.replaceChildren(...paths.map((path) => drawMay(board.look, { points: board.points(path), isHop: hops(path) })));
    const ends = new Set(paths.map((path) => path[path.length - 1]));
    this.#gaps.replaceChildren(...[...ends].map((cell) => this.#ring(cell, "gap")));
  }

  /** @param {Trap|null} trap */
  trap(trap) {
    const { look } = this.board;
    const cells = trap?.cells ?? [];
    this.board.view.reveal(cells.map((cell) => this.#places[cell]));
    this.#glow.replaceChildren(...cells.map((cell) => this.#ring(cell, "glow")));
    this.#trap.replaceChildren(...(trap && cells.length ? drawTrap(look, trap, this.#places, this.#stopped(cells)) : []));
  }

  /**
   * The piece beside these cells, on their row, that they stop: one that is another than theirs.
   * @param {number[]} cells
   */
  #stopped(cells) {
    const row = this.#places[cells[0]][1];
    if (!isFromSide(this.board.look) || cells.some((cell) => this.#places[cell][1] !== row)) return null;
    const label = this.board.spot(cells[0])?.label;
    const xs = cells.map((cell) => this.#places[cell][0]);
    const beside = [Math.max(...xs) + UNIT, Math.min(...xs) - UNIT].map((x) => this.#places.findIndex((place) => place[0] === x && place[1] === row));
    return beside.find((cell) => cell >= 0 && this.board.spot(cell)?.tint !== "vacant" && this.board.spot(cell)?.label !== label) ?? null;
  }

  /** What somebody has drawn. @param {import("./drawing.js").Mark[]} marks */
  own(marks) {
    const { look } = this.board;
    const drawn = marks.map(({ kind, cells, tone, words }) => {
      const places = cells.map((cell) => this.#places[cell]);
      return kind === "arrow" ? drawOwn(look, places, tone) : kind === "label" ? drawLabel(look, places[0], words, tone) : this.#ring(cells[0], `own ring ${tone}`);
    });
    this.board.view.reveal(marks.flatMap(({ cells }) => cells).map((cell) => this.#places[cell]));
    this.#own.replaceChildren(...drawn);
  }

  /** @param {Ranked[]} ranked */
  rank(ranked) {
    // The best one lies above the others.
    const inOrder = [...ranked].sort((a, b) => b.number - a.number);
    const ends = ranked.map(({ path }) => path[path.length - 1]);
    const isShared = (/** @type {number[]} */ path) => ends.filter((end) => end === path[path.length - 1]).length > 1;
    this.#pins.replaceChildren(...inOrder.map((move) => drawPin(this.board.look, move, this.board.points(move.path), isShared(move.path))));
  }
}
