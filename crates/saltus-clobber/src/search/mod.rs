//! Solitaire Clobber on any graph, by search.
//!
//! To decide it is NP-complete, on grids already (Demaine, Demaine, Fleischer 2004). But most
//! configurations that are not small leave as few pawns as the invariant of that paper allows, and
//! such a play is found soon: by moves at the rim that keep the pawns together, with restarts. If
//! there is no such play, the same search ends in a proof. With free turns connected pieces are
//! games of their own. Every position that was refuted or won is remembered in full. On full grids
//! [`grids`] finds such a play without a search, nearly always.

mod bits;
mod fewest;
mod forest;
mod graph;
pub mod grids;
pub(crate) mod keyed;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::bounds::LowerBound;
use crate::rules::{Colour, Move, Turns};
use fewest::{Answer, Search};
use forest::{ForestSearch, GraphPiece};
use graph::{Graph, Position};
use saltus_core::board::{Board, Cell};
use saltus_core::clock::Instant;
use saltus_core::limits::{Limits, Meter, Stop};

/// The most cells of a board that is searched to the end.
pub const MOST_CELLS: usize = 1 << 12;

/// The most connected pawns that are searched to the end where any may move.
pub const MOST_SEARCHED: usize = 256;

/// How often local search begins, before others have tried and after.
const FEW: usize = 6;
const MANY: usize = 8;

/// What is kept of the time for each cell, for what comes after the search.
const FINISH: Duration = Duration::from_nanos(600);

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundPlay {
    /// The best play that is known.
    pub moves: Vec<Move>,
    /// The pawns that it leaves.
    pub value: usize,
    /// Every play leaves at least this many.
    pub lower: usize,
    /// Positions expanded.
    pub expanded: u64,
    /// The limit that stopped it.
    pub stop: Option<Stop>,
    /// What is known of the start without a search, where that was asked.
    pub bound: Option<LowerBound>,
}

