//! The families that the checker has rules for.

use crate::chinese::{self, Chinese};
use crate::claim::{self, Words};
use crate::clobber::{self, Clobber};
use crate::outcome::{Checked, Limits};
use crate::play::{Play, Replay};
use crate::puzzle::Puzzle;

/// The first words of their notation.
pub(crate) const FAMILIES: [&str; 5] = ["shift", "reverse", "tiles", "clobber", "chinese"];

/// What a line of canonical notation names.
pub(crate) enum Instance {
    /// A puzzle with one vacancy.
    Vacancy(Puzzle),
    Clobber(Clobber),
    Chinese(Chinese),
}

impl Instance {
    /// Reads a line, and refuses one that is not canonical.
    pub(crate) fn read(line: &str, limits: &Limits) -> Checked<Self> {
        match line.split(' ').next() {
            Some("clobber") => Clobber::read(line, limits).map(Self::Clobber),
            Some("chinese") => Chinese::read(line).map(Self::Chinese),
            _ => Puzzle::read(line, limits).map(Self::Vacancy),
        }
    }

    /// The words of its claims.
    pub(crate) fn claims(&self) -> &'static Words {
        if matches!(self, Self::Clobber(_)) { &claim::PAWNS } else { &claim::MOVES }
    }

    /// A play before its first move.
    pub(crate) fn play(&self, limits: &Limits) -> Checked<Box<dyn Play + '_>> {
        Ok(match self {
            Self::Vacancy(puzzle) => Box::new(Replay::new(puzzle, limits)?),
            Self::Clobber(clobber) => Box::new(clobber::Play::new(clobber, limits)?),
            Self::Chinese(chinese) => Box::new(chinese::Play::new(chinese)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_those_with_rules() {
        let lines = [
            "shift 1 1",
            "reverse 2",
            "tiles 1x2 1 0",
            "clobber line bw",
            "chinese triangle:3 men=1 players=1 order=R",
        ];
        for (family, line) in FAMILIES.iter().zip(lines) {
            assert!(line.starts_with(family) && Instance::read(line, &Limits::default()).is_ok(), "{line}");
        }
        assert!(Instance::read("peg 1", &Limits::default()).is_err());
    }
}
