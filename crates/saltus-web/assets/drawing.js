// What somebody draws on a board, as text: arrow 5-3 best; ring 4 lost; label 3 "just passed" (docs/web.md).

/** What is drawn: along or on these cells, in a tone, with words. @typedef {{kind: "arrow"|"ring"|"label", cells: number[], tone: string, words: string}} Mark */

export const TONES = ["best", "good", "lost"];
/** Marks on one board, and letters of a label. */
const MOST = 40;
export const LETTERS = 40;

/** The parts of a text, a mark each. @param {string} text */
export const items = (text) => [...text.matchAll(/(?:"[^"]*"|[^";])+/g)].map(([item]) => item.trim()).filter(Boolean);

/**
 * The marks that a text names, on the cells of a board.
 * @param {string} text
 * @param {string[]} names of the cells
 * @returns {Mark[]}
 */
export function read(text, names) {
  const all = items(text);
  if (all.length > MOST) throw new Error(`more than ${MOST} marks are drawn`);
  return all.map((item) => {
    const [, kind = "", at = "", words = "", tone = "best"] = item.match(/^(arrow|ring|label)\s+([^\s"]+)(?:\s+"([^"]*)")?(?:\s+([a-z]+))?$/) ?? [];
    if (!kind) throw new Error(`"${item}" is no mark: it is arrow 5-3, ring 4 or label 3 "words", and then best, good or lost`);
    if (!TONES.includes(tone)) throw new Error(`"${tone}" is no tone of a mark: there are ${TONES.join(", ")}`);
    const cells = (kind === "arrow" && !names.includes(at) ? at.split("-") : [at]).map((name) => names.indexOf(name));
    if (cells.includes(-1)) throw new Error(`"${at}" is no place of this board, which has ${names[0]} to ${names[names.length - 1]}`);
    if (kind === "arrow" && cells.length < 2) throw new Error(`"${item}" goes nowhere: an arrow is 5-3`);
    if ((kind === "label") !== (words !== "") || words.length > LETTERS) throw new Error(`"${item}": a label has words, at most ${LETTERS} letters, and nothing else has`);
    return { kind: /** @type {Mark["kind"]} */ (kind), cells, tone, words };
  });
}
