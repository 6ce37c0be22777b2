//! Replay of a play: the moves of a block, or those of the classical construction.

use crate::board::Board;
use crate::number::{integer, natural};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::puzzle::Puzzle;
use crate::shift::Shift;
use crate::walk::Walk;
use dashu_int::{IBig, UBig};

/// A play in progress, of any family.
pub(crate) trait Play {
    /// Makes a move, written as in a record.
    fn make(&mut self, text: &str) -> Checked<()>;

    /// Refuses a play that ends here and is not as claimed: `reached` is what it was to make small.
    fn verify_end(&self, reached: &UBig) -> Checked<()>;
}

/// Makes the moves of a block, one a line.
pub(crate) fn make_lines(play: &mut dyn Play, payload: &[u8]) -> Checked<()> {
    let text = std::str::from_utf8(payload).or_refuse("not ASCII").at("moves")?;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let line = line.strip_suffix('\n').or_refuse("the line is not ended");
        line.and_then(|line| play.make(line)).at(format_args!("moves, line {}", index + 1))?;
    }
    Ok(())
}

/// A play in progress on a board with one vacancy.
pub(crate) struct Replay<'a> {
    puzzle: &'a Puzzle,
    board: Board,
    made: u64,
}

impl<'a> Replay<'a> {
    /// Before the first move.
    pub(crate) fn new(puzzle: &'a Puzzle, limits: &Limits) -> Checked<Self> {
        let board = puzzle.start(limits)?;
        Ok(Self { puzzle, board, made: 0 })
    }

    /// Makes the move out of a cell, counted from 1.
    fn leave(&mut self, cell: u64) -> Checked<()> {
        self.made += 1;
        let from = usize::try_from(cell).unwrap_or(0).wrapping_sub(1);
        ensure(from < self.board.cells().len(), "there is no such cell")?;
        if let Some(why) = self.puzzle.forbids(&self.board, from) {
            return refuse(why);
        }
        self.board.carry(from);
        Ok(())
    }

    /// The same in a list of moves that do not stand in lines of their own.
    fn leave_next(&mut self, cell: u64) -> Checked<()> {
        self.leave(cell).at(format_args!("move {}", self.made))
    }

    /// Makes the moves of a run, one by one.
    fn run(&mut self, run: &Run) -> Checked<()> {
        // There is no cell 0, nor one beyond 64 bits.
        let mut cell = u64::try_from(&run.from).unwrap_or(0);
        self.leave_next(cell)?;
        if !run.is_single() {
            let stride = i64::try_from(&run.stride).or_refuse("the run leaves the board")?;
            let count = u64::try_from(&run.count).or_refuse("the run leaves the board")?;
            for _ in 1..count {
                cell = cell.checked_add_signed(stride).or_refuse("the run leaves the board")?;
                self.leave_next(cell)?;
            }
        }
        Ok(())
    }

    /// After the last move.
    fn finish(&self) -> Checked<()> {
        ensure(self.puzzle.is_goal(&self.board), "the last board is not the goal").at("plan")
    }
}

impl Play for Replay<'_> {
    fn make(&mut self, text: &str) -> Checked<()> {
        let from = self.puzzle.read_move(&self.board, text)?;
        self.leave(from)
    }

    fn verify_end(&self, reached: &UBig) -> Checked<()> {
        ensure(*reached == self.made.into(), format_args!("{reached} claimed, but there are {} moves", self.made))
            .at("plan")?;
        self.finish()
    }
}

/// Checks that the payload of a block `moves` is a play of exactly `k` moves from start to goal.
/// Returns the theorem that stands in for a replay, if one does.
pub(crate) fn verify(puzzle: &Puzzle, payload: &[u8], k: &UBig, limits: &Limits) -> Checked<Option<&'static str>> {
    let text = std::str::from_utf8(payload).or_refuse("not ASCII").at("moves")?;
    match text {
        "construction sections first=b\n" => verify_sections(puzzle, true, k, limits),
        "construction sections first=w\n" => verify_sections(puzzle, false, k, limits),
        _ => verify_runs(puzzle, text, k, limits).map(|()| None),
    }
}

