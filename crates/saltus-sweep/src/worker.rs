//! What a worker does: expands its part of a layer, takes in its part of the next one, and writes it.
//!
//! All workers go through the same turns: some in which slices of the layer are expanded, until no worker says that it has more; one in
//! which each reports what it has written; and one in which the first worker reports that the layer is complete. The first worker makes small layers
//! alone, many in one turn. A fault anywhere is sent to all in the next turn, at the end of which all stop.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use saltus_core::engine::{from_bytes, to_bytes};
use saltus_core::fs;
use saltus_core::limits::{Bytes, Limits};
use saltus_core::puzzle::Keyed;

use crate::Settings;
use crate::engine::{End, Link};
use crate::intake::Intake;
use crate::keys::Keys;
use crate::layer::{Key, Tag, Writer, bucket_of, told};
use crate::manifest::{Folder, Manifest, bucket_in, is_done, least, sync};

/// Words of a packet of keys, at most about.
const PACKET: usize = 1 << 13;

/// Words of keys that are made between two looks at what has arrived.
const BETWEEN: usize = 1 << 14;

/// Layers that the first worker makes alone before it tells the others.
const MOST_ALONE: usize = 64;

/// Kinds of packets.
const KEYS: u64 = 0;
const TEXT: u64 = 1;
const FAULT: u64 = 2;
const BUSY: u64 = 3;
const MORE: u64 = 4;

/// What all workers of a process know.
pub(crate) struct Task {
    pub(crate) keyed: Arc<dyn Keyed>,
    pub(crate) folder: Folder,
    pub(crate) settings: Settings,
    /// The number of this run, once it is known.
    pub(crate) run: OnceLock<String>,
    /// Whether the process was asked to stop.
    pub(crate) stop: AtomicBool,
    /// Keys that the process has expanded.
    pub(crate) expanded: AtomicU64,
    /// The layer that is being expanded.
    pub(crate) phase: Mutex<Phase>,
}

/// How far a process is.
#[derive(Default)]
pub(crate) struct Phase {
    pub(crate) told: String,
    /// Keys that the process had expanded before this layer.
    pub(crate) before: u64,
    /// Keys of the layer that belong to the process, and all.
    pub(crate) own: u64,
    pub(crate) keys: u64,
}

impl Phase {
    /// Reports the progress of all processes; this one has expanded `expanded` keys.
    pub(crate) fn report(&self, expanded: u64, limits: &Limits<'_>) {
        // What this process has done of its part says how far all are: they go through a layer together.
        let done = expanded.saturating_sub(self.before).min(self.own);
        let done = (u128::from(done) * u128::from(self.keys) / u128::from(self.own.max(1))) as u64;
        limits.report(&self.told, done, Some(self.keys));
    }
}

impl Task {
    pub(crate) fn new(keyed: &Arc<dyn Keyed>, folder: &Folder, settings: &Settings) -> Self {
        Task {
            keyed: Arc::clone(keyed),
            folder: folder.clone(),
            settings: settings.clone(),
            run: OnceLock::new(),
            stop: AtomicBool::new(false),
            expanded: AtomicU64::new(0),
            phase: Mutex::default(),
        }
    }

    /// Words that a worker sends in a turn, about. They are in memory three times at most: where they are sent, on their way, and where
    /// they are taken in.
    fn slice(&self) -> usize {
        (self.settings.memory as usize / 8 / size_of::<u64>()).max(1 << 7)
    }

    pub(crate) fn part(&self, layer: usize) -> PathBuf {
        self.folder.part(layer, self.run.get().map_or("", String::as_str))
    }

    pub(crate) fn bytes<const N: usize>(&self, key: &Key<N>) -> [u8; 64] {
        let mut bytes = [0; 64];
        to_bytes(key, &mut bytes[..self.folder.width]);
        bytes
    }

    /// Begins to expand the last layer, on the first of this process's workers. `busy` has the times that workers took for the one
    /// before.
    fn begin_phase(&self, layers: &[Manifest], (first, threads, peers): (usize, usize, usize), busy: &[u64]) {
        let Some(from) = layers.last() else { return };
        let bytes = layers.iter().flat_map(|layer| &layer.buckets).map(|row| row.bytes).sum();
        let keys: u64 = layers.iter().map(|layer| layer.keys).sum();
        let mut told = format!("layer {}: {keys} keys in {}", layers.len(), Bytes(bytes));
        if let (Some(&slowest), [_, _, ..]) = (busy.iter().max(), busy) {
            let share = slowest as f64 * 100.0 / busy.iter().sum::<u64>().max(1) as f64;
            write!(told, ", the slowest of {} workers did {share:.0} % of the work", busy.len())
                .expect("a text takes everything");
        }
        let own = (first..first + threads).map(|worker| from.keys_of(worker, peers)).sum();
        let before = self.expanded.load(Ordering::Relaxed);
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = Phase { told, before, own, keys: from.keys };
    }

