// The board as a picture that can be read and played on. It knows cells and pieces, no rules.

import { svg } from "./dom.js";
import { UNIT, corners, distance, extent, joined, middle, nearest, rows, standing } from "./geometry.js";
import { isQuiet, travel, vanish } from "./motion.js";
import { pieceWords } from "./words.js";

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Piece} Piece */
/** What is lit. @typedef {{picked: number|null, targets: Set<number>, movable: Set<number>}} Lights */

const ROOM = 620;
const SIDE = 960;
const HOLLOW = 430;
const HOLE = 130;

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
 * @param {Piece} piece
 * @param {Outline} outline
 */
function drawPiece({ spot, cells }, { pieces, places }) {
  const first = places[cells[0]];
  const shape = cells.map((cell) => /** @type {Point} */ ([places[cell][0] - first[0], places[cell][1] - first[1]]));
  const [x, y] = middle(shape);
  const way = pieces === "block" ? joined(shape, 300) : "";
  const forms = {
    tile: () => [svg("rect", { x: -450, y: -450, width: 900, height: 900, rx: 110 })],
    disc: () => [svg("circle", { r: 390 })],
    peg: () => [svg("circle", { r: 340 })],
    block: () => [svg("path", { class: "rim", d: way }), svg("path", { class: "face", d: way })],
  };
  const size = spot.label.length < 2 ? 400 : spot.label.length < 3 ? 360 : Math.floor(900 / spot.label.length);
  // Pegs are all the same.
  const label = pieces === "peg" ? [] : [svg("text", { x, y, "font-size": size, dy: "0.355em" }, spot.label)];
  return svg("g", { class: `piece ${pieces} ${spot.tint}`, transform: at(first) }, ...forms[pieces](), ...label);
}

/**
 * What lies below the cells: the frame of a board with its walls, or the plate with the holes.
 * @param {Outline} outline
 */
