// Playing by mouse, touch and keyboard; what is refused; undo, redo, scrub; moves as text.

import assert from "node:assert/strict";
import { asked, cells, click, count, countMoved, dialog, drag, gauge, headline, inPage, judged, made, middle, moved, open, PHONE, pieces, press, reads, SERVER, settled, slow } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const LINE = "shift 2 2";
/** A whole play of it. */
const PLAY = ["2-3", "4-2", "5-4", "3-5", "1-3", "2-1", "4-2", "3-4"];
const TILES = "tiles 3x3 1 2 3 4 5 6 0 7 8";
const HALMA = "chinese triangle:3 men=1 players=2";

/** @param {Page} page */
const live = async (page) => (await page.locator("#live").innerText()).trim();

/** Types moves into the dialog. @param {Page} page @param {string} text */
async function type(page, text) {
  await dialog(page, "more");
  await page.fill("#moves-text", text);
  await page.getByRole("button", { name: "Use these moves" }).click();
}

inPage("one click moves a piece that can go one way only", async (page) => {
  await open(page, LINE);
  await click(page, 1);
  await made(page, 1);
  assert.deepEqual(await pieces(page), ["toad", "empty", "toad", "frog", "frog"]);
});

inPage("one click on an empty cell brings the only piece that can go there", async (page) => {
  await open(page, LINE, ["2-3", "4-2"]);
  const { choices } = await asked(page, LINE, ["2-3", "4-2"]);
  const ends = choices.map(({ path }) => path[path.length - 1]);
  assert.deepEqual(ends, [3, 3], "two can go there");
  await click(page, 3);
  assert.equal(await headline(page), "Nothing stands there.");
  await open(page, "shift 1 1", ["1-2"]);
  await click(page, 0);
  await made(page, 2);
});

inPage("a piece with several ways is picked up by one click, and goes by a second", async (page) => {
  await open(page, HALMA);
  const { choices } = await asked(page, HALMA);
  const from = choices[0].path[0];
  const targets = new Set(choices.map(({ path }) => path[path.length - 1]));
  assert(targets.size > 1);
  await click(page, from);
  assert.equal(await page.locator(".cell.target").count(), targets.size);
  assert.equal((await cells(page)).filter((words) => /can go here/.test(words)).length, targets.size);
  assert.match((await cells(page))[from], /picked up/);
  await click(page, from);
  assert.equal(await page.locator(".cell.picked").count(), 0, "a second click puts it back");
  await click(page, from);
  await click(page, [...targets][1]);
  await made(page, 1);
  assert.equal(await page.locator(".cell.target").count(), 0);
});

inPage("a tile beside the gap slides at one click, a row of tiles too", async (page) => {
  await open(page, TILES);
  await click(page, 7);
  await made(page, 1);
  assert.deepEqual((await pieces(page)).slice(6), ["tile 7", "empty", "tile 8"]);
  await open(page, TILES);
  await click(page, 8);
  await made(page, 2);
  assert.deepEqual((await pieces(page)).slice(6), ["tile 7", "tile 8", "empty"]);
  await click(page, 2);
  await made(page, 4);
  assert.deepEqual(await pieces(page), ["tile 1", "tile 2", "empty", "tile 4", "tile 5", "tile 3", "tile 7", "tile 8", "tile 6"]);
});

inPage("arrow keys slide tiles", async (page) => {
  await open(page, TILES);
  await page.focus("#board");
  await press(page, "ArrowLeft");
  await made(page, 1);
  assert.deepEqual((await pieces(page)).slice(6), ["tile 7", "empty", "tile 8"]);
  await press(page, "ArrowDown");
  await made(page, 2);
  assert.deepEqual((await pieces(page)).slice(3, 6), ["tile 4", "empty", "tile 6"]);
  await press(page, "ArrowUp");
  await made(page, 3);
  await press(page, "ArrowRight");
  await made(page, 4);
  assert.deepEqual(await pieces(page), ["tile 1", "tile 2", "tile 3", "tile 4", "tile 5", "tile 6", "empty", "tile 7", "tile 8"]);
  await press(page, "ArrowRight");
  assert.equal(await headline(page), "No tile there.");
});

