// How pieces go: along their path in slides and hops, away when they are taken, once up when it is won.

import { UNIT, distance, isSlide } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./api.js").Spot} Spot */

/** Milliseconds: a slide to a neighbour, a hop, a hop of several, a cross-fade without travel, a refusal, the win all told. */
const SLIDE = 160;
const HOP = 260;
const CHAIN = 140;
const FADE = 80;
const REFUSAL = 240;
const WIN = 600;
/** Very long chains are not to be waited for. */
const MOST = 2400;
/** How high a hop is, and by how much a piece is flatter as it lands. */
const HEIGHT = 0.45;
const SQUASH = 0.06;
/** Moments in which a way is given; the browser goes straight in between. */
const MOMENTS = 14;

const quiet = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether pieces are not to travel. */
export const isQuiet = () => quiet.matches;

/**
 * How far a motion is at a moment: a cubic curve from 0 to 1 as style sheets have it.
 * @type {(x1: number, y1: number, x2: number, y2: number) => (part: number) => number}
 */
const bezier = (x1, y1, x2, y2) => (part) => {
  const on = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ t) => 3 * a * t * (1 - t) ** 2 + 3 * b * t * t * (1 - t) + t ** 3;
  let [low, high] = [0, 1];
  for (let step = 0; step < 20; step++) {
    const half = (low + high) / 2;
    if (on(x1, x2, half) < part) low = half;
    else high = half;
  }
  return on(y1, y2, low);
};
const sliding = bezier(0.2, 0.8, 0.2, 1);
const hopping = bezier(0.3, 0, 0.2, 1);

/**
 * Whether a piece hops over what stands between.
 * @param {Outline} outline
 * @param {Spot[]} scene
 * @param {number} from
 * @param {number} to
 */
export function isHop({ pieces, places, links }, scene, from, to) {
  if (pieces === "block" || distance(places[from], places[to]) <= 1.2 * UNIT || isSlide(places, scene, from, to)) return false;
  return !links.some(([a, b]) => (a === from && b === to) || (a === to && b === from));
}

/**
 * How far a piece is from where it ends, and so much flatter than usual.
 * @type {(x: number, y: number, flat: number) => string}
 */
const placed = (x, y, flat) => `translate(${x}px,${y}px) scale(${1 + flat / 2},${1 - flat})`;

/**
 * One leg of a path.
 * @param {Point} a
 * @param {Point} b
 * @param {Point} end of the path
 * @param {boolean} hops
 * @param {boolean} isChain
 */
function leg(a, b, end, hops, isChain) {
  const far = distance(a, b) / UNIT;
  const frames = Array.from({ length: MOMENTS + 1 }, (_, moment) => {
    const time = moment / MOMENTS;
    const part = (hops ? hopping : sliding)(time);
    const arc = hops ? 4 * part * (1 - part) * HEIGHT * UNIT : 0;
    const flat = hops && time > 0.8 ? SQUASH * Math.sin(((time - 0.8) / 0.2) * Math.PI) : 0;
    return placed(a[0] + (b[0] - a[0]) * part - end[0], a[1] + (b[1] - a[1]) * part - arc - end[1], flat);
  });
  return { time: hops ? (isChain ? CHAIN : HOP) : SLIDE * Math.min(Math.max(far, 1), 3), frames };
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
  const { places } = outline;
  const legs = path.slice(1).map((to, index) => leg(places[path[index]], places[to], places[path[path.length - 1]], isHop(outline, scene, path[index], to), path.length > 2));
  const whole = legs.reduce((sum, { time }) => sum + time, 0);
  let gone = 0;
  const frames = legs.flatMap(({ time, frames }) => {
    const timed = frames.map((transform, moment) => ({ transform, offset: Math.min((gone + (time * moment) / MOMENTS) / whole, 1) }));
    gone += time;
    return timed;
  });
  return piece.animate(frames, { duration: Math.min(whole, MOST) / haste });
}

/** Lets a piece come without travel. @param {Element} piece */
export const appear = (piece) => piece.animate([{ opacity: 0 }, { opacity: 1 }], FADE);

/**
 * Lets a piece that was taken go.
 * @param {SVGElement} piece
 * @param {number} haste
 */
export function vanish(piece, haste) {
  const fading = piece.animate([{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }], { duration: (isQuiet() ? FADE : SLIDE) / haste });
  fading.finished.catch(() => {}).finally(() => piece.remove());
  return fading;
}

/**
 * A piece that may not go where it was sent.
 * @param {Element} body
 * @param {number} unit board measures of a pixel
 */
export function refuse(body, unit) {
  const aside = [0, 1, -1, 1, -1, 0].map((side) => ({ transform: `translateX(${side * 6 * unit}px)` }));
  body.animate(aside, { duration: REFUSAL, easing: "ease-in-out" });
}

/**
 * Pieces hop once, one after another.
 * @param {Element[]} bodies
 */
export function wave(bodies) {
  const apart = Math.min(40, (WIN - HOP) / Math.max(bodies.length - 1, 1));
  bodies.forEach((body, index) => {
    const hop = ["translateY(0)", `translateY(${-HEIGHT * UNIT * 0.6}px)`, "translateY(0)"].map((transform) => ({ transform }));
    body.animate(hop, { duration: HOP, delay: index * apart, easing: "ease-in-out" });
  });
}
