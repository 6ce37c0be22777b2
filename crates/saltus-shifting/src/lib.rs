//! Checkers in a row with one vacancy: shifting black and white ones past each other ([`shift`]),
//! and reversing numbered ones ([`reverse`]).

mod natural;
pub mod reverse;
pub mod shift;
mod written;

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
