// What the page asks, and what comes back. Nothing else in the page knows the engine.

import { check as checked } from "./checker.js";
import { start } from "./engine.js";
import { MEDIA, answered } from "./refused.js";

export { Refusal } from "./refused.js";

/**
 * @typedef {"vacant"|"dark"|"light"|"plain"|"red"|"blue"|"yellow"|"green"|"purple"|"orange"|"teal"|"pink"|"brown"|"lime"|"sky"|"grey"|"absent"} Tint
 */
/** What stands on a cell. @typedef {{label: string, tint: Tint}} Spot */
/**
 * What a family says of its puzzle: name, goal and rule; what is chosen to make a move; how it looks. `stuck` has reasons why pieces cannot move: of
 * those with a label (empty: of all) from which so many cells at least and at most lead to the gap, to the left below 0. `random` begins a line that
 * a number ends.
 * @typedef {import("./looks.js").Look & {name: string, goal: string, rule: string, act: string, stuck: [string, [number, number], string][],
 *   random: string|null}} Told
 */
/**
 * What does not change in play; places in thousandths of the distance between neighbours, right and down.
 * @typedef {{cells: "square"|"hollow"|"framed"|"hole", pieces: "disc"|"tile"|"peg"|"block", places: [number, number][],
 *   names: string[], links: [number, number][], marked: number[], walls: [number, number][], told: Told|null}} Outline
 */
/** A move and the cells that its piece comes to. @typedef {{text: string, path: number[]}} Choice */
/** A move, and what stands after it on the cells that it changes. @typedef {{text: string, path: number[], changes: [number, string, Tint][]}} Frame */
/**
 * @typedef {{start: string, line: string, outline: Outline, scene: Spot[], frames: Frame[], turn: string|null, over: boolean,
 *   left: number|null, choices: Choice[], palette: Spot[], goal: Spot[]|null, pieces: [string, string]|null}} Play
 */
/** @typedef {{name: string, notation: string, rules: string, examples: string[]}} Family */
/** @typedef {{label: "proved"|"searched"|"claimed", kind: string, assumes: string[], checked: boolean}} Proof */
/** @typedef {{solvable: boolean|null, because: string}} Check */
/** Which cells show why a position is lost, and what is said of them. @typedef {{cells: number[], words: string, title: string, why: string}} Trap */
/** A recorded result for exactly this position. @typedef {{length: number, lower: number, proved: boolean, source: string, moves: string[]}} Recorded */
/**
 * How far it is from a position. `lower` and `upper` bound what is left: moves, or pieces where these count.
 * @typedef {{status: "solved"|"unsolvable"|"gave-up"|"over", length: number|null, value: number|null, cost: number|null, optimal: boolean,
 *   lower: number|null, upper: number|null, best: string[], proof: Proof|null, because?: string|null, trap: Trap|null, known: Recorded|null}} Hint
 */
/** A move and what is left after it. @typedef {Choice & {status: "best"|"won"|"lost"|"unsettled", length: number|null, lower: number|null}} Ranked */
/** @typedef {{lower: number|null, upper: number|null, moves: Ranked[]}} Ranking */
/**
 * A position on the map; `moves` lead to it from its `parents`.
 * @typedef {{id: number, level: number, line: string, scene: Spot[], status: "won"|"lost"|"stuck"|"goal"|"unknown", left: number|null, here: boolean,
 *   parents: number[], moves: string[], more: number}} MapNode
 */
/** @typedef {{total: number|null, winnable: number|null, by: [number, number][]|null, nodes: MapNode[]}} Around */
/** What the independent checker says of a certificate. @typedef {{verified: boolean, told: string, claim: string|null, theorems: string[], what: string[], why: string|null, because: string|null, where: "tab"|"server"}} Checked */
/**
 * The record of `saltus solve --format json`.
 * @typedef {{puzzle: string, status: "solved"|"unsolvable"|"gave-up", length?: number, value?: number, cost?: number, optimal?: boolean,
 *   lower?: number, moves?: string[], because?: string, solver?: string, proof?: Proof, limit?: string}} Answer
 */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {{subject: string, text: string, fact: object}} Fact */
/** A mistake and its place, from 1; column 0 where it concerns the whole text. @typedef {{line: number, column: number, why: string, shown: string}} Mistake */
/** What a definition says; its warnings are of what cannot be meant. @typedef {{line: string, title: string|null, told: string, warnings: Mistake[]}|{mistake: Mistake}} Understood */
/** @typedef {{name: string, title: string, text: string}} Classic */

/** What answers this page. */
export const engine = start();

/** @param {Uint8Array} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/**
 * An answer; what is refused is thrown.
 * @param {string} name
 * @param {object} [request]
 * @param {import("./engine.js").Options} [options]
 */
const asked = async (name, request = {}, options = {}) => answered(await (await engine).call(name, request, options));

