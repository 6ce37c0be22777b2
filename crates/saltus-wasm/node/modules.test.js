// The two modules as the page uses them: the same bytes as on this machine, calls that are ended, and a module that breaks.
// SALTUS_MODULES is the folder of the modules, SALTUS_REPLIES the example `replies` of this crate.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { TabEngine } from "../../saltus-web/assets/engine-tab.js";
import { Lane } from "../../saltus-web/assets/lane.js";
import { Thread, count, end } from "./thread.js";

const { SALTUS_MODULES, SALTUS_REPLIES } = process.env;
if (!SALTUS_MODULES || !SALTUS_REPLIES) throw new Error("SALTUS_MODULES and SALTUS_REPLIES must name what is tested");

const make = () => new Thread();
after(end);
const file = (name) => readFileSync(join(SALTUS_MODULES, name));
const module = await WebAssembly.compile(file("saltus.wasm"));
const checker = await WebAssembly.compile(file("saltus-check.wasm"));
const both = Promise.resolve({ module, checker });
const engine = () => new TabEngine({ library: both, both }, make);

/** The kinds as the example numbers them. */
const KINDS = ["json", "svg", "png", "gif", "certificate", "unknown", "bad", "too-much", "bug"];

/** A search that takes minutes. */
const HARD = { line: "reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7" };

const text = (bytes) => new TextDecoder().decode(bytes);
const json = async (call) => JSON.parse(text((await call).bytes));

/** Time for threads to begin or end. */
const moment = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** What this machine's library replies to a list of requests. */
function native(requests) {
  const told = execFileSync(SALTUS_REPLIES, { input: requests, maxBuffer: 1 << 28 });
  const replies = [];
  for (let at = 0; at < told.length; ) {
    const end = told.indexOf("\n", at);
    const [kind, length] = text(told.subarray(at, end)).split(" ").map(Number);
    at = end + 1 + length;
    replies.push({ kind: KINDS[kind], bytes: told.subarray(end + 1, at) });
  }
  return replies;
}

test("the module replies what the library replies, byte for byte", async () => {
  const requests = readFileSync(process.env.SALTUS_REQUESTS ?? new URL("requests.txt", import.meta.url), "utf8");
  const tab = engine();
  const expected = native(requests);
  const lines = requests.trimEnd().split("\n");
  assert.equal(expected.length, lines.length);
  for (const [at, line] of lines.entries()) {
    const [name, request] = line.split("\t");
    const { kind, bytes } = await tab.call(name, JSON.parse(request));
    if (expected[at].kind === "png") {
      // The module has no pixels, and this machine's library may.
      assert.equal(kind, "too-much", line);
      assert.match(text(bytes), /built without pixels/);
      continue;
    }
    assert.equal(kind, expected[at].kind, line);
    assert.ok(expected[at].bytes.equals(bytes), `${line}\n${text(bytes).slice(0, 2000)}\n${text(expected[at].bytes).slice(0, 2000)}`);
  }
});

test("a module needs nothing but a clock, the checker, and somebody to tell", async () => {
  const needs = (module) => WebAssembly.Module.imports(module).map(({ module, name }) => `${module}.${name}`).sort();
  assert.deepEqual(needs(module), ["env.check", "env.now", "env.report"]);
  assert.deepEqual(needs(checker), []);
  for (const name of ["saltus.wasm", "saltus-check.wasm"]) {
    const bytes = file(name);
    for (const asked of ["/home/", "/root/", "/tmp/"]) assert.equal(bytes.indexOf(asked), -1, `${name} names a folder of the machine: ${asked}`);
  }
});

