// The commands of the package, as people and scripts use them. SALTUS_PROGRAM is the program `saltus`, with which they are compared; in CI it is given.

import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HARD, file, installed, project } from "./install.js";

const { SALTUS_PROGRAM, CI } = process.env;
if (CI && !SALTUS_PROGRAM) throw new Error("SALTUS_PROGRAM must name the program that the package is compared with");

const SALTUS = join(installed, "bin", "saltus.js");

/** Runs a program with this input. */
function ran(program, words, input = "") {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: project, input, encoding: "utf8", maxBuffer: 1 << 28, timeout: 120_000 });
  return { code: status, out: stdout, said: stderr };
}

const saltus = (words, input) => ran(process.execPath, [SALTUS, ...words], input);
const checked = (words, input) => ran(process.execPath, [join(installed, "bin", "saltus-check.js"), ...words], input);

/** Of an input that a pipe brings: a comment, empty lines, records, blanks, lines that are wrong in several ways. */
const BATCH = Buffer.concat([
  Buffer.from('\ufeffshift 2 2\r\n# a comment\n\nfrogs and toads # no puzzle\n  shift 3\n{"puzzle":"shift 1 2","name":"a \\"name\\""}\n'),
  Buffer.from("tiles 3x3 1 2 3 4 5 6 8 7 0\nshift \xff\n", "latin1"),
  Buffer.from("clobber line bwwbbw\ntiles 3x3 random seed=18446744073709551615\npeg-4x4\n\u00e9\nshift 1 1"),
]);

test("npx runs what is installed", () => {
  const out = execFileSync("npx", ["--offline", "saltus", "solve", "shift 3 3"], { cwd: project, encoding: "utf8" });
  assert.match(out, /^shift 3 3: 15 moves, the fewest possible\n {2}3-4 5-3 /);
  assert.match(out, /\nproved: potential forward, checked \[sections\]\n$/);
});

test("the examples of the page for npm do what it says", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, examples] = /```console\n(.*?)```/s.exec(readme);
  const sessions = examples.split(/^\$ /m).slice(1);
  assert.ok(sessions.length >= 3);
  for (const session of sessions) {
    const [command, ...shown] = session.split("\n");
    const out = execFileSync("sh", ["-c", command.replace("npx ", "npx --offline ")], { cwd: project, encoding: "utf8" });
    assert.equal(out, shown.join("\n"), command);
  }
});

test("exit codes are those of the program", () => {
  const hard = HARD.split(" ");
  const cases = [
    [["solve", "shift", "1", "1"], 0],
    [["solve", "tiles", "3x3", "1", "2", "3", "4", "5", "6", "8", "7", "0"], 10],
    [["solvable", "tiles 3x3 1 2 3 4 5 6 8 7 0"], 10],
    [["solve", ...hard, "--node-limit", "1000"], 22],
    [["solve", ...hard, "--timeout", "200ms"], 20],
    [["solve", ...hard, "--memory-limit", "1M"], 21],
    [["solve", "tiles 6x6 random seed=1", "--node-limit", "10"], 3],
    [["solve", "nonsense"], 65],
    [["solve", "@missing"], 74],
    [["solve", "--in", "missing"], 74],
    [["draw", "shift 1 1", "--moves", "2-3"], 2],
    [["draw", "shift 1 1", "-o", "missing/board.svg"], 74],
  ];
  for (const [words, code] of cases) {
    const { code: ended, out, said } = saltus(words);
    assert.equal(ended, code, `${words.join(" ")}: ${out}${said}`);
    assert.ok(said === "" || /^saltus: [^\n]+(\n {2}.*\n {2} *\^)?\n$/.test(said), said);
  }
});

test("a wrong command line has one sentence", () => {
  const cases = [[], ["frob"], ["toString", "shift 1 1"], ["solve"], ["solve", "--frob"], ["compare", "shift 3 3"], ["new"], ["new", "shift 3 3", "--count", "x"], ["export", "shift 3 3"], ["list", "shift 1 1", "--from", "0"], ["count", "shift 1 1", "--take", "1"], ["check", "a.cert"], ["solve", "--format", "xml", "shift 1 1"], ["draw", "--in", "a"]];
  cases.push(["solve", "--timeout", "soon", "shift 1 1"], ["solve", "--node-limit", "1.5", "shift 1 1"], ["solve", "--in", "a", "shift 1 1"], ["puzzles", "x"]);
  for (const words of cases) {
    const { code, out, said } = saltus(words);
    assert.deepEqual([code, out], [2, ""], words.join(" "));
    assert.match(said, /^saltus: [^\n]+\n$/);
  }
  assert.match(saltus(["compare", "shift 3 3"]).said, /compare is done by the program: cargo install/);
  assert.match(saltus(["--help"]).out, /^Exact answers/);
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.equal(saltus(["--version"]).out, `saltus ${version}\n`);
});

