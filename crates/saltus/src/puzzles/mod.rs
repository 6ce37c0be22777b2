//! The rules, one file a family.

pub mod chinese;
pub mod clobber;
pub mod reverse;
pub mod reverse_ranks;
pub mod row;
pub mod shift;
pub mod tiles;
