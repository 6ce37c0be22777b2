// The tree of everything that was tried, the map around the player, long plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ends, read, write } from "../assets/treetext.js";
import { click, count, engine, eventually, gauge, inPage, judged, made, open, press, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const LINE = "shift 3 3";
const WAY = ["3-4", "5-3", "6-5"];

/** @param {Page} page */
async function openTree(page) {
  await page.click("#tree-open");
  await page.locator("#tree-view .map-view").waitFor();
}

/** The moves on the tree, as they are listed: how far each is moved in, and the move. @param {Page} page */
const listed = (page) =>
  page.locator("#tree-view .tree li").evaluateAll((rows) => rows.map((row) => `${/** @type {HTMLElement} */ (row).style.getPropertyValue("--level")} ${row.querySelector(".what")?.textContent}`));

inPage("every line that was tried stays, and scrubbing takes nothing away", async (page) => {
  await open(page, LINE, WAY);
  await page.click("#undo");
  await made(page, 2);
  const { choices } = await engine(page, "play", LINE, WAY.slice(0, 2));
  const others = choices.filter(({ text }) => text !== WAY[2]);
  for (const other of others) {
    await click(page, other.path[0]);
    await made(page, 3);
    await page.click("#undo");
    await made(page, 2);
  }
  await page.locator("#scrub").fill("0");
  await made(page, 0);
  await click(page, 4);
  await made(page, 1);
  await openTree(page);
  const all = ["0 Start", "0 3 – 4", "0 5 – 3", "0 6 – 5", ...others.map(({ text }) => `1 ${text.replace("-", " – ")}`), "1 5 – 4"];
  assert.deepEqual((await listed(page)).sort(), all.sort());
  assert.equal(await page.locator("#tree-view [aria-current]").innerText().then((words) => /5 – 4[^]*you are here/.test(words)), true);
  await page.locator("#tree-view .tree button").filter({ hasText: "6 – 5" }).click();
  await made(page, 3);
  await press(page, "Escape");
  for (const at of ["0", "2", "1", "3"]) {
    await page.locator("#scrub").fill(at);
    await made(page, Number(at));
  }
  await openTree(page);
  assert.deepEqual((await listed(page)).sort(), all.sort());
});

inPage("a line is named, told of, made the main one, and deleted", async (page) => {
  await open(page, LINE, WAY);
  await page.locator("#scrub").fill("0");
  await made(page, 0);
  await click(page, 4);
  await made(page, 1);
  await openTree(page);
  const here = page.locator("#tree-view [aria-current]");
  await page.getByLabel("Name of this line").click();
  await page.keyboard.type("The frog begins");
  await page.getByLabel("Comment").click();
  await page.keyboard.type("as good as the other");
  await press(page, "Enter");
  await here.filter({ hasText: "The frog begins: as good as the other" }).waitFor();
  assert.deepEqual((await listed(page)).slice(1, 3), ["1 5 – 4", "0 3 – 4"]);
  await page.getByRole("button", { name: "Make it the main line" }).click();
  assert.deepEqual(await listed(page), ["0 Start", "1 3 – 4", "1 5 – 3", "1 6 – 5", "0 5 – 4"]);
  await page.getByRole("button", { name: "Delete from here" }).click();
  await made(page, 0);
  assert.deepEqual(await listed(page), ["0 Start", "0 3 – 4", "0 5 – 3", "0 6 – 5"]);
  assert(await page.getByRole("button", { name: "Delete from here" }).isDisabled(), "the start stays");
});

inPage("the tree says of each position how it stands", async (page) => {
  await open(page, LINE, ["3-4"]);
  await click(page, 1);
  await made(page, 2);
  await reads(page, "Lost");
  await page.click(".act-button");
  await made(page, 1);
  await click(page, 4);
  await made(page, 2);
  await reads(page, "13");
  await openTree(page);
  const rows = page.locator("#tree-view .tree li");
  await page.waitForFunction(() => document.querySelectorAll("#tree-view .tree li .left").length === 4 && [...document.querySelectorAll("#tree-view .tree li .left")].every((left) => left.textContent));
  assert.deepEqual((await rows.locator(".left").allInnerTexts()).sort(), ["13", "14", "15", "lost"]);
  assert.equal(await rows.and(page.locator(".lost")).count(), 1);
});

inPage("moves are spaced where they are read, not where they are typed; a position without a move says so", async (page) => {
  // Nobody can move after the toad behind has gone as far as it can.
  await open(page, LINE, ["3-4", "2-3", "1-2"]);
  await openTree(page);
  await page.waitForFunction(() => [...document.querySelectorAll("#tree-view .tree li .left")].every((left) => left.textContent));
  const last = page.locator("#tree-view .tree li").last();
  assert.equal(await last.locator(".what").innerText(), "1 – 2");
  assert.equal(await last.locator(".left").innerText(), "no move");
  assert.deepEqual(await page.locator("#tree-view .tree .left").allInnerTexts(), ["15", "14", "lost", "no move"]);
  assert.equal(await page.locator("#scrub").getAttribute("aria-valuetext"), "move 3, 1 – 2");
  assert.match(page.url(), /m=3-4,2-3,1-2/);
});

inPage("the line below the board has a bead for each position that was tried, and a cross where it was lost", async (page) => {
  await open(page, LINE, ["3-4", "2-3", "1-2"]);
  const beads = page.locator("#beads i");
  const cross = page.locator("#beads .icon");
  assert.equal(await beads.count(), 4);
  assert.equal(await page.locator("#beads .done").count(), 3);
  await cross.waitFor();
  await page.locator("#scrub").fill("1");
  await made(page, 1);
  assert.equal(await page.locator("#beads .done").count(), 1);
  // After the second of three moves, once that is known to lose. Both at one moment: the beads are made anew whenever something is learned of a position.
  await page.waitForFunction(() => {
    const [line, middle] = ["#beads", "#beads .icon"].map((one) => document.querySelector(one)?.getBoundingClientRect());
    return line && middle && Math.abs((middle.x + middle.width / 2 - line.x) / line.width - 2 / 3) < 0.005;
  });
  await page.locator("#answers").evaluate((one) => /** @type {HTMLInputElement} */ (one).click());
  assert.equal(await cross.count(), 0, "which is an answer");
  await click(page, 4);
  await made(page, 2);
  assert.equal(await beads.count(), 3);
});

inPage("the map shows what is around, and leads there", async (page) => {
  await open(page, LINE, WAY);
  await openTree(page);
  const boxes = page.locator("#tree-view .node-box");
  const { nodes, total, winnable } = await engine(page, "around", LINE, WAY);
  assert(nodes.length <= 24 && nodes.length > 5);
  assert.equal(await boxes.count(), nodes.length);
  assert.deepEqual([...new Set(nodes.map(({ level }) => level))].sort(), [1, 2, 3, 4, 5, 6].slice(0, new Set(nodes.map(({ level }) => level)).size), "two moves back and three ahead");
  assert.deepEqual([total, winnable], [72, 30]);
  assert.match(await page.locator("#tree-view .map").innerText(), /72 positions in all, 30 of them can be won/);
  assert.equal(await page.locator("#tree-view .node-box.here").count(), 1);
  assert.match((await page.locator("#tree-view .node-box.here").getAttribute("aria-label")) ?? "", /you are here/);
  const view = await page.locator("#tree-view .map-view").boundingBox();
  for (const box of await boxes.all()) {
    const seen = await box.boundingBox();
    assert(view && seen && seen.y >= view.y && seen.y + seen.height <= view.y + view.height, "all of it is seen");
  }
  // A click goes to a position beside the way.
  const lost = nodes.find(({ level, status }) => level === 4 && (status === "lost" || status === "stuck"));
  assert(lost);
  await boxes.nth(nodes.indexOf(lost)).click();
  await made(page, 4);
  await page.waitForFunction((text) => document.querySelector("#tree-view [aria-current] .what")?.textContent === text, lost.moves[0].replace("-", " – "));
  // The keyboard goes back to one on the way.
  await page.waitForFunction(() => document.querySelector("#tree-view .node-box.here")?.getAttribute("aria-label")?.startsWith("Move 4"));
  const back = page.locator('#tree-view .node-box[aria-label^="Move 2"]').first();
  await back.focus();
  await press(page, "Enter");
  await made(page, 2);
  assert.equal(await count(page), "2 / 4");
});

inPage("a map of a large space shows 24 positions at most, also far from the start", async (page) => {
  const line = "tiles 4x4 5 2 4 8 1 10 3 11 9 6 0 7 13 14 15 12";
  await open(page, line);
  await openTree(page);
  const boxes = page.locator("#tree-view .node-box");
  assert((await boxes.count()) <= 24 && (await boxes.count()) > 8);
  assert.match((await page.locator("#tree-view .more-chip").first().textContent()) ?? "", /^\d+ more$/, "it says that there are more");
  assert.doesNotMatch(await page.locator("#tree-view .map").innerText(), /\+ \d/, "which is no sum");
  const here = page.locator("#tree-view .node-box.here");
  await here.waitFor();
  for (const [name, larger] of /** @type {[string, boolean][]} */ ([["Larger", true], ["Fit", false], ["Smaller", false]])) {
    const before = await here.boundingBox();
    await page.getByRole("button", { name, exact: true }).click();
    const after = await here.boundingBox();
    assert(before && after && after.width > before.width === larger, name);
  }
});

inPage("the histogram has all positions by moves made", async (page) => {
  await open(page, LINE);
  await openTree(page);
  const told = (await page.locator("#tree-view .histogram [role=img]").getAttribute("aria-label")) ?? "";
  const counts = [...told.matchAll(/(\d+): (\d+)/g)].map(([, , count]) => Number(count));
  assert.equal(counts.length, 16);
  assert.equal(counts.reduce((sum, count) => sum + count, 0), 72);
  const { by } = await engine(page, "around", LINE, []);
  assert.equal(by?.reduce((sum, [won]) => sum + won, 0), 30);
  assert.deepEqual(by?.map(([won, lost]) => won + lost), counts);
  /** The height of all bars of a kind, in positions. @param {string} kind */
  const high = async (kind) => {
    const heights = await page.locator(`#tree-view .histogram rect.${kind}`).evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute("height"))));
    return heights.reduce((sum, height) => sum + height, 0);
  };
  const [won, lost] = [await high("won"), await high("lost")];
  assert(Math.abs(won / (won + lost) - 30 / 72) < 0.01, "bars are as high as they say");
});

