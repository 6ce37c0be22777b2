// Solving in the background, with progress, until it is answered, cancelled, or the page is left.

import * as api from "./api.js";
import { answer, complain, lengthWords, proofWords } from "./analysis.js";
import { announce } from "./announce.js";
import { button, byId, element, html } from "./dom.js";
import { capital } from "./words.js";

/** @typedef {import("./state.js").Session} Session */

export class Solver {
  /** @type {(() => void)|null} */
  #close = null;
  /** The last record, of the position with this line. @type {{line: string, record: api.Answer}|null} */
  #last = null;

  /**
   * @param {Session} session
   * @param {(moves: string[], isPlayed: boolean) => Promise<void>} take takes the solution's moves
   */
  constructor(session, take) {
    this.session = session;
    this.take = take;
    button("solve").addEventListener("click", () => void this.solve());
    button("cancel").addEventListener("click", () => {
      this.cancel();
      announce("Cancelled.");
    });
    addEventListener("pagehide", () => this.cancel());
    session.on("puzzle", () => {
      this.cancel();
      element("answer").hidden = true;
    });
  }

  /** Ends a search that is under way. */
  cancel() {
    this.#close?.();
    this.#close = null;
    this.#working(false);
  }

  /** @param {boolean} isWorking */
  #working(isWorking) {
    button("solve").hidden = isWorking;
    button("cancel").hidden = !isWorking;
    element("progress").hidden = !isWorking;
    byId("bar", HTMLProgressElement).removeAttribute("value");
    element("progress-text").textContent = "Solving";
  }

  /**
   * Solves the position shown.
   * @returns {Promise<api.Answer|null>} none where it was cancelled or failed
   */
  solve() {
    const { position, at } = this.session;
    if (!position) return Promise.resolve(null);
    const { line } = position;
    this.cancel();
    if (this.#last?.line === line) {
      this.#show(this.#last.record, at);
      return Promise.resolve(this.#last.record);
    }
    this.#working(true);
    return new Promise((done) => {
      const close = api.solve(line, {
        progress: (now) => this.#progress(now),
        answer: (record) => {
          done(record);
          this.cancel();
          if (record.status !== "gave-up") this.#last = { line, record };
          this.#show(record, at);
        },
        failed: (sentence) => {
          this.cancel();
          complain(sentence);
          done(null);
        },
      });
      this.#close = () => {
        close();
        done(null);
      };
    });
  }

  /** @param {api.Progress} now */
  #progress({ phase, nodes, fraction }) {
    const bar = byId("bar", HTMLProgressElement);
    if (typeof fraction === "number") bar.value = fraction;
    else bar.removeAttribute("value");
    const count = nodes ? `${nodes.toLocaleString("en")} positions` : "";
    element("progress-text").textContent = [capital(phase ?? ""), count].filter(Boolean).join(", ") || "Solving";
  }

  /**
   * @param {api.Answer} record
   * @param {number} at where in the play it belongs
   */
  #show(record, at) {
    const sentence = this.#sentence(record);
    const lines = [html("p", { class: "big" }, sentence)];
    const { moves } = record;
    if (record.status === "solved" && moves?.length) {
      const whole = [...this.session.moves.slice(0, at), ...moves];
      lines.push(html("p", { class: "row" }, this.#button("Play it", whole, true), this.#button("Take its moves", whole, false)));
    }
    answer("solution", ...lines, ...proofWords(record.proof));
    announce(sentence);
  }

  /**
   * @param {string} name
   * @param {string[]} moves
   * @param {boolean} isPlayed
   */
  #button(name, moves, isPlayed) {
    const made = html("button", { type: "button", class: isPlayed ? "accent" : "" }, name);
    const { start } = this.session;
    made.addEventListener("click", () => {
      if (this.session.start === start) void this.take(moves, isPlayed);
    });
    return made;
  }

  /** @param {api.Answer} record */
  #sentence(record) {
    if (record.status === "unsolvable") return `Cannot be won: ${record.because}.`;
    if (record.status === "gave-up") return `Gave up: ${record.because}.${record.lower ? ` At least ${record.lower} are needed.` : ""}`;
    return capital(lengthWords(record, this.session.pieces));
  }
}
