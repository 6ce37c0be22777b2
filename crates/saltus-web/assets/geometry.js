// Where cells are, and which one lies in a direction.

/** @typedef {[number, number]} Point */
/** @typedef {import("./api.js").Outline} Outline */
/** What stands on some cells, the first of which moves name. @typedef {{spot: import("./api.js").Spot, cells: number[]}} Piece */

/** The distance between neighbours. */
export const UNIT = 1000;

/** @type {(a: Point, b: Point) => number} */
export const distance = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** A square and those beside it. */
const AROUND = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((down) => [across, down]));

/**
 * The same places, so far apart that pieces do not cover one another.
 * @param {Point[]} places
 * @returns {Point[]}
 */
export function spread(places) {
  const least = 0.95 * UNIT;
  let near = least;
  /** Places so far by squares as wide as that: what is nearer lies in the same one or beside it. @type {Map<string, Point[]>} */
  const squares = new Map();
  for (const place of places) {
    const [column, row] = place.map((way) => Math.floor(way / least));
    for (const [across, down] of AROUND) {
      for (const other of squares.get(`${column + across} ${row + down}`) ?? []) near = Math.min(near, distance(place, other));
    }
    const own = `${column} ${row}`;
    squares.set(own, [...(squares.get(own) ?? []), place]);
  }
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

/**
 * One shape of these cells of a board of squares as rectangles that overlap: each cell by so much on every side of its middle,
 * and what lies between neighbours. Filled, and stroked in the same colour with round bends, it has round corners.
 * @param {Point[]} cells
 * @param {number} half
 */
export function joined(cells, half) {
  /** @type {{left: number, top: number, right: number, bottom: number}[]} */
  const runs = [];
  for (const [x, y] of [...cells].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
    const run = runs[runs.length - 1];
    if (run?.top === y && run.right + UNIT === x) run.right = x;
    else runs.push({ left: x, top: y, right: x, bottom: y });
  }
  /** @type {typeof runs} */
  const all = [];
  for (const run of runs) {
    const above = all.find(({ left, right, bottom }) => left === run.left && right === run.right && bottom + UNIT === run.top);
    if (above) above.bottom = run.top;
    else all.push(run);
  }
  const bridges = all.flatMap((above) =>
    all
      .filter((below) => above.bottom + UNIT === below.top)
      .map((below) => ({ left: Math.max(above.left, below.left), top: above.bottom, right: Math.min(above.right, below.right), bottom: below.top }))
      .filter(({ left, right }) => left <= right),
  );
  const way = (/** @type {typeof runs[0]} */ { left, top, right, bottom }) => `M${left - half} ${top - half}H${right + half}V${bottom + half}H${left - half}Z`;
  return [...all, ...bridges].map(way).join("");
}

/**
 * The corners of the line around these cells, so far from their middles.
 * @param {Point[]} cells
 * @param {number} half
 */
export function corners(cells, half) {
  const LENGTH = 200;
  const known = new Set(cells.map(String));
  const has = (/** @type {number} */ x, /** @type {number} */ y) => known.has(`${x},${y}`);
  return cells
    .flatMap(([x, y]) =>
      [[1, 1], [-1, 1], [-1, -1], [1, -1]]
        .filter(([across, down]) => !has(x + across * UNIT, y) && !has(x, y + down * UNIT))
        .map(([across, down]) => {
          const [left, top] = [x + across * half, y + down * half];
          return `M${left - across * LENGTH} ${top}H${left}V${top - down * LENGTH}`;
        }),
    )
    .join("");
}

/**
 * Where a shape has its label: in its middle where it fills a rectangle, else in the cell nearest to that.
 * @param {Point[]} shape
 * @returns {Point}
 */
export function middle(shape) {
  const [left, top, width, height] = extent(shape, 0);
  const ofAll = /** @type {Point} */ ([left + width / 2, top + height / 2]);
  if ((width / UNIT + 1) * (height / UNIT + 1) === shape.length) return ofAll;
  const mean = /** @type {Point} */ ([0, 1].map((axis) => shape.reduce((sum, place) => sum + place[axis], 0) / shape.length));
  return shape[nearest(shape, mean, Infinity) ?? 0];
}

/**
 * The pieces of a scene by their first cells: what each is, and its cells. The cells of a block have its label.
 * @param {Outline} outline
 * @param {import("./api.js").Spot[]} scene
 * @returns {Map<number, Piece>}
 */
export function standing({ pieces }, scene) {
  /** @type {Map<number, Piece>} */
  const found = new Map();
  /** @type {Map<string, Piece>} */
  const blocks = new Map();
  scene.forEach((spot, cell) => {
    if (spot.tint === "vacant") return;
    const block = pieces === "block" ? blocks.get(spot.label) : undefined;
    if (block) return void block.cells.push(cell);
    const piece = { spot, cells: [cell] };
    blocks.set(spot.label, piece);
    found.set(cell, piece);
  });
  return found;
}

/**
 * Whether there are cells on the line between two others, and all of them are empty: then a piece slides and does not hop.
 * @param {Point[]} places
 * @param {import("./api.js").Spot[]} scene
 * @param {number} from
 * @param {number} to
 */
export function isSlide(places, scene, from, to) {
  const far = distance(places[from], places[to]);
  const near = (/** @type {Point} */ place) => distance(places[from], place) + distance(place, places[to]) < far + UNIT / 100;
  const between = scene.filter((_, cell) => cell !== from && cell !== to && near(places[cell]));
  return between.length > 0 && between.every(({ tint }) => tint === "vacant");
}
