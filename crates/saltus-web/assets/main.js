// Puts the parts together.

import * as address from "./address.js";
import * as api from "./api.js";
import { Board } from "./board.js";
import { button, byId, element, html, input } from "./dom.js";
import * as drawing from "./drawing.js";
import * as embed from "./embed.js";
import { Hand } from "./hand.js";
import { Judge } from "./judge.js";
import * as keyboard from "./keyboard.js";
import { lookOf } from "./looks.js";
import { Menu } from "./menu.js";
import * as message from "./message.js";
import * as moves from "./moves.js";
import * as opening from "./opening.js";
import { Overlay } from "./overlay.js";
import * as pointer from "./pointer.js";
import { about, recall } from "./puzzles.js";
import { Score } from "./score.js";
import { setStage } from "./stage.js";
import { Session } from "./state.js";
import { Status } from "./status.js";
import { Strip } from "./strip.js";
import { Transport } from "./transport.js";
import { later, once } from "./wanted.js";
import { Watch } from "./watch.js";
import { LABELS, capital, reason } from "./words.js";

/** What is opened where the address names nothing. */
const FIRST = document.querySelector('meta[name="saltus-opening"]')?.getAttribute("content") ?? "";
/** The number of the day that the page is about, where it is about one; the page may lie below those that it names. */
const DAY = Number(document.querySelector('meta[name="saltus-day"]')?.getAttribute("content") ?? 0);
/** So many first moves the board shows what can move. */
const SHOWN = 3;
/** Of the best moves a hint has at most so many. */
const HINTS = 3;

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

const isTaught = () => player.now?.isOn ?? false;
/** Whether answers stay off, as a class gets the page. */
let isBare = false;
/** @param {boolean} [bare] */
const here = (bare = isBare) => address.write({ line: session.start, shown: definition.now?.shown, moves: session.moves, at: session.at, isBare: bare, day: bare ? null : score.day });
/** What the address said when it was last followed or written: one that has changed since is to be followed, and not to be written over. */
let heeded = location.hash;
/** Makes the address that of the play, so that a reload brings all of it back. */
function note() {
  if (location.hash !== heeded || isTaught()) return;
  const address = `${location.pathname}${location.search}${here()}`;
  if (isNewEntry) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  heeded = location.hash;
}
/** What pupils get. */
const forPupils = () => new URL(`${location.pathname}${here(true)}`, location.href).href;

const hand = new Hand(session, theBoard, refused);
const judge = new Judge(session);
const transport = new Transport(session, (haste) => (board.haste = haste));
const watch = new Watch(session, judge, transport);
const score = new Score(session, judge, transport, isTaught, async (play) => (await tally()).count(play));
const tally = once(async () => new (await later()).Tally(session, score));
/** A board in a frame keeps no tree. */
const trees = once(async () => {
  const { keepTrees } = await later();
  if (!embed.isEmbedded) await keepTrees(session, isTaught);
});
const today = once(async () => new (await later()).Today(session, score));
const gallery = once(async () => new (await later()).Gallery(menu, note, async () => (await definition()).begin()));
const ladders = once(async () => new (await later()).Ladders(session, (line) => menu.try(line), note, score));
const forClass = once(async () => {
  const { ForClass } = await later();
  const write = async () => (await writer()).show();
  return new ForClass(session, note, () => void write(), async () => {
    openView()?.leave();
    await (await classroom()).enter();
  });
});
/** The views that cover the page, by their addresses. */
const views = { "#gallery": gallery, "#ladders": ladders, "#class": forClass };
/** The view that is open, where one is. */
const openView = () => Object.values(views).find(({ now }) => now?.isOpen)?.now;

/** Opens what is asked for, or closes it. @param {() => Promise<{toggle: () => void}>} wanted */
const toggle = (wanted) => wanted().then((one) => one.toggle(), refused);

const menu = new Menu(session, open);
const definition = once(async () => new (await later()).Definition(session, open, note));
button("define").addEventListener("click", () => void toggle(definition));

