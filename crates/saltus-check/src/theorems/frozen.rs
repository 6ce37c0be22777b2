//! The theorem `frozen`: checkers that nothing can pass any more.

use super::winnable::to_be_won;
use crate::board::{Cell, VACANT};
use crate::families::Puzzle;
use crate::families::shift::{BLACK, WHITE};
use crate::outcome::{Checked, ensure};

/// The theorem `frozen`: from a board with a frozen stretch there is no play.
pub(crate) fn verify(puzzle: &Puzzle) -> Checked<()> {
    ensure(is_frozen(&to_be_won(puzzle)?), "nothing on the board is frozen")
}

/// Whether groups `bw..bw` with single vacancies between them stand between a black, or whites that are home, and a white, or blacks
/// that are home.
fn is_frozen(cells: &[Cell]) -> bool {
    let at = |cell: usize| cells.get(cell).copied();
    // Everything right of this is black.
    let mut end = cells.len();
    while end > 0 && cells[end - 1] == BLACK {
        end -= 1;
    }
    let mut home = true;
    for first in 0..cells.len() {
        let stopped = home || cells[first - 1] == BLACK;
        home &= cells[first] == WHITE;
        let mut next = first;
        while stopped && at(next) == Some(BLACK) && at(next + 1) == Some(WHITE) {
            next += 2;
            if next == end || at(next) == Some(WHITE) {
                return true;
            }
            next += usize::from(at(next) == Some(VACANT));
        }
    }
    false
}
