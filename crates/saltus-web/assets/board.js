// The board as a stage that is read and played on. It knows cells and pieces, no rules.

import { svg } from "./dom.js";
import { UNIT, distance, middle, nearest, rows, standing } from "./geometry.js";
import { RINGS, drawGround, drawWanted } from "./ground.js";
import { detailOf, isFromSide, lookOf } from "./looks.js";
import { appear, isQuiet, refuse, travel, vanish, wave } from "./motion.js";
import { Overlay } from "./overlay.js";
import { boxOf, standingOf } from "./picture.js";
import { at, drawPiece } from "./pieces.js";
import { STRIP, Strip } from "./strip.js";
import { View } from "./view.js";
import { pieceWords } from "./words.js";

export { picture } from "./picture.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Piece} Piece */
/** @typedef {import("./looks.js").Look} Look */
/** What is lit. @typedef {{picked: number|null, targets: Set<number>, movable: Set<number>}} Lights */
/** How a board looks: `goal` tells which tiles are at home and which block matters. @typedef {{look?: Look, goal?: Spot[]|null, isLettered?: boolean}} Options */

/** @type {(one: Piece|undefined, other: Piece|undefined) => boolean} */
const isSame = (one, other) => one?.spot.label === other?.spot.label && one?.spot.tint === other?.spot.tint && String(one?.cells) === String(other?.cells);

/**
 * Whether two pieces look alike, wherever they stand. Blocks of one shape and colour exchange their letters as they pass each other.
 * @param {Outline} outline
 * @param {Piece|undefined} one
 * @param {Piece|undefined} other
 */
function isAlike({ pieces, places }, one, other) {
  if (!one || !other || one.spot.tint !== other.spot.tint) return false;
  if (pieces !== "block") return one.spot.label === other.spot.label;
  const shape = (/** @type {Piece} */ { cells }) => String(cells.map((cell) => [places[cell][0] - places[cells[0]][0], places[cell][1] - places[cells[0]][1]]));
  return shape(one) === shape(other);
}

/** @type {Lights} */
const DARK = { picked: null, targets: new Set(), movable: new Set() };

export class Board {
  /** @type {Outline} */
  outline;
  /** @type {Spot[]} */
  #scene = [];
  /** What stands on the board, by first cells. @type {Map<number, Piece>} */
  #standing = new Map();
  /** The cells that are drawn, which are those that are seen. @type {Map<number, SVGGElement>} */
  #cells = new Map();
  /** The pieces that are drawn, by first cells. @type {Map<number, SVGGElement>} */
  #pieces = new Map();
  #lights = DARK;
  /** @type {import("./looks.js").Detail} */
  #detail = "full";
  /** Cells in rows. @type {number[][]} */
  #rows;
  #ground = svg("g", { class: "ground", "aria-hidden": "true" });
  #grid = svg("g", { class: "cells", role: "rowgroup" });
  #below = svg("g", { class: "below", "aria-hidden": "true" });
  #pieceLayer = svg("g", { class: "pieces", "aria-hidden": "true" });
  #above = svg("g", { class: "above", "aria-hidden": "true" });
  /** Where the arrow keys are. */
  cursor = 0;
  /** How many times as fast as usual pieces go. */
  haste = 1;

