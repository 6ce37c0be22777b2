// The drawings of marks: where a piece may go, the last move, why the position is lost, moves by rank.

import { svg } from "./dom.js";
import { UNIT, distance } from "./geometry.js";
import { isFromSide } from "./looks.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./looks.js").Look} Look */
/** Cells that show why a position is lost, and a few words. @typedef {{cells: number[], words: string}} Trap */
/** A move with its place in the ranking. @typedef {{path: number[], number: number, kind: "best"|"won"|"lost"|"unsettled"}} Ranked */

/** @param {Point} point */
const written = ([x, y]) => `${Math.round(x)} ${Math.round(y)}`;

/** @param {Point[]} points */
const line = (points) => `M${points.map(written).join("L")}`;

/** @type {(from: Point, to: Point, by: number) => Point} */
export function towards(from, to, by) {
  const part = by / Math.max(distance(from, to), 1);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/**
 * The head of an arrow: two strokes behind its tip.
 * @param {Point} tip
 * @param {Point} behind
 * @param {number} size
 */
function head(tip, behind, size) {
  const angle = Math.atan2(behind[1] - tip[1], behind[0] - tip[0]);
  const end = (/** @type {number} */ turn) => /** @type {Point} */ ([tip[0] + size * Math.cos(angle + turn), tip[1] + size * Math.sin(angle + turn)]);
  return line([end(0.7), tip, end(-0.7)]);
}

/** Where a leap seen from the side starts and ends, above the middles of its cells. */
const SIDE = { start: -270, end: 280, aside: 170 };

/** The arc of a leap that is seen from the side, the head of its arrow, and the top of the arc. @type {(from: Point, to: Point) => {way: string, tip: string, top: Point}} */
function leap(from, to) {
  const side = Math.sign(to[0] - from[0]) || 1;
  const [x, y] = [from[0] + side * 220, from[1] + SIDE.start];
  const end = /** @type {Point} */ ([to[0] - side * SIDE.aside, to[1] + SIDE.end]);
  const height = Math.min(y, end[1]) - 0.62 * UNIT;
  const way = `M${x} ${y}C${x + side * 120} ${height} ${end[0] - side * 20} ${height} ${written(end)}`;
  return { way, tip: head(end, [end[0] - side * 8, end[1] - 100], 130), top: [(x + end[0]) / 2 + side * 30, height + 0.22 * UNIT] };
}

/** Whether a way is drawn as a leap: pieces are seen from the side, and it goes along a row. @type {(look: Look, from: Point, to: Point) => boolean} */
const isLeap = (look, from, to) => isFromSide(look) && Math.abs(from[1] - to[1]) < UNIT / 2;

/** A way that is seen from above: straight to a neighbour, else from cell to cell in bows. @type {(points: Point[], isHop: boolean) => {way: string, tip: string}} */
function flight(points, isHop) {
  const [start, tip] = [towards(points[0], points[1], 0.42 * UNIT), towards(points[points.length - 1], points[points.length - 2], 0.2 * UNIT)];
  const stops = [start, ...points.slice(1, -1), tip];
  if (!isHop) return { way: line(stops), tip: head(tip, stops[stops.length - 2], 150) };
  const bows = stops.slice(1).map((to, index) => {
    const from = stops[index];
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    // Upwards, or to the left where it goes up or down.
    const side = dx === 0 ? -Math.sign(dy) : -Math.sign(dx);
    return { to, bend: /** @type {Point} */ ([(from[0] + to[0]) / 2 - side * dy * 0.28, (from[1] + to[1]) / 2 + side * dx * 0.28]) };
  });
  const last = bows[bows.length - 1];
  return { way: `M${written(start)}${bows.map(({ to, bend }) => `Q${written(bend)} ${written(to)}`).join("")}`, tip: head(tip, last.bend, 150) };
}

/**
 * Dotted arcs and arrows from a piece to where it may go.
 * @param {Look} look
 * @param {{points: Point[], isHop: boolean}} way
 */
export function drawMay(look, { points, isHop }) {
  const [from, to] = [points[0], points[points.length - 1]];
  const { way, tip } = isLeap(look, from, to) ? leap(from, to) : flight(points, isHop);
  return svg("g", { class: "may" }, svg("path", { class: "dots", d: way }), svg("path", { d: tip }));
}

/** A whole arrow along the moves that a hint names. @param {Point[]} points */
export function drawArrow(points) {
  const [start, tip] = [towards(points[0], points[1], 0.4 * UNIT), towards(points[points.length - 1], points[points.length - 2], 0.23 * UNIT)];
  const d = line([start, ...points.slice(1, -1), tip]) + head(tip, points[points.length - 2], 190);
  return svg("g", {}, svg("path", { class: "halo", d }), svg("path", { d }));
}

/** An arrow that somebody has drawn: a leap, a step or a way. @type {(look: Look, points: Point[], tone: string) => SVGElement} */
export function drawOwn(look, points, tone) {
  const [from, to] = [points[0], points[points.length - 1]];
  const { way, tip } = isLeap(look, from, to) ? leap(from, to) : flight(points, points.length > 2 || distance(from, to) > 1.2 * UNIT);
  return svg("g", { class: `own ${tone}` }, svg("path", { class: "halo", d: way + tip }), svg("path", { d: way + tip }));
}

/** Words above a place. @type {(look: Look, place: Point, words: string, tone: string) => SVGElement} */
export function drawLabel(look, [x, y], words, tone) {
  const [width, top] = [words.length * 130 + 240, y - (isFromSide(look) ? 900 : 760)];
  return svg("g", { class: `own label ${tone}` }, svg("rect", { x: x - width / 2, y: top - 170, width, height: 340, rx: 110 }), svg("text", { x, y: top, dy: "0.355em" }, words));
}

/** A line under each cell. @type {(look: Look, points: Point[]) => string} */
export function underlines(look, points) {
  if (!isFromSide(look)) return points.map(([x, y]) => `M${x - 250} ${y + 455}h500`).join("");
  return points.map(([x, y]) => `M${x - 420} ${y + 545}Q${x} ${y + 750} ${x + 420} ${y + 545}`).join("");
}

/** A cross in a disc. @type {(place: Point, r?: number) => SVGElement} */
function crossed([x, y], r = 115) {
  const arm = 0.36 * r;
  const bars = [[-1, -1], [1, -1]].map(([dx, dy]) => `M${x + dx * arm} ${y + dy * arm}L${x - dx * arm} ${y - dy * arm}`);
  return svg("g", { class: "crossed" }, svg("circle", { cx: x, cy: y, r }), svg("path", { d: bars.join("") }));
}

/**
 * Why the position is lost: a bracket above the cells that glow, the words, and the hop that is not possible.
 * @param {Look} look
 * @param {Trap} trap
 * @param {Point[]} places
 * @param {number|null} hopper the cell of the piece that is stopped
 */
export function drawTrap(look, { cells, words }, places, hopper) {
  const points = cells.map((cell) => places[cell]);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [left, right, top] = [Math.min(...xs) - 400, Math.max(...xs) + 400, Math.min(...ys) - (isFromSide(look) ? 560 : 620)];
  const bracket = svg("path", { class: "bracket", pathLength: 1, d: `M${left} ${top + 100}V${top}H${right}V${top + 100}` });
  const said = svg("text", { class: "why", x: (left + right) / 2, y: top - 95 }, words);
  const stopped = hopper === null ? [] : stop(places[hopper], places[hopper][0] > (left + right) / 2 ? right : left, top);
  return [bracket, said, ...stopped];
}

/** @type {(from: Point, edge: number, top: number) => SVGElement[]} */
function stop([x, y], edge, top) {
  const way = Math.sign(x - edge) || 1;
  const [start, end] = [/** @type {Point} */ ([x - way * 40, y - 330]), /** @type {Point} */ ([edge + way * 210, top + 60])];
  return [svg("path", { class: "dots refused-way", d: `M${written(start)}Q${start[0] - way * 140} ${top - 230} ${written(end)}` }), crossed(end)];
}

/**
 * A numbered pin on the way of a move: at its end, or not far from the piece where other moves end there, too.
 * @param {Look} look
 * @param {Ranked} ranked
 * @param {Point[]} points
 * @param {boolean} isShared
 */
export function drawPin(look, { number, kind }, points, isShared) {
  const [from, to] = [points[0], points[points.length - 1]];
  const arc = isLeap(look, from, to) ? leap(from, to) : null;
  const way = arc?.way ?? line([towards(from, points[1], 0.36 * UNIT), ...points.slice(1)]);
  const [x, y] = arc?.top ?? (isShared ? towards(from, points[1], 0.55 * UNIT) : to);
  return svg(
    "g",
    { class: `pin-of ${kind}${arc ? " arc" : ""}` },
    svg("path", { class: "halo", d: way }),
    svg("path", { class: "stem", d: way }),
    svg("circle", { cx: x, cy: y, r: arc ? 150 : isShared ? 220 : 290 }),
    svg("text", { x, y, dy: "0.355em", "font-size": (number > 9 ? 290 : 340) * (arc ? 0.55 : isShared ? 0.75 : 1) }, String(number)),
  );
}
