//! Sets of cells, one bit each, in as many words as the board asks for.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Sub};

/// A set of the cells `0..64 * W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Bits<const W: usize>(pub(super) [u64; W]);

impl<const W: usize> Bits<W> {
    /// No cell.
    pub(super) const NONE: Self = Bits([0; W]);

    /// A single cell.
    #[inline]
    pub(super) fn of(cell: usize) -> Self {
        let mut words = [0; W];
        words[cell / 64] = 1 << (cell % 64);
        Bits(words)
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// How many cells there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cell with the lowest number.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    /// Whether the two have a cell in common.
    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The cells in ascending order.
    #[inline]
    pub(super) fn cells(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let cell = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    cell
                })
            })
        })
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $of:expr) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                let of: fn(u64, u64) -> u64 = $of;
                self.0.iter_mut().zip(&other.0).for_each(|(word, &other)| *word = of(*word, other));
                self
            }
        }
    };
}

word_by_word!(BitAnd, bitand, |a, b| a & b);
word_by_word!(BitOr, bitor, |a, b| a | b);
word_by_word!(BitXor, bitxor, |a, b| a ^ b);
word_by_word!(Sub, sub, |a, b| a & !b);

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        cells.into_iter().fold(Self::NONE, |set, cell| set | Self::of(cell))
    }
}
