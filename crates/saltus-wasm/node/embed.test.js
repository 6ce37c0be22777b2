// Boards on pages of other hosts, from a disk and in sandboxes; none of the hosts sends a header for it.
// SALTUS_SITE is the folder that `saltus site` wrote, SALTUS_BROWSER a Chromium.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { hosted, launch } from "../../saltus-web/browser/host.js";

const { SALTUS_SITE } = process.env;
if (!SALTUS_SITE) throw new Error("SALTUS_SITE must name what is tested");

const folder = mkdtempSync(path.join(tmpdir(), "saltus-embed-"));
let browser, site, other;
before(async () => {
  [browser, site, other] = [await launch(), await hosted(SALTUS_SITE, "/some/path/"), await hosted(folder)];
});
after(async () => {
  await browser.close();
  site.close();
  other.close();
  rmSync(folder, { recursive: true });
});

/** Writes a page and gives its address on another host, and on this disk. */
function written(name, body) {
  const file = path.join(folder, name);
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>Other</title><body>${body}`);
  return { elsewhere: `${other.address}${name}`, disk: pathToFileURL(file).href };
}

/** Opens a page; everything that goes wrong, and every message of version 2, is gathered. */
async function opened(address) {
  const page = await browser.newPage({ reducedMotion: "reduce" });
  const faults = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.addInitScript(() => {
    window.heard = [];
    addEventListener("message", ({ data }) => data?.saltus === 2 && heard.push(data));
  });
  await page.goto(address);
  return { page, faults: () => faults.filter((fault) => !/favicon|404/.test(fault)) };
}

const inside = async (page, selector = "iframe") => (await page.waitForSelector(selector, { state: "attached" })).contentFrame();
const reads = (frame, number) => frame.waitForFunction((number) => document.querySelector("#gauge .number")?.textContent === number, number, { timeout: 60_000 });
const hears = async (page, kind) => (await page.waitForFunction((kind) => heard.find((message) => message.kind === kind), kind, { timeout: 60_000 })).jsonValue();
const press = (frame, cell) => frame.locator(`#cell-${cell} > :first-child`).click({ force: true });

/** A board that plays, whichever way it came, and tells what happens. */
async function plays(address, selector) {
  const { page, faults } = await opened(address);
  const frame = await inside(page, selector);
  await reads(frame, "3");
  assert.equal((await hears(page, "ready")).version, 2);
  assert.equal((await hears(page, "open")).puzzle, "shift 1 1");
  assert((await hears(page, "size")).height > 100);
  await press(frame, 0);
  await reads(frame, "2");
  const move = await page.waitForFunction(() => heard.find(({ kind, text }) => kind === "move" && text === "1-2"), null, { timeout: 60_000 });
  const { from, to, made, left, kept } = await move.jsonValue();
  assert.deepEqual({ from, to, made, left, kept }, { from: "1", to: "2", made: 1, left: 2, kept: true });
  for (const cell of [2, 1]) {
    await frame.waitForFunction(() => document.querySelector("#board-frame[aria-busy]") === null);
    await press(frame, cell);
  }
  const { fewest, star } = await hears(page, "won");
  assert.deepEqual([fewest, star], [3, true]);
  assert.deepEqual(faults(), []);
  await page.close();
}

for (const [name, frame] of [["a frame", ""], ["a frame in a sandbox", 'sandbox="allow-scripts"']]) {
  const page = () => written(`${name.replaceAll(" ", "-")}.html`, `<iframe ${frame} src="${site.address}index.html?embed#p=shift+1+1" width="600" height="300"></iframe>`);
  test(`${name} on another host plays`, async () => plays(page().elsewhere));
  test(`${name} from a disk plays`, async () => plays(page().disk));
}

const element = (attributes = "", more = "") => `<script src="${site.address}saltus.js"></script><saltus-board puzzle="shift 1 1" ${attributes}><a href="x">A picture</a></saltus-board>${more}`;

test("an element on another host plays", async () => plays(written("element.html", element()).elsewhere));
test("an element from a disk plays", async () => plays(written("element.html", element()).disk));

test("a site opens from a disk, without a host", async () => {
  const { page, faults } = await opened(`${pathToFileURL(path.resolve(SALTUS_SITE, "index.html")).href}#p=shift+1+1`);
  await reads(page.mainFrame(), "3");
  assert.deepEqual(faults(), []);
  await page.close();
});

test("a board is asked and told by its page, and with answers off it says none", async () => {
  const { page, faults } = await opened(written("asked.html", element('answers="on"')).elsewhere);
  await reads(await inside(page, "saltus-board iframe"), "3");
  const call = (kind, words) => page.evaluate(([kind, words]) => document.querySelector("saltus-board").call(kind, words).catch((error) => error.message), [kind, words]);
  assert.deepEqual(await call("ask", { what: "left" }), { left: 3, by: "proved" });
  assert.deepEqual((await call("open", { puzzle: "shift 3 3", moves: ["3-4", "2-3"] })), { puzzle: "shift 3 3", made: 2 });
  const { since, because } = await hears(page, "lost");
  assert.equal(since, 2);
  assert.match(because, /pass/);
  assert.equal((await call("ask", { what: "left" })).left, null);
  assert.deepEqual(await call("go", { at: "won" }), { puzzle: "shift 3 3", made: 1 });
  assert.deepEqual((await call("ask", { what: "hint" })).moves, ["5-3"]);
  const { moves } = await call("ask", { what: "moves" });
  assert.deepEqual(moves.map(({ text, left }) => [text, left]), [["5-3", 13], ["2-3", null]]);
  assert.deepEqual(await call("go", { at: "start" }), { puzzle: "shift 3 3", made: 0 });
  assert.match(await call("dance"), /open, go, show and ask/);
  assert.match(await call("open", { puzzle: "shfit 1 1" }), /shfit/);
  await call("show", { answers: "off", theme: "dark" });
  assert.equal(await call("ask", { what: "left" }), "Answers are off.");
  await page.evaluate(() => (heard.length = 0));
  await call("go", { at: 1 });
  const move = await hears(page, "move");
  assert.deepEqual([move.made, "left" in move, "kept" in move], [1, false, false]);
  assert.deepEqual(faults(), []);
  await page.close();
});

test("who is not the page around it is not heard", async () => {
  const { page } = await opened(written("strange.html", element("", '<iframe id="strange" srcdoc="<p>"></iframe>')).elsewhere);
  const board = await inside(page, "saltus-board iframe");
  await reads(board, "3");
  await page.evaluate(() => {
    const strange = document.getElementById("strange").contentWindow;
    strange.board = document.querySelector("saltus-board").shadowRoot.querySelector("iframe").contentWindow;
    const script = strange.document.createElement("script");
    script.textContent = "board.postMessage({ saltus: 2, id: 1, kind: 'open', puzzle: 'shift 2 2' }, '*')";
    strange.document.body.append(script);
  });
  await page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  assert.equal(await page.evaluate(() => heard.some(({ puzzle }) => puzzle === "shift 2 2")), false);
  await page.close();
});

test("what stands in an element shows until the board is there; where none comes, the element says so", async () => {
  const { page } = await opened(written("none.html", `<script>saltusPlace = "${other.address}gone/";</script>${element()}`).elsewhere);
  assert.equal(await page.locator("saltus-board a").first().isVisible(), true);
  const note = page.locator("saltus-board p");
  await note.waitFor({ timeout: 60_000 });
  assert.match(await note.innerText(), /^The board does not load from 127\.0\.0\.1:\d+\. Open it there$/);
  await page.close();

  const { page: good } = await opened(written("good.html", element()).elsewhere);
  await reads(await inside(good, "saltus-board iframe"), "3");
  assert.equal(await good.locator("saltus-board a").first().isVisible(), false);
  await good.evaluate(() => new Promise((done) => setTimeout(done, 4_500)));
  assert.equal(await good.locator("saltus-board p").isVisible(), false);
  await good.close();
});
