//! What an answer may cost, and how a long search reports its progress.
//!
//! One [`Limits`] goes to every search; each calls [`Limits::spend`] now and then and stops when
//! it says so. What is kept in memory from one question to the next is in the [`ledger`].

pub mod ledger;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use crate::clock::Instant;
use crate::plan::Plan;
use crate::statistics::{Gathered, Statistics};

/// Why a search stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The time is spent.
    Time,
    /// The search would need more memory than it may use.
    Memory {
        /// The bytes that it would need, as estimated.
        needed: u64,
    },
    /// The board is larger than what is laid out cell by cell.
    Cells {
        /// The most cells that are laid out.
        most: u64,
    },
    /// From some position a move can continue in more ways than are visited.
    Ways {
        /// The most ways that are visited.
        most: u64,
    },
    /// The nodes are spent.
    Nodes,
    /// The search has looked at everything that it was to look at, which is not everything.
    Narrow,
    /// The folder for what is not kept in memory cannot be used; if it could not be made or
    /// written, a remark says why.
    Storage,
    /// No play is as short as required ([`Limits::at_most`]).
    Length,
    /// Somebody asked to stop.
    Cancelled,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Time => f.write_str("the time limit is reached"),
            Stop::Narrow => f.write_str("it has looked at all that it was to look at, which is not everything"),
            // Counting stopped there.
            Stop::Memory { needed: u64::MAX } => f.write_str("it needs more than 16 EiB, above the memory limit"),
            Stop::Memory { needed } => {
                write!(f, "it needs about {}, more than the memory limit", Bytes(*needed))
            }
            Stop::Cells { most } => {
                write!(f, "the board is too long to be laid out cell by cell (the most is {most} cells)")
            }
            Stop::Ways { most } => {
                write!(f, "a move can go on in more ways than are looked through (the most is {most} at a position)")
            }
            Stop::Nodes => f.write_str("the node limit is reached"),
            Stop::Storage => f.write_str("the folder of the search cannot be used"),
            Stop::Length => f.write_str("every play is longer than was asked for"),
            Stop::Cancelled => f.write_str("it was stopped"),
        }
    }
}

impl std::error::Error for Stop {}

/// A number of bytes, shown for people (`1.5 GiB`).
#[derive(Clone, Copy, Debug)]
pub struct Bytes(pub u64);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let mut unit = 0;
        let mut amount = self.0 as f64;
        while amount >= 1024.0 && unit + 1 < units.len() {
            amount /= 1024.0;
            unit += 1;
        }
        if unit == 0 { write!(f, "{} bytes", self.0) } else { write!(f, "{amount:.1} {}", units[unit]) }
    }
}

/// One report of a running search.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// What is being done, a few words.
    pub phase: &'a str,
    /// Work done so far, in nodes.
    pub done: u64,
    /// The total work, if it is known.
    pub total: Option<u64>,
}

/// Receives progress reports of a search.
pub trait Progress: Sync {
    /// Called from any thread, a few times a second.
    fn report(&self, report: &Report<'_>);

    /// Reports that no play has fewer moves, or costs less if some moves cost nothing. A later number may be smaller.
    fn at_least(&self, lower: u32) {
        let _ = lower;
    }

    /// Reports a play that was found while the search for a shortest one continues.
    fn found(&self, play: &dyn Plan) {
        let _ = play;
    }
}

/// Receives messages that are not part of the answer.
pub trait Observer: Sync {
    /// Something went wrong that affects no answer: one sentence without a full stop.
    fn remark(&self, what: &str);

