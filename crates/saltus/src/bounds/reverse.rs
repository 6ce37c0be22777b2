//! Lower bounds for numbered reversal.

use crate::puzzle::Bound;
use crate::puzzles::reverse::{GAP, Reverse};
use crate::puzzles::row::{Hop, Row};

/// Pairs of checkers whose order differs from that in the goal: a jump changes one pair, a slide none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inversions;

impl Bound<Reverse> for Inversions {
    fn of(&self, puzzle: &Reverse, state: &Row<u16>) -> u32 {
        let place = &puzzle.goal_order().place;
        let places: Vec<u16> =
            state.cells().iter().filter(|&&cell| cell != GAP).map(|&cell| place[cell as usize]).collect();
        let wrong = |at: usize| places[at + 1..].iter().filter(|&&behind| behind < places[at]).count();
        (0..places.len()).map(wrong).sum::<usize>() as u32
    }

    #[inline]
    fn after(&self, puzzle: &Reverse, state: &Row<u16>, hop: &Hop, before: u32) -> u32 {
        if hop.from.abs_diff(hop.to) == 1 {
            return before;
        }
        let place = |cell: u32| puzzle.goal_order().place[state.cells()[cell as usize] as usize];
        // The jumper stands at `to`, the checker it jumped over between.
        let over = u32::midpoint(hop.from, hop.to);
        let (jumper, jumped) = (place(hop.to), place(over));
        if (jumper < jumped) == (hop.to < over) { before - 1 } else { before + 1 }
    }
}
