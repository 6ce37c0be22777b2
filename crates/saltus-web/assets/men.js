// The pieces of a board: what stands where, and the drawings of those that are seen, which go, fade and shake.

import { changes, isSame } from "./changes.js";
import { svg } from "./dom.js";
import { middle, standing } from "./geometry.js";
import { appear, isQuiet, refuse, travel, vanish, wave } from "./motion.js";
import { standingOf } from "./picture.js";
import { at, drawPiece } from "./pieces.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Piece} Piece */
/** @typedef {import("./looks.js").Look} Look */
/** How a step is shown. @typedef {{isForward: boolean, isCarried: boolean, haste: number}} Step */

export class Men {
  /** @type {Spot[]} */
  scene = [];
  /** What stands on the board, by first cells. @type {Map<number, Piece>} */
  #standing = new Map();
  /** The drawings of those that are seen, by first cells. @type {Map<number, SVGGElement>} */
  drawn = new Map();
  /** @type {import("./looks.js").Detail} */
  #detail = "full";
  /** @type {Set<number>} */
  #seen = new Set();
  layer = svg("g", { class: "pieces", "aria-hidden": "true" });
  /** What is under way. @type {Animation[]} */
  #running = [];
  /** Which pieces are lit, by their first cells, and how. @type {Map<number, string>} */
  #lit = new Map();

  /**
   * @param {Outline} outline
   * @param {{look: Look, goal: Spot[]|null, isLettered: boolean}} manner
   */
  constructor(outline, manner) {
    this.outline = outline;
    this.manner = manner;
  }

  /**
   * The piece that stands on a cell, perhaps among others.
   * @param {number} cell
   */
  on(cell) {
    const spot = this.scene[cell];
    if (this.outline.pieces !== "block" || !spot) return this.#standing.get(cell);
    return [...this.#standing.values()].find(({ cells }) => cells.includes(cell));
  }

  /**
   * Draws the pieces on these cells, as much of each as said.
   * @param {import("./looks.js").Detail} detail
   * @param {Set<number>} seen
   */
  draw(detail, seen) {
    if (detail !== this.#detail) {
      this.drawn.forEach((piece) => piece.remove());
      this.drawn.clear();
    }
    this.#detail = detail;
    this.#seen = seen;
    for (const [cell, drawn] of this.drawn) if (!this.#isSeen(this.#standing.get(cell))) this.#remove(cell, drawn);
    this.#add();
  }

  /** @param {Piece|undefined} piece */
  #isSeen(piece) {
    return piece?.cells.some((cell) => this.#seen.has(cell)) ?? false;
  }

  /** @param {number} cell @param {SVGGElement} drawn */
  #remove(cell, drawn) {
    drawn.remove();
    this.drawn.delete(cell);
  }

  /** Draws the pieces that are seen and not drawn yet. */
  #add() {
    const { outline, manner } = this;
    for (const [cell, piece] of this.#standing) {
      if (this.drawn.has(cell) || !this.#isSeen(piece)) continue;
      const drawn = drawPiece(piece, { outline, detail: this.#detail, ...manner, ...standingOf(manner.look, manner.goal, piece) });
      const lit = this.#lit.get(cell);
      if (lit) drawn.classList.add(...lit.split(" "));
      this.drawn.set(cell, drawn);
      this.layer.append(drawn);
    }
  }

  /** @param {Spot[]} scene */
  show(scene) {
    const after = standing(this.outline, scene);
    for (const [cell, drawn] of this.drawn) if (!isSame(this.#standing.get(cell), after.get(cell))) this.#remove(cell, drawn);
    this.scene = scene;
    this.#standing = after;
    this.#add();
  }

  /**
   * Shows the position at the other end of a move: its piece goes there, those that are pushed or exchanged slide, those that are
   * taken fade. Where motion is not wanted, pieces fade in where they arrive.
   * @param {Spot[]} scene
   * @param {number[]} path
   * @param {Step} step
   */
  follow(scene, path, { isForward, isCarried, haste }) {
    const { outline } = this;
    for (const animation of this.#running.splice(0)) animation.finish();
    const [before, drawn] = [this.#standing, new Map(this.drawn)];
    // What was jumped over may be no more, or not yet.
    const between = scene.map((spot, cell) => (spot.tint === "vacant" ? (this.scene[cell] ?? spot) : spot));
    this.show(scene);
    const { isMover, slides, gone, come } = changes(outline, before, this.#standing, path);
    const mover = isMover ? this.drawn.get(path[path.length - 1]) : undefined;
    if (isQuiet()) {
      const moved = [...slides.map(([, to]) => to), ...come].map((cell) => this.drawn.get(cell));
      return [...moved, mover].forEach((piece) => piece && this.#running.push(appear(piece)));
    }
    for (const [from, to] of slides) {
      const piece = this.drawn.get(to);
      if (piece) this.#running.push(travel(piece, { ...outline, links: [...outline.links, [from, to]] }, between, [from, to], haste));
    }
    for (const ghost of isForward ? gone.map((cell) => drawn.get(cell)) : []) {
      if (!ghost) continue;
      this.layer.prepend(ghost);
      this.#running.push(vanish(ghost, haste));
    }
    if (isCarried || !mover) return;
    this.layer.append(mover);
    this.#running.push(travel(mover, outline, between, path, haste));
  }

  /**
   * @param {number[]} path
   * @param {number} cell
   */
  points(path, cell) {
    const { places } = this.outline;
    const cells = this.#standing.get(cell)?.cells ?? [cell];
    const [x, y] = middle(cells.map((one) => /** @type {Point} */ ([places[one][0] - places[cell][0], places[one][1] - places[cell][1]])));
    return path.map((one) => /** @type {Point} */ ([places[one][0] + x, places[one][1] + y]));
  }

  /**
   * @param {Set<number>} movable
   * @param {number|null} picked
   */
  light(movable, picked) {
    /** @type {Map<number, string>} */
    const lit = new Map([...movable].map((cell) => [cell, "movable"]));
    if (picked !== null) lit.set(picked, movable.has(picked) ? "movable held" : "held");
    // Only what changes is touched: there may be thousands of pieces.
    for (const cell of new Set([...this.#lit.keys(), ...lit.keys()])) {
      const piece = this.drawn.get(cell);
      for (const name of ["movable", "held"]) piece?.classList.toggle(name, lit.get(cell)?.split(" ").includes(name) ?? false);
    }
    this.#lit = lit;
  }

  /**
   * Holds a piece so far from its cell.
   * @param {number} cell
   * @param {Point} away
   */
  carry(cell, away) {
    const piece = this.drawn.get(cell);
    if (!piece) return;
    if (!piece.classList.contains("carried")) {
      piece.classList.add("carried");
      this.layer.append(piece);
    }
    piece.setAttribute("transform", at(away));
  }

  /** @param {number} cell */
  putBack(cell) {
    const piece = this.drawn.get(cell);
    piece?.classList.remove("carried");
    piece?.removeAttribute("transform");
  }

  /**
   * @param {number} cell
   * @param {number} unit board measures of a pixel
   */
  shake(cell, unit) {
    const body = this.drawn.get(this.on(cell)?.cells[0] ?? cell)?.firstElementChild;
    if (body && !isQuiet()) refuse(body, unit);
  }

  win() {
    if (isQuiet()) return;
    const { places } = this.outline;
    const order = [...this.drawn].sort(([a], [b]) => places[a][0] - places[b][0] || places[a][1] - places[b][1]);
    wave(order.flatMap(([, piece]) => piece.firstElementChild ?? []));
  }
}
