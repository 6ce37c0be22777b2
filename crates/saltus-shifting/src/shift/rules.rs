//! # Shifting checkers (toads and frogs)
//!
//! A row of n + m + k cells holds n black checkers (`b`), m white ones (`w`) and k vacancies (`_`), one unless it is said.
//! A checker *slides* into a vacancy from the next cell, or *jumps* into it over one neighbour, a checker.
//! *Forward* means to the right for black and to the left for white. From `b..b_w..w` the colours
//! are to change sides, in as few moves as possible.
//!
//! Zhu, Wu, Wang and Wang (2015), Table 1, list twelve classes of moves; the instance says which
//! are allowed:
//!
//! | `moves=` | classes | moves |
//! |---|---|---|
//! | `forward` | 1-4 | forward slides, forward jumps over the other colour |
//! | `back` | 1-8 | also backward slides and jumps over the other colour |
//! | `all` | 1-12 | also jumps over the own colour |
//!
//! (The paper's label of a jump names the left piece, the right piece and the direction: class 4,
//! jump(b,w,l), is white jumping left over black.)
//!
//! ```
//! use saltus_core::notation::Instance;
//! use saltus_core::puzzle::Puzzle;
//! use saltus_core::row::Hop;
//! use saltus_shifting::shift;
//!
//! let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
//! let mut state = puzzle.start();
//! for (from, to) in [(0, 1), (2, 0), (1, 2)] {
//!     let hop = Hop { from, to };
//!     assert_eq!(puzzle.check(&state, &hop), Ok(()));
//!     puzzle.play(&mut state, &hop);
//! }
//! assert!(puzzle.is_goal(&state)); // w_b
//! ```

use std::io::{self, Write};

use dashu_int::UBig;

use saltus_core::board::Cell;
use saltus_core::notation::{BadInput, Certified, MoveText};
use saltus_core::proof;
use saltus_core::puzzle::{Backward, Puzzle, Refusal, Undo};
use saltus_core::row::{self, Hop, Hops, Row};
use saltus_core::scene::{Draw, Outline, PieceForm, Scene, Spot, Tint};

pub use super::notation::{Instance, Setup, read, text};

/// A black checker.
pub const BLACK: u8 = b'b';
/// A white checker.
pub const WHITE: u8 = b'w';
/// A vacancy.
pub const GAP: u8 = b'_';

/// The most cells that are laid out one by one.
pub const MOST_CELLS: u64 = 1 << 24;

/// Which classes of Table 1 are allowed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Classes {
    /// 1-4.
    #[default]
    Forward,
    /// 1-8.
    Back,
    /// 1-12.
    All,
}

impl Classes {
    /// The highest class number allowed.
    pub fn last(self) -> u8 {
        match self {
            Classes::Forward => 4,
            Classes::Back => 8,
            Classes::All => 12,
        }
    }
}

/// Table 1: class, the cells before the move, the cells after it. The checker that moves stands at
/// the end without vacancy.
pub const TABLE_1: [(u8, &[u8], &[u8]); 12] = [
    (1, b"b_", b"_b"),
    (2, b"_w", b"w_"),
    (3, b"bw_", b"_wb"),
    (4, b"_bw", b"wb_"),
    (5, b"wb_", b"_bw"),
    (6, b"_wb", b"bw_"),
    (7, b"_b", b"b_"),
    (8, b"w_", b"_w"),
    (9, b"ww_", b"_ww"),
    (10, b"_bb", b"bb_"),
    (11, b"_ww", b"ww_"),
    (12, b"bb_", b"_bb"),
];

/// An instance laid out for play.
#[derive(Clone, Debug)]
pub struct Shift {
    hops: Hops,
    start: Row<u8>,
    goal: Row<u8>,
    gaps: usize,
    classes: Classes,
}

/// Blacks and whites on a board.
pub fn census(cells: &[u8]) -> (usize, usize) {
    let count = |colour| cells.iter().filter(|&&cell| cell == colour).count();
    (count(BLACK), count(WHITE))
}

/// `left^a _ right^b`.
pub fn sides(left: u8, a: usize, right: u8, b: usize) -> Vec<u8> {
    packed(left, a, 1, right, b)
}

/// `left^a _^gaps right^b`.
pub fn packed(left: u8, a: usize, gaps: usize, right: u8, b: usize) -> Vec<u8> {
    let mut cells = vec![left; a];
    cells.resize(a + gaps, GAP);
    cells.resize(a + gaps + b, right);
    cells
}

impl Shift {
    /// The puzzle of getting from `start` to `goal`.
    ///
    /// # Panics
    /// When the boards are none, or hold different checkers.
    pub fn new(start: &[u8], goal: &[u8], classes: Classes) -> Self {
        assert_eq!(census(start), census(goal), "both boards hold the same checkers");
        assert_eq!(start.len(), goal.len(), "both boards have as many cells");
        let row = |cells: &[u8]| Row::new(cells.iter().copied(), GAP);
        let (n, m) = census(start);
        Shift { hops: Hops::new(start.len()), start: row(start), goal: row(goal), gaps: start.len() - n - m, classes }
    }

