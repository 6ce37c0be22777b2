//! Lower bounds, one file a family. Each is consistent: it falls by at most 1 in a move.

pub mod clobber;
pub mod patterns;
pub mod reverse;
pub mod shift;
pub mod tiles;
