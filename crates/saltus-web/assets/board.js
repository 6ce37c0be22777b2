// The board as a picture that can be read and played on. It knows cells and pieces, no rules.

import { svg } from "./dom.js";
import { UNIT, distance, extent, nearest, rows } from "./geometry.js";
import { isQuiet, travel, vanish } from "./motion.js";
import { pieceWords } from "./words.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./geometry.js").Point} Point */
/** What is lit. @typedef {{picked: number|null, targets: Set<number>, movable: Set<number>}} Lights */

const ROOM = 620;
const SIDE = 960;
const HOLLOW = 430;

/** How far from the middles of its cells an arrow starts and ends. */
const EDGE = 400;
const TIP = 230;

/** @type {(from: Point, to: Point, by: number) => Point} */
function towards(from, to, by) {
  const part = by / Math.max(distance(from, to), 1);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** @param {Point} place */
const at = ([x, y]) => `translate(${x} ${y})`;

/**
 * @param {Spot} spot
 * @param {Outline} outline
 * @param {number} cell
 */
function drawPiece(spot, { pieces, places }, cell) {
  const form =
    pieces === "tile"
      ? svg("rect", { x: -450, y: -450, width: 900, height: 900, rx: 110 })
      : svg("circle", { r: 390 });
  const size = spot.label.length < 2 ? 400 : spot.label.length < 3 ? 360 : Math.floor(900 / spot.label.length);
  const label = svg("text", { "font-size": size, dy: "0.355em" }, spot.label);
  return svg("g", { class: `piece ${spot.tint}`, transform: at(places[cell]) }, form, label);
}

/** @param {Outline} outline */
function drawLinks({ places, links }) {
  const lines = links.map(([a, b]) => `M${places[a].join(" ")}L${places[b].join(" ")}`).join("");
  return svg("path", { class: "joins", d: lines });
}

/**
 * @param {Outline} outline
 * @param {number} cell
 */
function drawCell({ cells, marked, names, places, pieces }, cell) {
  const isMarked = marked.includes(cell);
  const form =
    cells === "square"
      ? svg("rect", { x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 100 })
      : svg("circle", { r: HOLLOW });
  const made = svg("g", { class: `cell${isMarked ? " marked" : ""}`, transform: at(places[cell]) }, form);
  if (isMarked) made.append(svg("circle", { class: "mark", r: HOLLOW - 90 }));
  // Where tiles fill their cells and name the moves, names of cells would only confuse.
  if (pieces !== "tile" && names.length > 0) {
    /** @type {Record<string, string|number>} */
    const corner = cells === "square" ? { x: -SIDE / 2 + 65, y: -SIDE / 2 + 190, class: "name" } : { dy: "0.355em", class: "name middle" };
    made.append(svg("text", corner, names[cell]));
  }
  return made;
}

/**
 * A picture of a position that is only looked at.
 * @param {Outline} outline
 * @param {Spot[]} scene
 * @param {string} title
 */
export function picture(outline, scene, title) {
  const cells = outline.places.map((_, cell) => drawCell({ ...outline, names: [] }, cell));
  const pieces = scene.flatMap((spot, cell) => (spot.tint === "vacant" ? [] : [drawPiece(spot, outline, cell)]));
  const box = extent(outline.places, ROOM - 80).join(" ");
  const words = scene.map((spot, cell) => `${outline.names[cell]}: ${pieceWords(spot)}`).join(", ");
  return svg("svg", { viewBox: box, class: "board small", role: "img", "aria-label": `${title}: ${words}` }, drawLinks(outline), ...cells, ...pieces);
}

export class Board {
  /** @type {Outline} */
  outline;
  /** @type {Spot[]} */
  #scene = [];
  /** @type {SVGGElement[]} */
  #cells;
  /** @type {(SVGGElement|null)[]} */
  #pieces;
  #pieceLayer = svg("g", { class: "pieces", "aria-hidden": "true" });
  #way = svg("path", { class: "way", "aria-hidden": "true" });
  #arrows = svg("g", { class: "arrows", "aria-hidden": "true" });
  /** Where the arrow keys are. */
  cursor = 0;
  /** How many times as fast as usual pieces go. */
  haste = 1;

  /** @param {Outline} outline */
  constructor(outline) {
    this.outline = outline;
    this.#cells = outline.places.map((_, cell) => this.#cell(cell));
    this.#pieces = outline.places.map(() => null);
    const [left, top, width, height] = extent(outline.places, ROOM);
    const grid = rows(outline.places).map((row) => svg("g", { role: "row" }, ...row.map((cell) => this.#cells[cell])));
    const head = svg("path", { d: "M0 0L10 5L0 10z" });
    const marker = svg("marker", { id: "head", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.4, markerHeight: 3.4, orient: "auto-start-reverse" }, head);
    this.svg = svg(
      "svg",
      { id: "board", class: "board", viewBox: `${left} ${top} ${width} ${height}`, role: "grid", tabindex: 0, "aria-label": "Board", "aria-describedby": "headline" },
      svg("defs", {}, marker),
      drawLinks(outline),
      ...grid,
      this.#way,
      this.#pieceLayer,
      this.#arrows,
    );
    // As large as there is room, but single cells are not to become huge.
    this.svg.style.maxWidth = `${Math.max(Math.round((width / UNIT) * 108), 240)}px`;
    this.svg.style.aspectRatio = `${width} / ${height}`;
    this.point(0);
  }

  /** @param {number} cell */
  #cell(cell) {
    const made = drawCell(this.outline, cell);
    made.id = `cell-${cell}`;
    made.setAttribute("role", "gridcell");
    return made;
  }

  /**
   * Shows a position.
   * @param {Spot[]} scene
   */
  show(scene) {
    scene.forEach((spot, cell) => {
      const shown = this.#scene[cell];
      if (shown && shown.label === spot.label && shown.tint === spot.tint) return;
      this.#pieces[cell]?.remove();
      const piece = spot.tint === "vacant" ? null : drawPiece(spot, this.outline, cell);
      this.#pieces[cell] = piece;
      if (piece) this.#pieceLayer.append(piece);
    });
    this.#scene = scene;
  }

  /**
   * Shows the position behind a move, or the one before it, and lets its piece go there.
   * @param {Spot[]} scene
   * @param {number[]} path from where the piece goes now to where it stays
   * @param {boolean} isForward
   * @param {boolean} [isCarried] whether a hand has brought the piece there already
   */
  follow(scene, path, isForward, isCarried = false) {
    const [from, to] = [path[0], path[path.length - 1]];
    const taken = isForward ? this.#pieces[to] : null;
    this.#finish();
    const ghost = taken && /** @type {SVGGElement} */ (taken.cloneNode(true));
    this.show(scene);
    const piece = this.#pieces[to];
    if (isQuiet() || isCarried || !piece || from === to) return;
    if (ghost) {
      this.#pieceLayer.prepend(ghost);
      void vanish(ghost, this.haste);
    }
    this.#pieceLayer.append(piece);
    travel(piece, this.outline, path, this.haste);
  }

  /** Ends motion that is under way. */
  #finish() {
    for (const animation of this.#pieceLayer.getAnimations({ subtree: true })) animation.finish();
  }

  /**
   * Draws the way of the last move.
   * @param {number[]} path
   */
  drawWay(path) {
    this.#way.setAttribute("d", this.#line(path));
  }

  /**
   * Draws arrows along moves.
   * @param {number[][]} paths
   */
  drawArrows(paths) {
    this.#arrows.replaceChildren(...paths.map((path) => svg("path", { d: this.#arrow(path), "marker-end": "url(#head)" })));
  }

  /**
   * From the edge of the piece, so that its label can be read, to near the middle of the last cell.
   * @param {number[]} path
   */
  #arrow(path) {
    const { places } = this.outline;
    const points = path.map((cell) => places[cell]);
    const start = towards(points[0], points[1], EDGE);
    const end = towards(points[points.length - 1], points[points.length - 2], TIP);
    return `M${[start, ...points.slice(1, -1), end].map((point) => point.join(" ")).join("L")}`;
  }

  /** @param {number[]} path */
  #line(path) {
    return path.length > 1 ? `M${path.map((cell) => this.outline.places[cell].join(" ")).join("L")}` : "";
  }

  /**
   * Lights what is picked and where it can go, and names all cells anew.
   * @param {Lights} lights
   */
  light({ picked, targets, movable }) {
    this.#cells.forEach((cell, number) => {
      cell.classList.toggle("picked", number === picked);
      cell.classList.toggle("target", targets.has(number));
      this.#pieces[number]?.classList.toggle("movable", movable.has(number));
      this.#pieces[number]?.classList.toggle("prey", targets.has(number));
      cell.setAttribute("aria-selected", String(number === picked));
      const notes = [targets.has(number) && "can go here", movable.has(number) && "can move", number === picked && "picked up"];
      const goal = this.outline.marked.includes(number) ? "goal" : false;
      const words = [pieceWords(this.#scene[number]), goal, ...notes].filter(Boolean).join(", ");
      cell.setAttribute("aria-label", `cell ${this.outline.names[number]}: ${words}`);
    });
  }

  /**
   * What is read of a cell.
   * @param {number} cell
   */
  words(cell) {
    return this.#cells[cell].getAttribute("aria-label") ?? "";
  }

  /**
   * Moves the cursor of the arrow keys.
   * @param {number} cell
   */
  point(cell) {
    this.#cells[this.cursor]?.classList.remove("cursor");
    this.cursor = cell;
    this.#cells[cell]?.classList.add("cursor");
    this.svg.setAttribute("aria-activedescendant", `cell-${cell}`);
  }

  /**
   * The cell under a point of the window.
   * @param {{clientX: number, clientY: number}} event
   */
  cellAt(event) {
    return nearest(this.outline.places, this.#inside(event), 0.72 * UNIT);
  }

  /**
   * A point of the window in the board's own measures.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  #inside({ clientX, clientY }) {
    const matrix = this.svg.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix?.inverse());
    return [x, y];
  }

  /**
   * Holds the piece of a cell under a point of the window.
   * @param {number} cell
   * @param {{clientX: number, clientY: number}} event
   */
  carry(cell, event) {
    const piece = this.#pieces[cell];
    if (!piece) return;
    if (!piece.classList.contains("carried")) {
      piece.classList.add("carried");
      this.#pieceLayer.append(piece);
    }
    piece.setAttribute("transform", at(this.#inside(event)));
  }

  /**
   * Puts a carried piece back to its cell.
   * @param {number} cell
   */
  putBack(cell) {
    const piece = this.#pieces[cell];
    piece?.classList.remove("carried");
    piece?.setAttribute("transform", at(this.outline.places[cell]));
  }
}
