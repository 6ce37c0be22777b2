//! What a certificate claims.

use crate::number::natural;
use crate::outcome::{Checked, ensure, quote, refuse};
use dashu_int::UBig;

/// What is claimed of what a play is to make small: its moves, or the pawns that it leaves.
#[derive(Default)]
pub(crate) struct Claim {
    /// Some play has exactly so much.
    pub(crate) reached: Option<UBig>,
    /// Every play has at least so much.
    pub(crate) lower: Option<UBig>,
    /// There is no play.
    pub(crate) unsolvable: bool,
}

/// The words of a claim: for a play, for a lower bound, for both with one number, and for both with
/// two.
pub(crate) type Words = [&'static str; 4];

/// Claims about moves to a goal.
pub(crate) const MOVES: Words = ["plan", "at-least", "optimal", "between"];

/// Claims about pawns that are left.
pub(crate) const PAWNS: Words = ["leaves", "value-at-least", "value", "value-between"];

impl Claim {
    pub(crate) fn read(text: &str, names: &Words) -> Checked<Self> {
        let [play, bound, both, between] = names;
        let words: Vec<&str> = text.splitn(4, ' ').collect();
        let (lower, reached) = match *words.as_slice() {
            ["unsolvable"] if *names == MOVES => return Ok(Self { unsolvable: true, ..Self::default() }),
            [word, k] if word == *play => (None, Some(natural(k)?)),
            [word, l] if word == *bound => (Some(natural(l)?), None),
            [word, k] if word == *both => (Some(natural(k)?), Some(natural(k)?)),
            [word, l, k] if word == *between => (Some(natural(l)?), Some(natural(k)?)),
            _ => return refuse(format_args!("{} is not a claim about this puzzle", quote(text))),
        };
        ensure(reached.is_none() || lower <= reached, "the lower bound is above the upper one")?;
        Ok(Self { reached, lower, unsolvable: false })
    }

    /// Refuses unless a proved bound is at least the claimed one.
    pub(crate) fn verify_reached(&self, proved: &dashu_int::IBig, what: &str) -> Checked<()> {
        let reached = self.lower.as_ref().is_some_and(|claimed| proved >= claimed.as_ibig());
        ensure(reached, format_args!("{what} proves no more than {proved}"))
    }
}
