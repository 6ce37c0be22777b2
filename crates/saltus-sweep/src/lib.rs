//! State spaces that do not fit in memory, swept layer by layer by many workers: threads, processes, hosts.
//!
//! A sweep is a breadth-first search whose layers are files. Positions are keys ([`Keyed`]); a key belongs to one of 256 buckets, and a
//! bucket to one worker. Workers send one another the keys of successors. Each sorts what it receives, in files if memory does not
//! suffice, and removes the keys of earlier layers. Every complete layer is a checkpoint: whatever happens, the same call continues from
//! there, even with another number of workers. The answer does not depend on their number.
//!
//! Processes use one folder on a shared file system. They authenticate one another by a secret; connections are not encrypted: a
//! sweep is for machines in a private network. docs/sweep.md has the details.
//!
//! ```
//! use saltus_core::{answers::Answers, limits::Limits, registry::Registry};
//! use saltus_sweep::{Settings, sweep};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! let puzzle = Registry::new().with::<saltus_shifting::reverse::Instance>().parse("reverse 4 from=0").unwrap();
//! let settings = Settings { workers: 2, ..Settings::new(folder.path()) };
//! let found = sweep(&puzzle.keyed().unwrap(), &puzzle.to_string(), &settings, &Limits::default()).unwrap().unwrap();
//! assert_eq!(found.layers, [1, 2, 5, 9, 11, 15, 19, 20, 17, 11, 6, 3, 1]);
//! let goal = found.goal.unwrap();
//! assert_eq!((goal.distance, goal.keys.len()), (10, 11));
//! ```

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use dashu_int::UBig;
use saltus_core::answers::CannotSurvey;
use saltus_core::fs;
use saltus_core::limits::Limits;
use saltus_core::puzzle::Keyed;
use saltus_core::store;

use crate::engine::Link;
use crate::layer::{Key, told};
use crate::manifest::{Folder, Manifest};
use crate::meet::{Crew, Own, give_up};
use crate::worker::Task;
#[cfg(feature = "parquet")]
pub use export::export;
pub use meet::Secret;
pub use solve::{line_of, solve};

mod count;
mod engine;
#[cfg(feature = "parquet")]
mod export;
mod intake;
mod keys;
mod layer;
mod manifest;
mod meet;
mod merge;
mod solve;
mod trace;
mod worker;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Where a sweep is made, and by whom. All processes of a sweep have the same settings but for `process`.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of the layers, which all processes see.
    pub folder: PathBuf,
    /// Workers of each process, at least 1: threads.
    pub workers: usize,
    /// Which of the hosts this process is, from 0.
    pub process: usize,
    /// Address and port of each process; none or one where there is only this process.
    pub hosts: Vec<String>,
    /// What the processes know and nobody else; needed where there are several.
    pub secret: Secret,
    /// Bytes that each worker may use: half of them for keys that it gets, an eighth for what it sends before all wait until that has
    /// arrived, the rest for what receives and writes. The process itself takes some more.
    pub memory: u64,
    /// The first worker expands a layer of at most this many keys alone, while the others wait: sharing it would take longer.
    pub alone: u64,
    /// Only positions that can be part of a play of at most this many moves, as far as [`Keyed::is_late`] shows: if none of them is a goal,
    /// there is no such play. None: all positions.
    pub within: Option<u32>,
    /// Whether the layer of the nearest goals is the last one to be made. A later sweep of the same folder can go on from it.
    pub nearest: bool,
    /// Called by each worker at each step of a layer, with its name: `layer 5: sent`. Tests end the process there.
    pub step: Option<fn(&str)>,
    /// Called with a sentence on a process that stands still, or goes on after that.
    pub tell: Option<fn(&str)>,
}

