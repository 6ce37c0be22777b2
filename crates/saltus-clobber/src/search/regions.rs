//! A play on a board that is too large for the search, or that a limit has ended: connected pawns are cut into regions of few cells, each is searched for
//! itself, and the same is done with what is left until nothing can move. It proves nothing.

use super::{Found, solve_in};
use crate::rules::{Colour, Move, Turns};
use saltus_core::board::{Board, Cell};
use saltus_core::limits::Limits;

/// The cells of a region, the fewest that are not given to a region beside them, and the most then. Smaller regions leave more borders; larger ones are not
/// searched to their end.
const REGION: usize = 24;
const FEW: usize = 8;
const MOST: usize = 64;
/// The nodes for all regions together, and the most for one.
const NODES: [u64; 2] = [1 << 24, 1 << 14];

/// The play by regions, where it is better than what a limit has left.
pub(super) fn or_by_regions(found: Found, board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Found {
    if found.stop.is_none() || cells.len() <= 2 * MOST {
        return found;
    }
    let moves = play(board, cells, limits);
    let value = found.value + found.moves.len() - moves.len();
    if value < found.value { Found { moves, value, ..found } } else { found }
}

/// Plays region after region, to the end.
pub(super) fn play(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Vec<Move> {
    let (mut cells, mut moves) = (cells.to_vec(), Vec::new());
    loop {
        let before = moves.len();
        for mv in inside(board, &cells, limits) {
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

/// The moves that are found inside of regions.
fn inside(board: &Board, cells: &[Option<Colour>], limits: &Limits<'_>) -> Vec<Move> {
    let (regions, region_of) = cut(board, cells);
    let nodes = (NODES[0] / regions.len().max(1) as u64).min(NODES[1]);
    let limits = Limits { nodes, ..*limits };
    let mut place = vec![0; cells.len()];
    for region in &regions {
        (0..).zip(region).for_each(|(at, &cell)| place[cell as usize] = at);
    }
    let mut moves = Vec::new();
    for region in &regions {
        let mut edges: Vec<(Cell, Cell)> = Vec::new();
        for (from, &cell) in (0..).zip(region) {
            let own = region_of[cell as usize];
            let ahead = board.neighbours(cell).filter(|&next| region_of[next as usize] == own && cell < next);
            edges.extend(ahead.map(|next| (from, place[next as usize])));
        }
        let pawns: Vec<_> = region.iter().map(|&cell| cells[cell as usize]).collect();
        let found = solve_in::<{ MOST / 64 }>(&Board::graph(region.len(), &edges), &pawns, Turns::Free, &limits);
        let true_cell = |at: Cell| region[at as usize];
        moves.extend(found.moves.iter().map(|mv| Move { from: true_cell(mv.from), to: true_cell(mv.to) }));
    }
    moves
}

/// Regions of connected pawns, cut breadth first, and by cell the number of its region, which is none of them where no pawn stands.
fn cut(board: &Board, cells: &[Option<Colour>]) -> (Vec<Vec<Cell>>, Vec<u32>) {
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
            others.find(|&other| regions[other as usize].len() + region.len() <= MOST)
        };
        match if region.len() < FEW { beside() } else { None } {
            Some(other) => {
                region.iter().for_each(|&cell| region_of[cell as usize] = other);
                regions[other as usize].append(&mut region);
            }
            None => regions.push(region),
        }
    }
    (regions, region_of)
}
