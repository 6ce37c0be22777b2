//! Sliding tiles in closed form: which goals can be reached, and boards of a single row or column.

pub mod row;
pub mod solvability;
