// Every family is played through to the end, by its own solution and by hints.

import assert from "node:assert/strict";
import { asked, clickMove, families, headline, inPage, made, open } from "./harness.js";

for (const { name, examples } of await families()) {
  // The first is tiny, the second still small.
  const [tiny, small] = examples;

  inPage(`${name}: the solution is taken and made by clicks`, async (page) => {
    await open(page, small);
    await page.click("#solve");
    await page.getByRole("button", { name: "Take its moves" }).click();
    await page.locator("#moves button").first().waitFor();
    const texts = await page.locator("#moves button").allInnerTexts();
    await page.getByRole("button", { name: "Edit", exact: true }).click();
    await page.fill("#moves-text", "");
    await page.getByRole("button", { name: "Use these moves" }).click();
    await page.locator("#count").getByText("0 / 0").waitFor();
    await made(page, 0);
    const { frames } = await asked(page, small, texts);
    for (const [index, { path }] of frames.entries()) {
      await clickMove(page, path);
      await made(page, index + 1);
    }
    assert.equal(await page.locator("#headline.won").count(), 1, await headline(page));
  });

  inPage(`${name}: hint after hint leads to the end`, async (page) => {
    await open(page, tiny);
    for (let count = 0; (await page.locator("#headline.won").count()) === 0; count++) {
      assert(count < 200, "the hints come to an end");
      await page.click("#hint");
      await page.locator("#answer .chip").first().click();
      await made(page, count + 1);
    }
  });

  inPage(`${name}: each example opens and is chosen`, async (page) => {
    await open(page, examples[0]);
    for (const line of examples) {
      await page.selectOption("#example", line);
      await page.waitForFunction((line) => {
        const chosen = /** @type {HTMLSelectElement} */ (document.getElementById("example"));
        return chosen.value === line && document.querySelector("#line[aria-invalid]") === null;
      }, line);
      const { outline } = await asked(page, line);
      await page.waitForFunction((count) => document.querySelectorAll("#board .cell").length === count, outline.places.length);
    }
  });
}

inPage("choosing a family opens one of its examples", async (page) => {
  const known = await families();
  await open(page, known[0].examples[0]);
  const other = known[known.length - 1];
  await page.selectOption("#family", other.name);
  const starts = await Promise.all(other.examples.map(async (line) => (await asked(page, line)).start));
  await page.waitForFunction((lines) => lines.some((line) => document.title.startsWith(`${line} `)), starts);
});
