// A puzzle of one's own: its text beside the board, its mistakes, the classics, blocks.

import assert from "node:assert/strict";
import { click, headline, inPage, made, middle, open, pieces, SERVER, settled } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const TEXT = `title: A toad and a frog
board: t . f   // one of each
move right:
  t . -> . t
  t f . -> . f t
move left:
  f . -> . f
  f t . -> . t f
goal: f . t
`;

const BLOCKS = `board:
  AAB
  ..B
blocks unit: A B
goal:
  ???
  AA?
`;

/** @param {Page} page */
const editor = (page) => page.getByRole("textbox", { name: "Definition" });

/** Opens the editor. @param {Page} page */
async function make(page) {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Write the rules" }).click();
}

/** Opens a line by the dialog of all puzzles, which the editor covers with its own head. @param {Page} page @param {string} line */
async function turnTo(page, line) {
  await page.evaluate((line) => (location.hash = String(new URLSearchParams({ p: line }))), line);
}

/** What is said to be wrong, and where. @param {Page} page @param {string} place @param {RegExp} why */
async function wrong(page, place, why) {
  await page.locator("#mistake-count", { hasText: place }).waitFor();
  assert.match(await page.locator("#definition-mistake").innerText(), why);
}

/** @param {Page} page @param {string} text */
async function write(page, text) {
  if (!(await editor(page).isVisible())) await make(page);
  await editor(page).fill(text);
}

/** Waits until the board has so many cells. @param {Page} page @param {number} count */
async function cellsOf(page, count) {
  await page.waitForFunction((count) => document.querySelectorAll("#board .cell").length === count, count);
  await settled(page);
}

inPage("a text becomes a puzzle; its mistake is underlined; the address brings it back", async (page) => {
  await open(page, "shift 2 2");
  await write(page, TEXT.replace("move left", "move letf"));
  const mistake = page.locator("#definition-mistake");
  await wrong(page, "1 mistake in line 6", /“letf” is no direction/);
  const underlined = page.locator("#definition-lines mark");
  assert.equal(await underlined.innerText(), "letf");
  assert.equal(await page.locator("#definition-solve").getAttribute("aria-disabled"), "true");
  assert.equal(await editor(page).getAttribute("aria-invalid"), "true");
  // What is underlined lies where it is written.
  const [text, mark] = await Promise.all([editor(page).boundingBox(), underlined.boundingBox()]);
  const scrolled = await editor(page).evaluate((field) => field.scrollTop);
  assert(text && mark && mark.x > text.x && Math.abs(mark.y + mark.height / 2 + scrolled - text.y - 8 - 5.5 * 30) < 8, JSON.stringify({ text, mark, scrolled }));
  await page.getByRole("button", { name: "Use left" }).click();
  await cellsOf(page, 3);
  assert.equal(await editor(page).inputValue(), TEXT);
  assert.equal(await mistake.isVisible(), false);
  assert.equal(await underlined.count(), 0);
  assert.match(await page.locator("#definition-told").innerText(), /A t jumps over an f into an empty cell to the right\./);
  assert.match(await page.title(), /^A toad and a frog/);
  assert.match(await page.locator("#made-count").innerText(), /^3 cells, 2 pieces, 2 moves to begin with$/);
  await page.click("#definition-solve");
  await page.locator("#headline", { hasText: "That was a play of 3 moves." }).waitFor();
  await page.reload();
  await cellsOf(page, 3);
  assert.equal(await editor(page).inputValue(), TEXT, "with its comments");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await cellsOf(other, 3);
  assert.equal(await editor(other).inputValue(), TEXT);
});

inPage("pieces move by the rules of the text", async (page) => {
  await open(page, "shift 2 2");
  await write(page, TEXT);
  await cellsOf(page, 3);
  // A piece with one way goes at one click.
  for (const [index, cell] of [0, 2, 1].entries()) {
    await click(page, cell);
    await made(page, index + 1);
  }
  assert.equal(await page.locator("#message.won").count(), 1, await headline(page));
});

