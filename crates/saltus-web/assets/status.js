// What the page says of the position: message, gauge and act, from what the judge knows.

import * as spoken from "./announce.js";
import { pieceWords } from "./called.js";
import { element, html, svg } from "./dom.js";
import { draw } from "./gauge.js";
import { kindOf } from "./judge.js";
import * as message from "./message.js";
import { drawPiece } from "./pieces.js";
import { about } from "./puzzles.js";
import { begun, tap } from "./tap.js";
import { boardWords, capital, counted, moveWords, unitOf } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./judge.js").Judge} Judge */
/** @typedef {import("./judge.js").Known} Known */
/** @typedef {import("./tree.js").Node} Node */

/** So many first moves the page says how to move. */
const FIRST = 3;

/** Milliseconds after which a number that is not known is called so. */
const UNKNOWN = 300;
/** Of a play that runs, every so many moves are spoken of. */
const SPOKEN = 5;

export class Status {
  /** Nodes at which a loss was taken note of, and play goes on. @type {WeakSet<Node>} */
  #accepted = new WeakSet();
  /** What is still to be said of the position shown. @type {{node: Node, before: Node, said: number}|null} */
  #unsaid = null;
  #timer = 0;
  /** Whose turn it is, where there is more than one player. */
  #who = "";
  /** What stands there until somebody plays: why the board that was asked for is not this one. @type {{message: message.Message, words: string}|null} */
  #held = null;

