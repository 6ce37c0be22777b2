// The page in the states of the design's pictures, by their numbers and names, written into target/pictures for who compares the two. What is asserted is that
// each state was reached. The design's 16, the cards of a site, is written by site.test.js of saltus-wasm.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { packed } from "../assets/lessontext.js";
import { SERVER, asked, browser, click, engine, eventually, headline, inPage, judged, made, open, press, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const FOLDER = new URL("../../../target/pictures/", import.meta.url);
mkdirSync(FOLDER, { recursive: true });

/** Most pictures are as large as this; three phones beside each other a little higher. */
const USUAL = { viewport: { width: 1280, height: 800 } };
const TALL = { width: 1280, height: 900 };
const ONE_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const NOW = new Date("2026-11-24T16:18");

/** @param {Page} page @param {string} name */
const keep = async (page, name) => writeFileSync(new URL(`${name}.png`, FOLDER), await page.screenshot());

/** Phones beside each other, as one picture. @param {string} name @param {Buffer[]} shots */
async function besides(name, shots) {
  const page = await (await browser()).newPage({ viewport: TALL });
  const images = shots.map((shot, index) => `<img src="data:image/png;base64,${shot.toString("base64")}" style="position:absolute;left:${21 + 424 * index}px;top:28px;max-width:390px;max-height:844px">`);
  await page.setContent(`<body style="margin:0;background:#f4f7f6">${images.join("")}</body>`);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await keep(page, name);
  await page.close();
}

/** @param {Page} page @param {object} kept @param {string} hash */
async function recalled(page, kept, hash) {
  await page.clock.setFixedTime(NOW);
  await page.goto(SERVER);
  await page.evaluate((kept) => localStorage.setItem("saltus", JSON.stringify({ v: 1, done: {}, days: {}, trees: {}, ...kept })), kept);
  await page.goto("about:blank");
  await page.goto(`${SERVER}${hash}`);
}

/** Days of which some have a star. */
const DAYS = Object.fromEntries(Array.from({ length: 46 }, (_, index) => [index + 1, { made: 18, marks: "kkkk", hints: 0, ...(index % 3 ? {} : { star: 1 }) }]).filter(([number]) => Number(number) % 9));
const done = (/** @type {string[]} */ ...lines) => Object.fromEntries(lines.map((line, index) => [line, { made: 9, best: 8, day: 20781, ...(index % 2 ? {} : { star: 1 }) }]));

inPage("13-first", async (page) => {
  await page.goto(SERVER);
  await reads(page, "15");
  assert.equal(await headline(page), "Swap the two sides.");
  await keep(page, "13-first");
}, USUAL);

inPage("14-daily", async (page) => {
  await recalled(page, { days: DAYS }, "#today");
  await page.locator("#day-right .tally").waitFor();
  await made(page, 0);
  assert.match(await page.locator("#day-head").innerText(), /saltus 47\s+Tuesday 24 November/);
  assert.match(await page.locator("#day-left").innerText(), /in a row\s+41\s+of 47 solved/);
  assert.match(await page.locator("#dock").innerText(), /a hint is marked in your result/);
  await keep(page, "14-daily");
}, USUAL);

inPage("15-result", async (page) => {
  await recalled(page, { days: DAYS }, "#day=45");
  await page.locator("#day-right .tally").waitFor();
  await made(page, 0);
  const line = await page.evaluate(async () => (await (await fetch("daily.json")).json())[44].line);
  const moves = (await engine(page, "solution", line)) ?? [];
  for (const count of moves.keys()) {
    await page.locator("#more-open").click();
    await page.locator("#moves-text").fill(moves.slice(0, count + 1).join(" "));
    await page.locator("#moves-form button").click();
    await eventually(async () => assert.match((await page.locator("#count").textContent()) ?? "", new RegExp(`^${count + 1} / `)));
  }
  await page.getByRole("button", { name: "Share result" }).waitFor();
  assert.match(await headline(page), /^Won in \d+ moves\.$/);
  const result = await page.screenshot();
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  await page.locator("#result canvas").waitFor();
  const picture = await page.screenshot();
  await page.locator("#result [data-close]").click();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.locator("#days-open").click();
  await page.locator("#days-body").getByText("Moves above the fewest").waitFor();
  await besides("15-result", [result, picture, await page.screenshot()]);
}, ONE_PHONE);

inPage("17-ladder", async (page) => {
  await recalled(page, { done: done("shift 1 1", "shift 2 1", "shift 1 3", "shift 2 2") }, "#ladders");
  await page.locator(".pad-of.solved").first().waitFor();
  assert.match(await page.locator("#ladder-view").innerText(), /Toads and Frogs: 4 of 14 solved/);
  await keep(page, "17-ladder");
}, USUAL);

inPage("18-study", async (page) => {
  await open(page, "shift 3 3", ["3-4", "5-3"]);
  await page.click("#more-open");
  await page.click("#lesson-open");
  await page.locator("textarea:visible").first().waitFor();
  assert.match(await page.locator("textarea:visible").first().inputValue(), /^saltus lesson 1\n[^]*puzzle: shift 3 3\n/);
  await keep(page, "18-study");
}, USUAL);

inPage("19-class", async (page) => {
  const view = page.locator("#class-view");
  await open(page, "tiles 3x3 random seed=1");
  await page.evaluate(() => (location.hash = "#class"));
  await view.getByLabel("Puzzle").fill("tiles 3x3");
  await view.getByLabel("Codes of pupils, one a line").fill("Ada RW6-NAG0J\nBen RW6-JR00B\nCem RW6-MX00D\nDana RW6-80006\nEmil BR2-M000N");
  await view.getByText("tiles+3x3,8,6,1").waitFor();
  await view.getByText("page 1 of 2").waitFor();
  await eventually(async () => assert.match(await view.locator(".reports").innerText(), /all 6, none longer[^]*4 of 6[^]*5 of 6, a hint[^]*1 of 6[^]*another sheet/));
  await keep(page, "19-class");
}, USUAL);

inPage("20-tree", async (page) => {
  await open(page, "shift 3 3", ["3-4", "5-3", "6-5"]);
  await judged(page);
  await press(page, "t");
  await page.locator(".node-box").first().waitFor();
  assert.match(await page.locator("#tree-view").innerText(), /6\s*–\s*5/);
  await keep(page, "20-tree");
}, USUAL);

inPage("21-embed", async (page) => {
  const around = '<!doctype html><html lang="en"><title>A page</title><body style="margin:2rem;font-family:serif"><h1>A question for the tram</h1><p>Three toads, three frogs, one empty pad. One has moved already.</p><iframe title="Toads and Frogs" style="border:0;width:614px;height:320px" src="./?embed#p=shift+3+3&m=3-4"></iframe>';
  await page.route("**/around.html", (route) => route.fulfill({ contentType: "text/html", body: around }));
  await page.goto(`${SERVER}around.html`);
  const frame = page.frameLocator("iframe");
  await frame.locator("#gauge .number").getByText("14", { exact: true }).waitFor();
  assert.match(await frame.locator("#gauge").innerText(), /to go/);
  await keep(page, "21-embed");
}, USUAL);

inPage("22-words", async (page) => {
  await open(page, "shift 3 3");
  await reads(page, "15");
  await press(page, "c");
  await page.getByRole("button", { name: "Done" }).waitFor();
  assert.match(await page.locator("#proof").innerText(), /15/);
  await keep(page, "22-words");
}, USUAL);

inPage("23-phones", async (page) => {
  await open(page, "shift 3 3", ["3-4"]);
  await reads(page, "14");
  const upright = await page.screenshot();
  await open(page, "chinese star players=2");
  await judged(page);
  const star = await page.screenshot();
  await page.setViewportSize({ width: 844, height: 390 });
  await open(page, "shift 3 3", ["3-4"]);
  await reads(page, "14");
  await besides("23-phones", [upright, star, await page.screenshot()]);
}, ONE_PHONE);

inPage("24-pupil", async (page) => {
  await page.goto(`${SERVER}#ladders`);
  await page.locator(".pad-of").first().click();
  await made(page, 0);
  for (const [count, text] of ((await engine(page, "solution", "shift 1 1")) ?? []).entries()) {
    await click(page, Number(text.split("-")[0]) - 1);
    await made(page, count + 1);
  }
  await page.getByRole("button", { name: "Next: 2 + 1" }).waitFor();
  const won = await page.screenshot();
  await page.goto("about:blank");
  await page.goto(`${SERVER}#s=${await packed('saltus lesson 1\ntitle: Why 15?\nchapter: Only one move wins\npuzzle: shift 3 3\nmoves: 3-4 5-3\ntext: Which one keeps the game alive?\nask: move\ntree: (4-5 "Look behind it.") 6-5\n')}`);
  await made(page, 2);
  await click(page, 3);
  await page.locator("#lesson .told-so.lost").getByText("Look behind it.").waitFor();
  const lost = await page.screenshot();
  await page.goto("about:blank");
  await page.goto(`${SERVER}#c=tiles+3x3,8,6,1&a=off`);
  await page.locator(".sheet-card svg").nth(5).waitFor();
  await page.locator(".sheet-card").first().click();
  await made(page, 0);
  const line = (await engine(page, "made", { line: "tiles 3x3", length: "8", count: 6, seed: 1, unique_first: true }))?.puzzles[0].line ?? "";
  const moves = (await engine(page, "solution", line)) ?? [];
  for (const [at, text] of moves.entries()) {
    const choice = (await asked(page, line, moves.slice(0, at)))?.choices.find((choice) => choice.text === text);
    await click(page, choice?.path[0] ?? -1);
    await made(page, at + 1);
  }
  await page.locator("#lesson").getByText("No play is shorter.").waitFor();
  await page.getByRole("button", { name: "All boards" }).click();
  await page.locator(".sheet-card svg").nth(5).waitFor();
  await besides("24-pupil", [won, lost, await page.screenshot()]);
}, ONE_PHONE);

inPage("25-all-dark", async (page) => {
  await recalled(page, { done: done("shift 3 3", "shift 2 2", "shift 1 3"), last: { line: "shift 4 3", moves: "4-5 6-4", at: 2 } }, "#gallery");
  await page.locator(".done-of .did").first().waitFor();
  await page.locator(".puzzle svg.board").first().waitFor();
  assert.match(await page.locator("#gallery-view").innerText(), /Where you were[^]*New to me\s+No star yet/);
  await keep(page, "25-all-dark");
}, { ...USUAL, colorScheme: "dark" });