inPage("an address whose text has a mistake shows both", async (page) => {
  await page.goto(`${SERVER}#${new URLSearchParams({ d: "board: t . f\nmvoe: t . -> . t\n" })}`);
  await wrong(page, "1 mistake in line 2", /“mvoe” is no keyword/);
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length > 1);
  assert.equal(await editor(page).inputValue(), "board: t . f\nmvoe: t . -> . t\n");
});

inPage("a text with a mistake is kept in the address beside what is played", async (page) => {
  await open(page, "shift 2 2");
  await write(page, TEXT);
  await cellsOf(page, 3);
  await click(page, 0);
  await made(page, 1);
  await write(page, TEXT.replace("move left", "move letf"));
  await page.waitForFunction(() => location.hash.includes("letf"));
  await page.reload();
  await wrong(page, "1 mistake in line 6", /“letf”/);
  await made(page, 1);
  const [gap, ...others] = await pieces(page);
  assert.deepEqual([gap, others.length], ["empty", 2]);
});

inPage("a classic is chosen, and the browser's way back leads to what was before", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await make(page);
  await page.waitForFunction(() => document.title.startsWith("Frogs"));
  await page.getByRole("combobox", { name: "Start from" }).selectOption({ label: "Klotski, by unit steps" });
  await cellsOf(page, 20);
  assert.match(await editor(page).inputValue(), /^title: Klotski/);
  assert.equal(await page.locator("#board .piece.block").count(), 10, "a block is one piece");
  assert.equal(await page.locator("#goal .piece.block").count(), 1, "the goal is about one of them");
  assert.equal(await page.locator("#board .wanted").count(), 1);
  await page.goBack();
  await page.goBack();
  await made(page, 1);
  assert.equal(await editor(page).isVisible(), false);
});

inPage("another puzzle closes the editor, a definition goes into it", async (page) => {
  await open(page, "rules board: o o . o ; move: o o . -> . . o ; goal most 1: o");
  await make(page);
  assert.equal(await editor(page).inputValue(), "board: o o . o\nmove: o o . -> . . o\ngoal most 1: o\n");
  await turnTo(page, "rules board: t . ; move: t . -> . t ; goal: . t");
  await cellsOf(page, 2);
  assert.equal(await editor(page).isVisible(), false, "the address names the line alone");
  await make(page);
  assert.equal(await editor(page).inputValue(), "board: t .\nmove: t . -> . t\ngoal: . t\n");
  await turnTo(page, "shift 2 2");
  await cellsOf(page, 5);
  assert.equal(await editor(page).isVisible(), false);
});

inPage("a repair is offered where one name is meant, and signs are put in", async (page) => {
  await open(page, "shift 2 2");
  await write(page, "board: o o .\nmove: o o . -> . . o\ngoal most 1: x\n");
  await wrong(page, "1 mistake in line 3", /No piece is called x/);
  await page.getByRole("button", { name: "1 mistake in line 3" }).click();
  assert.equal(await editor(page).evaluate((field) => /** @type {HTMLTextAreaElement} */ (field).value.slice(/** @type {HTMLTextAreaElement} */ (field).selectionStart, /** @type {HTMLTextAreaElement} */ (field).selectionEnd)), "x");
  await page.getByRole("button", { name: "Use o", exact: true }).click();
  await cellsOf(page, 3);
  await write(page, "board: o o .\nmvoe: o o . -> . . o\ngoal most 1: o\n");
  await page.getByRole("button", { name: "Use move" }).click();
  await page.locator("#mistake-count").waitFor({ state: "hidden" });
  await write(page, "board: o o .\nsomething: o o . -> . . o\n");
  await wrong(page, "1 mistake in line 2", /no keyword/);
  assert.equal(await page.locator("#mistake-repair").isVisible(), false);
  await write(page, "board: ");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "# wall" }).click();
  assert.equal(await editor(page).inputValue(), "board: #");
});