  /**
   * @param {Session} session
   * @param {Judge} judge
   * @param {import("./watch.js").Watch} watch
   * @param {() => import("./board.js").Board} board
   * @param {() => void} again opens another puzzle of this kind
   * @param {import("./score.js").Score} score
   */
  constructor(session, judge, watch, board, again, score) {
    this.session = session;
    this.judge = judge;
    this.watch = watch;
    this.board = board;
    this.again = again;
    this.score = score;
    score.on(() => score.result && this.show());
    judge.on(() => {
      this.show();
      this.#speak(false);
    });
    watch.on(() => this.show());
    session.on("refused", (refusal) => message.say({ kind: "lost", title: "This cannot be shown.", detail: capital(refusal.message) }));
    session.on("position", () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#speak(true), UNKNOWN);
    });
    let isOpened = false;
    session.on("puzzle", () => {
      this.#held = null;
      isOpened = true;
    });
    session.on("shown", ({ before }) => {
      const isMoved = before !== session.node;
      if (isMoved || isOpened) this.#unsaid = { node: session.node, before, said: spoken.said() };
      if (isMoved) this.#held = null;
      isOpened = false;
    });
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
      marks: this.score.result?.isWhole ? this.score.result.marks : [],
    };
  }

  /**
   * Says that a board cannot be shown here, and what can be done.
   * @param {string} line
   * @param {string} why
   */
  tooLarge(line, why) {
    this.#held = { message: { kind: "lost", title: "Too large for this tab.", detail: `${why}. Here is the line for the program.` }, words: `saltus explain ${line}` };
    this.show();
  }

  show() {
    const { session, judge } = this;
    const known = judge.of(session.node);
    draw(element("gauge"), this.reading);
    if (this.#held) {
      message.say(this.#held.message);
      return message.offer({ words: this.#held.words });
    }
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
    message.offer({ words: failed || this.watch.part || (session.at < FIRST && act ? begun(act) : "") });
  }

  /** @param {Known} known */
  #over(known) {
    const { session } = this;
    this.board().trap(null);
    const { best } = this.reading;
    const shown = this.judge.isOn ? best : this.score.day !== null ? (this.score.result?.fewest ?? null) : null;
    if (session.pieces) {
      const left = known.lower ?? 0;
      const words = shown === null ? "" : left === shown ? "Nobody leaves fewer." : `${capital(counted(shown, session.pieces))} can be left.`;
      message.say({ kind: left === shown ? "won" : "", title: `${capital(counted(left, session.pieces))} left.`, detail: words || "\u00a0" });
    } else {
      const words = shown === null ? "" : session.at === shown ? "No play is shorter." : `It can be done in ${shown}.`;
      const count = counted(session.at, unitOf(session));
      // Who has watched has not won.
      const title = session.at === 0 ? "This is the goal." : this.watch.transport.reached === session.node ? `That was a play of ${count}.` : `Won in ${count}.`;
      message.say({ kind: "won", title, detail: words });
    }
    const next = this.score.result ? this.score.offers.flatMap((offer) => offer()) : [];
    const others = /** @type {[string, () => void][]} */ ([["Another", this.again], ["From the start", () => session.go(0)]]);
    message.offer({ acts: this.score.day !== null ? next : next.length ? [...next, others[1]] : others });
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
    const on = () => {
      this.#accepted.add(since);
      this.show();
    };
    message.offer(since.parent ? { acts: [["Back to where it was won", () => void this.toWon()], ["Play on", on]] } : {});
  }

  /** Goes back to the last position from which it could be won. Whether there is one. */
  toWon() {
    const { session, judge } = this;
    const won = judge.isOn ? judge.lostSince(session.node)?.parent : undefined;
    if (won) session.to(won);
    return won !== undefined && won !== null;
  }

  /** Whose turn it is, where there is more than one player. */
  #turn() {
    const { position, palette } = this.session;
    const place = element("turn");
    const spot = palette.find(({ label }) => label === position?.turn);
    this.#who = "";
    place.hidden = !spot || position?.over === true;
    if (!spot) return;
    const { look } = this.board();
    const piece = drawPiece({ spot, cells: [0] }, { look, outline: { ...this.session.outline, places: [[0, 0]] }, detail: "small" });
    const mark = svg("svg", { class: "icon", viewBox: "-500 -500 1000 1000", "aria-hidden": "true" }, piece);
    this.#who = capital(pieceWords(spot, look).replace(/ (man|piece)$/, ""));
    place.replaceChildren(mark, html("span", {}, `${this.#who}’s turn`));
  }

  /**
   * Says once what a move has come to: the move, and what is left as soon as that is known.
   * @param {boolean} isLate whether it is said though it is not known
   */
  #speak(isLate) {
    const { session, judge, watch } = this;
    const { node, position } = session;
    if (this.#unsaid?.node !== node || !position) return;
    const known = judge.of(node);
    if (judge.isOn && !isLate && !known.isAsked && !known.isOver && kindOf(known) !== "exact") return;
    const { before, said } = this.#unsaid;
    this.#unsaid = null;
    clearTimeout(this.#timer);
    // A play that runs is not to be talked over, nor who has begun already.
    if (watch.transport.isRunning && node.depth % SPOKEN !== 0 && !known.isOver) return;
    if (before === node && said !== spoken.said()) return;
    const turn = this.#who && !position.over ? ` ${this.#who} to move.` : "";
    spoken.announce(`${this.#moved(before)} ${this.#left(known)}${turn}`);
  }

  /** What was done, in words. @param {Node} before */
  #moved(before) {
    const { node, outline } = this.session;
    const { look } = this.board();
    if (before === node) return `${about(this.session).name}. ${boardWords(node.scene, outline.names, look)}.`;
    if (before.parent === node) return `Back to move ${node.depth}.`;
    return `${capital(moveWords(node.scene[node.path[node.path.length - 1]], node, outline.names, look))}.`;
  }

  /**
   * Says which moves are best, and what is left after them.
   * @param {import("./api.js").Choice[]} best
   */
  speakHint(best) {
    const { session } = this;
    const { lower } = this.judge.of(session.node);
    const moves = best.map((choice) => moveWords(session.scene[choice.path[0]], choice, session.outline.names, this.board().look));
    const then = kindOf(this.judge.of(session.node)) !== "exact" || lower === null ? "" : session.pieces ? ` ${lower} can stay.` : ` Then ${lower - 1} to go.`;
    spoken.announce(`Hint: ${moves.join(", or ")}.${then}`);
  }

  /** What is left, in words. @param {Known} known */
  #left(known) {
    const { session, judge } = this;
    const kind = kindOf(known);
    const above = `${element("headline").textContent} ${element("detail").textContent}`.trim();
    if (kind === "over") return above;
    if (!judge.isOn) return `Move ${session.at}.`;
    if (kind === "lost") return `Lost: ${above}${judge.lostSince(session.node)?.parent ? " Backspace goes back to where it was won." : ""}`;
    const what = session.pieces ? "can stay" : "to go";
    if (kind === "exact") return `${known.lower} ${what}.`;
    if (kind === "unknown") return "Unsettled.";
    return known.upper === null ? `${known.lower} or more ${what}.` : `Between ${known.lower} and ${known.upper} ${what}.`;
  }
}
