//! Generic searches with the bounds of a family: compiled once for all families.

use dashu_int::UBig;

use super::{AskedBound, Bounds, FamilyOffer, Generic, NoBound, ZERO, bounds_of};
use crate::answers::{Answers, NoSuchSolver, Solvability};
use crate::clock;
use crate::evidence::{Evidence, Stated};
use crate::family::{ByRules, EXHAUSTED, Family, gave_up, halted_at, solved, stop_for, unsolvable};
use crate::limits::Limits;
use crate::plan::{Moves, Plan};
use crate::puzzle::{Puzzle, Zero};
use crate::search::erased::{Abilities, Step, Typed};
use crate::search::named::{self, Answer, Named, Need};
use crate::statistics::Statistics;
use crate::verdict::Verdict;

/// The answer of a generic search for a puzzle of a family.
pub(super) fn answer<F: Family>(
    instance: &F,
    (search, bound, settings): Generic<'_>,
    limits: &Limits<'_>,
) -> Result<Verdict, NoSuchSolver> {
    let limits = &Limits { settings: &settings, ..*limits };
    if let Some([_, several]) = instance.pieces() {
        return Err(by_pieces(search.name, several, &FamilyOffer::of::<F>().solvers));
    }
    if let Some(Solvability::No(_)) = Answers::solvable(instance) {
        return Ok(ByRules::solve(instance, limits));
    }
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => Box::new(Of::<F>(puzzle)),
        Err(too_large) => return Ok(halted_at(stop_for(&too_large))),
    };
    let mut names = Vec::new();
    bounds_of::<F>().iter().for_each(|bound| names.push(bound.name));
    let verdict = searched(puzzle, search, (&names, bound), &|| instance.bounding(), limits)?;
    Ok(Verdict { solver: search.name, ..verdict })
}

fn by_pieces(search: &str, several: &str, own: &[&str]) -> NoSuchSolver {
    NoSuchSolver::Refused(format!(
        "{search} compares plays by their moves, and here the {several} that are left count; solvers here: {}",
        own.join(", ")
    ))
}

/// A puzzle of a family with the bounds of that family: what a generic search needs, for all families alike.
trait Bounded {
    /// The puzzle with the bound of this place, or without one the bound that knows nothing.
    fn with(&self, bound: Option<usize>, word: Option<&str>, limits: &Limits<'_>) -> Result<Abilities<'_>, NoBound>;

    /// The play of these moves, from the start on.
    fn plan(self: Box<Self>, steps: &[Step]) -> Box<dyn Plan + Send>;
}

/// The puzzle of an instance.
struct Of<F: Family>(F::Puzzle);

impl<F: Family> Bounded for Of<F> {
    fn with(&self, bound: Option<usize>, word: Option<&str>, limits: &Limits<'_>) -> Result<Abilities<'_>, NoBound> {
        let Bounds { to_goal, from_start } = match bound {
            Some(at) => (bounds_of::<F>()[at].make)(&self.0, word, limits)?,
            None => Bounds { from_start: Some(Box::new(Zero)), ..Bounds::plain(Zero, word)? },
        };
        let typed = Typed::new(&self.0, to_goal, from_start);
        // The searches of other builds do not go back.
        Ok(if named::IS_BUILT { F::erase(typed) } else { Abilities::Forwards(Box::new(typed)) })
    }

    fn plan(self: Box<Self>, steps: &[Step]) -> Box<dyn Plan + Send> {
        let typed = |step: &Step| step.typed::<<F::Puzzle as Puzzle>::Move>().clone();
        Box::new(Moves::new(self.0, steps.iter().map(typed).collect()))
    }
}

/// The answer of a generic search.
fn searched(
    puzzle: Box<dyn Bounded + '_>,
    search: &Named,
    (names, asked): (&[&'static str], AskedBound<'_>),
    bounding: &dyn Fn() -> Option<Box<dyn Evidence>>,
    limits: &Limits<'_>,
) -> Result<Verdict, NoSuchSolver> {
    let (name, found) = {
        let ((name, made), spent) = clock::measured(|| bound(&*puzzle, search, (names, asked), limits));
        limits.tell(|| Statistics { tables: spent.time, is_generic: true, ..Statistics::default() });
        match made {
            Ok(erased) => (name, search.run(&erased, limits)),
            Err(NoBound::Stop(stop)) => return Ok(halted_at(stop)),
            Err(NoBound::Unfit(why)) => return Err(NoSuchSolver::Refused(format!("the bound {name} {why}"))),
        }
    };
    let Answer { plan, lower, expanded } = match found.map_err(|need| lacking(search.name, need, name))? {
        Ok(answer) => answer,
        Err(halted) => return Ok(gave_up(halted)),
    };
    let Some(steps) = plan else { return Ok(unsolvable(EXHAUSTED, Box::new(Stated::exhaustion()), expanded)) };
    let plan = puzzle.plan(&steps);
    // Moves that cost nothing do not count.
    let lower = UBig::from(lower).min(plan.cost());
    let evidence = bounding().unwrap_or_else(|| Box::new(Stated::exhaustion()));
    Ok(solved(plan, lower, evidence, expanded))
}

/// What a puzzle lacks that a search needs, and which searches do without.
fn lacking(search: &str, need: Need, bound: &str) -> NoSuchSolver {
    let lacks = match need {
        Need::BoundFromStart => format!("and {bound} counts only those to the goal"),
        Need::Undo | Need::Backward => "which this puzzle does not have".into(),
        Need::UnitCosts => "and here some cost nothing".into(),
        Need::Bound => String::new(),
    };
    let without = named::LIST.iter().filter(|search| !search.needs.contains(&need)).map(|search| search.name);
    let without = without.collect::<Vec<_>>().join(", ");
    NoSuchSolver::Refused(format!("{search} needs {need}, {lacks}; searches that do without: {without}"))
}

/// The puzzle with the bound that was asked for, or the first of the family that applies; with the name of the bound.
fn bound<'a>(
    puzzle: &'a (dyn Bounded + 'a),
    search: &Named,
    (names, asked): (&[&'static str], AskedBound<'_>),
    limits: &Limits<'_>,
) -> (&'static str, Result<Abilities<'a>, NoBound>) {
    let place = |name| names.iter().position(|known| *known == name);
    match asked {
        Some((name, word)) => match place(name) {
            Some(at) => (names[at], puzzle.with(Some(at), word, limits)),
            None => (ZERO, puzzle.with(None, word, limits)),
        },
        None if !search.needs.contains(&Need::Bound) => (ZERO, puzzle.with(None, None, limits)),
        None => {
            for (at, name) in names.iter().enumerate() {
                let made = puzzle.with(Some(at), None, limits);
                let fits = match &made {
                    Ok(erased) => erased.rules().knows_start() || !search.needs.contains(&Need::BoundFromStart),
                    Err(why) => matches!(why, NoBound::Stop(_)),
                };
                if fits {
                    return (name, made);
                }
            }
            (ZERO, puzzle.with(None, None, limits))
        }
    }
}