/// A play by local search for forests (`forest`), with free turns.
///
/// Where it leaves more pawns than the bound says and no limit has stopped it, it has looked at all that it was to look at.
///
/// ```
/// use saltus_clobber::{Pawns, search};
/// use saltus_core::board::Board;
/// use saltus_core::limits::Limits;
///
/// let pawns = Pawns::from_bits(40 * 30, vec![0x0123_4567_89ab_cdef; 19]);
/// let cells: Vec<_> = pawns.iter().collect();
/// let found = search::forests(&Board::grid(40, 30), &cells, &Limits::DEFAULT);
/// assert_eq!((found.value, found.lower), (2, 2));
/// ```
pub fn forests(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> FoundPlay {
    by_piece(board, cells, limits, &|piece, found, limits| {
        let moves = by_forest(piece, FEW, found, limits);
        (moves, piece.least)
    })
}

/// Finds the fewest pawns that any play leaves, and such a play.
///
/// A search that a limit stops returns what it has found until then. With free turns connected pawns of more than [`MOST_SEARCHED`] are not
/// searched; the answer is what
/// [`forests`] finds; with alternate turns a board of more than [`MOST_CELLS`] cells is refused.
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
pub fn solve(board: &Board, cells: &[Option<Colour>], turns: Turns, limits: &Limits<'_>) -> FoundPlay {
    let Turns::Alternate { first } = turns else {
        return by_piece(board, cells, limits, &|piece, found, limits| match piece.cells.len() {
            _ if cells.len() > MOST_CELLS => (by_forest(piece, FEW, found, limits), piece.least),
            0..=64 => free::<1>(piece, found, limits),
            65..=128 => free::<2>(piece, found, limits),
            129..=MOST_SEARCHED => free::<4>(piece, found, limits),
            _ => (by_forest(piece, MANY, found, limits), piece.least),
        });
    };
    match board.cells() {
        0..=64 => by_turns::<1>(board, cells, first, limits),
        65..=256 => by_turns::<4>(board, cells, first, limits),
        257..=MOST_CELLS => by_turns::<64>(board, cells, first, limits),
        _ => {
            let pawns = cells.iter().flatten().count();
            let stop = Some(Stop::Cells { most: MOST_CELLS as u64 });
            FoundPlay { value: pawns, lower: usize::from(pawns > 0), stop, ..FoundPlay::default() }
        }
    }
}

/// How connected pawns are solved: what is found so far counts nodes and hears of limits; the moves and a lower bound.
type Solve<'a> = &'a dyn Fn(&GraphPiece, &mut FoundPlay, &Limits<'_>) -> (Vec<Move>, usize);

/// Piece after piece; in the end pawns that can take another do.
fn by_piece(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>, solve: Solve<'_>) -> FoundPlay {
    let mut found = FoundPlay::default();
    // The play is still to be put together, replayed and written.
    let now = Instant::now();
    let finish = FINISH * cells.len() as u32;
    let earlier = |end: Instant| now + end.saturating_duration_since(now).saturating_sub(finish);
    let limits = &Limits { deadline: limits.deadline.map(earlier), ..*limits };
    let mut place = vec![0; cells.len()];
    let mut after = cells.to_vec();
    let (bound, components) = LowerBound::by_component(board, cells, limits);
    found.bound = Some(bound);
    for (members, least) in components {
        let (mut moves, mut lower) = (Vec::new(), least);
        if least < members.len() {
            let piece = GraphPiece::new(board, cells, &members, least, &mut place);
            (moves, lower) = solve(&piece, &mut found, limits);
            for mv in &mut moves {
                *mv = Move { from: piece.cells[mv.from as usize], to: piece.cells[mv.to as usize] };
            }
        }
        for mv in moves {
            take(&mut after, &mut found.moves, mv);
        }
        for &cell in &members {
            let mut from = cell as Cell;
            let other = |after: &[Option<Colour>], from: Cell| {
                let other = after[from as usize].map(Colour::other)?;
                board.neighbours(from).find(|&to| after[to as usize] == Some(other))
            };
            while let Some(to) = other(&after, from) {
                take(&mut after, &mut found.moves, Move { from, to });
                from = to;
            }
        }
        let left = members.iter().filter(|&&cell| after[cell].is_some()).count();
        found.value += left;
        found.lower += lower.min(left);
    }
    found
}

fn take(cells: &mut [Option<Colour>], moves: &mut Vec<Move>, mv: Move) {
    cells[mv.to as usize] = cells[mv.from as usize].take();
    moves.push(mv);
}

/// A play of connected pawns by local search.
fn by_forest(piece: &GraphPiece, often: usize, found: &mut FoundPlay, limits: &Limits<'_>) -> Vec<Move> {
    let limits = Limits { nodes: limits.nodes.saturating_sub(found.expanded), ..*limits };
    if let Err(stop) = limits.afford(piece.bytes()) {
        found.stop = Some(stop);
        return Vec::new();
    }
    let mut meter = Meter::new(&limits, "forest");
    if limits.spend(0, 0) == Err(Stop::Time) {
        found.stop = Some(Stop::Time);
        return Vec::new();
    }
    let mut forest = ForestSearch::new(piece);
    let searched = forest.search(often, &mut meter);
    found.expanded += meter.nodes().min(limits.nodes);
    match searched {
        Ok(true) => {}
        Ok(false) => found.stop = found.stop.or(Some(Stop::Narrow)),
        Err(stop) => found.stop = Some(stop),
    }
    forest.moves()
}

/// A play of connected pawns, the best there is unless a limit is reached.
fn free<const W: usize>(piece: &GraphPiece, found: &mut FoundPlay, limits: &Limits<'_>) -> (Vec<Move>, usize) {
    let mut best = Vec::new();
    if piece.cells.len() > 64 {
        let before = found.stop;
        best = by_forest(piece, FEW, found, limits);
        if found.stop == Some(Stop::Narrow) {
            found.stop = before;
        }
    }
    let graph = Graph::<W>::new(&piece.board());
    let start = Position::of(&piece.contents);
    // The rest is for a play where the search does not end.
    let searching = Limits { nodes: limits.nodes.saturating_sub(found.expanded), ..limits.part(8) };
    let mut search = Search::new(&graph, false, &searching);
    let (mut target, mut stop) = (piece.least, found.stop);
    if stop.is_none() {
        match fewest(&mut search, &[start], &mut target, piece.cells.len() - best.len()) {
            Ok(play) => best = play.unwrap_or(best),
            Err(limit) => stop = Some(limit),
        }
    }
    found.expanded += search.meter.nodes();
    if stop.is_some() {
        let moves = by_forest(piece, MANY, found, limits);
        if moves.len() > best.len() {
            best = moves;
        }
        found.stop = stop;
    }
    (best, target)
}

/// A play from one of these starts that leaves the fewest pawns, if these are fewer than `most`; none leaves fewer than `target`, which rises
/// as far as that is known.
fn fewest<const W: usize>(
    search: &mut Search<'_, W>,
    starts: &[Position<W>],
    target: &mut usize,
    most: usize,
) -> Result<Option<Vec<Move>>, Stop> {
    while *target < most {
        let (mut open, mut round) = (starts.to_vec(), 0);
        while !open.is_empty() {
            let mut still = Vec::new();
            for start in open {
                match search.ask(&start, *target, round)? {
                    Answer::Yes => return Ok(Some(search.take_play(&start))),
                    Answer::No => {}
                    Answer::Open => still.push(start),
                }
            }
            (open, round) = (still, round + 1);
        }
        *target += 1;
    }
    Ok(None)
}

/// All pawns together, whichever colour begins.
fn by_turns<const W: usize>(
    board: &Board,
    cells: &[Option<Colour>],
    first: Option<Colour>,
    limits: &Limits<'_>,
) -> FoundPlay {
    let graph = Graph::<W>::new(board);
    let start = Position::of(cells);
    let starts = match first {
        Some(Colour::Black) => vec![start],
        Some(Colour::White) => vec![start.swapped()],
        None => vec![start, start.swapped()],
    };
    let searching = limits.part(8);
    let mut search = Search::new(&graph, true, &searching);
    let value = starts[0].count();
    let mut found = FoundPlay { value, lower: value.min(1), ..FoundPlay::default() };
    let mut target = found.lower;
    match fewest(&mut search, &starts, &mut target, value) {
        Ok(play) => found.moves = play.unwrap_or_default(),
        Err(stop) => {
            found.stop = Some(stop);
            found.moves = search.greedy(&starts[0], limits);
        }
    }
    found.value -= found.moves.len();
    found.lower = target.min(found.value);
    found.expanded = search.meter.nodes();
    found
}
