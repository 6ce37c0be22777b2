//! A row of cells with one vacancy: what shifting checkers and numbered reversal have in common.
//!
//! Every move goes into the vacancy: a *slide* from a neighbouring cell, or a *jump* from two cells away over the
//! checker between. So a move is known by the cell it leaves, and is its own inverse's mirror: to undo it is to swap the
//! same two cells again.

use std::hash::Hash;
use std::io::{self, Write};
use std::sync::Arc;

use smallvec::SmallVec;

use crate::board::{Board, Cell, EAST, WEST};
use crate::notation::BadInput;
use crate::proof;

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

    /// Bytes that a row of so many cells owns outside of itself.
    pub fn heap_bytes(cells: usize) -> usize {
        if cells > 24 { cells * size_of::<T>() } else { 0 }
    }
}

impl<T: Hash> Hash for Row<T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // The vacancy stands in the cells too.
        self.cells.hash(state);
    }
}

/// For every vacant cell the hops that lead into it, from left to right: what one looks at before asking any rule.
#[derive(Clone, Debug)]
pub struct Hops(Arc<[SmallVec<[Hop; 4]>]>);

impl Hops {
    /// The hops on a row of so many cells.
    pub fn new(cells: usize) -> Self {
        let board = Board::line(cells);
        let into = |to: Cell| {
            let far = |direction| board.jump(to, direction).map(|(_, from)| from);
            let sources = [far(WEST), board.step(to, WEST), board.step(to, EAST), far(EAST)];
            sources.into_iter().flatten().map(|from| Hop { from, to }).collect()
        };
        Hops((0..cells as Cell).map(into).collect())
    }

    /// The hops into a cell.
    #[inline]
    pub fn to(&self, to: Cell) -> &[Hop] {
        &self.0[to as usize]
    }

    /// The hops out of a cell.
    pub fn from(&self, from: Cell) -> impl Iterator<Item = Hop> + '_ {
        self.to(from).iter().map(|hop| Hop { from: hop.to, to: hop.from })
    }
}

impl Hop {
    /// The cell that it passes over, if it is a jump. (Slides go an odd way, jumps an even one.)
    #[inline]
    pub fn over(self) -> Option<Cell> {
        ((self.from ^ self.to) & 1 == 0).then_some((self.from + self.to) >> 1)
    }
}

/// Writes `FROM-TO`, cells from 1.
pub fn write_hop(hop: Hop, text: &mut String) {
    use std::fmt::Write as _;
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

/// Writes a play as runs of the cells left, the block `moves` of a certificate.
///
/// # Errors
/// When `out` fails.
pub fn write_evidence(moves: &[Hop], out: &mut dyn Write) -> io::Result<()> {
    proof::runs(moves.iter().map(|hop| u64::from(hop.from) + 1)).try_for_each(|run| proof::write_run(run, out))
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
    fn hops_stand_in_order() {
        let hops = Hops::new(5);
        let from = |gap| hops.to(gap).iter().map(|hop| hop.from).collect::<Vec<_>>();
        assert_eq!(from(2), [0, 1, 3, 4]);
        assert_eq!(from(0), [1, 2]);
        assert_eq!(from(4), [2, 3]);
        assert!(Hops::new(1).to(0).is_empty());
        assert_eq!(hops.from(4).next(), Some(Hop { from: 4, to: 2 }));
        assert_eq!((Hop { from: 4, to: 2 }.over(), Hop { from: 3, to: 2 }.over()), (Some(3), None));
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
