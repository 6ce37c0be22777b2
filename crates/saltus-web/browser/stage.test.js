// The board as a stage: marks on it, tiles at home, windows on boards that are larger than their room.

import assert from "node:assert/strict";
import { PHONE, asked, cells, inPage, judged, open, press } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("../assets/board.js").Board} Board */

/**
 * Puts a board of its own into the page, which answers to `window.stage`.
 * @param {Page} page
 * @param {string} line
 * @param {string[]} [moves]
 */
async function stage(page, line, moves = []) {
  const play = await asked(page, line, moves);
  // What the page still hears has its places no more.
  await judged(page);
  await page.evaluate(async (play) => {
    const url = (/** @type {string} */ name) => new URL(name, document.baseURI).href;
    /** @type {typeof import("../assets/board.js")} */
    const { Board } = await import(url("board.js"));
    /** @type {typeof import("../assets/looks.js")} */
    const { lookOf } = await import(url("looks.js"));
    /** @type {typeof import("../assets/overlay.js")} */
    const { Overlay } = await import(url("overlay.js"));
    /** @type {typeof import("../assets/strip.js")} */
    const { Strip } = await import(url("strip.js"));
    const board = new Board(play.outline, { look: lookOf(play.line, play.outline), goal: play.goal, Overlay, Strip });
    const place = document.createElement("div");
    Object.assign(place.style, { position: "fixed", inset: "0" });
    place.append(board.svg);
    document.body.replaceChildren(place);
    const scene = [...play.scene];
    for (const { changes } of play.frames) for (const [cell, label, tint] of changes) scene[cell] = { label, tint };
    board.show(scene);
    board.light({ picked: null, targets: new Set(), movable: new Set(play.choices.map(({ path }) => path[0])) });
    /** @type {any} */ (window).stage = board;
  }, play);
  return play;
}

/**
 * Calls the board that was put into the page.
 * @param {Page} page
 * @param {keyof Board} name
 * @param {unknown} argument
 */
const tell = (page, name, argument) => page.evaluate(({ name, argument }) => /** @type {any} */ (window).stage[name](argument), { name, argument });

inPage("dotted ways lead to where pieces may go, with a ring at their end", async (page) => {
  await open(page, "shift 1 1");
  const { choices } = await stage(page, "shift 3 3");
  await tell(page, "showWays", choices.map(({ path }) => path));
  assert.equal(await page.locator(".may").count(), 2);
  assert.equal(await page.locator(".gap").count(), 1, "both come to the same place");
  await tell(page, "showWays", []);
  assert.equal(await page.locator(".may, .gap").count(), 0);
});

inPage("why a position is lost is drawn on its cells, and the frog that is stopped", async (page) => {
  await open(page, "shift 1 1");
  const { frames } = await stage(page, "shift 3 3", ["3-4", "2-3"]);
  assert.equal(frames.length, 2);
  await tell(page, "trap", { cells: [2, 3], words: "too wide to hop" });
  assert.equal(await page.locator(".glow").count(), 2);
  assert.equal(await page.locator(".trap .why").textContent(), "too wide to hop");
  const [bracket, cross, frog] = await Promise.all([".bracket", ".crossed", "#cell-4"].map((selector) => page.locator(selector).boundingBox()));
  assert(bracket && cross && frog && cross.x > bracket.x + bracket.width - 1 && cross.x < frog.x + frog.width, "between the bracket and the frog");
  await tell(page, "trap", null);
  assert.equal(await page.locator(".glow, .trap *").count(), 0);
});

inPage("ranked moves have numbered pins that do not cover one another", async (page) => {
  await open(page, "shift 1 1");
  const { choices } = await stage(page, "tiles 3x3 1 2 3 4 0 5 6 7 8");
  await tell(page, "rank", choices.map(({ path }, index) => ({ path, number: index + 1, kind: index === 0 ? "best" : "won" })));
  const pins = await page.locator(".pin-of").evaluateAll((found) => found.map((pin) => ({ text: pin.querySelector("text")?.textContent, box: pin.querySelector("circle")?.getBoundingClientRect().toJSON() })));
  assert.deepEqual(pins.map(({ text }) => text).sort(), ["1", "2", "3", "4"]);
  for (const [index, { box }] of pins.entries()) {
    for (const other of pins.slice(0, index)) assert(Math.hypot(box.x - other.box.x, box.y - other.box.y) >= box.width, "all four come to one place");
  }
});

inPage("tiles at home have pins, those that a tap moves a chevron, an empty place the number of its tile", async (page) => {
  await open(page, "shift 1 1");
  const { choices } = await stage(page, "tiles 3x3 1 2 3 4 0 5 6 7 8");
  assert.deepEqual(await page.locator(".tile:has(.pin) text").allTextContents(), ["1", "2", "3", "4"]);
  const signed = await page.locator(".tile:has(.chevron[d]) text").allTextContents();
  assert.deepEqual(signed.sort(), choices.map(({ text }) => text).sort());
  assert.deepEqual(await page.locator(".empties text").allTextContents(), ["5"]);
});

