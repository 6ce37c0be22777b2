//! Breadth-first search over positions as words: every position of one distance before any of the next.
//!
//! The positions met are in a table with open addressing. Successors come in groups: the slots of a whole group are read before
//! any of them is decided, so that the processor waits for memory once a group. Where every move takes equally many pieces, no
//! position comes again in a later layer, and the table forgets each layer.

use std::ops::Range;

use dashu_int::UBig;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::search::Halted;

use crate::packed::{Key, Packed};

/// Positions whose successors are decided together.
const GROUP: usize = 64;

/// Keys, each once. A slot without a key has all bits set; a key that has them, too, is kept apart.
struct Table<const W: usize> {
    slots: Vec<Key<W>>,
    used: usize,
    /// Whether the key of all ones is in it.
    ones: bool,
}

const fn vacant<const W: usize>() -> Key<W> {
    [u64::MAX; W]
}

/// A place of so many bits for a key.
#[inline]
fn spread<const W: usize>(key: &Key<W>, bits: u32) -> usize {
    let mixed = key.iter().fold(0u64, |mixed, word| (mixed.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    ((mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93) >> (64 - bits)) as usize
}

impl<const W: usize> Table<W> {
    fn new() -> Self {
        Table { slots: vec![vacant(); 1 << 10], used: 0, ones: false }
    }

    fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Key<W>>()) as u64
    }

    #[inline]
    fn slot(&self, key: &Key<W>) -> usize {
        spread(key, self.slots.len().trailing_zeros())
    }

    /// Adds a key; whether it is new.
    #[inline]
    fn insert(&mut self, key: Key<W>) -> bool {
        if key == vacant() {
            return !std::mem::replace(&mut self.ones, true);
        }
        let last = self.slots.len() - 1;
        let mut at = self.slot(&key);
        while self.slots[at] != vacant() {
            if self.slots[at] == key {
                return false;
            }
            at = (at + 1) & last;
        }
        self.slots[at] = key;
        self.used += 1;
        true
    }

    /// Makes room for so many more keys.
    fn reserve(&mut self, more: usize, limits: &Limits<'_>, beside: u64) -> Result<(), Stop> {
        while (self.used + more) * 4 > self.slots.len() * 3 {
            let twice = 2 * self.slots.len();
            // Both tables are there while one is copied.
            limits.afford(beside + self.bytes() + (twice * size_of::<Key<W>>()) as u64)?;
            let old = std::mem::replace(&mut self.slots, vec![vacant(); twice]);
            self.used = 0;
            for key in old {
                if key != vacant() {
                    self.insert(key);
                }
            }
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.slots.fill(vacant());
        (self.used, self.ones) = (0, false);
    }
}

/// Positions by distance.
pub(crate) struct Layers<const W: usize> {
    /// In the order of their discovery.
    pub(crate) keys: Vec<Key<W>>,
    /// The first number of each layer.
    starts: Vec<usize>,
    /// The first position that is a goal.
    pub(crate) goal: Option<usize>,
    /// Positions from which no move leads on, and which are no goals.
    pub(crate) dead_ends: u64,
    /// Positions whose successors were found.
    pub(crate) expanded: u64,
}

impl<const W: usize> Layers<W> {
    /// How many layers there are.
    pub(crate) fn count(&self) -> usize {
        self.starts.len()
    }

    /// The numbers of the positions of a layer.
    pub(crate) fn layer(&self, number: usize) -> Range<usize> {
        self.starts[number]..self.starts.get(number + 1).copied().unwrap_or(self.keys.len())
    }

    /// The distance of a position.
    pub(crate) fn distance(&self, position: usize) -> usize {
        self.starts.partition_point(|&start| start <= position) - 1
    }
}

/// Finds positions layer by layer: up to the first goal, or all.
pub(crate) fn layers<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    everything: bool,
    limits: &Limits<'_>,
) -> Result<Layers<W>, Halted> {
    let mut found = Layers { keys: vec![start], starts: vec![0], goal: None, dead_ends: 0, expanded: 0 };
    let mut table = Table::new();
    table.insert(start);
    found.goal = packed.is_goal(&start).then_some(0);
    let mut meter = Meter::new(limits, "breadth-first");
    let (mut after, mut group) = (Vec::new(), Vec::new());
    loop {
        let layer = found.starts[found.starts.len() - 1]..found.keys.len();
        if layer.is_empty() {
            found.starts.pop();
            return Ok(found);
        }
        if found.goal.is_some() && !everything {
            return Ok(found);
        }
        if packed.graded {
            table.clear();
        }
        let distance = found.starts.len() as u32;
        found.starts.push(found.keys.len());
        let mut at = layer.start;
        while at < layer.end {
            let end = layer.end.min(at + GROUP);
            group.clear();
            for position in at..end {
                let key = found.keys[position];
                after.clear();
                packed.successors(&key, &mut after);
                if after.is_empty() && !packed.is_goal(&key) {
                    found.dead_ends += 1;
                }
                group.extend_from_slice(&after);
            }
            let held = |found: &Layers<W>| (found.keys.capacity() * size_of::<Key<W>>()) as u64;
            let halted = |stop, found: &Layers<W>| Halted { stop, lower: distance, expanded: found.expanded };
            table.reserve(group.len(), limits, held(&found)).map_err(|stop| halted(stop, &found))?;
            // Reads that do not wait for one another.
            let touched = group.iter().fold(0, |touched, key| touched ^ table.slots[table.slot(key)][0]);
            std::hint::black_box(touched);
            for &key in &group {
                if table.insert(key) {
                    if found.goal.is_none() && packed.is_goal(&key) {
                        found.goal = Some(found.keys.len());
                    }
                    found.keys.push(key);
                }
            }
            for _ in at..end {
                found.expanded += 1;
                meter.node(|| table.bytes() + held(&found)).map_err(|stop| halted(stop, &found))?;
            }
            at = end;
        }
    }
}

