// Lessons that people write: their text, their link, what pupils are asked and told, their code; the field to write one.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../assets/code.js";
import { read as marks } from "../assets/drawing.js";
import { LINK, packed, partsOf, read, unpacked } from "../assets/lessontext.js";
import { crc } from "../assets/packing.js";
import { withMarks } from "../assets/lesson-draw.js";
import { PHONE, SERVER, click, count, gauge, inPage, made, open, press } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const TEXT = `saltus lesson 1
title: Why 15?

chapter: Count the steps
puzzle: shift 3 3
// What nobody reads.
text: Three and three take {left} moves. Four and four take {left 4 4}, <b>always</b>. See [the proof](https://example.org/proof).

chapter: Only one move wins
moves: 3-4 5-3
draw: arrow 5-3 best; label 3 "just passed"
text: The frog from 5 has just passed a toad.
  **Which move keeps the game alive?**
ask: move
tree: (4-5 "Look behind it.") 6-5 "Yes. The frogs can pass."

chapter: How many?
puzzle: shift 2 2
ask: number

chapter: Two side by side
puzzle: shift 3 3
moves: 3-4 2-3
ask: yes or no

chapter: To the end
puzzle: shift 1 1
ask: shortest
`;

/** @param {Page} page @param {string} text */
async function teach(page, text) {
  await page.goto("about:blank");
  await page.goto(`${SERVER}#s=${await packed(text)}`);
  await page.locator("#lesson h2").waitFor();
}

/** @param {Page} page */
const title = (page) => page.locator("#lesson h2").innerText();
/** @param {Page} page @param {string} name */
const tap = (page, name) => page.locator("#lesson").getByRole("button", { name, exact: true }).click();

test("a lesson is read; a mistake has its line", () => {
  const { title, chapters } = read(TEXT);
  assert.equal(title, "Why 15?");
  assert.deepEqual(chapters.map(({ title, puzzle, ask }) => [title, puzzle, ask]), [["Count the steps", "shift 3 3", null], ["Only one move wins", "shift 3 3", "move"], ["How many?", "shift 2 2", "number"], ["Two side by side", "shift 3 3", "yes or no"], ["To the end", "shift 1 1", "shortest"]]);
  assert.deepEqual(chapters[1].texts, ["The frog from 5 has just passed a toad. **Which move keeps the game alive?**"]);
  assert.deepEqual(partsOf("a {left 4 4} **b** [c](https://d.e/f) [g](javascript:1) {}"), [
    { kind: "text", words: "a " }, { kind: "number", of: "left 4 4" }, { kind: "text", words: " " }, { kind: "strong", words: "b" }, { kind: "text", words: " " },
    { kind: "link", words: "c", to: "https://d.e/f" }, { kind: "text", words: " [g](javascript:1) " }, { kind: "number", of: "" },
  ]);
  const head = "saltus lesson 1\nchapter: a\npuzzle: shift 1 1\n";
  for (const [text, why] of /** @type {[string, RegExp][]} */ ([
    ["", /^line 1: a lesson begins/], ["saltus lesson 1\n", /at least one chapter/], ["saltus lesson 1\ntext: a", /^line 2: .*before the first/], ["saltus lesson 1\n\nhallo", /^line 3: /],
    [`${head}foo: a`, /^line 4: "foo:" is no part/], [`${head}ask: a`, /^line 4: "a" is no question/], [`${head}tree: (`, /^line 4: .*parenthesis/], [`${head}allow: a`, /^line 4: /],
    ["saltus lesson 1\nchapter: a", /^line 2: this chapter has no puzzle/], [head + "chapter: b\n".repeat(50), /^line 53: .*50 chapters/], [head.padEnd(200_001), /200000 characters/],
  ])) assert.throws(() => read(text), (error) => error instanceof Error && why.test(error.message), text.slice(0, 80));
});