inPage("moves made while another is under way are made after it, each on the position that it finds", async (page) => {
  await open(page, TILES);
  await page.focus("#board");
  await slow(page, 250);
  await press(page, "ArrowLeft", "ArrowDown", "ArrowUp", "ArrowRight");
  await made(page, 4);
  assert.deepEqual(await pieces(page), ["tile 1", "tile 2", "tile 3", "tile 4", "tile 5", "tile 6", "empty", "tile 7", "tile 8"]);
  // A row of two, and then the tile above the place that it leaves.
  await click(page, 8);
  await press(page, "ArrowDown");
  await made(page, 7);
  assert.deepEqual(await pieces(page), ["tile 1", "tile 2", "tile 3", "tile 4", "tile 5", "empty", "tile 7", "tile 8", "tile 6"]);
  await open(page, LINE);
  await slow(page, 250);
  await click(page, 1);
  await click(page, 3);
  await drag(page, 4, 3);
  await made(page, 3);
  assert.deepEqual((await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("m")))?.split(","), PLAY.slice(0, 3));
});

inPage("what waits for a move that does not go is dropped, and so it is at undo, a jump and another address", async (page) => {
  const still = async (/** @type {string} */ shown) => {
    await page.waitForTimeout(700);
    assert.equal(await count(page), shown);
  };
  await open(page, TILES);
  await page.focus("#board");
  await slow(page, 250);
  await press(page, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown");
  await made(page, 1);
  assert.equal(await headline(page), "No tile there.");
  await still("1 / 1");
  await press(page, "ArrowDown", "ArrowRight", "u");
  await made(page, 0);
  await still("0 / 1");
  await press(page, "ArrowDown", "ArrowRight");
  await page.evaluate((line) => (location.hash = new URLSearchParams({ p: line }).toString()), LINE);
  await page.locator(".hopper").first().waitFor();
  await made(page, 0);
  await still("0 / 0");
  // What is done until the other puzzle is there does not keep it away.
  await open(page, LINE, PLAY.slice(0, 2));
  const goOn = await slow(page);
  await page.evaluate((line) => (location.hash = new URLSearchParams({ p: line }).toString()), TILES);
  await press(page, "u", "r", "u");
  await click(page, 2);
  await goOn();
  await page.locator(".tile").first().waitFor();
  await made(page, 0);
  await still("0 / 0");
});

/** Clicks that make no move, and what is said of the last one. @type {[string, string[], number[], string][]} */
const REFUSALS = [
  ["shift 3 3", [], [3], "Nothing stands there."],
  ["shift 3 3", [], [0], "You can hop only one."],
  ["shift 3 3", [], [1], "Toads hop over others only."],
  ["shift 3 3", [], [5], "Frogs hop over others only."],
  ["shift 3 3", ["3-4"], [3], "Toads do not go back."],
  ["shift 3 3", ["5-4"], [3], "Frogs do not go back."],
  ["reverse 4", [], [4], "You can hop only one."],
  ["tiles 3x3 1 2 3 4 5 6 0 7 8", [], [4], "Not in line with it."],
  ["tiles 3x3 1 2 3 4 5 6 0 7 8", [], [6], "Nothing stands there."],
  ["clobber line bbw", [], [0], "It cannot move now."],
  [HALMA, [], [3], "It is another’s turn."],
  [HALMA, [], [0, 3], "That cell is taken."],
  ["chinese triangle:5 men=3", [], [0, 14], "It cannot go there."],
  ["peg-english", [], [0], "No jump from there."],
];

for (const [line, moves, clicks, words] of REFUSALS) {
  inPage(`refused: ${line} ${moves} ${clicks}: ${words}`, async (page) => {
    await open(page, line, moves);
    const before = await headline(page);
    const shown = await count(page);
    const standing = await pieces(page);
    // A cell is outlined for a moment only, and a slow machine may look too late.
    await page.evaluate(() => {
      const found = /** @type {any} */ (window);
      found.outlined = [];
      const note = () => document.querySelectorAll(".cell.refused").forEach(({ id }) => found.outlined.push(id));
      new MutationObserver(note).observe(/** @type {Node} */ (document.getElementById("board")), { subtree: true, attributeFilter: ["class"] });
    });
    for (const cell of clicks) await click(page, cell);
    assert.equal(await headline(page), words);
    assert(words.replace(/[.’]/g, "").split(" ").length <= 5, words);
    assert.equal(await page.locator("#message.lost").count(), 1);
    assert.equal(await live(page), words, "it is announced");
    assert.deepEqual([...new Set(await page.evaluate(() => /** @type {any} */ (window).outlined))], [`cell-${clicks[clicks.length - 1]}`]);
    assert.equal(await page.locator(".cell.picked").count(), 0);
    assert.deepEqual(await pieces(page), standing);
    assert.equal(await count(page), shown);
    await page.waitForFunction((before) => document.getElementById("headline")?.innerText === before, before);
  });
}

inPage("a piece is dragged", async (page) => {
  await open(page, LINE);
  await drag(page, 1, 2);
  await made(page, 1);
  assert.deepEqual(await pieces(page), ["toad", "empty", "toad", "frog", "frog"]);
});

inPage("a piece that is dragged astray goes back", async (page) => {
  await open(page, LINE);
  await drag(page, 1, 4);
  assert.equal(await count(page), "0 / 0");
  assert.equal(await page.locator(".piece.carried").count(), 0);
  assert.equal(await page.locator(".cell.picked").count(), 0);
});

inPage("touch: one tap", async (page) => {
  await open(page, LINE);
  const { x, y } = await middle(page, 1);
  await page.touchscreen.tap(x, y);
  await made(page, 1);
}, PHONE);

inPage("touch: a drag", async (page) => {
  await open(page, LINE);
  const [from, to] = [await middle(page, 1), await middle(page, 2)];
  const session = await page.context().newCDPSession(page);
  /** @param {string} type @param {{x: number, y: number}[]} touchPoints */
  const touch = (type, touchPoints) => session.send("Input.dispatchTouchEvent", /** @type {any} */ ({ type, touchPoints }));
  await touch("touchStart", [from]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: to.y }]);
  await touch("touchEnd", []);
  await made(page, 1);
}, PHONE);

