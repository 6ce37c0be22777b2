//! A solver that is asked for by name: one of the family's own, or a generic search with one of the family's bounds.
//!
//! `NAME` is the family's solver where it has one, otherwise the generic search by the first bound that applies.
//! `NAME:BOUND` is the generic search, `NAME:BOUND=WORD` with a bound that takes a word, and settings follow: `,SETTING=VALUE`.

use dashu_int::UBig;

use super::{EXHAUSTED, Family, Setting, gave_up, solved, stop_for, unsolvable};
use crate::answers::{Answers, NoSuchSolver, Solvability};
use crate::clock;
use crate::evidence::{Evidence, Stated};
use crate::family::ByRules;
use crate::limits::{Limits, Stop};
use crate::plan::{Moves, Plan as _};
use crate::puzzle::{Bound, Puzzle, Zero};
use crate::search::Halted;
use crate::search::erased::Typed;
use crate::search::named::{self, Answer, Named, Need};
use crate::statistics::Statistics;
use crate::verdict::Verdict;

/// A bound that a search can be asked to use.
pub struct NamedBound<P: Puzzle> {
    /// Its name.
    pub name: &'static str,
    /// What it counts, in a sentence.
    pub says: &'static str,
    /// Makes it, with the word after its name (`patterns=6-6-3`), if there is one.
    pub make: MakeBound<P>,
}

/// Makes a bound for a puzzle, with the word after its name, if there is one.
pub type MakeBound<P> = fn(&P, Option<&str>, &Limits<'_>) -> Result<Bounds<P>, NoBound>;

/// What a search goes by.
pub struct Bounds<P: Puzzle> {
    /// On the moves still needed.
    pub to_goal: Box<dyn Bound<P>>,
    /// On the moves from the start, where there is such a bound.
    pub from_start: Option<Box<dyn Bound<P>>>,
}

/// Why there is no such bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoBound {
    /// It is for other puzzles, or takes another word: a sentence that goes on after its name.
    Unfit(String),
    /// A limit was reached.
    Stop(Stop),
}

impl From<Stop> for NoBound {
    fn from(stop: Stop) -> Self {
        NoBound::Stop(stop)
    }
}

impl<P: Puzzle> Bounds<P> {
    /// A bound on the moves still needed alone, which takes no word.
    ///
    /// # Errors
    /// When there is a word.
    pub fn plain(bound: impl Bound<P> + 'static, word: Option<&str>) -> Result<Self, NoBound> {
        match word {
            None => Ok(Bounds { to_goal: Box::new(bound), from_start: None }),
            Some(_) => Err(NoBound::Unfit("takes no value".into())),
        }
    }
}

/// The bound that every family has.
const ZERO: &str = "zero";

/// Reads `NAME=VALUE,..`. The error is a sentence.
fn settings_of<'a>(text: &[&'a str], known: &[Setting]) -> Result<Vec<(&'a str, &'a str)>, String> {
    let mut settings: Vec<(&str, &str)> = Vec::new();
    for word in text {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let Some(Setting { words, .. }) = known.iter().find(|setting| setting.name == name) else {
            let names: Vec<&str> = known.iter().map(|setting| setting.name).collect();
            let there_are =
                if names.is_empty() { "it has none".into() } else { format!("there are: {}", names.join(", ")) };
            return Err(format!("\"{name}\" is no setting of it; {there_are}"));
        };
        if settings.iter().any(|(other, _)| *other == name) {
            return Err(format!("\"{name}\" is set twice"));
        }
        match words {
            [] if value.parse::<u32>().is_err() => {
                return Err(format!("{name} takes a number below 2^32, not \"{value}\""));
            }
            [_, ..] if !words.contains(&value) => return Err(format!("{name} is one of: {}", words.join(", "))),
            _ => settings.push((name, value)),
        }
    }
    Ok(settings)
}

/// The answer of the solver that `asked` names.
pub(super) fn solve<F: Family>(instance: &F, asked: &str, limits: &Limits<'_>) -> Result<Verdict, NoSuchSolver> {
    let (name, rest) = asked.split_once(':').unwrap_or((asked, ""));
    let words: Vec<&str> = rest.split(',').filter(|word| !word.is_empty()).collect();
    let first = words.first().map(|word| word.split_once('=').map_or((*word, None), |(name, of)| (name, Some(of))));
    let bound = first.filter(|(name, _)| *name == ZERO || F::BOUNDS.iter().any(|bound| bound.name == *name));
    // What is no setting may have been meant as a bound.
    let unset = |why| match named::named(name) {
        Some(_) if bound.is_none() => NoSuchSolver::Setting(format!("{why}; bounds here: {}", bounds_of::<F>())),
        _ => NoSuchSolver::Setting(why),
    };
    let solvers = || F::SOLVERS.iter().chain(F::BY_NAME);
    if let Some(solver) = solvers().find(|solver| solver.name == name).filter(|_| bound.is_none()) {
        let known = F::SETTINGS.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, settings)| settings);
        let settings = settings_of(&words, known).map_err(unset)?;
        if let Some(verdict) = (solver.solve)(instance, &Limits { settings: &settings, ..*limits }) {
            return Ok(Verdict { solver: solver.name, ..verdict });
        }
        if named::named(name).is_none() {
            return Err(NoSuchSolver::DoesNotApply);
        }
    }
    let Some(search) = named::named(name) else {
        let mut names: Vec<&str> = solvers().map(|solver| solver.name).collect();
        let generic = named::LIST.iter().map(|search| search.name);
        names.extend(generic.filter(|name| solvers().all(|solver| solver.name != *name)));
        return Err(NoSuchSolver::Unknown(names));
    };
    let settings = settings_of(&words[usize::from(bound.is_some())..], search.settings).map_err(unset)?;
    let verdict = generic(instance, search, bound, &Limits { settings: &settings, ..*limits })?;
    Ok(if verdict.solver.is_empty() { Verdict { solver: search.name, ..verdict } } else { verdict })
}

