// A position that is only looked at: the goal, a thumbnail, a node of the map.

import { pieceWords } from "./called.js";
import { svg } from "./dom.js";
import { UNIT, extent, standing } from "./geometry.js";
import { drawGround, drawWanted, roundPlate } from "./ground.js";
import { classesOf, detailOf, figureOf, lookOf, roomOf } from "./looks.js";
import { drawPiece } from "./pieces.js";

/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./looks.js").Detail} Detail */
/** @typedef {import("./view.js").Box} Box */

/**
 * The box around a board.
 * @param {Outline} outline
 * @param {Look} look
 * @returns {Box}
 */
export function boxOf(outline, look) {
  const { places } = outline;
  const [aside, above, below] = roomOf(look);
  const plate = look.seat === "hole" ? roundPlate(outline) : null;
  if (plate) return [plate.heart[0] - plate.r, plate.heart[1] - plate.r, 2 * plate.r, 2 * plate.r];
  const [left, top, width, height] = extent(places, 0);
  return [left - aside, top - above, width + 2 * aside, height + above + below];
}

/**
 * How a piece is drawn that stands on a cell, where the goal tells which tiles are at home and which block matters.
 * @param {Look} look
 * @param {Spot[]|null} goal
 * @param {import("./geometry.js").Piece} piece
 */
export function standingOf(look, goal, { spot, cells }) {
  const figure = figureOf(look, spot.label);
  const isHome = (figure === "tile" || figure === "box") && goal?.[cells[0]]?.label === spot.label;
  if ((figure !== "block" && figure !== "robot") || !goal) return { isHome };
  const heroes = new Set(goal.filter(({ tint }) => tint !== "vacant").map(({ label }) => label));
  return { isHome, isHero: heroes.size === 1 && heroes.has(spot.label) };
}

/** Boards wider or higher than so many cells are shown in part: so much of a row to either side, and of other boards from their corner. */
const LARGE = 24;
const BESIDE = 6;
const CORNER = 5;

/**
 * The cells of a picture, and the sides on which it shows that there are more: all of a small board, of a large one those around the vacancy
 * of a row, or those of the first corner.
 * @param {Outline} outline
 * @param {Spot[]} scene
 * @returns {{cells: number[], cuts: string[]}}
 */
function partOf({ places }, scene) {
  const all = places.map((_, cell) => cell);
  const [left, top, width, height] = extent(places, 0);
  if (Math.max(width, height) <= LARGE * UNIT) return { cells: all, cuts: [] };
  const isRow = height < UNIT;
  const home = places[Math.max(isRow ? scene.findIndex(({ tint }) => tint === "vacant") : 0, 0)];
  const from = isRow ? [home[0] - BESIDE * UNIT, top] : [left, top];
  const to = isRow ? [home[0] + BESIDE * UNIT, top + height] : [left + CORNER * UNIT, top + CORNER * UNIT];
  const cells = all.filter((cell) => places[cell].every((place, axis) => place >= from[axis] && place <= to[axis]));
  const sides = { left: from[0] > left, right: to[0] < left + width, below: to[1] < top + height };
  return { cells, cuts: Object.entries(sides).flatMap(([side, isCut]) => (isCut ? [`cut-${side}`] : [])) };
}

/** Redraws pictures for the size that they have got. @type {WeakMap<Element, (width: number) => void>} */
const sized = new WeakMap();
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) sized.get(target)?.(target.clientWidth);
});

/**
 * @param {Outline} outline
 * @param {Spot[]} scene
 * @param {string} title
 * @param {{look?: Look, goal?: Spot[]|null, isLettered?: boolean}} [options]
 */
export function picture(outline, scene, title, { look = lookOf("", outline), goal = null, isLettered = false } = {}) {
  const bare = { ...outline, names: [], marked: look.seat === "dent" ? outline.marked : [] };
  const { cells, cuts } = partOf(outline, scene);
  const [left, top, width, height] = boxOf(cuts.length ? { ...outline, places: cells.map((cell) => outline.places[cell]) } : outline, look);
  // Names of cells and arcs need no room here.
  const box = look.seat === "pad" ? [left, top + 300, width, height - 600] : [left, top, width, height];
  const words = cells.map((cell) => `${outline.names[cell]}: ${pieceWords(scene[cell], look)}`).join(", ");
  const part = cuts.length ? `, ${cells.length} of ${scene.length} cells` : "";
  const made = svg("svg", { viewBox: box.join(" "), class: ["board picture small", classesOf(look), ...cuts].join(" "), role: "img", "aria-label": `${title}${part}: ${words}` });
  const isShown = new Set(cells);
  /** @type {Detail|null} */
  let shown = null;
  /** @param {Detail} detail */
  const draw = (detail) => {
    if (detail === shown) return;
    shown = detail;
    const pieces = [...standing(outline, scene).values()].filter((piece) => isShown.has(piece.cells[0])).map((piece) => drawPiece(piece, { look, outline, detail, isLettered, ...standingOf(look, goal, piece) }));
    made.replaceChildren(svg("g", { class: "ground" }, ...drawGround(look, bare, detail, cells)), ...pieces, ...drawWanted(bare));
  };
  draw("small");
  sized.set(made, (pixels) => {
    const cell = Math.min(pixels / box[2], made.clientHeight / box[3]) * 1000;
    made.style.setProperty("--px", String(1000 / Math.max(cell, 1)));
    if (pixels > 0) draw(detailOf(cell));
  });
  sizes.observe(made);
  return made;
}
