// What is known of each position of the tree. Answers come from the engine; bounds follow from those of the positions before and after.

import * as api from "./api.js";
import { Latest } from "./latest.js";
import { Listened } from "./listened.js";

/** @typedef {import("./tree.js").Node} Node */
/**
 * What is known of a position. `lower` and `upper` bound what is left to do: moves to the goal, what they
 * cost where that is less than 1 for some (`isPaid`), or the pieces that stay. `play` comes to `upper`; none where no such play is known.
 * @typedef {{isOver: boolean, isLost: boolean, lower: number|null, upper: number|null, play: string[]|null, hint: api.Hint|null, isAsked: boolean, isPaid: boolean}} Known
 */
/** A play that was found, and the number that it comes to. @typedef {{number: number, moves: string[]}} Found */
/** What a position is: `exact` and `range` can be won. @typedef {"over"|"lost"|"exact"|"range"|"unknown"} Kind */

/** @type {Known & {found: Found|null}} */
const NOTHING = { isOver: false, isLost: false, lower: null, upper: null, play: null, found: null, hint: null, isAsked: false, isPaid: false };

/** @type {(...bounds: (number|null)[]) => number|null} */
const greatest = (...bounds) => bounds.reduce((best, bound) => (best === null || (bound !== null && bound > best) ? bound : best), null);
/** @type {(...bounds: (number|null)[]) => number|null} */
const least = (...bounds) => bounds.reduce((best, bound) => (best === null || (bound !== null && bound < best) ? bound : best), null);

/** @param {Known} known @returns {Kind} */
export function kindOf({ isOver, isLost, lower, upper }) {
  if (isOver) return "over";
  if (isLost) return "lost";
  if (upper !== null && upper === lower) return "exact";
  return upper !== null || (lower !== null && lower > 0) ? "range" : "unknown";
}

/**
 * How a position stands, in a word or a number: the same wherever it is read.
 * @param {Known} known
 * @param {boolean} isCounted whether pieces are
 */
export function standing(known, isCounted) {
  const { lower, upper } = known;
  const kind = kindOf(known);
  if (kind === "lost") return "lost";
  if (kind === "over" && !isCounted) return "won";
  if (lower !== null && lower === upper) return String(lower);
  return upper !== null ? `${lower ?? 0}–${upper}` : lower ? `${lower}+` : "";
}

/** Listeners are told when more is known. */
export class Judge extends Listened {
  /** What the engine said of positions, by their lines. @type {Map<string, api.Hint>} */
  #hints = new Map();
  /** What searches found, by nodes. @type {WeakMap<Node, {lower: number|null, upper: number|null, isLost: boolean, found: Found|null}>} */
  #searched = new WeakMap();
  #asked = new Latest();
  /** Whether anything is asked. */
  isOn = true;
  /** Whether a play runs by itself: what is known of its positions already is not asked again. */
  isWatching = false;

  /** @param {import("./state.js").Session} session */
  constructor(session) {
    super();
    this.session = session;
    session.on("puzzle", () => {
      this.#hints.clear();
      this.#asked.end();
    });
    session.on("shown", () => {
      this.#asked.end();
      this.tell();
    });
    session.on("position", () => void this.ask());
    session.on("tree", () => this.tell());
  }