fn verify_runs(puzzle: &Puzzle, text: &str, k: &UBig, limits: &Limits) -> Checked<()> {
    if let Some(mut walk) = Walk::new(puzzle) {
        for_each_run(text, k, |run| walk.run(run))?;
        return walk.finish();
    }
    limits.count(k)?;
    let mut replay = Replay::new(puzzle, limits)?;
    for_each_run(text, k, |run| replay.run(run))?;
    replay.finish()
}

/// Reads runs of `k` moves in all; each is made as soon as it is known not to be too long.
fn for_each_run(text: &str, k: &UBig, mut make: impl FnMut(&Run) -> Checked<()>) -> Checked<()> {
    let mut left = k.clone();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let made = Run::read(line).and_then(|run| {
            ensure(run.count <= left, format_args!("more than the {k} moves claimed"))?;
            left -= &run.count;
            make(&run)
        });
        made.at(format_args!("moves, line {}", index + 1))?;
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
        let line = line.strip_suffix('\n').or_refuse("the line is not ended")?;
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let (from, stride, count) = match *words.as_slice() {
            [from] => (natural(from)?, IBig::ZERO, UBig::ONE),
            [from, stride, count] => (natural(from)?, integer(stride)?, natural(count)?),
            _ => return refuse(format_args!("{} is neither a move nor a run", quote(line))),
        };
        ensure(words.len() == 1 || count > UBig::ONE, "a run has at least 2 moves")?;
        Ok(Self { from, stride, count })
    }

    /// Whether it is one move, and the stride means nothing.
    pub(crate) fn is_single(&self) -> bool {
        self.count.is_one()
    }
}

/// Replays the construction if that is affordable; otherwise the section theorem says that it is a
/// legal play.
fn verify_sections(puzzle: &Puzzle, black_first: bool, k: &UBig, limits: &Limits) -> Checked<Option<&'static str>> {
    let Puzzle::Shift(Shift { n, m, start: None, goal: None, .. }) = puzzle else {
        return refuse("the construction is for `shift N M`").at("moves");
    };
    // Without one of the colours it is the other one that begins.
    let begins = n.is_zero() == m.is_zero() || m.is_zero() == black_first;
    ensure(begins, "there is no checker of the colour that shall begin").at("moves")?;
    let length = n * m + n + m;
    ensure(length == *k, format_args!("the construction has {length} moves")).at("moves")?;
    if let Some(mut walk) = Walk::new(puzzle) {
        // From cell N to cell 1, or from cell 2 to the last one.
        let (from, stride) = if m.is_zero() { (n.clone(), -IBig::ONE) } else { (UBig::from(2u8), IBig::ONE) };
        if !length.is_zero() {
            walk.run(&Run { from, stride, count: length })?;
        }
        return walk.finish().map(|()| None);
    }
    if limits.count(k).is_err() || limits.length(&puzzle.cells()).is_err() {
        return Ok(Some("sections"));
    }
    let mut replay = Replay::new(puzzle, limits)?;
    let (n, m) = (u64::try_from(n).or_refuse("no board")?, u64::try_from(m).or_refuse("no board")?);
    for cell in sections(n, m, black_first) {
        replay.leave_next(cell)?;
    }
    replay.finish().map(|()| None)
}

/// The cells that the moves of the construction leave: a section is one slide and then as many
/// jumps as there is room for, all by the same colour.
fn sections(n: u64, m: u64, black_first: bool) -> impl Iterator<Item = u64> {
    (1..=n + m).flat_map(move |j| {
        let jumps = j.min(n).min(m).min(n + m - j);
        let lowest = n.abs_diff(j) + 1;
        let ascending = (j % 2 == 0) == black_first;
        (0..=jumps).map(move |i| lowest + 2 * if ascending { i } else { jumps - i })
    })
}
