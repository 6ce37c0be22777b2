//! Keys of the next layer as they come to a worker: sorted, in files where memory does not suffice, and what is new written.

use std::path::PathBuf;

use saltus_core::fs;
use saltus_core::puzzle::Repeats;

use crate::layer::{BUCKETS, Key, LONGEST_BLOCK, Reader, Tag, Writer, told};
use crate::manifest::{Manifest, bucket_in, least, sync};
use crate::merge::{Source, merge};
use crate::worker::Task;

/// Files of sorted keys that a worker has at most, before it makes one of them; and with little memory.
const MOST_RUNS: usize = 64;
const LEAST_RUNS: usize = 16;

/// Sorted keys of all buckets of a worker, in one file.
struct Run {
    path: PathBuf,
    /// Where each bucket ends.
    ends: Vec<u64>,
}

/// Keys of the next layer that belong to a worker, as they come.
pub(crate) struct Intake<'a, const N: usize> {
    task: &'a Task,
    worker: usize,
    /// Those who share the layer.
    pub(crate) workers: usize,
    /// The number of the layer.
    pub(crate) layer: usize,
    /// By bucket; those of other workers stay empty.
    buckets: Vec<Vec<Key<N>>>,
    held: usize,
    /// The most keys that are held.
    most: usize,
    runs: Vec<Run>,
    most_runs: usize,
    /// Runs that were written, merged ones among them.
    written: usize,
}

impl<'a, const N: usize> Intake<'a, N> {
    pub(crate) fn new(task: &'a Task, worker: usize, workers: usize) -> Self {
        // A vector may have twice the room that its keys need.
        let most = (task.settings.memory / (4 * size_of::<Key<N>>() as u64)).max(1 << 10) as usize;
        let most_runs = (task.settings.memory as usize / 8 / LONGEST_BLOCK).clamp(LEAST_RUNS, MOST_RUNS);
        let buckets = vec![Vec::new(); BUCKETS];
        Intake { task, worker, workers, layer: 0, buckets, held: 0, most, runs: Vec::new(), most_runs, written: 0 }
    }

    /// Buckets of this worker.
    pub(crate) fn own(&self) -> impl Iterator<Item = usize> + use<N> {
        (self.worker..BUCKETS).step_by(self.workers)
    }

    fn tag(&self, bucket: usize) -> Tag {
        Tag { layer: self.layer as u64, bucket: bucket as u64 }
    }

    #[inline]
    pub(crate) fn add(&mut self, key: Key<N>, bucket: usize) -> Result<(), String> {
        self.buckets[bucket].push(key);
        self.held += 1;
        if self.held >= self.most { self.relieve() } else { Ok(()) }
    }

    /// Sorts what is held, and writes it into a file where it is still much.
    fn relieve(&mut self) -> Result<(), String> {
        self.held = 0;
        for bucket in self.own() {
            let keys = &mut self.buckets[bucket];
            keys.sort_unstable();
            keys.dedup();
            self.held += keys.len();
        }
        if self.held < self.most / 2 {
            return Ok(());
        }
        let buckets = std::mem::replace(&mut self.buckets, vec![Vec::new(); BUCKETS]);
        self.held = 0;
        self.write_run(|_, bucket, writer| buckets[bucket].iter().try_for_each(|key| writer.push(key)))?;
        if self.runs.len() >= self.most_runs { self.join_runs() } else { Ok(()) }
    }

    /// Writes a run of what `fill` has for each bucket.
    fn write_run(&mut self, fill: impl Fn(&Self, usize, &mut Writer<N>) -> Result<(), String>) -> Result<(), String> {
        let path = self.task.part(self.layer).join(format!("run-{}-{}", self.worker, self.written));
        let (mut writer, mut ends) = (Writer::new(&path, self.task.folder.width, self.tag(0))?, Vec::new());
        for bucket in self.own() {
            writer.cut(self.tag(bucket))?;
            fill(self, bucket, &mut writer)?;
            ends.push(writer.cut(self.tag(bucket))?);
        }
        writer.finish()?;
        self.runs.push(Run { path, ends });
        self.written += 1;
        Ok(())
    }

    /// Makes one run of all.
    fn join_runs(&mut self) -> Result<(), String> {
        let many = self.runs.len();
        self.write_run(|intake, bucket, writer| merge(intake.sources(bucket)?, Vec::new(), |key| writer.push(key)))?;
        let last = self.runs.split_off(many);
        let joined = std::mem::replace(&mut self.runs, last);
        remove(&joined)
    }

    /// The keys of a bucket in the runs.
    fn sources(&self, bucket: usize) -> Result<Vec<Source<'static, N>>, String> {
        let at = (bucket - self.worker) / self.workers;
        let mut sources = Vec::new();
        for Run { path, ends } in &self.runs {
            let part = if at == 0 { 0 } else { ends[at - 1] }..ends[at];
            if !part.is_empty() {
                sources.push(Source::File(Reader::part(path, self.task.folder.width, self.tag(bucket), part)?));
            }
        }
        Ok(sources)
    }

    /// Writes what is new into the files of the layer.
    pub(crate) fn finish(&mut self, layers: &[Manifest]) -> Result<Manifest, String> {
        let (task, keyed, width) = (self.task, &*self.task.keyed, self.task.folder.width);
        let folder = task.part(self.layer);
        let first = match keyed.repeats() {
            Repeats::Never => layers.len(),
            Repeats::Near => layers.len().saturating_sub(2),
            Repeats::Anywhere => 0,
        };
        let is_sought = layers.iter().all(|layer| layer.goal.is_none());
        let mut made = Manifest::default();
        for bucket in self.own() {
            task.is_stopped()?;
            let mut held = std::mem::take(&mut self.buckets[bucket]);
            held.sort_unstable();
            held.dedup();
            let mut sources = self.sources(bucket)?;
            if !held.is_empty() {
                sources.push(Source::Memory(held.iter()));
            }
            if sources.is_empty() {
                continue;
            }
            let mut earlier = Vec::new();
            for layer in first..layers.len() {
                earlier.extend(task.folder.reader(layers, layer, bucket)?);
            }
            let (path, mut writer) = (bucket_in(&folder, bucket), None);
            merge(sources, earlier, |key| {
                let bytes = task.bytes(key);
                let bytes = &bytes[..width];
                made.weight += keyed.weight(bytes);
                if is_sought && keyed.is_goal(bytes) {
                    made.goal = least(made.goal.take(), Some(bytes.to_vec()));
                }
                if writer.is_none() {
                    made.least = least(made.least.take(), Some(bytes.to_vec()));
                    writer = Some(Writer::new(&path, width, self.tag(bucket))?);
                }
                writer.as_mut().expect("just made").push(key)
            })?;
            if let Some(writer) = writer {
                let bucket = writer.finish()?;
                made.keys += bucket.keys;
                made.buckets.push(bucket);
            }
        }
        remove(&std::mem::take(&mut self.runs))?;
        self.held = 0;
        sync(&folder, made.buckets.iter().map(|row| row.number))?;
        Ok(made)
    }
}

fn remove(runs: &[Run]) -> Result<(), String> {
    runs.iter().try_for_each(|run| fs::remove_file(&run.path).map_err(|error| told(&run.path, "removing", error)))
}