impl Settings {
    /// One worker in this process, with 1 GiB, and layers of up to 2^12 keys made alone.
    pub fn new(folder: &Path) -> Self {
        Settings {
            folder: folder.to_owned(),
            workers: 1,
            process: 0,
            hosts: Vec::new(),
            secret: Secret::default(),
            memory: 1 << 30,
            alone: 1 << 12,
            within: None,
            nearest: false,
            step: None,
            tell: None,
        }
    }
}

/// What a sweep has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swept {
    /// How many positions there are at each distance from the start.
    pub layers: Vec<u64>,
    /// How many keys these have.
    pub keys: Vec<u64>,
    /// Positions from which no move leads on, and which are no goals; of a sweep within a length, from which none does in time.
    pub dead_ends: u64,
    /// The least key of the last layer.
    pub farthest: Vec<u8>,
    /// What is known of the nearest goals; none where no position is a goal.
    pub goal: Option<Goal>,
    /// Bytes of the keys on disk.
    pub bytes: u64,
    /// A hash that all files of the sweep have a part in, in hexadecimal digits: it is the same wherever the same space is swept.
    pub root: String,
}

/// The nearest goals; where these alone are wanted and as few pieces as possible are to be left, the farthest positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// How many moves lead there.
    pub distance: usize,
    /// The keys of a shortest play to the least of them, from the start on.
    pub keys: Vec<Vec<u8>>,
    /// How many shortest plays there are; none where the nearest goals alone are wanted, or counting would need more memory than the workers
    /// have for keys.
    pub plays: Option<UBig>,
}

/// Sweeps the space of an instance, of which `instance` is the line ([`line_of`]); goes on from the last whole layer that is in the folder. What was
/// found the first process tells; the others tell nothing.
///
/// Nodes of the limits are keys that this process expands; their memory, threads and disk are not asked for.
///
/// # Errors
/// The limit that was reached, or one sentence: on a folder that is in use, of another space or damaged, on what the system refused
/// here or in another process, on a process that does not answer, sweeps something else or was lost.
///
/// # Panics
/// When a key is wider than 64 bytes.
pub fn sweep(
    keyed: &Arc<dyn Keyed>,
    instance: &str,
    settings: &Settings,
    limits: &Limits<'_>,
) -> Result<Option<Swept>, CannotSurvey> {
    let width = keyed.width();
    assert!((1..=64).contains(&width), "keys have 1 to 64 bytes");
    match width.div_ceil(size_of::<u64>()) {
        1 => sweep_words::<1>(keyed, instance, settings, limits),
        2 => sweep_words::<2>(keyed, instance, settings, limits),
        3 | 4 => sweep_words::<4>(keyed, instance, settings, limits),
        _ => sweep_words::<8>(keyed, instance, settings, limits),
    }
}

/// The file that holds the number of the run that is at work.
const RUN: &str = "run";

impl Settings {
    /// Whether there is such a process; else why not.
    fn are_meant(&self) -> Result<(), String> {
        let Settings { workers, process, ref hosts, .. } = *self;
        let processes = hosts.len().max(1);
        if workers == 0 || process >= processes {
            return Err(format!("process {process} of {processes} with {workers} workers is none"));
        }
        if processes > 1 && self.secret.is_missing() {
            return Err("a sweep by several processes needs a secret".into());
        }
        Ok(())
    }
}