/** @type {(name: string, request?: object, signal?: AbortSignal) => Promise<any>} */
const json = async (name, request, signal) => JSON.parse(text((await asked(name, request, { signal })).bytes));

/** @type {() => Promise<Family[]>} */
export const families = () => json("families");

/** @type {() => Promise<Classic[]>} */
export const classics = () => json("classics");

/** All recorded results. @type {() => Promise<(Recorded & {line: string})[]>} */
export const known = () => json("known");

/** @type {(text: string) => Promise<Understood>} */
export const definition = (text) => json("definition", { text });

/** @type {(line: string, moves?: string[]) => Promise<Play>} */
export const play = (line, moves = []) => json("play", { line, moves });

/** @type {(line: string, labels: string[], turn: string|null) => Promise<{line: string}>} */
export const arrange = (line, labels, turn) => json("arrange", { line, labels, turn });

/** @type {(line: string, signal?: AbortSignal) => Promise<Fact[]>} */
export const explain = (line, signal) => json("explain", { line }, signal);

/** @type {(line: string, signal?: AbortSignal) => Promise<Check>} */
export const solvable = (line, signal) => json("solvable", { line }, signal);

/** @type {(line: string, signal?: AbortSignal) => Promise<Hint>} */
export const hint = (line, signal) => json("hint", { line }, signal);

/** @type {(line: string, signal?: AbortSignal) => Promise<Ranking>} */
export const rank = (line, signal) => json("rank", { line }, signal);

/** @type {(line: string, moves: string[], signal?: AbortSignal) => Promise<Around>} */
export const around = (line, moves, signal) => json("around", { line, moves }, signal);

/**
 * A reply as it is, to be kept as a file.
 * @param {string} name
 * @param {object} request
 */
export async function file(name, request) {
  const { kind, bytes } = await asked(name, request);
  return new Blob([bytes], { type: MEDIA[kind] });
}

/** @type {(line: string, signal?: AbortSignal) => Promise<string>} */
export const graph = async (line, signal) => text((await asked("graph", { line }, { signal })).bytes);

/**
 * What a search with a name expanded; `because` says why it found no play.
 * @typedef {{search: string, length: number|null, expanded: number, because: string|null}} Searched
 */
/** How searches look at a position, and charts of it; only a server knows them. @type {(line: string, signal?: AbortSignal) => Promise<{searches: Searched[], pictures: string[]}>} */
export const trace = (line, signal) => json("trace", { line }, signal);

/** A text as a picture that a telephone reads, as SVG. @param {string} content */
export const qr = async (content) => text((await asked("qr", { text: content })).bytes);

/**
 * New puzzles of a material, also as a lesson; `because` says why there are fewer than were wanted.
 * @type {(wanted: {line: string, length?: string, unique_first?: boolean, count?: number, seed?: number}, signal?: AbortSignal) =>
 *   Promise<{seed: number, puzzles: {line: string, length: number}[], because: string|null, lesson: string}>}
 */
export const made = (wanted, signal) => json("new", wanted, signal);

/** A lesson as pages to be printed, each as SVG, those with the answers last. @type {(lesson: string, link: string|null, signal?: AbortSignal) => Promise<string[]>} */
export const sheet = async (lesson, link, signal) => (await json("sheet", { lesson, link }, signal)).pages;

/** The proof of the answer. @type {(line: string, signal?: AbortSignal, progress?: (now: Progress) => void) => Promise<Uint8Array>} */
export const certificate = async (line, signal, progress) => (await asked("certificate", { line }, { signal, progress })).bytes;

/**
 * What the independent checker says of a proof: its own module, or the server where that has none.
 * @param {Uint8Array} bytes
 * @param {AbortSignal} [signal]
 * @returns {Promise<Checked>}
 */
export async function check(bytes, signal) {
  if (!document.querySelector('meta[name="saltus-checker"][content="server"]')) return { ...(await checked(bytes, signal)), where: "tab" };
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return { ...(await json("check", { certificate: btoa(letters) }, signal)), where: "server" };
}

/**
 * Solves in the background until it is answered or closed.
 * @param {string} line
 * @param {{progress: (now: Progress) => void, answer: (answer: Answer) => void, failed: (sentence: string) => void}} listener
 * @returns {() => void} what ends it
 */
export function solve(line, listener) {
  const stop = new AbortController();
  const { signal } = stop;
  const told = asked("solve", { line }, { signal, progress: (now) => signal.aborted || listener.progress(now) });
  told.then(
    ({ bytes }) => signal.aborted || listener.answer(JSON.parse(text(bytes))),
    (error) => signal.aborted || listener.failed(error.message),
  );
  return () => stop.abort();
}

/**
 * The moves of a solution; none where none was found.
 * @param {string} line
 * @returns {Promise<string[]|null>}
 */
export const solution = (line) => new Promise((done) => solve(line, { progress: () => {}, answer: ({ moves }) => done(moves ?? null), failed: () => done(null) }));
