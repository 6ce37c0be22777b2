// What lies below the pieces: pads, trays, plates with holes, squares. A few long paths, however many cells there are.

import { svg } from "./dom.js";
import { UNIT, corners, distance, extent, joined } from "./geometry.js";
import { DRAWN } from "./looks.js";
import { MARKS } from "./pieces.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./looks.js").Detail} Detail */

/** @type {(kind: string, parts: string[]) => SVGPathElement[]} */
const path = (kind, parts) => (parts.length ? [svg("path", { class: kind, d: parts.join("") })] : []);

/** @type {(place: Point, across: number, up?: number) => string} */
const oval = ([x, y], across, up = across) => `M${x - across} ${y}a${across} ${up} 0 0 1 ${2 * across} 0a${across} ${up} 0 0 1 ${-2 * across} 0Z`;

/** @type {(place: Point, half: number, round: number) => string} */
function square([x, y], half, round) {
  const side = 2 * (half - round);
  const bend = (/** @type {number} */ across, /** @type {number} */ down) => `a${round} ${round} 0 0 1 ${across * round} ${down * round}`;
  return `M${x - half + round} ${y - half}h${side}${bend(1, 1)}v${side}${bend(-1, 1)}h${-side}${bend(-1, -1)}v${-side}${bend(1, -1)}Z`;
}

/** Where the middle of the pad is below that of its cell, and its half sides. */
const PAD = { below: 48.5 * DRAWN, across: 57.5 * DRAWN, up: 20.5 * DRAWN };

/** @param {Point[]} places @param {Detail} detail */
function pads(places, detail) {
  const lower = (/** @type {Point} */ [x, y], by = 0) => /** @type {Point} */ ([x, y + PAD.below + by]);
  if (detail !== "full") return path("pad", places.map((place) => oval(lower(place, 10), PAD.across * 0.9, PAD.up * 0.62)));
  const ripple = ([x, y] = [0, 0]) => `M${x - PAD.across} ${y + 500}Q${x} ${y + 790} ${x + PAD.across} ${y + 500}`;
  return [
    ...path("ripple", places.map(ripple)),
    ...path("pad-rim", places.map((place) => oval(lower(place, 32), PAD.across, PAD.up))),
    ...path("pad", places.map((place) => oval(lower(place), PAD.across, PAD.up))),
    ...path("pad-ring", places.map((place) => oval(lower(place), PAD.across * 0.8, PAD.up * 0.72))),
  ];
}

/** @type {(kind: string, box: [number, number, number, number], round: number) => SVGRectElement} */
const rectangle = (kind, [x, y, width, height], rx) => svg("rect", { class: kind, x, y, width, height, rx });

/** Lines between cells, as far as they are links. @type {(outline: Outline, has?: (cell: number) => boolean) => string[]} */
const lines = ({ places, links }, has = () => true) =>
  links.filter(([a, b]) => has(a) && has(b)).map(([a, b]) => `M${places[a].join(" ")}L${places[b].join(" ")}`);

/** @param {Point} place */
const dot = ([x, y]) => `M${x} ${y}h1`;

/** How many times the area of its cells a round board may have. */
const LOOSE = 1.7;

/**
 * The round plate of a board of holes that fill a disc; none where it would be mostly empty.
 * @param {Outline} outline
 */
export function roundPlate({ places }) {
  const [left, top, width, height] = extent(places, 0);
  const heart = /** @type {Point} */ ([left + width / 2, top + height / 2]);
  const r = Math.max(0, ...places.map((place) => distance(place, heart))) + 740;
  const isFull = places.length > 4 && Math.PI * ((r - 190) / UNIT) ** 2 < LOOSE * places.length;
  return isFull ? { heart, r } : null;
}

/** A plate of wood, round or along the holes. @param {Outline} outline */
function woodenPlate(outline) {
  const round = roundPlate(outline);
  if (round) {
    const [cx, cy] = round.heart;
    return [svg("circle", { class: "plate-rim", cx, cy, r: round.r }), svg("circle", { class: "plate-top", cx, cy, r: round.r - 150 })];
  }
  const along = [...outline.places.map(dot), ...(outline.links.length ? lines(outline) : [joined(outline.places, 100)])];
  return [...path("plate-rim along", along), ...path("plate-top along", along)];
}

