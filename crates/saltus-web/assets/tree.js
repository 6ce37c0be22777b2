// Everything that was tried: a tree of moves. It knows no rules and draws nothing.

/** @typedef {import("./api.js").Spot} Spot */
/** @typedef {import("./api.js").Frame} Frame */
/** How a position can go on. @typedef {Pick<import("./api.js").Play, "line"|"turn"|"over"|"left"|"choices">} Position */

/** Every so many moves a whole scene is kept. */
const KEPT = 64;

export class Node {
  /** What somebody calls this line. */
  name = "";
  comment = "";
  /** The first one goes on with the main line. @type {Node[]} */
  children = [];
  /** The child that was visited last. @type {Node|null} */
  next = null;
  /** Whether it was tried at another time only: it is no part of the line that is being played. */
  isKept = false;
  /** How it goes on, once that is known. @type {Position|null} */
  position = null;
  /** How many moves lead here. */
  depth = 0;
  /** @type {Spot[]|null} */
  #scene = null;

  /**
   * @param {Node|null} parent
   * @param {Frame} move which leads here; without a text at the start
   */
  constructor(parent, move) {
    this.parent = parent;
    this.text = move.text;
    this.path = move.path;
    this.changes = move.changes;
    if (parent) this.depth = parent.depth + 1;
  }

  /**
   * The start of a tree.
   * @param {Spot[]} scene
   */
  static root(scene) {
    const root = new Node(null, { text: "", path: [], changes: [] });
    root.#scene = scene;
    return root;
  }

  /** The nodes from the start to this one. */
  get way() {
    /** @type {Node[]} */
    const way = [];
    for (let node = /** @type {Node|null} */ (this); node; node = node.parent) way.push(node);
    return way.reverse();
  }

  /** @returns {Node} */
  get root() {
    return this.way[0];
  }

  /** What is seen here. @returns {Spot[]} */
  get scene() {
    if (this.#scene) return this.#scene;
    /** @type {Node[]} */
    const later = [];
    /** @type {Node} */
    let known = this;
    while (!known.#scene && known.parent) {
      later.push(known);
      known = known.parent;
    }
    const scene = [...(known.#scene ?? [])];
    for (const node of later.reverse()) {
      for (const [cell, label, tint] of node.changes) scene[cell] = { label, tint };
      if (node.depth % KEPT === 0) node.#scene = [...scene];
    }
    return scene;
  }

  /** @param {string} text */
  child(text) {
    return this.children.find((child) => child.text === text);
  }

  /**
   * The child by a move, which is added where it is not there yet.
   * @param {Frame} move
   * @param {boolean} [isKept]
   */
  grow(move, isKept = false) {
    const known = this.child(move.text);
    if (known) return known;
    const made = new Node(this, move);
    made.isKept = isKept;
    this.children.push(made);
    return made;
  }

  /** This one and then whatever was visited last, or comes first. */
  get line() {
    const line = this.way;
    const after = (/** @type {Node} */ node) => node.next ?? node.children.find(({ isKept }) => !isKept);
    for (let node = after(this); node; node = after(node)) line.push(node);
    return line;
  }

  /** Notes at all nodes above that they lead here. */
  visit() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      node.isKept = false;
      node.parent.next = node;
    }
  }

  /** Makes the way here the main line. */
  promote() {
    for (let node = /** @type {Node} */ (this); node.parent; node = node.parent) {
      const { children } = node.parent;
      children.splice(children.indexOf(node), 1);
      children.unshift(node);
    }
  }

  /** Takes this node and all after it away. */
  remove() {
    const { parent } = this;
    if (!parent) return;
    parent.children.splice(parent.children.indexOf(this), 1);
    if (parent.next === this) parent.next = null;
  }
}
