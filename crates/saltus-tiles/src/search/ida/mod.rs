//! IDA* for sliding tiles with pattern databases.
//!
//! R. E. Korf, *Depth-first iterative-deepening* (1985); Korf & Felner, *Disjoint pattern database
//! heuristics* (2002). This search reads one bit for each move and each view, which says whether the
//! move lowers the bound ([`table`](crate::bounds::patterns::table)); moves that complete a forbidden
//! word are left out ([`words`](crate::search::words)).
//!
//! A long iteration is cut into the subtrees below the walks of some length, which the threads take
//! in order. What is counted, and which play is found (the least in the order of directions), does
//! not depend on threads.

// One function of the recursion holds all of a step; left to itself the compiler calls parts of it.
#![allow(clippy::inline_always)]
// A loop over views runs through several arrays at once, and is unrolled.
#![allow(clippy::needless_range_loop)]

pub mod closed_set;
mod dive;
pub(crate) mod engine;
mod parallel;
pub mod schedule;
#[cfg(test)]
mod tests;
pub(crate) mod views;

use crate::evidence::Transcript;
use crate::search::words::Words;
use dive::{Gauge, Shared};
use engine::{Ida, Root};
use saltus_core::limits::Limits;
use saltus_core::search::Halted;
use views::PatternViews;

pub use saltus_core::record::Round as Iteration;

/// The input of a search in addition to the position.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The bounds.
    pub views: &'a PatternViews,
    /// The words that are left out.
    pub words: &'a Words,
    /// Plays of fewer moves are known not to exist.
    pub from: u32,
    /// The search ends after the iteration in which this many nodes have been expanded, and a better
    /// one begins.
    pub node_budget: u64,
    /// Only the subtree with the first number, from 1 on, and every N-th one after it, N being the second: then each
    /// iteration is divided at a depth that depends only on its threshold.
    pub part: Option<(usize, usize)>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// How it ended.
    pub end: End,
    /// Nodes expanded.
    pub expanded: u64,
    /// The last iteration that found no play, if there was one.
    pub transcript: Option<Transcript>,
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// With the least of all shortest plays: the vacancy's directions.
    Found(Vec<u8>),
    /// The node budget was spent; plays of fewer moves than this do not exist.
    BudgetSpent(u32),
    /// The tables contradict themselves or the rules: one of those that were read from a file is
    /// wrong.
    Contradicted,
}

/// Finds a shortest play, which must exist.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::ida::{End, Setting, schedule, solve};
///
/// let limits = Limits::default();
/// let views = schedule::tiers(2, 3, 5)[0].partition.views(2, 3, 5, &limits).unwrap();
/// let words = schedule::words(2, 3, 4);
/// let setting = Setting { views: &views, words: &words, from: 0, node_budget: u64::MAX, part: None };
/// // 4 5 0 / 1 2 3, the arrangement farthest from 1 2 3 / 4 5 0.
/// let searched = solve(&[3, 4, 5, 0, 1, 2], setting, &limits, &mut |_| ()).unwrap();
/// assert!(matches!(searched.end, End::Found(walk) if walk.len() == 21));
/// ```
///
/// # Errors
/// The limit that was reached; `lower` is the threshold of the iteration that it cut short.
pub fn solve(
    position: &[u8],
    setting: Setting<'_>,
    limits: &Limits<'_>,
    watch: &mut dyn FnMut(Iteration),
) -> Result<Searched, Halted> {
    let views = setting.views;
    let Some(root) = Root::new(views, position) else {
        return Ok(Searched { end: End::Contradicted, expanded: 0, transcript: None });
    };
    let shared = Shared::new(limits);
    match views.list.len() {
        1 => deepen::<1>(&root, &shared, setting, watch),
        2 => deepen::<2>(&root, &shared, setting, watch),
        _ => unreachable!("a search looks at one or two views"),
    }
}

/// Iteration after iteration.
fn deepen<'a, const VIEWS: usize>(
    root: &'a Root<'a>,
    shared: &'a Shared<'a>,
    setting: Setting<'a>,
    watch: &mut dyn FnMut(Iteration),
) -> Result<Searched, Halted> {
    let Setting { views, words, from, node_budget, part } = setting;
    let rows = (words.rows(), words.start(root.vacancy));
    // Each thread has an engine.
    let new = || Ida::<'a, VIEWS>::new(root, rows, Gauge::new(shared));
    let halted = |stop, lower| Halted { stop, lower, expanded: shared.expanded() };
    let mut engine = new();
    let bound = root.bounds.iter().copied().max().unwrap_or(0);
    // A play has the parity of the vacancy's way home, and so have all bounds.
    let mut threshold = bound.max(from + (from + bound) % 2);
    // What another search has left is long.
    let mut last = if threshold > bound { u64::MAX } else { 0 };
    let (mut transcript, mut expanded, mut depth) = (None, 0, 0);
    // No shortest play is longer: only a wrong table leads here.
    while threshold <= Ida::<'a, VIEWS>::MOST_MOVES {
        shared.limits.deepen(threshold).map_err(|stop| halted(stop, threshold))?;
        let cut = last > parallel::MOST_WHOLE || part.is_some();
        depth = if cut { parallel::depth(&mut engine, threshold, depth) } else { 0 };
        let outcome =
            parallel::iterate(&new, shared, threshold, (depth, part)).map_err(|stop| halted(stop, threshold))?;
        last = outcome.expanded;
        expanded += last;
        watch(Iteration { threshold, nodes: last, found: outcome.walk.is_some() });
        if let Some(walk) = outcome.walk {
            let right = views.leads_home(root.position, &walk);
            let end = if right { End::Found(walk) } else { End::Contradicted };
            return Ok(Searched { end, expanded, transcript });
        }
        let iteration = (words.longest(), threshold, depth);
        transcript = Some(Transcript::of(views.patterns(), iteration, outcome.above, &outcome.below));
        threshold += 2;
        if expanded >= node_budget {
            return Ok(Searched { end: End::BudgetSpent(threshold), expanded, transcript });
        }
        shared.spend().map_err(|stop| halted(stop, threshold))?;
    }
    Ok(Searched { end: End::Contradicted, expanded, transcript })
}
