// The puzzles of days: numbers, what is shown, what is kept, and what is sent on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dateOf, dotsOf, factsOf, numberOf, streaks } from "../assets/daily.js";
import { PHONE, SERVER, drag as dragTo, engine, eventually, headline, inPage, made } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../assets/daily.js").Day} Day */

/** @type {Day[]} */
const DAYS = JSON.parse(readFileSync(new URL("../assets/daily.json", import.meta.url), "utf8"));
/** 24 November 2026 is day 47. */
const NOW = new Date("2026-11-24T10:00");

/** @param {Page} page @param {string} [hash] */
async function today(page, hash = "#today") {
  await page.clock.setFixedTime(NOW);
  await page.goto("about:blank");
  await page.goto(`${SERVER}${hash}`);
  await page.locator(".in-day #day-right .tally").waitFor({ state: "attached" });
  await made(page, 0);
}

/** @param {Page} page */
const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("saltus") ?? "{}"));

/** Brings a piece to the end of its way. @param {Page} page @param {number[]} path */
const drag = (page, path) => dragTo(page, path[0], path[path.length - 1]);

test("a date has a number, and the other way round", () => {
  assert.equal(numberOf(new Date(2026, 9, 9, 0, 1)), 1);
  assert.equal(numberOf(NOW), 47);
  for (const number of [1, 47, 170, 400]) assert.equal(numberOf(dateOf(number)), number);
});

test("the days are numbered, no two are the same, and they get harder within a week", () => {
  assert.equal(DAYS.length, 400);
  assert.equal(new Set(DAYS.map(({ line }) => line)).size, 400);
  let before = 0;
  for (const [index, { n, luck, first, length, plays }] of DAYS.entries()) {
    assert.equal(n, index + 1);
    const [numerator, denominator] = luck.split("/").map(Number);
    if (dateOf(n).getDay() !== 1) assert(denominator / numerator > before, `day ${n}`);
    before = denominator / numerator;
    if (dateOf(n).getDay() === 1) assert(before <= 1e3, `day ${n}`);
    assert(before <= 1e11 && first[0] === 1 && first[1] > 1 && length >= 3 && BigInt(plays) >= 1n, `day ${n}`);
    if (index > 0) assert.notEqual(DAYS[index].name, DAYS[index - 1].name, `day ${n}`);
  }
});

test("streaks, dots and facts", () => {
  assert.deepEqual(streaks({ 1: {}, 2: {}, 3: {}, 5: {}, 6: { late: 1 }, 9: {} }, 10), { now: 1, longest: 3 });
  assert.deepEqual(streaks({ 9: {}, 10: {} }, 10), { now: 2, longest: 2 });
  assert.deepEqual(streaks({}, 10), { now: 0, longest: 0 });
  assert.deepEqual(["1/8", "1/256", "3/1000000000"].map(dotsOf), [1, 2, 3]);
  assert.deepEqual(factsOf({ n: 1, line: "", name: "", length: 15, first: [1, 7], plays: "696", losing: 0, positions: 4780, farthest: 51, luck: "1/8" }).map(([number]) => number), ["15", "1 of 7", "696", "none", "4,780"]);
});

inPage("the day begins with answers off, and says how hard it is", async (page) => {
  await today(page);
  const day = DAYS[46];
  assert.equal(await page.locator("#answers").isChecked(), false);
  assert.match(await page.locator("#day-head").innerText(), /saltus 47\s+Tuesday 24 November/);
  assert.match(await page.locator("#day-right").innerText(), new RegExp(`0 moves made[^]*The fewest is ${day.length}[^]*1 of ${day.first[1]}[^]*By luck alone, in ${day.length}`));
  assert.equal(await page.locator("#gauge").isVisible(), false);
  assert.equal(await page.locator("#hint").isEnabled(), true);
  assert.match(page.url(), /#day=47$/);
  await page.goto(`${SERVER}#p=shift+3+3`);
  await page.waitForFunction(() => !document.body.classList.contains("in-day"));
  assert.equal(await page.locator("#answers").isChecked(), true);
});

inPage("a day that was solved has its marks, its star, and a text without the way", async (page) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ text) => void (/** @type {any} */ (globalThis).copied = text) } });
  });
  await today(page, "#day=46");
  const day = DAYS[45];
  const moves = (await engine(page, "solution", day.line)) ?? [];
  assert.equal(moves.length, day.length);
  await page.goto(`${SERVER}#day=46`);
  await made(page, 0);
  for (const [count, text] of moves.entries()) {
    const { choices } = await engine(page, "play", day.line, moves.slice(0, count));
    const path = choices.find((choice) => choice.text === text)?.path ?? [];
    await drag(page, path);
    await made(page, count + 1);
  }
  await eventually(async () => assert.equal(await headline(page), `Won in ${day.length} moves.`));
  await page.locator("#day-right .kinds").waitFor({ state: "attached" });
  await eventually(async () => assert.deepEqual((await kept(page)).days["46"], { made: day.length, marks: "k".repeat(day.length), hints: 0, star: 1, late: 1 }));
  await page.getByRole("button", { name: "Share result" }).click();
  await page.waitForFunction(() => /** @type {any} */ (globalThis).copied);
  const text = await page.evaluate(() => /** @type {any} */ (globalThis).copied);
  const [first, ...rows] = text.split("\n");
  assert.equal(first, `saltus 46 · ${day.length} moves, no play is shorter ⭐`);
  assert.equal(rows.slice(0, -1).join(""), "🟦".repeat(day.length));
  assert(rows.slice(0, -1).every((/** @type {string} */ row) => [...row].length <= 9));
  assert.match(rows[rows.length - 1], /#day=46$/);
  for (const move of moves) assert(!text.includes(move));
  // The picture has as much, and is made without a network.
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Picture", exact: true }).click();
  const picture = page.getByRole("img", { name: `saltus 46: ${day.length} moves, no play is shorter` });
  await picture.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the picture" }).click()]);
  assert.equal(download.suggestedFilename(), "saltus-46.png");
  const bytes = readFileSync(await download.path());
  assert.deepEqual([bytes.subarray(1, 4).toString(), bytes.readUInt32BE(16), bytes.readUInt32BE(20)], ["PNG", 1200, 630]);
  // As many pixels in the colour of a good move as its marks have, but for their rounded corners.
  const painted = await picture.evaluate((one) => {
    const canvas = /** @type {HTMLCanvasElement} */ (one);
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] === 0x0b && data[at + 1] === 0x64 && data[at + 2] === 0x6b) count += 1;
    return count;
  });
  assert(Math.abs(painted / (48 * 48 * day.length) - 0.945) < 0.02, String(painted / (48 * 48 * day.length)));
  assert.equal(await page.getByRole("button", { name: "Share the picture" }).count(), 0, "this browser cannot");
  await page.locator("#result [data-close]").click();
  await page.context().setOffline(false);
  // It is in the calendar, and stays after a reload.
  await page.reload();
  await page.locator("#day-left a", { hasText: "saltus 46, solved, no play is shorter" }).waitFor();
  await page.locator("#day-right .kinds").waitFor({ state: "attached" });
  await page.goto("about:blank");
  await page.goto(`${SERVER}#day=46`);
  await page.getByText("the first time counts").waitFor();
});

