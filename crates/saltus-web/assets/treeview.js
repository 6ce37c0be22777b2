// Everything that was tried, as a tree beside a small board; what was left by moves made; the map around the player.

import { picture } from "./board.js";
import { markViews } from "./cover.js";
import { button, element, html, svg } from "./dom.js";
import { drawGraph } from "./graph.js";
import { kindOf, standing } from "./judge.js";
import { MapView } from "./map.js";
import { Roving } from "./roving.js";
import { spaced } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./judge.js").Judge} Judge */
/** A stroke beside a row: from which column, what kind of position it leads to, and which way it goes. @typedef {{at: number, kind: string, way: "past"|"up"|"down"|"bend"}} Stroke */

/** So many positions are listed; of a long play, those around the player. */
const MOST = 400;

/** So many positions are judged when the tree is opened. */
const FILLED = 60;

/** Lines that leave lines so often are folded. */
const DEEP = 6;

/** Characters of a comment. */
const COMMENT = 500;

/** @type {Record<string, string>} */
const MARKS = { over: "tick", exact: "tick", range: "help", unknown: "help", lost: "close" };

/** All nodes after these, and these. @param {Node[]} nodes */
function allOf(nodes) {
  const all = [...nodes];
  for (let at = 0; at < all.length; at++) all.push(...all[at].children);
  return all;
}

