// Firefox, as far as tests need it: by WebDriver BiDi, without a driver. Node 20 has WebSocket by `--experimental-websocket`.

import { spawn } from "node:child_process";
import { accessSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";

const FIREFOX = process.env.SALTUS_FIREFOX ?? "/usr/bin/firefox-esr";

/** Why there is no Firefox here; nothing where there is one. */
export function missing() {
  try {
    accessSync(FIREFOX);
  } catch {
    return `there is no ${FIREFOX}`;
  }
  return typeof WebSocket === "undefined" ? "this Node needs --experimental-websocket" : "";
}

/** Starts Firefox: what opens pages, asks them, and ends it. */
export async function firefox() {
  const profile = mkdtempSync(path.join(tmpdir(), "saltus-firefox-"));
  const program = spawn(FIREFOX, ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile], { stdio: ["ignore", "ignore", "pipe"] });
  const ended = new Promise((done) => program.once("exit", done));
  let address = "";
  for await (const line of createInterface({ input: program.stderr })) {
    address = /BiDi listening on (ws:\S+)/.exec(line)?.[1] ?? "";
    if (address) break;
  }
  program.stderr.resume();
  const socket = new WebSocket(`${address}/session`);
  await new Promise((done, failed) => [socket.addEventListener("open", done), socket.addEventListener("error", failed)]);
  let last = 0;
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(data);
    waiting.get(answer.id)?.(answer);
  });
  /** @type {(method: string, params: object) => Promise<any>} */
  const call = async (method, params) => {
    const id = ++last;
    const answer = await new Promise((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === "error") throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  };
  await call("session.new", { capabilities: {} });
  const { contexts } = await call("browsingContext.getTree", {});
  const { context } = contexts[0];
  return {
    /** @param {string} url */
    goto: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    /** What an expression comes to, as JSON. @param {string} expression */
    async evaluate(expression) {
      const { result, exceptionDetails } = await call("script.evaluate", { expression: `(async () => JSON.stringify(await (${expression})))()`, target: { context }, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value === undefined ? undefined : JSON.parse(result.value);
    },
    async close() {
      socket.close();
      program.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
