//! The limits for answers.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use saltus::clock::Instant;
use saltus::limits::{Limits, Progress};

use crate::args::Common;
use crate::cache;
use crate::observer::Observer;
use crate::progress::Display;
use crate::signals;

/// What the flags allow, for whichever thread needs it.
#[derive(Clone)]
pub struct Budget {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// How long the search for one answer may take.
    pub each: Option<Duration>,
    /// Bytes, for all answers that are under way at once.
    pub memory: u64,
    /// Nodes, for each answer.
    pub nodes: u64,
    /// Threads, for all answers that are under way at once.
    pub threads: usize,
    /// Where searches tell of their progress.
    pub progress: Option<Arc<Display>>,
    /// Where searches tell of what does not spoil the answer.
    pub observer: Arc<Observer>,
    /// The folder of tables that are kept on disk.
    pub cache: Option<PathBuf>,
}

impl Budget {
    /// What the flags of a program say that began then.
    pub fn new(common: &Common, begun: Instant) -> Self {
        let progress = if common.quiet { None } else { Display::new(common.progress).map(Arc::new) };
        Budget {
            deadline: common.timeout.map(|limit| begun + limit),
            each: common.time_each,
            memory: common.memory_limit,
            nodes: common.node_limit.unwrap_or(u64::MAX),
            threads: common.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, Into::into),
            observer: Arc::new(Observer::new(common.quiet, progress.clone())),
            cache: cache::folder(common.cache_dir.as_deref()),
            progress,
        }
    }

    /// All of it, for one answer, of which the search begins now.
    pub fn limits(&self) -> Limits<'_> {
        let own = self.each.map(|each| Instant::now() + each);
        Limits {
            deadline: self.deadline.into_iter().chain(own).min(),
            memory: self.memory,
            nodes: self.nodes,
            threads: self.threads,
            cancel: Some(signals::cancel()),
            progress: self.progress.as_deref().map(|display| display as &dyn Progress),
            cache: self.cache.as_deref(),
            observer: Some(&*self.observer),
            ..Limits::DEFAULT
        }
    }
}
