// The page opens in motion: the shortest play runs once, and stops at the start, or at the first touch.

import * as api from "./api.js";
import { isQuiet } from "./motion.js";

/** Milliseconds. */
const BEAT = 260;
const REST = 900;

/**
 * @param {import("./state.js").Session} session
 * @param {import("./board.js").Board} board
 * @param {string[]} moves
 * @param {(isRunning: boolean) => void} running
 */
export async function play(session, board, moves, running) {
  if (isQuiet()) return;
  const { root } = session;
  let isOn = true;
  const stop = () => (isOn = false);
  const events = /** @type {const} */ (["pointerdown", "keydown", "wheel"]);
  for (const name of events) addEventListener(name, stop, { capture: true, once: true });
  running(true);
  await pause(REST);
  const { scenes, paths } = await seen(session, moves);
  for (let k = 0; isOn && k < scenes.length && session.node === root; k++) {
    board.follow(scenes[k], paths[k], true);
    await pause(BEAT);
  }
  if (isOn) await pause(REST);
  for (const name of events) removeEventListener(name, stop, { capture: true });
  running(false);
  if (session.node === root) board.show(root.scene);
}

/** @param {number} time */
const pause = (time) => new Promise((done) => setTimeout(done, time));

/**
 * The positions after each move, without putting them on the tree.
 * @param {import("./state.js").Session} session
 * @param {string[]} moves
 */
async function seen(session, moves) {
  const { frames } = await api.play(session.start, moves);
  let scene = session.root.scene;
  const scenes = frames.map(({ changes }) => {
    scene = [...scene];
    for (const [cell, label, tint] of changes) scene[cell] = { label, tint };
    return scene;
  });
  return { scenes, paths: frames.map(({ path }) => path) };
}
