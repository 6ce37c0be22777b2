//! Where a man can go in one move, and on which path.

use smallvec::SmallVec;

use super::{Contents, Move};
use saltus_core::board::{Board, Cell};

/// A landing cell and how it was reached: the place in the list of the landing cell before it.
type Landing = (Cell, u32);

/// The moves of the man on `from`, each to another cell, on a path of the fewest jumps, or by a
/// step where that does it.
pub(super) fn from(board: &Board, cells: &[Contents], from: Cell) -> Vec<Move> {
    let mut seen: SmallVec<[bool; 128]> = SmallVec::from_elem(false, cells.len());
    seen[from as usize] = true;
    let free = |cell: Cell| cells[cell as usize].is_none();
    let mut moves: Vec<Move> = board.neighbours(from).filter(|&to| free(to)).map(|to| Move::new([from, to])).collect();
    let steps = moves.len();
    // Nearest first, so that a path to a cell is among those of the fewest jumps.
    let mut landings: SmallVec<[Landing; 32]> = SmallVec::from_slice(&[(from, 0)]);
    let mut next = 0;
    while next < landings.len() {
        let cell = landings[next].0;
        for direction in 0..board.directions() {
            let Some((over, to)) = board.jump(cell, direction) else { continue };
            // The man itself still stands on its cell, but jumps keep both parities: they never
            // lead next to it.
            if !free(over) && free(to) && !std::mem::replace(&mut seen[to as usize], true) {
                landings.push((to, next as u32));
                if !moves[..steps].iter().any(|step| step.to() == to) {
                    moves.push(path(&landings));
                }
            }
        }
        next += 1;
    }
    moves
}

/// The way to the last landing cell.
fn path(landings: &[Landing]) -> Move {
    let mut path: SmallVec<[Cell; 6]> = SmallVec::new();
    let mut place = landings.len() - 1;
    while place > 0 {
        path.push(landings[place].0);
        place = landings[place].1 as usize;
    }
    path.push(landings[0].0);
    path.reverse();
    Move { path }
}
