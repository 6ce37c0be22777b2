// The ladders: levels ordered by luck, on pads along a way. What is solved holds a frog, with a tick or a star; the next one holds the toad.

import * as api from "./api.js";
import { picture } from "./board.js";
import { Cover } from "./cover.js";
import { element, html, icon, svg } from "./dom.js";
import { spread } from "./geometry.js";
import { LADDERS, luckWords } from "./ladders.js";
import { lookOf } from "./looks.js";
import { isQuiet } from "./motion.js";
import { drawPiece } from "./pieces.js";
import * as progress from "./progress.js";

/** @typedef {import("./ladders.js").Ladder} Ladder */
/** @typedef {import("./ladders.js").Level} Level */
/** @typedef {import("./progress.js").Done} Done */

/** Milliseconds until the next level opens by itself. */
const REST = 3000;
/** Pads a row, the width and the height of a pad's room, and how far each pad of a row is below the first. */
const ROW = 5;
const ROOM = [158, 204];
const WAVE = [0, 14, 8, -8, -14];

const HOPPER = /** @type {const} */ ({ stage: "pond", figure: "hopper", seat: "pad" });

/** A toad or a frog alone. @param {"dark"|"light"} tint */
function mascot(tint) {
  const outline = { cells: /** @type {const} */ ("square"), pieces: /** @type {const} */ ("disc"), places: /** @type {[number, number][]} */ ([[0, 0]]), names: [], links: [], marked: [], walls: [], told: null };
  return svg("svg", { class: `mascot ${tint}`, viewBox: "-500 -500 1000 960", "aria-hidden": "true" }, drawPiece({ spot: { label: "", tint }, cells: [0] }, { look: HOPPER, outline, detail: "full" }));
}

/** What the engine calls the lines of levels. @type {Map<string, Promise<string>>} */
const keys = new Map();

/** By what the puzzle of a line is kept. @param {string} line */
export function keyFor(line) {
  const known = keys.get(line) ?? api.play(line).then(({ start }) => progress.keyOf(start));
  keys.set(line, known);
  return known;
}

/** What only a screen reader says. @param {string} words */
export const unseen = (words) => html("span", { class: "unseen" }, words);

/** A sign for what was done: a star, or a tick. @param {Done|undefined} done */
export const mark = (done) => (!done ? null : done.star ? icon("star", "did star") : icon("tick", "did"));

export class Ladders extends Cover {
  /** The ladder that is shown. */
  #ladder = LADDERS[0];
  /** @type {Level|null} */
  #chosen = null;
  /** The level that is played, where it was opened from here. @type {{ladder: Ladder, level: Level}|null} */
  #played = null;
  /** What was done, by the ids of levels. @type {Map<string, Done>} */
  #done = new Map();
  #drawn = 0;
  #timer = 0;
  /** The win after which the next level was offered last. @type {import("./score.js").Result|null} */
  #ended = null;

