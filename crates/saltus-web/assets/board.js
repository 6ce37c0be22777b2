// The board as a stage that is read and played on. It knows cells and pieces, no rules.

import { pieceWords } from "./called.js";
import { svg } from "./dom.js";
import { UNIT, nearest, rows } from "./geometry.js";
import { RINGS, drawGround, drawWanted } from "./ground.js";
import { classesOf, detailOf, isFromSide, lookOf } from "./looks.js";
import { Men } from "./men.js";
import { boxOf } from "./picture.js";
import { View } from "./view.js";

export { picture } from "./picture.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./looks.js").Look} Look */
/** What is lit. @typedef {{picked: number|null, targets: Set<number>, movable: Set<number>}} Lights */
/**
 * How a board looks: `goal` tells which tiles are at home and which block matters. The first script of a site leaves out what makes its marks and the strip below a window.
 * @typedef {{look?: Look, goal?: Spot[]|null, isLettered?: boolean, Overlay?: typeof import("./overlay.js").Overlay, Strip?: typeof import("./strip.js").Strip}} Options
 */

/** Pixels that a digit of a cell's name takes. */
const DIGIT = 9;
/** Where the names of cells below pads are. */
const NAME = 770;

/** @type {Lights} */
const DARK = { picked: null, targets: new Set(), movable: new Set() };

export class Board {
  /** @type {Outline} */
  outline;
  /** The cells that are drawn, which are those that are seen. @type {Map<number, SVGGElement>} */
  #cells = new Map();
  #lights = DARK;
  /** What was written last of the cells that are drawn. @type {Map<number, string>} */
  #written = new Map();
  /** @type {Men} */
  #men;
  /** Cells in rows, and their elements. @type {{cells: number[], row: SVGGElement}[]} */
  #rows;
  /** What was drawn last: cells and their size. */
  #shown = "";
  #ground = svg("g", { class: "ground", "aria-hidden": "true" });
  #grid = svg("g", { class: "cells", role: "rowgroup" });
  #below = svg("g", { class: "below", "aria-hidden": "true" });
  #above = svg("g", { class: "above", "aria-hidden": "true" });
  /** Where the arrow keys are. */
  cursor = 0;
  /** How many times as fast as usual pieces go. */
  haste = 1;

