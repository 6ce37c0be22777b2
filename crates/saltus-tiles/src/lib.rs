//! Sliding tiles: the 15-puzzle and its relatives. [`rules`] states how they move.

mod answers;
pub mod bounds;
pub mod closed;
mod constants;
mod definition;
pub mod evidence;
pub mod notation;
pub mod rules;
pub mod runs;
pub mod search;
pub mod survey;
pub mod tables;

pub use rules::*;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
