//! Solitaire Clobber on lines and cycles.

pub mod fast;
