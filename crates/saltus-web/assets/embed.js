// The page inside another page: it tells that one what happens on the board, and hears it (docs/web.md). What is shown then is said in embed.css.

import * as api from "./api.js";
import { extent, UNIT } from "./geometry.js";
import { kindOf } from "./judge.js";
import { capital, reason } from "./words.js";

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./judge.js").Judge} Judge */
/** @typedef {import("./tree.js").Node} Node */
/** What the page around changes of what is shown. @typedef {{answers: (isOn: boolean) => void, draw: (text: string) => void}} Shown */
/** What is asked of the board. @typedef {{kind: string, puzzle?: string, moves?: string[], at?: number|"start"|"won", answers?: "on"|"off", draw?: string, theme?: "light"|"dark", what?: "left"|"hint"|"moves"}} Message */

/** What the address asks for, besides the puzzle. */
const asked = new URLSearchParams(location.search);

export const isEmbedded = asked.has("embed");

/** Pixels: below the board, and a board of usual width. */
const FOOT = 76;
const [LEAST, MOST] = [200, 720];

/** Whether answers are shown at first. */
export const hasAnswers = asked.get("answers") !== "off";

/** Tells the page around this one. @param {object} message */
const post = (message) => parent.postMessage({ saltus: 2, ...message }, "*");

let sent = 0;
/** @type {(kind: string, words: object) => void} */
const send = (kind, words) => post({ id: ++sent, kind, ...words });

const isHeard = isEmbedded && parent !== window;

/** @param {string|undefined} theme */
function paint(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

/** Follows the attributes of the element that holds this page: `theme`, `answers`. */
export function dress() {
  if (!isEmbedded) return;
  document.body.classList.add("embedded");
  paint(asked.get("theme") ?? undefined);
  if (isHeard) send("ready", { version: 2 });
}

/** What is left: a number where it is known, else the bounds. @param {import("./judge.js").Known} known */
function left(known) {
  const kind = kindOf(known);
  if (kind === "lost") return null;
  return kind === "exact" || kind === "over" ? known.lower : [known.lower, known.upper];
}

/**
 * Tells the page around this one of moves, wins and losses, and does what it says.
 * @param {Session} session
 * @param {Judge} judge
 * @param {Shown} shown
 */
export function tell(session, judge, shown) {
  if (!isHeard) return;
  /** What was said last of the position shown. */
  let last = "";
  /** The move that is told as soon as it is known what it leads to. @type {Node|null} */
  let moved = null;
  const tellMove = () => {
    if (!moved) return;
    const node = moved;
    moved = null;
    const path = node.path.map((cell) => session.outline.names[cell]);
    const known = judge.of(node);
    const before = node.parent && judge.of(node.parent);
    const isKnown = judge.isOn && kindOf(known) !== "unknown";
    const kept = before && kindOf(before) === "exact" && isKnown ? { kept: left(known) === (before.lower ?? 0) - 1 } : {};
    send("move", { puzzle: session.start, moves: node.way.slice(1).map(({ text }) => text), from: path[0] ?? null, to: path.at(-1) ?? null, text: node.text, made: node.depth, ...(isKnown ? { left: left(known), ...kept } : {}) });
  };
  const measure = () => {
    const [, , width, height] = extent(session.outline.places, UNIT / 2);
    if (width > 0) send("size", { height: Math.round(Math.min(Math.max((innerWidth * height) / width + FOOT, LEAST), MOST)) });
  };
  session.on("puzzle", () => {
    moved = null;
    send("open", { puzzle: session.start });
    measure();
  });
  addEventListener("resize", measure);
  session.on("shown", () => {
    tellMove();
    last = "";
    moved = session.node;
    if (!judge.isOn) tellMove();
  });
  judge.on(() => {
    const known = judge.of(session.node);
    if (known.isAsked || known.isOver) tellMove();
    const kind = known.isOver ? "won" : known.isLost && judge.isOn ? "lost" : "";
    if (kind === last || (kind === "won" && session.at === 0)) return;
    last = kind;
    tellMove();
    const start = judge.of(session.root);
    const fewest = judge.isOn && kindOf(start) === "exact" ? start.lower : null;
    const words = { puzzle: session.start, moves: session.at };
    if (kind === "won") send("won", { ...words, made: session.at, ...(fewest === null ? {} : { fewest, star: session.at === fewest }) });
    else if (kind) send("lost", { ...words, since: judge.lostSince(session.node)?.depth ?? session.at, because: known.hint?.trap?.why ?? known.hint?.because ?? null });
  });
  addEventListener("message", ({ source, data }) => {
    if (source !== parent || data?.saltus !== 2 || typeof data.kind !== "string") return;
    const { id: re } = data;
    answered(data, session, judge, shown).then(
      (words) => post({ re, ...words }),
      (error) => post({ re, error: capital(reason(error)) }),
    );
  });
}

/**
 * Does what the page around this one says; what is answered.
 * @param {Message} message
 * @param {Session} session
 * @param {Judge} judge
 * @param {Shown} shown
 * @returns {Promise<object>}
 */
async function answered(message, session, judge, shown) {
  const { kind, puzzle, moves = [], at, theme } = message;
  if (kind === "open") {
    await session.load(puzzle ?? session.start, moves, typeof at === "number" ? at : moves.length);
  } else if (kind === "go") {
    const won = judge.lostSince(session.node)?.parent;
    if (at === "won" && won) session.to(won);
    else if (at !== "won") session.go(at === "start" ? 0 : Number(at));
  } else if (kind === "show") {
    paint(theme);
    if (message.answers) shown.answers(message.answers === "on");
    if (typeof message.draw === "string") shown.draw(message.draw);
  } else if (kind === "ask") {
    return known(message.what, session, judge);
  } else {
    throw new Error("A board hears open, go, show and ask.");
  }
  return { puzzle: session.start, made: session.at };
}

/**
 * @param {Message["what"]} what
 * @param {Session} session
 * @param {Judge} judge
 */
async function known(what, session, judge) {
  if (!judge.isOn) throw new Error("Answers are off.");
  if (what === "moves") {
    const { moves } = await api.rank(session.position?.line ?? session.start);
    return { moves: moves.map(({ text, status, length, lower }) => ({ text, status, left: length ?? (lower === null ? null : [lower, null]) })) };
  }
  if (what !== "left" && what !== "hint") throw new Error("What can be asked is left, hint or moves.");
  await judge.ask();
  const found = judge.of(session.node);
  const by = found.hint?.proof?.label ?? null;
  return { ...(what === "hint" ? { moves: found.hint?.best ?? [] } : {}), left: left(found), by };
}
