// A tree of moves as text: moves in their order, and before a move, in parentheses, what was tried in its place. Behind a move stand its name, with a
// colon before it, and what is said of it, both in quotation marks: 3-4 (2-3 :"My first try" 1-2) 5-3 "Now the frog has to come." What is said of the start
// comes first.

/** A move and what follows it; the first child goes on with the main line. @typedef {{text: string, name: string, comment: string, children: Branch[]}} Branch */

/** Parentheses in parentheses. */
const DEPTH = 100;

const SIGNS = /[%"(): ]/g;
/** A move as it is written. @param {string} text */
const written = (text) => text.replace(SIGNS, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

/** @param {Branch} branch */
const one = ({ text, name, comment }) => [written(text), name && `:${JSON.stringify(name)}`, comment && JSON.stringify(comment)].filter(Boolean).join(" ");

/**
 * All that follows a node.
 * @param {Branch} node
 * @returns {string}
 */
export function write(node) {
  /** @type {string[]} */
  const words = node.text === "" && node.comment ? [JSON.stringify(node.comment)] : [];
  for (let at = /** @type {Branch|undefined} */ (node); at; at = at.children[0]) {
    const [main, ...others] = at.children;
    for (const other of others) words.push(`(${[one(other), write(other)].filter(Boolean).join(" ")})`);
    if (main) words.push(one(main));
  }
  return words.join(" ");
}

const TOKEN = /\s*(?:(\()|(\))|(:?)("(?:[^"\\]|\\.)*")|([^\s"()]+))/y;

/**
 * The tree that a text writes: a root without a move.
 * @param {string} text
 * @returns {Branch}
 */
export function read(text) {
  /** @type {(move: string) => Branch} */
  const made = (move) => ({ text: move, name: "", comment: "", children: [] });
  const root = made("");
  /** Where a line goes on, and what waits for the main move of its last position. @type {{at: Branch, others: Branch[]}[]} */
  const open = [{ at: root, others: [] }];
  let isNew = false;
  const close = () => {
    const { at, others } = open[open.length - 1];
    at.children.push(...others.splice(0));
  };
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`a tree of moves has ${JSON.stringify(text.slice(from, from + 12).trim())} where a move is to stand`);
    const [, opens, closes, colon, words, move] = found;
    const line = open[open.length - 1];
    if (opens) {
      if (open.length > DEPTH) throw new Error(`a tree of moves has more than ${DEPTH} parentheses in one another`);
      const branch = made("");
      open.push({ at: branch, others: [] });
      isNew = true;
    } else if (closes) {
      if (open.length < 2 || isNew) throw new Error("a tree of moves has a parenthesis without a move");
      close();
      open.pop();
    } else if (words) {
      if (!line.at.text && (colon || open.length > 1)) throw new Error("a tree of moves has words where a move is to stand");
      line.at[colon ? "name" : "comment"] = JSON.parse(words);
    } else {
      const text = decodeURIComponent(move);
      if (isNew) {
        line.at.text = text;
        open[open.length - 2].others.push(line.at);
        isNew = false;
        continue;
      }
      const next = made(text);
      line.at.children.push(next);
      close();
      line.at = next;
    }
  }
  if (open.length > 1) throw new Error("a tree of moves has a parenthesis that does not end");
  close();
  return root;
}

/**
 * The moves to each end of a tree, the main line first.
 * @param {Branch} root
 * @returns {string[][]}
 */
export function ends(root) {
  /** @type {string[][]} */
  const found = [];
  /** @type {{node: Branch, way: string[]}[]} */
  const open = [{ node: root, way: [] }];
  for (let next = open.shift(); next; next = open.shift()) {
    let { node } = next;
    const way = [...next.way];
    for (;;) {
      const [main, ...others] = node.children;
      open.push(...others.map((other) => ({ node: other, way: [...way, other.text] })));
      if (!main) break;
      way.push(main.text);
      node = main;
    }
    if (way.length > 0) found.push(way);
  }
  return found;
}
