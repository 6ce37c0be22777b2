//! The rules, one file a family.

pub mod reverse;
pub mod row;
pub mod shift;
