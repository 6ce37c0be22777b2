// The puzzle of a day: its board with answers off, how hard it is, exactly, what was done on which day, and the result that can be sent on.

import { announce } from "./announce.js";
import { dateOf, dayOf, dotsOf, factsOf, isOpen, numberOf, streaks } from "./daily.js";
import { button, byId, element, html, icon, input } from "./dom.js";
import { marked } from "./gauge.js";
import { keeping, mark, unseen } from "./ladder.js";
import { luckWords } from "./ladders.js";
import * as progress from "./progress.js";
import { showPicture } from "./resultpicture.js";
import { MARKS } from "./score.js";
import { written } from "./tally.js";
import { counted } from "./words.js";

/** @typedef {import("./daily.js").Day} Day */
/** @typedef {import("./score.js").Mark} Mark */

const WEEKDAYS = ["M", "T", "W", "T", "F", "S", "S"];
const MINUTE = 60_000;
/** Moves above the fewest: at least, and what the bar is called. @type {[number, string][]} */
const BARS = [[0, "0"], [1, "1–2"], [3, "3–5"], [6, "6 or more"]];

/** @param {Date} date @param {Intl.DateTimeFormatOptions} options */
const dated = (date, options) => date.toLocaleDateString("en-GB", options);

/** @param {string} number @param {string} words */
const stat = (number, words) => html("div", {}, html("dt", {}, number), html("dd", {}, words));

export class Today {
  /** The day that is shown. @type {Day|null} */
  #day = null;
  /** The first of the month that the calendar shows. */
  #month = new Date();
  /** Whether answers were on before. */
  #had = true;
  #shown = 0;

