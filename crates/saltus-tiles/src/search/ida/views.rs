//! Views: lists of patterns without a tile in common that together hold all tiles. The bound of a view is the sum of their values; the bound of a
//! position the maximum over the views.
//!
//! Positions are given as the goal cell of what stands on each cell, that of the vacancy included.

use std::sync::Arc;

use crate::bounds::patterns::slopes::Slopes;
use crate::bounds::patterns::symmetry::Symmetry;

/// A pattern with the table that serves it.
#[derive(Clone)]
pub struct Part {
    /// The table.
    pub slopes: Arc<Slopes>,
    /// From the board to the table.
    pub map: Symmetry,
    /// The goal cells on the board, in the order of the table's tiles.
    pub homes: Vec<u8>,
}

impl Part {
    /// A pattern as the image of a table's pattern.
    pub fn new(slopes: Arc<Slopes>, map: Symmetry) -> Self {
        let homes = map.inverse().cells(slopes.pattern.cells());
        Part { slopes, map, homes }
    }

    /// Where its tiles stand, as the table sees it.
    fn cells(&self, position: &[u8]) -> Vec<u8> {
        let cell = |home: &u8| position.iter().position(|tile| tile == home).expect("every tile is on the board");
        self.homes.iter().map(|home| self.map.cell(cell(home)) as u8).collect()
    }

    /// The place of a position in the table.
    pub fn place(&self, position: &[u8]) -> u64 {
        self.slopes.numbering.place(&self.slopes.weights, &self.cells(position))
    }

    /// The value of a position whose vacancy belongs on cell `vacancy`.
    pub fn value(&self, position: &[u8], vacancy: usize) -> u32 {
        let now = position.iter().position(|&home| usize::from(home) == vacancy).expect("a vacancy");
        self.slopes.value(&self.cells(position), self.map.cell(now))
    }
}

/// Patterns that are added up.
#[derive(Clone)]
pub struct View {
    /// They hold every tile once.
    pub parts: Vec<Part>,
}

impl View {
    /// The sum of the values.
    pub fn value(&self, position: &[u8], vacancy: usize) -> u32 {
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

    /// The bound of a position.
    pub fn bound(&self, position: &[u8]) -> u32 {
        self.list.iter().map(|view| view.value(position, self.vacancy)).max().unwrap_or(0)
    }
}
