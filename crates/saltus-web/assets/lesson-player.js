// A lesson as pupils have it: a chapter beside its board, a question whose answer the engine knows, and a code for the teacher. Answers are off.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { dress } from "./class-style.js";
import { MOST, encode } from "./code.js";
import { keep, kept } from "./device.js";
import { element, html } from "./dom.js";
import * as drawing from "./drawing.js";
import { Latest } from "./latest.js";
import { DrawTools, withMarks } from "./lesson-draw.js";
import { partsOf, read } from "./lessontext.js";
import { boards, isBetter, signOf } from "./sheetview.js";
import { number, truth } from "./truth.js";
import { capital, reason, spaced } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./code.js").Result} Result */
/** @typedef {import("./lessontext.js").Chapter} Chapter */
/** @typedef {import("./tree.js").Node} Node */

/** What is asked, in words. @type {Record<import("./lessontext.js").Ask, string>} */
const ASKED = { move: "Make one move.", win: "Find a play that wins.", shortest: "Find the shortest play.", number: "How many moves are left?", "yes or no": "Can it be won?" };

export class LessonPlayer {
  /** @type {import("./lessontext.js").Lesson|null} */
  #lesson = null;
  #at = 0;
  /** Results by chapters. @type {Map<number, Result>} */
  #results = new Map();
  /** Chapters in which something was answered wrongly. @type {Set<number>} */
  #tried = new Set();
  /** The position that the chapter is about. @type {Node|null} */
  #base = null;
  /** @type {Promise<import("./truth.js").Truth|null>} */
  #truth = Promise.resolve(null);
  #asked = new Latest();
  /** @type {((text: string) => void)|null} */
  #leave = null;
  /** For who has written the lesson. @type {DrawTools} */
  #tools;
  /** By what teacher and pupils know the lesson: its text, or the name of a sheet. */
  #key = "";
  /** Whether it is a sheet: boards that are chosen, each solved as well as somebody can. */
  #isSheet = false;
  /** Boards of a sheet for which there was a hint. @type {Set<number>} */
  #helped = new Set();
  #answer = html("div", { class: "answer" });

