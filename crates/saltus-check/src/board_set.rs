//! Closed sets of boards with one vacancy.

use crate::board::{Board, Cell, VACANT};
use crate::claim::Claim;
use crate::closed_set::{Aim, Space, is_settled, verify as verify_set};
use crate::outcome::{Checked, Limits, Place, ensure};
use crate::potential::{self, Bound};
use crate::puzzle::Puzzle;
use crate::views::Views;
use dashu_int::IBig;

/// Checks that the block `set` proves the claim. `views` are there for `patterns`.
pub(crate) fn verify(
    puzzle: &Puzzle,
    name: &str,
    claim: &Claim,
    payload: &[u8],
    views: Option<&Views>,
    limits: &Limits,
) -> Checked<()> {
    ensure(name == "zero" || !claim.unsolvable, "this bound does not go with this claim").at("line 4")?;
    ensure(name != "forward", "forward is no bound of a closed set").at("line 4")?;
    let at_start = match name {
        "zero" => IBig::ZERO,
        name => potential::at_start(name, puzzle, views, limits).at("line 4")?,
    };
    let aim = Aim::of_moves(claim, &at_start);
    if is_settled(payload, &aim)? {
        return Ok(());
    }
    let start = puzzle.start(limits)?;
    let bound = Bound::new(name, puzzle, views, limits)?;
    verify_set(&mut Boards::new(puzzle, bound, start, limits)?, payload, &aim, limits)
}

/// The boards of an instance.
struct Boards<'a> {
    puzzle: &'a Puzzle,
    bound: Bound<'a>,
    start: Board,
    /// By digit, how many cells of a board hold it.
    counts: Vec<u32>,
    /// By digit, how many are left to be found on the board at hand.
    left: Vec<u32>,
    /// The board at hand.
    board: Board,
}

impl<'a> Boards<'a> {
    fn new(puzzle: &'a Puzzle, bound: Bound<'a>, start: Board, limits: &Limits) -> Checked<Self> {
        let greatest = start.cells().iter().copied().max().unwrap_or(VACANT) as usize;
        let mut counts = limits.vector(greatest + 1, "the checkers")?;
        counts.resize(greatest + 1, 0);
        start.cells().iter().for_each(|&digit| counts[digit as usize] += 1);
        Ok(Self { puzzle, bound, board: start.clone(), start, left: counts.clone(), counts })
    }
}

impl Space for Boards<'_> {
    fn base(&self) -> u64 {
        match self.puzzle {
            Puzzle::Shift(_) => 3,
            Puzzle::Reverse(_) | Puzzle::Tiles(_) => (self.counts.len() as u64).max(2),
        }
    }

    fn start(&self) -> &[Cell] {
        self.start.cells()
    }

    fn enter(&mut self, digits: &[Cell]) -> Checked<()> {
        let Self { board, left, counts, .. } = self;
        left.clone_from(counts);
        let mut owned = digits.iter().all(|&digit| {
            let left = left.get_mut(digit as usize).filter(|left| **left > 0);
            left.map(|left| *left -= 1).is_some()
        });
        owned = owned && board.rewrite(digits).is_some();
        ensure(owned, "the key is no state of this puzzle")?;
        ensure(!self.puzzle.is_goal(board), "a goal is in the set")
    }

    fn moves(&self, moves: &mut Vec<(usize, usize)>) {
        self.puzzle.each_source(&self.board, |from| {
            if self.puzzle.forbids(&self.board, from).is_none() {
                moves.push((from, self.board.vacancy()));
            }
        });
    }

    fn turn_after(&self, _: Cell) -> Option<Cell> {
        None
    }

    fn bound_after(&mut self, from: usize, to: usize) -> (u64, u64) {
        self.board.carry(from);
        let bound = self.bound.of(&self.board);
        self.board.carry(to);
        (bound, 0)
    }
}
