//! One layer after another: the successors of many states, each new one once.
//!
//! A layer is worked on in chunks. The successors of a chunk are found by all threads and partitioned into buckets; when enough of them wait, or
//! the layer ends, each bucket settles its own. The order of states within a layer depends on threads; nothing that is reported about it does.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::counts::Counts;
use super::table::{Table, hash};
use super::{Key, Moves, Space, Way};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Repeats;
use crate::threads::{self, locked};

/// States of a batch, which one call expands, and of a chunk, after which limits are asked.
const BATCH: usize = 1 << 10;
const CHUNK: usize = 1 << 16;

/// Successors that may wait, and the part of the memory that they may take.
const WAITING: usize = 1 << 22;
const PART_FOR_WAITING: u64 = 1 << 4;

/// States of a bucket in a layer beyond which buckets are split, and of those met; the most bits that name a bucket, and the most where all that was met is kept.
const FULL: usize = 1 << 14;
const FULL_MET: u64 = 1 << 16;
const MOST: u32 = 12;
const MOST_MET: u32 = 8;

/// States that are enough for a second thread.
const WORTH_A_THREAD: usize = 1 << 10;

/// States, and how many plays lead to each where that is counted.
#[derive(Debug, Default)]
pub(super) struct Bucket<const W: usize> {
    pub(super) keys: Vec<Key<W>>,
    pub(super) counts: Counts,
}

impl<const W: usize> Bucket<W> {
    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() * size_of::<Key<W>>()) as u64 + self.counts.bytes()
    }

    fn push(&mut self, key: Key<W>, count: Option<&[u64]>) {
        self.keys.push(key);
        if let Some(count) = count {
            self.counts.push(count);
        }
    }

    /// Leaves those that were not met, and they are met then.
    fn meet(&mut self, met: &mut Table<W>) {
        let mut new = Vec::with_capacity(self.keys.len());
        met.insert_all(&self.keys, &mut new);
        if new.len() < self.keys.len() {
            let (mut counts, mut kept) = (Counts::default(), 0);
            for (at, key) in self.keys.iter().enumerate() {
                if kept < new.len() && new[kept] == *key {
                    counts.push(self.counts.get(at));
                    kept += 1;
                }
            }
            (self.keys, self.counts) = (new, counts);
        }
    }
}

/// States by the first bits of their hashes: a power of two of buckets.
#[derive(Debug)]
pub(super) struct Buckets<const W: usize>(pub(super) Vec<Bucket<W>>);

impl<const W: usize> Buckets<W> {
    pub(super) fn new(skip: u32) -> Self {
        let mut buckets = Vec::new();
        buckets.resize_with(1 << skip, Bucket::default);
        Buckets(buckets)
    }

    fn skip(&self) -> u32 {
        self.0.len().trailing_zeros()
    }

    pub(super) fn len(&self) -> usize {
        let mut len = 0;
        for bucket in &self.0 {
            len += bucket.keys.len();
        }
        len
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn bytes(&self) -> u64 {
        let mut bytes = 0;
        for bucket in &self.0 {
            bytes += bucket.bytes();
        }
        bytes
    }

    /// The least state that this is true of.
    pub(super) fn least(&self, is_meant: &dyn Fn(&Key<W>) -> bool) -> Option<Key<W>> {
        let mut least: Option<Key<W>> = None;
        for bucket in &self.0 {
            for key in &bucket.keys {
                if least.is_none_or(|least| *key < least) && is_meant(key) {
                    least = Some(*key);
                }
            }
        }
        least
    }

    /// Whether plays to them are counted.
    pub(super) fn is_counted(&self) -> bool {
        for bucket in &self.0 {
            if !bucket.counts.is_empty() {
                return true;
            }
        }
        false
    }

    pub(super) fn forget_counts(&mut self) {
        for bucket in &mut self.0 {
            bucket.counts = Counts::default();
        }
    }

    /// Adds a state that is not there.
    pub(super) fn push(&mut self, key: Key<W>, count: Option<&[u64]>) {
        let bucket = number(&key, self.skip());
        self.0[bucket].push(key, count);
    }

    /// Splits them into buckets, one for each value of the bits of the hash that `skip` selects.
    pub(super) fn split(&mut self, skip: u32) {
        if skip != self.skip() {
            let old = std::mem::replace(self, Buckets::new(skip));
            for Bucket { keys, counts } in old.0 {
                for (at, key) in keys.iter().enumerate() {
                    self.push(*key, (!counts.is_empty()).then(|| counts.get(at)));
                }
            }
        }
    }
}

/// The bucket of a state.
#[inline]
fn number<const W: usize>(key: &Key<W>, skip: u32) -> usize {
    (u128::from(hash(key)) >> (64 - skip)) as usize
}

/// States of a bucket: its number, and from which to before which.
type Batch = (usize, usize, usize);

/// What one thread has to work with.
#[derive(Debug)]
struct Desk<const W: usize> {
    moves: Moves<W>,
    /// Successors that wait, by bucket.
    found: Buckets<W>,
    seen: Seen,
}

/// What the expansion of a layer has shown, next to what comes after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    /// The states of the layer, with all that symmetries make of them.
    pub(super) positions: u64,
    /// Those of them from which no move leads on, and which are no goals.
    pub(super) dead_ends: u64,
    /// And those that are goals.
    pub(super) last_goals: u64,
}