  /**
   * @param {import("./state.js").Session} session
   * @param {(line: string) => Promise<boolean>} open
   * @param {() => void} left told when nothing was chosen
   * @param {import("./score.js").Score} score
   */
  constructor(session, open, left, score) {
    super("ladder-view", "#ladders", "in-ladder", "Ladders", left);
    this.session = session;
    this.score = score;
    this.start = open;
    progress.on(() => this.isOpen && void this.#show());
    score.offers.push(() => this.acts);
    score.on(() => this.#goOn());
    session.on("puzzle", () => this.#played && session.asked !== this.#played.level.id && (this.#played = null));
    // The next level does not open by itself when somebody does something.
    for (const name of ["pointerdown", "keydown"]) addEventListener(name, () => this.#stay(), { capture: true });
  }

  /** @override @param {boolean} isOpen */
  shown(isOpen) {
    if (isOpen) void this.#show().then(() => this.view.querySelector(".pad-of.next")?.scrollIntoView({ block: "nearest" }));
  }

  /** The level after the one that is played, where there is one. @returns {Level|null} */
  get next() {
    if (!this.#played) return null;
    const { levels } = this.#played.ladder;
    return levels[levels.indexOf(this.#played.level) + 1] ?? null;
  }

  /** What is offered after a win, the filled act first: the next level, or the ladder where that was the last one. @returns {[string, () => void][]} */
  get acts() {
    const { next } = this;
    if (!this.#played || this.score.day !== null) return [];
    return next ? [[`Next: ${next.name}`, () => void this.#play(next)]] : [["All levels", () => this.open()]];
  }

  /** After a win, once, opens the next level after a while, by the button that is there for it. */
  #goOn() {
    const { next } = this;
    const { result } = this.score;
    const button = document.querySelector("#act .act-button");
    if (!next || !result || result === this.#ended || this.score.day !== null || !(button instanceof HTMLButtonElement) || isQuiet()) return;
    this.#ended = result;
    button.classList.add("ringed");
    this.#timer = window.setTimeout(() => {
      this.#stay();
      if (this.next === next) void this.#play(next);
    }, REST);
  }

  #stay() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    document.querySelector(".ringed")?.classList.remove("ringed");
  }

  /** @param {Level} level */
  async #play(level) {
    const ladder = this.#played?.ladder.levels.includes(level) ? this.#played.ladder : this.#ladder;
    this.#played = { ladder, level };
    if (!(await this.start(level.id))) {
      this.#played = null;
      return;
    }
    this.close();
    document.getElementById("board")?.focus({ preventScroll: true });
  }

  /** Draws all of it: first what is there already, then what was done. */
  async #show() {
    const drawn = ++this.#drawn;
    const kept = progress.read().done;
    const ladders = await Promise.all(LADDERS.map(async (ladder) => Promise.all(ladder.levels.map(async ({ id }) => ({ id, done: kept[await keyFor(id)] })))));
    if (drawn !== this.#drawn) return;
    this.#done = new Map(ladders.flat().flatMap(({ id, done }) => (done ? [[id, done]] : [])));
    this.#draw();
  }

  /** The first level that is not solved. @param {Ladder} ladder */
  #nextOf = ({ levels }) => levels.find(({ id }) => !this.#done.has(id)) ?? null;

  #draw() {
    const ladder = this.#ladder;
    const next = this.#nextOf(ladder);
    const level = this.#chosen && ladder.levels.includes(this.#chosen) ? this.#chosen : (next ?? ladder.levels[ladder.levels.length - 1]);
    const solved = ladder.levels.filter(({ id }) => this.#done.has(id)).length;
    const head = html("header", { class: "ladder-head" }, html("h2", {}, "Each one is harder, by count"), html("p", { class: "second" }, "below each: the chance that luck alone does it, in the fewest moves"), html("p", { class: "second solved-count" }, `${ladder.name}: ${solved} of ${ladder.levels.length} solved`));
    const focused = document.activeElement?.closest("#ladder-view") ? /** @type {HTMLElement} */ (document.activeElement).dataset.id : undefined;
    this.view.replaceChildren(html("section", { class: `way-of stage-${ladder.stage}`, "aria-label": ladder.name }, head, this.#way(ladder, next, level)), this.#side(ladder, level));
    if (focused) /** @type {HTMLElement|null} */ (this.view.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus({ preventScroll: true });
    void this.#thumb(level);
  }

  /** @param {Ladder} ladder @param {Level|null} next @param {Level} chosen */
  #way({ levels }, next, chosen) {
    const places = levels.map((_, index) => {
      const row = Math.floor(index / ROW);
      const column = row % 2 ? ROW - 1 - (index % ROW) : index % ROW;
      return [ROOM[0] * (column + 0.5), ROOM[1] * row + 96 + WAVE[index % ROW]];
    });
    const [width, height] = [ROOM[0] * ROW, ROOM[1] * Math.ceil(levels.length / ROW) + 24];
    const legs = places.slice(1).map(([x, y], index) => {
      const [fromX, fromY] = places[index];
      const isTurn = Math.abs(x - fromX) < 1;
      const side = x > width / 2 ? 92 : -92;
      const d = isTurn ? `M${fromX + Math.sign(side) * 62} ${fromY}Q${fromX + side} ${fromY} ${fromX + side} ${(fromY + y) / 2}T${x + Math.sign(side) * 62} ${y}` : `M${fromX + Math.sign(x - fromX) * 62} ${fromY + 8}Q${(fromX + x) / 2} ${Math.max(fromY, y) + 26} ${x - Math.sign(x - fromX) * 62} ${y + 8}`;
      return svg("path", { class: this.#done.has(levels[index].id) ? "walked" : "", d });
    });
    const path = svg("svg", { class: "legs", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...legs);
    const items = levels.map((level, index) => {
      const done = this.#done.get(level.id);
      const state = done ? "solved" : level === next ? "next" : "later";
      const number = html("b", state === "later" ? {} : { class: "unseen" }, String(index + 1));
      const signs = [state === "solved" ? mascot("light") : state === "next" ? mascot("dark") : null, mark(done)].filter((one) => one !== null);
      const pad = html("span", { class: "pad" }, unseen("Level "), number, unseen(", "), ...signs);
      const words = done ? (done.star ? ", solved, no play is shorter, " : ", solved, ") : state === "next" ? ", next, " : ", ";
      const href = `${location.pathname}?p=${encodeURIComponent(level.id).replaceAll("%20", "+")}`;
      const made = html("a", { href, "data-id": level.id, class: `pad-of ${state}${level === chosen ? " chosen" : ""}` }, pad, html("strong", {}, level.name), html("span", { class: "luck" }, unseen(words), luckWords(level.luck)));
      // The chosen one opens; another one is told of first, where there is room for that.
      made.addEventListener("click", (event) => {
        event.preventDefault();
        const isTold = this.view.querySelector(".level-of")?.getClientRects().length;
        if (level === chosen || !isTold) return void this.#play(level);
        this.#chosen = level;
        this.#draw();
      });
      const item = html("li", {}, made);
      const [x, y] = places[index];
      item.style.setProperty("--x", String(x / width));
      item.style.setProperty("--y", String(y / height));
      return item;
    });
    const all = html("div", { class: "pads" }, path, html("ol", {}, ...items));
    all.style.setProperty("--ratio", `${width} / ${height}`);
    return all;
  }

  /** @param {Ladder} ladder @param {Level} level */
  #side(ladder, level) {
    const { levels } = ladder;
    const done = this.#done.get(level.id);
    const play = html("button", { type: "button", class: "act-button", "data-id": "play" }, icon("play"), "Play");
    play.addEventListener("click", () => void this.#play(level));
    const facts = [
      [level.moves.toLocaleString("en"), level.moves === 1 ? "move; no play is shorter" : "moves; no play is shorter"],
      [BigInt(level.plays).toLocaleString("en"), level.plays === "1" ? "shortest play" : "shortest plays"],
      level.lost === 0 ? ["none", "of the moves can lose it"] : [level.lost.toLocaleString("en"), `of ${level.positions.toLocaleString("en")} positions cannot be won any more`],
      [luckWords(level.luck), "by luck alone"],
      ...(done ? [[String(done.best), "moves, your best"]] : []),
    ];
    const ladders = LADDERS.map((one) => {
      const solved = one.levels.filter(({ id }) => this.#done.has(id));
      const stars = solved.filter(({ id }) => this.#done.get(id)?.star).length;
      const made = html("button", { type: "button", class: `ladder-of chip-${one.stage}`, "aria-pressed": String(one === ladder), "data-id": one.id }, html("i", {}), html("span", {}, one.name), html("span", { class: "second" }, `${solved.length} of ${one.levels.length}`, unseen(" solved, ")), icon("star", "did star"), html("span", { class: "second" }, String(stars), unseen(" with a star")));
      made.addEventListener("click", () => {
        this.#ladder = one;
        this.#chosen = null;
        this.#draw();
      });
      return html("li", {}, made);
    });
    return html(
      "aside",
      { class: "ladder-side", "aria-label": "Level and ladders" },
      html("section", { class: "level-of" }, html("p", { class: "second" }, `Level ${levels.indexOf(level) + 1} of ${levels.length}`, html("span", { class: "tag proved" }, icon("check"), "counted")), html("h3", {}, level.name), html("div", { class: "level-board", "aria-hidden": "true" }), html("dl", { class: "facts" }, ...facts.map(([number, words]) => html("div", {}, html("dt", {}, number), html("dd", {}, words)))), play),
      html("section", {}, html("p", { class: "done-legend" }, icon("tick", "did"), html("span", {}, html("b", {}, "Solved."), " The next one opens by itself.")), html("p", { class: "done-legend" }, icon("star", "did star"), html("span", {}, html("b", {}, "No play is shorter,"), " moves taken back counted, no hint.")), html("ul", { class: "ladder-list" }, ...ladders), keeping()),
    );
  }

  /** @param {Level} level */
  async #thumb(level) {
    const drawn = this.#drawn;
    const { start, outline, scene, goal } = await api.play(level.id);
    if (drawn !== this.#drawn) return;
    const look = lookOf(start, outline);
    const place = this.view.querySelector(".level-board");
    if (!place) return;
    place.className = `level-board stage-${look.stage}`;
    place.replaceChildren(picture({ ...outline, places: spread(outline.places) }, scene, "", { look, goal }));
  }
}

/** Two acts by which what was done goes to another device. */
export function keeping() {
  const said = html("p", { class: "second", role: "status" });
  const keep = html("button", { type: "button", class: "edged", "data-id": "keep" }, icon("share"), "Keep as text");
  const bring = html("button", { type: "button", class: "edged", "data-id": "bring" }, icon("save"), "Bring in");
  const field = html("textarea", { class: "kept-text", "aria-label": "What was done, as text", rows: "4", spellcheck: "false", hidden: "" });
  keep.addEventListener("click", async () => {
    field.value = await progress.asText();
    field.hidden = false;
    field.readOnly = true;
    field.select();
    const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
    said.textContent = isCopied ? "Copied. Bring it in on another device." : "Copy this text, and bring it in on another device.";
  });
  bring.addEventListener("click", async () => {
    if (field.hidden || field.readOnly) {
      field.hidden = field.readOnly = false;
      field.value = "";
      said.textContent = "Put the text in here, and press Bring in again.";
      return field.focus();
    }
    try {
      const count = await progress.bringIn(field.value);
      element("live").textContent = `Brought in: ${count}.`;
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  });
  return html("div", { class: "keeping" }, html("p", { class: "second" }, "No account. What you solved stays on this device."), html("div", { class: "keeping-acts" }, keep, bring), field, said);
}
