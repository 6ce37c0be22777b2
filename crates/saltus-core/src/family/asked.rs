//! A solver that is selected by name: one of the family's own, or a generic search with one of the family's bounds.
//!
//! `NAME` is the family's solver where it has one, otherwise the generic search by the first bound that applies.
//! `NAME:BOUND` is the generic search, `NAME:BOUND=WORD` with a bound that takes a word, and settings follow: `,SETTING=VALUE`.

use dashu_int::UBig;

use super::{EXHAUSTED, Family, Setting, Solver, gave_up, halted_at, solved, stop_for, unsolvable};
use crate::answers::{Answers, NoSuchSolver, Solvability};
use crate::clock;
use crate::evidence::{Evidence, Stated};
use crate::family::ByRules;
use crate::limits::{Limits, Stop};
use crate::notation;
use crate::plan::{Moves, Plan};
use crate::puzzle::{Bound, Puzzle, Zero};
use crate::search::erased::{Abilities, Step, Typed};
use crate::search::named::{self, Answer, Named, Need};
use crate::statistics::Statistics;
use crate::verdict::Verdict;

/// A bound that a search can be asked to use.
///
/// ```
/// use saltus_core::{family::Family, limits::Limits, notation::Instance, puzzle::{Bound, Puzzle}};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let chain = shift::Instance::BOUNDS.iter().find(|bound| bound.name == "chain").unwrap();
/// let bounds = (chain.make)(&puzzle, None, &Limits::default()).ok().unwrap();
/// assert_eq!(bounds.to_goal.of(&puzzle, &puzzle.start()), 15);
/// assert!(bounds.from_start.is_none() && (chain.make)(&puzzle, Some("long"), &Limits::default()).is_err());
/// ```
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
        Self::boxed(Box::new(bound), word)
    }

    /// The same, compiled once for all bounds.
    fn boxed(to_goal: Box<dyn Bound<P>>, word: Option<&str>) -> Result<Self, NoBound> {
        match word {
            None => Ok(Bounds { to_goal, from_start: None }),
            Some(_) => Err(NoBound::Unfit("takes no value".into())),
        }
    }
}

/// The bound that every family has.
const ZERO: &str = "zero";

/// Reads `NAME=VALUE,..`. The error is a sentence.
fn settings_of<'a>(text: &[&'a str], known: &[Setting]) -> Result<Settings<'a>, String> {
    let mut settings = Settings::new();
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

/// What a family has, for reading what is asked of it.
struct FamilyOffer {
    solvers: Vec<&'static str>,
    settings: &'static [(&'static str, &'static [Setting])],
    bounds: Vec<&'static str>,
}

/// Names and values.
type Settings<'a> = Vec<(&'a str, &'a str)>;

/// The name of a bound and the word after it, where they are given.
type AskedBound<'a> = Option<(&'a str, Option<&'a str>)>;

/// A solver or a search, with the settings of either.
struct Asked<'a> {
    /// The family's own solver, by its place, and its settings.
    own: Option<(usize, Settings<'a>)>,
    /// The generic search, the bound with its word, and the settings.
    generic: Option<(&'static Named, AskedBound<'a>, Settings<'a>)>,
}

/// The solvers that a family has for those who ask for them.
pub(crate) fn by_name<F: Family>() -> &'static [Solver<F>] {
    if named::IS_BUILT { F::BY_NAME } else { &[] }
}

/// The bounds for those who ask for a search by one; likewise.
pub(crate) fn bounds_of<F: Family>() -> &'static [NamedBound<F::Puzzle>] {
    if named::HAS_BOUNDS { F::BOUNDS } else { &[] }
}

impl FamilyOffer {
    fn of<F: Family>() -> Self {
        let mut solvers = Vec::new();
        F::SOLVERS.iter().chain(by_name::<F>()).for_each(|solver| solvers.push(solver.name));
        let mut bounds = Vec::new();
        bounds_of::<F>().iter().for_each(|bound| bounds.push(bound.name));
        bounds.push(ZERO);
        FamilyOffer { solvers, settings: F::SETTINGS, bounds }
    }

