//! The bound `lines` on runs of tiles.

use crate::board::VACANT;
use crate::families::tiles::Tiles;
use crate::outcome::{Checked, Limits, ensure};

/// Runs that every play needs: those along columns and those along rows alternate in a shortest
/// one. A run takes each of its tiles one cell, and these are at most all tiles of its line.
pub(crate) fn bound(tiles: &Tiles, limits: &Limits) -> Checked<u64> {
    ensure(tiles.runs, "`lines` counts runs")?;
    let (homes, width) = (tiles.homes(limits)?, tiles.grid.width);
    // By direction: the longest way of a tile, and all ways.
    let mut ways = [(0, 0); 2];
    for (cell, &label) in tiles.start.cells().iter().enumerate().filter(|&(_, &label)| label != VACANT) {
        let home = homes[label as usize];
        let far = [(cell / width).abs_diff(home / width), (cell % width).abs_diff(home % width)];
        for (way, far) in ways.iter_mut().zip(far) {
            *way = (far.max(way.0), way.1 + far);
        }
    }
    let most = [tiles.grid.height, width].map(|length| length.saturating_sub(1).max(1));
    let [down, across] = [0, 1].map(|kind| ways[kind].0.max(ways[kind].1.div_ceil(most[kind])) as u64);
    Ok((down + across).max((2 * down.max(across)).saturating_sub(1)))
}
