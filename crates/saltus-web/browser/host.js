// A host of files that knows nothing of saltus, and Chromium: for tests of what needs no server.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { chromium } from "playwright-core";

const BROWSER = process.env.SALTUS_BROWSER ?? "/usr/bin/chromium";
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // A host by name, which is not this machine as far as the page knows.
  "--host-resolver-rules=MAP board.test 127.0.0.1",
];

export const launch = () => chromium.launch({ executablePath: BROWSER, args: FLAGS });

/** @type {Record<string, string>} */
const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", webmanifest: "application/manifest+json" };

/**
 * The files of a folder below a path of a free port of this machine.
 * @param {string} folder
 * @param {string} [below]
 */
export async function hosted(folder, below = "/") {
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://host");
    const name = pathname.startsWith(below) ? pathname.slice(below.length) || "index.html" : "";
    try {
      const contents = await readFile(path.join(folder, name));
      response.setHeader("Content-Type", TYPES[path.extname(name).slice(1)] ?? "application/octet-stream").end(contents);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((/** @type {(_: void) => void} */ done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}${below}`, close };
}
