// Pieces are told apart in grey, by outline or glyph, at any size.

import assert from "node:assert/strict";
import { inPage, open, pieces } from "./harness.js";
import { CRATES, HOPPERS, KNIGHTS, MARBLES, ROBOTS, STONES, difference, draw, pixels } from "./sheet.js";

/** The least share of a cell's pixels in which two pieces must clearly differ. */
const LEAST = 0.03;

for (const size of [16, 40, 120]) {
  for (const [name, kinds] of /** @type {const} */ ([["toad and frog", HOPPERS], ["dark and light stones", STONES], ["marbles", MARBLES], ["knights", KNIGHTS], ["robots", ROBOTS], ["box, worker and stone", CRATES]])) {
    for (const isPlain of [false, true]) {
      inPage(`${name} differ in grey at ${size} pixels${isPlain ? ", by outline or glyph alone" : ""}`, async (page) => {
        await open(page, "shift 1 1");
        await draw(page, [...kinds], { size, isPlain });
        const all = await pixels(page, kinds.length, size);
        const pairs = all.flatMap((one, index) => all.slice(0, index).map((other, before) => ({ share: difference(one, other), names: `${kinds[before].tint} and ${kinds[index].tint}` })));
        const close = pairs.filter(({ share }) => share < LEAST).map(({ share, names }) => `${names}: ${(100 * share).toFixed(1)} %`);
        assert.deepEqual(close, [], "pairs that differ in too few pixels");
      }, { viewport: { width: 1800, height: 860 } });
    }
  }
}

inPage("pieces of a definition are drawn as what they do; the robot that matters has a ring, a box at home a cross", async (page) => {
  /** @type {[string, string[], Record<string, number>][]} */
  const drawn = [
    ["guarini", [], { knight: 4 }],
    ["knight-tour-3x4", [], { knight: 1, stone: 11 }],
    ["stuck-knights", [], { knight: 3 }],
    ["lunar-lockout-5", [], { robot: 5, hero: 1 }],
    ["sokoban-2", [], { box: 3, worker: 1, home: 1 }],
    ["spider", [], { letter: 6 }],
  ];
  for (const [line, moves, figures] of drawn) {
    await open(page, line, moves);
    const found = await page.locator("#board .piece").evaluateAll((all) => all.map((piece) => [...piece.classList]));
    for (const [figure, count] of Object.entries(figures)) assert.equal(found.filter((classes) => classes.includes(figure)).length, count, `${line}: ${figure}`);
  }
  await open(page, "guarini");
  assert.deepEqual([...new Set(await pieces(page))].sort(), ["black knight", "empty", "white knight"]);
});

inPage("what is measured is the glyph: without marks and colours marbles are all the same", async (page) => {
  await open(page, "shift 1 1");
  await draw(page, MARBLES, { size: 40, isPlain: true, isBare: true });
  const [first, ...others] = await pixels(page, MARBLES.length, 40);
  for (const other of others) assert.equal(difference(first, other), 0);
});