test("a link holds a lesson", async () => {
  const letters = await packed(TEXT);
  assert.match(letters, /^[\w-]+$/);
  assert(letters.length < LINK / 2);
  assert.equal(await unpacked(letters), TEXT);
  await assert.rejects(unpacked(letters.slice(0, -20)), /holds no lesson/);
  await assert.rejects(unpacked("A".repeat(LINK + 1)), /at most 3000 signs/);
});

test("a code says how far a pupil is, and finds slips", () => {
  assert.equal(crc("123456789"), 0xcbf43926);
  assert.equal(encode("tiles 3x3,8,6,1", ["star", "solved", "solved", "star"]), "RW6-JR00B");
  assert.deepEqual(decode("rw6 jroob"), { of: "RW6", results: ["star", "solved", "solved", "star", "open", "open", "open", "open", "open", "open"] });
  /** @type {import("../assets/code.js").Result[]} */
  const all = ["open", "solved", "star", "hint", "hint", "star", "solved", "open", "star", "hint"];
  const code = encode(TEXT, all);
  assert.deepEqual(decode(code).results, all);
  const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  // One sign that is another one is found; of a number modulo 31, 0 and Z are one.
  const slips = [...code].flatMap((sign, place) => (sign === "-" ? [] : [...signs].filter((other) => (signs.indexOf(other) - signs.indexOf(sign)) % 31 !== 0).map((other) => code.slice(0, place) + other + code.slice(place + 1))));
  for (const slip of slips) assert.throws(() => decode(slip), /slip/, slip);
  for (const wrong of ["", "RW6", "RW6-JR00U"]) assert.throws(() => decode(wrong), /no code/);
});

test("what is drawn is read", () => {
  const names = ["a1", "b1", "a-2"];
  assert.deepEqual(marks('arrow a1-b1; ring a-2 lost ; label b1 "x; y" good', names), [
    { kind: "arrow", cells: [0, 1], tone: "best", words: "" }, { kind: "ring", cells: [2], tone: "lost", words: "" }, { kind: "label", cells: [1], tone: "good", words: "x; y" },
  ]);
  assert.deepEqual(marks("", names), []);
  for (const wrong of ["arrow a1", "ring c1", "label a1", 'ring a1 "x"', "arrow a1-b1 pink", "a1"]) assert.throws(() => marks(wrong, names), wrong);
});

test("marks are written into the chapter that they are on", () => {
  const head = "saltus lesson 1\nchapter: A\npuzzle: shift 1 1\n";
  assert.equal(withMarks(`${head}ask: move\nchapter: B`, 0, ["ring 1"]), `${head}draw: ring 1\nask: move\nchapter: B`);
  assert.equal(withMarks(`${head}draw: ring 1;\n  ring 2\ntext: a\nchapter: B`, 0, ["ring 3"]), `${head}draw: ring 3\ntext: a\nchapter: B`);
  assert.equal(withMarks(`${head}draw: ring 1\nchapter: B\n`, 1, ["ring 3", "ring 2"]), `${head}draw: ring 1\nchapter: B\ndraw: ring 3; ring 2\n`);
  assert.equal(withMarks(`${head}draw: ring 1\ntext: a`, 0, []), `${head}text: a`);
  assert.equal(withMarks(`${head}moves: 1-2\n  3-1\ntext: a`, 0, ["ring 1"]), `${head}moves: 1-2\n  3-1\ndraw: ring 1\ntext: a`);
});

