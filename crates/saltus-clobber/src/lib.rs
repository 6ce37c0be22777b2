//! Solitaire Clobber on any graph. [`rules`] states how pawns move.

mod answers;
pub mod bounds;
pub mod closed;
pub mod evidence;
pub mod notation;
pub mod rules;
pub mod search;
pub mod sources;
pub mod survey;

pub use rules::*;
