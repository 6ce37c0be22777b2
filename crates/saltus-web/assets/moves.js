// The moves as text: to read, to copy, and to type in.

import { Refusal } from "./api.js";
import { byId, element, tell } from "./dom.js";

/** @typedef {import("./state.js").Session} Session */

/** @param {string} text */
const wordsOf = (text) => [...text.matchAll(/[^\s,]+/g)].map((found) => ({ word: found[0], start: found.index }));

/**
 * @param {Session} session
 * @param {() => void} taken
 */
export function listen(session, taken) {
  const form = byId("moves-form", HTMLFormElement);
  const text = byId("moves-text", HTMLTextAreaElement);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const words = wordsOf(text.value);
    try {
      await session.add(words.map(({ word }) => word));
      taken();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      tell(element("moves-error"), error.message);
      const wrong = error.made === null ? undefined : words[error.made];
      text.focus();
      if (wrong) text.setSelectionRange(wrong.start, wrong.start + wrong.word.length);
    }
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  return () => {
    tell(element("moves-error"));
    text.value = session.moves.join(" ");
  };
}
