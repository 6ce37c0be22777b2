// Puts the parts together.

import * as address from "./address.js";
import * as api from "./api.js";
import { Board, picture } from "./board.js";
import { Check } from "./check.js";
import { Classroom } from "./classroom.js";
import { Definition } from "./definition.js";
import { button, byId, element, html, input } from "./dom.js";
import { Editor } from "./edit.js";
import * as embed from "./embed.js";
import { Gallery } from "./gallery.js";
import { UNIT, extent } from "./geometry.js";
import { Hand } from "./hand.js";
import { Judge } from "./judge.js";
import * as keyboard from "./keyboard.js";
import { lookOf } from "./looks.js";
import { Menu } from "./menu.js";
import * as message from "./message.js";
import * as moves from "./moves.js";
import * as opening from "./opening.js";
import * as pointer from "./pointer.js";
import { PUZZLES, about, recall } from "./puzzles.js";
import { Ranks } from "./ranks.js";
import * as save from "./save.js";
import { Session } from "./state.js";
import { Status } from "./status.js";
import * as theory from "./theory.js";
import { Transport } from "./transport.js";
import { TreeView } from "./treeview.js";
import { Watch } from "./watch.js";
import { LABELS, capital, reason } from "./words.js";

/** What is opened where the address names nothing. */
const FIRST = PUZZLES[0].levels[1].line;
/** So many first moves the board shows what can move. */
const SHOWN = 3;

embed.dress();
const session = new Session();
session.on("puzzle", () => recall(session.start, session.asked));
let look = lookOf("", session.outline);
let board = new Board(session.outline, { look });
const theBoard = () => board;
/** Whether a hand has brought the piece of the next move to its place. */
let isCarried = false;
/** Whether the browser's way back is to lead here. */
let isNewEntry = false;
let isOpening = false;

/** @param {unknown} error */
const refused = (error) => message.refuse(capital(reason(error)));

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
const judge = new Judge(session);
const transport = new Transport(session, (haste) => (board.haste = haste));
const watch = new Watch(session, judge, transport);
const menu = new Menu(session, open);
const definition = new Definition(session, open, () => history.replaceState(null, "", here()));

function makeBoard() {
  look = lookOf(session.start, session.outline);
  board = new Board(session.outline, { look, goal: session.goal, isLettered: input("letters").checked });
  board.show(session.scene);
  element("stage").className = `stage stage-${look.stage}`;
  element("board-frame").replaceChildren(board.svg);
  pointer.listen(board, hand, () => (isCarried = true));
  keyboard.listenOnBoard(board, hand);
  // Others draw ways on it before the position is told.
  board.show(session.scene);
}

// The board comes first, since others draw on it.
session.on("puzzle", () => {
  makeBoard();
  showGoal();
  document.title = `${about(session).name} · saltus`;
  gallery.close();
});

session.on("shown", ({ before }) => {
  const { node } = session;
  hand.picked = null;
  message.forget();
  const isOn = node.parent === before;
  const isBack = before.parent === node;
  if (isOn) board.follow(node.scene, node.path, true, isCarried);
  else if (isBack) board.follow(node.scene, [...before.path].reverse(), false, isCarried);
  else board.show(node.scene);
  isCarried = false;
  element("board-frame").setAttribute("aria-busy", "true");
  board.drawWay(node.path);
  board.drawArrows([]);
  board.showWays([]);
  hand.light();
  byId("whole", HTMLAnchorElement).href = `${location.pathname}${here()}`;
  // The address is that of the play, so that a reload brings all of it back.
  if (isNewEntry) history.pushState(null, "", here());
  else history.replaceState(null, "", here());
});

judge.on(() => {
  showWays();
  transport.mark(judge.isOn ? (judge.lostSince(session.way[session.way.length - 1])?.depth ?? null) : null);
});

session.on("position", ({ over }) => {
  element("board-frame").removeAttribute("aria-busy");
  hand.light();
  showWays();
  if (over && session.at > 0 && !session.pieces) board.win();
});

