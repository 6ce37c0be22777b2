// The commands, each with what it writes and its exit code.

import { randomInt } from "node:crypto";
import { cp, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Refusal } from "./node.js";
import { answered } from "./page/refused.js";
import { CODES, Ended, complain, told, version, write } from "./program.js";

/** @typedef {import("./index.js").Saltus} Saltus */
/** @typedef {import("./puzzle.js").Job} Job */
/** How answers are written. @typedef {"text"|"json"|"moves"} Format */
/**
 * What the options say; `end` is a time of `performance.now()`.
 * @typedef {{format: Format, isBatch: boolean, limits: {timeout?: number, memory?: number, nodes?: number}, end?: number, certificate?: string, moves?: string[],
 *   shape: string, output: string, at?: number, from: number, take?: number, wanted: import("./index.js").Wanted & {lesson?: boolean}}} Asked
 */
/** What is written, and the exit code. @typedef {{text: string, code: number}} Written */
/** @typedef {{formats: Format[], options: string[], isAlone?: boolean, answer: (saltus: Saltus, job: Job, asked: Asked) => Promise<Written>}} Command */

/** The version of records (docs/records.md). */
const SCHEMA = 1;

/**
 * A record as a line.
 * @param {string} command
 * @param {string} puzzle
 * @param {Job["origin"]} origin
 * @param {object} fields
 */
export const record = (command, puzzle, { name, line, seed }, fields) =>
  `${JSON.stringify({ command, puzzle, name, line, seed, ...fields, schema: SCHEMA, saltus: version })}\n`;

/**
 * The module's record of a puzzle that comes from somewhere.
 * @param {string} record
 * @param {Job["origin"]} origin
 */
function placed(record, { name, line, seed }) {
  const more = JSON.stringify({ name, line, seed }).slice(1, -1);
  // No line of notation has a quotation mark.
  const puzzle = '"puzzle":"';
  const behind = record.indexOf('"', record.indexOf(puzzle) + puzzle.length) + 2;
  return more ? `${record.slice(0, behind)}${more},${record.slice(behind)}` : record;
}

/**
 * A puzzle for people: definitions have a title, and a line that is too long to be read is cut short.
 * @param {string} line
 */
export function titled(line) {
  const title = /^rules title: (.*?) ;/.exec(line)?.[1];
  return title ?? (line.length > 1000 ? `${line.slice(0, 60)}...` : line);
}

/** "1 move", "2 moves". @param {number|string} number @param {string} what */
const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;

/** The exit code of a limit. @param {string} because */
const stopped = (because) => (because.startsWith("the time limit") ? CODES.time : /^it needs |^the board is too long/.test(because) ? CODES.memory : CODES.nodes);

/** @param {import("./index.js").Answer} answer */
function codeOf({ status, optimal, because = "" }) {
  if (status === "solved") return optimal ? CODES.ok : CODES.open;
  return status === "unsolvable" ? CODES.unsolvable : stopped(because);
}

/** The answer in a line. @param {import("./index.js").Answer} answer */
function headline({ puzzle, status, length = 0, value, cost, optimal, lower, because }) {
  const title = titled(puzzle);
  if (status === "unsolvable") return `${title}: unsolvable: ${because}`;
  if (status === "gave-up") return `${title}: no answer: ${because}${lower ? `; at least ${lower} are needed` : ""}`;
  const moves = `${counted(length, "move")}${cost === undefined ? "" : ` at cost ${cost}`}`;
  const play = value === undefined ? moves : `${counted(value, "piece")} left after ${moves}`;
  const best = cost === undefined ? "the fewest possible" : "the lowest possible";
  return `${title}: ${play}, ${optimal ? best : `at least ${lower} ${value === undefined ? "are needed" : "stay in every play"}`}`;
}

/** Words in lines of at most 100 characters. @param {string[]} words */
function wrapped(words) {
  /** @type {string[]} */
  const rows = [];
  for (const word of words) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= 98) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  return rows.map((row) => `  ${row}\n`).join("");
}

/** The answer for people. @param {import("./index.js").Answer} answer */
function person(answer) {
  const { moves, moves_left_out: leftOut, proof, solver, limit } = answer;
  const play = moves ? wrapped(moves) : leftOut ? `  (${leftOut})\n` : "";
  const known = proof ? `${proof.label}: ${proof.kind}${proof.checked ? ", checked" : ""} [${solver}]\n` : "";
  return `${headline(answer)}\n${play}${known}${limit ? `(a search for more stopped: ${limit})\n` : ""}`;
}

