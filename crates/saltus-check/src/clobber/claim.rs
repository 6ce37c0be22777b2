//! What a certificate of Solitaire Clobber claims, and by what.

use crate::number::small;
use crate::outcome::{Checked, ensure, quote, refuse};

/// What is claimed.
pub(super) struct Claim {
    /// Exactly that many pawns are left after some play.
    pub(super) leaves: Option<u64>,
    /// At least that many pawns are left at all times in every play.
    pub(super) lower: Option<u64>,
}

/// What is to prove the lower bound.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Evidence {
    Witness,
    Components,
    ClosedSet,
    Dual,
    Trees,
    Alternate,
}

impl Claim {
    pub(super) fn read(text: &str) -> Checked<Self> {
        let words: Vec<&str> = text.splitn(4, ' ').collect();
        let (lower, leaves) = match *words.as_slice() {
            ["leaves", k] => (None, Some(small(k)?)),
            ["value-at-least", l] => (Some(small(l)?), None),
            ["value", k] => (Some(small(k)?), Some(small(k)?)),
            ["value-between", l, k] => (Some(small(l)?), Some(small(k)?)),
            _ => return refuse(format_args!("{} is not a claim about Clobber", quote(text))),
        };
        let ordered = leaves.is_none() || lower <= leaves;
        ensure(ordered, "the lower bound is above the upper one")?;
        Ok(Self { leaves, lower })
    }
}

impl Evidence {
    /// Reads evidence that can prove such a claim.
    pub(super) fn read(text: &str, claim: &Claim) -> Checked<Self> {
        let evidence = match text {
            "witness" => Self::Witness,
            "bound components" => Self::Components,
            "closed-set components" => Self::ClosedSet,
            "dual" => Self::Dual,
            "theorem trees" => Self::Trees,
            "theorem alternate" => Self::Alternate,
            _ => return refuse(format_args!("{} is no evidence about Clobber", quote(text))),
        };
        let suits = (evidence == Self::Witness) != claim.lower.is_some();
        ensure(suits, "this evidence does not go with this claim")?;
        Ok(evidence)
    }
}
