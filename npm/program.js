// What both commands share: how they read, write and end (docs/cli.md).

import { createReadStream, readFileSync } from "node:fs";
import { getSystemErrorMap } from "node:util";

/** The version of this package, which is that of the program. @type {{version: string}} */
export const { version } = JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8"));

/** Exit codes. */
export const CODES = { ok: 0, refuted: 1, usage: 2, open: 3, unsolvable: 10, time: 20, memory: 21, nodes: 22, bad: 65, bug: 70, io: 74 };

/** What ends a command: a sentence, and the exit code. */
export class Ended extends Error {
  /**
   * @param {string} sentence
   * @param {number} code
   */
  constructor(sentence, code) {
    super(sentence);
    this.code = code;
  }
}

/** What a failure of the system is called. @param {any} error */
export const told = (error) => getSystemErrorMap().get(error.errno)?.[1] ?? error.message;

// A closed pipe is met where it is written to; that of messages by nobody.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/** A message. @param {string} program @param {string} sentence */
export const complain = (program, sentence) => process.stderr.write(`${program}: ${sentence}\n`);

/**
 * Writes to standard output, and waits until it is taken.
 * @param {string|Uint8Array} text
 * @returns {Promise<void>}
 */
export async function write(text) {
  /** @type {any} */
  const error = await new Promise((done) => process.stdout.write(text, done));
  // A closed pipe means that the reader has seen enough.
  if (error?.code === "EPIPE") process.exit(CODES.ok);
  if (error) throw new Ended(`writing failed: ${told(error)}`, CODES.io);
}

/** Runs a command, and ends with its code. @param {string} program @param {() => Promise<number>} command */
export async function run(program, command) {
  try {
    process.exit(await command());
  } catch (error) {
    const isKnown = error instanceof Ended;
    complain(program, isKnown ? error.message : `${error instanceof Error ? error.message : error}; this is a bug of saltus, please report it`);
    process.exit(isKnown ? error.code : CODES.bug);
  }
}

/**
 * The bytes of a file, or of standard input.
 * @param {string} file
 */
async function* pieces(file) {
  try {
    yield* file === "-" ? process.stdin : createReadStream(file);
  } catch (error) {
    throw new Ended(`${file}: ${told(error)}`, CODES.io);
  }
}

/** @param {string} file */
export async function all(file) {
  const read = [];
  for await (const piece of pieces(file)) read.push(piece);
  return Buffer.concat(read);
}

/** Lines are no longer than this, in bytes. */
export const LONGEST = 1 << 26;

/**
 * The lines of a file without their ends; null for one that is too long.
 * @param {string} file
 * @returns {AsyncGenerator<Buffer|null>}
 */
export async function* lines(file) {
  /** @type {Buffer[]} */
  let held = [];
  let length = 0;
  const whole = () => {
    let line = length > LONGEST ? null : Buffer.concat(held);
    if (line?.at(-1) === 13) line = line.subarray(0, -1);
    held = [];
    length = 0;
    return line;
  };
  /** @param {Buffer} part */
  const hold = (part) => {
    length += part.length;
    if (length <= LONGEST) held.push(part);
    else held = [];
  };
  for await (const piece of pieces(file)) {
    let from = 0;
    for (let end; (end = piece.indexOf(10, from)) >= 0; from = end + 1) {
      hold(piece.subarray(from, end));
      yield whole();
    }
    if (from < piece.length) hold(piece.subarray(from));
  }
  if (length > 0) yield whole();
}