inPage("a play of 3,720 moves is watched, scrubbed, and over", async (page) => {
  await open(page, "shift 60 60");
  await reads(page, /3.720/);
  await page.click("#run");
  await page.waitForFunction(() => /^[1-9]\d* \/ 3720$/.test(document.getElementById("count")?.textContent ?? ""));
  await page.click("#run");
  await page.locator("#scrub").fill("1860");
  await made(page, 1860);
  await judged(page);
  assert.match((await gauge(page)).number, /1.860/);
  await page.locator("#scrub").fill("3720");
  await made(page, 3720);
  assert.deepEqual({ ...(await gauge(page)), tag: "" }, { kind: "over", number: "Won", unit: "in 3\u202f720 moves", tag: "" });
  await openTree(page);
  assert((await page.locator("#tree-view .tree li").count()) <= 401);
  assert.equal(await page.locator("#tree-view [aria-current]").isVisible(), true);
});

/** A tree with names, words and lines that leave lines. */
const KEPT = '(5-4 :"The mirror" 3-5) 3-4 (2-3 :"My first try" 1-2) 5-3 "Now the frog from 6 has to come." (4-5 :"What if?" (2-4 1-2) 6-4) 6-5 4-6';

/** @param {Page} page @param {string} line @param {string} text */
const keep = (page, line, text) => page.addInitScript(([line, text]) => location.protocol === "about:" || localStorage.getItem("saltus") || localStorage.setItem("saltus", JSON.stringify({ v: 1, done: { kept: 1 }, trees: { [line]: text } })), [line, text]);