inPage("the keyboard alone plays to the end", async (page) => {
  await open(page, LINE);
  // From the top of the page to the board without a mouse.
  await press(page, "Tab", "Enter");
  let cursor = 0;
  const { frames } = await asked(page, LINE, PLAY);
  for (const [index, { path }] of frames.entries()) {
    const key = path[0] > cursor ? "ArrowRight" : "ArrowLeft";
    for (; cursor !== path[0]; cursor += Math.sign(path[0] - cursor)) await press(page, key);
    await press(page, "Enter");
    await made(page, index + 1);
  }
  await reads(page, "Won");
  assert.equal(await headline(page), "Won in 8 moves.");
  assert.match(await live(page), /Won in 8 moves/);
  await press(page, "u");
  await made(page, 7);
  await press(page, "r");
  await made(page, 8);
});

inPage("arrow keys go by places, on hexagons too", async (page) => {
  await open(page, HALMA);
  await page.focus("#board");
  const { outline } = await asked(page, HALMA);
  const cursor = () => page.locator("#board").getAttribute("aria-activedescendant").then((id) => outline.places[Number(id?.slice(5))]);
  await press(page, "Home");
  const [, top] = await cursor();
  await press(page, "ArrowDown");
  const [left, down] = await cursor();
  assert(down > top, "down is down");
  await press(page, "ArrowRight");
  const [right, level] = await cursor();
  assert(right > left && level === down, "right is right");
  await press(page, "ArrowUp");
  assert.equal((await cursor())[1], top);
});

