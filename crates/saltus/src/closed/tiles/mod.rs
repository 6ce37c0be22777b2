//! Sliding tiles in closed form, and what a search of them may know beforehand.

pub mod row;
pub mod solvability;
pub mod space;
pub mod words;
