// A lesson is written as text: it is read as somebody types, the answers to its questions are told, and it becomes a link or a file.

import * as api from "./api.js";
import { html, tell } from "./dom.js";
import { Latest } from "./latest.js";
import { LINK, packed, read } from "./lessontext.js";
import { read as readCodes, table as tableOf } from "./reports.js";
import { download, fileName } from "./save.js";
import { told, truth } from "./truth.js";
import { capital, reason } from "./words.js";

/** @typedef {import("./state.js").Session} Session */

/** Milliseconds without a letter more before the text is read. */
const REST = 400;

export class LessonWriter {
  #asked = new Latest();
  #timer = 0;
  #text = html("textarea", { rows: "14", spellcheck: "true", "aria-label": "The lesson as text", "aria-describedby": "lesson-error", class: "mono" });
  #error = html("p", { class: "error", id: "lesson-error", role: "alert", hidden: "" });
  #answers = html("ol", { class: "second", "aria-label": "Answers to the questions" });
  #size = html("p", { class: "second" });
  #note = html("p", { class: "second", role: "status" });
  /** @type {HTMLDialogElement|null} */
  #dialog = null;

  /**
   * @param {Session} session
   * @param {(text: string) => Promise<void>} play
   */
  constructor(session, play) {
    this.session = session;
    this.play = play;
    this.#text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => void this.#read(), REST);
    });
  }

  /** Opens the field. @param {string} [text] what was drawn into it meanwhile */
  show(text) {
    this.#dialog ??= this.#made();
    this.#text.value = text ?? (this.#text.value || this.#first());
    this.#dialog.showModal();
    void this.#read();
  }

  /** A chapter about what is being played. */
  #first() {
    const { start, moves, at } = this.session;
    return ["saltus lesson 1", "title: My lesson", "", "chapter: What now?", `puzzle: ${start}`, ...(at ? [`moves: ${moves.slice(0, at).join(" ")}`] : []), "text: From here {left} moves are enough.", "  **Which move keeps it so?**", "ask: move", ""].join("\n");
  }

  #made() {
    const action = (/** @type {string} */ name, /** @type {() => Promise<void>|void} */ act, kind = "edged") => {
      const made = html("button", { type: "button", class: kind }, name);
      made.addEventListener("click", async () => {
        try {
          await act();
        } catch (error) {
          tell(this.#error, capital(reason(error)));
        }
      });
      return made;
    };
    const close = action("Close", () => dialog.close(), "bare");
    const file = html("input", { type: "file", accept: ".txt,text/plain", "aria-label": "Open a file" });
    file.addEventListener("change", async () => {
      this.#text.value = (await file.files?.[0]?.text()) ?? this.#text.value;
      void this.#read();
    });
    const play = action("Play it, and draw", async () => {
      await this.play(this.#text.value);
      dialog.close();
    }, "act-button");
    const copy = action("Copy the link", async () => {
      const letters = await packed(read(this.#text.value).text);
      if (letters.length > LINK) throw new Error(`its link would have ${letters.length} signs, of ${LINK}; save it as a file, and saltus site --lesson makes a page of it`);
      const address = new URL(`${location.pathname}#s=${letters}`, location.href).href;
      await navigator.clipboard.writeText(address).catch(() => prompt("The link", address));
      this.#note.textContent = "Copied.";
    });
    const save = action("Save as a file", () => {
      const { title, text } = read(this.#text.value);
      download(new Blob([text], { type: "text/plain" }), `${fileName(title) || "lesson"}.txt`);
    });
    const codes = html("textarea", { rows: "3", spellcheck: "false", "aria-label": "Codes of pupils, one a line", placeholder: "Ada RW6-JR00B" });
    const table = html("div", {});
    codes.addEventListener("input", () => table.replaceChildren(tableOf(readCodes(codes.value))));
    const dialog = html("dialog", { class: "wide", "aria-labelledby": "lesson-title" },
      html("div", { class: "head" }, html("h2", { id: "lesson-title" }, "Write a lesson"), close),
      html("p", { class: "second" }, "Chapters, each about a position. A number in braces is asked of the board; the answer to a question is found and proved here. “Play it” shows what a pupil sees, and lets you draw arrows, rings and labels on its boards."),
      this.#text, this.#error, this.#answers, this.#size,
      html("p", { class: "row" }, play, copy, save, html("label", { class: "edged field" }, "Open ", file)), this.#note,
      html("details", {}, html("summary", {}, html("h3", {}, "How far pupils are")), codes, table));
    document.body.append(dialog);
    return dialog;
  }

  async #read() {
    const signal = this.#asked.begin();
    const text = this.#text.value;
    try {
      const { chapters } = read(text);
      tell(this.#error);
      const letters = (await packed(text)).length;
      this.#size.textContent = letters > LINK ? `${letters} signs, too many for a link; save it as a file.` : `The whole lesson is one link: ${letters} of ${LINK} signs.`;
      this.#answers.replaceChildren();
      for (const { title, puzzle, moves, ask, tree, line } of chapters) {
        const item = html("li", {}, title || "A chapter");
        this.#answers.append(item);
        // The board says whether there is such a position, and such moves.
        const play = await api.play(puzzle, moves).catch((error) => Promise.reject(new Error(`line ${line}: ${reason(error)}`)));
        for (const { text } of tree?.children ?? []) await api.play(play.line, [text]).catch((error) => Promise.reject(new Error(`line ${line}: tree: ${reason(error)}`)));
        if (ask) item.append(` · ${told(await truth(play.line, ask, signal), ask)}`);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!signal.aborted) tell(this.#error, capital(reason(error)));
    }
  }
}
