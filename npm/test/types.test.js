// The types that the package declares: what the module replies fits them, field by field; programs are checked by them; and the package's own code agrees.
// Needs what the browser tests of saltus-web have installed.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { HARD, file, project } from "./install.js";

const TOOLS = fileURLToPath(new URL("../../crates/saltus-web/browser/node_modules", import.meta.url));
if (!existsSync(TOOLS)) throw new Error("run `npm ci` in crates/saltus-web/browser");

const { load } = await import(pathToFileURL(file("library.js", 'export * from "saltus";\n')).href);

/** What TypeScript says of files of the project, with these options. */
function complaints(files, options) {
  const compilerOptions = { target: "ES2023", lib: ["ES2023", "DOM", "DOM.Iterable"], types: [], strict: true, noEmit: true, exactOptionalPropertyTypes: true, ...options };
  file("tsconfig.json", JSON.stringify({ compilerOptions, files }));
  return spawnSync(join(TOOLS, ".bin", "tsc"), ["--project", "tsconfig.json", "--pretty", "false"], { cwd: project, encoding: "utf8" }).stdout;
}

test("what the module replies has the fields that are declared, and no others", async () => {
  const saltus = await load();
  const lines = ["shift 3 3", "shift b_w", "tiles 3x3 1 2 3 4 5 6 0 7 8", "tiles 3x3 1 2 3 4 5 6 8 7 0", "clobber line bwwbbw", "peg-4x4", "sokoban-pushes", "klotski"];
  const limits = { nodes: 1000 };
  const told = [];
  const add = (name, value) => told.push(`export const told${told.length}: saltus.Replies["${name}"] = ${JSON.stringify(value)};\n`);
  const call = async (name, request) => add(name, JSON.parse(new TextDecoder().decode((await saltus.call(name, request)).bytes)));
  for (const line of lines) {
    await call("play", { line, moves: (await saltus.moves(line)).slice(0, 1) });
    for (const name of ["show", "hint", "rank", "solvable", "explain", "around", "trace"]) await call(name, { line });
    for (const name of ["solve", "count", "list", "survey"]) await call(name, { line, limits });
  }
  await call("solve", { line: HARD, limits });
  await call("solve", { line: "tiles 5x5 random seed=1", limits });
  for (const name of ["families", "known", "classics"]) await call(name, {});
  await call("definition", { text: (await saltus.classics())[0].text });
  await call("definition", { text: "title: none" });
  await call("arrange", { line: "shift 1 1", labels: ["w", "_", "b"] });
  await call("new", { line: "tiles 3x3", length: "4..9", count: 2 });
  const { lesson } = await saltus.new("shift 2 2");
  await call("sheet", { lesson });
  const certificate = await saltus.certificate("shift 2 2");
  add("check", await saltus.check(certificate));
  add("check", await saltus.check("saltus certificate 1\n"));
  file("told.ts", `import type * as saltus from "saltus";\n${told.join("")}`);
  assert.equal(complaints(["told.ts"], { module: "NodeNext" }), "");
  // A field too many is found.
  file("more.ts", 'import type * as saltus from "saltus";\nexport const more: saltus.Solvable = { solvable: null, because: "", why: "" };\n');
  assert.match(complaints(["more.ts"], { module: "NodeNext" }), /'why' does not exist/);
});

test("programs are checked, whatever resolves their modules", () => {
  file(
    "program.ts",
    `import { Refusal, load, loadChecker, type Answer, type Replies, type Reply, type Saltus } from "saltus";
import type { BoardDetail } from "saltus/element";
import "saltus/element";

const saltus: Saltus = await load();
const { moves = [], proof }: Answer = await saltus.solve("shift 3 3", { signal: AbortSignal.timeout(1000), limits: { timeout: 1 }, progress: ({ nodes }) => nodes });
const texts: string[] = await saltus.moves("shift 3 3", moves);
const picture: string = await saltus.draw("shift 3 3", { moves: texts, as: "film" });
const { verified } = await (await loadChecker()).check(await saltus.certificate("shift 3 3"));
const label: "proved" | "searched" | "claimed" | undefined = proof?.label;
const element: HTMLElement = document.createElement("saltus-board");
element.addEventListener("won", (event) => (event as CustomEvent<BoardDetail>).detail.puzzle);
const reply: Reply = await saltus.call("around", { line: "shift 3 3", moves: texts });
const around: Replies["around"] = JSON.parse(new TextDecoder().decode(reply.bytes));
const near: number = around.nodes.length;
// @ts-expect-error there is no such request
await saltus.call("solved", {});
// @ts-expect-error it has a line
await saltus.call("around", { moves: [] });
try {
  await saltus.play("shift");
} catch (error) {
  if (error instanceof Refusal) console.log(error.column, picture, verified, label, near);
}
// @ts-expect-error a picture is no bitmap
await saltus.draw("shift 3 3", { as: "png" });
// @ts-expect-error there is no such limit
await saltus.solve("shift 3 3", { limits: { seconds: 1 } });
// @ts-expect-error it is loaded, not made
new (await import("saltus")).Saltus();
`,
  );
  for (const options of [{ module: "NodeNext" }, { module: "ESNext", moduleResolution: "bundler" }]) assert.equal(complaints(["program.ts"], options), "");
});

test("the package's own code agrees with itself and with its types", () => {
  const { SALTUS_PACKAGE } = process.env;
  execFileSync("tar", ["-xzf", SALTUS_PACKAGE, "-C", project]);
  const own = ["node.js", "browser.js", "commands.js", "puzzle.js", "bin/saltus.js", "bin/saltus-check.js", "index.d.ts", "element.d.ts"];
  file("same.ts", 'import * as node from "./package/node.js";\nimport type { Saltus } from "./package/index.js";\nexport const saltus: Saltus = await node.load();\n');
  const options = { module: "NodeNext", types: ["node"], typeRoots: [join(TOOLS, "@types")], allowJs: true, checkJs: true, exactOptionalPropertyTypes: false };
  const strict = { noUnusedLocals: true, noUnusedParameters: true, noImplicitReturns: true };
  assert.equal(complaints(["same.ts", ...own.map((name) => `package/${name}`)], { ...options, ...strict }), "");
});
