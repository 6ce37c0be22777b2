// How a piece goes along its path: it slides to a neighbour and hops over what lies between.

import { UNIT, distance, isSlide } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./api.js").Spot} Spot */

/** Milliseconds. */
const SLIDE = 190;
const HOP = 340;
/** Moments in which a hop's arc is given; the browser goes straight in between. */
const MOMENTS = 14;

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether pieces are to stand where they are at once. */
export const isQuiet = () => quiet.matches;

/**
 * @param {Outline} outline
 * @param {Spot[]} scene what stands between
 * @param {number} from
 * @param {number} to
 */
function isHop({ pieces, places, links }, scene, from, to) {
  if (pieces === "block" || isSlide(places, scene, from, to)) return false;
  const isLinked = links.some(([a, b]) => (a === from && b === to) || (a === to && b === from));
  return !isLinked && distance(places[from], places[to]) > 1.2 * UNIT;
}

/** @param {number} part */
const eased = (part) => (part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part));

/** @type {(point: Point, size?: number) => string} */
export const moved = ([x, y], size = 1) => `translate(${x}px,${y}px) scale(${size})`;

/**
 * One leg of a path.
 * @param {Outline} outline
 * @param {Spot[]} scene
 * @param {number} from
 * @param {number} to
 * @returns {{time: number, frames: string[]}}
 */
function leg(outline, scene, from, to) {
  const [a, b] = [outline.places[from], outline.places[to]];
  const hops = isHop(outline, scene, from, to);
  const far = distance(a, b) / UNIT;
  const lift = hops ? 0.42 * Math.min(far, 3) * UNIT : 0;
  const frames = Array.from({ length: MOMENTS + 1 }, (_, moment) => {
    const part = eased(moment / MOMENTS);
    const arc = 4 * part * (1 - part);
    const place = /** @type {Point} */ ([a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part - lift * arc]);
    return moved(place, hops ? 1 + 0.14 * arc : 1);
  });
  return { time: hops ? HOP : SLIDE * Math.min(Math.max(far, 1), 3), frames };
}

/**
 * Sends a piece, which already stands at the path's end, along it.
 * @param {SVGElement} piece
 * @param {Outline} outline
 * @param {Spot[]} scene what stands between, before or behind the move
 * @param {number[]} path
 * @param {number} haste how many times as fast as usual
 */
export function travel(piece, outline, scene, path, haste) {
  const legs = path.slice(1).map((to, index) => leg(outline, scene, path[index], to));
  const whole = legs.reduce((sum, { time }) => sum + time, 0);
  let gone = 0;
  const frames = legs.flatMap(({ time, frames }) => {
    const timed = frames.map((transform, moment) => ({ transform, offset: Math.min((gone + (time * moment) / MOMENTS) / whole, 1) }));
    gone += time;
    return timed;
  });
  // Very long chains are not to be waited for.
  return piece.animate(frames, { duration: Math.min(whole, 2400) / haste });
}

/**
 * Lets a piece that was taken go.
 * @param {SVGElement} piece
 * @param {number} haste
 */
export async function vanish(piece, haste) {
  const fading = piece.animate([{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], { duration: SLIDE / haste });
  await fading.finished.catch(() => {});
  piece.remove();
}
