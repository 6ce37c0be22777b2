//! The potential `manhattan` of tiles: how far each is from the nearest cell where one like it
//! belongs.

use crate::board::{Board, Cell, VACANT};
use crate::outcome::{Checked, Limits, resource};
use crate::tiles::Tiles;

/// The cells where the tiles belong.
pub(crate) struct Homes<'a> {
    tiles: &'a Tiles,
    /// Pairs of label and cell, ascending.
    homes: Vec<(Cell, usize)>,
}

impl<'a> Homes<'a> {
    pub(crate) fn new(tiles: &'a Tiles, limits: &Limits) -> Checked<Self> {
        let mut homes = limits.vector(tiles.goal.cells().len(), "the places of the tiles")?;
        homes.extend(tiles.goal.cells().iter().enumerate().map(|(cell, &label)| (label, cell)));
        homes.sort_unstable();
        // Each tile is compared with all homes of tiles like it.
        let alike = homes.chunk_by(|a, b| a.0 == b.0).map(|alike| (alike.len() as u64).pow(2));
        if !tiles.distinct && alike.sum::<u64>() > limits.moves {
            return resource(format_args!(
                "manhattan for so many tiles that are alike: more than {} steps",
                limits.moves
            ));
        }
        Ok(Self { tiles, homes })
    }

    fn nearest(&self, label: Cell, cell: usize) -> u64 {
        let from = self.homes.partition_point(|home| home.0 < label);
        let alike = self.homes[from..].iter().take_while(|home| home.0 == label);
        let steps = alike.map(|&(_, home)| self.tiles.grid.distance(cell, home));
        steps.min().map_or(0, |steps| steps as u64)
    }

    /// The potential of a board.
    pub(crate) fn of(&self, board: &Board) -> u64 {
        let tiles = board.cells().iter().enumerate().filter(|&(_, &label)| label != VACANT);
        tiles.map(|(cell, &label)| self.nearest(label, cell)).sum()
    }
}

/// The same for many boards of few cells.
pub(crate) struct Manhattan {
    /// By label, where its row begins, and in the row by cell, how far that is from where the tile
    /// belongs.
    row: Vec<usize>,
    steps: Vec<u64>,
}

impl Manhattan {
    pub(crate) fn new(tiles: &Tiles, limits: &Limits) -> Checked<Self> {
        let homes = Homes::new(tiles, limits)?;
        let cells = tiles.goal.cells().len();
        let labels = homes.homes.last().map_or(0, |last| last.0 as usize + 1);
        let mut row = limits.vector(labels, "manhattan")?;
        row.resize(labels, 0);
        let mut steps = limits.vector(cells.saturating_mul(cells), "manhattan")?;
        for alike in homes.homes.chunk_by(|a, b| a.0 == b.0) {
            let label = alike[0].0;
            row[label as usize] = steps.len();
            steps.extend((0..cells).map(|cell| if label == VACANT { 0 } else { homes.nearest(label, cell) }));
        }
        Ok(Self { row, steps })
    }

    /// The potential of a board.
    pub(crate) fn of(&self, board: &Board) -> u64 {
        let tiles = board.cells().iter().enumerate();
        tiles.map(|(cell, &label)| self.steps[self.row[label as usize] + cell]).sum()
    }
}
