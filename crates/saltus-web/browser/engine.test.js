// Which engine answers, where there are two.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { BackedEngine } from "../assets/engine-backed.js";

/** @typedef {import("../assets/engine.js").Kind} Kind */

/** @type {(where: "server"|"tab", told: {kind: Kind, asked: number}) => import("../assets/engine.js").Engine} */
const engine = (where, told) => ({
  where,
  call: async () => {
    told.asked++;
    return { kind: told.kind, bytes: new Uint8Array() };
  },
});

test("the tab answers while the server does not, which is asked again later", async () => {
  const now = mock.method(performance, "now", () => 0);
  const server = { kind: /** @type {Kind} */ ("json"), asked: 0 };
  const tab = { kind: /** @type {Kind} */ ("json"), asked: 0 };
  /** @type {string[]} */
  const heard = [];
  const backed = new BackedEngine(engine("server", server), Promise.resolve(), () => engine("tab", tab));
  backed.moved = () => heard.push(backed.where);
  const asked = async () => {
    const { kind } = await backed.call("play", {});
    return [kind, server.asked, tab.asked];
  };
  assert.deepEqual(await asked(), ["json", 1, 0]);
  server.kind = "lost";
  assert.deepEqual(await asked(), ["json", 2, 1]);
  assert.deepEqual(await asked(), ["json", 2, 2], "it is left alone for a while");
  now.mock.mockImplementation(() => 10_000);
  assert.deepEqual(await asked(), ["json", 3, 3]);
  server.kind = "bad";
  now.mock.mockImplementation(() => 20_000);
  assert.deepEqual(await asked(), ["bad", 4, 3], "a refusal is an answer");
  assert.deepEqual(heard, ["tab", "server"]);
  now.mock.restore();
});

test("where nothing was fetched, the server's silence is told", async () => {
  const server = { kind: /** @type {Kind} */ ("lost"), asked: 0 };
  const backed = new BackedEngine(engine("server", server), Promise.reject(new Error("none")), () => assert.fail("there is no tab"));
  assert.equal((await backed.call("play", {})).kind, "lost");
  assert.equal(backed.where, "server");
});
