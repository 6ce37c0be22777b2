//! Lower bounds for shifting checkers. The proofs stand in docs/certificates.md, as the evidence of
//! the same names.

use crate::shift::closed::winnable;
use crate::shift::rules::{BLACK, Classes, Shift, WHITE, census, sides};
use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::puzzle::{Bound, Puzzle};
use saltus_core::row::{Hop, Row};

/// Inversion pairs (b left of w), and vacancy inversion pairs (b's left of the vacancy, w's right of it), as Zhu et al. (2015), section 2,
/// define them. O(cells).
///
/// ```
/// use saltus_shifting::shift::bounds::inversion_pairs;
///
/// assert_eq!(inversion_pairs(b"bb_ww"), (4, 4)); // nm and n + m
/// ```
pub fn inversion_pairs(cells: &[u8]) -> (u64, u64) {
    let (_, whites) = census(cells);
    let mut whites_right = whites as u64;
    let (mut blacks_left, mut pairs) = (0, 0);
    let mut at_gap = 0;
    for &cell in cells {
        match cell {
            BLACK => {
                blacks_left += 1;
                pairs += whites_right;
            }
            WHITE => whites_right -= 1,
            _ => at_gap = blacks_left + whites_right,
        }
    }
    (pairs, at_gap)
}

/// Both together: what forward moves lower by exactly 1 each.
///
/// ```
/// use saltus_shifting::shift::bounds::inversions;
///
/// assert_eq!(inversions(b"bb_ww"), 8); // as many as the shortest play has moves
/// assert_eq!(inversions(b"ww_bb"), 0);
/// ```
pub fn inversions(cells: &[u8]) -> u64 {
    let (pairs, at_gap) = inversion_pairs(cells);
    pairs + at_gap
}

/// Whether every checker stands where forward moves can still bring it to its place in `goal`:
/// blacks keep their order and only move right, whites only left. Both boards hold the same
/// checkers.
///
/// ```
/// use saltus_shifting::shift::bounds::in_order;
///
/// assert!(in_order(b"bw_", b"w_b"));
/// assert!(!in_order(b"_b", b"b_")); // black does not go back
/// ```
pub fn in_order(cells: &[u8], goal: &[u8]) -> bool {
    let places = |cells: &[u8], colour: u8| -> Vec<usize> {
        cells.iter().enumerate().filter(|(_, cell)| **cell == colour).map(|(at, _)| at).collect()
    };
    let all = |colour: u8, holds: fn(&usize, &usize) -> bool| {
        places(cells, colour).iter().zip(&places(goal, colour)).all(|(here, there)| holds(here, there))
    };
    all(BLACK, |here, there| here <= there) && all(WHITE, |here, there| here >= there)
}

/// Exact for forward play where the goal can be reached at all: the fall of [`inversions`]. Says
/// that it cannot where the order of a colour forbids it or, for the classical goal, where the
/// board is not winnable.
///
/// ```
/// use saltus_core::notation::Instance;
/// use saltus_core::puzzle::{Bound, Puzzle};
/// use saltus_shifting::shift::{self, bounds};
///
/// let puzzle = shift::read("shift bw_wb to wb_bw moves=forward").unwrap().puzzle().unwrap();
/// assert_eq!(bounds::Forward::new(&puzzle).of(&puzzle, &puzzle.start()), u32::MAX); // blacks do not go left
/// ```
#[derive(Clone, Debug)]
pub struct Forward {
    goal: Vec<u8>,
    classical: bool,
}

impl Forward {
    /// The bound for a puzzle of forward moves.
    ///
    /// # Panics
    /// When other moves are allowed.
    pub fn new(puzzle: &Shift) -> Self {
        assert_eq!(puzzle.classes(), Classes::Forward, "only forward moves lower the inversions each time");
        Forward { goal: puzzle.goal().cells().to_vec(), classical: has_classical_goal(puzzle) }
    }
}

impl Bound<Shift> for Forward {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        let left = inversions(state.cells()).checked_sub(inversions(&self.goal));
        match left {
            Some(left)
                if in_order(state.cells(), &self.goal) && (!self.classical || winnable::is_winnable(state.cells())) =>
            {
                u32::try_from(left).unwrap_or(u32::MAX - 1)
            }
            _ => u32::MAX,
        }
    }
}

/// Whether the goal is `w^m _ b^n`.
pub fn has_classical_goal(puzzle: &Shift) -> bool {
    let (n, m) = census(puzzle.goal().cells());
    puzzle.goal().cells() == sides(WHITE, m, BLACK, n)
}

/// The potential that proves nm + n + m under all twelve move classes, n, m >= 1 and the goal `w^m
/// _ b^n`. O(cells).
///
/// Number blacks from the right, whites from the left; the pair (i, j) is done when white j stands
/// left of black i. Undone pairs + undone pairs on the chain (1,1) .. (1,m) .. (n,m) + a parity of
/// the vacancy's place.
///
/// ```
/// use saltus_core::notation::Instance;
/// use saltus_core::puzzle::{Bound, Puzzle};
/// use saltus_shifting::shift::{self, bounds};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// assert_eq!(bounds::Chain.of(&puzzle, &puzzle.start()), 15);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Chain;

