// A lesson as text, as anybody may write it (docs/lessons.md), and as a link.

import { letters, through, unlettered } from "./packing.js";
import { read as readTree } from "./treetext.js";

/** @typedef {"move"|"win"|"shortest"|"number"|"yes or no"} Ask */
/**
 * A chapter: a position, what is drawn on it, what is said, what is asked, what is said of moves, and what a pupil may see after a wrong one.
 * @typedef {{title: string, puzzle: string, moves: string[], draw: string, texts: string[], ask: Ask|null, tree: import("./treetext.js").Branch|null, allow: Set<string>, line: number}} Chapter
 */
/** @typedef {{title: string, chapters: Chapter[], text: string}} Lesson */
/** A part of a paragraph. @typedef {{kind: "text", words: string}|{kind: "strong", words: string}|{kind: "link", words: string, to: string}|{kind: "number", of: string}} Part */

const HEAD = "saltus lesson 1";
const CHAPTERS = 50;
/** Characters of a lesson, and of a link. */
const ROOM = 200_000;
export const LINK = 3_000;

/** @type {Ask[]} */
const ASKS = ["move", "win", "shortest", "number", "yes or no"];
const ALLOWED = ["reason", "left"];
const KEYS = ["title", "chapter", "puzzle", "moves", "draw", "text", "ask", "tree", "allow"];

/** @param {number} line @param {string} why @returns {never} */
const wrong = (line, why) => {
  throw new Error(`line ${line}: ${why}`);
};

/**
 * Reads a lesson. Throws one sentence with the number of the line.
 * @param {string} text
 * @returns {Lesson}
 */
export function read(text) {
  if (text.length > ROOM) wrong(1, `a lesson has at most ${ROOM} characters, and this one has ${text.length}`);
  const [head = "", ...lines] = text.replace(/\r\n?/g, "\n").split("\n");
  if (head.trim() !== HEAD) wrong(1, `a lesson begins with "${HEAD}"`);
  /** @type {Lesson} */
  const lesson = { title: "", chapters: [], text };
  statements(lines).forEach(({ line, key, words }) => {
    if (!KEYS.includes(key)) wrong(line, `"${key}:" is no part of a lesson; there are ${KEYS.join(", ")}`);
    const chapter = lesson.chapters[lesson.chapters.length - 1];
    if (key === "title") lesson.title = words;
    else if (key === "chapter") {
      if (lesson.chapters.length === CHAPTERS) wrong(line, `a lesson has at most ${CHAPTERS} chapters`);
      lesson.chapters.push({ title: words, puzzle: chapter?.puzzle ?? "", moves: [], draw: "", texts: [], ask: null, tree: null, allow: new Set(["reason"]), line });
    } else if (!chapter) wrong(line, `"${key}:" stands before the first "chapter:"`);
    else set(chapter, key, words, line);
  });
  if (lesson.chapters.length === 0) wrong(lines.length + 1, "a lesson has at least one chapter");
  for (const { puzzle, line } of lesson.chapters) if (puzzle === "") wrong(line, "this chapter has no puzzle, nor has one before it");
  return lesson;
}

/** Lines that begin with a blank go on with the statement before; empty ones and those that begin with // say nothing. @param {string[]} lines */
function statements(lines) {
  /** @type {{line: number, key: string, words: string}[]} */
  const found = [];
  lines.forEach((text, index) => {
    const last = found[found.length - 1];
    if (text.trim() === "" || text.startsWith("//")) return;
    if (/^\s/.test(text) && last) return void (last.words += ` ${text.trim()}`);
    const [, key, words] = text.match(/^([a-z]+):\s*(.*?)\s*$/) ?? wrong(index + 2, `"${text.slice(0, 30)}" has no "text:" or another such word before it`);
    found.push({ line: index + 2, key, words });
  });
  return found;
}

/** @param {Chapter} chapter @param {string} key @param {string} words @param {number} line */
function set(chapter, key, words, line) {
  if (key === "puzzle") chapter.puzzle = words;
  else if (key === "moves") chapter.moves = words.split(/[\s,]+/).filter(Boolean);
  else if (key === "draw") chapter.draw = words;
  else if (key === "text") chapter.texts.push(words);
  else if (key === "ask") {
    const ask = ASKS.find((one) => one === words) ?? wrong(line, `"${words}" is no question; there are ${ASKS.join(", ")}`);
    chapter.ask = ask;
  } else if (key === "tree") {
    try {
      chapter.tree = readTree(words);
    } catch (error) {
      wrong(line, error instanceof Error ? error.message : String(error));
    }
  } else {
    const all = words.split(/[\s,]+/).filter((word) => word !== "" && word !== "nothing");
    const other = all.find((word) => !ALLOWED.includes(word));
    if (other) wrong(line, `"${other}" cannot be allowed after a wrong move; there are ${ALLOWED.join(", ")} and nothing`);
    chapter.allow = new Set(all);
  }
}

/**
 * The parts of a paragraph: **strong**, [a link](https://..), {a number that is asked of the board}.
 * @param {string} text
 * @returns {Part[]}
 */
export function partsOf(text) {
  return text.split(/(\*\*[^*]+\*\*|\[[^\]]+\]\(https:\/\/[^\s)]+\)|\{[^{}]*\})/).filter(Boolean).map((part) => {
    const [, words, to] = part.match(/^\[([^\]]+)\]\((https:\/\/[^\s)]+)\)$/) ?? [];
    if (to) return { kind: "link", words, to };
    if (/^\{.*\}$/.test(part)) return { kind: "number", of: part.slice(1, -1).trim() };
    return /^\*\*.*\*\*$/.test(part) ? { kind: "strong", words: part.slice(2, -2) } : { kind: "text", words: part };
  });
}

/** A lesson as what stands behind #s= in a link: deflated, in base64url. @param {string} text */
export async function packed(text) {
  return letters(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
}

/** The lesson of a link. @param {string} word */
export async function unpacked(word) {
  if (word.length > LINK) throw new Error(`A link holds a lesson of at most ${LINK} signs, and this one has ${word.length}.`);
  try {
    return new TextDecoder().decode(await through(unlettered(word), new DecompressionStream("deflate-raw")));
  } catch {
    throw new Error("This link holds no lesson. It may have lost its end on the way.");
  }
}
