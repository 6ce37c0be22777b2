// How a puzzle looks: the ground of its stage, what its pieces are drawn as, and on what they stand. It knows no rules.

/** @typedef {import("./api.js").Outline} Outline */
/** The full-bleed ground; the element around a board gets the class `stage-NAME`. @typedef {"pond"|"wood"|"slate"|"felt"|"clay"|"sand"} Stage */
/** @typedef {"hopper"|"numbered"|"tile"|"marble"|"disc"|"peg"|"block"|"knight"|"robot"|"box"|"worker"|"stone"|"letter"} Figure */
/** What lies below a piece. @typedef {"pad"|"tray"|"floor"|"dent"|"hole"|"square"|"ring"} Seat */
/** `men` are the figures of pieces that are drawn otherwise than the others, by their labels. @typedef {{stage: Stage, figure: Figure, seat: Seat, men?: Record<string, Figure>}} Look */

/** @type {Look} */
const POND = { stage: "pond", figure: "hopper", seat: "pad" };

/** @param {Outline} outline */
const flat = ({ cells }) => (cells === "hollow" ? "ring" : cells === "framed" ? "floor" : "square");

/** A definition whose pieces are toads t and frogs f. */
const TOADS = / (?:board|start)[a-z ]*: (?=[^;]*t)(?=[^;]*f)[tf.#/ ]+ ;/;

/**
 * What pieces of a definition are, by how they move: knights, and what they take or leave behind; robots, which nothing but another piece
 * stops; who pushes, and the boxes.
 * @param {string} line
 */
function menOf(line) {
  /** @type {Record<string, Figure>} */
  const men = {};
  const statements = line.split(" ; ");
  const classes = new Map(statements.flatMap((words) => [...words.matchAll(/^class (\S+): (.*)$/g)].map(([, name, labels]) => [name, labels.split(" ")])));
  const are = (/** @type {Figure} */ figure, /** @type {string[]} */ ...names) => {
    for (const label of names.flatMap((name) => classes.get(name) ?? name)) if (label !== "." && !men[label]) men[label] = figure;
  };
  for (const [, head, body] of statements.flatMap((words) => [...words.matchAll(/^move([^:]*): (.*)$/g)])) {
    for (const rule of body.split(" / ")) {
      const knight = head.includes("knight") && rule.match(/^(\S+) (\S+) -> (\S+) \1$/);
      const robot = rule.match(/^(\S+) \.\+ \S+ -> \.\+ \1 \S+$/);
      const push = rule.match(/^(\S+) (\S+) \. -> \. \1 \2$/);
      if (knight) {
        are("knight", knight[1]);
        are("stone", knight[2], knight[3]);
      } else if (robot) are("robot", robot[1]);
      else if (push) {
        are("worker", push[1]);
        are("box", push[2]);
      }
    }
  }
  return men;
}

/** What a piece is drawn as. @param {Look} look @param {string} label */
export const figureOf = ({ figure, men }, label) => men?.[label] ?? figure;

/**
 * The look of the puzzle that a line names, as its family says, or of a definition: its pieces have letters, unless their outline or their letters
 * say what they are.
 * @param {string} line
 * @param {Outline} outline
 * @returns {Look}
 */
export function lookOf(line, outline) {
  if (outline.told?.stage) return outline.told;
  if (TOADS.test(line)) return POND;
  if (outline.pieces === "tile") return { stage: "wood", figure: "tile", seat: "tray" };
  if (outline.pieces === "peg") return { stage: "felt", figure: "peg", seat: "hole" };
  if (outline.pieces === "block") return { stage: "sand", figure: "block", seat: "floor" };
  const men = outline.cells === "hollow" ? {} : menOf(line);
  const isPushed = Object.values(men).includes("box");
  return { stage: Object.keys(men).length > 0 && !isPushed ? "slate" : "sand", figure: "letter", seat: flat(outline), men };
}

/** What the style sheet is told of a look. @param {Look} look */
export const classesOf = ({ stage, figure, seat }) => `on-${stage} has-${figure} on-${seat}`;

/** Whether pieces are seen from the side and stand on the ground, so that what lies on the ground is behind them. @param {Look} look */
export const isFromSide = ({ seat }) => seat === "pad";

/** Pixels of a cell below which outlines are bold and nothing small is drawn, and those below which a piece is a sign. */
const SMALL = 40;
const TINY = 16;
/** How much of a piece is drawn. @typedef {"full"|"small"|"tiny"} Detail */

/** @param {number} pixels of a cell @returns {Detail} */
export const detailOf = (pixels) => (pixels < TINY ? "tiny" : pixels < SMALL ? "small" : "full");

/** Board measures of the drawings of toads, frogs and their pads, which have a cell of 124 and their middle at 60, 60. */
export const DRAWN = 1000 / 124;

/** The room around the middles of cells: right and left, above, below. @type {Record<Seat, [number, number, number]>} */
const ROOMS = {
  pad: [560, 800, 880],
  tray: [660, 660, 690],
  floor: [660, 660, 660],
  dent: [960, 960, 960],
  hole: [800, 800, 800],
  square: [560, 560, 560],
  ring: [560, 560, 560],
};

/** @param {Look} look */
export const roomOf = ({ seat }) => ROOMS[seat];