fn sweep_words<const N: usize>(
    keyed: &Arc<dyn Keyed>,
    instance: &str,
    settings: &Settings,
    limits: &Limits<'_>,
) -> Result<Option<Swept>, CannotSurvey> {
    let Settings { workers, process, ref hosts, memory, within, nearest, .. } = *settings;
    settings.are_meant().map_err(CannotSurvey::Storage)?;
    let instance = within.map_or_else(|| instance.to_owned(), |most| format!("{instance} within {most}"));
    let folder = Folder::new(&**keyed, &settings.folder, &instance);
    let storage = CannotSurvey::Storage;
    let tell = |layers| {
        let memory = (!nearest).then_some(memory * workers as u64);
        let tell = || told_of::<N>(&**keyed, &folder, layers, memory, limits);
        (process == 0).then(tell).transpose()
    };
    // A folder in which all is done needs no workers and is not written to, and each process finds that out. Where it is that of another sweep, it may
    // be so because the first process has just begun that.
    let fault = match folder.done(nearest) {
        Ok(Some(layers)) => return tell(layers),
        Ok(None) => None,
        Err(why) if process == 0 => return Err(storage(why)),
        Err(why) => Some(why),
    };
    let task = Arc::new(Task::new(keyed, &folder, settings));
    let mut hello = hello(settings, &folder);
    let mut lock = None;
    if process == 0 {
        lock = Some(Lock(store::lock_folder(&folder.path).map_err(|fault| storage(fault.to_string()))?));
        let run = begin::<N>(&**keyed, &folder).map_err(storage)?;
        hello += &run;
        _ = task.run.set(run);
    }
    let own = Arc::new(Own { process, secret: settings.secret.clone(), hello });
    let compare = |other: usize, said: &str| agree(&task, &own, hosts, other, said);
    let (mut stopped, mut heard) = (None, Instant::now());
    let mut watch = || {
        let expanded = task.expanded.load(Ordering::Relaxed);
        if heard.elapsed() >= Duration::from_millis(200) {
            heard = Instant::now();
            task.phase.lock().unwrap_or_else(PoisonError::into_inner).report(expanded, limits);
        }
        if stopped.is_none()
            && let Err(stop) = limits.spend(expanded, 0)
        {
            stopped = Some(stop);
            task.stop.store(true, Ordering::Relaxed);
        }
        stopped.is_none()
    };
    let crew = Crew { hosts, threads: workers, own: Arc::clone(&own), compare: &compare, tell: settings.tell };
    if let Some(why) = fault {
        return Err(storage(give_up(&crew, why)));
    }
    let theirs = Arc::clone(&task);
    let found = engine::run(&crew, &mut watch, move |link: &mut Link| worker::work::<N>(link, &theirs));
    let found = found.map_err(|why| match stopped.or(keyed.was_whole().err()) {
        Some(stop) => CannotSurvey::Stop(stop),
        None => storage(why),
    })?;
    let swept = tell(found.into_iter().next().expect("each has a worker"));
    drop(lock);
    swept
}

/// What a process says of itself: [`ALIKE`] lines, and the hosts. The first one adds the number of its run.
fn hello(settings: &Settings, folder: &Folder) -> String {
    let Settings { workers, alone, nearest, ref hosts, .. } = *settings;
    format!(
        "version {}\nbuild {}\nsweep {}\nkey bytes {}\nprocesses {}\nworkers {workers}\nalone {alone}, nearest {nearest}\nhosts {}\n",
        env!("CARGO_PKG_VERSION"),
        if hosts.len() > 1 { build() } else { String::new() },
        folder.instance,
        folder.width,
        hosts.len().max(1),
        hosts.join(",")
    )
}

/// Which build this is: a checksum of the program, where the system says which file that is.
fn build() -> String {
    let read = || {
        let mut file = fs::File::open(std::env::current_exe()?)?;
        let (mut checksum, mut piece) = (saltus_core::checksum::Hasher::new(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut piece)? {
                0 => return Ok::<_, std::io::Error>(format!("{:08x}", checksum.finalize())),
                count => checksum.update(&piece[..count]),
            }
        }
    };
    read().unwrap_or_else(|_| "unknown".into())
}

/// The lock of a folder. A process that is just being started shares its file for a moment, so that closing it is not enough.
struct Lock(fs::File);

impl Drop for Lock {
    fn drop(&mut self) {
        // What fails here the end of the process does.
        _ = self.0.unlock();
    }
}

