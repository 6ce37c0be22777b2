//! States stored once each, numbered in the order in which they come.
//!
//! The index holds only numbers and looks each state up in the list, so no state is held twice.

use std::hash::{BuildHasher, Hash};
use std::ops::Index;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::limits::{Limits, Stop};

/// The list and its index.
pub(super) struct States<S> {
    list: Vec<S>,
    index: HashTable<u32>,
    /// Bytes that the search keeps for each state in addition to this table.
    beside: usize,
    /// Bytes that the search holds in other tables.
    pub(super) elsewhere: u64,
}

/// The proof that a state was looked up and is new.
pub(super) struct Absent {
    hash: u64,
}

impl<S: Clone + Eq + Hash> States<S> {
    pub(super) fn new(beside: usize) -> Self {
        States { list: Vec::new(), index: HashTable::new(), beside, elsewhere: 0 }
    }

    pub(super) fn len(&self) -> u32 {
        self.list.len() as u32
    }

    pub(super) fn as_slice(&self) -> &[S] {
        &self.list
    }

    pub(super) fn into_list(self) -> Vec<S> {
        self.list
    }

    /// The number of a state, or leave to add it.
    #[inline]
    pub(super) fn find(&self, state: &S) -> Result<u32, Absent> {
        let hash = FxBuildHasher.hash_one(state);
        self.index.find(hash, |&id| self.list[id as usize] == *state).copied().ok_or(Absent { hash })
    }

    /// Numbers a new state, if the memory that this takes may be used.
    #[inline]
    pub(super) fn add(&mut self, state: &S, absent: &Absent, limits: &Limits<'_>) -> Result<u32, Stop> {
        if self.list.len() == self.list.capacity() {
            self.make_room(limits)?;
        }
        let id = self.len();
        self.list.push(state.clone());
        let list = &self.list;
        self.index.insert_unique(absent.hash, id, |&id| FxBuildHasher.hash_one(&list[id as usize]));
        Ok(id)
    }

    /// Grows the tables by half, and asks before.
    #[cold]
    fn make_room(&mut self, limits: &Limits<'_>) -> Result<(), Stop> {
        let more = (self.list.len() / 2).max(64);
        let needed = self.bytes_for(self.list.len() + more) + self.elsewhere;
        // Numbers have 32 bits, and the last one is no state's.
        if self.list.len() + more >= u32::MAX as usize {
            return Err(Stop::Memory { needed });
        }
        limits.afford(needed)?;
        self.list.reserve_exact(more);
        let list = &self.list;
        self.index.reserve(more, |&id| FxBuildHasher.hash_one(&list[id as usize]));
        Ok(())
    }

    /// Bytes held for all states, including what the search keeps in addition.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_for(self.list.capacity())
    }

    fn bytes_for(&self, states: usize) -> u64 {
        let listed = states * (size_of::<S>() + self.beside);
        // A table is at most 7/8 full and a power of 2; each place takes a number and a byte.
        let places = (states * 8 / 7).next_power_of_two();
        (listed + places * (size_of::<u32>() + 1)) as u64
    }
}

impl<S> Index<u32> for States<S> {
    type Output = S;

    #[inline]
    fn index(&self, id: u32) -> &S {
        &self.list[id as usize]
    }
}
