// The package in a browser, with a bundler or without: the place of the worker is written so that bundlers find it.

import { library } from "./library.js";

export { Checker, Refusal, Saltus } from "./library.js";

export const { load, loadChecker } = library(fetched, () => new Worker(new URL("./page/worker.js", import.meta.url)));

/** @param {URL} place */
async function fetched(place) {
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place}: ${response.status}`);
  return response.arrayBuffer();
}
