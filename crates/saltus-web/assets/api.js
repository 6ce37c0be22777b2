// The engine's answers, as the page sees them. Nothing else in the page asks for them.

/**
 * @typedef {"vacant"|"dark"|"light"|"plain"|"red"|"blue"|"yellow"|"green"|"purple"|"orange"|"teal"|"pink"|"brown"|"lime"|"sky"|"grey"|"absent"} Tint
 */
/** What stands on a cell. @typedef {{label: string, tint: Tint}} Spot */
/**
 * What does not change in play; places in thousandths of the distance between neighbours, right and down.
 * @typedef {{cells: "square"|"hollow"|"framed"|"hole", pieces: "disc"|"tile"|"peg"|"block", places: [number, number][],
 *   names: string[], links: [number, number][], marked: number[], walls: [number, number][]}} Outline
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
/** What the independent checker says of a certificate. @typedef {{verified: boolean, told: string, claim: string, theorems: string[], what: [string, string][], because: string|null, where: "tab"|"server"}} Checked */
/**
 * The record of `saltus solve --format json`.
 * @typedef {{puzzle: string, status: "solved"|"unsolvable"|"gave-up", length?: number, value?: number, cost?: number, optimal?: boolean,
 *   lower?: number, moves?: string[], because?: string, solver?: string, proof?: Proof, limit?: string}} Answer
 */
/** @typedef {{phase?: string, nodes?: number, fraction?: number|null}} Progress */
/** @typedef {{subject: string, text: string, fact: object}} Fact */
/** A mistake and its place, from 1; column 0 where it concerns the whole text. @typedef {{line: number, column: number, why: string, shown: string}} Mistake */
/** What a definition says. @typedef {{line: string, title: string|null, told: string}|{mistake: Mistake}} Understood */
/** @typedef {{name: string, title: string, text: string}} Classic */

/** A refusal: one sentence, and where it belongs. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {{status?: number, column?: number|null, made?: number|null}} [where]
   */
  constructor(sentence, { status = 0, column = null, made = null } = {}) {
    super(sentence);
    this.status = status;
    /** The character of the line that is wrong, from 1. */
    this.column = column;
    /** How many moves could be made before the wrong one. */
    this.made = made;
  }
}

const TRIES = 4;

/** @param {number} seconds */
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/**
 * Fetches; waits and tries again where the server asks for that.
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<Response>}
 */
async function request(path, options = {}) {
  for (let left = TRIES; ; left--) {
    const response = await fetch(path, options).catch((error) => {
      if (error.name === "AbortError") throw error;
      throw new Refusal("The server does not answer. Is saltus serve still running?");
    });
    if (response.ok) return response;
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || left === 1) throw await refusal(response);
    await pause(Math.min(Number(response.headers.get("Retry-After")) || 1, 5));
  }
}

/** @param {Response} response */
async function refusal(response) {
  const told = await response.json().catch(() => ({}));
  return new Refusal(told.error ?? `The server answered ${response.status}.`, { ...told, status: response.status });
}

/**
 * @param {string} name
 * @param {object} body
 * @param {AbortSignal} [signal]
 */
async function post(name, body, signal) {
  const headers = { "Content-Type": "application/json" };
  const response = await request(`api/${name}`, { method: "POST", headers, body: JSON.stringify(body), signal });
  return response.json();
}

/** @returns {Promise<Family[]>} */
export const families = async () => (await request("api/families")).json();

/** @returns {Promise<Classic[]>} */
export const classics = async () => (await request("api/classics")).json();

/** @type {(text: string) => Promise<Understood>} */
export const definition = (text) => post("definition", { text });

/** @type {(line: string, moves?: string[]) => Promise<Play>} */
export const play = (line, moves = []) => post("play", { line, moves });

/** @type {(line: string, labels: string[], turn: string|null) => Promise<{line: string}>} */
export const arrange = (line, labels, turn) => post("arrange", { line, labels, turn });

/** @type {(line: string, signal?: AbortSignal) => Promise<Fact[]>} */
export const explain = (line, signal) => post("explain", { line }, signal);

/** @type {(line: string, signal?: AbortSignal) => Promise<Check>} */
export const solvable = (line, signal) => post("solvable", { line }, signal);

/** @type {(line: string, signal?: AbortSignal) => Promise<Hint>} */
export const hint = (line, signal) => post("hint", { line }, signal);

/** @type {(line: string, signal?: AbortSignal) => Promise<Ranking>} */
export const rank = (line, signal) => post("rank", { line }, signal);

/** @type {(line: string, moves: string[], signal?: AbortSignal) => Promise<Around>} */
export const around = (line, moves, signal) => post("around", { line, moves }, signal);

/**
 * A picture as a file; `as` is one of svg, png, film, animation, gif.
 * @type {(line: string, moves: string[], as: string) => Promise<Blob>}
 */
export const draw = async (line, moves, as) => (await request(address("draw", { line, moves: moves.join(","), as }))).blob();

/** @type {(text: string) => Promise<string>} */
export const qr = async (text) => (await request(address("qr", { text }))).text();

/** @type {(line: string, signal?: AbortSignal) => Promise<Uint8Array>} */
export const certificate = async (line, signal) => new Uint8Array(await (await request(address("certificate", { line }), { signal })).arrayBuffer());

/**
 * What the independent checker says.
 * @type {(certificate: Uint8Array, signal?: AbortSignal) => Promise<Checked>}
 */
export async function check(certificate, signal) {
  const text = btoa(Array.from(certificate, (byte) => String.fromCharCode(byte)).join(""));
  return { ...(await post("check", { certificate: text }, signal)), where: "server" };
}

/**
 * The moves of a solution; none where none was found.
 * @type {(line: string) => Promise<string[]|null>}
 */
export const solution = (line) => new Promise((done) => solve(line, { progress: () => {}, answer: ({ moves }) => done(moves ?? null), failed: () => done(null) }));

/**
 * @param {string} name
 * @param {Record<string, string>} query
 */
const address = (name, query) => `api/${name}?${new URLSearchParams(query)}`;

/**
 * Solves in the background until it is answered or closed.
 * @param {string} line
 * @param {{progress: (now: Progress) => void, answer: (answer: Answer) => void, failed: (sentence: string) => void}} listener
 * @returns {() => void} what ends it
 */
export function solve(line, listener) {
  const path = address("solve", { line });
  const source = new EventSource(path);
  const close = () => source.close();
  source.addEventListener("progress", (event) => listener.progress(JSON.parse(event.data)));
  source.addEventListener("answer", (event) => {
    close();
    listener.answer(JSON.parse(event.data));
  });
  source.addEventListener("failed", (event) => {
    close();
    listener.failed(JSON.parse(event.data).error);
  });
  source.onerror = () => {
    // Left open, the browser would begin the search again.
    const isRefused = source.readyState === EventSource.CLOSED;
    close();
    if (isRefused) void whyRefused(path).then(listener.failed);
    else listener.failed("The connection to the server was lost.");
  };
  return close;
}

/**
 * An event source does not tell what the server said, so this asks again.
 * @param {string} path
 */
async function whyRefused(path) {
  const stop = new AbortController();
  try {
    const response = await fetch(path, { signal: stop.signal });
    return response.ok ? "The server was busy; please try again." : (await refusal(response)).message;
  } catch {
    return "The server does not answer. Is saltus serve still running?";
  } finally {
    stop.abort();
  }
}
