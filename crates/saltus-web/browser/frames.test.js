// The page elsewhere: in a frame of another page, in a lesson, before a class.

import assert from "node:assert/strict";
import { packed } from "../assets/lessontext.js";
import { SERVER, click, decoded, engine, eventually, gauge, inPage, isStatic, made, open, press, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Frame} Frame */

/** The frame in an element. @param {Page} page @param {string} selector */
async function frameIn(page, selector) {
  const frame = await (await page.waitForSelector(`${selector} iframe, iframe${selector}`)).contentFrame();
  assert(frame);
  await frame.waitForFunction(() => document.querySelector(".cell[aria-label]") !== null && document.querySelector("#board-frame[aria-busy]") === null);
  return frame;
}

/** Clicks a cell in a frame. @param {Frame} frame @param {number} cell */
async function tap(frame, cell) {
  await frame.locator(`#cell-${cell}`).evaluate((cell) => cell.scrollIntoView());
  const box = await frame.locator(`#cell-${cell} > :first-child`).boundingBox();
  assert(box);
  await frame.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Puts an element into a page of this server, and notes its events. @param {Page} page @param {string} text */
async function host(page, text) {
  await page.goto(`${SERVER}lesson.html`);
  await page.evaluate((text) => {
    const found = /** @type {any} */ (window);
    found.told = [];
    for (const kind of ["open", "move", "won", "lost"]) {
      document.addEventListener(kind, (event) => event instanceof CustomEvent && event.target instanceof HTMLElement && event.target.id === "mine" && found.told.push([kind, event.detail]));
    }
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.innerHTML = text;
  }, text);
}

/** @param {Page} page @param {string} kind */
const told = (page, kind) => page.waitForFunction((kind) => /** @type {any} */ (window).told.findLast((/** @type {any} */ [one]) => one === kind)?.[1], kind).then((handle) => handle.jsonValue());

inPage("an element shows a board and tells of open, move, lost and won", async (page) => {
  await host(page, '<saltus-board id="mine" puzzle="shift 1 1" moves="1-2" size="240"></saltus-board>');
  const frame = await frameIn(page, "#mine");
  assert.deepEqual(await told(page, "open"), { puzzle: "shift 1 1" });
  assert.equal((await page.locator("#mine iframe").boundingBox())?.height, 240);
  assert.match((await page.locator("#mine iframe").getAttribute("title")) ?? "", /shift 1 1/);
  await tap(frame, 2);
  await page.waitForFunction(() => /** @type {any} */ (window).told.some((/** @type {any} */ [kind, detail]) => kind === "move" && String(detail.moves) === "1-2,3-1"));
  await frame.waitForFunction(() => document.querySelector("#board-frame[aria-busy]") === null);
  await tap(frame, 1);
  assert.deepEqual(await told(page, "won"), { puzzle: "shift 1 1", moves: 3, made: 3, fewest: 3, star: true });
  await page.evaluate(() => document.getElementById("mine")?.setAttribute("moves", ""));
  await page.evaluate(() => document.getElementById("mine")?.setAttribute("puzzle", "shift 3 3"));
  await page.waitForFunction(() => /** @type {any} */ (window).told.some((/** @type {any} */ [kind, detail]) => kind === "open" && detail.puzzle === "shift 3 3"));
  const other = await frameIn(page, "#mine");
  await tap(other, 2);
  await other.waitForFunction(() => /^1/.test(document.getElementById("count")?.textContent ?? "") && document.querySelector("#board-frame[aria-busy]") === null);
  await tap(other, 1);
  const { because, ...lost } = await told(page, "lost");
  assert.deepEqual(lost, { puzzle: "shift 3 3", moves: 2, since: 2 });
  assert.match(because, /pass/);
});

inPage("attributes hide answers and choose the theme", async (page) => {
  await host(page, '<saltus-board id="mine" puzzle="shift 2 2" answers="off" theme="dark"></saltus-board>');
  const frame = await frameIn(page, "#mine");
  await frame.locator("#gauge.hidden").waitFor({ state: "attached" });
  assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await frame.locator(".top").isVisible(), false);
  assert.equal(await frame.locator("#board").isVisible(), true);
});

