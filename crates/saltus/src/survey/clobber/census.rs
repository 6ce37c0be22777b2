//! All words of a length, counted by class and base.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::classes::Class;
use super::registers::Letter;
use super::wide;
use crate::limits::{Limits, Stop};

/// Which words are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// All.
    All,
    /// In each class only those with the highest base. What comes of the others has a lower value than what the same letters make of
    /// these, so no word of the highest value is left out.
    Highest,
}

/// The words of a class.
#[derive(Clone, Copy, Debug)]
struct Entry<C> {
    class: C,
    /// The lowest base that is kept, and the highest.
    low: u16,
    high: u16,
    /// Words of 64 bits in a count.
    width: u32,
    /// Bits of the largest count.
    bits: u32,
    /// Where the count of the lowest base is; the others follow.
    at: usize,
}

/// A class of the next length, as far as it is known before counting.
struct Slot<C> {
    class: C,
    low: u16,
    high: u16,
    /// Bits of the largest count among those that are added up.
    bits: u32,
    /// How many are.
    parts: u32,
}

/// Where a letter leads.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    rise: u16,
}

/// All words of one length.
pub(super) struct Census<C> {
    keep: Keep,
    length: usize,
    entries: Vec<Entry<C>>,
    counts: Vec<u64>,
    /// For each entry the first word with the highest base: that of the lexicographically first pawns, black before white. They are
    /// bits, white ones set, the first pawn, a black one, in the highest bit.
    firsts: Vec<u64>,
    /// 64-bit words for those of an entry.
    pawn_words: usize,
}

/// What words of one length end as.
pub(super) struct Tally {
    /// How many words end with 0, 1, .. in sum of base and end.
    pub(super) counts: Vec<Vec<u64>>,
    /// The largest such sum, that of letters `s` alone aside, and the first pawns that have it.
    pub(super) highest: Option<(usize, Vec<u64>)>,
}

/// Entries between two looks at the clock.
const OFTEN: usize = 1 << 12;

impl<C: Class> Census<C> {
    /// The empty word, and room for words of up to `letters` letters.
    pub(super) fn new(keep: Keep, letters: usize) -> Self {
        let pawn_words = (letters + 1).div_ceil(64);
        let start = Entry { class: C::start(), low: 0, high: 0, width: 1, bits: 1, at: 0 };
        Census { keep, length: 0, entries: vec![start], counts: vec![1], firsts: vec![0; pawn_words], pawn_words }
    }

    /// How many classes there are.
    pub(super) fn classes(&self) -> usize {
        self.entries.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.counts.len() + self.firsts.len();
        (self.entries.len() * size_of::<Entry<C>>() + words * size_of::<u64>()) as u64
    }

    /// Goes on to the words with one more letter.
    pub(super) fn grow(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let (slots, steps) = self.plan(limits)?;
        let mut next = self.laid_out(&slots, limits)?;
        drop(slots);
        for (index, pair) in steps.chunks(2).enumerate() {
            if index.is_multiple_of(OFTEN) {
                limits.spend(0, 0)?;
            }
            for (&step, letter) in pair.iter().zip(Letter::BOTH) {
                self.add_counts(&mut next, index, step);
                self.add_first(&mut next, index, step, letter);
            }
        }
        next.measure();
        *self = next;
        Ok(())
    }

    /// The classes of the next length, and for each entry the steps by both letters.
    fn plan(&self, limits: &Limits<'_>) -> Result<(Vec<Slot<C>>, Vec<Step>), Stop> {
        let mut slots: Vec<Slot<C>> = Vec::new();
        let mut index: HashTable<u32> = HashTable::new();
        let mut steps = Vec::with_capacity(2 * self.entries.len());
        for (number, entry) in self.entries.iter().enumerate() {
            if number.is_multiple_of(OFTEN) {
                let beside = slots.len() * (size_of::<Slot<C>>() + 2 * size_of::<u32>()) + 2 * steps.capacity();
                limits.spend(0, self.bytes() + beside as u64)?;
            }
            for letter in Letter::BOTH {
                let (class, rise) = entry.class.step(letter);
                let hash = FxBuildHasher.hash_one(class);
                let known = index.find(hash, |&to| slots[to as usize].class == class).copied();
                let to = known.unwrap_or(slots.len() as u32);
                if known.is_none() {
                    index.insert_unique(hash, to, |&to| FxBuildHasher.hash_one(slots[to as usize].class));
                    slots.push(Slot { class, low: u16::MAX, high: 0, bits: 0, parts: 0 });
                }
                slots[to as usize].take(entry, rise, self.keep);
                steps.push(Step { to, rise });
            }
        }
        Ok((slots, steps))
    }

