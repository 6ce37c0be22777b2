// A view that covers the board: it has an address of its own, and who leaves it comes back to what was played.

import { element } from "./dom.js";

/** Parts of the page that a view covers. */
const COVERED = ["stage", "rail", "dock"];

/** Tells the page's styles whether a view is open. */
export const markViews = () => document.body.classList.toggle("with-view", document.querySelector(".view:not([hidden])") !== null);

export class Cover {
  /**
   * @param {string} id the element that holds the view
   * @param {string} hash its address
   * @param {string} name the class that the page has while it is open
   * @param {string} title
   * @param {() => void} left told when nothing was chosen
   */
  constructor(id, hash, name, title, left) {
    this.view = element(id);
    this.view.tabIndex = -1;
    this.hash = hash;
    this.name = name;
    this.title = title;
    this.left = left;
  }

  get isOpen() {
    return !this.view.hidden;
  }

  /** What a view does when it is opened, and when it is closed. @param {boolean} isOpen */
  shown(isOpen) {
    void isOpen;
  }

  open() {
    if (this.isOpen) return;
    this.#cover(true);
    if (location.hash !== this.hash) location.hash = this.hash;
    document.title = `${this.title} · saltus`;
    this.view.focus();
  }

  close() {
    if (this.isOpen) this.#cover(false);
  }

  /** Closes it where nothing was chosen. */
  leave() {
    this.close();
    this.left();
  }

  /** Opens it, or leaves it. */
  toggle() {
    if (this.isOpen) this.leave();
    else this.open();
  }

  /** @param {boolean} isOpen */
  #cover(isOpen) {
    this.view.hidden = !isOpen;
    document.body.classList.toggle(this.name, isOpen);
    markViews();
    for (const id of COVERED) element(id).inert = isOpen;
    this.shown(isOpen);
  }
}
