//! Boards. On a row, or on rows one after the other, there is one vacancy, or several where the family has them, and every move
//! carries one checker or tile into it; a grid tells which cells are next to each other.

use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote};
use crate::text::small;
use dashu_int::UBig;

/// What a cell holds: 0 is the vacancy, the rest is the family's. These are also the digits of a
/// key.
pub(crate) type Cell = u32;

/// The empty cell among [`Cell`]s.
pub(crate) const VACANT: Cell = 0;

/// The cells, and where the vacancy is, the first one of several. Cells are counted from 0 here, from 1 in everything read or
/// printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    cells: Vec<Cell>,
    vacancy: usize,
}

impl Board {
    /// None unless exactly one cell is vacant.
    pub(crate) fn new(cells: Vec<Cell>) -> Option<Self> {
        Self::with_vacancies(cells).filter(|board| !board.cells[board.vacancy + 1..].contains(&VACANT))
    }

    /// None unless a cell is vacant.
    pub(crate) fn with_vacancies(cells: Vec<Cell>) -> Option<Self> {
        let vacancy = cells.iter().position(|&cell| cell == VACANT)?;
        Some(Self { cells, vacancy })
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(crate) fn vacancy(&self) -> usize {
        self.vacancy
    }

    /// The checkers left of the only vacancy and those right of it.
    pub(crate) fn sides(&self) -> (&[Cell], &[Cell]) {
        (&self.cells[..self.vacancy], &self.cells[self.vacancy + 1..])
    }

    pub(crate) fn checkers(&self) -> impl Iterator<Item = Cell> {
        self.cells.iter().copied().filter(|&cell| cell != VACANT)
    }

    /// Carries what is in cell `from` into the vacant cell `to`. No vacancy passes another, so that the first one stays the first.
    pub(crate) fn carry(&mut self, from: usize, to: usize) {
        self.cells.swap(from, to);
        if self.vacancy == to {
            self.vacancy = from;
        }
    }

    /// Overwrites the row with the same checkers in another order.
    pub(crate) fn rewrite(&mut self, cells: &[Cell]) -> Option<()> {
        self.cells.copy_from_slice(cells);
        self.vacancy = cells.iter().position(|&cell| cell == VACANT)?;
        Some(())
    }
}

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

    pub(crate) fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> {
        (0..4).filter_map(move |direction| self.step(cell, direction))
    }

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

/// Cells, as they are counted from 1.
pub(crate) fn listed(cells: impl IntoIterator<Item = usize>, between: &str) -> String {
    cells.into_iter().map(|cell| (cell + 1).to_string()).collect::<Vec<_>>().join(between)
}

/// Whether a permutation of numbers from 0 is odd: it has an odd number of cycles of even length. `seen` has as many items, all of them false.
pub(crate) fn is_odd_permutation(next: &dyn Fn(usize) -> usize, mut seen: Vec<bool>) -> bool {
    let mut odd = false;
    for first in 0..seen.len() {
        let (mut at, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[at], true) {
            (at, length) = (next(at), length + 1);
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
