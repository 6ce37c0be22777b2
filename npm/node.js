// The package in Node: modules from the disk, worker threads.

import { readFile } from "node:fs/promises";
import { library } from "./library.js";
import { Thread } from "./thread.js";

export { Checker, Refusal, Saltus } from "./library.js";

export const { load, loadChecker } = library(readFile, () => new Thread(new URL("./page/worker.js", import.meta.url)));
