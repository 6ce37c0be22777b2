//! Layers: sets of positions, read from a payload and looked up.

use super::ranks::Ranks;
use crate::closed_set::leb128;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure};
use std::ops::Range;
use std::slice::Iter;

/// Positions by the ranks of their armies, ascending.
#[derive(Default)]
pub(super) struct Layer {
    /// The ranks of the winner's army, each once.
    pub(super) winners: Vec<u64>,
    /// By winner's army, which is the last of its positions, from 1.
    ends: Vec<u32>,
    /// By position, the ranks of the helpers' armies.
    helpers: Vec<u64>,
    /// How many helpers there are.
    width: usize,
}

impl Layer {
    /// A layer of one position.
    pub(super) fn of(ranks: &[u64]) -> Self {
        Self { winners: vec![ranks[0]], ends: vec![1], helpers: ranks[1..].to_vec(), width: ranks.len() - 1 }
    }

    /// Reads the next layer of a payload. `held` bytes are in use.
    pub(super) fn read(bytes: &mut Iter<'_, u8>, ranks: &Ranks, held: u64, limits: &Limits) -> Checked<Self> {
        let width = ranks.players() - 1;
        let count = number(bytes)?;
        // A position takes a byte a player at least.
        let fits = count.checked_mul(width as u64 + 1).is_some_and(|least| least <= bytes.len() as u64);
        ensure(fits, "the payload ends inside it")?;
        let count = u32::try_from(count).or_refuse("more than 2^32 positions")?;
        let room = u128::from(count) * Self::bytes_each(width) + u128::from(held);
        limits.room(room, "the layers")?;
        let count = count as usize;
        let mut layer = Self {
            winners: limits.vector(count, "a layer")?,
            ends: limits.vector(count, "a layer")?,
            helpers: limits.vector(count * width, "a layer")?,
            width,
        };
        let mut last = vec![0; width + 1];
        for index in 0..count {
            let place = format_args!("position {}", index + 1);
            let differs = read_ranks(bytes, ranks, &mut last).at(place)?;
            ensure(differs || index == 0, "the same position again").at(place)?;
            if layer.winners.last() != Some(&last[0]) {
                layer.winners.push(last[0]);
                layer.ends.push(0);
            }
            layer.helpers.extend(&last[1..]);
            if let Some(end) = layer.ends.last_mut() {
                *end = index as u32 + 1;
            }
        }
        Ok(layer)
    }

    fn bytes_each(width: usize) -> u128 {
        (size_of::<u64>() * (width + 1) + size_of::<u32>()) as u128
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> u64 {
        (8 * (self.winners.capacity() + self.helpers.capacity()) + 4 * self.ends.capacity()) as u64
    }

    fn range(&self, winner: usize) -> Range<usize> {
        let begin = winner.checked_sub(1).map_or(0, |before| self.ends[before]);
        begin as usize..self.ends[winner] as usize
    }

    /// The helpers of all positions with a winner's army, given by its index.
    pub(super) fn positions(&self, winner: usize) -> impl ExactSizeIterator<Item = &[u64]> {
        self.range(winner).map(|position| self.at(position))
    }

    fn at(&self, position: usize) -> &[u64] {
        &self.helpers[position * self.width..][..self.width]
    }

    /// Whether it has a position, given by its ranks.
    pub(super) fn has(&self, ranks: &[u64]) -> bool {
        let Ok(winner) = self.winners.binary_search(&ranks[0]) else { return false };
        let Range { start: mut low, end: mut high } = self.range(winner);
        while low < high {
            let middle = low.midpoint(high);
            match self.at(middle).cmp(&ranks[1..=self.width]) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return true,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        false
    }
}

/// The next number of a payload.
pub(super) fn number(bytes: &mut Iter<'_, u8>) -> Checked<u64> {
    let mut number = [0];
    leb128(bytes, &mut number)?;
    Ok(number[0])
}

/// Reads the ranks after `last`, in place of them, and returns whether they are others.
fn read_ranks(bytes: &mut Iter<'_, u8>, ranks: &Ranks, last: &mut [u64]) -> Checked<bool> {
    let mut differs = false;
    for (player, last) in last.iter_mut().enumerate() {
        let written = number(bytes)?;
        let rank = if differs { Some(written) } else { last.checked_add(written) };
        let rank = rank.filter(|&rank| rank < ranks.count(player));
        *last = rank.or_refuse("there is no army of that rank")?;
        differs |= written > 0;
    }
    Ok(differs)
}
