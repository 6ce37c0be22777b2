//! A solver that is selected by name: one of the family's own, or a generic search with one of the family's bounds.
//!
//! `NAME` is the family's solver where it has one, otherwise the generic search by the first bound that applies.
//! `NAME:BOUND` is the generic search, `NAME:BOUND=WORD` with a bound that takes a word, and settings follow: `,SETTING=VALUE`.

#[cfg(feature = "trace")]
mod generic;

use super::{Family, Setting, Solver, halted_at};
use crate::answers::NoSuchSolver;
use crate::limits::{Limits, Stop};
use crate::notation;
use crate::puzzle::{Bound, Puzzle};
use crate::search::named::{self, Named};
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

/// A generic search, the bound with its word, and the settings.
type Generic<'a> = (&'static Named, AskedBound<'a>, Settings<'a>);

/// A solver or a search, with the settings of either.
struct Asked<'a> {
    /// The family's own solver, by its place, and its settings.
    own: Option<(usize, Settings<'a>)>,
    /// The generic search.
    generic: Option<Generic<'a>>,
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
    match generic {
        #[cfg(feature = "trace")]
        Some(generic) => generic::answer(instance, generic, limits),
        _ => Err(NoSuchSolver::DoesNotApply),
    }
}
