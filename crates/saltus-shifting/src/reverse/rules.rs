//! # Reversing numbered checkers
//!
//! Checkers 1..n and one vacancy stand on n + 1 cells in a row. A checker slides into the vacancy
//! from the next cell, or jumps into it over one neighbour, in either direction. From `1 2 .. n`, p
//! of them left of the vacancy, the order is to be reversed, q of them left of the vacancy at the
//! end.
//!
//! Dudeney solved p = q = 0 in 1917 ("The Six Frogs", Amusements in Mathematics 214); the general
//! case is the open question that ends Zhu, Wu, Wang and Wang (2015).
//!
//! ```
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::Puzzle;
//! use saltus_core::row::Hop;
//! use saltus_shifting::reverse;
//!
//! let puzzle = reverse::read("reverse 2").unwrap().puzzle().unwrap(); // _ 1 2 to _ 2 1
//! let mut state = puzzle.start();
//! for (from, to) in [(2, 0), (1, 2), (0, 1)] {
//!     assert_eq!(puzzle.check(&state, &Hop { from, to }), Ok(()));
//!     puzzle.play(&mut state, &Hop { from, to });
//! }
//! assert!(puzzle.is_goal(&state));
//! ```

use std::io::{self, Write};

use dashu_int::UBig;

use saltus_core::board::Cell;
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::proof;
use saltus_core::puzzle::{Backward, Puzzle, Ranked, Refusal, Undo};
use saltus_core::row::{self, Hop, Hops, Row};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

pub use super::notation::{Goal, Instance, Start, read, text};

/// The vacancy.
pub const GAP: u16 = 0;

/// The most checkers that are laid out one by one.
pub const MOST_CHECKERS: u64 = u16::MAX as u64;

/// An instance laid out for play.
#[derive(Clone, Debug)]
pub struct Reverse {
    hops: Hops,
    start: Row<u16>,
    goal: Order,
    /// Cells left of the vacancy at the end, unless it may be anywhere.
    goal_gap: Option<Cell>,
}

/// An order of all checkers, and at which place in it each stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The checkers from left to right.
    pub checkers: Vec<u16>,
    /// The place of each checker, indexed by its number; entry 0 is unused.
    pub place: Vec<u16>,
}

impl Order {
    fn new(checkers: Vec<u16>) -> Self {
        let mut place = vec![0; checkers.len() + 1];
        for (at, &checker) in checkers.iter().enumerate() {
            place[checker as usize] = at as u16;
        }
        Order { checkers, place }
    }
}

/// `order` with the vacancy after its first `left` checkers.
fn with_gap(order: impl Iterator<Item = u16>, left: usize) -> Vec<u16> {
    let mut cells: Vec<u16> = order.collect();
    cells.insert(left, GAP);
    cells
}

pub(super) fn ascending(n: u16, left: usize) -> Vec<u16> {
    with_gap(1..=n, left)
}

pub(super) fn descending(n: u16, left: usize) -> Vec<u16> {
    with_gap((1..=n).rev(), left)
}

/// How many checkers stand left of the vacancy.
pub(super) fn left_of_gap(cells: &[u16]) -> usize {
    cells.iter().position(|&cell| cell == GAP).expect("a vacancy")
}

impl Reverse {
    /// The puzzle of getting from `start` to `goal` (`None`: descending, the vacancy anywhere).
    ///
    /// # Panics
    /// When one is no arrangement of 1..n and one vacancy.
    pub fn new(start: &[u16], goal: Option<&[u16]>) -> Self {
        let n = (start.len() - 1) as u16;
        let order = match goal {
            None => (1..=n).rev().collect(),
            Some(cells) => cells.iter().copied().filter(|&cell| cell != GAP).collect(),
        };
        Reverse {
            hops: Hops::new(start.len()),
            start: Row::new(start.iter().copied(), GAP),
            goal: Order::new(order),
            goal_gap: goal.map(|cells| left_of_gap(cells) as Cell),
        }
    }

    /// How many checkers there are.
    pub fn checkers(&self) -> usize {
        self.goal.checkers.len()
    }

    /// The order of the checkers at the end.
    pub fn goal_order(&self) -> &Order {
        &self.goal
    }

    /// The vacant cell at the end, unless it may be anywhere.
    pub fn goal_gap(&self) -> Option<Cell> {
        self.goal_gap
    }

    pub(super) fn goal_with_gap(&self, gap: Cell) -> Row<u16> {
        Row::new(with_gap(self.goal.checkers.iter().copied(), gap as usize), GAP)
    }
}

impl Puzzle for Reverse {
    type State = Row<u16>;
    type Move = Hop;

