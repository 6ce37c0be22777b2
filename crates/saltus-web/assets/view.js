// What is seen of a board: all of it where cells have room enough, else a window that is dragged, rolled and pinched.

import { UNIT, extent } from "./geometry.js";

/** @typedef {import("./geometry.js").Point} Point */
/** Left, top, width, height. @typedef {[number, number, number, number]} Box */

/** Pixels of a cell under a finger; where a board would have smaller ones, it becomes a window. */
const LEAST = 24;
/** Pixels of a cell in the window of a row, and the most anywhere. */
const ROW = 48;
const MOST = 96;

/** So many cells a window has room for, across and down. */
const FEW = 6;

/** So many cells are drawn before the size is known. */
const FIRST = 400;

/** Pixels that a press may stray and still be a click. */
const STRAY = 7;

/** @type {(value: number, low: number, high: number) => number} */
const clamp = (value, low, high) => (low > high ? (low + high) / 2 : Math.min(Math.max(value, low), high));

export class View {
  /** @type {Box} */
  box;
  /** Pixels of a cell. */
  pixels = 2 * LEAST;
  isWindow = false;
  /** What is to be seen first of a window. @type {Point|null} */
  home = null;
  /** Room below a window, in the board's own measures. */
  below = 0;
  /** Pixels of a cell that were asked for by zooming. */
  #asked = 0;
  /** What the picture has of the page, in pixels. */
  #size = { width: 0, height: 0 };
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();
  #wasMoved = false;

  /**
   * @param {SVGSVGElement} picture
   * @param {SVGGElement} scene all that is moved below the window
   * @param {Box} whole
   * @param {Point[]} places
   * @param {() => void} changed
   */
  constructor(picture, scene, whole, places, changed) {
    this.picture = picture;
    this.scene = scene;
    this.whole = whole;
    this.box = whole;
    this.isRow = extent(places, 0)[3] === 0;
    this.changed = changed;
    this.#write();
    new ResizeObserver(() => this.#measure()).observe(picture);
    picture.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    picture.addEventListener("pointerdown", (event) => this.#press(event));
    picture.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      picture.addEventListener(end, (event) => this.#fingers.delete(event.pointerId));
    }
    // What a drag has done is not to be a click, too.
    picture.addEventListener("click", (event) => this.#wasMoved && event.stopImmediatePropagation(), { capture: true });
  }

  #measure() {
    const { clientWidth: width, clientHeight: height } = this.picture;
    if (width === 0 || height === 0) return;
    this.#size = { width, height };
    this.#fit();
  }

  /** Pixels of a cell where all of the board is seen. */
  get #whole() {
    const { width, height } = this.#size;
    // A row may become as high as it likes.
    return Math.min(width / this.whole[2], this.isRow ? Infinity : height / this.whole[3]) * UNIT;
  }

  #fit() {
    const { width, height } = this.#size;
    const whole = this.#whole;
    // A window on a few cells would not help.
    this.isWindow = whole < LEAST && (this.isRow ? width : Math.min(width, height)) >= FEW * LEAST;
    if (!this.isWindow) {
      this.box = this.whole;
      this.pixels = Math.min(width / this.whole[2], height / this.whole[3]) * UNIT;
    } else {
      this.pixels = clamp(this.#asked || (this.isRow ? ROW : LEAST), Math.max(whole, this.isRow ? LEAST : 0), MOST);
      const [wide, high] = [(width / this.pixels) * UNIT, this.isRow ? this.whole[3] + this.below : (height / this.pixels) * UNIT];
      this.box = this.#inside([this.box[0], this.box[1], Math.min(wide, this.whole[2]), this.isRow ? high : Math.min(high, this.whole[3])]);
    }
    this.#write();
    if (this.isWindow && this.home) this.#centre(this.home);
    this.home = null;
    this.changed();
  }

  /** @param {Point} place */
  #centre([x, y]) {
    this.to(x - this.box[2] / 2, y - this.box[3] / 2);
  }

