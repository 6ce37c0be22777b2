// A page in a real browser for each test, and what no test may leave behind: errors, refusals of the security policy.
//
// SALTUS_URL names a server of the program; where it is not set, SALTUS_STATIC names one that has only the files of the site, with the engine
// in the tab. The same tests run on both.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import jsqr from "jsqr";
import { launch } from "./host.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */
/** @typedef {typeof import("../assets/api.js")} Api */

/** Where the page under test is served. */
export const SERVER = process.env.SALTUS_URL || process.env.SALTUS_STATIC || "";
if (SERVER === "") throw new Error("SALTUS_URL must name a server, such as http://127.0.0.1:8080/, or SALTUS_STATIC one of the site's files");

/** Whether the engine is in the tab, and no server answers. */
export const isStatic = !process.env.SALTUS_URL;

/** @type {Promise<import("playwright-core").Browser>|undefined} */
let started;
export const browser = () => (started ??= launch());
after(async () => (await started)?.close());

/** Milliseconds. Machines that run tests may be slow. */
const PATIENCE = Number(process.env.SALTUS_PATIENCE ?? 60_000);

/** What the browser writes when the server refuses bad input, which some tests provoke. */
const REFUSED = /Failed to load resource: the server responded with a status of [45]/;

export const DESKTOP = { viewport: { width: 1440, height: 900 } };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
export const SMALL_PHONE = { ...PHONE, viewport: { width: 320, height: 568 } };

/**
 * A test with a page of its own; pieces do not take time to move unless asked for.
 * @param {string} name
 * @param {(page: Page) => Promise<void>} body
 * @param {Options & {refusals?: boolean, onServer?: boolean}} [options] refusals: whether something is to be refused; onServer: whether the test
 *   is about requests to the server
 */
