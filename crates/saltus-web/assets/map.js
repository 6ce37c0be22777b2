// The map around the player: two moves back and three ahead in the graph of all positions, and how many there are by moves made.

import * as api from "./api.js";
import { picture } from "./board.js";
import { html, svg } from "./dom.js";
import { kindOf, standing } from "./judge.js";
import { Latest } from "./latest.js";
import { reason } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */

const WIDTH = 134;
const HEIGHT = 50;
const ACROSS = 156;
const DOWN = 90;
const SIDE = 120;
const CHIP = 58;

export class MapView {
  card = html("section", { class: "card map" });
  #asked = new Latest();
  #scale = 1;
  /** @type {{key: string, around: api.Around}|null} */
  #last = null;
  /** What writes of a position how it stands. @type {(() => void)[]} */
  #writers = [];

  /**
   * @param {Session} session
   * @param {import("./judge.js").Judge} judge
   * @param {() => import("./looks.js").Look} look
   */
  constructor(session, judge, look) {
    this.session = session;
    this.judge = judge;
    this.look = look;
  }

  async ask() {
    const { node, start } = this.session;
    const moves = node.way.slice(1).map(({ text }) => text);
    const key = `${start} ${moves.join(" ")}`;
    if (this.#last?.key === key) return this.#show(this.#last.around);
    const signal = this.#asked.begin();
    try {
      const around = await api.around(start, moves, signal);
      if (signal.aborted) return;
      this.#last = { key, around };
      this.#teach(around);
      this.#show(around);
    } catch (error) {
      if (signal.aborted) return;
      this.card.replaceChildren(html("h2", {}, "The map around you"), html("p", { class: "error" }, reason(error)));
    }
  }

  /** Writes anew how the positions stand. */
  refresh() {
    for (const write of this.#writers) write();
  }

  /** Lets the judge know what the map says of positions on the tree, so that there is one source. @param {api.Around} around */
  #teach(around) {
    for (const node of around.nodes) {
      const own = this.#onTree(around, node);
      if (!own || !this.judge.isOn || !["unknown", "range"].includes(kindOf(this.judge.of(own)))) continue;
      if (node.status === "lost" || node.status === "stuck") this.judge.take(own, { isLost: true });
      else if (node.left !== null && !this.session.pieces) this.judge.take(own, { lower: node.left, upper: node.left });
    }
  }

  /**
   * The node of the tree that a position of the map is, if it was tried.
   * @param {api.Around} around
   * @param {api.MapNode} node
   * @returns {Node|undefined}
   */
  #onTree({ nodes }, node) {
    const here = nodes.find((one) => one.here)?.id ?? 0;
    /** @type {string[]} */
    const moves = [];
    for (let at = /** @type {api.MapNode|undefined} */ (node); at; at = nodes.find(({ id }) => id === at?.parents[0])) {
      if (at.id <= here) {
        let own = /** @type {Node|undefined} */ (this.session.node.way[at.level]);
        for (const move of moves) own = own?.child(move);
        return own;
      }
      moves.unshift(at.moves[0]);
    }
    return undefined;
  }

