// All moves of the position, ranked: what is left after each, and what is not settled. Hover shows a move, a click makes it.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { button, element, html } from "./dom.js";
import { draw } from "./gauge.js";
import { Latest } from "./latest.js";
import { tag } from "./meter.js";
import { counted, moveWords, reason, spaced } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./judge.js").Judge} Judge */

/** @type {Record<api.Ranked["status"], [string, string, string]>} */
const TAGS = {
  best: ["best", "star", "best"],
  won: ["won", "tick", "can be won"],
  lost: ["lost", "close", "lost"],
  unsettled: ["unsettled", "help", "unsettled"],
};
/** So many moves have pins on the board. */
const PINS = 3;
const PLACES = ["First", "Second", "Third"];

export class Ranks {
  #asked = new Latest();
  /** @type {Map<string, api.Ranking>} */
  #known = new Map();
  /** Whether the ranking is to be spoken of: somebody has asked for it. */
  #isUnsaid = false;

  /**
   * @param {Session} session
   * @param {() => Board} board
   * @param {Judge} judge
   * @param {() => import("./gauge.js").Reading} reading
   */
  constructor(session, board, judge, reading) {
    this.session = session;
    this.board = board;
    this.judge = judge;
    this.reading = reading;
    session.on("puzzle", () => this.#known.clear());
    session.on("shown", () => this.isOpen && this.board().rank([]));
    session.on("position", () => void this.#ask());
    judge.on(() => this.isOpen && this.#gauge());
  }

  get isOpen() {
    return button("rank").getAttribute("aria-pressed") === "true";
  }

  toggle(isOpen = !this.isOpen) {
    button("rank").setAttribute("aria-pressed", String(isOpen));
    element("rail").hidden = !isOpen;
    document.body.classList.toggle("with-rail", isOpen);
    this.board().rank([]);
    this.#isUnsaid = isOpen;
    if (isOpen) void this.#ask();
    else this.#asked.end();
  }

  #gauge() {
    const place = element("rail").querySelector(".gauge");
    if (place instanceof HTMLElement) draw(place, this.reading());
  }

  async #ask() {
    const { node, position } = this.session;
    if (!this.isOpen || !position) return;
    const signal = this.#asked.begin();
    const known = this.#known.get(position.line);
    this.#show(known ?? null);
    if (known) return;
    try {
      const ranking = await api.rank(position.line, signal);
      if (signal.aborted) return;
      this.#known.set(position.line, ranking);
      this.judge.take(node, { lower: ranking.lower, upper: ranking.upper });
      this.#show(ranking);
    } catch (error) {
      if (signal.aborted) return;
      element("rail").append(html("p", { class: "error" }, reason(error)));
    }
  }

  /** @param {api.Ranking|null} ranking */
  #show(ranking) {
    const rail = element("rail");
    const gauge = html("section", { class: "gauge" });
    const moves = ranking?.moves ?? [];
    const bound = this.judge.of(this.session.node);
    const best = bound.play?.[0];
    const told = moves.map((move) => this.#told(move, bound.lower, best));
    const rows = moves.map((move, index) => this.#row(move, index, told[index]));
    const count = ranking ? `${moves.length}` : "";
    rail.replaceChildren(
      gauge,
      html("div", { class: "head" }, html("h2", {}, "All moves"), html("span", { class: "second" }, count)),
      ...(ranking ? [html("ol", { class: "ranks" }, ...rows)] : [html("p", { class: "second", "aria-busy": "true" }, "Looking at each.")]),
    );
    this.#gauge();
    this.#pin(moves.slice(0, PINS));
    if (ranking && this.#isUnsaid) {
      this.#isUnsaid = false;
      const { scene, outline } = this.session;
      const spoken = moves.slice(0, PINS).map((move, index) => [`${PLACES[index]}: ${moveWords(scene[move.path[0]], move, outline.names, this.board().look)}`, TAGS[told[index].status][2], told[index].left].filter(Boolean).join(", "));
      announce([counted(moves.length), ...spoken].map((words) => `${words}.`).join(" "));
    }
  }

  /**
   * How a move stands, and what is left after it, in words.
   * @param {api.Ranked} move
   * @param {number|null} lower what is surely left before it
   * @param {string|undefined} best the first move of the best play that is known
   */
  #told(move, lower, best) {
    const isCounted = this.session.pieces !== null;
    const status = move.status === "unsettled" && move.text === best && lower !== null ? "best" : move.status;
    const least = Math.max(move.lower ?? 0, lower === null ? 0 : isCounted ? lower : lower - 1);
    const left = status === "lost" ? "" : move.length !== null ? `${move.length} left` : status === "best" ? `${least} left` : least > 0 ? `${least} or more` : "";
    return { status, left };
  }

  /**
   * @param {api.Ranked} move
   * @param {number} index
   * @param {{status: api.Ranked["status"], left: string}} told
   */
  #row(move, index, { status, left }) {
    const [kind, icon, words] = TAGS[status];
    const made = html("button", { type: "button", class: `ranked ${status}` }, html("span", { class: "place" }, String(index + 1)), html("span", { class: "what" }, spaced(move.text)), html("span", { class: "left" }, left), tag(kind, icon, words));
    made.addEventListener("click", () => void this.session.make(move.text));
    const look = () => this.#pin([move], index + 1);
    const away = () => this.#pin(this.#known.get(this.session.position?.line ?? "")?.moves.slice(0, PINS) ?? []);
    made.addEventListener("pointerenter", look);
    made.addEventListener("focus", look);
    made.addEventListener("pointerleave", away);
    made.addEventListener("blur", away);
    return html("li", {}, made);
  }

  /**
   * @param {api.Ranked[]} moves
   * @param {number} [first]
   */
  #pin(moves, first = 1) {
    this.board().rank(moves.map(({ path, status }, index) => ({ path, number: first + index, kind: status })));
  }
}
