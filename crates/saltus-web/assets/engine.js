// What answers: the server that the page comes from, or the module beside the page. Both give the same bytes.

import { withBooks } from "./engine-books.js";
import { TabEngine } from "./engine-tab.js";

/**
 * What the bytes of a reply are: the kinds of saltus-api, and "lost" where nothing answers. Those from "unknown" on are refusals, JSON with one
 * sentence as `error`.
 * @typedef {"json"|"svg"|"png"|"gif"|"certificate"|"unknown"|"bad"|"too-much"|"bug"|"lost"} Kind
 */
/** @typedef {{kind: Kind, bytes: Uint8Array<ArrayBuffer>}} Reply */
/** Which calls wait for each other: moves in the first, searches in the second. @typedef {"quick"|"ask"} Lane */
/** @typedef {{phase?: string, nodes?: number, fraction?: number|null, lower?: number, upper?: number, moves?: string[]}} Progress */
/** @typedef {{signal?: AbortSignal, progress?: (now: Progress) => void, lane?: Lane}} Options */
/**
 * A call that its signal ends is rejected with the signal's reason; nothing else is rejected. `moved` hears that `where` is another.
 * @typedef {{where: "tab"|"server", moved?: () => void, call: (name: string, request: object, options?: Options) => Promise<Reply>}} Engine
 */

/** The engine of this page. @returns {Promise<Engine>} */
export async function start() {
  // Only a server writes this into the page; and that checks are made in the tab, where it has modules.
  /** @type {(name: string, where: string) => boolean} */
  const says = (name, where) => document.querySelector(`meta[name="saltus-${name}"][content="${where}"]`) !== null;
  if (!says("engine", "server")) return withBooks(new TabEngine());
  const { ServerEngine } = await import("./engine-server.js");
  if (!says("checker", "tab")) return new ServerEngine();
  const { BackedEngine } = await import("./engine-backed.js");
  return new BackedEngine(new ServerEngine());
}
