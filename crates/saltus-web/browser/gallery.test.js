// The gallery: every line of it can be opened and says what it is about; the day, the filter, the cards that play.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { PUZZLES, entryOf, faceOf, isLevel } from "../assets/puzzles.js";
import { SERVER, asked, engine, inPage, open, settled } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const CLASSICS = new URL("../../saltus-rules/classics/", import.meta.url);

/** A statement of all classics, by their names. @param {string} keyword */
const told = (keyword) =>
  new Map(readdirSync(CLASSICS).map((file) => [file.replace(/\.txt$/, ""), readFileSync(new URL(file, CLASSICS), "utf8").match(new RegExp(`^${keyword}: (.*)$`, "m"))?.[1] ?? ""]));
const titles = told("title");
const known = told("known");

/** @param {Page} page */
async function gallery(page) {
  await page.goto(`${SERVER}#gallery`);
  await page.locator("#gallery-view .puzzle").first().waitFor();
}

/** @param {Page} page @param {string} name */
const card = (page, name) => page.locator("#gallery-view .puzzle", { has: page.locator("strong", { hasText: new RegExp(`^${name}$`) }) });

test("entries are well made, and levels know their titles", () => {
  assert.equal(new Set(PUZZLES.map(({ id }) => id)).size, PUZZLES.length);
  for (const { id, levels, face = 0 } of PUZZLES) {
    assert(levels.length > 0 && levels.length <= 3 && face < levels.length, id);
    for (const { line, title } of levels) if (titles.has(line)) assert.equal(title, titles.get(line));
  }
});

test("lines that are no level have the entry of their kind", () => {
  assert.equal(entryOf("rules title: Century ; board: a")?.id, "klotski");
  assert.deepEqual(["shift 7 9", "tiles 3x3 1 2 3 4 5 6 0 7 8"].map((line) => entryOf(line)?.id), ["toads", "eight"]);
  assert.deepEqual(["shift 7 9 moves=all", "tiles 3x3 1 2 3 4 5 6 0 7 8 metric=runs"].map(entryOf), [null, null]);
});

inPage("every line of the gallery and of the days can be played", async (page) => {
  const lines = PUZZLES.flatMap(({ levels, shuffle }) => [...levels.map(({ line }) => line), ...(shuffle ? [`${shuffle}7`] : [])]);
  for (const line of lines) {
    const play = await asked(page, line);
    assert(play.choices?.length > 0, `${line}: ${JSON.stringify(play).slice(0, 200)}`);
  }
});

inPage("what a note says of moves is so", async (page) => {
  for (const puzzle of PUZZLES) {
    const { levels, note, shuffle } = puzzle;
    const counts = [[faceOf(puzzle).line, note], ...levels.map(({ line, name }) => [line, name])].flatMap(([line, words]) => {
      const found = words.match(/^(\d+) (?:moves|jumps)$/);
      return found ? [{ line, count: Number(found[1]) }] : [];
    });
    for (const { line, count } of counts) {
      const hint = await engine(page, "hint", line);
      // The hardest boards are not settled at once.
      if (hint.status === "solved" && hint.optimal) assert.equal(hint.length, count, line);
      else if (known.has(line)) assert(known.get(line)?.startsWith(`${count} `), line);
      else assert(count > 60 && shuffle !== undefined, `${line}: ${hint.status}`);
    }
  }
});

