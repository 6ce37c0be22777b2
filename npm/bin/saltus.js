#!/usr/bin/env node
// saltus: what the module answers, with the words, records and exit codes of the program (docs/cli.md).

import { parseArgs } from "node:util";
import { COMMANDS, record, titled } from "../commands.js";
import { Refusal, load } from "../node.js";
import { CODES, Ended, complain, run, version, write } from "../program.js";
import { batch, pointed, shortened, single } from "../puzzle.js";

/** @typedef {import("../puzzle.js").Job} Job */
/** @typedef {import("../commands.js").Format} Format */

const INSTALL = "cargo install --locked saltus-cli";

const HELP = `Exact answers for puzzles in which pieces move on a board.

Usage: saltus COMMAND PUZZLE
       saltus COMMAND --in FILE

  solve       a shortest solution and what proves it
  show        the board, at the start or after a move of the solution
  solvable    whether it can be solved, and why not
  explain     what theory says of this very position
  count       how many shortest solutions there are
  list        all of them
  survey      all positions, counted by their distance
  new         new puzzles, random or hard
  draw        a picture of the board, or of a play (SVG)
  graph       the state graph (SVG)
  site        the page as files, for any host of files
  puzzles     the families, and the puzzles that come with saltus

PUZZLE is a line of notation (shift 3 3), a name (peg-english), @FILE with a definition, or a record.

  --in FILE               a puzzle a line, - for standard input; a line with # first is a comment (solve, show, solvable, explain, count, list, survey)
  --format text|json      answers for people, or a record a line; of solve and list also: moves
  --timeout TIME          for all answers together, such as 200ms, 30s, 5m, 1h (solve, show, count, list, survey, new)
  --time-each TIME        for each answer (solve, show, count, list, survey)
  --memory-limit SIZE     such as 500M; the most is 1G (as --timeout)
  --node-limit N          positions expanded for each puzzle (as --timeout)
  --cert FILE             the certificate of the answer, for saltus-check (solve)
  --length, --luck A..B   moves of a shortest play, random plays of which one is a shortest (new)
  --unique-first, --no-losing, --hardest, --minimal, --lesson, --count N, --seed N   what new puzzles are to be, and how many (new)
  --at I                  after move I of the solution (show)
  --moves "MOVE MOVE .."  the moves to be drawn (draw)
  --shape SHAPE           board, film or animation (draw)
  --from K, --take N      solutions from number K on, and so many (list)
  -o, --output PLACE      where the picture goes (draw, graph), or the folder of the page (site)
  -h, --help    --version

Exit code: 0 answered; 2 wrong usage; 3 a play that is not proved best; 10 unsolvable; 20, 21, 22 time, memory, nodes are spent; 65 bad input;
70 a bug of saltus; 74 reading or writing failed.

The searches run in a WebAssembly module, on one thread. The program answers more questions, and faster: ${INSTALL}
`;

/** What only the program does. */
const ELSEWHERE = ["bench", "compare", "completions", "daily", "export", "man", "merge", "play", "reproduce", "serve", "sweep", "tables", "word"];

const text = /** @type {const} */ ({ type: "string" });
const flag = /** @type {const} */ ({ type: "boolean" });
const OPTIONS = {
  in: text,
  format: text,
  timeout: text,
  "time-each": text,
  "memory-limit": text,
  "node-limit": text,
  cert: text,
  at: text,
  moves: text,
  shape: text,
  from: text,
  take: text,
  length: text,
  luck: text,
  "unique-first": flag,
  "no-losing": flag,
  hardest: flag,
  minimal: flag,
  lesson: flag,
  count: text,
  seed: text,
  output: { ...text, short: "o" },
  help: { ...flag, short: "h" },
  version: flag,
};

/** Units of what options take. */
const SECONDS = { ms: 0.001, s: 1, m: 60, h: 3600 };
const BYTES = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 };
const NODES = { "": 1 };

