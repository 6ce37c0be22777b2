// Editing a position: cells are exchanged, or get what is chosen from the palette. The server says whether it is a position.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { pieceWords } from "./called.js";
import { button, element, html, tell } from "./dom.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./api.js").Spot} Spot */

export class Editor {
  /** What stands on the cells; not yet a position where the server refuses it. @type {Spot[]} */
  #draft = [];
  /** @type {string|null} */
  #turn = null;
  /** What a click puts on a cell; nothing where cells are exchanged. @type {Spot|null} */
  #brush = null;
  #ticket = 0;

  /**
   * @param {Session} session
   * @param {() => Board} board
   * @param {Hand} hand
   * @param {(line: string) => Promise<void>} open
   */
  constructor(session, board, hand, open) {
    this.session = session;
    this.board = board;
    this.hand = hand;
    this.open = open;
    session.on("puzzle", () => this.#isOn && this.#take());
    session.on("shown", () => this.#isOn && this.#take());
    session.on("position", () => this.#isOn && this.#take());
  }

  get #isOn() {
    return this.hand.editor !== null;
  }

  toggle() {
    if (this.#isOn) this.#stop();
    else this.#begin();
  }

  #begin() {
    this.hand.cancel();
    this.hand.editor = (cell) => this.#click(cell);
    this.#brush = null;
    this.#take();
    this.#show();
    announce("Editing. Choose two cells to exchange them, or a piece to put on a cell.");
  }

  #stop() {
    this.hand.editor = null;
    this.hand.picked = null;
    this.board().show(this.session.scene);
    this.hand.light();
    this.#show();
  }

  /** Takes what is shown. */
  #take() {
    const turn = this.session.position?.turn ?? this.#turn;
    const isNew = turn !== this.#turn;
    this.#draft = [...this.session.scene];
    this.#turn = turn;
    if (isNew) this.#show();
  }

  /** @param {number} cell */
  #click(cell) {
    const { hand } = this;
    if (this.#brush) {
      this.#draft[cell] = this.#brush;
      return void this.#arrange();
    }
    if (hand.picked === null) hand.picked = cell;
    else {
      [this.#draft[hand.picked], this.#draft[cell]] = [this.#draft[cell], this.#draft[hand.picked]];
      hand.picked = null;
      return void this.#arrange();
    }
    hand.light();
  }

  /** Shows the draft, and opens it when it is a position. */
  async #arrange() {
    const ticket = ++this.#ticket;
    this.board().show([...this.#draft]);
    this.hand.light();
    try {
      const { line } = await api.arrange(this.session.start, this.#draft.map(({ label }) => label), this.#turn);
      if (ticket !== this.#ticket) return;
      tell(element("edit-error"));
      await this.open(line);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (ticket === this.#ticket) tell(element("edit-error"), `Not yet a position: ${error.message}`);
    }
  }

  #show() {
    const isOn = this.#isOn;
    button("edit").setAttribute("aria-pressed", String(isOn));
    button("edit").textContent = isOn ? "Done editing" : "Edit the position";
    tell(element("edit-error"));
    const place = element("palette");
    place.hidden = !isOn;
    document.body.classList.toggle("editing", isOn);
    if (!isOn) return;
    const { palette } = this.session;
    const brushes = [null, ...palette].map((spot) => this.#choice("brush", spot ? spot.label : "Exchange", spot, spot === this.#brush, () => (this.#brush = spot)));
    const players = this.#turn === null ? [] : palette.filter(({ tint }) => tint !== "vacant");
    const turns = players.map((spot) =>
      this.#choice("turn", spot.label, spot, spot.label === this.#turn, () => {
        this.#turn = spot.label;
        void this.#arrange();
      }),
    );
    place.replaceChildren(...brushes, ...(turns.length ? [html("span", { class: "quiet" }, "Turn:"), ...turns] : []));
  }

  /**
   * @param {string} group
   * @param {string} text
   * @param {Spot|null} spot
   * @param {boolean} isChosen
   * @param {() => void} chosen
   */
  #choice(group, text, spot, isChosen, chosen) {
    const radio = html("input", { type: "radio", name: group });
    radio.checked = isChosen;
    radio.addEventListener("change", () => {
      this.hand.picked = null;
      this.hand.light();
      chosen();
    });
    const name = spot ? pieceWords(spot, this.board().look) : text;
    const sign = spot?.tint === "vacant" ? "empty" : text;
    radio.setAttribute("aria-label", group === "turn" ? `${name} has the turn` : name);
    return html("label", { class: `brush ${spot ? `tint ${spot.tint}` : ""}` }, radio, html("span", {}, sign));
  }
}