  /** @param {Box} box @returns {Box} */
  #inside([left, top, width, height]) {
    const [x, y, wide, high] = this.whole;
    return [clamp(left, x, x + wide - width), this.isRow ? y : clamp(top, y, y + high - height), width, height];
  }

  #write() {
    const [left, top, width, height] = this.box;
    // The browser moves what it has drawn; another view box would make it draw everything anew.
    this.scene.style.transform = `translate(${-left}px,${-top}px)`;
    const size = `0 0 ${width} ${height}`;
    if (this.picture.getAttribute("viewBox") !== size) this.picture.setAttribute("viewBox", size);
    this.picture.style.setProperty("--px", String(UNIT / this.pixels));
    this.picture.classList.toggle("window", this.isWindow);
  }

  /**
   * Shows another part, with this corner.
   * @param {number} left
   * @param {number} top
   */
  to(left, top) {
    if (!this.isWindow) return;
    const box = this.#inside([left, top, this.box[2], this.box[3]]);
    if (box[0] === this.box[0] && box[1] === this.box[1]) return;
    this.box = box;
    this.#write();
    this.changed();
  }

  /**
   * Brings places into the window, the last one surely.
   * @param {Point[]} places
   */
  reveal(places) {
    const [left, top, width, height] = this.box;
    const isSeen = ([x, y] = [0, 0]) => x > left + UNIT / 2 && y > top + UNIT / 2 && x < left + width - UNIT / 2 && y < top + height - UNIT / 2;
    if (!this.isWindow || places.length === 0 || places.every(isSeen)) return;
    this.#centre(places[places.length - 1]);
  }

  /**
   * @param {number} factor
   * @param {{clientX: number, clientY: number}} at what stays
   */
  zoom(factor, at) {
    const before = this.inside(at);
    this.#asked = clamp(this.pixels * factor, this.#whole, MOST);
    this.#fit();
    const after = this.inside(at);
    this.to(this.box[0] + before[0] - after[0], this.box[1] + before[1] - after[1]);
  }

  /**
   * A point of the page in the board's own measures.
   * @param {{clientX: number, clientY: number}} event
   * @returns {Point}
   */
  inside({ clientX, clientY }) {
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.picture.getScreenCTM()?.inverse());
    return [x + this.box[0], y + this.box[1]];
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.isWindow) return;
    event.preventDefault();
    if (event.ctrlKey) return this.zoom(Math.exp(-event.deltaY / 200), event);
    const unit = UNIT / this.pixels;
    const [across, down] = this.isRow ? [event.deltaX + event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.to(this.box[0] + across * unit, this.box[1] + down * unit);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.#wasMoved = this.#fingers.size > 0;
    if (this.isWindow && event.button === 0) this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  #drag(event) {
    const before = this.#fingers.get(event.pointerId);
    // A piece that is dragged has the pointer.
    if (!before || this.picture.hasPointerCapture(event.pointerId)) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.#wasMoved && Math.hypot(now.x - before.x, now.y - before.y) < STRAY) return;
    this.#wasMoved = true;
    const other = [...this.#fingers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    const unit = UNIT / this.pixels;
    if (other) {
      const [far, near] = [now, before].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      this.zoom(far / Math.max(near, 1), { clientX: other.x, clientY: other.y });
    } else {
      this.to(this.box[0] - (now.x - before.x) * unit, this.box[1] - (now.y - before.y) * unit);
    }
    this.#fingers.set(event.pointerId, now);
  }

  /**
   * The cells that are seen, with those at the edge.
   * @param {Point[]} places
   */
  seen(places) {
    const all = places.map((_, cell) => cell);
    // Before it is known how much room there is, a large board is not drawn in vain.
    if (this.#size.width === 0) return all.slice(0, FIRST);
    if (!this.isWindow) return all;
    const [left, top, width, height] = this.box;
    return all.filter((cell) => {
      const [x, y] = places[cell];
      return x > left - UNIT && y > top - UNIT && x < left + width + UNIT && y < top + height + UNIT;
    });
  }
}
