// What the engine has said before of the first positions of a board: a book, made with the site.

/** @typedef {import("./api.js").Play} Play */
/**
 * A position: its moves with the cells they go over, what they change and the position that they lead to; `null` where the book ends.
 * @typedef {Pick<Play, "line"|"turn"|"over"|"left"> & {moves: [string, number[], [number, string, import("./api.js").Tint][], number|null][], hint?: object}} Entry
 */
/** @typedef {{asked: string, root: Pick<Play, "start"|"outline"|"palette"|"goal"|"pieces"|"scene">, positions: Entry[]}} Contents */

export class Book {
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

/** The books that stand in the page. @returns {Contents[]} */
export const own = () => Array.from(document.querySelectorAll("script.book"), (book) => JSON.parse(book.textContent ?? ""));
