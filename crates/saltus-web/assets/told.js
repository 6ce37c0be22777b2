// What is said of definitions: name, goal and rule, each in a short sentence, and how to begin; classics are known by their title.

/** @typedef {Pick<import("./api.js").Told, "name"|"goal"|"rule"|"act">} Told */
/** A classic: its title, its goal, its rule, and what is chosen. @typedef {[title: string, goal: string, rule: string, act: string]} Classic */

const STEP = "Step to a neighbour, or hop over one man after another.";
const BLOCKS = "Slide the blocks. None may be lifted or turned.";
const STRAIGHT = `${BLOCKS} Only straight ahead.`;
const CARS = "Cars go forwards and backwards only, as far as is free.";
const CELLWISE = "Cars go forwards and backwards only, one cell a move.";
const JUMP = "Jump over a peg into a hole. The peg you jump over goes.";
const CHAIN = `${JUMP} Jumps on with one peg are one move.`;
const TAKE = "A piece takes a neighbour of the other colour.";
const HOP = "Slide into the gap or hop over one. Nobody goes back.";
const GAPS = "Slide into a gap or hop over one of the others. Nobody goes back.";
const SQUARE = "Toads go right or down, frogs left or up. Slide, or hop over one.";
const EITHER = "Slide into the gap or hop over one. All may go back.";
const OTHERS = "Slide into the gap or hop over one of the others. All may go back.";
const ROBOT = "A robot slides until another one stops it. It may not start with nothing to stop it.";
const PUSH = "Walk and push. You can push one box, and cannot pull.";
const KNIGHT = "Knights jump as in chess, to empty cells.";
const SWAP = "Two neighbours change places.";
const TILE = "Slide a neighbour into the gap.";
const PIECE = "a piece, then its neighbour";
const WORKER = "the worker, then its neighbour";
const MAN = "a man";