  /**
   * @param {import("./state.js").Session} session
   * @param {import("./score.js").Score} score
   */
  constructor(session, score) {
    this.session = session;
    this.score = score;
    session.on("puzzle", () => this.score.day === null && this.leave());
    score.offers.push(() => this.acts);
    score.on(() => this.#day && this.#draw());
    button("day-first").addEventListener("click", () => session.go(0));
    session.on("shown", () => (button("day-first").disabled = session.at === 0));
    progress.on(() => this.#day && this.#draw());
    setInterval(() => this.#day && this.#clock(), MINUTE);
    element("days-open").addEventListener("click", () => byId("days", HTMLDialogElement).showModal());
  }

  /**
   * Shows the puzzle of a day; today's where none is named.
   * @param {number|null} [number]
   * @param {string[]} [moves]
   * @param {number} [at]
   */
  async open(number = null, moves = [], at = moves.length) {
    const shown = ++this.#shown;
    const today = numberOf(new Date());
    const day = await dayOf(number && isOpen(number) ? number : today);
    if (shown !== this.#shown) return;
    if (!this.#day) this.#had = input("answers").checked;
    if (input("answers").checked) input("answers").click();
    this.#day = day;
    this.score.expect(day.n);
    element("answers-name").textContent = "Answers";
    this.#month = dateOf(day.n);
    document.body.classList.add("in-day");
    button("hint").disabled = false;
    await this.session.load(day.line, moves, at);
    if (shown !== this.#shown) return;
    this.#draw();
  }

  leave() {
    if (!this.#day) return;
    this.#shown += 1;
    this.#day = null;
    document.body.classList.remove("in-day");
    for (const id of ["day-head", "day-left", "day-right"]) element(id).replaceChildren();
    if (this.#had !== input("answers").checked) input("answers").click();
    element("answers-name").textContent = this.#had ? "Answers" : "Answers hidden";
  }

  /** What is offered after a win, once all marks are there. @returns {[string, () => void][]} */
  get acts() {
    return this.#day && this.score.result?.isWhole ? [["Share result", () => void this.share()], ["Picture", () => void this.picture()], ["Again", () => this.session.go(0)]] : [];
  }

  /** What is sent on: the result, without a word of the way. */
  get text() {
    const { result } = this.score;
    if (!this.#day || !result) return "";
    return written(`saltus ${this.#day.n}`, result, addressOf(this.#day.n));
  }

  async picture() {
    const { result } = this.score;
    if (this.#day && result) await showPicture(`saltus ${this.#day.n}`, result, addressOf(this.#day.n));
  }

  async share() {
    const { text } = this;
    try {
      if (navigator.share) return await navigator.share({ text });
      await navigator.clipboard.writeText(text);
      announce("Copied.");
      element("act").querySelector("button")?.replaceChildren("Copied");
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      prompt("The result", text);
    }
  }

  #draw() {
    const day = this.#day;
    if (!day) return;
    const { days } = progress.read();
    const date = dateOf(day.n);
    document.title = `saltus ${day.n} · ${day.name}`;
    const today = numberOf(new Date());
    const to = (/** @type {number} */ number, /** @type {string} */ words, /** @type {string} */ name) => html("a", { class: "bare", href: `#day=${number}`, "aria-label": `${words}, ${name}` }, words);
    element("day-head").replaceChildren(
      html("strong", { role: "heading", "aria-level": "1" }, `saltus ${day.n}`),
      html("span", { class: "second" }, dated(date, { weekday: "long", day: "numeric", month: "long" })),
      ...(day.n > 1 ? [to(day.n - 1, `‹ ${day.n - 1}`, "the day before")] : []),
      day.n < today ? to(day.n + 1, `${day.n + 1} ›`, "the day after") : html("span", { class: "soon" }, `${day.n + 1} tomorrow`),
    );
    element("day-left").replaceChildren(this.#calendar(days), this.#stats(days, false), legend());
    element("day-right").replaceChildren(this.#made(day, days[day.n]), hardness(day));
    element("days-body").replaceChildren(this.#stats(days, true), this.#calendar(days), bars(days, day), keeping());
    this.#clock();
  }

  #clock() {
    const now = new Date();
    const left = Math.max(0, Math.ceil((new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()) / MINUTE));
    for (const place of document.querySelectorAll(".to-next")) place.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }

  /** @param {Day} day @param {progress.Day|undefined} kept */
  #made(day, kept) {
    const { made, result } = this.score;
    const card = html("section", { class: "card tally", "aria-label": "Your moves" });
    const marks = result?.isWhole ? result.marks : result ? null : made === 0 && kept ? /** @type {Mark[]} */ ([...kept.marks]) : null;
    const count = result?.made ?? (marks && kept ? kept.made : made);
    card.append(html("p", { class: "count-of" }, html("strong", {}, String(count)), ` ${count === 1 ? "move" : "moves"} made`));
    if (marks) {
      const kinds = /** @type {Mark[]} */ (Object.keys(MARKS)).filter((kind) => marks.includes(kind));
      card.append(marked(marks), html("ul", { class: "kinds" }, ...kinds.map((kind) => html("li", {}, html("span", { class: "marks", "aria-hidden": "true" }, ...marked([kind]).children), html("span", {}, MARKS[kind][1]), html("b", {}, String(marks.filter((one) => one === kind).length))))));
      if (!result) card.append(html("p", { class: "second" }, "Solved already: the first time counts."));
    } else {
      card.append(html("div", { class: "marks", "aria-hidden": "true" }, ...Array.from({ length: Math.min(made, 60) }, () => html("i", {}))));
      card.append(html("p", { class: "second" }, "The fewest is ", html("b", {}, String(day.length)), ". How well each move went is shown at the end; a hint is marked."));
    }
    return card;
  }

  /** @param {Record<string, progress.Day>} days */
  #calendar(days) {
    const month = this.#month;
    const [year, index] = [month.getFullYear(), month.getMonth()];
    const today = numberOf(new Date());
    const step = (/** @type {number} */ by, /** @type {string} */ name, /** @type {boolean} */ isOff) => {
      const made = html("button", { type: "button", class: "bare square", "aria-label": name, ...(isOff ? { disabled: "" } : {}) }, by < 0 ? "‹" : "›");
      made.addEventListener("click", () => {
        this.#month = new Date(year, index + by, 1, 12);
        this.#draw();
      });
      return made;
    };
    const cells = Array.from({ length: (new Date(year, index, 1).getDay() + 6) % 7 }, () => html("td", {}));
    for (let date = 1; date <= new Date(year, index + 1, 0).getDate(); date++) {
      const number = numberOf(new Date(year, index, date, 12));
      const day = days[number];
      if (!isOpen(number)) {
        cells.push(html("td", { class: "off" }, String(date)));
        continue;
      }
      const state = day ? (day.star ? "star" : "tick") : number === today ? "now" : "ring";
      const words = { star: "solved, no play is shorter", tick: "solved", now: "today", ring: "not solved" }[state];
      const sign = day ? mark({ made: 1, best: 1, day: 0, ...(day.star ? { star: 1 } : {}) }) : html("i", { class: state }, state === "now" ? "now" : "");
      const link = html("a", { href: `#day=${number}`, ...(number === this.#day?.n ? { "aria-current": "date" } : {}) }, html("span", {}, String(date), unseen(` ${dated(dateOf(number), { month: "long" })}, saltus ${number}, ${words} `)), ...(sign ? [sign] : []));
      cells.push(html("td", {}, link));
    }
    const rows = [];
    for (let from = 0; from < cells.length; from += 7) rows.push(html("tr", {}, ...cells.slice(from, from + 7)));
    const isFirst = numberOf(new Date(year, index, 1, 12)) <= 1;
    const isLast = numberOf(new Date(year, index + 1, 1, 12)) > Math.max(today, 1);
    return html("section", { class: "card month", "aria-label": "Days" }, html("header", {}, html("h3", {}, dated(month, { month: "long", ...(year === new Date().getFullYear() ? {} : { year: "numeric" }) })), step(-1, "The month before", isFirst), step(1, "The month after", isLast)), html("table", {}, html("thead", {}, html("tr", {}, ...WEEKDAYS.map((name) => html("th", { scope: "col" }, name)))), html("tbody", {}, ...rows)));
  }

  /** @param {Record<string, progress.Day>} days @param {boolean} isLong */
  #stats(days, isLong) {
    const today = Math.max(numberOf(new Date()), 1);
    const { now, longest } = streaks(days, today);
    const all = Object.values(days);
    const [solved, stars] = [all.length, all.filter(({ star }) => star).length];
    const shown = isLong ? [stat(String(now), "in a row"), stat(String(longest), "longest"), stat(String(solved), "solved"), stat(String(stars), "stars")] : [stat(String(now), "in a row"), stat(String(solved), `of ${today} solved`), stat(String(stars), "stars")];
    const next = html("p", { class: "second" }, html("span", { class: "to-next" }), ` to saltus ${numberOf(new Date()) + 1}`);
    return html("section", { class: "card", "aria-label": "So far" }, html("dl", { class: "stats" }, ...shown), next);
  }
}

/** Where a day is found. @param {number} number */
function addressOf(number) {
  const at = document.querySelector('meta[name="saltus-at"]')?.getAttribute("content");
  return at ? at.replace("{n}", String(number)) : `${location.origin}${location.pathname}#day=${number}`;
}

const legend = () => html("p", { class: "signs" }, icon("star", "did star"), "no play is shorter", icon("tick", "did"), "solved");

/** @param {Day} day */
function hardness(day) {
  const facts = factsOf(day).map(([number, words]) => html("div", {}, html("dt", {}, number), html("dd", {}, words)));
  const dots = dotsOf(day.luck);
  const shown = html("span", { class: "dots", role: "img", "aria-label": ["easy", "middle", "hard"][dots - 1] }, ...[1, 2, 3].map((one) => html("i", one <= dots ? { class: "full" } : {})));
  return html("section", { class: "card hardness", "aria-label": "How hard, exactly" }, html("header", {}, html("h3", {}, "How hard, exactly"), html("span", { class: "tag proved" }, icon("check"), "proved")), html("dl", {}, ...facts), html("p", { class: "second" }, `By luck alone, in ${day.length}: `, shown), html("p", { class: "by-luck" }, luckWords(day.luck)));
}

/**
 * How many moves above the fewest: of the days that were solved whose puzzles are known.
 * @param {Record<string, progress.Day>} days
 * @param {Day} day
 */
function bars(days, day) {
  const place = html("section", { class: "card bars", "aria-label": "Moves above the fewest" }, html("header", {}, html("h3", {}, "Moves above the fewest"), html("span", { class: "second" }, counted(Object.keys(days).length, ["day", "days"]))));
  void Promise.all(Object.entries(days).map(async ([number, { made }]) => made - (Number(number) === day.n ? day : await dayOf(Number(number))).length)).then((above) => {
    const counts = BARS.map(([least], index) => above.filter((one) => one >= least && one < (BARS[index + 1]?.[0] ?? Infinity)).length);
    const most = Math.max(1, ...counts);
    place.append(...BARS.map(([, name], index) => {
      const bar = html("i", { class: index === 0 ? "best" : "" });
      bar.style.width = `${(100 * counts[index]) / most}%`;
      return html("p", {}, html("span", {}, name), html("span", { class: "bar-of" }, bar), html("b", {}, String(counts[index])));
    }));
  });
  return place;
}
