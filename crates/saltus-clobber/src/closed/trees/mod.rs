//! Clobber on forests, when any pawn may move at any time: the value and a play that reaches it, in
//! linear time.
//!
//! L. Beaudou, E. Duchêne, S. Gravier, *A survey about Solitaire Clobber* (Games of No Chance 4),
//! announce polynomial time for trees; in general graphs the question is NP-complete. Linear time
//! and the theorem used here are new; the proof is in docs/theorems.md (`trees`).
//!
//! An edge is crossed at most once, so a play is a set of crossed edges, each with a direction, and
//! the value is pawns less edges crossed. A vertex is left at most once, after all arrivals. Each
//! arrival takes a pawn of the other colour, so with p arrivals of the colour other than the
//! vertex's own, and q of its own, p - q is 0 or 1; and the pawn that leaves has the own colour if
//! p = q, else the other. On a tree nothing more is needed: the moves can always be put into an
//! order.
//!
//! So what counts of a subtree is how many edges it has crossed at most, in five cases: the edge to
//! the parent is left alone; the parent is given a black pawn, or a white one; the parent gives a
//! black pawn, or a white one. A vertex combines those of its children in time proportional to
//! their number (`star.rs`): giving gains at most 1 over leaving alone, so that children fall into
//! nine classes.

mod forest;
mod order;
mod star;
mod tally;
#[cfg(test)]
mod tests;

use crate::rules::{Colour, Move};
use saltus_core::board::Board;

use forest::Forest;
use star::{Offer, Star};

/// More cells than this are declined: gains are kept in 32 bits.
const MOST_CELLS: usize = i32::MAX as usize;

/// The fewest pawns that a play leaves; none when the pawns stand on a cycle of the board, or when
/// there are 2^31 cells or more.
///
/// Linear in cells times [`Board::directions`]; about 29 bytes a cell. Two edges between the same
/// cells count as one, and an edge from a cell to itself as none.
///
/// ```
/// use saltus_core::board::Board;
/// use saltus_clobber::closed::trees;
/// use saltus_clobber::rules::Pawns;
///
/// // A black pawn in the middle is taken by a white one, a black one and a white one.
/// let star = Board::graph(4, &[(0, 1), (0, 2), (0, 3)]);
/// let cells: Vec<_> = "bwwb".parse::<Pawns>().unwrap().iter().collect();
/// assert_eq!(trees::value(&star, &cells), Some(1));
/// assert_eq!(trees::value(&Board::cycle(4), &cells), None);
/// ```
///
/// # Panics
/// When there are not as many contents as cells.
pub fn value(board: &Board, cells: &[Option<Colour>]) -> Option<usize> {
    let forest = forest(board, cells)?;
    Some(forest.cells.len() - offers(&forest, cells).0)
}

/// The fewest pawns that a play leaves, and the moves of such a play; none as for [`value()`].
///
/// Linear in cells times [`Board::directions`]; about 49 bytes a cell.
///
/// ```
/// use saltus_clobber::{closed::trees, rules::Pawns};
/// use saltus_core::board::Board;
///
/// let star = Board::graph(4, &[(0, 1), (0, 2), (0, 3)]);
/// let cells: Vec<_> = "bwwb".parse::<Pawns>().unwrap().iter().collect();
/// let (left, moves) = trees::solve(&star, &cells).unwrap();
/// assert_eq!((left, moves.len()), (1, 3));
/// ```
///
/// # Panics
/// When there are not as many contents as cells.
pub fn solve(board: &Board, cells: &[Option<Colour>]) -> Option<(usize, Vec<Move>)> {
    let forest = forest(board, cells)?;
    let (crossed, offers) = offers(&forest, cells);
    Some((forest.cells.len() - crossed, order::moves(&forest, cells, &offers)))
}

fn forest(board: &Board, cells: &[Option<Colour>]) -> Option<Forest> {
    assert_eq!(board.cells(), cells.len(), "contents for every cell");
    (cells.len() <= MOST_CELLS).then(|| Forest::new(board, cells)).flatten()
}

/// How many edges are crossed at most, and what every vertex offers its parent: from the last
/// vertex to the first, so children before parents.
fn offers(forest: &Forest, cells: &[Option<Colour>]) -> (usize, Vec<Offer>) {
    let mut offers = vec![Offer::default(); forest.cells.len()];
    let mut crossed = 0;
    for vertex in (0..forest.cells.len()).rev() {
        let star = Star::new(forest.colour(vertex, cells), &offers[forest.children(vertex)]);
        let apart = star.best(None).gain;
        offers[vertex] = star.offer(apart);
        crossed += apart as usize;
    }
    (crossed, offers)
}
