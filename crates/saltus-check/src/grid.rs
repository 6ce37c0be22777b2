//! Cells in rows and columns, numbered row by row from 0, and what is next to what.

use crate::number::small;
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote};
use dashu_int::UBig;

/// A board of `height` rows and `width` columns, neither of them 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) height: usize,
    pub(crate) width: usize,
}

impl Grid {
    /// Reads a word like `4x5`: rows, then columns.
    pub(crate) fn read(word: &str, limits: &Limits) -> Checked<Self> {
        let sides = word.split_once('x').or_refuse(format_args!("{} is not ROWSxCOLUMNS", quote(word)))?;
        let (height, width) = (small(sides.0)?, small(sides.1)?);
        ensure(height > 0 && width > 0, "a board without cells")?;
        limits.length(&(UBig::from(height) * width))?;
        Ok(Self { height: height as usize, width: width as usize })
    }

    /// How many cells there are.
    pub(crate) fn cells(self) -> usize {
        self.height * self.width
    }

    /// The cell one step west (0), east (1), north (2) or south (3).
    pub(crate) fn step(self, cell: usize, direction: usize) -> Option<usize> {
        let (row, column) = (cell / self.width, cell % self.width);
        match direction {
            0 => (column > 0).then(|| cell - 1),
            1 => (column + 1 < self.width).then(|| cell + 1),
            2 => (row > 0).then(|| cell - self.width),
            _ => (row + 1 < self.height).then(|| cell + self.width),
        }
    }

    /// The cells next to one.
    pub(crate) fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        (0..4).filter_map(move |direction| self.step(cell, direction))
    }

    /// Steps from one cell to another.
    pub(crate) fn distance(self, a: usize, b: usize) -> usize {
        (a / self.width).abs_diff(b / self.width) + (a % self.width).abs_diff(b % self.width)
    }

    /// All ways to lay the board on itself, each as the images of the cells; the first moves none.
    pub(crate) fn symmetries(self) -> impl Iterator<Item = Vec<usize>> {
        let turned = if self.height == self.width { 2 } else { 1 };
        (0..4 * turned).map(move |number| (0..self.cells()).map(|cell| self.image(cell, number)).collect())
    }

    /// Bits of the number: left and right exchanged, top and bottom exchanged, rows and columns
    /// exchanged.
    fn image(self, cell: usize, number: usize) -> usize {
        let (mut row, mut column) = (cell / self.width, cell % self.width);
        if number & 1 != 0 {
            column = self.width - 1 - column;
        }
        if number & 2 != 0 {
            row = self.height - 1 - row;
        }
        if number & 4 != 0 {
            (row, column) = (column, row);
        }
        row * self.width + column
    }
}