/** What is left of the limits. @param {Asked} asked */
function left({ limits, end }) {
  if (end === undefined) return limits;
  const rest = Math.max(0, end - performance.now()) / 1000;
  return { ...limits, timeout: Math.min(limits.timeout ?? rest, rest) };
}

/** @type {Command["answer"]} */
async function solve(saltus, { line, origin }, asked) {
  const { format, isBatch, certificate } = asked;
  const record = await saltus.record(line, { limits: left(asked) });
  /** @type {import("./index.js").Answer} */
  const answer = JSON.parse(record);
  let code = codeOf(answer);
  if (certificate !== undefined) code = Math.max(code, await certified(saltus, line, asked, certificate));
  if (certificate === "-") return { text: "", code };
  if (format === "json") return { text: placed(record, origin), code };
  if (format === "text") return { text: isBatch ? `${headline(answer)}\n` : person(answer), code };
  if (!answer.moves) complain("saltus", answer.moves_left_out ?? headline(answer));
  const { moves = [] } = answer;
  return { text: isBatch ? `${moves.join(" ")}\n` : moves.map((move) => `${move}\n`).join(""), code };
}

/**
 * Writes the certificate of an answer.
 * @param {Saltus} saltus
 * @param {string} line
 * @param {Asked} asked
 * @param {string} file
 */
async function certified(saltus, line, asked, file) {
  try {
    await kept(file, await saltus.certificate(line, { limits: left(asked) }));
    return CODES.ok;
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "too-much") throw error;
    complain("saltus", error.message);
    return CODES.open;
  }
}

/** Writes a file, or standard output. @param {string} file @param {string|Uint8Array} contents */
async function kept(file, contents) {
  if (file === "-") return write(contents);
  try {
    await writeFile(file, contents);
  } catch (error) {
    throw new Ended(`${file}: ${told(error)}`, CODES.io);
  }
}

/**
 * The line of a puzzle as it is written everywhere; of a board that is too large to be shown, the words that were given.
 * @param {Saltus} saltus
 * @param {string} line
 */
async function canonical(saltus, line) {
  try {
    return (await saltus.play(line)).start;
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== "too-much") throw error;
    return line.trim().replace(/\s+/g, " ");
  }
}

/**
 * What is asked of a puzzle that it has not.
 * @param {string} command
 * @param {string} puzzle
 * @param {Job["origin"]} origin
 * @param {Asked} asked
 * @param {string} because
 * @returns {Written}
 */
function unfit(command, puzzle, origin, { format }, because) {
  complain("saltus", `${because} (in: ${titled(puzzle)})`);
  return { text: format === "json" ? record(command, puzzle, origin, { status: "refused", because, column: 0 }) : "", code: CODES.usage };
}

/** The board at the start, or after a move of the solution. @type {Command["answer"]} */
async function show(saltus, { line, origin }, asked) {
  const { at, format } = asked;
  /** @type {string[]} */
  let moves = [];
  if (at !== undefined) {
    const answer = await saltus.solve(line, { limits: left(asked) });
    if (answer.status !== "solved") return { text: `${headline(answer)}\n`, code: codeOf(answer) };
    const { puzzle, length = 0 } = answer;
    if (at > Number(length)) return unfit("show", puzzle, origin, asked, `--at ${at}: the play has only ${length} moves`);
    if (at > 0 && !answer.moves) return unfit("show", puzzle, origin, asked, `--at ${at}: ${answer.moves_left_out}`);
    moves = answer.moves?.slice(0, at) ?? [];
  }
  const board = await saltus.show(line, moves);
  if (format === "text") return { text: `${board}\n`, code: CODES.ok };
  return { text: record("show", await canonical(saltus, line), origin, { status: "answered", after_move: at, board }), code: CODES.ok };
}

/** @type {Command["answer"]} */
async function solvable(saltus, { line, origin }, { format }) {
  const { solvable, because } = await saltus.solvable(line);
  const puzzle = await canonical(saltus, line);
  const status = solvable === null ? "gave-up" : solvable ? "solvable" : "unsolvable";
  const code = solvable === null ? stopped(because) : solvable ? CODES.ok : CODES.unsolvable;
  const text = format === "json" ? record("solvable", puzzle, origin, { status, because }) : `${titled(puzzle)}: ${status}: ${because}\n`;
  return { text, code };
}

