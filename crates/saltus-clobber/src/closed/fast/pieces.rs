//! Lines that empty cells cut into pieces.

use std::sync::LazyLock;

use super::super::letters::Letter;
use super::super::registers::Registers;
use crate::rules::Pawns;

/// Pieces of at most this many pawns have their values in a table.
const SHORT: usize = 12;

/// The value of every short piece, by its letters after a leading 1.
static VALUES: LazyLock<[u8; 1 << SHORT]> = LazyLock::new(|| {
    std::array::from_fn(|index| {
        let letters = index.checked_ilog2().unwrap_or(0);
        let letters = (0..letters).map(|letter| Letter::of((index >> letter) as u64));
        let last = letters.fold(Registers::START, Registers::step);
        last.value() as u8
    })
});

/// The sum over all pieces; `line` returns the value of a long one. On a cycle the last piece may
/// go on in the first one.
pub(super) fn total(pawns: &Pawns, cyclic: bool, line: impl Fn(&[u64], usize) -> u64) -> u64 {
    let mut reader = Reader { pawns, vacant: pawns.vacant().expect("there are empty cells"), bits: Vec::new() };
    let cells = pawns.cells();
    let begin = if cyclic { reader.run(0, true) } else { 0 };
    if begin == cells {
        return 0;
    }
    // A piece over the seam of a cycle is put together from its two ends.
    let wraps = cyclic && !reader.is_vacant(cells - 1) && !reader.is_vacant(0);
    let first = if wraps { reader.run(0, false) } else { begin };
    let mut total = 0;
    let mut at = first;
    while at < cells {
        at += reader.run(at, true);
        let length = reader.run(at, false);
        if wraps && at + length == cells {
            reader.collect(&[(at, length), (0, first)]);
            total += line(&reader.bits, length + first);
        } else if length > SHORT {
            reader.collect(&[(at, length)]);
            total += line(&reader.bits, length);
        } else if length > 0 {
            total += reader.short(at, length);
        }
        at += length;
    }
    total
}

struct Reader<'a> {
    pawns: &'a Pawns,
    vacant: &'a [u64],
    /// The pawns of a piece from bit 0 on.
    bits: Vec<u64>,
}

impl Reader<'_> {
    fn is_vacant(&self, cell: usize) -> bool {
        self.vacant[cell / 64] >> (cell % 64) & 1 == 1
    }

    /// How many cells from this one on are empty, or hold a pawn.
    fn run(&self, from: usize, empty: bool) -> usize {
        let mut at = from;
        while at < self.pawns.cells() {
            let word = if empty { !self.vacant[at / 64] } else { self.vacant[at / 64] };
            let length = ((word >> (at % 64)).trailing_zeros() as usize).min(64 - at % 64);
            at += length;
            if length == 0 || !at.is_multiple_of(64) {
                break;
            }
        }
        at.min(self.pawns.cells()) - from
    }

    /// 64 cells from one on, the first the lowest bit.
    fn word(&self, from: usize) -> u64 {
        let (word, bit) = (from / 64, from % 64);
        let white = self.pawns.white();
        let next = white.get(word + 1).copied().unwrap_or(0);
        if bit == 0 { white[word] } else { white[word] >> bit | next << (64 - bit) }
    }

    fn short(&self, from: usize, length: usize) -> u64 {
        let word = self.word(from);
        let letters = (word ^ word >> 1) as usize & ((1 << (length - 1)) - 1);
        u64::from(VALUES[letters | 1 << (length - 1)])
    }

    /// Puts pieces together.
    fn collect(&mut self, parts: &[(usize, usize)]) {
        let mut bits = std::mem::take(&mut self.bits);
        bits.clear();
        let mut filled = 0;
        for &(from, length) in parts {
            let mut done = 0;
            while done < length {
                let count = (length - done).min(64 - filled % 64);
                let part = self.word(from + done) & (u64::MAX >> (64 - count));
                if filled % 64 == 0 {
                    bits.push(0);
                }
                bits[filled / 64] |= part << (filled % 64);
                done += count;
                filled += count;
            }
        }
        self.bits = bits;
    }
}
