// Pieces are told apart in grey, by outline or glyph, at any size.

import assert from "node:assert/strict";
import { inPage, open } from "./harness.js";
import { HOPPERS, MARBLES, STONES, difference, draw, pixels } from "./sheet.js";

/** The least share of a cell's pixels in which pieces of a set must differ: those that are seen together, and rarer ones. */
const LEAST = 0.03;

for (const size of [16, 40, 120]) {
  for (const [name, kinds] of /** @type {const} */ ([["toad and frog", HOPPERS], ["dark and light stones", STONES], ["marbles", MARBLES]])) {
    for (const isPlain of [false, true]) {
      inPage(`${name} differ in grey at ${size} pixels${isPlain ? ", by outline or glyph alone" : ""}`, async (page) => {
        await open(page, "shift 1 1");
        await draw(page, [...kinds], { size, isPlain });
        const all = await pixels(page, kinds.length, size);
        all.forEach((one, index) => {
          for (let other = 0; other < index; other++) {
            const share = difference(one, all[other]);
            assert(share >= LEAST, `${kinds[index].tint} and ${kinds[other].tint}: ${(100 * share).toFixed(1)} % of the pixels`);
          }
        });
      }, { viewport: { width: 1800, height: 860 } });
    }
  }
}

inPage("what is measured is the glyph: without marks and colours marbles are all the same", async (page) => {
  await open(page, "shift 1 1");
  await draw(page, MARBLES, { size: 40, isPlain: true, isBare: true });
  const [first, ...others] = await pixels(page, MARBLES.length, 40);
  for (const other of others) assert.equal(difference(first, other), 0);
});