test("new puzzles are those of the program", { skip: !SALTUS_PROGRAM }, () => {
  const material = ["new", "tiles", "3x3", "random", "--length", "8..12", "--count", "2", "--seed", "5"];
  assert.deepEqual(saltus([...material, "--lesson"]), ran(SALTUS_PROGRAM, [...material, "--lesson"]));
  const { code, out, said } = saltus(material);
  const lines = out.trimEnd().split("\n");
  assert.deepEqual([code, said, lines.length], [0, "", 2]);
  const shown = ran(SALTUS_PROGRAM, material).out.split("\n");
  for (const line of lines) assert.ok(shown.includes(line), line);
  const none = ["new", "shift", "1", "1", "--length", "9", "--seed", "1"];
  assert.deepEqual(saltus(none), ran(SALTUS_PROGRAM, none));
  assert.match(saltus(none).out, /^shift 1 1: no puzzle: /);
});

test("a batch goes on after a bad line, and each line has one answer", () => {
  const { code, out, said } = saltus(["solve", "--in", "-"], BATCH);
  assert.equal(code, 65);
  const lines = out.split("\n");
  assert.deepEqual([lines.length, lines[0]], [12, "shift 2 2: 8 moves, the fewest possible"]);
  assert.deepEqual(lines.flatMap((line, at) => (line === "refused" ? [at] : [])), [1, 2, 5, 9]);
  assert.equal(said.match(/^saltus: line \d+: /gm).length, 4);
  assert.deepEqual(saltus(["solve", "--in", "-"], ""), { code: 0, out: "", said: "" });
});

test("a batch of lists goes on after one with fewer plays", () => {
  const { code, out, said } = saltus(["list", "--in", "-", "--from", "3", "--format", "moves"], "shift 1 1\nshift 2 2 gaps=2\n");
  assert.deepEqual([code, out.trim().split("\n").length > 5], [2, true]);
  assert.match(said, /^saltus: --from 3: there are only 2 solutions \(in: shift 1 1\)\n$/);
});

test("a line without an end is refused, and the batch goes on", () => {
  const long = Buffer.concat([Buffer.alloc(70 << 20, "1 "), Buffer.from("\nshift 1 1\n")]);
  const { code, out, said } = saltus(["solve", "--in", "-", "--format", "moves"], long);
  assert.deepEqual([code, out], [65, "\n1-2 3-1 2-3\n"]);
  assert.match(said, /^saltus: line 1: the line is longer than \d+ bytes\n$/);
  // One that is read is not told in full.
  const { code: ended, said: told } = saltus(["solve", "--in", "-"], `${"x".repeat(60 << 20)}\n`);
  assert.deepEqual([ended, told.length < 1000], [65, true], told.slice(0, 300));
});

