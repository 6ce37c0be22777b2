// The drawings of pieces. Each can be told by its outline or its mark; colours are properties of the style sheet.

import { svg } from "./dom.js";
import { UNIT, joined, middle } from "./geometry.js";
import { DRAWN } from "./looks.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Piece} Piece */
/** @typedef {import("./api.js").Outline} Outline */
/** @typedef {import("./looks.js").Look} Look */
/** @typedef {import("./looks.js").Detail} Detail */
/** What a drawing depends on besides the piece. @typedef {{look: Look, outline: Outline, detail: Detail, isHome?: boolean, isHero?: boolean, isLettered?: boolean}} Manner */

/** A circle as a part of a path, clockwise. @type {(x: number, y: number, r: number) => string} */
const round = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0Z`;

/** @param {string} kind @param {string} d */
const path = (kind, d) => svg("path", { class: kind, d });

/** @type {(text: string, size: number, place?: Point, kind?: string) => SVGTextElement} */
const letter = (text, size, [x, y] = [0, 0], kind = "letter") => svg("text", { class: kind, x, y, dy: "0.355em", "font-size": size }, text);

/** Parts with one outline around all of them: all stroked, then all filled. @param {string[]} parts */
const outlined = (parts) => [...parts.map((d) => path("edge", d)), ...parts.map((d) => path("face", d))];

const TOAD = [
  "M6 102C0 82 12 62 36 55C50 51 62 50 72 50C94 46 116 58 117 74C117 83 108 88 100 90C98 102 90 110 76 111L20 112Q8 112 6 102Z" +
    [[11, 78, 7], [24, 62, 8], [42, 53, 7.5], [60, 50, 6], [84, 48, 14]].map(([x, y, r]) => round(x, y, r)).join(""),
  "M80 90L82 108L76 112L104 112Q106 107 98 106L98 88Z M10 104Q4 112 12 112L52 112Q54 106 44 104Z",
];
const WARTS = [[29, 70.5, 4], [47, 66.5, 5], [57, 59, 3], [63, 72.5, 4], [67, 88, 3], [35, 92, 3.5], [27, 100, 2.5]];

const FROG = [
  "M6 55C6 45 15 39 24 37A15 15 0 0 1 50 31C72 38 98 62 108 92C111 104 104 110 94 110L62 110C48 108 38 96 35 80C20 79 6 68 6 55Z",
  "M58 112C62 104 74 102 84 104L108 107Q114 112 106 112Z",
  "M36 72L32 104L18 108Q16 112 22 112L44 112L50 82Z",
];

/** @param {Detail} detail */
function toad(detail) {
  const eye = [path("glance", round(86, 48, detail === "full" ? 9 : 8)), path("pupil", round(89, 48.5, 4.5))];
  if (detail !== "full") return [...outlined(TOAD), ...eye];
  return [
    ...outlined(TOAD),
    path("belly", "M78 84Q98 91 115 78Q113 86 99 89Q93 102 80 105.5Q70 108.5 61 107Q74 101 78 84Z"),
    path("spot", WARTS.map(([x, y, r]) => round(x, y, r)).join("")),
    path("stroke", "M16 98C18 88 26 83 34 83C50 83 58 96 47 109"),
    path("stroke", "M76 79Q98 87 116 75"),
    path("pupil", round(110, 66.5, 2)),
    ...eye,
    // The heavy lid covers the upper part of the eye.
    path("face", "M72 46.5Q85 41 99 45.5L97.5 41A14 14 0 0 0 70.5 44Z"),
    path("stroke", "M72 46.5Q85 41 99 45.5"),
  ];
}

/** @param {Detail} detail */
function frog(detail) {
  const eye = [path("edge glance", round(35, 35, 10)), path("pupil", round(32, 35, 5))];
  if (detail !== "full") return [...outlined(FROG), ...eye];
  return [
    ...outlined(FROG),
    path("belly", "M12 65Q22 76 40.5 76Q47 98 63.5 108L56 109Q40 97 36 81Q20 80 12 65Z"),
    path("stripe", "M51 38Q76 46 92 71"),
    path("stroke", "M95 86C91 77 86 75 80 75C68 75 60 84 60 93C60 104 70 108 82 108C92 108 101 106 104 100"),
    path("stroke", "M8 59Q25 68 40 58"),
    path("pupil", round(12, 50.5, 2)),
    ...eye,
  ];
}

/** A toad goes right, a frog left. @param {Piece} piece @param {Manner} manner */
function hopper({ spot }, { detail, isLettered }) {
  const isToad = spot.tint === "dark";
  const sign = isToad ? "T" : "F";
  // A piece of a few pixels is a letter on a square or a disc.
  if (detail === "tiny") return [path("edge face", isToad ? "M8 12H112V108H8Z" : round(60, 60, 52)), letter(sign, 92, [60, 60])];
  return [...(isToad ? toad(detail) : frog(detail)), ...(isLettered ? [letter(sign, 44, isToad ? [40, 84] : [80, 88], "letter added")] : [])];
}

/** A frog from above. @param {Piece} piece @param {Manner} manner */
function numbered({ spot }, { detail }) {
  const size = spot.label.length < 2 ? 52 : spot.label.length < 3 ? 44 : 88 / spot.label.length;
  if (detail === "tiny") return [path("edge face", round(60, 60, 52)), letter(spot.label, size * 1.3, [60, 60])];
  const eyes = [36, 84].flatMap((x) => (detail === "full" ? [path("edge glance", round(x, 27, 11)), path("pupil", round(x, 24, 5))] : []));
  return [...outlined([round(60, 68, 43), round(36, 27, 14) + round(84, 27, 14)]), ...eyes, letter(spot.label, size, [60, 69])];
}

/** @param {string} label */
const sizeOf = (label) => (label.length < 2 ? 440 : label.length < 3 ? 410 : Math.floor(1000 / label.length));

const GRAINS = [
  ["M-390 -270C-250 -330 -120 -210 30 -260S280 -220 390 -280", "M-390 -60C-200 -90 -80 0 100 -50S300 -30 390 -60", "M-390 170C-260 130 -60 200 80 160S280 190 390 150", "M-390 350C-240 290 -120 380 60 330S290 380 390 340"],
  ["M-390 -300C-260 -250 -90 -340 40 -290S270 -330 390 -280", "M-390 -120C-230 -20 -90 -170 110 -90S310 -140 390 -80", "M-390 110C-200 110 100 110 390 110", "M-390 320C-230 370 -60 270 120 330S300 300 390 350"],
];

/** @param {Piece} piece @param {Manner} manner */
function tile({ spot, cells }, { outline, detail, isHome }) {
  const [x, y] = detail === "full" ? [0, 0] : outline.places[cells[0]];
  const face = svg("rect", { class: "face", x: x - 450, y: y - 450, width: 900, height: 900, rx: 117 });
  // All numbers are as large as the longest can be.
  const number = letter(spot.label, Math.min(sizeOf(spot.label), sizeOf(String(outline.places.length - 1))), [x, y]);
  if (detail !== "full") return [face, number];
  const pins = isHome ? [path("pin", [[-335, -335], [335, -335], [335, 335], [-335, 335]].map(([x, y]) => round(x, y, 42)).join(""))] : [];
  return [
    svg("rect", { class: "shade", x: -450, y: -395, width: 900, height: 900, rx: 117 }),
    face,
    path("grain", GRAINS[cells[0] % GRAINS.length].join("")),
    ...pins,
    number,
    svg("path", { class: "chevron" }),
  ];
}

/** What is on marbles, so that they are told in grey: a shape for each tint, about as large as a disc of 170. @type {Partial<Record<import("./api.js").Tint, string>>} */
export const MARKS = {
  red: "M0 -215L200 140H-200Z",
  blue: "M-180 -180H180V180H-180Z",
  yellow: round(0, 0, 125),
  green: "M0 -215L215 0L0 215L-215 0Z",
  purple: "M-60 -210H60V-60H210V60H60V210H-60V60H-210V-60H-60Z",
  orange: "M-215 -62H215V62H-215Z",
  teal: "M-150 -190H-50V190H-150ZM50 -190H150V190H50Z",
  pink: "M-185 -185H185L-185 185H185Z",
  brown: "M-62 -215H62V215H-62Z",
  lime: "M0 215L200 -140H-200Z",
  sky: `${round(0, 0, 190)}M-105 0a105 105 0 0 0 210 0a105 105 0 0 0 -210 0Z`,
  grey: "M-150 -210L0 -60L150 -210L210 -150L60 0L210 150L150 210L0 60L-150 210L-210 150L-60 0L-210 -150Z",
  dark: `${round(-115, -115, 100)}${round(115, 115, 100)}`,
  light: round(0, 0, 230),
};

/** @param {Piece} piece @param {Manner} manner */
function marble({ spot }, { detail, isLettered }) {
  const ball = svg("circle", { class: "edge face", r: 400 });
  const sign = MARKS[spot.tint];
  const mark = isLettered || !sign ? letter(spot.label, sizeOf(spot.label)) : path("mark", sign);
  return detail === "full" ? [ball, svg("ellipse", { class: "gloss", cx: -120, cy: -200, rx: 170, ry: 95 }), mark] : [ball, mark];
}

/** A dark square, a light disc. @param {Piece} piece @param {Manner} manner */
function clobber({ spot }, { isLettered }) {
  const form = spot.tint === "dark" ? svg("rect", { class: "edge face", x: -300, y: -300, width: 600, height: 600, rx: 90 }) : svg("circle", { class: "edge face", r: 335 });
  return isLettered ? [form, letter(spot.label, 400)] : [form];
}

/** @param {Piece} _ @param {Manner} manner */
function peg(_, { detail }) {
  const whole = [svg("circle", { class: "edge face", r: 340 }), svg("circle", { class: "cap", r: 225 })];
  return detail === "full" ? [...whole, svg("circle", { class: "gloss", cx: -80, cy: -85, r: 68 })] : whole;
}

/** @param {Piece} piece @param {Manner} manner */
function block({ spot, cells }, { outline, isHero, isLettered }) {
  const first = outline.places[cells[0]];
  const shape = cells.map((cell) => /** @type {Point} */ ([outline.places[cell][0] - first[0], outline.places[cell][1] - first[1]]));
  const [x, y] = middle(shape);
  const d = joined(shape, 300);
  const [wide, high] = [0, 1].map((axis) => Math.max(...shape.map((place) => place[axis])) - Math.min(...shape.map((place) => place[axis])));
  const half = Math.max(wide, high) / 2 + 180;
  // A bar slides along itself.
  const line = wide === 0 ? `M${x} ${y - half}V${y + half}` : `M${x - half} ${y}H${x + half}`;
  const isBar = shape.length > 1 && wide !== high && (wide === 0 || high === 0);
  const mark = isHero ? [svg("circle", { class: "stroke", cx: x, cy: y, r: Math.min(wide, high) > 0 ? 300 : 200 })] : isBar ? [path("stroke", line)] : [];
  return [path("rim", d), path("face", d), ...(isLettered ? [letter(spot.label, 400, [x, y])] : mark)];
}

/** @param {Piece} piece */
function plain({ spot }) {
  return [svg("circle", { class: "edge face", r: 390 }), letter(spot.label, sizeOf(spot.label))];
}

/** @type {Record<import("./looks.js").Figure, (piece: Piece, manner: Manner) => SVGElement[]>} */
const FIGURES = { hopper, numbered, tile, marble, clobber, peg, block, letter: plain };

/** @param {Point} place */
export const at = ([x, y]) => `translate(${x} ${y})`;

/**
 * A piece at its place. It goes from there by a transform of its own; its first child is what leaps and shakes on the spot.
 * @param {Piece} piece
 * @param {Manner} manner
 */
export function drawPiece(piece, manner) {
  const { look, outline, detail, isHome, isHero } = manner;
  const { spot, cells } = piece;
  const [x, y] = outline.places[cells[0]];
  const parts = FIGURES[look.figure](piece, manner);
  const isDrawn = look.figure === "hopper" || look.figure === "numbered";
  // Small tiles are many, and drawn where they are: browsers are slow with thousands of transforms.
  const isPlaced = look.figure === "tile" && detail !== "full";
  const body = svg("g", { class: "body" }, ...(isPlaced ? parts : [svg("g", { transform: isDrawn ? `${at([x, y])} scale(${DRAWN}) translate(-60 -60)` : at([x, y]) }, ...parts)]));
  const states = `${isHome ? " home" : ""}${isHero ? " hero" : ""}${cells.length > 1 ? ` of-${wayOf(cells, outline)}` : ""}`;
  const made = svg("g", { class: `piece ${look.figure} ${spot.tint} ${detail}${states}` }, body);
  made.style.transformOrigin = `${x}px ${y + FOOT}px`;
  return made;
}

/** How far the foot of a piece is below its middle. */
const FOOT = 420;

/**
 * Whether a block is a bar across, one upright, or neither.
 * @param {number[]} cells
 * @param {Outline} outline
 */
function wayOf(cells, { places }) {
  const isOne = (/** @type {number} */ axis) => cells.every((cell) => Math.abs(places[cell][axis] - places[cells[0]][axis]) < UNIT / 10);
  return isOne(1) ? "across" : isOne(0) ? "upright" : "both";
}