/** @type {Classic[]} */
const CLASSICS = [
  ["Century", "Bring the square to the middle of the bottom.", BLOCKS, "a block"],
  ["Century, by straight slides", "Bring the square to the middle of the bottom.", STRAIGHT, "a block"],
  ["Chinese Checkers on a rhombus of four, two players who help each other", "Change the two corners.", `${STEP} Both take turns, and help.`, MAN],
  ["Chinese Checkers, three men across a rhombus of five", "Bring all three to the far corner.", STEP, MAN],
  ["Solitaire Clobber on a rectangle of twelve", "Leave two pieces.", TAKE, PIECE],
  ["Solitaire Clobber on a rectangle of twelve, to one stone", "Leave one piece.", TAKE, PIECE],
  ["Solitaire Clobber on a line, to two stones", "Leave two pieces.", TAKE, PIECE],
  ["Solitaire Clobber on a line", "Leave three pieces.", TAKE, PIECE],
  ["Solitaire Clobber on Petersen's graph", "Leave one piece.", `${TAKE} Lines join neighbours.`, PIECE],
  ["Solitaire Clobber on a line, the colours by turns", "Leave three pieces.", `${TAKE} The colours take turns.`, PIECE],
  ["Solitaire Clobber on a wheel", "Leave one piece.", `${TAKE} Lines join neighbours.`, PIECE],
  ["The 15 puzzle, 14 and 15 exchanged", "Put 14 and 15 in order.", `${TILE} Nobody can, and it is known why.`, ""],
  ["Guarini's four knights", "Swap the knights.", KNIGHT, "a knight"],
  ["Four men on a torus", "Change the two rows.", "Step, or hop over one of the others. Each edge is joined to the far one.", MAN],
  ["On the ice", "Bring the ringed robot to its place.", "What you push slides until something stops it.", "a robot"],
  ["Klotski, by straight slides", "Bring the square to the middle of the bottom.", STRAIGHT, "a block"],
  ["Klotski, by piece moves", "Bring the square to the middle of the bottom.", BLOCKS, "a block"],
  ["Klotski, by unit steps", "Bring the square to the middle of the bottom.", `${BLOCKS} One cell is one move.`, "a block"],
  ["The knight visits every cell of a rectangle of twelve", "Visit every cell once.", "Jump as a knight in chess. The cell you leave is gone.", ""],
  ["The knight visits every cell of a square of twenty-five", "Visit every cell once.", "Jump as a knight in chess. The cell you leave is gone.", ""],
  ["Six knights change places", "Swap the knights.", KNIGHT, "a knight"],
  ["Pieces that slide along the lines of a star", "Change a and b.", "Slide along a line to its end, or to the next piece.", "a piece"],
  ["Lunar Lockout, an easier position", "Bring the ringed robot to the middle.", ROBOT, "a robot"],
  ["Lunar Lockout", "Bring the ringed robot to the middle.", ROBOT, "a robot"],
  ["Peg solitaire on the square of sixteen", "Leave one peg.", JUMP, "a peg"],
  ["Peg solitaire on the square of twenty-five, hole in a corner", "Leave one peg.", `${JUMP} Nobody can from here.`, "a peg"],
  ["Peg solitaire on the square of twenty-five", "Leave one peg.", JUMP, "a peg"],
  ["Peg solitaire on the English board, the Latin cross", "Leave one peg, in the middle.", JUMP, "a peg"],
  ["Peg solitaire on a diamond of twenty-five", "Leave four pegs.", JUMP, "a peg"],
  ["Peg solitaire, English board, from centre to centre, jumps of one peg as one move", "Leave one peg, in the middle.", CHAIN, "a peg"],
  ["Peg solitaire, English board, from centre to centre", "Leave one peg, in the middle.", JUMP, "a peg"],
  ["Peg solitaire, French board, from centre to centre", "Leave one peg, in the middle.", `${JUMP} Nobody can from here.`, "a peg"],
  ["Peg solitaire on Petersen's graph", "Leave one peg.", "Jump along two lines over a peg into a hole. The peg you jump over goes.", "a peg"],
  ["Peg solitaire on the triangle of ten", "Leave one peg.", JUMP, "a peg"],
  ["Peg solitaire on the triangle of fifteen, jumps of one peg as one move", "Leave one peg.", CHAIN, "a peg"],
  ["Peg solitaire on the triangle of fifteen, hole in a corner", "Leave one peg.", JUMP, "a peg"],
  ["Pennant", "Bring the square to the lower left corner.", BLOCKS, "a block"],
  ["Nine pebbles on Petersen's graph", "Turn the order round.", "Slide a pebble along a line to the empty place.", "a pebble"],
  ["Five numbered checkers turn round", "Turn the order round.", EITHER, "a piece"],
  ["The six frogs", "Turn the order round.", EITHER, "a frog"],
  ["Seven numbered checkers turn round", "Turn the order round.", EITHER, "a piece"],
  ["Two rings with common cells", "Put the letters where the goal has them.", "Turn a ring by one cell, either way.", "a piece"],
  ["Turning squares of four", "Turn the order round.", "Turn four neighbours by a quarter, either way.", "a piece"],
  ["Rush Hour, a very easy board", "Bring car A out to the right.", CARS, "a car"],
  ["Rush Hour, by steps", "Bring car A out to the right.", CELLWISE, "a car"],
  ["Rush Hour, by slides", "Bring car A out to the right.", CARS, "a car"],
  ["Rush Hour with a wall, by steps", "Bring car A out to the right.", `${CELLWISE} The wall stays.`, "a car"],
  ["Rush Hour with a wall, by slides", "Bring car A out to the right.", `${CARS} The wall stays.`, "a car"],
  ["Rush Hour, an easy board", "Bring car A out to the right.", CARS, "a car"],
  ["Shifting checkers, four and three, all moves", "Swap the two sides.", EITHER, "a piece"],
  ["Shifting checkers, four and three, forward and back", "Swap the two sides.", OTHERS, "a piece"],
  ["Shifting checkers, four and three, forward only", "Swap the two sides.", HOP, "a piece"],
  ["Sokoban, one box", "Push the box to the corner.", PUSH, WORKER],
  ["Sokoban, three boxes in a room", "Push the boxes to their places.", PUSH, WORKER],
  ["Sokoban, three boxes in two rooms", "Push the boxes to the bottom row.", PUSH, WORKER],
  ["Sokoban by pushes, where fewer pushes take more steps", "Push the boxes to their places.", `${PUSH} Only pushes count.`, WORKER],
  ["Sokoban, a box that cannot leave the edge", "Push the box to its place.", `${PUSH} Nobody can here.`, WORKER],
  ["Sokoban, the first level of Microban", "Push both boxes to their places.", PUSH, WORKER],
  ["Sokoban, the first level of Microban, by pushes", "Push both boxes to their places.", `${PUSH} Only pushes count.`, WORKER],
  ["Sokoban, the man stands where a box should go", "Push the boxes to their places.", PUSH, WORKER],
  ["Sokoban, the first level of Microban, walks and pushes as one move", "Push both boxes to their places.", "A walk is one move, and so is a push. You cannot pull.", WORKER],
  ["Spider with three legs", "Put the letters where the goal has them.", "Step to the empty place, or hop over another letter.", "a piece"],
  ["Knights that lock each other", "Go on until nobody can move.", "A knight jumps as in chess, and leaves a stone behind.", "a knight"],
  ["Five tiles in a rectangle of six", "Put the tiles in order.", TILE, ""],
  ["Eight tiles in a square of nine", "Put the tiles in order.", TILE, ""],
  ["Ten tiles on a rectangle with a hole in the board", "Put the tiles in order.", `${TILE} The hole is no gap.`, ""],
  ["Toads and frogs with two holes", "Swap the two sides.", GAPS, "a toad or a frog"],
  ["Toads and frogs, three and three", "Swap the two sides.", HOP, "a toad or a frog"],
  ["Toads and frogs on the square of nine", "Swap toads and frogs.", SQUARE, "a toad or a frog"],
  ["Toads and frogs on a rectangle of fifteen", "Swap toads and frogs.", SQUARE, "a toad or a frog"],
  ["Toads and frogs with three holes", "Swap the two sides.", GAPS, "a toad or a frog"],
  ["Toads and frogs, five and four", "Swap the two sides.", HOP, "a toad or a frog"],
  ["Toads and frogs on the square of twenty-five", "Swap toads and frogs.", SQUARE, "a toad or a frog"],
  ["Toads and frogs at a crossing", "Swap the two sides.", "Step to an empty place, or hop over one of the others. All may go back.", "a toad or a frog"],
  ["Ten tokens on Petersen's graph, two colours", "Put the letters where the goal has them.", `${SWAP} Lines join them.`, PIECE],
  ["Seven tokens on a cycle turn round", "Turn the order round.", SWAP, PIECE],
  ["Five tokens on a path turn round", "Turn the order round.", SWAP, PIECE],
  ["Six tokens on a star", "Put the letters where the goal has them.", "The token in the middle changes places with any other.", PIECE],
];

const BY_TITLE = new Map(CLASSICS.map((classic) => [classic[0], classic]));

/** The title of a definition. @param {string} line */
export const titleOf = (line) => line.match(/^rules (?:.* ; )?title: (.*?) ; /)?.[1] ?? null;

/**
 * What the goal of a definition says, where it is no picture.
 * @param {string} line
 */
function aimOf(line) {
  const [, most, pieces] = line.match(/ ; goal most (\d+): (.*?)(?= ;|$)/) ?? [];
  if (most) return `Leave at most ${most} of ${pieces.trim().split(" ").join(" and ")}.`;
  if (/ ; goal fewest:/.test(line)) return "Leave as few as you can.";
  return / ; goal stuck:/.test(line) ? "Go on until nothing can move." : "Make it look like the goal.";
}

/**
 * @param {string} line
 * @returns {Told}
 */
export function toldOf(line) {
  const title = titleOf(line);
  const [name, goal, rule, act] = BY_TITLE.get(title ?? "") ?? [title ?? "A puzzle of your own", aimOf(line), "", "a piece"];
  return { name, goal, rule, act };
}