/** @param {Page} page */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("saltus") ?? "{}"));

test("a tree is read as it was written", () => {
  for (const text of ["", "3-4", KEPT, '"The start." 3-4', "(a (b) c) (d) e (f (g) (h i) j) k", 'a%20b "\\"quoted\\" %"']) assert.equal(write(read(text)), text);
  assert.deepEqual(ends(read(KEPT)), [["3-4", "5-3", "6-5", "4-6"], ["5-4", "3-5"], ["3-4", "2-3", "1-2"], ["3-4", "5-3", "4-5", "6-4"], ["3-4", "5-3", "4-5", "2-4", "1-2"]]);
  for (const wrong of ["(", ")", "()", "(a", 'a "b', '("a")', ':"a"', "(".repeat(200)]) assert.throws(() => read(wrong), /tree of moves/, wrong);
});

inPage("a position comes first, then what was tried in place of its main move, then that: the spine is not broken and nothing crosses words", async (page) => {
  await keep(page, LINE, KEPT);
  await open(page, LINE, WAY.slice(0, 2));
  await openTree(page);
  await page.waitForFunction(() => document.querySelectorAll("#tree-view .tree li").length === 13);
  assert.deepEqual(await listed(page), ["0 Start", "1 5 – 4", "1 3 – 5", "0 3 – 4", "1 2 – 3", "1 1 – 2", "0 5 – 3", "1 4 – 5", "2 2 – 4", "2 1 – 2", "1 6 – 4", "0 6 – 5", "0 4 – 6"]);
  const { spine, crossed, off } = await page.evaluate(() => {
    const boxes = (/** @type {string} */ one) => [...document.querySelectorAll(`#tree-view .tree ${one}`)].map((found) => found.getBoundingClientRect());
    const spine = boxes(".stroke.spine").sort((a, b) => a.top - b.top);
    const gaps = spine.slice(1).filter(({ top }, index) => top > spine[index].bottom + 0.5).length;
    const words = boxes(":is(.what, .said, .left)").filter(({ width }) => width > 0);
    const crossed = boxes(".stroke").flatMap((stroke) => words.filter((word) => stroke.left < word.right && word.left < stroke.right && stroke.top < word.bottom && word.top < stroke.bottom)).length;
    const marks = boxes(".tree-mark").map(({ left, top, width, height }) => [left + width / 2, top + height / 2]);
    // A quarter of a circle ends in a mark.
    const off = boxes(".stroke.bend").filter(({ right, bottom }) => !marks.some(([x, y]) => Math.abs(x - right) < 4 && Math.abs(y - bottom) < 4)).length;
    return { spine: [spine.length, gaps], crossed, off };
  });
  assert(spine[0] > 12 && spine[1] === 0, `${spine[1]} gaps between ${spine[0]} parts`);
  assert.deepEqual([crossed, off], [0, 0]);
  // What was tried at another time is no part of the line that is played.
  assert.equal(await count(page), "2 / 2");
});

