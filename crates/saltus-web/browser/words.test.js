// What the editor says of rules, and which repair it offers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { prose } from "../assets/prose.js";
import { differences, plainly, repairOf } from "../assets/repair.js";

/** @type {(line: number, column: number, why: string) => import("../assets/api.js").Mistake} */
const mistake = (line, column, why) => ({ line, column, why, shown: "" });

test("rules in sentences", () => {
  assert.equal(prose("rules board: o o . ; move: o o . -> . . o ; goal most 1: o"), "An o jumps over an o into an empty cell in four directions. What it jumps over goes. It is over when at most 1 of o are left.");
  assert.match(prose("rules board: w . ; class x: w b ; move knight: x . -> . x ; goal: . w"), /^A w or a b goes to an empty cell as a knight in chess\./);
  assert.match(prose("rules board: @ $ . ; move: @ . -> . @ / @ $ . -> . @ $ ; goal: . @ $"), /A @ pushes a \$ in four directions\./);
  assert.match(prose("rules board: b w ; turns: b w ; move: b w -> . b ; goal stuck:"), /They take turns: b, then w\. A b takes a w beside it/);
  assert.match(prose("rules board: r . o ; class x: r o ; class y: r o ; move: x .+ y -> .+ x y ; goal: . r o"), /An r or an o slides in four directions until an r or an o stops it\./);
  assert.match(prose("rules board: t f . ; class x: t f ; class y: t f ; move: x y . -> . y x where x != y ; goal: . f t"), /jumps over one of another kind into/);
  assert.match(prose("rules board: a a . ; blocks unit axis: a ; goal: . a a"), /A move slides one block by one cell, along its longer side\./);
});

test("a rule of no common kind is shown as it is", () => {
  assert.match(prose("rules board: a b c ; move right: a b c -> c a b ; goal: c a b"), /A b c becomes c a b to the right\./i);
});

test("words that are near", () => {
  assert.deepEqual([differences("move", "move"), differences("mvoe", "move"), differences("mov", "move")], [0, 1, 1]);
  assert.equal(differences("goal", "move"), 3);
});

test("a mistake in words", () => {
  const why = "\"x\" is no piece of the start and no class; `pieces:` declares one that comes later";
  assert.deepEqual(plainly("board: o o .\nmove: o o . -> . . o\n", why), ["No piece is called x", "The board has only o"]);
  assert.deepEqual(plainly("board: o p q .\n", why), ["No piece is called x", "The board has o, p and q"]);
  assert.deepEqual(plainly("board: o\n", "there is no `goal:`; one is needed"), ["there is no “goal:”", "one is needed"]);
});

test("one repair, and only where one is meant", () => {
  const text = "board: o o .\nmvoe: o o . -> . . o\ngoal most 1: x\n";
  const keywords = "\"mvoe\" is no keyword; there are: title, board, move, goal";
  assert.deepEqual(repairOf(text, mistake(2, 1, keywords)), { wrong: "mvoe", right: "move" });
  assert.deepEqual(repairOf(text, mistake(3, 14, "\"x\" is no piece of the start and no class; `pieces:` declares one that comes later")), { wrong: "x", right: "o" });
  assert.equal(repairOf(text.replace("o o .\n", "o p .\n"), mistake(3, 14, "\"x\" is no piece of the start and no class")), null, "two may be meant");
  assert.equal(repairOf("board: o\nzzzzz: o\n", mistake(2, 1, "\"zzzzz\" is no keyword; there are: title, board, move, goal")), null);
  assert.equal(repairOf(text, mistake(1, 0, "there is no `goal:`")), null);
});
