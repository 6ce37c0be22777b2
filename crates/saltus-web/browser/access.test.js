// No violation that axe-core finds, in any state; the whole page by keyboard alone; names for everything.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { packed } from "../assets/lessontext.js";
import { DESKTOP, PHONE, SERVER, SMALL_PHONE, click, dialog, engine, inPage, judged, made, open, press, reads, settled } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("../assets/daily.js").Day[]} */
const DAYS = JSON.parse(await readFile(new URL("../assets/daily.json", import.meta.url), "utf8"));
const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What colours change: of the other scheme nothing else is looked at. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * What axe-core finds on the page as it is, in a line each.
 * @param {Page} page
 * @param {string[]} [only] the rules that are asked, where that is not all
 * @returns {Promise<string[]>}
 */
async function violations(page, only) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    // Boards in frames are pages of their own, and looked at as such.
    // A board in a frame is a part of another page, which has the title.
    const rules = only ? undefined : { "page-has-heading-one": { enabled: !document.body.classList.contains("embedded") } };
    const { violations } = await /** @type {any} */ (window).axe.run(document, { iframes: false, rules, runOnly: only, resultTypes: ["violations"] });
    return violations.flatMap((/** @type {any} */ { id, nodes }) => nodes.map((/** @type {any} */ node) => `${id}: ${node.target.join(" ")}: ${node.any.concat(node.all, node.none).map((/** @type {any} */ one) => one.message).join("; ")}`));
  }, only);
}

