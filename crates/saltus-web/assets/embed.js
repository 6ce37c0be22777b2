// The page inside another page: it tells that one what happens on the board. What is shown then is said in embed.css.

/** @typedef {import("./state.js").Session} Session */
/** @typedef {import("./judge.js").Judge} Judge */

/** What the address asks for, besides the puzzle. */
const asked = new URLSearchParams(location.search);

export const isEmbedded = asked.has("embed");

/** Follows the attributes of the element that holds this page: `theme`, `answers`. */
export function dress() {
  if (!isEmbedded) return;
  document.body.classList.add("embedded");
  const theme = asked.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

/** Whether answers are shown at first. */
export const hasAnswers = asked.get("answers") !== "off";

/**
 * Tells the page around this one of moves, wins and losses.
 * @param {Session} session
 * @param {Judge} judge
 */
export function tell(session, judge) {
  if (!isEmbedded || parent === window) return;
  let last = "";
  const send = (/** @type {string} */ kind, /** @type {object} */ detail) => parent.postMessage({ saltus: kind, detail }, "*");
  session.on("puzzle", () => send("open", { puzzle: session.start }));
  session.on("shown", () => {
    last = "";
    send("move", { puzzle: session.start, moves: session.node.way.slice(1).map(({ text }) => text) });
  });
  judge.on(() => {
    const known = judge.of(session.node);
    const kind = known.isOver ? "won" : known.isLost ? "lost" : "";
    if (kind === last || (kind === "won" && session.at === 0)) return;
    last = kind;
    if (kind) send(kind, { puzzle: session.start, moves: session.at });
  });
}