/// A play of exactly so many moves, where no play to a goal is longer or shorter: the first that depth-first search meets. Each
/// position is tried once. None is the proof that there is no play.
pub(crate) fn depth_first<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    length: u32,
    limits: &Limits<'_>,
) -> Result<(Option<Vec<Key<W>>>, u64), Halted> {
    let mut table = Table::new();
    let mut meter = Meter::new(limits, "depth-first");
    // Positions yet to be tried, with their depths; those of the play so far.
    let (mut open, mut play, mut after) = (vec![(start, 0)], Vec::new(), Vec::new());
    while let Some((key, depth)) = open.pop() {
        play.truncate(depth as usize);
        if !table.insert(key) {
            continue;
        }
        play.push(key);
        if depth == length {
            if packed.is_goal(&key) {
                return Ok((Some(play), meter.nodes()));
            }
            continue;
        }
        after.clear();
        packed.successors(&key, &mut after);
        open.extend(after.iter().rev().map(|&next| (next, depth + 1)));
        let halted = |stop, nodes| Halted { stop, lower: length, expanded: nodes };
        table.reserve(1, limits, 0).map_err(|stop| halted(stop, meter.nodes()))?;
        meter.node(|| table.bytes()).map_err(|stop| halted(stop, meter.nodes()))?;
    }
    Ok((None, meter.nodes()))
}

/// The positions of a shortest play to a position, which is found again from layer to layer.
pub(crate) fn trace<const W: usize>(packed: &Packed<W>, found: &Layers<W>, goal: usize) -> Vec<Key<W>> {
    let mut play = vec![found.keys[goal]];
    let mut after = Vec::new();
    for layer in (0..found.distance(goal)).rev() {
        let last = play[play.len() - 1];
        let leads = |&&key: &&Key<W>| {
            after.clear();
            packed.successors(&key, &mut after);
            after.contains(&last)
        };
        play.push(*found.keys[found.layer(layer)].iter().find(leads).expect("a layer leads to the next one"));
    }
    play.reverse();
    play
}

/// How many shortest plays lead to the nearest goals.
pub(crate) fn count<const W: usize>(
    packed: &Packed<W>,
    found: &Layers<W>,
    goal: usize,
    limits: &Limits<'_>,
) -> Result<UBig, Halted> {
    // Numbers of 128 bits nearly always do.
    if let Some(count) = count_in(packed, found, goal, limits, u128::checked_add)? {
        return Ok(UBig::from(count));
    }
    let count = count_in(packed, found, goal, limits, |a: UBig, b: UBig| Some(a + b))?;
    Ok(count.expect("numbers of any size have room"))
}

/// The same in numbers of one kind; none when one of them has no room.
fn count_in<const W: usize, N: Clone + Default + From<u8>>(
    packed: &Packed<W>,
    found: &Layers<W>,
    goal: usize,
    limits: &Limits<'_>,
    add: impl Fn(N, N) -> Option<N>,
) -> Result<Option<N>, Halted> {
    let depth = found.distance(goal);
    let mut meter = Meter::new(limits, "counting");
    let (mut counts, mut after) = (vec![N::from(1)], Vec::new());
    for layer in 0..depth {
        let (now, next) = (&found.keys[found.layer(layer)], &found.keys[found.layer(layer + 1)]);
        // The place in the next layer of each key, from 1; 0 for none.
        let slots = (next.len() * 2).next_power_of_two().max(2);
        let bytes = slots * size_of::<u32>() + (now.len() + next.len()) * size_of::<N>();
        let memory = bytes as u64 + (found.keys.len() * size_of::<Key<W>>()) as u64;
        let halted = |stop| Halted { stop, lower: depth as u32, expanded: found.expanded };
        limits.afford(memory).map_err(halted)?;
        let mut places = vec![0u32; slots];
        let first = |key: &Key<W>| spread(key, slots.trailing_zeros());
        for (place, key) in (1..).zip(next) {
            let mut at = first(key);
            while places[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            places[at] = place;
        }
        let mut sums = vec![N::default(); next.len()];
        for (key, count) in now.iter().zip(&counts) {
            after.clear();
            packed.successors(key, &mut after);
            for key in &after {
                let mut at = first(key);
                while places[at] != 0 {
                    let place = places[at] as usize - 1;
                    if next[place] == *key {
                        let Some(sum) = add(std::mem::take(&mut sums[place]), count.clone()) else { return Ok(None) };
                        sums[place] = sum;
                        break;
                    }
                    at = (at + 1) & (slots - 1);
                }
            }
            meter.node(|| memory).map_err(halted)?;
        }
        counts = sums;
    }
    let mut all = N::default();
    for (key, count) in found.keys[found.layer(depth)].iter().zip(counts) {
        if packed.is_goal(key) {
            match add(all, count) {
                Some(sum) => all = sum,
                None => return Ok(None),
            }
        }
    }
    Ok(Some(all))
}