    /// Names the file that must be removed if the program is ended now; none when there is none
    /// any more.
    fn unfinished(&self, file: Option<&Path>);
}

/// What an answer may cost: time, memory, nodes, threads; and what else is passed from each question to everything that works on its
/// answer: folders, settings of a solver, and observers. They are one value because a part of an answer gets the same with one or two
/// things changed, and most code only passes it on.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Bytes of memory for the search's tables.
    pub memory: u64,
    /// A folder for what a search or a survey does not keep in memory; a stopped one resumes
    /// there.
    pub disk: Option<&'a Path>,
    /// Nodes to expand.
    pub nodes: u64,
    /// Threads; answers do not depend on it.
    pub threads: usize,
    /// Set by somebody else to stop the search.
    pub cancel: Option<&'a AtomicBool>,
    /// Where progress is reported.
    pub progress: Option<&'a dyn Progress>,
    /// The folder of tables that outlive the process; none if nothing is to be read from disk or
    /// kept there.
    pub cache: Option<&'a Path>,
    /// Where remarks go.
    pub observer: Option<&'a dyn Observer>,
    /// The names of rules that a search shall not use, if its family has such
    /// ([`crate::family::ByRules::pruning`]).
    pub without: &'a [String],
    /// The settings of a solver that was selected by name: names and values.
    pub settings: &'a [(&'a str, &'a str)],
    /// Where the memory is only a part of what there is.
    pub share: Option<Share<'a>>,
    /// Longer plays are of no use. A search that ignores this limit is slower, not wrong.
    pub at_most: u32,
    /// Where the generic searches report their statistics.
    pub statistics: Option<&'a Gathered>,
}

/// Memory that is divided among several answers in progress.
///
/// An answer that was not refused any memory that the whole would have had is the one that the whole would
/// have given. Any other must be discarded: it is marked, and its search stops at once.
#[derive(Clone, Copy)]
pub struct Share<'a> {
    /// Bytes of all parts together.
    pub whole: u64,
    /// Set when a part was too small and the whole is not.
    pub short: &'a AtomicBool,
}

/// Memory for several answers under way at once. Each has its part; where that is too little, it is found anew with all the memory, while no other
/// is under way: so answers are the same for any number of parts.
///
/// ```
/// use saltus_core::limits::{Limits, MemoryPool};
///
/// let pool = MemoryPool::new(4);
/// let whole = || Limits { memory: 1000, threads: 4, ..Limits::default() };
/// let needs = |bytes| pool.share(1, &whole, &mut |limits| limits.afford(bytes).map(|()| (limits.memory, limits.threads)).ok());
/// assert_eq!((needs(200), needs(300), needs(2000)), (Some((250, 1)), Some((1000, 4)), None));
/// ```
pub struct MemoryPool {
    parts: u64,
    /// Held by all that have a part, or by one that has all of it.
    memory: RwLock<()>,
}

impl MemoryPool {
    /// Memory that is divided into so many parts.
    pub fn new(parts: usize) -> Self {
        MemoryPool { parts: parts.max(1) as u64, memory: RwLock::new(()) }
    }

    /// Finds an answer: with its part of the memory of `whole` and so many threads; where that was too little, with all of it. `whole` is asked for
    /// the limits when a search begins.
    pub fn share<'a, T>(
        &self,
        threads: usize,
        whole: &dyn Fn() -> Limits<'a>,
        find: &mut dyn FnMut(&Limits<'_>) -> T,
    ) -> T {
        let short = AtomicBool::new(false);
        let part = self.memory.read().unwrap_or_else(PoisonError::into_inner);
        let limits = whole();
        let share = Some(Share { whole: limits.memory, short: &short });
        let found = find(&Limits { memory: limits.memory / self.parts, threads, share, ..limits });
        drop(part);
        if !short.load(Ordering::Relaxed) {
            return found;
        }
        drop(found);
        let _all = self.memory.write().unwrap_or_else(PoisonError::into_inner);
        find(&whole())
    }
}

