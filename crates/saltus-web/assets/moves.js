// The moves as a list to click, and as text to edit.

import { Refusal } from "./api.js";
import { button, byId, element, html, tell } from "./dom.js";

/** @typedef {import("./state.js").Session} Session */

/** @param {string} text */
const wordsOf = (text) => [...text.matchAll(/[^\s,]+/g)].map((found) => ({ word: found[0], start: found.index }));

/**
 * @param {Session} session
 * @param {(at: number) => void} go
 */
export function show(session, go) {
  const list = element("moves");
  const form = byId("moves-form", HTMLFormElement);
  const text = byId("moves-text", HTMLTextAreaElement);

  const draw = () => {
    const { frames } = session;
    const kept = /** @type {HTMLLIElement[]} */ ([...list.children]);
    frames.forEach((frame, index) => {
      if (kept[index]?.textContent !== frame.text) {
        const item = html("li", {}, html("button", { type: "button", "data-at": String(index + 1) }, frame.text));
        if (kept[index]) kept[index].replaceWith(item);
        else list.append(item);
      }
    });
    kept.slice(frames.length).forEach((item) => item.remove());
    list.hidden = frames.length === 0 || !form.hidden;
    element("moves-none").hidden = frames.length > 0 || !form.hidden;
    mark();
  };

  const mark = () => {
    [...list.children].forEach((item, index) => {
      const isNow = index + 1 === session.at;
      item.classList.toggle("later", index >= session.at);
      item.firstElementChild?.toggleAttribute("aria-current", isNow);
      if (isNow) item.firstElementChild?.setAttribute("aria-current", "step");
    });
    const now = /** @type {HTMLElement|undefined} */ (list.children[session.at - 1]);
    // Not `scrollIntoView`, which would also move the page.
    if (now) list.scrollTop = Math.max(0, Math.min(list.scrollTop, now.offsetTop - 4), now.offsetTop + now.offsetHeight + 4 - list.clientHeight);
    else list.scrollTop = 0;
  };

  /** @param {boolean} isOpen */
  const edit = (isOpen) => {
    form.hidden = !isOpen;
    button("moves-edit").hidden = isOpen;
    tell(element("moves-error"));
    text.value = session.moves.join(" ");
    draw();
    if (isOpen) text.focus();
  };

  const accept = async () => {
    const words = wordsOf(text.value);
    try {
      await session.use(words.map(({ word }) => word));
      edit(false);
      button("moves-edit").focus();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(element("moves-error"), error.message);
      const wrong = error.made === null ? undefined : words[error.made];
      text.focus();
      if (wrong) text.setSelectionRange(wrong.start, wrong.start + wrong.word.length);
    }
  };

  button("moves-edit").addEventListener("click", () => edit(true));
  button("moves-cancel").addEventListener("click", () => edit(false));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void accept();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Escape") edit(false);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  list.addEventListener("click", (event) => {
    const at = event.target instanceof HTMLElement ? event.target.dataset.at : undefined;
    if (at) go(Number(at));
  });
  session.on("moves", () => {
    if (form.hidden) draw();
    else edit(true);
  });
  session.on("shown", mark);
  session.on("puzzle", () => edit(false));
}
