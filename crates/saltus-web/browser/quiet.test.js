// What must not move: the board when words change, the page when it is narrow; one filled button at most; no motion where none is wanted.

import assert from "node:assert/strict";
import { DESKTOP, PHONE, SERVER, SMALL_PHONE, click, countMoved, headline, inPage, judged, made, open, press, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const LINE = "shift 3 3";

/** @param {Page} page */
const box = (page) => page.locator("#board").boundingBox();

/** Filled buttons that are seen and not covered by a dialog. @param {Page} page */
const filled = (page) =>
  page.evaluate(() => {
    const open = document.querySelector("dialog[open]") ?? document;
    return [...open.querySelectorAll(".act-button")].filter((one) => one.checkVisibility() && !one.closest("[inert]")).length;
  });

/** States that are gone through one after another on one page; the last part says whether the board stays. @type {[string, (page: Page) => Promise<unknown>][]} */
const STATES = [
  ["start", (page) => reads(page, "15")],
  ["hint", async (page) => {
    await press(page, "h");
    await page.locator(".arrows > *").first().waitFor({ state: "attached" });
  }],
  ["refusal", async (page) => {
    await click(page, 0);
    assert.equal(await headline(page), "You can hop only one.");
  }],
  ["after the refusal", (page) => page.waitForFunction(() => document.getElementById("headline")?.innerText === "Swap the two sides.")],
  ["a move", async (page) => {
    await click(page, 2);
    await reads(page, "14");
  }],
  ["lost", async (page) => {
    await click(page, 1);
    await reads(page, "Lost");
  }],
  ["played on", (page) => page.getByRole("button", { name: "Play on" }).click()],
  ["answers off", (page) => page.locator("#answers").evaluate((one) => /** @type {HTMLInputElement} */ (one).click())],
  ["answers on", (page) => page.locator("#answers").evaluate((one) => /** @type {HTMLInputElement} */ (one).click())],
  ["won", async (page) => {
    await press(page, "u");
    await made(page, 1);
    await press(page, "Space");
    await page.waitForFunction(() => / 15$/.test(document.getElementById("count")?.textContent ?? ""));
    await press(page, "Space");
    await page.locator("#scrub").evaluate((scrub) => {
      const range = /** @type {HTMLInputElement} */ (scrub);
      range.value = range.max;
      range.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await reads(page, "Won");
  }],
];

for (const options of [DESKTOP, PHONE, SMALL_PHONE]) {
  const { width, height } = options.viewport;
  inPage(`the board does not move, and one button at most is filled: ${width} x ${height}`, async (page) => {
    await open(page, LINE);
    await judged(page);
    const first = await box(page);
    assert(first && first.width > 250);
    for (const [name, act] of STATES) {
      await act(page);
      assert.deepEqual(await box(page), first, name);
      assert((await filled(page)) <= 1, `${name}: ${await filled(page)} filled buttons`);
    }
    for (const [key, name] of [["t", "tree"], ["c", "proof"], ["?", "help"], ["g", "gallery"]]) {
      await press(page, key);
      if (key === "c") await page.getByRole("button", { name: "Done" }).waitFor();
      assert((await filled(page)) <= 1, name);
      await press(page, "Escape");
      await page.waitForFunction(() => !document.querySelector("dialog[open]"));
      assert.deepEqual(await box(page), first, `after ${name}`);
    }
  }, options);
}

const LINES = [LINE, "tiles 4x4 5 2 4 8 1 10 3 11 9 6 0 7 13 14 15 12", "chinese star players=2", "peg-english", "rush-hour-51", "shift 60 60"];

for (const [width, height] of [[320, 568], [390, 844], [768, 1024], [1024, 768], [1440, 900], [2560, 1440]]) {
  inPage(`nothing is wider than the page, board and gauge are seen: ${width} x ${height}`, async (page) => {
    for (const line of LINES) {
      await open(page, line);
      await judged(page);
      const { wide, boxes, lost } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        boxes: ["board", "gauge", "headline"].map((id) => ({ id, ...document.getElementById(id)?.getBoundingClientRect().toJSON() })),
        lost: [...document.querySelectorAll(".bar :is(button, a, input)")].filter((one) => one.checkVisibility()).filter((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        }).map(({ id, textContent }) => id || textContent),
      }));
      assert(wide <= width, `${line}: ${wide} of ${width} pixels`);
      for (const { id, left, right, top, bottom } of boxes) {
        assert(left >= 0 && top >= 0 && right <= width && bottom <= height && bottom > top, `${line}: ${id} at ${left}, ${top}, ${right}, ${bottom}`);
      }
      assert.deepEqual(lost, [], `${line}: controls that are cut off`);
    }
    await page.goto(`${SERVER}#gallery`);
    await page.locator(".cards .puzzle").first().waitFor();
    assert((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "gallery");
    for (const name of ["lesson", "results"]) {
      await page.goto(`${SERVER}${name}.html`);
      assert((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, name);
    }
  }, { viewport: { width, height } });
}

for (const [width, height] of [[1024, 768], [1440, 900], [1920, 1080]]) {
  inPage(`words do not lie on a high board, with the rail or without: ${width} x ${height}`, async (page) => {
    for (const line of ["tiles 4x4 5 2 4 8 1 10 3 11 9 6 0 7 13 14 15 12", "klotski-walk", "tiles 40x40 random seed=1"]) {
      await open(page, line);
      for (const isOpen of [false, true]) {
        if (isOpen) await press(page, "m");
        // All in one look: the page draws the board anew whenever a number arrives.
        const { edge, ends } = await page.evaluate(() => {
          const left = (/** @type {string} */ one) => document.querySelector(one)?.getBoundingClientRect().left ?? NaN;
          return {
            // What is drawn, not the room for it.
            edge: Math.max(left("#board .ground > *"), left("#board")),
            ends: ["headline", "detail", "goal", "act"].map((id) => {
              const range = document.createRange();
              range.selectNodeContents(/** @type {HTMLElement} */ (document.getElementById(id)));
              return { id, right: range.getBoundingClientRect().right };
            }),
          };
        });
        for (const { id, right } of ends) assert(right <= edge, `${line}: ${id} ends at ${right}, the board begins at ${edge}`);
      }
    }
  }, { viewport: { width, height } });
}

inPage("at 400 % everything can be reached by scrolling", async (page) => {
  await open(page, LINE);
  await judged(page);
  const high = (await box(page))?.height ?? 0;
  assert(high >= 150, `a board of ${high} pixels`);
  const out = await page.evaluate(() => {
    const wanted = ["headline", "board", "gauge", "undo", "redo", "run", "hint", "rank", "check", "share-open", "tree-open", "more-open", "new", "puzzle-open"];
    return wanted.filter((id) => {
      const one = /** @type {HTMLElement} */ (document.getElementById(id));
      one.scrollIntoView();
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return !one.checkVisibility() || left < 0 || right > innerWidth || top < -0.5 || bottom > innerHeight + 0.5;
    });
  });
  assert.deepEqual(out, []);
  await page.evaluate(() => scrollTo(0, 0));
  await page.mouse.move(10, 100);
  await page.mouse.wheel(0, 4000);
  await page.waitForFunction(() => (document.getElementById("more-open")?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight);
  await page.locator("#board").scrollIntoViewIfNeeded();
  await click(page, 2);
  await made(page, 1);
}, { viewport: { width: 320, height: 256 } });

/** Whether two boxes have something in common. @type {(a: DOMRect, b: DOMRect) => boolean} */
const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

for (const [width, height] of [[568, 320], [667, 375], [844, 390], [932, 430]]) {
  inPage(`a phone on its side: acts, board and number in columns, and nothing lies over anything: ${width} x ${height}`, async (page) => {
    for (const [line, moves] of /** @type {[string, string[]][]} */ ([[LINE, ["3-4", "5-3"]], [LINE, ["3-4", "2-3"]], ["chinese star players=2", []], ["tiles 4x4 5 2 4 8 1 10 3 11 9 6 0 7 13 14 15 12", []]])) {
      await open(page, line, moves);
      await judged(page);
      const boxes = await page.evaluate(() => {
        const names = ["headline", "board", "undo", "redo", "run", "hint", "rank", "check", "answers", "share-open", "tree-open", "more-open", "puzzle-open"];
        const box = (/** @type {Element} */ one, /** @type {string} */ name) => ({ name, ...one.getBoundingClientRect().toJSON() });
        const words = [...document.querySelectorAll("#gauge .number, #gauge .unit, #gauge .tag, #act button")].map((one) => box(one, one.className));
        return [...names.map((name) => box(/** @type {HTMLElement} */ (document.getElementById(name)), name)), ...words];
      });
      for (const one of boxes) {
        assert(one.width > 0 && one.left >= 0 && one.top >= 0 && one.right <= width + 0.5 && one.bottom <= height + 0.5, `${line}: ${one.name} at ${one.left}, ${one.top}, ${one.right}, ${one.bottom}`);
        for (const other of boxes) if (one !== other) assert(!meet(one, other), `${line} ${moves}: ${one.name} lies over ${other.name}`);
      }
      const [, board] = boxes;
      assert(board.height >= 0.6 * height && board.width >= 0.55 * width, `a board of ${board.width} x ${board.height}`);
      const small = boxes.filter(({ name, width, height }) => /undo|redo|run|hint|rank|check|open/.test(name) && (width < 42 || height < 43.5));
      assert.deepEqual(small, []);
    }
    await press(page, "m");
    await page.locator("#rail .ranked").first().waitFor();
    const [rail, table] = await page.evaluate(() => ["rail", "board"].map((id) => /** @type {DOMRect} */ (document.getElementById(id)?.getBoundingClientRect().toJSON())));
    assert(!meet(rail, table), "nor does the list of moves");
  }, { ...PHONE, viewport: { width, height } });
}

inPage("on a phone the star is seen whole, and played", async (page) => {
  await open(page, "chinese star players=2");
  await judged(page);
  assert.equal(await page.locator("#board.window").count(), 0, "it is no window");
  const [one, other] = await page.evaluate(() => [6, 7].map((cell) => /** @type {DOMRect} */ (document.querySelector(`#cell-${cell} > :first-child`)?.getBoundingClientRect().toJSON())));
  assert(Math.abs(other.left - one.left) >= 24, `holes are ${other.left - one.left} pixels apart`);
  await click(page, 6);
  await page.locator("#board .cell.target").first().waitFor();
  const target = Number((await page.locator("#board .cell.target").first().getAttribute("id"))?.slice(5));
  await click(page, target);
  await made(page, 1);
}, PHONE);

inPage("buttons are large enough for a finger", async (page) => {
  await open(page, LINE, ["3-4"]);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, summary")]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().top > 0)
      .map((one) => ({ name: one.id || one.textContent, ...(one.closest("label") ?? one).getBoundingClientRect().toJSON() }))
      .filter(({ width, height }) => width < 43.5 || height < 43.5)
      .map(({ name, width, height }) => `${name} ${width}x${height}`),
  );
  assert.deepEqual(small, []);
}, PHONE);

inPage("nothing travels where motion is not wanted", async (page) => {
  await page.addInitScript(() => {
    const found = /** @type {any} */ (window);
    found.travels = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const duration = typeof options === "number" ? options : Number(options?.duration);
      const all = /** @type {Keyframe[]} */ (frames);
      if (duration > 80 || all.some((frame) => "transform" in frame)) found.travels.push(JSON.stringify([frames, options]));
      return animate.call(this, frames, options);
    };
    document.addEventListener("animationstart", ({ animationName }) => found.travels.push(animationName));
    document.addEventListener("transitionrun", ({ propertyName }) => found.travels.push(propertyName));
  });
  await page.goto(SERVER);
  await made(page, 0);
  await judged(page);
  await open(page, LINE);
  for (const [, act] of STATES) await act(page);
  await press(page, "g");
  await page.locator(".cards .puzzle svg.board, .cards .puzzle svg").first().waitFor();
  await page.waitForTimeout(1500);
  assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).travels), []);
});

inPage("the page opens in motion, once, and stops at the first key", async (page) => {
  await page.goto(SERVER);
  await made(page, 0);
  await countMoved(page);
  await page.waitForFunction(() => /** @type {any} */ (window).moved > 1);
  assert.equal(await page.locator("#count").textContent(), "0 / 0", "nothing of it is on the tree");
  await press(page, "Shift");
  await page.waitForTimeout(600);
  await countMoved(page);
  await page.waitForTimeout(1200);
  assert.equal(await page.evaluate(() => /** @type {any} */ (window).moved), 0);
  await click(page, 2);
  await made(page, 1);
}, { reducedMotion: "no-preference" });
