// The state graph of a small puzzle, with the player's own way on it.

import * as api from "./api.js";
import { button, byId, element, tell } from "./dom.js";
import { PanZoom } from "./panzoom.js";

/** @typedef {import("./state.js").Session} Session */

/** Attributes that name a part of the picture. */
const NAMES = ["id", "data-from", "data-to"];

export class Graph {
  /** @type {PanZoom|null} */
  #view = null;
  #wanted = new AbortController();

  /**
   * @param {Session} session
   * @param {(line: string) => Promise<void>} open opens a position that is not on the way
   */
  constructor(session, open) {
    this.session = session;
    this.open = open;
    this.dialog = byId("graph", HTMLDialogElement);
    button("graph-open").addEventListener("click", () => void this.show());
    button("zoom-in").addEventListener("click", () => this.#view?.zoom(1.5));
    button("zoom-out").addEventListener("click", () => this.#view?.zoom(1 / 1.5));
    button("zoom-fit").addEventListener("click", () => this.#view?.fit());
    this.dialog.addEventListener("close", () => this.#wanted.abort());
    const ways = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
    this.dialog.addEventListener("keydown", ({ key }) => {
      if (key in ways) this.#view?.pan(.../** @type {[number, number]} */ (ways[/** @type {keyof typeof ways} */ (key)]));
      if (key === "+") this.#view?.zoom(1.5);
      if (key === "-") this.#view?.zoom(1 / 1.5);
    });
  }

  async show() {
    this.dialog.showModal();
    const place = element("graph-view");
    place.replaceChildren();
    place.setAttribute("aria-busy", "true");
    tell(element("graph-error"));
    this.#wanted.abort();
    this.#wanted = new AbortController();
    const { signal } = this.#wanted;
    try {
      const [text, lines] = await Promise.all([api.graph(this.session.start, signal), this.session.lines()]);
      if (signal.aborted) return;
      const picture = read(text);
      place.append(picture);
      this.#view = new PanZoom(picture);
      mark(picture, lines);
      picture.addEventListener("click", (event) => void this.#choose(event, lines));
    } catch (error) {
      if (!signal.aborted) tell(element("graph-error"), error instanceof Error ? error.message : String(error));
    } finally {
      if (!signal.aborted) place.removeAttribute("aria-busy");
    }
  }

  /**
   * Goes to the state that was clicked: along the own way where it is on it, else by the shortest way.
   * @param {Event} event
   * @param {string[]} lines
   */
  async #choose(event, lines) {
    const state = event.target instanceof Element ? event.target.closest("[data-line]") : null;
    const line = state?.getAttribute("data-line");
    if (!line || this.#view?.wasMoved) return;
    this.dialog.close();
    const at = lines.indexOf(line);
    const picture = state?.closest("svg");
    const first = picture?.querySelector(`[data-line="${CSS.escape(lines[0])}"]`);
    const moves = picture && first && state && movesTo(picture, first.id, state.id);
    if (at >= 0) this.session.go(at);
    else if (moves) await this.session.use(moves);
    else await this.open(line);
  }
}

/**
 * The picture as an element, without anything that the content security policy would refuse.
 * @param {string} text
 * @returns {SVGSVGElement}
 */
function read(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
  if (!(documentElement instanceof SVGSVGElement)) throw new Error("The server sent no picture.");
  documentElement.querySelectorAll("script, foreignObject").forEach((found) => found.remove());
  documentElement.removeAttribute("width");
  documentElement.removeAttribute("height");
  documentElement.querySelectorAll("*").forEach(setApart);
  return document.adoptNode(documentElement);
}

/**
 * Renames an element and whatever it refers to, since the page has names of its own.
 * @param {Element} part
 */
function setApart(part) {
  for (const { name, value } of part.attributes) {
    if (NAMES.includes(name)) part.setAttribute(name, `graph-${value}`);
    else if (name.endsWith("href") && value.startsWith("#")) part.setAttribute(name, `#graph-${value.slice(1)}`);
    else if (value.includes("url(#")) part.setAttribute(name, value.replaceAll("url(#", "url(#graph-"));
  }
}

/**
 * The moves from the start to a state, by the edges of the graph; none where no way is drawn.
 * @param {SVGSVGElement} picture
 * @param {string} from
 * @param {string} to
 * @returns {string[]|null}
 */
function movesTo(picture, from, to) {
  /** How each state was reached: from where, and by which move. @type {Map<string, [string, string]|null>} */
  const reached = new Map([[from, null]]);
  const edges = [...picture.querySelectorAll("[data-from]")].map((edge) => /** @type {const} */ ([
    edge.getAttribute("data-from") ?? "",
    edge.getAttribute("data-to") ?? "",
    edge.querySelector("title")?.textContent ?? "",
  ]));
  for (const state of reached.keys()) {
    // A map's keys go on with those that are added under way, so this visits nearer states first.
    for (const [start, end, move] of edges) if (start === state && move && !reached.has(end)) reached.set(end, [state, move]);
  }
  if (!reached.has(to)) return null;
  const moves = [];
  for (let step = reached.get(to); step; step = reached.get(step[0])) moves.unshift(step[1]);
  return moves;
}

/**
 * Marks the states and edges on the way.
 * @param {SVGSVGElement} picture
 * @param {string[]} lines
 */
function mark(picture, lines) {
  const states = [...picture.querySelectorAll("[data-line]")];
  const ids = new Map(states.map((state) => [state.getAttribute("data-line") ?? "", state.id]));
  const way = lines.map((line) => ids.get(line));
  states.forEach((state) => {
    const at = lines.lastIndexOf(state.getAttribute("data-line") ?? "");
    state.classList.toggle("mine", at >= 0);
    state.classList.toggle("now", at === lines.length - 1);
  });
  const steps = new Set(way.slice(1).map((to, index) => `${way[index]} ${to}`));
  picture.querySelectorAll("[data-from]").forEach((edge) => {
    edge.classList.toggle("mine", steps.has(`${edge.getAttribute("data-from")} ${edge.getAttribute("data-to")}`));
  });
}
