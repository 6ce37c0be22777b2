//! Shifting checkers, also known as toads and frogs. [`rules`] says how they move.

mod answers;
pub mod bounds;
pub mod closed;
pub mod rules;
pub mod sources;

pub use rules::*;
