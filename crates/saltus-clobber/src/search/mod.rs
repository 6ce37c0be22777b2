//! Solitaire Clobber on any graph, by search.
//!
//! To decide it is NP-complete, on grids already (Demaine, Demaine, Fleischer 2004). But most
//! configurations that are not small leave as few pawns as the invariant of that paper allows, and
//! such a play is found soon: by moves at the rim that keep the pawns together, with restarts. If
//! there is no such play, the same search ends in a proof. With free turns connected pieces are
//! games of their own. Every position that was refuted or won is remembered in full. On full grids
//! [`grids`] finds such a play without a search, nearly always.

mod bits;
mod closed_set;
mod fewest;
mod graph;
pub mod grids;
pub(crate) mod keyed;
mod regions;
#[cfg(test)]
mod tests;

use crate::rules::{Colour, Move, Turns};
use bits::Bits;
use fewest::{Answer, Search};
use graph::{Graph, Position};
use saltus_core::board::Board;
use saltus_core::limits::{Limits, Stop};

pub use closed_set::closed_set;

/// The most cells of a board.
pub const MOST_CELLS: usize = 1 << 12;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The best play that is known.
    pub moves: Vec<Move>,
    /// The pawns that it leaves.
    pub value: usize,
    /// Every play leaves at least so many.
    pub lower: usize,
    /// Positions expanded.
    pub expanded: u64,
    /// The limit that stopped it.
    pub stop: Option<Stop>,
}

/// Finds the fewest pawns that any play leaves, and such a play.
///
/// A search that a limit stops returns what it has found until then. With free turns that is at least as good as what regions of few cells come to, each searched
/// for itself; and this is all that is found on a board of more than [`MOST_CELLS`] cells. With alternate turns such a board is refused.
///
/// ```
/// use saltus_clobber::{Pawns, Turns, search};
/// use saltus_core::board::Board;
/// use saltus_core::limits::Limits;
///
/// let pawns: Pawns = "bbww".parse().unwrap();
/// let cells: Vec<_> = pawns.iter().collect();
/// let found = search::solve(&Board::grid(2, 2), &cells, Turns::Free, &Limits::DEFAULT);
/// assert_eq!((found.value, found.lower, found.moves.len()), (2, 2, 2));
/// ```
pub fn solve(board: &Board, cells: &[Option<Colour>], turns: Turns, limits: &Limits<'_>) -> Found {
    match board.cells() {
        0..=64 => solve_in::<1>(board, cells, turns, limits),
        65..=128 => solve_in::<2>(board, cells, turns, limits),
        129..=256 => solve_in::<4>(board, cells, turns, limits),
        257..=1024 => solve_in::<16>(board, cells, turns, limits),
        1025..=MOST_CELLS => solve_in::<64>(board, cells, turns, limits),
        _ => {
            let pawns = cells.iter().flatten().count();
            let moves = if turns == Turns::Free { regions::play(board, cells, limits) } else { Vec::new() };
            let stop = Some(Stop::Cells { most: MOST_CELLS as u64 });
            Found { value: pawns - moves.len(), moves, lower: usize::from(pawns > 0), expanded: 0, stop }
        }
    }
}

fn solve_in<const W: usize>(board: &Board, cells: &[Option<Colour>], turns: Turns, limits: &Limits<'_>) -> Found {
    let graph = Graph::<W>::new(board);
    let of = |colour| (0..cells.len()).filter(|&cell| cells[cell] == Some(colour)).collect::<Bits<W>>();
    let start = Position { own: of(Colour::Black), other: of(Colour::White) };
    match turns {
        Turns::Free => regions::or_by_regions(free(&graph, &start, limits), board, cells, limits),
        Turns::Alternate { first: Some(Colour::Black) } => by_turns(&graph, &[start], limits),
        Turns::Alternate { first: Some(Colour::White) } => by_turns(&graph, &[start.swapped()], limits),
        Turns::Alternate { first: None } => by_turns(&graph, &[start, start.swapped()], limits),
    }
}

/// Piece after piece.
fn free<const W: usize>(graph: &Graph<W>, start: &Position<W>, limits: &Limits<'_>) -> Found {
    // The rest is for plays where the search does not end.
    let searching = limits.part(8);
    let mut search = Search::new(graph, false, &searching);
    let mut found = Found { moves: Vec::new(), value: 0, lower: 0, expanded: 0, stop: None };
    let mut left = start.pawns();
    while let Some(seed) = left.first() {
        let cells = graph.piece(seed, left);
        left = left - cells;
        let piece = start.within(cells);
        let mut target = graph.bound(&piece);
        let mut best = piece.count();
        let mut round = 0;
        while target < best && found.stop.is_none() {
            match search.ask(&piece, target, round) {
                Ok(Answer::Yes) => {
                    let moves = search.take_play(&piece);
                    best -= moves.len();
                    found.moves.extend(moves);
                }
                Ok(Answer::No) => (target, round) = (target + 1, 0),
                Ok(Answer::Open) => round += 1,
                Err(stop) => found.stop = Some(stop),
            }
        }
        if target < best {
            // Regions come after that.
            let moves = search.greedy(&piece, &limits.part(5));
            best -= moves.len();
            found.moves.extend(moves);
        }
        found.value += best;
        found.lower += target.min(best);
    }
    found.expanded = search.meter.nodes();
    found
}

/// All pawns together, whichever colour begins.
fn by_turns<const W: usize>(graph: &Graph<W>, starts: &[Position<W>], limits: &Limits<'_>) -> Found {
    let searching = limits.part(8);
    let mut search = Search::new(graph, true, &searching);
    let value = starts[0].count();
    let mut found = Found { moves: Vec::new(), value, lower: value.min(1), expanded: 0, stop: None };
    let mut target = found.lower;
    'targets: while target < found.value {
        let mut open: Vec<&Position<W>> = starts.iter().collect();
        let mut round = 0;
        while !open.is_empty() {
            let mut still = Vec::new();
            for start in open {
                match search.ask(start, target, round) {
                    Ok(Answer::Yes) => {
                        found.moves = search.take_play(start);
                        found.value -= found.moves.len();
                        break 'targets;
                    }
                    Ok(Answer::No) => {}
                    Ok(Answer::Open) => still.push(start),
                    Err(stop) => {
                        found.stop = Some(stop);
                        break 'targets;
                    }
                }
            }
            open = still;
            round += 1;
        }
        target += 1;
    }
    if found.stop.is_some() {
        found.moves = search.greedy(&starts[0], limits);
        found.value -= found.moves.len();
    }
    found.lower = target.min(found.value);
    found.expanded = search.meter.nodes();
    found
}
