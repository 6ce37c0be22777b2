// The result of a day as a picture, which says no more than its text (tally.js): the browser paints it, and nothing is asked of a network.

import { announce } from "./announce.js";
import { element, html, icon } from "./dom.js";
import { download } from "./save.js";
import { heading } from "./tally.js";

/** @typedef {import("./score.js").Mark} Mark */
/** @typedef {import("./score.js").Result} Result */

/** As large as the cards of links. */
const [WIDTH, HEIGHT] = [1200, 630];
const EDGE = 72;
/** Marks in a row, pixels from one to the next, and those of one. Plays of more have none. */
const ROW = 15;
const STEP = 70;
const SIZE = 48;
const MOST = 60;

/** Light for every reader. */
const INK = "#14201e";
const SECOND = "#4a5a57";
const BEST = "#f5b32c";
const GROUND = "#dcebea";
/** @type {Record<Mark, string>} */
const COLOURS = { k: "#0b646b", s: "#4a5a57", f: "#8a5300", x: "#b3261e", o: "#4a5a57", u: "#4a5a57", h: "#4a5a57" };
/** Signs of marks that are no shapes. @type {Partial<Record<Mark, string>>} */
const SIGNS = { x: "✕", u: "↩", h: "?" };

/** @param {CanvasRenderingContext2D} pen @param {Mark} mark @param {number} x @param {number} y the middle */
function drawMark(pen, mark, x, y) {
  const half = SIZE / 2;
  pen.fillStyle = pen.strokeStyle = COLOURS[mark];
  pen.lineWidth = 6;
  pen.beginPath();
  if (mark === "k") {
    pen.roundRect(x - half, y - half, SIZE, SIZE, 12);
    pen.fill();
  } else if (mark === "s" || mark === "o") {
    const inner = mark === "s" ? half - 3 : half / 2;
    pen.roundRect(x - inner, y - inner, 2 * inner, 2 * inner, 9);
    pen.stroke();
  } else if (mark === "f") {
    pen.moveTo(x, y - half);
    pen.lineTo(x + half, y);
    pen.lineTo(x, y + half);
    pen.lineTo(x - half, y);
    pen.fill();
  } else {
    pen.font = `700 ${SIZE}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.fillText(SIGNS[mark] ?? "", x, y + SIZE / 3);
    pen.textAlign = "left";
  }
}

/**
 * @param {string} name
 * @param {Result} result
 * @param {string} address
 */
export function painted(name, result, address) {
  const words = heading(result).replace(" ⭐", "");
  const canvas = html("canvas", { width: String(WIDTH), height: String(HEIGHT), role: "img", "aria-label": `${name}: ${words}` });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser paints nothing.");
  pen.fillStyle = GROUND;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const write = (/** @type {string} */ text, /** @type {number} */ y, /** @type {string} */ font, /** @type {string} */ colour) => {
    pen.font = `${font} system-ui, sans-serif`;
    pen.fillStyle = colour;
    pen.fillText(text, EDGE, y, WIDTH - 2 * EDGE);
  };
  write(name, 130, "700 52px", INK);
  write(words, 230, "700 64px", INK);
  if (result.isStar) {
    // The page's own star, since not every machine has a sign for one.
    const star = new Path2D(document.querySelector("#i-star path")?.getAttribute("d") ?? "");
    pen.save();
    pen.translate(Math.min(EDGE + pen.measureText(words).width + 16, WIDTH - 88), 175);
    pen.scale(3, 3);
    pen.fillStyle = BEST;
    pen.fill(star);
    pen.restore();
  }
  if (result.marks.length <= MOST) result.marks.forEach((mark, index) => drawMark(pen, mark, EDGE + SIZE / 2 + STEP * (index % ROW), 310 + STEP * Math.floor(index / ROW)));
  write(address.replace(/^https?:\/\//, ""), HEIGHT - 36, "400 32px", SECOND);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob>} */
const packed = (canvas) => new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("This browser painted nothing."))), "image/png"));

/**
 * Shows the picture, and what can be done with it here.
 * @param {string} name
 * @param {Result} result
 * @param {string} address
 */
export async function showPicture(name, result, address) {
  const canvas = painted(name, result, address);
  const blob = await packed(canvas);
  const file = new File([blob], `${name.replaceAll(" ", "-")}.png`, { type: blob.type });
  const said = html("p", { class: "second", role: "status" });
  const act = (/** @type {string} */ words, /** @type {string} */ sign, /** @type {() => unknown} */ does) => {
    const made = html("button", { type: "button", class: "edged" }, icon(sign), words);
    made.addEventListener("click", async () => {
      try {
        await does();
      } catch (error) {
        if (error instanceof DOMException && error.name === "AbortError") return;
        said.textContent = "This did not work here. Save the picture instead.";
      }
    });
    return made;
  };
  const acts = [act("Save the picture", "save", () => download(blob, file.name))];
  if (navigator.canShare?.({ files: [file] })) acts.unshift(act("Share the picture", "share", () => navigator.share({ files: [file] })));
  if (typeof ClipboardItem === "function" && navigator.clipboard?.write) {
    acts.push(act("Copy the picture", "all", async () => {
      await navigator.clipboard.write([new ClipboardItem({ [blob.type]: blob })]);
      said.textContent = "Copied.";
      announce("Copied.");
    }));
  }
  element("result-body").replaceChildren(canvas, html("div", { class: "chips" }, ...acts), said);
  /** @type {HTMLDialogElement} */ (element("result")).showModal();
}
