// For a class: a sheet of boards, as it is printed, and one link for all pupils, under which they play the same boards. It is made from a line, a length, how many
// boards, and a seed. What pupils have done comes back as codes that somebody types; nothing is sent.

import * as api from "./api.js";
import { dress } from "./class-style.js";
import { isOnlyHere, wayThere } from "./classroom.js";
import { encode } from "./code.js";
import { Cover } from "./cover.js";
import { drawn, html, icon, tell } from "./dom.js";
import { Latest } from "./latest.js";
import { copied, read as readCodes, table } from "./reports.js";
import { MOST, nameOf, write } from "./sheets.js";
import { made } from "./sheetview.js";
import { capital, reason } from "./words.js";

/** @typedef {import("./sheets.js").Sheet} Sheet */

/** Milliseconds without a letter more before boards are made. */
const REST = 400;

export class ForClass extends Cover {
  #asked = new Latest();
  #timer = 0;
  /** @type {Sheet} */
  #sheet = { line: "", length: "8", count: 6, seed: 1, isBare: true, isOwn: false, hasHints: true };
  /** The pages as they are printed. @type {HTMLElement[]} */
  #pages = [];
  #paper = html("figure", { class: "paper-page" });
  #turn = html("div", { class: "row" });
  #error = html("p", { class: "error", role: "alert", hidden: "" });
  #link = html("div", { class: "class-link" });
  #reports = html("div", {});
  #codes = html("textarea", { rows: "3", spellcheck: "false", "aria-label": "Codes of pupils, one a line", placeholder: "Ada RW6-JR00B" });

  /**
   * @param {import("./state.js").Session} session
   * @param {() => void} left told when nothing was chosen
   * @param {() => void} write a lesson
   * @param {() => void} room opens the board for a projector
   */
  constructor(session, left, write, room) {
    super("class-view", "#class", "in-class", "For a class", left);
    this.session = session;
    this.write = write;
    this.room = room;
    dress();
    this.#codes.addEventListener("input", () => this.#report());
  }

  /** @override @param {boolean} isOpen */
  shown(isOpen) {
    if (!isOpen) return;
    if (this.#sheet.line === "") {
      this.#sheet.line = this.session.start;
      this.#draw();
    }
    void this.#make();
  }

  /** The link of pupils. */
  get address() {
    return new URL(`${location.pathname}${write(this.#sheet)}`, location.href).href;
  }