    /// Tells that a worker has come to a step.
    fn step(&self, layer: usize, name: &str) {
        if let Some(step) = self.settings.step {
            step(&format!("layer {layer}: {name}"));
        }
    }

    pub(crate) fn is_stopped(&self) -> Result<(), String> {
        if self.stop.load(Ordering::Relaxed) {
            Err(format!("process {} was stopped", self.settings.process))
        } else {
            Ok(())
        }
    }
}

impl Folder {
    /// Makes the layer of the start.
    pub(crate) fn begin<const N: usize>(&self, keyed: &dyn Keyed, run: &str) -> Result<(), String> {
        let mut start = vec![0; self.width];
        keyed.start(&mut start);
        let key = from_bytes::<N>(&start);
        let (part, bucket) = (self.part(0, run), bucket_of(&key));
        fs::create_dir_all(&part).map_err(|error| told(&part, "making the folder", error))?;
        let tag = Tag { layer: 0, bucket: bucket as u64 };
        let mut writer = Writer::new(&bucket_in(&part, bucket), self.width, tag)?;
        writer.push(&key)?;
        let bucket = writer.finish()?;
        sync(&part, [bucket.number])?;
        let goal = keyed.is_goal(&start).then(|| start.clone());
        let weight = keyed.weight(&start);
        let (keys, buckets) = (bucket.keys, vec![bucket]);
        self.commit(0, run, &Manifest { keys, weight, dead_ends: 0, goal, least: Some(start), buckets })
    }
}

/// What a worker holds between turns.
struct Desk<'a, const N: usize> {
    task: &'a Task,
    intake: Intake<'a, N>,
    /// Texts that have come in this turn.
    texts: Vec<String>,
    /// What went wrong here.
    fault: Option<String>,
    is_told: bool,
    /// What went wrong anywhere.
    heard: Option<String>,
    /// Whether anybody has more to expand.
    is_more: bool,
    /// Microseconds that workers took for a layer, where this is the first one of all.
    busy: Vec<u64>,
}

fn text(words: &[u64]) -> String {
    words.iter().filter_map(|&word| char::from_u32(word as u32)).collect()
}

fn words(text: &str) -> Vec<u64> {
    text.chars().map(|letter| u32::from(letter).into()).collect()
}

fn broadcast(link: &mut Link, text: &str) {
    (0..link.peers()).for_each(|to| link.send(to, TEXT, words(text)));
}

