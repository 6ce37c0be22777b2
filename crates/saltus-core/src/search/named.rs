//! The generic searches by name: what each is, who published it, and what it needs from a puzzle.
//!
//! `solve --solver`, `compare --search` and `explain --search` read this list, and so does docs/searches.md. Each search is
//! compiled here once, for [erased](super::erased) puzzles.

use std::fmt::{self, Display};

use super::breadth_first_heuristic::{self, Upper};
use super::erased::{Abilities, FromStart, Reversible, Rules, Step, ToGoal, Traceable};
use super::{
    Quick, Search, a_star, bidirectional, breadth_first, breadth_first_ida_star, dvcbs, focal, ida_star, nbs,
    partial_expansion, weighted_a_star,
};
use crate::limits::Limits;

/// A setting of a solver: `--solver NAME:SETTING=VALUE,..`.
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// The words that it takes, the default first; none: a number.
    pub words: &'static [&'static str],
}

impl Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = if self.words.is_empty() { "NUMBER".to_owned() } else { self.words.join("|") };
        write!(f, "{}={values}", self.name)
    }
}

/// What a search needs from a puzzle in addition to its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A bound; every puzzle has the one that knows nothing.
    Bound,
    /// A bound on the moves from the start, in addition to the one on those to the goal.
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
pub type Answer = Quick<Step>;

/// The search itself, by what it asks of a puzzle.
enum Needing {
    Rules(for<'a> fn(&(dyn Rules + 'a), &Limits<'_>) -> Search<Answer>),
    Undo(for<'a> fn(&(dyn Reversible + 'a), &Limits<'_>) -> Search<Answer>),
    Backward(for<'a> fn(&(dyn Traceable + 'a), &Limits<'_>) -> Search<Answer>),
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
    by: Needing,
}

