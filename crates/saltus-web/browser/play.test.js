// Playing by mouse, touch and keyboard; undo, redo, scrub; moves as text.

import assert from "node:assert/strict";
import { asked, cells, click, clickMove, headline, inPage, made, middle, open, pieces } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const LINE = "shift 2 2";
/** A whole play of it. */
const PLAY = ["2-3", "4-2", "5-4", "3-5", "1-3", "2-1", "4-2", "3-4"];

/** @param {Page} page */
const live = (page) => page.locator("#live").innerText();

/**
 * Counts the animations of pieces from now on: on a slow machine one may be over before anybody looks.
 * @param {Page} page
 */
const countMoved = (page) =>
  page.evaluate(() => {
    const counter = /** @type {any} */ (window);
    const animate = Element.prototype.animate;
    counter.moved = 0;
    Element.prototype.animate = function (frames, options) {
      counter.moved += 1;
      return animate.call(this, frames, options);
    };
  });

/**
 * How many animations have begun since then.
 * @param {Page} page
 */
const moved = (page) => page.evaluate(() => /** @type {any} */ (window).moved);

inPage("a click shows where a piece can go, a second one moves it", async (page) => {
  await open(page, LINE);
  await click(page, 1);
  assert.equal(await page.locator(".cell.target").count(), 1);
  assert.match((await cells(page))[2], /cell 3: empty, can go here/);
  assert.match((await cells(page))[1], /picked up/);
  await click(page, 2);
  await made(page, 1);
  assert.deepEqual(await pieces(page), ["black b", "empty", "black b", "white w", "white w"]);
  assert.equal(await page.locator(".cell.target").count(), 0);
});

inPage("a second click puts a piece back, one on another picks that up", async (page) => {
  await open(page, LINE);
  await click(page, 1);
  await click(page, 1);
  assert.equal(await page.locator(".cell.picked").count(), 0);
  await click(page, 1);
  await click(page, 3);
  assert.equal(await page.locator("#cell-3.picked").count(), 1);
  await click(page, 4);
  assert.equal(await page.locator(".cell.picked").count(), 0, "5 cannot move");
  assert.equal(await page.locator("#count").innerText(), "0 / 0");
});

