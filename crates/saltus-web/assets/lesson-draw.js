// Marks that a writer draws on the board of a chapter: a tool, a tone, then a drag from cell to cell, or a click. Each becomes a part of the lesson's text.

import { element, html } from "./dom.js";
import { LETTERS, TONES, items } from "./drawing.js";

const TOOLS = /** @type {const} */ (["Play", "Arrow", "Ring", "Label"]);

/**
 * The text of a lesson in which a chapter has these marks.
 * @param {string} text
 * @param {number} chapter
 * @param {string[]} marks
 */
export function withMarks(text, chapter, marks) {
  const lines = text.split("\n");
  const begins = lines.flatMap((line, at) => (line.startsWith("chapter:") ? [at] : []));
  const [begin, end = lines.length] = [begins[chapter], begins[chapter + 1]];
  let key = "";
  /** @type {string[]} */
  const kept = [];
  let place = 1;
  for (const line of lines.slice(begin, end)) {
    const isSilent = line === "" || line.startsWith("//");
    if (!isSilent && !/^\s/.test(line)) key = line.slice(0, Math.max(line.indexOf(":"), 0));
    if (key === "draw" && !isSilent) continue;
    kept.push(line);
    if (["puzzle", "moves"].includes(key) && !isSilent) place = kept.length;
  }
  if (marks.length) kept.splice(place, 0, `draw: ${marks.join("; ")}`);
  return [...lines.slice(0, begin), ...kept, ...lines.slice(end)].join("\n");
}

export class DrawTools {
  /** @type {string[]} */
  #marks = [];
  /** @type {typeof TOOLS[number]} */
  #tool = "Play";
  #tone = TONES[0];
  /** The cell on which a press began. @type {number|null} */
  #from = null;
  #words = html("input", { type: "text", "aria-label": "Words of the label", placeholder: "Words of the label", maxlength: String(LETTERS), hidden: "" });
  #place = html("div", { class: "draw-tools" });

  /**
   * @param {import("./state.js").Session} session
   * @param {() => import("./board.js").Board} board
   * @param {(marks: string[]) => void} changed
   */
  constructor(session, board, changed) {
    this.session = session;
    this.board = board;
    this.changed = changed;
    const frame = element("board-frame");
    const stop = (/** @type {Event} */ event) => {
      if (!this.isDrawing) return false;
      event.stopPropagation();
      event.preventDefault();
      return true;
    };
    // Before the board hears of it: what is drawn is not played.
    for (const kind of ["click", "touchstart"]) frame.addEventListener(kind, stop, { capture: true, passive: false });
    frame.addEventListener("pointerdown", (event) => {
      if (stop(event)) this.#from = this.board().cellAt(event);
    }, { capture: true });
    frame.addEventListener("pointerup", (event) => {
      if (stop(event)) this.#end(this.board().cellAt(event));
    }, { capture: true });
    this.#draw();
  }

  /** Whether a press on the board draws. */
  get isDrawing() {
    return this.#tool !== "Play" && this.#place.isConnected;
  }

  /** The tools, for a chapter that has these marks. @param {string} text */
  of(text) {
    this.#marks = items(text);
    this.#draw();
    return this.#place;
  }

  /** @param {number|null} to */
  #end(to) {
    const from = this.#from;
    this.#from = null;
    const { names } = this.session.outline;
    if (from === null || to === null) return;
    const tone = this.#tone === TONES[0] ? "" : ` ${this.#tone}`;
    const words = this.#words.value.trim().replaceAll('"', "”");
    if (this.#tool === "Arrow" && from !== to) this.#add(`arrow ${names[from]}-${names[to]}${tone}`);
    else if (this.#tool === "Ring") this.#add(`ring ${names[to]}${tone}`);
    else if (this.#tool === "Label" && words) this.#add(`label ${names[to]} "${words}"${tone}`);
    else if (this.#tool === "Label") this.#words.focus();
  }

  /** A mark; one that is there already goes. @param {string} mark */
  #add(mark) {
    this.#marks = this.#marks.includes(mark) ? this.#marks.filter((other) => other !== mark) : [...this.#marks, mark];
    this.changed(this.#marks);
    this.#draw();
  }

  #draw() {
    const choice = (/** @type {string} */ name, /** @type {boolean} */ isOn, /** @type {() => void} */ choose, kind = "") => {
      const made = html("button", { type: "button", class: kind, "aria-pressed": String(isOn), "aria-label": name, title: name }, kind ? "" : name);
      made.addEventListener("click", () => {
        choose();
        this.#draw();
      });
      return made;
    };
    this.#words.hidden = this.#tool !== "Label";
    const back = html("button", { type: "button", class: "bare" }, "Undo mark");
    back.disabled = this.#marks.length === 0;
    back.addEventListener("click", () => {
      this.#marks = this.#marks.slice(0, -1);
      this.changed(this.#marks);
      this.#draw();
    });
    this.#place.replaceChildren(
      html("div", { class: "levels", role: "group", "aria-label": "What a press on the board does" }, ...TOOLS.map((tool) => choice(tool, tool === this.#tool, () => (this.#tool = tool)))),
      html("div", { class: "tones", role: "group", "aria-label": "Tone" }, ...TONES.map((tone) => choice(tone, tone === this.#tone, () => (this.#tone = tone), `tone ${tone}`))),
      this.#words, back);
  }
}
