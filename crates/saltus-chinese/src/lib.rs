//! Chinese Checkers played together. [`rules`] states how men move.

mod answers;
pub mod bounds;
mod definition;
pub mod evidence;
pub mod notation;
pub mod rules;
pub mod search;
pub mod sources;
mod survey;

pub use rules::*;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
