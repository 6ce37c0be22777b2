//! Solitaire Clobber on lines, cycles and trees.

pub mod alternate;
pub mod fast;
