//! What a search expanded, node by node, to look at: how deep it went, and how much a bound cut off.
//!
//! Every node is counted, by its depth and the length that it promises. Nodes themselves are kept as far as there is room: when
//! it is used up, every second one goes, and from then on half as many come. So those kept are spread over the whole search.

use std::collections::BTreeMap;
use std::sync::Mutex;

use crate::threads::locked;

/// A node that a search expands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expanded {
    /// Moves up to it, from the end at which the search began.
    pub depth: u32,
    /// A lower bound on the moves from it to the other end; 0 if the search has none.
    pub least: u32,
    /// Nodes generated before it.
    pub generated: u64,
    /// Whether the search came to it from a goal.
    pub from_goal: bool,
}

/// What nodes are counted by: whether they are reached from a goal, their depth, and the least length of a play through them.
pub type Place = (bool, u32, u32);

/// The trace of one search.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// Nodes expanded.
    pub expanded: u64,
    /// One of so many is in `nodes`: a power of two.
    pub every: u64,
    /// Nodes with their numbers, from 0, in the order in which they were expanded.
    pub nodes: Vec<(u64, Expanded)>,
    /// How many nodes were expanded at each place.
    pub counts: BTreeMap<Place, u64>,
}

/// Where a search that is selected by name tells each node that it expands
/// ([`Gathered::traced`](crate::statistics::Gathered::traced)).
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero, search::ida_star};
/// use saltus_core::{statistics::Gathered, trace::Trace};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let gathered = Gathered::traced(Trace::new(5));
/// let limits = Limits { statistics: Some(&gathered), ..Limits::default() };
/// let found = ida_star::solve(&puzzle, &Zero, &limits).unwrap();
/// let traced = gathered.trace().unwrap().take();
/// assert_eq!((traced.expanded, traced.counts.values().sum()), (found.expanded, found.expanded));
/// assert!(traced.nodes.len() <= 5 && traced.nodes[0].1.depth == 0);
/// ```
#[derive(Debug)]
pub struct Trace {
    most: usize,
    traced: Mutex<Traced>,
}

impl Trace {
    /// A trace that keeps at most so many nodes, and at least two.
    pub fn new(most: usize) -> Self {
        Trace { most: most.max(2), traced: Mutex::new(Traced { every: 1, ..Traced::default() }) }
    }

    /// Takes note of a node.
    pub fn add(&self, node: Expanded) {
        let mut traced = locked(&self.traced);
        let number = traced.expanded;
        traced.expanded += 1;
        *traced.counts.entry((node.from_goal, node.depth, node.depth.saturating_add(node.least))).or_default() += 1;
        if !number.is_multiple_of(traced.every) {
            return;
        }
        if traced.nodes.len() == self.most {
            let every = 2 * traced.every;
            traced.every = every;
            traced.nodes.retain(|(number, _)| number.is_multiple_of(every));
        }
        if number.is_multiple_of(traced.every) {
            traced.nodes.push((number, node));
        }
    }

    /// What was told since the last call.
    pub fn take(&self) -> Traced {
        std::mem::replace(&mut *locked(&self.traced), Traced { every: 1, ..Traced::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_that_are_kept_are_spread_over_the_search() {
        let trace = Trace::new(10);
        for number in 0..1_000 {
            trace.add(Expanded { depth: number / 100, least: 1, generated: 2 * u64::from(number), from_goal: false });
        }
        let Traced { expanded, every, nodes, counts } = trace.take();
        assert_eq!((expanded, every), (1_000, 128));
        assert_eq!(
            nodes.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
            (0..8).map(|k| 128 * k).collect::<Vec<_>>()
        );
        assert_eq!(counts, (0..10).map(|depth| ((false, depth, depth + 1), 100)).collect());
        assert_eq!(trace.take().expanded, 0);
    }
}
