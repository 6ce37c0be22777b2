// A sheet of pieces in the page under test: each alone in a box, so that its pixels can be compared and looked at.

import { writeFile } from "node:fs/promises";
import path from "node:path";

/** @typedef {import("playwright-core").Page} Page */
/** A piece: the line of a puzzle that has the like, its label and tint. @typedef {{line: string, label: string, tint: import("../assets/api.js").Tint}} Kind */
/** `plain` gives all pieces the same fill and the same ink, so that only outline and glyph are left. @typedef {{size: number, isPlain?: boolean, isBare?: boolean}} Look */

/** @type {(line: string, label: string, tint: Kind["tint"]) => Kind} */
const kind = (line, label, tint) => ({ line, label, tint });

export const HOPPERS = [kind("shift 1 1", "b", "dark"), kind("shift 1 1", "w", "light")];
export const STONES = [kind("clobber line bw", "b", "dark"), kind("clobber line bw", "w", "light")];
export const MARBLES = /** @type {Kind["tint"][]} */ (
  ["red", "blue", "yellow", "green", "purple", "orange", "teal", "pink", "brown", "lime", "sky", "grey", "dark", "light"]
).map((tint) => kind("chinese triangle:2 men=1", "", tint));

const tinted = (/** @type {string} */ line, /** @type {string} */ label) => MARBLES.map(({ tint }) => kind(line, label, tint));
export const KNIGHTS = tinted("rules board: n . ; move knight: n . -> . n ; goal: . n", "n");
export const ROBOTS = tinted("rules board: r . o ; class x: r o ; class y: r o ; move: x .+ y -> .+ x y ; goal: ? r ?", "o");
const PUSHED = "rules board: @ $ . ; move: @ . -> . @ / @ $ . -> . @ $ ; goal: ? ? $";
export const CRATES = [kind(PUSHED, "$", "dark"), kind(PUSHED, "@", "light"), kind("rules board: n x . ; move knight: n . -> x n ; goal stuck:", "x", "dark")];

/**
 * Draws pieces in a row over the page, in grey.
 * @param {Page} page
 * @param {Kind[]} kinds
 * @param {Look} look
 */
export async function draw(page, kinds, { size, isPlain = false, isBare = false }) {
  await page.evaluate(
    async ({ kinds, size, isPlain, isBare }) => {
      const url = (/** @type {string} */ name) => new URL(name, document.baseURI).href;
      /** @type {typeof import("../assets/pieces.js")} */
      const { drawPiece } = await import(url("pieces.js"));
      /** @type {typeof import("../assets/looks.js")} */
      const { classesOf, detailOf, lookOf } = await import(url("looks.js"));
      /** @type {typeof import("../assets/dom.js")} */
      const { html, svg } = await import(url("dom.js"));
      /** @type {typeof import("../assets/api.js")} */
      const { play } = await import(url("api.js"));
      const lines = [...new Set(kinds.map(({ line }) => line))];
      const told = new Map(await Promise.all(lines.map(async (line) => /** @type {const} */ ([line, (await play(line)).outline.told]))));
      document.getElementById("sheet")?.remove();
      const sheet = html("div", { id: "sheet" });
      Object.assign(sheet.style, { position: "fixed", inset: "0", zIndex: "9", background: "#999", filter: "grayscale(1)" });
      kinds.forEach(({ line, label, tint }, index) => {
        /** @type {import("../assets/api.js").Outline} */
        const outline = { cells: "square", pieces: "disc", places: [[0, 0]], names: ["1"], links: [], marked: [], walls: [], told: told.get(line) ?? null };
        const look = lookOf(line, outline);
        const piece = drawPiece({ spot: { label, tint }, cells: [0] }, { look, outline, detail: detailOf(size) });
        if (isPlain) for (const [name, value] of [["--face", "#ccc"], ["--edge", "#000"], ["--ink", "#000"]]) piece.style.setProperty(name, value);
        if (isBare) piece.querySelectorAll(".mark, text").forEach((mark) => mark.remove());
        const made = svg("svg", { class: `board ${classesOf(look)}`, viewBox: "-500 -500 1000 1000" }, piece);
        Object.assign(made.style, { position: "absolute", left: `${index * size}px`, top: "0", width: `${size}px`, height: `${size}px` });
        sheet.append(made);
      });
      document.body.append(sheet);
    },
    { kinds, size, isPlain, isBare },
  );
}

/** Names of sheets that are kept, where `SALTUS_SHEETS` names a folder for them. */
let kept = 0;

/**
 * The brightness of each pixel of each piece of a sheet, from 0 to 255.
 * @param {Page} page
 * @param {number} count
 * @param {number} size
 */
export async function pixels(page, count, size) {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: count * size, height: size } });
  if (process.env.SALTUS_SHEETS) await writeFile(path.join(process.env.SALTUS_SHEETS, `sheet-${++kept}-${size}.png`), picture);
  return page.evaluate(
    async ({ data, count, size }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d", { willReadFrequently: true });
      if (!context) throw new Error("no canvas");
      context.drawImage(image, 0, 0);
      return Array.from({ length: count }, (_, index) => {
        const { data } = context.getImageData(index * size, 0, size, size);
        return Array.from({ length: size * size }, (_, pixel) => data[4 * pixel]);
      });
    },
    { data: picture.toString("base64"), count, size },
  );
}

/** By how much two pixels must differ to be told apart at a glance. */
const CLEAR = 56;

/**
 * The share of pixels that clearly differ.
 * @param {number[]} one
 * @param {number[]} other
 */
export const difference = (one, other) => one.filter((bright, pixel) => Math.abs(bright - other[pixel]) > CLEAR).length / one.length;
