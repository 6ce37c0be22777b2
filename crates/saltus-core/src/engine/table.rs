//! Sets of states with open addressing.

use super::Key;
use super::counts::Counts;

/// States whose slots are read before any of them is decided, so that the processor waits for memory once a group.
const GROUP: usize = 32;

/// States, each once. A slot without a state has all bits set; a state that has them, too, is kept apart.
#[derive(Clone, Debug)]
pub struct Table<const W: usize> {
    slots: Vec<Key<W>>,
    /// A number for each slot, where states have numbers.
    numbers: Vec<u32>,
    used: usize,
    /// The number of the state of all ones, if it is in it.
    ones: Option<u32>,
    /// First bits of a hash that all states have in common.
    skip: u32,
}

const fn vacant<const W: usize>() -> Key<W> {
    [u64::MAX; W]
}

/// 64 bits that depend on all bits of a state. The first ones name its bucket, those after them its slot.
#[inline]
pub fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mixed = key.iter().fold(0u64, |mixed, word| (mixed.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl<const W: usize> Default for Table<W> {
    fn default() -> Self {
        Self::new(0)
    }
}

impl<const W: usize> Table<W> {
    /// An empty set of states whose hashes have these first bits in common.
    pub fn new(skip: u32) -> Self {
        Table { slots: vec![vacant(); 8], numbers: Vec::new(), used: 0, ones: None, skip }
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Key<W>>() + self.numbers.len() * size_of::<u32>()) as u64
    }

    #[inline]
    fn slot(&self, key: &Key<W>) -> usize {
        ((u128::from(hash(key) << self.skip) * self.slots.len() as u128) >> 64) as usize
    }

    /// The number of slots after adding `more` states: at most three quarters are occupied.
    fn slots_with(&self, more: usize) -> usize {
        let needed = (self.used + more) * 4 / 3 + 1;
        if needed > self.slots.len() { needed.max(self.slots.len() * 3 / 2) } else { self.slots.len() }
    }

    /// The bytes that it needs in addition while it grows by `more` states.
    pub fn bytes_to_grow(&self, more: usize) -> u64 {
        let slots = self.slots_with(more);
        if slots == self.slots.len() { 0 } else { (slots * size_of::<Key<W>>()) as u64 }
    }

    /// How many states it has.
    pub(super) fn len(&self) -> usize {
        self.used + usize::from(self.ones.is_some())
    }

    /// Reserves space for `more` states.
    pub(super) fn reserve(&mut self, more: usize) {
        let slots = self.slots_with(more);
        if slots == self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![vacant(); slots]);
        self.used = 0;
        for key in old {
            if key != vacant() {
                self.put(key, self.slot(&key), 0);
            }
        }
    }

    /// Adds a state under a number, and none where there are none, if there is room for it, and its slot is `at` or the next that is free; the
    /// number of a state that was there.
    #[inline]
    fn put(&mut self, key: Key<W>, mut at: usize, number: u32) -> Option<u32> {
        if key == vacant() {
            return self.ones.replace(self.ones.unwrap_or(number));
        }
        while self.slots[at] != vacant() {
            if self.slots[at] == key {
                return Some(self.numbers.get(at).copied().unwrap_or(0));
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.slots[at] = key;
        if let Some(place) = self.numbers.get_mut(at) {
            *place = number;
        }
        self.used += 1;
        None
    }

    /// Adds a state; whether it is new.
    pub fn insert(&mut self, key: Key<W>) -> bool {
        self.reserve(1);
        self.put(key, self.slot(&key), 0).is_none()
    }

    /// Where states are sought, when slots have been read that do not wait for one another.
    #[inline]
    fn slots_of(&self, keys: &[Key<W>]) -> [usize; GROUP] {
        let (mut slots, mut touched) = ([0; GROUP], 0);
        for (slot, key) in slots.iter_mut().zip(keys) {
            *slot = self.slot(key);
            touched ^= self.slots[*slot][0];
        }
        std::hint::black_box(touched);
        slots
    }

    /// Hands each state and the slot where it is sought to `visit`.
    #[inline]
    fn each(&mut self, keys: &[Key<W>], mut visit: impl FnMut(&mut Self, usize, usize)) {
        let mut begin = 0;
        while begin < keys.len() {
            let end = keys.len().min(begin + GROUP);
            let slots = self.slots_of(&keys[begin..end]);
            for (at, &slot) in (begin..end).zip(&slots) {
                visit(self, at, slot);
            }
            begin = end;
        }
    }

    /// Adds states; those that are new are appended to `new`.
    pub fn insert_all(&mut self, keys: &[Key<W>], new: &mut Vec<Key<W>>) {
        self.reserve(keys.len());
        self.each(keys, |table, at, slot| {
            if table.put(keys[at], slot, 0).is_none() {
                new.push(keys[at]);
            }
        });
    }

    /// Adds states for which there is room, under the number 0 or under their places from 1.
    pub(super) fn fill(&mut self, keys: &[Key<W>], has_numbers: bool) {
        self.each(keys, |table, at, slot| {
            table.put(keys[at], slot, if has_numbers { at as u32 + 1 } else { 0 });
        });
    }

    /// Adds states, for which there is room, under their places from 1 among those of `new`; those that are new are appended to it, and
    /// the numbers of plays to each are summed up, but for those that were there as 0.
    pub(super) fn count_all(
        &mut self,
        (keys, counts): (&[Key<W>], &Counts),
        (new, sums): (&mut Vec<Key<W>>, &mut Counts),
    ) {
        self.each(keys, |table, at, slot| match table.put(keys[at], slot, new.len() as u32 + 1) {
            None => {
                new.push(keys[at]);
                sums.push(counts.get(at));
            }
            Some(0) => {}
            Some(number) => sums.add(number as usize - 1, counts.get(at)),
        });
    }

    /// Whether a state is in it.
    pub fn contains(&self, key: &Key<W>) -> bool {
        if *key == vacant() {
            return self.ones.is_some();
        }
        let mut at = self.slot(key);
        while self.slots[at] != vacant() {
            if self.slots[at] == *key {
                return true;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        false
    }

    /// Forgets all states.
    pub fn clear(&mut self) {
        self.slots.fill(vacant());
        (self.used, self.ones) = (0, None);
    }

    /// Clears the table and reserves space for `most` states, with or without numbers, whose hashes share their first bits.
    pub(super) fn begin(&mut self, most: usize, has_numbers: bool, skip: u32) {
        let slots = (most * 4 / 3 + 8).next_multiple_of(8);
        self.slots.clear();
        self.slots.resize(slots, vacant());
        self.numbers.clear();
        self.numbers.resize(if has_numbers { slots } else { 0 }, 0);
        (self.used, self.ones, self.skip) = (0, None, skip);
    }

    /// Hands all states in it to `visit`.
    pub(super) fn visit(&self, visit: &mut dyn FnMut(Key<W>)) {
        for key in &self.slots {
            if *key != vacant() {
                visit(*key);
            }
        }
        if self.ones.is_some() {
            visit(vacant());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A table holds what a set of the standard library holds, the key of all ones included.
    #[test]
    fn a_table_is_a_set() {
        let (mut table, mut set) = (Table::<2>::new(0), BTreeSet::new());
        let mut state = 1u64;
        for round in 0..200 {
            let keys: Vec<Key<2>> = (0..round)
                .map(|at| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(at);
                    if state >> 60 == 0 { [u64::MAX; 2] } else { [state >> 54, state >> 40 & 3] }
                })
                .collect();
            let mut new = Vec::new();
            table.insert_all(&keys, &mut new);
            let expected: Vec<Key<2>> = keys.iter().copied().filter(|&key| set.insert(key)).collect();
            assert_eq!(new, expected);
            assert!(keys.iter().all(|key| table.contains(key)) && !table.contains(&[round, 77]));
        }
        assert!(set.len() > 1_000 && table.bytes() < 64 * set.len() as u64);
        table.clear();
        assert!(set.iter().all(|key| !table.contains(key)));
        assert!(set.iter().all(|&key| table.insert(key)) && !set.iter().any(|&key| table.insert(key)));
    }
}
