// The drawings of pieces. Each can be told by its outline or its mark; colours are properties of the style sheet.

import { svg } from "./dom.js";
import { UNIT, joined, middle } from "./geometry.js";
import { DRAWN, figureOf } from "./looks.js";

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
function disc({ spot }, { isLettered }) {
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

const KNIGHT = "M-250 385C-250 250 -80 165 -50 45C-120 110 -180 120 -235 115C-265 150 -300 165 -335 150C-395 125 -405 75 -375 25L-265 -150C-245 -240 -195 -300 -120 -335L-95 -435L-20 -345C130 -345 240 -255 285 -115C330 40 300 210 285 385Z";

/** A horse's head that looks to the left, a dark one to the right. @param {Piece} piece @param {Manner} manner */
function knight({ spot }, { detail, isLettered }) {
  const sign = MARKS[spot.tint];
  const isPlain = spot.tint === "dark" || spot.tint === "light" || !sign;
  const head = svg("g", spot.tint === "dark" ? { transform: "scale(-1 1)" } : {}, path("edge", KNIGHT), path("face", KNIGHT), path("pupil", round(-130, -165, 42)));
  if (detail === "full") head.append(path("stroke", "M75 -255C190 -180 225 -60 205 90"), path("pupil", round(-325, 75, 22)));
  const mark = isLettered ? [letter(spot.label, 260, [spot.tint === "dark" ? -90 : 90, 200])] : isPlain ? [] : [svg("path", { class: "mark", d: sign, transform: `translate(60 130) scale(${detail === "full" ? 1.1 : 1.3})` })];
  return [head, ...mark];
}

const ROBOT = "M-230 -215H230Q340 -215 340 -105V260Q340 370 230 370H-230Q-340 370 -340 260V-105Q-340 -215 -230 -215ZM-30 -215V-330H30V-215Z";

/** What robots have instead of dots, which would look like more eyes. */
const GRILLE = "M-170 -100H-90V100H-170ZM-40 -100H40V100H-40ZM90 -100H170V100H90Z";

/** A box with eyes and an aerial, and its mark; the one that matters has a ring. @param {Piece} piece @param {Manner} manner */
function robot({ spot }, { detail, isHero, isLettered }) {
  const sign = spot.tint === "dark" ? GRILLE : MARKS[spot.tint];
  const heart = detail === "full" ? 130 : 75;
  const eyes = detail === "full" ? [path("pupil", round(-150, -140, 40) + round(150, -140, 40))] : [];
  const mark = isLettered || !sign ? letter(spot.label, 330, [0, heart]) : isHero ? svg("circle", { class: "stroke", cy: heart, r: 140 }) : svg("path", { class: "mark", d: sign, transform: `translate(0 ${heart}) scale(${detail === "full" ? 1.05 : 1.3})` });
  return [...outlined([ROBOT, round(0, -365, 62)]), ...eyes, mark];
}

/** A crate; where it is to stand it has a cross. @param {Piece} piece @param {Manner} manner */
function box({ spot }, { isHome, isLettered }) {
  const crate = svg("rect", { class: "edge face", x: -330, y: -330, width: 660, height: 660, rx: 50 });
  return [crate, isLettered ? letter(spot.label, 400) : path("stroke", `M-210 -210H210V210H-210Z${isHome ? "M-210 -210L210 210" : ""}M-210 210L210 -210`)];
}

/** Head and shoulders. @param {Piece} piece @param {Manner} manner */
function worker({ spot }, { isLettered }) {
  const parts = outlined(["M-310 350C-310 110 -180 20 0 20S310 110 310 350Z", round(0, -170, 180)]);
  return isLettered ? [...parts, letter(spot.label, 240, [0, 215])] : [...parts, path("stroke", "M-215 -190H215")];
}

/** What a knight takes, or leaves behind. @param {Piece} piece @param {Manner} manner */
function stone({ spot }, { isLettered }) {
  return [svg("circle", { class: "edge face", r: isLettered ? 260 : 150 }), ...(isLettered ? [letter(spot.label, 320)] : [])];
}

/** @param {Piece} piece */
function plain({ spot }) {
  return [svg("circle", { class: "edge face", r: 390 }), letter(spot.label, sizeOf(spot.label))];
}

/** @type {Record<import("./looks.js").Figure, (piece: Piece, manner: Manner) => SVGElement[]>} */
const FIGURES = { hopper, numbered, tile, marble, disc, peg, block, knight, robot, box, worker, stone, letter: plain };

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
  const figure = figureOf(look, spot.label);
  const parts = FIGURES[figure](piece, manner);
  const isDrawn = look.figure === "hopper" || look.figure === "numbered";
  // Small tiles are many, and drawn where they are: browsers are slow with thousands of transforms.
  const isPlaced = look.figure === "tile" && detail !== "full";
  const body = svg("g", { class: "body" }, ...(isPlaced ? parts : [svg("g", { transform: isDrawn ? `${at([x, y])} scale(${DRAWN}) translate(-60 -60)` : at([x, y]) }, ...parts)]));
  const states = `${isHome ? " home" : ""}${isHero ? " hero" : ""}${cells.length > 1 ? ` of-${wayOf(cells, outline)}` : ""}`;
  const made = svg("g", { class: `piece ${figure} ${spot.tint} ${detail}${states}` }, body);
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