inPage("names, words and lines survive a reload, beside all else that is kept", async (page) => {
  await keep(page, LINE, KEPT);
  await open(page, LINE, WAY.slice(0, 2));
  await openTree(page);
  await page.locator("#tree-view .tree button").filter({ hasText: "6 – 4" }).click();
  await made(page, 4);
  await page.getByLabel("Comment").fill("Nobody passes.");
  await press(page, "Tab");
  await page.locator("#tree-view [aria-current]").filter({ hasText: "Nobody passes." }).waitFor();
  const { done, trees } = await kept(page);
  assert.deepEqual(done, { kept: 1 });
  assert.equal(trees[LINE], KEPT.replace("6-4)", '6-4 "Nobody passes.")'));
  await page.goto("about:blank");
  await open(page, LINE);
  await openTree(page);
  await page.locator("#tree-view .tree button").filter({ hasText: "Nobody passes." }).waitFor();
  assert.equal((await listed(page)).length, 13);
  assert.equal(await count(page), "0 / 0");
  // Another board has a tree of its own.
  await open(page, "shift 2 2", ["2-3"]);
  await click(page, 0);
  await made(page, 2);
  await eventually(async () => assert.deepEqual(Object.keys((await kept(page)).trees), [LINE, "shift 2 2"]));
});

inPage("gauge, tree, map and graph say the same", async (page) => {
  await keep(page, LINE, KEPT);
  await open(page, LINE, WAY.slice(0, 2));
  await reads(page, "13");
  await openTree(page);
  await page.waitForFunction(() => [...document.querySelectorAll("#tree-view .tree li")].length === 13 && [...document.querySelectorAll("#tree-view .tree .left")].every((left) => /^(\d+|lost|no move)$/.test(left.textContent ?? "")));
  const lefts = await page.locator("#tree-view .tree .left").allInnerTexts();
  assert.deepEqual(lefts, ["15", "14", "13", "14", "lost", "no move", "13", "lost", "lost", "lost", "lost", "12", "11"]);
  const here = await page.locator("#tree-view .node-box.here").getAttribute("aria-label");
  assert.match(here ?? "", /^Move 2: 13 to go/);
  assert.equal(await page.locator("#tree-view .here .number").innerText(), "13");
  assert.equal((await page.locator("#tree-view .graph [role=img]").getAttribute("aria-label")), "By moves made: 0: 15, 1: 14, 2: 13, 3: 12, 4: 11");
  assert.equal(await page.locator("#tree-view .graph .fallen").count(), 2, "two tries that lost leave the main line");
});

inPage("arrow keys walk the tree", async (page) => {
  await keep(page, LINE, KEPT);
  await open(page, LINE);
  await openTree(page);
  await page.waitForFunction(() => document.querySelectorAll("#tree-view .tree li").length === 13);
  const focused = () => page.evaluate(() => document.activeElement?.querySelector(".what")?.textContent);
  assert.equal(await page.locator("#tree-view [role=tree] [role=treeitem][tabindex='0']").count(), 1);
  await page.locator("#tree-view [aria-current]").focus();
  await press(page, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
  assert.equal(await focused(), "2 – 3");
  await press(page, "ArrowLeft");
  assert.equal(await focused(), "3 – 4");
  await press(page, "End");
  assert.equal(await focused(), "4 – 6");
  await press(page, "Enter");
  await made(page, 4);
  assert.equal(await focused(), "4 – 6", "the focus stays");
});
