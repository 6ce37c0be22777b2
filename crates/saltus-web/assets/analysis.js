// Hints: how far the goal is, which moves lead there, and how that is known.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { element, html, input } from "./dom.js";
import { LABELS, capital, counted } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./board.js").Board} Board */

/**
 * The label of an answer and what it means.
 * @param {api.Proof|null|undefined} proof
 */
export function proofWords(proof) {
  if (!proof) return [];
  const meaning = LABELS[proof.label] ?? "";
  const kind = proof.kind ? ` (${proof.kind})` : "";
  return [html("p", { class: "proof" }, html("span", { class: `label ${proof.label}` }, proof.label), `${kind} `, html("span", { class: "quiet" }, meaning))];
}

/**
 * "7 moves to the goal, the fewest possible."
 * @param {{length?: number|null, value?: number|null, cost?: number|null, optimal?: boolean, lower?: number|null}} found
 * @param {[string, string]|null} pieces
 */
export function lengthWords({ length, value, cost, optimal, lower }, pieces) {
  if (cost !== null && cost !== undefined) {
    const least = optimal ? ", the lowest possible" : lower ? `; at least ${lower} is needed` : "; less may do";
    return `${counted(length ?? 0)} to the goal at cost ${cost}${least}.`;
  }
  const fewest = optimal ? ", the fewest possible" : lower ? `; at least ${lower} are needed` : "; fewer may do";
  if (pieces && value !== null && value !== undefined) {
    const bound = optimal ? ", the fewest possible" : lower ? `; at least ${lower} stay` : "; fewer may be possible";
    return `${capital(counted(value, pieces))} left in the end${bound}, after ${counted(length ?? 0)}.`;
  }
  return `${counted(length ?? 0)} to the goal${fewest}.`;
}

export class Hints {
  #wanted = new AbortController();
  /** @type {Map<string, api.Hint>} */
  #known = new Map();

  /**
   * @param {Session} session
   * @param {() => Board} board
   */
  constructor(session, board) {
    this.session = session;
    this.board = board;
    element("hint").addEventListener("click", () => void this.ask());
    input("always").addEventListener("change", () => void this.#follow());
    session.on("shown", () => this.clear());
    session.on("position", () => void this.#follow());
  }

  clear() {
    this.#wanted.abort();
    this.board().drawArrows([]);
    const answer = element("answer");
    if (answer.dataset.of === "hint") answer.hidden = true;
    element("answer-error").hidden = true;
  }

  async #follow() {
    if (input("always").checked) await this.ask(true);
  }

  /** @param {boolean} [isQuiet] whether to say nothing aloud */
  async ask(isQuiet = false) {
    const { position } = this.session;
    if (!position) return;
    this.#wanted.abort();
    this.#wanted = new AbortController();
    const { signal } = this.#wanted;
    element("hint").setAttribute("aria-busy", "true");
    try {
      const known = this.#known.get(position.line);
      const hint = known ?? (await api.hint(position.line, signal));
      if (signal.aborted) return;
      if (hint.status !== "gave-up") this.#known.set(position.line, hint);
      this.#show(hint, isQuiet);
    } catch (error) {
      if (!signal.aborted && error instanceof api.Refusal) complain(error.message);
    } finally {
      if (!signal.aborted) element("hint").removeAttribute("aria-busy");
    }
  }

  /**
   * @param {api.Hint} hint
   * @param {boolean} isQuiet
   */
  #show(hint, isQuiet) {
    const sentence = this.#sentence(hint);
    const choices = this.session.position?.choices ?? [];
    const best = choices.filter(({ text }) => hint.best.includes(text));
    this.board().drawArrows(best.map(({ path }) => path));
    const moves = best.map(({ text }) => {
      const move = html("button", { type: "button", class: "chip" }, text);
      move.addEventListener("click", () => void this.session.make(text));
      return move;
    });
    const lines = [html("p", { class: "big" }, sentence)];
    if (moves.length) lines.push(html("p", { class: "best" }, moves.length === 1 ? "Best move: " : "Best moves: ", ...moves));
    answer("hint", ...lines, ...proofWords(hint.proof));
    if (!isQuiet) announce(`${sentence} ${best.length ? `Best: ${best.map(({ text }) => text).join(", ")}.` : ""}`);
  }

  /** @param {api.Hint} hint */
  #sentence(hint) {
    if (hint.status === "over") return "Nothing is left to do.";
    if (hint.status === "unsolvable") return `Cannot be won: ${hint.because ?? "no way leads to the goal"}.`;
    if (hint.status === "gave-up") return `Not found in the time of a hint${hint.because ? ` (${hint.because})` : ""}. Solve searches longer.`;
    return capital(lengthWords(hint, this.session.pieces));
  }
}

/**
 * Shows an answer.
 * @param {"hint"|"solution"} of
 * @param {(Node|string)[]} content
 */
export function answer(of, ...content) {
  const place = element("answer");
  place.dataset.of = of;
  place.replaceChildren(...content);
  place.hidden = false;
  element("answer-error").hidden = true;
}

/** @param {string} sentence */
export function complain(sentence) {
  const place = element("answer-error");
  place.textContent = sentence;
  place.hidden = false;
}
