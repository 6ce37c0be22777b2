// The packed package, installed into an empty folder. SALTUS_PACKAGE is the tarball that `cargo xtask npm` made.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const { SALTUS_PACKAGE } = process.env;
if (!SALTUS_PACKAGE) throw new Error("SALTUS_PACKAGE must name the packed package");

/** The folder of a project that has the package and nothing else. */
export const project = mkdtempSync(join(tmpdir(), "saltus-npm-"));

process.on("exit", () => rmSync(project, { recursive: true, force: true }));
writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", resolve(SALTUS_PACKAGE)], { cwd: project, stdio: "inherit" });

/** Where the package is. */
export const installed = join(project, "node_modules", "saltus");

/**
 * Writes a file of the project.
 * @param {string} name
 * @param {string} text
 */
export function file(name, text) {
  const path = join(project, name);
  writeFileSync(path, text);
  return path;
}

/** Searches that take minutes. */
export const HARD = "reverse 9 2 14 5 18 12 1 17 8 _ 3 13 16 4 11 6 10 15 7";
