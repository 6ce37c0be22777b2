// One repair for a mistake: the name that was meant, where what the engine says names one that is near.

/** @typedef {import("./api.js").Mistake} Mistake */

/** Names that differ in more places are not meant. */
const NEAR = 2;

/**
 * In how many places two words differ: a letter more, less or other, or two neighbours exchanged.
 * @param {string} a
 * @param {string} b
 */
export function differences(a, b) {
  /** @type {number[][]} */
  const table = [];
  for (let i = 0; i <= a.length; i++) {
    table.push([i]);
    for (let j = 1; j <= b.length; j++) {
      if (i === 0) {
        table[0].push(j);
        continue;
      }
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, table[i - 2][j - 2] + 1);
      table[i].push(least);
    }
  }
  return table[a.length][b.length];
}

/** The pieces that a board's text shows. @param {string} text */
function piecesOf(text) {
  const body = text.match(/^(?:board|start)[^:]*:([\s\S]*?)(?=^[a-z]+[^\n]*:|(?![\s\S]))/m)?.[1] ?? "";
  const signs = body.replace(/^#.*$|\/\/.*$/gm, "").match(/[^\s.#?|]/gu) ?? [];
  return [...new Set(signs)];
}

/**
 * A mistake in words: what is wrong, and what more there is to say of it.
 * @param {string} text
 * @param {string} why
 * @returns {string[]}
 */
export function plainly(text, why) {
  const unknown = why.match(/^"([^"]+)" is no piece/)?.[1];
  const pieces = piecesOf(text);
  if (unknown && pieces.length > 0) return [`No piece is called ${unknown}`, `The board has ${pieces.length === 1 ? "only " : ""}${pieces.join(", ").replace(/, ([^,]*)$/, " and $1")}`];
  return why.replace(/"([^"]*)"|`([^`]*)`/g, "“$1$2”").split(/; (.*)/s).filter(Boolean);
}

/**
 * The word that is wrong and the one that is meant; nothing where none is clearly meant.
 * @param {string} text
 * @param {Mistake} mistake
 * @returns {{wrong: string, right: string}|null}
 */
export function repairOf(text, { line, column, why }) {
  const wrong = why.match(/^"([^"]+)"/)?.[1];
  if (!wrong || column === 0 || !text.split("\n")[line - 1]?.startsWith(wrong, column - 1)) return null;
  if (/is no piece/.test(why)) {
    const pieces = piecesOf(text);
    const alike = pieces.filter((piece) => piece.toLowerCase() === wrong.toLowerCase());
    const [right] = pieces.length === 1 ? pieces : alike;
    return right ? { wrong, right } : null;
  }
  const names = why.match(/there (?:is|are):? (.*)$/)?.[1].split(/, (?:and )?(?:the words? )?| and /) ?? [];
  const near = names.map((right) => ({ right, far: differences(wrong, right) })).filter(({ right, far }) => far <= Math.min(NEAR, right.length - 1));
  near.sort((one, other) => one.far - other.far);
  return near.length === 1 || (near.length > 1 && near[0].far < near[1].far) ? { wrong, right: near[0].right } : null;
}
