//! # Reversing numbered checkers
//!
//! Checkers 1..n and k vacancies, one unless it is said, stand on n + k cells in a row. A checker slides into a vacancy
//! from the next cell, or jumps into it over one neighbour, a checker, in either direction. From `1 2 .. n`, the vacancies
//! together and p checkers left of them, the order is to be reversed, the vacancies together and q checkers left of them at
//! the end.
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
use saltus_core::puzzle::{Backward, Puzzle, Refusal, Undo};
use saltus_core::row::{self, Hop, Hops, Row};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

pub use super::notation::{Goal, Instance, Start, read, text};

/// The vacancy.
pub const GAP: u16 = 0;

/// The most checkers that are laid out one by one, with the vacancies after the first.
pub const MOST_CHECKERS: u64 = u16::MAX as u64;

/// An instance laid out for play.
#[derive(Clone, Debug)]
pub struct Reverse {
    hops: Hops,
    start: Row<u16>,
    gaps: usize,
    /// The checkers at the end, from left to right.
    order: Vec<u16>,
    /// The place of each checker in that order.
    places: Vec<u16>,
    /// The arrangement at the end, unless the vacancies may be anywhere, together.
    end: Option<Row<u16>>,
    /// The cells of its checkers, from left to right.
    homes: Vec<Cell>,
}

/// `order` with vacancies after its first `left` checkers.
pub(super) fn with_gaps(order: &[u16], left: usize, gaps: usize) -> Vec<u16> {
    [&order[..left], &vec![GAP; gaps], &order[left..]].concat()
}

pub(super) fn ascending(n: u16, left: usize, gaps: usize) -> Vec<u16> {
    with_gaps(&(1..=n).collect::<Vec<_>>(), left, gaps)
}

pub(super) fn descending(n: u16, left: usize, gaps: usize) -> Vec<u16> {
    with_gaps(&(1..=n).rev().collect::<Vec<_>>(), left, gaps)
}

/// How many checkers an arrangement has.
pub(super) fn checkers_of(cells: &[u16]) -> usize {
    cells.iter().filter(|&&cell| cell != GAP).count()
}

/// How many checkers stand left of the first vacancy.
pub(super) fn left_of_gap(cells: &[u16]) -> usize {
    cells.iter().position(|&cell| cell == GAP).expect("a vacancy")
}

impl Reverse {
    /// The puzzle of getting from `start` to `goal` (`None`: descending, the vacancies anywhere, together).
    ///
    /// # Panics
    /// When one is no arrangement of 1..n and as many vacancies as the other has, one at least.
    pub fn new(start: &[u16], goal: Option<&[u16]>) -> Self {
        let n = checkers_of(start) as u16;
        let order: Vec<u16> = match goal {
            None => (1..=n).rev().collect(),
            Some(cells) => cells.iter().copied().filter(|&cell| cell != GAP).collect(),
        };
        let mut places = vec![0; order.len() + 1];
        for (at, &checker) in order.iter().enumerate() {
            places[checker as usize] = at as u16;
        }
        Reverse {
            hops: Hops::new(start.len()),
            start: Row::new(start.iter().copied(), GAP),
            gaps: start.len() - usize::from(n),
            order,
            places,
            end: goal.map(|cells| Row::new(cells.iter().copied(), GAP)),
            homes: (0..).zip(goal.unwrap_or_default()).filter(|&(_, &cell)| cell != GAP).map(|(at, _)| at).collect(),
        }
    }

    /// How many checkers there are.
    pub fn checkers(&self) -> usize {
        self.order.len()
    }

    /// The place of each checker in the order at the end, indexed by its number; entry 0 is unused.
    pub fn places(&self) -> &[u16] {
        &self.places
    }

    /// The number of vacancies.
    pub fn gaps(&self) -> usize {
        self.gaps
    }

    /// The arrangement at the end, unless the vacancies may be anywhere, together.
    pub fn end(&self) -> Option<&Row<u16>> {
        self.end.as_ref()
    }

    /// The cell of the checker at a place of the order: at the end, or with all vacancies after the first `left` checkers.
    #[inline]
    pub(super) fn home(&self, place: usize, left: Option<usize>) -> usize {
        match left {
            None => self.homes[place] as usize,
            Some(left) if place < left => place,
            Some(_) => place + self.gaps,
        }
    }
}

impl Puzzle for Reverse {
    type State = Row<u16>;
    type Move = Hop;

    fn start(&self) -> Row<u16> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Row<u16>) -> bool {
        if let Some(end) = &self.end {
            return state == end;
        }
        let (left, rest) = state.cells().split_at(state.gap() as usize);
        let (gaps, right) = rest.split_at(self.gaps);
        let order = &self.order;
        gaps.iter().all(|&cell| cell == GAP) && *left == order[..left.len()] && *right == order[left.len()..]
    }

    #[inline]
    fn moves(&self, state: &Row<u16>, buffer: &mut Vec<Hop>) {
        if self.gaps == 1 {
            return buffer.extend_from_slice(self.hops.to(state.gap()));
        }
        self.hops.into_gaps(state, &mut |hop| buffer.push(hop));
    }

    fn check(&self, state: &Row<u16>, hop: &Hop) -> Result<(), Refusal> {
        let cells = state.cells();
        let (from, to) = (u64::from(hop.from) + 1, u64::from(hop.to) + 1);
        let refuse = |why: String| Err(Refusal(format!("{from}-{to} on {}: {why}", text(cells))));
        if from.max(to) > cells.len() as u64 {
            return refuse(format!("the cells are 1 to {}", cells.len()));
        }
        if cells[hop.to as usize] != GAP {
            return refuse(format!("cell {to} is not {}", if self.gaps == 1 { "the vacancy" } else { "vacant" }));
        }
        match from.abs_diff(to) {
            _ if cells[hop.from as usize] == GAP => refuse(format!("cell {from} is vacant")),
            2 if state.passes_vacancy(*hop) => refuse("there is no checker to jump over".into()),
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
        (next.from, next.to) == (last.to, last.from)
    }
}

impl Backward for Reverse {
    fn goals(&self) -> Vec<Row<u16>> {
        if let Some(end) = &self.end {
            return vec![end.clone()];
        }
        let packed = |left| Row::new(with_gaps(&self.order, left, self.gaps), GAP);
        (0..=self.checkers()).map(packed).collect()
    }

    fn moves_into(&self, state: &Row<u16>, buffer: &mut Vec<Hop>) {
        self.hops.out_of_gaps(state, self.gaps, &mut |hop| buffer.push(hop));
    }
}

/// (n + k)! / k!, unless it leaves 64 bits.
pub(super) fn positions(n: u64, gaps: u64) -> Option<u64> {
    (gaps + 1..=gaps + n).try_fold(1u64, u64::checked_mul)
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
        self.end.as_ref().map(|end| scene(end.cells()))
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
        row::write_evidence(moves, self.gaps, out)
    }
}

impl Certified for Reverse {
    fn key(&self, state: &Self::State) -> UBig {
        proof::key(self.checkers() as u64 + 1, state.cells().iter().map(|&cell| u64::from(cell)))
    }
}