    fn start(&self) -> Row<u16> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Row<u16>) -> bool {
        let (left, right) = state.cells().split_at(state.gap() as usize);
        let order = &self.goal.checkers;
        self.goal_gap.is_none_or(|gap| gap == state.gap())
            && *left == order[..left.len()]
            && right[1..] == order[left.len()..]
    }

    #[inline]
    fn moves(&self, state: &Row<u16>, buffer: &mut Vec<Hop>) {
        buffer.extend_from_slice(self.hops.to(state.gap()));
    }

    fn check(&self, state: &Row<u16>, hop: &Hop) -> Result<(), Refusal> {
        let cells = state.cells();
        let (from, to) = (u64::from(hop.from) + 1, u64::from(hop.to) + 1);
        let refuse = |why: String| Err(Refusal(format!("{from}-{to} on {}: {why}", text(cells))));
        if from.max(to) > cells.len() as u64 {
            return refuse(format!("the cells are 1 to {}", cells.len()));
        }
        if cells[hop.to as usize] != GAP {
            return refuse(format!("cell {to} is not the vacancy"));
        }
        match from.abs_diff(to) {
            1 | 2 => Ok(()),
            _ => refuse("a checker moves one cell, or two over a neighbour".into()),
        }
    }

    #[inline]
    fn play(&self, state: &mut Row<u16>, hop: &Hop) {
        state.swap(*hop);
    }

    fn heap_bytes(&self) -> usize {
        Row::<u16>::heap_bytes(self.start.cells().len())
    }
}

impl Undo for Reverse {
    #[inline]
    fn undo(&self, state: &mut Row<u16>, hop: &Hop) {
        state.unswap(*hop);
    }

    #[inline]
    fn reverses(&self, last: &Hop, next: &Hop) -> bool {
        next.from == last.to
    }
}

impl Backward for Reverse {
    fn goals(&self) -> Vec<Row<u16>> {
        match self.goal_gap {
            Some(gap) => vec![self.goal_with_gap(gap)],
            None => (0..=self.checkers() as Cell).map(|gap| self.goal_with_gap(gap)).collect(),
        }
    }

    fn moves_into(&self, state: &Row<u16>, buffer: &mut Vec<Hop>) {
        buffer.extend(self.hops.from(state.gap()));
    }
}

impl Ranked for Reverse {
    /// (n + 1)!
    ///
    /// # Panics
    /// From n = 20 on, where the number of states leaves 64 bits.
    fn count(&self) -> u64 {
        (1..=self.checkers() as u64 + 1).try_fold(1u64, u64::checked_mul).expect("at most 19 checkers")
    }

    /// The lexicographic number of the order of the checkers, times n + 1, plus the checkers left
    /// of the vacancy.
    fn rank(&self, state: &Row<u16>) -> u64 {
        let order: Vec<u16> = state.cells().iter().copied().filter(|&cell| cell != GAP).collect();
        let n = order.len();
        let lexicographic = order.iter().enumerate().fold(0, |rank, (at, checker)| {
            let smaller_behind = order[at + 1..].iter().filter(|&other| other < checker).count();
            rank * (n - at) as u64 + smaller_behind as u64
        });
        lexicographic * (n as u64 + 1) + u64::from(state.gap())
    }

    fn unrank(&self, rank: u64) -> Row<u16> {
        let n = self.checkers();
        let (mut rest, gap) = (rank / (n as u64 + 1), rank % (n as u64 + 1));
        let mut digits = vec![0; n];
        for at in (0..n).rev() {
            digits[at] = (rest % (n - at) as u64) as usize;
            rest /= (n - at) as u64;
        }
        let mut left: Vec<u16> = (1..=n as u16).collect();
        let order: Vec<u16> = digits.into_iter().map(|digit| left.remove(digit)).collect();
        Row::new(with_gap(order.into_iter(), gap as usize), GAP)
    }
}

/// The picture of an arrangement.
pub fn scene(cells: &[u16]) -> Scene {
    let spot = |&cell: &u16| match cell {
        GAP => Spot { label: "_".into(), tint: Tint::Vacant },
        checker => Spot { label: checker.to_string(), tint: Tint::Plain },
    };
    Scene { rows: vec![cells.iter().map(spot).collect()], spaced: true }
}

impl Draw for Reverse {
    fn scene(&self, state: &Row<u16>) -> Scene {
        scene(state.cells())
    }

    fn outline(&self) -> Outline {
        let cells = self.start.cells().len();
        Outline::rows(cells, cells, PieceForm::Disc)
    }

    fn path(&self, hop: &Hop) -> Vec<Cell> {
        vec![hop.from, hop.to]
    }

    fn goal(&self) -> Option<Scene> {
        self.goal_gap.map(|gap| scene(self.goal_with_gap(gap).cells()))
    }
}

impl MoveText for Reverse {
    fn write_move(&self, hop: &Hop, text: &mut String) {
        row::write_hop(*hop, text);
    }

    fn read_move(&self, _: &Row<u16>, text: &str) -> Result<Hop, BadInput> {
        row::read_hop(text, self.start.cells().len())
    }

    fn write_evidence(&self, moves: &[Hop], out: &mut dyn Write) -> io::Result<()> {
        row::write_evidence(moves, 1, out)
    }
}

impl Certified for Reverse {
    fn key(&self, state: &Self::State) -> UBig {
        proof::key(self.checkers() as u64 + 1, state.cells().iter().map(|&cell| u64::from(cell)))
    }
}
