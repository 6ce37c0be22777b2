//! Lower bounds for numbered reversal. The proofs stand in docs/certificates.md, as the evidence of
//! the same names.

use smallvec::SmallVec;

use crate::reverse::rules::{GAP, Reverse};
use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::puzzle::{Bound, Puzzle};
use saltus_core::row::{Hop, Row};

/// Pairs of checkers whose order differs from that in the goal: a jump changes one pair, a slide
/// none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inversions;

impl Bound<Reverse> for Inversions {
    fn of(&self, puzzle: &Reverse, state: &Row<u16>) -> u32 {
        let place = puzzle.places();
        let places: SmallVec<[u16; 16]> =
            state.cells().iter().filter(|&&cell| cell != GAP).map(|&cell| place[cell as usize]).collect();
        let wrong = |at: usize| places[at + 1..].iter().filter(|&&behind| behind < places[at]).count();
        (0..places.len()).map(wrong).sum::<usize>() as u32
    }

    #[inline]
    fn ahead(&self, puzzle: &Reverse, state: &Row<u16>, hop: &Hop, before: u32) -> Option<u32> {
        let Some(over) = hop.over() else { return Some(before) };
        let (cells, place) = (state.cells(), puzzle.places());
        let (jumper, jumped) = (place[cells[hop.from as usize] as usize], place[cells[over as usize] as usize]);
        let in_order = (jumper < jumped) == (hop.from < over);
        Some(if in_order { before + 1 } else { before - 1 })
    }
}

/// Inversions, and the slides that the colours of the cells ask for.
///
/// Cells alternate between two colours; only a slide takes a checker to the other one. A checker on
/// the wrong colour must slide. Those of one colour that belong there keep their order unless they
/// slide, twice each: all but a longest subsequence in the order of the goal must. O(n log n) for a
/// goal with a fixed vacancy, n times that for `to=any`.
///
/// ```
/// use saltus_core::notation::Instance;
/// use saltus_core::puzzle::{Bound, Puzzle};
/// use saltus_shifting::reverse::{self, bounds};
///
/// let puzzle = reverse::read("reverse 4").unwrap().puzzle().unwrap();
/// let [inversions, colours]: [&dyn Bound<_>; 2] = [&bounds::Inversions, &bounds::Colours];
/// assert_eq!([inversions, colours].map(|bound| bound.of(&puzzle, &puzzle.start())), [6, 10]);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Colours;

impl Bound<Reverse> for Colours {
    fn of(&self, puzzle: &Reverse, state: &Row<u16>) -> u32 {
        let slides = if puzzle.end().is_some() {
            slides(puzzle, state, None)
        } else {
            let goals = 0..=puzzle.checkers();
            goals.map(|left| slides(puzzle, state, Some(left))).min().expect("a goal has a vacancy")
        };
        Inversions.of(puzzle, state) + slides
    }
}

/// The bounds that a generic search can be asked to use, by name.
pub(crate) const BOUNDS: &[NamedBound<Reverse>] = &[
    NamedBound {
        name: "colours",
        says: "inversions, and the slides that the colours of the cells ask for",
        make: |puzzle, word, _| both_ways(puzzle, word, Colours),
    },
    NamedBound {
        name: "inversions",
        says: "the pairs of checkers whose order is not that of the goal",
        make: |puzzle, word, _| both_ways(puzzle, word, Inversions),
    },
];

/// A bound, and the same from the start.
fn both_ways<B: Bound<Reverse> + Copy + 'static>(
    puzzle: &Reverse,
    word: Option<&str>,
    bound: B,
) -> Result<Bounds<Reverse>, NoBound> {
    let start = puzzle.start();
    let to_start = Reverse::new(start.cells(), Some(start.cells()));
    Ok(Bounds { from_start: Some(Box::new(Backwards { to_start, bound })), ..Bounds::plain(bound, word)? })
}

/// A bound on the moves from the start: on those to the start, since every move can be made backwards.
struct Backwards<B> {
    to_start: Reverse,
    bound: B,
}

impl<B: Bound<Reverse>> Bound<Reverse> for Backwards<B> {
    fn of(&self, _: &Reverse, state: &Row<u16>) -> u32 {
        self.bound.of(&self.to_start, state)
    }
}

/// Slides that a goal asks for: the end, or that with all vacancies after the first `left` checkers.
fn slides(puzzle: &Reverse, state: &Row<u16>, left: Option<usize>) -> u32 {
    let place = puzzle.places();
    // For each colour, the last places of the best subsequences of each length.
    let mut tails: [SmallVec<[u16; 16]>; 2] = [SmallVec::new(), SmallVec::new()];
    let (mut wrong, mut belong) = (0, 0);
    for (cell, &checker) in state.cells().iter().enumerate().filter(|(_, checker)| **checker != GAP) {
        let there = place[checker as usize];
        if cell % 2 == puzzle.home(usize::from(there), left) % 2 {
            belong += 1;
            let tails = &mut tails[cell % 2];
            let length = tails.partition_point(|&tail| tail < there);
            if length == tails.len() {
                tails.push(there);
            } else {
                tails[length] = there;
            }
        } else {
            wrong += 1;
        }
    }
    wrong + 2 * (belong - tails[0].len() as u32 - tails[1].len() as u32)
}