function makeBoard() {
  look = lookOf(session.start, session.outline);
  board = new Board(session.outline, { look, goal: session.goal, isLettered: input("letters").checked, Overlay, Strip });
  board.show(session.scene);
  element("board-frame").replaceChildren(board.svg);
  pointer.listen(board, hand, () => (isCarried = true));
  keyboard.listenOnBoard(board, hand);
  // Others draw ways on it before the position is told.
  board.show(session.scene);
}

// The board comes first, since others draw on it.
session.on("puzzle", () => {
  document.body.classList.remove("early");
  makeBoard();
  setStage(session, look, score.day !== null);
  if (score.day === null) document.title = `${about(session).name} · saltus`;
  openView()?.close();
});

session.on("shown", ({ before }) => {
  const { node } = session;
  // Who plays may win: what counts that is there by then.
  if (before !== node) void trees().catch(() => {});
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
  board.drawOwn([]);
  board.showWays([]);
  hand.light();
  byId("whole", HTMLAnchorElement).href = `${location.pathname}${here()}`;
  // Of a play that runs, the address is written when it rests.
  if (isNewEntry || !transport.isRunning) note();
});

transport.on(() => transport.isRunning || note());

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

const status = new Status(session, judge, watch, theBoard, () => void menu.another(), score);
const ranks = once(async () => new (await later()).Ranks(session, theBoard, judge, () => status.reading));
button("rank").addEventListener("click", () => void toggle(ranks));
const tree = once(async () => {
  await trees();
  return new (await later()).TreeView(session, judge, () => look);
});
button("tree-open").addEventListener("click", () => void toggle(tree));
const check = once(async () => new (await later()).Check(session, judge));
const showCheck = async () => (await check()).show();
button("check").addEventListener("click", () => void showCheck());
const classroom = once(async () => new (await later()).Classroom(session, forPupils));
button("class-open").addEventListener("click", () => void toggle(classroom));
const player = once(async () => {
  const { LessonPlayer } = await later();
  return new LessonPlayer(session, theBoard, (isOn, isBare, hasHints) => {
    document.body.classList.toggle("in-lesson", isOn);
    document.body.classList.toggle("no-hints", !hasHints);
    keepBare(isBare);
  });
});
const writer = once(async () => {
  const { LessonWriter } = await later();
  return new LessonWriter(session, async (text) => {
    const { asked, moves, at } = session;
    const leave = async (/** @type {string} */ text) => {
      player.now?.close();
      await session.load(asked, moves, at);
      (await writer()).show(text);
    };
    await (await player()).open(text, { leave });
  });
});
button("lesson-open").addEventListener("click", async () => (await writer()).show());
button("for-class").addEventListener("click", () => void toggle(forClass));
const editor = once(async () => new (await later()).Editor(session, theBoard, hand, open));
button("edit").addEventListener("click", () => void toggle(editor));
embed.tell(session, judge, { answers: (isOn) => input("answers").checked !== isOn && input("answers").click(), draw: (text) => board.drawOwn(drawing.read(text, session.outline.names)) });
const facts = once(async () => (await later()).theory.show(session));
byId("theory", HTMLDetailsElement).addEventListener("toggle", () => void facts().catch(refused));
const saving = once(async () => (await later()).save.show(session, forPupils));
const fillMoves = moves.listen(session, () => byId("more", HTMLDialogElement).close());

