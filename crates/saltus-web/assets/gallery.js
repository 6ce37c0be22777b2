// The gallery: the puzzle of the day, the theorem under two sliders, and all puzzles as cards that play.

import * as api from "./api.js";
import { picture } from "./board.js";
import { Cover } from "./cover.js";
import { dateOf, dayOf, numberOf } from "./daily.js";
import { element, html, icon, svg, tell } from "./dom.js";
import { spread } from "./geometry.js";
import { lookOf } from "./looks.js";
import { keyFor, mark, unseen } from "./ladder.js";
import { seed } from "./menu.js";
import * as progress from "./progress.js";
import { PUZZLES, entryOf, faceOf } from "./puzzles.js";
import { sizes } from "./sizes.js";
import { Thumbnails } from "./thumbnails.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./menu.js").Menu} Menu */
/** @typedef {import("./progress.js").Done} Done */

const FILTERS = ["All", "Easy", "Middle", "Hard"];
/** By what was done: any, those of which no level was solved, those of which none has a star. */
const DONE = ["Any", "New to me", "No star yet"];

/** @param {string} kind @param {() => void} act @param {(Node|string)[]} content */
function pressed(kind, act, ...content) {
  const made = html("button", { type: "button", class: kind }, ...content);
  made.addEventListener("click", act);
  return made;
}

/** Another board of an entry: shuffled, or any of its levels. @param {Puzzle} puzzle */
function anyOf({ shuffle, levels }) {
  return shuffle ? `${shuffle}${seed()}` : levels[Math.floor(Math.random() * levels.length)].line;
}

/** @param {1|2|3} count */
const dots = (count) => html("span", { class: "dots", role: "img", "aria-label": FILTERS[count].toLowerCase() }, ...[1, 2, 3].map((one) => html("i", one <= count ? { class: "full" } : {})));

/** Leads to where somebody was, where that is known again: a long line is kept by its title alone. @param {progress.Progress["last"]} last */
function whereYouWere(last) {
  const entry = last && !/ #[0-9a-f]{8}$/.test(last.line) ? entryOf(last.line) : null;
  if (!entry || !last?.at) return [];
  const words = new URLSearchParams({ p: last.line, m: last.moves.replaceAll(" ", ","), at: String(last.at) });
  return [html("a", { class: "was", href: `#${words}` }, html("strong", {}, icon("undo"), "Where you were"), html("span", { class: "second" }, `${entry.name}, after ${last.at} ${last.at === 1 ? "move" : "moves"}`))];
}

export class Gallery extends Cover {
  #thumbnails = new Thumbnails();
  #error = html("p", { class: "error", role: "alert" });
  /** @type {{puzzle: Puzzle|null, card: HTMLElement}[]} */
  #cards = [];
  /** Which filters are on: how hard, and what was done. */
  #hard = 0;
  #wanted = 0;
  /** What was done of the levels of each puzzle, in their order. @type {Map<Puzzle, (Done|undefined)[]>} */
  #done = new Map();
  #was = html("div", {});
  /** The number of the day that is shown. */
  #date = 0;
  #day = html("section", { class: "day", "aria-label": "Puzzle of the day" });