  /**
   * @param {Outline} outline
   * @param {Options} [options]
   */
  constructor(outline, { look = lookOf("", outline), goal = null, isLettered = false, Overlay, Strip } = {}) {
    this.outline = outline;
    this.look = look;
    this.goal = goal;
    this.#rows = rows(outline.places).map((cells) => ({ cells, row: svg("g", { role: "row" }) }));
    this.#men = new Men(outline, { look, goal, isLettered });
    const layers = isFromSide(look) ? [this.#grid, this.#below, this.#men.layer] : [this.#below, this.#men.layer, this.#grid];
    const scene = svg("g", { class: "scene" }, this.#ground, ...layers, ...drawWanted(outline), this.#above);
    this.svg = svg("svg", { id: "board", class: `board ${classesOf(look)}`, role: "grid", tabindex: 0, "aria-label": "Board", "aria-describedby": "headline" }, scene);
    this.view = new View(this.svg, scene, boxOf(outline, look), outline.places, () => this.#arrange());
    this.marks = Overlay ? new Overlay(this, this.#below, this.#above) : null;
    this.strip = Strip && this.view.isRow && outline.places.length > 1 ? new Strip(this.view, outline.places) : null;
    if (this.strip) scene.append(this.strip.svg);
    this.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.marks?.name(this.cellAt(event)));
    this.svg.addEventListener("pointerleave", () => this.marks?.name(null));
    this.#arrange();
    this.point(0);
  }

  /** Draws the cells and pieces that are seen, as large as they are. */
  #arrange() {
    const { look, outline, view } = this;
    const detail = detailOf(view.pixels);
    this.strip?.place();
    const seen = view.seen(outline.places);
    const shown = `${seen.length} ${seen[0]} ${seen[seen.length - 1]} ${view.pixels}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    const isSeen = new Set(seen);
    for (const cell of this.#cells.keys()) if (!isSeen.has(cell) && this.#cells.delete(cell)) this.#written.delete(cell);
    for (const cell of seen) if (!this.#cells.has(cell)) this.#cells.set(cell, this.#cell(cell));
    const drawn = this.#rows.flatMap(({ cells, row }) => {
      const own = cells.flatMap((cell) => this.#cells.get(cell) ?? []);
      if (row.childElementCount !== own.length || row.firstChild !== (own[0] ?? null)) row.replaceChildren(...own);
      return own.length ? [row] : [];
    });
    if (this.#grid.childElementCount !== drawn.length || this.#grid.firstChild !== drawn[0]) this.#grid.replaceChildren(...drawn);
    this.#ground.replaceChildren(...drawGround(look, outline, detail, seen), ...this.#names(seen));
    this.#men.draw(detail, isSeen);
    this.#shine();
  }

  /**
   * The names of cells that are always seen: those below pads, as many as have room.
   * @param {number[]} cells
   */
  #names(cells) {
    const { look, outline, view } = this;
    if (!isFromSide(look) || outline.names.length === 0 || !view.isRow) return [];
    const longest = Math.max(...cells.map((cell) => outline.names[cell].length), 1);
    const step = [1, 2, 5, 10, 20, 50].find((count) => count * view.pixels > longest * DIGIT + 8) ?? 100;
    const named = cells.filter((cell) => step === 1 || (cell + 1) % step === 0);
    return named.map((cell) => svg("text", { class: "name", x: outline.places[cell][0], y: outline.places[cell][1] + NAME }, outline.names[cell]));
  }

  /** @param {number} cell */
  #cell(cell) {
    return svg("g", { class: "cell", id: `cell-${cell}`, role: "gridcell" }, RINGS[this.look.seat](this.outline.places[cell]));
  }

  /** What stands on a cell. @param {number} cell */
  spot(cell) {
    return this.#men.scene[cell];
  }

  /** The piece that stands on a cell, perhaps among others. @param {number} cell */
  pieceOn(cell) {
    return this.#men.on(cell);
  }

  /**
   * Shows a position.
   * @param {Spot[]} scene
   */
  show(scene) {
    // Most moves begin or end at an empty cell.
    if (this.#men.scene.length === 0) this.view.home = this.outline.places[scene.findIndex(({ tint }) => tint === "vacant")] ?? null;
    this.#men.show(scene);
    this.#told(scene);
  }

  /**
   * Shows the position behind a move, or the one before it, and lets its piece go there.
   * @param {Spot[]} scene
   * @param {number[]} path from where the piece goes now to where it stays
   * @param {boolean} isForward
   * @param {boolean} [isCarried] whether a hand has brought the piece there already
   */
  follow(scene, path, isForward, isCarried = false) {
    this.view.reveal(path.map((cell) => this.outline.places[cell]));
    this.#men.follow(scene, path, { isForward, isCarried, haste: this.haste });
    this.#told(scene);
  }

  /** @param {Spot[]} scene */
  #told(scene) {
    this.strip?.show(scene);
    this.marks?.empties();
  }

  /** The way of the middle of a piece, which stands on one of its cells. @param {number[]} path @param {number} [cell] */
  points(path, cell = path[0]) {
    return this.#men.points(path, cell);
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
    const held = picked === null ? null : this.pieceOn(picked);
    for (const [number, cell] of this.#cells) {
      // Only what changes is written: there may be thousands of cells.
      const spot = this.spot(number);
      const piece = this.pieceOn(number);
      const first = piece?.cells[0] ?? number;
      const key = `${spot?.label} ${spot?.tint} ${number === picked} ${first === picked && held !== null} ${targets.has(number)} ${number === this.cursor} ${movable.has(first)}`;
      if (this.#written.get(number) === key) continue;
      this.#written.set(number, key);
      const states = [number === picked && "picked", targets.has(number) && "target", number === this.cursor && "cursor"].filter(Boolean);
      write(cell, "class", ["cell", ...states].join(" "));
      write(cell, "aria-selected", String(number === picked));
      if (!spot) continue;
      const notes = [targets.has(number) && "can go here", movable.has(first) && "can move", first === picked && "picked up"];
      const words = [pieceWords(spot, this.look), goals.has(number) && "goal", ...notes].filter(Boolean).join(", ");
      write(cell, "aria-label", `cell ${names[number]}: ${words}`);
    }
    this.#men.light(movable, picked);
    this.marks?.chevrons(this.#men.drawn, movable);
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
    for (const touched of [this.cursor, cell]) this.#written.delete(touched);
    this.cursor = cell;
    if (this.outline.places[cell]) this.view.reveal([this.outline.places[cell]]);
    this.#cells.get(cell)?.classList.add("cursor");
    this.svg.setAttribute("aria-activedescendant", `cell-${cell}`);
    if (this.svg.matches(":focus-visible")) this.marks?.name(cell);
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
    const [[x, y], [left, top]] = [this.view.inside(event), this.outline.places[cell]];
    this.#men.carry(cell, [x - across - left, y - down - top]);
  }

  /** Puts a carried piece back to its cell. @param {number} cell */
  putBack(cell) {
    this.#men.putBack(cell);
  }

  /**
   * Shakes the piece that may not do what it was asked for; without motion its cell is outlined for a while.
   * @param {number} cell
   */
  shake(cell) {
    this.#men.shake(cell, UNIT / this.view.pixels);
    const ring = this.#cells.get(cell);
    ring?.classList.add("refused");
    setTimeout(() => ring?.classList.remove("refused"), 600);
  }

  /** Lets all pieces hop once, from left to right. */
  win() {
    this.#men.win();
  }

  /** Draws the way of the last move. @param {number[]} path */
  drawWay(path) {
    this.marks?.last(path);
  }

  /** Draws arrows along moves. @param {number[][]} paths */
  drawArrows(paths) {
    this.marks?.arrows(paths);
  }

  /** Draws what somebody wants to be seen. @param {import("./drawing.js").Mark[]} marks */
  drawOwn(marks) {
    this.marks?.own(marks);
  }

  /** Draws where pieces may go. @param {number[][]} paths */
  showWays(paths) {
    this.marks?.ways(paths);
  }

  /** Shows why the position is lost. @param {import("./marks.js").Trap|null} trap */
  trap(trap) {
    this.marks?.trap(trap);
  }

  /** Numbers moves on the board. @param {import("./marks.js").Ranked[]} ranked */
  rank(ranked) {
    this.marks?.rank(ranked);
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
