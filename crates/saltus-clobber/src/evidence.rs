//! What shows that no play of Solitaire Clobber leaves fewer pawns.

use crate::bounds::{LowerBound, Prices, SCALE};
use crate::closed::dual;
use crate::closed::letters::Ends;
use crate::rules::{Clobber, Pawns, Turns};
use crate::search;
use saltus_core::evidence::{Block, CannotCertify, Evidence, Stated, closed_set_reason};
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

    fn assumes(&self) -> Vec<String> {
        vec!["dual".into()]
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

/// The bound of a start by its components.
pub fn components() -> Stated {
    Stated::bound("components").assuming("components")
}

/// The bounds of a configuration: `components` where that is enough, else `independent` with the set
/// of cells that it is about, or `forest` with prices on edges, too.
pub fn bound(found: LowerBound) -> Box<dyn Evidence> {
    if !found.prices.is_empty() {
        return Box::new(Priced(found));
    }
    match &found.set {
        None => Box::new(components()),
        Some(set) => Box::new(Balance::new(set)),
    }
}

/// Prices on edges that no forest can undercut ([`LowerBound`]).
#[derive(Clone, Debug)]
pub struct Priced(LowerBound);

impl Evidence for Priced {
    fn kind(&self) -> String {
        "bound forest".into()
    }

    fn reason(&self, _: bool) -> String {
        "prices on the edges that no forest of moves can undercut".into()
    }

    fn assumes(&self) -> Vec<String> {
        vec!["forest".into()]
    }

    fn blocks(&self, _: Option<u32>, _: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        let set = self.0.set.as_deref().map_or(Vec::new(), |set| Balance::new(set).bits);
        let mut prices = format!("scale {SCALE}\n").into_bytes();
        for &Prices { ends: [low, high], joins, prices: [black, white, takes_black, takes_white] } in &self.0.prices {
            let between = if joins { '=' } else { '-' };
            let line = format!("{}{between}{} {black} {white} {takes_black} {takes_white}\n", low + 1, high + 1);
            prices.extend_from_slice(line.as_bytes());
        }
        Ok(vec![("independent", set), ("prices", prices)])
    }
}

/// A set of cells of which no two are adjacent, whose balance no move lowers
/// ([`LowerBound`]).
#[derive(Clone, Debug)]
pub struct Balance {
    /// A bit a cell, the low ones first.
    bits: Vec<u8>,
}

impl Balance {
    /// The set, by cell.
    pub fn new(set: &[bool]) -> Self {
        let byte = |cells: &[bool]| cells.iter().rev().fold(0, |byte, &inside| 2 * byte + u8::from(inside));
        Balance { bits: set.chunks(8).map(byte).collect() }
    }
}

impl Evidence for Balance {
    fn kind(&self) -> String {
        "bound independent".into()
    }

    fn reason(&self, _: bool) -> String {
        "no move lowers the balance of a set of cells that are not next to each other".into()
    }

    fn assumes(&self) -> Vec<String> {
        vec!["independent".into()]
    }

    fn blocks(&self, _: Option<u32>, _: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        Ok(vec![("independent", self.bits.clone())])
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

    fn assumes(&self) -> Vec<String> {
        vec!["components".into()]
    }

    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        let lower = cost.ok_or(CannotCertify::NoAnswer)? as usize;
        let start = self.puzzle.start();
        let keys = search::closed_set(self.puzzle.board(), start.cells(), self.turns, lower, limits)?;
        Ok(vec![("set", set_block(keys.into_iter().map(|key| (key, 0)).collect()))])
    }
}
