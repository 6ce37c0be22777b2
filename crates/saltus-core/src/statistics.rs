//! What a search has done, in numbers: how many nodes, how often one again, by which bound.
//!
//! A search tells it once, when it ends, to who asked for it ([`Limits::statistics`](crate::limits::Limits::statistics)). Its
//! loops count in their own fields, so that nobody pays for what nobody asked for.

use std::sync::Mutex;
use std::time::Duration;

use crate::record::Round;
use crate::threads::locked;
#[cfg(feature = "trace")]
use crate::trace::Trace;

/// The numbers of a search, or of several that one answer took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated: one for each move of an expanded node, reversals that a search leaves out not counted.
    pub generated: u64,
    /// Nodes generated of which the state was known. A search that keeps no states knows none.
    pub duplicates: u64,
    /// Nodes expanded of which the state had been expanded before, as far as the search knows: a search that deepens counts
    /// its earlier rounds.
    pub reexpanded: u64,
    /// The lower bound of the start, where there is a bound.
    pub bound: Option<u32>,
    /// The rounds that ended, in their order.
    pub iterations: Vec<Round>,
    /// The most bytes that tables of the search held at once, what the bound reads not counted.
    pub bytes: u64,
    /// How long it took to make what the bound reads.
    pub tables: Duration,
    /// Whether a generic search that was selected by name answered, and no solver of a family.
    pub is_generic: bool,
}

impl Statistics {
    /// Adds what another search did for the same answer.
    fn add(&mut self, other: Statistics) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.duplicates += other.duplicates;
        self.reexpanded += other.reexpanded;
        self.bound = self.bound.max(other.bound);
        self.iterations.extend(other.iterations);
        self.bytes = self.bytes.max(other.bytes);
        self.tables += other.tables;
        self.is_generic |= other.is_generic;
    }
}

/// Where searches tell their statistics.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero, search::ida_star, statistics::Gathered};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let gathered = Gathered::default();
/// let limits = Limits { statistics: Some(&gathered), ..Limits::default() };
/// let found = ida_star::solve(&puzzle, &Zero, &limits).unwrap();
/// let statistics = gathered.take().unwrap();
/// assert_eq!(statistics.expanded, found.expanded);
/// assert_eq!(statistics.iterations.iter().map(|round| round.threshold).collect::<Vec<_>>(), [0, 1, 2, 3]);
/// assert!(gathered.take().is_none()); // nobody has told anything since
/// ```
#[derive(Debug, Default)]
pub struct Gathered {
    statistics: Mutex<Option<Statistics>>,
    #[cfg(feature = "trace")]
    trace: Option<Trace>,
}

impl Gathered {
    /// One that is told each node of a search, too.
    #[cfg(feature = "trace")]
    pub fn traced(trace: Trace) -> Self {
        Gathered { trace: Some(trace), ..Gathered::default() }
    }

    /// What is told each node, if something is.
    #[cfg(feature = "trace")]
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }

    /// Adds what a search did.
    pub fn add(&self, statistics: Statistics) {
        locked(&self.statistics).get_or_insert_default().add(statistics);
    }

    /// Everything reported since the last call; none if no search has reported anything.
    pub fn take(&self) -> Option<Statistics> {
        locked(&self.statistics).take()
    }
}
