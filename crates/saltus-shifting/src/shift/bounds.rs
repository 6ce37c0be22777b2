//! Lower bounds for shifting checkers. The proofs stand in docs/certificates.md, as the evidence of
//! the same names.
//!
//! ```
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::{Bound, Puzzle};
//! use saltus_shifting::shift::{self, Shift, bounds};
//!
//! let puzzle = |line| shift::read(line).unwrap().puzzle().unwrap();
//! let at_start = |bound: &dyn Bound<Shift>, puzzle: &Shift| bound.of(puzzle, &puzzle.start());
//! let forward = puzzle("shift bw_wb to wb_bw moves=forward");
//! assert_eq!(at_start(&bounds::Forward::new(&forward), &forward), u32::MAX); // blacks do not go left
//! assert_eq!(at_start(&bounds::Chain, &puzzle("shift 3 3 moves=all")), 15);
//! let all = puzzle("shift bw_wb to _wbbw moves=all");
//! assert_eq!(at_start(&bounds::Vacancy::new(&all), &all), 1); // two cells, one jump
//! // Four checkers, four cells each.
//! assert_eq!(at_start(&bounds::Displacement, &puzzle("shift 2 2 gaps=2 moves=all")), 8);
//! ```

use crate::shift::closed::winnable;
use crate::shift::notation::usual_goal;
use crate::shift::rules::{BLACK, Classes, Shift, WHITE, census};
use saltus_core::family::{Bounds, NamedBound, NoBound};
use saltus_core::puzzle::{Bound, Puzzle};
use saltus_core::row::Row;

/// Inversion pairs (b left of w), and vacancy inversion pairs (b's left of a vacancy, w's right of it), as Zhu et al. (2015), section 2,
/// define them for one vacancy. O(cells).
///
/// ```
/// use saltus_shifting::shift::bounds::inversion_pairs;
///
/// assert_eq!(inversion_pairs(b"bb_ww"), (4, 4)); // nm and n + m, as many as the shortest play has moves
/// assert_eq!(inversion_pairs(b"ww_bb"), (0, 0));
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
            _ => at_gap += blacks_left + whites_right,
        }
    }
    (pairs, at_gap)
}

/// Both together: what forward moves lower by exactly 1 each.
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
    let all = |colour: u8, holds: fn(&usize, &usize) -> bool| {
        places(cells, colour).iter().zip(&places(goal, colour)).all(|(here, there)| holds(here, there))
    };
    all(BLACK, |here, there| here <= there) && all(WHITE, |here, there| here >= there)
}

/// The cells of one colour, from left to right.
pub(crate) fn places(cells: &[u8], colour: u8) -> Vec<usize> {
    cells.iter().enumerate().filter(|(_, cell)| **cell == colour).map(|(at, _)| at).collect()
}

/// Exact for forward play where the goal can be reached at all: the fall of [`inversions`]. Says
/// that it cannot where the order of a colour forbids it or, for the classical goal, where the
/// board is known to be lost. Where moves also lead back, which raise the inversions by 1, it is how far they have to change.
#[derive(Clone, Debug)]
pub struct Forward {
    goal: Vec<u8>,
    classical: bool,
    back: bool,
}

impl Forward {
    /// The bound for a puzzle without jumps over the own colour.
    ///
    /// # Panics
    /// When these are allowed.
    pub fn new(puzzle: &Shift) -> Self {
        assert_ne!(puzzle.classes(), Classes::All, "a jump over the own colour changes the inversions by 2");
        let back = puzzle.classes() == Classes::Back;
        Forward { goal: puzzle.goal().cells().to_vec(), classical: has_classical_goal(puzzle), back }
    }
}

impl Bound<Shift> for Forward {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        let (cells, goal) = (state.cells(), &self.goal);
        let left = inversions(cells).abs_diff(inversions(goal));
        if self.back || (in_order(cells, goal) && !(self.classical && winnable::is_lost(cells))) {
            u32::try_from(left).unwrap_or(u32::MAX - 1)
        } else {
            u32::MAX
        }
    }
}

/// Whether the goal is `w^m _^k b^n`.
pub fn has_classical_goal(puzzle: &Shift) -> bool {
    puzzle.goal().cells() == usual_goal(puzzle.goal().cells())
}

/// The potential that proves nm + n + m under all twelve move classes, n, m >= 1 and the goal `w^m
/// _ b^n`. O(cells).
///
/// Number blacks from the right, whites from the left; the pair (i, j) is done when white j stands
/// left of black i. Undone pairs + undone pairs on the chain (1,1) .. (1,m) .. (n,m) + a parity of
/// the vacancy's place.
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
#[derive(Clone, Copy, Debug)]
pub struct Vacancy {
    home: u32,
    reach: u32,
}

