//! Zero-aware additive pattern databases for sliding tiles.
//!
//! A *pattern* is some of the tiles. Its database holds for every arrangement of these tiles, and
//! for every region of free cells the vacancy may be in, how often the tiles of the pattern have to
//! move at least to get home; the other tiles are ignored, and the vacancy moves inside its region
//! at no cost. Patterns without a tile in common may be added up.
//!
//! R. E. Korf, A. Felner, *Disjoint pattern database heuristics* (2002), minimise over the
//! vacancy's place; R. Clausecker, *Notes on the construction of pattern databases* (2017), keeps
//! the regions apart, "zero-aware", so that a move changes the value of one pattern only, by
//! exactly 1. So one bit an entry is enough: bit 1 of the value. Its lowest bit changes with every
//! move, and of two values that differ by 1 the last two bits say which is the lower. Values are
//! needed at the start of a search only, and found there by walking down.
//!
//! - `sets`, `orders`: how sets of cells and arrangements are numbered;
//! - [`build`]: breadth-first construction;
//! - [`table`]: the bits, and what a move does to them; [`file`](mod@file): their files; `cache`: the
//!   folder of these; `store`: the tables that the process has.

// What the search's one recursion reads; left to itself the compiler calls parts of it.
#![allow(clippy::inline_always)]

pub mod build;
pub(crate) mod cache;
pub mod file;
pub(crate) mod orders;
pub(crate) mod sets;
pub(crate) mod store;
pub(crate) mod symmetry;
pub mod table;
pub mod values;

#[cfg(test)]
mod file_faults;
#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use build::UNREACHED;
use sets::Grid;
use symmetry::GridSymmetry;

/// The most cells of a board with pattern databases.
pub const MOST_CELLS: usize = 32;

/// The most tiles in a pattern.
pub const MOST_TILES: usize = 8;

/// Some tiles of a board, named by the cells where they belong.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    /// Rows of the board.
    pub(crate) height: usize,
    /// Columns of the board.
    pub(crate) width: usize,
    cells: Vec<u8>,
    /// The cells of the goal's region, where the vacancy is at the end.
    home: u32,
}

impl Pattern {
    /// The tiles that belong on `cells` of an h x w board, the vacancy on a cell of its own.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use saltus_core::limits::Limits;
    /// use saltus_tiles::bounds::patterns::{Pattern, build::TableShape, table::Table};
    ///
    /// // The tiles that belong on cells 0 and 1; the vacancy belongs on cell 5.
    /// let pattern = Pattern::new(2, 3, 5, &[0, 1]);
    /// let table = Table::build(&Arc::new(TableShape::new(2, 3, 2)), &pattern, &Limits::default()).unwrap();
    /// assert_eq!(table.value(&[0, 1], 5), Some(0)); // at home
    /// ```
    ///
    /// # Panics
    /// When the board has more than [`MOST_CELLS`] cells or the cells, vacancy included, are not
    /// distinct cells of it.
    pub fn new(height: usize, width: usize, vacancy: usize, cells: &[u8]) -> Self {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        assert!(height * width <= MOST_CELLS && vacancy < height * width, "masks have 32 bits");
        assert!(cells.windows(2).all(|pair| pair[0] < pair[1]), "goal cells are distinct");
        assert!(cells.iter().all(|&cell| usize::from(cell) < height * width && usize::from(cell) != vacancy));
        let home = Grid::new(height, width).region(mask(&cells), 1 << vacancy);
        Pattern { height, width, cells, home }
    }

    /// The goal cells, ascending.
    pub(crate) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// How many tiles there are.
    pub(crate) fn tiles(&self) -> usize {
        self.cells.len()
    }

    /// The least cell of the region in which the vacancy is at the end.
    pub(crate) fn vacancy(&self) -> usize {
        self.home.trailing_zeros() as usize
    }

    /// The greatest cell of that region: the name of the pattern's table has this one, since the
    /// usual goal has its vacancy there.
    pub(crate) fn last_vacancy(&self) -> usize {
        31 - self.home.leading_zeros() as usize
    }

    /// The pattern seen through a symmetry of the board.
    #[must_use]
    pub(crate) fn image(&self, symmetry: &GridSymmetry) -> Self {
        Pattern::new(self.height, self.width, symmetry.cell(self.vacancy()), &symmetry.cells(&self.cells))
    }

    /// The least image, whose database serves all others, and the symmetry that leads to it.
    pub(crate) fn canonical(&self) -> (Self, GridSymmetry) {
        let images =
            GridSymmetry::all(self.height, self.width).into_iter().map(|symmetry| (self.image(&symmetry), symmetry));
        images.min_by(|(a, _), (b, _)| a.cmp(b)).expect("the identity is a symmetry")
    }
}

/// Cells as they are written, from 1.
pub(crate) fn from_one(cells: &[u8], between: &str) -> String {
    cells.iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(between)
}

/// Cells as a mask.
pub(crate) fn mask(cells: &[u8]) -> u32 {
    cells.iter().map(|&cell| 1 << cell).sum()
}