/** A hint: the best move as an arrow. */
async function hint() {
  await judge.ask();
  const known = judge.of(session.node);
  // Where answers are off, as on a day, a hint tells of the move alone.
  if (!judge.isOn && session.position) known.hint = await api.hint(session.position.line);
  const texts = known.hint?.best.length ? known.hint.best : known.play ? [known.play[0]] : [];
  const best = session.position?.choices.filter(({ text }) => texts.includes(text)) ?? [];
  if (best.length) {
    board.drawArrows(best.slice(0, HINTS).map(({ path }) => path));
    status.speakHint(best.slice(0, HINTS));
    score.hinted();
    player.now?.hinted();
  }
  else if (judge.isOn && !known.isLost && !known.isOver && (await watch.search())) await hint();
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

opens("share-open", "share", () => void saving().catch(refused));
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
for (const id of ["edit", "define", "lesson-open", "for-class", "more-help"]) button(id).addEventListener("click", () => byId("more", HTMLDialogElement).close());
element("labels").replaceChildren(...Object.entries(LABELS).flatMap(([label, text]) => [html("dt", {}, label), html("dd", {}, text)]));

input("answers").addEventListener("change", () => {
  const { checked } = input("answers");
  element("answers-name").textContent = checked || score.day !== null ? "Answers" : "Answers hidden";
  judge.isOn = checked;
  document.body.classList.toggle("no-answers", !checked);
  document.body.classList.toggle("with-answers", checked);
  for (const id of ["hint", "rank", "check"]) button(id).disabled = !checked && !(id === "hint" && score.day !== null);
  if (!checked) {
    if (!element("rail").hidden) void toggle(ranks);
    board.drawArrows([]);
  }
  void judge.ask();
});

input("letters").addEventListener("change", () => {
  makeBoard();
  hand.light();
});

/** Puts answers off for good, or gives them back. @param {boolean} bare */
function keepBare(bare) {
  if (bare === isBare) return;
  isBare = bare;
  document.body.classList.toggle("bare-page", bare);
  button("puzzle-open").disabled = bare;
  if (input("answers").checked === bare) input("answers").click();
}

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

/** Whether the page may say which moves are best. */
const hasHints = () => !document.body.classList.contains("no-hints");
const back = () => transport.step(-1);
const on = () => transport.step(1);
/** The piece on a place with a number. @param {string} name */
const act = (name) => {
  const cell = session.outline.names.indexOf(name);
  if (cell >= 0) hand.act(cell);
};
keyboard.listen({
  ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [String(index + 1), () => act(String(index + 1))])),
  u: back,
  Backspace: () => status.toWon() || back(),
  "Ctrl+z": back,
  ArrowLeft: () => hand.push([-1, 0]) || back(),
  r: on,
  "Ctrl+y": on,
  "Ctrl+Shift+z": on,
  ArrowRight: () => hand.push([1, 0]) || on(),
  ArrowUp: () => hand.push([0, -1]),
  ArrowDown: () => hand.push([0, 1]),
  " ": () => hasHints() && void watch.toggle(),
  h: () => hasHints() && (judge.isOn || score.day !== null) && void hint(),
  m: () => hasHints() && judge.isOn && void toggle(ranks),
  c: () => judge.isOn && void showCheck(),
  // Where the page around this one, or a teacher, has put answers off, no key brings them back.
  a: () => isBare || !embed.hasAnswers || input("answers").click(),
  t: () => isBare || void toggle(tree),
  l: () => isBare || void toggle(ladders),
  g: () => isBare || void toggle(gallery),
  f: () => isBare || void toggle(classroom),
  n: () => keyboard.toNextStop(board, hand),
  Escape: () => (openView() ? openView()?.leave() : !element("tree-view").hidden ? void toggle(tree) : classroom.now?.isOn ? void classroom.now.leave() : hand.cancel()),
  "?": () => isBare || help(),
});

/** How often the address was followed: an older one is dropped. */
let followed = 0;

/** Makes the moves that were made on the board of the page before this script had come (first.js). */
async function takeOver() {
  /** @type {string[]} */
  const moves = Reflect.get(globalThis, "saltusFirst") ?? [];
  if (session.at === 0 && moves.length > 0) await session.add(moves.splice(0));
}

/** Whether the address holds a lesson or a sheet, or the page does. */
const namesLesson = () => /^#[cs]=/.test(location.hash) || (location.hash.length < 2 && document.querySelector("script.lesson") !== null);