inPage("n goes to what can move, Escape puts back", async (page) => {
  await open(page, HALMA);
  await page.focus("#board");
  const cursor = () => page.locator("#board").getAttribute("aria-activedescendant");
  await press(page, "End", "n");
  assert.equal(await cursor(), "cell-0");
  await press(page, "Enter", "n");
  assert.equal(await cursor(), "cell-1", "the first place for it");
  await press(page, "Escape");
  assert.equal(await page.locator(".cell.picked").count(), 0);
});

inPage("undo and redo by buttons and by keys, restart and scrub", async (page) => {
  await open(page, LINE, PLAY.slice(0, 3));
  const third = await pieces(page);
  await page.click("#undo");
  await made(page, 2);
  assert.notDeepEqual(await pieces(page), third);
  await page.click("#redo");
  await made(page, 3);
  assert.deepEqual(await pieces(page), third);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  for (const [key, at] of /** @type {[string, number][]} */ ([["Control+z", 2], ["ArrowLeft", 1], ["u", 0], ["Control+y", 1], ["ArrowRight", 2], ["r", 3], ["Control+z", 2], ["Control+Shift+z", 3]])) {
    await press(page, key);
    await made(page, at);
  }
  await page.locator("#scrub").fill("0");
  await made(page, 0);
  assert(await page.isDisabled("#undo"));
  await page.locator("#scrub").fill("2");
  await made(page, 2);
  await page.locator("#scrub").press("ArrowRight");
  await made(page, 3);
  assert.deepEqual(await pieces(page), third);
  assert.equal(await count(page), "3 / 3");
  assert(await page.isDisabled("#redo"));
});

inPage("space watches a play, and stops it", async (page) => {
  await open(page, LINE);
  await reads(page, "8");
  const name = () => page.locator("#run span").innerText();
  await press(page, "Space");
  await page.waitForFunction(() => document.querySelector("#run span")?.textContent === "Pause");
  await made(page, 1);
  await press(page, "Space");
  assert.equal(await name(), "Watch");
  const stopped = await count(page);
  assert.match(stopped, /^\d \/ 8$/, "the rest of the play stays");
  await page.waitForTimeout(1500);
  assert.equal(await count(page), stopped);
  await dialog(page, "more");
  await page.selectOption("#speed", "8");
  await press(page, "Escape");
  await page.click("#run");
  await made(page, 8);
  assert.equal((await gauge(page)).kind, "over");
  assert.equal(await name(), "Again");
});

inPage("moves are edited as text", async (page) => {
  await open(page, LINE);
  await type(page, `${PLAY[0]},\n ${PLAY[1]}  ${PLAY[2]}`);
  await made(page, 3);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await dialog(page, "more");
  assert.equal(await page.inputValue("#moves-text"), PLAY.slice(0, 3).join(" "));
});

