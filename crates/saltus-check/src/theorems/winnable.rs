//! The theorem `winnable`: from which boards with one vacancy forward moves lead to the goal.

use crate::board::{Board, Cell};
use crate::families::Puzzle;
use crate::families::shift::{BLACK, Moves, Shift, WHITE};
use crate::outcome::{Checked, OrRefuse, ensure, refuse};

/// What the theorems about forward moves are of: the board from which they are to lead to the goal with the whites at the left and the blacks at
/// the right; where they lead from the start of `shift N M` to another goal, that one, read backwards.
pub(super) fn to_be_won(puzzle: &Puzzle) -> Checked<Vec<Cell>> {
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, start: Some(start), .. }) = puzzle else {
        return refuse("the theorem is about forward moves of shift, and `shift N M` can be won");
    };
    let Some(goal) = &shift.goal else { return Ok(start.cells().to_vec()) };
    ensure(shift.starts_classically(), "neither the start nor the goal is one of `shift N M`")?;
    Ok(goal.cells().iter().rev().copied().collect())
}

/// The theorem `winnable`, which tells from which boards with one vacancy there is a play.
pub(crate) fn verify(puzzle: &Puzzle) -> Checked<()> {
    let board = Board::new(to_be_won(puzzle)?).or_refuse("the theorem is about boards with one vacancy")?;
    let (left, right) = board.sides();
    let winnable = winnable(&Part::read(left.iter(), BLACK), &Part::read(right.iter().rev(), WHITE));
    ensure(!winnable, "the theorem says that there is a play")
}

fn winnable(left: &Part, right: &Part) -> bool {
    let odd_inside = |part: &Part, other: &Part| {
        let nearest = part.nearest.is_none_or(|run| run % 2 == 1 || (other.is_empty() && run > 0));
        part.others_odd && nearest
    };
    let (a, c) = (left.last, right.last);
    let apart = !left.is_mixed() || !right.is_mixed();
    odd_inside(left, right)
        && odd_inside(right, left)
        && (apart || (a + c) % 2 == 1 || (left.is_one_zero() && c > 0) || (right.is_one_zero() && a > 0))
}

/// One side of the vacancy without the checkers that are home at its far end. The checkers of the
/// colour that moves towards the vacancy stand in runs, with one of the other colour between two of
/// them.
#[derive(Default)]
struct Part {
    /// The run next to the vacancy.
    last: u64,
    /// The run at the far end, if that is another.
    first: Option<u64>,
    /// The inner run nearest the vacancy.
    nearest: Option<u64>,
    /// Whether all other inner runs are odd.
    others_odd: bool,
}

impl Part {
    /// The part of these checkers, of which the last is next to the vacancy.
    fn read<'a>(checkers: impl Iterator<Item = &'a Cell>, mover: Cell) -> Self {
        let mut part = Self { others_odd: true, ..Self::default() };
        for &checker in checkers.skip_while(|&&checker| checker != mover) {
            if checker == mover {
                part.last += 1;
                continue;
            }
            // What was the last run is followed by another one.
            let run = std::mem::take(&mut part.last);
            if part.first.is_none() {
                part.first = Some(run);
            } else if let Some(farther) = part.nearest.replace(run) {
                part.others_odd &= farther % 2 == 1;
            }
        }
        part
    }

    fn is_empty(&self) -> bool {
        self.first.is_none() && self.last == 0
    }

    fn is_mixed(&self) -> bool {
        self.first.is_some()
    }

    /// Whether its runs are 1 and 0.
    fn is_one_zero(&self) -> bool {
        self.first == Some(1) && self.nearest.is_none() && self.last == 0
    }
}
