// The puzzles of the gallery: plain names, three levels each, and the rule in two sentences. The engine's notation names each board.

/** @typedef {{name: string, line: string}} Level */
/**
 * `goal` is the sentence above the board, `rule` the one below it; `act` says how to begin; `piece` is one piece and several of them.
 * @typedef {{id: string, name: string, note: string, dots: 1|2|3, stage: Stage, levels: Level[], goal: string, rule: string, act: string, shuffle?: string}} Puzzle
 */
/** @typedef {"pond"|"wood"|"slate"|"felt"|"clay"|"sand"} Stage */

const TOADS = { stage: /** @type {Stage} */ ("pond"), goal: "Swap the two sides.", act: "a toad or a frog" };
const TILES = { stage: /** @type {Stage} */ ("wood"), goal: "Put the tiles in order.", rule: "{Tap} a tile in line with the gap.", act: "" };
const CLOBBER = { stage: /** @type {Stage} */ ("clay"), goal: "Leave as few as you can.", rule: "A piece takes a neighbour of the other colour.", act: "a piece, then its neighbour" };
const PEGS = { stage: /** @type {Stage} */ ("felt"), goal: "Leave one peg.", rule: "Jump over a peg into a hole. The peg you jump over goes.", act: "a peg" };
const STEP = "Step to a neighbour, or hop over one man after another.";

