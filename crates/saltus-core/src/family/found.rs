//! What searches found, as answers: verdicts, counts and lists.

use std::io;

use dashu_int::UBig;

use crate::answers::{Count, Listing, Solutions};
use crate::evidence::{ClosedSet, Evidence, Stated};
use crate::notation::{Certified, Playable};
use crate::plan::{Moves, Plan};
use crate::puzzle::Puzzle;
use crate::search::shortest_paths::ShortestPlays;
use crate::search::{Found, Halted, Search};
use crate::verdict::{Outcome, Verdict};

/// A play with what it cannot be bettered below.
///
/// ```
/// use saltus_core::{evidence::Stated, family, notation::Instance, plan::Moves};
/// use saltus_core::row::Hop;
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 1 1").unwrap().puzzle().unwrap();
/// let play = [(0, 1), (2, 0), (1, 2)].map(|(from, to)| Hop { from, to });
/// let plan = Box::new(Moves::new(puzzle, play.to_vec()));
/// let verdict = family::solved(plan, 2u8.into(), Box::new(Stated::potential("vacancy")), 0);
/// assert!(!verdict.optimal() && !verdict.is_provable()); // the play has 3 moves
/// ```
pub fn solved(plan: Box<dyn Plan + Send>, lower: UBig, evidence: Box<dyn Evidence>, expanded: u64) -> Verdict {
    Verdict { outcome: Outcome::Solved { plan, lower }, evidence, solver: "", expanded, limit: None, notes: Vec::new() }
}

/// No play reaches the goal.
///
/// ```
/// use saltus_core::{evidence::Stated, family};
///
/// let stated = Stated::new("parity", "every move keeps a parity that the goal breaks");
/// let verdict = family::unsolvable("the tiles are out of order", Box::new(stated), 0);
/// assert!(verdict.is_settled() && verdict.is_provable());
/// ```
pub fn unsolvable(because: impl Into<String>, evidence: Box<dyn Evidence>, expanded: u64) -> Verdict {
    let outcome = Outcome::Unsolvable { because: because.into() };
    Verdict { outcome, evidence, solver: "", expanded, limit: None, notes: Vec::new() }
}

/// A search that a limit ended.
///
/// ```
/// use saltus_core::{family, limits::Stop, search::Halted};
///
/// let verdict = family::gave_up(Halted { stop: Stop::Nodes, lower: 5, expanded: 100 });
/// assert!(!verdict.is_settled());
/// assert_eq!(verdict.expanded, 100);
/// ```
pub fn gave_up(halted: Halted) -> Verdict {
    let Halted { stop, lower, expanded } = halted;
    let outcome = Outcome::GaveUp { stop, lower: UBig::from(lower) };
    Verdict { outcome, evidence: Box::new(Stated::witness()), solver: "", expanded, limit: None, notes: Vec::new() }
}

/// The end of a search as a verdict. `evidence` is what the length found and its proof go by.
///
/// ```
/// use saltus_core::{evidence::Stated, family, limits::Limits, notation::Instance};
/// use saltus_core::search::breadth_first;
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let found = breadth_first::solve(&puzzle, &Limits::default());
/// let evidence = |_: &_, _| Box::new(Stated::exhaustion()) as _;
/// let verdict = family::searched(puzzle, found, evidence, family::exhausted);
/// assert!(verdict.optimal());
/// ```
pub fn searched<P: Playable>(
    puzzle: P,
    found: Search<Found<P::Move>>,
    evidence: impl FnOnce(&P, usize) -> Box<dyn Evidence>,
    because: impl FnOnce(&P) -> Because,
) -> Verdict {
    match found {
        Err(halted) => gave_up(halted),
        Ok(Found { plan: Some(moves), expanded }) => {
            let evidence = evidence(&puzzle, moves.len());
            let plan = Moves::new(puzzle, moves);
            let lower = plan.paid().unwrap_or_else(|| plan.moves());
            solved(Box::new(plan), lower, evidence, expanded)
        }
        Ok(Found { plan: None, expanded }) => {
            let (because, evidence) = because(&puzzle);
            unsolvable(because, evidence, expanded)
        }
    }
}

