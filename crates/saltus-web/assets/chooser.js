// Choosing a family, an example, or any line of notation.

import { Refusal } from "./api.js";
import { byId, element, html, input, select, tell } from "./dom.js";

/** @typedef {import("./api.js").Family} Family */
/** @typedef {import("./state.js").Session} Session */

/** @param {string} line */
const familyOf = (line) => line.trim().split(/\s+/)[0] ?? "";

/**
 * An example that is neither tiny nor large.
 * @param {Family} family
 */
export const typical = ({ examples }) => examples[Math.floor((examples.length - 1) / 2)];

export class Chooser {
  /** @type {Family[]} */
  families = [];
  /** The examples that were opened, by the lines that the server makes of them. @type {Map<string, string>} */
  #opened = new Map();

  /**
   * @param {Session} session
   * @param {(line: string) => Promise<void>} open
   */
  constructor(session, open) {
    this.session = session;
    this.open = open;
    byId("chooser", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      void this.try(input("line").value);
    });
    select("family").addEventListener("change", () => {
      const family = this.families.find(({ name }) => name === select("family").value);
      if (family?.examples.length) void this.try(typical(family));
    });
    select("example").addEventListener("change", () => {
      if (select("example").value) void this.try(select("example").value);
    });
    input("line").addEventListener("input", () => this.#complain());
    session.on("puzzle", () => this.#complain());
    session.on("position", ({ line }) => {
      // What somebody is typing is not to be replaced.
      if (document.activeElement !== input("line") || input("line").value === "") input("line").value = line;
      this.#choose();
    });
  }

  /** @param {Family[]} families */
  fill(families) {
    this.families = families;
    select("family").replaceChildren(...families.map(({ name }) => html("option", { value: name }, name)));
    this.#choose();
  }

  /** The family of the puzzle that is open. */
  get family() {
    return this.families.find(({ name }) => name === familyOf(this.session.start));
  }

  /**
   * Opens a line, or says at its place what is wrong with it.
   * @param {string} line
   */
  async try(line) {
    input("line").value = line;
    try {
      await this.open(line);
      this.#opened.set(this.session.start, line);
      this.#complain();
      input("line").value = this.session.position?.line ?? line;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#complain(error);
    }
    this.#choose();
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

  #choose() {
    const { family, session } = this;
    if (!family) return;
    select("family").value = family.name;
    const line = [session.start, this.#opened.get(session.start) ?? ""].find((line) => family.examples.includes(line)) ?? "";
    const own = line === "" ? [html("option", { value: "" }, "another")] : [];
    const examples = family.examples.map((line) => html("option", { value: line }, line.slice(family.name.length + 1)));
    select("example").replaceChildren(...own, ...examples);
    select("example").value = line;
  }
}
