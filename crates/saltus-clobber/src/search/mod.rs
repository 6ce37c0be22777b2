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
#[cfg(test)]
mod tests;

use crate::rules::{Colour, Move, Turns};
use bits::Bits;
use fewest::{Answer, Search};
use graph::{Graph, Position};
use saltus_core::board::{Board, Cell};
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
            let moves = if turns == Turns::Free { by_regions(board, cells, limits) } else { Vec::new() };
            let stop = Some(Stop::Cells { most: MOST_CELLS as u64 });
            Found { value: pawns - moves.len(), moves, lower: usize::from(pawns > 0), expanded: 0, stop }
        }
    }
}

/// The cells of a region, the fewest that are not given to a region beside them, and the most then. Smaller regions leave more borders; larger ones are not
/// searched to their end.
const REGION: usize = 24;
const FEW: usize = 8;
const MOST_OF_REGION: usize = 64;
/// The nodes for all regions together, and the most for one.
const REGION_NODES: [u64; 2] = [1 << 24, 1 << 14];

/// A play on a large board: connected pawns are cut into regions, and each is played for itself; then the same with what is left, until nothing can move.
fn by_regions(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Vec<Move> {
    let (mut cells, mut moves) = (cells.to_vec(), Vec::new());
    loop {
        let before = moves.len();
        for mv in in_regions(board, &cells, limits) {
            cells[mv.to as usize] = cells[mv.from as usize].take();
            moves.push(mv);
        }
        if moves.len() > before {
            continue;
        }
        // Pawns of two regions may still take one another.
        for from in 0..cells.len() as Cell {
            let Some(own) = cells[from as usize] else { continue };
            if let Some(to) = board.neighbours(from).find(|&to| cells[to as usize].is_some_and(|other| other != own)) {
                cells[to as usize] = cells[from as usize].take();
                moves.push(Move { from, to });
            }
        }
        if moves.len() == before {
            return moves;
        }
    }
}

/// Moves inside of regions, which are cut breadth first.
fn in_regions(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Vec<Move> {
    const NONE: u32 = u32::MAX;
    let mut region_of = vec![NONE; cells.len()];
    let mut regions: Vec<Vec<Cell>> = Vec::new();
    for first in 0..cells.len() as Cell {
        let is_free =
            |cell: Cell, region_of: &[u32]| cells[cell as usize].is_some() && region_of[cell as usize] == NONE;
        if !is_free(first, &region_of) {
            continue;
        }
        let number = regions.len() as u32;
        let (mut region, mut next) = (vec![first], 0);
        region_of[first as usize] = number;
        while next < region.len() && region.len() < REGION {
            for cell in board.neighbours(region[next]) {
                if region.len() < REGION && is_free(cell, &region_of) {
                    region_of[cell as usize] = number;
                    region.push(cell);
                }
            }
            next += 1;
        }
        let beside = || {
            let all = region.iter().flat_map(|&cell| board.neighbours(cell)).map(|cell| region_of[cell as usize]);
            let mut others = all.filter(|&other| other != NONE && other != number);
            others.find(|&other| regions[other as usize].len() + region.len() <= MOST_OF_REGION)
        };
        match if region.len() < FEW { beside() } else { None } {
            Some(other) => {
                region.iter().for_each(|&cell| region_of[cell as usize] = other);
                regions[other as usize].append(&mut region);
            }
            None => regions.push(region),
        }
    }
    let nodes = (REGION_NODES[0] / regions.len().max(1) as u64).min(REGION_NODES[1]);
    let limits = Limits { nodes, deadline: None, ..*limits };
    let mut place = vec![0; cells.len()];
    for region in &regions {
        (0..).zip(region).for_each(|(at, &cell)| place[cell as usize] = at);
    }
    let play = |region: &Vec<Cell>| {
        let of = region_of[region[0] as usize];
        let near = |(from, &cell): (Cell, &Cell)| {
            let inside = board.neighbours(cell).filter(|&next| region_of[next as usize] == of && cell < next);
            inside.map(|next| (from, place[next as usize])).collect::<Vec<_>>()
        };
        let edges: Vec<(Cell, Cell)> = (0..).zip(region).flat_map(near).collect();
        let pawns: Vec<_> = region.iter().map(|&cell| cells[cell as usize]).collect();
        let found = solve(&Board::graph(region.len(), &edges), &pawns, Turns::Free, &limits);
        found
            .moves
            .into_iter()
            .map(|mv| Move { from: region[mv.from as usize], to: region[mv.to as usize] })
            .collect::<Vec<_>>()
    };
    regions.iter().flat_map(play).collect()
}

fn solve_in<const W: usize>(board: &Board, cells: &[Option<Colour>], turns: Turns, limits: &Limits<'_>) -> Found {
    let graph = Graph::<W>::new(board);
    let of = |colour| (0..cells.len()).filter(|&cell| cells[cell] == Some(colour)).collect::<Bits<W>>();
    let start = Position { own: of(Colour::Black), other: of(Colour::White) };
    match turns {
        Turns::Free => or_by_regions(free(&graph, &start, limits), board, cells, limits),
        Turns::Alternate { first: Some(Colour::Black) } => by_turns(&graph, &[start], limits),
        Turns::Alternate { first: Some(Colour::White) } => by_turns(&graph, &[start.swapped()], limits),
        Turns::Alternate { first: None } => by_turns(&graph, &[start, start.swapped()], limits),
    }
}

/// Piece after piece.
fn free<const W: usize>(graph: &Graph<W>, start: &Position<W>, limits: &Limits<'_>) -> Found {
    let mut search = Search::new(graph, false, limits);
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
            let moves = search.greedy(&piece);
            best -= moves.len();
            found.moves.extend(moves);
        }
        found.value += best;
        found.lower += target.min(best);
    }
    found.expanded = search.meter.nodes();
    found
}

/// The play by regions, where it is better than what a limit has left.
fn or_by_regions(found: Found, board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Found {
    if found.stop.is_none() || cells.len() <= 2 * MOST_OF_REGION {
        return found;
    }
    let moves = by_regions(board, cells, limits);
    let value = found.value + found.moves.len() - moves.len();
    if value < found.value { Found { moves, value, ..found } } else { found }
}

/// All pawns together, whichever colour begins.
fn by_turns<const W: usize>(graph: &Graph<W>, starts: &[Position<W>], limits: &Limits<'_>) -> Found {
    let mut search = Search::new(graph, true, limits);
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
        found.moves = search.greedy(&starts[0]);
        found.value -= found.moves.len();
    }
    found.lower = target.min(found.value);
    found.expanded = search.meter.nodes();
    found
}
