// A puzzle of one's own as text: it is read as somebody types, its mistake is underlined, and the board follows.

import * as api from "./api.js";
import { button, byId, element, html, select, tell } from "./dom.js";

/** @typedef {import("./state.js").Session} Session */

/** Milliseconds without a letter more before the text is read. */
const REST = 350;

/** What there is to begin with. */
const FIRST = `title: Frogs
board: t t . f f
move right:
  t . -> . t
  t f . -> . f t
move left:
  f . -> . f
  f t . -> . t f
goal: f f . t t
`;

/** Whether a line of notation is a definition. @param {string} line */
const isDefinition = (line) => line.startsWith("rules ");

/**
 * A definition on one line as a text: each statement on a line of its own, and each row.
 * @param {string} line
 */
export function spelled(line) {
  const statements = line.replace(/^rules /, "").split(" ; ");
  const text = (/** @type {string} */ statement) => {
    const [, head, body] = statement.match(/^([^:]*:) (.*)$/) ?? [];
    const rows = body?.split(" / ") ?? [];
    return rows.length < 2 || head === "title:" ? statement : [head, ...rows.map((row) => `  ${row}`)].join("\n");
  };
  return `${statements.map(text).join("\n")}\n`;
}

export class Definition {
  /** The line that the text became when it was read last. */
  #line = "";
  /** Whether the text had no mistake then. */
  #isRight = true;
  #ticket = 0;
  #timer = 0;
  /** @type {api.Classic[]} */
  #classics = [];
  #text = byId("definition-text", HTMLTextAreaElement);

  /**
   * @param {Session} session
   * @param {(line: string) => Promise<void>} open opens a puzzle to which the browser's way back leads
   * @param {() => void} changed told when there is another text
   */
  constructor(session, open, changed) {
    this.session = session;
    this.open = open;
    this.changed = changed;
    button("define").addEventListener("click", () => (this.isOpen ? this.close() : void this.begin()));
    button("definition-close").addEventListener("click", () => {
      this.close();
      button("define").focus();
    });
    this.#text.addEventListener("input", () => {
      select("classic").value = "";
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#follow(), REST);
    });
    this.#text.addEventListener("scroll", () => this.#scroll());
    select("classic").addEventListener("change", () => {
      const classic = this.#classics.find(({ name }) => name === select("classic").value);
      if (!classic) return;
      this.#text.value = classic.text;
      this.#text.scrollTop = 0;
      void this.#follow(this.open);
    });
    session.on("puzzle", () => this.#take());
  }

  get isOpen() {
    return !element("definition").hidden;
  }

  /** The text that is open, and whether it is what is being played. */
  get shown() {
    return this.isOpen ? { text: this.#text.value, isPlayed: this.#isRight && this.#line === this.session.start } : undefined;
  }

  /** Opens the editor with what is being played, or with something to begin with. */
  async begin() {
    this.#show(true);
    const { start } = this.session;
    this.#text.value = isDefinition(start) ? spelled(start) : FIRST;
    this.#text.setSelectionRange(0, 0);
    this.#text.focus();
    this.#text.scrollTop = 0;
    await this.#follow(this.open);
  }

  close() {
    clearTimeout(this.#timer);
    this.#ticket++;
    this.#show(false);
  }

  /**
   * Opens the editor with a text; the line that it is, if it is one.
   * @param {string} text
   */
  async read(text) {
    this.#show(true);
    this.#text.value = text;
    return this.#read();
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    element("definition").hidden = !isOpen;
    document.body.classList.toggle("defining", isOpen);
    button("define").setAttribute("aria-pressed", String(isOpen));
    if (isOpen && this.#classics.length === 0) void this.#fill();
  }

  async #fill() {
    this.#classics = await api.classics();
    const options = this.#classics.map(({ name, title }) => html("option", { value: name }, title));
    select("classic").replaceChildren(html("option", { value: "" }, "choose a classic"), ...options);
  }

  /** Another puzzle was opened: its text, if it has one, takes the place of the one here. */
  #take() {
    const { start } = this.session;
    // What is not yet right is not thrown away.
    if (!this.isOpen || start === this.#line || !this.#isRight) return;
    if (!isDefinition(start)) return this.close();
    this.#text.value = spelled(start);
    void this.#read();
  }

  /**
   * Reads the text, and opens what it says.
   * @param {(line: string) => Promise<void>} [open]
   */
  async #follow(open = (line) => this.session.load(line)) {
    try {
      const line = await this.#read();
      if (line && line !== this.session.start) await open(line);
      this.changed();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.#complain(error.message);
    }
  }

  /** The line that the text is; none where it has a mistake, or where another text has come. */
  async #read() {
    const ticket = ++this.#ticket;
    const understood = await api.definition(this.#text.value);
    if (ticket !== this.#ticket) return undefined;
    this.#isRight = !("mistake" in understood);
    if ("mistake" in understood) {
      const { mistake } = understood;
      const place = mistake.column > 0 ? `Line ${mistake.line}, column ${mistake.column}: ` : "";
      this.#complain(`${place}${mistake.why}`, mistake);
      return undefined;
    }
    this.#complain("");
    element("definition-told").textContent = understood.told;
    this.#line = understood.line;
    return understood.line;
  }

  /**
   * Says what is wrong, and underlines the word where it is.
   * @param {string} sentence
   * @param {api.Mistake} [mistake]
   */
  #complain(sentence, mistake) {
    tell(element("definition-mistake"), sentence);
    this.#text.setAttribute("aria-invalid", String(sentence !== ""));
    const lines = this.#text.value.split("\n");
    const line = mistake && mistake.column > 0 ? lines[mistake.line - 1] : undefined;
    const marks = element("definition-marks");
    marks.replaceChildren();
    if (mistake && line !== undefined) {
      const at = mistake.column - 1;
      const word = line.slice(at).match(/^[^\s:]+/)?.[0] ?? line[at] ?? " ";
      const before = [...lines.slice(0, mistake.line - 1), line.slice(0, at)].join("\n");
      marks.append(before, html("mark", {}, word), line.slice(at + word.length), "\n".repeat(lines.length - mistake.line + 1));
    }
    this.#scroll();
  }

  #scroll() {
    const marks = element("definition-marks");
    [marks.scrollTop, marks.scrollLeft] = [this.#text.scrollTop, this.#text.scrollLeft];
  }
}
