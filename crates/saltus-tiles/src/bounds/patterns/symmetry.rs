//! The symmetries of a grid.

/// A map of the cells of a grid onto themselves that keeps neighbours neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridSymmetry {
    cells: Vec<u8>,
}

impl GridSymmetry {
    /// The symmetries of an h x w grid that come from turning and reflecting it: 4, or 8 of a
    /// square. The identity is the first.
    pub fn all(height: usize, width: usize) -> Vec<Self> {
        let ways = if height == width { 8 } else { 4 };
        (0..ways).map(|way| Self::new(height, width, way & 1 == 1, way & 2 == 2, way & 4 == 4)).collect()
    }

    fn new(height: usize, width: usize, upside_down: bool, mirrored: bool, transposed: bool) -> Self {
        let image = |cell: usize| {
            let (row, column) = (cell / width, cell % width);
            let row = if upside_down { height - 1 - row } else { row };
            let column = if mirrored { width - 1 - column } else { column };
            (if transposed { column * width + row } else { row * width + column }) as u8
        };
        GridSymmetry { cells: (0..height * width).map(image).collect() }
    }

    /// Where a cell goes.
    pub fn cell(&self, cell: usize) -> usize {
        self.cells[cell].into()
    }

    /// Where cells go.
    pub fn cells(&self, cells: &[u8]) -> Vec<u8> {
        cells.iter().map(|&cell| self.cells[usize::from(cell)]).collect()
    }

    /// First this, then `next`.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        GridSymmetry { cells: next.cells(&self.cells) }
    }

    /// The symmetry that takes this one back.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut inverse = self.clone();
        for (from, &to) in self.cells.iter().enumerate() {
            inverse.cells[usize::from(to)] = from as u8;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::board::{Board, Cell};

    /// Whether neighbours stay neighbours.
    fn is_sound(symmetry: &GridSymmetry, board: &Board) -> bool {
        (0..board.cells()).all(|cell| {
            let mut there: Vec<Cell> =
                board.neighbours(cell as Cell).map(|next| symmetry.cell(next as usize) as Cell).collect();
            let mut beside: Vec<Cell> = board.neighbours(symmetry.cell(cell) as Cell).collect();
            there.sort_unstable();
            beside.sort_unstable();
            there == beside
        })
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for (height, width) in [(1, 1), (1, 3), (2, 3), (3, 3), (4, 4), (4, 3), (5, 5)] {
            let board = Board::grid(height, width);
            for symmetry in GridSymmetry::all(height, width) {
                assert!(is_sound(&symmetry, &board), "{height}x{width} {symmetry:?}");
                assert!(is_sound(&symmetry.inverse(), &board));
                assert_eq!(symmetry.then(&symmetry.inverse()), GridSymmetry::all(height, width)[0]);
            }
        }
    }
}
