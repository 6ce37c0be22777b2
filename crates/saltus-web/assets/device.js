// What is kept on the device: one object as text, which people may read, at most 64 kB long (docs/web.md).

export const KEY = "saltus";
/** Characters. */
const ROOM = 65_536;

/** @typedef {{v: 1, trees?: Record<string, string>, last?: {line: string, moves: string, at: number}, [other: string]: unknown}} Kept */

/** Where nothing may be kept it lasts as long as the page. */
let inMemory = "{}";

function stored() {
  try {
    return localStorage.getItem(KEY) ?? "{}";
  } catch {
    return inMemory;
  }
}

/** All that is kept. @returns {Kept} */
export function kept() {
  try {
    const found = JSON.parse(stored());
    return typeof found === "object" && found !== null ? { ...found, v: 1 } : { v: 1 };
  } catch {
    return { v: 1 };
  }
}

/**
 * Changes what is kept. Where there is too much, the trees that were not touched for the longest time go.
 * @param {(all: Kept) => void} change
 */
export function keep(change) {
  const all = kept();
  change(all);
  let text = JSON.stringify(all);
  for (const line of Object.keys(all.trees ?? {})) {
    if (text.length <= ROOM) break;
    delete all.trees?.[line];
    text = JSON.stringify(all);
  }
  inMemory = text;
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Where nothing may be kept, or nothing more, it stays in memory.
  }
}
