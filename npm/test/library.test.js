// The package in Node, as programs use it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { HARD, file, installed, project } from "./install.js";

const { load, loadChecker, Refusal } = await import(pathToFileURL(file("library.js", 'export * from "saltus";\n')).href);
const saltus = await load();

/** Runs a module of the project, which has a minute. */
const ran = (name, text) => execFileSync(process.execPath, [file(name, text)], { cwd: project, encoding: "utf8", timeout: 60_000 });

test("questions are answered", async () => {
  const answer = await saltus.solve("toads 3 3");
  assert.deepEqual([answer.puzzle, answer.length, answer.moves.length, answer.proof.label], ["shift 3 3", 15, 15, "proved"]);
  assert.deepEqual(await saltus.moves("shift 3 3", ["3-4"]), ["2-3", "5-3"]);
  assert.equal((await saltus.play("shift 3 3", answer.moves)).over, true);
  assert.equal((await saltus.hint("shift 2 2")).length, 8);
  assert.equal((await saltus.rank("shift 2 2")).moves[0].status, "best");
  assert.equal((await saltus.solvable("tiles 3x3 1 2 3 4 5 6 8 7 0")).solvable, false);
  assert.equal((await saltus.explain("shift 2 2"))[0].fact.value, 8);
  assert.match(await saltus.draw("shift 2 2"), /^<svg .*<title>shift 2 2<\/title>/s);
  assert.match(await saltus.draw("shift 2 2", { moves: ["2-3"], as: "animation" }), /<animate/);
  assert.match(await saltus.graph("shift 1 1"), /^<svg /);
  assert.equal((await saltus.count("clobber line bwwbbw")).solutions, 12);
  const { total, plays } = await saltus.list("shift 3 3", { from: 2, take: 5 });
  assert.deepEqual([total, plays.length, plays[0].length], ["2", 1, 15]);
  assert.equal((await saltus.list("tiles 2x2 2 1 3 0")).status, "unsolvable");
  await assert.rejects(saltus.list("shift 3 3", { from: 0 }), /plays count from 1/);
  assert.deepEqual((await saltus.survey("shift 2 2")).distribution, [1, 2, 4, 3, 4, 4, 2, 2, 1]);
  assert.equal((await saltus.survey("shift 9 9", { limits: { nodes: 10 } })).status, "gave-up");
  const made = await saltus.new("tiles 2x3", { length: "8", count: 2, unique_first: true, seed: 1 });
  assert.deepEqual(made.puzzles.map(({ length }) => length), [8, 8]);
  const { pages, answers } = await saltus.sheet(made.lesson, { link: "https://saltus.example/" });
  assert.deepEqual([pages.length, answers], [2, 1]);
  assert(pages.every((page) => page.startsWith("<svg ")));
  await assert.rejects(saltus.sheet("hello"), /line 1: a lesson begins with/);
  assert.ok((await saltus.families()).some(({ name }) => name === "tiles"));
  const [{ text }] = await saltus.classics();
  assert.match((await saltus.definition(text)).line, /^rules /);
});

test("what is refused is thrown, with its place", async () => {
  const refused = (error) => error instanceof Refusal && error.kind === "bad" && error.column === 7;
  await assert.rejects(saltus.solve("shift 3"), refused);
  await assert.rejects(saltus.play("shift 1 1", ["1-2", "1-2"]), ({ made }) => made === 1);
  const { kind, bytes } = await saltus.call("nothing");
  assert.deepEqual([kind, Object.keys(JSON.parse(new TextDecoder().decode(bytes)))], ["unknown", ["error"]]);
});

test("a search is bounded, tells how far it is, and ends when it is no longer wanted", async () => {
  const bounded = await saltus.solve(HARD, { limits: { nodes: 1000 } });
  assert.deepEqual([bounded.status, bounded.expanded], ["gave-up", 1000]);
  const stop = new AbortController();
  const search = saltus.solve(HARD, { signal: stop.signal, progress: ({ nodes }) => nodes > 0 && stop.abort() });
  // Moves do not wait for it.
  assert.equal((await saltus.moves("shift 1 1")).length, 2);
  await assert.rejects(search, { name: "AbortError" });
  await assert.rejects(saltus.solve(HARD, { signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
  assert.equal((await saltus.solve("shift 1 1")).length, 3);
});

test("proofs are checked by the other module", async () => {
  const certificate = await saltus.certificate("tiles 3x3 8 6 7 2 5 4 3 0 1");
  assert.equal((await saltus.check(certificate)).claim, "optimal 31");
  const checker = await loadChecker();
  const wrong = new TextDecoder("latin1").decode(certificate).replace("optimal 31", "optimal 30");
  const { verified, because } = await checker.check(wrong);
  assert.equal(verified, false);
  assert.match(because, /./);
});

test("a program ends when it has what it asked for", () => {
  const text = 'import { load } from "saltus";\nconst saltus = await load();\nconsole.log((await saltus.solve("shift 2 2")).length, (await saltus.moves("shift 2 2")).length);\n';
  assert.equal(ran("ends.js", text), "8 2\n");
  // Nothing waits for a search that nobody waits for but its own promise.
  const unwanted = `import { load } from "saltus";\nconst saltus = await load();\nawait saltus.solve(${JSON.stringify(HARD)}, { signal: AbortSignal.timeout(200) }).catch(({ name }) => console.log(name));\n`;
  assert.equal(ran("unwanted.js", unwanted), "TimeoutError\n");
});

test("it works in a worker", () => {
  file("inside.js", 'import { parentPort } from "node:worker_threads";\nimport { load } from "saltus";\nparentPort.postMessage((await (await load()).solve("shift 2 2")).length);\n');
  const text = 'import { Worker } from "node:worker_threads";\nnew Worker(new URL("inside.js", import.meta.url)).on("message", console.log);\n';
  assert.equal(ran("outside.js", text), "8\n");
});

test("everything that the manifest names is there, and nothing is needed from elsewhere", () => {
  const { exports, bin, version, dependencies, scripts } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const places = [...Object.values(exports).flatMap((place) => (typeof place === "string" ? place : Object.values(place))), ...Object.values(bin)];
  for (const place of places.filter((place) => !place.includes("*"))) assert.ok(existsSync(join(installed, place)), place);
  const manifest = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
  assert.equal(version, /^version = "(.*)"$/m.exec(manifest)[1]);
  assert.deepEqual([dependencies, scripts], [undefined, undefined]);
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "README.md"]) assert.ok(existsSync(join(installed, name)), name);
  // The element is the page's own, and is said where its page is.
  const element = readFileSync(join(installed, exports["./element"].default), "utf8");
  for (const [, file] of element.matchAll(/^import "(.*)";$/gm)) assert.ok(existsSync(join(installed, file)), file);
  const [, page] = /new URL\("(.*)", import\.meta\.url\)/.exec(readFileSync(join(installed, "place.js"), "utf8"));
  assert.ok(existsSync(join(installed, page, "index.html")));
});
