// The page without a server, in Chromium: below a path of a host of files, and as one file from a disk.
// SALTUS_SITE is the folder that `saltus site --at` wrote, SALTUS_FILE the one file, SALTUS_BROWSER a Chromium.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { hosted, launch } from "../../saltus-web/browser/host.js";

const { SALTUS_SITE, SALTUS_FILE } = process.env;
if (!SALTUS_SITE || !SALTUS_FILE) throw new Error("SALTUS_SITE and SALTUS_FILE must name what is tested");

let browser, host;
before(async () => {
  [browser, host] = [await launch(), await hosted(SALTUS_SITE, "/some/path/")];
});
after(async () => {
  await browser.close();
  host.close();
});

/** Opens the page and waits for the board of seven cells; everything that goes wrong is gathered. */
async function opened(address) {
  const page = await browser.newPage();
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`${address}#p=shift+3+3`);
  try {
    await page.waitForFunction(() => document.querySelectorAll("#board [role=gridcell][aria-label]").length === 7, null, { timeout: 60_000 });
  } catch (error) {
    throw new Error(`${error.message}: ${faults.join("; ")}`);
  }
  return { page, faults };
}

test("a host of files has the page, below any path", async () => {
  const { page, faults } = await opened(host.address);
  const told = await page.evaluate(async () => {
    const api = saltusParts["api.js"];
    const { where } = await api.engine;
    const { length } = await api.hint("shift 3 3");
    const stop = new AbortController();
    const search = api.hint("reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7", stop.signal).catch((error) => error.name);
    setTimeout(() => stop.abort(), 200);
    const ended = await search;
    const proof = await api.certificate("shift 3 3");
    return { where, length, ended, checked: await api.check(proof), refused: await api.play("frogs and").catch((error) => error.kind) };
  });
  assert.deepEqual([told.where, told.length, told.ended, told.refused], ["tab", 15, "AbortError", "bad"]);
  assert.deepEqual([told.checked.verified, told.checked.claim], [true, "optimal 15"]);
  assert.deepEqual(faults, []);
  await page.close();
});

test("a link shows its puzzle before it is opened", async () => {
  const CARDS = { "p/toads": "og/toads", "d/47": "og/d47", "p/fifteen": "og/fifteen" };
  const told = Object.keys(CARDS).map((name) => {
    const text = readFileSync(path.join(SALTUS_SITE, `${name}.html`), "utf8");
    const facts = [...text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, fact]) => fact);
    assert(text.includes(`<meta property="og:image" content="https://example.org/play/${CARDS[name]}.png">`), name);
    assert.match(facts[0], /^\d+ is the fewest, proved\.$/, name);
    return [name, facts];
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const cards = Object.values(CARDS).map((name) => {
    const file = path.join(SALTUS_SITE, `${name}.png`);
    assert(statSync(file).size <= 60_000, name);
    return `<img src="data:image/png;base64,${readFileSync(file).toString("base64")}">`;
  });
  const words = told.map(([name, facts]) => `<b>${name}.html</b><ul>${facts.map((fact) => `<li>${fact}</li>`).join("")}</ul>`);
  await page.setContent(`<style>body { margin: 32px; font: 14px sans-serif; display: grid; grid-template-columns: 1fr 1fr; gap: 20px; background: #f4f7f6 } img { width: 100% }</style>${cards.join("")}<div>${words.join("")}</div>`);
  const sizes = await page.evaluate(() => Promise.all([...document.images].map(async (image) => {
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  })));
  assert.deepEqual(sizes, Array(3).fill([1200, 630]));
  const folder = new URL("../../../target/pictures/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: new URL("16-cards.png", folder).pathname });
  await page.close();
});

test("one file opens from a disk", async () => {
  const { page, faults } = await opened(pathToFileURL(SALTUS_FILE).href);
  assert.deepEqual(faults, []);
  await page.close();
});