inPage("cards are drawn as they are seen; one opens, and the way back leads to the gallery", async (page) => {
  await gallery(page);
  await card(page, "Toads and Frogs").locator("svg.picture").waitFor();
  assert.equal(await page.locator(".puzzle").count(), PUZZLES.length + 1);
  assert.equal(await page.locator(".in-gallery .act-button:visible").count(), 1, "one filled button");
  await card(page, "Eight").locator("button.open").click();
  await page.waitForFunction(() => document.title.startsWith("Eight"));
  assert.equal(await page.locator("#gallery-view").isVisible(), false);
  assert.deepEqual(await page.locator("#levels [aria-pressed=true]").allInnerTexts(), ["31 moves"]);
  await page.goBack();
  await page.locator("#gallery-view").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("#gallery-view").waitFor({ state: "hidden" });
  assert.match(page.url(), /#p=tiles/);
});

inPage("the filter hides what is harder; new boards are new", async (page) => {
  await gallery(page);
  await page.getByRole("button", { name: "Hard", exact: true }).click();
  assert.equal(await page.locator(".puzzle:visible").count(), PUZZLES.filter(({ dots }) => dots === 3).length);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await card(page, "Eight").hover();
  await page.getByRole("button", { name: "New Eight" }).click();
  await page.waitForFunction(() => document.title.startsWith("Eight"));
  await settled(page);
});

inPage("cards have marks for what was solved, filters for what was not, and there is a way back to where somebody was", async (page) => {
  await page.goto(SERVER);
  const shown = page.locator(".puzzle:not(.own):visible");
  await page.evaluate(() => localStorage.setItem("saltus", JSON.stringify({ v: 1, done: { "shift 3 3": { made: 15, best: 15, star: 1, day: 20781 }, "shift 2 2": { made: 9, best: 9, day: 20781 }, "tiles 3x3 8 6 7 2 5 4 3 0 1": { made: 40, best: 40, day: 20781 } }, last: { line: "shift 4 3", moves: "4-5 6-4", at: 2 } })));
  await page.goto("about:blank");
  await gallery(page);
  const [toads, eight] = [card(page, "Toads and Frogs"), card(page, "Eight")];
  await toads.locator(".done-of .did").first().waitFor();
  assert.equal(await toads.locator(".done-of .did.star").count(), 1);
  assert.match((await toads.locator(".done-of").textContent()) ?? "", /2 \+ 2, solved3 \+ 3, no play is shorter5 \+ 5, not solved/);
  const all = PUZZLES.length;
  assert.equal(await shown.count(), all);
  await page.getByRole("button", { name: "New to me" }).click();
  assert.deepEqual([await toads.isVisible(), await eight.isVisible()], [false, false]);
  const fresh = await shown.count();
  assert(fresh >= all - 3 && fresh <= all - 2, String(fresh));
  await page.getByRole("button", { name: "No star yet" }).click();
  assert.deepEqual([await toads.isVisible(), await eight.isVisible()], [false, true]);
  await page.getByRole("button", { name: "Hard", exact: true }).click();
  assert.equal(await shown.evaluateAll((cards) => cards.every((one) => one.querySelectorAll(".dots .full").length === 3)), true);
  await page.getByRole("link", { name: "Where you were" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#p=shift+4+3&m=4-5,6-4"));
  await page.waitForFunction(() => document.getElementById("count")?.textContent === "2 / 2");
});

inPage("the puzzle of the day says how well it can be done, and plays", async (page) => {
  await page.clock.setFixedTime(new Date("2026-11-24T10:00"));
  await gallery(page);
  assert.equal(await page.locator(".day h2").innerText(), "saltus 47");
  assert.match(await page.locator(".day .number").innerText(), /^\d+ is the fewest\. 1 of \d+ first moves begins such a play\.$/);
  await page.locator(".day .board-of-day svg").waitFor();
  await page.locator(".day").getByRole("link", { name: "Play" }).click();
  await page.waitForFunction(() => document.title.startsWith("saltus 47"));
});

inPage("thumbnails are still for those who want no motion", async (page) => {
  await gallery(page);
  const thumb = card(page, "Lone toad");
  await thumb.locator("svg.picture").waitFor();
  await thumb.hover();
  await page.waitForTimeout(2500);
  assert.equal(await page.locator(".progress").evaluateAll((bars) => bars.filter((bar) => bar.clientWidth > 0).length), 0);
});

inPage("a card that is pointed at plays", async (page) => {
  await gallery(page);
  const thumb = card(page, "Lone toad");
  await thumb.locator("svg.picture").waitFor();
  await thumb.hover();
  await page.waitForFunction(() => [...document.querySelectorAll(".puzzle:hover .progress")].some((bar) => bar.clientWidth > 40));
}, { reducedMotion: "no-preference" });

for (const viewport of [{ width: 390, height: 844 }, { width: 320, height: 568 }]) {
  inPage(`the gallery fits ${viewport.width} pixels, and everything in it a finger`, async (page) => {
    await gallery(page);
    await card(page, "Toads and Frogs").scrollIntoViewIfNeeded();
    await card(page, "Toads and Frogs").locator("svg.picture").waitFor();
    const { wide, seen } = await page.evaluate(() => ({ wide: document.querySelector("#gallery-view")?.scrollWidth ?? 0, seen: innerWidth }));
    assert(wide <= seen, `${wide} of ${seen}`);
    for (const button of await page.locator("#gallery-view button:visible, .top button:visible").all()) {
      const box = await button.boundingBox();
      assert(box && box.height >= 43.5 && box.width >= 43.5, await button.innerText());
    }
  }, { viewport, hasTouch: true, isMobile: true });
}

inPage("the keyboard goes through the cards; what is below them cannot be reached", async (page) => {
  await open(page, "shift 2 2");
  await page.keyboard.press("g");
  await page.locator("#gallery-view").waitFor();
  await page.keyboard.press("h");
  for (let k = 0; k < 12; k++) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.closest("#stage, #dock") === null), true);
  }
  await page.keyboard.press("g");
  await page.locator("#gallery-view").waitFor({ state: "hidden" });
});

test("a level is known by its line and by its title", () => {
  const [level] = PUZZLES.find(({ id }) => id === "knights")?.levels ?? [];
  assert(isLevel(level, "guarini"));
  assert(isLevel(level, "rules title: Guarini's four knights ; board: w . w"));
  assert(!isLevel(level, "rules title: Six knights change places ; board: w . w"));
});
