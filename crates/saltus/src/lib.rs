//! Exact answers for puzzles in which pieces move on a board.
//!
//! A line of notation goes in, an answer with its evidence comes out:
//!
//! ```
//! use saltus::{gate, limits::Limits, verdict::Outcome};
//!
//! let puzzle = saltus::parse("shift 3 3")?;
//! let answer = gate::solve(&*puzzle, &Limits::default())?;
//! if let Outcome::Solved { plan, .. } = &answer.verdict().outcome {
//!     println!("{} moves, {}", plan.moves(), answer.standing().word());
//! }
//! # assert!(answer.verdict().optimal());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`answers::Answers`] lists the questions. [`gate`] has an answer replayed and checked before it is shown, and nothing else
//! says that an answer is proved. The modules are the families, each with its rules, theory and searches
//! ([`shift`], [`reverse`], [`tiles`], [`clobber`], [`chinese`]), and the generic searches
//! ([`search`]), which work for any [`puzzle::Puzzle`]. A program with one more family starts from
//! its own [`registry::Registry`].

pub mod gate;
#[cfg(feature = "generate")]
pub mod generate;
#[cfg(feature = "generate")]
pub mod lesson;
pub mod record;

use std::sync::LazyLock;

pub use saltus_chinese as chinese;
pub use saltus_clobber as clobber;
#[cfg(feature = "trace")]
pub use saltus_core::trace;
pub use saltus_core::{
    answers, board, clock, definition, evidence, fact, family, fs, graph, laws, limits, lists, luck, notation, own,
    parts, pending, plan, proof, puzzle, random, registry, row, scene, search, space, statistics, store, tables,
    verdict, verify,
};
pub use saltus_draw as draw;
pub use saltus_rules as rules;
pub use saltus_shifting::{reverse, shift};
pub use saltus_tiles as tiles;

use answers::Answers;
use notation::BadInput;
use registry::Registry;

/// The families of this library.
///
/// ```
/// let names: Vec<&str> = saltus::registry().families().iter().map(|family| family.name).collect();
/// assert_eq!(names, ["shift", "reverse", "tiles", "clobber", "chinese", "rules"]);
/// ```
pub fn registry() -> Registry {
    Registry::new()
        .with::<shift::Instance>()
        .with::<reverse::Instance>()
        .with::<tiles::Instance>()
        .with::<clobber::Instance>()
        .with::<chinese::Instance>()
        .with::<rules::Instance>()
}

static FAMILIES: LazyLock<Registry> = LazyLock::new(registry);

/// Reads a line of any family of this library that names one position.
///
/// ```
/// let puzzle = saltus::parse("clobber line wbbw")?;
/// assert_eq!((puzzle.family(), puzzle.size()), ("clobber", 4u8.into()));
/// assert_eq!(saltus::parse("clobber line wbxw").err().unwrap().column, 16);
/// # Ok::<(), saltus::notation::BadInput>(())
/// ```
///
/// # Errors
/// The place and the rule broken.
pub fn parse(line: &str) -> Result<Box<dyn Answers>, BadInput> {
    FAMILIES.parse(line)
}

/// Reads a line of any family of this library: one position, or a set of them for a survey.
///
/// ```
/// let set = saltus::parse_any("clobber line 4")?;
/// assert!(set.is_set() && saltus::parse("clobber line 4").is_err());
/// let survey = set.survey(&saltus::limits::Limits::default()).unwrap();
/// assert_eq!(survey.distribution.iter().sum::<dashu_int::UBig>(), 16u8.into());
/// # Ok::<(), saltus::notation::BadInput>(())
/// ```
///
/// # Errors
/// The place and the rule broken.
pub fn parse_any(line: &str) -> Result<Box<dyn Answers>, BadInput> {
    FAMILIES.parse_any(line)
}

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
