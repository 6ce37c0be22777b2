//! Sets of cells, a bit a cell, and the moves of a man among others.

use super::board::{Board, MOST_CELLS};
use super::instance::MOST_PLAYERS;
use std::array::from_fn;

/// This many words of 64 cells hold most boards, and the next number holds all.
pub(crate) const NARROW: usize = 2;
pub(crate) const WIDE: usize = MOST_CELLS / 64;

/// A set of cells of a board with at most 64 W cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Men<const W: usize>([u64; W]);

/// By player, where its men stand; nowhere beyond the last player.
pub(crate) type Position<const W: usize> = [Men<W>; MOST_PLAYERS];

impl<const W: usize> Men<W> {
    pub(crate) const NONE: Self = Self([0; W]);

    pub(crate) fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let mut men = Self::NONE;
        cells.into_iter().for_each(|cell| men.insert(cell));
        men
    }

    #[inline]
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// The same after a move.
    #[inline]
    pub(crate) fn moved(mut self, from: usize, to: usize) -> Self {
        self.0[from / 64] &= !(1 << (from % 64));
        self.insert(to);
        self
    }

    /// Takes out the first cell.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let cell = 64 * word + self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(cell)
    }

    #[inline]
    pub(crate) fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    pub(crate) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cells that these are taken to, by cell.
    pub(crate) fn mapped(self, images: &[usize]) -> Self {
        Self::of(self.cells().map(|cell| images[cell]))
    }
}

#[inline]
pub(crate) fn occupied<const W: usize>(position: &Position<W>) -> Men<W> {
    position.iter().fold(Men::NONE, |all, men| all.or(men))
}

/// Some cells, and those to which chains of jumps lead from them, of which each may go over a cell and to another.
#[inline]
pub(crate) fn jumped<const W: usize>(board: &Board, from: Men<W>, may_jump: impl Fn(usize, usize) -> bool) -> Men<W> {
    let (mut reached, mut fresh) = (from, from);
    while let Some(cell) = fresh.pop() {
        for &(over, to) in &board.jumps[cell] {
            if may_jump(over, to) && !reached.has(to) {
                reached.insert(to);
                fresh.insert(to);
            }
        }
    }
    reached
}

/// Where a man can move to.
#[inline]
pub(crate) fn destinations<const W: usize>(board: &Board, from: usize, occupied: &Men<W>) -> Men<W> {
    let own = Men::of([from]);
    // Its own cell counts as empty.
    let others = occupied.minus(&own);
    let mut reached = jumped(board, own, |over, to| others.has(over) && !others.has(to));
    for &to in &board.steps[from] {
        if !others.has(to) {
            reached.insert(to);
        }
    }
    reached.minus(&own)
}
