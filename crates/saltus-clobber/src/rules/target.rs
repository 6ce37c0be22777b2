//! The same game with a goal: few enough pawns are left.

use dashu_int::UBig;

use super::{Clobber, Move, State};
use saltus_core::board::Cell;
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::puzzle::{Puzzle, Refusal};
use saltus_core::scene::{Draw, Outline, Scene, Spot};

/// Clobber played until at most a given number of pawns is left.
///
/// Every move takes one pawn, so all plays to the goal are equally long, and with the value as
/// target they are the best plays.
#[derive(Clone, Debug)]
pub struct Target {
    puzzle: Clobber,
    most: usize,
}

impl Target {
    /// To leave at most `most` pawns.
    pub fn new(puzzle: Clobber, most: usize) -> Self {
        Target { puzzle, most }
    }

    /// The game without the goal.
    pub fn puzzle(&self) -> &Clobber {
        &self.puzzle
    }

    /// The most pawns that may be left.
    pub fn most(&self) -> usize {
        self.most
    }
}

impl Puzzle for Target {
    type State = State;
    type Move = Move;

    fn start(&self) -> State {
        self.puzzle.start()
    }

    fn is_goal(&self, state: &State) -> bool {
        state.count() <= self.most
    }

    fn moves(&self, state: &State, buffer: &mut Vec<Move>) {
        self.puzzle.moves(state, buffer);
    }

    fn check(&self, state: &State, mv: &Move) -> Result<(), Refusal> {
        self.puzzle.check(state, mv)
    }

    fn play(&self, state: &mut State, mv: &Move) {
        self.puzzle.play(state, mv);
    }

    fn left(&self, state: &State) -> Option<u64> {
        self.puzzle.left(state)
    }

    fn heap_bytes(&self) -> usize {
        self.puzzle.heap_bytes()
    }
}

impl MoveText for Target {
    fn write_move(&self, mv: &Move, text: &mut String) {
        self.puzzle.write_move(mv, text);
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, BadInput> {
        self.puzzle.read_move(state, text)
    }
}

impl Certified for Target {
    fn key(&self, state: &State) -> UBig {
        self.puzzle.key(state)
    }
}

impl Draw for Target {
    fn scene(&self, state: &State) -> Scene {
        self.puzzle.scene(state)
    }

    fn outline(&self) -> Outline {
        self.puzzle.outline()
    }

    fn path(&self, mv: &Move) -> Vec<Cell> {
        self.puzzle.path(mv)
    }

    fn turn(&self, state: &State) -> Option<String> {
        self.puzzle.turn(state)
    }

    fn palette(&self) -> Vec<Spot> {
        self.puzzle.palette()
    }
}
