//! Families whose puzzles are definitions and nothing else. Their author writes a notation, and what its lines mean; the searches, the theory, the
//! evidence and the pictures are those of `rules`.
//!
//! ```
//! use std::fmt;
//! use saltus_core::{limits::Limits, notation::{self, BadInput, Word}, registry::Registry};
//! use saltus_rules::{ByDefinition, Defined};
//!
//! /// Toads and frogs hop over one another: `hop tt_ff`.
//! #[derive(Clone)]
//! struct Hop(String);
//!
//! impl fmt::Display for Hop {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         write!(f, "hop {}", self.0)
//!     }
//! }
//!
//! impl ByDefinition for Hop {
//!     const NAME: &'static str = "hop";
//!     const NOTATION: &'static str = "hop PADS   t a toad, f a frog, _ nothing";
//!     const RULES: &'static str = "Toads go right, frogs left: onto the next pad, or over one of the others. They change sides.";
//!     const EXAMPLES: &'static [&'static str] = &["hop tt_ff"];
//!
//!     fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
//!         let [pads] = words[..] else { return Err(BadInput::line("one word is the pads")) };
//!         if pads.text.chars().all(|pad| "tf_".contains(pad)) { Ok(Hop(pads.text.into())) } else { Err(pads.fault("has other letters than t, f and _")) }
//!     }
//!
//!     fn definition(&self) -> Result<String, BadInput> {
//!         let start = self.0.replace('_', ".");
//!         let goal: String = start.chars().rev().collect();
//!         Ok(format!("rules board: {start} ; pieces: t f ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: {goal}"))
//!     }
//!
//!     fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
//!         notation::without_turn(turn)?;
//!         Hop::parse(notation::words(&labels.concat().replace('.', "_"))?)
//!     }
//! }
//!
//! let puzzle = Registry::new().with::<Defined<Hop>>().parse("hop tt_ff")?;
//! assert!(puzzle.solve(&Limits::default()).optimal());
//! assert_eq!(puzzle.told().unwrap().name, "hop");
//! # Ok::<(), BadInput>(())
//! ```

use std::fmt::{self, Display};
use std::sync::Arc;

use dashu_int::UBig;
use saltus_core::answers::{Answers, CannotSurvey, Count, Listing, Planned, Survey};
use saltus_core::evidence::Evidence;
use saltus_core::fact::Fact;
use saltus_core::family::{Family, NamedBound, Solver};
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{self, BadInput, TooLarge, Unread, Word};
use saltus_core::puzzle::Keyed;
use saltus_core::scene::Told;
use saltus_core::search::erased::{Abilities, Typed};

use crate::notation::Instance;
use crate::read;
use crate::rules::Rules;

/// The notation of a family, and what its lines mean; [`Defined`] is the family.
pub trait ByDefinition: Clone + Display + Send + Sync + 'static {
    /// The first word of the notation, with which every line is printed.
    const NAME: &'static str;
    /// The forms of the notation, one a line.
    const NOTATION: &'static str;
    /// The rules in prose.
    const RULES: &'static str;
    /// Lines to begin with, from small to large; each has a solution.
    const EXAMPLES: &'static [&'static str];

    /// Reads the words after the family's name. Printing it gives the canonical line.
    ///
    /// # Errors
    /// The place and the rule broken.
    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput>;

    /// The line of the family `rules` that says the same.
    ///
    /// # Errors
    /// When no definition has room for it.
    fn definition(&self) -> Result<String, BadInput>;

    /// The same board with other pieces on it ([`notation::Instance::arranged`]): the labels are those of the definition, `.` where nothing stands.
    ///
    /// # Errors
    /// The rule that is broken.
    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput>;
}

/// An instance of such a family.
#[derive(Clone)]
pub struct Defined<N> {
    notation: N,
    rules: Instance,
}

impl<N: ByDefinition> Defined<N> {
    fn new(notation: N) -> Result<Self, BadInput> {
        let of = notation.clone();
        let line = move |labels: &[&str], turn: Option<&str>| Ok(of.arranged(labels, turn)?.to_string());
        let rules = read(&notation.definition()?)?.written_by(Arc::new(line));
        Ok(Defined { notation, rules })
    }
}

impl<N: ByDefinition> Display for Defined<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.notation.fmt(f)
    }
}

