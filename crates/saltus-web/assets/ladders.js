// The ladders: levels in the order of luck, each with what is counted of it. A test counts all of it again, and writes it with SALTUS_UPDATE_SNAPSHOTS=1.

/**
 * A level; the id is its line of notation. `luck` is the chance that moves at random do it in the fewest, `plays` the number of shortest plays, `lost` that of the
 * `positions` from which the goal is out of reach.
 * @typedef {{id: string, name: string, moves: number, luck: string, plays: string, positions: number, lost: number}} Level
 */
/** @typedef {{id: string, name: string, stage: import("./looks.js").Stage, levels: Level[]}} Ladder */

/** @type {Ladder[]} */
export const LADDERS = [
  {
    id: "toads",
    name: "Toads and Frogs",
    stage: "pond",
    levels: [
      { id: "shift 1 1", name: "1 + 1", moves: 3, luck: "1/1", plays: "2", positions: 6, lost: 0 },
      { id: "shift 2 1", name: "2 + 1", moves: 5, luck: "3/4", plays: "3", positions: 11, lost: 1 },
      { id: "shift 1 3", name: "1 + 3", moves: 7, luck: "5/8", plays: "5", positions: 17, lost: 3 },
      { id: "shift 2 2", name: "2 + 2", moves: 8, luck: "1/8", plays: "2", positions: 23, lost: 7 },
      { id: "shift 3 3 gaps=2", name: "Two gaps", moves: 21, luck: "2744739797/69657034752", plays: "2210760", positions: 413, lost: 127 },
      { id: "shift 3 2", name: "3 + 2", moves: 11, luck: "1/32", plays: "2", positions: 40, lost: 18 },
      { id: "toads-3x3", name: "Square", moves: 12, luck: "67/3072", plays: "50", positions: 311, lost: 237 },
      { id: "shift 4 4 gaps=3", name: "Three gaps", moves: 40, luck: "1144084988942883824777163371881376946683/151628202826291740672000000000000000000000", plays: "1505546495884957686", positions: 8057, lost: 2709 },
      { id: "shift 3 3", name: "3 + 3", moves: 15, luck: "1/256", plays: "2", positions: 72, lost: 42 },
      { id: "shift 4 3", name: "4 + 3", moves: 19, luck: "1/2048", plays: "2", positions: 118, lost: 80 },
      { id: "shift 4 4", name: "4 + 4", moves: 24, luck: "1/32768", plays: "2", positions: 195, lost: 147 },
      { id: "shift 5 4", name: "5 + 4", moves: 29, luck: "1/524288", plays: "2", positions: 304, lost: 246 },
      { id: "toads-3x5", name: "3 × 5", moves: 22, luck: "7/31850496", plays: "4", positions: 18206, lost: 16756 },
      { id: "shift 5 5", name: "5 + 5", moves: 35, luck: "1/16777216", plays: "2", positions: 476, lost: 406 },
    ],
  },
  {
    id: "sliding",
    name: "Tiles",
    stage: "wood",
    levels: [
      { id: "tiles 2x3 1 2 3 4 0 5", name: "2 × 3", moves: 1, luck: "1/3", plays: "1", positions: 360, lost: 0 },
      { id: "tiles 2x2 3 1 2 0", name: "2 × 2", moves: 4, luck: "1/16", plays: "1", positions: 12, lost: 0 },
      { id: "tiles 3x3 1 0 2 4 5 3 7 8 6", name: "3 × 3", moves: 3, luck: "1/18", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 1 2 3 4 8 5 0 7 6", name: "3 × 3", moves: 4, luck: "1/72", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 1 3 5 4 2 0 7 8 6", name: "3 × 3", moves: 5, luck: "1/216", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 2 0 3 1 8 5 4 7 6", name: "3 × 3", moves: 7, luck: "1/1296", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 1 5 2 8 0 3 4 7 6", name: "3 × 3", moves: 8, luck: "1/5184", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 2 3 0 1 7 5 8 4 6", name: "3 × 3", moves: 10, luck: "1/31104", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 3 4 5 1 8 2 0 7 6", name: "3 × 3", moves: 12, luck: "1/373248", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 2 3 0 7 1 6 5 8 4", name: "3 × 3", moves: 14, luck: "1/1119744", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 2 1 5 4 8 3 7 0 6", name: "3 × 3", moves: 15, luck: "1/3359232", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 2x4 7 0 3 1 5 6 4 2", name: "2 × 4", moves: 21, luck: "5/816293376", plays: "2", positions: 20160, lost: 0 },
      { id: "tiles 2x4 0 1 5 4 3 7 6 2", name: "2 × 4", moves: 24, luck: "1/11019960576", plays: "1", positions: 20160, lost: 0 },
      { id: "tiles 3x3 3 0 5 8 6 1 2 7 4", name: "3 × 3", moves: 23, luck: "1/34828517376", plays: "1", positions: 181440, lost: 0 },
      { id: "tiles 3x3 8 6 7 2 5 4 3 0 1", name: "3 × 3", moves: 31, luck: "167/90275517038592", plays: "40", positions: 181440, lost: 0 },
    ],
  },
  {
    id: "frogs",
    name: "Numbered frogs",
    stage: "pond",
    levels: [
      { id: "reverse 3", name: "Three", moves: 5, luck: "1/54", plays: "2", positions: 24, lost: 0 },
      { id: "reverse 4", name: "Four", moves: 10, luck: "1/6912", plays: "4", positions: 120, lost: 0 },
      { id: "reverse 5", name: "Five", moves: 16, luck: "5/15925248", plays: "22", positions: 720, lost: 0 },
      { id: "reverse 6", name: "Six", moves: 21, luck: "1/4076863488", plays: "4", positions: 5040, lost: 0 },
      { id: "reverse 7", name: "Seven", moves: 31, luck: "20887/692533995824480256", plays: "530", positions: 40320, lost: 0 },
    ],
  },
  {
    id: "blocks",
    name: "Cars and blocks",
    stage: "sand",
    levels: [
      { id: "rush-hour-51 with start=GL.HBBGLIH.MG.IAAMCCC.KMDDJ.K.EEJFF.", name: "Parking", moves: 2, luck: "1/36", plays: "1", positions: 4780, lost: 0 },
      { id: "rush-hour-51 with start=G.L.BBGHL..MGHAA.MCCCIKMDDJIK.EEJ.FF", name: "Parking", moves: 3, luck: "1/512", plays: "1", positions: 4780, lost: 0 },
      { id: "pennant with start=.FBBGFCCGAAD.AAEHHII", name: "Pennant", moves: 6, luck: "1/1350", plays: "1", positions: 1398, lost: 0 },
      { id: "rush-hour-4", name: "Four cars", moves: 4, luck: "1/3888", plays: "1", positions: 2754, lost: 0 },
      { id: "rush-hour-8 with start=C..DBBC..D.ECAAD.EF....EFGG......HHH", name: "Eight cars", moves: 4, luck: "19/108900", plays: "2", positions: 1247, lost: 0 },
      { id: "rush-hour-51 with start=BB.LHGM.ILHGMKIAAGMKJCCCDDJ.....EEFF", name: "Parking", moves: 6, luck: "3/109760", plays: "3", positions: 4780, lost: 0 },
      { id: "pennant with start=F.BBFCCDGAAEGAA.HHII", name: "Pennant", moves: 10, luck: "1/109350", plays: "1", positions: 1398, lost: 0 },
      { id: "rush-hour-51 with start=BBL...GHL..MGH.AAMGCCCIMDDKJI.EEKJFF", name: "Parking", moves: 8, luck: "147601026689/229462253483065344", plays: "4", positions: 4780, lost: 0 },
      { id: "rush-hour-8", name: "Eight cars", moves: 8, luck: "1175677743584017/7859614739729167134720", plays: "61", positions: 1247, lost: 0 },
      { id: "rush-hour-51 with start=BBL.HG.IL.HGMIKAAGM.KCCCMDDJ..EE.JFF", name: "Parking", moves: 11, luck: "1531/235146240000", plays: "2", positions: 4780, lost: 0 },
      { id: "rush-hour-51 with start=G.LBBMG.LHIMGAAHIM.KJCCC.KJDD...EEFF", name: "Parking", moves: 15, luck: "203725732477/14770778913755504640000", plays: "696", positions: 4780, lost: 0 },
      { id: "pennant", name: "Pennant", moves: 59, luck: "115095887/382015733277427242450812928000000000000", plays: "864", positions: 1398, lost: 0 },
      { id: "rush-hour-51", name: "51 moves", moves: 51, luck: "91555831326726866795625252229/3025679764969599146876532564878234912989202350080000000000000000", plays: "191226816", positions: 4780, lost: 0 },
      { id: "rush-hour-60", name: "60 moves", moves: 60, luck: "15898293115471141/48157920123046754843817545392868939754128592076800000000000", plays: "907200", positions: 2332, lost: 0 },
      { id: "klotski-walk", name: "Klotski", moves: 81, luck: "133/2947652262943111438663680000000000000000000000000000", plays: "256", positions: 25955, lost: 0 },
      { id: "century", name: "Century", moves: 99, luck: "9296287/6728080297710051501080729164192394772480000000000000000000000", plays: "15120", positions: 81340, lost: 0 },
    ],
  },
  {
    id: "pegs",
    name: "Pegs",
    stage: "felt",
    levels: [
      { id: "peg-4x4", name: "4 × 4", moves: 14, luck: "184844184574827391/4742523426816000000", plays: "210422", positions: 1871, lost: 926 },
      { id: "peg-triangle-10", name: "Triangle of 10", moves: 8, luck: "13/432", plays: "14", positions: 62, lost: 42 },
      { id: "peg-cross-latin", name: "Cross", moves: 5, luck: "1/64", plays: "2", positions: 24, lost: 15 },
      { id: "peg-triangle-15", name: "Triangle of 15", moves: 13, luck: "232443128903009/33875167334400000", plays: "29760", positions: 3016, lost: 2247 },
      { id: "peg-diamond-25", name: "Diamond", moves: 20, luck: "6400876372211410802196320487810852917333/613914897477830128255248333054935040000000000", plays: "50151706", positions: 246352, lost: 229169 },
    ],
  },
  {
    id: "others",
    name: "Knights, robots, boxes",
    stage: "slate",
    levels: [
      { id: "knight-tour-3x4", name: "Tour", moves: 11, luck: "1/4", plays: "2", positions: 67, lost: 50 },
      { id: "lines-star", name: "Star of lines", moves: 5, luck: "13/512", plays: "26", positions: 50, lost: 0 },
      { id: "sokoban-1", name: "One box", moves: 5, luck: "1/54", plays: "2", positions: 72, lost: 40 },
      { id: "lunar-lockout-5", name: "Five robots", moves: 5, luck: "1/96", plays: "1", positions: 90, lost: 81 },
      { id: "ice", name: "Ice", moves: 5, luck: "427/64800", plays: "6", positions: 205, lost: 0 },
      { id: "lunar-lockout-6", name: "Six robots", moves: 6, luck: "1/256", plays: "1", positions: 35, lost: 22 },
      { id: "tokens-path-5", name: "Row", moves: 10, luck: "3/4096", plays: "768", positions: 120, lost: 0 },
      { id: "tokens-star-6", name: "Star", moves: 7, luck: "42/78125", plays: "42", positions: 720, lost: 0 },
      { id: "halma-torus-4", name: "Torus", moves: 6, luck: "151/1728000", plays: "80", positions: 2970, lost: 0 },
      { id: "tokens-cycle-7", name: "Ring", moves: 9, luck: "384/5764801", plays: "2688", positions: 5040, lost: 0 },
      { id: "chinese triangle:5 men=3", name: "Three men", moves: 6, luck: "411979/22261599360", plays: "26", positions: 455, lost: 0 },
      { id: "toads-cross", name: "Crossing", moves: 8, luck: "1/62500", plays: "2", positions: 210, lost: 0 },
      { id: "rings-8", name: "Rings", moves: 9, luck: "3/262144", plays: "3", positions: 20160, lost: 0 },
      { id: "guarini", name: "Four knights", moves: 16, luck: "106301/17414258688", plays: "4726784", positions: 280, lost: 0 },
      { id: "spider", name: "Spider", moves: 13, luck: "17/7077888", plays: "24", positions: 630, lost: 0 },
      { id: "sokoban-2", name: "Three boxes", moves: 15, luck: "13/60466176", plays: "3", positions: 19274, lost: 14238 },
      { id: "knights-3x4", name: "Six knights", moves: 16, luck: "141174963443123/338081564462410137600000", plays: "98496", positions: 18480, lost: 0 },
    ],
  },
];

/**
 * The chance in words: "certain", "3 in 4", "1 in 256", "1 in 4.6 million".
 * @param {string} luck a fraction in lowest terms
 */
export function luckWords(luck) {
  const [numerator, denominator] = luck.split("/").map(BigInt);
  if (denominator === 1n) return "certain";
  if (numerator > 1n && denominator < 10n) return `${numerator} in ${denominator}`;
  return `1 in ${large((2n * denominator + numerator) / (2n * numerator))}`;
}

/** Names of thousands of thousands. */
const NAMES = ["million", "billion", "trillion", "quadrillion", "quintillion"];

/** A number as it is read: in full below a million, then in two or three digits. @param {bigint} count */
function large(count) {
  if (count < 1_000_000n) return count.toLocaleString("en");
  const power = Math.floor((String(count).length - 1) / 3);
  const name = NAMES[power - 2];
  if (!name) return `10^${String(count).length - 1}`;
  const tenths = Number((count * 10n + 10n ** BigInt(3 * power) / 2n) / 10n ** BigInt(3 * power)) / 10;
  return `${tenths < 10 ? tenths : tenths < 100 ? Math.round(10 * tenths) / 10 : Math.round(tenths)} ${name}`;
}
