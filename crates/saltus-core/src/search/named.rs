//! The generic searches by name: what each is, who published it, and what it needs of a puzzle.
//!
//! `solve --solver`, `compare --search` and `explain --search` read this list, and so does docs/searches.md. Each search is
//! compiled here once, for [erased](super::erased) puzzles.

use std::fmt::{self, Display};

use super::erased::{Abilities, Erased, Reversible, Rules, Step, ToGoal, Traceable};
use super::{Found, Search, a_star, bidirectional, breadth_first, ida_star};
use crate::limits::{Limits, Setting};

/// What a search needs of a puzzle beside its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A bound; every puzzle has the one that knows nothing.
    Bound,
    /// A bound on the moves from the start, beside the one on those to the goal.
    BoundFromStart,
    /// [`Undo`](crate::puzzle::Undo)
    Undo,
    /// [`Backward`](crate::puzzle::Backward)
    Backward,
    /// That every move costs 1.
    UnitCosts,
}

impl Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Bound => "a bound",
            Need::BoundFromStart => "a bound on the moves from the start",
            Need::Undo => "moves that can be taken back",
            Need::Backward => "goals that can be listed, and play that can be traced back from them",
            Need::UnitCosts => "moves that all cost 1",
        })
    }
}

/// What a search found.
pub struct Answer {
    /// A play; none where there is none.
    pub plan: Option<Vec<Step>>,
    /// What no play is shorter than, where this one need not be a shortest.
    pub lower: Option<u32>,
    /// Nodes expanded.
    pub expanded: u64,
}

impl From<Found<Step>> for Answer {
    fn from(Found { plan, expanded }: Found<Step>) -> Self {
        Answer { plan, lower: None, expanded }
    }
}

/// The search itself, by what it asks of a puzzle.
enum By {
    Rules(for<'a> fn(&Erased<'a, dyn Rules + 'a>, &Limits<'_>) -> Search<Answer>),
    Undo(for<'a> fn(&Erased<'a, dyn Reversible + 'a>, &Limits<'_>) -> Search<Answer>),
    Backward(for<'a> fn(&Erased<'a, dyn Traceable + 'a>, &Limits<'_>) -> Search<Answer>),
}

/// A search of the list.
pub struct Named {
    /// Its name, for flags and records.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub says: &'static str,
    /// Who published it: authors, title, year.
    pub source: &'static str,
    /// What it needs of a puzzle.
    pub needs: &'static [Need],
    /// Its settings, which it finds in [`Limits::setting`].
    pub settings: &'static [Setting],
    by: By,
}

impl Named {
    /// Searches.
    ///
    /// # Errors
    /// What the search needs and the puzzle does not have.
    pub fn run(&self, puzzle: &Abilities<'_>, limits: &Limits<'_>) -> Result<Search<Answer>, Need> {
        if self.needs.contains(&Need::UnitCosts) && puzzle.rules().has_free_moves() {
            return Err(Need::UnitCosts);
        }
        let goes_back = puzzle.traceable();
        if self.needs.contains(&Need::BoundFromStart) && goes_back.is_some_and(|puzzle| !puzzle.knows_start()) {
            return Err(Need::BoundFromStart);
        }
        Ok(match self.by {
            By::Rules(run) => run(&Erased(puzzle.rules()), limits),
            By::Undo(run) => run(&Erased(puzzle.reversible().ok_or(Need::Undo)?), limits),
            By::Backward(run) => run(&Erased(goes_back.ok_or(Need::Backward)?), limits),
        })
    }
}

/// The search of a name.
///
/// ```
/// use saltus_core::search::named::{LIST, named};
///
/// assert!(named("a-star").unwrap().source.contains("Nilsson"));
/// assert!(named("a-square").is_none());
/// assert!(LIST.iter().all(|search| named(search.name).is_some_and(|same| same.says == search.says)));
/// ```
pub fn named(name: &str) -> Option<&'static Named> {
    LIST.iter().find(|search| search.name == name)
}

/// All of them, the plain ones first.
pub const LIST: &[Named] = &[
    Named {
        name: "breadth-first",
        says: "Expands all positions at each distance before any that is farther, and keeps all of them.",
        source: "E. F. Moore, The shortest path through a maze, 1959; where moves cost nothing, in the order of E. W. Dijkstra, 1959",
        needs: &[],
        settings: &[],
        by: By::Rules(|puzzle, limits| breadth_first::solve(puzzle, limits).map(Into::into)),
    },
    Named {
        name: "bidirectional",
        says: "Breadth-first from the start and from the goals, a layer at a time on the narrower side, until the two meet.",
        source: "I. Pohl, Bi-directional search, Machine Intelligence 6, 1971",
        needs: &[Need::Backward, Need::UnitCosts],
        settings: &[],
        by: By::Backward(|puzzle, limits| bidirectional::solve(puzzle, limits).map(Into::into)),
    },
    Named {
        name: "a-star",
        says: "Expands first the position through which a play could be shortest, and keeps all positions.",
        source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
        needs: &[Need::Bound, Need::UnitCosts],
        settings: &[],
        by: By::Rules(|puzzle, limits| a_star::solve(puzzle, &ToGoal, limits).map(Into::into)),
    },
    Named {
        name: "ida-star",
        says: "Depth-first under a length that rises to the least that was cut off; keeps only the line that it is on.",
        source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985",
        needs: &[Need::Bound, Need::Undo, Need::UnitCosts],
        settings: &[],
        by: By::Undo(|puzzle, limits| ida_star::solve(puzzle, &ToGoal, limits).map(Into::into)),
    },
];
