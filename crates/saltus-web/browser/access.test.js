// No violation that axe-core finds, in any state; the whole page by keyboard alone; names for everything.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { DESKTOP, PHONE, SERVER, SMALL_PHONE, click, dialog, inPage, judged, made, open, press, reads, settled } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds on the page as it is, in a line each. @param {Page} page @returns {Promise<string[]>} */
async function violations(page) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // Boards in frames are pages of their own, and looked at as such.
    // A board in a frame is a part of another page, which has the title.
    const rules = { "page-has-heading-one": { enabled: !document.body.classList.contains("embedded") } };
    const { violations } = await /** @type {any} */ (window).axe.run(document, { iframes: false, rules, resultTypes: ["violations"] });
    return violations.flatMap((/** @type {any} */ { id, nodes }) => nodes.map((/** @type {any} */ node) => `${id}: ${node.target.join(" ")}: ${node.any.concat(node.all, node.none).map((/** @type {any} */ one) => one.message).join("; ")}`));
  });
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
    await page.getByRole("button", { name: "Play", exact: true }).waitFor();
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
    await page.locator("#code svg").waitFor();
  }],
  ["embedded", async (page) => {
    await press(page, "Escape");
    await open(page, "shift 3 3", ["3-4"], "?embed");
    await reads(page, "14");
  }],
  ["lesson", (page) => page.goto(`${SERVER}lesson.html`)],
  ["results", (page) => page.goto(`${SERVER}results.html`)],
];

for (const { viewport, ...size } of [SMALL_PHONE, PHONE, { ...DESKTOP, hasTouch: false }]) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    inPage(`no violation: ${viewport.width} x ${viewport.height}, ${colorScheme}`, async (page) => {
      /** @type {string[]} */
      const found = [];
      for (const [name, reach] of STATES) {
        await reach(page);
        found.push(...(await violations(page)).map((line) => `${name}: ${line}`));
      }
      assert.deepEqual(found, []);
    }, { ...size, viewport, colorScheme });
  }
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

inPage("picking up, moves, turns and ends are announced", async (page) => {
  await open(page, "chinese triangle:3 men=1 players=2");
  const live = page.locator("#live[role=status][aria-live=polite]");
  await page.focus("#board");
  await press(page, "Home", "Enter");
  assert.match(await live.innerText(), /Picked up red man from a1\. It can go to .+/);
  await press(page, "n", "Enter");
  await made(page, 1);
  assert.match(await live.innerText(), /^a1 – .+\. .* to move\./);
  await open(page, "shift 1 1", ["1-2", "3-1"]);
  await click(page, 1);
  await made(page, 3);
  await reads(page, "Won");
  assert.match(await live.innerText(), /Won in 3 moves\./);
});

inPage("the cell of the arrow keys can be seen", async (page) => {
  await open(page, "shift 2 2");
  await press(page, "Tab", "Enter");
  const stroke = (/** @type {number} */ cell) => page.locator(`#cell-${cell} > :first-child`).evaluate((form) => getComputedStyle(form).stroke);
  assert.notEqual(await stroke(0), "none");
  assert.equal(await stroke(1), "none");
});
