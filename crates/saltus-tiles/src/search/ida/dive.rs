//! The recursion that both engines share, and what it counts.
//!
//! It is as deep as the play is long, at most a few hundred small frames.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use crate::search::words::Transitions;
use saltus_core::limits::{Limits, Report, Stop};

/// What the threshold leaves for a position.
///
/// The lowest LANE bits count the moves that may still be made. Above, LANE bits for each view hold
/// its *room*: half of what the threshold leaves beyond moves made and bound. A move that lowers
/// the bound keeps the room, any other takes 1 of it; without room it is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget<const LANE: usize>(pub(super) u64);

impl<const LANE: usize> Budget<LANE> {
    const MASK: u64 = (1 << LANE) - 1;

    /// The budget of a position with these bounds, one for each view, none of them above the moves
    /// that are left.
    pub(super) fn new(moves: u32, bounds: impl IntoIterator<Item = u32>) -> Self {
        let rooms = bounds.into_iter().map(|bound| u64::from(moves - bound) / 2);
        let lanes = rooms.zip(1..).map(|(room, lane)| room << (LANE * lane));
        Budget(u64::from(moves) + lanes.sum::<u64>())
    }

    /// Whether no move is left.
    #[inline(always)]
    pub(super) fn is_spent(self) -> bool {
        self.0 & Self::MASK == 0
    }

    /// After a move which lowers the bounds of the views that `lower` says; none when one of them
    /// has no room.
    #[inline(always)]
    pub(super) fn after<const VIEWS: usize>(self, lower: [u64; VIEWS]) -> Option<Self> {
        let mut next = self.0 - 1;
        for (view, lower) in lower.into_iter().enumerate() {
            next += lower << (LANE * (view + 1));
        }
        for view in 0..VIEWS {
            if next >> (LANE * (view + 1)) & Self::MASK == 0 {
                return None;
            }
            next -= 1 << (LANE * (view + 1));
        }
        Some(Budget(next))
    }
}

/// A position of the search.
pub(super) type Node<'a, E> = (<E as Engine<'a>>::First, <E as Engine<'a>>::Second, <E as Engine<'a>>::Third);

/// Makes moves and takes them back.
pub(super) trait Engine<'a>: Sized {
    /// A position of the search comes in three parts of at most 16 bytes: these are passed in
    /// registers.
    type First: Copy;
    /// See [`Engine::First`].
    type Second: Copy;
    /// See [`Engine::First`].
    type Third: Copy;
    /// What a move overwrote.
    type Undo: Copy;
    /// The most moves of a threshold: what the budget has room for, and more than any shortest play
    /// has.
    const MOST_MOVES: u32;
    /// The rows of the automaton.
    type Transitions: Transitions;

    /// The start, with the rooms that the threshold leaves; none when it leaves none.
    fn root(&mut self, threshold: u32) -> Option<Node<'a, Self>>;

    /// What the automaton allows.
    fn row(&self, node: Node<'a, Self>) -> Self::Transitions;

    /// Moves the vacancy, unless the threshold forbids it. `state` is the automaton's next.
    fn step(&mut self, node: Node<'a, Self>, direction: usize, state: u32) -> Option<(Node<'a, Self>, Self::Undo)>;

    /// Takes a move back.
    fn back(&mut self, undo: Self::Undo);

    /// Whether no move is left. What is within the threshold then is the goal.
    fn is_spent(node: Node<'a, Self>) -> bool;

    /// What it counts.
    fn gauge(&mut self) -> &mut Gauge<'a>;
}

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
    /// It was stopped before its end.
    pub(super) halted: bool,
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
        self.halted |= !self.shared.may_go_on(rest, self.subtree) && !found;
        let walk = (found && !self.halted).then(|| self.walk.iter().rev().copied().collect());
        Dived { expanded: self.expanded, walk, halted: self.halted }
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
pub(super) fn dive<'a, E: Engine<'a>>(engine: &mut E, node: Node<'a, E>, subtree: usize) -> Dived {
    engine.gauge().begin(subtree);
    let over = E::is_spent(node) || descend(engine, node.0, node.1, node.2);
    let gauge = engine.gauge();
    let found = over && !gauge.halted;
    gauge.end(found)
}

/// True when a play was found or the search is to stop.
fn descend<'a, E: Engine<'a>>(engine: &mut E, first: E::First, second: E::Second, third: E::Third) -> bool {
    let gauge = engine.gauge();
    gauge.expanded += 1;
    if gauge.expanded >= gauge.next && gauge.pause() {
        return true;
    }
    let node = (first, second, third);
    let row = engine.row(node);
    visit::<E, 0>(engine, node, row)
        || visit::<E, 1>(engine, node, row)
        || visit::<E, 2>(engine, node, row)
        || visit::<E, 3>(engine, node, row)
}

/// The part of [`descend`] for one direction, so that each is compiled on its own.
#[inline(always)]
fn visit<'a, E: Engine<'a>, const DIRECTION: usize>(engine: &mut E, node: Node<'a, E>, row: E::Transitions) -> bool {
    let state = row.next(DIRECTION);
    if state == 0 {
        return false;
    }
    let Some((child, undo)) = engine.step(node, DIRECTION, state) else { return false };
    if E::is_spent(child) || descend(engine, child.0, child.1, child.2) {
        engine.gauge().walk.push(DIRECTION as u8);
        return true;
    }
    engine.back(undo);
    false
}
