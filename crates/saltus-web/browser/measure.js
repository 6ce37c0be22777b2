// Measures the page and prints a table: its weight, the first paint, the first answer, how long a move takes on 121 cells, and the frames a second
// while a play of tiles runs and while a long row is dragged. `SALTUS_URL=... node measure.js`, or SALTUS_STATIC=... where the engine is in the tab.
// SALTUS_SITE=DIR, made by `saltus site -o DIR --at http://host/`, measures how soon the pages of a site play and answer on a slow network.

import { cpus, loadavg } from "node:os";

import { hosted, launch } from "./host.js";

const { SALTUS_SITE } = process.env;
const SERVER = process.env.SALTUS_URL || process.env.SALTUS_STATIC;
if (!SERVER && !SALTUS_SITE) throw new Error("SALTUS_URL must name a server, such as http://127.0.0.1:7878/, SALTUS_STATIC one of the site's files, or SALTUS_SITE the folder of a site");

/** A network on which pages of a site are opened: milliseconds, and bytes a second. */
const NET = { delay: 150, rate: 200_000 };
/** Pages of a site. On a day answers are off. */
const PAGES = ["index.html", "d/47.html", "p/eight.html", "p/klotski.html", "p/peg-solitaire.html", "index.html#p=tiles+3x3+8+6+7+2+5+4+3+0+1", "index.html#p=shift+4+4"];

const FIRST = "#p=shift+3+3";
/** 121 cells. */
const STAR = "#p=chinese+star+players=2";
/** 1,600 cells, and a play that nobody needs to search for: the gap goes around. */
const TILES = "tiles 40x40 random seed=1";
/** 1,001 cells, of which a window is seen. */
const ROW = "#p=shift+500+500";
const LOADS = 15;
const MOVES = 15;
/** Frames that are looked at. */
const FRAMES = 400;
/** How often a long row is dragged from one side of its window to the other, in so many steps. */
const DRAGS = 4;
const STEPS = 40;

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const browser = await launch();

/** Files of the page and their bytes, as they are sent. */
async function weight() {
  const page = await browser.newPage();
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on("response", (response) => {
    if (!response.url().includes("/api/")) sizes.push(response.body().then((body) => body.length, () => 0));
  });
  await page.goto(`${SERVER}${FIRST}`);
  await page.waitForSelector("#cell-0");
  const all = await Promise.all(sizes);
  await page.close();
  return { files: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
}

/** Marks, within a page, the frames in which elements are seen: names, and what selects them. @param {string[][]} names */
function noted(names) {
  const wanted = new Map(/** @type {[string, string][]} */ (names));
  new MutationObserver((_, observer) => {
    for (const [name, selector] of wanted) {
      if (!document.querySelector(selector)) continue;
      wanted.delete(name);
      requestAnimationFrame(() => performance.mark(name));
    }
    if (wanted.size === 0) observer.disconnect();
  }).observe(document, { childList: true, subtree: true, attributes: true });
}

/** Milliseconds until something is seen, until the board is, and until the gauge has its number. */
async function paint() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(noted, [["board", "#cell-0[aria-label]"], ["answer", "#gauge.exact"]]);
  await page.goto(`${SERVER}${FIRST}`);
  const names = ["first-contentful-paint", "board", "answer"];
  await page.waitForFunction((names) => names.every((name) => performance.getEntriesByName(name).length > 0), names);
  const times = await page.evaluate((names) => names.map((name) => performance.getEntriesByName(name)[0].startTime), names);
  await context.close();
  return times;
}