/** Each way to a state, from a page that was just made. @type {[string, (page: Page) => Promise<unknown>][]} */
const STATES = [
  ["start", async (page) => {
    await open(page, "shift 3 3");
    await reads(page, "15");
  }],
  ["hint and rail", async (page) => {
    await press(page, "h", "m");
    await page.locator("#rail .ranked").first().waitFor();
  }],
  ["lost", async (page) => {
    await press(page, "m");
    await open(page, "shift 3 3", ["3-4", "2-3"]);
    await reads(page, "Lost");
  }],
  ["tree", async (page) => {
    await press(page, "t");
    await page.locator(".node-box").first().waitFor();
    await page.waitForFunction(() => [...document.querySelectorAll(".tree .left")].every((left) => left.textContent));
  }],
  ["answers off", async (page) => {
    await press(page, "Escape", "a");
  }],
  ["won", async (page) => {
    await press(page, "a");
    await open(page, "shift 1 1", ["1-2", "3-1", "2-3"]);
    await reads(page, "Won");
  }],
  ["unsettled rail", async (page) => {
    await open(page, "chinese triangle:13 players=3");
    await reads(page, "40");
    await press(page, "m");
    await page.locator("#rail .ranked").first().waitFor();
  }],
  ["range", async (page) => {
    await press(page, "m");
    await open(page, "tiles 5x5 random seed=1");
    await judged(page);
  }],
  ["menu", async (page) => {
    await page.click("#puzzle-open");
    await page.locator("#examples button").first().waitFor();
  }],
  ["help", async (page) => {
    await press(page, "Escape", "?");
    await page.locator("dialog#help[open]").waitFor();
  }],
  ["proof", async (page) => {
    await press(page, "Escape");
    await open(page, "shift 3 3");
    await press(page, "c");
    await page.getByRole("button", { name: "Done" }).waitFor();
  }],
  ["share", async (page) => {
    await press(page, "Escape");
    await dialog(page, "share");
  }],
  ["more", async (page) => {
    await press(page, "Escape");
    await dialog(page, "more");
    await page.locator("#theory summary").click();
    await page.locator("#facts dd").first().waitFor();
  }],
  ["gallery", async (page) => {
    await press(page, "Escape", "g");
    await page.locator(".cards .thumb svg").first().waitFor();
    await page.getByRole("link", { name: "Play", exact: true }).waitFor();
  }],
  ["ladder", async (page) => {
    await press(page, "g", "l");
    await page.locator("#ladder-view .pad-of.next").waitFor();
    await page.locator(".level-board svg").waitFor({ state: "attached" });
  }],
  ["day", async (page) => {
    await press(page, "Escape");
    await page.evaluate(() => (location.hash = "#today"));
    await page.locator("#day-right .tally").waitFor();
    await settled(page);
  }],
  ["days", async (page) => {
    await page.evaluate(() => document.getElementById("days-open")?.click());
    await page.locator("dialog#days[open] .month").waitFor();
  }],
  ["result as a picture", async (page) => {
    await page.goto("about:blank");
    await page.goto(`${SERVER}#day=46`);
    await page.locator(".in-day #day-right .tally").waitFor({ state: "attached" });
    await made(page, 0);
    await page.locator("#more-open").click();
    await page.locator("#moves-text").fill(((await engine(page, "solution", DAYS[45].line)) ?? []).join(" "));
    await page.locator("#moves-form button").click();
    await page.getByRole("button", { name: "Picture", exact: true }).click();
    await page.locator("#result canvas").waitFor();
  }],
  ["editor", async (page) => {
    await press(page, "Escape");
    await open(page, "rules title: Pegs ; board: o o . o ; move: o o . -> . . o ; goal most 1: o");
    await dialog(page, "more");
    await page.click("#define");
    await page.locator("#definition-told").getByText(/./).first().waitFor();
    await settled(page);
  }],
  ["editor with a mistake", async (page) => {
    await page.locator("#definition-text").fill("board: o o . o\nmvoe: o o . -> . . o\ngoal most 1: o\n");
    await page.locator("#definition-mistake").waitFor();
  }],
  ["drawing", async (page) => {
    await open(page, "shift 2 2");
    await dialog(page, "more");
    await page.click("#edit");
    await page.locator("#palette .brush").first().waitFor();
  }],
  ["classroom", async (page) => {
    await open(page, "shift 3 3");
    await press(page, "f");
    await page.locator("#code").waitFor();
  }],
  ["embedded", async (page) => {
    await press(page, "Escape");
    await open(page, "shift 3 3", ["3-4"], "?embed");
    await reads(page, "14");
  }],
  ["lesson that somebody has written", async (page) => {
    await page.goto("about:blank");
    await page.goto(`${SERVER}#s=${await packed('saltus lesson 1\ntitle: A lesson\nchapter: One\npuzzle: shift 3 3\nmoves: 3-4 5-3\ndraw: arrow 5-3; label 3 "here" lost; ring 4 good\ntext: {left} are left. [More](https://example.org/)\nask: move\n')}`);
    await page.locator("#lesson .asked").getByText("13").waitFor();
    await settled(page);
  }],
  ["wrong answer", async (page) => {
    await click(page, 3);
    await page.locator("#lesson .told-so.lost").waitFor();
  }],
  ["right answer", async (page) => {
    await page.getByRole("button", { name: "Try again" }).click();
    await made(page, 2);
    await click(page, 5);
    await page.locator("#lesson .pupil-code").waitFor();
  }],
  ["writing a lesson", async (page) => {
    await open(page, "shift 3 3");
    await dialog(page, "more");
    await page.click("#lesson-open");
    await page.getByText("Right: 3-4, 5-4.").waitFor();
  }],
  ["drawing on the board of a lesson", async (page) => {
    await page.getByRole("button", { name: "Play it, and draw" }).click();
    await page.locator("#lesson").getByRole("button", { name: "Label", exact: true }).click();
    await made(page, 0);
  }],
  ["for a class", async (page) => {
    await open(page, "tiles 2x3 1 2 3 4 5 0");
    await page.evaluate(() => (location.hash = "#class"));
    await page.locator("#class-view .paper-page svg").waitFor();
    await page.getByLabel("Codes of pupils, one a line").fill("Ada RW6-NAG0J\nRW6-JR00C");
    await page.locator(".reports tr").nth(1).waitFor();
  }],
  ["boards of a sheet", async (page) => {
    await page.goto("about:blank");
    await page.goto(`${SERVER}#c=tiles+2x3,8,4,1&a=off`);
    await page.locator(".sheet-card svg").nth(3).waitFor();
  }],
  ["lesson", (page) => page.goto(`${SERVER}lesson.html`)],
  ["results", (page) => page.goto(`${SERVER}results.html`)],
];

