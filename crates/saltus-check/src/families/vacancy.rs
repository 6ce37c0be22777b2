//! Boards with one vacancy or several: their rules, and the replay of runs of moves.

use crate::board::{Board, Cell, VACANT};
use crate::families::Puzzle;
use crate::families::shift::{BLACK, Shift, WHITE};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::rules::{Counts, Moves, Rules};
use crate::text::{integer, lines, natural};
use dashu_int::{IBig, UBig};

/// A board at hand.
pub(crate) struct Replay<'a> {
    puzzle: &'a Puzzle,
    board: Board,
    made: u64,
    counts: Counts,
}

impl<'a> Replay<'a> {
    pub(crate) fn new(puzzle: &'a Puzzle, limits: &Limits) -> Checked<Self> {
        Ok(Self { puzzle, board: puzzle.start(limits)?, made: 0, counts: Counts::default() })
    }

    /// Makes the move out of a cell, counted from 1, into a vacant one, counted from 0.
    #[inline]
    fn leave(&mut self, cell: u64, to: usize) -> Checked<()> {
        self.made += 1;
        let from = usize::try_from(cell).unwrap_or(0).wrapping_sub(1);
        let there = from < self.board.cells().len();
        let why = if there { self.puzzle.forbids(&self.board, from, to) } else { Some("there is no such cell") };
        if let Some(why) = why {
            return refuse(why);
        }
        self.puzzle.carry(&mut self.board, from, to);
        Ok(())
    }

    /// The same in a list of moves that do not stand in lines of their own, into the only vacancy.
    fn leave_next(&mut self, cell: u64) -> Checked<()> {
        self.leave_for(cell, self.board.vacancy())
    }

    pub(crate) fn leave_for(&mut self, cell: u64, to: usize) -> Checked<()> {
        self.leave(cell, to).at(format_args!("move {}", self.made))
    }

    /// Makes the moves of a run, one by one.
    fn run(&mut self, run: &Run) -> Checked<()> {
        // There is no cell 0, nor one beyond 64 bits.
        let mut cell = u64::try_from(&run.from).unwrap_or(0);
        self.leave_next(cell)?;
        let stride = i64::try_from(&run.stride).or_refuse("the run leaves the board")?;
        let count = u64::try_from(&run.count).or_refuse("the run leaves the board")?;
        for _ in 1..count {
            cell = cell.checked_add_signed(stride).or_refuse("the run leaves the board")?;
            self.leave_next(cell)?;
        }
        Ok(())
    }

    pub(crate) fn finish(&self) -> Checked<()> {
        ensure(self.puzzle.is_goal(&self.board), self.falls_short())
    }
}

impl Rules for Replay<'_> {
    fn make(&mut self, text: &str) -> Checked<()> {
        let (from, to) = self.puzzle.read_move(&self.board, text)?;
        self.leave(from, to)
    }

    fn is_goal(&mut self) -> Checked<bool> {
        Ok(self.puzzle.is_goal(&self.board))
    }

    fn falls_short(&self) -> &'static str {
        NO_GOAL
    }

    fn open(&mut self, limits: &Limits) -> Checked<(u64, Vec<Cell>)> {
        self.counts = Counts::of(self.board.cells(), limits)?;
        let base = match self.puzzle {
            Puzzle::Shift(_) => 3,
            Puzzle::Reverse(_) | Puzzle::Tiles(_) => self.counts.len().max(2),
        };
        Ok((base as u64, self.board.cells().to_vec()))
    }

    fn enter(&mut self, digits: &[Cell]) -> Option<()> {
        if self.counts.are_of(digits) { self.board.rewrite(digits) } else { None }
    }

    fn moves(&mut self, moves: &mut Moves) -> Checked<()> {
        self.puzzle.each_source(&self.board, |from, to| {
            if self.puzzle.forbids(&self.board, from, to).is_some() {
                return;
            }
            if let Puzzle::Tiles(tiles) = self.puzzle
                && tiles.runs
            {
                tiles.add_changes(&self.board, from, moves);
            } else {
                moves.add(&[(from, VACANT), (to, self.board.cells()[from])], false);
            }
        });
        Ok(())
    }
}

