//! The evidence `parity` about tiles.

use crate::board::is_odd_permutation;
use crate::families::tiles::Tiles;
use crate::outcome::{Checked, Limits, ensure};

/// A move exchanges the contents of two cells, and takes the vacancy to a cell of the other
/// colour of a chessboard. So there is no play when the permutation from start to goal is odd
/// and the way of the vacancy is even, or the other way round.
pub(crate) fn verify(tiles: &Tiles, limits: &Limits) -> Checked<()> {
    let homes = tiles.homes(limits)?;
    ensure(tiles.grid.height.min(tiles.grid.width) >= 2, "parity is about boards of two rows and columns or more")?;
    let cells = tiles.start.cells();
    let seen = limits.filled(cells.len(), false, "parity")?;
    let odd = is_odd_permutation(&|cell| homes[cells[cell] as usize], seen);
    let way = tiles.grid.distance(tiles.start.vacancy(), tiles.goal.vacancy());
    ensure(odd != (way % 2 == 1), "the permutation from start to goal has the parity of the vacancy's way")
}