impl<const N: usize> Desk<'_, N> {
    fn receive(&mut self, kind: u64, content: &[u64]) {
        match kind {
            KEYS if self.fault.is_none() => {
                let keys = content.as_chunks::<N>().0;
                let added = keys.iter().try_for_each(|key| self.intake.add(*key, bucket_of(key)));
                self.fault = added.err();
            }
            KEYS => {}
            TEXT => self.texts.push(text(content)),
            BUSY => self.busy.extend(content),
            MORE => self.is_more = true,
            _ => self.heard = least(self.heard.take(), Some(text(content))),
        }
    }

    /// Ends a turn, in which `work` was done.
    fn end_turn(&mut self, link: &mut Link, work: Result<(), String>) -> Result<(), End> {
        let fault = self.fault.take();
        self.fault = fault.or_else(|| work.err()).or_else(|| self.task.is_stopped().err());
        if let Some(fault) = &self.fault
            && !self.is_told
        {
            (0..link.peers()).for_each(|to| link.send(to, FAULT, words(fault)));
            self.is_told = true;
        }
        link.end_turn(&mut |kind, content| self.receive(kind, &content))?;
        self.heard.take().map_or(Ok(()), |fault| Err(End::Fault(fault)))
    }

    /// Expands keys of a layer, until what is sent is a slice; whether there may be more. Positions that are dead ends are counted.
    fn expand(&mut self, link: &mut Link, frontier: &mut Keys<'_, N>, dead_ends: &mut u64) -> Result<bool, String> {
        let (task, keyed) = (self.task, &*self.task.keyed);
        let (index, peers, slice) = (link.index(), self.intake.workers, task.slice());
        let longest = (slice / (8 * peers)).clamp(1 << 6, PACKET);
        let mut packets: Vec<Vec<u64>> = vec![Vec::new(); peers];
        let mut after: Vec<Key<N>> = Vec::new();
        let (mut done, mut made, mut sent) = (0, 0, 0);
        while sent < slice
            && let Some(key) = frontier.next()?
        {
            let bytes = task.bytes(&key);
            let bytes = &bytes[..task.folder.width];
            after.clear();
            let mut visit = |found: &[u8]| after.push(from_bytes(found));
            match task.settings.within {
                None => keyed.successors(bytes, &mut visit),
                Some(most) => keyed.successors_in_time(bytes, frontier.layer as u32, most, &mut visit),
            }
            if after.is_empty() && !keyed.is_goal(bytes) {
                *dead_ends += keyed.weight(bytes);
            }
            for key in &after {
                let bucket = bucket_of(key);
                let to = bucket % peers;
                if to == index {
                    self.intake.add(*key, bucket)?;
                    continue;
                }
                packets[to].extend(key);
                sent += N;
                if packets[to].len() >= longest {
                    link.send(to, KEYS, std::mem::replace(&mut packets[to], Vec::with_capacity(longest + N)));
                }
            }
            done += 1;
            made += 1 + N * after.len();
            if made >= BETWEEN {
                made = 0;
                task.expanded.fetch_add(std::mem::take(&mut done), Ordering::Relaxed);
                task.is_stopped()?;
                link.receive(&mut |kind, content| self.receive(kind, &content));
                if let Some(fault) = self.fault.take() {
                    return Err(fault);
                }
            }
        }
        task.expanded.fetch_add(done, Ordering::Relaxed);
        keyed.was_whole().map_err(|stop| stop.to_string())?;
        for (to, packet) in packets.into_iter().enumerate().filter(|(_, packet)| !packet.is_empty()) {
            link.send(to, KEYS, packet);
        }
        Ok(sent >= slice)
    }

    /// The layers that there are: all begin at the same one.
    fn agree(&mut self, link: &mut Link) -> Result<Vec<Manifest>, End> {
        let (layers, work) = match self.task.folder.layers() {
            Ok(layers) => (layers, Ok(())),
            Err(fault) => (Vec::new(), Err(fault)),
        };
        let seen = layers.len().to_string();
        if link.index() == 0 {
            broadcast(link, &seen);
        }
        self.end_turn(link, work)?;
        let said = self.texts.pop().unwrap_or_default();
        let process = self.task.settings.process;
        let other = || format!("process {process} sees {seen} layers in its folder, and the first one {said}");
        self.end_turn(link, if said == seen { Ok(()) } else { Err(other()) })?;
        Ok(layers)
    }

    /// Makes one layer after another, until all is done.
    fn sweep(&mut self, link: &mut Link) -> Result<Vec<Manifest>, End> {
        let mut layers = self.agree(link)?;
        while !is_done(&layers, self.task.settings.nearest) {
            let known = layers.len();
            let is_small = layers[known - 1].keys <= self.task.settings.alone;
            if is_small { self.wait(link, &mut layers) } else { self.share(link, &mut layers) }?;
            assert!(layers.len() > known, "the first worker tells of each layer");
        }
        Ok(layers)
    }

    /// Waits until the first worker has made layers, while they are small.
    fn wait(&mut self, link: &mut Link, layers: &mut Vec<Manifest>) -> Result<(), End> {
        let (known, mut work) = (layers.len(), Ok(()));
        if link.index() == 0 {
            while work.is_ok()
                && layers.len() < known + MOST_ALONE
                && layers[layers.len() - 1].keys <= self.task.settings.alone
                && !is_done(layers, self.task.settings.nearest)
            {
                work = self.make_alone(link, layers);
            }
            layers.drain(known..).for_each(|made| broadcast(link, &made.text()));
        }
        self.end_turn(link, work)?;
        layers.extend(self.texts.drain(..).filter_map(|text| Manifest::read(&text)));
        Ok(())
    }

    /// Makes the next layer, and all of it.
    fn make_alone(&mut self, link: &mut Link, layers: &mut Vec<Manifest>) -> Result<(), String> {
        let mut dead_ends = 0;
        let mut frontier = self.begin(link, layers, 1)?;
        while self.expand(link, &mut frontier, &mut dead_ends)? {}
        let made = Manifest { dead_ends, ..self.intake.finish(layers)? };
        self.commit(layers.len(), &made)?;
        layers.push(made);
        Ok(())
    }

    /// Begins the next layer, which `workers` workers share. Returns the keys that this worker expands.
    fn begin<'k>(&mut self, link: &Link, layers: &'k [Manifest], workers: usize) -> Result<Keys<'k, N>, String>
    where
        Self: 'k,
    {
        let (task, layer) = (self.task, layers.len());
        let folder = task.part(layer);
        (self.intake.layer, self.intake.workers) = (layer, workers);
        let busy = std::mem::take(&mut self.busy);
        let Settings { process, workers: threads, .. } = task.settings;
        let first = process * threads;
        if link.index() == first {
            task.begin_phase(layers, (first, threads.min(workers), workers), &busy);
        }
        task.step(layer, "begun");
        fs::create_dir_all(&folder).map_err(|error| told(&folder, "making the folder", error))?;
        Ok(Keys::new(&task.folder, layers, layer - 1, self.intake.own().collect()))
    }

    /// Makes a layer whole.
    fn commit(&self, layer: usize, whole: &Manifest) -> Result<(), String> {
        let run = self.task.run.get().map_or("", String::as_str);
        self.task.folder.commit(layer, run, whole)?;
        self.task.step(layer, "committed");
        Ok(())
    }

    /// Makes the next layer together with all others.
    fn share(&mut self, link: &mut Link, layers: &mut Vec<Manifest>) -> Result<(), End> {
        let (task, layer) = (self.task, layers.len());
        let mut own = Duration::ZERO;
        let mut dead_ends = 0;
        let mut frontier = self.begin(link, layers, link.peers());
        loop {
            let begun = Instant::now();
            let more = match &mut frontier {
                Ok(frontier) => self.expand(link, frontier, &mut dead_ends),
                Err(fault) => Err(std::mem::take(fault)),
            };
            own += begun.elapsed();
            task.step(layer, "sent");
            if more == Ok(true) {
                (0..link.peers()).for_each(|to| link.send(to, MORE, Vec::new()));
            }
            self.end_turn(link, more.map(|_| ()))?;
            if !std::mem::take(&mut self.is_more) {
                break;
            }
        }
        task.step(layer, "taken in");
        let begun = Instant::now();
        let work = match self.fault.take().map_or_else(|| self.intake.finish(layers), Err) {
            Ok(made) => {
                link.send(0, TEXT, words(&Manifest { dead_ends, ..made }.text()));
                link.send(0, BUSY, vec![(own + begun.elapsed()).as_micros() as u64]);
                Ok(())
            }
            Err(fault) => Err(fault),
        };
        task.step(layer, "written");
        self.end_turn(link, work)?;
        task.step(layer, "told");
        let mut work = Ok(());
        if link.index() == 0 {
            let mut whole = Manifest::default();
            let parts = self.texts.drain(..).filter_map(|text| Manifest::read(&text));
            parts.for_each(|part| whole.add(part));
            work = self.commit(layer, &whole);
            if work.is_ok() {
                broadcast(link, &whole.text());
            }
        }
        self.end_turn(link, work)?;
        layers.extend(self.texts.drain(..).filter_map(|text| Manifest::read(&text)));
        task.step(layer, "known");
        Ok(())
    }
}

