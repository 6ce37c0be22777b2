// Measures the page: its weight, the first paint, and the frames a second while pieces move. `SALTUS_URL=... node measure.js`

import { chromium } from "playwright-core";

const SERVER = process.env.SALTUS_URL;
if (!SERVER) throw new Error("SALTUS_URL must name a server, such as http://127.0.0.1:7878/");

const PLAYED = "#p=chinese+star:2+men=3+players=2";
const LOADS = 15;

/** @param {number[]} numbers */
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

const browser = await chromium.launch({
  executablePath: process.env.SALTUS_BROWSER ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

/** Files of the page and their bytes, as they are sent. */
async function weight() {
  const page = await browser.newPage();
  /** @type {Promise<number>[]} */
  const sizes = [];
  page.on("response", (response) => {
    if (!response.url().includes("/api/")) sizes.push(response.body().then((body) => body.length));
  });
  await page.goto(`${SERVER}#p=shift+3+3`);
  await page.waitForSelector("#cell-0");
  const all = await Promise.all(sizes);
  await page.close();
  return { files: all.length, bytes: all.reduce((sum, size) => sum + size, 0) };
}

/** Milliseconds until something is seen, and until the board is. */
async function paint() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.getElementById("cell-0")) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark("board"));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${SERVER}#p=shift+3+3`);
  await page.waitForFunction(() => performance.getEntriesByName("board").length > 0 && performance.getEntriesByName("first-contentful-paint").length > 0);
  const times = await page.evaluate(() => ["first-contentful-paint", "board"].map((name) => performance.getEntriesByName(name)[0].startTime));
  await context.close();
  return times;
}

/** Milliseconds between frames, as the browser's own trace has them, while a play of hops and slides runs. */
async function frames() {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(`${SERVER}${PLAYED}`);
  await page.waitForSelector("#cell-0");
  await page.click("#solve");
  await page.getByRole("button", { name: "Take its moves" }).click({ timeout: 120_000 });
  await page.selectOption("#speed", "2");
  await browser.startTracing(page, { categories: ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame"] });
  const deltas = page.evaluate(() => new Promise((/** @type {(deltas: number[]) => void} */ done) => {
    /** @type {number[]} */
    const found = [];
    let last = performance.now();
    const next = (/** @type {number} */ now) => {
      if (document.getAnimations().some((animation) => !(animation instanceof CSSTransition))) found.push(now - last);
      last = now;
      if (found.length < 600 && !document.querySelector("#headline.won")) requestAnimationFrame(next);
      else done(found);
    };
    requestAnimationFrame(next);
  }));
  await page.click("#run");
  const between = await deltas;
  /** @type {{traceEvents: {name: string, ts: number}[]}} */
  const trace = JSON.parse((await browser.stopTracing()).toString());
  await page.close();
  /** @param {string} name */
  const count = (name) => trace.traceEvents.filter((event) => event.name === name).length;
  return { between, drawn: count("DrawFrame"), dropped: count("DroppedFrame") };
}

const { files, bytes } = await weight();
console.log(`weight: ${bytes} bytes in ${files} files`);
const times = [];
for (let load = 0; load < LOADS; load++) times.push(await paint());
console.log(`first paint: ${median(times.map(([first]) => first)).toFixed(0)} ms; the board: ${median(times.map(([, board]) => board)).toFixed(0)} ms (medians of ${LOADS} loads without a cache)`);
const { between, drawn, dropped } = await frames();
const mean = between.reduce((sum, delta) => sum + delta, 0) / between.length;
const late = between.filter((delta) => delta > 25).length;
console.log(`frames: ${(1000 / mean).toFixed(1)} a second while pieces move, ${late} of ${between.length} later than 25 ms; the trace has ${drawn} drawn, ${dropped} dropped`);
await browser.close();
