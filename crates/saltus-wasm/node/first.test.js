// The first second of a site: what has to come until there is a board to play on, and that it plays while nothing else has come.
// SALTUS_SITE is the folder that `saltus site --at` wrote, SALTUS_BROWSER a Chromium.

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { hosted, launch } from "../../saltus-web/browser/host.js";

const { SALTUS_SITE } = process.env;
if (!SALTUS_SITE) throw new Error("SALTUS_SITE must name what is tested");

/** Bytes, packed by gzip: what comes before there is a board to play on, and the page's script, which answers. */
const FIRST = 40_000;
const PAGE = 75_000;
/** Requests before there is a board to play on. */
const REQUESTS = 5;

const file = (name) => readFileSync(path.join(SALTUS_SITE, name));

let browser, host;
before(async () => {
  [browser, host] = [await launch(), await hosted(SALTUS_SITE, "/some/path/")];
});
after(async () => {
  await browser.close();
  host.close();
});

/** A page for which some files never come, or come when they are let. */
async function opened(address, held, options = {}) {
  const page = await browser.newPage({ reducedMotion: "reduce", viewport: { width: 1280, height: 860 }, ...options });
  const [faults, asked, waiting] = [[], [], []];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.replace("/some/path/", "") || "index.html"));
  let isHeld = true;
  await page.route(held, (route) => (isHeld ? waiting.push(route) : route.continue()));
  const release = () => {
    isHeld = false;
    return Promise.all(waiting.map((route) => route.continue()));
  };
  await page.goto(host.address + address, { waitUntil: "commit" });
  return { page, faults, asked, release };
}

const reads = (page, text) => page.waitForFunction((text) => document.querySelector("#gauge .number")?.textContent === text, text, { timeout: 60_000 });

