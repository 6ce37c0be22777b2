// What a screen reader is told.

import { element } from "./dom.js";

let again = false;

/**
 * Says a sentence, also when it is the same as before.
 * @param {string} sentence
 */
export function announce(sentence) {
  again = !again;
  // A sentence that does not change would not be read again.
  element("live").textContent = sentence + (again ? "\u00a0" : "");
}
