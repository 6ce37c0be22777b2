//! The evidence `order`: checkers that keep their order, and tiles in a single line.

use crate::board::{Board, Cell};
use crate::families::Puzzle;
use crate::families::shift::{BLACK, Moves, Shift, WHITE};
use crate::families::tiles::Tiles;
use crate::outcome::{Checked, Limits, ensure, refuse};

/// Forward moves keep the blacks in order and carry them only to the right, the whites only to the
/// left. So there is no play when some checker stands beyond its place already.
pub(crate) fn verify(puzzle: &Puzzle, limits: &Limits) -> Checked<()> {
    if let Puzzle::Tiles(tiles) = puzzle {
        return verify_tiles(tiles);
    }
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, .. }) = puzzle else {
        return refuse("order is an argument about forward moves of shift and about tiles");
    };
    // In a start that is not written out the blacks stand leftmost and the whites rightmost: none
    // is beyond.
    let beyond = match &shift.start {
        Some(start) => {
            let goal = shift.goal(limits)?;
            let mut blacks = places(start, BLACK).zip(places(&goal, BLACK));
            let mut whites = places(start, WHITE).zip(places(&goal, WHITE));
            blacks.any(|(now, then)| now > then) || whites.any(|(now, then)| now < then)
        }
        None => false,
    };
    ensure(beyond, "no checker stands beyond its place at the goal")
}

fn places(board: &Board, colour: Cell) -> impl Iterator<Item = usize> {
    let cells = board.cells().iter().enumerate();
    cells.filter(move |&(_, &cell)| cell == colour).map(|(index, _)| index)
}

/// In a single row or column no tile passes another.
fn verify_tiles(tiles: &Tiles) -> Checked<()> {
    ensure(tiles.grid.height.min(tiles.grid.width) == 1, "tiles keep their order only in a single row or column")?;
    let differ = !tiles.start.checkers().eq(tiles.goal.checkers());
    ensure(differ, "the tiles stand in the order of the goal")
}