/** @type {Puzzle[]} */
export const PUZZLES = [
  { id: "toads", name: "Toads and Frogs", note: "15 moves", dots: 1, ...TOADS, rule: "Slide into the gap or hop over one. Nobody goes back.", levels: [{ name: "2 + 2", line: "shift 2 2" }, { name: "3 + 3", line: "shift 3 3" }, { name: "5 + 5", line: "shift 5 5" }] },
  { id: "lone-toad", name: "Lone toad", note: "7 moves", dots: 1, ...TOADS, rule: "Slide into the gap or hop over one. Nobody goes back.", levels: [{ name: "1 + 3", line: "shift 1 3" }, { name: "1 + 5", line: "shift 1 5" }, { name: "2 + 6", line: "shift 2 6" }] },
  { id: "back-and-forth", name: "Back and forth", note: "hop over anybody", dots: 2, ...TOADS, rule: "Slide into the gap or hop over one. Everybody may go back.", levels: [{ name: "3 + 3", line: "shift 3 3 moves=all" }, { name: "4 + 4", line: "shift 4 4 moves=all" }, { name: "5 + 5", line: "shift 5 5 moves=all" }] },
  { id: "numbered", name: "Numbered frogs", note: "turn them round", dots: 1, stage: "pond", goal: "Turn the order round.", rule: "Slide into the gap or hop over one.", act: "a frog", levels: [{ name: "4", line: "reverse 4" }, { name: "5", line: "reverse 5" }, { name: "6", line: "reverse 6" }] },
  { id: "long-reversal", name: "Long reversal", note: "8 to 1", dots: 2, stage: "pond", goal: "Turn the order round.", rule: "Slide into the gap or hop over one.", act: "a frog", levels: [{ name: "7", line: "reverse 7" }, { name: "8", line: "reverse 8" }, { name: "10", line: "reverse 10" }] },
  { id: "fifteen", name: "Fifteen", note: "up to 80", dots: 2, ...TILES, levels: [{ name: "22 moves", line: "tiles 4x4 5 2 4 8 1 10 3 11 9 6 0 7 13 14 15 12" }, { name: "Any", line: "tiles 4x4 random seed=1" }, { name: "80 moves", line: "tiles 4x4 15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0" }], shuffle: "tiles 4x4 random seed=" },
  { id: "eight", name: "Eight", note: "up to 31", dots: 1, ...TILES, levels: [{ name: "Easy", line: "tiles 3x3 1 2 3 4 0 6 7 5 8" }, { name: "Any", line: "tiles 3x3 random seed=1" }, { name: "31 moves", line: "tiles 3x3 8 6 7 2 5 4 3 0 1" }], shuffle: "tiles 3x3 random seed=" },
  { id: "twenty-four", name: "Twenty-four", note: "for the patient", dots: 3, ...TILES, levels: [{ name: "4 x 5", line: "tiles 4x5 random seed=1" }, { name: "5 x 5", line: "tiles 5x5 random seed=1" }, { name: "6 x 6", line: "tiles 6x6 random seed=1" }], shuffle: "tiles 5x5 random seed=" },
  { id: "clobber", name: "Clobber", note: "leave one", dots: 1, ...CLOBBER, levels: [{ name: "3 x 3", line: "clobber grid bwb/wbw/bww" }, { name: "3 x 4", line: "clobber grid bwbw/wbwb/bwbw" }, { name: "4 x 4", line: "clobber grid bwbw/wbwb/bwbw/wbwb" }] },
  { id: "clobber-row", name: "Clobber row", note: "leave one", dots: 2, ...CLOBBER, levels: [{ name: "6", line: "clobber line bwwbbw" }, { name: "8", line: "clobber line bwbwbwbw" }, { name: "12", line: "clobber line bwwbwbbwbwwb" }] },
  { id: "clobber-ring", name: "Clobber ring", note: "leave one", dots: 2, ...CLOBBER, levels: [{ name: "6", line: "clobber cycle bwbwbw" }, { name: "8", line: "clobber cycle bwwbwbbw" }, { name: "12", line: "clobber cycle bwbwwbwbbwbw" }] },
  { id: "star-halma", name: "Star Halma", note: "121 cells", dots: 3, stage: "slate", goal: "Bring red to the marked corner.", rule: STEP, act: "a red man", levels: [{ name: "Small", line: "chinese star:2 men=3 players=2" }, { name: "Two players", line: "chinese star players=2" }, { name: "Three", line: "chinese star players=3" }] },
  { id: "triangle-halma", name: "Triangle Halma", note: "40 turns", dots: 3, stage: "slate", goal: "Bring red to the marked corner.", rule: `${STEP} All three take turns, and help.`, act: "a red man", levels: [{ name: "Side 7", line: "chinese triangle:7 players=3" }, { name: "Side 10", line: "chinese triangle:10 players=3" }, { name: "Side 13", line: "chinese triangle:13 players=3" }] },
  { id: "small-triangle", name: "Small triangle", note: "for three", dots: 1, stage: "slate", goal: "Bring red to the marked corner.", rule: STEP, act: "a red man", levels: [{ name: "One", line: "chinese triangle:5 men=3" }, { name: "Two", line: "chinese triangle:5 men=3 players=2" }, { name: "Three", line: "chinese triangle:5 men=3 players=3" }] },
  { id: "knights", name: "Knights", note: "16 moves", dots: 1, stage: "slate", goal: "Swap the knights.", rule: "Knights move as in chess.", act: "a knight", levels: [{ name: "3 x 3", line: "guarini" }, { name: "3 x 4", line: "knights-3x4" }] },
  { id: "lunar", name: "Lunar", note: "no brakes", dots: 2, stage: "slate", goal: "Bring red to the middle.", rule: "A robot goes on until another one stops it.", act: "a robot", levels: [{ name: "Five", line: "lunar-lockout-5" }, { name: "Six", line: "lunar-lockout-6" }] },
  { id: "peg-solitaire", name: "Peg solitaire", note: "31 jumps", dots: 3, ...PEGS, levels: [{ name: "English", line: "peg-english" }, { name: "French", line: "peg-french" }, { name: "Diamond", line: "peg-diamond-25" }] },
  { id: "peg-triangle", name: "Peg triangle", note: "13 jumps", dots: 1, ...PEGS, levels: [{ name: "10", line: "peg-triangle-10" }, { name: "15", line: "peg-triangle-15" }] },
  { id: "peg-cross", name: "Peg cross", note: "warm-up", dots: 1, ...PEGS, levels: [{ name: "Cross", line: "peg-cross-latin" }, { name: "5 x 5", line: "peg-5x5" }] },
  { id: "klotski", name: "Klotski", note: "81 moves", dots: 3, stage: "sand", goal: "Bring the large block out.", rule: "Slide the blocks. None may be lifted.", act: "a block", levels: [{ name: "Pennant", line: "pennant" }, { name: "Klotski", line: "klotski" }, { name: "Century", line: "century" }] },
  { id: "parking", name: "Parking", note: "out to the right", dots: 2, stage: "sand", goal: "Bring the red car out.", rule: "Cars go forwards and backwards only.", act: "a car", levels: [{ name: "8 moves", line: "rush-hour-8" }, { name: "51 moves", line: "rush-hour-51" }, { name: "60 moves", line: "rush-hour-60" }] },
  { id: "warehouse", name: "Warehouse", note: "only push", dots: 2, stage: "sand", goal: "Push every box to a mark.", rule: "You can push one box. You cannot pull.", act: "a neighbour of the worker", levels: [{ name: "Sokoban", line: "sokoban-one" }] },
];