function drawGround({ cells, places, walls }) {
  if (cells !== "framed" && cells !== "hole") return [];
  const ground = svg("path", { class: `ground ${cells}`, d: joined([...places, ...walls], 400) });
  return cells === "hole" ? [ground] : [ground, svg("path", { class: "floor", d: joined(places, 420) })];
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
  const isSquare = cells === "square" || cells === "framed";
  const form = isSquare
    ? svg("rect", { x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE, rx: 100 })
    : svg("circle", { r: cells === "hole" ? HOLE : HOLLOW });
  const made = svg("g", { class: `cell ${cells}${isMarked ? " marked" : ""}`, transform: at(places[cell]) }, form);
  // Where blocks are to come is shown above them.
  if (isMarked && pieces !== "block") {
    made.append(isSquare ? svg("rect", { class: "mark", x: -430, y: -430, width: 860, height: 860, rx: 90 }) : svg("circle", { class: "mark", r: cells === "hole" ? 420 : HOLLOW - 90 }));
  }
  // Where tiles fill their cells and name the moves, names of cells would only confuse.
  if (pieces !== "tile" && names.length > 0) {
    /** @type {Record<string, string|number>} */
    const corner = cells !== "hollow" ? { x: -SIDE / 2 + 65, y: -SIDE / 2 + 190, class: "name" } : { dy: "0.355em", class: "name middle" };
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
  const cells = outline.places.map((_, cell) => drawCell({ ...outline, names: [], marked: [] }, cell));
  const pieces = [...standing(outline, scene).values()].map((piece) => drawPiece(piece, outline));
  const box = extent(outline.places, ROOM - 80).join(" ");
  const words = scene.map((spot, cell) => `${outline.names[cell]}: ${pieceWords(spot)}`).join(", ");
  return svg("svg", { viewBox: box, class: "board small", role: "img", "aria-label": `${title}: ${words}` }, ...drawGround(outline), drawLinks(outline), ...cells, ...pieces);
}

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

export class Board {
  /** @type {Outline} */
  outline;
  /** @type {Spot[]} */
  #scene = [];
  /** What stands on the board, by first cells. @type {Map<number, Piece>} */
  #standing = new Map();
  /** @type {SVGGElement[]} */
  #cells;
  /** The same pieces as they are drawn. @type {(SVGGElement|null)[]} */
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
      ...drawGround(outline),
      drawLinks(outline),
      ...grid,
      this.#way,
      this.#pieceLayer,
      ...this.#wanted(),
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

  /** The corners of where blocks are to come. */
  #wanted() {
    const { marked, pieces, places } = this.outline;
    if (pieces !== "block" || marked.length === 0) return [];
    return [svg("path", { class: "wanted", d: corners(marked.map((cell) => places[cell]), 430), "aria-hidden": "true" })];
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
   * Shows a position.
   * @param {Spot[]} scene
   */
  show(scene) {
    const after = standing(this.outline, scene);
    this.#pieces.forEach((drawn, cell) => {
      const piece = after.get(cell);
      if (isSame(this.#standing.get(cell), piece)) return;
      drawn?.remove();
      this.#pieces[cell] = piece ? drawPiece(piece, this.outline) : null;
      this.#pieceLayer.append(...(this.#pieces[cell] ? [this.#pieces[cell]] : []));
    });
    this.#scene = scene;
    this.#standing = after;
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
    this.#finish();
    const before = this.#standing;
    // What was jumped over may be no more, or not yet.
    const between = scene.map((spot, cell) => (spot.tint === "vacant" ? (this.#scene[cell] ?? spot) : spot));
    const ghosts = this.#pieces.map((piece) => piece && /** @type {SVGGElement} */ (piece.cloneNode(true)));
    this.show(scene);
    const after = this.#standing;
    if (isQuiet()) return;
    /** Cells on which not the same stands in one as in the other. @type {(one: Map<number, Piece>, other: Map<number, Piece>) => number[]} */
    const changed = (one, other) => [...one.keys()].filter((cell) => !isAlike(this.outline, one.get(cell), other.get(cell)));
    const isMover = from !== to && isAlike(this.outline, before.get(from), after.get(to));
    const [lost, gained] = [new Set(changed(before, after)), new Set(changed(after, before))];
    if (isMover) {
      if (before.has(to)) lost.add(to);
      if (after.has(from)) gained.add(from);
      lost.delete(from);
      gained.delete(to);
    }
    const { places } = this.outline;
    for (const cell of lost) {
      const same = [...gained].filter((other) => isAlike(this.outline, before.get(cell), after.get(other)));
      const goal = same.sort((a, b) => distance(places[cell], places[a]) - distance(places[cell], places[b]))[0];
      const piece = goal === undefined ? null : this.#pieces[goal];
      const ghost = ghosts[cell];
      if (piece) {
        gained.delete(goal);
        travel(piece, { ...this.outline, links: [...this.outline.links, [cell, goal]] }, between, [cell, goal], this.haste);
      } else if (isForward && ghost) {
        this.#pieceLayer.prepend(ghost);
        void vanish(ghost, this.haste);
      }
    }
    const mover = this.#pieces[to];
    if (!isMover || isCarried || !mover) return;
    this.#pieceLayer.append(mover);
    travel(mover, this.outline, between, path, this.haste);
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
    const points = this.#points(path, path[0]);
    const start = towards(points[0], points[1], EDGE);
    const end = towards(points[points.length - 1], points[points.length - 2], TIP);
    return `M${[start, ...points.slice(1, -1), end].map((point) => point.join(" ")).join("L")}`;
  }

  /**
   * The way of the middle of a piece, which stands on one of its cells.
   * @param {number[]} path
   * @param {number} cell
   */
  #points(path, cell) {
    const { places } = this.outline;
    const cells = this.#standing.get(cell)?.cells ?? [cell];
    const [x, y] = middle(cells.map((one) => /** @type {Point} */ ([places[one][0] - places[cell][0], places[one][1] - places[cell][1]])));
    return path.map((one) => /** @type {Point} */ ([places[one][0] + x, places[one][1] + y]));
  }

  /** @param {number[]} path */
  #line(path) {
    return path.length > 1 ? `M${this.#points(path, path[path.length - 1]).map((point) => point.join(" ")).join("L")}` : "";
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
      this.#pieces[number]?.classList.toggle("prey", targets.has(number) && number !== picked);
      this.#pieces[number]?.classList.toggle("held", number === picked);
      cell.setAttribute("aria-selected", String(number === picked));
      const first = this.pieceOn(number)?.cells[0] ?? number;
      const notes = [targets.has(number) && "can go here", movable.has(first) && "can move", first === picked && "picked up"];
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
   * @param {Point} [grip] how far from there the place is that counts
   */
  cellAt(event, [across, down] = [0, 0]) {
    const [x, y] = this.#inside(event);
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
    const [[x, y], [left, top]] = [this.#inside(event), this.outline.places[cell]];
    return [x - left, y - top];
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
   * @param {Point} grip
   */
  carry(cell, event, [across, down]) {
    const piece = this.#pieces[cell];
    if (!piece) return;
    if (!piece.classList.contains("carried")) {
      piece.classList.add("carried");
      this.#pieceLayer.append(piece);
    }
    const [x, y] = this.#inside(event);
    piece.setAttribute("transform", at([x - across, y - down]));
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