await run("saltus", async () => {
  const { values, positionals } = words();
  const [name, ...rest] = positionals;
  if (values.help || values.version) {
    await write(values.help ? HELP : `saltus ${version}\n`);
    return CODES.ok;
  }
  const command = (Object.hasOwn(COMMANDS, name ?? "") && COMMANDS[name]) || nothing(name);
  const other = Object.keys(values).find((option) => !command.options.includes(option));
  if (other) throw misused(`--${other} does not go with ${name} here`);
  const time = amount("--timeout", "a time such as 30s", values.timeout, SECONDS);
  const asked = {
    format: /** @type {Format} */ (chosen("--format", values.format ?? "text", command.formats)),
    isBatch: values.in !== undefined,
    limits: {
      timeout: amount("--time-each", "a time such as 30s", values["time-each"], SECONDS),
      memory: amount("--memory-limit", "a size such as 500M", values["memory-limit"], BYTES),
      nodes: amount("--node-limit", "a whole number", values["node-limit"], NODES),
    },
    end: time === undefined ? time : performance.now() + 1000 * time,
    certificate: values.cert,
    moves: values.moves?.split(/[\s,]+/).filter(Boolean),
    shape: chosen("--shape", values.shape ?? "board", ["board", "film", "animation"]),
    output: values.output ?? "-",
    at: amount("--at", "a whole number", values.at, NODES),
    from: amount("--from", "a whole number from 1 on", values.from, NODES) ?? 1,
    take: amount("--take", "a whole number", values.take, NODES),
    wanted: {
      length: values.length,
      luck: values.luck,
      unique_first: values["unique-first"],
      no_losing: values["no-losing"],
      hardest: values.hardest,
      minimal: values.minimal,
      lesson: values.lesson,
      count: amount("--count", "a whole number", values.count, NODES),
      seed: amount("--seed", "a whole number", values.seed, NODES),
    },
  };
  if (asked.from < 1) throw misused("--from counts from 1");
  if (asked.isBatch && rest.length > 0) throw misused("--in FILE takes the place of PUZZLE");
  if (asked.isBatch && asked.certificate !== undefined) throw misused("--cert goes with one PUZZLE here");
  if (command.isAlone && rest.length > 0) throw misused(`${name} takes no PUZZLE here`);
  if (!command.isAlone && !asked.isBatch && rest.length === 0) throw misused(`${name} needs a PUZZLE`);
  const saltus = await load();
  let worst = CODES.ok;
  for await (const job of values.in === undefined ? [single(saltus, rest, values.seed)] : batch(values.in)) {
    const { text, code } = await answered(job);
    await write(text);
    worst = Math.max(worst, code);
  }
  return worst;

  /** @param {Job} job */
  async function answered(job) {
    try {
      if (job.refused) throw job.refused;
      return await command.answer(saltus, job, asked);
    } catch (error) {
      return refused(error, job);
    }
  }

  /**
   * What is written where there is no answer.
   * @param {unknown} why
   * @param {Job} job
   */
  function refused(why, { line, origin }) {
    if (!(why instanceof Refusal)) throw why;
    const place = origin.line === undefined ? "" : `line ${origin.line}: `;
    const shown = shortened(line, 1000);
    if (why.kind === "too-much") {
      const told = `${titled(line)}: no answer: ${why.message}`;
      if (asked.format === "moves") complain("saltus", told);
      const texts = { json: record(name, shown, origin, { status: "gave-up", because: why.message }), moves: asked.isBatch ? "\n" : "", text: `${told}\n` };
      return { text: texts[asked.format], code: CODES.memory };
    }
    if (why.kind !== "bad") throw why;
    const because = why.column ? `column ${why.column}: ${why.message}` : why.message;
    complain("saltus", `${place}${because}${pointed(line, why.column)}`);
    // The moves are an option.
    const code = why.made === null ? CODES.bad : CODES.usage;
    if (asked.format === "json") return { text: record(name, shown, origin, { status: "refused", because, column: why.column ?? 0 }), code };
    // Each line of a batch has a line in the output.
    return { text: !asked.isBatch ? "" : asked.format === "text" ? "refused\n" : "\n", code };
  }
});

function words() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS });
  } catch (error) {
    const [sentence] = /** @type {Error} */ (error).message.split(". ");
    throw misused(sentence);
  }
}

/** @param {string} sentence */
function misused(sentence) {
  return new Ended(`${sentence}; try --help`, CODES.usage);
}

/** Why there is no such command. @param {string|undefined} name @returns {never} */
function nothing(name) {
  if (name === undefined) throw misused("no command is given");
  if (name === "check") throw new Ended("certificates are checked by saltus-check; records by the program: cargo install --locked saltus-check", CODES.usage);
  if (ELSEWHERE.includes(name)) throw new Ended(`${name} is done by the program: ${INSTALL}`, CODES.usage);
  throw misused(`${name} is no command`);
}

/** @param {string} option @param {string} word @param {string[]} words */
function chosen(option, word, words) {
  if (!words.includes(word)) throw misused(`${option} is here one of ${words.join(", ")}`);
  return word;
}

/**
 * A number with its unit.
 * @param {string} option
 * @param {string} what what the option takes
 * @param {string|undefined} text
 * @param {Record<string, number>} units
 */
function amount(option, what, text, units) {
  if (text === undefined) return undefined;
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,9})?)([a-zA-Z]*)$/.exec(text) ?? [];
  const value = Number(number) * (units[unit] ?? NaN);
  if (Number.isNaN(value) || (units !== SECONDS && !Number.isSafeInteger(value))) throw misused(`${option} takes ${what}`);
  return value;
}
