// What the page asks, and what comes back. Nothing else in the page knows the engine.

import { check as checked } from "./checker.js";
import { start } from "./engine.js";
import { MEDIA, answered } from "./refused.js";

export { Refusal } from "./refused.js";

/** @typedef {import("../types.js").Requests} Requests */
/** @typedef {import("../types.js").Replies} Replies */
/**
 * What the page is told: its boards are so small that no number is a text.
 * @template T
 * @typedef {[number] extends [T] ? Exclude<T, string> : T extends object ? {[K in keyof T]: Small<T[K]>} : T} Small
 */
/** @typedef {import("../types.js").Tint} Tint */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./looks.js").Look & Omit<import("../types.js").Told, keyof import("./looks.js").Look>} Told */
/** @typedef {Omit<import("../types.js").Outline, "told"> & {told: Told|null}} Outline */
/** @typedef {import("../types.js").Choice} Choice */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {Omit<import("../types.js").Play, "outline"> & {outline: Outline}} Play */
/** @typedef {import("../types.js").Family} Family */
/** @typedef {import("../types.js").Proof} Proof */
/** @typedef {import("../types.js").Obstruction} Trap */
/** @typedef {import("../types.js").Here} Recorded */
/** @typedef {Small<import("../types.js").Hint>} Hint */
/** @typedef {Small<import("../types.js").Ranked>} Ranked */
/** @typedef {Small<import("../types.js").Ranking>} Ranking */
/** @typedef {Small<import("../types.js").Near>} MapNode */
/** @typedef {Small<import("../types.js").Around>} Around */
/** What the independent checker says of a certificate, and where it ran. @typedef {import("../types.js").Checked & {where: "tab"|"server"}} Checked */
/** @typedef {Small<import("../types.js").SolveRecord>} Answer */
/** @typedef {import("./engine.js").Progress} Progress */
/** @typedef {import("../types.js").Mistake} Mistake */
/** @typedef {import("../types.js").Understood} Understood */
/** @typedef {import("../types.js").Classic} Classic */

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

/**
 * An answer as a value.
 * @template {keyof Requests} Name
 * @param {Name} name
 * @param {Requests[Name]} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Small<Replies[Name]>>}
 */
const json = async (name, request, signal) => JSON.parse(text((await asked(name, request, { signal })).bytes));

export const families = () => json("families", {});

export const classics = () => json("classics", {});

/** All recorded results. */
export const known = () => json("known", {});

/** @param {string} text */
export const definition = (text) => json("definition", { text });

/** @type {(line: string, moves?: string[]) => Promise<Play>} */
export const play = async (line, moves = []) => /** @type {Play} */ (await json("play", { line, moves }));

/** @param {string} line @param {string[]} labels @param {string|null} turn */
export const arrange = (line, labels, turn) => json("arrange", { line, labels, turn });

/** @param {string} line @param {AbortSignal} [signal] */
export const explain = (line, signal) => json("explain", { line }, signal);

/** @param {string} line @param {AbortSignal} [signal] */
export const solvable = (line, signal) => json("solvable", { line }, signal);

/** @param {string} line @param {AbortSignal} [signal] */
export const hint = (line, signal) => json("hint", { line }, signal);

/** @param {string} line @param {AbortSignal} [signal] */
export const rank = (line, signal) => json("rank", { line }, signal);

/** @param {string} line @param {string[]} moves @param {AbortSignal} [signal] */
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

/** @typedef {import("../types.js").Search} Searched */
/** How searches look at a position, and charts of it. @param {string} line @param {AbortSignal} [signal] */
export const trace = (line, signal) => json("trace", { line }, signal);

/** A text as a picture that a telephone reads, as SVG. @param {string} content */
export const qr = async (content) => text((await asked("qr", { text: content })).bytes);

/** New puzzles of a material, also as a lesson. @param {Requests["new"]} wanted @param {AbortSignal} [signal] */
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
