// Where cells are, and which one lies in a direction.

/** @typedef {[number, number]} Point */
/** @typedef {import("./api.js").Outline} Outline */

/** The distance between neighbours. */
export const UNIT = 1000;

/** @type {(a: Point, b: Point) => number} */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * The same places, so far apart that pieces do not cover one another.
 * @param {Point[]} places
 * @returns {Point[]}
 */
export function spread(places) {
  const least = 0.95 * UNIT;
  let near = least;
  places.forEach((a, cell) => {
    for (let other = 0; other < cell; other++) near = Math.min(near, distance(a, places[other]));
  });
  const scale = least / Math.max(near, 1);
  return scale === 1 ? places : places.map(([x, y]) => [Math.round(x * scale), Math.round(y * scale)]);
}

/**
 * The cell whose middle is nearest, not farther than `reach`.
 * @param {Point[]} places
 * @param {Point} point
 * @param {number} reach
 * @returns {number|null}
 */
export function nearest(places, point, reach) {
  let best = null;
  let least = reach;
  places.forEach((place, cell) => {
    const far = distance(place, point);
    if (far <= least) [best, least] = [cell, far];
  });
  return best;
}

/**
 * The next cell in a direction: near, and not far aside. Where none lies there, the cell itself.
 * @param {Point[]} places
 * @param {number} from
 * @param {Point} direction of length 1
 */
export function next(places, from, [dx, dy]) {
  const SIDEWAYS = 1.5;
  const [x, y] = places[from];
  let best = from;
  let least = Infinity;
  places.forEach((place, cell) => {
    const ahead = (place[0] - x) * dx + (place[1] - y) * dy;
    const aside = Math.abs((place[0] - x) * dy - (place[1] - y) * dx);
    const cost = ahead + SIDEWAYS * aside;
    // Almost level cells are none ahead.
    if (ahead > UNIT / 10 && cost < least) [best, least] = [cell, cost];
  });
  return best;
}

/**
 * Cells in rows from top to bottom, each from left to right.
 * @param {Point[]} places
 * @returns {number[][]}
 */
export function rows(places) {
  const cells = places.map((_, cell) => cell).sort((a, b) => places[a][1] - places[b][1] || places[a][0] - places[b][0]);
  /** @type {number[][]} */
  const found = [];
  let height = NaN;
  for (const cell of cells) {
    if (places[cell][1] !== height) found.push([]);
    height = places[cell][1];
    found[found.length - 1].push(cell);
  }
  return found;
}

/**
 * The least rectangle around all cells, with room around it: left, top, width, height.
 * @param {Point[]} places
 * @param {number} room
 * @returns {[number, number, number, number]}
 */
export function extent(places, room) {
  const [xs, ys] = [places.map((place) => place[0]), places.map((place) => place[1])];
  const least = (/** @type {number[]} */ all) => all.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (/** @type {number[]} */ all) => all.reduce((a, b) => Math.max(a, b), -Infinity);
  if (places.length === 0) return [0, 0, room, room];
  const [left, top] = [least(xs) - room, least(ys) - room];
  return [left, top, most(xs) + room - left, most(ys) + room - top];
}
