//! Reversing numbered checkers. [`rules`] says how they move, [`notation`] how they are written.

mod answers;
pub mod bounds;
pub mod closed;
mod definition;
pub mod notation;
pub mod ranks;
pub mod rules;
#[cfg(feature = "by-name")]
pub mod search;
pub mod survey;

pub use rules::*;