/// What a layer is expanded for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LayerTask {
    Search,
    /// The same, and states are counted with all that symmetries make of them.
    Survey,
}

/// What finds and settles successors.
pub(super) struct Store<'a, const W: usize> {
    space: &'a dyn Space<W>,
    way: Way,
    repeats: Repeats,
    limits: &'a Limits<'a>,
    /// Bits that name a bucket.
    skip: u32,
    /// What was met, where it may come again in any layer.
    met: Vec<Mutex<Table<W>>>,
    /// The layer that is being made.
    next: Vec<Mutex<Bucket<W>>>,
    /// Of each thread.
    desks: Vec<Mutex<Desk<W>>>,
    tables: Vec<Mutex<Table<W>>>,
    /// The most successors that a state had, on the average of a chunk.
    branching: usize,
}

impl<'a, const W: usize> Store<'a, W> {
    pub(super) fn new(space: &'a dyn Space<W>, way: Way, repeats: Repeats, limits: &'a Limits<'a>) -> Self {
        let (mut desks, mut tables) = (Vec::new(), Vec::new());
        for _ in 0..limits.threads.max(1) {
            desks.push(Mutex::new(Desk { moves: Moves::default(), found: Buckets::new(0), seen: Seen::default() }));
            tables.push(Mutex::new(Table::new(0)));
        }
        let mut met = Vec::new();
        if repeats == Repeats::Anywhere {
            met.push(Mutex::new(Table::new(0)));
        }
        let next = vec![Mutex::new(Bucket::default())];
        Store { space, way, repeats, limits, skip: 0, met, next, desks, tables, branching: 1 }
    }

    pub(super) fn skip(&self) -> u32 {
        self.skip
    }

    pub(super) fn repeats(&self) -> Repeats {
        self.repeats
    }

    /// The number of threads that pays for this many states.
    fn threads(&self, states: usize) -> usize {
        self.limits.threads.min(states.div_ceil(WORTH_A_THREAD)).max(1)
    }

    fn bytes_met(&self) -> u64 {
        let mut bytes = 0;
        for table in &self.met {
            bytes += locked(table).bytes();
        }
        bytes
    }

    /// Bytes of the states met, of those that wait and of the layer that is being made.
    pub(super) fn bytes(&self) -> u64 {
        let mut bytes = self.bytes_met();
        for bucket in &self.next {
            bytes += locked(bucket).bytes();
        }
        for (desk, table) in self.desks.iter().zip(&self.tables) {
            bytes += locked(desk).found.bytes() + locked(table).bytes();
        }
        bytes
    }

    /// Forgets what was met.
    pub(super) fn clear(&self) {
        for table in &self.met {
            locked(table).clear();
        }
    }

    /// How many bits are to name a bucket for a layer of this size.
    pub(super) fn fitting(&self, size: usize) -> u32 {
        let met = self.bytes_met() / size_of::<Key<W>>() as u64;
        let most = if self.met.is_empty() { MOST } else { MOST_MET };
        let mut skip = self.skip;
        while skip < most && (size > FULL << skip || met > FULL_MET << skip) {
            skip += 1;
        }
        skip
    }

    /// Splits what was met and what waits; layers are split by who has them.
    pub(super) fn split(&mut self, skip: u32) {
        if skip == self.skip {
            return;
        }
        self.skip = skip;
        self.next.resize_with(1 << skip, Mutex::default);
        for desk in &self.desks {
            locked(desk).found = Buckets::new(skip);
        }
        if self.met.is_empty() {
            return;
        }
        let old = std::mem::take(&mut self.met);
        let mut count = 0;
        for table in &old {
            count += locked(table).len();
        }
        // They come in the order of their hashes: in a table that grows with them they would crowd at its front.
        let each = (count >> skip) * 5 / 4;
        for _ in 0..1 << skip {
            let mut table = Table::new(skip);
            table.reserve(each);
            self.met.push(Mutex::new(table));
        }
        for table in &old {
            locked(table).visit(&mut |key| {
                locked(&self.met[number(&key, skip)]).insert(key);
            });
        }
    }

