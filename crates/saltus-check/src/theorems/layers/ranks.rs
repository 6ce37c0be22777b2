//! Layers: sets of positions, each the ranks of its armies. The rank of an army is the place of its
//! set of cells among all of that size, in colexicographic order.

use crate::closed_set::{Keyed, number};
use crate::families::chinese::MOST_PLAYERS;
use crate::families::chinese::men::{Men, Position};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure};
use std::slice::Iter;

/// Binomial coefficients.
pub(super) struct Ranks {
    cells: usize,
    /// For k and c the number of sets of k cells below c, the greatest number if that is beyond 64
    /// bits.
    sets: Vec<u64>,
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

    /// By player, the rank of its army.
    pub(super) fn of<const W: usize>(&self, position: &Position<W>) -> [u64; MOST_PLAYERS] {
        let mut ranks = [0; MOST_PLAYERS];
        (0..self.players()).for_each(|player| ranks[player] = self.rank(position[player]));
        ranks
    }

    /// The position with an army of the winner and helpers' armies of these ranks.
    pub(super) fn position<const W: usize>(&self, winner: Men<W>, helpers: &[u64]) -> Position<W> {
        let mut position = [Men::NONE; MOST_PLAYERS];
        position[0] = winner;
        (1..).zip(helpers).for_each(|(player, &rank)| position[player] = self.army(player, rank));
        position
    }

    /// The layer of one position.
    pub(super) fn layer_of<const W: usize>(&self, position: &Position<W>, limits: &Limits) -> Checked<Keyed> {
        let mut layer = Keyed::new(self.players(), 1, limits, "a layer")?;
        layer.push(&self.of(position)[..self.players()]);
        Ok(layer)
    }

    /// Reads the next layer of a payload. `held` is the number of positions of other layers in memory.
    pub(super) fn read_layer(&self, bytes: &mut Iter<'_, u8>, held: usize, limits: &Limits) -> Checked<Keyed> {
        let players = self.players();
        let count = number(bytes)?;
        // A position takes a byte a player at least.
        let fits = count.checked_mul(players as u64).is_some_and(|least| least <= bytes.len() as u64);
        ensure(fits, "the payload ends inside it")?;
        let count = u32::try_from(count).or_refuse("more than 2^32 positions")? as usize;
        limits.room((count + held) as u128 * 8 * players as u128, "the layers")?;
        let mut layer = Keyed::new(players, count, limits, "a layer")?;
        let mut last = vec![0; players];
        for index in 0..count {
            let place = format_args!("position {}", index + 1);
            let differs = self.read(bytes, &mut last).at(place)?;
            ensure(differs || index == 0, "the same position again").at(place)?;
            layer.push(&last);
        }
        Ok(layer)
    }

    /// Reads the ranks after `last`, in place of them, and returns whether they are others.
    fn read(&self, bytes: &mut Iter<'_, u8>, last: &mut [u64]) -> Checked<bool> {
        let mut differs = false;
        for (player, last) in last.iter_mut().enumerate() {
            let written = number(bytes)?;
            let rank = if differs { Some(written) } else { last.checked_add(written) };
            let rank = rank.filter(|&rank| rank < self.count(player));
            *last = rank.or_refuse("there is no army of that rank")?;
            differs |= written > 0;
        }
        Ok(differs)
    }
}
