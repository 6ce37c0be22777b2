//! All words of a length, counted by class and base.

use std::hash::BuildHasher;
use std::mem;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::classes::{Class, LETTERS};
use super::tally::WordTally;
use super::wide;
use crate::closed::letters::Letter;
use saltus_core::limits::{Limits, Stop};

/// Which words are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
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
    /// Bits of the largest count; before counting, of the largest among those that are added up, and how many are.
    bits: u32,
    parts: u32,
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

/// Where a letter leads.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    rise: u16,
}

/// The entries of the next length by class, and for each entry of this one the steps by both letters.
struct Plan {
    index: HashTable<u32>,
    steps: Vec<[Step; 2]>,
}

/// Words letter by letter.
pub(super) struct WordCensus<C> {
    keep: Counted,
    length: usize,
    /// Classes gone on from so far.
    nodes: u64,
    layer: Layer<C>,
    /// Room for the next layer, and for what is planned of it.
    next: Layer<C>,
    plan: Plan,
    /// 64-bit words for the pawns of an entry.
    pawn_words: usize,
}

/// Entries between two looks at the clock.
const OFTEN: usize = 1 << 12;

/// Classes for which there is room at once, be they needed or not.
const ROOM: usize = 1 << 12;

/// A list grows by more than it must: by its length divided by this.
const SLACK: usize = 8;

impl<C: Class> WordCensus<C> {
    /// The empty word, and room for words of up to `letters` letters.
    pub(super) fn new(keep: Counted, letters: usize) -> Self {
        let pawn_words = (letters + 1).div_ceil(64);
        let start = Entry { class: C::start(), low: 0, high: 0, width: 1, bits: 1, parts: 0, at: 0 };
        WordCensus {
            keep,
            length: 0,
            nodes: 0,
            layer: Layer { entries: vec![start], counts: vec![1], firsts: vec![0; pawn_words] },
            next: Layer { entries: Vec::new(), counts: Vec::new(), firsts: Vec::new() },
            plan: Plan { index: HashTable::new(), steps: Vec::new() },
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
        self.make_plan(self.layer.entries.len(), limits)?;
        for number in 0..self.layer.entries.len() {
            if number.is_multiple_of(OFTEN) {
                limits.spend(self.nodes, self.bytes())?;
            }
            let entry = &self.layer.entries[number];
            let steps = LETTERS.map(|letter| {
                let (class, rise) = entry.class.step(letter);
                let to = self.plan.place(class, &mut self.next.entries);
                self.next.entries[to as usize].take(entry, rise, self.keep);
                Step { to, rise }
            });
            self.plan.steps.push(steps);
        }
        Ok(())
    }

    /// Makes room in the next layer, with nothing counted yet.
    fn lay_out(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let mut counts = 0;
        for entry in &mut self.next.entries {
            entry.width = (entry.bits + entry.parts.next_power_of_two().ilog2()).div_ceil(64);
            entry.at = counts;
            counts += entry.width as usize * usize::from(entry.high - entry.low + 1);
        }
        let pawns = self.next.entries.len() * self.pawn_words;
        let beside = self.bytes() - self.next.bytes();
        let next = &mut self.next;
        // Where there is no room yet, the old list goes before the new one comes.
        let room = |now: usize, needed: usize| if needed <= now { now } else { needed + needed / SLACK };
        let [counts_room, pawns_room] = [room(next.counts.capacity(), counts), room(next.firsts.capacity(), pawns)];
        let bytes = next.entries.capacity() * size_of::<Entry<C>>() + (counts_room + pawns_room) * size_of::<u64>();
        limits.afford(beside + bytes as u64)?;
        renew(&mut next.counts, counts_room);
        renew(&mut next.firsts, pawns_room);
        next.counts.resize(counts, 0);
        // The first pawn is a black one, so this comes after all pawns.
        next.firsts.resize(pawns, u64::MAX);
        Ok(())
    }

    /// Empties the plan and the entries of the next layer, with room for what comes after `entries` entries: there are at most twice as many,
    /// and hardly more where there are many.
    fn make_plan(&mut self, entries: usize, limits: &Limits<'_>) -> Result<(), Stop> {
        let later = (2 * entries).min(entries + entries / SLACK + ROOM);
        let (plan, next) = (&mut self.plan, &mut self.next);
        plan.steps.clear();
        plan.index.clear();
        next.entries.clear();
        let more = later.saturating_sub(next.entries.capacity()) * size_of::<Entry<C>>();
        let [indexed, steps] = [plan.index.capacity().max(later), plan.steps.capacity().max(entries)];
        limits.afford(self.layer.bytes() + next.bytes() + more as u64 + Plan::bytes_for(indexed, steps))?;
        renew(&mut next.entries, later);
        renew(&mut plan.steps, entries);
        plan.index.reserve(later, |_| unreachable!("it is empty"));
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
    pub(super) fn tally(&self, plain: usize) -> WordTally {
        let mut tally = WordTally::new(self.length as u32 + 1);
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

impl Plan {
    /// Bytes held.
    fn bytes(&self) -> u64 {
        Self::bytes_for(self.index.capacity(), self.steps.capacity())
    }

    fn bytes_for(indexed: usize, entries: usize) -> u64 {
        // A table is at most 7/8 full and a power of 2; each place takes a number and a byte.
        let places = (indexed * 8 / 7).next_power_of_two();
        (places * (size_of::<u32>() + 1) + entries * size_of::<[Step; 2]>()) as u64
    }

    /// The place of a class among some entries.
    fn place<C: Class>(&mut self, class: C, entries: &mut Vec<Entry<C>>) -> u32 {
        let hash = FxBuildHasher.hash_one(class);
        if let Some(&known) = self.index.find(hash, |&to| entries[to as usize].class == class) {
            return known;
        }
        let new = entries.len() as u32;
        entries.push(Entry { class, low: u16::MAX, high: 0, width: 0, bits: 0, parts: 0, at: 0 });
        self.index.insert_unique(hash, new, |&to| FxBuildHasher.hash_one(entries[to as usize].class));
        new
    }
}

impl<C: Class> Entry<C> {
    /// Makes room for the words of an entry and one more letter.
    fn take(&mut self, entry: &Entry<C>, rise: u16, keep: Counted) {
        self.high = self.high.max(entry.high + rise);
        self.low = if keep == Counted::Highest { self.high } else { self.low.min(entry.low + rise) };
        self.bits = self.bits.max(entry.bits);
        self.parts += 1;
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
        for number in 0..self.entries.len() {
            let bits = self.counts_of(&self.entries[number]).map(wide::bits).max();
            self.entries[number].bits = bits.unwrap_or(0);
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