/** Clicks where a cell is drawn. */
async function click(page, cell) {
  const { x, y, width, height } = await page.locator(`#cell-${cell} > :first-child`).boundingBox();
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** What a page needs no sooner than when there is a board to play on. */
const AFTER = /main\.js|later\.|daily\.json|\.wasm/;

/** Holds that what came for a board to play on is no more than it may be. */
function fits(asked) {
  const needed = [...new Set(asked)].filter((name) => !AFTER.test(name) && !/keep\.js|icon|webmanifest|favicon/.test(name));
  const bytes = needed.reduce((sum, name) => sum + gzipSync(file(name), { level: 9 }).length, 0);
  console.log(`${needed.join(", ")}: ${bytes} bytes`);
  assert(bytes <= FIRST, `${bytes} bytes of ${FIRST}`);
  assert(needed.length <= REQUESTS, needed.join(", "));
}

test("there is a board to play on before the page's script has come, and that goes on from there", async () => {
  const { page, faults, asked, release } = await opened("", AFTER);
  await reads(page, "15");
  assert(await page.locator("#board").isVisible());
  assert.equal(await page.locator("#hint").isVisible(), false, "what does nothing yet is not seen");
  const boxes = () => page.evaluate(() => ["#board", "#headline", "#detail", "#gauge", "#act"].map((name) => JSON.stringify(document.querySelector(name).getBoundingClientRect())));
  fits(asked);
  for (const [cell, number] of [[2, "14"], [4, "13"], [5, "12"]]) {
    await click(page, cell);
    await reads(page, number);
  }
  const before = await boxes();
  await release();
  await page.waitForFunction(() => document.getElementById("count")?.textContent === "3 / 3", null, { timeout: 60_000 });
  await reads(page, "12");
  assert(await page.locator("#hint").isVisible());
  assert.match(page.url(), /m=3-4,5-3,6-5$/);
  assert.deepEqual(await boxes(), before, "nothing has moved");
  assert.deepEqual(faults, []);
  await page.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const [address, options] of [["d/47.html", {}], ["d/47.html", PHONE], ["p/eight.html", {}], ["p/klotski.html", {}], ["p/klotski.html", PHONE], ["p/peg-solitaire.html", {}], ["p/toads.html", PHONE]]) {
  test(`${address} plays before the page's script has come, and that goes on from there${options === PHONE ? ", on a phone" : ""}`, async () => {
    const { page, faults, asked, release } = await opened(address, AFTER, options);
    const box = () => page.locator("#board").evaluate((board) => JSON.stringify(board.getBoundingClientRect()));
    await page.locator("#board .cell[aria-label*='can move']").first().waitFor({ state: "attached" });
    fits(asked);
    const [cell] = await page.evaluate(() => Array.from(document.querySelectorAll("#board .cell[aria-label*='can move']"), ({ id }) => Number(id.slice(5))));
    await click(page, cell);
    const target = page.locator("#board .cell.target").first();
    if (await target.count()) await click(page, Number((await target.getAttribute("id")).slice(5)));
    await page.waitForFunction(() => saltusFirst.length === 1);
    const before = await box();
    await release();
    await page.waitForFunction(() => document.getElementById("count")?.textContent === "1 / 1", null, { timeout: 60_000 });
    assert.equal(await box(), before, "the board has not moved");
    // The first move counts, too.
    if (address.startsWith("d/")) await page.waitForFunction(() => document.querySelector("#day-right .count-of strong")?.textContent === "1");
    assert.deepEqual(faults, []);
    await page.close();
  });
}

test("a loss, and a win, before the page's script has come", async () => {
  const { page } = await opened("", /main\.js/);
  await reads(page, "15");
  await click(page, 2);
  await click(page, 1);
  await reads(page, "Lost");
  assert.match(await page.locator("#gauge .unit").innerText(), /since move 2/i);
  await page.close();
  const { page: other } = await opened("", /main\.js/);
  await reads(other, "15");
  for (const cell of [2, 4, 5, 3, 1, 0, 2, 4, 6, 5, 3, 1, 2, 4]) await click(other, cell);
  await click(other, 3);
  await reads(other, "Won");
  await other.close();
});

test("on a phone, too", async () => {
  const { page } = await opened("", /main\.js/, PHONE);
  await reads(page, "15");
  await click(page, 4);
  await reads(page, "14");
  await page.close();
});

test("an address that names a board does not show another one first", async () => {
  const { page, release } = await opened("#p=tiles+2x2+1+2+0+3", /main\.js/);
  await page.waitForFunction(() => document.body?.classList.contains("early"));
  assert.equal(await page.locator("#board").count(), 0);
  await release();
  await reads(page, "1");
  await page.close();
});

test("the page answers while the module has not come", async () => {
  const { page, faults, release } = await opened("", /\.wasm/);
  await page.waitForFunction(() => document.querySelector(".cell[aria-label]") && !document.body.classList.contains("early"), null, { timeout: 60_000 });
  await click(page, 2);
  await reads(page, "14");
  await page.click("#hint");
  await page.locator("#board .arrows > *").first().waitFor({ state: "attached" });
  await page.click("#undo");
  await reads(page, "15");
  await release();
  await page.waitForFunction(() => document.getElementById("help-rules") && saltusParts["api.js"].families().then(({ length }) => length > 3), null, { timeout: 60_000 });
  assert.deepEqual(faults, []);
  await page.close();
});

test("the book says what the engine says", async () => {
  const page = await browser.newPage();
  await page.goto(host.address);
  const { differ, positions } = await page.evaluate(async () => {
    const own = await saltusParts["api.js"].engine;
    const { positions } = JSON.parse(document.querySelector("script.book").textContent);
    const text = async (engine, name, request) => JSON.parse(new TextDecoder().decode((await engine.call(name, request)).bytes));
    const sorted = (value) => JSON.stringify(value, (_, part) => (part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort()) : part));
    // The engine lists what can be put on a cell in the order in which it stands on the board.
    const told = (value) => sorted({ ...value, palette: value.palette?.toSorted((a, b) => (a.label < b.label ? -1 : 1)) });
    const differ = [];
    for (const { line, moves, over } of positions) {
      const requests = [["play", { line, moves: [] }], ...moves.map(([move]) => ["play", { line, moves: [move] }]), ...(over ? [] : [["hint", { line }]])];
      for (const [name, request] of requests) {
        if (told(await text(own, name, request)) !== told(await text(own.engine, name, request))) differ.push([name, request]);
      }
    }
    return { differ, positions: positions.length };
  });
  assert.deepEqual([differ, positions], [[], 72]);
  await page.close();
});

test("files lie packed beside the others, and the page's script has its budget", () => {
  const names = readdirSync(SALTUS_SITE).filter((name) => statSync(path.join(SALTUS_SITE, name)).isFile());
  const packed = names.filter((name) => name.endsWith(".gz"));
  for (const name of packed) assert.deepEqual(gunzipSync(file(name)), file(name.slice(0, -3)), name);
  for (const name of ["index.html", "index.css", "first.js", "main.js", "saltus.wasm", "saltus-check.wasm"]) assert(packed.includes(`${name}.gz`), name);
  const page = ["first.js", "main.js", "index.css", "later.css"].reduce((sum, name) => sum + file(`${name}.gz`).length, 0);
  assert(page <= PAGE, `${page} bytes`);
});

test("the page of a puzzle plays, and has its number, while the module has not come", async () => {
  const { page, faults } = await opened("p/eight.html", /\.wasm/);
  await reads(page, "31");
  assert.match(await page.locator("#gauge").innerText(), /to go/i);
  await page.waitForFunction(() => !document.body.classList.contains("early"));
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.getElementById("count").textContent === "1 / 1", null, { timeout: 60_000 });
  assert.deepEqual(faults, []);
  await page.close();
});

test("the page of a day plays while the module has not come", async () => {
  const { page, faults, asked } = await opened("d/47.html", /\.wasm/);
  await page.waitForFunction(() => document.querySelector("#day-head strong") && document.querySelector("#board .cell[aria-label*='can move']"), null, { timeout: 60_000 });
  assert(asked.includes("d/47.html"), asked.join(", "));
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#board .cell.target") || document.getElementById("count").textContent === "1 / 1", null, { timeout: 60_000 });
  assert.deepEqual(faults, []);
  await page.close();
});

test("a board of the gallery plays while the module has not come, and the gallery shows its boards", async () => {
  const { page, faults } = await opened("#p=chinese+triangle:5+men=3", /\.wasm/);
  await page.waitForFunction(() => document.querySelectorAll("#board .cell[aria-label*='can move']").length > 0, null, { timeout: 60_000 });
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await page.locator("#board .cell.target").first().waitFor();
  const target = await page.locator("#board .cell.target").first().getAttribute("id");
  await click(page, Number(target.replace("cell-", "")));
  await page.waitForFunction(() => document.getElementById("count").textContent === "1 / 1", null, { timeout: 60_000 });
  await page.goto("about:blank");
  await page.goto(`${host.address}#gallery`);
  await page.waitForFunction(() => document.querySelectorAll("#gallery-view svg.board").length >= 6, null, { timeout: 60_000 });
  assert.deepEqual(faults, []);
  await page.close();
});