inPage("the dock of a day goes back to the start, which counts, and says that a hint is marked", async (page) => {
  await today(page);
  const dock = page.locator("#dock");
  const first = dock.getByRole("button", { name: "From the start" });
  assert.equal(await first.isDisabled(), true);
  assert.match(await dock.innerText(), /From the start\s+Hint\s+a hint is marked in your result\s+Answers\s+Share/);
  assert.equal(await page.locator("#run, #scrub, #rank, #check, #tree-open").and(page.locator(":visible")).count(), 0);
  const { choices } = await engine(page, "play", DAYS[46].line);
  await drag(page, choices[0].path);
  await made(page, 1);
  await first.click();
  await made(page, 0);
  assert.match(await page.locator("#day-right .count-of").innerText(), /^1 move made/, "a move taken back counts");
  await page.goto(`${SERVER}#p=shift+3+3`);
  await page.waitForFunction(() => !document.body.classList.contains("in-day"));
  assert.equal(await first.isVisible(), false);
});

inPage("a result is not sent on before all its marks are there", async (page) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "share", { value: undefined });
    Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ text) => void (/** @type {any} */ (globalThis).copied = text) } });
  });
  await today(page, "#day=45");
  const moves = (await engine(page, "solution", DAYS[44].line)) ?? [];
  await page.goto("about:blank");
  await page.goto(`${SERVER}#day=45`);
  await made(page, 0);
  await page.locator("#more-open").click();
  await page.locator("#moves-text").fill(moves.join(" "));
  await page.locator("#moves-form button").click();
  await page.getByRole("button", { name: "Share result" }).click();
  await page.waitForFunction(() => /** @type {any} */ (globalThis).copied);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).copied.match(/🟦/gu)?.length), moves.length);
});

inPage("a hint is marked, answers take the star away", async (page) => {
  await today(page);
  await page.keyboard.press("h");
  await page.locator("#board .arrows *").first().waitFor({ state: "attached" });
  await page.locator(".switch").click();
  await page.locator(".switch").click();
  const moves = (await engine(page, "solution", DAYS[46].line)) ?? [];
  for (const [count, text] of moves.entries()) {
    const { choices } = await engine(page, "play", DAYS[46].line, moves.slice(0, count));
    await drag(page, choices.find((choice) => choice.text === text)?.path ?? []);
    await made(page, count + 1);
  }
  await eventually(async () => {
    const { marks, hints, star } = (await kept(page)).days["47"];
    assert.deepEqual([marks, hints, star], [`h${"k".repeat(moves.length)}`, 1, undefined]);
  });
});

inPage("days to come are not open, and the months can be leafed through", async (page) => {
  await today(page);
  const month = page.locator("#day-left .month");
  assert.equal(await month.locator("a").count(), 24);
  await month.getByRole("button", { name: "The month before" }).click();
  assert.match(await month.innerText(), /October/);
  assert.equal(await month.locator("a").count(), 23);
  assert.equal(await month.getByRole("button", { name: "The month before" }).isDisabled(), true);
  await month.locator("a").first().click();
  await page.waitForFunction(() => document.title.startsWith("saltus 1 ·"));
  await page.goto(`${SERVER}#day=300`);
  await page.waitForFunction(() => document.title.startsWith("saltus 47 ·"));
});

inPage("on a phone the days are in a sheet, and nothing is wider than the screen", async (page) => {
  await today(page);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.locator("#days-open").click();
  await page.locator("dialog#days[open] .month").waitFor();
  assert.match(await page.locator("#days-body").innerText(), /in a row[^]*longest[^]*solved[^]*stars[^]*Moves above the fewest/);
}, PHONE);
