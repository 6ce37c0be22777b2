//! What one line names: a board, the pawns on it, and whose turn it is.

use std::sync::Arc;

use crate::rules::{Pawns, Turns};
use saltus_core::board::{Board, Cell};
use saltus_core::random::Random;

/// The most cells that are laid out one by one; fewer where each has many neighbours.
pub const MOST_CELLS: u64 = 1 << 20;

/// The most steps from cell to cell that are laid out: 64 MB.
const MOST_STEPS: u64 = 1 << 24;

/// The most cells of a configuration that is named by its size alone: a random one, or all.
pub const MOST_SIZED: usize = 1 << 30;

/// What one line of notation names.
#[derive(Clone, PartialEq, Eq)]
pub struct Instance {
    /// The board.
    pub shape: Shape,
    /// The pawns on it.
    pub position: Position,
    /// Whose pawns may move when.
    pub turns: Turns,
}

/// A board. For a line, a cycle and a graph only the pawns give the number of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A row.
    Line,
    /// A ring. Two cells have one edge between them, one has none.
    Cycle,
    /// Cells row by row, adjacent to their neighbours left, right, above and below.
    Grid {
        /// Rows, at least 1.
        height: usize,
        /// Columns, at least 1.
        width: usize,
    },
    /// A hypercube: cells are next to each other where their numbers, from 0, differ in one binary
    /// digit.
    Cube {
        /// Binary digits.
        dimension: u32,
    },
    /// A Hamming graph: the same with digits of these bases, each at least 1, the last digit the
    /// lowest.
    Hamming(Vec<usize>),
    /// A complete multipartite graph: parts with these numbers of cells, each at least 1, one after the other.
    /// Cells are next to each other unless they are in the same part.
    Multipartite(Vec<usize>),
    /// Any graph.
    Graph {
        /// The edges in ascending order, the lower cell of each first, each once.
        edges: Vec<(Cell, Cell)>,
    },
}

/// The pawns on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// These pawns.
    Given(Arc<Pawns>),
    /// All configurations of this many cells without an empty one, for a survey. The board is not a
    /// [`Shape::Graph`].
    All(usize),
}

impl Shape {
    /// Any graph by its edges, in any order and way; an edge that comes twice counts once.
    ///
    /// # Panics
    /// When an edge joins a cell to itself.
    pub fn graph(edges: impl IntoIterator<Item = (Cell, Cell)>) -> Self {
        let mut edges: Vec<_> = edges.into_iter().map(|(a, b)| (a.min(b), a.max(b))).collect();
        assert!(edges.iter().all(|(a, b)| a != b), "an edge joins two cells");
        edges.sort_unstable();
        edges.dedup();
        Shape::Graph { edges }
    }

    /// How many cells it has, where it says so itself; `usize::MAX` means that and more.
    pub fn cells(&self) -> Option<usize> {
        match self {
            Shape::Line | Shape::Cycle | Shape::Graph { .. } => None,
            Shape::Grid { height, width } => Some(height.saturating_mul(*width)),
            Shape::Cube { dimension } => Some(1usize.checked_shl(*dimension).unwrap_or(usize::MAX)),
            Shape::Hamming(bases) => Some(bases.iter().fold(1, |cells: usize, base| cells.saturating_mul(*base))),
            Shape::Multipartite(parts) => Some(parts.iter().fold(0, |cells: usize, part| cells.saturating_add(*part))),
        }
    }

    /// The board of `cells` cells, whose number must be as [`Shape::cells`] says.
    ///
    /// It takes 4 bytes for each cell and direction ([`Board::directions`]), for a graph 16 for each
    /// cell and 8 for each edge, for a complete multipartite graph 24 for each cell.
    ///
    /// # Panics
    /// When the edges of a graph name other cells.
    pub fn board(&self, cells: usize) -> Board {
        match self {
            Shape::Line => Board::line(cells),
            Shape::Cycle => Board::cycle(cells),
            Shape::Grid { height, width } => Board::grid(*height, *width),
            Shape::Cube { dimension } => Board::hamming(&vec![2; *dimension as usize]),
            Shape::Hamming(bases) => Board::hamming(bases),
            Shape::Multipartite(parts) => Board::multipartite(parts),
            Shape::Graph { edges } => Board::graph(cells, edges),
        }
    }