for (const { viewport, ...size } of [SMALL_PHONE, PHONE, { ...DESKTOP, hasTouch: false }]) {
  inPage(`no violation: ${viewport.width} x ${viewport.height}, light and dark`, async (page) => {
    /** @type {string[]} */
    const found = [];
    for (const [name, reach] of STATES) {
      await reach(page);
      found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
      await page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await violations(page, OF_COLOURS)).map((line) => `${name}, dark: ${line}`));
      await page.emulateMedia({ colorScheme: "light" });
    }
    assert.deepEqual(found, []);
  }, { ...size, viewport, colorScheme: "light" });
}

/** Presses a key until something has the focus. @param {Page} page @param {string} selector @param {string} [key] */
async function reach(page, selector, key = "Tab") {
  for (let step = 0; step < 80; step++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector)) return;
    await press(page, key);
  }
  assert.fail(`${selector} is not reached by ${key}`);
}

inPage("the whole by keyboard alone: menu, level, move, hint, check, tree, map, and back", async (page) => {
  await open(page, "shift 3 3");
  await reads(page, "15");
  await reach(page, "#puzzle-open");
  await press(page, "Enter");
  await page.locator("dialog#menu[open]").waitFor();
  await reach(page, "#line");
  await press(page, "Control+a");
  await page.keyboard.type("shift 2 2");
  await press(page, "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length === 5);
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await reach(page, "#levels button[aria-pressed='true']");
  await press(page, "Tab", "Enter");
  await reads(page, "15");
  await reach(page, "#board");
  await press(page, "n", "Enter");
  await made(page, 1);
  await reads(page, "14");
  await press(page, "h");
  await page.locator(".arrows > *").first().waitFor({ state: "attached" });
  await press(page, "c");
  await page.getByRole("button", { name: "Done" }).waitFor();
  await reach(page, "#proof .act-button");
  await press(page, "Enter");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await reach(page, "#tree-open");
  await press(page, "Enter");
  await page.locator(".node-box.here").waitFor();
  assert(await page.evaluate(() => document.getElementById("tree-view")?.contains(document.activeElement)), "the focus goes with it");
  await reach(page, ".node-box[aria-label^='Move 2']");
  await press(page, "Enter");
  await made(page, 2);
  await press(page, "Escape");
  assert.equal(await page.locator("#tree-view").isVisible(), false);
  assert(await page.evaluate(() => document.activeElement?.id === "tree-open"), "the focus comes back");
  await reach(page, "#answers");
  await press(page, "Space");
  await page.locator("#gauge.hidden").waitFor();
});

/**
 * What the browser hands to a screen reader.
 * @param {Page} page
 * @returns {Promise<{role: string, name: string}[]>}
 */
async function accessible(page) {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes.filter(({ ignored }) => !ignored).map(({ role, name }) => ({ role: String(role?.value), name: String(name?.value ?? "") }));
}

inPage("the board is a grid whose cells have names", async (page) => {
  await open(page, "chinese triangle:3 men=1 players=2");
  const nodes = await accessible(page);
  assert.equal(nodes.filter(({ role }) => role === "grid").length, 1);
  assert.equal(nodes.filter(({ role }) => role === "row").length, 3);
  const names = nodes.filter(({ role }) => role === "gridcell").map(({ name }) => name);
  assert.equal(names.length, 6);
  assert(names.includes("cell a1: red man, can move"), names.join("; "));
  assert(names.includes("cell c1: blue man, goal"), names.join("; "));
});

inPage("everything that can be operated has a name", async (page) => {
  const roles = ["button", "textbox", "combobox", "slider", "checkbox", "switch", "grid", "gridcell", "image", "dialog", "radio", "link"];
  for (const act of [() => open(page, "shift 2 2", ["2-3"]), () => dialog(page, "share"), () => press(page, "Escape", "t"), () => press(page, "Escape", "g")]) {
    await act();
    await page.waitForTimeout(300);
    assert.deepEqual((await accessible(page)).filter(({ role, name }) => roles.includes(role) && name === ""), []);
  }
  await press(page, "Escape");
  const landmarks = (await accessible(page)).map(({ role }) => role);
  for (const role of ["banner", "main", "contentinfo"]) assert(landmarks.includes(role), role);
});

/** Keeps all that a screen reader is told from now on; what this gives says what was told since it was asked last. @param {import("./harness.js").Page} page */
async function listen(page) {
  await page.evaluate(() => {
    const heard = (/** @type {any} */ (window).heard = /** @type {string[]} */ ([]));
    new MutationObserver(() => heard.push((document.getElementById("live")?.textContent ?? "").trim())).observe(/** @type {Node} */ (document.getElementById("live")), { childList: true });
  });
  return () => page.evaluate(() => /** @type {string[]} */ (/** @type {any} */ (window).heard).splice(0));
}

inPage("picking up, moves, turns and ends are announced", async (page) => {
  await open(page, "chinese triangle:3 men=1 players=2");
  const live = page.locator("#live[role=status][aria-live=polite]");
  await page.focus("#board");
  await press(page, "Home", "Enter");
  assert.match(await live.innerText(), /Picked up red man from a1\. It can go to .+/);
  await press(page, "n", "Enter");
  await made(page, 1);
  await live.getByText(/^Red man from a1 to .+\. .+\. Blue to move\.\s*$/).waitFor();
  await open(page, "shift 1 1", ["1-2", "3-1"]);
  // What is known later is said later, too.
  const heard = await listen(page);
  await click(page, 1);
  await made(page, 3);
  await live.getByText(/Won in 3 moves\. No play is shorter\.\s*$/).waitFor();
  const spoken = await heard();
  assert(spoken.some((words) => /^(Frog from 3 to 2|Toad from 2 to 3)\. Won in 3 moves\./.test(words)), spoken.join("; "));
});

inPage("a move is spoken of once, with what is left, a loss and its reason; of a play that runs every fifth", async (page) => {
  await open(page, "shift 3 3");
  const live = page.locator("#live");
  await live.getByText("Toads and Frogs. 7 places: 3 toads, 3 frogs, 4 is empty. 15 to go.").waitFor();
  const heard = await listen(page);
  await click(page, 2);
  await live.getByText("Toad from 3 to 4. 14 to go.").waitFor();
  await click(page, 1);
  await live.getByText("Toad from 2 to 3. Lost: Two toads side by side. The frogs can never pass them, so this cannot be won any more. Backspace goes back to where it was won.").waitFor();
  await page.click("#undo");
  await live.getByText("Back to move 1. 14 to go.").waitFor();
  assert.equal((await heard()).length, 3);
  await press(page, "h");
  await live.getByText("Hint: frog from 5 to 3. Then 13 to go.").waitFor();
  await press(page, "m");
  await live.getByText("2 moves. First: frog from 5 to 3, best, 13 left. Second: toad from 2 to 3, lost.").waitFor();
  assert.equal((await heard()).length, 2);
  await press(page, "m");
  await page.click("#run");
  await live.getByText(/That was a play of 15 moves\. No play is shorter\.\s*$/).waitFor();
  const spoken = await heard();
  assert.deepEqual(spoken.map((words) => /(\d+) to go/.exec(words)?.[1]), ["10", "5", undefined]);
  await page.click("#undo");
  await live.getByText("Back to move 14. 1 to go.").waitFor();
  await page.locator("#answers").uncheck();
  await press(page, "r");
  await live.getByText(/from \d to \d\. Won in 15 moves\.\s*$/).waitFor();
});

inPage("a number is the piece on that place, and Backspace goes back to where it was won", async (page) => {
  await open(page, "shift 3 3");
  await reads(page, "15");
  await press(page, "3");
  await made(page, 1);
  await press(page, "2");
  await made(page, 2);
  await press(page, "1");
  await made(page, 3);
  await reads(page, "Lost");
  await press(page, "Backspace");
  await made(page, 1);
  await reads(page, "14");
  await press(page, "Backspace");
  await made(page, 0);
});

inPage("the cell of the arrow keys can be seen", async (page) => {
  await open(page, "shift 2 2");
  await press(page, "Tab", "Enter");
  const stroke = (/** @type {number} */ cell) => page.locator(`#cell-${cell} > :first-child`).evaluate((form) => getComputedStyle(form).stroke);
  assert.notEqual(await stroke(0), "none");
  assert.equal(await stroke(1), "none");
});
