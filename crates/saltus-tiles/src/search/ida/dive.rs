//! The recursion, and what it counts.
//!
//! It is as deep as the play is long, at most a few hundred small frames.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::engine::{Ida, Node};
use crate::bounds::patterns::table::PatternState;
use saltus_core::limits::{Limits, Report, Stop};

/// What all threads of a search share.
pub(super) struct Shared<'a> {
    pub(super) limits: &'a Limits<'a>,
    /// The most moves of a play that is looked for, to tell.
    threshold: AtomicU32,
    expanded: AtomicU64,
    /// The least number of a subtree with a play.
    best: AtomicUsize,
    stopped: AtomicBool,
    stop: Mutex<Option<Stop>>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(limits: &'a Limits<'a>) -> Self {
        Shared {
            limits,
            threshold: AtomicU32::new(0),
            expanded: AtomicU64::new(0),
            best: AtomicUsize::new(usize::MAX),
            stopped: AtomicBool::new(false),
            stop: Mutex::new(None),
        }
    }

    /// A new iteration begins.
    pub(super) fn begin(&self, threshold: u32) {
        self.threshold.store(threshold, Relaxed);
    }

    /// Nodes that the threads have reported.
    pub(super) fn expanded(&self) -> u64 {
        self.expanded.load(Relaxed)
    }

    /// Why the search was stopped.
    pub(super) fn stop(&self) -> Option<Stop> {
        *self.stop.lock().expect("no panic")
    }

    /// Whether a subtree is still to be searched.
    pub(super) fn wants(&self, subtree: usize) -> bool {
        !self.stopped.load(Relaxed) && subtree <= self.best.load(Relaxed)
    }

    /// A subtree has a play.
    pub(super) fn found(&self, subtree: usize) {
        self.best.fetch_min(subtree, Relaxed);
    }

    /// The first subtree with a play, for one iteration.
    pub(super) fn take_best(&self) -> usize {
        self.best.swap(usize::MAX, Relaxed)
    }

    /// Asks the limits.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn spend(&self) -> Result<(), Stop> {
        self.limits.spend(self.expanded(), 0)
    }

    /// Adds nodes, reports them, and asks whether to go on with a subtree.
    fn may_go_on(&self, nodes: u64, subtree: usize) -> bool {
        let expanded = self.expanded.fetch_add(nodes, Relaxed) + nodes;
        if let Some(progress) = self.limits.progress {
            let phase = format!("plays of at most {} moves", self.threshold.load(Relaxed));
            progress.report(&Report { phase: &phase, done: expanded, total: None });
        }
        if let Err(stop) = self.limits.spend(expanded, 0) {
            *self.stop.lock().expect("no panic") = Some(stop);
            self.stopped.store(true, Relaxed);
        }
        self.wants(subtree)
    }
}

/// Counts the nodes of one subtree.
pub(super) struct Gauge<'a> {
    shared: &'a Shared<'a>,
    subtree: usize,
    expanded: u64,
    /// Nodes already reported.
    told: u64,
    next: u64,
    /// The walk of a play that was found, last move first.
    walk: Vec<u8>,
    halted: bool,
}

/// How a dive ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dived {
    /// Nodes expanded.
    pub(super) expanded: u64,
    /// The walk to the goal from where it began.
    pub(super) walk: Option<Vec<u8>>,
}

impl<'a> Gauge<'a> {
    /// Nodes from one question to the next.
    const PAUSE: u64 = 1 << 16;

    pub(super) fn new(shared: &'a Shared<'a>) -> Self {
        Gauge { shared, subtree: 0, expanded: 0, told: 0, next: 0, walk: Vec::new(), halted: false }
    }

    fn begin(&mut self, subtree: usize) {
        self.subtree = subtree;
        self.walk.clear();
        self.halted = false;
        self.expanded = 0;
        self.told = 0;
        self.next = Self::PAUSE.min(self.shared.limits.nodes.saturating_add(1));
    }

    fn end(&mut self, found: bool) -> Dived {
        let rest = self.expanded - self.told;
        self.shared.may_go_on(rest, self.subtree);
        Dived { expanded: self.expanded, walk: found.then(|| self.walk.iter().rev().copied().collect()) }
    }

    #[cold]
    fn pause(&mut self) -> bool {
        let nodes = self.expanded - self.told;
        self.told = self.expanded;
        self.next += Self::PAUSE;
        self.halted = !self.shared.may_go_on(nodes, self.subtree);
        self.halted
    }
}

/// Searches the subtree below a node for a play that spends all moves.
pub(super) fn dive<const VIEWS: usize>(engine: &mut Ida<'_, VIEWS>, node: Node, subtree: usize) -> Dived {
    engine.gauge.begin(subtree);
    let over = node.budget.is_spent() || descend(engine, node);
    let found = over && !engine.gauge.halted;
    engine.gauge.end(found)
}

/// True when a play was found or the search is to stop.
fn descend<const VIEWS: usize>(engine: &mut Ida<'_, VIEWS>, node: Node) -> bool {
    let gauge = &mut engine.gauge;
    gauge.expanded += 1;
    if gauge.expanded >= gauge.next && gauge.pause() {
        return true;
    }
    let row = engine.row(&node);
    let looks = engine.first_looks(&node, row);
    visit::<VIEWS, 0>(engine, &node, row, looks[0])
        || visit::<VIEWS, 1>(engine, &node, row, looks[1])
        || visit::<VIEWS, 2>(engine, &node, row, looks[2])
        || visit::<VIEWS, 3>(engine, &node, row, looks[3])
}

/// The part of [`descend`] for one direction, so that each is compiled on its own.
#[inline(always)]
fn visit<const VIEWS: usize, const DIRECTION: usize>(
    engine: &mut Ida<'_, VIEWS>,
    node: &Node,
    row: [u32; 4],
    look: (PatternState, u64),
) -> bool {
    let state = row[DIRECTION];
    if state == 0 {
        return false;
    }
    let Some((child, undo)) = engine.step(node, DIRECTION, state, look) else { return false };
    if child.budget.is_spent() || descend(engine, child) {
        engine.gauge.walk.push(DIRECTION as u8);
        return true;
    }
    engine.back(undo);
    false
}
