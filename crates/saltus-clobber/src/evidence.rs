//! What shows that no play of Solitaire Clobber leaves fewer pawns.

use crate::bounds::{Components, LowerBound, Prices, SCALE};
use crate::closed::dual;
use crate::closed::letters::Form;
use crate::rules::{Clobber, Pawns};
use saltus_core::evidence::{Block, CannotCertify, Evidence, Stated, closed_set_reason};
use saltus_core::limits::Limits;
use saltus_core::notation::Certified as _;
use saltus_core::proof::set_block;
use saltus_core::search::closed_set;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// The blocks of a certificate, by the number of pawns left that they are to show.
type MakeBlocks = Box<dyn Fn(Option<u32>, &Limits<'_>) -> Result<Vec<Block>, CannotCertify> + Send + Sync>;

/// Evidence with blocks, resting on a theorem of docs/theorems.md.
struct ByTheorem {
    kind: &'static str,
    reason: fn(bool) -> String,
    theorem: &'static str,
    blocks: MakeBlocks,
}

impl Debug for ByTheorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind)
    }
}

impl Evidence for ByTheorem {
    fn kind(&self) -> String {
        self.kind.into()
    }

    fn reason(&self, pieces: bool) -> String {
        (self.reason)(pieces)
    }

    fn assumes(&self) -> Vec<String> {
        vec![self.theorem.into()]
    }

    fn blocks(&self, cost: Option<u32>, limits: &Limits<'_>) -> Result<Vec<Block>, CannotCertify> {
        (self.blocks)(cost, limits)
    }
}

/// Numbers for a line or a cycle that satisfy the inequalities of a recurrence, position by position.
pub fn dual(pawns: Arc<Pawns>, form: Form) -> Box<dyn Evidence> {
    /// Why a line or a cycle may have no block `dual`.
    const TOO_MANY_ENTRIES: &str = "the lower bound takes more entries than the certificate format has numbers for";
    let reason = |_| "numbers for every place that no play can undercut".into();
    let blocks = move |_: Option<u32>, limits: &Limits<'_>| {
        limits.afford(8 * pawns.cells() as u64)?;
        let block = dual::block(&pawns, form).ok_or_else(|| CannotCertify::NoRoom(TOO_MANY_ENTRIES.into()))?;
        Ok(vec![("dual", block)])
    };
    Box::new(ByTheorem { kind: "dual", reason, theorem: "dual", blocks: Box::new(blocks) })
}

/// The bound of a start by its components.
pub fn components() -> Stated {
    Stated::bound("components").assuming("components")
}

/// The bounds of a configuration: `components` where that is enough, else `independent` with the set
/// of cells that it is about, or `forest` with prices on edges, too ([`LowerBound`]).
pub fn bound(found: LowerBound) -> Box<dyn Evidence> {
    match &found.set {
        _ if !found.prices.is_empty() => priced(found),
        None => Box::new(components()),
        Some(set) => balance(set),
    }
}

/// Prices on edges that no forest can undercut.
fn priced(found: LowerBound) -> Box<dyn Evidence> {
    let reason = |_| "prices on the edges that no forest of moves can undercut".into();
    let blocks = move |_: Option<u32>, _: &Limits<'_>| {
        let mut prices = format!("scale {SCALE}\n").into_bytes();
        for &Prices { ends: [low, high], joins, prices: [black, white, takes_black, takes_white] } in &found.prices {
            let between = if joins { '=' } else { '-' };
            let line = format!("{}{between}{} {black} {white} {takes_black} {takes_white}\n", low + 1, high + 1);
            prices.extend_from_slice(line.as_bytes());
        }
        Ok(vec![("independent", found.set.as_deref().map_or(Vec::new(), bits)), ("prices", prices)])
    };
    Box::new(ByTheorem { kind: "bound forest", reason, theorem: "forest", blocks: Box::new(blocks) })
}

/// A set, by cell, of cells of which no two are adjacent, whose balance no move lowers.
pub fn balance(set: &[bool]) -> Box<dyn Evidence> {
    let reason = |_| "no move lowers the balance of a set of cells that are not next to each other".into();
    let bits = bits(set);
    let blocks = move |_: Option<u32>, _: &Limits<'_>| Ok(vec![("independent", bits.clone())]);
    Box::new(ByTheorem { kind: "bound independent", reason, theorem: "independent", blocks: Box::new(blocks) })
}

/// A bit a cell, the low ones first.
fn bits(set: &[bool]) -> Vec<u8> {
    let byte = |cells: &[bool]| cells.iter().rev().fold(0, |byte, &inside| 2 * byte + u8::from(inside));
    set.chunks(8).map(byte).collect()
}

/// The configurations that are reached without the bound `components` rising to the value, one at least: when every play leaves as many
/// pawns, none of them has fewer.
pub fn reached(puzzle: Clobber) -> Box<dyn Evidence> {
    let blocks = move |cost: Option<u32>, limits: &Limits<'_>| {
        // The bound cuts off what leaves too many, and no number of moves comes near to this cost.
        let target = puzzle.clone().until(cost.ok_or(CannotCertify::NoAnswer)? as usize - 1);
        let set = closed_set::below(&target, &Components, Some(u32::MAX), limits).map_err(|halted| halted.stop)?;
        Ok(vec![("set", set_block(set.into_iter().map(|(state, _)| (puzzle.key(&state), 0)).collect()))])
    };
    let reason = closed_set_reason;
    Box::new(ByTheorem { kind: "closed-set components", reason, theorem: "components", blocks: Box::new(blocks) })
}
