//! Solitaire Clobber on any graph. [`rules`] states how pawns move.

mod answers;
pub mod bounds;
pub mod closed;
mod definition;
pub mod evidence;
mod in_order;
pub mod notation;
pub mod rules;
#[cfg(test)]
mod samples;
pub mod search;
pub mod sources;
pub mod survey;

pub use answers::word;
pub use rules::*;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
