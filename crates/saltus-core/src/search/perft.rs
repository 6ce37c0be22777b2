//! Counts of move sequences: the number that two independent move generators compare first.

use crate::puzzle::Undo;

/// How many sequences of exactly `depth` moves lead on from the start. States may come in many
/// times.
///
/// It takes time in proportion to the sequences of one move less, and no memory.
///
/// ```
/// use saltus_core::{notation::Instance, search::perft::perft};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// assert_eq!([0, 1, 2, 3, 4].map(|depth| perft(&puzzle, depth)), [1, 2, 2, 2, 0]);
/// ```
pub fn perft<P: Undo>(puzzle: &P, depth: u32) -> u64 {
    count(puzzle, &mut puzzle.start(), depth)
}

fn count<P: Undo>(puzzle: &P, state: &mut P::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sequences = 0;
    for mv in moves {
        puzzle.play(state, &mv);
        sequences += count(puzzle, state, depth - 1);
        puzzle.undo(state, &mv);
    }
    sequences
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_puzzles::Walk;

    /// On a grid of 3 x 3 two ways lead from a corner, three from the middle of a side, four from
    /// the centre.
    #[test]
    fn sequences_are_counted() {
        let grid = Walk::across(3, 3);
        assert_eq!([0, 1, 2, 3, 4].map(|depth| perft(&grid, depth)), [1, 2, 6, 16, 48]);
        assert_eq!([0, 1, 2].map(|depth| perft(&Walk::across(1, 1), depth)), [1, 0, 0]);
    }
}
