// Everything that was tried, as a tree beside a small board; the map around the player is its other half.

import { picture } from "./board.js";
import { button, element, html, svg } from "./dom.js";
import { kindOf } from "./judge.js";
import { MapView } from "./map.js";
import { spaced } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./judge.js").Judge} Judge */

/** So many positions are listed; of a long play, those around the player. */
const MOST = 400;

/** So many positions of the line are judged when the tree is opened. */
const FILLED = 40;

/** @type {Record<string, string>} */
const MARKS = { over: "tick", exact: "tick", range: "help", unknown: "help", lost: "close" };

export class TreeView {
  #map;
  #hadAnswers = true;
  #stage = html("div");
  #list = html("ol", { class: "tree", "aria-label": "Moves" });
  #tools = html("div", { class: "row tools" });
  /** The node that the tools are for. @type {Node|null} */
  #of = null;

  /**
   * @param {Session} session
   * @param {Judge} judge
   * @param {() => import("./looks.js").Look} look
   */
  constructor(session, judge, look) {
    this.session = session;
    this.judge = judge;
    this.look = look;
    this.view = element("tree-view");
    this.#map = new MapView(session, judge, look);
    button("tree-open").addEventListener("click", () => this.toggle());
    session.on("tree", () => this.#show());
    session.on("shown", () => this.#show());
    judge.on(() => {
      this.#show();
      // The map is coloured by what is known, or is not.
      if (this.isOpen && this.#hadAnswers !== judge.isOn) void this.#map.ask();
      this.#hadAnswers = judge.isOn;
    });
    session.on("position", () => this.isOpen && void this.#map.ask());
  }

  get isOpen() {
    return !this.view.hidden;
  }

  toggle(isOpen = !this.isOpen) {
    this.view.hidden = !isOpen;
    document.body.classList.toggle("with-view", isOpen || !element("gallery-view").hidden);
    if (!isOpen) return button("tree-open").focus();
    this.#show();
    void this.judge.fill(this.session.way.slice(0, FILLED));
    void this.#map.ask();
    this.view.querySelector("button")?.focus();
  }

  #show() {
    if (!this.isOpen) return;
    const { session } = this;
    if (!this.#list.isConnected) this.#frame();
    this.#stage.className = `small-stage stage-${this.look().stage}`;
    this.#stage.replaceChildren(picture(session.outline, session.scene, "The board here", { look: this.look() }));
    const list = this.#list;
    const focused = list.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const top = list.scrollTop;
    list.replaceChildren(...this.#rows());
    list.scrollTop = top;
    const here = list.querySelector("[aria-current]");
    if (here instanceof HTMLElement && (here.offsetTop < list.scrollTop || here.offsetTop > list.scrollTop + list.clientHeight - 40)) list.scrollTop = here.offsetTop - list.clientHeight / 2;
    if (focused) /** @type {HTMLElement|null} */ (list.querySelector(`[data-key="${focused}"]`))?.focus();
    // Somebody may be typing into the fields as long as the node is the same.
    if (this.#of !== session.node) this.#tools.replaceChildren(...this.#toolsOf((this.#of = session.node)));
  }

  /** Puts the parts into the page. */
  #frame() {
    const close = html("button", { type: "button", class: "link" }, "Back to the board");
    close.addEventListener("click", () => this.toggle(false));
    const head = html("div", { class: "head" }, html("h2", {}, "Everything you tried"), close);
    this.view.replaceChildren(html("section", { class: "card" }, head, this.#stage, this.#list, this.#tools), this.#map.card);
  }

  /** The positions near the player. */
  #rows() {
    /** @type {HTMLElement[]} */
    const rows = [];
    const near = (/** @type {Node} */ node) => Math.abs(node.depth - this.session.node.depth) < MOST / 2;
    const row = (/** @type {Node} */ node, /** @type {number} */ level) => {
      if (near(node) && rows.length <= MOST) rows.push(this.#row(node, level));
    };
    // The main line stays straight; a line beside it stands below the move it leaves from.
    const below = (/** @type {Node} */ first, /** @type {number} */ level) => {
      for (let node = /** @type {Node|undefined} */ (first); node; node = node.children[0]) {
        row(node, level);
        const [, ...others] = node.parent?.children ?? [];
        if (node === node.parent?.children[0]) for (const other of others) below(other, Math.min(level + 1, 6));
      }
    };
    row(this.session.root, 0);
    if (this.session.root.children[0]) below(this.session.root.children[0], 0);
    return rows;
  }

  /**
   * @param {Node} node
   * @param {number} level
   */
  #row(node, level) {
    const known = this.judge.of(node);
    const kind = this.judge.isOn ? kindOf(known) : "unknown";
    const isHere = node === this.session.node;
    const parent = node.parent && this.judge.isOn ? this.judge.of(node.parent) : null;
    const isBest = parent?.play?.[0] === node.text && (node.parent?.children.length ?? 0) > 1;
    const isStuck = node.position?.choices.length === 0 && !node.position.over;
    const number = !this.judge.isOn ? "" : isStuck ? "no move" : known.isLost ? "lost" : known.isOver && !this.session.pieces ? "won" : known.lower !== null && known.lower === known.upper ? String(known.lower) : known.upper !== null ? `${known.lower ?? 0}–${known.upper}` : known.lower ? `${known.lower}+` : "";
    const mark = svg("svg", { class: `icon tree-mark ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 12, cy: 12, r: 10 }), ...(isHere ? [svg("circle", { class: "here", cx: 12, cy: 12, r: 4 })] : [svg("use", { href: `#i-${MARKS[kind]}` })]));
    const words = [node.name, node.comment].filter(Boolean).join(": ");
    const made = html("button", { type: "button", "data-key": `${node.depth}-${node.text}` }, mark, html("span", { class: "what" }, spaced(node.text) || "Start"), html("span", { class: "said" }, isHere ? "you are here" : isBest ? "★ best" : "", words ? html("em", {}, ` ${words}`) : ""), html("span", { class: "left" }, number));
    if (isHere) made.setAttribute("aria-current", "step");
    made.addEventListener("click", () => this.session.to(node));
    const item = html("li", { class: kind }, made);
    item.style.setProperty("--level", String(level));
    return item;
  }

  /**
   * What can be done with the line that the player is on.
   * @param {Node} node
   */
  #toolsOf(node) {
    const name = html("input", { type: "text", "aria-label": "Name of this line", placeholder: "Name this line", value: node.name });
    name.addEventListener("change", () => {
      node.name = name.value.trim();
      this.session.changed();
    });
    const comment = html("input", { type: "text", "aria-label": "Comment", placeholder: "Comment", value: node.comment });
    comment.addEventListener("change", () => {
      node.comment = comment.value.trim();
      this.session.changed();
    });
    const promote = html("button", { type: "button", class: "edged" }, "Make it the main line");
    promote.addEventListener("click", () => {
      node.promote();
      this.session.changed();
    });
    const remove = html("button", { type: "button", class: "edged" }, "Delete from here");
    remove.addEventListener("click", () => {
      const { parent } = node;
      node.remove();
      if (parent) this.session.to(parent);
      this.session.changed();
    });
    promote.disabled = remove.disabled = node.parent === null;
    name.disabled = node.parent === null;
    return [name, comment, promote, remove];
  }
}
