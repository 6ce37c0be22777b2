//! Iterations, alone or shared out among threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::dive::{Dived, Shared, dive};
use super::engine::{Ida, Node};
use saltus_core::limits::Stop;
use saltus_core::threads;

/// After an iteration of more nodes than this the next is cut into subtrees.
pub(super) const MOST_WHOLE: u64 = 1 << 19;

/// A limit of this many nodes is no limit: no search gets so far.
const MOST_COUNTED: u64 = u64::MAX / 2;

/// How many subtrees are wanted at least.
const SUBTREES: usize = 4000;

/// An iteration cut at a number of moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Subtrees {
    /// Nodes with fewer moves.
    pub(super) above: u64,
    /// The walks of a fixed number of moves within the threshold, in lexicographic order.
    pub(super) walks: Vec<Vec<u8>>,
    /// For each walk, how many of the nodes above come before it.
    pub(super) before: Vec<u64>,
}

/// What an iteration came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PartOutcome {
    /// Nodes that one thread alone would have expanded.
    pub(super) expanded: u64,
    /// The least walk to the goal.
    pub(super) walk: Option<Vec<u8>>,
    /// The nodes above the cut.
    pub(super) above: u64,
    /// The nodes of each subtree.
    pub(super) below: Vec<u64>,
}

impl Subtrees {
    /// Keeps the walk of this number, from 1 on, and every one after it by `step`.
    fn keep(&mut self, first: usize, step: usize) {
        let mut kept = 0;
        for from in (first - 1..self.walks.len()).step_by(step) {
            self.walks.swap(kept, from);
            self.before.swap(kept, from);
            kept += 1;
        }
        self.walks.truncate(kept);
        self.before.truncate(kept);
    }
}

/// The walks of `depth` moves within the threshold.
pub(super) fn cut<const VIEWS: usize>(engine: &mut Ida<'_, VIEWS>, threshold: u32, depth: usize) -> Subtrees {
    let mut subtrees = Subtrees::default();
    if let Some(root) = engine.root(threshold) {
        extend(engine, root, depth, &mut Vec::new(), &mut subtrees);
    }
    subtrees
}

fn extend<const VIEWS: usize>(
    engine: &mut Ida<'_, VIEWS>,
    node: Node,
    depth: usize,
    walk: &mut Vec<u8>,
    subtrees: &mut Subtrees,
) {
    if walk.len() == depth {
        subtrees.before.push(subtrees.above);
        subtrees.walks.push(walk.clone());
        return;
    }
    subtrees.above += 1;
    let row = engine.row(&node);
    let looks = engine.first_looks(&node, row);
    for direction in 0..4 {
        let state = row[direction];
        if state == 0 {
            continue;
        }
        let Some((child, undo)) = engine.step(&node, direction, state, looks[direction]) else { continue };
        walk.push(direction as u8);
        extend(engine, child, depth, walk, subtrees);
        walk.pop();
        engine.back(undo);
    }
}

/// The least depth from `first` on that gives enough subtrees. What was enough for a lower threshold is
/// enough.
pub(super) fn depth<const VIEWS: usize>(engine: &mut Ida<'_, VIEWS>, threshold: u32, first: usize) -> usize {
    let mut last = first;
    for depth in first.max(1)..threshold as usize {
        let walks = cut(engine, threshold, depth).walks.len();
        if walks >= SUBTREES || walks == 0 {
            return if walks == 0 { last } else { depth };
        }
        last = depth;
    }
    last
}

/// One iteration, cut into the subtrees below the walks of `depth` moves, or a part of these. `engine`
/// makes an engine for each thread.
///
/// # Errors
/// The limit that was reached.
pub(super) fn iterate<'a, const VIEWS: usize>(
    engine: &(impl Fn() -> Ida<'a, VIEWS> + Sync),
    shared: &Shared<'a>,
    threshold: u32,
    (depth, part): (usize, Option<(usize, usize)>),
) -> Result<PartOutcome, Stop> {
    shared.begin(threshold);
    let mut subtrees = cut(&mut engine(), threshold, depth);
    if let Some((first, step)) = part {
        subtrees.keep(first, step);
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![None; subtrees.walks.len()]);
    let worker = |_| {
        let mut engine = engine();
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= subtrees.walks.len() || !shared.wants(number) {
                return;
            }
            let node = replay(&mut engine, threshold, &subtrees.walks[number]);
            let dived = dive(&mut engine, node, number);
            if dived.walk.is_some() {
                shared.found(number);
            }
            results.lock().expect("no panic")[number] = Some(dived);
        }
    };
    // Several threads also expand nodes that come after the play that is found; which ones, and so
    // where a limit would stop them, is chance.
    let is_counted = shared.limits.nodes < MOST_COUNTED;
    let threads = if is_counted { 1 } else { shared.limits.threads.min(subtrees.walks.len()) };
    threads::run(threads, &worker);
    match shared.stop() {
        Some(stop) => Err(stop),
        None => Ok(sum(&subtrees, &results.into_inner().expect("no panic"), shared.take_best())),
    }
}

/// Makes the moves of a walk from the start.
fn replay<const VIEWS: usize>(engine: &mut Ida<'_, VIEWS>, threshold: u32, walk: &[u8]) -> Node {
    let mut node = engine.root(threshold).expect("the start was within the threshold before");
    for &direction in walk {
        let (row, direction) = (engine.row(&node), usize::from(direction));
        let look = engine.first_looks(&node, row)[direction];
        let step = engine.step(&node, direction, row[direction], look);
        node = step.expect("the walk was within the threshold before").0;
    }
    node
}

/// What one thread alone would have found.
fn sum(subtrees: &Subtrees, results: &[Option<Dived>], best: usize) -> PartOutcome {
    let last = results.len().min(best.saturating_add(1));
    let dived = || results[..last].iter().map(|dived| dived.as_ref().expect("subtrees up to the best are finished"));
    let below: Vec<u64> = dived().map(|dived| dived.expanded).collect();
    let walk = results.get(best).map(|_| {
        let end = results[best].as_ref().and_then(|dived| dived.walk.clone()).expect("the best has a walk");
        [&subtrees.walks[best][..], &end].concat()
    });
    let above = subtrees.before.get(best).copied().unwrap_or(subtrees.above);
    PartOutcome { expanded: above + below.iter().sum::<u64>(), walk, above, below }
}