test("a reader that has seen enough ends a batch quietly", () => {
  const script = `yes "shift 2 2" | head -100000 | (node ${JSON.stringify(SALTUS)} solve --in - --format json; echo $? > code) | head -1`;
  const { out, said } = ran("sh", ["-c", script]);
  assert.match(out, /^\{"command":"solve","puzzle":"shift 2 2","line":1,[^\n]*\n$/);
  assert.deepEqual([said, readFileSync(join(project, "code"), "utf8")], ["", "0\n"]);
});

test("Ctrl-C ends a search at once, after the answers before it", async () => {
  const child = spawn(process.execPath, [SALTUS, "solve", "--in", "-", "--format", "moves"], { cwd: project });
  child.stdin.end(`shift 1 1\n${HARD}\n`);
  const [first] = await child.stdout.toArray.call(child.stdout.take(1));
  assert.equal(String(first), "1-2 3-1 2-3\n");
  const ended = new Promise((done) => child.on("exit", (...how) => done(how)));
  child.kill("SIGINT");
  assert.deepEqual(await ended, [null, "SIGINT"]);
});

test("certificates are checked", () => {
  const [a, b] = ["shift 2 2", "tiles 3x3 8 6 7 2 5 4 3 0 1"].map((puzzle) => {
    const name = `${createHash("md5").update(puzzle).digest("hex")}.cert`;
    assert.equal(saltus(["solve", puzzle, "--cert", name]).code, 0);
    return name;
  });
  assert.deepEqual(checked([a, b]), { code: 0, out: "VERIFIED optimal 8\nVERIFIED optimal 31\n", said: "" });
  const bundle = Buffer.concat([a, b, a].map((name) => readFileSync(join(project, name))));
  assert.deepEqual(checked(["-"], bundle), { code: 0, out: "VERIFIED optimal 8\nVERIFIED optimal 31\nVERIFIED optimal 8\n", said: "" });
  const wrong = file("wrong.cert", readFileSync(join(project, a), "latin1").replace("optimal 8", "optimal 7"));
  const { code, out } = checked([a, wrong, "missing"]);
  assert.equal(code, 1);
  assert.match(out, /^VERIFIED optimal 8\nREFUTED [^\n]+\n$/);
  assert.deepEqual([checked([a, "missing"]).code, checked([]).code, checked(["package.json"]).code, checked(["--frob"]).code], [74, 2, 2, 2]);
});

/** What the program says, without what only it counts: luck takes a visit of all positions. @param {ReturnType<typeof ran>} run */
const withoutLuck = (run) => ({ ...run, out: run.out.replace(/,\{"topic":"luck"[^}]*reach the goal in the fewest"\}|^  luck .*reach the goal in the fewest\n/gm, "") });

test("records, moves, certificates and pictures are those of the program", { skip: !SALTUS_PROGRAM && "SALTUS_PROGRAM names no program" }, () => {
  const cases = [
    ...["json", "moves"].map((format) => [["solve", "--in", "-", "--format", format], BATCH]),
    ...["json", "text"].flatMap((format) => ["show", "solvable", "explain"].map((command) => [[command, "--in", "-", "--format", format], BATCH])),
    ...["count", "survey"].map((command) => [[command, "--in", "-", "--format", "json"], "shift 2 2\nclobber line bwwbbw\nfrogs\ntiles 2x2 2 1 3 0\ntiles 2x3 1 2 3 4 0 5\n"]),
    ...["json", "text", "moves"].map((format) => [["list", "shift", "2", "2", "gaps=2", "--from", "3", "--take", "150", "--format", format]]),
    ...["0", "3", "99"].map((at) => [["show", "shift 2 2", "--at", at, "--format", "json"]]),
    [["show", "tiles 2x2 2 1 3 0", "--at", "1"]],
    [["count", "shift 3 3"]],
    ...["json", "text"].map((format) => [["list", "shift 1 1", "--from", "9", "--format", format]]),
    [["count", "clobber line bwwbbw", "--format", "json"]],
    [["survey", "shift 1 1"]],
    [["solve", "toads", "3", "3", "--format", "json"]],
    [["solve", "tiles 4x4 random seed=7", "--format", "json"]],
    [["solve", "shift 300 300", "--format", "json"]],
    [["solve", "sokoban-pushes", "--format", "json"]],
    [["solve", "klotski", "--format", "json", "--memory-limit", "1M"]],
    [["solve", HARD, "--format", "json", "--node-limit", "1000"]],
    [["solve", `@${new URL("../../crates/saltus-rules/classics/pennant.txt", import.meta.url).pathname}`, "--format", "json"]],
    [["solve", "shift 2 2", "--cert", "-"]],
    [["solve", "tiles 3x3 8 6 7 2 5 4 3 0 1", "--cert", "-"]],
    [["explain", "tiles 3x3 8 6 7 2 5 4 3 0 1", "--format", "json"]],
    [["solvable", "shift 3000 3000", "--format", "json"]],
    [["solve", "15-puzzel", "--format", "json"]],
    [["solve", "shift 3", "--format", "json"]],
    [["draw", "shift 2 2"]],
    [["draw", "shift 2 2", "--moves", "2-3 4-2", "--shape", "film"]],
    [["draw", "shift 2 2", "--moves", "2-3 4-2", "--shape", "animation"]],
  ];
  for (const [words, input] of cases) {
    const [ours, theirs] = [saltus(words, input), withoutLuck(ran(SALTUS_PROGRAM, words, input))];
    assert.deepEqual(ours, theirs, words.join(" "));
  }
});

test("site writes the page", () => {
  const place = join(project, "written", "page");
  assert.deepEqual(saltus(["site", "-o", place]), { code: 0, out: "", said: "" });
  for (const name of ["index.html", "saltus.js", "saltus.wasm", "saltus-check.wasm"]) assert(readFileSync(join(place, name)).length > 0, name);
  assert.equal(saltus(["site"]).code, 2);
});
