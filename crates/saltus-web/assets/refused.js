// A reply that no engine gave: why there is none.

/**
 * @param {import("./engine.js").Kind} kind
 * @param {string} error
 * @returns {import("./engine.js").Reply}
 */
export const refused = (kind, error) => ({ kind, bytes: new TextEncoder().encode(JSON.stringify({ error })) });
