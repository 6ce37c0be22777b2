// A sheet for a class: what its link says, how it is made and printed, how pupils play it, and what their codes tell.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decode, encode } from "../assets/code.js";
import { copied, read as readCodes } from "../assets/reports.js";
import { nameOf, read, write } from "../assets/sheets.js";
import { PHONE, SERVER, asked, click, decoded, engine, eventually, inPage, made, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const SHEET = { line: "tiles 2x3", length: "8", count: 4, seed: 1, isBare: true, isOwn: false, hasHints: true };

test("a link names a sheet", () => {
  assert.equal(write({ ...SHEET, line: "tiles 3x3", count: 6 }), "#c=tiles+3x3,8,6,1&a=off");
  for (const sheet of [SHEET, { ...SHEET, line: "rules board: a , b ; goal: b , a", length: "3..9", isBare: false, isOwn: true, hasHints: false }]) assert.deepEqual(read(write(sheet)), sheet);
  for (const wrong of ["#c=", "#c=tiles+3x3", "#c=tiles+3x3,8,6", "#c=tiles+3x3,8,0,1", "#c=tiles+3x3,8,11,1", "#c=,8,6,1", "#c=tiles+3x3,x,6,1"]) assert.throws(() => read(wrong), /^Error: A sheet is named by/, wrong);
});

test("codes are a table", () => {
  const rows = readCodes("Ada RW6-NAG0J\nBen RW6-JR00B\nRW6-80006\n\nEmil BR2-M000N\nFay RW6-JR00C", "RW6", 6);
  assert.deepEqual(rows.map(({ name, results, said }) => [name, results.length, said]), [
    ["Ada", 6, "all 6, none longer"], ["Ben", 6, "4 of 6"], ["?", 6, "1 of 6"], ["Emil", 0, "another sheet"], ["Fay", 0, "RW6-JR00C has a slip: its signs do not fit the last one"],
  ]);
  assert.match(copied(rows), /^Ada\tRW6-NAG0J\t★ ★ ★ ★ ★ ★\tall 6, none longer\nBen\t/);
});

/** @param {Page} page @param {string} hash */
async function pupil(page, hash) {
  await page.goto("about:blank");
  await page.goto(`${SERVER}${hash}`);
  await page.locator(".sheet-card svg").first().waitFor();
}

/** Plays a board by a shortest play, after some moves to and fro. @param {Page} page @param {number} [waste] */
async function solve(page, waste = 0) {
  // The board of the page is there before the first one of the sheet.
  await page.locator("#whole[href*=tiles]").waitFor({ state: "attached" });
  await made(page, 0);
  const line = await page.evaluate(() => new URLSearchParams(document.getElementById("whole")?.getAttribute("href")?.split("#")[1]).get("p") ?? "");
  const moves = (await engine(page, "solution", line)) ?? [];
  assert.equal(moves.length, 8);
  /** @type {string[]} */
  const done = [];
  for (const text of [...Array(waste).fill(moves[0]), ...moves]) {
    const choice = (await asked(page, line, done))?.choices.find((choice) => choice.text === text);
    await click(page, choice?.path[0] ?? -1);
    done.push(text);
    await made(page, done.length);
  }
}

inPage("a sheet is made for a class, as it is printed, with one link", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${SERVER}#p=tiles+2x3+random+seed=1`);
  await made(page, 0);
  await page.click("#more-open");
  await page.click("#for-class");
  const view = page.locator("#class-view");
  await view.getByLabel("Puzzle").fill("tiles 2x3");
  await view.getByRole("spinbutton", { name: "Boards" }).fill("4");
  await eventually(async () => assert.match(await view.locator(".address").innerText(), /#c=tiles\+2x3,8,4,1&a=off/));
  await view.locator(".paper-page svg").waitFor();
  await view.getByText("page 1 of 2").waitFor();
  assert.match(page.url(), /#class$/);
  assert.match((await view.locator(".paper-page svg title").first().textContent()) ?? "", /order/i);
  await view.getByText("Phones cannot reach this address.").waitFor();
  await view.getByRole("button", { name: "Next page" }).click();
  await view.getByText("page 2 of 2").waitFor();
  // The same boards as the program makes, and other ones.
  const lesson = async (/** @type {number} */ seed) => (await engine(page, "made", { line: "tiles 2x3", length: "8", count: 4, seed, unique_first: true }))?.lesson;
  assert.equal(await lesson(1), await lesson(1));
  assert.notEqual(await lesson(1), await lesson(2));
  await view.getByRole("button", { name: "Other boards" }).click();
  await view.locator(".address").getByText("#c=tiles+2x3,8,4,2&a=off").waitFor();
  await view.getByRole("switch", { name: "Each pupil other boards" }).click();
  await view.locator(".address").getByText("#c=tiles+2x3,8,4,2&own=1&a=off").waitFor();
  await view.getByRole("switch", { name: "Answers" }).click();
  await eventually(async () => assert.match(await view.locator(".address").innerText(), /,2&own=1$/m));
  await view.getByRole("switch", { name: "Hints" }).click();
  await eventually(async () => assert.match(await view.locator(".address").innerText(), /,2&own=1&h=off$/m));
  // What cannot be made says why, and what was there stays.
  await view.getByLabel("Moves").fill("1000");
  await view.getByRole("alert").filter({ hasText: /as wanted/ }).waitFor();
  await view.getByLabel("Puzzle").fill("hello");
  await view.getByRole("alert").filter({ hasText: /hello/ }).waitFor();
  // What is printed is pages of A4, and nothing else.
  await view.getByLabel("Puzzle").fill("tiles 2x3");
  await view.getByLabel("Moves").fill("8");
  await eventually(async () => assert.equal(await view.getByRole("alert").count(), 0));
  await page.evaluate(() => (window.print = () => {}));
  await view.getByRole("button", { name: "Print" }).click();
  const file = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.equal(file.match(/\/Type\s*\/Page\b/g)?.length, 2);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.equal(await page.locator("#print").count(), 0);
  await page.keyboard.press("Escape");
  await made(page, 0);
}, { refusals: true });

inPage("the code on a sheet opens it", async (page) => {
  const link = "https://board.test/#c=tiles+2x3,8,4,1&a=off";
  const sheet = await engine(page, "made", { line: "tiles 2x3", length: "8", count: 4, seed: 1, unique_first: true });
  const [first] = (await engine(page, "sheet", sheet?.lesson ?? "", link)) ?? [];
  // The corner of the page in which it is.
  await page.evaluate((svg) => {
    document.body.insertAdjacentHTML("beforeend", `<div class="page-of">${svg}</div>`);
    const drawn = /** @type {SVGSVGElement} */ (document.querySelector(".page-of svg"));
    const { x, y, width, height } = /** @type {SVGPathElement} */ (drawn.querySelector('path[fill="#000000"]')).getBBox();
    drawn.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }, first);
  assert.equal(await decoded(page, ".page-of svg"), link);
});

inPage("without hints, numbers are shown and no best move is", async (page) => {
  await pupil(page, write({ ...SHEET, isBare: false, hasHints: false }));
  await page.locator("#lesson").getByRole("button", { name: "Play 1", exact: true }).click();
  await reads(page, "8");
  for (const id of ["hint", "rank", "run"]) assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
  for (const key of ["h", "m", " "]) await page.keyboard.press(key);
  await page.waitForTimeout(300);
  assert.equal(await page.locator("#board .arrows > *").count(), 0);
  assert.equal(await page.locator("#rail").isVisible(), false);
  assert.match((await page.locator("#count").textContent()) ?? "", /^0 /);
});

inPage("pupils play the boards of a sheet, and their code says how far they are", async (page) => {
  await pupil(page, write(SHEET));
  const lesson = page.locator("#lesson");
  await lesson.getByText("0 of 4 solved.").waitFor();
  assert.equal(await lesson.locator(".sheet-card").count(), 4);
  assert.equal(await page.locator("#stage:visible, #dock:visible").count(), 0);
  await lesson.getByRole("button", { name: "Play 1", exact: true }).click();
  await solve(page);
  await lesson.getByText("No play is shorter.").waitFor();
  await lesson.getByRole("button", { name: "Next: 2" }).click();
  await solve(page, 2);
  await lesson.getByText("It goes with fewer.").waitFor();
  const code = await lesson.locator(".pupil-code code").innerText();
  assert.deepEqual(decode(code), { of: encode(nameOf(SHEET), []).slice(0, 3), results: ["star", "solved", ...Array(8).fill("open")] });
  await lesson.getByRole("button", { name: "Again" }).click();
  await solve(page);
  await lesson.getByText("No play is shorter.").waitFor();
  await lesson.getByRole("button", { name: "All boards" }).click();
  await lesson.getByText("2 of 4 solved.").waitFor();
  assert.equal(await lesson.getByRole("button", { name: "3 next", exact: true }).count(), 1);
  assert.equal(await lesson.getByRole("button", { name: /^2\s*, solved, no play is shorter$/ }).count(), 1);
  // It is there again after a reload; answers stay off.
  await page.reload();
  await lesson.getByText("2 of 4 solved.").waitFor();
  await lesson.getByRole("button", { name: "3 next", exact: true }).click();
  await made(page, 0);
  assert.equal(await page.locator("#gauge, #hint, #rank, #check, #tree-open, #more-open").and(page.locator(":visible")).count(), 0);
  // Each has boards of its own, the same ones after a reload.
  await pupil(page, write({ ...SHEET, isOwn: true }));
  const boards = () => lesson.locator(".sheet-card svg").evaluateAll((all) => all.map((one) => one.textContent));
  await eventually(async () => assert.equal((await boards()).length, 4));
  const own = await boards();
  await pupil(page, write({ ...SHEET, isOwn: true }));
  await eventually(async () => assert.deepEqual(await boards(), own));
  await page.goto("about:blank");
  await page.goto(`${SERVER}#c=tiles+2x3,8`);
  await page.locator("#headline").getByText("A sheet is named by").waitFor();
}, PHONE);
