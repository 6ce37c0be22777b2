//! Reversing numbered checkers. [`rules`] says how they move.

mod answers;
pub mod bounds;
pub mod closed;
pub mod ranks;
pub mod rules;
pub mod survey;

pub use rules::*;