/** The first moves, as long as somebody may not know how to begin. */
function showWays() {
  const { at, position } = session;
  const paths = position?.choices.map(({ path }) => path) ?? [];
  const isNeeded = at < SHOWN && paths.length <= 4 && look.figure !== "tile" && look.figure !== "block" && !judge.of(session.node).isLost;
  board.showWays(isNeeded && !isOpening && !transport.isRunning ? paths : []);
}

function showGoal() {
  const { goal, outline, pieces } = session;
  const [left, top, width, height] = extent(outline.places, UNIT / 2);
  // A high board has its words beside it, a low one above it.
  element("stage").classList.toggle("tall", height > 0.8 * width);
  // A triangle leaves the corner free.
  element("stage").classList.toggle("pointed", !outline.places.some(([x, y]) => x < left + width / 4 && y < top + height / 4));
  const name = pieces ? `As few ${pieces[1]} as possible` : goal ? "Goal" : "";
  element("goal").hidden = name === "";
  element("goal").classList.toggle("tall", goal !== null && height > 0.45 * width);
  element("goal-name").textContent = name;
  element("goal-picture").replaceChildren(...(goal ? [picture(outline, goal, "Goal", { look, goal: look.men ? goal : null })] : []));
}

const status = new Status(session, judge, watch, theBoard, () => void menu.another());
const ranks = new Ranks(session, theBoard, judge, () => status.reading);
const tree = new TreeView(session, judge, () => look);
const gallery = new Gallery(menu, () => history.replaceState(null, "", here()), () => void definition.begin());
const check = new Check(session);
const classroom = new Classroom(session);
new Editor(session, theBoard, hand, open);
embed.tell(session, judge);
theory.show(session);
save.show(session);
const fillMoves = moves.listen(session, () => byId("more", HTMLDialogElement).close());

/** A hint: the best move as an arrow. */
async function hint() {
  await judge.ask();
  const known = judge.of(session.node);
  const texts = known.hint?.best.length ? known.hint.best : known.play ? [known.play[0]] : [];
  const best = session.position?.choices.filter(({ text }) => texts.includes(text)) ?? [];
  if (best.length) board.drawArrows(best.slice(0, 3).map(({ path }) => path));
  else if (!known.isLost && !known.isOver && (await watch.search())) await hint();
}

function help() {
  element("help-family").textContent = about(session).name;
  element("help-rules").textContent = (menu.family?.rules ?? "").replace(/\s+/g, " ");
  element("help-notation").textContent = menu.family?.notation ?? "";
  byId("help", HTMLDialogElement).showModal();
}

/** @param {string} id @param {string} dialog @param {() => void} [before] */
function opens(id, dialog, before = () => {}) {
  button(id).addEventListener("click", () => {
    before();
    byId(dialog, HTMLDialogElement).showModal();
  });
}

