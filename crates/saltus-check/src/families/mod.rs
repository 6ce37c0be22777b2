//! The families that the checker has rules for, and the instance that a line names.
//!
//! A family reads its lines and has its rules ([`Rules`]), by which plays and sets of format 1 go; in [`meaning`] it is a definition. No theorem is here.

pub(crate) mod chinese;
pub(crate) mod clobber;
mod meaning;
pub(crate) mod reverse;
pub(crate) mod shift;
pub(crate) mod tiles;
pub(crate) mod vacancy;

use crate::board::{Board, VACANT};
use crate::certificate;
use crate::definition::{self, Definition};
use crate::outcome::{Checked, Limits, OrRefuse, ensure, quote, refuse};
use crate::rules::Rules;
use crate::text::{from_to, joined, small, verify_end};
use chinese::Chinese;
use clobber::Clobber;
use dashu_int::UBig;
use reverse::Reverse;
use shift::Shift;
use tiles::Tiles;
use vacancy::Replay;

/// What a line of canonical notation names.
pub(crate) enum Instance {
    Vacancy(Puzzle),
    Clobber(Clobber),
    Chinese(Chinese),
    Definition(Definition),
}

/// A puzzle with one vacancy, or with several in a row.
#[derive(Debug)]
pub(crate) enum Puzzle {
    Shift(Shift),
    Reverse(Reverse),
    Tiles(Tiles),
}

/// The families by their first words.
pub(crate) const FAMILIES: [&str; 6] = ["shift", "reverse", "tiles", "clobber", "chinese", "rules"];

impl Instance {
    /// Reads a line, and refuses one that is not canonical.
    pub(crate) fn read(line: &str, limits: &Limits) -> Checked<Self> {
        let mut words = line.split(' ').peekable();
        let family = words.next().unwrap_or_default();
        if family != "clobber" && family != "chinese" {
            // A written board takes a byte a cell in the line and four here; copies are accounted
            // for when made.
            limits.room(4 * line.len() as u128, "the boards of the puzzle")?;
        }
        let words = &mut words;
        let instance = match family {
            "shift" => Instance::Vacancy(Puzzle::Shift(Shift::read(words, limits)?)),
            "reverse" => Instance::Vacancy(Puzzle::Reverse(Reverse::read(words, limits)?)),
            "tiles" => Instance::Vacancy(Puzzle::Tiles(Tiles::read(words, limits)?)),
            "clobber" => Instance::Clobber(Clobber::read(words, limits)?),
            "chinese" => Instance::Chinese(Chinese::read(words)?),
            "rules" => Instance::Definition(Definition::read(&joined(&words.collect::<Vec<_>>(), " "))?),
            _ => return refuse(format_args!("no rules for {}", quote(family))),
        };
        verify_end(words)?;
        Ok(instance)
    }

    /// The definition that its line is, if it is of no family.
    pub(crate) fn definition(&self) -> Option<&Definition> {
        if let Self::Definition(definition) = self { Some(definition) } else { None }
    }

    /// How outcomes name it, whose line this is.
    pub(crate) fn name(&self, line: &str) -> String {
        self.definition().map_or(line, |definition| &definition.name).into()
    }

    /// The words of its claims.
    pub(crate) fn claims(&self) -> &'static certificate::Words {
        if self.counts_pieces() { &certificate::PIECES } else { &certificate::MOVES }
    }

    /// Whether what counts is how many pieces are left, and not the moves to a goal.
    pub(crate) fn counts_pieces(&self) -> bool {
        matches!(self, Self::Clobber(_)) || self.definition().is_some_and(Definition::counts_pieces)
    }

    /// Whether some moves cost nothing, so that what counts is the cost of a play, and not its moves.
    pub(crate) fn has_free(&self) -> bool {
        self.definition().is_some_and(Definition::has_free)
    }

    /// Its rules, and its start at hand.
    pub(crate) fn rules(&self, limits: &Limits) -> Checked<Box<dyn Rules + '_>> {
        Ok(match self {
            Self::Vacancy(puzzle) => Box::new(Replay::new(puzzle, limits)?),
            Self::Clobber(clobber) => Box::new(clobber::Play::new(clobber, limits)?),
            Self::Chinese(chinese) => Box::new(chinese::Play::new(chinese)),
            Self::Definition(definition) => Box::new(definition::Play::new(definition, limits)),
        })
    }
}

