// What a screen reader is told.

import { element } from "./dom.js";

let again = false;

let count = 0;

/** How many sentences were said. */
export const said = () => count;

/**
 * Says a sentence, also when it is the same as before.
 * @param {string} sentence
 */
export function announce(sentence) {
  again = !again;
  count += 1;
  // A sentence that does not change would not be read again.
  element("live").textContent = sentence + (again ? "\u00a0" : "");
}
