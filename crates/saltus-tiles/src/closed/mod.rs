//! Sliding tiles without search: which goals can be reached, a play to every goal that can, and boards of a single row or column.

pub mod construction;
pub mod position;
pub mod row;
pub mod solvability;
