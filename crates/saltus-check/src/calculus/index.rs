//! Keys that are found again: rows of words, numbered in the order in which they came.

use crate::outcome::{Checked, Limits, limit};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// Bytes that its user may keep for a key.
const BESIDE: usize = 16;

pub(super) struct Index {
    /// Words of a key.
    width: usize,
    words: Vec<u64>,
    /// By place, a key, counted from 1; 0 where there is none. Half of them at least are free.
    slots: Vec<u32>,
    /// Nobody can write keys that all belong to one place, as these numbers are drawn.
    seeds: [u64; 2],
}

impl Index {
    pub(super) fn new(width: usize) -> Self {
        let seed = || RandomState::new().build_hasher().finish();
        Self { width, words: Vec::new(), slots: vec![0; 16], seeds: [seed(), seed() | 1] }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len() / self.width
    }

    pub(super) fn key(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..][..self.width]
    }

    /// Bytes that it takes, including those that its user may keep with it.
    pub(super) fn bytes(&self) -> u64 {
        (self.slots.len() * size_of::<u32>() + self.slots.len() / 2 * (8 * self.width + BESIDE)) as u64
    }

    /// The place of a key, or the one that it would have.
    fn place(&self, key: &[u64]) -> usize {
        let key = &key[..self.width];
        let mut hash = self.seeds[0];
        for word in key {
            let product = u128::from(hash ^ word) * u128::from(self.seeds[1]);
            hash = (product >> 64) as u64 ^ product as u64;
        }
        let last = self.slots.len() - 1;
        let mut place = hash as usize & last;
        while self.slots[place] > 0 && self.key(self.slots[place] as usize - 1) != key {
            place = (place + 1) & last;
        }
        place
    }

    /// The number of a key. What follows its words does not count, also where it is added.
    pub(super) fn find(&self, key: &[u64]) -> Option<usize> {
        (self.slots[self.place(key)] as usize).checked_sub(1)
    }

    /// The number of a key, which is added if it is new.
    pub(super) fn add(&mut self, key: &[u64], limits: &Limits, what: &str) -> Checked<usize> {
        let place = self.place(key);
        if let Some(index) = (self.slots[place] as usize).checked_sub(1) {
            return Ok(index);
        }
        let index = self.len();
        self.slots[place] = index as u32 + 1;
        self.words.extend_from_slice(&key[..self.width]);
        if 2 * (index + 2) > self.slots.len() {
            self.grow(limits, what)?;
        }
        Ok(index)
    }

    fn grow(&mut self, limits: &Limits, what: &str) -> Checked<()> {
        let count = 2 * self.slots.len();
        limit(u32::try_from(count).is_ok(), format_args!("{what}: more than {} positions", u32::MAX / 2))?;
        limits.room(2 * u128::from(self.bytes()), what)?;
        self.slots = limits.filled(count, 0, what)?;
        let more = self.words.try_reserve_exact(count / 2 * self.width - self.words.len());
        limit(more.is_ok(), format_args!("{what}: no memory for {} positions", count / 2))?;
        for index in 0..self.len() {
            let place = self.place(self.key(index));
            self.slots[place] = index as u32 + 1;
        }
        Ok(())
    }
}
