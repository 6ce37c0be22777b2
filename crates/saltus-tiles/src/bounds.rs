//! Lower bounds for sliding tiles.

mod kinds;
mod named;
pub mod patterns;

pub use kinds::Kinds;
pub(crate) use named::BOUNDS;

use smallvec::SmallVec;

use crate::rules::{GAP, Slide, Tiles};
use saltus_core::board::Cell;
use saltus_core::puzzle::Bound;
use saltus_core::row::Row;

/// Each tile's way to the nearest cell of the goal with its label, row by row and column by column:
/// a move takes one tile one step. The proof is in docs/certificates.md, as the evidence of the
/// same name. O(cells), if tiles differ.
///
/// ```
/// use saltus_core::puzzle::{Bound, Puzzle};
/// use saltus_tiles::bounds::{LinearConflict, Manhattan};
/// use saltus_tiles::rules::Tiles;
///
/// // 2 1 / 3 0, and the goal 1 2 / 3 0.
/// let puzzle = Tiles::new(2, 2, &[2, 1, 3, 0], &[1, 2, 3, 0]);
/// assert_eq!(Manhattan.of(&puzzle, &puzzle.start()), 2);
/// // One of the two tiles must step aside and come back.
/// assert_eq!(LinearConflict::new(&puzzle).of(&puzzle, &puzzle.start()), 4);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

impl Manhattan {
    /// Steps of one tile from a cell to its nearest place in the goal.
    ///
    /// # Panics
    /// When the goal has no such tile.
    #[inline]
    pub fn way(puzzle: &Tiles, tile: u16, cell: Cell) -> u32 {
        let ways = puzzle.homes(tile).iter().map(|&home| puzzle.distance(cell, home));
        ways.min().expect("the goal holds the same tiles")
    }

    #[inline]
    fn moved(puzzle: &Tiles, slide: &Slide, before: u32) -> u32 {
        before - Self::way(puzzle, slide.tile, slide.from) + Self::way(puzzle, slide.tile, slide.to)
    }
}

impl Bound<Tiles> for Manhattan {
    fn of(&self, puzzle: &Tiles, state: &Row<u16>) -> u32 {
        let tiles = (0..).zip(state.cells()).filter(|(_, tile)| **tile != GAP);
        tiles.map(|(cell, &tile)| Self::way(puzzle, tile, cell)).sum()
    }

    #[inline]
    fn after(&self, puzzle: &Tiles, _: &Row<u16>, slide: &Slide, before: u32) -> u32 {
        Self::moved(puzzle, slide, before)
    }

    #[inline]
    fn ahead(&self, puzzle: &Tiles, _: &Row<u16>, slide: &Slide, before: u32) -> Option<u32> {
        Some(Self::moved(puzzle, slide, before))
    }
}

/// The vacancy's way to its cell of the goal: a move takes it one step. Exact in a single row or
/// column.
///
/// ```
/// use saltus_core::puzzle::{Bound, Puzzle};
/// use saltus_tiles::bounds::Vacancy;
/// use saltus_tiles::rules::Tiles;
///
/// let puzzle = Tiles::new(1, 4, &[0, 1, 2, 3], &[1, 2, 3, 0]);
/// assert_eq!(Vacancy.of(&puzzle, &puzzle.start()), 3);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Vacancy;

impl Bound<Tiles> for Vacancy {
    fn of(&self, puzzle: &Tiles, state: &Row<u16>) -> u32 {
        puzzle.distance(state.gap(), puzzle.goal().gap())
    }

    fn ahead(&self, puzzle: &Tiles, _: &Row<u16>, slide: &Slide, _: u32) -> Option<u32> {
        Some(puzzle.distance(slide.from, puzzle.goal().gap()))
    }
}

