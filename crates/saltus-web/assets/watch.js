// Watch: a shortest play from here. Where none is known yet it is searched for; Stop keeps what was found.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { button } from "./dom.js";
import { kindOf } from "./judge.js";
import { Listened } from "./listened.js";
import { counted, reason } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */

/** @type {(count: number) => string} */
const short = (count) => (count < 1e4 ? String(Math.round(count)) : count < 1e6 ? `${Math.round(count / 1e3)} thousand` : `${(count / 1e6).toFixed(1)} million`);

/** A play is shown in parts of at most so many moves. */
const PART = 4096;
/** A longer line is not shown. */
const LINE = 80;

/** Listeners are told when the search says something else of itself. */
export class Watch extends Listened {
  /** Ends the search that is under way. @type {(() => void)|null} */
  #close = null;
  /** What the search says of itself. */
  words = "";
  /** Why there is no play. */
  failure = "";
  /** What is said of a play of which a part is shown. */
  part = "";

  /**
   * @param {Session} session
   * @param {import("./judge.js").Judge} judge
   * @param {import("./transport.js").Transport} transport
   */
  constructor(session, judge, transport) {
    super();
    this.session = session;
    this.judge = judge;
    this.transport = transport;
    button("run").addEventListener("click", () => void this.toggle());
    transport.on(() => {
      const wasWatching = judge.isWatching;
      judge.isWatching = transport.isRunning;
      if (wasWatching && !transport.isRunning) void judge.ask();
      this.#show();
    });
    session.on("shown", () => {
      this.failure = "";
      if (this.isSearching) this.stop();
      this.#show();
    });
    session.on("puzzle", () => (this.part = ""));
    session.on("position", () => this.#show());
    judge.on(() => this.#show());
    addEventListener("pagehide", () => this.stop());
  }

  get isSearching() {
    return this.#close !== null;
  }

  /** Begins, or stops what is under way. */
  async toggle() {
    if (this.isSearching) return this.stop();
    if (this.transport.isRunning) return this.transport.pause();
    const { node } = this.session;
    const known = this.judge.of(node);
    if (known.isOver || known.isLost) return this.transport.run();
    if (!this.judge.isOn) return;
    const play = kindOf(known) === "exact" && known.play ? known.play : await this.search();
    if (!play || this.session.node !== node) return;
    try {
      await this.#run(node, play);
    } catch (error) {
      // It is never refused in silence.
      this.failure = reason(error);
      this.tell();
    }
  }

  /**
   * @param {Node} node
   * @param {string[]} play
   */
  async #run(node, play) {
    const count = await this.#add(node, play, PART);
    const whole = play.length.toLocaleString("en");
    const line = node.parent ? (node.position?.line ?? "") : this.session.asked;
    const program = `The program writes all of them${line.length <= LINE ? `: saltus solve ${line}` : "."}`;
    this.part = count < play.length ? `${counted(count)} of ${whole}; Watch goes on from there. ${program}` : "";
    this.tell();
    this.transport.run();
  }

  /**
   * Adds as many moves of a play as a tab can show of this board, and no more than asked for; how many these are.
   * @param {Node} node
   * @param {string[]} play
   * @param {number} most
   * @returns {Promise<number>}
   */
  async #add(node, play, most) {
    const part = play.slice(0, most);
    try {
      await this.session.add(part, 0, node);
    } catch (error) {
      if (!(error instanceof api.Refusal) || error.kind !== "too-much" || part.length < 2) throw error;
      return this.#add(node, play, part.length >> 1);
    }
    return part.length;
  }

  /**
   * Searches from the position shown; the play that was found, if one was.
   * @returns {Promise<string[]|null>}
   */
  search() {
    const { node, position } = this.session;
    if (!position) return Promise.resolve(null);
    const begun = performance.now();
    this.#say("0 s");
    return new Promise((done) => {
      const end = (/** @type {string[]|null} */ play) => {
        clearInterval(clock);
        this.#close = null;
        this.#say("");
        done(play);
      };
      let rate = "";
      let part = "";
      const tell = () => this.#say([`${Math.round((performance.now() - begun) / 1000)} s`, part, rate].filter(Boolean).join(" · "));
      const clock = setInterval(tell, 500);
      const close = api.solve(position.line, {
        progress: ({ nodes, fraction, lower, upper, moves }) => {
          // What is known already stays when the search is stopped.
          if (lower !== undefined || upper !== undefined) this.judge.take(node, { lower, upper, play: moves });
          const seconds = (performance.now() - begun) / 1000;
          rate = nodes ? `${short(nodes / seconds)} positions a second` : "";
          part = typeof fraction === "number" ? `${Math.round(100 * fraction)} %, about ${Math.max(1, Math.round((seconds * (1 - fraction)) / Math.max(fraction, 0.001)))} s more` : "";
          tell();
        },
        answer: (record) => {
          this.#take(node, record);
          end(record.moves ?? null);
        },
        failed: (sentence) => {
          this.failure = sentence;
          end(null);
        },
      });
      this.#close = () => {
        close();
        end(this.judge.of(node).play);
      };
      this.#show();
    });
  }

  /**
   * @param {Node} node
   * @param {api.Answer} record
   */
  #take(node, record) {
    if (record.status === "gave-up") this.failure = record.because ?? "";
    const upper = record.moves ? (this.session.pieces ? record.value : (record.cost ?? record.length)) : undefined;
    this.judge.take(node, { lower: record.lower, upper, isLost: record.status === "unsolvable", play: record.moves ?? null });
  }

  /** Ends the search; what was found stays. */
  stop() {
    if (!this.#close) return;
    this.#close();
    announce("Stopped.");
  }

  /** @param {string} words */
  #say(words) {
    this.words = words;
    this.tell();
    this.#show();
  }

  #show() {
    const run = button("run");
    const isBusy = this.isSearching || this.transport.isRunning;
    const known = this.judge.of(this.session.node);
    run.disabled = !isBusy && (known.isLost || (known.isOver && this.session.at === 0) || !this.session.position || (!this.judge.isOn && !known.isOver));
    run.classList.toggle("busy", this.isSearching);
    const name = this.isSearching ? "Stop" : this.transport.isRunning ? "Pause" : known.isOver ? "Again" : "Watch";
    run.querySelector("use")?.setAttribute("href", this.isSearching ? "#i-busy" : this.transport.isRunning ? "#i-pause" : "#i-play");
    const words = run.querySelector("span");
    if (words && words.textContent !== name) words.textContent = name;
  }
}
