// Moving about in a large picture: dragging, wheel, two fingers, arrow keys.

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** How many times as large as fitting a picture can become. */
const MOST = 40;

export class PanZoom {
  /** @type {Map<number, {x: number, y: number}>} */
  #fingers = new Map();

  /** @param {SVGSVGElement} picture which has a view box */
  constructor(picture) {
    this.picture = picture;
    const { x, y, width, height } = picture.viewBox.baseVal;
    this.whole = { x, y, width, height };
    this.box = { ...this.whole };
    /** Whether the last press has moved the picture, so that it was no click. */
    this.wasMoved = false;
    picture.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY / 400), event);
    }, { passive: false });
    picture.addEventListener("pointerdown", (event) => {
      this.wasMoved = this.#fingers.size > 0;
      this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    picture.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"])) {
      picture.addEventListener(end, (event) => this.#fingers.delete(event.pointerId));
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#fingers].find(([pointer]) => pointer !== event.pointerId)?.[1];
    if (!this.wasMoved && Math.hypot(now.x - before.x, now.y - before.y) < 4) return;
    this.wasMoved = true;
    if (other) {
      const [far, farBefore] = [now, before].map(({ x, y }) => Math.hypot(x - other.x, y - other.y));
      this.zoom(far / Math.max(farBefore, 1), { clientX: other.x, clientY: other.y });
    } else {
      const scale = this.#scale();
      this.box.x -= (now.x - before.x) / scale;
      this.box.y -= (now.y - before.y) / scale;
      this.#show();
    }
    this.#fingers.set(event.pointerId, now);
  }

  /** Pixels of the window a unit of the picture. */
  #scale() {
    return this.picture.getScreenCTM()?.a ?? 1;
  }

  /**
   * @param {number} factor
   * @param {{clientX: number, clientY: number}} [at] the point that stays; the middle without one
   */
  zoom(factor, at) {
    const width = Math.min(Math.max(this.box.width / factor, this.whole.width / MOST), this.whole.width * 2);
    const part = width / this.box.width;
    const matrix = this.picture.getScreenCTM();
    const { x, y } = at && matrix
      ? new DOMPoint(at.clientX, at.clientY).matrixTransform(matrix.inverse())
      : { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    this.box = { x: x - (x - this.box.x) * part, y: y - (y - this.box.y) * part, width, height: this.box.height * part };
    this.#show();
  }

  /**
   * Moves by a part of what is seen.
   * @param {number} right
   * @param {number} down
   */
  pan(right, down) {
    this.box.x += right * this.box.width;
    this.box.y += down * this.box.height;
    this.#show();
  }

  fit() {
    this.box = { ...this.whole };
    this.#show();
  }

  #show() {
    const { x, y, width, height } = this.box;
    this.picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }
}