inPage("a lesson is read and played: numbers are asked of the board, a wrong move has the writer's words and the reason, a code is for the teacher", async (page) => {
  await teach(page, TEXT);
  assert.equal(await title(page), "Count the steps");
  await page.locator("#lesson > p").filter({ hasText: "Three and three take 15 moves. Four and four take 24, <b>always</b>." }).waitFor();
  const link = page.locator("#lesson a");
  assert.deepEqual(await link.evaluate((one) => [one.getAttribute("href"), one.getAttribute("rel")]), ["https://example.org/proof", "noopener noreferrer"]);
  assert.equal((await gauge(page)).kind, "hidden");
  assert.equal(await page.locator("#gauge, #hint, #rank, #check, #run, #tree-open, #share-open, #more-open").and(page.locator(":visible")).count(), 0, "answers are off");
  await tap(page, "Next chapter");
  await page.locator("#lesson h2").getByText("Only one move wins").waitFor();
  await made(page, 2);
  assert.equal(await page.locator(".owns .own").count(), 2);
  await click(page, 3);
  await page.locator("#lesson .told-so.lost").getByText("4 – 5: Look behind it.").waitFor();
  assert.match(await page.locator("#lesson .told-so").innerText(), /cannot be won any more/);
  assert((await page.locator("#board .glow").count()) > 0, "the reason is drawn");
  assert.match(await page.locator("#live").innerText(), /Look behind it/);
  assert.equal(await page.locator("#lesson .pupil-code").count(), 0);
  await tap(page, "Try again");
  await made(page, 2);
  assert.equal(await page.locator("#board .glow").count(), 0);
  assert.equal(await page.locator(".owns .own").count(), 2);
  await click(page, 5);
  await page.locator("#lesson .told-so.won").getByText("6 – 5: Yes. The frogs can pass.").waitFor();
  await tap(page, "Next");
  await page.getByLabel("How many moves are left?").fill("7");
  await tap(page, "Answer");
  await page.locator("#lesson .told-so.lost").getByText("7: Not yet.").waitFor();
  await tap(page, "Try again");
  await page.getByLabel("How many moves are left?").fill("8");
  await press(page, "Enter");
  await page.locator("#lesson .told-so.won").waitFor();
  await tap(page, "Next");
  await tap(page, "No");
  await page.locator("#lesson .told-so.won").waitFor();
  await tap(page, "Next");
  await page.locator("#lesson h2").getByText("To the end").waitFor();
  await made(page, 0);
  for (const [cell, count] of [[0, 1], [2, 2], [1, 3]]) {
    await click(page, cell);
    await made(page, count);
  }
  await page.locator("#lesson .told-so.won").getByText("3 moves: Right.").waitFor();
  const code = await page.locator("#lesson .pupil-code code").innerText();
  assert.deepEqual(decode(code), { of: encode(TEXT, []).slice(0, 3), results: ["solved", "solved", "star", "star", "open", "open", "open", "open", "open", "open"] });
  // It is kept, the address stays, and nothing of it is a tree of one's own.
  assert.match(page.url(), /#s=[\w-]+$/);
  await page.reload();
  await page.locator("#lesson .pupil-code code").getByText(code).waitFor();
  const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("saltus") ?? "{}"));
  assert.deepEqual(kept.trees ?? {}, {});
  assert.deepEqual(kept.done ?? {}, {}, "nor is a level solved");
  // Another address ends the lesson.
  await page.evaluate(() => (location.hash = "#p=shift+2+2"));
  await page.waitForFunction(() => document.getElementById("lesson")?.hidden);
  await page.locator("#hint").waitFor();
});

inPage("what is not settled is not asked, and a link that holds no lesson says so", async (page) => {
  await teach(page, "saltus lesson 1\nchapter: Far away\npuzzle: tiles 5x5 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0\ntext: It takes {left}, and {right}.\nask: number\n");
  await page.locator("#lesson > p").filter({ hasText: "It takes ?, and {right} asks nothing" }).waitFor();
  await page.getByLabel("How many moves are left?").fill("100");
  await press(page, "Enter");
  await page.locator("#lesson .told-so").getByText("This question is not settled.").waitFor();
  await page.goto("about:blank");
  await page.goto(`${SERVER}#s=AAAA`);
  await page.locator("#headline").getByText("This link holds no lesson.").waitFor();
  assert((await page.locator("#board .cell").count()) > 1, "there is something to play");
});

