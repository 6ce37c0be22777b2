//! The instance that a line of canonical notation names, whichever its family.

use crate::board::Board;
use crate::number::small;
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote, refuse};
use crate::reverse::{self, Reverse};
use crate::shift::Shift;
use crate::tiles::Tiles;
use dashu_int::UBig;
use std::iter::Peekable;
use std::str::Split;

/// The words of a line. Two blanks in a row make an empty word, which nothing accepts.
pub(crate) type Words<'a> = Peekable<Split<'a, char>>;

/// An instance.
#[derive(Debug)]
pub(crate) enum Puzzle {
    Shift(Shift),
    Reverse(Reverse),
    Tiles(Tiles),
}

impl Puzzle {
    /// Reads a line, and refuses one that is not canonical.
    pub(crate) fn read(line: &str, limits: &Limits) -> Checked<Self> {
        // A written board takes a byte a cell in the line and four here; copies are accounted for
        // when made.
        limits.room(4 * line.len() as u128, "the boards of the puzzle")?;
        let mut words = line.split(' ').peekable();
        let puzzle = match words.next().unwrap_or_default() {
            "shift" => Self::Shift(Shift::read(&mut words, limits)?),
            "reverse" => Self::Reverse(Reverse::read(&mut words, limits)?),
            "tiles" => Self::Tiles(Tiles::read(&mut words, limits)?),
            family => return refuse(format_args!("no rules for {}", quote(family))),
        };
        let rest = words.next();
        let unexpected = quote(rest.unwrap_or_default());
        ensure(rest.is_none(), format_args!("not canonical: unexpected {unexpected}"))?;
        Ok(puzzle)
    }

    /// Cells of a board.
    pub(crate) fn cells(&self) -> UBig {
        match self {
            Self::Shift(shift) => &shift.n + &shift.m + UBig::ONE,
            Self::Reverse(reverse) => &reverse.n + UBig::ONE,
            Self::Tiles(tiles) => tiles.grid.cells().into(),
        }
    }

    /// The start, written out.
    pub(crate) fn start(&self, limits: &Limits) -> Checked<Board> {
        match self {
            Self::Shift(shift) => shift.start(limits),
            Self::Reverse(reverse) => reverse.start(limits),
            Self::Tiles(tiles) => {
                let mut cells = limits.vector(tiles.start.cells().len(), "a board")?;
                cells.extend_from_slice(tiles.start.cells());
                Board::new(cells).or_refuse("no board")
            }
        }
    }

    /// Whether a board of this instance is a goal.
    pub(crate) fn is_goal(&self, board: &Board) -> bool {
        match self {
            Self::Shift(shift) => shift.is_goal(board),
            Self::Reverse(reverse) => reverse.is_goal(board),
            Self::Tiles(tiles) => tiles.goal == *board,
        }
    }

    /// Why the checker in cell `from` may not move into the vacancy, if it may not.
    pub(crate) fn forbids(&self, board: &Board, from: usize) -> Option<&'static str> {
        match self {
            Self::Shift(shift) => shift.forbids(board, from),
            Self::Reverse(_) => reverse::forbids(board, from),
            Self::Tiles(tiles) => tiles.forbids(board, from),
        }
    }

    /// Visits all cells from which something may be able to move into the vacancy.
    pub(crate) fn each_source(&self, board: &Board, visit: impl FnMut(usize)) {
        let (to, cells) = (board.vacancy(), board.cells().len());
        match self {
            Self::Shift(_) | Self::Reverse(_) => (to.saturating_sub(2)..(to + 3).min(cells)).for_each(visit),
            Self::Tiles(tiles) => tiles.grid.neighbours(to).for_each(visit),
        }
    }

    /// The cell, from 1, that a move leaves as a record names it.
    pub(crate) fn read_move(&self, board: &Board, text: &str) -> Checked<u64> {
        if let Self::Tiles(tiles) = self {
            return Ok(tiles.read_move(board, text)? as u64 + 1);
        }
        let (from, to) = text.split_once('-').or_refuse(format_args!("{} is not FROM-TO", quote(text)))?;
        let vacancy = board.vacancy() + 1;
        let into = small(to)? == vacancy as u64;
        ensure(into, format_args!("{} does not lead into the vacancy, cell {vacancy}", quote(text)))?;
        small(from)
    }
}
