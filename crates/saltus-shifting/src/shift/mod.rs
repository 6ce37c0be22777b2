//! Shifting checkers, also known as toads and frogs. [`rules`] says how they move, [`notation`] how
//! they are written.

mod answers;
pub mod bounds;
pub mod closed;
mod definition;
pub mod notation;
pub mod rules;
#[cfg(any(test, feature = "by-name"))]
pub mod sources;

pub use rules::*;
