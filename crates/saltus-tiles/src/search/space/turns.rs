//! Vertical moves of many arrangements at once: where the words and bits of one cell come from in
//! another.
//!
//! A move past the tiles at places p to p + w - 1 of the order leaves the digits before and after
//! them as they are. So orders with consecutive numbers that agree in these digits move to
//! consecutive numbers: as whole words, as long as the places lie before the tail, and else as
//! groups of bits.

use std::collections::BTreeMap;

use super::orders::{self, Orders, lift, product, sink};

/// Which way the vacancy goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VerticalWay {
    Up,
    Down,
}

/// How the orders after a move come from those before it.
#[derive(Debug)]
pub(super) enum Turn {
    Runs(WordRuns),
    /// One that serves all orders; or one for orders whose tail is even and one for those whose
    /// tail is odd.
    Bits(Vec<Gather>),
}

/// Whole words: the words of a unit, in runs, are those of a unit in another order of runs.
#[derive(Debug)]
pub(super) struct WordRuns {
    /// Words of a run.
    pub(super) run: usize,
    /// For each run of the unit the one that it comes from.
    from: Vec<u32>,
}

/// Groups of bits: every word of a unit is made of parts of the words of a unit.
#[derive(Debug)]
pub(super) struct Gather {
    /// The first part of each word, and the end.
    starts: Vec<u32>,
    parts: Vec<BitGroup>,
}

#[derive(Debug)]
struct BitGroup {
    /// The bits, where they come from.
    mask: u64,
    /// The word of the unit where they come from.
    from: u32,
    /// How far they go.
    shift: u32,
}

/// One kind of vertical move of boards with rows of `width` cells: it passes over the tiles at
/// `place` and after it.
struct VerticalMove<'a> {
    orders: &'a Orders,
    tiles: usize,
    place: usize,
    width: usize,
    way: VerticalWay,
}

impl Turn {
    /// The turn after which the vacancy has gone between place `place` and place `place + width`.
    pub(super) fn new(orders: &Orders, tiles: usize, place: usize, width: usize, way: VerticalWay) -> Self {
        let mv = VerticalMove { orders, tiles, place, width, way };
        let head = tiles - orders.tail;
        if place + width <= head {
            Turn::Runs(mv.runs())
        } else if place < head {
            // It ends before the last two tiles, which alone know the parity.
            debug_assert!(place + width + 2 <= tiles, "rows have at most four cells");
            Turn::Bits(vec![mv.gather(tiles - place, false)])
        } else {
            Turn::Bits(vec![mv.gather(orders.tail, false), mv.gather(orders.tail, true)])
        }
    }
}

impl VerticalMove<'_> {
    /// The digits before the move, given those after it.
    fn undo(&self, digits: &mut [u8]) {
        match self.way {
            VerticalWay::Up => lift(digits),
            VerticalWay::Down => sink(digits),
        }
    }

    fn runs(&self) -> WordRuns {
        let after = self.tiles - self.place - self.width;
        let words = product(self.orders.tail + 1..=after).expect("fewer than all words");
        let runs = product(after + 1..=after + self.width).expect("fewer than all words");
        // The first order of each run speaks for all: only the digits of the tiles that are passed change.
        let rest = words * self.orders.bits;
        let from = (0..runs).map(|run| {
            let mut digits = orders::digits(run * rest, after + self.width, false);
            self.undo(&mut digits[..self.width]);
            (orders::number(&digits) / rest) as u32
        });
        WordRuns { run: words as usize, from: from.collect() }
    }

    /// For units of the orders of the last `tiles` tiles, which have this parity.
    fn gather(&self, tiles: usize, odd: bool) -> Gather {
        let words = product(self.orders.tail + 1..=tiles).expect("few tiles");
        let place = tiles - (self.tiles - self.place);
        let bits = self.orders.bits;
        let mut gather = Gather { starts: vec![0], parts: Vec::new() };
        for word in 0..words {
            let mut masks = BTreeMap::<(u32, u32), u64>::new();
            for bit in 0..bits {
                let mut digits = orders::digits(word * bits + bit, tiles, odd);
                self.undo(&mut digits[place..place + self.width]);
                let source = orders::number(&digits);
                let shift = bit.wrapping_sub(source % bits) as u32 % u64::BITS;
                *masks.entry(((source / bits) as u32, shift)).or_default() |= 1 << (source % bits);
            }
            gather.parts.extend(masks.into_iter().map(|((from, shift), mask)| BitGroup { mask, from, shift }));
            gather.starts.push(gather.parts.len() as u32);
        }
        gather
    }
}

impl WordRuns {
    /// Words of a unit.
    pub(super) fn unit(&self) -> usize {
        self.run * self.from.len()
    }

    /// The word that a word comes from, the first of a run or any after it.
    #[inline]
    pub(super) fn source(&self, word: usize) -> usize {
        let run = word / self.run;
        let at = run % self.from.len();
        word - at * self.run + self.from[at] as usize * self.run
    }

    /// Adds whole units, as they are after the move, to `sum`.
    pub(super) fn add(&self, words: &[u64], sum: &mut [u64]) {
        let unit = self.unit();
        for (words, sum) in words.chunks_exact(unit).zip(sum.chunks_exact_mut(unit)) {
            if self.run == 1 {
                sum.iter_mut().zip(&self.from).for_each(|(sum, &from)| *sum |= words[from as usize]);
            } else {
                for (sum, &from) in sum.chunks_exact_mut(self.run).zip(&self.from) {
                    add(&words[from as usize * self.run..][..self.run], sum);
                }
            }
        }
    }
}

impl Gather {
    /// Words of a unit.
    pub(super) fn words(&self) -> usize {
        self.starts.len() - 1
    }

    /// Adds one unit, as it is after the move, to `sum`.
    #[inline]
    pub(super) fn add(&self, words: &[u64], sum: &mut [u64]) {
        for (range, sum) in self.starts.windows(2).zip(sum) {
            let parts = &self.parts[range[0] as usize..range[1] as usize];
            *sum = parts
                .iter()
                .fold(*sum, |sum, part| sum | (words[part.from as usize] & part.mask).rotate_left(part.shift));
        }
    }
}

/// Adds the bits of words.
#[inline]
pub(super) fn add(words: &[u64], sum: &mut [u64]) {
    sum.iter_mut().zip(words).for_each(|(sum, word)| *sum |= word);
}