const NO_GOAL: &str = "plan: the last board is not the goal";

/// Checks that the payload of a block `moves` is a play of exactly `k` moves from start to goal.
pub(crate) fn verify(puzzle: &Puzzle, payload: &[u8], k: &UBig, limits: &Limits) -> Checked<()> {
    let lines = lines(payload).at("moves")?;
    if let Some(mut walk) = Walk::new(puzzle) {
        for_each_run(lines, k, |run| walk.run(run))?;
        return walk.finish();
    }
    limits.count(k)?;
    let mut replay = Replay::new(puzzle, limits)?;
    for_each_run(lines, k, |run| replay.run(run))?;
    replay.finish()
}

/// Reads runs of `k` moves in all; each is made as soon as it is known not to be too long.
fn for_each_run<'a>(
    lines: impl Iterator<Item = (usize, Checked<&'a str>)>,
    k: &UBig,
    mut make: impl FnMut(&Run) -> Checked<()>,
) -> Checked<()> {
    let mut left = k.clone();
    for (number, line) in lines {
        let made = line.and_then(Run::read).and_then(|run| {
            ensure(run.count <= left, format_args!("more than the {k} moves claimed"))?;
            left -= &run.count;
            make(&run)
        });
        made.at(format_args!("moves, line {number}"))?;
    }
    ensure(left.is_zero(), format_args!("{left} of the {k} moves claimed are missing")).at("moves")
}

/// Moves out of cells at equal distances.
pub(crate) struct Run {
    pub(crate) from: UBig,
    pub(crate) stride: IBig,
    pub(crate) count: UBig,
}

impl Run {
    fn read(line: &str) -> Checked<Self> {
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        match *words.as_slice() {
            [from] => Ok(Self { from: natural(from)?, stride: IBig::ZERO, count: UBig::ONE }),
            [from, stride, count] => {
                let run = Self { from: natural(from)?, stride: integer(stride)?, count: natural(count)? };
                ensure(run.count > UBig::ONE, "a run has at least 2 moves")?;
                Ok(run)
            }
            _ => refuse(format_args!("{} is neither a move nor a run", quote(line))),
        }
    }
}

/// A play on a board of one colour. There the vacancy is all that there is to know, so that a run
/// of equal steps is checked as a whole, whatever the sizes. Cells are counted from 1.
pub(crate) struct Walk<'a> {
    shift: &'a Shift,
    cells: IBig,
    vacancy: IBig,
}

impl<'a> Walk<'a> {
    /// Before the first move. None with two colours or numbers on the board.
    pub(crate) fn new(puzzle: &'a Puzzle) -> Option<Self> {
        match puzzle {
            Puzzle::Shift(shift) if shift.gaps.is_one() && !shift.has_both_colours() => {
                let vacancy = IBig::from(shift.vacancies().0) + IBig::ONE;
                Some(Self { shift, cells: puzzle.cells().into(), vacancy })
            }
            _ => None,
        }
    }

    pub(crate) fn run(&mut self, run: &Run) -> Checked<()> {
        let from = IBig::from(run.from.clone());
        let first = &from - &self.vacancy;
        let last = &from + &run.stride * (IBig::from(run.count.clone()) - IBig::ONE);
        // The cells between are between these.
        let on_board = |cell: &IBig| *cell >= IBig::ONE && *cell <= self.cells;
        ensure(on_board(&from), "there is no such cell")?;
        self.ensure_legal(&first)?;
        // Of a single move the stride means nothing.
        if !run.count.is_one() {
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
        match from.map(|from| self.shift.forbids(&near, from, near.vacancy())) {
            Some(None) => Ok(()),
            Some(Some(why)) => refuse(why),
            None => refuse("the vacancy is more than two cells away"),
        }
    }

    pub(crate) fn finish(&self) -> Checked<()> {
        ensure(self.vacancy == IBig::from(self.shift.vacancies().1) + IBig::ONE, NO_GOAL)
    }
}
