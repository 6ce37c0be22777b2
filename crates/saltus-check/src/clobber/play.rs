//! Plays, replayed by the rules.

use super::configuration::{Clobber, NONE};
use crate::number::small;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::play;
use dashu_int::UBig;

/// A play in progress.
pub(crate) struct Play<'a> {
    pub(super) clobber: &'a Clobber,
    cells: Vec<u8>,
    /// The only colour that may move; [`NONE`]: either may.
    turn: u8,
    pawns: u64,
}

impl<'a> Play<'a> {
    /// Before the first move.
    pub(crate) fn new(clobber: &'a Clobber, limits: &Limits) -> Checked<Self> {
        let mut cells = limits.vector(clobber.start.len(), "the pawns")?;
        cells.extend_from_slice(&clobber.start);
        let pawns = cells.iter().filter(|&&cell| cell != NONE).count() as u64;
        Ok(Self { clobber, cells, turn: clobber.turn, pawns })
    }

    /// What stands on the cells.
    pub(super) fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Makes a move. Cells count from 0.
    pub(super) fn take(&mut self, from: usize, to: usize) -> Checked<()> {
        let (Some(&mover), Some(&taken)) = (self.cells.get(from), self.cells.get(to)) else {
            return refuse("there is no such cell");
        };
        ensure(mover != NONE, "no pawn stands there")?;
        ensure(self.turn == NONE || mover == self.turn, "it is the other colour's turn")?;
        ensure(self.clobber.shape.are_adjacent(from, to), "the cells are not next to each other")?;
        ensure(taken != NONE && taken != mover, "a pawn takes only pawns of the other colour")?;
        self.cells[from] = NONE;
        self.cells[to] = mover;
        self.turn = self.clobber.turn_after(mover);
        self.pawns -= 1;
        Ok(())
    }
}

impl play::Play for Play<'_> {
    fn make(&mut self, text: &str) -> Checked<()> {
        let (from, to) = text.split_once('-').or_refuse(format_args!("{} is not FROM-TO", quote(text)))?;
        // Cells count from 1 there: a 0 becomes a cell that no board has.
        let cell = |word: &str| small(word).map(|cell| usize::try_from(cell).unwrap_or(0).wrapping_sub(1));
        self.take(cell(from)?, cell(to)?)
    }

    fn verify_end(&self, reached: &UBig) -> Checked<()> {
        let right = *reached == self.pawns.into();
        ensure(right, format_args!("{reached} claimed, but {} pawns are left", self.pawns)).at("play")
    }
}
