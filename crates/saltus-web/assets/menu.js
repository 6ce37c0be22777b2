// Choosing: the name of the puzzle, its levels, sizes with the theorem's number, examples, any line of notation.

import { Refusal } from "./api.js";
import { button, byId, element, html, input, tell } from "./dom.js";
import { about, entryOf, isLevel, note } from "./puzzles.js";
import { sizes } from "./sizes.js";

/** @typedef {import("./api.js").Family} Family */
/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./puzzles.js").Puzzle} Puzzle */

/** A number that a new board is drawn with. */
export const seed = () => String(Math.floor(Math.random() * 1e9));

export class Menu {
  /** @type {Family[]} */
  families = [];

  /**
   * @param {Session} session
   * @param {(line: string) => Promise<void>} open
   */
  constructor(session, open) {
    this.session = session;
    this.open = open;
    const dialog = byId("menu", HTMLDialogElement);
    button("puzzle-open").addEventListener("click", () => this.show());
    button("new").addEventListener("click", () => void this.another());
    byId("chooser", HTMLFormElement).addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.try(input("line").value)) dialog.close();
    });
    input("line").addEventListener("input", () => this.#complain());
    session.on("puzzle", () => this.#draw());
  }

  /** The family of the puzzle that is open. */
  get family() {
    const [word] = this.session.start.split(" ");
    return this.families.find(({ name }) => name === word);
  }

  show() {
    input("line").value = this.session.position?.line ?? this.session.start;
    this.#complain();
    const { family } = this;
    const examples = (family?.examples ?? []).map((line) => {
      const made = html("button", { type: "button", class: "edged mono" }, line);
      made.addEventListener("click", async () => (await this.try(line)) && byId("menu", HTMLDialogElement).close());
      return made;
    });
    element("examples").replaceChildren(...examples);
    element("menu-sizes").replaceChildren(...sizes(this.session.start, (line) => void this.try(line)));
    byId("menu", HTMLDialogElement).showModal();
  }

  /**
   * Opens a line, or says at its place what is wrong with it. Whether it was opened.
   * @param {string} line
   * @param {Puzzle|null} [entry] to which it belongs
   */
  async try(line, entry = null) {
    try {
      await this.open(line);
      if (entry) note(this.session.start, entry);
      this.#complain();
      this.#draw();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#complain(error);
      return false;
    }
  }

  /** Another board of this kind: shuffled, or the next level. */
  async another() {
    const entry = entryOf(this.session.start);
    const levels = entry?.levels ?? [];
    const now = levels.findIndex((level) => this.#is(level));
    const random = this.session.outline.told?.random ?? entry?.shuffle;
    if (random) await this.try(`${random}${seed()}`, entry);
    else if (entry) await this.try(levels[(now + 1) % levels.length].line, entry);
    else await this.session.load(this.session.start);
  }

  /** @param {import("./puzzles.js").Level} level */
  #is(level) {
    const { start, asked } = this.session;
    return isLevel(level, start) || isLevel(level, asked);
  }

  /** @param {Refusal} [refusal] */
  #complain(refusal) {
    const line = input("line");
    tell(element("line-error"), refusal?.message);
    line.toggleAttribute("aria-invalid", refusal !== undefined);
    if (refusal) line.setAttribute("aria-invalid", "true");
    if (!refusal?.column) return;
    const start = refusal.column - 1;
    const end = start + (line.value.slice(start).match(/^\S+/)?.[0].length ?? 1);
    line.focus();
    line.setSelectionRange(start, end);
  }

  #draw() {
    const { name, entry } = about(this.session);
    element("puzzle-name").textContent = name;
    const levels = (entry?.levels ?? []).map((level) => {
      const made = html("button", { type: "button", "aria-pressed": String(this.#is(level)) }, level.name);
      made.addEventListener("click", () => void this.try(level.line, entry));
      return made;
    });
    const any = html("button", { type: "button", "aria-pressed": "false", "aria-haspopup": "dialog" }, "Any");
    any.addEventListener("click", () => this.show());
    element("levels").replaceChildren(...levels, any);
  }
}
