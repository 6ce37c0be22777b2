// The stage of the page as it opens, for sites: drawn by the page itself, kept in assets/opening.html, which `node opening.js ADDRESS` writes anew.

import { writeFile } from "node:fs/promises";
import { launch } from "./host.js";

export const FILE = new URL("../assets/opening.html", import.meta.url);

/**
 * What a page that has opened shows. Styles that scripts set are no part of it.
 * @param {import("playwright-core").Page} page
 */
export async function opening(page) {
  await page.waitForFunction(() => document.querySelector("#gauge.exact .number") && document.querySelector("#board .ways .may") && document.querySelector("#act")?.textContent);
  return page.evaluate(() => {
    const stage = /** @type {HTMLElement} */ (document.getElementById("stage")?.cloneNode(true));
    for (const part of stage.querySelectorAll(".strip, #code, #day-left, #day-side")) part.remove();
    for (const part of stage.querySelectorAll("[style]")) {
      const moved = /^translate\((-?[\d.]+)px, (-?[\d.]+)px\)$/.exec(/** @type {SVGElement} */ (part).style.transform);
      if (moved) part.setAttribute("transform", `translate(${moved[1]} ${moved[2]})`);
      part.removeAttribute("style");
    }
    stage.querySelector("#board-frame")?.removeAttribute("aria-busy");
    const short = (/** @type {string} */ text) => String(Math.round(Number(text) * 100) / 100);
    const inner = stage.innerHTML.replace(/-?\d+\.\d{3,}/g, short).replace(/\n\s*/g, "");
    return `<template id="opening" data-stage="${stage.className}">${inner}</template>\n`;
  });
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const browser = await launch();
  const page = await browser.newPage({ reducedMotion: "reduce", viewport: { width: 1280, height: 860 } });
  // What is kept already is not to be taken for what the page draws.
  await page.route(/first\.js/, (route) => route.abort());
  await page.goto(process.argv[2]);
  await writeFile(FILE, await opening(page));
  await browser.close();
}
