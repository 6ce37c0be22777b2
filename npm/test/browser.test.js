// The package in Chromium, without a bundler: the library in a page, and the element, whose page lies in the package. SALTUS_BROWSER names a Chromium.
// Needs what the browser tests of saltus-web have installed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { HARD, file, project } from "./install.js";
import { hosted, launch } from "../../crates/saltus-web/browser/host.js";

file("index.html", '<!doctype html><title>Boards</title><script type="module" src="node_modules/saltus/page/saltus.js"></script><saltus-board puzzle="shift 2 2" moves="2-3"></saltus-board>');

let browser, host;
before(async () => {
  [browser, host] = [await launch(), await hosted(project)];
});
after(async () => {
  await browser.close();
  host.close();
});

/** The page with the element; everything that goes wrong is gathered. */
async function opened() {
  const page = await browser.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`${host.address}index.html`);
  return { page, faults };
}

test("the library answers in a page, and a search ends when it is no longer wanted", async () => {
  const { page } = await opened();
  const told = await page.evaluate(async (hard) => {
    const { load, Refusal } = await import("/node_modules/saltus/browser.js");
    const saltus = await load();
    const { length } = await saltus.solve("shift 3 3");
    const ended = await saltus.solve(hard, { signal: AbortSignal.timeout(300) }).catch(({ name }) => name);
    const { claim } = await saltus.check(await saltus.certificate("shift 3 3"));
    const column = await saltus.play("shift 3").catch((error) => error instanceof Refusal && error.column);
    return [length, ended, claim, column];
  }, HARD);
  assert.deepEqual(told, [15, "TimeoutError", "optimal 15", 7]);
  await page.close();
});

test("the element shows a board from the package, and tells of its moves", async () => {
  const { page, faults } = await opened();
  const element = await page.waitForSelector("saltus-board iframe");
  const inside = await element.contentFrame();
  await inside.waitForFunction(() => document.querySelectorAll("#board [role=gridcell][aria-label]").length === 5, null, { timeout: 60_000 });
  // The moves that it began with may be reported only now.
  const moved = page.evaluate(() => new Promise((done) => document.querySelector("saltus-board").addEventListener("move", ({ detail }) => detail.text === "4-3" && done(detail))));
  await page.evaluate(() => document.querySelector("saltus-board").setAttribute("moves", "4-3"));
  const { puzzle, moves, text, made } = await moved;
  assert.deepEqual({ puzzle, moves, text, made }, { puzzle: "shift 2 2", moves: ["4-3"], text: "4-3", made: 1 });
  assert.deepEqual(faults.filter((fault) => !fault.includes("favicon")), []);
  await page.close();
});
