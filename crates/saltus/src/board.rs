//! Cells and the ways between them. Knows no puzzle.
//!
//! A [`Board`] is cells `0..cells`, and for every cell and direction the cell one step on. A *jump* goes two steps
//! in one direction. On a line, a cycle and a grid a direction means the same everywhere; on any other graph a
//! direction is only the number of an edge at its cell, so there are steps but no jumps.
//!
//! ```
//! use saltus::board::{Board, EAST, WEST};
//! let line = Board::line(5);
//! assert_eq!(line.step(3, EAST), Some(4));
//! assert_eq!(line.step(4, EAST), None);
//! assert_eq!(line.jump(4, WEST), Some((3, 2)));
//! ```

/// The number of a cell, from 0.
pub type Cell = u32;

/// The number of a direction at a cell, from 0.
pub type Direction = usize;

/// To the next lower cell of a row.
pub const WEST: Direction = 0;
/// To the next higher cell of a row.
pub const EAST: Direction = 1;
/// To the row above; grids only.
pub const NORTH: Direction = 2;
/// To the row below; grids only.
pub const SOUTH: Direction = 3;

const NONE: Cell = Cell::MAX;

/// Cells, directions, steps and jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: usize,
    directions: usize,
    jumps: bool,
    steps: Vec<Cell>,
}

impl Board {
    /// A row of cells.
    pub fn line(cells: usize) -> Self {
        Self::uniform(cells, 2, |cell, direction| match direction {
            WEST => cell.checked_sub(1),
            _ => Some(cell + 1).filter(|&next| next < cells),
        })
    }

    /// A ring of cells: the last is next to the first.
    pub fn cycle(cells: usize) -> Self {
        Self::uniform(cells, 2, |cell, direction| Some((cell + if direction == WEST { cells - 1 } else { 1 }) % cells))
    }

    /// A grid, its cells row by row.
    pub fn grid(height: usize, width: usize) -> Self {
        Self::uniform(height * width, 4, |cell, direction| {
            let (row, column) = (cell / width, cell % width);
            match direction {
                WEST => (column > 0).then(|| cell - 1),
                EAST => (column + 1 < width).then(|| cell + 1),
                NORTH => (row > 0).then(|| cell - width),
                _ => (row + 1 < height).then(|| cell + width),
            }
        })
    }

    /// Any graph, by its edges. A cell's directions are its edges in the order given; there are no jumps.
    ///
    /// # Panics
    /// When an edge names a cell that is not there.
    pub fn graph(cells: usize, edges: &[(Cell, Cell)]) -> Self {
        let mut around = vec![Vec::new(); cells];
        for &(a, b) in edges {
            around[a as usize].push(b);
            around[b as usize].push(a);
        }
        let directions = around.iter().map(Vec::len).max().unwrap_or(0);
        let mut board =
            Self::uniform(cells, directions, |cell, direction| around[cell].get(direction).map(|&next| next as usize));
        board.jumps = false;
        board
    }

    fn uniform(cells: usize, directions: usize, step: impl Fn(usize, Direction) -> Option<usize>) -> Self {
        let steps = (0..cells)
            .flat_map(|cell| (0..directions).map(move |direction| (cell, direction)))
            .map(|(cell, direction)| step(cell, direction).map_or(NONE, |next| next as Cell))
            .collect();
        Board { cells, directions, jumps: true, steps }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many directions a cell has at most.
    pub fn directions(&self) -> usize {
        self.directions
    }

    /// The cell one step on.
    #[inline]
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        let next = self.steps[cell as usize * self.directions + direction];
        (next != NONE).then_some(next)
    }

    /// The cell that a jump passes over and the cell where it lands.
    #[inline]
    pub fn jump(&self, cell: Cell, direction: Direction) -> Option<(Cell, Cell)> {
        if !self.jumps {
            return None;
        }
        let over = self.step(cell, direction)?;
        Some((over, self.step(over, direction)?))
    }

    /// The cells one step away, in the order of directions.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        (0..self.directions).filter_map(move |direction| self.step(cell, direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends() {
        let line = Board::line(3);
        assert_eq!(line.neighbours(0).collect::<Vec<_>>(), [1]);
        assert_eq!(line.neighbours(1).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(line.jump(0, EAST), Some((1, 2)));
        assert_eq!(line.jump(1, EAST), None);
        assert_eq!(Board::line(0).cells(), 0);
    }

    #[test]
    fn cycle_closes() {
        let ring = Board::cycle(4);
        assert_eq!(ring.step(0, WEST), Some(3));
        assert_eq!(ring.jump(3, EAST), Some((0, 1)));
    }

    #[test]
    fn every_step_on_a_grid_can_be_taken_back() {
        let grid = Board::grid(3, 4);
        for cell in 0..12 {
            for (there, back) in [(WEST, EAST), (EAST, WEST), (NORTH, SOUTH), (SOUTH, NORTH)] {
                if let Some(next) = grid.step(cell, there) {
                    assert_eq!(grid.step(next, back), Some(cell));
                }
            }
        }
        assert_eq!(grid.neighbours(5).collect::<Vec<_>>(), [4, 6, 1, 9]);
        assert_eq!(grid.jump(0, SOUTH), Some((4, 8)));
    }

    #[test]
    fn graphs_have_steps_but_no_jumps() {
        let path = Board::graph(3, &[(0, 1), (1, 2)]);
        assert_eq!(path.neighbours(1).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(path.jump(0, 0), None);
    }
}