  /** Whether a move takes at most one off what is left: not where pieces are counted. */
  get #counts() {
    return this.session.pieces === null;
  }

  /**
   * The first node of the way to this one from which no play leads to the goal.
   * @param {Node} node
   */
  lostSince(node) {
    return node.way.find((before) => this.#own(before).isLost);
  }

  /**
   * What is known of a node, from itself and its neighbours on the tree.
   * @param {Node} node
   * @returns {Known}
   */
  of(node) {
    const own = this.#own(node);
    const { way } = node;
    let { lower, upper, isLost, found } = own;
    // From above: a position is as far as its parent says, less one; a lost one stays lost.
    for (const before of way.slice(0, -1)) {
      const above = this.#own(before);
      const steps = node.depth - before.depth;
      isLost ||= above.isLost;
      if (above.lower !== null) lower = greatest(lower, this.#counts ? Math.max(above.lower - steps, 0) : above.lower);
      const rest = above.found;
      if (rest && way.slice(before.depth + 1).every(({ text }, index) => rest.moves[index] === text)) {
        // Where moves have costs, one of the play may have cost nothing.
        found = better(found, { number: this.#counts && !above.isPaid ? rest.number - steps : rest.number, moves: rest.moves.slice(steps) });
      }
    }
    // From below: what was won from there is won from here.
    const line = node.line.slice(node.depth + 1);
    line.forEach((after, index) => {
      const below = this.#own(after);
      const steps = this.#counts ? index + 1 : 0;
      if (below.upper !== null) upper = least(upper, below.upper + steps);
      if (below.found) found = better(found, { number: below.found.number + steps, moves: [...line.slice(0, index + 1).map(({ text }) => text), ...below.found.moves] });
    });
    if (found) upper = least(upper, found.number);
    // A range never contradicts itself: what was found by play is a fact.
    if (lower !== null && upper !== null && lower > upper) lower = upper;
    // A play that is worse than what is known to be possible is none to show.
    return { ...own, lower, upper, isLost: isLost && !own.isOver, play: found && found.number === upper ? found.moves : null };
  }

  /** @param {Node} node @returns {Omit<Known, "play"> & {found: Found|null}} */
  #own(node) {
    const { position } = node;
    if (position?.over) {
      const rest = this.#counts ? 0 : (position.left ?? 0);
      return { ...NOTHING, isOver: true, lower: rest, upper: rest, found: { number: rest, moves: [] } };
    }
    const hint = position ? this.#hints.get(position.line) : undefined;
    const known = hint?.known ?? null;
    const searched = this.#searched.get(node);
    return {
      isOver: false,
      isLost: hint?.status === "unsolvable" || (searched?.isLost ?? false),
      lower: greatest(hint?.lower ?? null, known?.lower ?? null, searched?.lower ?? null),
      upper: least(hint?.upper ?? null, known?.length ?? null, searched?.upper ?? null),
      found: better(searched?.found ?? null, known && { number: known.length, moves: known.moves }),
      hint: hint ?? null,
      isAsked: hint !== undefined,
      isPaid: typeof hint?.cost === "number",
    };
  }

  /**
   * Takes what a search found.
   * @param {Node} node
   * @param {{lower?: number|null, upper?: number|null, isLost?: boolean, play?: string[]|null}} result `play` comes to `upper`
   */
  take(node, { lower = null, upper = null, isLost = false, play = null }) {
    const before = this.#searched.get(node);
    this.#searched.set(node, {
      lower: greatest(before?.lower ?? null, lower),
      upper: least(before?.upper ?? null, upper),
      isLost: isLost || (before?.isLost ?? false),
      found: better(before?.found ?? null, play && upper !== null ? { number: upper, moves: play } : null),
    });
    this.tell();
  }

  /**
   * Asks about positions one after the other, those that are not known yet.
   * @param {Node[]} nodes
   * @param {AbortSignal} [signal]
   */
  async fill(nodes, signal) {
    for (const node of nodes) {
      if (!this.isOn || signal?.aborted || node.position?.over || node.root !== this.session.root) continue;
      node.position ??= await api.play(this.session.start, node.way.slice(1).map(({ text }) => text));
      const { line, over } = node.position;
      if (over || this.#hints.has(line)) continue;
      try {
        this.#hints.set(line, await api.hint(line, signal));
      } catch (error) {
        if (signal?.aborted || error instanceof api.Refusal) return;
        throw error;
      }
      this.tell();
    }
  }

  /**
   * Goes back to where a position could be won.
   * @param {Node[]} nodes from the last one back
   * @param {AbortSignal} signal
   */
  async #trace(nodes, signal) {
    for (const node of nodes) {
      await this.fill([node], signal);
      if (!this.of(node).isLost) return;
    }
  }

  /** Asks about the position shown, unless its answer is known already. */
  async ask() {
    const { node, position } = this.session;
    this.tell();
    if (!this.isOn || !position || (this.isWatching && ["exact", "lost"].includes(kindOf(this.of(node))))) return;
    const signal = this.#asked.begin();
    if (position.over || this.#hints.has(position.line)) return this.fill([this.session.root], signal);
    try {
      const hint = await api.hint(position.line, signal);
      this.#hints.set(position.line, hint);
      if (signal.aborted || this.session.node !== node) return;
      this.tell();
      // Since when it is lost, and what can be reached from the start.
      const { way } = node;
      if (hint.status === "unsolvable") await this.#trace(way.slice(0, -1).reverse(), signal);
      await this.fill([way[0]], signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof api.Refusal)) throw error;
    }
  }
}

/** The play that comes to less. @type {(one: Found|null, other: Found|null) => Found|null} */
const better = (one, other) => (one && (!other || one.number <= other.number) ? one : other);
