//! Exact answers for puzzles in which pieces move on a board.

pub mod board;
pub mod limits;
pub mod notation;
pub mod puzzle;
pub mod puzzles;
