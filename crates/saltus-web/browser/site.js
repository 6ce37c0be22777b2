// Runs the browser tests on the files of the site alone, with the engine in the tab: `SALTUS_SITE=folder node site.js`, where
// `saltus site -o folder` has written them.

import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const { SALTUS_SITE } = process.env;
if (!SALTUS_SITE) throw new Error("SALTUS_SITE must name the folder of the site");

/** @type {Record<string, string>} */
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", webmanifest: "application/manifest+json" };

const server = createServer(async ({ url = "/" }, response) => {
  const { pathname } = new URL(url, "http://localhost");
  const file = path.basename(pathname) || "index.html";
  try {
    const bytes = await readFile(path.join(SALTUS_SITE, file));
    response.writeHead(200, { "Content-Type": TYPES[path.extname(file).slice(1)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const { SALTUS_URL: _, ...settings } = process.env;
  const tests = spawn(process.execPath, ["--test", "--test-reporter=spec", ...process.argv.slice(2)], { stdio: "inherit", env: { ...settings, SALTUS_STATIC: `http://127.0.0.1:${port}/` } });
  tests.on("exit", (code) => {
    server.close();
    process.exitCode = code ?? 1;
  });
});