impl<N: ByDefinition> notation::Instance for Defined<N> {
    type Puzzle = Rules;

    const NAME: &'static str = N::NAME;
    const NOTATION: &'static str = N::NOTATION;
    const RULES: &'static str = N::RULES;
    const EXAMPLES: &'static [&'static str] = N::EXAMPLES;

    fn parse(words: Vec<Word<'_>>) -> Result<Self, BadInput> {
        Defined::new(N::parse(words)?)
    }

    fn lay_out<'a>(&self, limits: &Limits<'a>) -> Result<Limits<'a>, Stop> {
        self.rules.lay_out(limits)
    }

    fn was_whole(&self) -> Result<(), Stop> {
        self.rules.was_whole()
    }

    fn held(&self) -> u64 {
        notation::Instance::held(&self.rules)
    }

    fn arranged(&self, labels: &[&str], turn: Option<&str>) -> Result<Self, BadInput> {
        Defined::new(self.notation.arranged(labels, turn)?)
    }

    fn definition(&self) -> Result<String, BadInput> {
        Ok(self.rules.to_string())
    }

    fn size(&self) -> UBig {
        notation::Instance::size(&self.rules)
    }

    fn puzzle(&self) -> Result<Rules, TooLarge> {
        self.rules.puzzle()
    }
}

/// Each has its place in the list of [`Defined`].
const _: () = assert!(Instance::SOLVERS.len() == 8);

const _: () = assert!(Instance::BY_NAME.len() == 2);

/// The solvers of definitions: those that answer by name only, or the others.
const fn solvers(by_name: bool) -> &'static [Solver<Instance>] {
    if by_name { Instance::BY_NAME } else { Instance::SOLVERS }
}

/// One of them, for such a family.
const fn solver<N: ByDefinition, const BY_NAME: bool, const AT: usize>() -> Solver<Defined<N>> {
    let solve = |of: &Defined<N>, limits: &Limits<'_>| (solvers(BY_NAME)[AT].solve)(&of.rules, limits);
    Solver { name: solvers(BY_NAME)[AT].name, solve }
}

impl<N: ByDefinition> Family for Defined<N> {
    const SOLVERS: &'static [Solver<Self>] = &[
        solver::<N, false, 0>(),
        solver::<N, false, 1>(),
        solver::<N, false, 2>(),
        solver::<N, false, 3>(),
        solver::<N, false, 4>(),
        solver::<N, false, 5>(),
        solver::<N, false, 6>(),
        solver::<N, false, 7>(),
    ];
    const BY_NAME: &'static [Solver<Self>] = &[solver::<N, true, 0>(), solver::<N, true, 1>()];
    const BOUNDS: &'static [NamedBound<Rules>] = Instance::BOUNDS;
    const PRUNING: &'static [&'static str] = Instance::PRUNING;

    fn erase(typed: Typed<'_, Rules>) -> Abilities<'_> {
        Instance::erase(typed)
    }
}

impl<N: ByDefinition> Answers for Defined<N> {
    fn pieces(&self) -> Option<[&'static str; 2]> {
        self.rules.pieces()
    }

    fn defined(&self) -> Option<&dyn Answers> {
        Some(&self.rules)
    }

    fn bounding(&self) -> Option<Box<dyn Evidence>> {
        self.rules.bounding()
    }

    fn count(&self, limits: &Limits<'_>) -> Count {
        self.rules.count(limits)
    }

    fn list(&self, limits: &Limits<'_>) -> Listing {
        self.rules.list(limits)
    }

    fn explain(&self, limits: &Limits<'_>) -> Vec<Fact> {
        self.rules.explain(limits)
    }

    fn told(&self) -> Option<Told> {
        let name = self.rules.definition().title().map_or(N::NAME.into(), |title| title.to_owned().into());
        Some(Told { name, rule: N::RULES.into(), ..self.rules.told()? })
    }

    fn plan(&self, format: &str, plan: &str, limits: &Limits<'_>) -> Option<Result<Planned, Unread>> {
        self.rules.plan(format, plan, limits)
    }

    fn survey(&self, limits: &Limits<'_>) -> Result<Survey, CannotSurvey> {
        self.rules.survey(limits)
    }

    fn keyed(&self) -> Option<Arc<dyn Keyed>> {
        self.rules.keyed()
    }
}
