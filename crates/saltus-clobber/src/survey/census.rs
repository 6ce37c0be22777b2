//! All words of a length, counted by class and base.

use std::hash::BuildHasher;
use std::mem;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::classes::{Class, LETTERS};
use super::tally::Tally;
use super::wide;
use crate::closed::letters::Letter;
use saltus_core::limits::{Limits, Stop};

/// Which words are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// All.
    All,
    /// In each class only those with the highest base. The result of the others has a lower value
    /// than what the same letters make of these, so no word of the highest value is left out.
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

/// All words of one length.
struct Layer<C> {
    entries: Vec<Entry<C>>,
    counts: Vec<u64>,
    /// For each entry the first word with the highest base, as the pawns that have these letters;
    /// see [`pawn`].
    firsts: Vec<u64>,
}

/// A class of the next length, as far as it is known before counting.
struct Slot<C> {
    class: C,
    low: u16,
    high: u16,
    /// Bits of the largest count among those that are added up, and how many are.
    bits: u32,
    parts: u32,
}

/// Where a letter leads.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    rise: u16,
}

/// The classes of the next length, and for each entry of this one the steps by both letters.
struct Plan<C> {
    slots: Vec<Slot<C>>,
    /// Slots by class.
    index: HashTable<u32>,
    steps: Vec<[Step; 2]>,
}

/// Words letter by letter.
pub(super) struct Census<C> {
    keep: Keep,
    length: usize,
    /// Classes gone on from so far.
    nodes: u64,
    layer: Layer<C>,
    /// Room for the next layer, and for what is planned of it.
    next: Layer<C>,
    plan: Plan<C>,
    /// 64-bit words for the pawns of an entry.
    pawn_words: usize,
}

/// Entries between two looks at the clock.
const OFTEN: usize = 1 << 12;

/// Classes for which there is room at once, be they needed or not.
const ROOM: usize = 1 << 12;

/// A list grows by more than it must: by its length divided by this.
const SLACK: usize = 8;

impl<C: Class> Census<C> {
    /// The empty word, and room for words of up to `letters` letters.
    pub(super) fn new(keep: Keep, letters: usize) -> Self {
        let pawn_words = (letters + 1).div_ceil(64);
        let start = Entry { class: C::start(), low: 0, high: 0, width: 1, bits: 1, at: 0 };
        Census {
            keep,
            length: 0,
            nodes: 0,
            layer: Layer { entries: vec![start], counts: vec![1], firsts: vec![0; pawn_words] },
            next: Layer { entries: Vec::new(), counts: Vec::new(), firsts: Vec::new() },
            plan: Plan { slots: Vec::new(), index: HashTable::new(), steps: Vec::new() },
            pawn_words,
        }
    }

    /// Continues to words of a number of letters, `total` in the end; each class that is extended
    /// counts as a node.
    pub(super) fn grow_to(
        &mut self,
        letters: usize,
        phase: &str,
        total: usize,
        limits: &Limits<'_>,
    ) -> Result<(), Stop> {
        while self.length < letters {
            limits.report(phase, self.length as u64, Some(total as u64));
            self.nodes += self.layer.entries.len() as u64;
            limits.spend(self.nodes, self.bytes())?;
            self.grow(limits)?;
        }
        Ok(())
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.layer.bytes() + self.next.bytes() + self.plan.bytes()
    }

    /// Goes on to the words with one more letter.
    fn grow(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        self.find_classes(limits)?;
        self.lay_out(limits)?;
        for index in 0..self.layer.entries.len() {
            if index.is_multiple_of(OFTEN) {
                limits.spend(self.nodes, self.bytes())?;
            }
            for (step, letter) in self.plan.steps[index].into_iter().zip(LETTERS) {
                self.layer.add_counts(&mut self.next, index, step);
                self.add_first(index, step, letter);
            }
        }
        self.next.measure();
        mem::swap(&mut self.layer, &mut self.next);
        self.length += 1;
        Ok(())
    }

