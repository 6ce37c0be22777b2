//! Views: lists of patterns without a tile in common that together hold all tiles. The bound of a
//! view is the sum of their values; the bound of a position the maximum over the views.
//!
//! Positions are given as the goal cell of what stands on each cell, that of the vacancy included.

use std::path::Path;
use std::sync::Arc;

use crate::bounds::patterns::symmetry::Symmetry;
use crate::bounds::patterns::table::{Standing, Table};
use saltus_core::board::Board;

/// A pattern with the table that serves it.
#[derive(Clone)]
pub struct Part {
    /// The table.
    pub table: Arc<Table>,
    /// From the board to the table.
    pub map: Symmetry,
    /// The goal cells on the board, in the order of the table's tiles.
    pub homes: Vec<u8>,
}

impl Part {
    /// A pattern as the image of a table's pattern.
    pub fn new(table: Arc<Table>, map: Symmetry) -> Self {
        let homes = map.inverse().cells(table.pattern.cells());
        Part { table, map, homes }
    }

    /// Where its tiles stand, as the table sees it.
    fn cells(&self, position: &[u8]) -> Vec<u8> {
        let cell = |home: &u8| position.iter().position(|tile| tile == home).expect("every tile is on the board");
        self.homes.iter().map(|home| self.map.cell(cell(home)) as u8).collect()
    }

    /// Where its tiles stand, the value being known.
    pub(crate) fn standing(&self, position: &[u8], value: u32) -> Standing {
        Standing::of(&self.cells(position), value)
    }

    /// Whether the value falls when a tile, by its place in the pattern, goes to the cell of the vacancy.
    pub(crate) fn lowers(&self, position: &[u8], tile: usize, vacancy: usize) -> bool {
        self.table.lowers(&self.cells(position), tile, self.map.cell(vacancy))
    }

    /// The value of a position whose vacancy belongs on cell `vacancy`; none when the table is
    /// wrong.
    pub fn value(&self, position: &[u8], vacancy: usize) -> Option<u32> {
        let now = position.iter().position(|&home| usize::from(home) == vacancy).expect("a vacancy");
        self.table.value(&self.cells(position), self.map.cell(now))
    }
}

/// Patterns that are added up.
#[derive(Clone)]
pub struct View {
    /// They hold every tile once.
    pub parts: Vec<Part>,
}

impl View {
    /// The sum of the values; none when a table is wrong.
    pub fn value(&self, position: &[u8], vacancy: usize) -> Option<u32> {
        self.parts.iter().map(|part| part.value(position, vacancy)).sum()
    }
}

/// Views of one board and goal.
#[derive(Clone)]
pub struct Views {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// The goal cell of the vacancy.
    pub vacancy: usize,
    /// The views; a search looks at one or two.
    pub list: Vec<View>,
}

impl Views {
    /// Where the vacancy is.
    ///
    /// # Panics
    /// When there is none.
    pub fn vacancy_of(&self, position: &[u8]) -> usize {
        position.iter().position(|&home| usize::from(home) == self.vacancy).expect("a vacancy")
    }

    /// The goal cells of the patterns of each view.
    pub fn patterns(&self) -> Vec<Vec<Vec<u8>>> {
        let homes = |view: &View| view.parts.iter().map(|part| part.homes.clone()).collect();
        self.list.iter().map(homes).collect()
    }

    /// The value of a position in each view; none when a table is wrong.
    pub fn values(&self, position: &[u8]) -> Option<Vec<u32>> {
        self.list.iter().map(|view| view.value(position, self.vacancy)).collect()
    }

    /// The bound of a position; none when a table is wrong.
    pub fn bound(&self, position: &[u8]) -> Option<u32> {
        Some(self.values(position)?.into_iter().max().unwrap_or(0))
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
        self.list.iter().flat_map(|view| &view.parts).filter_map(|part| part.table.file.as_deref())
    }
}