    /// Reads `NAME`, `NAME:BOUND` or `NAME:BOUND=WORD`, and settings.
    fn read<'a>(&self, asked: &'a str) -> Result<Asked<'a>, NoSuchSolver> {
        let (name, rest) = asked.split_once(':').unwrap_or((asked, ""));
        let words: Vec<&str> = rest.split(',').filter(|word| !word.is_empty()).collect();
        let first = words.first().map(|word| word.split_once('=').map_or((*word, None), |(name, of)| (name, Some(of))));
        let bound = first.filter(|(name, _)| self.bounds.contains(name));
        let search = named::named(name);
        // What is no setting may have been meant as a bound.
        let unset = |why| match search {
            Some(_) if bound.is_none() => {
                let asked = words.first().map_or("", |word| word.split('=').next().unwrap_or_default());
                let near = notation::nearest(asked, self.bounds.iter().copied());
                let near = near.map_or(String::new(), |near| format!("; did you mean the bound {near}?"));
                NoSuchSolver::Setting(format!("{why}; bounds here: {}{near}", self.bounds.join(", ")))
            }
            _ => NoSuchSolver::Setting(why),
        };
        let mut own = None;
        if let Some(at) = self.solvers.iter().position(|solver| *solver == name).filter(|_| bound.is_none()) {
            let known = self.settings.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, settings)| settings);
            own = Some((at, settings_of(&words, known).map_err(unset)?));
        }
        let generic = match search {
            // Where the family's own solver does not apply, its settings mean nothing.
            Some(search) if own.is_some() => Some((search, None, Vec::new())),
            Some(search) => {
                let settings = settings_of(&words[usize::from(bound.is_some())..], search.settings).map_err(unset)?;
                Some((search, bound, settings))
            }
            None if own.is_some() => None,
            None => {
                let mut names = self.solvers.clone();
                let generic = named::LIST.iter().map(|search| search.name);
                names.extend(generic.filter(|name| !self.solvers.contains(name)));
                return Err(NoSuchSolver::Unknown { asked: name.to_owned(), known: names });
            }
        };
        Ok(Asked { own, generic })
    }
}

/// The answer of the solver that `asked` names.
pub(super) fn solve<F: Family>(instance: &F, asked: &str, limits: &Limits<'_>) -> Result<Verdict, NoSuchSolver> {
    let asked = FamilyOffer::of::<F>().read(asked)?;
    let limits = &match instance.lay_out(limits) {
        Ok(rest) => rest,
        Err(stop) => return Ok(halted_at(stop)),
    };
    let verdict = solve_by(instance, asked, limits)?;
    Ok(if let Err(stop) = instance.was_whole() { halted_at(stop) } else { verdict })
}

fn solve_by<F: Family>(
    instance: &F,
    Asked { own, generic }: Asked<'_>,
    limits: &Limits<'_>,
) -> Result<Verdict, NoSuchSolver> {
    if let Some((at, settings)) = own {
        let solver = F::SOLVERS.get(at).unwrap_or_else(|| &by_name::<F>()[at - F::SOLVERS.len()]);
        if let Some(verdict) = (solver.solve)(instance, &Limits { settings: &settings, ..*limits }) {
            return Ok(Verdict { solver: solver.name, ..verdict });
        }
    }
    // What follows is compiled for no family then.
    if !named::HAS_BOUNDS {
        return Err(NoSuchSolver::DoesNotApply);
    }
    let Some((search, bound, settings)) = generic else { return Err(NoSuchSolver::DoesNotApply) };
    let limits = &Limits { settings: &settings, ..*limits };
    if let Some([_, several]) = Family::pieces(instance) {
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
    let verdict = generic_answer(puzzle, search, (&names, bound), &|| instance.bounding(), limits)?;
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
    /// The puzzle with the bound of this place, or without one the bound that knows nothing; and whether there is a bound from the start.
    fn with(
        &self,
        bound: Option<usize>,
        word: Option<&str>,
        limits: &Limits<'_>,
    ) -> Result<(Abilities<'_>, bool), NoBound>;

    /// The play of these moves, from the start on.
    fn plan(self: Box<Self>, steps: &[Step]) -> Box<dyn Plan + Send>;
}

/// The puzzle of an instance.
struct Of<F: Family>(F::Puzzle);

impl<F: Family> Bounded for Of<F> {
    fn with(
        &self,
        bound: Option<usize>,
        word: Option<&str>,
        limits: &Limits<'_>,
    ) -> Result<(Abilities<'_>, bool), NoBound> {
        let Bounds { to_goal, from_start } = match bound {
            Some(at) => (bounds_of::<F>()[at].make)(&self.0, word, limits)?,
            None => Bounds { from_start: Some(Box::new(Zero)), ..Bounds::plain(Zero, word)? },
        };
        let (knows_start, typed) = (from_start.is_some(), Typed::new(&self.0, to_goal, from_start));
        // The searches of other builds do not go back.
        let erased = if named::IS_BUILT { F::erase(typed) } else { Abilities::Forwards(Box::new(typed)) };
        Ok((erased, knows_start))
    }

    fn plan(self: Box<Self>, steps: &[Step]) -> Box<dyn Plan + Send> {
        let typed = |step: &Step| step.typed::<<F::Puzzle as Puzzle>::Move>().clone();
        Box::new(Moves::new(self.0, steps.iter().map(typed).collect()))
    }
}

/// The answer of a generic search.
fn generic_answer(
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
            Ok((erased, _)) => (name, search.run(&erased, limits)),
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
    let lower = lower.map_or_else(|| plan.paid().unwrap_or_else(|| plan.moves()), UBig::from);
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
) -> (&'static str, Result<(Abilities<'a>, bool), NoBound>) {
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
                    Ok((_, knows_start)) => *knows_start || !search.needs.contains(&Need::BoundFromStart),
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
