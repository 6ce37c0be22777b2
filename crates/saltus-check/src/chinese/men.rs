//! Sets of cells, a bit a cell, and the moves of a man among others.

use super::board::{Board, MOST_CELLS};
use super::instance::MOST_PLAYERS;
use std::array::from_fn;

/// This many words of 64 cells hold most boards, and the next number holds all.
pub(super) const NARROW: usize = 2;
pub(super) const WIDE: usize = MOST_CELLS / 64;

/// A set of cells of a board with at most 64 W cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Men<const W: usize>([u64; W]);

/// By player, where its men stand; nowhere beyond the last player.
pub(super) type Position<const W: usize> = [Men<W>; MOST_PLAYERS];

impl<const W: usize> Men<W> {
    pub(super) const NONE: Self = Self([0; W]);

    pub(super) fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        let mut men = Self::NONE;
        cells.into_iter().for_each(|cell| men.insert(cell));
        men
    }

    #[inline]
    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn insert(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    /// The same after a move.
    #[inline]
    pub(super) fn moved(mut self, from: usize, to: usize) -> Self {
        self.0[from / 64] &= !(1 << (from % 64));
        self.insert(to);
        self
    }

    /// Takes out the first cell.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let cell = 64 * word + self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(cell)
    }

    #[inline]
    pub(super) fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || self.pop())
    }

    pub(super) fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; W]
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The cells that these are taken to, by cell.
    pub(super) fn mapped(self, images: &[usize]) -> Self {
        Self::of(self.cells().map(|cell| images[cell]))
    }
}

#[inline]
pub(super) fn occupied<const W: usize>(position: &Position<W>) -> Men<W> {
    position.iter().fold(Men::NONE, |all, men| all.or(men))
}

/// Some cells, and those to which chains of jumps lead from them, of which each may go over a cell and to another.
#[inline]
pub(super) fn jumped<const W: usize>(board: &Board, from: Men<W>, may_jump: impl Fn(usize, usize) -> bool) -> Men<W> {
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
pub(super) fn destinations<const W: usize>(board: &Board, from: usize, occupied: &Men<W>) -> Men<W> {
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