test("a long search does not hold up a move, tells how far it is, and ends when it is no longer wanted", async () => {
  const tab = engine();
  const stop = new AbortController();
  let reports = 0;
  const search = tab.call("solve", HARD, { signal: stop.signal, progress: ({ nodes }) => (reports += Number(nodes > 0)) });
  const waiting = tab.call("hint", { line: "shift 2 2" });
  const unwanted = new AbortController();
  const dropped = tab.call("hint", { line: "shift 3 2" }, { signal: unwanted.signal });
  const play = await json(tab.call("play", { line: "shift 1 1", moves: ["1-2"] }));
  assert.equal(play.frames.length, 1);
  unwanted.abort();
  await assert.rejects(dropped, { name: "AbortError" });
  for (let tries = 0; reports === 0; tries++) {
    assert.ok(tries < 100, "a search reports");
    await moment(100);
  }
  const { ended } = count;
  stop.abort();
  await assert.rejects(search, { name: "AbortError" });
  assert.equal(count.ended, ended + 1);
  assert.equal((await json(waiting)).length, 8);
  await assert.rejects(tab.call("play", HARD, { signal: stop.signal }), { name: "AbortError" });
});

test("a module that breaks is told and replaced", async () => {
  // (module (memory (export "memory") 1) and functions that a worker calls; `call` of a name of 5 letters traps, of others it is kind 0)
  const lane = new Lane(breaking().then((module) => ({ module })), make);
  const { made } = count;
  const broken = lane.call("break", new Uint8Array(), {});
  const right = lane.call("do", new Uint8Array(), {});
  const { kind, bytes } = await broken;
  assert.equal(kind, "bug");
  assert.match(JSON.parse(text(bytes)).error, /^saltus ended unexpectedly: .*unreachable/);
  assert.equal((await right).kind, "json");
  assert.equal(count.made, made + 2);
});

test("a module that is not there is told", async () => {
  const lane = new Lane(Promise.reject(new Error("saltus.wasm: 404")), make);
  const { kind, bytes } = await lane.call("play", new Uint8Array(), {});
  assert.equal(kind, "lost");
  assert.deepEqual(JSON.parse(text(bytes)), { error: "The module cannot be loaded: saltus.wasm: 404" });
});

test("the checker believes what is right and nothing else", async () => {
  const { bytes } = await engine().call("certificate", { line: "tiles 3x3 8 6 7 2 5 4 3 0 1" });
  const lane = new Lane(Promise.resolve({ module: checker }), make);
  const check = (certificate) => json(lane.call("check", certificate, {}));
  const right = await check(bytes);
  assert.equal(right.told, "VERIFIED optimal 31");
  assert.deepEqual([right.verified, right.claim, right.because, right.what.length], [true, "optimal 31", null, 2]);
  const wrong = await check(new TextEncoder().encode(text(bytes.subarray(0, 100)).replace("optimal 31", "optimal 30")));
  assert.equal(wrong.verified, false);
  assert.ok(wrong.because.length > 0);
  assert.equal((await lane.call("solve", bytes, {})).kind, "unknown");
});

/** A module of a few bytes with the interface of ours, whose `call` traps where the name has five letters. */
function breaking() {
  const functions = ["allocate", "call", "reply", "length", "free"];
  const section = (id, ...bytes) => [id, bytes.length, ...bytes];
  const name = (text) => [text.length, ...new TextEncoder().encode(text)];
  const NUMBER = 0x7f;
  // Types: a number to a number; nothing to a number; nothing to nothing.
  const types = section(1, 3, 0x60, 1, NUMBER, 1, NUMBER, 0x60, 0, 1, NUMBER, 0x60, 0, 0);
  const exported = functions.flatMap((text, at) => [...name(text), 0, at]);
  const zero = [4, 0, 0x41, 0, 0x0b];
  // local.get 0; i32.const 5; i32.eq; if; unreachable; end; i32.const 0; end
  const call = [0, 0x20, 0, 0x41, 5, 0x46, 0x04, 0x40, 0x00, 0x0b, 0x41, 0, 0x0b];
  return WebAssembly.compile(
    new Uint8Array([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...types,
      ...section(3, 5, 0, 0, 1, 1, 2),
      ...section(5, 1, 0, 1),
      ...section(7, 6, ...exported, ...name("memory"), 2, 0),
      ...section(10, 5, ...zero, call.length, ...call, ...zero, ...zero, 2, 0, 0x0b),
    ]),
  );
}
