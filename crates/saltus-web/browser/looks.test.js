// Dark and light, colours that can be read, phones, help.

import assert from "node:assert/strict";
import { PHONE, dialog, families, inPage, made, open, press, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

/**
 * How bright a colour is, from 0 to 1.
 * @param {string} colour as a browser computes it
 */
function luminance(colour) {
  const parts = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

inPage("dark where the system is dark, and by the switch", async (page) => {
  await open(page, "shift 2 2");
  assert(luminance(await background(page)) < 0.1);
  const sign = page.locator("#theme use");
  assert.equal(await sign.getAttribute("href"), "#i-sun", "what a press leads to");
  await page.getByRole("button", { name: "Dark or light" }).click();
  assert(luminance(await background(page)) > 0.8);
  assert.equal(await sign.getAttribute("href"), "#i-moon");
  await page.reload();
  await made(page, 0);
  assert(luminance(await background(page)) > 0.8, "the choice is kept");
}, { colorScheme: "dark" });

inPage("light where the system is light, and by the switch", async (page) => {
  await open(page, "shift 2 2");
  assert(luminance(await background(page)) > 0.8);
  await page.getByRole("button", { name: "Dark or light" }).click();
  assert(luminance(await background(page)) < 0.1);
}, { colorScheme: "light" });

/** Text and what it stands on, by the names of colours. @type {[string, string][]} */
const TEXTS = [
  ...["bg", "surface", "sunk", "wash"].flatMap((ground) => /** @type {[string, string][]} */ ([["ink", ground], ["ink2", ground]])),
  ...["pond-sky", "pond-end", "wood", "slate", "felt", "clay", "sand"].flatMap((ground) => /** @type {[string, string][]} */ ([["ink", ground], ["ink2", ground]])),
  ["accent", "surface"], ["accent", "bg"], ["accent", "wash"], ["onaccent", "accent"], ["onaccent", "accent-hover"], ["onaccent", "accent-press"],
  ["won", "wonwash"], ["won", "surface"], ["lost", "lostwash"], ["lost", "surface"], ["lost", "pond-end"], ["unk", "unkwash"], ["best", "bestwash"],
];
/** Lines and marks that are needed, and what they stand on. @type {[string, string][]} */
const MARKS = [["edge", "surface"], ["edge", "raised"], ["accent", "surface"], ["signal", "pond-end"], ["rank-lost", "pond-end"], ["rank-unk", "slate"], ["rank-best", "slate"]];

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  inPage(`${colorScheme}: texts, marks and pieces can be told from what they stand on`, async (page) => {
    await open(page, "rules board: a b c d e f g h i j k l . ; class x: a..l ; move: x . -> . x ; goal stuck:");
    await page.locator(".piece.red text").first().waitFor({ state: "attached" });
    const pairs = await page.evaluate((named) => {
      const probe = document.body.appendChild(document.createElement("div"));
      const colours = named.map(([front, back]) => {
        probe.style.color = `var(--${front})`;
        probe.style.backgroundColor = `var(--${back})`;
        const { color, backgroundColor } = getComputedStyle(probe);
        return [`${front} on ${back}`, color, backgroundColor];
      });
      const tints = ["red", "blue", "yellow", "green", "purple", "orange", "teal", "pink", "brown", "lime", "sky", "grey"];
      const fill = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector))).fill;
      return [...colours, ...tints.map((tint) => [tint, fill(`.piece.${tint} text`), fill(`.piece.${tint} > .body`)])];
    }, [...TEXTS, ...MARKS]);
    const low = pairs.filter(([, front, back], index) => contrast(front, back) < (index >= TEXTS.length && index < TEXTS.length + MARKS.length ? 3 : 4.5));
    assert.deepEqual(low.map(([what, front, back]) => `${what}: ${contrast(front, back).toFixed(2)}`), []);
  }, { colorScheme });
}

for (const { name, examples } of await families()) {
  inPage(`${name} fits a phone`, async (page) => {
    for (const line of examples) {
      await open(page, line);
      const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));
      assert(wide <= seen, `${line}: ${wide} of ${seen} pixels`);
      const board = await page.locator("#board").boundingBox();
      assert(board && board.x >= 0 && board.x + board.width <= PHONE.viewport.width, line);
    }
  }, PHONE);
}

inPage("rail, tree and dialogs fit a phone", async (page) => {
  await open(page, "shift 3 3", ["3-4", "2-3"]);
  await reads(page, "Lost");
  const { width } = PHONE.viewport;
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await press(page, "m");
  await page.locator("#rail .ranked").first().waitFor();
  assert((await wide()) <= width, "rail");
  assert(await page.locator("#board").isVisible(), "the board stays above it");
  await press(page, "m", "t");
  await page.locator(".node-box").first().waitFor();
  assert((await wide()) <= width, "tree");
  // Nothing lies over the buttons, nor over the last position of the map.
  await page.getByRole("button", { name: "Make it the main line" }).click({ trial: true });
  await page.locator(".node-box").last().click({ trial: true });
  await press(page, "Escape");
  for (const [key, id] of [["?", "help"], ["c", "proof"]]) {
    await press(page, key);
    await page.locator(`dialog#${id}[open]`).waitFor();
    const box = await page.locator(`dialog#${id}`).boundingBox();
    assert(box && box.x >= 0 && box.x + box.width <= width, id);
    await press(page, "Escape");
  }
  for (const id of /** @type {const} */ (["more", "share"])) {
    await dialog(page, id);
    const box = await page.locator(`dialog#${id}`).boundingBox();
    assert(box && box.x >= 0 && box.x + box.width <= width && (await wide()) <= width, id);
    await press(page, "Escape");
  }
  await page.locator("#puzzle-open").click();
  const box = await page.locator("dialog#menu").boundingBox();
  assert(box && box.x >= 0 && box.x + box.width <= width, "menu");
}, PHONE);

inPage("help opens by its key, tells the rules, and closes by Escape", async (page) => {
  await open(page, "shift 2 2");
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await help.waitFor();
  assert.match(await help.innerText(), /vacancy/);
  assert.match(await help.locator("#help-notation").innerText(), /shift N M/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("dialog[open]"));
});