/** The text of that lesson, and the sheet that it is. */
async function lessonOf() {
  const { hash } = location;
  const { made, sheets, unpacked } = await later();
  if (hash.startsWith("#c=")) {
    const sheet = sheets.read(hash);
    const { lesson } = await made(sheet.isOwn ? { ...sheet, seed: sheets.ownSeed(sheet) } : sheet);
    return { text: lesson, sheet: { ...sheet, name: sheets.nameOf(sheet) } };
  }
  const letters = /^#s=([\w-]*)/.exec(hash)?.[1];
  return { text: letters === undefined ? JSON.parse(document.querySelector("script.lesson")?.textContent ?? "") : await unpacked(letters), sheet: null };
}

/** Opens a lesson, or says why there is none. @param {Awaited<ReturnType<typeof lessonOf>>|Error} written */
async function teach(written) {
  try {
    if (written instanceof Error) throw written;
    await (await player()).open(written.text, written);
  } catch (error) {
    player.now?.close();
    if (session.start === "") await session.load(FIRST);
    refused(error);
  }
}

/** Shows what the address names; the first puzzle, in motion, where it names nothing. */
async function follow() {
  const turn = ++followed;
  heeded = location.hash;
  const view = Object.entries(views).find(([hash]) => hash === location.hash)?.[1];
  if (view && !isBare) {
    // Below it there is something to come back to.
    if (session.start === "") await session.load(FIRST);
    const wanted = await view().catch(refused);
    if (turn !== followed || !wanted) return;
    if (openView() !== wanted) openView()?.close();
    return wanted.open();
  }
  openView()?.close();
  if (namesLesson()) {
    const written = await lessonOf().catch((error) => error);
    return turn === followed ? teach(written) : undefined;
  }
  player.now?.close();
  const named = address.read(location);
  if (named) keepBare(named.isBare);
  const isOfDay = DAY > 0 && !named;
  if (location.hash === "#today" || named?.day || isOfDay) {
    await today().then((today) => today.open(named?.day ?? (isOfDay ? DAY : null), named?.moves, named?.at)).catch(refused);
    if (session.start === "") await session.load(FIRST);
    return isOfDay ? takeOver() : undefined;
  }
  const place = named ?? { line: FIRST, text: undefined, moves: [], at: 0 };
  if (session.start !== "" && location.hash === here()) return;
  try {
    if (place.text === undefined) definition.now?.close();
    else place.line = (await (await definition()).read(place.text)) ?? place.line;
    // Beside a text with a mistake there is something to play, too.
    if (place.line === "") place.line = FIRST;
    if (turn !== followed) return;
    await session.load(place.line, place.moves, place.at);
    if (!named) await takeOver();
    if (!named && !embed.isEmbedded && session.at === 0 && !document.querySelector("base")) void begin();
  } catch (error) {
    const isLarge = error instanceof api.Refusal && error.kind === "too-much";
    const { hash } = location;
    if (session.start === "") await session.load(place.line).catch(() => session.load(FIRST));
    if (turn !== followed) return;
    if (!isLarge) return refused(error);
    // The address stays that of what was asked for, until somebody plays.
    if (hash) history.replaceState(null, "", hash);
    heeded = location.hash;
    status.tooLarge(place.line, capital(reason(error)));
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

void api.families().then((families) => {
  menu.families = families;
  // From now on the network is free for what is kept (keep.js).
  dispatchEvent(new Event("saltus-answers"));
});
void api.engine.then((engine) => {
  const { where } = engine;
  const tell = () => {
    const tab = where === "tab" ? "Answers are computed in this tab." : "The server does not answer. Answers are computed in this tab.";
    element("engine").textContent = engine.where === "tab" ? tab : "Answers are computed by the server of this page.";
  };
  tell();
  engine.moved = tell;
});
try {
  await follow();
  if (session.start === "") await session.load(FIRST);
} catch (error) {
  element("headline").textContent = reason(error);
}
