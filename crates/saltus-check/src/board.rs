//! Cells with exactly one vacancy: a row, or rows one after the other. In all families every move
//! carries one checker or tile into it.

/// What a cell holds: 0 is the vacancy, the rest is the family's. These are also the digits of a
/// key.
pub(crate) type Cell = u32;

/// The empty cell among [`Cell`]s.
pub(crate) const VACANT: Cell = 0;

/// The cells, and where the vacancy is. Cells are counted from 0 here, from 1 in everything read or
/// printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    cells: Vec<Cell>,
    vacancy: usize,
}

impl Board {
    /// None unless exactly one cell is vacant.
    pub(crate) fn new(cells: Vec<Cell>) -> Option<Self> {
        let vacancy = only_vacancy(&cells)?;
        Some(Self { cells, vacancy })
    }

    /// The whole row.
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Index of the vacancy.
    pub(crate) fn vacancy(&self) -> usize {
        self.vacancy
    }

    /// The checkers left of the vacancy and those right of it.
    pub(crate) fn sides(&self) -> (&[Cell], &[Cell]) {
        (&self.cells[..self.vacancy], &self.cells[self.vacancy + 1..])
    }

    /// All checkers from left to right.
    pub(crate) fn checkers(&self) -> impl Iterator<Item = Cell> {
        let (left, right) = self.sides();
        left.iter().chain(right).copied()
    }

    /// Carries what is in cell `from` into the vacancy. Carrying from the old vacancy then undoes
    /// it.
    pub(crate) fn carry(&mut self, from: usize) {
        self.cells.swap(from, self.vacancy);
        self.vacancy = from;
    }

    /// Overwrites the row with one of the same length. None unless exactly one cell is vacant
    /// afterwards.
    pub(crate) fn rewrite(&mut self, cells: &[Cell]) -> Option<()> {
        self.cells.copy_from_slice(cells);
        self.vacancy = only_vacancy(&self.cells)?;
        Some(())
    }
}

fn only_vacancy(cells: &[Cell]) -> Option<usize> {
    let index = cells.iter().position(|&cell| cell == VACANT)?;
    let again = cells[index + 1..].contains(&VACANT);
    (!again).then_some(index)
}