inPage("a piece that may not go says so without motion where none is wanted", async (page) => {
  await open(page, "shift 1 1");
  await stage(page, "shift 3 3");
  // It is outlined for a moment only, and a slow machine may look too late.
  const isOutlined = await page.evaluate(() => {
    /** @type {any} */ (window).stage.shake(0);
    return document.querySelector("#cell-0.refused") !== null;
  });
  assert(isOutlined);
  await page.waitForFunction(() => !document.querySelector(".refused"));
});

inPage("a row of 1001 cells is a window: only what is seen is drawn, a strip and the keys lead along it", async (page) => {
  await open(page, "shift 500 500");
  const drawn = await cells(page);
  assert(drawn.length < 100, `${drawn.length} cells`);
  await page.waitForFunction(() => document.querySelector("#gauge .number")?.textContent === "251\u202f000");
  const [number, card] = await Promise.all(["#gauge .number", "#gauge"].map((part) => page.locator(part).boundingBox()));
  assert(number && card && number.width < card.width - 20, "a long number has room");
  assert(drawn.some((words) => words.startsWith("cell 501: empty")), "it opens where something can be done");
  assert(await page.locator(".strip").isVisible());
  await page.focus("#board");
  await page.keyboard.press("End");
  await page.locator("#cell-1000").waitFor();
  assert.equal(await page.locator("#board").getAttribute("aria-activedescendant"), "cell-1000");
  assert.equal(await page.locator("#cell-500").count(), 0);
  const strip = await page.locator(".strip > g").boundingBox();
  assert(strip);
  await page.mouse.click(strip.x + 2, strip.y + strip.height / 2);
  await page.locator("#cell-0").waitFor();
});

inPage("many moves are one bar as wide as the gauge, on a phone and in the rail", async (page) => {
  await open(page, "shift 500 500");
  const share = (/** @type {string} */ gauge) => page.waitForFunction((gauge) => {
    const [bar, room] = [`${gauge} .blocks.smooth .left`, `${gauge} .blocks.smooth`].map((part) => document.querySelector(part)?.getBoundingClientRect().width ?? 0);
    return room > 100 && bar > 0.95 * room;
  }, gauge);
  await share("#gauge");
  await page.setViewportSize({ width: 1280, height: 860 });
  await press(page, "m");
  await share("#rail .gauge");
}, PHONE);

inPage("of a large board the goal is shown in part, as large as that of a small one", async (page) => {
  for (const [line, part, first, sides] of /** @type {[string, number, string, number][]} */ ([["shift 500 500", 13, "495: frog", 2], ["tiles 40x40 random seed=1", 36, "1: tile 1", 2], ["shift 9 9", 19, "1: frog", 0]])) {
    await open(page, line);
    const goal = page.locator("#goal-picture svg");
    const words = (await goal.getAttribute("aria-label")) ?? "";
    assert.equal(words.split(", ").filter((word) => word.includes(": ")).length, part, words);
    assert(words.includes(first), words);
    assert.equal((await goal.getAttribute("class"))?.match(/cut-/g)?.length ?? 0, sides);
    const [begin, end] = await Promise.all([goal.locator(".piece").first(), goal.locator(".piece").last()].map((piece) => piece.boundingBox()));
    assert(begin && end && begin.width > 8 && end.width > 8, "pieces can be seen");
  }
});

inPage("a large board is dragged and rolled; a drag is no click", async (page) => {
  await open(page, "tiles 40x40 random seed=1");
  const corner = () => page.evaluate(() => document.querySelector("#board .cell")?.id);
  const first = await corner();
  const box = await page.locator("#board").boundingBox();
  assert(box);
  const cell = box.height / 12;
  await page.mouse.move(box.x + box.width / 2, box.y + 9 * cell);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 2 * cell, { steps: 5 });
  await page.mouse.up();
  const dragged = await corner();
  assert.notEqual(dragged, first);
  assert.equal(await page.locator("#count").innerText(), "0 / 0");
  await page.mouse.wheel(0, -5 * cell);
  await page.waitForFunction((dragged) => document.querySelector("#board .cell")?.id !== dragged, dragged);
});

inPage("where colours are forced, outlines and marks stay", async (page) => {
  await open(page, "shift 1 1");
  await stage(page, "chinese triangle:3 men=1 players=2");
  const colours = await page.locator(".marble.red").evaluate((piece) => ["--face", "--edge", "--ink"].map((name) => getComputedStyle(piece).getPropertyValue(name)));
  assert.deepEqual(colours, ["Canvas", "CanvasText", "CanvasText"]);
}, { forcedColors: "active" });