fn bounds_of<F: Family>() -> String {
    F::BOUNDS.iter().map(|bound| bound.name).chain([ZERO]).collect::<Vec<_>>().join(", ")
}

/// The answer of a generic search.
fn generic<F: Family>(
    instance: &F,
    search: &Named,
    bound: Option<(&str, Option<&str>)>,
    limits: &Limits<'_>,
) -> Result<Verdict, NoSuchSolver> {
    let refused = |why: String| Err(NoSuchSolver::Refused(format!("{} {why}", search.name)));
    if let Some([_, several]) = Family::pieces(instance) {
        let own = F::SOLVERS.iter().map(|solver| solver.name).collect::<Vec<_>>().join(", ");
        return refused(format!(
            "compares plays by their moves, and here the {several} that are left count; solvers here: {own}"
        ));
    }
    if let Some(Solvability::No(_)) = Answers::solvable(instance) {
        return Ok(ByRules::solve(instance, limits));
    }
    let puzzle = match instance.puzzle() {
        Ok(puzzle) => puzzle,
        Err(too_large) => return Ok(gave_up(Halted { stop: stop_for(&too_large), lower: 0, expanded: 0 })),
    };
    let ((name, made), spent) = clock::measured(|| bounds::<F>(&puzzle, search, bound, limits));
    limits.tell(|| Statistics { tables: spent.time, ..Statistics::default() });
    let Bounds { to_goal, from_start } = match made {
        Ok(made) => made,
        Err(NoBound::Stop(stop)) => return Ok(gave_up(Halted { stop, lower: 0, expanded: 0 })),
        Err(NoBound::Unfit(why)) => return Err(NoSuchSolver::Refused(format!("the bound {name} {why}"))),
    };
    let found = match search.run(&F::erase(Typed::new(&puzzle, to_goal, from_start)), limits) {
        Ok(found) => found,
        Err(need) => return refused(format!("needs {need}, {}", lacking(need, name))),
    };
    Ok(match found {
        Err(halted) => gave_up(halted),
        Ok(Answer { plan: None, expanded, .. }) => unsolvable(EXHAUSTED, Box::new(Stated::exhaustion()), expanded),
        Ok(Answer { plan: Some(moves), lower, expanded }) => {
            let plan = Moves::new(
                puzzle,
                moves.iter().map(|step| step.typed::<<F::Puzzle as Puzzle>::Move>().clone()).collect(),
            );
            let lower = lower.map_or_else(|| plan.paid().unwrap_or_else(|| plan.moves()), UBig::from);
            let evidence: Box<dyn Evidence> = instance.bounding().unwrap_or_else(|| Box::new(Stated::exhaustion()));
            solved(Box::new(plan), lower, evidence, expanded)
        }
    })
}

/// What a puzzle lacks that a search needs, and which search does without.
fn lacking(need: Need, bound: &str) -> String {
    let lacks = match need {
        Need::BoundFromStart => format!("and {bound} counts only those to the goal"),
        Need::Undo | Need::Backward => "which this puzzle does not have".into(),
        Need::UnitCosts => "and here some cost nothing".into(),
        Need::Bound => String::new(),
    };
    let without = named::LIST.iter().filter(|search| !search.needs.contains(&need)).map(|search| search.name);
    format!("{lacks}; searches that do without: {}", without.collect::<Vec<_>>().join(", "))
}

/// The bound that was asked for, or the first of the family that applies; with its name.
fn bounds<F: Family>(
    puzzle: &F::Puzzle,
    search: &Named,
    asked: Option<(&str, Option<&str>)>,
    limits: &Limits<'_>,
) -> (&'static str, Result<Bounds<F::Puzzle>, NoBound>) {
    let of = |bound: &NamedBound<F::Puzzle>, word| (bound.name, (bound.make)(puzzle, word, limits));
    let zero = |word| {
        let from_start = Some(Box::new(Zero) as Box<dyn Bound<F::Puzzle>>);
        (ZERO, Bounds::plain(Zero, word).map(|bounds| Bounds { from_start, ..bounds }))
    };
    match asked {
        Some((ZERO, word)) => zero(word),
        Some((name, word)) => of(F::BOUNDS.iter().find(|bound| bound.name == name).expect("it was found before"), word),
        None if !search.needs.contains(&Need::Bound) => zero(None),
        None => {
            let made = F::BOUNDS.iter().map(|bound| of(bound, None));
            let mut fit = made.filter(|(_, made)| match made {
                Ok(bounds) => bounds.from_start.is_some() || !search.needs.contains(&Need::BoundFromStart),
                Err(why) => matches!(why, NoBound::Stop(_)),
            });
            fit.next().unwrap_or_else(|| zero(None))
        }
    }
}
