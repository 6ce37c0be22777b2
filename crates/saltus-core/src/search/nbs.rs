//! NBS, near-optimal bidirectional search: expands both states of a necessary pair.
//!
//! J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, *Front-to-end bidirectional heuristic search with near-optimal node
//! expansions*, IJCAI 2017. Of the pairs with the least bound (`fronts`) it takes one with the least g on each
//! side, and expands both. The pairs taken have no state in common, so before the length is reached it expands at most twice as
//! many states as any search must that proves the length with these bounds. With consistent bounds no state is expanded twice.

use super::bidirectional::SearchDirection;
use super::fronts::Fronts;
use super::{Found, Search};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Backward, Bound};

/// Finds a shortest plan, by a bound on the moves to the goal and one on those from the start, both consistent.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero, search::nbs};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let found = nbs::solve(&puzzle, &Chain, &Zero, &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 15);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Backward + ?Sized, T: Bound<P> + ?Sized, F: Bound<P> + ?Sized>(
    puzzle: &P,
    to_goal: &T,
    from_start: &F,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    Fronts::solve(puzzle, (to_goal, from_start), limits, "NBS", pair)
}

fn pair<P: Backward + ?Sized, T: Bound<P> + ?Sized, F: Bound<P> + ?Sized>(
    fronts: &mut Fronts<'_, P, T, F>,
) -> Result<bool, Stop> {
    let (Some(near_g), Some(far_g)) = (fronts.near.least_g(), fronts.far.least_g()) else { return Ok(false) };
    if near_g + far_g + 1 > fronts.lower {
        return Ok(false);
    }
    let (near, far) = (fronts.near.next(near_g), fronts.far.next(far_g));
    let (near, far) = (near.expect("one is counted"), far.expect("one is counted"));
    fronts.expand(SearchDirection::Forwards, near)?;
    fronts.expand(SearchDirection::Backwards, far)?;
    Ok(true)
}
