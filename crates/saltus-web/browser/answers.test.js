// Hints, solving with progress and cancel, lost positions, theory, the state graph, files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { clickMove, headline, inPage, made, open } from "./harness.js";

const EASY = "shift 3 3";
/** Far too hard for the time of a test. */
const HARD = "tiles 5x5 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";

inPage("a hint tells the distance, the best moves and how that is known", async (page) => {
  await open(page, EASY);
  await page.click("#hint");
  const answer = page.locator("#answer");
  await answer.waitFor();
  assert.match(await answer.innerText(), /15 moves to the goal, the fewest possible/i);
  assert.match(await answer.locator(".label").innerText(), /proved/);
  assert.match(await answer.innerText(), /certificate/);
  assert((await page.locator(".arrows path").count()) >= 1);
  await answer.locator(".chip").first().click();
  await made(page, 1);
  assert.equal(await answer.isVisible(), false, "a hint is of one position");
  assert.equal(await page.locator(".arrows path").count(), 0);
});

inPage("hints come after every move where they are wanted", async (page) => {
  await open(page, EASY);
  await page.check("#always");
  await page.getByText("15 moves to the goal").waitFor();
  await clickMove(page, [2, 3]);
  await page.getByText("14 moves to the goal").waitFor();
});

inPage("it is told at once that a position can no longer be won", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await page.getByText("Can be won").waitFor();
  await clickMove(page, [0, 1]);
  await made(page, 2);
  await page.getByText("Cannot be won", { exact: true }).waitFor();
  assert.match(await page.locator("#notice").innerText(), /can no longer be won: .+/);
  assert.match(await page.locator("#live").innerText(), /can no longer be won/);
  await page.keyboard.press("u");
  await page.getByText("Can be won").waitFor();
  assert.equal(await page.locator("#notice").isVisible(), false);
});

inPage("an unsolvable puzzle is explained", async (page) => {
  await open(page, "tiles 3x3 1 2 3 4 5 6 8 7 0");
  await page.getByText("Cannot be won", { exact: true }).waitFor();
  assert.match(await page.locator("#notice").innerText(), /inversions/);
  await page.click("#solve");
  await page.locator("#answer").waitFor();
  assert.match(await page.locator("#answer").innerText(), /cannot be won: .*inversions/i);
});

inPage("the solution plays by itself", async (page) => {
  await open(page, "shift 2 1");
  await page.selectOption("#speed", "8");
  await page.click("#solve");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator("#headline.won").waitFor();
  assert.match(await headline(page), /reached in 5 moves/);
});

inPage("a search shows its progress and can be cancelled", async (page) => {
  await open(page, HARD);
  const ended = page.waitForEvent("requestfailed", (request) => request.url().includes("api/solve"));
  await page.click("#solve");
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await page.waitForFunction(() => document.getElementById("progress-text")?.textContent !== "Solving");
  await page.getByRole("button", { name: "Cancel" }).click();
  await ended;
  assert.equal(await page.locator("#progress").isVisible(), false);
  assert.equal(await page.locator("#solve").isVisible(), true);
});

inPage("another puzzle ends a search, and so does leaving the page", async (page) => {
  await open(page, HARD);
  const isSolve = (/** @type {import("playwright-core").Request} */ request) => request.url().includes("api/solve");
  for (const leave of [() => page.fill("#line", EASY).then(() => page.press("#line", "Enter")), () => page.goto("about:blank")]) {
    const ended = page.waitForEvent("requestfailed", isSolve);
    await Promise.all([page.waitForRequest(isSolve), page.click("#solve")]);
    await leave();
    await ended;
    if (page.url() !== "about:blank") await open(page, HARD);
  }
});

inPage("theory speaks of the position that is shown", async (page) => {
  await open(page, EASY);
  await page.locator("#theory summary").click();
  await page.locator("#facts dd").first().waitFor();
  const before = await page.locator("#facts").innerText();
  await clickMove(page, [2, 3]);
  await page.waitForFunction((before) => document.getElementById("facts")?.innerText !== before, before);
});

inPage("the state graph has the own way on it and leads to other states", async (page) => {
  await open(page, "shift 2 2", ["2-3", "4-2"]);
  await page.click("#graph-open");
  const view = page.locator("#graph-view svg");
  await view.waitFor();
  assert.equal(await view.locator("[data-line].mine").count(), 3);
  assert.equal(await view.locator("[data-line].now").count(), 1);
  assert.equal(await view.locator("[data-from].mine").count(), 2);
  const box = () => view.getAttribute("viewBox");
  const whole = await box();
  await page.click("#zoom-in");
  assert.notEqual(await box(), whole);
  await page.click("#zoom-fit");
  assert.equal(await box(), whole);
  await view.locator("[data-line].mine:not(.now)").first().click();
  await page.waitForFunction(() => !document.querySelector("#graph[open]"));
  await page.waitForFunction(() => document.querySelector("#count")?.textContent !== "2 / 2");
  assert.match(await page.locator("#count").innerText(), /^[01] \/ 2$/);
});

inPage("a graph with too many states is refused by a sentence", async (page) => {
  await open(page, HARD);
  await page.click("#graph-open");
  await page.locator("#graph-error").waitFor();
  assert((await page.locator("#graph-error").innerText()).length > 10);
}, { refusals: true });

for (const [name, start] of /** @type {[string, RegExp][]} */ ([
  ["Board (SVG)", /^<svg|^<\?xml/],
  ["Board (PNG)", /PNG/],
  ["Film strip (SVG)", /^<svg|^<\?xml/],
  ["Animation (SVG)", /^<svg|^<\?xml/],
  ["Animation (GIF)", /^GIF8/],
  ["Notation (text)", /^# shift 2 2/],
  ["Record (JSON)", /"status":"solved"/],
  ["Certificate", /./],
])) {
  inPage(`saved: ${name}`, async (page) => {
    await open(page, "shift 2 2", ["2-3"]);
    await page.locator("#share summary").click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name, exact: true }).click();
    const file = await readFile(await (await saved).path(), "latin1");
    assert.match(file, start);
  });
}
