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
  await page.locator("#answer").getByText("15 moves to the goal").waitFor();
  await clickMove(page, [2, 3]);
  await page.locator("#answer").getByText("14 moves to the goal").waitFor();
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

/** A state graph as the server draws it, of four positions of `shift 2 2`; 3-4 leads to one that no edge reaches. */
const GRAPH = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400">
  <defs><g id="board"><rect width="20" height="20"/></g><marker id="plain"><path d="M0 0L9 5L0 9Z"/></marker></defs>
  <path class="move" data-from="s0" data-to="s1" d="M50 50L150 150" marker-end="url(#plain)"><title>2-3</title></path>
  <path class="move" data-from="s1" data-to="s2" d="M150 150L250 250" marker-end="url(#plain)"><title>4-2</title></path>
  <path class="move" data-from="s0" data-to="s3" d="M50 50L250 50" marker-end="url(#plain)"><title>4-3</title></path>
  <g class="state" id="s0" data-line="shift 2 2" transform="translate(50 50)"><rect x="-20" y="-20" width="40" height="40"/><use href="#board"/></g>
  <g class="state" id="s1" data-line="shift b_bww" transform="translate(150 150)"><rect x="-20" y="-20" width="40" height="40"/></g>
  <g class="state" id="s2" data-line="shift bwb_w" transform="translate(250 250)"><rect x="-20" y="-20" width="40" height="40"/></g>
  <g class="state" id="s3" data-line="shift bbw_w" transform="translate(250 50)"><rect x="-20" y="-20" width="40" height="40"/></g>
  <script>document.title = "not to be run";</script>
</svg>`;

inPage("the state graph has the own way on it and leads to other states", async (page) => {
  await page.route("**/api/graph?*", (route) => route.fulfill({ contentType: "image/svg+xml", body: GRAPH }));
  await open(page, "shift 2 2", ["2-3", "4-2"]);
  const view = page.locator("#graph-view svg");
  const show = async () => {
    await page.click("#graph-open");
    await view.waitFor();
  };
  await show();
  assert.equal(await view.locator("[data-line].mine").count(), 3);
  assert.equal(await view.locator("[data-line].now").getAttribute("data-line"), "shift bwb_w");
  assert.equal(await view.locator("[data-from].mine").count(), 2);
  assert.equal(await page.locator("#board").getAttribute("role"), "grid", "the page's names stay its own");
  const box = () => view.getAttribute("viewBox");
  const whole = await box();
  await page.click("#zoom-in");
  assert.notEqual(await box(), whole);
  await page.keyboard.press("ArrowRight");
  await page.click("#zoom-fit");
  assert.equal(await box(), whole);
  await view.locator('[data-line="shift b_bww"]').click();
  await made(page, 1);
  assert.equal(await page.locator("#count").innerText(), "1 / 2", "back on the own way");
  await show();
  await view.locator('[data-line="shift bbw_w"]').click();
  await made(page, 1);
  assert.deepEqual(await page.locator("#moves button").allInnerTexts(), ["4-3"], "another way from the start");
  assert.match(await page.title(), /^shift 2 2/);
});

inPage("the server's own state graph is shown and marked", async (page) => {
  await open(page, "shift 2 2", ["2-3", "4-2"]);
  await page.click("#graph-open");
  const view = page.locator("#graph-view svg");
  await view.waitFor();
  assert.equal(await view.locator("[data-line]").count(), 23);
  assert.equal(await view.locator("[data-line].mine").count(), 3);
  assert.equal(await view.locator("[data-from].mine").count(), 2);
});

inPage("a graph with too many states is refused by a sentence", async (page) => {
  await open(page, HARD);
  await page.click("#graph-open");
  await page.locator("#graph-error").waitFor();
  assert((await page.locator("#graph-error").innerText()).length > 10);
}, { refusals: true });

const PICTURE = /^<svg|^<\?xml/;

for (const [name, start] of /** @type {[string, RegExp][]} */ ([
  ["Board (SVG)", PICTURE],
  ["Board (PNG)", /PNG/],
  ["Film strip (SVG)", PICTURE],
  ["Animation (SVG)", PICTURE],
  ["Animation (GIF)", /^GIF8/],
  ["Notation (text)", /^# shift 2 2/],
  ["Record (JSON)", /"status":"solved"/],
  ["Certificate", /./],
])) {
  inPage(`saved: ${name}`, async (page) => {
    await open(page, "shift 2 2", ["2-3"]);
    await page.locator("#share summary").click();
    const button = page.getByRole("button", { name, exact: true });
    const saved = page.waitForEvent("download");
    await button.click();
    const file = await readFile(await (await saved).path(), "latin1");
    assert.match(file, start);
  });
}

inPage("what the server does not have is not offered again", async (page) => {
  await page.route("**/api/draw?*", (route) => route.fulfill({ status: 404, json: { error: "there is no such page" } }));
  await open(page, "shift 2 2");
  await page.locator("#share summary").click();
  const button = page.getByRole("button", { name: "Board (SVG)", exact: true });
  await button.click();
  await button.waitFor({ state: "hidden" });
  assert.match(await page.locator("#share-note").innerText(), /no such page/);
}, { refusals: true });

inPage("a busy server is asked again", async (page) => {
  let asked = 0;
  await page.route("**/api/hint", async (route) => {
    asked++;
    if (asked === 1) await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, json: { error: "busy" } });
    else await route.continue();
  });
  await open(page, EASY);
  await page.click("#hint");
  await page.locator("#answer").getByText("15 moves to the goal").waitFor();
  assert.equal(asked, 2);
}, { refusals: true });