    /// Bytes of a board of `cells` cells, and of what searches hold for each cell.
    pub(crate) fn room(&self, cells: u64) -> u64 {
        let steps = if let Shape::Multipartite(_) = self { 6 } else { self.directions() };
        cells.saturating_mul(64 + 4 * steps)
    }

    /// How many neighbours a cell has at most; 0 for a graph, whose edges are laid out already.
    fn directions(&self) -> u64 {
        match self {
            Shape::Line | Shape::Cycle => 2,
            Shape::Grid { .. } => 4,
            Shape::Cube { dimension } => u64::from(*dimension),
            Shape::Hamming(bases) => {
                bases.iter().fold(0, |sum: u64, &base| sum.saturating_add((base as u64).saturating_sub(1)))
            }
            // The cells of the smallest part have the most neighbours.
            Shape::Multipartite(parts) => {
                let smallest = parts.iter().min().map_or(0, |&size| size as u64);
                self.cells().map_or(0, |cells| cells as u64 - smallest)
            }
            Shape::Graph { .. } => 0,
        }
    }

    /// The most cells of this shape that are laid out, for searches and for play: they look at every
    /// step.
    pub(crate) fn most_cells(&self) -> u64 {
        MOST_CELLS.min(MOST_STEPS / self.directions().max(1))
    }
}

impl Instance {
    /// Given pawns on a board, to be moved at any time.
    ///
    /// # Panics
    /// When there is no cell, or the board has another number of them.
    pub fn new(shape: Shape, pawns: Pawns) -> Self {
        let cells = pawns.cells();
        assert!(cells > 0, "a board has a cell");
        assert!(shape.cells().is_none_or(|known| known == cells), "{shape:?} does not have {cells} cells");
        Instance { shape, position: Position::Given(Arc::new(pawns)), turns: Turns::Free }
    }

    /// Pawns on any graph, by its edges in any order and way.
    ///
    /// # Panics
    /// When an edge joins a cell to itself or names one that is not there, or there is no cell.
    pub fn graph(edges: impl IntoIterator<Item = (Cell, Cell)>, pawns: Pawns) -> Self {
        let shape = Shape::graph(edges);
        if let Shape::Graph { edges } = &shape {
            assert!(edges.iter().all(|edge| (edge.1 as usize) < pawns.cells()), "edges join cells of the board");
        }
        Self::new(shape, pawns)
    }

    /// A random one of the configurations without an empty cell, all equally likely. The same seed
    /// gives the same pawns, in every version.
    ///
    /// # Panics
    /// When there is no cell, or the board has another number of them.
    pub fn random(shape: Shape, cells: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let white = (0..cells.div_ceil(64)).map(|_| random.number()).collect();
        Self::new(shape, Pawns::from_bits(cells, white))
    }

    /// All configurations of a board that have no empty cell, for a survey.
    ///
    /// # Panics
    /// When there is no cell, the board has another number of them, or is any graph.
    pub fn all(shape: Shape, cells: usize) -> Self {
        assert!(cells > 0, "a board has a cell");
        assert!(shape.cells().is_none_or(|known| known == cells), "{shape:?} does not have {cells} cells");
        assert!(!matches!(shape, Shape::Graph { .. }), "any graph comes with its pawns");
        Instance { shape, position: Position::All(cells), turns: Turns::Free }
    }

    /// The same with other turns.
    #[must_use]
    pub fn with_turns(self, turns: Turns) -> Self {
        Instance { turns, ..self }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        match &self.position {
            Position::Given(pawns) => pawns.cells(),
            Position::All(cells) => *cells,
        }
    }

    /// The pawns, if they are given.
    pub fn configuration(&self) -> Option<&Arc<Pawns>> {
        match &self.position {
            Position::Given(pawns) => Some(pawns),
            Position::All(_) => None,
        }
    }

