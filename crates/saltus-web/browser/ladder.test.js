// The ladders, what is kept of what was done, and the marks of a play.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LADDERS, luckWords } from "../assets/ladders.js";
import { PHONE, SERVER, click, engine, eventually, headline, inPage, made, open, press } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../assets/progress.js").Progress} Progress */

/** What is kept. @param {Page} page @returns {Promise<Progress>} */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("saltus") ?? "{}"));

/** Makes moves of pieces that can go one way only, by clicks. @param {Page} page @param {string[]} moves */
async function solve(page, moves) {
  let count = Number(((await page.locator("#count").textContent()) ?? "0").split(" ")[0]);
  for (const text of moves) {
    await click(page, Number(text.split("-")[0]) - 1);
    await made(page, ++count);
  }
}

/** @param {Page} page */
async function ladders(page) {
  await page.goto("about:blank");
  await page.goto(`${SERVER}#ladders`);
  await page.locator("#ladder-view .pad-of.next").waitFor();
}

const marks = (/** @type {Page} */ page) => page.locator("#gauge .marks i").evaluateAll((found) => found.map((one) => one.className.replace("mark-", "")).join(""));

test("luck in words", () => {
  const words = [["1/1", "certain"], ["3/4", "3 in 4"], ["5/8", "5 in 8"], ["1/256", "1 in 256"], ["67/3072", "1 in 46"], ["1/524288", "1 in 524,288"], ["1/16777216", "1 in 16.8 million"], ["203725732477/14770778913755504640000", "1 in 72.5 billion"], ["1/4550070", "1 in 4.6 million"]];
  for (const [luck, said] of words) assert.equal(luckWords(luck), said);
});

inPage("a win without a detour has a star, and the next level is offered", async (page) => {
  await ladders(page);
  assert.equal(await page.locator(".way-of .pad-of").count(), LADDERS[0].levels.length);
  await page.locator(".ladder-side .act-button").click();
  await page.locator("#ladder-view").waitFor({ state: "hidden" });
  const [first, second] = LADDERS[0].levels;
  await made(page, 0);
  const solution = await engine(page, "solution", first.id);
  await solve(page, solution ?? []);
  await eventually(async () => assert.deepEqual((await kept(page)).done[first.id], { made: 3, best: 3, star: 1, day: Math.floor((Date.now() - new Date().getTimezoneOffset() * 60_000) / 86_400_000) }));
  await eventually(async () => assert.equal(await marks(page), "kkk"));
  const next = page.locator("#act .act-button");
  assert.equal(await next.innerText(), `Next: ${second.name}`);
  // With less motion it waits.
  assert.equal(await page.locator(".ringed").count(), 0);
  await next.click();
  await page.waitForFunction(() => location.hash.startsWith("#p=shift+2+1"));
  await ladders(page);
  assert.equal(await page.locator(".pad-of.solved").count(), 1);
  assert.match((await page.locator(".pad-of").first().textContent()) ?? "", /^Level 1, 1 \+ 1, solved, no play is shorter, certain$/);
  assert.match((await page.locator(".pad-of.next").textContent()) ?? "", /^Level 2, 2 \+ 1, next, 3 in 4$/);
});

inPage("the next level opens by itself, unless somebody does something", async (page) => {
  await ladders(page);
  await page.locator(".ladder-side .act-button").click();
  await made(page, 0);
  await solve(page, (await engine(page, "solution", LADDERS[0].levels[0].id)) ?? []);
  await page.locator("#act .ringed").waitFor();
  await page.waitForFunction(() => location.hash.startsWith("#p=shift+2+1"), null, { timeout: 20_000 });
  await made(page, 0);
  await solve(page, (await engine(page, "solution", LADDERS[0].levels[1].id)) ?? []);
  await page.locator("#act .ringed").waitFor();
  await page.keyboard.press("Shift");
  assert.equal(await page.locator(".ringed").count(), 0);
}, { reducedMotion: "no-preference" });