/** Milliseconds from the last press of a move to the frame in which it is seen, on 121 cells. */
async function latency() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
  await page.goto(`${SERVER}${STAR}`);
  await page.waitForSelector("#cell-0[aria-label]");
  /** @param {number} cell */
  const click = async (cell) => {
    const box = await page.locator(`#cell-${cell} > :first-child`).boundingBox();
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };
  /** @type {number[]} */
  const times = [];
  for (let move = 0; move < MOVES; move++) {
    await page.waitForFunction((move) => document.querySelector("#board-frame[aria-busy]") === null && document.getElementById("count")?.textContent?.startsWith(`${move} /`), move);
    const [from, to] = await page.evaluate(async () => {
      const { play } = /** @type {typeof import("../assets/api.js")} */ (await import(new URL("api.js", document.baseURI).href));
      const words = new URLSearchParams(location.hash.slice(1));
      const { choices } = await play(words.get("p") ?? "", (words.get("m") ?? "").split(",").filter(Boolean));
      // A piece with several ways is picked up first.
      const { path } = choices.find(({ path }) => choices.filter((other) => other.path[0] === path[0]).length > 1) ?? choices[0];
      return [path[0], path[path.length - 1]];
    });
    await click(from);
    const seen = page.evaluate((move) => new Promise((/** @type {(time: number) => void} */ done) => {
      let begun = 0;
      addEventListener("pointerdown", () => (begun = performance.now()), { capture: true, once: true });
      new MutationObserver((_, observer) => {
        if (!document.getElementById("count")?.textContent?.startsWith(`${move + 1} /`)) return;
        observer.disconnect();
        requestAnimationFrame(() => done(performance.now() - begun));
      }).observe(/** @type {Node} */ (document.getElementById("count")), { childList: true, characterData: true, subtree: true });
    }), move);
    await click(to);
    times.push(await seen);
  }
  await page.close();
  return times;
}

/** What the browser's own trace tells of frames. */
const TRACED = ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"];

/** The frames of the trace that is ended. */
async function traced() {
  /** @type {{traceEvents: {name: string}[]}} */
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const count = (/** @type {string} */ name) => traceEvents.filter((event) => event.name === name).length;
  return { drawn: count("DrawFrame"), dropped: count("DroppedFrame") };
}

/** Milliseconds between frames, and the frames of the trace, while tiles slide. */
async function frames() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${SERVER}#${new URLSearchParams({ p: TILES })}`);
  await page.waitForSelector(".cell[aria-label]", { state: "attached" });
  await page.selectOption("#speed", "2", { force: true });
  await page.evaluate(async (steps) => {
    const { play } = /** @type {typeof import("../assets/api.js")} */ (await import(new URL("api.js", document.baseURI).href));
    const line = new URLSearchParams(location.hash.slice(1)).get("p") ?? "";
    /** @type {string[]} */
    const moves = [];
    let { choices } = await play(line);
    for (let last = ""; moves.length < steps; ) {
      // Not the tile that went last, which would only go back.
      const [choice] = choices.filter(({ text }) => text !== last);
      moves.push(choice.text);
      last = choice.text;
      ({ choices } = await play(line, moves));
    }
    const text = /** @type {HTMLTextAreaElement} */ (document.getElementById("moves-text"));
    text.value = moves.join(" ");
    text.form?.requestSubmit();
  }, 60);
  await page.waitForFunction(() => document.getElementById("count")?.textContent === "60 / 60");
  await page.locator("#scrub").fill("0");
  await browser.startTracing(page, { categories: TRACED });
  const deltas = page.evaluate((most) => new Promise((/** @type {(deltas: number[]) => void} */ done) => {
    /** @type {number[]} */
    const found = [];
    let last = performance.now();
    const next = (/** @type {number} */ now) => {
      if (document.getAnimations().some((animation) => !(animation instanceof CSSTransition))) found.push(now - last);
      last = now;
      if (found.length < most && document.getElementById("count")?.textContent !== "60 / 60") requestAnimationFrame(next);
      else done(found);
    };
    requestAnimationFrame(next);
  }), FRAMES);
  for (let move = 0; move < 60; move++) {
    await page.keyboard.press("r");
    await page.waitForTimeout(120);
  }
  const between = await deltas;
  const trace = await traced();
  await page.close();
  return { between, ...trace };
}

