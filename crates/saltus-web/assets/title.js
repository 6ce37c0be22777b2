// The title of a puzzle that is a definition.

/** The title of a definition. @param {string} line */
export const titleOf = (line) => line.match(/^rules (?:.* ; )?title: (.*?) ; /)?.[1] ?? null;