/// Prepares the folder for a run, under the lock. The number of the run.
fn begin<const N: usize>(keyed: &dyn Keyed, folder: &Folder) -> Result<String, String> {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let run = format!("{:x}-{:x}", since.as_nanos(), std::process::id());
    folder.prepare()?;
    if !folder.layer(0).exists() {
        folder.begin::<N>(keyed, &run)?;
    }
    let path = folder.path.join(RUN);
    fs::write(&path, &run).map_err(|error| told(&path, "writing", error))?;
    Ok(run)
}

/// Whether another process does the same in the same folder.
fn agree(task: &Task, own: &Own, hosts: &[String], other: usize, said: &str) -> Result<(), String> {
    let at = format!("process {other} at {}", hosts.get(other).map_or("an unknown place", String::as_str));
    let theirs = said.lines().nth(ALIKE).and_then(|line| line.strip_prefix("hosts ")).unwrap_or_default();
    // Who listens at all addresses may call its own line otherwise, and who is reached by another way calls others so.
    let place = |(number, host): (usize, &str)| {
        let here = hosts.iter().position(|own| own == host)?;
        (number != other && here != own.process && here != number).then(|| (host.to_owned(), here, number))
    };
    if let Some((host, here, there)) = theirs.split(',').enumerate().find_map(place) {
        return Err(format!("{at} has the hosts in another order: {host} is number {there} there, and {here} here"));
    }
    for (number, line) in own.hello.lines().take(ALIKE).enumerate() {
        let there = said.lines().nth(number).unwrap_or_default();
        if there != line {
            return Err(format!("{at} does something else: it has \"{there}\", and here it is \"{line}\""));
        }
    }
    if other == 0 {
        let run = said.lines().nth(ALIKE + 1).unwrap_or_default();
        let path = task.folder.path.join(RUN);
        if fs::read_to_string(&path).ok().as_deref() != Some(run) {
            return Err(format!("{at} has another folder than {}", task.folder.path.display()));
        }
        _ = task.run.set(run.to_owned());
    }
    Ok(())
}

/// Lines that processes say alike. After them are the hosts and, from the first one, the number of the run.
const ALIKE: usize = 7;

/// What layers come to. Plays are counted with so much memory; not where the nearest goals alone are wanted.
fn told_of<const N: usize>(
    keyed: &dyn Keyed,
    folder: &Folder,
    mut layers: Vec<Manifest>,
    memory: Option<u64>,
    limits: &Limits<'_>,
) -> Result<Swept, CannotSurvey> {
    let dead_ends = layers.iter().map(|layer| layer.dead_ends).sum();
    let root = folder.root(layers.len()).map_err(CannotSurvey::Storage)?;
    if layers.last().is_some_and(|last| last.keys == 0) {
        layers.pop();
    }
    let farthest = layers.last().and_then(|layer| layer.least.clone()).unwrap_or_default();
    let nearest = layers.iter().enumerate().find_map(|(distance, layer)| Some((distance, layer.goal.clone()?)));
    let fewest = || (memory.is_none() && keyed.left(&farthest).is_some()).then(|| (layers.len() - 1, farthest.clone()));
    let goal = nearest.or_else(fewest).map(|(distance, key)| {
        let keys = trace::trace::<N>(keyed, folder, &layers, distance, &key).map_err(CannotSurvey::Storage)?;
        let plays = memory.map(|memory| count::plays::<N>(keyed, folder, &layers, distance, memory, limits));
        let plays = plays.transpose()?.flatten();
        Ok::<_, CannotSurvey>(Goal { distance, keys, plays })
    });
    // Where keys were kept back nothing else is said: no way back may have been found for that reason.
    keyed.was_whole()?;
    Ok(Swept {
        layers: layers.iter().map(|layer| layer.weight).collect(),
        keys: layers.iter().map(|layer| layer.keys).collect(),
        dead_ends,
        farthest,
        goal: goal.transpose()?,
        bytes: layers.iter().flat_map(|layer| &layer.buckets).map(|row| row.bytes).sum(),
        root,
    })
}

/// A key has at most as many words as there are in the widest.
const _: () = assert!(size_of::<Key<8>>() == 64);