/** Milliseconds between frames, and the frames of the trace, while a long row is dragged through its window. */
async function drag() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${SERVER}${ROW}`);
  await page.waitForSelector("#cell-500[aria-label]");
  const box = await page.locator("#board").boundingBox();
  if (!box) throw new Error("there is no board");
  const first = () => page.evaluate(() => Number(document.querySelector("#board .cell")?.id.slice(5)));
  const before = await first();
  await browser.startTracing(page, { categories: TRACED });
  const deltas = page.evaluate(() => new Promise((/** @type {(deltas: number[]) => void} */ done) => {
    /** @type {number[]} */
    const found = [];
    let isHeld = false;
    let last = performance.now();
    addEventListener("pointerdown", () => (isHeld = true));
    addEventListener("pointerup", () => (isHeld = false));
    addEventListener("keydown", () => done(found), { once: true });
    const next = (/** @type {number} */ now) => {
      if (isHeld) found.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }));
  // Above the pieces, so that none is picked up.
  const y = box.y + 20;
  for (let turn = 0; turn < DRAGS; turn++) {
    await page.mouse.move(box.x + box.width - 20, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, y, { steps: STEPS });
    await page.mouse.up();
  }
  const after = await first();
  await page.keyboard.press("Shift");
  const between = await deltas;
  const trace = await traced();
  await page.close();
  if (after - before < DRAGS * 5) throw new Error(`the row was dragged from cell ${before} to ${after} only`);
  return { between, ...trace };
}

/** @param {{between: number[], drawn: number, dropped: number}} seen */
function rate({ between, drawn, dropped }) {
  const mean = between.reduce((sum, delta) => sum + delta, 0) / between.length;
  const late = between.filter((delta) => delta > 25).length;
  return `${(1000 / mean).toFixed(1)} frames a second; ${late} of ${between.length} later than 25 ms; traced: ${drawn} drawn, ${dropped} dropped`;
}

/** The least and the greatest of the load that others made while it was measured. */
const loads = [loadavg()[0]];
/** @type {[string, string][]} */
const rows = [];
/** @param {string} name @param {string} words */
const row = (name, words) => {
  rows.push([name, words]);
  loads.push(loadavg()[0]);
};

/** Milliseconds until a move can be made, and until there is an exact number, on a slow network without a cache. @param {string} address */
async function slowly(address) {
  const host = await hosted(SALTUS_SITE ?? "", "/", NET);
  const context = await browser.newContext();
  const page = await context.newPage();
  const wanted = { play: "#board .cell[aria-label*='can move'], #board .cell.movable", number: "#gauge.exact" };
  await page.addInitScript(noted, Object.entries(wanted));
  await page.goto(host.address + address, { waitUntil: "commit" });
  const seen = async (/** @type {string} */ name) => {
    await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, name, { timeout: 60_000 });
    return page.evaluate((name) => performance.getEntriesByName(name)[0].startTime, name);
  };
  const isOff = /^d\//.test(address);
  const times = await Promise.all([seen("play"), isOff ? null : seen("number")]);
  await context.close();
  host.close();
  return times;
}

if (SALTUS_SITE) {
  const seconds = (/** @type {number|null} */ time) => (time === null ? "answers are off" : `${(time / 1000).toFixed(1)} s`);
  for (const address of PAGES) {
    const [plays, answers] = await slowly(address);
    row(address, `plays after ${seconds(plays)}; exact number: ${seconds(answers)}`);
  }
}

if (SERVER) {
  const { files, bytes } = await weight();
  row("weight", `${(bytes / 1024).toFixed(0)} KiB in ${files} files`);
  /** @type {number[][]} */
  const times = [];
  for (let load = 0; load < LOADS; load++) times.push(await paint());
  const [first, board, answer] = [0, 1, 2].map((part) => median(times.map((time) => time[part])).toFixed(0));
  row("first paint", `${first} ms, the median of ${LOADS} loads without a cache`);
  row("the board", `${board} ms`);
  row("first answer", `${answer} ms`);
  const moves = await latency();
  row("a move on 121 cells", `${median(moves).toFixed(0)} ms, the slowest of ${moves.length} ${Math.max(...moves).toFixed(0)} ms`);
  row("a play on 40x40", rate(await frames()));
  row("dragging `shift 500 500`", rate(await drag()));
}
await browser.close();

console.log(["| measured | |", "| --- | --- |", ...rows.map(([name, words]) => `| ${name} | ${words} |`)].join("\n"));
console.log(`\nLoad average ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} on ${cpus().length} cores.`);