  /**
   * @param {Menu} menu
   * @param {() => void} left told when nothing was chosen
   * @param {() => void} define opens the editor
   */
  constructor(menu, left, define) {
    super("gallery-view", "#gallery", "in-gallery", "All puzzles", left);
    this.menu = menu;
    this.define = define;
    element("theme").before(...this.#tools());
    progress.on(() => this.isOpen && void this.#mark());
  }

  /** @override @param {boolean} isOpen */
  shown(isOpen) {
    if (!isOpen) return this.#thumbnails.stop();
    if (this.#cards.length === 0) this.#make();
    this.#today();
    void this.#mark();
    this.#thumbnails.start();
  }

  /**
   * @param {string} line
   * @param {Puzzle|null} puzzle
   */
  async #open(line, puzzle) {
    tell(this.#error);
    this.view.setAttribute("aria-busy", "true");
    const isOpened = await this.menu.try(line, puzzle).finally(() => this.view.removeAttribute("aria-busy"));
    if (!isOpened) return tell(this.#error, "This one does not open now. Please try again.");
    this.close();
    document.getElementById("board")?.focus({ preventScroll: true });
  }

  /** What stands in the bar at the top. */
  #tools() {
    const surprise = () => {
      const shown = this.#cards.flatMap(({ puzzle, card }) => (puzzle && !card.hidden ? [puzzle] : []));
      const puzzle = shown[Math.floor(Math.random() * shown.length)];
      void this.#open(anyOf(puzzle), puzzle);
    };
    const surprising = pressed("edged", surprise, icon("new"), html("span", {}, "Surprise me"));
    surprising.setAttribute("aria-label", "Surprise me");
    const all = [
      this.#choice("How hard", FILTERS, (chosen) => (this.#hard = chosen)),
      surprising,
    ];
    const words = html("p", { class: "words" }, "Puzzles in which pieces move. Every answer is exact.");
    element("new").after(words);
    for (const one of [words, ...all]) one.classList.add("gallery-only");
    return all;
  }

  /** Filters of which one is on. @param {string} name @param {string[]} names @param {(chosen: number) => void} choose */
  #choice(name, names, choose) {
    const all = names.map((words, index) => {
      const made = pressed("", () => {
        all.forEach((one) => one.setAttribute("aria-pressed", String(one === made)));
        choose(index);
        this.#filter();
      }, words);
      made.setAttribute("aria-pressed", String(index === 0));
      return made;
    });
    return html("div", { class: "levels filters", role: "group", "aria-label": name }, ...all);
  }

  #filter() {
    for (const { puzzle, card } of this.#cards) {
      const done = puzzle ? (this.#done.get(puzzle) ?? []).filter((one) => one !== undefined) : [];
      const isOther = [false, done.length > 0, done.some(({ star }) => star)][this.#wanted];
      card.hidden = (this.#hard > 0 && puzzle?.dots !== this.#hard) || (this.#wanted > 0 && (puzzle === null || isOther));
    }
  }

  /** Shows what was done of each puzzle, and where somebody was. */
  async #mark() {
    const { done, last } = progress.read();
    this.#was.replaceChildren(...whereYouWere(last));
    // Who has solved nothing has no marks, and nothing is asked of the engine.
    const isAny = Object.keys(done).length > 0;
    await Promise.all(PUZZLES.map(async (puzzle) => {
      const keys = isAny ? await Promise.all(puzzle.levels.map(({ line }) => keyFor(line).catch(() => ""))) : [];
      this.#done.set(puzzle, keys.map((key) => done[key]));
    }));
    for (const { puzzle, card } of this.#cards) {
      const all = puzzle && this.#done.get(puzzle);
      const signs = (all ?? []).map((one, index) => html("span", {}, mark(one) ?? html("i", {}), puzzle?.levels[index].name ?? "", unseen(one ? (one.star ? ", no play is shorter" : ", solved") : ", not solved")));
      card.querySelector(".done-of")?.replaceChildren(...signs);
    }
    this.#filter();
  }

  #make() {
    this.#cards = [...PUZZLES.map((puzzle) => ({ puzzle, card: this.#card(puzzle) })), { puzzle: null, card: this.#own() }];
    const aside = html("aside", { class: "beside", "aria-label": "Today" }, this.#day, this.#was, this.#theorem(), html("a", { class: "bare lessons", href: "#ladders" }, icon("ladder"), "Ladders: each one is harder"), html("a", { class: "bare lessons", href: "lesson.html" }, icon("help"), "Lessons: why these numbers?"), html("a", { class: "bare lessons", href: "results.html" }, icon("check"), "Results: what the papers state"));
    tell(this.#error);
    this.view.replaceChildren(aside, html("div", { class: "shelf" }, this.#choice("What you have solved", DONE, (chosen) => (this.#wanted = chosen)), this.#error, html("ul", { class: "cards" }, ...this.#cards.map(({ card }) => card))));
  }

  /** @param {Puzzle} puzzle */
  #card(puzzle) {
    const { name, note, dots: count } = puzzle;
    const { line } = faceOf(puzzle);
    const card = html("li", { class: "puzzle" });
    const open = pressed("open", () => void this.#open(line, puzzle), this.#thumbnails.add(line, card), html("strong", {}, name), html("span", { class: "note" }, note), dots(count), html("span", { class: "done-of" }));
    const another = pressed("edged square another", () => void this.#open(anyOf(puzzle), puzzle), icon("new"));
    another.setAttribute("aria-label", `New ${name}`);
    another.title = "New";
    card.append(open, another);
    return card;
  }

  /** The card that leads to the editor. */
  #own() {
    const make = () => {
      this.close();
      this.define();
    };
    const sign = svg("svg", { viewBox: "0 0 120 120", class: "plus", "aria-hidden": "true" }, svg("rect", { x: 30, y: 30, width: 60, height: 60, rx: 12 }), svg("path", { d: "M60 46v28M46 60h28" }));
    return html("li", { class: "puzzle own" }, pressed("open", make, html("span", { class: "thumb" }, sign), html("strong", {}, "Make your own"), html("span", { class: "note" }, "draw it or write it")));
  }

  #theorem() {
    // The first entry is that of the theorem.
    let { line } = PUZZLES[0].levels[1];
    const [made] = sizes(line, (chosen) => (line = chosen));
    made.append(pressed("link", () => void this.#open(line, null), "Play these"));
    return made;
  }

  /** Shows the puzzle of the day, and another one when the day is. */
  async #today() {
    const number = Math.max(numberOf(new Date()), 1);
    if (number === this.#date) return;
    this.#date = number;
    try {
      const day = await dayOf(number);
      const board = html("div", { class: "board-of-day", "aria-hidden": "true" });
      const first = `${day.first[0]} of ${day.first[1]} first moves begins such a play.`;
      const words = html("p", { class: "number" }, `${day.length} is the fewest. `, html("span", {}, first));
      const play = html("a", { class: "act-button", href: "#today" }, "Play");
      const date = dateOf(number).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
      this.#day.replaceChildren(html("p", { class: "kicker" }, icon("day"), date), html("h2", {}, `saltus ${day.n}`), html("p", { class: "date" }, day.name), board, words, play);
      const { start, outline, scene, goal } = await api.play(day.line);
      const look = lookOf(start, outline);
      this.#day.className = `day stage-${look.stage}`;
      board.replaceChildren(picture({ ...outline, places: spread(outline.places) }, scene, day.name, { look, goal }));
    } catch {
      // Where it cannot be fetched now, it is asked for another time.
      this.#date = 0;
    }
  }
}
