//! Views: lists of patterns without a tile in common that together hold all tiles. The bound of a
//! view is the sum of their values; the bound of a position the maximum over the views.
//!
//! Positions are given as the goal cell of what stands on each cell, that of the vacancy included; *places* are the inverse,
//! the cell of what belongs on each.

use std::path::Path;
use std::sync::Arc;

use smallvec::{SmallVec, smallvec};

use crate::bounds::patterns::symmetry::GridSymmetry;
use crate::bounds::patterns::table::{PatternState, Table};
use crate::bounds::patterns::{MOST_CELLS, MOST_TILES};
use saltus_core::board::Board;

/// A pattern with the table that serves it.
#[derive(Clone)]
pub struct ServedPattern {
    /// The table.
    pub table: Arc<Table>,
    /// From the board to the table.
    pub map: GridSymmetry,
    /// The goal cells on the board, in the order of the table's tiles.
    pub homes: Vec<u8>,
}

impl ServedPattern {
    /// A pattern as the image of a table's pattern.
    pub fn new(table: Arc<Table>, map: GridSymmetry) -> Self {
        let homes = map.inverse().cells(table.pattern.cells());
        ServedPattern { table, map, homes }
    }

    /// Where its tiles stand, as the table sees it.
    fn cells(&self, places: &[u8]) -> SmallVec<[u8; MOST_TILES]> {
        self.homes.iter().map(|&home| self.map.cell(places[usize::from(home)].into()) as u8).collect()
    }

    /// Where its tiles stand, the value being known.
    pub(crate) fn standing(&self, places: &[u8], value: u32) -> PatternState {
        PatternState::of(&self.cells(places), value)
    }

    /// The value of a position whose vacancy belongs on cell `vacancy`; none when the table is
    /// wrong.
    pub(crate) fn value(&self, places: &[u8], vacancy: usize) -> Option<u32> {
        self.table.value(&self.cells(places), self.map.cell(places[vacancy].into()))
    }
}

/// Views of one board and goal.
#[derive(Clone)]
pub struct PatternViews {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// The goal cell of the vacancy.
    pub vacancy: usize,
    /// The patterns of each view, which hold every tile once; a search looks at one or two views.
    pub list: Vec<Vec<ServedPattern>>,
}

impl PatternViews {
    /// Where the vacancy is.
    ///
    /// # Panics
    /// When there is none.
    pub fn vacancy_of(&self, position: &[u8]) -> usize {
        position.iter().position(|&home| usize::from(home) == self.vacancy).expect("a vacancy")
    }

    /// The goal cells of the patterns of each view.
    pub fn patterns(&self) -> Vec<Vec<Vec<u8>>> {
        let homes = |view: &Vec<ServedPattern>| view.iter().map(|pattern| pattern.homes.clone()).collect();
        self.list.iter().map(homes).collect()
    }

    /// The value of a position in each view; none when a table is wrong.
    pub fn values(&self, position: &[u8]) -> Option<Vec<u32>> {
        let places = places(position);
        let value = |view: &Vec<ServedPattern>| view.iter().map(|pattern| pattern.value(&places, self.vacancy)).sum();
        self.list.iter().map(value).collect()
    }

    /// The bound of a position; none when a table is wrong.
    pub fn bound(&self, position: &[u8]) -> Option<u32> {
        Some(self.values(position)?.into_iter().max().unwrap_or(0))
    }

    /// Whether the value of a view falls when the tile that belongs on cell `home` goes to the vacancy, next to which it stands.
    pub(crate) fn lowers(&self, view: usize, places: &[u8], home: u8) -> bool {
        let tile_of = |pattern: &ServedPattern| pattern.homes.iter().position(|&other| other == home);
        let mut patterns = self.list[view].iter();
        let (pattern, tile) = patterns.find_map(|pattern| Some((pattern, tile_of(pattern)?))).expect("every tile");
        pattern.table.lowers(&pattern.cells(places), tile, pattern.map.cell(places[self.vacancy].into()))
    }

    /// Whether a walk of the vacancy leads from a position to the goal.
    pub fn leads_home(&self, position: &[u8], walk: &[u8]) -> bool {
        let board = Board::grid(self.height, self.width);
        let (mut position, mut vacancy) = (position.to_vec(), self.vacancy_of(position) as u32);
        for &direction in walk {
            let Some(next) = board.step(vacancy, direction.into()) else { return false };
            position.swap(vacancy as usize, next as usize);
            vacancy = next;
        }
        position.iter().zip(0..).all(|(&home, cell)| home == cell)
    }

    /// The files that tables were read from.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.list.iter().flatten().filter_map(|pattern| pattern.table.file.as_deref())
    }
}

/// The cell of what belongs on each cell.
pub(crate) fn places(position: &[u8]) -> SmallVec<[u8; MOST_CELLS]> {
    let mut places = smallvec![0; position.len()];
    position.iter().zip(0..).for_each(|(&home, cell)| places[usize::from(home)] = cell);
    places
}
