//! Weighted A*: finds a play soon, whose length is within a given factor of the shortest.
//!
//! I. Pohl, *First results on the effect of error in heuristic search*, Machine Intelligence 5, 1970; and *Heuristic search
//! viewed as path finding in a graph*, Artificial Intelligence 1, 1970. Of the states that wait the one with the least g + w h is
//! expanded, w >= 1. This search expands a state again when it finds a better play to it: so on every shortest play a state waits
//! to which the best play is known, and the least g + h of those that wait is a lower bound. The play found has at most w times
//! as many moves. Weights are in hundredths.

use super::a_star::{Entry, OpenList};
use super::reached::Reached;
use super::{Quick, Search};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Bound, Puzzle};

/// Finds a play of at most `percent` / 100 times as many moves as a shortest one, and what no play is shorter than.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::weighted_a_star};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let found = weighted_a_star::solve(&puzzle, &Chain, 200, &Limits::default()).unwrap();
/// let length = found.plan.unwrap().len() as u32;
/// assert!(found.lower <= 15 && 15 <= length && length <= 30);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    percent: u32,
    limits: &Limits<'_>,
) -> Search<Quick<P::Move>> {
    let mut reached = Reached::new(puzzle, bound, limits, "weighted A*");
    let mut open = OpenList::default();
    let found = search(&mut reached, &mut open, percent.max(100));
    limits.tell(|| reached.statistics(open.bytes()));
    reached.quick(found)
}

/// The goal to which a play was found.
fn search<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    reached: &mut Reached<'_, P, B>,
    open: &mut OpenList,
    percent: u32,
) -> Result<Option<u32>, Stop> {
    let key = |g: u32, h: u32| g.saturating_mul(100).saturating_add(h.saturating_mul(percent));
    reached.plant()?;
    loop {
        for &id in &reached.fresh {
            let node = &reached.nodes[id as usize];
            open.push(Entry { f: key(node.g, node.h), h: node.h, id });
        }
        let is_due = |entry: &Entry| {
            let node = &reached.nodes[entry.id as usize];
            node.is_open && key(node.g, node.h) == entry.f
        };
        let Some(Entry { id, .. }) = std::iter::from_fn(|| open.pop()).find(is_due) else { return Ok(None) };
        if reached.is_goal(id) {
            return Ok(Some(id));
        }
        reached.expand(id, u32::MAX, open.bytes())?;
    }
}
