//! Sliding tiles: which goals can be reached, boards of a single row or column, all arrangements of a small board, and which walks of
//! the vacancy a search may leave out.

pub mod position;
pub mod row;
pub mod solvability;
pub mod space;
pub mod words;
