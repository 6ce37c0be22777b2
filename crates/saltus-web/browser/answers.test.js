// The gauge, hints, ranked moves, lost positions, watching, checking, answers switched off, files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { Latest } from "../assets/latest.js";
import { asked, click, count, dialog, engine, eventually, gauge, headline, inPage, judged, made, open, press, reads } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const EASY = "shift 3 3";
/** Moves on a shortest way. */
const WAY = ["3-4", "5-3", "6-5"];
/** Far too hard for the time of a test. */
const HARD = "tiles 5x5 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0";

/** @param {Page} page */
const filled = (page) => page.locator(".act-button:visible").allInnerTexts();

test("a new question ends the one before", () => {
  const asked = new Latest();
  const [first, second] = [asked.begin(), asked.begin()];
  assert.deepEqual([first.aborted, second.aborted], [true, false]);
  assert.equal(asked.signal, second);
  asked.end();
  assert(second.aborted);
  assert(!asked.begin().aborted, "what was ended can be asked anew");
});

inPage("the gauge counts down with right moves, and up again with undo", async (page) => {
  await open(page, EASY);
  await reads(page, "15");
  await eventually(async () => {
    assert.deepEqual(await gauge(page), { kind: "exact", number: "15", unit: "to go", tag: "can be won" });
    assert.equal(await page.locator("#gauge .blocks i.left").count(), 15);
  });
  for (const [index, left] of ["14", "13", "12"].entries()) {
    await click(page, Number(WAY[index][0]) - 1);
    await made(page, index + 1);
    await reads(page, left);
    await eventually(async () => {
      assert.equal(await page.locator("#gauge .blocks i.left").count(), Number(left));
      assert.equal(await page.locator("#gauge .blocks i.done").count(), index + 1);
    });
  }
  await page.click("#undo");
  await reads(page, "13");
});

inPage("a lost position is told at once, with its reason on the cells and one way back", async (page) => {
  await open(page, EASY, ["3-4"]);
  await reads(page, "14");
  assert.deepEqual(await filled(page), []);
  await click(page, 1);
  await made(page, 2);
  await reads(page, "Lost");
  await eventually(async () => {
    assert.deepEqual(await gauge(page), { kind: "lost", number: "Lost", unit: "since move 2", tag: "was 14 to go" });
  });
  const { trap } = await engine(page, "hint", EASY.replace("3 3", "b_bbwww"));
  assert(trap);
  await eventually(async () => {
    assert.equal(await headline(page), trap.title);
    assert.equal(await page.locator("#detail").innerText(), trap.why);
    assert.equal(await page.locator("#board .glow").count(), trap.cells.length);
    assert.equal(await page.locator("#board .why").innerHTML(), trap.words);
    assert.match(await page.locator("#live").innerText(), new RegExp(trap.title));
    assert.deepEqual(await filled(page), ["Back to where it was won"]);
  });
  // It stays lost, and since the same move.
  await click(page, 0);
  await made(page, 3);
  await page.waitForFunction(() => /since move 2/.test(document.getElementById("gauge")?.textContent ?? ""));
  await page.click(".act-button");
  await made(page, 1);
  await reads(page, "14");
  await eventually(async () => {
    assert.equal(await page.locator("#board .glow").count(), 0);
    assert.equal(await headline(page), "Swap the two sides.");
    assert.equal(await count(page), "1 / 3", "what was tried stays");
  });
});

inPage("who plays on in a lost position is not asked again", async (page) => {
  await open(page, EASY, ["3-4", "2-3"]);
  await reads(page, "Lost");
  await page.getByRole("button", { name: "Play on" }).click();
  await eventually(async () => {
    assert.deepEqual(await filled(page), []);
    assert.match(await page.locator("#gauge").innerText(), /since move 2/);
  });
});

inPage("a position without a move says so", async (page) => {
  const { solution } = await stuck(page);
  await open(page, "shift 2 2", solution);
  await page.click("#answers");
  await eventually(async () => {
    assert.equal(await headline(page), "No move is left.");
    assert.deepEqual(await filled(page), ["Back"]);
  });
  await page.click(".act-button");
  await made(page, solution.length - 1);
});