impl Named {
    /// Searches.
    ///
    /// ```
    /// use saltus_core::{limits::Limits, notation::Instance, puzzle::Zero};
    /// use saltus_core::search::{erased::{Abilities, Typed}, named::{Need, named}};
    /// use saltus_shifting::shift;
    ///
    /// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
    /// let typed = || Box::new(Typed::new(&puzzle, Box::new(Zero), None));
    /// let (search, limits) = (named("bidirectional").unwrap(), Limits::default());
    /// assert!(matches!(search.run(&Abilities::Forwards(typed()), &limits), Err(Need::Backward)));
    /// let answer = search.run(&Abilities::Traceable(typed()), &limits).unwrap().unwrap();
    /// assert_eq!(answer.plan.unwrap().len(), 8);
    /// ```
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
            Needing::Rules(run) => run(puzzle.rules(), limits),
            Needing::Undo(run) => run(puzzle.reversible().ok_or(Need::Undo)?, limits),
            Needing::Backward(run) => run(goes_back.ok_or(Need::Backward)?, limits),
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

/// Whether this build has what only a name asks for: these searches, bounds for them, and solvers of families. That is the feature `by-name`; who only wants
/// an answer does not wait for their compilation.
pub const IS_BUILT: bool = cfg!(feature = "by-name");

/// Whether it has the bounds, and the two searches that show what a bound is worth. That is the feature `trace`: a page takes no names of searches.
pub const HAS_BOUNDS: bool = cfg!(feature = "trace");

/// Other names that searches go by, in lower case, and the names that they have here. Where a name has two, the second is for who lacks the first.
pub const OTHER_NAMES: &[(&str, &str)] = if IS_BUILT { ALL_NAMES } else { &[] };

const ALL_NAMES: &[(&str, &str)] = &[
    ("a*", "a-star"),
    ("a*-epsilon", "focal"),
    ("bds", "bidirectional"),
    ("bfhs", "breadth-first-heuristic"),
    ("bfs", "breadth-first"),
    ("bfida*", "breadth-first-ida-star"),
    ("bibfs", "bidirectional"),
    ("dfs", "depth-first"),
    ("dfs", "ida-star"),
    ("dijkstra", "breadth-first"),
    ("ida", "ida-star"),
    ("ida*", "ida-star"),
    ("iddfs", "ida-star"),
    ("idastar", "ida-star"),
    ("pea*", "partial-expansion-a-star"),
    ("ucs", "breadth-first"),
    ("wa*", "weighted-a-star"),
];

/// A setting that is a number.
const fn number(name: &'static str) -> Setting {
    Setting { name, words: &[] }
}

/// Its value, where it is given.
fn given(limits: &Limits<'_>, name: &str) -> Option<u32> {
    limits.setting(name).map(|value| value.parse().expect("settings were read"))
}

/// All of them that are built, the plain ones first. (A static: what it refers to is compiled here alone.)
pub static LIST: &[Named] = if IS_BUILT { ALL } else { TRACED };

const TRACED: &[Named] = if HAS_BOUNDS { &[BREADTH_FIRST, A_STAR] } else { &[] };

const BREADTH_FIRST: Named = Named {
    name: "breadth-first",
    says: "Expands all positions at each distance before any that is farther, and keeps all of them.",
    source: "E. F. Moore, The shortest path through a maze, 1959; where moves cost nothing, in the order of E. W. Dijkstra, 1959",
    needs: &[],
    settings: &[],
    by: Needing::Rules(|puzzle, limits| breadth_first::solve(puzzle, limits).map(Into::into)),
};

const A_STAR: Named = Named {
    name: "a-star",
    says: "Expands first the position through which a play could be shortest, and keeps all positions.",
    source: "P. E. Hart, N. J. Nilsson, B. Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
    needs: &[Need::Bound, Need::UnitCosts],
    settings: &[],
    by: Needing::Rules(|puzzle, limits| a_star::solve(puzzle, &ToGoal, limits).map(Into::into)),
};

const ALL: &[Named] = &[
    BREADTH_FIRST,
    Named {
        name: "bidirectional",
        says: "Breadth-first from the start and from the goals, a layer at a time on the narrower side, until the two meet.",
        source: "I. Pohl, Bi-directional search, Machine Intelligence 6, 1971",
        needs: &[Need::Backward, Need::UnitCosts],
        settings: &[],
        by: Needing::Backward(|puzzle, limits| bidirectional::solve(puzzle, limits).map(Into::into)),
    },
    A_STAR,
    Named {
        name: "ida-star",
        says: "Depth-first under a length that rises to the least that was cut off; keeps only the line that it is on.",
        source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27, 1985",
        needs: &[Need::Bound, Need::Undo, Need::UnitCosts],
        settings: &[],
        by: Needing::Undo(|puzzle, limits| ida_star::solve(puzzle, &ToGoal, limits).map(Into::into)),
    },
    Named {
        name: "partial-expansion-a-star",
        says: "A*, of which only those positions wait whose length is at most slack=0 above that looked at; others are made again later.",
        source: "T. Yoshizumi, T. Miura, T. Ishida, A* with partial expansion for large branching factor problems, AAAI 2000",
        needs: &[Need::Bound, Need::UnitCosts],
        settings: &[number("slack")],
        by: Needing::Rules(|puzzle, limits| {
            partial_expansion::solve(puzzle, &ToGoal, given(limits, "slack").unwrap_or(0), limits).map(Into::into)
        }),
    },
    Named {
        name: "breadth-first-heuristic",
        says: "Breadth-first under a length, upper=N or that of a play by a beam of width=1000; keeps three layers.",
        source: "R. Zhou, E. A. Hansen, Breadth-first heuristic search, Artificial Intelligence 170, 2006",
        needs: &[Need::Bound, Need::UnitCosts],
        settings: &[number("upper"), number("width")],
        by: Needing::Rules(|puzzle, limits| {
            let upper = given(limits, "upper").map(Upper::Moves);
            let upper = upper.unwrap_or_else(|| Upper::Beam(given(limits, "width").unwrap_or(1000)));
            breadth_first_heuristic::solve(puzzle, &ToGoal, upper, limits).map(Into::into)
        }),
    },
    Named {
        name: "breadth-first-ida-star",
        says: "Breadth-first under a length that rises to the least that was cut off; keeps three layers.",
        source: "R. Zhou, E. A. Hansen, Breadth-first heuristic search, Artificial Intelligence 170, 2006",
        needs: &[Need::Bound, Need::UnitCosts],
        settings: &[],
        by: Needing::Rules(|puzzle, limits| breadth_first_ida_star::solve(puzzle, &ToGoal, limits).map(Into::into)),
    },
    Named {
        name: "nbs",
        says: "From both ends with bounds: expands both positions of a pair of which one must be expanded, at most twice what is needed.",
        source: "J. Chen, R. C. Holte, S. Zilles, N. R. Sturtevant, Front-to-end bidirectional heuristic search with near-optimal node expansions, IJCAI 2017",
        needs: &[Need::Bound, Need::BoundFromStart, Need::Backward, Need::UnitCosts],
        settings: &[],
        by: Needing::Backward(|puzzle, limits| nbs::solve(puzzle, &ToGoal, &FromStart, limits).map(Into::into)),
    },
    Named {
        name: "dvcbs",
        says: "From both ends with bounds: expands what a least cover of the pairs asks for of which one position must be expanded.",
        source: "S. S. Shperberg, A. Felner, N. R. Sturtevant, S. E. Shimony, A. Hayoun, Enriching non-parametric bidirectional search algorithms, AAAI 2019",
        needs: &[Need::Bound, Need::BoundFromStart, Need::Backward, Need::UnitCosts],
        settings: &[],
        by: Needing::Backward(|puzzle, limits| dvcbs::solve(puzzle, &ToGoal, &FromStart, limits).map(Into::into)),
    },
    Named {
        name: "weighted-a-star",
        says: "A* with the bound times weight=200 hundredths: a play sooner, at most that many times as long as a shortest one.",
        source: "I. Pohl, Heuristic search viewed as path finding in a graph, Artificial Intelligence 1, 1970",
        needs: &[Need::Bound, Need::UnitCosts],
        settings: &[number("weight")],
        by: Needing::Rules(|puzzle, limits| {
            weighted_a_star::solve(puzzle, &ToGoal, given(limits, "weight").unwrap_or(200), limits)
        }),
    },
    Named {
        name: "focal",
        says: "Of the positions within weight=150 hundredths of the least length first that of the least bound: a play at most so long.",
        source: "J. Pearl, J. H. Kim, Studies in semi-admissible heuristics, IEEE Transactions on Pattern Analysis and Machine Intelligence 4, 1982",
        needs: &[Need::Bound, Need::UnitCosts],
        settings: &[number("weight")],
        by: Needing::Rules(|puzzle, limits| {
            focal::solve(puzzle, &ToGoal, given(limits, "weight").unwrap_or(150), limits)
        }),
    },
];
