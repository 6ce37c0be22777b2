//! Cells and the connections between them. This module depends on no puzzle.
//!
//! A [`Board`] is cells `0..cells`, and for every cell and direction the cell one step on. A *jump*
//! goes two steps in one direction. On a line, a cycle, a grid and a hexagonal board a direction
//! means the same everywhere; on any other graph a direction is only the number of an edge at its
//! cell, so there are steps but no jumps.
//!
//! ```
//! use saltus_core::board::{Board, EAST, WEST};
//! let line = Board::line(5);
//! assert_eq!(line.step(3, EAST), Some(4));
//! assert_eq!(line.step(4, EAST), None);
//! assert_eq!(line.jump(4, WEST), Some((3, 2)));
//! ```

use std::collections::HashMap;
use std::ops::Range;

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

/// The six directions of a hexagonal board, in axial coordinates.
const HEXAGONAL: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

const NONE: Cell = Cell::MAX;

/// Cells, directions, steps and jumps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: usize,
    directions: usize,
    jumps: bool,
    /// The cells one step away, cell by cell: one for each direction, `NONE` where there is no
    /// step.
    steps: Vec<Cell>,
    /// Where the steps of each cell lie, if cells have only the steps that lead somewhere; else a
    /// star of n leaves would take n^2.
    ranges: Option<Vec<Range<usize>>>,
    /// Whether the cells of a part share their steps, and those of different parts are adjacent.
    has_parts: bool,
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

    /// A Hamming graph: cells are numbers with digits of these bases, the last digit the lowest,
    /// and adjacent where exactly one digit differs. Directions begin with the last digit; there
    /// are no jumps.
    ///
    /// Bases 2 give a hypercube, a single base a complete graph, none a single cell.
    ///
    /// # Panics
    /// When a base is 0.
    pub fn hamming(bases: &[usize]) -> Self {
        assert!(!bases.contains(&0), "a digit has a value");
        // For each direction the weight of its digit, its base, and which of the other values it
        // leads to.
        let mut ways = Vec::new();
        let mut cells = 1;
        for &base in bases.iter().rev() {
            ways.extend((0..base - 1).map(|other| (cells, base, other)));
            cells *= base;
        }
        let mut board = Self::uniform(cells, ways.len(), |cell, direction| {
            let (weight, base, other) = ways[direction];
            let own = cell / weight % base;
            let value = if other < own { other } else { other + 1 };
            Some(cell - own * weight + value * weight)
        });
        board.jumps = false;
        board
    }

    /// Any graph, by its edges. A cell's directions are its edges in the order given; there are no
    /// jumps.
    ///
    /// # Panics
    /// When an edge names a cell that is not there.
    pub fn graph(cells: usize, edges: &[(Cell, Cell)]) -> Self {
        let ways = || edges.iter().flat_map(|&(a, b)| [(a as usize, b), (b as usize, a)]);
        let mut starts = vec![0; cells + 1];
        ways().for_each(|(from, _)| starts[from + 1] += 1);
        let directions = starts.iter().copied().max().unwrap_or(0);
        (0..cells).for_each(|cell| starts[cell + 1] += starts[cell]);
        let mut ranges: Vec<_> = starts[..cells].iter().map(|&start| start..start).collect();
        let mut steps = vec![NONE; 2 * edges.len()];
        for (from, to) in ways() {
            steps[ranges[from].end] = to;
            ranges[from].end += 1;
        }
        Board { cells, directions, jumps: false, steps, ranges: Some(ranges), has_parts: false }
    }

    /// A complete multipartite graph: two cells are adjacent unless they are in the same part. The
    /// argument lists the sizes of the parts, whose cells come one part after the other; there are no jumps.
    ///
    /// It takes memory for its cells, not for its edges.
    ///
    /// ```
    /// use saltus_core::board::Board;
    ///
    /// let board = Board::multipartite(&[2, 1]);
    /// let edges = [(0, 2), (1, 2)];
    /// assert!((0..3).all(|cell| board.neighbours(cell).eq(Board::graph(3, &edges).neighbours(cell))));
    /// assert_eq!(Board::multipartite(&[1_000_000, 1_000_000]).neighbours(0).next(), Some(1_000_000));
    /// ```
    pub fn multipartite(parts: &[usize]) -> Self {
        let cells = parts.iter().sum();
        // The cells twice: each part is followed by all other cells, beginning with those after it.
        let steps = (0..cells as Cell).chain(0..cells as Cell).collect();
        let mut ranges = Vec::with_capacity(cells);
        for &size in parts {
            let begin = ranges.len();
            ranges.resize(begin + size, begin + size..begin + cells);
        }
        let directions = ranges.iter().map(Range::len).max().unwrap_or(0);
        Board { cells, directions, jumps: false, steps, ranges: Some(ranges), has_parts: true }
    }

    /// A board of hexagonal cells, by their axial coordinates in the order of their numbers. The
    /// directions are (1,0) (0,1) (-1,1) (-1,0) (0,-1) (1,-1): the one three further on leads back.
    ///
    /// # Panics
    /// When two cells have the same coordinates.
    pub fn hexagonal(coordinates: &[(i32, i32)]) -> Self {
        let numbers: HashMap<_, _> = coordinates.iter().copied().zip(0..).collect();
        assert_eq!(numbers.len(), coordinates.len(), "cells have different coordinates");
        Self::uniform(coordinates.len(), HEXAGONAL.len(), |cell, direction| {
            let ((x, y), (dx, dy)) = (coordinates[cell], HEXAGONAL[direction]);
            numbers.get(&(x.checked_add(dx)?, y.checked_add(dy)?)).copied()
        })
    }

    fn uniform(cells: usize, directions: usize, step: impl Fn(usize, Direction) -> Option<usize>) -> Self {
        let steps = (0..cells)
            .flat_map(|cell| (0..directions).map(move |direction| (cell, direction)))
            .map(|(cell, direction)| step(cell, direction).map_or(NONE, |next| next as Cell))
            .collect();
        Board { cells, directions, jumps: true, steps, ranges: None, has_parts: false }
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
        let next = match &self.ranges {
            None => self.steps[cell as usize * self.directions + direction],
            Some(ranges) => *self.steps[ranges[cell as usize].clone()].get(direction)?,
        };
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
        self.around(cell).iter().copied().filter(|&next| next != NONE)
    }

    /// Whether there is a step from one cell to the other.
    ///
    /// ```
    /// use saltus_core::board::Board;
    ///
    /// let board = Board::multipartite(&[2, 1]);
    /// assert!(board.are_adjacent(0, 2) && !board.are_adjacent(0, 1));
    /// ```
    pub fn are_adjacent(&self, from: Cell, to: Cell) -> bool {
        match &self.ranges {
            Some(ranges) if self.has_parts => ranges[from as usize] != ranges[to as usize],
            _ => self.around(from).contains(&to),
        }
    }

    /// The steps of a cell.
    #[inline]
    fn around(&self, cell: Cell) -> &[Cell] {
        let cell = cell as usize;
        match &self.ranges {
            None => &self.steps[cell * self.directions..(cell + 1) * self.directions],
            Some(ranges) => &self.steps[ranges[cell].clone()],
        }
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

    /// Against the same graph by its edges.
    #[test]
    fn parts_share_their_steps() {
        for parts in [&[1, 1, 1][..], &[2, 3], &[3, 1, 2], &[4], &[1, 4, 1, 2]] {
            let board = Board::multipartite(parts);
            let part: Vec<usize> = (0..parts.len()).flat_map(|part| vec![part; parts[part]]).collect();
            let cells = 0..part.len() as Cell;
            let apart = |a: Cell, b: Cell| part[a as usize] != part[b as usize];
            let pairs = cells.clone().flat_map(|a| (a + 1..cells.end).map(move |b| (a, b)));
            let graph = Board::graph(part.len(), &pairs.filter(|&(a, b)| apart(a, b)).collect::<Vec<_>>());
            assert_eq!((board.cells(), board.directions()), (graph.cells(), graph.directions()));
            for a in cells.clone() {
                let sorted = |board: &Board| {
                    let mut around: Vec<Cell> = board.neighbours(a).collect();
                    around.sort_unstable();
                    around
                };
                assert_eq!(sorted(&board), sorted(&graph), "{parts:?}");
                assert_eq!(board.step(a, sorted(&graph).len()), None);
                for b in cells.clone() {
                    assert_eq!((board.are_adjacent(a, b), graph.are_adjacent(a, b)), (apart(a, b), apart(a, b)));
                }
            }
        }
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
    fn hexagonal_directions_lead_there_and_back() {
        let reach = -3..=3;
        let cells: Vec<(i32, i32)> = reach.clone().flat_map(|x| reach.clone().map(move |y| (x, y))).collect();
        let board = Board::hexagonal(&cells);
        for cell in 0..49 {
            for there in 0..6 {
                if let Some(next) = board.step(cell, there) {
                    assert_eq!(board.step(next, (there + 3) % 6), Some(cell));
                }
            }
        }
        let centre = 24;
        let around: Vec<(i32, i32)> = board.neighbours(centre).map(|cell| cells[cell as usize]).collect();
        assert_eq!(around, [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]);
        assert_eq!(board.jump(centre, 2), Some((18, 12)));
    }

    /// A jump needs the cell between.
    #[test]
    fn hexagonal_boards_may_have_holes() {
        let board = Board::hexagonal(&[(0, 0), (2, 0), (0, 1), (0, 2), (i32::MAX, 0)]);
        assert_eq!((board.step(0, 0), board.jump(0, 0), board.jump(0, 1)), (None, None, Some((2, 3))));
    }

    #[test]
    fn graphs_have_steps_but_no_jumps() {
        let path = Board::graph(3, &[(0, 1), (1, 2)]);
        assert_eq!(path.neighbours(1).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(path.jump(0, 0), None);
        assert_eq!((path.step(0, 0), path.step(0, 1), path.directions()), (Some(1), None, 2));
        let alone = Board::graph(2, &[]);
        assert_eq!((alone.neighbours(1).count(), alone.step(1, 0)), (0, None));
        // Directions come in the order of the edges.
        assert_eq!(Board::graph(4, &[(0, 3), (2, 0), (0, 1)]).neighbours(0).collect::<Vec<_>>(), [3, 2, 1]);
    }

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn edges_end_at_cells() {
        Board::graph(2, &[(2, 0)]);
    }

    #[test]
    fn stars_take_no_more_than_their_edges() {
        let leaves = 1_000_000;
        let star = Board::graph(leaves + 1, &(1..=leaves as Cell).map(|leaf| (0, leaf)).collect::<Vec<_>>());
        assert_eq!(star.directions(), leaves);
        assert_eq!(star.neighbours(leaves as Cell).collect::<Vec<_>>(), [0]);
    }

    #[test]
    fn hamming_neighbours_differ_in_one_digit() {
        for bases in [&[][..], &[1], &[4], &[2, 3], &[3, 1, 2], &[2, 2, 3], &[2, 2, 2, 2]] {
            let board = Board::hamming(bases);
            let digits = |cell: Cell| {
                let mut rest = cell as usize;
                let digit = |&base: &usize| (rest % base, rest /= base).0;
                bases.iter().rev().map(digit).collect::<Vec<_>>()
            };
            assert_eq!(board.cells(), bases.iter().product::<usize>());
            for cell in 0..board.cells() as Cell {
                let differ = |other: &Cell| {
                    digits(cell).iter().zip(digits(*other)).filter(|(digit, others)| **digit != *others).count() == 1
                };
                let mut near: Vec<Cell> = board.neighbours(cell).collect();
                near.sort_unstable();
                assert_eq!(near, (0..board.cells() as Cell).filter(differ).collect::<Vec<_>>(), "{cell} of {bases:?}");
            }
        }
        let cube = Board::hamming(&[2; 3]);
        assert_eq!((0..3).map(|bit| cube.step(5, bit)).collect::<Vec<_>>(), [Some(4), Some(7), Some(1)]);
        assert_eq!(cube.jump(0, 0), None);
    }
}
