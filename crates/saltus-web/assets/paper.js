// A text with line numbers and coloured keywords. A picture of the text lies below a text field that can be seen through.

import { byId, element, html } from "./dom.js";

/** @typedef {import("./api.js").Mistake} Mistake */

/** With what a statement begins. */
const KEYWORDS = ["title", "source", "known", "text", "board", "cells", "lines", "start", "pieces", "class", "turns", "move", "cycle", "blocks", "goal"];

export class Paper {
  /** @type {Mistake|null} */
  #mistake = null;

  constructor() {
    this.field = byId("definition-text", HTMLTextAreaElement);
    this.lines = element("definition-lines");
    this.field.addEventListener("input", () => {
      // What was wrong may be right now, or stand elsewhere.
      this.#mistake = null;
      this.#draw();
    });
    this.field.addEventListener("scroll", () => this.#follow());
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.#mistake = null;
    this.#draw();
  }

  /** To the first line. */
  toStart() {
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
    this.field.focus();
  }

  /**
   * Puts signs in where the caret is.
   * @param {string} signs
   */
  insert(signs) {
    this.field.setRangeText(signs, this.field.selectionStart, this.field.selectionEnd, "end");
    this.field.focus();
    this.field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /**
   * Puts a word in the place of another one.
   * @param {Mistake} mistake where that one begins
   * @param {{wrong: string, right: string}} repair
   */
  replace({ line, column }, { wrong, right }) {
    const from = placeOf(this.text, line, column);
    this.field.setSelectionRange(from, from + wrong.length);
    this.insert(right);
  }

  /**
   * Underlines the word where a mistake is.
   * @param {Mistake|null} mistake
   */
  mark(mistake) {
    this.#mistake = mistake;
    this.field.setAttribute("aria-invalid", String(mistake !== null));
    this.#draw();
  }

  /** Goes to the mistake. */
  seek() {
    const { field } = this;
    if (!this.#mistake) return field.focus();
    const { line, column } = this.#mistake;
    const from = placeOf(this.text, line, column);
    field.focus();
    field.setSelectionRange(from, from + (this.text.slice(from).match(/^[^\s:,;]+/)?.[0].length ?? 0));
    field.scrollTop = ((line - 2) * field.scrollHeight) / Math.max(this.text.split("\n").length, 1);
    this.lines.querySelector("mark")?.scrollIntoView({ block: "nearest" });
  }

  #draw() {
    this.lines.replaceChildren(...this.text.split("\n").map((text, index) => this.#line(text, this.#mistake?.line === index + 1 && this.#mistake.column > 0 ? this.#mistake.column - 1 : null)));
    this.#follow();
  }

  /**
   * @param {string} text
   * @param {number|null} at where its mistake is
   */
  #line(text, at) {
    if (at === null) return html("div", {}, ...coloured(text));
    const word = text.slice(at).match(/^[^\s:,;]+/)?.[0] ?? text[at] ?? " ";
    return html("div", { class: "wrong" }, ...coloured(text.slice(0, at)), html("mark", {}, word), text.slice(at + word.length));
  }

  #follow() {
    [this.lines.scrollTop, this.lines.scrollLeft] = [this.field.scrollTop, this.field.scrollLeft];
  }
}

/** Where in a text a place is, both counted from 1. @type {(text: string, line: number, column: number) => number} */
const placeOf = (text, line, column) => text.split("\n").slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0) + column - 1;

/**
 * A line with its keyword and its comment.
 * @param {string} text
 */
function coloured(text) {
  const comment = text.startsWith("#") ? 0 : text.indexOf("//");
  const [said, aside] = comment < 0 ? [text, ""] : [text.slice(0, comment), text.slice(comment)];
  const keyword = said.match(/^[a-z]+/)?.[0] ?? "";
  const parts = KEYWORDS.includes(keyword) ? [html("b", {}, keyword), said.slice(keyword.length)] : [said];
  return aside ? [...parts, html("i", {}, aside)] : parts;
}