/** @type {(outline: Outline, cells: number[]) => SVGElement[]} */
function dents(outline, cells) {
  const { places, marked } = outline;
  const isMarked = new Set(marked);
  const army = MARKS.red ?? "";
  return [
    ...path("plate", [...places.map(dot), ...lines(outline)]),
    ...path("field", [...marked.map((cell) => dot(places[cell])), ...lines(outline, (cell) => isMarked.has(cell))]),
    ...path("dent", cells.map((cell) => oval(places[cell], 250))),
    // Red is to fill the field: its mark is in the holes.
    ...cells.filter((cell) => isMarked.has(cell)).map((cell) => svg("path", { class: "wanted-mark", d: army, transform: `translate(${places[cell].join(" ")}) scale(0.7)` })),
  ];
}

/** @param {Point} place */
const isOdd = ([x, y]) => Math.round((x + y) / UNIT) % 2 !== 0;

/**
 * @param {Look} look
 * @param {Outline} outline
 * @param {Detail} detail
 * @param {number[]} cells those that are seen
 * @returns {SVGElement[]}
 */
export function drawGround(look, outline, detail, cells) {
  const { places, walls, marked } = outline;
  const seen = cells.map((cell) => places[cell]);
  const wanted = cells.filter((cell) => marked.includes(cell)).map((cell) => places[cell]);
  switch (look.seat) {
    case "pad":
      return pads(seen, detail);
    case "tray":
      return [rectangle("tray-rim", extent(places, 640), 190), rectangle("tray", extent(places, 550), 130)];
    case "dent":
      return dents(outline, cells);
    case "hole":
      return [...woodenPlate(outline), ...path("hole", seen.map((place) => oval(place, 130))), ...path("goal-ring", wanted.map((place) => oval(place, 420)))];
    case "floor": {
      const floor = [...path("frame", [joined([...places, ...walls], 400)]), ...path("floor", [joined(places, 420)])];
      return outline.pieces === "block" ? floor : [...floor, ...path("lattice", seen.map((place) => square(place, 460, 70))), ...path("goal-ring", wanted.map((place) => square(place, 400, 60)))];
    }
    case "square":
      return [
        ...path("square", seen.filter((place) => !isOdd(place)).map((place) => square(place, 485, 60))),
        ...path("square odd", seen.filter(isOdd).map((place) => square(place, 485, 60))),
        ...path("goal-ring", wanted.map((place) => square(place, 420, 60))),
      ];
    case "ring":
      return [...path("joins", lines(outline)), ...path("square", seen.map((place) => oval(place, 430))), ...path("goal-ring", wanted.map((place) => oval(place, 410)))];
  }
}

/**
 * What lies above the pieces: the corners of where blocks are to come.
 * @param {Outline} outline
 */
export function drawWanted({ marked, pieces, places }) {
  if (pieces !== "block" || marked.length === 0) return [];
  return [svg("path", { class: "wanted", d: corners(marked.map((cell) => places[cell]), 430) })];
}

/** @type {(half: number, round: number) => (place: Point) => SVGElement} */
const squareRing = (half, rx) => ([x, y]) => svg("rect", { class: "ring", x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx });
/** @type {(r: number) => (place: Point) => SVGElement} */
const roundRing = (r) => ([cx, cy]) => svg("circle", { class: "ring", cx, cy, r });

/** The ring of a cell that is picked, pointed at or can be gone to. Not moved by a transform: browsers are slow with thousands of those. @type {Record<import("./looks.js").Seat, (place: Point) => SVGElement>} */
export const RINGS = {
  pad: ([cx, y]) => svg("ellipse", { class: "ring", cx, cy: y + PAD.below + 14, rx: 62 * DRAWN, ry: 25.5 * DRAWN }),
  tray: squareRing(465, 130),
  floor: squareRing(465, 130),
  square: squareRing(465, 100),
  dent: roundRing(450),
  hole: roundRing(410),
  ring: roundRing(440),
};
