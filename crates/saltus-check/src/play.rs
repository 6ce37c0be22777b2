//! Replay of a play: the moves of a block, or those of the classical construction.

use crate::board::Board;
use crate::number::{signed, small};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::puzzle::Puzzle;
use crate::shift::Shift;
use dashu_int::UBig;

/// A play in progress.
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

    /// The vacancy, counted from 1.
    pub(crate) fn vacancy(&self) -> u64 {
        self.board.vacancy() as u64 + 1
    }

    /// Makes the move out of a cell, counted from 1.
    pub(crate) fn leave(&mut self, cell: u64) -> Checked<()> {
        self.made += 1;
        let from = usize::try_from(cell).unwrap_or(0).wrapping_sub(1);
        let forbidden = if from < self.board.cells().len() {
            self.puzzle.forbids(&self.board, from)
        } else {
            Some("there is no such cell")
        };
        if let Some(why) = forbidden {
            return refuse(why).at(format_args!("move {}", self.made));
        }
        self.board.carry(from);
        Ok(())
    }

    /// After the last move.
    pub(crate) fn finish(&self) -> Checked<()> {
        ensure(self.puzzle.is_goal(&self.board), "the last board is not the goal").at("plan")
    }
}

/// Checks that the payload of a block `moves` is a play of exactly `k` moves from start to goal.
/// Returns a remark for the outcome.
pub(crate) fn verify(puzzle: &Puzzle, payload: &[u8], k: &UBig, limits: &Limits) -> Checked<&'static str> {
    let text = std::str::from_utf8(payload).or_refuse("not ASCII").at("moves")?;
    match text {
        "construction sections first=b\n" => verify_sections(puzzle, true, k, limits),
        "construction sections first=w\n" => verify_sections(puzzle, false, k, limits),
        _ => verify_runs(puzzle, text, k, limits).map(|()| ""),
    }
}

fn verify_runs(puzzle: &Puzzle, text: &str, k: &UBig, limits: &Limits) -> Checked<()> {
    let k = limits.count(k)?;
    let mut replay = Replay::new(puzzle, limits)?;
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let run = Run::read(line).and_then(|run| {
            let left = k - replay.made;
            ensure(run.count <= left, format_args!("more than the {k} moves claimed"))?;
            run.replay(&mut replay)
        });
        run.at(format_args!("moves, line {}", index + 1))?;
    }
    let made = replay.made;
    ensure(made == k, format_args!("{made} moves instead of the {k} claimed")).at("moves")?;
    replay.finish()
}

/// Moves out of cells at equal distances.
struct Run {
    from: u64,
    stride: i64,
    count: u64,
}

impl Run {
    fn read(line: &str) -> Checked<Self> {
        let line = line.strip_suffix('\n').or_refuse("the line is not ended")?;
        let words: Vec<&str> = line.splitn(4, ' ').collect();
        let (from, stride, count) = match *words.as_slice() {
            [from] => (small(from)?, 0, 1),
            [from, stride, count] => (small(from)?, signed(stride)?, small(count)?),
            _ => return refuse(format_args!("{} is neither a move nor a run", quote(line))),
        };
        ensure(words.len() == 1 || count >= 2, "a run has at least 2 moves")?;
        Ok(Self { from, stride, count })
    }

    fn replay(&self, replay: &mut Replay<'_>) -> Checked<()> {
        let mut cell = Some(self.from);
        for _ in 0..self.count {
            let from = cell.or_refuse("the run leaves the board")?;
            replay.leave(from)?;
            cell = from.checked_add_signed(self.stride);
        }
        Ok(())
    }
}

/// Replays the construction if that is affordable; otherwise the section theorem says that it is a legal play.
fn verify_sections(puzzle: &Puzzle, black_first: bool, k: &UBig, limits: &Limits) -> Checked<&'static str> {
    let Puzzle::Shift(Shift { n, m, start: None, goal: None, .. }) = puzzle else {
        return refuse("the construction is for `shift N M`").at("moves");
    };
    // Without one of the colours it is the other one that begins.
    let begins = n.is_zero() == m.is_zero() || m.is_zero() == black_first;
    ensure(begins, "there is no checker of the colour that shall begin").at("moves")?;
    let length = n * m + n + m;
    ensure(length == *k, format_args!("the construction has {length} moves")).at("moves")?;
    if limits.count(k).is_err() || limits.length(&puzzle.cells()).is_err() {
        return Ok(" (by the section theorem)");
    }
    let mut replay = Replay::new(puzzle, limits)?;
    let (n, m) = (u64::try_from(n).or_refuse("no board")?, u64::try_from(m).or_refuse("no board")?);
    for cell in sections(n, m, black_first) {
        replay.leave(cell)?;
    }
    replay.finish()?;
    Ok("")
}

/// The cells that the moves of the construction leave: a section is one slide and then as many jumps as there is
/// room for, all by the same colour.
fn sections(n: u64, m: u64, black_first: bool) -> impl Iterator<Item = u64> {
    (1..=n + m).flat_map(move |j| {
        let jumps = j.min(n).min(m).min(n + m - j);
        let lowest = n.abs_diff(j) + 1;
        let ascending = (j % 2 == 0) == black_first;
        (0..=jumps).map(move |i| lowest + 2 * if ascending { i } else { jumps - i })
    })
}
