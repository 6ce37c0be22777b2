//! Breadth-first IDA*: breadth-first heuristic search with a length limit that rises to the least value that was cut off.
//!
//! R. Zhou, E. A. Hansen, *Breadth-first heuristic search*, Artificial Intelligence 170, 2006; `layered` explains how layers and plays
//! are kept. It expands a state at most once in a round, where IDA* expands it once for each way to
//! it, and keeps three layers, where A* keeps all.

use super::layered::{Layered, Swept};
use super::{Found, Search};
use crate::limits::Limits;
use crate::puzzle::{Bound, Puzzle};

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::breadth_first_ida_star};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let found = breadth_first_ida_star::solve(&puzzle, &Chain, &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 15);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    let mut layered = Layered::new(puzzle, bound, limits, "breadth-first IDA*");
    let found = deepen(&mut layered);
    limits.tell(|| layered.statistics());
    found
}

/// Rounds until a play is found, or there is nothing left to cut off.
pub(super) fn deepen<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    layered: &mut Layered<'_, P, B>,
) -> Search<Found<P::Move>> {
    while layered.lower < u32::MAX {
        if let Swept::Plan(plan) = layered.within(layered.lower)? {
            return Ok(Found { plan: Some(plan), expanded: layered.expanded() });
        }
    }
    Ok(Found { plan: None, expanded: layered.expanded() })
}