impl Vacancy {
    /// The bound for a puzzle.
    pub fn new(puzzle: &Shift) -> Self {
        let (n, m) = census(puzzle.goal().cells());
        let slides_only = (n == 0 || m == 0) && puzzle.classes() != Classes::All;
        Vacancy { home: puzzle.goal().gap(), reach: if slides_only { 1 } else { 2 } }
    }
}

impl Bound<Shift> for Vacancy {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        state.gap().abs_diff(self.home).div_ceil(self.reach)
    }
}

/// The way that the checkers of each colour have to go, in their order, at most two cells a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Displacement;

impl Bound<Shift> for Displacement {
    fn of(&self, puzzle: &Shift, state: &Row<u8>) -> u32 {
        let (cells, goal, mut way) = (state.cells(), puzzle.goal().cells(), 0u64);
        for colour in [BLACK, WHITE] {
            let mut there = 0;
            for (here, &cell) in cells.iter().enumerate() {
                if cell == colour {
                    while goal[there] != colour {
                        there += 1;
                    }
                    way += here.abs_diff(there) as u64;
                    there += 1;
                }
            }
        }
        u32::try_from(way.div_ceil(2)).unwrap_or(u32::MAX - 1)
    }
}

/// Whether a puzzle has a shortest play whose length [`Chain`] gives at once.
pub fn chain_applies(puzzle: &Shift) -> bool {
    let (n, m) = census(puzzle.start().cells());
    n > 0 && m > 0 && puzzle.gaps() == 1 && has_classical_goal(puzzle)
}

/// The bound that serves a puzzle best.
#[derive(Clone)]
pub(crate) enum BestBound {
    Forward(Forward),
    Chain,
    Displacement,
    Vacancy(Vacancy),
}

impl BestBound {
    /// Its choice for a puzzle.
    pub(crate) fn new(puzzle: &Shift) -> Self {
        match puzzle.classes() {
            Classes::Forward => BestBound::Forward(Forward::new(puzzle)),
            _ if chain_applies(puzzle) => BestBound::Chain,
            _ if puzzle.gaps() == 1 => BestBound::Vacancy(Vacancy::new(puzzle)),
            Classes::Back => BestBound::Forward(Forward::new(puzzle)),
            Classes::All => BestBound::Displacement,
        }
    }

    /// The name of its evidence.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            BestBound::Forward(_) => "forward",
            BestBound::Chain => "chain",
            BestBound::Displacement => "displacement",
            BestBound::Vacancy(_) => "vacancy",
        }
    }
}

impl Bound<Shift> for BestBound {
    fn of(&self, puzzle: &Shift, state: &Row<u8>) -> u32 {
        match self {
            BestBound::Forward(bound) => bound.of(puzzle, state),
            BestBound::Chain => Chain.of(puzzle, state),
            BestBound::Displacement => Displacement.of(puzzle, state),
            BestBound::Vacancy(bound) => bound.of(puzzle, state),
        }
    }
}

/// The bounds that a generic search can be asked to use, by name.
pub(crate) const BOUNDS: &[NamedBound<Shift>] = &[
    NamedBound {
        name: "forward",
        says: "the inversions that forward moves undo one by one, and nothing where the position is lost",
        make: |puzzle, word, _| {
            if puzzle.classes() == Classes::All || puzzle.classes() == Classes::Back && puzzle.gaps() == 1 {
                return Err(NoBound::Unfit("is for forward moves alone; vacancy is for all".into()));
            }
            let bounds = Bounds::plain(Forward::new(puzzle), word)?;
            let since =
                Since { inversions: inversions(puzzle.start().cells()), back: puzzle.classes() == Classes::Back };
            Ok(Bounds { from_start: Some(Box::new(since)), ..bounds })
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
            if puzzle.gaps() > 1 {
                return Err(NoBound::Unfit("is for one vacancy; displacement is for more".into()));
            }
            let bound = Vacancy::new(puzzle);
            let from_start = Vacancy { home: puzzle.start().gap(), ..bound };
            Ok(Bounds { from_start: Some(Box::new(from_start)), ..Bounds::plain(bound, word)? })
        },
    },
    NamedBound {
        name: "displacement",
        says: "the way of the checkers to their places, at most two cells a move",
        make: |_, word, _| Bounds::plain(Displacement, word),
    },
];

/// The moves made since the start: each undoes one inversion.
struct Since {
    inversions: u64,
    back: bool,
}

impl Bound<Shift> for Since {
    fn of(&self, _: &Shift, state: &Row<u8>) -> u32 {
        let now = inversions(state.cells());
        let beyond = now > self.inversions && !self.back;
        if beyond { u32::MAX } else { u32::try_from(self.inversions.abs_diff(now)).unwrap_or(u32::MAX - 1) }
    }
}