  /** How a position stands, in words: as the tree has it, where it is on that. @param {api.Around} around @param {api.MapNode} node */
  #words(around, node) {
    if (!this.judge.isOn) return "";
    const own = this.#onTree(around, node);
    const told = node.status === "lost" || node.status === "stuck" ? node.status : node.status === "goal" ? "won" : (own && standing(this.judge.of(own), this.session.pieces !== null)) || (node.left ?? "?");
    return told === "lost" || told === "stuck" ? `× ${told}` : /\d/.test(String(told)) ? `${told} ${this.session.pieces ? "can stay" : "to go"}` : String(told);
  }

  /** @param {api.Around} around */
  #show(around) {
    this.#writers = [];
    const count = around.total === null ? "" : `${around.total} positions in all${this.judge.isOn ? `, ${around.winnable} of them can be won` : ""}`;
    const zoom = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ act) => {
      const made = html("button", { type: "button", class: "sunk square", "aria-label": label }, name);
      made.addEventListener("click", () => {
        act();
        this.#fit(view);
      });
      return made;
    };
    const view = html("div", { class: "map-view", tabindex: "0", role: "group", "aria-label": "Positions around you" }, this.#draw(around));
    this.card.replaceChildren(
      html("div", { class: "head" }, html("h2", {}, "The map around you"), html("span", { class: "second" }, count), html("span", { class: "gap" }),
        zoom("−", "Smaller", () => (this.#scale /= 1.25)), zoom("+", "Larger", () => (this.#scale *= 1.25)), zoom("Fit", "Fit", () => (this.#scale = 1))),
      view,
      ...(around.by ? [this.#histogram(around.by)] : []),
    );
    this.#fit(view);
  }

  /** @param {HTMLElement} view */
  #fit(view) {
    const drawn = view.firstElementChild;
    if (drawn instanceof SVGSVGElement) drawn.style.width = drawn.style.height = `${100 * this.#scale}%`;
  }

  /** @param {api.Around} around */
  #draw(around) {
    const { nodes } = around;
    const here = nodes.find((node) => node.here)?.id ?? 0;
    const levels = [...new Set(nodes.map(({ level }) => level))].sort((a, b) => a - b);
    /** @type {Map<number, [number, number]>} */
    const places = new Map();
    const most = Math.max(...levels.map((level) => nodes.filter((node) => node.level === level).length));
    const width = SIDE + most * ACROSS;
    levels.forEach((level, row) => {
      const beside = nodes.filter((node) => node.level === level);
      beside.forEach(({ id }, index) => places.set(id, [SIDE + (width - SIDE) / 2 + (index - (beside.length - 1) / 2) * ACROSS, 40 + row * DOWN]));
    });
    const rules = levels.map((level, row) => svg("g", {}, svg("path", { class: "level", d: `M${SIDE - 40} ${40 + row * DOWN}H${width}` }), svg("text", { class: "level-name", x: 8, y: 45 + row * DOWN }, `move ${level}`)));
    const edges = nodes.flatMap((node) =>
      node.parents.map((parent) => {
        const [[x, y], [px, py]] = [places.get(node.id) ?? [0, 0], places.get(parent) ?? [0, 0]];
        // The way here comes first.
        const isWay = node.id <= here && parent < here;
        const down = py < y;
        const [from, to] = [py + (down ? HEIGHT / 2 : 0), y - (down ? HEIGHT / 2 : 0)];
        return svg("path", { class: `edge-way ${this.judge.isOn ? node.status : ""} ${isWay ? "mine" : ""}`, d: `M${px} ${from}C${px} ${(from + to) / 2} ${x} ${(from + to) / 2} ${x} ${to}` });
      }),
    );
    const boxes = nodes.map((node) => this.#box(around, node, places.get(node.id) ?? [0, 0]));
    return svg("svg", { class: "map-picture", viewBox: `0 0 ${width} ${levels.length * DOWN}` }, ...rules, ...edges, ...boxes);
  }

  /**
   * @param {api.Around} around
   * @param {api.MapNode} node
   * @param {[number, number]} place
   */
  #box(around, node, [x, y]) {
    const { isOn } = this.judge;
    const board = picture(this.session.outline, node.scene, this.#words(around, node), { look: this.look() });
    for (const [name, value] of Object.entries({ x: x - WIDTH / 2 + 6, y: y - HEIGHT / 2 + 4, width: WIDTH - 12, height: HEIGHT - 22 })) board.setAttribute(name, String(value));
    const label = svg("text", { x, y: y + HEIGHT / 2 - 6 });
    // What is not drawn has a chip of its own: beside a number it would be read as a sum.
    const [left, top] = [x + WIDTH / 2 - CHIP + 4, y + HEIGHT / 2 - 3];
    const chip = node.more ? [svg("g", { class: "more-chip" }, svg("rect", { x: left, y: top, width: CHIP, height: 18, rx: 9 }), svg("text", { x: left + CHIP / 2, y: top + 13 }, `${node.more} more`))] : [];
    const made = svg("g", { class: `node-box ${isOn ? node.status : ""} ${node.here ? "here" : ""}`, tabindex: 0, role: "button" }, svg("rect", { x: x - WIDTH / 2, y: y - HEIGHT / 2, width: WIDTH, height: HEIGHT, rx: 10 }), board, label, ...chip);
    const write = () => {
      const words = this.#words(around, node);
      if (label.textContent !== words) label.textContent = words;
      made.setAttribute("aria-label", [`Move ${node.level}: ${words}`, node.more && `${node.more} more`, node.here && "you are here"].filter(Boolean).join(", "));
    };
    write();
    this.#writers.push(write);
    const go = () => void this.#go(node);
    made.addEventListener("click", go);
    made.addEventListener("keydown", ({ key }) => key === "Enter" && go());
    return made;
  }

  /**
   * Goes to a position: along the tree where it is there, else by the moves of the map.
   * @param {api.MapNode} node
   */
  async #go(node) {
    const around = this.#last?.around;
    if (!around || node.here) return;
    const here = around.nodes.find((one) => one.here)?.id ?? 0;
    const onWay = (/** @type {api.MapNode} */ { id, level }) => (id <= here ? this.session.node.way[level] : undefined);
    const step = onWay(node);
    if (step) return this.session.to(step);
    /** @type {string[]} */
    const moves = [];
    let at = node;
    for (;;) {
      const parent = around.nodes.find(({ id }) => id === at.parents[0]);
      if (!parent) return;
      moves.unshift(at.moves[0]);
      const known = onWay(parent);
      if (known) return void (await this.session.add(moves, moves.length, known));
      at = parent;
    }
  }

  /** @param {[number, number][]} by */
  #histogram(by) {
    const most = Math.max(...by.map(([won, lost]) => won + lost));
    const [width, height, gap] = [1000, 110, 0.15];
    const step = width / by.length;
    const { isOn } = this.judge;
    const bars = by.flatMap(([won, lost], level) => {
      const [a, b] = [(won / most) * (height - 12), (lost / most) * (height - 12)];
      const at = { x: level * step + (gap * step) / 2, width: step * (1 - gap) };
      return [
        ...(won ? [svg("rect", { class: isOn ? "won" : "", ...at, y: height - a, height: a, rx: 3 })] : []),
        ...(lost ? [svg("rect", { class: isOn ? "lost" : "", ...at, y: height - a - b - (won ? 2 : 0), height: b, rx: 3 })] : []),
      ];
    });
    const every = Math.ceil(by.length / 32);
    const names = by.flatMap((_, level) => (level % every === 0 ? [svg("text", { class: level === this.session.at ? "now" : "", x: (level + 0.5) * step, y: height + 18 }, String(level))] : []));
    const now = this.session.at < by.length ? [svg("path", { class: "pointer", d: `M${(this.session.at + 0.5) * step - 7} 0h14l-7 8z` })] : [];
    const told = by.map(([won, lost], level) => `${level}: ${won + lost}`).join(", ");
    return html("section", { class: "histogram" },
      html("div", { class: "head" }, html("h3", {}, "All positions, by moves made"), html("span", { class: "gap" }), ...(isOn ? [html("span", { class: "legend won" }, "can be won"), html("span", { class: "legend lost" }, "lost")] : [])),
      svg("svg", { viewBox: `0 0 ${width} ${height + 24}`, role: "img", "aria-label": `Positions by moves made: ${told}` }, ...bars, ...now, ...names));
  }
}
