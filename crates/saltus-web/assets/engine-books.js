// What a site's books say is answered at once, until the module is there, and after.

import { Book, own } from "./book.js";
import { isCarried } from "./carried.js";
import { PUZZLES } from "./puzzles.js";

/** @typedef {import("./engine.js").Engine} Engine */

/** @implements {Engine} */
export class BookEngine {
  /** @type {Book[]} */
  #books;

  /** Books that were asked for, by their places. @type {Map<string, Promise<void>>} */
  #asked = new Map();

  /**
   * @param {Engine & {isReady?: boolean}} engine what answers all else
   * @param {import("./book.js").Contents[]} books
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

/** Where the books on the boards of the gallery lie, by their lines. */
const places = () => new Map(PUZZLES.flatMap(({ levels }) => levels).map(({ line }, number) => [line, `book/${number}.json`]));

/** An engine with the books of a site: that on the board which the page opens with is in the page, next to it are those on the boards of the gallery. @param {Engine} engine */
export function withBooks(engine) {
  const isSite = !isCarried && document.querySelector('meta[name="saltus-modules"]') !== null;
  const known = isSite ? places() : new Map();
  return new BookEngine(engine, own(), (line) => {
    const place = known.get(line);
    return place === undefined ? null : new URL(place, import.meta.url);
  });
}
