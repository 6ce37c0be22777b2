//! What all words of one length end as.

use dashu_int::UBig;

use super::census::pawn;
use super::{Extreme, wide};
use crate::rules::Colour;

/// Words by value: base and end together.
pub(super) struct WordTally {
    /// 64-bit words that are enough for each count.
    width: usize,
    /// How many have the value 0, 1, ..
    counts: Vec<Vec<u64>>,
    /// The highest value, and the first pawns that have it.
    highest: Option<(usize, Vec<u64>)>,
}

impl WordTally {
    /// Of less than 2^`bits` words.
    pub(super) fn new(bits: u32) -> Self {
        WordTally { width: bits.div_ceil(64) as usize, counts: Vec::new(), highest: None }
    }

    /// Adds counts for `lowest` and the values after it.
    pub(super) fn add<'a>(&mut self, lowest: usize, counts: impl Iterator<Item = &'a [u64]>) {
        for (value, count) in (lowest..).zip(counts) {
            if self.counts.len() <= value {
                self.counts.resize(value + 1, vec![0; self.width]);
            }
            wide::add(&mut self.counts[value], count);
        }
    }

    /// Pawns that have a value; the first ones with the highest value are remembered.
    pub(super) fn meet(&mut self, value: usize, pawns: &[u64]) {
        let is_better = match &self.highest {
            None => true,
            Some((highest, known)) => value > *highest || value == *highest && pawns < &known[..],
        };
        if is_better {
            self.highest = Some((value, pawns.to_vec()));
        }
    }

    /// How many configurations have a value: the first pawn has either colour.
    pub(super) fn configurations(&self, value: usize) -> UBig {
        self.counts.get(value).map_or(UBig::ZERO, |count| wide::unbounded(count) << 1)
    }

    /// The highest value, in configurations of n pawns.
    pub(super) fn extreme(&self, n: usize) -> Option<Extreme> {
        let (value, pawns) = self.highest.as_ref()?;
        let colour = |index| if pawn(pawns, index) { Colour::White } else { Colour::Black };
        let first = (0..n).map(|index| Some(colour(index))).collect();
        Some(Extreme { value: *value, count: self.configurations(*value), first })
    }
}
