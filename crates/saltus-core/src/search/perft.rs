//! Counts of move sequences: the number that two independent move generators compare first.

use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Puzzle;

/// How many sequences of exactly `depth` moves lead on from the start. States may come in many
/// times.
///
/// It takes time in proportion to the sequences of one move less, and no memory.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::perft::perft};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let sequences = |depth| perft(&puzzle, depth, &Limits::default()).unwrap();
/// assert_eq!([0, 1, 2, 3, 4].map(sequences), [1, 2, 2, 2, 0]);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn perft<P: Puzzle + ?Sized>(puzzle: &P, depth: u32, limits: &Limits<'_>) -> Result<u64, Stop> {
    count(puzzle, &puzzle.start(), depth, &mut Meter::new(limits, "sequences of moves"))
}

fn count<P: Puzzle + ?Sized>(puzzle: &P, state: &P::State, depth: u32, meter: &mut Meter<'_>) -> Result<u64, Stop> {
    if depth == 0 {
        return Ok(1);
    }
    meter.node(|| 0)?;
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    if depth == 1 {
        return Ok(moves.len() as u64);
    }
    let after = |mv| {
        let mut next = state.clone();
        puzzle.play(&mut next, &mv);
        count(puzzle, &next, depth - 1, meter)
    };
    moves.into_iter().map(after).sum()
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
        let sequences = |walk: &Walk, depth| perft(walk, depth, &Limits::default()).unwrap();
        assert_eq!([0, 1, 2, 3, 4].map(|depth| sequences(&grid, depth)), [1, 2, 6, 16, 48]);
        assert_eq!([0, 1, 2].map(|depth| sequences(&Walk::across(1, 1), depth)), [1, 0, 0]);
        assert_eq!(perft(&grid, 4, &Limits { nodes: 3, ..Limits::default() }), Err(Stop::Nodes));
    }
}
