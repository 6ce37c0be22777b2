//! One layer after another: the successors of many positions, each new one once.
//!
//! A layer is worked on in chunks, and a chunk in two steps, each by all threads: first the successors of its positions are found and
//! set apart by shard, then each shard takes in its own. The order of the new positions depends on the chunks alone, not on the threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::threads;

use super::table::{SHARDS, Shard, shard};
use crate::packed::{Canonical, Key, Operations};

/// Positions of a chunk, the successors that it has room for, and the part of the memory that these may take.
const CHUNK: usize = 1 << 16;
const FOUND: usize = 1 << 21;
const PART_FOR_FOUND: u64 = 1 << 5;

/// So many symmetries take no longer than what else is done with a successor.
const FEW_SYMMETRIES: usize = 8;

/// Positions that are enough for a second thread.
const WORTH_A_THREAD: usize = 1 << 10;

/// Positions met, and what finds their successors.
pub(super) struct Sweep<'a, const W: usize> {
    operations: &'a Operations<W>,
    group: &'a Canonical<W>,
    table: Vec<Mutex<Shard<W>>>,
    /// Of each thread: successors by shard.
    found: Vec<Mutex<Vec<Vec<Key<W>>>>>,
    /// By shard: those that are new.
    new: Vec<Mutex<Vec<Key<W>>>>,
    /// The most successors that a position had, on the average of a chunk.
    branching: usize,
    limits: &'a Limits<'a>,
}

/// What the expansion of a layer has shown beside the next layer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The positions of the layer, with all that symmetries make of them.
    pub(super) positions: u64,
    /// Those of them from which no move leads on, and which are no goals.
    pub(super) dead_ends: u64,
}

/// Does some work for each shard, on so many threads.
fn each_shard(threads: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    threads::run(threads, &|_| {
        while let number @ 0..SHARDS = next.fetch_add(1, Ordering::Relaxed) {
            work(number);
        }
    });
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, const W: usize> Sweep<'a, W> {
    pub(super) fn new(operations: &'a Operations<W>, group: &'a Canonical<W>, limits: &'a Limits<'a>) -> Self {
        Sweep {
            operations,
            group,
            table: (0..SHARDS).map(|_| Mutex::new(Shard::new())).collect(),
            found: (0..limits.threads.max(1)).map(|_| Mutex::new(vec![Vec::new(); SHARDS])).collect(),
            new: (0..SHARDS).map(|_| Mutex::new(Vec::new())).collect(),
            branching: 1,
            limits,
        }
    }

    /// Bytes of the positions met.
    pub(super) fn bytes(&self) -> u64 {
        self.table.iter().map(|shard| locked(shard).bytes()).sum()
    }

    /// Adds a position; whether it is new.
    pub(super) fn insert(&mut self, key: Key<W>) -> bool {
        locked(&self.table[shard(&key)]).insert(key)
    }

    /// Whether a position was met.
    pub(super) fn contains(&self, key: &Key<W>) -> bool {
        locked(&self.table[shard(key)]).contains(key)
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        let threads = if self.bytes() > 1 << 20 { self.limits.threads } else { 1 };
        each_shard(threads, &|number| locked(&self.table[number]).clear());
    }

    /// The bytes of the table, those by which it may grow where so many keys come into each shard, and all of these.
    fn sizes(&self, incoming: &dyn Fn(usize) -> usize) -> (u64, u64, usize) {
        let (mut table, mut grown, mut all) = (0, 0, 0);
        for (number, shard) in self.table.iter().enumerate() {
            let (shard, incoming) = (locked(shard), incoming(number));
            table += shard.bytes();
            grown += shard.bytes_to_grow(incoming);
            all += incoming;
        }
        (table, grown, all)
    }

    /// Appends the successors of a layer that were not met before to `next`. `held` bytes are held beside the positions met and `next`.
    /// `is_goal` is asked where the positions are to be counted, with all that symmetries make of them.
    pub(super) fn expand(
        &mut self,
        layer: &[Key<W>],
        next: &mut Vec<Key<W>>,
        is_goal: Option<&(dyn Fn(&Key<W>) -> bool + Sync)>,
        held: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Seen, Stop> {
        let (positions, dead_ends) = (AtomicU64::new(0), AtomicU64::new(0));
        // Threads have no part in it: the order of positions is that of the chunks.
        let found = FOUND.min((self.limits.whole() / PART_FOR_FOUND) as usize / size_of::<Key<W>>())
            / self.group.order().div_ceil(FEW_SYMMETRIES);
        let mut rest = layer;
        while !rest.is_empty() {
            // A limit on nodes is kept to the node.
            let left = usize::try_from(self.limits.nodes.saturating_sub(meter.nodes())).unwrap_or(CHUNK);
            let room = CHUNK.min(found / self.branching).max(1);
            let (chunk, later) = rest.split_at(rest.len().min(left.clamp(1, room)));
            rest = later;
            let threads = self.limits.threads.clamp(1, chunk.len().div_ceil(WORTH_A_THREAD));
            threads::run(threads, &|number| {
                let part = chunk.len() * number / threads..chunk.len() * (number + 1) / threads;
                let mut found = locked(&self.found[number]);
                found.iter_mut().for_each(Vec::clear);
                let mut after = Vec::new();
                let (mut all, mut dead) = (0, 0);
                for key in &chunk[part] {
                    after.clear();
                    self.operations.successors(key, &mut after);
                    if let Some(is_goal) = is_goal {
                        let orbit = self.group.orbit(key);
                        all += orbit;
                        dead += if after.is_empty() && !is_goal(key) { orbit } else { 0 };
                    }
                    for &key in &after {
                        let key = self.group.least(key);
                        found[shard(&key)].push(key);
                    }
                }
                positions.fetch_add(all, Ordering::Relaxed);
                dead_ends.fetch_add(dead, Ordering::Relaxed);
            });
            self.operations.were_whole()?;
            let found: Vec<_> = self.found[..threads].iter().map(locked).collect();
            let incoming = |number: usize| found.iter().map(|found| found[number].len()).sum::<usize>();
            let (table, grown, all) = self.sizes(&incoming);
            self.branching = self.branching.max(all / chunk.len());
            let keys = (next.capacity() * size_of::<Key<W>>()) as u64;
            self.limits.afford(held + keys + table + grown)?;
            let found: Vec<&Vec<Vec<Key<W>>>> = found.iter().map(|found| &**found).collect();
            each_shard(threads, &|number| {
                let (mut shard, mut new) = (locked(&self.table[number]), locked(&self.new[number]));
                new.clear();
                found.iter().for_each(|found| shard.insert_all(&found[number], &mut new));
            });
            self.new.iter().for_each(|new| next.extend_from_slice(&locked(new)));
            meter.nodes_more(chunk.len() as u64, || held + keys + table)?;
        }
        Ok(Seen { positions: positions.into_inner(), dead_ends: dead_ends.into_inner() })
    }
}
