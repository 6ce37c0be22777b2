//! Numbers of armies: the place of a set of cells among all sets of that size, in colexicographic
//! order.

use super::men::Men;
use crate::outcome::{Checked, Limits, ensure};

/// Binomial coefficients.
pub(super) struct Ranks {
    cells: usize,
    /// For k and c the number of sets of k cells below c, the greatest number if that is beyond 64
    /// bits.
    sets: Vec<u64>,
    /// By player, how many men it has.
    men: Vec<usize>,
}

impl Ranks {
    pub(super) fn new(cells: usize, men: Vec<usize>, limits: &Limits) -> Checked<Self> {
        let most = men.iter().copied().max().unwrap_or(0);
        let mut sets = limits.vector((most + 1) * (cells + 1), "ranks")?;
        sets.resize(cells + 1, 1u64);
        for k in 1..=most {
            let mut sum = 0u64;
            for cell in 0..=cells {
                sets.push(sum);
                sum = sum.saturating_add(sets[(k - 1) * (cells + 1) + cell]);
            }
        }
        let ranks = Self { cells, sets, men };
        let fit = (0..ranks.men.len()).all(|player| ranks.count(player) < u64::MAX);
        ensure(fit, "the ranks of an army are beyond 64 bits")?;
        Ok(ranks)
    }

    pub(super) fn players(&self) -> usize {
        self.men.len()
    }

    fn sets(&self, k: usize) -> &[u64] {
        &self.sets[k * (self.cells + 1)..][..=self.cells]
    }

    /// How many ranks the armies of a player have.
    pub(super) fn count(&self, player: usize) -> u64 {
        self.sets(self.men[player])[self.cells]
    }

    /// The rank of an army: the sum of C(c, k) over its cells c, the k-th one counted from k = 1.
    #[inline]
    pub(super) fn rank<const W: usize>(&self, army: Men<W>) -> u64 {
        (1..).zip(army.cells()).map(|(k, cell)| self.sets[k * (self.cells + 1) + cell]).sum()
    }

    /// The army of a player with a rank below the count.
    pub(super) fn army<const W: usize>(&self, player: usize, mut rank: u64) -> Men<W> {
        let mut army = Men::NONE;
        let mut end = self.cells;
        for k in (1..=self.men[player]).rev() {
            // The greatest cell with no more than the rank.
            let sets = &self.sets(k)[..end];
            end = sets.partition_point(|&sets| sets <= rank).saturating_sub(1);
            army.insert(end);
            rank -= sets[end];
        }
        army
    }
}
