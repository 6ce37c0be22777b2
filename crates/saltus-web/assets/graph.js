// What was left, move by move: the main line, and the tries that lost, which fall below nothing.

import { html, svg } from "./dom.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./judge.js").Judge} Judge */
/** @typedef {import("./tree.js").Node} Node */

const WIDTH = 680;
const HEIGHT = 190;
const [LEFT, RIGHT, TOP, BELOW] = [44, 14, 14, 52];
/** Points of a long line. */
const POINTS = 120;
/** Names on an axis. */
const NAMES = 16;

/** How far apart the names on an axis are. @type {(all: number, most: number) => number} */
const apart = (all, most) => [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => all / step <= most) ?? Math.ceil(all / most);

/**
 * Draws the graph anew; nothing where answers are off, or nothing is known.
 * @param {HTMLElement} card
 * @param {Session} session
 * @param {Judge} judge
 */
export function drawGraph(card, session, judge) {
  /** @type {Node[]} */
  const line = [];
  for (let node = /** @type {Node|undefined} */ (session.root); node; node = node.children[0]) line.push(node);
  const every = Math.ceil(line.length / POINTS);
  const seen = line.filter((node, index) => index % every === 0 || index === line.length - 1 || node === session.node);
  const known = new Map([...seen, ...seen.flatMap(({ children }) => children)].map((node) => [node, judge.of(node)]));
  const upper = (/** @type {Node} */ node) => (known.get(node)?.isLost ? null : (known.get(node)?.upper ?? null));
  const most = Math.max(0, ...seen.map((node) => upper(node) ?? 0));
  card.hidden = !judge.isOn || line.length < 2 || most === 0;
  if (card.hidden) return;
  const last = line.length - 1;
  const x = (/** @type {number} */ depth) => LEFT + ((WIDTH - LEFT - RIGHT) * depth) / last;
  const y = (/** @type {number} */ left) => TOP + ((HEIGHT - TOP - BELOW) * (most - left)) / most;
  const under = HEIGHT - 30;
  const rules = Array.from({ length: Math.floor(most / apart(most, 4)) + 1 }, (_, index) => index * apart(most, 4)).map((left) =>
    svg("g", {}, svg("path", { class: "level", d: `M${LEFT} ${y(left)}H${WIDTH - RIGHT}` }), svg("text", { class: "axis", x: LEFT - 10, y: y(left) + 5, "text-anchor": "end" }, String(left))));
  const step = apart(last, NAMES);
  const names = line.filter(({ depth }) => depth % step === 0).map((node) => svg("text", { class: `axis ${node === session.node ? "now" : ""}`, x: x(node.depth), y: HEIGHT - 4, "text-anchor": "middle" }, String(node.depth)));
  /** A range is a band. @type {[number, number, number][]} */
  const band = seen.flatMap((node) => {
    const { lower = null } = known.get(node) ?? {};
    const above = upper(node);
    return above === null ? [] : [/** @type {[number, number, number]} */ ([x(node.depth), y(lower ?? 0), y(above)])];
  });
  const area = `M${[...band.map(([at, low]) => `${at} ${low}`), ...[...band].reverse().map(([at, , high]) => `${at} ${high}`)].join("L")}Z`;
  const fall = (/** @type {Node} */ { parent, depth }) => {
    const from = parent && upper(parent);
    if (from === null) return [];
    const [a, b] = [x(depth - 1), x(depth)];
    const cross = svg("g", { class: "fallen", transform: `translate(${b} ${under})` }, svg("circle", { r: 8 }), svg("path", { d: "M-3 -3 3 3M3 -3-3 3" }));
    return [svg("path", { class: "fall", d: `M${a} ${y(from)}C${b} ${y(from)} ${b} ${y(from)} ${b} ${under - 8}` }), cross];
  };
  const lost = seen.flatMap((node) => node.children.filter((child) => known.get(child)?.isLost)).flatMap(fall);
  const points = last > 40 ? [] : seen.flatMap((node) => (upper(node) === null ? [] : [svg("circle", { class: "point", cx: x(node.depth), cy: y(upper(node) ?? 0), r: 5 })]));
  const { node } = session;
  const here = line.includes(node) && upper(node) !== null ? [svg("circle", { class: "you", cx: x(node.depth), cy: y(upper(node) ?? 0), r: 7 })] : [];
  const told = seen.map((one) => `${one.depth}: ${known.get(one)?.isLost ? "lost" : (upper(one) ?? "unsettled")}`).join(", ");
  card.replaceChildren(
    html("div", { class: "head" }, html("h3", {}, session.pieces ? "What can stay, move by move" : "What was left, move by move"), html("span", { class: "gap" }), html("span", { class: "legend won" }, "the main line"), html("span", { class: "legend lost" }, "a try that lost")),
    svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `By moves made: ${told}` }, ...rules, svg("path", { class: "band", d: area }), ...lost, ...points, ...here, ...names),
  );
}
