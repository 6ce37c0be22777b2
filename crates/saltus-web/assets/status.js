// What the page says of the position: message, gauge and act, from what the judge knows.

import { announce } from "./announce.js";
import { element, html, svg } from "./dom.js";
import { draw } from "./gauge.js";
import { kindOf } from "./judge.js";
import * as message from "./message.js";
import { drawPiece } from "./pieces.js";
import { about } from "./puzzles.js";
import { capital, counted, pieceWords, spaced, tap, unitOf } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./judge.js").Judge} Judge */
/** @typedef {import("./judge.js").Known} Known */
/** @typedef {import("./tree.js").Node} Node */

/** So many first moves the page says how to move. */
const FIRST = 3;

export class Status {
  /** Nodes at which a loss was taken note of, and play goes on. @type {WeakSet<Node>} */
  #accepted = new WeakSet();
  #told = "";

  /**
   * @param {Session} session
   * @param {Judge} judge
   * @param {import("./watch.js").Watch} watch
   * @param {() => import("./board.js").Board} board
   * @param {() => void} again opens another puzzle of this kind
   */
  constructor(session, judge, watch, board, again) {
    this.session = session;
    this.judge = judge;
    this.watch = watch;
    this.board = board;
    this.again = again;
    judge.on(() => this.show());
    watch.on(() => this.show());
    session.on("refused", (refusal) => message.say({ kind: "lost", title: "This cannot be shown.", detail: capital(refusal.message) }));
    session.on("position", () => this.#announce());
  }

  /** What the gauge reads. @returns {import("./gauge.js").Reading} */
  get reading() {
    const { session, judge, watch } = this;
    const known = judge.of(session.node);
    const since = known.isLost ? judge.lostSince(session.node) : undefined;
    const before = since?.parent ? judge.of(since.parent) : null;
    const start = judge.of(session.root);
    return {
      known,
      made: session.at,
      lostAt: since?.depth ?? null,
      was: before?.lower !== null && before?.lower === before?.upper ? (before?.lower ?? null) : null,
      unit: unitOf(session),
      isHidden: !judge.isOn,
      search: watch.words,
      best: start.lower !== null && start.lower === start.upper ? start.lower : null,
      isCounted: session.pieces !== null,
    };
  }

  show() {
    const { session, judge } = this;
    const known = judge.of(session.node);
    draw(element("gauge"), this.reading);
    const { goal, rule, act } = about(session);
    const kind = kindOf(known);
    this.#turn();
    if (kind === "over") return this.#over(known);
    if (judge.isOn && kind === "lost") return this.#lost(known);
    this.board().trap(null);
    if (session.position && session.position.choices.length === 0) {
      message.say({ kind: "lost", title: "No move is left.", detail: "Take a move back, or begin again." });
      return message.offer({ acts: [["Back", () => session.go(session.at - 1)]] });
    }
    message.say({ kind: "", title: goal, detail: rule.replace("{Tap}", tap()) });
    const failed = this.watch.failure ? `${capital(this.watch.failure)}.` : "";
    message.offer({ words: failed || (session.at < FIRST && act ? `${tap()} ${act.includes(",") ? act : `${act} to move it`}.` : "") });
  }

  /** @param {Known} known */
  #over(known) {
    const { session } = this;
    this.board().trap(null);
    const { best } = this.reading;
    const shown = this.judge.isOn ? best : null;
    if (session.pieces) {
      const left = known.lower ?? 0;
      const words = shown === null ? "" : left === shown ? "Nobody leaves fewer." : `${capital(counted(shown, session.pieces))} can be left.`;
      message.say({ kind: left === shown ? "won" : "", title: `${capital(counted(left, session.pieces))} left.`, detail: words || "\u00a0" });
    } else {
      const words = shown === null ? "" : session.at === shown ? "No play is shorter." : `It can be done in ${shown}.`;
      message.say({ kind: "won", title: session.at === 0 ? "This is the goal." : `Won in ${counted(session.at, unitOf(session))}.`, detail: words });
    }
    message.offer({ acts: [["Another", this.again], ["From the start", () => session.go(0)]] });
  }

  /** @param {Known} known */
  #lost(known) {
    const { session } = this;
    const since = this.judge.lostSince(session.node) ?? session.node;
    const trap = known.hint?.trap ?? this.judge.of(since).hint?.trap ?? null;
    const because = known.hint?.because ?? this.judge.of(since).hint?.because;
    this.board().trap(known.hint?.trap ?? null);
    message.say({ kind: "lost", title: trap?.title ?? "This cannot be won any more.", detail: trap?.why ?? (because ? `${capital(because)}.` : "No way leads to the goal.") });
    if (this.#accepted.has(since)) return message.offer({});
    const back = () => since.parent && session.to(since.parent);
    const on = () => {
      this.#accepted.add(since);
      this.show();
    };
    message.offer(since.parent ? { acts: [["Back to where it was won", back], ["Play on", on]] } : {});
  }

  /** Whose turn it is, where there is more than one player. */
  #turn() {
    const { position, palette } = this.session;
    const place = element("turn");
    const spot = palette.find(({ label }) => label === position?.turn);
    place.hidden = !spot || position?.over === true;
    if (!spot) return;
    const { look } = this.board();
    const piece = drawPiece({ spot, cells: [0] }, { look, outline: { ...this.session.outline, places: [[0, 0]] }, detail: "small" });
    const mark = svg("svg", { class: "icon", viewBox: "-500 -500 1000 1000", "aria-hidden": "true" }, piece);
    const who = pieceWords(spot, look).replace(/ (man|piece)$/, "");
    place.replaceChildren(mark, html("span", {}, `${capital(who)}’s turn`));
  }

  #announce() {
    const { session } = this;
    const { position, node } = session;
    // What is said of the end stands above the board.
    if (!position || position.over) return;
    const words = `${node.text ? `${spaced(node.text)}. ` : ""}${position.turn ? `${position.turn} to move. ` : ""}`;
    if (words && words !== this.#told) announce(words);
    this.#told = words;
  }
}
