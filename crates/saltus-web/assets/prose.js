// The rules of a definition in sentences, from the line that the engine reads it as. A rule of no common kind is shown as it is.

/** @type {Record<string, string>} */
const WAYS = {
  right: "to the right", left: "to the left", up: "up", down: "down", ne: "up to the right", nw: "up to the left", se: "down to the right", sw: "down to the left",
  orthogonal: "in four directions", diagonal: "diagonally", eight: "in eight directions", six: "in six directions", knight: "as a knight in chess", path: "along an edge", line: "along a line",
};
/** Where a rule goes that names no direction. @type {Record<string, string>} */
const USUAL = { square: "orthogonal", hex: "six", graph: "path" };

/** What a block does in one move. @type {Record<string, string>} */
const SLIDES = { unit: "one block by one cell", straight: "one block straight ahead", walk: "one block any way" };

/** @param {string} word */
const article = (word) => (/^([aefhilmnorsx8]$|[aeiou][a-z])/i.test(word) ? "an" : "a");

/** @param {string[]} words */
const either = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words[words.length - 1]}`);

/** @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/**
 * @param {string} rule such as "o o . -> . . o"
 * @param {string} way
 * @param {(word: string) => string} a what a word is called, with its article
 */
function told(rule, way, a) {
  const [patterns, condition = ""] = rule.split(" where ");
  const [p, ...rest] = patterns.split(" -> ")[0].split(" ");
  const q = rest.find((word) => !/^[.|]/.test(word)) ?? "";
  const other = condition ? "one of another kind" : a(q);
  // Signs take the place of the two pieces, so that a rule is known by its form.
  const form = patterns.split(" ").map((word) => (word === p ? "P" : word === q ? "Q" : word)).join(" ");
  const doubled = p === q ? form.replace(/^P P/, "P Q") : form;
  /** @type {Record<string, string>} */
  const kinds = {
    "P . -> . P": `${a(p)} goes to an empty cell ${way}`,
    "P Q . -> . Q P": `${a(p)} jumps over ${other} into an empty cell ${way}`,
    "P Q . -> . . P": `${a(p)} jumps over ${other} into an empty cell ${way}. What it jumps over goes`,
    "P Q . -> . P Q": `${a(p)} pushes ${other} ${way}`,
    "P Q -> . P": `${a(p)} takes ${other} beside it ${way}`,
    "P Q -> Q P": `${a(p)} changes places with ${other} beside it`,
    "P .+ Q -> .+ P Q": `${a(p)} slides ${way} until ${other} stops it`,
    "P .+ | -> .+ P |": `${a(p)} slides ${way} until an edge or a wall stops it`,
  };
  return kinds[doubled] ?? `${patterns.replace(" -> ", " becomes ")} ${way}${condition ? `, where ${condition}` : ""}`;
}

/**
 * @param {string} line a definition on one line
 * @returns {string}
 */
export function prose(line) {
  const statements = line.replace(/^rules /, "").split(" ; ").map((statement) => {
    const [head, body = ""] = [statement.replace(/:.*$/, ""), statement.match(/: ?(.*)$/)?.[1]];
    const [keyword, ...words] = head.split(" ");
    return { keyword, words, body };
  });
  const board = statements.find(({ keyword }) => keyword === "board")?.words.find((word) => word in USUAL) ?? "square";
  const classes = new Map(statements.filter(({ keyword }) => keyword === "class").map(({ words, body }) => [words[0], body.split(" ")]));
  const a = (/** @type {string} */ word) => {
    const pieces = classes.get(word) ?? [word];
    return pieces.length > 3 ? `any of ${pieces[0]} to ${pieces[pieces.length - 1]}` : either(pieces.map((piece) => `${article(piece)} ${piece}`));
  };
  const said = statements.flatMap(({ keyword, words, body }) => {
    if (keyword === "turns") return [`They take turns: ${body.split(" ").join(", then ")}`];
    if (keyword === "move") {
      const directions = words.filter((word) => word in WAYS);
      const way = either((directions.length ? directions : [USUAL[board]]).map((word) => WAYS[word]));
      const more = `${words.includes("chain") ? ", and may go on" : ""}${words.includes("cost") ? ", at no cost" : ""}`;
      return body.split(" / ").map((rule) => told(rule, way, a) + more);
    }
    if (keyword === "cycle") return [`What stands on ${body.split(" ").join(", ")} turns by one cell${words.includes("both") ? ", either way" : ""}`];
    if (keyword === "blocks") return [`Each letter is a block. A move slides ${SLIDES[words[0]]}${words.includes("axis") ? ", along its longer side" : ""}`];
    if (keyword !== "goal") return [];
    if (words[0] === "most") return [`It is over when at most ${words[1]} of ${body.split(" ").join(" and ")} are left`];
    if (words[0] === "fewest") return [`As few of ${body.split(" ").join(" and ")} as possible are to be left`];
    return [words[0] === "stuck" ? "It is over when nothing can move" : "It is over when the board looks like the goal"];
  });
  return said.map(sentence).join(" ");
}
