// Refusals: a reply that no engine gave, and what is thrown where a reply is no answer.

/** @typedef {import("./engine.js").Reply} Reply */
/** @typedef {import("./engine.js").Kind} Kind */

/**
 * @param {Kind} kind
 * @param {string} error
 * @returns {Reply}
 */
export const refused = (kind, error) => ({ kind, bytes: new TextEncoder().encode(JSON.stringify({ error })) });

/** A refusal: one sentence, and where it belongs. */
export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {{kind?: Kind, column?: number|null, made?: number|null}} [where]
   */
  constructor(sentence, { kind = "bad", column = null, made = null } = {}) {
    super(sentence);
    this.kind = kind;
    /** The character of the line that is wrong, from 1. */
    this.column = column;
    /** How many moves could be made before the wrong one. */
    this.made = made;
  }
}

/** The kinds of answers, with their media types. @type {Record<string, string>} */
export const MEDIA = { json: "application/json", svg: "image/svg+xml", png: "image/png", gif: "image/gif", certificate: "application/octet-stream" };

/** A reply that is an answer; what is refused is thrown. @param {Reply} reply */
export function answered({ kind, bytes }) {
  if (!(kind in MEDIA)) {
    const { error, ...where } = JSON.parse(new TextDecoder().decode(bytes));
    throw new Refusal(error, { ...where, kind });
  }
  return { kind, bytes };
}
