//! Breadth-first heuristic search: breadth-first within the length of a known play, with three layers in memory.
//!
//! R. Zhou, E. A. Hansen, *Breadth-first heuristic search*, Artificial Intelligence 170, 2006; `layered` explains how layers and plays
//! are kept. The length limit is given, or is that of a play that a beam finds; if the
//! beam finds none, the search starts with the bound of the start and continues as [`breadth_first_ida_star`].

use super::layered::{Layered, Swept};
use super::{Found, Halted, Search, breadth_first_ida_star};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Bound, Puzzle};

/// What a search goes under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Upper {
    /// A number of moves.
    Moves(u32),
    /// The length of a play that a beam of this width finds.
    Beam(u32),
}

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::{Limits, Stop}, notation::Instance};
/// use saltus_core::search::breadth_first_heuristic::{self, Upper};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let solve = |upper| breadth_first_heuristic::solve(&puzzle, &Chain, upper, &Limits::default());
/// assert_eq!(solve(Upper::Beam(10)).unwrap().plan.unwrap().len(), 15);
/// assert_eq!(solve(Upper::Moves(14)).unwrap_err().stop, Stop::Length);
/// ```
///
/// # Errors
/// The limit that was reached; [`Stop::Length`] where every play has more moves than were given.
pub fn solve<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    upper: Upper,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    let mut layered = Layered::new(puzzle, bound, limits, "breadth-first heuristic search");
    let found = search(&mut layered, upper);
    limits.tell(|| layered.statistics());
    found
}

fn search<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    layered: &mut Layered<'_, P, B>,
    upper: Upper,
) -> Search<Found<P::Move>> {
    let upper = match upper {
        Upper::Moves(moves) => Some(moves),
        Upper::Beam(_) if layered.root == u32::MAX => return Ok(Found { plan: None, expanded: 0 }),
        Upper::Beam(width) => layered.beam(width.max(1) as usize)?,
    };
    let Some(upper) = upper else { return breadth_first_ida_star::deepen(layered) };
    match layered.within(upper)? {
        Swept::Plan(plan) => Ok(Found { plan: Some(plan), expanded: layered.expanded() }),
        Swept::AtLeast(u32::MAX) => Ok(Found { plan: None, expanded: layered.expanded() }),
        Swept::AtLeast(lower) => Err(Halted { stop: Stop::Length, lower, expanded: layered.expanded() }),
    }
}
