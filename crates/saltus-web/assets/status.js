// What the position shown is: whose turn, how far, won, lost, or no longer to be won.

import * as api from "./api.js";
import { announce } from "./announce.js";
import { element, tell } from "./dom.js";
import { capital, counted } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./state.js").Position} Position */

/** Milliseconds without another move before the server is asked. */
const REST = 120;

/**
 * @param {Session} session
 * @param {Position} position
 */
function headline({ at, pieces, palette }, { over, turn, left, choices }) {
  const made = at === 0 ? "" : ` after ${counted(at)}`;
  const kept = left !== null && pieces ? `${counted(left, pieces)} left` : "";
  if (over && kept) return capital(`${kept}${made}.`);
  if (over) return at === 0 ? "This is the goal." : `The goal is reached in ${counted(at)}.`;
  if (choices.length === 0) return `No move is left${made}.`;
  const colour = palette.find(({ label }) => label === turn)?.tint;
  const names = { dark: "black", light: "white" };
  const player = colour && colour in names ? names[/** @type {keyof typeof names} */ (colour)] : colour;
  const who = turn ? `${capital(player ?? turn)} (${turn}) to move` : "";
  return [who, kept].filter(Boolean).join(" · ") || (at === 0 ? "At the start" : `Move ${at}`);
}

/** @param {Session} session */
export function show(session) {
  const pill = element("verdict");
  const notice = element("notice");
  /** Whether positions can be won, by their lines. @type {Map<string, api.Check>} */
  const known = new Map();
  let wanted = new AbortController();
  let wasLost = false;

  /** @param {string} word @param {string} [kind] */
  const judge = (word, kind = "") => {
    tell(pill, word);
    pill.className = `pill ${kind}`;
  };

  /** @param {api.Check} check */
  const judged = ({ solvable, because }) => {
    if (solvable === true) judge("Can be won", "good");
    else if (solvable === false) judge("Cannot be won", "bad");
    else judge("Not known whether it can be won");
    pill.title = because ?? "";
    const isLost = solvable === false;
    const sentence = session.at > 0 && !wasLost ? "This position can no longer be won" : "This position cannot be won";
    tell(notice, isLost ? `${sentence}: ${because}` : "");
    notice.classList.toggle("bad", isLost);
    if (isLost && !wasLost) announce(`${sentence}: ${because}`);
    wasLost = isLost;
  };

  /** @param {string} line */
  const ask = async (line) => {
    wanted.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    const found = known.get(line);
    if (found) return judged(found);
    await new Promise((done) => setTimeout(done, REST));
    if (signal.aborted) return;
    try {
      const check = await api.solvable(line, signal);
      known.set(line, check);
      if (!signal.aborted) judged(check);
    } catch (error) {
      if (!signal.aborted) judge("Not known whether it can be won");
      pill.title = error instanceof Error ? error.message : "";
    }
  };

  session.on("puzzle", () => {
    wasLost = false;
    known.clear();
    tell(notice);
    judge("");
  });

  session.on("position", (position) => {
    const text = headline(session, position);
    element("headline").textContent = text;
    element("headline").classList.toggle("won", position.over);
    wanted.abort();
    const move = session.at > 0 ? `${session.frames[session.at - 1].text}. ` : "";
    announce(`${move}${text}`);
    if (position.over || session.pieces) {
      judge(position.over ? (session.pieces ? "Over" : "Solved") : "", "good");
      tell(notice);
      wasLost = false;
    } else {
      void ask(position.line);
    }
  });

  session.on("refused", (refusal) => {
    element("headline").textContent = refusal.message;
  });
}