impl Default for Limits<'_> {
    /// [`Limits::DEFAULT`]
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Limits<'_> {
    /// 4 GiB of memory, one thread, nothing on disk, and no other limit.
    pub const DEFAULT: Self = Limits {
        deadline: None,
        memory: 4 << 30,
        disk: None,
        nodes: u64::MAX,
        threads: 1,
        cancel: None,
        progress: None,
        cache: None,
        observer: None,
        without: &[],
        settings: &[],
        share: None,
        at_most: u32::MAX,
        statistics: None,
    };

    /// The value of a [setting](crate::search::named::Setting), if it is given.
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    /// Asks whether a search that has expanded `nodes` nodes and holds `memory` bytes may continue.
    ///
    /// Reading the clock costs more than a node: call it every few thousand nodes ([`Meter`] does).
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn spend(&self, nodes: u64, memory: u64) -> Result<(), Stop> {
        self.spend_beside(nodes, memory, 0)
    }

    fn spend_beside(&self, nodes: u64, memory: u64, own: u64) -> Result<(), Stop> {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if self.cancel.is_some_and(is_set) || self.share.is_some_and(|share| is_set(share.short)) {
            return Err(Stop::Cancelled);
        }
        if nodes > self.nodes {
            return Err(Stop::Nodes);
        }
        self.afford_beside(memory, own)?;
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// The same limits with the given tenths of the remaining time, so that a search which does not end leaves
    /// the rest to another.
    ///
    /// ```
    /// use std::time::Duration;
    /// use saltus_core::{clock::Instant, limits::Limits};
    ///
    /// let limits = Limits { deadline: Some(Instant::now() + Duration::from_secs(1000)), ..Limits::default() };
    /// assert!(limits.part(5).deadline.unwrap() < Instant::now() + Duration::from_secs(501));
    /// ```
    #[must_use]
    pub fn part(&self, tenths: u32) -> Self {
        let now = Instant::now();
        let shorter = |deadline: Instant| now + deadline.saturating_duration_since(now) * tenths / 10;
        Limits { deadline: self.deadline.map(shorter), ..*self }
    }

    /// Asks whether a search may continue that has shown that every play has at least `lower` moves.
    ///
    /// # Errors
    /// [`Stop::Length`] if that is more than is of use.
    pub fn deepen(&self, lower: u32) -> Result<(), Stop> {
        self.at_least(lower);
        if lower > self.at_most { Err(Stop::Length) } else { Ok(()) }
    }

    /// Reports that no play has fewer moves, if there is an observer.
    pub fn at_least(&self, lower: u32) {
        if let Some(progress) = self.progress {
            progress.at_least(lower);
        }
    }

    /// Reports a play that is not known to be shortest, if there is an observer.
    pub fn found<P: Plan>(&self, play: impl FnOnce() -> P) {
        if let Some(progress) = self.progress {
            progress.found(&play());
        }
    }

    /// Makes a remark, if there is an observer.
    pub fn remark(&self, what: impl std::fmt::Display) {
        if let Some(observer) = self.observer {
            observer.remark(&what.to_string());
        }
    }

    /// Reports the statistics of a search, if they are gathered.
    pub fn tell(&self, statistics: impl FnOnce() -> Statistics) {
        if let Some(gathered) = self.statistics {
            gathered.add(statistics());
        }
    }

    /// Reports progress, if there is an observer.
    pub fn report(&self, phase: &str, done: u64, total: Option<u64>) {
        if let Some(progress) = self.progress {
            progress.report(&Report { phase, done, total });
        }
    }

    /// Asks whether `needed` bytes may be used at all; if they may, what is kept from earlier
    /// questions makes [room](ledger) for them.
    ///
    /// # Errors
    /// [`Stop::Memory`] when that is above the limit.
    pub fn afford(&self, needed: u64) -> Result<(), Stop> {
        self.afford_beside(needed, 0)
    }

    /// The same limits for a search while `held` other bytes stay in use.
    ///
    /// # Errors
    /// [`Stop::Memory`] when these alone are above the limit.
    pub fn beside(&self, held: u64) -> Result<Self, Stop> {
        self.afford(held)?;
        let share = self.share.map(|share| Share { whole: share.whole - held, ..share });
        Ok(Limits { memory: self.memory - held, share, ..*self })
    }

    /// The memory of which this may be only a part.
    pub fn whole(&self) -> u64 {
        self.share.map_or(self.memory, |share| share.whole)
    }

    /// The same for a search that has already reported `own` bytes to the ledger.
    fn afford_beside(&self, needed: u64, own: u64) -> Result<(), Stop> {
        if needed <= self.memory {
            if needed > 0 {
                ledger::make_room(needed, self.whole(), own);
            }
            return Ok(());
        }
        if let Some(share) = self.share.filter(|share| needed <= share.whole) {
            share.short.store(true, Ordering::Relaxed);
        }
        Err(Stop::Memory { needed })
    }
}