/** Moves of `shift 2 2` that end where nothing can move and nothing is won. @param {Page} page */
async function stuck(page) {
  await open(page, "shift 2 2");
  /** @type {string[]} */
  const solution = [];
  for (;;) {
    const { choices, over } = await engine(page, "play", "shift 2 2", solution);
    assert(!over);
    if (choices.length === 0) return { solution };
    solution.push(choices[0].text);
  }
}

inPage("an unsolvable puzzle is explained", async (page) => {
  await open(page, "tiles 3x3 1 2 3 4 5 6 8 7 0");
  await reads(page, "Lost");
  await eventually(async () => {
    assert.deepEqual(await gauge(page), { kind: "lost", number: "Lost", unit: "from the start", tag: "cannot be won" });
    assert.match(`${await headline(page)} ${await page.locator("#detail").innerText()}`, /8 and 7 changed places/);
    assert.deepEqual(await filled(page), [], "there is nothing to go back to");
    assert(await page.isDisabled("#run"));
  });
});

inPage("a hint draws the best moves", async (page) => {
  await open(page, EASY);
  await judged(page);
  await page.click("#hint");
  await page.locator(".arrows path").first().waitFor({ state: "attached" });
  const { best } = await engine(page, "hint", EASY);
  await eventually(async () => {
    assert.equal(await page.locator(".arrows > *").count(), best.length);
  });
  await click(page, 2);
  await made(page, 1);
  assert.equal(await page.locator(".arrows path").count(), 0, "a hint is of one position");
  await press(page, "h");
  await page.locator(".arrows path").first().waitFor({ state: "attached" });
});

inPage("all moves are ranked, drawn and made", async (page) => {
  await open(page, EASY, ["3-4"]);
  await page.click("#rank");
  const rows = page.locator("#rail .ranked");
  await rows.first().waitFor();
  assert.equal(await page.getAttribute("#rank", "aria-pressed"), "true");
  const { moves } = await engine(page, "rank", "shift bb_bwww");
  await eventually(async () => {
    assert.deepEqual(await rows.locator(".what").allInnerTexts(), moves.map(({ text }) => text.replace("-", " – ")));
  });
  assert.equal(moves[0].length, 13);
  await eventually(async () => {
    assert.equal(await rows.first().locator(".left").innerText(), "13 left");
  });
  await eventually(async () => {
    assert.deepEqual(await rows.locator(".tag").allInnerTexts(), moves.map(({ status }) => ({ best: "best", won: "can be won", lost: "lost", unsettled: "unsettled" })[status]));
    assert.equal(await page.locator("#rail .gauge .number").innerText(), "14");
    assert.equal(await page.locator("#gauge").isVisible(), false, "one number, one place");
    assert.equal(await page.locator(".pins .pin-of").count(), Math.min(moves.length, 3));
  });
  await rows.first().hover();
  await eventually(async () => assert.equal(await page.locator(".pins .pin-of").count(), 1));
  await rows.first().click();
  await made(page, 2);
  await page.waitForFunction(() => document.querySelector("#rail .gauge .number")?.textContent === "13");
  await press(page, "m");
  assert.equal(await page.locator("#rail").isVisible(), false);
});

inPage("bounds of moves follow from those of their position", async (page) => {
  const line = "chinese triangle:13 players=3";
  await open(page, line);
  await reads(page, "40");
  const { known } = await engine(page, "hint", line);
  assert.deepEqual({ length: known?.length, proved: known?.proved }, { length: 40, proved: true });
  await eventually(async () => {
    assert.deepEqual(await gauge(page), { kind: "exact", number: "40", unit: "turns to go", tag: "Known: 40 turns, recorded as proved" });
  });
  await page.click("#rank");
  await page.locator("#rail .ranked").first().waitFor();
  await eventually(async () => {
    const left = await page.locator("#rail .ranked .left").allInnerTexts();
    const { choices } = await engine(page, "play", line);
    assert.equal(left.length, choices.length);
    for (const words of left) assert(Number(words.match(/^(\d+) (left|or more)$/)?.[1]) >= 39, words);
  });
  await page.locator("#rail .ranked").nth(3).click();
  await made(page, 1);
  await page.waitForFunction(() => /^(39|\d\d)\b/.test(document.querySelector("#rail .gauge .number")?.textContent ?? ""));
  const [lower] = ((await page.locator("#rail .gauge .number").textContent()) ?? "").match(/\d+/) ?? [];
  assert(Number(lower) >= 39, "so does what follows a move");
});

