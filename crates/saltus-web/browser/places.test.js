// Addresses, notation and its errors, editing a position.

import assert from "node:assert/strict";
import { asked, click, clickMove, count, dialog, inPage, made, open, pieces, press, SERVER, settled } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** Opens the menu with the line of notation. @param {Page} page */
async function menu(page) {
  await page.click("#puzzle-open");
  await page.locator("dialog#menu[open]").waitFor();
}

/** Begins to edit the position. @param {Page} page */
async function edit(page) {
  await dialog(page, "more");
  await page.getByRole("button", { name: "Edit the position" }).click();
  await page.locator("#palette").waitFor();
}

/** The line in the address. @param {Page} page */
const line = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get("p");

inPage("the address brings the position and its moves back", async (page) => {
  await open(page, "shift 2 2");
  await clickMove(page, [1, 2]);
  await made(page, 1);
  await clickMove(page, [3, 1]);
  await made(page, 2);
  await page.click("#undo");
  await made(page, 1);
  const shown = await pieces(page);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await made(other, 1);
  assert.deepEqual(await pieces(other), shown);
  assert.equal(await count(other), "1 / 2");
  await other.reload();
  await made(other, 1);
  assert.deepEqual(await pieces(other), shown);
});

inPage("the address can be read", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  assert.equal(new URL(page.url()).hash, "#p=shift+2+2&m=2-3");
});

inPage("a query names a position, too", async (page) => {
  await page.goto(`${SERVER}?p=shift+2+2&m=2-3`);
  await made(page, 1);
});

inPage("the browser's way back leads to the puzzle before", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await menu(page);
  await page.fill("#line", "tiles 2x2 1 2 0 3");
  await page.press("#line", "Enter");
  await made(page, 0);
  assert.match(await page.title(), /^Sliding tiles · saltus$/);
  await page.goBack();
  await made(page, 1);
  assert.match(await page.title(), /^Toads and Frogs · saltus$/);
});

inPage("an address with a fault is told, and there is something to play", async (page) => {
  await page.goto(`${SERVER}#p=shift+2+2&m=1-4`);
  await page.locator("#headline").getByText("move 1").waitFor();
  assert.match(await page.locator("#live").innerText(), /move 1/i);
  await settled(page);
  assert.equal(await page.locator("#board .cell").count(), 5);
}, { refusals: true });

inPage("an address that names no puzzle opens the first one, and says so", async (page) => {
  await page.goto(`${SERVER}#p=shfit+2+2`);
  await page.waitForFunction(() => document.querySelector("#message.lost #headline")?.textContent?.includes("shfit"));
  await settled(page);
  assert((await page.locator("#board .cell").count()) > 1);
}, { refusals: true });

inPage("without an address there is an example", async (page) => {
  await page.goto(SERVER);
  await made(page, 0);
  assert.deepEqual(await pieces(page), ["toad", "toad", "toad", "empty", "frog", "frog", "frog"]);
});

inPage("any line can be typed; a fault is told where it is", async (page) => {
  await open(page, "shift 2 2");
  await menu(page);
  await page.fill("#line", "shift bbx_w");
  await page.getByRole("button", { name: "Open" }).click();
  const error = page.getByRole("alert").filter({ hasText: "x" });
  await error.waitFor();
  const line = page.locator("#line");
  assert.equal(await line.getAttribute("aria-invalid"), "true");
  const start = await line.evaluate((line) => /** @type {HTMLInputElement} */ (line).selectionStart);
  assert(start !== null && start >= 6 && start <= 8, `at ${start}`);
  assert.equal(await page.locator("#board .cell").count(), 5, "the board stays");
  await page.fill("#line", "clobber cycle bwbwbw");
  assert.equal(await error.isVisible(), false);
  await page.press("#line", "Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length === 6);
  assert.equal(await page.locator("dialog[open]").count(), 0);
}, { refusals: true });

inPage("letters typed into a text field are no commands", async (page) => {
  await open(page, "shift 2 2", ["2-3"]);
  await menu(page);
  await page.focus("#line");
  await page.keyboard.type("u?hctg");
  assert.equal(await count(page), "1 / 1");
  assert.equal(await page.locator("dialog[open]").count(), 1);
  assert.equal(await page.locator("#tree-view, #gallery-view").and(page.locator(":visible")).count(), 0);
});

inPage("two cells are exchanged", async (page) => {
  await open(page, "tiles 2x3 1 0 3 4 2 5");
  await edit(page);
  await click(page, 0);
  await click(page, 2);
  await page.waitForFunction(() => location.hash.startsWith("#p=tiles+2x3+3+0+1+4+2+5"));
  assert.deepEqual(await pieces(page), ["tile 3", "empty", "tile 1", "tile 4", "tile 2", "tile 5"]);
  await dialog(page, "more");
  await page.getByRole("button", { name: "Done editing" }).click();
  await clickMove(page, [0, 1]);
  await made(page, 1);
});

inPage("cells get what the palette has; half a position is told to be none", async (page) => {
  await open(page, "shift 2 2");
  await edit(page);
  await page.getByRole("radio", { name: "frog" }).check({ force: true });
  await click(page, 2);
  await page.locator("#edit-error").waitFor();
  assert.match(await page.locator("#edit-error").innerText(), /vacancy|gap|empty/);
  await page.getByRole("radio", { name: "empty" }).check({ force: true });
  await click(page, 0);
  await page.waitForFunction(() => location.hash.startsWith("#p=shift+_bwww"));
  assert.equal(await page.locator("#edit-error").isVisible(), false);
  assert.deepEqual(await pieces(page), ["empty", "toad", "frog", "frog", "frog"]);
}, { refusals: true });

inPage("the turn is edited", async (page) => {
  const line = "chinese triangle:3 men=1 players=2";
  await open(page, line);
  const { turn, palette } = await asked(page, line);
  const other = palette.find((spot) => spot.tint !== "vacant" && spot.label !== turn);
  assert(other);
  assert.match(await page.locator("#turn").innerText(), /^Red’s turn$/);
  await edit(page);
  await page.getByRole("radio", { name: /blue man has the turn/ }).check({ force: true });
  await page.locator("#turn").getByText("Blue’s turn").waitFor();
});

inPage("the address and the notation are copied", async (page) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "shift 2 2", ["2-3"]);
  for (const [name, wanted] of [["Copy the address", page.url()], ["Copy the notation", "shift b_bww"]]) {
    await dialog(page, "share");
    await page.getByRole("button", { name, exact: true }).click();
    await page.locator("#share-note").getByText("Copied.").waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), wanted);
    await press(page, "Escape");
  }
  assert.equal(line(page), "shift 2 2");
});

inPage("an address that changes while the page loads is followed", async (page) => {
  await page.addInitScript(() => {
    const own = /** @type {any} */ (Object.getOwnPropertyDescriptor(Document.prototype, "title"));
    let isFirst = true;
    // The page names the puzzle before it writes its address.
    Object.defineProperty(document, "title", {
      get: () => own.get.call(document),
      set(title) {
        own.set.call(document, title);
        if (isFirst) location.hash = "#p=shift+1+1";
        isFirst = false;
      },
    });
  });
  await page.goto(`${SERVER}#p=shift+2+2`);
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length === 3);
  await made(page, 0);
  assert.equal(line(page), "shift 1 1");
});
