//! The potential `manhattan` of tiles.

use crate::board::{Cell, VACANT};
use crate::closed_set::Bound;
use crate::families::tiles::Tiles;
use crate::outcome::{Checked, Limits, limit};

/// The cells where the tiles belong.
pub(super) struct Homes<'a> {
    tiles: &'a Tiles,
    /// Pairs of label and cell, ascending.
    homes: Vec<(Cell, usize)>,
}

impl<'a> Homes<'a> {
    pub(super) fn new(tiles: &'a Tiles, limits: &Limits) -> Checked<Self> {
        let mut homes = limits.vector(tiles.goal.cells().len(), "the places of the tiles")?;
        homes.extend(tiles.goal.cells().iter().enumerate().map(|(cell, &label)| (label, cell)));
        homes.sort_unstable();
        // Each tile is compared with all homes of tiles like it.
        let alike = homes.chunk_by(|a, b| a.0 == b.0).map(|alike| (alike.len() as u64).pow(2));
        let few = tiles.distinct || alike.sum::<u64>() <= limits.moves;
        limit(few, format_args!("manhattan for so many tiles that are alike: more than {} steps", limits.moves))?;
        Ok(Self { tiles, homes })
    }

    fn nearest(&self, label: Cell, cell: usize) -> u64 {
        if label == VACANT {
            return 0;
        }
        let from = self.homes.partition_point(|home| home.0 < label);
        let alike = self.homes[from..].iter().take_while(|home| home.0 == label);
        let steps = alike.map(|&(_, home)| self.tiles.grid.distance(cell, home));
        steps.min().map_or(0, |steps| steps as u64)
    }

    /// The potential `manhattan` of a board.
    pub(super) fn of(&self, board: &[Cell]) -> u64 {
        board.iter().enumerate().map(|(cell, &label)| self.nearest(label, cell)).sum()
    }

    /// The same for many boards of few cells: what is nearest is noted by label and cell.
    pub(super) fn noted(&self, limits: &Limits) -> Checked<Bound<'static>> {
        let cells = self.tiles.goal.cells().len();
        let labels = self.homes.last().map_or(0, |last| last.0 as usize + 1);
        let mut row = limits.filled(labels, 0, "manhattan")?;
        let mut steps = limits.vector(cells.saturating_mul(cells), "manhattan")?;
        for alike in self.homes.chunk_by(|a, b| a.0 == b.0) {
            let label = alike[0].0;
            row[label as usize] = steps.len();
            steps.extend((0..cells).map(|cell| self.nearest(label, cell)));
        }
        let of = move |(cell, &label): (usize, &Cell)| steps[row[label as usize] + cell];
        Ok(Box::new(move |board| (board.iter().enumerate().map(&of).sum(), 0)))
    }
}