/// [`Manhattan`], and two moves more for every tile that must step aside in its own row or column.
///
/// O. Hansson, A. Mayer, M. Yung, *Criticizing solutions to relaxed models yields powerful
/// admissible heuristics*, 1992. Of the tiles that stand in the row where they belong, those that
/// stay in it keep their order; all but a longest subsequence in the order of the goal must leave
/// it and come back, by two moves up or down that [`Manhattan`] does not count. Likewise in
/// columns, with moves to the side. Theirs counts pairs in conflict one by one; the subsequence
/// gives the exact least number. It is consistent: a move within a row changes no order there, and
/// brings one tile into one column and out of another. For boards on which all tiles differ.
///
/// ```
/// use saltus_core::{notation::Instance, puzzle::{Bound, Puzzle}};
/// use saltus_tiles::bounds::{LinearConflict, Manhattan};
///
/// let puzzle = saltus_tiles::read("tiles 2x3 3 2 1 4 5 0").unwrap().puzzle().unwrap();
/// assert_eq!(Manhattan.of(&puzzle, &puzzle.start()), 4);
/// // Two of the three tiles must leave their row and come back.
/// assert_eq!(LinearConflict::new(&puzzle).of(&puzzle, &puzzle.start()), 8);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LinearConflict(());

impl LinearConflict {
    /// The bound for a puzzle.
    ///
    /// # Panics
    /// When two of its tiles are equal.
    pub fn new(puzzle: &Tiles) -> Self {
        assert!(!puzzle.is_repeated(), "equal tiles may pass one another by exchanging their names");
        LinearConflict(())
    }

    /// Tiles that must step aside in the row or column of this number; `tile_at` returns the tile on a cell.
    #[inline]
    fn aside(puzzle: &Tiles, is_row: bool, number: u16, tile_at: impl Fn(Cell) -> u16) -> u32 {
        let (height, width) = puzzle.size();
        let line = usize::from(number);
        let (first, step, count) = if is_row { (line * width, 1, width) } else { (line, width, height) };
        // The last places of the best subsequences of each length.
        let mut tails: SmallVec<[u16; 16]> = SmallVec::new();
        let mut belong = 0;
        for cell in (first..).step_by(step).take(count) {
            let tile = tile_at(cell as Cell);
            let [row, column] = puzzle.place(puzzle.homes(tile)[0]);
            let (belongs, there) = if is_row { (row, column) } else { (column, row) };
            if belongs != number || tile == GAP {
                continue;
            }
            belong += 1;
            let length = tails.partition_point(|&tail| tail < there);
            if length == tails.len() {
                tails.push(there);
            } else {
                tails[length] = there;
            }
        }
        belong - tails.len() as u32
    }
}

impl Bound<Tiles> for LinearConflict {
    fn of(&self, puzzle: &Tiles, state: &Row<u16>) -> u32 {
        let (height, width) = puzzle.size();
        let tile_at = |cell: Cell| state.cells()[cell as usize];
        let mut bound = Manhattan.of(puzzle, state);
        for (is_row, lines) in [(true, height), (false, width)] {
            for number in 0..lines as u16 {
                bound += 2 * Self::aside(puzzle, is_row, number, tile_at);
            }
        }
        bound
    }

    fn ahead(&self, puzzle: &Tiles, state: &Row<u16>, slide: &Slide, before: u32) -> Option<u32> {
        let here = |cell: Cell| state.cells()[cell as usize];
        let there = |cell: Cell| match cell {
            _ if cell == slide.to => slide.tile,
            _ if cell == slide.from => GAP,
            _ => here(cell),
        };
        let mut bound = Manhattan::moved(puzzle, slide, before);
        // The two lines across its way: the one that the tile leaves and the one that it enters.
        let ([row, column], [to_row, to_column]) = (puzzle.place(slide.from), puzzle.place(slide.to));
        let is_row = row != to_row;
        for number in if is_row { [row, to_row] } else { [column, to_column] } {
            bound += 2 * Self::aside(puzzle, is_row, number, there);
            bound -= 2 * Self::aside(puzzle, is_row, number, here);
        }
        Some(bound)
    }
}