export class TreeView {
  #map;
  #hadAnswers = true;
  #head = html("div", { class: "head" });
  #stage = html("div");
  #list = html("ol", { class: "tree", role: "tree", "aria-label": "Moves" });
  #tools = html("div", { class: "tools" });
  #graph = html("section", { class: "card graph" });
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
    new Roving(this.#list);
    session.on("tree", () => this.#show());
    session.on("shown", () => this.#show());
    judge.on(() => {
      this.#show();
      if (!this.isOpen) return;
      // The map is coloured by what is known, or is not.
      if (this.#hadAnswers !== judge.isOn) void this.#map.ask();
      else this.#map.refresh();
      this.#hadAnswers = judge.isOn;
    });
    session.on("position", () => this.isOpen && void this.#map.ask());
  }

  get isOpen() {
    return !this.view.hidden;
  }

  toggle(isOpen = !this.isOpen) {
    this.view.hidden = !isOpen;
    markViews();
    if (!isOpen) return button("tree-open").focus();
    this.#show();
    void this.judge.fill([...new Set([...this.session.way.slice(0, FILLED / 2), ...allOf([this.session.root]).slice(0, FILLED)])]);
    void this.#map.ask();
    this.view.querySelector("button")?.focus();
  }

  #show() {
    if (!this.isOpen) return;
    const { session } = this;
    if (!this.#list.isConnected) this.#frame();
    const { node } = session;
    const number = this.judge.isOn ? standing(this.judge.of(node), session.pieces !== null) : "";
    this.#head.replaceChildren(html("h2", {}, node.parent ? `After ${spaced(node.text)}` : "Start"), html("span", { class: "gap" }), html("strong", { class: "number" }, number), html("span", { class: "second" }, /\d/.test(number) ? (session.pieces ? "can stay" : "to go") : ""));
    this.#stage.className = `small-stage stage-${this.look().stage}`;
    this.#stage.replaceChildren(picture(session.outline, session.scene, "The board here", { look: this.look() }));
    const list = this.#list;
    const focused = list.contains(document.activeElement) && document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    const top = list.scrollTop;
    list.replaceChildren(...this.#rows());
    list.scrollTop = top;
    const here = list.querySelector("[aria-current]")?.parentElement;
    if (here && (here.offsetTop < list.scrollTop || here.offsetTop > list.scrollTop + list.clientHeight - 40)) list.scrollTop = here.offsetTop - list.clientHeight / 2;
    if (focused) /** @type {HTMLElement|null} */ (list.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
    // Somebody may be typing into the fields as long as the node is the same.
    if (this.#of !== node) this.#tools.replaceChildren(...this.#toolsOf((this.#of = node)));
    drawGraph(this.#graph, session, this.judge);
  }

  /** Puts the parts into the page. */
  #frame() {
    const close = html("button", { type: "button", class: "link" }, "Back to the board");
    close.addEventListener("click", () => this.toggle(false));
    const head = html("div", { class: "head" }, html("div", {}, html("h2", {}, "Everything you tried"), html("p", { class: "second" }, "kept on this device")), close);
    const here = html("section", { class: "card here" }, this.#head, this.#stage, this.#tools);
    this.view.replaceChildren(html("section", { class: "card list" }, head, this.#list), html("div", { class: "sides" }, here, this.#graph, this.#map.card));
  }

  /** The positions near the player: a position, what was tried in place of its main move, each whole, and its main move. */
  #rows() {
    /** @type {HTMLElement[]} */
    const rows = [];
    const { node: here, root } = this.session;
    const way = new Set(here.way);
    const near = (/** @type {Node} */ node) => Math.abs(node.depth - here.depth) < MOST / 2;
    /** @type {(first: Node, level: number, past: Stroke[]) => void} */
    const line = (first, level, past) => {
      let last = first;
      for (let node = /** @type {Node|undefined} */ (first); node; node = node.children[0]) {
        last = node;
        const [main, ...others] = node.children;
        const isFirst = node === first && level > 0;
        /** @type {Stroke[]} */
        const strokes = [...past, ...(node.parent ? [/** @type {Stroke} */ ({ at: isFirst ? level - 1 : level, kind: this.#kind(node), way: isFirst ? "bend" : "up" })] : []), ...(main ? [/** @type {Stroke} */ ({ at: level, kind: this.#kind(main), way: "down" })] : [])];
        if (near(node) && rows.length < MOST) rows.push(this.#row(node, level, strokes));
        if (!main || !near(node)) continue;
        /** @type {Stroke[]} */
        const within = [...past, { at: level, kind: this.#kind(main), way: "past" }];
        if (level < DEEP || others.some((other) => way.has(other))) for (const other of others) line(other, level + 1, within);
        else if (others.length > 0) rows.push(this.#more(others[0], level + 1, within, `${allOf(others).length} more`));
      }
      if (level === 0 && !near(last)) rows.push(this.#more(last, 0, [{ at: 0, kind: this.#kind(last), way: "up" }], `${last.depth - here.depth - MOST / 2 + 1} more, to the end`));
    };
    line(root, 0, []);
    return rows;
  }

  /** @param {Node} node */
  #kind(node) {
    return this.judge.isOn ? kindOf(this.judge.of(node)) : "unknown";
  }

  /**
   * @param {HTMLElement} inside
   * @param {string} kind
   * @param {number} level
   * @param {Stroke[]} strokes
   */
  #item(inside, kind, level, strokes) {
    const drawn = strokes.map(({ at, kind, way }) => {
      const stroke = html("span", { class: `stroke ${way} ${kind} ${at === 0 && way !== "bend" ? "spine" : ""}`, "aria-hidden": "true" });
      stroke.style.setProperty("--at", String(at));
      return stroke;
    });
    const item = html("li", { class: kind, role: "none" }, ...drawn, inside);
    item.style.setProperty("--level", String(level));
    return item;
  }

  /**
   * A row for what is not listed; it leads there.
   * @param {Node} node
   * @param {number} level
   * @param {Stroke[]} strokes
   * @param {string} words
   */
  #more(node, level, strokes, words) {
    const made = html("button", { type: "button", class: "more", role: "treeitem", "aria-level": String(level + 1), tabindex: "-1", "data-key": `more ${node.depth}-${node.text}` }, words);
    made.addEventListener("click", () => this.session.to(node));
    return this.#item(made, "", level, strokes);
  }

  /**
   * @param {Node} node
   * @param {number} level
   * @param {Stroke[]} strokes
   */
  #row(node, level, strokes) {
    const known = this.judge.of(node);
    const kind = this.#kind(node);
    const isHere = node === this.session.node;
    const isStuck = node.position?.choices.length === 0 && !node.position.over;
    const number = !this.judge.isOn ? "" : isStuck ? "no move" : standing(known, this.session.pieces !== null);
    const mark = svg("svg", { class: `icon tree-mark ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("circle", { cx: 12, cy: 12, r: 10 }), ...(isHere ? [svg("circle", { class: "here", cx: 12, cy: 12, r: 4 })] : [svg("use", { href: `#i-${MARKS[kind]}` })]));
    const words = [node.name, node.comment].filter(Boolean).join(": ");
    const made = html("button", { type: "button", role: "treeitem", "aria-level": String(level + 1), tabindex: isHere ? "0" : "-1", "data-key": `${node.depth}-${node.text}` }, mark, html("span", { class: "what" }, spaced(node.text) || "Start"), html("span", { class: `said${isHere ? "" : " star"}` }, isHere ? "you are here" : this.#praise(node), words ? html("em", {}, ` ${words}`) : ""), html("span", { class: "left" }, number));
    if (isHere) made.setAttribute("aria-current", "step");
    made.addEventListener("click", () => this.session.to(node));
    return this.#item(made, `${kind}${level === 0 ? " main" : ""}`, level, strokes);
  }

  /** What is said of a move that is better than others. @param {Node} node */
  #praise({ parent, text }) {
    if (!parent || !this.judge.isOn) return "";
    const others = parent.position?.choices.filter((choice) => choice.text !== text) ?? [];
    const isLost = (/** @type {string} */ other) => {
      const child = parent.child(other);
      return child !== undefined && this.judge.of(child).isLost;
    };
    const own = parent.child(text);
    if (others.length > 0 && others.every((other) => isLost(other.text)) && own && ["exact", "over", "range"].includes(this.#kind(own))) return "★ the only one that wins";
    return this.judge.of(parent).play?.[0] === text && parent.children.length > 1 ? "★ best" : "";
  }

  /**
   * What can be done with the line that the player is on.
   * @param {Node} node
   */
  #toolsOf(node) {
    const name = html("input", { type: "text", "aria-label": "Name of this line", placeholder: "Name this line", value: node.name, maxlength: "80" });
    name.addEventListener("change", () => {
      node.name = name.value.trim();
      this.session.changed();
    });
    const comment = html("input", { type: "text", "aria-label": "Comment", placeholder: "Comment", value: node.comment, maxlength: String(COMMENT) });
    const count = html("span", { class: "second", "aria-hidden": "true" });
    const tell = () => (count.textContent = `${comment.value.length} of ${COMMENT}`);
    tell();
    comment.addEventListener("input", tell);
    comment.addEventListener("change", () => {
      node.comment = comment.value.trim();
      this.session.changed();
    });
    const promote = html("button", { type: "button", class: "edged", "aria-label": "Make it the main line" }, "Main line");
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
    return [html("p", { class: "field" }, comment, count), html("div", { class: "row" }, name, promote, remove)];
  }
}