    /// Plans the next layer.
    fn find_classes(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let beside = self.layer.bytes() + self.next.bytes();
        self.plan.clear(self.layer.entries.len(), beside, limits)?;
        for number in 0..self.layer.entries.len() {
            if number.is_multiple_of(OFTEN) {
                limits.spend(self.nodes, self.bytes())?;
            }
            let entry = &self.layer.entries[number];
            let steps = LETTERS.map(|letter| {
                let (class, rise) = entry.class.step(letter);
                let to = self.plan.slot(class);
                self.plan.slots[to as usize].take(entry, rise, self.keep);
                Step { to, rise }
            });
            self.plan.steps.push(steps);
        }
        Ok(())
    }

    /// Makes the next layer, with nothing counted yet.
    fn lay_out(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let slots = self.plan.slots.len();
        let counts: usize = self.plan.slots.iter().map(Slot::words).sum();
        let pawns = slots * self.pawn_words;
        self.make_room([slots, counts, pawns], limits)?;
        let mut at = 0;
        self.next.entries.extend(self.plan.slots.iter().map(|slot| {
            let entry = slot.entry(at);
            at += slot.words();
            entry
        }));
        self.next.counts.resize(counts, 0);
        // The first pawn is a black one, so this comes after all pawns.
        self.next.firsts.resize(pawns, u64::MAX);
        Ok(())
    }

    /// Empties the next layer and makes room for these numbers of entries, words of counts and words of
    /// pawns.
    fn make_room(&mut self, needed: [usize; 3], limits: &Limits<'_>) -> Result<(), Stop> {
        let beside = self.bytes() - self.next.bytes();
        let next = &mut self.next;
        // Where there is no room yet, the old list goes before the new one comes.
        let room = |now: usize, needed: usize| if needed <= now { now } else { needed + needed / SLACK };
        let entries = room(next.entries.capacity(), needed[0]);
        let counts = room(next.counts.capacity(), needed[1]);
        let firsts = room(next.firsts.capacity(), needed[2]);
        let bytes = entries * size_of::<Entry<C>>() + (counts + firsts) * size_of::<u64>();
        limits.afford(beside + bytes as u64)?;
        renew(&mut next.entries, entries);
        renew(&mut next.counts, counts);
        renew(&mut next.firsts, firsts);
        Ok(())
    }

    /// Remembers the first word of an entry, with the letter after it, where that leads, if it is
    /// the first there.
    fn add_first(&mut self, index: usize, step: Step, letter: Letter) {
        let (from, to) = (&self.layer.entries[index], &self.next.entries[step.to as usize]);
        if from.high + step.rise < to.high {
            return;
        }
        let words = self.pawn_words;
        let old = &self.layer.firsts[index * words..][..words];
        let new = &mut self.next.firsts[step.to as usize * words..][..words];
        let is_white = pawn(old, self.length) ^ (letter == Letter::Alternate);
        let (place, added) = ((self.length + 1) / 64, u64::from(is_white) << (63 - (self.length + 1) % 64));
        let with_pawn = |(at, &word): (usize, &u64)| if at == place { word | added } else { word };
        if old.iter().enumerate().map(with_pawn).lt(new.iter().copied()) {
            new.copy_from_slice(old);
            new[place] |= added;
        }
    }

    /// What the words end as; `plain` is what those of letters `s` alone do, and no other.
    pub(super) fn tally(&self, plain: usize) -> Tally {
        let mut tally = Tally::new(self.length as u32 + 1);
        for (entry, first) in self.layer.entries.iter().zip(self.layer.firsts.chunks(self.pawn_words)) {
            let Some(end) = entry.class.end() else { continue };
            tally.add(usize::from(entry.low + end), self.layer.counts_of(entry));
            let highest = usize::from(entry.high + end);
            if highest != plain {
                tally.meet(highest, first);
            }
        }
        tally
    }
}

impl<C: Class> Plan<C> {
    /// Bytes held.
    fn bytes(&self) -> u64 {
        Self::bytes_for(self.slots.capacity(), self.index.capacity(), self.steps.capacity())
    }

    fn bytes_for(slots: usize, indexed: usize, entries: usize) -> u64 {
        // A table is at most 7/8 full and a power of 2; each place takes a number and a byte.
        let places = (indexed * 8 / 7).next_power_of_two();
        let steps = entries * size_of::<[Step; 2]>();
        (slots * size_of::<Slot<C>>() + places * (size_of::<u32>() + 1) + steps) as u64
    }