/// Counts the nodes of one search, and asks its limits now and then.
pub struct Meter<'a> {
    limits: &'a Limits<'a>,
    phase: &'static str,
    nodes: u64,
    next: u64,
    /// Nodes from one check to the next: more if checks follow one another quickly, since nodes differ
    /// in cost.
    every: u64,
    asked: Instant,
    account: ledger::Account,
}

impl<'a> Meter<'a> {
    const LEAST: u64 = 1 << 4;
    const MOST: u64 = 1 << 12;
    const OFTEN_ENOUGH: Duration = Duration::from_millis(10);

    /// A meter at zero nodes for a search whose phase is named `phase`.
    pub fn new(limits: &'a Limits<'a>, phase: &'static str) -> Self {
        let every = Self::LEAST;
        Meter {
            limits,
            phase,
            nodes: 0,
            next: every.min(limits.nodes),
            every,
            asked: Instant::now(),
            account: ledger::Account::default(),
        }
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one expanded node; `memory` returns the bytes held and is called only when it matters.
    ///
    /// # Errors
    /// The limit that is reached.
    #[inline]
    pub fn node(&mut self, memory: impl FnOnce() -> u64) -> Result<(), Stop> {
        self.nodes_more(1, memory)
    }

    /// Tells a node that is about to be expanded to who traces the search, in programs with searches by name: the moves that
    /// led to it, the bound on those that are left, and the positions made before.
    #[inline]
    pub fn trace(&self, depth: u32, least: u32, generated: u64, from_goal: bool) {
        #[cfg(feature = "trace")]
        if let Some(trace) = self.limits.statistics.and_then(Gathered::trace) {
            trace.add(crate::trace::Expanded { depth, least, generated, from_goal });
        }
        #[cfg(not(feature = "trace"))]
        let _ = (depth, least, generated, from_goal);
    }

    /// Counts several expanded nodes at once.
    ///
    /// # Errors
    /// The limit that is reached.
    #[inline]
    pub fn nodes_more(&mut self, nodes: u64, memory: impl FnOnce() -> u64) -> Result<(), Stop> {
        self.nodes += nodes;
        if self.nodes > self.next { self.ask(memory()) } else { Ok(()) }
    }

    #[cold]
    fn ask(&mut self, memory: u64) -> Result<(), Stop> {
        let now = Instant::now();
        let quick = now.saturating_duration_since(self.asked) < Self::OFTEN_ENOUGH;
        self.every = if quick { self.every * 2 } else { self.every / 2 }.clamp(Self::LEAST, Self::MOST);
        self.asked = now;
        self.next = (self.nodes + self.every).min(self.limits.nodes);
        self.limits.report(self.phase, self.nodes, None);
        self.account.set(memory);
        self.limits.spend_beside(self.nodes, memory, self.account.bytes())
    }
}

/// A count that several threads add to.
#[derive(Debug, Default)]
pub struct Tally(AtomicU64);

impl Tally {
    /// Adds and gives the new total.
    pub fn add(&self, amount: u64) -> u64 {
        self.0.fetch_add(amount, Ordering::Relaxed) + amount
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_counted_is_not_called_a_size() {
        let said = |needed| Stop::Memory { needed }.to_string();
        assert_eq!(said(3 << 29), "it needs about 1.5 GiB, more than the memory limit");
        assert_eq!(said(u64::MAX), "it needs more than 16 EiB, above the memory limit");
    }

    #[test]
    fn a_share_is_short_only_where_the_whole_has_room() {
        for (needed, refused, is_short) in
            [(0, false, false), (10, false, false), (11, true, true), (40, true, true), (41, true, false)]
        {
            let short = AtomicBool::new(false);
            let whole = Limits { memory: 40, ..Limits::default() };
            let part = Limits { memory: 10, share: Some(Share { whole: 40, short: &short }), ..whole };
            assert_eq!(part.afford(needed).is_err(), refused, "{needed}");
            assert_eq!(short.load(Ordering::Relaxed), is_short, "{needed}");
            // What is not marked is what the whole says.
            assert!(is_short || part.afford(needed) == whole.afford(needed), "{needed}");
            assert_eq!(part.spend(0, 0), if is_short { Err(Stop::Cancelled) } else { Ok(()) }, "{needed}");
        }
    }
}
