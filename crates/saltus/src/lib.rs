//! Exact answers for puzzles in which pieces move on a board.

pub mod board;
pub mod bounds;
pub mod catalog;
pub mod closed;
pub mod draw;
pub mod kit;
pub mod limits;
pub mod notation;
pub mod plan;
pub mod proof;
pub mod puzzle;
pub mod puzzles;
pub mod scene;
pub mod search;
pub mod survey;
pub mod verdict;
pub mod verify;