opens("share-open", "share");
opens("more-open", "more", fillMoves);
button("help-open").addEventListener("click", help);
button("hint").addEventListener("click", () => void hint());
for (const close of document.querySelectorAll("[data-close]")) {
  close.addEventListener("click", () => close.closest("dialog")?.close());
}
for (const dialog of document.querySelectorAll("dialog")) {
  // A click beside the dialog is one on its backdrop.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
for (const [id, other] of [["more-help", "help-open"], ["more-theme", "theme"]]) button(id).addEventListener("click", () => button(other).click());
for (const id of ["edit", "define", "more-help"]) button(id).addEventListener("click", () => byId("more", HTMLDialogElement).close());
element("labels").replaceChildren(...Object.entries(LABELS).flatMap(([label, text]) => [html("dt", {}, label), html("dd", {}, text)]));

input("answers").addEventListener("change", () => {
  const { checked } = input("answers");
  element("answers-name").textContent = checked ? "Answers" : "Answers hidden";
  judge.isOn = checked;
  document.body.classList.toggle("no-answers", !checked);
  document.body.classList.toggle("with-answers", checked);
  for (const id of ["hint", "rank", "check"]) button(id).disabled = !checked;
  if (!checked) {
    ranks.toggle(false);
    board.drawArrows([]);
  }
  void judge.ask();
});

input("letters").addEventListener("change", () => {
  makeBoard();
  hand.light();
});

if (!embed.hasAnswers) input("answers").click();

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
/** What a press leads to. */
const showTheme = () => button("theme").querySelector("use")?.setAttribute("href", isDark() ? "#i-sun" : "#i-moon");
showTheme();
system.addEventListener("change", showTheme);

button("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  showTheme();
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

const back = () => transport.step(-1);
const on = () => transport.step(1);
keyboard.listen({
  u: back,
  "Ctrl+z": back,
  ArrowLeft: back,
  r: on,
  "Ctrl+y": on,
  "Ctrl+Shift+z": on,
  ArrowRight: on,
  " ": () => void watch.toggle(),
  h: () => judge.isOn && void hint(),
  m: () => judge.isOn && ranks.toggle(),
  c: () => judge.isOn && void check.show(),
  a: () => input("answers").click(),
  t: () => tree.toggle(),
  g: () => (gallery.isOpen ? gallery.leave() : gallery.open()),
  f: () => void (classroom.isOn ? classroom.leave() : classroom.enter()),
  n: () => keyboard.toNextStop(board, hand),
  Escape: () => (gallery.isOpen ? gallery.leave() : tree.isOpen ? tree.toggle(false) : classroom.isOn ? void classroom.leave() : hand.cancel()),
  "?": help,
});

/** How often the address was followed: an older one is dropped. */
let followed = 0;

/** Shows what the address names; the first puzzle, in motion, where it names nothing. */
async function follow() {
  const turn = ++followed;
  if (location.hash === "#gallery") {
    // Below the gallery there is something to come back to.
    if (session.start === "") await session.load(FIRST);
    return gallery.open();
  }
  gallery.close();
  const named = address.read(location);
  const place = named ?? { line: FIRST, moves: [], at: 0 };
  if (session.start !== "" && location.hash === here()) return;
  try {
    if (place.text === undefined) definition.close();
    else place.line = (await definition.read(place.text)) ?? place.line;
    // Beside a text with a mistake there is something to play, too.
    if (place.line === "") place.line = FIRST;
    if (turn !== followed) return;
    await session.load(place.line, place.moves, place.at);
    if (!named && !embed.isEmbedded) void begin();
  } catch (error) {
    if (session.start === "") await session.load(place.line).catch(() => session.load(FIRST));
    refused(error);
  }
}

async function begin() {
  const { start, node } = session;
  await judge.ask();
  const play = judge.of(node).play ?? (await api.solution(start));
  if (session.node !== node || !play) return;
  await opening.play(session, board, play, (isRunning) => {
    isOpening = isRunning;
    showWays();
  });
}

addEventListener("popstate", () => {
  if (location.hash !== here()) void follow();
});
addEventListener("hashchange", () => {
  if (location.hash !== here()) void follow();
});

void api.families().then((families) => (menu.families = families));
void api.engine.then((engine) => {
  const { where } = engine;
  const tell = () => {
    const tab = where === "tab" ? "Answers are computed in this tab." : "The server does not answer. Answers are computed in this tab.";
    element("engine").textContent = engine.where === "tab" ? tab : "Answers are computed by the server of this page.";
  };
  tell();
  engine.moved = tell;
  // A site of files works without a network when it was seen once.
  if (where === "tab" && location.protocol !== "file:" && !embed.isEmbedded) void navigator.serviceWorker?.register("kept.js").catch(() => {});
});
try {
  await follow();
  if (session.start === "") await session.load(FIRST);
} catch (error) {
  element("headline").textContent = reason(error);
}