    /// The census of the next length, with nothing counted yet.
    fn laid_out(&self, slots: &[Slot<C>], limits: &Limits<'_>) -> Result<Self, Stop> {
        let mut at = 0;
        let lay = |slot: &Slot<C>| {
            let width = wide::words(slot.bits_needed());
            let entry =
                Entry { class: slot.class, low: slot.low, high: slot.high, width: width as u32, bits: 0, at };
            at += width * usize::from(slot.high - slot.low + 1);
            entry
        };
        let entries: Vec<Entry<C>> = slots.iter().map(lay).collect();
        let words = (at + slots.len() * self.pawn_words) * size_of::<u64>();
        let lists = slots.len() * (size_of::<Slot<C>>() + size_of::<Entry<C>>()) + 2 * self.entries.len() * size_of::<Step>();
        limits.afford(self.bytes() + (words + lists) as u64)?;
        Ok(Census {
            keep: self.keep,
            length: self.length + 1,
            entries,
            counts: vec![0; at],
            // No word begins with a white pawn, so that this is behind all.
            firsts: vec![u64::MAX; slots.len() * self.pawn_words],
            pawn_words: self.pawn_words,
        })
    }

    /// Counts the words of an entry in the entry where a letter leads.
    fn add_counts(&self, next: &mut Self, index: usize, step: Step) {
        let (from, to) = (&self.entries[index], &next.entries[step.to as usize]);
        let (width, room) = (from.width as usize, to.width as usize);
        for base in from.low..=from.high {
            if let Some(above) = (base + step.rise).checked_sub(to.low) {
                let source = from.at + width * usize::from(base - from.low);
                let target = to.at + room * usize::from(above);
                wide::add(&mut next.counts[target..target + room], &self.counts[source..source + width]);
            }
        }
    }

    /// Remembers the first word of an entry, with the letter behind it, where that leads, if it is the first there.
    fn add_first(&self, next: &mut Self, index: usize, step: Step, letter: Letter) {
        let (from, to) = (&self.entries[index], &next.entries[step.to as usize]);
        if from.high + step.rise < to.high {
            return;
        }
        let words = self.pawn_words;
        let old = &self.firsts[index * words..(index + 1) * words];
        let new = &mut next.firsts[step.to as usize * words..(step.to as usize + 1) * words];
        let is_white = (bit(old, self.length) == 1) ^ (letter == Letter::Alternate);
        let (place, pawn) = ((self.length + 1) / 64, u64::from(is_white) << (63 - (self.length + 1) % 64));
        let with_pawn = |(at, &word): (usize, &u64)| if at == place { word | pawn } else { word };
        if old.iter().enumerate().map(with_pawn).lt(new.iter().copied()) {
            new.copy_from_slice(old);
            new[place] |= pawn;
        }
    }

    /// Finds how many bits the counts have.
    fn measure(&mut self) {
        for entry in &mut self.entries {
            let width = entry.width as usize;
            let counts = self.counts[entry.at..].chunks(width).take(usize::from(entry.high - entry.low + 1));
            entry.bits = counts.map(wide::bits).max().unwrap_or(0);
        }
    }

    /// What the words end as; `plain` is what those of letters `s` alone do, and no other.
    pub(super) fn tally(&self, plain: usize) -> Tally {
        let room = wide::words(self.length as u32 + 1);
        let mut tally = Tally { counts: Vec::new(), highest: None };
        for (entry, first) in self.entries.iter().zip(self.firsts.chunks(self.pawn_words)) {
            let Some(end) = entry.class.end() else { continue };
            let (lowest, highest) = (usize::from(entry.low + end), usize::from(entry.high + end));
            tally.counts.resize(tally.counts.len().max(highest + 1), vec![0; room]);
            for (count, sum) in self.counts[entry.at..].chunks(entry.width as usize).zip(&mut tally.counts[lowest..=highest]) {
                wide::add(sum, count);
            }
            if highest != plain {
                tally.meet(highest, first);
            }
        }
        tally
    }
}

impl<C> Slot<C> {
    /// Makes room for the words of an entry and one more letter.
    fn take(&mut self, entry: &Entry<C>, rise: u16, keep: Keep) {
        self.high = self.high.max(entry.high + rise);
        self.low = if keep == Keep::Highest { self.high } else { self.low.min(entry.low + rise) };
        self.bits = self.bits.max(entry.bits);
        self.parts += 1;
    }

    /// Bits that are enough for each sum.
    fn bits_needed(&self) -> u32 {
        self.bits + self.parts.next_power_of_two().ilog2()
    }
}

impl Tally {
    fn meet(&mut self, value: usize, first: &[u64]) {
        let is_better = match &self.highest {
            None => true,
            Some((highest, known)) => value > *highest || value == *highest && first < &known[..],
        };
        if is_better {
            self.highest = Some((value, first.to_vec()));
        }
    }
}

/// Bit `index`, the highest bit of the first word being bit 0.
pub(super) fn bit(words: &[u64], index: usize) -> u64 {
    words[index / 64] >> (63 - index % 64) & 1
}