inPage("what is drawn on the board is written in the text", async (page) => {
  await open(page, "shift 2 2");
  await write(page, TEXT);
  await cellsOf(page, 3);
  await page.getByRole("button", { name: "Draw" }).click();
  await click(page, 0);
  await click(page, 1);
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("definition-text")).value.includes(". t f"));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  assert.equal(await page.locator("body.editing").count(), 0);
});

inPage("a block is clicked and dragged by any of its cells", async (page) => {
  await open(page, "shift 2 2");
  await write(page, BLOCKS);
  await cellsOf(page, 6);
  assert.deepEqual(await pieces(page), ["red block A", "red block A", "blue block B", "empty", "empty", "blue block B"]);
  // It has one way, and goes by its second cell, too.
  await click(page, 1);
  await made(page, 1);
  assert.deepEqual(await pieces(page), ["empty", "empty", "blue block B", "red block A", "red block A", "blue block B"]);
  assert.equal(await page.locator("#message.won").count(), 1);
  await page.click("#undo");
  await made(page, 0);
  const [from, to] = [await middle(page, 1), await middle(page, 4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 9, { steps: 4 });
  await page.mouse.up();
  await made(page, 1);
  assert.equal(await page.locator("#message.won").count(), 1);
});

inPage("the keyboard moves a block", async (page) => {
  await open(page, "rules board: A A B / . . B ; blocks unit: A B ; goal: ? ? ? / A A ?");
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await made(page, 1);
  assert.equal(await page.locator("#message.won").count(), 1);
});

inPage("a peg hops over the one it takes, a piece slides over empty cells, a box is pushed", async (page) => {
  /** How each piece that moves does so: whether it leaves the line between its ends. @type {(line: string, path: number[]) => Promise<boolean[]>} */
  const ways = async (line, path) => {
    await open(page, line);
    await page.evaluate(() => {
      const found = /** @type {any} */ (window);
      found.hops = [];
      Element.prototype.animate = new Proxy(Element.prototype.animate, {
        apply: (animate, element, [frames, options]) => {
          const heights = frames.map((/** @type {Keyframe} */ frame) => String(frame.transform ?? "").match(/,(-?[\d.]+)px/)?.[1]);
          if (heights[0] !== undefined) found.hops.push(new Set(heights).size > 1);
          return Reflect.apply(animate, element, [frames, options]);
        },
      });
    });
    await click(page, path[0]);
    await made(page, 1);
    return page.evaluate(() => /** @type {any} */ (window).hops);
  };
  assert.deepEqual(await ways("rules board: o o . ; move: o o . -> . . o ; goal most 1: o", [0, 2]), [true]);
  assert.deepEqual(await ways("rules board: a . . b ; move right: a .+ b -> .+ a b ; goal stuck:", [0, 2]), [false]);
  assert.deepEqual(await ways("rules board: a b . ; move right: a b . -> . a b ; goal: . a b", [0, 1]), [false, false]);
}, { reducedMotion: "no-preference" });

inPage("the editor fits a phone", async (page) => {
  await open(page, "shift 2 2");
  await write(page, TEXT);
  await cellsOf(page, 3);
  const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));
  assert(wide <= seen, `${wide} of ${seen} pixels`);
}, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

inPage("opened on a puzzle that is known, the editor has its text as it was written, and its signs", async (page) => {
  await open(page, "peg-english");
  await make(page);
  await page.locator("#signs button").first().waitFor();
  assert.deepEqual(await page.locator("#signs button").allInnerTexts().then((all) => all.map((text) => text.replace(/\s+/g, " "))), ["o piece", ". empty", "# wall", "? anything"]);
  await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.getElementById("definition-text")).value.includes("ooo"));
  const text = await editor(page).inputValue();
  assert.match(text, /^title: Peg solitaire, English board, from centre to centre\n/);
  assert.doesNotMatch(text, /#/, "no walls where the board has nothing");
  await cellsOf(page, 33);
});
