//! Everything about all instances of a size, one file a family.

pub mod clobber;
pub mod reverse;
pub mod tiles;