inPage("a range only narrows", async (page) => {
  /** What the gauge says, as numbers. */
  const range = async () => {
    const { number } = await gauge(page);
    const [low, high] = number.match(/\d+/g)?.map(Number) ?? [];
    return number.startsWith("≤") ? { lower: 0, upper: low } : { lower: low ?? 0, upper: high ?? (/^\d+$/.test(number) ? low : Infinity) };
  };
  await open(page, HARD);
  await judged(page);
  let last = await range();
  assert(last.lower > 50 && last.upper > last.lower, JSON.stringify(last));
  const check = async () => {
    const now = await range();
    assert(now.lower >= last.lower && now.upper <= last.upper, `${JSON.stringify(last)} to ${JSON.stringify(now)}`);
    last = now;
  };
  await page.click("#rank");
  await page.locator("#rail .ranked").first().waitFor();
  await check();
  await page.click("#rank");
  await page.click("#run");
  for (let look = 0; look < 8; look++) {
    await page.waitForTimeout(250);
    await check();
  }
  await page.click("#run");
  await check();
  await press(page, "ArrowDown");
});

inPage("the solution is watched", async (page) => {
  await open(page, "shift 2 1");
  await reads(page, "5");
  await dialog(page, "more");
  await page.selectOption("#speed", "8");
  await press(page, "Escape");
  await page.click("#run");
  await made(page, 5);
  await reads(page, "Won");
  await eventually(async () => {
    assert.equal(await headline(page), "That was a play of 5 moves.");
    await page.locator("#detail", { hasText: /^No play is shorter\.$/ }).waitFor();
    assert.deepEqual(await filled(page), ["Another"]);
  });
  await page.getByRole("button", { name: "From the start" }).click();
  await made(page, 0);
  assert.equal(await count(page), "0 / 5");
});

inPage("a longer play is told what would have been enough", async (page) => {
  await open(page, "tiles 2x2 1 2 0 3", ["1", "2", "3", "1", "2", "3", "1", "2", "3", "1", "2"].slice(0, 11));
  await reads(page, "Won");
  // What was possible from the start is asked last.
  await page.locator("#detail", { hasText: /^It can be done in 1\.$/ }).waitFor();
  await eventually(async () => {
    assert.match((await gauge(page)).tag, /1 is enough/);
  });
});

inPage("a search shows that it runs and can be stopped", async (page) => {
  await open(page, HARD);
  await judged(page);
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#run span")?.textContent === "Stop");
  await page.waitForFunction(() => /[1-9]\d* s/.test(document.querySelector("#gauge .second")?.textContent ?? ""));
  const before = await page.locator("#run").boundingBox();
  await page.click("#run");
  await page.waitForFunction(() => document.querySelector("#run span")?.textContent === "Watch");
  assert.equal((await page.locator("#run").boundingBox())?.width, before?.width, "the button keeps its width");
  assert.equal(await page.locator("#gauge .second").count(), 0);
});

inPage("a search tells what it has found, which stays when it is stopped", async (page) => {
  // The first of Korf's hundred, as rules: a play is found soon, and a shortest one is not.
  const line = "rules board: 14 13 15 7 / 11 12 9 5 / 6 . 2 1 / 4 8 10 3 ; class x: 1..15 ; move: x . -> . x ; goal: . 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
  await open(page, line);
  await judged(page);
  await page.click("#run");
  // The first answer may have been as far already.
  await reads(page, /\d+\D+\d+/);
  await page.click("#run");
  await eventually(async () => {
    // A play that the search had found is watched at once.
    if (!(await count(page)).startsWith("0 /")) await page.locator("#scrub").fill("0");
    assert.equal(await page.locator("#run span").textContent(), "Watch");
    assert.match((await gauge(page)).number, /\d+\D+\d+/);
  });
});

