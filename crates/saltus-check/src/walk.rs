//! Walks: plays on a board of one colour. There the vacancy is all that there is to know, so that a
//! run of equal steps is checked as a whole, whatever the sizes.

use crate::board::{Board, VACANT};
use crate::outcome::{Checked, OrRefuse, Place, ensure, refuse};
use crate::play::Run;
use crate::puzzle::Puzzle;
use crate::shift::{BLACK, Shift, WHITE};
use dashu_int::IBig;

/// A walk in progress. Cells are counted from 1.
pub(crate) struct Walk<'a> {
    shift: &'a Shift,
    cells: IBig,
    vacancy: IBig,
}

impl<'a> Walk<'a> {
    /// Before the first move. None with two colours or numbers on the board.
    pub(crate) fn new(puzzle: &'a Puzzle) -> Option<Self> {
        match puzzle {
            Puzzle::Shift(shift) if !shift.has_both_colours() => {
                let vacancy = IBig::from(shift.vacancies().0) + IBig::ONE;
                Some(Self { shift, cells: puzzle.cells().into(), vacancy })
            }
            _ => None,
        }
    }

    /// Makes the moves of a run.
    pub(crate) fn run(&mut self, run: &Run) -> Checked<()> {
        let from = IBig::from(run.from.clone());
        let first = &from - &self.vacancy;
        let last = &from + &run.stride * (IBig::from(run.count.clone()) - IBig::ONE);
        // The cells between are between these.
        let on_board = |cell: &IBig| *cell >= IBig::ONE && *cell <= self.cells;
        ensure(on_board(&from), "there is no such cell")?;
        self.ensure_legal(&first)?;
        if !run.is_single() {
            ensure(on_board(&last), "the run leaves the board")?;
            self.ensure_legal(&run.stride)?;
        }
        self.vacancy = last;
        Ok(())
    }

    /// Whether the vacancy may go that many cells to the right.
    fn ensure_legal(&self, step: &IBig) -> Checked<()> {
        // No more than two cells on each side matter to a move: the rules are asked about these.
        let colour = if self.shift.n.is_zero() { WHITE } else { BLACK };
        let near = Board::new(vec![colour, colour, VACANT, colour, colour]).or_refuse("no board")?;
        let from = usize::try_from(step + IBig::from(2)).ok().filter(|&from| from < 5);
        match from.map(|from| self.shift.forbids(&near, from)) {
            Some(None) => Ok(()),
            Some(Some(why)) => refuse(why),
            None => refuse("the vacancy is more than two cells away"),
        }
    }

    /// After the last move.
    pub(crate) fn finish(&self) -> Checked<()> {
        let there = self.vacancy == IBig::from(self.shift.vacancies().1) + IBig::ONE;
        ensure(there, "the last board is not the goal").at("plan")
    }
}