    /// Slots for the classes after this many entries: there are at most twice as many, and hardly
    /// more where there are many.
    fn slots_for(entries: usize) -> usize {
        (2 * entries).min(entries + entries / SLACK + ROOM)
    }

    /// Makes it empty, with room for the plan of `entries` entries if that may be used; `beside`
    /// other bytes are held.
    fn clear(&mut self, entries: usize, beside: u64, limits: &Limits<'_>) -> Result<(), Stop> {
        self.slots.clear();
        self.steps.clear();
        self.index.clear();
        let slots = Self::slots_for(entries);
        let [all, indexed, steps] =
            [self.slots.capacity().max(slots), self.index.capacity().max(slots), self.steps.capacity().max(entries)];
        limits.afford(beside + Self::bytes_for(all, indexed, steps))?;
        renew(&mut self.slots, slots);
        renew(&mut self.steps, entries);
        self.index.reserve(slots, |_| unreachable!("it is empty"));
        Ok(())
    }

    /// The slot of a class.
    fn slot(&mut self, class: C) -> u32 {
        let hash = FxBuildHasher.hash_one(class);
        let slots = &mut self.slots;
        if let Some(&known) = self.index.find(hash, |&to| slots[to as usize].class == class) {
            return known;
        }
        let new = slots.len() as u32;
        slots.push(Slot { class, low: u16::MAX, high: 0, bits: 0, parts: 0 });
        self.index.insert_unique(hash, new, |&to| FxBuildHasher.hash_one(slots[to as usize].class));
        new
    }
}

impl<C: Class> Slot<C> {
    /// Makes room for the words of an entry and one more letter.
    fn take(&mut self, entry: &Entry<C>, rise: u16, keep: Keep) {
        self.high = self.high.max(entry.high + rise);
        self.low = if keep == Keep::Highest { self.high } else { self.low.min(entry.low + rise) };
        self.bits = self.bits.max(entry.bits);
        self.parts += 1;
    }

    /// 64-bit words that are enough for each sum.
    fn width(&self) -> usize {
        wide::words(self.bits + self.parts.next_power_of_two().ilog2())
    }

    /// Those of all counts.
    fn words(&self) -> usize {
        self.width() * usize::from(self.high - self.low + 1)
    }

    fn entry(&self, at: usize) -> Entry<C> {
        Entry { class: self.class, low: self.low, high: self.high, width: self.width() as u32, bits: 0, at }
    }
}

impl<C> Layer<C> {
    fn bytes(&self) -> u64 {
        let words = self.counts.capacity() + self.firsts.capacity();
        (self.entries.capacity() * size_of::<Entry<C>>() + words * size_of::<u64>()) as u64
    }

    fn counts_of(&self, entry: &Entry<C>) -> impl Iterator<Item = &[u64]> {
        self.counts[entry.at..].chunks(entry.width as usize).take(usize::from(entry.high - entry.low + 1))
    }

    /// Counts the words of an entry in the entry where a letter leads.
    fn add_counts(&self, next: &mut Self, index: usize, step: Step) {
        let (from, to) = (&self.entries[index], &next.entries[step.to as usize]);
        let room = to.width as usize;
        for (base, count) in (from.low..).zip(self.counts_of(from)) {
            if let Some(above) = (base + step.rise).checked_sub(to.low) {
                let target = to.at + room * usize::from(above);
                wide::add(&mut next.counts[target..target + room], count);
            }
        }
    }

    /// Finds how many bits the counts have.
    fn measure(&mut self) {
        for entry in &mut self.entries {
            let counts = self.counts[entry.at..].chunks(entry.width as usize);
            let counts = counts.take(usize::from(entry.high - entry.low + 1));
            entry.bits = counts.map(wide::bits).max().unwrap_or(0);
        }
    }
}

/// Makes a list empty; one without the room is replaced, so that two are never held.
fn renew<T>(list: &mut Vec<T>, room: usize) {
    list.clear();
    if list.capacity() < room {
        *list = Vec::new();
        list.reserve_exact(room);
    }
}

/// Whether pawn `index` is white. The first pawn is in the highest bit of the first word, so that
/// the order of numbers is that of pawns.
pub(super) fn pawn(pawns: &[u64], index: usize) -> bool {
    pawns[index / 64] >> (63 - index % 64) & 1 == 1
}