inPage("another puzzle ends a search, and so does leaving the page", async (page) => {
  await open(page, HARD);
  await judged(page);
  const isSolve = (/** @type {import("playwright-core").Request} */ request) => request.url().includes("api/solve");
  for (const leave of [() => page.click("#new"), () => page.goto("about:blank")]) {
    const ended = page.waitForEvent("requestfailed", isSolve);
    await Promise.all([page.waitForRequest(isSolve), page.click("#run")]);
    await leave();
    await ended;
    if (page.url() !== "about:blank") await open(page, HARD);
  }
}, { onServer: true });

inPage("with answers off, nothing tells how the position stands", async (page) => {
  await open(page, EASY, ["3-4", "2-3"]);
  await page.click("#rank");
  await page.locator("#rail .ranked").first().waitFor();
  await page.click("#hint");
  await page.locator("#answers").uncheck();
  await eventually(async () => {
    assert.deepEqual({ ...(await gauge(page)), tag: "" }, { kind: "hidden", number: "–", unit: "answers hidden", tag: "" });
    assert.equal(await page.locator("#rail").isVisible(), false);
    assert.equal(await page.locator(".pins .pin-of, .arrows path, #board .glow, #gauge i.left").count(), 0);
    assert.equal(await headline(page), "Swap the two sides.");
    assert.deepEqual(await filled(page), []);
  });
  for (const id of ["hint", "rank", "check", "run"]) assert(await page.isDisabled(`#${id}`), id);
  await press(page, "h", "m", "c");
  assert.equal(await page.locator("dialog[open], .arrows path, #rail:visible").count(), 0, "keys do not tell either");
  await press(page, "t");
  await page.locator(".node-box").first().waitFor();
  assert.equal(await page.locator("#tree-view :is(.lost, .won, .best, .goal, .stuck, .exact):not(.legend)").count(), 0, "tree and map have no colours");
  assert.equal((await page.locator(".tree .left").allInnerTexts()).join(""), "");
  assert.doesNotMatch(await page.locator("#tree-view").innerText(), /can be won|lost|to go|\bwon\b/);
  await press(page, "Escape");
  await page.locator("#answers").check();
  await reads(page, "Lost");
});

inPage("theory speaks of the position that is shown", async (page) => {
  await open(page, EASY);
  await dialog(page, "more");
  await page.locator("#theory summary").click();
  await page.locator("#facts dd").first().waitFor();
  const before = await page.locator("#facts").innerText();
  await press(page, "Escape");
  await click(page, 2);
  await made(page, 1);
  await dialog(page, "more");
  await page.waitForFunction((before) => document.getElementById("facts")?.innerText !== before, before);
});

inPage("searches are seen side by side", async (page) => {
  await open(page, EASY);
  await dialog(page, "more");
  await page.locator("#theory > summary").click();
  await page.locator("#facts dd").first().waitFor();
  const panel = page.locator("#theory details");
  await panel.locator("summary").click();
  await panel.locator("svg").last().waitFor();
  const rows = await panel.locator("tbody tr").allInnerTexts();
  assert.match(rows[0] ?? "", /^breadth-first:zero\t\d+\t\d+ moves$/);
  const [blind, ...informed] = rows.map((row) => Number(row.split("\t")[1]?.replaceAll(",", "")));
  assert.ok(informed.length > 1 && informed.every((expanded) => expanded <= Number(blind)), rows.join("; "));
});

const PICTURE = /^<svg|^<\?xml/;