impl Chain {
    /// The potential of a board with both colours.
    pub fn potential(cells: &[u8]) -> u64 {
        let (n, m) = census(cells);
        let (mut blacks, mut whites) = (0, 0);
        let (mut undone, mut vacancy) = (0, 0);
        // Whites left of the first black from the right, blacks right of the last white.
        let (mut done_in_row, mut done_in_column) = (0, 0);
        for &cell in cells {
            match cell {
                BLACK => {
                    blacks += 1;
                    undone += m - whites;
                    done_in_row = whites;
                    done_in_column += usize::from(whites == m);
                }
                WHITE => whites += 1,
                _ => vacancy = blacks + whites,
            }
        }
        let on_chain = if done_in_row < m { done_in_row } else { m - 1 + done_in_column };
        let rest = n + m - 1 - on_chain;
        // Where the first undone pair of the chain stands among the checkers, when its two are
        // neighbours.
        let first = if done_in_row < m { n + done_in_row } else { n - done_in_column + m - 1 };
        let parity = if rest > 0 { (vacancy + first + 1) % 2 } else { (vacancy + m) % 2 };
        (undone + rest + parity) as u64
    }
}

impl Bound<Shift> for Chain {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        u32::try_from(Self::potential(state.cells())).unwrap_or(u32::MAX - 1)
    }
}

/// How many moves carry the vacancy home: two cells a move, or one where no jump is ever possible.
///
/// ```
/// use saltus_core::notation::Instance;
/// use saltus_core::puzzle::{Bound, Puzzle};
/// use saltus_shifting::shift::{self, bounds};
///
/// let puzzle = shift::read("shift bw_wb to _wbbw moves=all").unwrap().puzzle().unwrap();
/// assert_eq!(bounds::Vacancy::new(&puzzle).of(&puzzle, &puzzle.start()), 1); // two cells, one jump
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vacancy {
    reach: u32,
}

impl Vacancy {
    /// The bound for a puzzle.
    pub fn new(puzzle: &Shift) -> Self {
        let (n, m) = census(puzzle.goal().cells());
        let slides_only = (n == 0 || m == 0) && puzzle.classes() != Classes::All;
        Vacancy { reach: if slides_only { 1 } else { 2 } }
    }
}

impl Bound<Shift> for Vacancy {
    fn of(&self, puzzle: &Shift, state: &Row<u8>) -> u32 {
        state.gap().abs_diff(puzzle.goal().gap()).div_ceil(self.reach)
    }

    fn after(&self, puzzle: &Shift, state: &Row<u8>, _: &Hop, _: u32) -> u32 {
        self.of(puzzle, state)
    }
}

/// Whether a puzzle has a shortest play whose length [`Chain`] gives at once.
pub fn chain_applies(puzzle: &Shift) -> bool {
    let (n, m) = census(puzzle.start().cells());
    n > 0 && m > 0 && has_classical_goal(puzzle)
}

/// The bounds that a generic search can be asked to use, by name.
pub(crate) const BOUNDS: &[NamedBound<Shift>] = &[
    NamedBound {
        name: "forward",
        says: "the inversions that forward moves undo one by one, and nothing where the position is lost",
        make: |puzzle, word, _| {
            if puzzle.classes() != Classes::Forward {
                return Err(NoBound::Unfit("is for forward moves alone; vacancy is for all".into()));
            }
            let bounds = Bounds::plain(Forward::new(puzzle), word)?;
            let most = inversions(puzzle.start().cells());
            Ok(Bounds { from_start: Some(Box::new(Since { inversions: most })), ..bounds })
        },
    },
    NamedBound {
        name: "chain",
        says: "inversions, and the moves that their order costs, for the goal in which the colours have changed sides",
        make: |puzzle, word, _| {
            if !chain_applies(puzzle) {
                return Err(NoBound::Unfit(
                    "is for both colours and the goal in which they have changed sides; vacancy is for all".into(),
                ));
            }
            Bounds::plain(Chain, word)
        },
    },
    NamedBound {
        name: "vacancy",
        says: "the way of the vacancy to its place, at most two cells a move",
        make: |puzzle, word, _| {
            let bound = Vacancy::new(puzzle);
            let from_start = Left { gap: puzzle.start().gap(), reach: bound.reach };
            Ok(Bounds { from_start: Some(Box::new(from_start)), ..Bounds::plain(bound, word)? })
        },
    },
];

/// The moves made since the start: each undoes one inversion.
struct Since {
    inversions: u64,
}

impl Bound<Shift> for Since {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        let made = self.inversions.checked_sub(inversions(state.cells()));
        made.map_or(u32::MAX, |made| u32::try_from(made).unwrap_or(u32::MAX - 1))
    }
}

/// The way of the vacancy from where it was at the start.
struct Left {
    gap: u32,
    reach: u32,
}

impl Bound<Shift> for Left {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        state.gap().abs_diff(self.gap).div_ceil(self.reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::closed::sections::Sections;

    #[test]
    fn inversions_fall_to_zero_along_the_play() {
        let play = Sections::new(4u64, 3, true);
        for i in 0..=19 {
            let board = play.board(&i).cells(99).unwrap();
            assert_eq!(inversions(&board), 19 - i);
            assert_eq!(Chain::potential(&board), 19 - i);
        }
    }
}
