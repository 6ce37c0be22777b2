//! Sets of cells, one bit each, in as many words as the board needs.
//!
//! All of it is compiled for each number of words: plain loops, which the compiler reads faster
//! than chains of iterators.

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
    pub(super) fn add(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let mut all = 0;
        for word in self.0 {
            all |= word;
        }
        all == 0
    }

    /// How many cells there are.
    #[inline]
    pub(super) fn count(&self) -> usize {
        let mut count = 0;
        for word in self.0 {
            count += word.count_ones() as usize;
        }
        count
    }

    /// The cell with the lowest number.
    #[inline]
    pub(super) fn first(&self) -> Option<usize> {
        self.cells().next()
    }

    /// Whether the two have a cell in common.
    #[inline]
    pub(super) fn meets(&self, other: &Self) -> bool {
        !(*self & *other).is_empty()
    }

    /// The cells in ascending order.
    #[inline]
    pub(super) fn cells(self) -> CellsOfSet<W> {
        CellsOfSet { left: self, word: 0 }
    }
}

/// The cells of a set in ascending order.
pub(super) struct CellsOfSet<const W: usize> {
    left: Bits<W>,
    /// No word before this one has a cell left.
    word: usize,
}

impl<const W: usize> Iterator for CellsOfSet<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < W {
            let bits = self.left.0[self.word];
            if bits != 0 {
                self.left.0[self.word] = bits & (bits - 1);
                return Some(64 * self.word + bits.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

macro_rules! word_by_word {
    ($trait:ident, $method:ident, $a:ident, $b:ident, $of:expr) => {
        impl<const W: usize> $trait for Bits<W> {
            type Output = Self;

            #[inline]
            fn $method(mut self, other: Self) -> Self {
                for word in 0..W {
                    let ($a, $b) = (self.0[word], other.0[word]);
                    self.0[word] = $of;
                }
                self
            }
        }
    };
}

word_by_word!(BitAnd, bitand, a, b, a & b);
word_by_word!(BitOr, bitor, a, b, a | b);
word_by_word!(BitXor, bitxor, a, b, a ^ b);
word_by_word!(Sub, sub, a, b, a & !b);

impl<const W: usize> BitOrAssign for Bits<W> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::NONE;
        for cell in cells {
            set.add(cell);
        }
        set
    }
}
