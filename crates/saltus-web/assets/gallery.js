// The gallery: the puzzle of the day, the theorem under two sliders, and all puzzles as cards that play.

import * as api from "./api.js";
import { picture } from "./board.js";
import { dateOf, dayOf, numberOf } from "./daily.js";
import { element, html, icon, svg, tell } from "./dom.js";
import { spread } from "./geometry.js";
import { lookOf } from "./looks.js";
import { seed } from "./menu.js";
import { PUZZLES, faceOf } from "./puzzles.js";
import { sizes } from "./sizes.js";
import { Thumbnails } from "./thumbnails.js";

/** @typedef {import("./puzzles.js").Puzzle} Puzzle */
/** @typedef {import("./menu.js").Menu} Menu */

const HASH = "#gallery";
const FILTERS = ["All", "Easy", "Middle", "Hard"];
/** Parts of the page that the gallery covers. */
const COVERED = ["stage", "rail", "dock"];

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

export class Gallery {
  #view = element("gallery-view");
  #thumbnails = new Thumbnails();
  #error = html("p", { class: "error", role: "alert" });
  /** @type {{puzzle: Puzzle|null, card: HTMLElement}[]} */
  #cards = [];
  /** The number of the day that is shown. */
  #date = 0;
  #day = html("section", { class: "day", "aria-label": "Puzzle of the day" });

  /**
   * @param {Menu} menu
   * @param {() => void} left told when nothing was chosen
   * @param {() => void} define opens the editor
   */
  constructor(menu, left, define) {
    this.menu = menu;
    this.left = left;
    this.define = define;
    element("theme").before(...this.#tools());
  }

  get isOpen() {
    return !this.#view.hidden;
  }

  open() {
    if (this.isOpen) return;
    if (this.#cards.length === 0) this.#make();
    this.#show(true);
    this.#today();
    this.#thumbnails.start();
    if (location.hash !== HASH) location.hash = HASH;
    document.title = "All puzzles · saltus";
    this.#view.focus();
  }

  close() {
    if (!this.isOpen) return;
    this.#thumbnails.stop();
    this.#show(false);
  }

  /** Closes it where nothing was chosen. */
  leave() {
    this.close();
    this.left();
  }

  /** @param {boolean} isOpen */
  #show(isOpen) {
    this.#view.hidden = !isOpen;
    document.body.classList.toggle("in-gallery", isOpen);
    document.body.classList.toggle("with-view", isOpen || !element("tree-view").hidden);
    for (const id of COVERED) element(id).inert = isOpen;
  }

  /**
   * @param {string} line
   * @param {Puzzle|null} puzzle
   */
  async #open(line, puzzle) {
    tell(this.#error);
    this.#view.setAttribute("aria-busy", "true");
    const isOpened = await this.menu.try(line, puzzle).finally(() => this.#view.removeAttribute("aria-busy"));
    if (!isOpened) return tell(this.#error, "This one does not open now. Please try again.");
    this.close();
    document.getElementById("board")?.focus({ preventScroll: true });
  }

  /** What stands in the bar at the top. */
  #tools() {
    const filters = FILTERS.map((name, count) => {
      const made = pressed("", () => this.#filter(count, filters), name);
      made.setAttribute("aria-pressed", String(count === 0));
      return made;
    });
    const surprise = () => {
      const shown = this.#cards.flatMap(({ puzzle, card }) => (puzzle && !card.hidden ? [puzzle] : []));
      const puzzle = shown[Math.floor(Math.random() * shown.length)];
      void this.#open(anyOf(puzzle), puzzle);
    };
    const surprising = pressed("edged", surprise, icon("new"), html("span", {}, "Surprise me"));
    surprising.setAttribute("aria-label", "Surprise me");
    const all = [
      html("div", { class: "levels filters", role: "group", "aria-label": "How hard" }, ...filters),
      surprising,
    ];
    const words = html("p", { class: "words" }, "Puzzles in which pieces move. Every answer is exact.");
    element("new").after(words);
    for (const one of [words, ...all]) one.classList.add("gallery-only");
    return all;
  }

  /** @param {number} count @param {HTMLElement[]} filters */
  #filter(count, filters) {
    filters.forEach((one, index) => one.setAttribute("aria-pressed", String(index === count)));
    for (const { puzzle, card } of this.#cards) card.hidden = count > 0 && puzzle?.dots !== count;
  }

  #make() {
    this.#cards = [...PUZZLES.map((puzzle) => ({ puzzle, card: this.#card(puzzle) })), { puzzle: null, card: this.#own() }];
    const aside = html("aside", { class: "beside", "aria-label": "Today" }, this.#day, this.#theorem(), html("a", { class: "bare lessons", href: "#ladders" }, icon("ladder"), "Ladders: each one is harder"), html("a", { class: "bare lessons", href: "lesson.html" }, icon("help"), "Lessons: why these numbers?"), html("a", { class: "bare lessons", href: "results.html" }, icon("check"), "Results: what the papers state"));
    this.#view.tabIndex = -1;
    tell(this.#error);
    this.#view.replaceChildren(aside, html("div", { class: "shelf" }, this.#error, html("ul", { class: "cards" }, ...this.#cards.map(({ card }) => card))));
  }

  /** @param {Puzzle} puzzle */
  #card(puzzle) {
    const { name, note, dots: count } = puzzle;
    const { line } = faceOf(puzzle);
    const card = html("li", { class: "puzzle" });
    const open = pressed("open", () => void this.#open(line, puzzle), this.#thumbnails.add(line, card), html("strong", {}, name), html("span", { class: "note" }, note), dots(count));
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