export function inPage(name, body, { refusals = false, onServer = false, ...options } = {}) {
  test(name, { skip: onServer && isStatic ? "there is no server" : false }, async () => {
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
    } catch (error) {
      console.error(`${name}: the page reads ${JSON.stringify(await page.locator("body").innerText({ timeout: 1000 }).catch(String))}; its console: ${JSON.stringify(faults)}`);
      throw error;
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
 * @param {string} [query] such as "?embed"
 */
export async function open(page, line, moves = [], query = "") {
  const words = new URLSearchParams({ p: line, m: moves.join(",") });
  // Where only the fragment changed, the page would not be loaded anew, and the board before could be taken for the new one.
  await page.goto("about:blank");
  await page.goto(`${SERVER}${query}#${words}`);
  await made(page, moves.length);
}

/** How many moves are made, and of how many: "2 / 5". @param {Page} page */
export const count = async (page) => (await page.locator("#count").textContent()) ?? "";

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

/** What the gauge on the stage reads: its state, its number and what stands below that. @param {Page} page */
export const gauge = (page) =>
  page.evaluate(() => {
    const place = document.getElementById("gauge");
    const text = (/** @type {string} */ part) => place?.querySelector(part)?.textContent ?? "";
    return { kind: place?.className.replace("gauge ", "") ?? "", number: text(".number"), unit: text(".unit"), tag: text(".tag") };
  });

/**
 * Waits until the gauge reads this number or word.
 * @param {Page} page
 * @param {string|RegExp} number
 */
export async function reads(page, number) {
  const { source } = typeof number === "string" ? { source: `^${number.replace(/[+?.]/g, "\\$&")}$` } : number;
  await page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#gauge .number")?.textContent ?? ""), source);
}

/**
 * Checks again and again until it holds: answers come one after the other.
 * @template T
 * @param {() => Promise<T>} check
 * @returns {Promise<T>}
 */
export async function eventually(check) {
  for (const end = Date.now() + PATIENCE; ; ) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

/** Waits until the engine has said what it knows of the position shown. @param {Page} page */
export const judged = (page) => page.waitForFunction(() => document.querySelector("#gauge .number") !== null && !/one moment/.test(document.getElementById("gauge")?.textContent ?? ""));

/** Finds what the page asks its engine with, in the browser: a module, or a part of the script of a site. */
const loadApi = async () => {
  const found = /** @type {any} */ (window);
  found.api ??= found.saltusParts?.["api.js"] ?? (await import(new URL("api.js", document.baseURI).href));
};

/**
 * Asks the engine of the page, whichever it is.
 * @template {"families"|"classics"|"play"|"hint"|"rank"|"around"|"known"|"solution"|"qr"|"definition"|"explain"|"made"|"sheet"} Name
 * @param {Page} page
 * @param {Name} name
 * @param {Parameters<Api[Name]>} asked
 * @returns {Promise<Awaited<ReturnType<Api[Name]>>>}
 */
export async function engine(page, name, ...asked) {
  if (page.url() === "about:blank") await page.goto(SERVER);
  await page.evaluate(loadApi);
  return page.evaluate(async ([name, asked]) => /** @type {any} */ (window).api[name](...asked), /** @type {const} */ ([name, asked]));
}

/**
 * The engine's answer to a play.
 * @param {Page} page
 * @param {string} line
 * @param {string[]} [moves]
 */
export const asked = (page, line, moves = []) => engine(page, "play", line, moves);

/**
 * The middle of a cell in the window, once it is drawn: the page draws the board anew whenever a position is shown.
 * @param {Page} page
 * @param {number} cell counted from 0
 */
export async function middle(page, cell) {
  const found = await page.waitForFunction((cell) => {
    const { x, y, width, height } = document.querySelector(`#cell-${cell} > :first-child`)?.getBoundingClientRect() ?? new DOMRect();
    return width > 0 && { x: x + width / 2, y: y + height / 2 };
  }, cell);
  return /** @type {{x: number, y: number}} */ (await found.jsonValue());
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
 * Drags what stands on a cell to another.
 * @param {Page} page
 * @param {number} from
 * @param {number} to
 */
export async function drag(page, from, to) {
  const [start, end] = [await middle(page, from), await middle(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, end.y + 8, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

/**
 * Makes a move by clicks: one where the piece can go one way only, else two.
 * @param {Page} page
 * @param {number[]} path
 */
export async function clickMove(page, path) {
  const { choices } = await here(page);
  await click(page, path[0]);
  if (choices.filter((choice) => choice.path[0] === path[0]).length > 1) await click(page, path[path.length - 1]);
}

/** How the position shown goes on, by the address. @param {Page} page */
async function here(page) {
  const words = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const text = words.get("d");
  const understood = words.has("p") || text === null ? { line: words.get("p") ?? "" } : await engine(page, "definition", text);
  assert("line" in understood);
  const moves = (words.get("m") ?? "").split(",").filter((move) => move !== "");
  return asked(page, understood.line, moves.slice(0, Number(words.get("at") ?? moves.length)));
}

/**
 * What stands on all cells, as a screen reader has it.
 * @param {Page} page
 */
export const cells = (page) => page.locator("#board [role=gridcell]").evaluateAll((found) => found.map((cell) => cell.getAttribute("aria-label") ?? ""));

/**
 * The piece of each cell, as it is called.
 * @param {Page} page
 */
export async function pieces(page) {
  const found = await cells(page);
  return found.map((words) => words.replace(/^cell [^:]*: /, "").split(", ")[0]);
}

/** @param {Page} page */
export const headline = (page) => page.locator("#headline").innerText();

/** Presses keys one after another. @param {Page} page @param {string[]} keys */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens the dialog of a button in the dock. @param {Page} page @param {"more"|"share"} name */
export async function dialog(page, name) {
  await page.click(`#${name}-open`);
  await page.locator(`dialog#${name}[open]`).waitFor();
}

/** The families with their examples. */
export async function families() {
  const page = await (await browser()).newPage();
  await page.goto(SERVER);
  const found = await engine(page, "families");
  await page.close();
  return found;
}

/**
 * Lets the engine of the page think about each play: for some time, or until the function that comes back is called.
 * @param {Page} page
 * @param {number} [time] milliseconds
 */
export async function slow(page, time) {
  await page.evaluate(loadApi);
  await page.evaluate(async (time) => {
    const found = /** @type {any} */ (window);
    const engine = await /** @type {Api} */ (found.api).engine;
    const call = engine.call.bind(engine);
    const held = new Promise((done) => (found.letGo = done));
    engine.call = async (name, ...rest) => {
      if (name === "play") await (time ? new Promise((done) => setTimeout(done, time)) : held);
      return call(name, ...rest);
    };
  }, time);
  return () => page.evaluate(() => /** @type {any} */ (window).letGo());
}

/**
 * Counts the animations that begin from now on, but those of style sheets: on a slow machine one may be over before anybody looks.
 * @param {Page} page
 */
export const countMoved = (page) =>
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
export const moved = (page) => page.evaluate(() => /** @type {any} */ (window).moved);

/** What a QR code says: its modules are painted and read by another program. @param {Page} page @param {string} selector */
export async function decoded(page, selector) {
  const size = 400;
  const { data, side } = await page.evaluate(async ({ selector, size }) => {
    const svg = /** @type {SVGSVGElement} */ (document.querySelector(selector)?.cloneNode(true));
    svg.setAttribute("width", String(size));
    svg.setAttribute("height", String(size));
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await image.decode();
    const canvas = new OffscreenCanvas(size + 40, size + 40);
    const paint = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    paint.fillStyle = "#fff";
    paint.fillRect(0, 0, size + 40, size + 40);
    paint.drawImage(image, 20, 20, size, size);
    return { data: Array.from(paint.getImageData(0, 0, size + 40, size + 40).data), side: size + 40 };
  }, { selector, size });
  const read = /** @type {any} */ (jsqr).default ?? jsqr;
  return read(new Uint8ClampedArray(data), side, side)?.data;
}