inPage("a lesson is written: mistakes have their line, answers are told, and it is played, copied and left again", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "shift 3 3", ["3-4"]);
  await page.click("#more-open");
  await page.click("#lesson-open");
  const field = page.getByLabel("The lesson as text");
  assert.match(await field.inputValue(), /^saltus lesson 1\n[^]*puzzle: shift 3 3\nmoves: 3-4\n/);
  const dialog = page.getByRole("dialog", { name: "Write a lesson" });
  await dialog.getByText("What now? · Right: 5-3.").waitFor();
  await field.fill(TEXT.replace("moves: 3-4 5-3", "moves: 3-4 3-4"));
  await dialog.getByRole("alert").filter({ hasText: /^Line 9: move 2/ }).waitFor();
  await field.fill(TEXT);
  for (const told of ["Only one move wins · Right: 6-5.", "How many? · Right: 8.", "Two side by side · Right: no.", "To the end · Right: 3."]) await dialog.getByText(told).waitFor();
  assert.equal(await dialog.getByRole("alert").count(), 0);
  await dialog.getByRole("button", { name: "Copy the link" }).click();
  await dialog.getByText("Copied.").waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await unpacked(address.split("#s=")[1]), TEXT);
  await dialog.getByText("How far pupils are").click();
  await dialog.getByLabel("Codes of pupils, one a line").fill("Ada RW6-JR00B\nBen RW6-JR00C");
  await dialog.getByRole("row", { name: /^Ada RW6-JR00B .*RW6$/ }).waitFor();
  assert.deepEqual(await dialog.getByRole("row", { name: /^Ada/ }).getByRole("img").evaluateAll((all) => all.map((one) => one.getAttribute("title"))), ["no play is shorter", "solved", "solved", "no play is shorter"]);
  await dialog.getByText("RW6-JR00C has a slip").waitFor();
  await dialog.getByRole("button", { name: "Play it, and draw" }).click();
  await page.locator("#lesson h2").getByText("Count the steps").waitFor();
  // What is drawn on the board is written into the text, and is not played.
  await tap(page, "Arrow");
  const at = async (/** @type {number} */ cell) => {
    const box = await page.locator(`#cell-${cell} > :first-child`).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const drag = async (/** @type {number} */ from, /** @type {number} */ to) => {
    const [begin, end] = [await at(from), await at(to)];
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag(2, 3);
  await tap(page, "lost");
  await tap(page, "Ring");
  await drag(4, 4);
  await tap(page, "Label");
  await page.getByLabel("Words of the label").fill('a "toad"');
  await drag(0, 0);
  assert.equal(await page.locator(".owns .own").count(), 3);
  assert.equal(await count(page), "0 / 0");
  await tap(page, "Undo mark");
  assert.equal(await page.locator(".owns .own").count(), 2);
  await drag(0, 0);
  await tap(page, "Back to the text");
  await field.waitFor();
  const drawn = withMarks(TEXT, 0, ["arrow 3-4", "ring 5 lost", 'label 1 "a ”toad”" lost']);
  assert.equal(await field.inputValue(), drawn);
  assert.match(drawn, /\npuzzle: shift 3 3\ndraw: arrow 3-4; ring 5 lost; label 1 "a ”toad”" lost\n\/\/ What/);
  await press(page, "Escape");
  await made(page, 1);
  await page.locator("#hint").waitFor();
}, { refusals: true });

inPage("a lesson fits a phone", async (page) => {
  await teach(page, TEXT);
  await tap(page, "Next chapter");
  await made(page, 2);
  const { wide, board, lesson } = await page.evaluate(() => {
    const box = (/** @type {string} */ id) => /** @type {DOMRect} */ (document.getElementById(id)?.getBoundingClientRect().toJSON());
    return { wide: document.documentElement.scrollWidth, board: box("board"), lesson: box("lesson") };
  });
  assert(wide <= 390 && board.bottom <= lesson.top + 0.5 && board.height > 120 && lesson.height > 250, JSON.stringify({ wide, board, lesson }));
}, PHONE);
