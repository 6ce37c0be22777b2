// The engine of `saltus serve`: calls are requests of HTTP.

import { refused } from "./refused.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Kind} Kind */
/** @typedef {import("./engine.js").Reply} Reply */

/** What is asked for by an address; all else by a body. */
const BY_ADDRESS = ["families", "classics", "known", "draw", "graph", "qr", "certificate"];

/** What a server says with a status. @type {Record<number, Kind>} */
const REFUSALS = { 400: "bad", 404: "unknown", 405: "unknown", 413: "too-much", 500: "bug" };

/** @type {Record<string, Kind>} */
const KINDS = { "application/json": "json", "image/svg+xml": "svg", "image/png": "png", "image/gif": "gif", "application/octet-stream": "certificate" };

/** A server that is busy is asked so often. */
const TRIES = 4;

/** @param {number} seconds */
const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

/** @param {Response} response */
const isBusy = (response) => response.status === 429 || response.status === 503;

/**
 * @param {string} name
 * @param {object} request
 */
const address = (name, request) => `api/${name}?${new URLSearchParams(Object.entries(request).map(([key, value]) => [key, String(value)]))}`;

/** @implements {Engine} */
export class ServerEngine {
  /** @type {"server"} */
  where = "server";

  /** @type {Engine["call"]} */
  async call(name, request, { signal, progress } = {}) {
    const isFollowed = name === "solve" && progress !== undefined;
    const [path, options] = isFollowed || BY_ADDRESS.includes(name) ? [address(name, request), {}] : [`api/${name}`, body(request)];
    try {
      const response = await asked(path, { ...options, signal });
      if (isFollowed && response.ok) return await last(response, progress);
      return await read(response);
    } catch {
      // A page that is left ends its requests, too.
      signal?.throwIfAborted();
      return refused("lost", "The server does not answer. Is saltus serve still running?");
    }
  }
}

/** @param {object} request */
const body = (request) => ({ method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request) });

/**
 * Fetches; waits and tries again where the server asks for that.
 * @param {string} path
 * @param {RequestInit} options
 */
async function asked(path, options) {
  for (let left = TRIES; ; left--) {
    const response = await fetch(path, options);
    if (!isBusy(response) || left === 1) return response;
    await pause(Math.min(Number(response.headers.get("Retry-After")) || 1, 5));
    options.signal?.throwIfAborted();
  }
}

/**
 * @param {Response} response
 * @returns {Promise<Reply>}
 */
async function read(response) {
  const type = response.headers.get("Content-Type") ?? "";
  const bytes = new Uint8Array(await response.arrayBuffer());
  const isTold = type === "application/json";
  if (response.ok) return { kind: KINDS[type] ?? "json", bytes };
  return isTold ? { kind: REFUSALS[response.status] ?? "lost", bytes } : refused("lost", `The server answered ${response.status}.`);
}

/**
 * The last event of a search that tells how far it is.
 * @param {Response} response
 * @param {(now: import("./engine.js").Progress) => void} progress
 * @returns {Promise<Reply>}
 */
async function last(response, progress) {
  const stream = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await stream?.read(); part && !part.done; part = await stream?.read()) {
    const events = (text + part.value).split("\n\n");
    text = events.pop() ?? "";
    for (const [, event, data] of events.map((event) => /^event: (\w+)\ndata: (.*)$/.exec(event) ?? [])) {
      if (event === "progress") progress(JSON.parse(data));
      else if (event) return { kind: event === "answer" ? "json" : "too-much", bytes: new TextEncoder().encode(data) };
    }
  }
  return refused("lost", "The connection to the server was lost.");
}
