// The page of a server with modules: it checks in the tab, and goes on there when the server has ended.
// SALTUS_PROGRAM is the program, SALTUS_MODULES the folder of the modules, SALTUS_BROWSER a Chromium.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { launch } from "../../saltus-web/browser/host.js";

const { SALTUS_PROGRAM, SALTUS_MODULES } = process.env;
if (!SALTUS_PROGRAM || !SALTUS_MODULES) throw new Error("SALTUS_PROGRAM and SALTUS_MODULES must name what is tested");

test("the page goes on in the tab when its server has ended", async () => {
  const server = spawn(SALTUS_PROGRAM, ["serve", "--port", "0", "--modules", SALTUS_MODULES], { stdio: ["ignore", "ignore", "pipe"] });
  const browser = await launch();
  try {
    const [line] = await once(createInterface(server.stderr), "line");
    const address = /http:\S+/.exec(line)[0];
    const page = await browser.newPage({ reducedMotion: "reduce" });
    const refused = [];
    page.on("console", (message) => /Content Security Policy/.test(message.text()) && refused.push(message.text()));
    await page.goto(`${address}#p=shift+3+3`);
    const engine = page.locator("#engine");
    const says = (text) => page.waitForFunction((text) => document.getElementById("engine").textContent.includes(text), text, { timeout: 60_000 });
    const call = (name, ...words) =>
      page.evaluate(async ([address, name, words]) => (await import(`${address}api.js`))[name](...words), [address, name, words]);
    await says("by the server of this page");
    const checked = () =>
      page.evaluate(async (address) => {
        const api = await import(`${address}api.js`);
        return api.check(await api.certificate("shift 3 3"));
      }, address);
    assert.deepEqual(await checked().then(({ verified, where }) => [verified, where]), [true, "tab"]);

    await page.evaluate(async (address) => (await (await import(`${address}api.js`)).engine).files, address);
    server.kill("SIGTERM");
    await once(server, "exit");
    assert.equal((await call("hint", "shift 4 4")).length, 24);
    await says("The server does not answer.");
    assert.deepEqual(await checked().then(({ verified, claim }) => [verified, claim]), [true, "optimal 15"]);
    await page.locator("#board [role=gridcell]").nth(2).click({ force: true });
    await page.waitForFunction(() => location.hash.includes("m="), null, { timeout: 60_000 });
    assert.match(await engine.textContent(), /in this tab/);
    assert.deepEqual(refused, []);
  } finally {
    server.kill();
    await browser.close();
  }
});