impl Puzzle {
    pub(crate) fn cells(&self) -> UBig {
        match self {
            Self::Shift(shift) => &shift.n + &shift.m + &shift.gaps,
            Self::Reverse(reverse) => reverse.cells(),
            Self::Tiles(tiles) => tiles.grid.cells().into(),
        }
    }

    pub(crate) fn start(&self, limits: &Limits) -> Checked<Board> {
        match self {
            Self::Shift(shift) => shift.start(limits),
            Self::Reverse(reverse) => reverse.start(limits),
            Self::Tiles(tiles) => Board::new(limits.copied(tiles.start.cells(), "a board")?).or_refuse("no board"),
        }
    }

    /// From its goal to its start, where every move leads both ways. None: it does not, or there is more than one goal.
    pub(crate) fn reversed(&self, limits: &Limits) -> Checked<Option<Self>> {
        Ok(match self {
            Self::Shift(_) => None,
            Self::Reverse(reverse) => reverse.reversed(limits)?.map(Self::Reverse),
            Self::Tiles(tiles) => Some(Self::Tiles(tiles.reversed(limits)?)),
        })
    }

    /// Whether every move can be taken back by a move.
    pub(crate) fn is_undirected(&self) -> bool {
        match self {
            Self::Shift(shift) => shift.moves != shift::Moves::Forward,
            Self::Reverse(_) | Self::Tiles(_) => true,
        }
    }

    pub(crate) fn is_goal(&self, board: &Board) -> bool {
        match self {
            Self::Shift(shift) => shift.is_goal(board),
            Self::Reverse(reverse) => reverse.is_goal(board),
            Self::Tiles(tiles) => tiles.goal == *board,
        }
    }

    /// Whether the cell that a move leaves names it.
    pub(crate) fn has_one_vacancy(&self) -> bool {
        match self {
            Self::Shift(Shift { gaps, .. }) | Self::Reverse(Reverse { gaps, .. }) => gaps.is_one(),
            Self::Tiles(_) => true,
        }
    }

    /// Why the checker in cell `from` may not move into the vacant cell `to`, if it may not.
    pub(crate) fn forbids(&self, board: &Board, from: usize, to: usize) -> Option<&'static str> {
        match self {
            Self::Shift(shift) => shift.forbids(board, from, to),
            Self::Reverse(_) => reverse::forbids(board, from, to),
            Self::Tiles(tiles) => tiles.forbids(board, from),
        }
    }

    /// Makes a move out of a cell that it is allowed to leave.
    #[inline]
    pub(crate) fn carry(&self, board: &mut Board, from: usize, to: usize) {
        match self {
            Self::Tiles(tiles) if tiles.runs => tiles.carry(board, from),
            _ => board.carry(from, to),
        }
    }

    /// Whether several tiles at once are one move; what counts single moves is no evidence then.
    pub(crate) fn counts_runs(&self) -> bool {
        matches!(self, Self::Tiles(tiles) if tiles.runs)
    }

    /// Visits all cells from which something may be able to move into a vacancy, with that.
    pub(crate) fn each_source(&self, board: &Board, mut visit: impl FnMut(usize, usize)) {
        let (first, cells) = (board.vacancy(), board.cells().len());
        match self {
            Self::Shift(_) | Self::Reverse(_) => {
                let vacant = (first..cells).filter(|&cell| board.cells()[cell] == VACANT);
                vacant.for_each(|to| (to.saturating_sub(2)..(to + 3).min(cells)).for_each(|from| visit(from, to)));
            }
            // More than there are: the rules are asked about each.
            Self::Tiles(tiles) if tiles.runs => (0..cells).for_each(|from| visit(from, first)),
            Self::Tiles(tiles) => tiles.grid.neighbours(first).for_each(|from| visit(from, first)),
        }
    }

    /// The cell, from 1, that a move leaves as a record names it, and the vacant cell, from 0, that it leads to.
    pub(crate) fn read_move(&self, board: &Board, text: &str) -> Checked<(u64, usize)> {
        let vacancy = board.vacancy();
        if let Self::Tiles(tiles) = self {
            return Ok((tiles.read_move(board, text)? as u64 + 1, vacancy));
        }
        let (from, to) = from_to(text)?;
        let to = usize::try_from(small(to)?).unwrap_or(0).wrapping_sub(1);
        let into = board.cells().get(to) == Some(&VACANT);
        let which =
            if self.has_one_vacancy() { format!("the vacancy, cell {}", vacancy + 1) } else { "a vacancy".into() };
        ensure(into, format_args!("{} does not lead into {which}", quote(text)))?;
        Ok((small(from)?, to))
    }
}
