// Dark and light, phones, what a screen reader finds, help.

import assert from "node:assert/strict";
import { families, inPage, made, open } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

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
  await page.getByRole("button", { name: "Dark or light" }).click();
  assert(luminance(await background(page)) > 0.8);
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

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  inPage(`${colorScheme}: texts and pieces can be read`, async (page) => {
    await open(page, "rules board: a b c d e f g h i j k l . ; class x: a..l ; move: x . -> . x ; goal stuck:");
    const pairs = await page.evaluate(() => {
      /** @param {string} selector */
      const style = (selector) => {
        const found = document.querySelector(selector);
        if (!found) throw new Error(selector);
        return getComputedStyle(found);
      };
      const tints = ["red", "blue", "yellow", "green", "purple", "orange", "teal", "pink", "brown", "lime", "sky", "grey"];
      const stage = style(".stage").backgroundColor;
      return [
        ["text", style("body").color, style("body").backgroundColor],
        ["quiet", style(".quiet").color, stage],
        ["accent", style("#hint").color, style("#hint").backgroundColor],
        ...tints.map((tint) => [tint, style(`.piece.${tint} text`).fill, style(`.piece.${tint} > :first-child`).fill]),
      ];
    });
    for (const [what, front, back] of pairs) assert(contrast(front, back) >= 4.5, `${what}: ${contrast(front, back).toFixed(2)}`);
  }, { colorScheme });
}

for (const { name, examples } of await families()) {
  inPage(`${name} fits a phone`, async (page) => {
    for (const line of examples) {
      await open(page, line);
      const { wide, seen } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, seen: innerWidth }));
      assert(wide <= seen, `${line}: ${wide} of ${seen} pixels`);
      const board = await page.locator("#board").boundingBox();
      assert(board && board.x >= 0 && board.x + board.width <= 360, line);
    }
  }, PHONE);
}

inPage("panels and dialogs fit a phone", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await page.locator("#theory summary").click();
  await page.locator("#share summary").click();
  await page.click("#hint");
  await page.getByRole("button", { name: "Edit the position" }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert((await width()) <= 360);
  await page.getByRole("button", { name: "Help" }).click();
  const dialog = await page.locator("#help").boundingBox();
  assert(dialog && dialog.x >= 0 && dialog.x + dialog.width <= 360);
}, PHONE);

inPage("buttons are large enough for a finger", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  for (const button of await page.locator("button:visible").all()) {
    const box = await button.boundingBox();
    assert(box && box.height >= 24 && box.width >= 24, await button.innerText());
  }
}, PHONE);

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
  assert(names.includes("cell a1: red R, can move"), names.join("; "));
  assert(names.includes("cell c1: blue B, goal"), names.join("; "));
});

inPage("everything that can be operated has a name", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await page.locator("#share summary").click();
  const roles = ["button", "textbox", "combobox", "slider", "checkbox", "grid", "gridcell", "image", "dialog", "radio"];
  const nameless = (await accessible(page)).filter(({ role, name }) => roles.includes(role) && name === "");
  assert.deepEqual(nameless, []);
  const landmarks = (await accessible(page)).map(({ role }) => role);
  for (const role of ["banner", "main", "complementary"]) assert(landmarks.includes(role), role);
});

inPage("moves, turns and ends are announced", async (page) => {
  await open(page, "chinese triangle:3 men=1 players=2");
  const live = page.locator("#live[role=status][aria-live=polite]");
  await page.focus("#board");
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  assert.match(await live.innerText(), /Picked up red R from a1\. It can go to .+/);
  await page.keyboard.press("n");
  await page.keyboard.press("Enter");
  await made(page, 1);
  assert.match(await live.innerText(), /Blue \(B\) to move/);
});

inPage("the cell of the arrow keys can be seen", async (page) => {
  await open(page, "shift 2 2");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const stroke = (/** @type {number} */ cell) => page.locator(`#cell-${cell} > :first-child`).evaluate((form) => getComputedStyle(form).strokeWidth);
  assert(parseFloat(await stroke(0)) > 2 * parseFloat(await stroke(1)));
});

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

inPage("letters typed into a text field are no commands", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await page.focus("#line");
  await page.keyboard.type("u?hs");
  assert.equal(await page.locator("#count").innerText(), "1 / 1");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});