/// The sentence for a search that visited every position and found no goal.
pub const EXHAUSTED: &str = "every position that can be reached was visited, and none is the goal";

/// Why there is no solution, in words, and what shows it.
pub type Because = (String, Box<dyn Evidence>);

/// No solution, after an exhausted search, of a puzzle whose rules the checker knows.
///
/// ```
/// use saltus_core::{family, notation::Instance};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift bbww_").unwrap().puzzle().unwrap();
/// let (because, evidence) = family::exhausted(&puzzle);
/// assert_eq!((because.as_str(), &*evidence.kind()), (family::EXHAUSTED, "closed-set zero"));
/// ```
pub fn exhausted<P: Playable + Certified>(puzzle: &P) -> Because {
    (EXHAUSTED.into(), Box::new(ClosedSet::of_all(puzzle.clone())))
}

/// Counts by search.
///
/// ```
/// use saltus_core::{answers::Count, family, limits::Limits, notation::Instance, puzzle::Zero};
/// use saltus_core::search::shortest_paths;
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let plays = shortest_paths::build(&puzzle, &Zero, u32::MAX, &Limits::default());
/// let count = family::count_by_search(plays, &puzzle, family::exhausted);
/// assert!(matches!(count, Count::Solutions { solutions, .. } if solutions == 2u8.into()));
/// ```
pub fn count_by_search<P: Puzzle>(
    plays: Search<Option<ShortestPlays<P::Move>>>,
    puzzle: &P,
    because: impl FnOnce(&P) -> Because,
) -> Count {
    match plays {
        Err(halted) => Count::GaveUp { stop: halted.stop, lower: UBig::from(halted.lower) },
        Ok(None) => Count::Unsolvable { because: because(puzzle).0 },
        Ok(Some(plays)) => {
            let paid = puzzle.has_free_moves().then(|| UBig::from(plays.cost()));
            let length = UBig::from(plays.length());
            Count::Solutions { length, left: None, paid, solutions: plays.count(), by: "search" }
        }
    }
}

/// All shortest plays by search.
pub struct SolutionsFound<P: Puzzle> {
    /// The plays.
    pub plays: ShortestPlays<P::Move>,
    /// Their puzzle.
    pub puzzle: P,
}

impl<P: Playable> Solutions for SolutionsFound<P> {
    fn count(&self) -> UBig {
        self.plays.count()
    }

    fn visit(&self, from: &UBig, visit: &mut dyn FnMut(&dyn Plan) -> io::Result<bool>) -> io::Result<()> {
        let mut plays = self.plays.plays_from(from);
        while let Some(moves) = plays.advance() {
            if !visit(&Moves::new(self.puzzle.clone(), moves.to_vec()))? {
                break;
            }
        }
        Ok(())
    }
}

/// Lists by search.
///
/// ```
/// use saltus_core::{answers::Listing, family, limits::Limits, notation::Instance, puzzle::Zero};
/// use saltus_core::search::shortest_paths;
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let plays = shortest_paths::build(&puzzle, &Zero, u32::MAX, &Limits::default());
/// let listing = family::list_by_search(plays, puzzle, family::exhausted);
/// assert!(matches!(listing, Listing::Solutions(plays) if plays.count() == 2u8.into()));
/// ```
pub fn list_by_search<P: Playable>(
    plays: Search<Option<ShortestPlays<P::Move>>>,
    puzzle: P,
    because: impl FnOnce(&P) -> Because,
) -> Listing {
    match plays {
        Err(halted) => Listing::GaveUp(halted.stop),
        Ok(None) => Listing::Unsolvable(because(&puzzle).0),
        Ok(Some(plays)) => Listing::Solutions(Box::new(SolutionsFound { plays, puzzle })),
    }
}