    /// The graph. Its size is not limited here ([`Shape::board`]).
    pub fn board(&self) -> Board {
        self.shape.board(self.cells())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::notation::Instance as _;

    #[test]
    fn shapes_know_their_cells() {
        let grid = Shape::Grid { height: 2, width: 3 };
        assert_eq!((grid.cells(), grid.board(6)), (Some(6), Board::grid(2, 3)));
        let cube = Shape::Cube { dimension: 3 };
        assert_eq!((cube.cells(), cube.board(8)), (Some(8), Board::hamming(&[2, 2, 2])));
        assert_eq!(Shape::Hamming(vec![3, 1, 2]).cells(), Some(6));
        assert_eq!(Shape::Line.cells(), None);
        let huge = [
            Shape::Grid { height: usize::MAX, width: 2 },
            Shape::Cube { dimension: u32::MAX },
            Shape::Hamming(vec![usize::MAX, usize::MAX]),
        ];
        huge.iter().for_each(|shape| assert_eq!(shape.cells(), Some(usize::MAX), "{shape:?}"));
    }

    #[test]
    fn edges_have_one_order() {
        let edges = [(3, 1), (0, 2), (1, 0), (1, 3)];
        assert_eq!(Shape::graph(edges), Shape::Graph { edges: vec![(0, 1), (0, 2), (1, 3)] });
    }

    #[test]
    #[should_panic(expected = "an edge joins two cells")]
    fn loops_are_no_edges() {
        Shape::graph([(0, 1), (2, 2)]);
    }

    #[test]
    #[should_panic(expected = "edges join cells of the board")]
    fn edges_stay_on_the_board() {
        Instance::graph([(0, 4)], "bwbw".parse().unwrap());
    }

    #[test]
    #[should_panic(expected = "does not have 5 cells")]
    fn pawns_fill_the_board() {
        Instance::new(Shape::Grid { height: 2, width: 3 }, "bwbwb".parse().unwrap());
    }

    /// What lies just beyond is refused before anything is laid out.
    #[test]
    fn large_boards_are_refused() {
        let white = |shape: Shape, cells: usize| {
            let pawns = Pawns::from_bits(cells, vec![u64::MAX; cells.div_ceil(64)]);
            Instance::new(shape, pawns).puzzle().map(|_| ()).map_err(|too_large| too_large.most)
        };
        assert_eq!(white(Shape::Line, 1 << 21), Err(1 << 20));
        assert_eq!(white(Shape::Grid { height: 1 << 11, width: 1 << 10 }, 1 << 21), Err(1 << 20));
        assert_eq!(white(Shape::Cube { dimension: 20 }, 1 << 20), Err((1 << 24) / 20));
        assert_eq!(white(Shape::Hamming(vec![1 << 13]), 1 << 13), Err((1 << 24) / ((1 << 13) - 1)));
        assert_eq!(white(Shape::Hamming(vec![1 << 9, 2]), 1 << 10), Ok(()));
        let star = Shape::graph((1..1 << 20).map(|leaf| (0, leaf)));
        assert_eq!(white(star, 1 << 20), Ok(()));
    }

    /// A line that names a seed can be printed in a book.
    #[test]
    fn seeds_keep_their_pawns() {
        let text = |cells, seed| match Instance::random(Shape::Line, cells, seed).position {
            Position::Given(pawns) => pawns.to_string(),
            Position::All(_) => unreachable!("pawns were drawn"),
        };
        assert_eq!(text(10, 1), "wbbbbbwwbb");
        assert_eq!(text(70, u64::MAX), "bbbbbwbbbbwwbwbbwbwbbwwbwwbwwbbbwwwbwwwbwbbbwwwbwbbwwbwwbbwbbwwwwbbwbb");
        assert!(text(80, 5).starts_with(&text(66, 5)));
    }

    /// No configuration of four cells is drawn much more often than another.
    #[test]
    fn all_pawns_are_drawn_alike() {
        let mut drawn = [0; 16];
        for seed in 0..1600 {
            let instance = Instance::random(Shape::Cycle, 4, seed);
            drawn[instance.configuration().expect("drawn").white()[0] as usize] += 1;
        }
        assert!(drawn.iter().all(|times| (60..160).contains(times)), "{drawn:?}");
    }
}
