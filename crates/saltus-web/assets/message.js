// Two slots that never move: the message above the board, and what can be done below it.

import { announce } from "./announce.js";
import { element, html, icon } from "./dom.js";

/** What is said above the board. @typedef {{kind: ""|"lost"|"won", title: string, detail: string}} Message */
/** What is offered below it: a sentence, or acts of which the first is the one that is next. @typedef {{words?: string, acts?: [string, () => void][]}} Act */

/** Milliseconds that a refusal stands there. */
const REFUSAL = 2600;

let said = "";
let timer = 0;
/** @type {Message} */
let last = { kind: "", title: "", detail: "" };

/** @param {Message} message */
export function say(message) {
  last = message;
  if (timer) return;
  show(message);
}

/** @param {Message} message */
function show({ kind, title, detail }) {
  element("message").className = `message ${kind}`;
  element("headline").textContent = title || "\u00a0";
  element("detail").textContent = detail || "\u00a0";
  const words = `${title} ${detail}`;
  if (kind && words !== said) announce(words);
  said = words;
}

/**
 * Says for a moment why something does not go, in at most five words.
 * @param {string} words
 */
export function refuse(words) {
  clearTimeout(timer);
  element("message").className = "message lost";
  element("headline").textContent = words;
  announce(words);
  timer = window.setTimeout(forget, REFUSAL);
}

/** Ends a refusal. */
export function forget() {
  clearTimeout(timer);
  timer = 0;
  show(last);
}

/** @param {Act} act */
export function offer({ words = "", acts = [] }) {
  const buttons = acts.map(([name, act], index) => {
    const made = html("button", { type: "button", class: index === 0 ? "act-button" : "edged" }, name);
    if (index === 0 && name.startsWith("Back")) made.prepend(icon("undo"));
    made.addEventListener("click", act);
    return made;
  });
  const place = element("act");
  // What somebody is about to press is not replaced by the same.
  const names = acts.map(([name]) => name).join("|") || words;
  if (place.dataset.names === names) return;
  place.dataset.names = names;
  place.replaceChildren(...(buttons.length ? buttons : [words]));
}
