// Puts the parts together.

import * as address from "./address.js";
import * as analysis from "./analysis.js";
import * as api from "./api.js";
import { Board, picture } from "./board.js";
import { Chooser, typical } from "./chooser.js";
import { Definition } from "./definition.js";
import { button, byId, element, html, tell } from "./dom.js";
import { Editor } from "./edit.js";
import { Graph } from "./graph.js";
import { Hand } from "./hand.js";
import * as keyboard from "./keyboard.js";
import { lookOf } from "./looks.js";
import * as moves from "./moves.js";
import * as pointer from "./pointer.js";
import * as save from "./save.js";
import { Solver } from "./solver.js";
import { Session } from "./state.js";
import * as status from "./status.js";
import * as theory from "./theory.js";
import { Transport } from "./transport.js";
import { LABELS, titled } from "./words.js";

const session = new Session();
let board = new Board(session.outline);
const theBoard = () => board;
/** Whether a hand has brought the piece of the next move to its place. */
let isCarried = false;
/** Whether the browser's way back is to lead here. */
let isNewEntry = false;

/** @param {unknown} error */
function refused(error) {
  tell(element("notice"), error instanceof Error ? error.message : String(error));
}

/** @param {string} line */
async function open(line) {
  isNewEntry = true;
  try {
    await session.load(line);
  } finally {
    isNewEntry = false;
  }
}

const here = () => address.write({ line: session.start, shown: definition.shown, moves: session.moves, at: session.at });

const hand = new Hand(session, theBoard, refused);
const transport = new Transport(session, (haste) => (board.haste = haste));
const chooser = new Chooser(session, open);
const definition = new Definition(session, open, () => history.replaceState(null, "", here()));

// The board comes first, since others draw on it.
session.on("puzzle", () => {
  const { goal, outline, start } = session;
  const look = lookOf(start, outline);
  board = new Board(outline, { look, goal });
  element("board-frame").className = `board-frame stage-${look.stage}`;
  const { width, height } = board.svg.viewBox.baseVal;
  // A picture of the goal fits beside a board only where that is not wide.
  element("table").classList.toggle("stacked", width > 2 * height || !session.goal);
  element("board-frame").replaceChildren(board.svg);
  pointer.listen(board, hand, () => (isCarried = true));
  keyboard.listenOnBoard(board, hand);
  showGoal();
  document.title = `${titled(session.start)} · saltus`;
});

session.on("shown", ({ before }) => {
  const { at, frames, scene } = session;
  hand.picked = null;
  const isStep = Math.abs(at - before) === 1;
  const path = isStep ? frames[Math.min(at, before)].path : [];
  if (isStep) board.follow(scene, at > before ? path : [...path].reverse(), at > before, isCarried);
  else board.show(scene);
  isCarried = false;
  element("board-frame").setAttribute("aria-busy", "true");
  board.drawWay(at > 0 ? frames[at - 1].path : []);
  hand.light();
  // The address is that of the play, so that a reload brings all of it back.
  if (isNewEntry) history.pushState(null, "", here());
  else history.replaceState(null, "", here());
});

session.on("position", () => {
  element("board-frame").removeAttribute("aria-busy");
  hand.light();
});

function showGoal() {
  const { goal, outline, pieces } = session;
  const name = pieces ? `Goal: as few ${pieces[1]} as possible` : goal ? "Goal" : outline.marked.length ? "Goal: the marked cells" : "";
  element("goal").hidden = name === "";
  element("goal-name").textContent = name;
  element("goal-picture").replaceChildren(...(goal ? [picture(outline, goal, "Goal", { look: lookOf(session.start, outline) })] : []));
}

status.show(session);
const hints = new analysis.Hints(session, theBoard);
moves.show(session, (at) => transport.go(at));
theory.show(session);
new Editor(session, theBoard, hand, open);
new Graph(session, open);
const solver = new Solver(session, async (texts, isPlayed) => {
  const { at } = session;
  await session.use(texts, at);
  if (isPlayed) transport.run();
});
save.show(session, solver);

function help() {
  element("help-family").textContent = chooser.family?.name ?? "";
  element("help-rules").textContent = (chooser.family?.rules ?? "").replace(/\s+/g, " ");
  element("help-notation").textContent = chooser.family?.notation ?? "";
  byId("help", HTMLDialogElement).showModal();
}

button("help-open").addEventListener("click", help);
for (const close of document.querySelectorAll("[data-close]")) {
  close.addEventListener("click", () => close.closest("dialog")?.close());
}
for (const dialog of document.querySelectorAll("dialog")) {
  // A click beside the dialog is one on its backdrop.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
element("labels").replaceChildren(...Object.entries(LABELS).flatMap(([label, text]) => [html("dt", {}, html("span", { class: `label ${label}` }, label)), html("dd", {}, text)]));

button("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
  try {
    localStorage.setItem("saltus-theme", root.dataset.theme);
  } catch {
    // Where nothing may be kept, the choice lasts as long as the page.
  }
});

element("skip").addEventListener("click", (event) => {
  event.preventDefault();
  board.svg.focus();
});

keyboard.listen({
  u: () => transport.step(-1),
  r: () => transport.step(1),
  p: () => transport.toggle(),
  h: () => void hints.ask(),
  s: () => void solver.solve(),
  n: () => keyboard.toNextStop(board, hand),
  Escape: () => hand.cancel(),
  "?": help,
});

/** How often the address was followed: an older one is dropped. */
let followed = 0;

/** Shows what the address names; the first example where it names nothing. */
async function follow() {
  const turn = ++followed;
  const place = address.read(location) ?? { line: typical(chooser.families[0]), moves: [], at: 0 };
  if (session.start !== "" && location.hash === here()) return;
  try {
    if (place.text === undefined) definition.close();
    else place.line = (await definition.read(place.text)) ?? place.line;
    // Beside a text with a mistake there is something to play, too.
    if (place.line === "") place.line = await known.then(() => typical(chooser.families[0]));
    if (turn !== followed) return;
    await session.load(place.line, place.moves, place.at);
  } catch (error) {
    if (session.start === "") await session.load(place.line).catch(() => known.then(() => session.load(typical(chooser.families[0]))));
    element("line-error").hidden = false;
    element("line-error").textContent = error instanceof Error ? error.message : String(error);
  }
}

addEventListener("popstate", () => {
  if (location.hash !== here()) void follow();
});

const known = api.families().then((families) => chooser.fill(families));
try {
  // The board does not wait for the list of families, unless it is needed to choose one.
  if (!address.read(location)) await known;
  await follow();
  await known;
} catch (error) {
  element("headline").textContent = error instanceof Error ? error.message : String(error);
}