inPage("the page around draws arrows, rings and labels on a board, until a move is made", async (page) => {
  await host(page, '<saltus-board id="mine" puzzle="shift 3 3" moves="3-4"></saltus-board>');
  const frame = await frameIn(page, "#mine");
  /** @param {string} draw @returns {Promise<any>} */
  const show = (draw) => page.evaluate((draw) => /** @type {any} */ (document.getElementById("mine")).call("show", { draw }).catch((/** @type {Error} */ error) => error.message), draw);
  assert.deepEqual(await show('arrow 5-3 best; ring 4 lost; label 3 "just passed; look" good'), { puzzle: "shift 3 3", made: 1 });
  assert.deepEqual(await frame.locator(".owns .own").evaluateAll((all) => all.map((one) => one.getAttribute("class"))), ["own best", "own ring lost", "own label good"]);
  assert.equal(await frame.locator(".owns text").textContent(), "just passed; look");
  assert.match(await show("arrow 5-9"), /"5-9" is no place of this board, which has 1 to 7/);
  assert.match(await show("circle 5"), /is no mark/);
  assert.match(await show("ring 5 blue"), /no tone/);
  await show("");
  assert.equal(await frame.locator(".owns .own").count(), 0);
  await show("ring 4");
  await tap(frame, 1);
  await frame.waitForFunction(() => /^2/.test(document.getElementById("count")?.textContent ?? ""));
  assert.equal(await frame.locator(".owns .own").count(), 0, "what is drawn is about one position");
});

inPage("numbers are written as in the language of the page around", async (page) => {
  for (const [lang, number] of [["de", "3.720"], ["en", "3,720"], ["no such one", "3\u202f720"]]) {
    await page.goto("about:blank");
    await page.goto(`${SERVER}?${new URLSearchParams({ embed: "", lang })}#p=shift+60+60`);
    await page.waitForFunction((number) => document.querySelector("#gauge .number")?.textContent === number, number);
  }
});

inPage("an element holds a lesson", async (page) => {
  const letters = await packed("saltus lesson 1\nchapter: How many?\npuzzle: shift 1 1\nask: number\n");
  await host(page, `<saltus-board id="mine" lesson="${letters}"></saltus-board>`);
  const frame = await frameIn(page, "#mine");
  await frame.locator("#lesson h2").getByText("How many?").waitFor();
  await frame.getByLabel("How many moves are left?").fill("3");
  await frame.getByRole("button", { name: "Answer" }).click();
  await frame.locator("#lesson .told-so.won").waitFor();
  const { lesson, board } = await frame.evaluate(() => Object.fromEntries(["lesson", "board"].map((id) => [id, /** @type {DOMRect} */ (document.getElementById(id)?.getBoundingClientRect().toJSON())])));
  assert(board.height > 80 && board.width > 200 && lesson.height > 150 && (board.bottom <= lesson.top + 1 || board.right <= lesson.left + 1), JSON.stringify({ board, lesson }));
});

