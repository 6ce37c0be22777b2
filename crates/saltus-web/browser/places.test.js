// Addresses, notation and its errors, editing a position.

import assert from "node:assert/strict";
import { asked, click, clickMove, inPage, made, open, pieces, SERVER, settled } from "./harness.js";

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
  assert.equal(await other.locator("#count").innerText(), "1 / 2");
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
  await page.fill("#line", "tiles 2x2 1 2 0 3");
  await page.press("#line", "Enter");
  await made(page, 0);
  await page.goBack();
  await made(page, 1);
  assert.match(await page.title(), /^shift 2 2/);
});

inPage("an address with a fault is told, and there is something to play", async (page) => {
  await page.goto(`${SERVER}#p=shift+2+2&m=1-4`);
  await page.locator("#line-error").waitFor();
  assert.match(await page.locator("#line-error").innerText(), /move 1/);
  await settled(page);
  assert.equal(await page.locator("#board .cell").count(), 5);
}, { refusals: true });

inPage("without an address there is an example", async (page) => {
  await page.goto(SERVER);
  await made(page, 0);
  assert((await page.locator("#board .cell").count()) > 1);
});

inPage("any line can be typed; a fault is told where it is", async (page) => {
  await open(page, "shift 2 2");
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
}, { refusals: true });

inPage("two cells are exchanged", async (page) => {
  await open(page, "tiles 2x3 1 0 3 4 2 5");
  await page.getByRole("button", { name: "Edit the position" }).click();
  await click(page, 0);
  await click(page, 2);
  await page.waitForFunction(() => document.title.startsWith("tiles 2x3 3 0 1 4 2 5"));
  assert.deepEqual(await pieces(page), ["3", "empty", "1", "4", "2", "5"]);
  await page.getByRole("button", { name: "Done editing" }).click();
  await clickMove(page, [0, 1]);
  await made(page, 1);
});

inPage("cells get what the palette has; half a position is told to be none", async (page) => {
  await open(page, "shift 2 2");
  await page.getByRole("button", { name: "Edit the position" }).click();
  await page.getByRole("radio", { name: "white w" }).check();
  await click(page, 2);
  await page.locator("#edit-error").waitFor();
  assert.match(await page.locator("#edit-error").innerText(), /vacancy/);
  await page.getByRole("radio", { name: "empty" }).check();
  await click(page, 0);
  await page.waitForFunction(() => document.title.startsWith("shift _bwww"));
  assert.equal(await page.locator("#edit-error").isVisible(), false);
  assert.deepEqual(await pieces(page), ["empty", "black b", "white w", "white w", "white w"]);
}, { refusals: true });

inPage("the turn is edited", async (page) => {
  const line = "chinese triangle:3 men=1 players=2";
  await open(page, line);
  const { turn, palette } = await asked(page, line);
  const other = palette.find((spot) => spot.tint !== "vacant" && spot.label !== turn);
  assert(other);
  await page.getByRole("button", { name: "Edit the position" }).click();
  await page.getByRole("radio", { name: `${other.label} has the turn` }).check();
  await page.waitForFunction((label) => document.getElementById("headline")?.textContent?.includes(`(${label}) to move`), other.label);
});