    /// Finds the successors of a layer that were not met before: neither in the layer nor in the one `before`, if moves can be taken back. Both have
    /// as many buckets as this store. `held` bytes are held by others.
    pub(super) fn expand(
        &mut self,
        before: Option<&Buckets<W>>,
        now: &Buckets<W>,
        (task, held): (LayerTask, u64),
        meter: &mut Meter<'_>,
    ) -> Result<Seen, Stop> {
        let is_counted = now.is_counted();
        let size = size_of::<Key<W>>() as u64 + if is_counted { 16 } else { 0 };
        let most = (WAITING.max(now.len())).min((self.limits.whole() / PART_FOR_WAITING / size) as usize).max(1);
        let mut batches: Vec<Batch> = Vec::new();
        for (number, bucket) in now.0.iter().enumerate() {
            let mut begin = 0;
            while begin < bucket.keys.len() {
                let end = bucket.keys.len().min(begin + BATCH);
                batches.push((number, begin, end));
                begin = end;
            }
        }
        let (mut at, mut waiting) = (0, 0);
        while at < batches.len() {
            // A limit on nodes is kept to the node.
            let left = self.limits.nodes.saturating_sub(meter.nodes()).min(CHUNK as u64) as usize;
            let room = left.min(most.saturating_sub(waiting) / self.branching).max(1);
            let (mut chunk, mut states) = (Vec::new(), 0);
            while at < batches.len() && states < room {
                let (number, begin, end) = batches[at];
                let until = end.min(begin + room - states);
                chunk.push((number, begin, until));
                states += until - begin;
                batches[at].1 = until;
                at += usize::from(until == end);
            }
            let more = self.find(now, &chunk, self.threads(states), (task, is_counted))?;
            self.branching = self.branching.max(more / states);
            waiting += more;
            meter.nodes_more(states as u64, || held + self.bytes())?;
            if at == batches.len() || waiting + states * self.branching > most {
                self.settle(before, now, (waiting, held, is_counted))?;
                waiting = 0;
            }
        }
        let mut seen = Seen::default();
        for desk in &self.desks {
            let of_desk = std::mem::take(&mut locked(desk).seen);
            seen.positions += of_desk.positions;
            seen.dead_ends += of_desk.dead_ends;
            seen.last_goals += of_desk.last_goals;
        }
        Ok(seen)
    }

    /// The first layer is met.
    pub(super) fn begin(&self, layer: &Buckets<W>) {
        for (table, bucket) in self.met.iter().zip(&layer.0) {
            locked(table).insert_all(&bucket.keys, &mut Vec::new());
        }
    }

    /// The layer that was made. Where plays are counted states that were met in any layer before leave it, and the others are met then.
    pub(super) fn take(&self, is_counted: bool) -> Buckets<W> {
        if is_counted && !self.met.is_empty() {
            let mut size = 0;
            for bucket in &self.next {
                size += locked(bucket).keys.len();
            }
            each(self.threads(size), self.met.len(), &|_, at| locked(&self.next[at]).meet(&mut locked(&self.met[at])));
        }
        let mut layer = Buckets(Vec::with_capacity(self.next.len()));
        for bucket in &self.next {
            layer.0.push(std::mem::take(&mut *locked(bucket)));
        }
        layer
    }

    /// Finds the successors of a chunk; how many.
    fn find(
        &self,
        now: &Buckets<W>,
        chunk: &[Batch],
        threads: usize,
        (task, is_counted): (LayerTask, bool),
    ) -> Result<usize, Stop> {
        let (all, stopped) = (AtomicUsize::new(0), Mutex::new(None));
        threads::run(threads, &|thread| {
            let mut desk = locked(&self.desks[thread]);
            for &(number, begin, end) in &chunk[chunk.len() * thread / threads..chunk.len() * (thread + 1) / threads] {
                match desk.take(self, &now.0[number], (begin, end), (task, is_counted)) {
                    Ok(more) => _ = all.fetch_add(more, Ordering::Relaxed),
                    Err(stop) => *locked(&stopped) = Some(stop),
                }
            }
        });
        let stopped = locked(&stopped).take();
        stopped.map_or(Ok(all.into_inner()), Err)
    }

