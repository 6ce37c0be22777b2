//! Sliding tiles without search: which goals can be reached, and boards of a single row or column.

pub mod position;
pub mod row;
pub mod solvability;
