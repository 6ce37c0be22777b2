//! Another order of moves: the criteria of section 3 taken together, and helpers that look at what red can do next.
//!
//! By the values of section 4 red would rather move its foremost man back and forth than its hindmost, since what counts is how near a man is afterwards;
//! and a helper comes beside a red man wherever that is, and stays in the goal. Section 3 asks for more: nobody goes back, the tail moves, and the helpers serve
//! red's next move. Here this is made numbers. The weights are ours, found by trying.

use super::Thesis;
use crate::puzzle::Puzzle;
use crate::puzzles::chinese::{Move, Place, Player, State, distance};

/// For each step nearer to the far corner of the goal.
const NEARER: i32 = 2;
/// For a man that comes into the goal.
const ARRIVED: i32 = 3;
/// For each step that a man had to go before it moves: the tail first. In quarters.
const BEHIND: i32 = 4;
/// For a helper that leaves the goal.
const LEFT: i32 = 10;

impl Thesis {
    /// The goal's far corner: its first cell of greatest i, none of an empty goal.
    fn far_corner(&self) -> Option<Place> {
        self.head(self.goal())
    }

    /// The value of a move of the player to move.
    ///
    /// Red: steps gained towards the far corner of the goal, a man in the goal, the hindmost man before others. Helpers: the value of red's best
    /// move if it were red's turn then, and a man out of the goal.
    pub fn value_together(&self, state: &State, mv: &Move) -> i32 {
        let Some(corner) = self.far_corner() else { return 0 };
        let inside = |cell| i32::from(self.is_goal_cell(cell));
        let gained = inside(mv.to()) - inside(mv.from());
        if self.puzzle.mover(state) == Player::WINNER {
            let left = |cell| distance(self.place(cell), corner) as i32;
            let (from, to) = (left(mv.from()), left(mv.to()));
            return NEARER * (from - to) + ARRIVED * gained + BEHIND * from / 4;
        }
        let mut after = state.clone();
        self.puzzle.play(&mut after, mv);
        self.best_for_red(&after) - LEFT * gained
    }

    /// The value of red's best move if it is red's turn.
    fn best_for_red(&self, state: &State) -> i32 {
        let turn = self.puzzle.order().iter().position(|&player| player == Player::WINNER);
        let state = State::new(state.cells().into(), turn.unwrap_or(0));
        let mut moves = Vec::new();
        self.puzzle.moves(&state, &mut moves);
        moves.iter().map(|mv| self.value_together(&state, mv)).max().unwrap_or(i32::MIN / 2)
    }
}
