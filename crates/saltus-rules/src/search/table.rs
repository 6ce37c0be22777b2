//! Sets of keys with open addressing, in shards: parts of a set by the first bits of a hash.
//!
//! Several threads may fill different shards at the same time, and a shard that grows needs room for itself alone.

use crate::packed::Key;

/// Shards of a table.
pub(super) const SHARDS: usize = 256;

/// Keys whose slots are read before any of them is decided, so that the processor waits for memory once a group.
const GROUP: usize = 32;

/// Keys, each once. A slot without a key has all bits set; a key that has them, too, is kept apart.
#[derive(Clone)]
pub(super) struct Shard<const W: usize> {
    slots: Vec<Key<W>>,
    used: usize,
    /// Whether the key of all ones is in it.
    ones: bool,
}

const fn vacant<const W: usize>() -> Key<W> {
    [u64::MAX; W]
}

/// 64 bits that depend on all bits of a key. The first eight name its shard.
#[inline]
pub(super) fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mixed = key.iter().fold(0u64, |mixed, word| (mixed.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The shard of a key.
#[inline]
pub(super) fn shard<const W: usize>(key: &Key<W>) -> usize {
    (hash(key) >> 56) as usize
}

impl<const W: usize> Shard<W> {
    pub(super) fn new() -> Self {
        Shard { slots: vec![vacant(); 8], used: 0, ones: false }
    }

    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<Key<W>>()) as u64
    }

    #[inline]
    fn slot(&self, key: &Key<W>) -> usize {
        ((u128::from(hash(key) << 8) * self.slots.len() as u128) >> 64) as usize
    }

    /// How many slots it will have with so many more keys.
    fn slots_with(&self, more: usize) -> usize {
        // At most three quarters are taken.
        let needed = (self.used + more) * 4 / 3 + 1;
        if needed > self.slots.len() { needed.max(self.slots.len() * 3 / 2) } else { self.slots.len() }
    }

    /// The bytes that it takes while it makes room for so many more keys, beyond those that it has.
    pub(super) fn bytes_to_grow(&self, more: usize) -> u64 {
        let slots = self.slots_with(more);
        if slots == self.slots.len() { 0 } else { (slots * size_of::<Key<W>>()) as u64 }
    }

    fn reserve(&mut self, more: usize) {
        let slots = self.slots_with(more);
        if slots == self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![vacant(); slots]);
        self.used = 0;
        for key in old {
            if key != vacant() {
                self.put(key, self.slot(&key));
            }
        }
    }

    /// Adds a key for which there is room, and whose slot is `at` or the next that is free; whether it is new.
    #[inline]
    fn put(&mut self, key: Key<W>, mut at: usize) -> bool {
        if key == vacant() {
            return !std::mem::replace(&mut self.ones, true);
        }
        while self.slots[at] != vacant() {
            if self.slots[at] == key {
                return false;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.slots[at] = key;
        self.used += 1;
        true
    }

    /// Adds a key; whether it is new.
    pub(super) fn insert(&mut self, key: Key<W>) -> bool {
        self.reserve(1);
        self.put(key, self.slot(&key))
    }

    /// Adds keys; those that are new are appended to `new`.
    pub(super) fn insert_all(&mut self, keys: &[Key<W>], new: &mut Vec<Key<W>>) {
        self.reserve(keys.len());
        let mut slots = [0; GROUP];
        for group in keys.chunks(GROUP) {
            // Reads that do not wait for one another.
            let mut touched = 0;
            for (slot, key) in slots.iter_mut().zip(group) {
                *slot = self.slot(key);
                touched ^= self.slots[*slot][0];
            }
            std::hint::black_box(touched);
            for (&slot, &key) in slots.iter().zip(group) {
                if self.put(key, slot) {
                    new.push(key);
                }
            }
        }
    }

    /// Whether a key is in it.
    pub(super) fn contains(&self, key: &Key<W>) -> bool {
        if *key == vacant() {
            return self.ones;
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

    pub(super) fn clear(&mut self) {
        self.slots.fill(vacant());
        (self.used, self.ones) = (0, false);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// A shard holds what a set of the standard library holds, the key of all ones included.
    #[test]
    fn a_shard_is_a_set() {
        let (mut shard, mut set) = (Shard::<2>::new(), BTreeSet::new());
        let mut state = 1u64;
        for round in 0..200 {
            let keys: Vec<Key<2>> = (0..round)
                .map(|at| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(at);
                    if state >> 60 == 0 { [u64::MAX; 2] } else { [state >> 54, state >> 40 & 3] }
                })
                .collect();
            let mut new = Vec::new();
            shard.insert_all(&keys, &mut new);
            let expected: Vec<Key<2>> = keys.iter().copied().filter(|&key| set.insert(key)).collect();
            assert_eq!(new, expected);
            assert!(keys.iter().all(|key| shard.contains(key)) && !shard.contains(&[round, 77]));
        }
        assert!(set.len() > 1_000 && shard.bytes() < 64 * set.len() as u64);
        shard.clear();
        assert!(set.iter().all(|key| !shard.contains(key)));
        assert!(set.iter().all(|&key| shard.insert(key)) && !set.iter().any(|&key| shard.insert(key)));
    }
}
