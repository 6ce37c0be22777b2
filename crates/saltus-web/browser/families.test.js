// Every family is played through to the end, by its own solution and by hints; its numbers are the engine's, and its proofs are checked.

import assert from "node:assert/strict";
import { asked, click, clickMove, engine, families, gauge, headline, inPage, judged, made, open } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** Waits until the position is known to be the last. @param {Page} page */
const isOver = (page) => page.evaluate(() => document.querySelector("#gauge.over") !== null);

for (const { name, examples } of await families()) {
  // The first is tiny, the second still small.
  const [tiny, small] = examples;

  inPage(`${name}: the solution is watched, and made by clicks`, async (page) => {
    await open(page, small);
    await judged(page);
    const best = await engine(page, "solution", small);
    assert(best);
    await page.selectOption("#speed", "8", { force: true });
    await page.click("#run");
    await made(page, best.length);
    assert(await isOver(page), await headline(page));
    await page.locator("#scrub").fill("0");
    await made(page, 0);
    const moves = await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("m")?.split(",") ?? []);
    assert.equal(moves.length, best.length, "the play is a shortest one");
    await open(page, small);
    const { frames, pieces } = await asked(page, small, moves);
    for (const [index, { path }] of frames.entries()) {
      await clickMove(page, path);
      await made(page, index + 1);
    }
    assert(await isOver(page), await headline(page));
    assert.match(await headline(page), pieces ? new RegExp(`^\\d+ (${pieces.join("|")}) left\\.$`) : new RegExp(`^Won in ${best.length} `));
    assert.match(await page.locator("#detail").innerText(), /^(No play is shorter|Nobody leaves fewer)\.$/);
  });

  inPage(`${name}: hint after hint leads to the end, and the gauge reads what the engine says`, async (page) => {
    await open(page, tiny);
    /** @type {string[]} */
    const moves = [];
    for (; !(await isOver(page)); ) {
      assert(moves.length < 200, "the hints come to an end");
      const { line, choices, pieces } = await asked(page, tiny, moves);
      const { lower, upper, best } = await engine(page, "hint", line);
      assert.equal(lower, upper, line);
      await page.waitForFunction((number) => document.querySelector("#gauge .number")?.textContent === number, String(lower));
      assert.equal((await gauge(page)).kind, "exact");
      assert.equal(await page.locator("#gauge .blocks i.left").count(), lower);
      assert.equal(await page.locator("#gauge .unit").innerText().then((unit) => /can stay/.test(unit)), pieces !== null);
      await page.click("#hint");
      await page.locator(".arrows > *").first().waitFor({ state: "attached" });
      const chosen = choices.find(({ text }) => text === best[0]);
      assert(chosen);
      await clickMove(page, chosen.path);
      moves.push(chosen.text);
      await made(page, moves.length);
    }
  });

  inPage(`${name}: the checker accepts the proof`, async (page) => {
    for (const line of [tiny, small]) {
      await open(page, line);
      await page.click("#check");
      await page.getByRole("button", { name: "Done" }).waitFor();
      assert.equal(await page.locator("#proof h2").innerText(), "Verified", `${line}: ${await page.locator("#proof").innerText()}`);
      assert.match(await page.locator("#proof").innerText(), /By saltus-check, (in this browser|on the server), in \d+\.\d\d s/);
      const exactly = (await page.locator("#proof .exactly").textContent()) ?? "";
      assert.match(exactly, /\d+ bytes?: VERIFIED/);
      assert.equal(await page.locator("#proof .exactly").getAttribute("open"), null, "names of proofs are for who asks");
      const because = await page.locator("#proof .because").allInnerTexts();
      if (/No play|no shorter/i.test(exactly)) assert.match(because[0] ?? "", /^[A-Z].*\.$/, line);
      assert.doesNotMatch(await page.locator("#proof").innerText(), /potential|vacancy|theorem|lower bound|closed-set|VERIFIED/);
      assert((await page.locator("#proof .assumed li").count()) >= 2, "it says what is assumed");
      assert.equal(await page.locator(".act-button:visible").count(), 1);
      await page.getByRole("button", { name: "Done" }).click();
      assert.equal(await page.locator("dialog[open]").count(), 0);
    }
  });

  inPage(`${name}: each example opens from the menu`, async (page) => {
    await open(page, examples[0]);
    for (const line of examples) {
      await page.click("#puzzle-open");
      assert.equal(await page.locator("#examples button").count(), examples.length);
      await page.locator("#examples").getByRole("button", { name: line, exact: true }).click();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      const { outline } = await asked(page, line);
      await page.waitForFunction((count) => document.querySelectorAll("#board .cell").length === count, outline.places.length);
    }
  });
}

inPage("a level is chosen; New opens the next or another board", async (page) => {
  await open(page, "shift 3 3");
  const levels = page.locator("#levels button");
  assert.deepEqual(await levels.allInnerTexts(), ["2 + 2", "3 + 3", "5 + 5", "Any"]);
  assert.equal(await levels.nth(1).getAttribute("aria-pressed"), "true");
  await levels.nth(0).click();
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length === 5);
  assert.equal(await levels.nth(0).getAttribute("aria-pressed"), "true");
  await page.click("#new");
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length === 7);
  await open(page, "tiles 3x3 2 1 5 4 8 3 7 0 6");
  const before = new URL(page.url()).hash;
  await page.click("#new");
  await page.waitForFunction((before) => location.hash !== before, before);
  assert.equal(await page.locator("#board .cell").count(), 9);
  await levels.last().click();
  await page.locator("dialog#menu[open]").waitFor();
});

inPage("two sliders choose sizes, with the number of the theorem", async (page) => {
  await open(page, "shift 3 3");
  await page.click("#puzzle-open");
  await page.getByLabel("Toads", { exact: true }).fill("4");
  assert.equal(await page.locator("#menu-sizes .number").innerText(), "19");
  await page.waitForFunction(() => document.querySelectorAll("#board .cell").length === 8);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector("#gauge .number")?.textContent === "19");
  await click(page, 3);
  await made(page, 1);
});