inPage("a plain frame shows a board, too, and leads to the page", async (page) => {
  await host(page, '<iframe id="mine" src="index.html?embed#p=shift+3+3" width="480" height="300"></iframe>');
  const frame = await frameIn(page, "#mine");
  await frame.waitForFunction(() => document.querySelector("#gauge .number")?.textContent === "15");
  const { wide, high } = await frame.evaluate(() => ({ wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight }));
  assert(wide <= 480 && high <= 300, `${wide} x ${high}`);
  assert.match((await frame.locator("#whole").getAttribute("href")) ?? "", /#p=shift\+3\+3$/);
  assert.doesNotMatch((await frame.locator("#whole").getAttribute("href")) ?? "", /embed/);
});

inPage("the lesson has six boards that play, and lines to copy", async (page) => {
  await page.goto(`${SERVER}lesson.html`);
  const boards = page.locator("saltus-board");
  assert.equal(await boards.count(), 6);
  for (const board of await boards.all()) {
    await board.scrollIntoViewIfNeeded();
    const frame = await (await board.locator("iframe").elementHandle())?.contentFrame();
    assert(frame);
    await frame.waitForFunction(() => document.querySelector(".cell[aria-label]") !== null && !/one moment/.test(document.getElementById("gauge")?.textContent ?? "one moment"));
    assert((await frame.locator("#board").boundingBox())?.height ?? 0 > 100);
  }
  const logo = page.locator(".brand .logo");
  const [seen, drawn] = [await logo.boundingBox(), await logo.innerHTML()];
  assert(seen && seen.width > 30 && seen.height > 15);
  assert.match(await page.locator("#lines").innerText(), new RegExp(`src="${SERVER}saltus.js"`));
  await page.getByLabel("Toads", { exact: true }).fill("2");
  await page.waitForFunction(() => document.getElementById("own")?.getAttribute("puzzle") === "shift 2 3");
  await open(page, "shift 1 1");
  assert.equal(await logo.innerHTML(), drawn, "the sign of the page");
});

inPage("before a class answers are hidden; phones cannot reach an address of this machine", async (page) => {
  await open(page, "shift 3 3", ["3-4"]);
  await reads(page, "14");
  const before = await page.locator("#board").boundingBox();
  await page.click("#class-open");
  await page.locator("#code").getByText("Phones cannot reach this address").waitFor();
  assert.equal(await page.locator("#code svg").count(), 0);
  assert.equal((await gauge(page)).kind, "hidden");
  assert.equal(await page.locator(".top, #hint, #share-open").first().isVisible(), false);
  assert(((await page.locator("#board").boundingBox())?.width ?? 0) >= (before?.width ?? 0), "the board takes the wall");
  assert.equal(await page.locator("#class-count").innerText(), "1 move");
  const small = await page.locator(".dock :is(button, .switch):visible").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height < 44).length);
  assert.equal(small, 0);
  await page.click("#class-first");
  await made(page, 0);
  await click(page, 4);
  await made(page, 1);
  await page.locator("#answers").check();
  await reads(page, "14");
  assert(await page.locator("#gauge").isVisible());
  await page.locator("#answers").uncheck();
  await press(page, "Escape");
  await page.locator(".top").waitFor();
  await reads(page, "14");
  assert.equal(await page.locator("#code").isVisible(), false);
  await press(page, "f");
  await page.locator("#code").waitFor();
  // The screen is left after the class has begun anew: that does not end it. A key that is pressed lets the page fill the screen.
  await page.evaluate(() => {
    const key = (/** @type {string} */ name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    addEventListener("keydown", () => ["Escape", "f"].forEach(key), { once: true, capture: true });
  });
  await press(page, "x");
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  await page.locator("#code").waitFor();
  await page.click("#class-close");
  await page.locator(".top").waitFor();
}, { viewport: { width: 1920, height: 1080 } });

/** The page where other machines can reach it. */
const THERE = SERVER.replace("127.0.0.1", "board.test");

if (isStatic) {
  inPage("pupils get the position by a code that follows the board; answers stay off", async (page) => {
    await page.goto(`${THERE}#p=shift+3+3&m=3-4`);
    await made(page, 1);
    await page.click("#class-open");
    await page.locator("#code svg").waitFor();
    assert.equal(await decoded(page, "#code svg"), `${THERE}#p=shift+3+3&m=3-4&a=off`);
    await click(page, 4);
    await made(page, 2);
    const address = `${THERE}#p=shift+3+3&m=3-4,5-3&a=off`;
    await eventually(async () => assert.equal(await decoded(page, "#code svg"), address));
    assert(await page.getByRole("button", { name: "Copy the link" }).isVisible());

    const pupil = await page.context().newPage();
    await pupil.goto(address);
    await made(pupil, 2);
    assert.equal((await gauge(pupil)).kind, "hidden");
    assert.equal(await pupil.locator("#answers, #hint, #rank, #check, #run, #tree-open, #share-open, #more-open, #all, #new").and(pupil.locator(":visible")).count(), 0);
    await press(pupil, "a", "h", "m", "c", "t", "g", "f", "?", " ");
    assert.equal(await pupil.locator("dialog[open], #rail:visible, #gallery-view:visible").count(), 0);
    assert.equal((await gauge(pupil)).kind, "hidden");
    assert.doesNotMatch(await pupil.locator("#stage").innerText(), /\b13\b|to go/);
    // A move that loses is not told, and the address keeps answers off.
    await pupil.click("#undo");
    await made(pupil, 1);
    await click(pupil, 1);
    await made(pupil, 2);
    assert.doesNotMatch(await pupil.locator("#message").innerText(), /pass|won any more/);
    assert.match(pupil.url(), /&a=off$/);
    await pupil.reload();
    await made(pupil, 2);
    assert.equal((await gauge(pupil)).kind, "hidden");
  }, { viewport: { width: 1920, height: 1080 } });
}

inPage("a code says any address of the page", async (page) => {
  await open(page, "shift 2 2");
  for (const text of ["saltus", `${SERVER}#p=${"shift+10+10&m=".padEnd(300, "10-11,")}`]) {
    await page.evaluate((svg) => document.body.insertAdjacentHTML("beforeend", `<div class="code">${svg}</div>`), await engine(page, "qr", text));
    assert.equal(await decoded(page, "body > .code:last-child svg"), text);
  }
});