    /// Settles what waits.
    fn settle(
        &self,
        before: Option<&Buckets<W>>,
        now: &Buckets<W>,
        (waiting, held, is_counted): (usize, u64, bool),
    ) -> Result<(), Stop> {
        // All of them may be new, and lists may be twice as long as what is in them.
        let size = size_of::<Key<W>>() as u64 * 2 + if is_counted { 16 } else { 0 };
        let mut needed = held + self.bytes() + waiting as u64 * size;
        let mut found = Vec::new();
        for desk in &self.desks {
            found.push(locked(desk));
        }
        for (at, table) in self.met.iter().enumerate() {
            let mut more = 0;
            for desk in &found {
                more += desk.found.0[at].keys.len();
            }
            needed += locked(table).bytes_to_grow(more);
        }
        self.limits.afford(needed)?;
        let mut lists = Vec::new();
        for desk in &found {
            lists.push(&desk.found);
        }
        let (now, before) = if self.repeats == Repeats::Near { (Some(now), before) } else { (None, None) };
        each(self.threads(waiting), self.next.len(), &|thread, at| {
            self.settle_bucket([before, now], &lists, (thread, at));
        });
        for desk in &mut found {
            for bucket in &mut desk.found.0 {
                bucket.keys.clear();
                bucket.counts.clear();
            }
        }
        Ok(())
    }

    /// Adds to a bucket what was found and is not known: not in these layers, nor met.
    fn settle_bucket(&self, known: [Option<&Buckets<W>>; 2], found: &[&Buckets<W>], (thread, at): (usize, usize)) {
        let (mut size, mut is_counted) = (0, false);
        for found in found {
            size += found.0[at].keys.len();
            is_counted |= !found.0[at].counts.is_empty();
        }
        if size == 0 {
            return;
        }
        let fresh = &mut *locked(&self.next[at]);
        if !is_counted && !self.met.is_empty() {
            let mut met = locked(&self.met[at]);
            for found in found {
                met.insert_all(&found.0[at].keys, &mut fresh.keys);
            }
            return;
        }
        for layer in known.into_iter().flatten() {
            size += layer.0[at].keys.len();
        }
        let mut table = locked(&self.tables[thread]);
        table.begin(size + fresh.keys.len(), is_counted, self.skip);
        for layer in known.into_iter().flatten() {
            table.fill(&layer.0[at].keys, false);
        }
        table.fill(&fresh.keys, true);
        for found in found {
            let Bucket { keys, counts } = &found.0[at];
            if is_counted {
                table.count_all((keys, counts), (&mut fresh.keys, &mut fresh.counts));
            } else {
                table.insert_all(keys, &mut fresh.keys);
            }
        }
    }

    /// Adds states that may have been met to the layer that is being made.
    pub(super) fn join(&self, states: &Buckets<W>) {
        for at in 0..self.next.len() {
            self.settle_bucket([None, None], &[states], (0, at));
        }
    }

    /// Whether no move leads on that is not looked at.
    fn is_stuck(&self, key: &Key<W>) -> Result<bool, Stop> {
        if !self.way.free {
            return Ok(true);
        }
        let mut after = Moves::default();
        self.space.expand(&[*key], Way { free: false, ..self.way }, &mut after)?;
        Ok(after.keys.is_empty())
    }
}

/// Does some work for each number below `count`, on several threads; the work is given the number of its thread as well.
fn each(threads: usize, count: usize, work: &(dyn Fn(usize, usize) + Sync)) {
    let next = AtomicUsize::new(0);
    threads::run(threads, &|thread| {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= count {
                break;
            }
            work(thread, at);
        }
    });
}

impl<const W: usize> Desk<W> {
    /// Expands states of a bucket, and sets their successors apart; how many there are.
    fn take(
        &mut self,
        store: &Store<'_, W>,
        bucket: &Bucket<W>,
        (begin, end): (usize, usize),
        (task, is_counted): (LayerTask, bool),
    ) -> Result<usize, Stop> {
        let Desk { moves, found, seen } = self;
        let (space, keys) = (store.space, &bucket.keys[begin..end]);
        moves.clear();
        space.expand(keys, store.way, moves)?;
        if task == LayerTask::Search && !is_counted {
            for key in &moves.keys {
                found.0[number(key, store.skip)].keys.push(*key);
            }
            return Ok(moves.keys.len());
        }
        let mut first = 0;
        for (at, (key, &last)) in keys.iter().zip(&moves.ends).enumerate() {
            let after = &moves.keys[first..last as usize];
            first = last as usize;
            if task == LayerTask::Survey {
                let orbit = space.orbit(key);
                seen.positions += orbit;
                if after.is_empty() && store.is_stuck(key)? {
                    *(if space.is_goal(key) { &mut seen.last_goals } else { &mut seen.dead_ends }) += orbit;
                }
            }
            let count = if is_counted { Some(bucket.counts.get(begin + at)) } else { None };
            for key in after {
                found.0[number(key, store.skip)].push(*key, count);
            }
        }
        Ok(moves.keys.len())
    }
}