/// Sweeps the space with all other workers. The layers, or what went wrong anywhere.
pub(crate) fn work<const N: usize>(link: &mut Link, task: &Task) -> Result<Vec<Manifest>, End> {
    let intake = Intake::<N>::new(task, link.index(), link.peers());
    let mut desk = Desk {
        task,
        intake,
        texts: Vec::new(),
        fault: None,
        is_told: false,
        heard: None,
        is_more: false,
        busy: Vec::new(),
    };
    desk.sweep(link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layer::Bucket;
    use saltus_core::registry::Registry;

    #[test]
    fn what_is_told_of_a_layer() {
        let families = Registry::new().with::<saltus_shifting::reverse::Instance>();
        let keyed = families.parse("reverse 4").unwrap().keyed().unwrap();
        let folder = Folder::new(&*keyed, "nowhere".as_ref(), "reverse 4");
        let settings = Settings { process: 1, workers: 2, ..Settings::new("nowhere".as_ref()) };
        let task = Task::new(&keyed, &folder, &settings);
        task.expanded.store(5, Ordering::Relaxed);
        // Of four workers the third and the fourth are here.
        let bucket = |number, keys, bytes| Bucket { number, keys, bytes, hash: String::new() };
        let layer = |keys, buckets: &[(usize, u64, u64)]| Manifest {
            keys,
            buckets: buckets.iter().map(|&(number, keys, bytes)| bucket(number, keys, bytes)).collect(),
            ..Manifest::default()
        };
        let layers = [layer(1, &[(0, 1, 20)]), layer(12, &[(0, 2, 10), (2, 4, 30), (3, 5, 30), (5, 1, 10)])];
        task.begin_phase(&layers, (2, 2, 4), &[30, 50, 10, 10]);
        let phase = task.phase.lock().unwrap();
        assert_eq!(phase.told, "layer 2: 13 keys in 100 bytes, the slowest of 4 workers did 50 % of the work");
        assert_eq!((phase.before, phase.own, phase.keys), (5, 9, 12));
    }
}
