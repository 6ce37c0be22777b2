//! A row of cells with one vacancy: what shifting checkers and numbered reversal have in common.
//!
//! Every move goes into the vacancy: a *slide* from a neighbouring cell, or a *jump* from two cells away over the
//! checker between. So a move is known by the cell it leaves, and is its own inverse's mirror: to undo it is to swap the
//! same two cells again.

use std::hash::Hash;

use smallvec::SmallVec;

use crate::board::{Board, Cell, EAST, WEST};
use crate::notation::BadInput;

/// Checkers in a row, one cell vacant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row<T> {
    cells: SmallVec<[T; 24]>,
    gap: Cell,
}

/// From a cell into the vacancy; cells count from 0 here and from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hop {
    /// The cell that the checker leaves.
    pub from: Cell,
    /// The cell it goes to.
    pub to: Cell,
}

impl<T: Copy + PartialEq> Row<T> {
    /// The row with these cells.
    ///
    /// # Panics
    /// When no cell holds `vacancy`.
    pub fn new(cells: impl IntoIterator<Item = T>, vacancy: T) -> Self {
        let cells: SmallVec<[T; 24]> = cells.into_iter().collect();
        let gap = cells.iter().position(|&cell| cell == vacancy).expect("a row has a vacancy");
        Row { cells, gap: gap as Cell }
    }

    /// The cells from left to right.
    pub fn cells(&self) -> &[T] {
        &self.cells
    }

    /// The vacant cell.
    #[inline]
    pub fn gap(&self) -> Cell {
        self.gap
    }

    /// Carries a checker into the vacancy.
    #[inline]
    pub fn swap(&mut self, hop: Hop) {
        self.cells.swap(hop.from as usize, hop.to as usize);
        self.gap = hop.from;
    }

    /// Takes [`Row::swap`] back.
    #[inline]
    pub fn unswap(&mut self, hop: Hop) {
        self.cells.swap(hop.from as usize, hop.to as usize);
        self.gap = hop.to;
    }

    /// Bytes that a row of `cells` cells takes, inside and outside of itself.
    pub fn bytes(cells: usize) -> u64 {
        let outside = if cells > 24 { cells * size_of::<T>() } else { 0 };
        (size_of::<Self>() + outside) as u64
    }
}

impl<T: Hash> Hash for Row<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // The vacancy stands in the cells too.
        self.cells.hash(state);
    }
}

/// The cells from which the vacancy can be reached, from left to right, each with the cell between if it is two away.
#[inline]
pub fn sources(board: &Board, gap: Cell) -> impl Iterator<Item = (Cell, Option<Cell>)> {
    let (west, east) = (board.step(gap, WEST), board.step(gap, EAST));
    let far = |jump: Option<(Cell, Cell)>| jump.map(|(over, from)| (from, Some(over)));
    let near = |step: Option<Cell>| step.map(|from| (from, None));
    [far(board.jump(gap, WEST)), near(west), near(east), far(board.jump(gap, EAST))].into_iter().flatten()
}

/// Writes `FROM-TO`, cells from 1.
pub fn write_hop(hop: Hop, text: &mut String) {
    use std::fmt::Write;
    write!(text, "{}-{}", u64::from(hop.from) + 1, u64::from(hop.to) + 1).expect("a string takes all");
}

/// Reads `FROM-TO`, cells from 1 to `cells`.
///
/// # Errors
/// What is wrong with the text.
pub fn read_hop(text: &str, cells: usize) -> Result<Hop, BadInput> {
    let wrong = || BadInput::line(format!("\"{text}\" is not a move FROM-TO between the cells 1 to {cells}"));
    let (from, to) = text.split_once('-').ok_or_else(wrong)?;
    let cell = |word: &str| {
        let number = crate::notation::number(word).and_then(|number| usize::try_from(number).ok())?;
        (1..=cells).contains(&number).then(|| (number - 1) as Cell)
    };
    Ok(Hop { from: cell(from).ok_or_else(wrong)?, to: cell(to).ok_or_else(wrong)? })
}

/// Every pair of cells as a move: what a test calls all conceivable moves.
pub fn conceivable(cells: usize) -> impl Iterator<Item = Hop> {
    let cells = cells as Cell;
    (0..cells).flat_map(move |from| (0..cells).map(move |to| Hop { from, to }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_stand_in_order() {
        let board = Board::line(5);
        let from = |gap| sources(&board, gap).map(|(from, _)| from).collect::<Vec<_>>();
        assert_eq!(from(2), [0, 1, 3, 4]);
        assert_eq!(from(0), [1, 2]);
        assert_eq!(from(4), [2, 3]);
        assert_eq!(sources(&Board::line(1), 0).count(), 0);
    }

    #[test]
    fn moves_as_text() {
        let mut text = String::new();
        write_hop(Hop { from: 2, to: 3 }, &mut text);
        assert_eq!((text.as_str(), read_hop(&text, 4)), ("3-4", Ok(Hop { from: 2, to: 3 })));
        for bad in ["", "3", "3-5", "0-1", "3--4", "3-4-5", "+3-4", "a-b", "03-4"] {
            assert!(read_hop(bad, 4).is_err(), "{bad}");
        }
    }
}
