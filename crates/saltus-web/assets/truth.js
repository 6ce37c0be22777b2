// The answers to the questions of a lesson: the engine finds them, and what is not proved is not asked.

import * as api from "./api.js";

/** @typedef {import("./lessontext.js").Ask} Ask */
/** The answer to a question: moves that are right, a number, or yes and no. @typedef {{moves?: string[], number?: number, yes?: boolean}} Truth */

/** How many moves are left where that is settled; null where it is not, or nothing leads to the goal. @param {api.Hint} hint */
export function leftOf({ status, lower, upper, known, proof }) {
  if (status === "over") return 0;
  if (known?.proved) return known.length;
  return status !== "unsolvable" && lower !== null && lower === upper && proof?.label !== "claimed" ? lower : null;
}

/**
 * The answer to a question about a position; null where it is not settled.
 * @param {string} line
 * @param {Ask} ask
 * @param {AbortSignal} [signal]
 * @returns {Promise<Truth|null>}
 */
export async function truth(line, ask, signal) {
  const hint = await api.hint(line, signal);
  const isLost = hint.status === "unsolvable";
  const left = leftOf(hint);
  if (ask === "yes or no") return isLost ? { yes: false } : left === null && hint.upper === null ? null : { yes: true };
  if (isLost) return null;
  if (ask === "number" || ask === "shortest") return left === null ? null : { number: left };
  if (ask === "win") return left === null && hint.upper === null ? null : {};
  const { moves } = await api.rank(line, signal);
  const won = moves.filter(({ status }) => status === "best" || status === "won");
  const best = moves.filter(({ status }) => status === "best");
  if (moves.some(({ status }) => status === "unsettled")) return null;
  // Where every move wins, the right ones are those that lose no time.
  return { moves: (won.length < moves.length ? won : best).map(({ text }) => text) };
}

/**
 * A number in braces: `left` of this position, or of another board of the same family (`left 4 4`).
 * @param {string} of
 * @param {string} line of the position
 * @param {AbortSignal} [signal]
 * @returns {Promise<number|null>}
 */
export async function number(of, line, signal) {
  const [what, ...rest] = of.split(/\s+/);
  if (what !== "left") throw new Error(`{${of}} asks nothing; there is {left}, and {left 4 4} of another board`);
  return leftOf(await api.hint(rest.length ? [line.split(" ")[0], ...rest].join(" ") : line, signal));
}

/** An answer in words. @param {Truth|null} found @param {Ask} ask */
export function told(found, ask) {
  if (!found) return "This cannot be asked: it is not settled.";
  if (found.moves) return `Right: ${found.moves.join(", ") || "no move"}.`;
  if (found.yes !== undefined) return `Right: ${found.yes ? "yes" : "no"}.`;
  return ask === "win" ? "Right: any play that comes to the goal." : `Right: ${found.number}.`;
}
