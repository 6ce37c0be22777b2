// A host of files that knows nothing of saltus, and Chromium: for tests of what needs no server.

import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { chromium } from "playwright-core";

/** Without its windows, where that is there, a page costs half. */
const USUAL = ["chromium-headless-shell", "chromium", "chromium-browser"].map((name) => `/usr/bin/${name}`);
const BROWSER = process.env.SALTUS_BROWSER ?? USUAL.find(existsSync);
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

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/**
 * How a slow network sends what a host answers: each answer begins after `delay` milliseconds, those on a new connection after two of them, and all share
 * `rate` bytes a second.
 * @param {{delay: number, rate: number}} net
 */
function paced({ delay, rate }) {
  const PIECE = 4096;
  const known = new WeakSet();
  let free = 0;
  /** @param {import("node:http").ServerResponse} response @param {Buffer} contents */
  return async (response, contents) => {
    const { socket } = response;
    await pause(socket && !known.has(socket) ? 2 * delay : delay);
    if (socket) known.add(socket);
    for (let at = 0; at < contents.length && !response.destroyed; at += PIECE) {
      free = Math.max(free, performance.now()) + (1000 * Math.min(PIECE, contents.length - at)) / rate;
      await pause(free - performance.now());
      response.write(contents.subarray(at, at + PIECE));
    }
    response.end();
  };
}

/**
 * The files of a folder below a path of a free port of this machine.
 * @param {string} folder
 * @param {string} [below]
 * @param {{delay: number, rate: number}|null} [net] a network that is slower than the machine: its host sends what lies packed beside the files
 */
export async function hosted(folder, below = "/", net = null) {
  const send = net ? paced(net) : (/** @type {import("node:http").ServerResponse} */ response, /** @type {Buffer} */ contents) => void response.end(contents);
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://host");
    const name = pathname.startsWith(below) ? pathname.slice(below.length) || "index.html" : "";
    try {
      const packed = net && (await readFile(path.join(folder, `${name}.gz`)).catch(() => null));
      if (packed) response.setHeader("Content-Encoding", "gzip");
      response.setHeader("Content-Type", TYPES[path.extname(name).slice(1)] ?? "application/octet-stream");
      const contents = packed || (await readFile(path.join(folder, name)));
      await send(response.setHeader("Content-Length", contents.length), contents);
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
