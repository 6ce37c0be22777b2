//! Armies as numbers: the combinatorial number system, which needs a third of the bytes of a set.

use super::field::{Cells, MOST_CELLS, bit, pop};

/// The most men of an army: the numbers of 15 men on 128 cells fit in 64 bits.
pub(crate) const MOST_MEN: usize = 15;

/// Ranks of armies: men on the cells a < b < c < .. have the rank C(a, 1) + C(b, 2) + C(c, 3) + ..
#[derive(Clone, Debug)]
pub(crate) struct Ranks {
    /// `choose[k][n]` is C(n, k).
    choose: Vec<[u64; MOST_CELLS]>,
}

impl Ranks {
    /// The ranks of armies of at most [`MOST_MEN`].
    pub(crate) fn new() -> Self {
        let mut choose = vec![[1; MOST_CELLS]];
        for k in 1..=MOST_MEN {
            let fewer = choose[k - 1];
            let mut row = [0u64; MOST_CELLS];
            for n in 1..MOST_CELLS {
                row[n] = row[n - 1].saturating_add(fewer[n - 1]);
            }
            choose.push(row);
        }
        Ranks { choose }
    }

    /// The rank of an army.
    #[inline]
    pub(crate) fn rank(&self, mut army: Cells) -> u64 {
        let mut rank = 0;
        let mut k = 1;
        while army != 0 {
            rank += self.choose[k][pop(&mut army)];
            k += 1;
        }
        rank
    }

    /// The army of `men` men with this rank.
    #[inline]
    pub(crate) fn army(&self, mut rank: u64, men: usize) -> Cells {
        let mut army = 0;
        let mut cell = MOST_CELLS;
        for k in (1..=men).rev() {
            let row = &self.choose[k];
            cell = row[..cell].partition_point(|&count| count <= rank) - 1;
            rank -= row[cell];
            army |= bit(cell);
        }
        army
    }
}
