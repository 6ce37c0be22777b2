//! What shows that no play of Solitaire Clobber leaves fewer pawns.

use crate::closed::dual;
use crate::closed::letters::Ends;
use crate::rules::{Clobber, Pawns, Turns};
use crate::search;
use saltus_core::evidence::{Block, CannotCertify, Evidence, closed_set_reason};
use saltus_core::limits::Limits;
use saltus_core::proof::set_block;
use saltus_core::puzzle::Puzzle as _;
use std::sync::Arc;

/// Numbers that satisfy the inequalities of a recurrence, position by position.
#[derive(Clone, Debug)]
pub struct Dual {
    pawns: Arc<Pawns>,
    ends: Ends,
}

impl Dual {
    /// The numbers of a line or a cycle.
    pub fn new(pawns: Arc<Pawns>, ends: Ends) -> Self {
        Dual { pawns, ends }
    }
}

impl Evidence for Dual {
    fn kind(&self) -> String {
        "dual".into()
    }

    fn reason(&self, _: bool) -> String {
        "numbers for every place that no play can undercut".into()
    }

    fn blocks(&self, _: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        /// Why a line or a cycle may have no block `dual`.
        const TOO_MANY_ENTRIES: &str = "the lower bound takes more entries than the certificate format has numbers for";
        limits.afford(8 * self.pawns.cells() as u64)?;
        let block =
            dual::block(&self.pawns, self.ends).ok_or_else(|| CannotCertify::NoRoom(TOO_MANY_ENTRIES.into()))?;
        Ok(vec![("dual", block)])
    }
}

/// The configurations that are reached without the bound `components` rising to the value.
#[derive(Clone, Debug)]
pub struct Reached {
    puzzle: Clobber,
    turns: Turns,
}

impl Reached {
    /// The set of a configuration.
    pub fn new(puzzle: Clobber, turns: Turns) -> Self {
        Reached { puzzle, turns }
    }
}

impl Evidence for Reached {
    fn kind(&self) -> String {
        "closed-set components".into()
    }

    fn reason(&self, pieces: bool) -> String {
        closed_set_reason(pieces)
    }

    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        let lower = cost.ok_or(CannotCertify::NoAnswer)? as usize;
        let start = self.puzzle.start();
        let keys = search::closed_set(self.puzzle.board(), start.cells(), self.turns, lower, limits)?;
        Ok(vec![("set", set_block(keys.into_iter().map(|key| (key, 0)).collect()))])
    }
}
