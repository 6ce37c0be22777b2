//! Chinese Checkers played together. [`rules`] states how men move.

mod answers;
pub mod bounds;
pub mod evidence;
pub mod notation;
pub mod rules;
pub mod search;
pub mod sources;
mod survey;

pub use rules::*;
