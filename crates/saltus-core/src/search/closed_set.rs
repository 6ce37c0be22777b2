//! The set of states that no play shorter than a given length leaves: what proves a lower bound to
//! a checker.
//!
//! Optimality certificates of this kind: R. Dold, M. Helmert, J. Nordström, G. Röger, T. Schindler,
//! *Pseudo-Boolean Proof Logging for Optimal Classical Planning* (ICAPS 2025). This one lists the
//! states themselves: all that are reached with g + h < cost, breadth-first, so that g is least.
//! With a consistent bound the set is the same whatever search made it.

use super::Search;
use super::breadth_first::Growth;
use crate::limits::Limits;
use crate::puzzle::{Bound, Puzzle};

/// Every state with g + h below `cost`, with its g; without a cost every state that can be reached,
/// with g = 0.
///
/// There is no goal among them when every play has at least `cost` moves.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::{Puzzle, Zero}};
/// use saltus_core::search::closed_set;
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let set = closed_set::below(&puzzle, &Zero, Some(3), &Limits::default()).unwrap();
/// assert_eq!(set.len(), 5);
/// assert!(set.iter().all(|(state, g)| *g < 3 && !puzzle.is_goal(state))); // no play has 2 moves
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn below<P: Puzzle, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    cost: Option<u32>,
    limits: &Limits<'_>,
) -> Search<Vec<(P::State, u32)>> {
    let inside = |state: &P::State, g: u32| cost.is_none_or(|cost| g.saturating_add(bound.of(puzzle, state)) < cost);
    let (found, _) = Growth::new(puzzle, limits, Some(&inside), false).grow_to_goals()?;
    let mut distance = 0;
    let numbered = found.states.into_list().into_iter().zip(0u32..);
    Ok(numbered
        .map(|(state, id)| {
            while found.starts.get(distance + 1).is_some_and(|&start| start <= id) {
                distance += 1;
            }
            (state, if cost.is_some() { distance as u32 } else { 0 })
        })
        .collect())
}