/** @type {Command["answer"]} */
async function explain(saltus, { line, origin }, { format }) {
  const facts = await saltus.explain(line);
  const puzzle = await canonical(saltus, line);
  if (format === "json") return { text: record("explain", puzzle, origin, { status: "answered", facts: facts.map(({ fact }) => fact) }), code: CODES.ok };
  const wide = Math.max(...facts.map(({ subject }) => subject.length));
  return { text: [titled(puzzle), ...facts.map(({ subject, text }) => `  ${subject.padEnd(wide)}  ${text}`), ""].join("\n"), code: CODES.ok };
}

/**
 * The module's record as it replies.
 * @param {Saltus} saltus
 * @param {"count"|"survey"} name
 * @param {string} line
 * @param {Asked} asked
 */
async function recorded(saltus, name, line, asked) {
  const reply = await saltus.call(name, { line, limits: left(asked) });
  const text = new TextDecoder().decode(answered(reply).bytes);
  return { text, value: JSON.parse(text) };
}

/** @type {Command["answer"]} */
async function count(saltus, { line, origin }, asked) {
  const { text, value } = await recorded(saltus, "count", line, asked);
  const code = codeOf({ ...value, optimal: true });
  if (asked.format === "json") return { text: placed(text, origin), code };
  /** @type {import("./index.js").Count} */
  const answer = value;
  if (answer.status !== "solved") return { text: `${headline({ ...value, lower: undefined })}\n`, code };
  const { puzzle, length, value: pieces, cost, solutions, solver } = answer;
  const moves = `${counted(length, "move")}${cost === undefined ? "" : ` at cost ${cost}`}`;
  const told = pieces === undefined ? `${solutions} shortest ${String(solutions) === "1" ? "solution" : "solutions"} of ${moves}` : `${counted(solutions, "play")} of ${moves} to ${counted(pieces, "piece")}, the fewest`;
  return { text: `${titled(puzzle)}: ${told} [${solver}]\n`, code };
}

/** @type {Command["answer"]} */
async function list(saltus, { line, origin }, asked) {
  const { from, take, format } = asked;
  const puzzle = await canonical(saltus, line);
  let text = "";
  // The module gives so many at once.
  const SOME = 100;
  for (let at = from; take === undefined || at < from + take; at += SOME) {
    const listed = await saltus.list(line, { from: at, take: Math.min(SOME, (take ?? Infinity) - (at - from)), limits: left(asked) });
    if (listed.status !== "solved") {
      const { status, because } = listed;
      const code = status === "unsolvable" ? CODES.unsolvable : stopped(because);
      return { text: format === "json" ? record("list", puzzle, origin, { status, because }) : `${headline(/** @type {any} */ ({ puzzle, status, because }))}\n`, code };
    }
    listed.plays.forEach((moves, index) => {
      const number = at + index;
      text += format === "json" ? record("list", puzzle, origin, { status: "solved", number, moves }) : `${format === "text" ? `${number}.  ` : ""}${moves.join(" ")}\n`;
    });
    if (at === from && listed.plays.length === 0) {
      return unfit("list", puzzle, origin, asked, `--from ${from}: there are only ${listed.total} solutions`);
    }
    if (listed.plays.length < SOME) break;
  }
  return { text, code: CODES.ok };
}

/** @type {Command["answer"]} */
async function survey(saltus, { line, origin }, asked) {
  const { text, value } = await recorded(saltus, "survey", line, asked);
  /** @type {import("./index.js").Survey} */
  const answer = value;
  const code = answer.status !== "answered" ? stopped(answer.because) : answer.limit ? CODES.open : CODES.ok;
  if (asked.format === "json") return { text: placed(text, origin), code };
  if (answer.status !== "answered") return { text: `${headline(value)}\n`, code };
  const { puzzle, by, of, facts, distribution } = answer;
  const rows = facts.map(({ topic, of, value, unit, because }) => [of ? `${topic} of ${of}` : topic, `${value}${unit && ` ${unit}`}${because && `: ${because}`}`]);
  const wide = Math.max(0, ...rows.map(([subject]) => subject.length));
  const counts = distribution.flatMap((count, number) => (String(count) === "0" ? [] : [`  ${String(number).padStart(8)}  ${count}`]));
  const told = [titled(puzzle), ...rows.map(([subject, text]) => `  ${subject.padEnd(wide)}  ${text}`), `  ${by.padStart(8)}  ${of}`, ...counts];
  return { text: `${told.join("\n")}\n`, code };
}

