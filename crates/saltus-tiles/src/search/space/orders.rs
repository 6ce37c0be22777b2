//! The orders of tiles, numbered up to parity, and what a vertical move does to an order.
//!
//! An order has a lexicographic number: its Lehmer code read in the factorial number system (C.-A.
//! Laisant, 1888; D. H. Lehmer, 1960), where digit i counts the smaller tiles after the i-th. The
//! orders 2r and 2r + 1 differ in their last two tiles alone, so one of them is even and the other
//! odd, and r numbers the orders of either parity.
//!
//! A vertical move takes one tile past the next few. That changes the digits of these tiles and no
//! others: whatever stands in front still has the same tiles after it, and so has whatever stands
//! after.

/// Tiles at the end whose arrangements up to parity, 60, are the bits of one word.
pub(super) const TAIL: usize = 5;

/// The orders of a number of tiles: a word for every arrangement of those before the tail, a bit for
/// every one of the tail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orders {
    tiles: usize,
    /// Tiles of the tail: 5, or all.
    pub(super) tail: usize,
    /// tiles! / tail!
    pub(super) words: u64,
    /// tail! / 2, and 1 where there are fewer than two tiles.
    pub(super) bits: u64,
}

impl Orders {
    /// None when there are too many for 64 bits.
    pub(super) fn new(tiles: usize) -> Option<Self> {
        let tail = tiles.min(TAIL);
        let words = product(tail + 1..=tiles)?;
        let bits = product(3..=tail)?;
        words.checked_mul(bits)?;
        Some(Orders { tiles, tail, words, bits })
    }

    /// The number of an order, a permutation of `0..tiles`; and whether the order is odd.
    pub(super) fn rank(&self, order: &[u8]) -> (u64, bool) {
        let smaller_after = |at: usize| order[at + 1..].iter().filter(|&&tile| tile < order[at]).count() as u8;
        let digits: Vec<u8> = (0..self.tiles).map(smaller_after).collect();
        (number(&digits), is_odd(&digits))
    }

    /// The order of a number and a parity.
    pub(super) fn unrank(&self, rank: u64, odd: bool) -> Vec<u8> {
        let mut left: Vec<u8> = (0..self.tiles as u8).collect();
        digits(rank, self.tiles, odd).into_iter().map(|digit| left.remove(usize::from(digit))).collect()
    }

    /// Whether the digits before the tail, which `word` numbers, have an odd sum.
    pub(super) fn head_is_odd(&self, word: u64) -> bool {
        let (mut rest, mut odd) = (word, false);
        for radix in self.tail as u64 + 1..=self.tiles as u64 {
            odd ^= rest % radix % 2 == 1;
            rest /= radix;
        }
        odd
    }
}

/// The product, if it has room.
pub(super) fn product(mut factors: std::ops::RangeInclusive<usize>) -> Option<u64> {
    factors.try_fold(1u64, |product, factor| product.checked_mul(factor as u64))
}

/// The number up to parity of the order with these digits.
pub(super) fn number(digits: &[u8]) -> u64 {
    let tiles = digits.len();
    // The last two digits have the radices 2 and 1 and say only the parity.
    let numbered = digits.iter().enumerate().take(tiles.saturating_sub(2));
    numbered.fold(0, |number, (at, &digit)| number * (tiles - at) as u64 + u64::from(digit))
}

/// The digits of the order of `tiles` tiles with a number and a parity.
pub(super) fn digits(number: u64, tiles: usize, odd: bool) -> Vec<u8> {
    let (mut rest, mut digits) = (number, vec![0; tiles]);
    for at in (0..tiles.saturating_sub(2)).rev() {
        let radix = (tiles - at) as u64;
        digits[at] = (rest % radix) as u8;
        rest /= radix;
    }
    if tiles >= 2 && is_odd(&digits) != odd {
        digits[tiles - 2] = 1;
    }
    digits
}

fn is_odd(digits: &[u8]) -> bool {
    digits.iter().fold(false, |odd, digit| odd ^ (digit % 2 == 1))
}

/// The last of these tiles goes before the others: the vacancy moves down. `digits` are those of
/// these tiles.
pub(super) fn lift(digits: &mut [u8]) {
    let last = digits.len() - 1;
    let mut smaller = digits[last];
    for at in (0..last).rev() {
        if smaller < digits[at] {
            digits[at + 1] = digits[at] - 1;
        } else {
            digits[at + 1] = digits[at];
            smaller += 1;
        }
    }
    digits[0] = smaller;
}

/// The first of these tiles goes after the others: the vacancy moves up.
pub(super) fn sink(digits: &mut [u8]) {
    let last = digits.len() - 1;
    let mut smaller = digits[0];
    for at in 0..last {
        if smaller <= digits[at + 1] {
            digits[at] = digits[at + 1] + 1;
        } else {
            digits[at] = digits[at + 1];
            smaller -= 1;
        }
    }
    digits[last] = smaller;
}
