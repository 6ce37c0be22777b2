//! Another order of moves: the criteria of section 3 taken together, and helpers that look at what
//! red can do next.
//!
//! By the values of section 4 red would rather move its foremost man back and forth than its
//! hindmost, since what counts is how near a man is afterwards; and a helper comes next to a red man
//! wherever that is, and stays in the goal. Section 3 requires more: no man goes back, the tail
//! moves, and the helpers serve red's next move. Here this is made numbers. The weights are ours,
//! found by trying: on a triangle of side 13 with three players the first game played by them has
//! 85 turns, and the search comes to 61 in its round 3; by the values of section 4 it comes to
//! none.

use super::Thesis;
use crate::rules::{Move, Player, State, distance};
use saltus_core::puzzle::Puzzle;

/// For each step nearer to the far corner of the goal.
const NEARER: i32 = 2;
/// For each step that a man had to go before it moves: the tail first. In quarters.
const BEHIND: i32 = 3;
/// For a helper that leaves the goal.
const LEFT: i32 = 3;
/// For each step by which it was then nearer to the far corner than the goal's first row is.
const DEEP: i32 = 6;

impl Thesis {
    /// The value of a move of the player to move.
    ///
    /// Red: steps gained towards the far corner of the goal, the hindmost man before others.
    /// Helpers: the value of red's best move if it were red's turn then, and a man out of the goal,
    /// those deep in it first.
    pub fn value_together(&self, state: &State, mv: &Move) -> i32 {
        // The goal's far corner, none of an empty goal.
        let Some(corner) = self.head(&self.goal) else { return 0 };
        let left = |cell| distance(self.place(cell), corner) as i32;
        if self.puzzle.mover(state) == Player::WINNER {
            let (from, to) = (left(mv.from()), left(mv.to()));
            return NEARER * (from - to) + BEHIND * from / 4;
        }
        let in_the_way = |cell| {
            let deep = (self.side() - 1 - left(cell)).max(0);
            if self.is_goal_cell(cell) { LEFT + DEEP * deep } else { 0 }
        };
        let mut after = state.clone();
        self.puzzle.play(&mut after, mv);
        self.best_for_red(&after) + in_the_way(mv.from()) - in_the_way(mv.to())
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

#[cfg(test)]
mod tests {
    use super::super::tests::thesis;
    use super::*;
    use crate::rules::Place;

    fn value(thesis: &Thesis, state: &State, from: Place, to: Place) -> i32 {
        let cell = |place| thesis.cell_at(place).unwrap();
        thesis.value_together(state, &thesis.puzzle().path(state, cell(from), cell(to)).expect("it is a move"))
    }

    #[test]
    fn red_gains_steps_and_the_tail_goes_first() {
        let thesis = thesis("chinese triangle:13 players=3");
        let start = thesis.puzzle().start();
        // To (13,1): 9 steps from (4,1), 10 from (3,1).
        assert_eq!(value(&thesis, &start, (4, 1), (5, 1)), NEARER + BEHIND * 9 / 4);
        assert_eq!(value(&thesis, &start, (3, 1), (5, 1)), 2 * NEARER + BEHIND * 10 / 4);
        assert_eq!(value(&thesis, &start, (1, 4), (1, 5)), BEHIND * 12 / 4);
    }

    #[test]
    fn helpers_look_at_reds_next_move_and_leave() {
        let thesis = thesis("chinese triangle:13 players=3 order=BRY");
        let start = thesis.puzzle().start();
        // Whatever blue does, red's best is a jump of a hindmost man: (1,3) over (2,3).
        let red = 2 * NEARER + BEHIND * 12 / 4;
        // (10,1) is 3 steps from the far corner, (11,1) 2.
        assert_eq!(value(&thesis, &start, (10, 1), (9, 1)), red + LEFT);
        assert_eq!(value(&thesis, &start, (11, 1), (9, 1)), red + LEFT + DEEP);
    }
}
