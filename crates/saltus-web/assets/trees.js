// The tree of what was tried on a board is kept on the device, and is there again when the board is.

import { keep, kept } from "./device.js";
import { ends, read, write } from "./treetext.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./treetext.js").Branch} Branch */

/** Longer trees, in characters, and ones with more ends are not kept. */
const ROOM = 16_384;
const ENDS = 200;

/**
 * Keeps the trees of the puzzle that is open, and of all that are opened. What was kept of the first one is on its tree when that is over.
 * @param {Session} session
 * @param {() => boolean} isOff whether what is played now is nobody's own
 */
export function keepTrees(session, isOff) {
  /** The tree that is whole: what was kept of it is on it. @type {Node|null} */
  let whole = null;
  /** The tree whose rest is being asked for. @type {Node|null} */
  let asked = null;
  const note = () => {
    const { root, start } = session;
    if (whole !== root || isOff()) return;
    const text = write(root);
    keep((all) => {
      const { [start]: _, ...trees } = all.trees ?? {};
      // What was touched last stands last.
      all.trees = text === "" || text.length > ROOM ? trees : { ...trees, [start]: text };
    });
  };
  const recall = async () => {
    const { root, start } = session;
    if (asked === root || isOff()) return;
    asked = root;
    const text = kept().trees?.[start] ?? "";
    // A text that somebody has changed may be none.
    const branch = await recalled(session, text).catch(() => null);
    if (asked !== root) return;
    whole = root;
    if (branch && text !== "") {
      told(root, branch);
      session.changed();
    } else if (root.children.length > 0) note();
  };
  session.on("position", recall);
  session.on("tree", note);
  return session.position ? recall() : undefined;
}

/**
 * Brings the moves of a tree back, and gives it as it was written; none where another puzzle is open by then.
 * @param {Session} session
 * @param {string} text
 */
async function recalled(session, text) {
  const branch = read(text);
  for (const way of ends(branch).slice(0, ENDS)) if (!(await session.learn(way))) return null;
  return branch;
}

/** Gives a tree the names, the words and the order of what was kept. @param {Node} root @param {Branch} branch */
function told(root, branch) {
  const open = [{ node: root, branch }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, branch } = next;
    node.name ||= branch.name;
    node.comment ||= branch.comment;
    const order = (/** @type {Node} */ { text }) => {
      const place = branch.children.findIndex((child) => child.text === text);
      return place < 0 ? Infinity : place;
    };
    node.children.sort((a, b) => order(a) - order(b) || 0);
    for (const child of node.children) {
      const own = branch.children.find(({ text }) => text === child.text);
      if (own) open.push({ node: child, branch: own });
    }
  }
}