  /**
   * @param {Outline} outline
   * @param {Options} [options]
   */
  constructor(outline, { look = lookOf("", outline), goal = null, isLettered = false } = {}) {
    this.outline = outline;
    this.look = look;
    this.goal = goal;
    this.isLettered = isLettered;
    this.#rows = rows(outline.places);
    const layers = isFromSide(look) ? [this.#grid, this.#below, this.#pieceLayer] : [this.#below, this.#pieceLayer, this.#grid];
    this.svg = svg(
      "svg",
      { id: "board", class: `board on-${look.stage}`, role: "grid", tabindex: 0, "aria-label": "Board", "aria-describedby": "headline" },
      this.#ground,
      ...layers,
      ...drawWanted(outline),
      this.#above,
    );
    this.view = new View(this.svg, boxOf(outline, look), outline.places, () => this.#arrange());
    this.marks = new Overlay(this, this.#below, this.#above);
    this.strip = this.view.isRow && outline.places.length > 1 ? new Strip(this.view, outline.places) : null;
    if (this.strip) {
      this.view.below = STRIP;
      this.svg.append(this.strip.svg);
    }
    this.svg.addEventListener("pointermove", (event) => this.marks.name(this.cellAt(event)));
    this.svg.addEventListener("pointerleave", () => this.marks.name(null));
    this.#arrange();
    this.point(0);
  }

  /** Draws the cells and pieces that are seen, as large as they are. */
  #arrange() {
    const { look, outline, view } = this;
    const detail = detailOf(view.pixels);
    if (detail !== this.#detail) {
      this.#pieces.forEach((piece) => piece.remove());
      this.#pieces.clear();
    }
    this.#detail = detail;
    const seen = view.seen(outline.places);
    const isSeen = new Set(seen);
    const isNew = seen.length !== this.#cells.size || seen.some((cell) => !this.#cells.has(cell));
    for (const cell of this.#cells.keys()) if (!isSeen.has(cell)) this.#cells.delete(cell);
    for (const cell of seen) if (!this.#cells.has(cell)) this.#cells.set(cell, this.#cell(cell));
    if (isNew) {
      const drawn = this.#rows.map((row) => row.flatMap((cell) => this.#cells.get(cell) ?? [])).filter((row) => row.length > 0);
      this.#grid.replaceChildren(...drawn.map((row) => svg("g", { role: "row" }, ...row)));
    }
    this.#ground.replaceChildren(...drawGround(look, outline, detail, seen), ...this.marks.names(seen));
    this.#stand();
    this.#shine();
    this.strip?.place();
  }

  /** @param {number} cell */
  #cell(cell) {
    return svg("g", { class: "cell", id: `cell-${cell}`, role: "gridcell", transform: at(this.outline.places[cell]) }, RINGS[this.look.seat]());
  }

  /**
   * The piece that stands on a cell, perhaps among others.
   * @param {number} cell
   */
  pieceOn(cell) {
    const spot = this.#scene[cell];
    if (this.outline.pieces !== "block" || !spot) return this.#standing.get(cell);
    return [...this.#standing.values()].find(({ cells }) => cells.includes(cell));
  }

  /**
   * What stands on a cell.
   * @param {number} cell
   */
  spot(cell) {
    return this.#scene[cell];
  }

  /**
   * Shows a position.
   * @param {Spot[]} scene
   */
  show(scene) {
    const after = standing(this.outline, scene);
    for (const [cell, drawn] of this.#pieces) {
      if (isSame(this.#standing.get(cell), after.get(cell))) continue;
      drawn.remove();
      this.#pieces.delete(cell);
    }
    this.#scene = scene;
    this.#standing = after;
    this.#stand();
    this.strip?.show(scene);
    this.marks.empties();
  }

  /** Draws the pieces that are not drawn yet, and takes those away that are not seen. */
  #stand() {
    const { look, outline, goal, isLettered } = this;
    for (const [cell, drawn] of this.#pieces) {
      const piece = this.#standing.get(cell);
      if (piece?.cells.some((one) => this.#cells.has(one))) continue;
      drawn.remove();
      this.#pieces.delete(cell);
    }
    const detail = this.#detail;
    for (const [cell, piece] of this.#standing) {
      if (this.#pieces.has(cell) || !piece.cells.some((one) => this.#cells.has(one))) continue;
      const drawn = drawPiece(piece, { look, outline, detail, isLettered, ...standingOf(look, goal, piece) });
      this.#pieces.set(cell, drawn);
      this.#pieceLayer.append(drawn);
    }
  }

  /**
   * Shows the position behind a move, or the one before it, and lets its piece go there. Others that are pushed or exchanged
   * slide, those that are taken fade.
   * @param {Spot[]} scene
   * @param {number[]} path from where the piece goes now to where it stays
   * @param {boolean} isForward
   * @param {boolean} [isCarried] whether a hand has brought the piece there already
   */
  follow(scene, path, isForward, isCarried = false) {
    const [from, to] = [path[0], path[path.length - 1]];
    const { outline } = this;
    this.#finish();
    this.view.reveal(path.map((cell) => outline.places[cell]));
    const [before, drawn] = [this.#standing, new Map(this.#pieces)];
    // What was jumped over may be no more, or not yet.
    const between = scene.map((spot, cell) => (spot.tint === "vacant" ? (this.#scene[cell] ?? spot) : spot));
    this.show(scene);
    const after = this.#standing;
    /** Cells on which not the same stands in one as in the other. @type {(one: Map<number, Piece>, other: Map<number, Piece>) => number[]} */
    const changed = (one, other) => [...one.keys()].filter((cell) => !isAlike(outline, one.get(cell), other.get(cell)));
    const isMover = from !== to && isAlike(outline, before.get(from), after.get(to));
    const [lost, gained] = [new Set(changed(before, after)), new Set(changed(after, before))];
    if (isMover) {
      if (before.has(to)) lost.add(to);
      if (after.has(from)) gained.add(from);
      lost.delete(from);
      gained.delete(to);
    }
    const mover = isMover ? this.#pieces.get(to) : undefined;
    if (isQuiet()) return [...gained].map((cell) => this.#pieces.get(cell)).concat(mover).forEach((piece) => piece && appear(piece));
    this.#exchange(lost, gained, before, drawn, between, isForward);
    if (isCarried || !mover) return;
    this.#pieceLayer.append(mover);
    travel(mover, outline, between, path, this.haste);
  }

  /**
   * Lets pieces slide from where they are lost to the nearest place where the like is gained; those that are taken fade.
   * @param {Set<number>} lost
   * @param {Set<number>} gained
   * @param {Map<number, Piece>} before
   * @param {Map<number, SVGGElement>} drawn before
   * @param {Spot[]} between
   * @param {boolean} isForward
   */
  #exchange(lost, gained, before, drawn, between, isForward) {
    const { places, links } = this.outline;
    for (const cell of lost) {
      const same = [...gained].filter((other) => isAlike(this.outline, before.get(cell), this.#standing.get(other)));
      const goal = same.sort((a, b) => distance(places[cell], places[a]) - distance(places[cell], places[b]))[0];
      const piece = this.#pieces.get(goal);
      const ghost = drawn.get(cell);
      gained.delete(goal);
      if (piece) {
        travel(piece, { ...this.outline, links: [...links, [cell, goal]] }, between, [cell, goal], this.haste);
      } else if (isForward && ghost && goal === undefined) {
        this.#pieceLayer.prepend(ghost);
        void vanish(ghost, this.haste);
      }
    }
  }

  /** Ends motion that is under way. */
  #finish() {
    for (const animation of this.#pieceLayer.getAnimations({ subtree: true })) animation.finish();
  }

  /**
   * The way of the middle of a piece, which stands on one of its cells.
   * @param {number[]} path
   * @param {number} [cell]
   */
  points(path, cell = path[0]) {
    const { places } = this.outline;
    const cells = this.#standing.get(cell)?.cells ?? [cell];
    const [x, y] = middle(cells.map((one) => /** @type {Point} */ ([places[one][0] - places[cell][0], places[one][1] - places[cell][1]])));
    return path.map((one) => /** @type {Point} */ ([places[one][0] + x, places[one][1] + y]));
  }

  /**
   * Lights what is picked and where it can go, and names all cells anew.
   * @param {Lights} lights
   */
  light(lights) {
    this.#lights = lights;
    this.#shine();
  }

  #shine() {
    const { picked, targets, movable } = this.#lights;
    const { marked, names } = this.outline;
    const goals = new Set(marked);
    for (const [number, cell] of this.#cells) {
      const states = [number === picked && "picked", targets.has(number) && "target", number === this.cursor && "cursor"].filter(Boolean);
      write(cell, "class", ["cell", ...states].join(" "));
      write(cell, "aria-selected", String(number === picked));
      if (this.#scene.length === 0) continue;
      const first = this.pieceOn(number)?.cells[0] ?? number;
      const notes = [targets.has(number) && "can go here", movable.has(first) && "can move", first === picked && "picked up"];
      const words = [pieceWords(this.#scene[number], this.look), goals.has(number) && "goal", ...notes].filter(Boolean).join(", ");
      write(cell, "aria-label", `cell ${names[number]}: ${words}`);
    }
    for (const [number, piece] of this.#pieces) {
      piece.classList.toggle("movable", movable.has(number));
      piece.classList.toggle("held", number === picked);
    }
    this.marks.chevrons(this.#pieces, movable);
  }

  /**
   * What is read of a cell.
   * @param {number} cell
   */
  words(cell) {
    return this.#cells.get(cell)?.getAttribute("aria-label") ?? "";
  }

  /**
   * Moves the cursor of the arrow keys.
   * @param {number} cell
   */
  point(cell) {
    this.#cells.get(this.cursor)?.classList.remove("cursor");
    this.cursor = cell;
    if (this.outline.places[cell]) this.view.reveal([this.outline.places[cell]]);
    this.#cells.get(cell)?.classList.add("cursor");
    this.svg.setAttribute("aria-activedescendant", `cell-${cell}`);
    if (this.svg.matches(":focus-visible")) this.marks.name(cell);
  }

  /**
   * The cell under a point of the window.
   * @param {{clientX: number, clientY: number}} event
   * @param {Point} [grip] how far from there the place is that counts
   */
  cellAt(event, [across, down] = [0, 0]) {
    const [x, y] = this.view.inside(event);
    return nearest(this.outline.places, [x - across, y - down], 0.72 * UNIT);
  }

  /**
   * How far from the middle of a block's first cell it is held; other pieces are held in their middle.
   * @param {number} cell
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  grip(cell, event) {
    if (this.outline.pieces !== "block") return [0, 0];
    const [[x, y], [left, top]] = [this.view.inside(event), this.outline.places[cell]];
    return [x - left, y - top];
  }

  /**
   * Holds the piece of a cell under a point of the window.
   * @param {number} cell
   * @param {{clientX: number, clientY: number}} event
   * @param {Point} grip
   */
  carry(cell, event, [across, down]) {
    const piece = this.#pieces.get(cell);
    if (!piece) return;
    if (!piece.classList.contains("carried")) {
      piece.classList.add("carried");
      this.#pieceLayer.append(piece);
    }
    const [x, y] = this.view.inside(event);
    piece.setAttribute("transform", at([x - across, y - down]));
  }

  /**
   * Puts a carried piece back to its cell.
   * @param {number} cell
   */
  putBack(cell) {
    const piece = this.#pieces.get(cell);
    piece?.classList.remove("carried");
    piece?.setAttribute("transform", at(this.outline.places[cell]));
  }

  /**
   * Shakes the piece that may not do what it was asked for; without motion its cell is outlined for a while.
   * @param {number} cell
   */
  shake(cell) {
    const body = this.#pieces.get(this.pieceOn(cell)?.cells[0] ?? cell)?.firstElementChild;
    if (body && !isQuiet()) refuse(body, UNIT / this.view.pixels);
    const ring = this.#cells.get(cell);
    ring?.classList.add("refused");
    setTimeout(() => ring?.classList.remove("refused"), 600);
  }

  /** Lets all pieces hop once, from left to right. */
  win() {
    if (isQuiet()) return;
    const { places } = this.outline;
    const order = [...this.#pieces].sort(([a], [b]) => places[a][0] - places[b][0] || places[a][1] - places[b][1]);
    wave(order.flatMap(([, piece]) => piece.firstElementChild ?? []));
  }

  /** Draws the way of the last move. @param {number[]} path */
  drawWay(path) {
    this.marks.last(path);
  }

  /** Draws arrows along moves. @param {number[][]} paths */
  drawArrows(paths) {
    this.marks.arrows(paths);
  }

  /** Draws where pieces may go. @param {number[][]} paths */
  showWays(paths) {
    this.marks.ways(paths);
  }

  /** Shows why the position is lost. @param {import("./marks.js").Trap|null} trap */
  trap(trap) {
    this.marks.trap(trap);
  }

  /** Numbers moves on the board. @param {import("./marks.js").Ranked[]} ranked */
  rank(ranked) {
    this.marks.rank(ranked);
  }
}

/**
 * Sets an attribute where it is another.
 * @param {Element} place
 * @param {string} name
 * @param {string} value
 */
function write(place, name, value) {
  if (place.getAttribute(name) !== value) place.setAttribute(name, value);
}
