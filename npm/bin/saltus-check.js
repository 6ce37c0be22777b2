#!/usr/bin/env node
// saltus-check: certificates are checked by the checker's own module.

import { parseArgs } from "node:util";
import { loadChecker } from "../node.js";
import { CODES, Ended, all, complain, run, version, write } from "../program.js";

const HELP = `Checks certificates of saltus, with no code of saltus.

Usage: saltus-check FILE...

A FILE holds one certificate or several, one after the other; - is standard input. Prints one outcome a line: VERIFIED, REFUTED or RESOURCE.
The program saltus-check (cargo install --locked saltus-check) also checks table files and records.

Exit code: 0 all verified; 1 something refuted; 3 nothing refuted, but something undecided within the limits;
2 wrong usage; 74 a file cannot be read, or the outcomes cannot be written.
`;

const PROGRAM = "saltus-check";

await run(PROGRAM, async () => {
  const { values, positionals: files } = asked();
  if (values.help) return write(HELP).then(() => CODES.ok);
  if (values.version) return write(`${PROGRAM} ${version}\n`).then(() => CODES.ok);
  if (files.length === 0) throw new Ended("no file given; try --help", CODES.usage);
  const checker = await loadChecker();
  const codes = new Set([CODES.ok]);
  for (const file of files) {
    try {
      for (const certificate of certificates(await all(file), file)) {
        const { verified, told, because } = await checker.check(certificate);
        await write(because === null ? `${told}\n` : `${told} ${because}\n`);
        codes.add(verified ? CODES.ok : told === "REFUTED" ? CODES.refuted : CODES.open);
      }
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      complain(PROGRAM, error.message);
      codes.add(error.code);
    }
  }
  // The later over the earlier.
  return [CODES.refuted, CODES.io, CODES.usage, CODES.open, CODES.ok].find((code) => codes.has(code)) ?? CODES.bug;
});

function asked() {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: "boolean" }, version: { type: "boolean" } } });
  } catch (error) {
    throw new Ended(`${/** @type {Error} */ (error).message}; try --help`, CODES.usage);
  }
}

/**
 * The certificates of a file, one after the other. What does not follow the format is one certificate with all that comes after: the checker says what
 * is wrong.
 * @param {Buffer} bytes
 * @param {string} file
 */
function* certificates(bytes, file) {
  const MAGIC = "saltus certificate ";
  if (!bytes.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC))) {
    throw new Ended(`${file}: no certificate; records and tables are checked by the program: cargo install --locked saltus-check`, CODES.usage);
  }
  let start = 0;
  for (let at = 0; ; ) {
    const end = bytes.indexOf(10, at);
    const line = end < 0 ? "" : bytes.toString("latin1", at, end);
    const block = /^block \S+ (\d+)/.exec(line);
    if (line === "end" && bytes.toString("latin1", end + 1, end + 1 + MAGIC.length) === MAGIC) {
      yield bytes.subarray(start, end + 1);
      start = end + 1;
    } else if (end < 0 || line === "end") {
      break;
    }
    at = end + 1 + (block ? Number(block[1]) + 1 : 0);
  }
  yield bytes.subarray(start);
}
