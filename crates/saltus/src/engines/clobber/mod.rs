//! stub
use crate::board::Board;
use crate::limits::{Limits, Stop};
use crate::puzzles::clobber::{Colour, Move, Turns};
/// s
#[derive(Debug)]
pub struct Found {
    /// s
    pub moves: Vec<Move>,
    /// s
    pub value: usize,
    /// s
    pub lower: usize,
    /// s
    pub expanded: u64,
    /// s
    pub stop: Option<Stop>,
}
/// s
pub fn solve(_: &Board, cells: &[Option<Colour>], _: Turns, _: &Limits<'_>) -> Found {
    let n = cells.iter().flatten().count();
    Found { moves: vec![], value: n, lower: 0, expanded: 0, stop: Some(Stop::Nodes) }
}
/// s
pub fn closed_set(_: &Board, _: &[Option<Colour>], _: Turns, _: usize, _: &Limits<'_>) -> Result<Vec<u128>, Stop> {
    Err(Stop::Nodes)
}