  /**
   * @param {Session} session
   * @param {() => import("./board.js").Board} board
   * @param {(isOn: boolean, isBare: boolean, hasHints: boolean) => void} turn told when a lesson begins or ends, whether answers stay off in it, and whether there are hints
   */
  constructor(session, board, turn) {
    this.session = session;
    this.board = board;
    this.turn = turn;
    this.place = element("lesson");
    this.#tools = new DrawTools(session, board, (marks) => this.#marked(marks));
    session.on("position", () => void this.#played());
  }

  get isOn() {
    return this.#lesson !== null;
  }

  /**
   * Opens a lesson, where it was left. Throws where the text is none.
   * @param {string} text
   * @param {{leave?: ((text: string) => void)|null, sheet?: {name: string, isBare: boolean, hasHints: boolean}|null}} [how] `leave` for who has written it, and may draw on its boards: back to the text; `sheet` where it is
   *   the boards of one
   */
  async open(text, { leave = null, sheet = null } = {}) {
    const lesson = read(text);
    this.#lesson = lesson;
    this.#leave = leave;
    this.#isSheet = sheet !== null;
    this.#key = sheet?.name ?? text;
    this.#tried.clear();
    this.#helped.clear();
    const results = /** @type {Record<string, [number, Result][]>} */ (kept().lessons ?? {});
    this.#results = new Map(results[this.#place] ?? []);
    this.turn(true, sheet?.isBare ?? true, sheet?.hasHints ?? true);
    this.place.hidden = false;
    if (sheet) return this.#choose();
    document.title = `${lesson.title || "A lesson"} · saltus`;
    const open = lesson.chapters.findIndex(({ ask }, index) => ask !== null && !this.#results.has(index));
    await this.#show(this.#results.size ? Math.max(open, 0) : 0);
  }

  close() {
    if (!this.#lesson) return;
    this.#asked.end();
    this.#lesson = null;
    this.#base = null;
    this.place.hidden = true;
    this.place.replaceChildren();
    this.#cover(false);
    this.turn(false, false, true);
  }

  /** By what its results are kept. */
  get #place() {
    return encode(this.#lesson?.text ?? "", []).slice(0, 3);
  }

  /** A hint was given. */
  hinted() {
    if (this.#isSheet) this.#helped.add(this.#at);
  }

  /** All boards of a sheet, one of which is chosen. */
  #choose() {
    const lesson = this.#lesson;
    if (!lesson) return;
    this.#asked.end();
    this.#base = null;
    this.#cover(true);
    const { chapters, title } = lesson;
    document.title = `${title} · saltus`;
    const next = this.#next;
    const play = (/** @type {number} */ at) => void this.#show(at);
    const act = html("button", { type: "button", class: "act-button" }, next < 0 ? "Play again" : `Play ${next + 1}`);
    act.addEventListener("click", () => play(Math.max(next, 0)));
    this.place.replaceChildren(html("h2", { tabindex: "-1" }, title), html("p", { class: "second" }, `${this.#results.size} of ${chapters.length} solved.`), boards(chapters, this.#results, next, play), ...this.#code(lesson), html("div", { class: "answer" }, act));
    this.place.querySelector("h2")?.focus({ preventScroll: true });
    announce(`${title}. ${this.#results.size} of ${chapters.length} solved.`);
  }

  /** Whether the boards of a sheet are all that is seen. @param {boolean} isAll */
  #cover(isAll) {
    dress();
    document.body.classList.toggle("in-sheet", isAll);
    if (isAll) this.place.setAttribute("role", "main");
    else this.place.removeAttribute("role");
  }

  /** The first board of a sheet that is open; -1 for none. */
  get #next() {
    return this.#lesson?.chapters.findIndex((_, index) => !this.#results.has(index)) ?? -1;
  }

  /** Takes note of a result. @param {Result} result */
  #note(result) {
    this.#results.set(this.#at, result);
    keep((all) => (all.lessons = { .../** @type {object} */ (all.lessons), [this.#place]: [...this.#results] }));
  }

  /** @param {number} at */
  async #show(at) {
    const lesson = this.#lesson;
    const chapter = lesson?.chapters[at];
    if (!lesson || !chapter) return;
    const signal = this.#asked.begin();
    this.#at = at;
    this.#base = null;
    this.#cover(false);
    try {
      await this.session.load(chapter.puzzle, chapter.moves);
    } catch (error) {
      this.place.replaceChildren(...this.#head(lesson, chapter), html("p", { class: "error" }, `${capital(reason(error))} (line ${chapter.line} of the lesson)`), this.#foot(lesson));
      return;
    }
    if (signal.aborted) return;
    const base = (this.#base = this.session.node);
    document.title = `${lesson.title || "A lesson"} · saltus`;
    const line = base.position?.line ?? chapter.puzzle;
    this.#truth = chapter.ask ? truth(line, chapter.ask, signal).catch(() => null) : Promise.resolve(null);
    this.#answer.replaceChildren(...this.#question(chapter));
    const tools = this.#leave ? [this.#tools.of(chapter.draw)] : [];
    this.place.replaceChildren(...this.#head(lesson, chapter), ...tools, ...chapter.texts.map((text) => this.#paragraph(text, line, signal)), this.#answer, this.#foot(lesson));
    this.#draw(chapter);
    announce(`${at + 1} of ${lesson.chapters.length}. ${chapter.title}.`);
  }

  /** @param {Chapter} chapter */
  #draw(chapter) {
    try {
      this.board().drawOwn(drawing.read(chapter.draw, this.session.outline.names));
    } catch (error) {
      this.#answer.append(html("p", { class: "error" }, capital(reason(error))));
    }
  }

  /** The writer has drawn on the board. @param {string[]} marks */
  #marked(marks) {
    if (!this.#lesson) return;
    this.#lesson = read(withMarks(this.#lesson.text, this.#at, marks));
    this.#draw(this.#lesson.chapters[this.#at]);
  }

  /** @param {import("./lessontext.js").Lesson} lesson @param {Chapter} chapter */
  #head(lesson, chapter) {
    const steps = lesson.chapters.map((_, index) => html("i", { class: index < this.#at ? "done" : index === this.#at ? "here" : "" }));
    return [html("div", { class: "steps-of", "aria-hidden": "true" }, ...steps), html("p", { class: "second" }, [lesson.title, `${this.#at + 1} of ${lesson.chapters.length}`].filter(Boolean).join(" · ")), html("h2", {}, chapter.title)];
  }

  /** Every part is a text, whoever has written it. @param {string} text @param {string} line @param {AbortSignal} signal */
  #paragraph(text, line, signal) {
    const made = partsOf(text).map((part) => {
      if (part.kind === "link") return html("a", { href: part.to, rel: "noopener noreferrer", target: "_blank" }, part.words);
      if (part.kind === "strong") return html("strong", {}, part.words);
      if (part.kind === "text") return part.words;
      const place = html("span", { class: "asked" }, "…");
      number(part.of, line, signal).then((found) => (place.textContent = found === null ? "?" : String(found)), (error) => signal.aborted || (place.textContent = reason(error)));
      return place;
    });
    return html("p", {}, ...made);
  }

  /** @param {Chapter} chapter @returns {HTMLElement[]} */
  #question({ ask }) {
    if (!ask) return [];
    const asked = html("p", { class: "strong" }, ASKED[ask]);
    if (ask === "yes or no") {
      const choice = (/** @type {string} */ name, /** @type {boolean} */ yes) => {
        const made = html("button", { type: "button", class: "edged" }, name);
        made.addEventListener("click", async () => this.#judge((await this.#truth)?.yes === yes, name, ""));
        return made;
      };
      return [asked, html("p", { class: "row" }, choice("Yes", true), choice("No", false))];
    }
    if (ask !== "number") return [asked];
    const field = html("input", { type: "text", inputmode: "numeric", "aria-label": ASKED.number, maxlength: "12" });
    const form = html("form", { class: "row" }, field, html("button", { type: "submit", class: "edged" }, "Answer"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (field.value.trim() !== "") this.#judge((await this.#truth)?.number === Number(field.value), field.value.trim(), "");
    });
    return [asked, form];
  }

  /** Something was played. */
  async #played() {
    const chapter = this.#lesson?.chapters[this.#at];
    const { node } = this.session;
    const base = this.#base;
    if (!chapter?.ask || !base || node === base) return;
    const { ask } = chapter;
    if (ask === "move" && node.parent === base) {
      const found = await this.#truth;
      if (this.session.node !== node || !found) return;
      const comment = chapter.tree?.children.find(({ text }) => text === node.text)?.comment ?? "";
      return this.#judge(found.moves?.includes(node.text) ?? false, spaced(node.text), comment);
    }
    if ((ask === "win" || ask === "shortest") && node.position?.over) {
      const made = node.depth - base.depth;
      const found = await this.#truth;
      if (this.session.node !== node) return;
      const isRight = ask === "win" || made === found?.number;
      if (this.#isSheet) return this.#solved(made, isRight);
      this.#judge(isRight, `${made} moves`, isRight ? "" : "It goes with fewer.");
    } else if ((ask === "win" || ask === "shortest") && node.position?.choices.length === 0) this.#judge(false, spaced(node.text), "No move is left.");
  }

  /** A board of a sheet is solved. @param {number} made @param {boolean} isBest */
  #solved(made, isBest) {
    const lesson = this.#lesson;
    const base = this.#base;
    if (!lesson || !base) return;
    /** @type {Result} */
    const result = this.#helped.has(this.#at) ? "hint" : isBest ? "star" : "solved";
    if (isBetter(result, this.#results.get(this.#at))) this.#note(result);
    const next = this.#next;
    const on = html("button", { type: "button", class: "act-button" }, next < 0 ? "All boards" : `Next: ${next + 1}`);
    on.addEventListener("click", () => (next < 0 ? this.#choose() : void this.#show(next)));
    const again = html("button", { type: "button", class: "edged" }, "Again");
    again.addEventListener("click", () => void this.#show(this.#at));
    const title = `Solved in ${made} moves.`;
    const detail = isBest ? "No play is shorter." : "It goes with fewer.";
    this.#answer.replaceChildren(html("div", { class: "told-so won" }, html("strong", {}, title, ...signOf(result)), html("p", {}, detail)), html("p", { class: "row" }, on, again));
    this.place.querySelector(".lesson-foot")?.replaceWith(this.#foot(lesson));
    announce(`${title} ${detail}`);
  }

  /**
   * Takes note of an answer, and says what is to be said.
   * @param {boolean} isRight
   * @param {string} given
   * @param {string} words of the writer
   */
  async #judge(isRight, given, words) {
    const lesson = this.#lesson;
    const chapter = lesson?.chapters[this.#at];
    if (!lesson || !chapter) return;
    const at = this.#at;
    if ((await this.#truth) === null) return this.#say("", "This question is not settled.", "Go on to the next chapter.", chapter);
    if (isRight && !this.#results.has(at)) this.#note(this.#tried.has(at) ? "solved" : "star");
    if (!isRight) this.#tried.add(at);
    const hint = !isRight && chapter.ask === "move" && this.session.position ? await api.hint(this.session.position.line).catch(() => null) : null;
    if (this.#at !== at || this.#lesson !== lesson) return;
    const { allow } = chapter;
    if (hint?.trap && allow.has("reason")) this.board().trap(hint.trap);
    const why = hint && allow.has("reason") ? [hint.trap?.title, hint.trap?.why ?? (hint.because ? `${capital(hint.because)}.` : "")].filter(Boolean).join(" ") : "";
    const left = !isRight && allow.has("left") && hint?.lower !== null && hint?.lower === hint?.upper && hint ? `${hint.lower} are left.` : "";
    this.#say(isRight ? "won" : "lost", `${given}: ${words || (isRight ? "Right." : "Not yet.")}`, [why, left].filter(Boolean).join(" "), chapter);
  }

  /** @param {string} kind @param {string} title @param {string} detail @param {Chapter} chapter */
  #say(kind, title, detail, chapter) {
    const lesson = this.#lesson;
    const base = this.#base;
    if (!lesson || !base) return;
    const act = html("button", { type: "button", class: "act-button" }, kind === "lost" ? "Try again" : this.#at + 1 < lesson.chapters.length ? "Next" : "From the start");
    act.addEventListener("click", () => {
      if (kind !== "lost") return void this.#show((this.#at + 1) % lesson.chapters.length);
      this.board().trap(null);
      this.session.to(base);
      this.#answer.replaceChildren(...this.#question(chapter));
      this.#draw(chapter);
    });
    this.#answer.replaceChildren(html("div", { class: `told-so ${kind}` }, html("strong", {}, title), detail ? html("p", {}, detail) : ""), html("p", { class: "row" }, act));
    this.place.querySelector(".lesson-foot")?.replaceWith(this.#foot(lesson));
    announce(`${title} ${detail}`);
  }

  /** Where to go from here; the code, once something is done. @param {import("./lessontext.js").Lesson} lesson */
  #foot(lesson) {
    const go = (/** @type {string} */ name, /** @type {number} */ to) => {
      const made = html("button", { type: "button", class: "bare" }, name);
      made.disabled = to < 0 || to >= lesson.chapters.length;
      made.addEventListener("click", () => void this.#show(to));
      return made;
    };
    if (this.#isSheet) {
      const all = html("button", { type: "button", class: "bare" }, "All boards");
      all.addEventListener("click", () => this.#choose());
      return html("div", { class: "lesson-foot" }, ...this.#code(lesson), html("p", { class: "row" }, all));
    }
    const leave = html("button", { type: "button", class: "bare" }, "Back to the text");
    leave.addEventListener("click", () => this.#leave?.(this.#lesson?.text ?? lesson.text));
    return html("div", { class: "lesson-foot" }, ...this.#code(lesson), ...(this.#leave ? [leave] : []), html("p", { class: "row" }, go("Before", this.#at - 1), html("span", { class: "gap" }), go("Next chapter", this.#at + 1)));
  }

  /** What a pupil shows, once something is done. @param {import("./lessontext.js").Lesson} lesson */
  #code({ chapters }) {
    if (this.#results.size === 0) return [];
    const results = chapters.flatMap(({ ask }, index) => (ask ? [this.#results.get(index) ?? /** @type {Result} */ ("open")] : [])).slice(0, MOST);
    const signs = this.#isSheet ? [html("span", { class: "row signs" }, ...results.flatMap(signOf), html("span", { class: "second" }, "that is all it says"))] : [];
    return [html("div", { class: "pupil-code" }, html("span", { class: "second" }, "Show this to your teacher"), html("code", {}, encode(this.#key, results)), ...signs)];
  }
}