  /** The three signs with which codes of this sheet begin. */
  get #of() {
    return encode(nameOf(this.#sheet), []).slice(0, 3);
  }

  #draw() {
    const act = (/** @type {string} */ name, /** @type {() => void} */ done, kind = "edged", sign = "") => {
      const button = html("button", { type: "button", class: kind }, ...(sign ? [icon(sign)] : []), html("span", {}, name));
      button.addEventListener("click", done);
      return button;
    };
    const field = (/** @type {string} */ name, /** @type {Record<string, string>} */ attributes, /** @type {(value: string) => void} */ set) => {
      const input = html("input", attributes);
      input.addEventListener("input", () => {
        set(input.value.trim());
        clearTimeout(this.#timer);
        this.#timer = window.setTimeout(() => void this.#make(), REST);
      });
      return html("label", { class: "field" }, name, input);
    };
    const toggle = (/** @type {string} */ name, /** @type {string} */ second, /** @type {boolean} */ isOn, /** @type {(isOn: boolean) => void} */ set) => {
      const input = html("input", { type: "checkbox", role: "switch" });
      input.checked = isOn;
      input.addEventListener("change", () => {
        set(input.checked);
        void this.#make();
      });
      return html("label", { class: "switch" }, input, html("strong", {}, name), html("span", { class: "second" }, second));
    };
    const tab = (/** @type {string} */ name, /** @type {() => void} */ done, isHere = false) => {
      const button = html("button", { type: "button", "aria-pressed": String(isHere) }, name);
      button.addEventListener("click", done);
      return button;
    };
    const sheet = this.#sheet;
    const others = act("Other boards", () => {
      sheet.seed += 1;
      void this.#make();
    }, "edged", "new");
    const copy = act("Copy the table", async () => {
      const text = copied(this.#read());
      await navigator.clipboard.writeText(text).catch(() => prompt("The table", text));
    });
    this.view.replaceChildren(
      html("div", { class: "sheet-side" },
        html("div", { class: "row" }, this.#turn, html("span", { class: "gap" }), others, act("Print", () => this.#print(), "act-button")),
        this.#error, this.#paper),
      html("div", { class: "class-side" },
        html("div", { class: "row" }, html("h2", {}, "For a class"), html("span", { class: "gap" }), html("div", { class: "levels", role: "group", "aria-label": "What for" }, tab("A sheet", () => {}, true), tab("A lesson", this.write), tab("One board", this.room))),
        html("section", { class: "card wanted", "aria-label": "What is on it" },
          field("Puzzle", { value: sheet.line, spellcheck: "false", class: "mono", maxlength: "2000" }, (value) => (sheet.line = value)),
          field("Moves", { value: sheet.length, inputmode: "numeric", size: "4", pattern: "\\d+(\\.\\.\\d*)?" }, (value) => (sheet.length = value)),
          field("Boards", { value: String(sheet.count), type: "number", min: "1", max: String(MOST) }, (value) => (sheet.count = Math.min(Math.max(Math.trunc(Number(value)) || 1, 1), MOST)))),
        html("section", { class: "card", "aria-label": "One link for the whole class" },
          this.#link,
          toggle("Answers", "numbers, colours, reasons", !sheet.isBare, (isOn) => (sheet.isBare = !isOn)),
          toggle("Hints", "what is best to do", sheet.hasHints, (isOn) => (sheet.hasHints = isOn)),
          toggle("Each pupil other boards", "same length, own seed", sheet.isOwn, (isOn) => (sheet.isOwn = isOn))),
        html("section", { class: "card", "aria-label": "How far they are" },
          html("div", { class: "row" }, html("h2", {}, "How far they are"), html("span", { class: "gap" }), copy),
          this.#codes, this.#reports,
          html("p", { class: "second" }, "A pupil’s page shows a code of eight signs. Nothing is sent; names stay on this device. The code guards against slips, not against cheats."))));
  }

  /** Makes the boards and their pages. */
  async #make() {
    const signal = this.#asked.begin();
    this.view.setAttribute("aria-busy", "true");
    try {
      const { lesson, because } = await made(this.#sheet, signal);
      const isHere = isOnlyHere(location.hostname);
      const pages = await api.sheet(lesson, isHere ? null : this.address, signal);
      if (signal.aborted) return;
      this.#pages = pages.map(drawn);
      tell(this.#error, because ? capital(because) : undefined);
      this.#show(0);
      await this.#showLink(isHere);
    } catch (error) {
      if (!signal.aborted) tell(this.#error, capital(reason(error)));
    } finally {
      if (!signal.aborted) this.view.removeAttribute("aria-busy");
    }
    this.#report();
  }

  /** @param {number} at */
  #show(at) {
    const count = this.#pages.length;
    const go = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ to) => {
      const button = html("button", { type: "button", class: "bare square", "aria-label": name }, sign);
      button.disabled = to < 0 || to >= count;
      button.addEventListener("click", () => this.#show(to));
      return button;
    };
    this.#turn.replaceChildren(go("Page before", "‹", at - 1), html("span", { "aria-live": "polite" }, `page ${at + 1} of ${count}`), go("Next page", "›", at + 1));
    this.#paper.replaceChildren(this.#pages[at].cloneNode(true));
  }

  /** @param {boolean} isHere */
  async #showLink(isHere) {
    const { address } = this;
    const copy = html("button", { type: "button", class: "bare square", "aria-label": "Copy the link" }, icon("share"));
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(address).catch(() => prompt("The link", address));
      copy.replaceChildren(icon("tick"));
    });
    const words = [html("h2", {}, "One link for the whole class"), html("p", { class: "address mono" }, html("span", {}, address.replace(/^https?:\/\//, "")), copy)];
    if (isHere) return this.#link.replaceChildren(html("div", {}, ...words, html("p", { class: "second" }, "Phones cannot reach this address. ", wayThere())));
    const code = drawn(await api.qr(address));
    if (address === this.address) this.#link.replaceChildren(code, html("div", {}, ...words));
  }

  #read() {
    return readCodes(this.#codes.value, this.#of, this.#sheet.count);
  }

  #report() {
    this.#reports.replaceChildren(table(this.#read()));
  }

  /** Prints all pages, and nothing else. */
  #print() {
    const pages = html("div", { id: "print" }, ...this.#pages.map((page) => page.cloneNode(true)));
    document.body.append(pages);
    addEventListener("afterprint", () => pages.remove(), { once: true });
    print();
  }
}