/** What is said of a line that no entry names, by its first word. @type {Record<string, Pick<Puzzle, "name"|"stage"|"goal"|"rule"|"act">>} */
const FAMILIES = {
  shift: { name: "Toads and Frogs", ...TOADS, rule: "Slide into the gap or hop over one. Nobody goes back." },
  reverse: { name: "Numbered frogs", stage: "pond", goal: "Turn the order round.", rule: "Slide into the gap or hop over one.", act: "a frog" },
  tiles: { name: "Sliding tiles", ...TILES },
  clobber: { name: "Clobber", ...CLOBBER },
  chinese: { name: "Halma", stage: "slate", goal: "Bring red to the marked corner.", rule: STEP, act: "a red man" },
};

/** @type {Map<string, Puzzle>} */
const opened = new Map();

/**
 * Notes what the engine calls a line of the gallery.
 * @param {string} start
 * @param {Puzzle} puzzle
 */
export const note = (start, puzzle) => opened.set(start, puzzle);

/**
 * Notes the entry whose level was asked for, since the engine may call it otherwise.
 * @param {string} start
 * @param {string} asked
 */
export function recall(start, asked) {
  const entry = PUZZLES.find(({ levels }) => levels.some(({ line }) => line === asked));
  if (entry) note(start, entry);
}

/** What is said of a puzzle. @typedef {Pick<Puzzle, "name"|"stage"|"goal"|"rule"|"act"> & {entry: Puzzle|null}} About */

/**
 * @param {string} line the line of the start
 * @returns {About}
 */
export function about(line) {
  const entry = opened.get(line) ?? PUZZLES.find(({ levels }) => levels.some((level) => level.line === line)) ?? null;
  const [word] = line.split(" ");
  const family = FAMILIES[word];
  if (entry) return { ...entry, entry };
  if (family) {
    const isFree = word === "shift" && /moves=(back|all)/.test(line);
    return { ...family, rule: isFree ? "Slide into the gap or hop over one. Everybody may go back." : family.rule, entry: sized(line) };
  }
  const title = line.match(/^\w+ title: (.*?) ; /)?.[1];
  return { name: title ?? "A puzzle of your own", stage: "sand", goal: title ? `${title}.` : "Reach the goal.", rule: "", act: "a piece", entry: null };
}

/**
 * The entry whose levels are of the same kind, so that sizes lie beside each other.
 * @param {string} line
 */
function sized(line) {
  if (/^shift \d+ \d+$/.test(line)) return PUZZLES[0];
  if (/^tiles 4x4 /.test(line)) return PUZZLES.find(({ id }) => id === "fifteen") ?? null;
  if (/^tiles 3x3 /.test(line)) return PUZZLES.find(({ id }) => id === "eight") ?? null;
  return null;
}