inPage("a move that cannot be made is named and marked", async (page) => {
  await open(page, LINE, PLAY.slice(0, 1));
  await type(page, "2-3 4-2 1-2 3-5");
  await page.locator("#moves-error").getByText("move 3").waitFor();
  const chosen = await page.locator("#moves-text").evaluate((text) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (text);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(chosen, "1-2");
  await press(page, "Escape");
  assert.equal(await count(page), "1 / 1", "nothing has changed");
}, { refusals: true });

inPage("pieces slide and hop, and stand where they belong at the end", async (page) => {
  await open(page, LINE, PLAY);
  await countMoved(page);
  await page.click("#undo");
  await made(page, PLAY.length - 1);
  assert.equal(await moved(page), 1);
  await page.waitForFunction(() => !document.getAnimations().some((animation) => !(animation instanceof CSSTransition)));
  await press(page, "u", "u");
  await made(page, PLAY.length - 3);
  const { scene, frames } = await asked(page, LINE, PLAY.slice(0, -3));
  const seen = scene.map(({ label, tint }) => ({ label, tint }));
  for (const { changes } of frames) for (const [cell, label, tint] of changes) seen[cell] = { label, tint };
  assert.equal(await page.locator(".pieces .piece").count(), seen.filter(({ tint }) => tint !== "vacant").length);
  assert.deepEqual(await pieces(page), seen.map(({ tint }) => ({ dark: "toad", light: "frog" })[/** @type {string} */ (tint)] ?? "empty"));
}, { reducedMotion: "no-preference" });

inPage("a play that is too long for the page is watched in parts, and the program's line is told", async (page) => {
  await open(page, "shift 500 500");
  await reads(page, /251.000/);
  await page.click("#run");
  await page.locator("#act").getByText(/^\d+ moves of 251,000; Watch goes on from there\. The program writes all of them: saltus solve shift 500 500$/).waitFor();
  await page.waitForFunction(() => Number(document.getElementById("count")?.textContent?.split(" ")[0]) >= 8);
  await page.click("#run");
  const [at, all] = (await count(page)).split(" / ").map(Number);
  assert(at >= 8 && all > 100 && all < 251_000, `${at} of ${all}`);
  await page.locator("#run").getByText("Watch").waitFor();
}, { refusals: true });

inPage("a board that is too large for the page leaves its address, and the program's line is told", async (page) => {
  const address = `${SERVER}#p=shift+1000000000+1000000000`;
  await page.goto(address);
  await page.locator("#headline").getByText("Too large for this tab.").waitFor();
  await settled(page);
  await judged(page);
  assert.equal(await page.locator("#headline").innerText(), "Too large for this tab.");
  assert.match(await page.locator("#detail").innerText(), /2000000001 cells.* Here is the line for the program\.$/);
  assert.equal(await page.locator("#act").innerText(), "saltus explain shift 1000000000 1000000000");
  assert.equal(page.url(), address);
  await click(page, 2);
  await made(page, 1);
  assert.match(page.url(), /#p=shift\+3\+3&m=3-4$/);
  assert.doesNotMatch(await page.locator("#headline").innerText(), /Too large/);
}, { refusals: true });

inPage("arrow keys move tiles at once, before the board has the focus", async (page) => {
  await open(page, TILES);
  await press(page, "ArrowLeft");
  await made(page, 1);
  await press(page, "ArrowLeft");
  await made(page, 2);
  assert.equal((await pieces(page))[8], "empty");
  await press(page, "u");
  await made(page, 1);
});

inPage("who has watched a play has not won it", async (page) => {
  await open(page, "shift 1 1");
  await reads(page, "3");
  await page.click("#run");
  await page.locator("#headline").getByText("That was a play of 3 moves.").waitFor();
  assert.match(page.url(), /m=1-2,3-1,2-3$|m=3-2,1-3,2-1$/);
  await page.click("#undo");
  await made(page, 2);
  const { choices } = await asked(page, "shift 1 1", new URLSearchParams(new URL(page.url()).hash.slice(1)).get("m")?.split(",").slice(0, 2));
  await click(page, choices[0].path[0]);
  await page.locator("#headline").getByText("Won in 3 moves.").waitFor();
});

inPage("of a large board a move changes what it changes", async (page) => {
  await open(page, "tiles 40x40 random seed=1");
  await page.evaluate(() => {
    const seen = (/** @type {any} */ (window).seen = new Set());
    const layers = /** @type {Node} */ (document.getElementById("board"));
    new MutationObserver((all) => all.forEach(({ target }) => seen.add(target))).observe(layers, { attributes: true, childList: true, subtree: true });
  });
  assert((await page.locator("#board .cell").count()) > 400, "a large part of it is seen");
  await press(page, "ArrowLeft");
  await made(page, 1);
  const touched = await page.evaluate(() => /** @type {any} */ (window).seen.size);
  assert(touched > 2 && touched < 80, `${touched} elements are touched`);
});
