// A site that was seen once works when its host has ended, in two browsers, at all addresses that people have.
// SALTUS_SITE is the folder that `saltus site` wrote, SALTUS_BROWSER a Chromium, SALTUS_FIREFOX a Firefox.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firefox, missing } from "../../saltus-web/browser/firefox.js";
import { hosted, launch } from "../../saltus-web/browser/host.js";

const { SALTUS_SITE } = process.env;
if (!SALTUS_SITE) throw new Error("SALTUS_SITE must name what is tested");

/** Milliseconds. */
const PATIENCE = 90_000;

async function chromium() {
  const browser = await launch();
  const page = await browser.newPage();
  return { goto: (address) => page.goto(address), evaluate: (expression) => page.evaluate(expression), close: () => browser.close() };
}

/** Waits until an expression is true. */
async function until(page, expression) {
  for (const end = Date.now() + PATIENCE; !(await page.evaluate(expression).catch(() => false)); ) {
    assert(Date.now() < end, `${expression}: ${await page.evaluate("document.body.innerText.slice(0, 300)")}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}

const PLAYS = 'document.querySelectorAll("#board [role=gridcell][aria-label]").length';
const READS = (number) => `document.querySelector("#gauge .number")?.textContent === "${number}"`;

/** What is to be at each address. */
const ADDRESSES = [
  ["", `${PLAYS} === 7 && ${READS(15)}`],
  ["index.html", `${PLAYS} === 7 && ${READS(15)}`],
  ["#p=shift+2+2", `${PLAYS} === 5 && ${READS(8)}`],
  ["?p=tiles+2x2+1+2+0+3", `${PLAYS} === 4 && ${READS(1)}`],
  ["index.html?embed&answers=off#p=shift+1+1", `${PLAYS} === 3`],
  ["lesson.html", 'document.querySelectorAll("saltus-board").length === 6 && document.getElementById("sizes").children.length > 0'],
  ["lesson", 'document.querySelectorAll("saltus-board").length === 6'],
  ["results.html", 'document.getElementById("paper-figure-1") !== null'],
];

/** Sees a page of the site once, ends the host, and opens all others. */
async function offline(start, first) {
  const host = await hosted(SALTUS_SITE, "/some/path/");
  const page = await start();
  try {
    await page.goto(host.address + first);
    await until(page, "navigator.serviceWorker.ready.then(({ active }) => active.state === 'activated')");
    host.close();
    await assert.rejects(fetch(host.address), "the host has ended");
    for (const [address, holds] of ADDRESSES) {
      await page.goto("about:blank");
      await page.goto(host.address + address);
      await until(page, holds);
    }
  } finally {
    host.close();
    await page.close();
  }
}

for (const first of ["", "lesson.html"]) {
  test(`Chromium, seen at /${first}`, () => offline(chromium, first));
  test(`Firefox, seen at /${first}`, { skip: missing() || false }, () => offline(firefox, first));
}