inPage("a move taken back and a hint have their marks, and there is no star", async (page) => {
  await open(page, "shift 1 1");
  const [first, ...rest] = (await engine(page, "solution", "shift 1 1")) ?? [];
  await solve(page, [first]);
  await press(page, "u");
  await made(page, 0);
  await press(page, "h");
  await page.locator("#board .arrows *").first().waitFor({ state: "attached" });
  await solve(page, [first, ...rest]);
  await eventually(async () => assert.equal(await marks(page), "kuhkkk"));
  const { made: count, best, star } = (await kept(page)).done["shift 1 1"];
  assert.deepEqual([count, best, star], [4, 4, undefined]);
  // From the start it begins anew.
  await page.getByRole("button", { name: "From the start" }).click();
  await made(page, 0);
  await solve(page, [first, ...rest]);
  await eventually(async () => assert.equal((await kept(page)).done["shift 1 1"].star, 1));
  assert.equal((await kept(page)).done["shift 1 1"].best, 3);
});

inPage("who has watched has not solved it", async (page) => {
  await open(page, "shift 1 1");
  await page.click("#run");
  await page.waitForFunction(() => /That was a play/.test(document.getElementById("headline")?.textContent ?? ""), null);
  assert.match(await headline(page), /That was a play of 3 moves/);
  await page.waitForTimeout(300);
  assert.equal((await kept(page)).done?.["shift 1 1"], undefined);
});

inPage("a reload takes nothing away of what was done", async (page) => {
  await open(page, "shift 1 1");
  const [first, ...rest] = (await engine(page, "solution", "shift 1 1")) ?? [];
  await solve(page, [first]);
  await press(page, "u");
  await made(page, 0);
  await solve(page, [first]);
  await page.reload();
  await made(page, 1);
  await solve(page, rest);
  await eventually(async () => assert.equal(await marks(page), "kukkk"));
});

inPage("what was done goes to another device as text, and nothing gets less", async (page) => {
  await ladders(page);
  await page.evaluate(() => localStorage.setItem("saltus", JSON.stringify({ v: 1, done: { "shift 3 3": { made: 17, best: 15, star: 1, day: 20781 } }, days: { 47: { made: 18, marks: "kkkkskkkkfkkkkkkkk", hints: 0 } }, trees: { "shift 3 3": "3-4 (2-3 1-2) 5-3" } })));
  await page.reload();
  await page.locator(".pad-of.solved").waitFor();
  await page.getByRole("button", { name: "Keep as text" }).click();
  const field = page.locator(".kept-text");
  await field.waitFor();
  const text = await field.inputValue();
  assert.match(text, /^saltus1\.[\w-]+$/);
  await page.evaluate(() => localStorage.setItem("saltus", JSON.stringify({ v: 1, done: { "shift 3 3": { made: 15, best: 15, day: 20900 }, "shift 2 2": { made: 8, best: 8, day: 20900 } }, days: {}, trees: {} })));
  await page.reload();
  await page.locator(".pad-of.solved").first().waitFor();
  await page.getByRole("button", { name: "Bring in" }).click();
  await field.fill(`${text.slice(0, 40)}x${text.slice(41)}`);
  await page.getByRole("button", { name: "Bring in" }).click();
  await page.getByText("A part of the text is missing").waitFor();
  await field.fill(text);
  await page.getByRole("button", { name: "Bring in" }).click();
  await eventually(async () => {
    const { done, days, trees } = await kept(page);
    assert.deepEqual(done, { "shift 3 3": { made: 17, best: 15, star: 1, day: 20781 }, "shift 2 2": { made: 8, best: 8, day: 20900 } });
    assert.deepEqual(Object.keys(days), ["47"]);
    assert.deepEqual(trees, { "shift 3 3": "3-4 (2-3 1-2) 5-3" });
  });
});

inPage("what is kept and makes no sense is not taken", async (page) => {
  await page.goto(SERVER);
  for (const text of ["{", "[]", '{"v":2,"done":{}}', '{"v":1,"done":{"shift 1 1":{"made":-3,"best":"x"}},"days":{"0":1}}', "null"]) {
    await page.evaluate((text) => localStorage.setItem("saltus", text), text);
    await ladders(page);
    assert.equal(await page.locator(".pad-of.solved").count(), 0, text);
  }
});

inPage("on a phone the ladder is one column, and a tap opens a level", async (page) => {
  await ladders(page);
  const { wide, seen } = await page.evaluate(() => ({ wide: document.querySelector("#ladder-view")?.scrollWidth ?? 0, seen: innerWidth }));
  assert(wide <= seen, `${wide} of ${seen}`);
  const boxes = await page.locator(".pad-of").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  assert.equal(new Set(boxes.map(Math.round)).size, 1);
  await page.locator(".pad-of").nth(3).click();
  await page.waitForFunction(() => location.hash.startsWith("#p=shift+2+2"));
}, PHONE);
