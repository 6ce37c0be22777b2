// A page in a real browser for each test, and what no test may leave behind: errors, refusals of the security policy.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

/** Where the server under test answers. */
export const SERVER = process.env.SALTUS_URL ?? "";
if (SERVER === "") throw new Error("SALTUS_URL must name a server, such as http://127.0.0.1:8080/");

const BROWSER = process.env.SALTUS_BROWSER ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @type {Promise<import("playwright-core").Browser>|undefined} */
let started;
export const browser = () => (started ??= chromium.launch({ executablePath: BROWSER, args: FLAGS }));
after(async () => (await started)?.close());

/** Milliseconds. Machines that run tests may be slow. */
const PATIENCE = 60_000;

/** What the browser writes when the server refuses bad input, which some tests provoke. */
const REFUSED = /Failed to load resource: the server responded with a status of [45]/;

/**
 * A test with a page of its own; pieces do not take time to move unless asked for.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} body
 * @param {Options & {refusals?: boolean}} [options] refusals: whether the server is to refuse something
 */
export function inPage(name, body, { refusals = false, ...options } = {}) {
  test(name, async () => {
    const context = await (await browser()).newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 860 }, ...options });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("console", (message) => {
      const isExpected = refusals && REFUSED.test(message.text());
      if (["error", "warning"].includes(message.type()) && !isExpected) faults.push(message.text());
    });
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`));
    });
    try {
      await body(page);
      assert.deepEqual(faults, []);
    } finally {
      await context.close();
    }
  });
}

/**
 * Opens a puzzle by its address and waits until it can be played.
 * @param {Page} page
 * @param {string} line
 * @param {string[]} [moves]
 */
export async function open(page, line, moves = []) {
  const words = new URLSearchParams({ p: line, m: moves.join(",") });
  // Where only the fragment changed, the page would not be loaded anew, and the board before could be taken for the new one.
  await page.goto("about:blank");
  await page.goto(`${SERVER}#${words}`);
  await made(page, moves.length);
}

/**
 * Waits until so many moves are made and it is known how the position goes on.
 * @param {Page} page
 * @param {number} count
 */
export async function made(page, count) {
  await page.waitForFunction((count) => {
    const text = document.getElementById("count")?.textContent ?? "";
    return text.startsWith(`${count} /`) && document.querySelector(".cell[aria-label]") !== null;
  }, count);
  await settled(page);
}

/**
 * Waits until the moves of the position shown are known.
 * @param {Page} page
 */
export const settled = (page) => page.waitForFunction(() => document.querySelector("#board-frame[aria-busy]") === null);

/**
 * The server's answer to a play.
 * @param {Page} page
 * @param {string} line
 * @param {string[]} [moves]
 * @returns {Promise<import("../assets/api.js").Play>}
 */
export async function asked(page, line, moves = []) {
  const response = await page.request.post(new URL("api/play", SERVER).href, { data: { line, moves } });
  return response.json();
}

/**
 * The middle of a cell in the window.
 * @param {Page} page
 * @param {number} cell counted from 0
 */
export async function middle(page, cell) {
  const box = await page.locator(`#cell-${cell} > :first-child`).boundingBox();
  assert(box, `cell ${cell} is seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * @param {Page} page
 * @param {number} cell
 */
export async function click(page, cell) {
  const { x, y } = await middle(page, cell);
  await page.mouse.click(x, y);
}

/**
 * Makes a move by two clicks.
 * @param {Page} page
 * @param {number[]} path
 */
export async function clickMove(page, path) {
  await click(page, path[0]);
  await click(page, path[path.length - 1]);
}

/**
 * What stands on all cells, as a screen reader has it.
 * @param {Page} page
 */
export const cells = (page) => page.locator("#board [role=gridcell]").evaluateAll((found) => found.map((cell) => cell.getAttribute("aria-label") ?? ""));

/**
 * The piece of each cell, as it is written on the board.
 * @param {Page} page
 */
export async function pieces(page) {
  const found = await cells(page);
  return found.map((words) => words.replace(/^cell [^:]*: /, "").split(", ")[0]);
}

/** @param {Page} page */
export const headline = (page) => page.locator("#headline").innerText();

/** The families with their examples. */
export async function families() {
  const response = await fetch(new URL("api/families", SERVER));
  return /** @type {Promise<import("../assets/api.js").Family[]>} */ (response.json());
}