/** @type {Command["answer"]} */
async function graph(saltus, { line }, { output }) {
  await kept(output, await saltus.graph(line));
  return { text: "", code: CODES.ok };
}

/** @type {Command["answer"]} */
async function draw(saltus, { line }, asked) {
  const { shape, output } = asked;
  let { moves } = asked;
  if (shape !== "board" && !moves) {
    const answer = await saltus.solve(line);
    if (!answer.moves) return { text: `${headline(answer)}\n`, code: codeOf(answer) };
    ({ moves } = answer);
  }
  await kept(output, await saltus.draw(line, { moves, as: shape === "board" ? "svg" : /** @type {"film"|"animation"} */ (shape) }));
  return { text: "", code: CODES.ok };
}

/** New puzzles, a line each, or as a lesson. @type {Command["answer"]} */
async function make(saltus, { line, origin }, asked) {
  const { lesson: isLesson, seed = randomInt(2 ** 32), ...wanted } = asked.wanted;
  // The line of a random board has its seed.
  if (asked.wanted.seed === undefined && origin.seed === undefined) complain("saltus", `seed=${seed}`);
  const { status, puzzles, because, lesson } = await saltus.new(line, { ...wanted, seed, limits: left(asked) });
  const codes = { answered: CODES.ok, unsolvable: CODES.unsolvable, "gave-up": /limit|^it needs /.test(because ?? "") ? stopped(because ?? "") : CODES.open };
  const many = puzzles.length ? `only ${puzzles.length} of ${wanted.count ?? 1}` : "no puzzle";
  const fewer = because && `${titled(line)}: ${many}: ${because}`;
  if (isLesson && fewer) complain("saltus", fewer);
  const lines = [...puzzles.map(({ line }) => line), ...(fewer ? [fewer] : [])];
  return { text: isLesson ? lesson : lines.map((line) => `${line}\n`).join(""), code: codes[status] };
}

/** The families, and the puzzles that come with saltus. @type {Command["answer"]} */
async function puzzles(saltus) {
  const families = (await saltus.families()).map(({ notation }) => notation);
  const classics = (await saltus.classics()).map(({ name, title }) => `${name.padEnd(24)}${title}`);
  return { text: [...families, "", "These come with saltus.", ...classics, ""].join("\n"), code: CODES.ok };
}

/** The page, for any host of files. @type {Command["answer"]} */
async function site(_, __, { output }) {
  if (output === "-") throw new Ended("site needs -o DIR; try --help", CODES.usage);
  try {
    await cp(fileURLToPath(new URL("./page", import.meta.url)), output, { recursive: true });
  } catch (error) {
    throw new Ended(`${output}: ${told(error)}`, CODES.io);
  }
  return { text: "", code: CODES.ok };
}

/** @type {Record<string, Command>} */
export const COMMANDS = {
  solve: {
    formats: ["text", "json", "moves"],
    options: ["in", "format", "timeout", "time-each", "memory-limit", "node-limit", "cert"],
    answer: solve,
  },
  show: { formats: ["text", "json"], options: ["in", "format", "timeout", "time-each", "memory-limit", "node-limit", "at"], answer: show },
  solvable: { formats: ["text", "json"], options: ["in", "format"], answer: solvable },
  explain: { formats: ["text", "json"], options: ["in", "format"], answer: explain },
  count: { formats: ["text", "json"], options: ["in", "format", "timeout", "time-each", "memory-limit", "node-limit"], answer: count },
  list: { formats: ["text", "json", "moves"], options: ["in", "format", "timeout", "time-each", "memory-limit", "node-limit", "from", "take"], answer: list },
  survey: { formats: ["text", "json"], options: ["in", "format", "timeout", "time-each", "memory-limit", "node-limit"], answer: survey },
  new: {
    formats: ["text"],
    options: ["timeout", "memory-limit", "node-limit", "length", "luck", "unique-first", "no-losing", "hardest", "minimal", "count", "seed", "lesson"],
    answer: make,
  },
  draw: { formats: ["text"], options: ["moves", "shape", "output"], answer: draw },
  graph: { formats: ["text"], options: ["output"], answer: graph },
  site: { formats: ["text"], options: ["output"], isAlone: true, answer: site },
  puzzles: { formats: ["text"], options: ["format"], isAlone: true, answer: puzzles },
};