for (const [name, start] of /** @type {[string, RegExp][]} */ ([
  ["Board (SVG)", PICTURE],
  ["Board (PNG)", /PNG/],
  ["Film strip (SVG)", PICTURE],
  ["Animation (SVG)", PICTURE],
  ["Animation (GIF)", /^GIF8/],
  ["Notation (text)", /^# shift 2 2/],
  ["Record (JSON)", /"status":"solved"/],
  ["Certificate", /./],
])) {
  inPage(`saved: ${name}`, async (page) => {
    await open(page, "shift 2 2", ["2-3"]);
    await dialog(page, "share");
    const button = page.getByRole("button", { name, exact: true });
    const saved = page.waitForEvent("download");
    await button.click();
    // Programs without pixels, such as the module in a tab, say so.
    const isDrawn = await Promise.race([saved.then(() => true), page.locator("#share-note").getByText("built without pixels").waitFor().then(() => false)]);
    if (!isDrawn && /PNG|GIF/.test(name)) return;
    const file = await readFile(await (await saved).path(), "latin1");
    assert.match(file, start);
  }, { refusals: /PNG|GIF/.test(name) });
}

inPage("what the server does not have is not offered again", async (page) => {
  await page.route("**/api/draw?*", (route) => route.fulfill({ status: 404, json: { error: "there is no such page" } }));
  await open(page, "shift 2 2");
  await dialog(page, "share");
  const button = page.getByRole("button", { name: "Board (SVG)", exact: true });
  await button.click();
  await button.waitFor({ state: "hidden" });
  assert.match(await page.locator("#share-note").innerText(), /no such page/);
}, { refusals: true, onServer: true });

inPage("a busy server is asked again", async (page) => {
  let asked = 0;
  await page.route("**/api/hint", async (route) => {
    asked++;
    if (asked === 1) await route.fulfill({ status: 503, headers: { "Retry-After": "1" }, json: { error: "busy" } });
    else await route.continue();
  });
  await open(page, EASY);
  await reads(page, "15");
  assert.equal(asked, 2);
}, { refusals: true, onServer: true });

inPage("what is watched is a shortest play, not the long one that was played", async (page) => {
  const WAY_ROUND = [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2].map(String);
  await open(page, "tiles 2x2 1 2 0 3", WAY_ROUND);
  await reads(page, "Won");
  await page.locator("#scrub").fill("0");
  await made(page, 0);
  await reads(page, "1");
  await page.click("#run");
  await page.waitForFunction(() => document.getElementById("count")?.textContent === "1 / 1");
});

inPage("pieces that stay are counted: a play that leaves more is not the best for being shorter", async (page) => {
  // The first move parts the row, so that two stay; one can.
  await open(page, "clobber line bwbw", ["2-1", "4-3"]);
  await page.locator("#scrub").fill("0");
  await made(page, 0);
  await reads(page, /^\d+$/);
  const least = Number((await gauge(page)).number);
  await page.click("#run");
  await page.waitForFunction(() => /^(\d+) \/ \1$/.test(document.getElementById("count")?.textContent ?? "") && document.querySelector("#gauge.over"));
  assert.equal(Number((await gauge(page)).number), least);
});

inPage("a check that takes long says how long it runs, and stops", async (page) => {
  await open(page, "chinese triangle:13 players=3");
  await press(page, "c");
  const dialog = page.locator("dialog#proof[open]");
  await dialog.getByText(/^[1-9]\d* s/).waitFor();
  await dialog.getByText("The program has more room and is faster: saltus solve chinese triangle:13 men=10 players=3 order=RBY --check").waitFor();
  await dialog.getByRole("button", { name: "Stop" }).click();
  await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
  // What is asked next does not wait for it.
  await click(page, (await asked(page, "chinese triangle:13 players=3")).choices[0].path[0]);
  await page.locator("#board .cell.target").first().waitFor();
}, { refusals: true });

for (const [line, why] of /** @type {[string, RegExp][]} */ ([
  ["shift 3 3", /^Each move takes away one crossing or one slide\. There are 9 and 6 at the start, none at the goal: 15\.$/],
  ["shift 3 3 moves=all", /^Going back helps nobody: .*9 and 6 make 15\.$/],
  ["reverse 6", /^A proved rule says 21 for this board\./],
  ["tiles 3x3 1 2 3 4 5 6 8 7 0", /^Each move swaps the gap with a tile/],
])) {
  inPage(`a check says why, in plain words: ${line}`, async (page) => {
    await open(page, line);
    await judged(page);
    await press(page, "c");
    await page.locator("#proof .because").getByText(why).waitFor();
    assert.equal(await page.locator("#proof .steps").isVisible(), false);
    await page.locator("#proof .exactly summary").click();
    assert.match(await page.locator("#proof .exactly").innerText(), /VERIFIED/);
  });
}
