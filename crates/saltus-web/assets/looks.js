// How a puzzle looks: the ground of its stage, what its pieces are drawn as, and on what they stand. It knows no rules.

/** @typedef {import("./api.js").Outline} Outline */
/** The full-bleed ground; the element around a board gets the class `stage-NAME`. @typedef {"pond"|"wood"|"slate"|"felt"|"clay"|"sand"} Stage */
/** @typedef {"hopper"|"numbered"|"tile"|"marble"|"clobber"|"peg"|"block"|"letter"} Figure */
/** What lies below a piece. @typedef {"pad"|"tray"|"floor"|"dent"|"hole"|"square"|"ring"} Seat */
/** @typedef {{stage: Stage, figure: Figure, seat: Seat}} Look */

/** @type {Record<string, Look>} */
const FAMILIES = {
  shift: { stage: "pond", figure: "hopper", seat: "pad" },
  reverse: { stage: "pond", figure: "numbered", seat: "pad" },
  tiles: { stage: "wood", figure: "tile", seat: "tray" },
  chinese: { stage: "slate", figure: "marble", seat: "dent" },
};

/** @param {Outline} outline */
const flat = ({ cells }) => (cells === "hollow" ? "ring" : cells === "framed" ? "floor" : "square");

/** A definition whose pieces are toads t and frogs f. */
const TOADS = / (?:board|start)[a-z ]*: (?=[^;]*t)(?=[^;]*f)[tf.#/ ]+ ;/;

/**
 * The look of the puzzle that a line names. Pieces of definitions have letters, unless their outline or their letters say what they are.
 * @param {string} line
 * @param {Outline} outline
 * @returns {Look}
 */
export function lookOf(line, outline) {
  const family = line.trim().split(/\s/, 1)[0];
  if (Object.hasOwn(FAMILIES, family)) return FAMILIES[family];
  if (family === "clobber") return { stage: "clay", figure: "clobber", seat: flat(outline) };
  if (TOADS.test(line)) return FAMILIES.shift;
  if (outline.pieces === "tile") return FAMILIES.tiles;
  if (outline.pieces === "peg") return { stage: "felt", figure: "peg", seat: "hole" };
  if (outline.pieces === "block") return { stage: "sand", figure: "block", seat: "floor" };
  return { stage: "sand", figure: "letter", seat: flat(outline) };
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
