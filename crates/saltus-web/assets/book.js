// What the engine has said before: a book of first positions, made with the site, answers until the module is there, and after.

import { isCarried } from "./carried.js";
import { PUZZLES } from "./puzzles.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./api.js").Play} Play */
/**
 * A position: its moves with the cells they go over, what they change and the position that they lead to; `null` where the book ends.
 * @typedef {Pick<Play, "line"|"turn"|"over"|"left"> & {moves: [string, number[], [number, string, import("./api.js").Tint][], number|null][], hint?: object}} Entry
 */
/** @typedef {{asked: string, root: Pick<Play, "start"|"outline"|"palette"|"goal"|"pieces"|"scene">, positions: Entry[]}} Contents */

/** A book that is open. */
class Book {
  /** The positions by their lines. @type {Map<string, number>} */
  #numbers;
  /** What stands on the cells in each. @type {import("./api.js").Spot[][]} */
  #scenes;

  /** @param {Contents} contents */
  constructor(contents) {
    this.contents = contents;
    const { asked, root, positions } = contents;
    this.#numbers = new Map([...positions.map(({ line }, number) => /** @type {[string, number]} */ ([line, number])), [asked, 0], [root.start, 0]]);
    this.#scenes = [root.scene];
    positions.forEach(({ moves }, number) => {
      for (const [, , changes, to] of moves) {
        if (to === null || this.#scenes[to]) continue;
        this.#scenes[to] = [...this.#scenes[number]];
        for (const [cell, label, tint] of changes) this.#scenes[to][cell] = { label, tint };
      }
    });
  }

  /**
   * The answer to `play`.
   * @param {string} line
   * @param {string[]} moves
   * @returns {Play|null}
   */
  play(line, moves) {
    const first = this.#numbers.get(line);
    if (first === undefined) return null;
    const { root, positions } = this.contents;
    let at = first;
    const frames = [];
    for (const text of moves) {
      /** @type {Entry["moves"][number]|undefined} */
      const move = positions[at].moves.find(([own]) => own === text);
      if (!move || move[3] === null) return null;
      const [, path, changes, to] = move;
      frames.push({ text, path, changes });
      at = to;
    }
    const { line: here, turn, over, left } = positions[at];
    const choices = positions[at].moves.map(([text, path]) => ({ text, path }));
    return { ...root, start: first === 0 ? root.start : positions[first].line, scene: this.#scenes[first], frames, line: here, turn, over, left, choices };
  }

  /** The answer to `hint`. @param {string} line */
  hint(line) {
    const number = this.#numbers.get(line);
    return number === undefined ? null : (this.contents.positions[number].hint ?? null);
  }
}

/** @implements {Engine} */
export class BookEngine {
  /** @type {Book[]} */
  #books;

  /** Books that were asked for, by their places. @type {Map<string, Promise<void>>} */
  #asked = new Map();

  /**
   * @param {Engine & {isReady?: boolean}} engine what answers all else
   * @param {Contents[]} books
   * @param {(line: string) => URL|null} place where a book on a line lies
   */
  constructor(engine, books, place = () => null) {
    this.engine = engine;
    this.place = place;
    this.#books = books.map((contents) => new Book(contents));
  }

  /** Opens the book on a line, if there is one; what answers all else may be there before. @param {string} line */
  async #fetch(line) {
    const place = this.place(line);
    if (!place) return;
    const fetched = async () => {
      const response = await fetch(place);
      if (response.ok) this.#books.push(new Book(await response.json()));
    };
    if (!this.#asked.has(place.href)) this.#asked.set(place.href, fetched().catch(() => {}));
    await this.#asked.get(place.href);
  }

  get where() {
    return this.engine.where;
  }

  /** @param {string} name @param {any} request */
  #known(name, { line, moves }) {
    for (const book of this.#books) {
      const answer = name === "play" ? book.play(line, moves ?? []) : name === "hint" ? book.hint(line) : null;
      if (answer) return answer;
    }
    return null;
  }

  /** @type {Engine["call"]} */
  async call(name, request, options) {
    let known = this.#known(name, request);
    if (!known && name === "play" && !this.engine.isReady) {
      await this.#fetch(/** @type {any} */ (request).line);
      known = this.#known(name, request);
    }
    if (!known) return this.engine.call(name, request, options);
    options?.signal?.throwIfAborted();
    return { kind: "json", bytes: new TextEncoder().encode(JSON.stringify(known)) };
  }
}

/** Where the books of a site lie, by their lines: those of days are added as they are read. @type {Map<string, string>} */
export const PLACES = new Map(PUZZLES.flatMap(({ levels }) => levels).map(({ line }, number) => [line, `book/${number}.json`]));

/** An engine with the books of a site: in the page is that on the board it opens with, beside it are those on the boards of the gallery and on those of days. @param {Engine} engine */
export function withBooks(engine) {
  /** @type {Contents[]} */
  const own = Array.from(document.querySelectorAll("script.book"), (book) => JSON.parse(book.textContent ?? ""));
  const isSite = !isCarried && document.querySelector('meta[name="saltus-modules"]') !== null;
  return new BookEngine(engine, own, (line) => {
    const place = isSite ? PLACES.get(line) : undefined;
    return place === undefined ? null : new URL(place, import.meta.url);
  });
}