inPage("a piece is dragged", async (page) => {
  await open(page, LINE);
  const [from, to] = [await middle(page, 1), await middle(page, 2)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y + 8, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  await made(page, 1);
  assert.deepEqual(await pieces(page), ["black b", "empty", "black b", "white w", "white w"]);
});

inPage("a piece that is dragged astray goes back", async (page) => {
  await open(page, LINE);
  const [from, to] = [await middle(page, 1), await middle(page, 4)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  assert.equal(await page.locator("#count").innerText(), "0 / 0");
  assert.equal(await page.locator(".piece.carried").count(), 0);
  assert.equal(await page.locator(".cell.picked").count(), 0);
});

inPage("touch: two taps", async (page) => {
  await open(page, LINE);
  for (const cell of [1, 2]) {
    const { x, y } = await middle(page, cell);
    await page.touchscreen.tap(x, y);
  }
  await made(page, 1);
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

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
}, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

inPage("the keyboard alone plays to the end", async (page) => {
  await open(page, LINE);
  // From the top of the page to the board without a mouse.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  let cursor = 0;
  const { frames } = await asked(page, LINE, PLAY);
  for (const [index, { path }] of frames.entries()) {
    for (const cell of path) {
      const key = cell > cursor ? "ArrowRight" : "ArrowLeft";
      for (; cursor !== cell; cursor += Math.sign(cell - cursor)) await page.keyboard.press(key);
      await page.keyboard.press("Enter");
    }
    await made(page, index + 1);
  }
  assert.match(await headline(page), /goal is reached in 8 moves/);
  assert.match(await live(page), /3-4\. The goal is reached/);
  await page.keyboard.press("u");
  await made(page, 7);
  await page.keyboard.press("r");
  await made(page, 8);
});

inPage("arrow keys go by places, on hexagons too", async (page) => {
  await open(page, "chinese triangle:3 men=1 players=2");
  await page.focus("#board");
  const { outline } = await asked(page, "chinese triangle:3 men=1 players=2");
  const cursor = () => page.locator("#board").getAttribute("aria-activedescendant").then((id) => outline.places[Number(id?.slice(5))]);
  await page.keyboard.press("Home");
  const [, top] = await cursor();
  await page.keyboard.press("ArrowDown");
  const [left, down] = await cursor();
  assert(down > top, "down is down");
  await page.keyboard.press("ArrowRight");
  const [right, level] = await cursor();
  assert(right > left && level === down, "right is right");
  await page.keyboard.press("ArrowUp");
  assert.equal((await cursor())[1], top);
});

inPage("n goes to what can move, Escape puts back", async (page) => {
  await open(page, LINE);
  await page.focus("#board");
  const cursor = () => page.locator("#board").getAttribute("aria-activedescendant");
  await page.keyboard.press("n");
  assert.equal(await cursor(), "cell-1");
  await page.keyboard.press("Enter");
  await page.keyboard.press("n");
  assert.equal(await cursor(), "cell-2", "the only place for it");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".cell.picked").count(), 0);
});

inPage("undo, redo, restart, scrub and step", async (page) => {
  await open(page, LINE, PLAY.slice(0, 3));
  const third = await pieces(page);
  await page.click("#undo");
  await made(page, 2);
  assert.notDeepEqual(await pieces(page), third);
  await page.click("#redo");
  await made(page, 3);
  assert.deepEqual(await pieces(page), third);
  await page.click("#restart");
  await made(page, 0);
  await page.locator("#scrub").fill("2");
  await made(page, 2);
  await page.locator("#scrub").press("ArrowRight");
  await made(page, 3);
  assert.deepEqual(await pieces(page), third);
  assert.equal(await page.locator("#count").innerText(), "3 / 3");
});

inPage("another move forgets those taken back", async (page) => {
  await open(page, LINE, PLAY.slice(0, 3));
  await page.click("#restart");
  await made(page, 0);
  const { choices } = await asked(page, LINE);
  const other = choices.find(({ text }) => text !== PLAY[0]);
  assert(other);
  await clickMove(page, other.path);
  await made(page, 1);
  assert.equal(await page.locator("#count").innerText(), "1 / 1");
  assert.deepEqual(await page.locator("#moves button").allInnerTexts(), [other.text]);
});

inPage("moves play by themselves and can be stopped", async (page) => {
  await open(page, LINE, PLAY);
  await page.selectOption("#speed", "8");
  await page.click("#run");
  assert.equal(await page.getByRole("button", { name: "Pause" }).count(), 1);
  await made(page, PLAY.length);
  assert.equal(await page.getByRole("button", { name: "Play", exact: true }).count(), 1);
  await page.selectOption("#speed", "0.5");
  await page.keyboard.press("Escape");
  await page.focus("#board");
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  await made(page, 0);
});

inPage("a click on a move goes there", async (page) => {
  await open(page, LINE, PLAY);
  await page.locator("#moves button").nth(2).click();
  await made(page, 3);
  assert.equal(await page.locator("#moves [aria-current=step]").innerText(), PLAY[2]);
});

inPage("moves are edited as text", async (page) => {
  await open(page, LINE);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.fill("#moves-text", `${PLAY[0]},\n ${PLAY[1]}  ${PLAY[2]}`);
  await page.getByRole("button", { name: "Use these moves" }).click();
  await made(page, 3);
  assert.deepEqual(await page.locator("#moves button").allInnerTexts(), PLAY.slice(0, 3));
});

inPage("a move that cannot be made is named and marked", async (page) => {
  await open(page, LINE, PLAY.slice(0, 1));
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.fill("#moves-text", "2-3 4-2 1-2 3-5");
  await page.getByRole("button", { name: "Use these moves" }).click();
  await page.locator("#moves-error").getByText("move 3").waitFor();
  const chosen = await page.locator("#moves-text").evaluate((text) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (text);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(chosen, "1-2");
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.deepEqual(await page.locator("#moves button").allInnerTexts(), PLAY.slice(0, 1), "nothing has changed");
}, { refusals: true });

inPage("pieces slide and hop, and stand where they belong at the end", async (page) => {
  await open(page, LINE, PLAY);
  await countMoved(page);
  await page.click("#undo");
  await made(page, PLAY.length - 1);
  assert.equal(await moved(page), 1);
  await page.waitForFunction(() => !document.getAnimations().some((animation) => !(animation instanceof CSSTransition)));
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await made(page, PLAY.length - 3);
  const { frames } = await asked(page, LINE, PLAY);
  const drawn = await page.locator(".pieces .piece").count();
  assert.equal(drawn, frames[4].scene.filter(({ tint }) => tint !== "vacant").length);
}, { reducedMotion: "no-preference" });

inPage("nothing moves where motion is not wanted: a piece fades in where it arrives", async (page) => {
  await open(page, LINE, PLAY);
  await page.evaluate(() => {
    const found = /** @type {any} */ (window);
    found.changed = [];
    Element.prototype.animate = new Proxy(Element.prototype.animate, {
      apply: (animate, element, [frames, options]) => {
        found.changed.push(...frames.flatMap((/** @type {Keyframe} */ frame) => Object.keys(frame)), options);
        return Reflect.apply(animate, element, [frames, options]);
      },
    });
  });
  await page.click("#undo");
  await made(page, PLAY.length - 1);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).changed), ["opacity", "opacity", 80]);
});
