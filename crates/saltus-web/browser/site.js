// Runs the browser tests on the files of the site alone, with the engine in the tab: `SALTUS_SITE=folder node site.js`, where
// `saltus site -o folder` has written them.

import { spawn } from "node:child_process";
import { hosted } from "./host.js";

const { SALTUS_SITE, SALTUS_URL: _, ...settings } = process.env;
if (!SALTUS_SITE) throw new Error("SALTUS_SITE must name the folder of the site");

const host = await hosted(SALTUS_SITE);
const tests = spawn(process.execPath, ["--test", "--test-reporter=spec", ...process.argv.slice(2)], { stdio: "inherit", env: { ...settings, SALTUS_STATIC: host.address } });
tests.on("exit", (code) => {
  host.close();
  process.exitCode = code ?? 1;
});
