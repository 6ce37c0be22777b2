// A puzzle of one's own as text beside its board: it is read as somebody types, its mistake is underlined, and the board follows.

import * as api from "./api.js";
import { button, element, html, select, tell } from "./dom.js";
import { Paper } from "./paper.js";
import { prose } from "./prose.js";
import { plainly, repairOf } from "./repair.js";
import { download, fileName } from "./save.js";
import { titleOf } from "./title.js";
import { capital, counted } from "./words.js";

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

/** Signs that mean the same in every definition. @type {[string, string][]} */
const SIGNS = [[".", "empty"], ["#", "wall"], ["?", "anything"]];
/** So many kinds of pieces are offered. */
const PIECES = 4;

/** Whether a line of notation is a definition. @param {string} line */
const isDefinition = (line) => line.startsWith("rules ");

/**
 * A definition on one line as a text: each statement on a line of its own, and each row.
 * @param {string} line
 */
function spelled(line) {
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
  #paper = new Paper();

  /**
   * @param {Session} session
   * @param {(line: string) => Promise<void>} open opens a puzzle to which the browser's way back leads
   * @param {() => void} changed told when there is another text
   */
  constructor(session, open, changed) {
    this.session = session;
    this.open = open;
    this.changed = changed;
    button("definition-close").addEventListener("click", () => {
      this.close();
      this.changed();
    });
    this.#paper.field.addEventListener("input", () => {
      select("classic").value = "";
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#follow(), REST);
    });
    select("classic").addEventListener("change", () => {
      const classic = this.#classics.find(({ name }) => name === select("classic").value);
      if (!classic) return;
      this.#paper.text = classic.text;
      this.#paper.toStart();
      void this.#follow(this.open);
    });
    button("mistake-count").addEventListener("click", () => this.#paper.seek());
    button("definition-solve").addEventListener("click", () => this.#isRight && button("run").click());
    button("definition-save").addEventListener("click", () => {
      download(new Blob([this.#paper.text], { type: "text/plain" }), `${fileName(titleOf(this.#line) ?? "puzzle")}.txt`);
    });
    for (const id of ["draw-off", "draw-on"]) {
      button(id).addEventListener("click", () => button(id).getAttribute("aria-pressed") === "false" && button("edit").click());
    }
    new MutationObserver(() => this.#solving()).observe(button("run"), { attributes: true, childList: true, characterData: true, subtree: true });
    // The switch of the dialog says whether somebody draws.
    new MutationObserver(() => this.#drawing()).observe(button("edit"), { attributeFilter: ["aria-pressed"] });
    session.on("puzzle", () => this.#take());
    session.on("position", () => this.#count());
  }

  get isOpen() {
    return !element("definition").hidden;
  }

  /** The text that is open, and whether it is what is being played. */
  get shown() {
    return this.isOpen ? { text: this.#paper.text, isPlayed: this.#isRight && this.#line === this.session.start } : undefined;
  }

  toggle() {
    if (this.isOpen) this.close();
    else void this.begin();
  }

  /** Opens the editor with what is being played, or with something to begin with. */
  async begin() {
    const { start } = this.session;
    // It opens with its text.
    const text = isDefinition(start) ? await this.#written(start) : FIRST;
    this.#show(true);
    this.#pieces();
    this.#paper.text = text;
    this.#paper.toStart();
    await this.#follow(this.open);
  }

  /** A definition as its writer has written it, if that is known: in a line it has a wall wherever a row has no cell. @param {string} line */
  async #written(line) {
    await this.#fill().catch(() => {});
    const classic = this.#classics.find(({ title }) => title === titleOf(line));
    const understood = classic ? await api.definition(classic.text) : null;
    return classic && understood && "line" in understood && understood.line === line ? classic.text : spelled(line);
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
    this.#paper.text = text;
    return this.#read();
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    if (!isOpen && this.isOpen && button("edit").getAttribute("aria-pressed") === "true") button("edit").click();
    element("definition").hidden = !isOpen;
    document.body.classList.toggle("defining", isOpen);
    button("define").setAttribute("aria-pressed", String(isOpen));
    this.#drawing();
    this.#count();
    if (isOpen) void this.#fill().catch(() => {});
  }

  /** What the button does that searches and shows what is found. */
  #solving() {
    const name = button("run").textContent?.trim() ?? "";
    const isIdle = name === "Watch" || name === "Again";
    button("definition-solve").textContent = isIdle ? "Solve" : name;
    button("definition-solve").disabled = this.#isRight && button("run").disabled;
  }

  #drawing() {
    const isOn = button("edit").getAttribute("aria-pressed") === "true";
    button("draw-off").setAttribute("aria-pressed", String(!isOn));
    button("draw-on").setAttribute("aria-pressed", String(isOn));
  }

  async #fill() {
    if (this.#classics.length > 0) return;
    this.#classics = await api.classics();
    const options = this.#classics.map(({ name, title }) => html("option", { value: name }, title));
    select("classic").replaceChildren(html("option", { value: "" }, "Start from an example"), ...options);
  }

  /** Another puzzle was opened: its text, if it has one, takes the place of the one here. */
  #take() {
    const { start } = this.session;
    if (!this.isOpen) return;
    this.#pieces();
    // What is not yet right is not thrown away.
    if (start === this.#line || !this.#isRight) return;
    if (!isDefinition(start)) return this.close();
    this.#paper.text = spelled(start);
    void this.#read();
  }

  /** What there is on the board. */
  #count() {
    const { session } = this;
    if (!this.isOpen || !session.position) return;
    element("made-title").textContent = titleOf(session.start) ?? "A puzzle of your own";
    const { outline, scene, position } = session;
    const isPeg = outline.pieces === "peg";
    const pieces = scene.filter(({ tint }) => tint !== "vacant").length;
    const things = outline.pieces === "block" ? [] : [counted(pieces, isPeg ? ["peg", "pegs"] : ["piece", "pieces"])];
    const moves = counted(position.choices.length, isPeg ? ["jump", "jumps"] : ["move", "moves"]);
    element("made-count").textContent = [counted(scene.length, isPeg ? ["hole", "holes"] : ["cell", "cells"]), ...things, `${moves} ${session.at ? "now" : "to begin with"}`].join(", ");
  }

  /** What can be put into the text. */
  #pieces() {
    const pieces = this.session.palette.filter(({ tint }) => tint !== "vacant").slice(0, PIECES);
    const all = [...pieces.map(({ label }) => [label, "piece"]), ...SIGNS];
    const chips = all.map(([sign, name]) => {
      const made = html("button", { type: "button", class: "edged" }, html("code", {}, sign), name);
      made.addEventListener("click", () => this.#paper.insert(sign));
      return made;
    });
    element("signs").replaceChildren(...chips);
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
    const understood = await api.definition(this.#paper.text);
    if (ticket !== this.#ticket) return undefined;
    this.#isRight = !("mistake" in understood);
    if ("mistake" in understood) {
      this.#complain(understood.mistake.why, understood.mistake);
      return undefined;
    }
    const [warning] = understood.warnings;
    this.#complain(warning?.why ?? "", warning, false);
    element("definition-told").textContent = prose(understood.line);
    element("definition-exactly").textContent = understood.told;
    this.#line = understood.line;
    return understood.line;
  }

  /**
   * Says what is wrong, or cannot be meant, underlines the word where it is, and offers what was meant.
   * @param {string} why
   * @param {api.Mistake|null} [mistake]
   * @param {boolean} [isWrong]
   */
  #complain(why, mistake = null, isWrong = why !== "") {
    const [first, ...rest] = plainly(this.#paper.text, why);
    const place = mistake && mistake.column > 0 ? mistake : null;
    this.#paper.mark(place);
    this.#paper.field.setAttribute("aria-invalid", String(isWrong));
    element("definition-mistake").hidden = why === "";
    document.body.classList.toggle("mistaken", isWrong);
    tell(element("mistake-count"), why === "" ? "" : `1 ${isWrong ? "mistake" : "warning"}${place ? ` in line ${place.line}` : ""}`);
    const solve = button("definition-solve");
    solve.setAttribute("aria-disabled", String(isWrong));
    this.#solving();
    solve.title = isWrong ? "The rules have a mistake." : "Find a shortest play (space)";
    if (why === "") return;
    element("mistake-title").textContent = `${capital(first)}.`;
    tell(element("mistake-more"), rest.length ? `${capital(rest.join(" "))}.` : "");
    const repair = isWrong && place && repairOf(this.#paper.text, place);
    const use = button("mistake-repair");
    use.hidden = !repair;
    use.textContent = repair ? `Use ${repair.right}` : "";
    use.onclick = () => place && repair && this.#paper.replace(place, repair);
  }
}