    /// The number of vacancies.
    pub fn gaps(&self) -> usize {
        self.gaps
    }

    /// The moves allowed.
    pub fn classes(&self) -> Classes {
        self.classes
    }

    /// The goal.
    pub fn goal(&self) -> &Row<u8> {
        &self.goal
    }

    /// Whether the checker that stands at `at` may make or may have made a hop.
    #[inline]
    fn allows(&self, state: &Row<u8>, at: Cell, hop: Hop) -> bool {
        let cells = state.cells();
        let checker = cells[at as usize];
        let over = hop.over().map(|over| cells[over as usize]);
        if over == Some(checker) {
            self.classes == Classes::All
        } else {
            self.classes >= Classes::Back || (checker == BLACK) == (hop.from < hop.to)
        }
    }
}

impl Puzzle for Shift {
    type State = Row<u8>;
    type Move = Hop;

    fn start(&self) -> Row<u8> {
        self.start.clone()
    }

    fn is_goal(&self, state: &Row<u8>) -> bool {
        *state == self.goal
    }

    #[inline]
    fn moves(&self, state: &Row<u8>, buffer: &mut Vec<Hop>) {
        if self.gaps == 1 {
            let hops = self.hops.to(state.gap()).iter();
            return buffer.extend(hops.filter(|hop| self.allows(state, hop.from, **hop)));
        }
        self.hops.into_gaps(state, &mut |hop| {
            if self.allows(state, hop.from, hop) {
                buffer.push(hop);
            }
        });
    }

    fn check(&self, state: &Row<u8>, hop: &Hop) -> Result<(), Refusal> {
        let cells = state.cells();
        let (from, to) = (u64::from(hop.from) + 1, u64::from(hop.to) + 1);
        let refuse = |why: String| Err(Refusal(format!("{from}-{to} on {}: {why}", text(cells))));
        if from.max(to) > cells.len() as u64 {
            return refuse(format!("the cells are 1 to {}", cells.len()));
        }
        if cells[hop.to as usize] != GAP {
            return refuse(format!("cell {to} is not {}", if self.gaps == 1 { "the vacancy" } else { "vacant" }));
        }
        // A vacancy is where the move ends, so none of the table's windows has one where it begins.
        let window = &cells[hop.from.min(hop.to) as usize..=hop.from.max(hop.to) as usize];
        match TABLE_1.iter().find(|(_, before, _)| *before == window).map(|&(class, ..)| class) {
            None => refuse("a checker moves one cell, or two over a neighbour".into()),
            Some(class) if class > self.classes.last() => refuse(format!(
                "a move of class {class} of Table 1, but only the classes 1-{} are allowed",
                self.classes.last()
            )),
            Some(_) => Ok(()),
        }
    }

    #[inline]
    fn play(&self, state: &mut Row<u8>, hop: &Hop) {
        state.swap(*hop);
    }

    fn heap_bytes(&self) -> usize {
        Row::<u8>::heap_bytes(self.start.cells().len())
    }
}

impl Undo for Shift {
    #[inline]
    fn undo(&self, state: &mut Row<u8>, hop: &Hop) {
        state.unswap(*hop);
    }

    #[inline]
    fn reverses(&self, last: &Hop, next: &Hop) -> bool {
        (next.from, next.to) == (last.to, last.from)
    }
}

impl Backward for Shift {
    fn goals(&self) -> Vec<Row<u8>> {
        vec![self.goal.clone()]
    }

    fn moves_into(&self, state: &Row<u8>, buffer: &mut Vec<Hop>) {
        // The checker that came last stands where its hop ended.
        self.hops.out_of_gaps(state, self.gaps, &mut |hop| {
            if self.allows(state, hop.to, hop) {
                buffer.push(hop);
            }
        });
    }
}

/// The picture of a board.
pub fn scene(cells: &[u8]) -> Scene {
    let spot = |&cell: &u8| Spot {
        label: char::from(cell).to_string(),
        tint: match cell {
            BLACK => Tint::Dark,
            WHITE => Tint::Light,
            _ => Tint::Vacant,
        },
    };
    Scene { rows: vec![cells.iter().map(spot).collect()], spaced: false }
}

impl Draw for Shift {
    fn scene(&self, state: &Row<u8>) -> Scene {
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
        Some(scene(self.goal.cells()))
    }
}

impl MoveText for Shift {
    fn write_move(&self, hop: &Hop, text: &mut String) {
        row::write_hop(*hop, text);
    }

    fn read_move(&self, _: &Row<u8>, text: &str) -> Result<Hop, BadInput> {
        row::read_hop(text, self.start.cells().len())
    }

    fn write_evidence(&self, moves: &[Hop], out: &mut dyn Write) -> io::Result<()> {
        row::write_evidence(moves, self.gaps, out)
    }
}

impl Certified for Shift {
    fn key(&self, state: &Self::State) -> UBig {
        proof::key(
            3,
            state.cells().iter().map(|&cell| match cell {
                BLACK => 1,
                WHITE => 2,
                _ => 0,
            }),
        )
    }
}
