//! Plays and configurations, by the rules.
//!
//! The block `word` says for each separation between two cells of a line or a cycle whether a pawn
//! crosses it, and which way. A separation is crossed once at most, because the cell that a pawn
//! comes from stays empty. So the word says which pawns take which, and the order is made up here:
//! two bits a move instead of a line of text.

use super::configuration::{Clobber, NONE, WHITE, other};
use crate::board::Cell;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse};
use crate::rules::{Change, Moves, Rules};
use crate::text::{from_to, small};
use dashu_int::UBig;

/// A configuration at hand.
pub(crate) struct Play<'a> {
    clobber: &'a Clobber,
    cells: Vec<u8>,
    /// The only colour that may move; [`NONE`]: either may.
    turn: u8,
    pawns: u64,
}

impl<'a> Play<'a> {
    pub(crate) fn new(clobber: &'a Clobber, limits: &Limits) -> Checked<Self> {
        let cells = limits.copied(&clobber.start, "the pawns")?;
        Ok(Self { clobber, cells, turn: clobber.turn, pawns: clobber.pawns() })
    }

    /// Makes a move. Cells count from 0.
    fn take(&mut self, from: usize, to: usize) -> Checked<()> {
        let (Some(&mover), Some(&taken)) = (self.cells.get(from), self.cells.get(to)) else {
            return refuse("there is no such cell");
        };
        ensure(mover != NONE, "no pawn stands there")?;
        ensure(self.turn == NONE || mover == self.turn, "it is the other colour's turn")?;
        ensure(self.clobber.shape.are_adjacent(from, to), "the cells are not next to each other")?;
        ensure(taken != NONE && taken != mover, "a pawn takes only pawns of the other colour")?;
        self.cells[from] = NONE;
        self.cells[to] = mover;
        self.turn = if self.clobber.alternate { other(mover) } else { NONE };
        self.pawns -= 1;
        Ok(())
    }

    /// There are no goals: refuses unless that many pawns are left.
    fn verify_left(&self, left: &UBig) -> Checked<()> {
        ensure(*left == self.pawns.into(), format_args!("{left} claimed, but {} pawns are left", self.pawns)).at("play")
    }
}

impl Rules for Play<'_> {
    fn make(&mut self, text: &str) -> Checked<()> {
        let (from, to) = from_to(text)?;
        // Cells count from 1 there: a 0 becomes a cell that no board has.
        let cell = |word: &str| small(word).map(|cell| usize::try_from(cell).unwrap_or(0).wrapping_sub(1));
        self.take(cell(from)?, cell(to)?)
    }

    fn is_goal(&mut self) -> Checked<bool> {
        Ok(false)
    }

    fn verify_end(&mut self, _made: u64, reached: &UBig) -> Checked<()> {
        self.verify_left(reached)
    }

    fn open(&mut self, limits: &Limits) -> Checked<(u64, Vec<Cell>)> {
        let bytes = self.clobber.shape.visits() * 2 * size_of::<Change>() as u128;
        limits.room(bytes, "the moves of a configuration")?;
        // A digit a cell and one for the turn.
        let mut digits = limits.vector(self.cells.len() + 1, "the pawns")?;
        let turn = self.clobber.alternate.then_some(self.turn);
        digits.extend(self.cells.iter().copied().chain(turn).map(Cell::from));
        Ok((u64::from(WHITE) + 1, digits))
    }

    fn enter(&mut self, digits: &[Cell]) -> Option<()> {
        self.cells.iter_mut().zip(digits).for_each(|(pawn, &digit)| *pawn = digit as u8);
        self.turn = digits.get(self.cells.len()).map_or(NONE, |&digit| digit as u8);
        self.pawns = self.cells.iter().filter(|&&pawn| pawn != NONE).count() as u64;
        Some(())
    }

    fn verify_inside(&mut self, lower: Option<u64>) -> Checked<()> {
        let enough = lower.is_some_and(|lower| self.pawns >= lower);
        ensure(enough, format_args!("it has no more than {} pawns", self.pawns))
    }

    fn moves(&mut self, moves: &mut Moves) -> Checked<()> {
        let digits = if self.clobber.alternate { 3 } else { 2 };
        for (from, &mover) in self.cells.iter().enumerate() {
            if mover != NONE && (self.turn == NONE || mover == self.turn) {
                let turn = (self.cells.len(), other(mover).into());
                self.clobber.shape.each_neighbour(from, |to| {
                    if self.cells[to] == other(mover) {
                        moves.add(&[(from, NONE.into()), (to, mover.into()), turn][..digits], false);
                    }
                });
            }
        }
        Ok(())
    }
}

/// No pawn crosses.
const BAR: u8 = 0;
/// A pawn goes to the next cell.
const RIGHT: u8 = 1;
/// A pawn comes from the next cell.
const LEFT: u8 = 2;

/// A word, and the way that it is read.
struct Word<'a> {
    /// Four symbols a byte, the lowest bits first.
    payload: &'a [u8],
    cells: usize,
    /// On a cycle the cell after the first bar: from there the cells go round. On a line 0.
    first: usize,
}

impl<'a> Word<'a> {
    fn read(payload: &'a [u8], cells: usize, is_cycle: bool) -> Checked<Self> {
        let length = if is_cycle { cells } else { cells - 1 };
        let bytes = length.div_ceil(4);
        ensure(payload.len() == bytes, format_args!("{length} separations take {bytes} bytes"))?;
        ensure((length..4 * bytes).all(|index| written(payload, index) == 0), "the unused bits are not 0")?;
        if let Some(index) = (0..length).find(|&index| written(payload, index) > LEFT) {
            return refuse(format_args!("the symbol of separation {} is 3", index + 1));
        }
        let mut first = 0;
        if is_cycle {
            let bar = (0..cells).find(|&index| written(payload, index) == BAR);
            first = bar.or_refuse("on a cycle some separation is not crossed")? + 1;
        }
        Ok(Self { payload, cells, first })
    }

    /// The cell at a place on the way.
    fn cell(&self, place: usize) -> usize {
        let before_seam = self.cells - self.first;
        if place < before_seam { self.first + place } else { place - before_seam }
    }

    /// The symbol of the separation after it.
    fn symbol(&self, place: usize) -> u8 {
        if place + 1 < self.cells { written(self.payload, self.cell(place)) } else { BAR }
    }

    /// The place where a run of equal symbols ends.
    fn end_of_run(&self, begin: usize, symbol: u8) -> usize {
        (begin..self.cells).find(|&place| self.symbol(place) != symbol).unwrap_or(self.cells)
    }
}

fn written(payload: &[u8], index: usize) -> u8 {
    payload[index / 4] >> (2 * (index % 4)) & 3
}

/// Makes the moves of a word, which must leave `left` pawns.
pub(crate) fn verify(clobber: &Clobber, payload: &[u8], left: &UBig, limits: &Limits) -> Checked<()> {
    let shape = &clobber.shape;
    ensure(shape.is_line() || shape.is_cycle(), "a word is a play on a line or a cycle").at("word")?;
    ensure(!clobber.alternate, "a word is a play with turns=free").at("word")?;
    let play = &mut Play::new(clobber, limits)?;
    let word = Word::read(payload, shape.cells, shape.is_cycle()).at("word")?;
    let mut begin = 0;
    while begin < word.cells {
        let meeting = word.end_of_run(begin, RIGHT);
        let end = word.end_of_run(meeting, LEFT);
        let closed = ensure(word.symbol(end) == BAR, "two pawns would leave one cell");
        closed.at(format_args!("word, separation {}", word.cell(end) + 1))?;
        segment(play, &word, begin, meeting, end)?;
        begin = end + 1;
    }
    play.verify_left(left)
}

/// Makes the moves of two arms from both ends of a segment to where they meet. The second arrival
/// takes the first one, so that the first is the one that is not of the colour of the pawn there.
fn segment(play: &mut Play<'_>, word: &Word<'_>, begin: usize, meeting: usize, end: usize) -> Checked<()> {
    let right = (begin..meeting).map(|place| (place, place + 1));
    let left = (meeting + 1..=end).rev().map(|place| (place, place - 1));
    let right_first = play.cells[word.cell(begin)] != play.cells[word.cell(meeting)];
    let take = |(from, to): (usize, usize)| {
        let separation = word.cell(from.min(to)) + 1;
        play.take(word.cell(from), word.cell(to)).at(format_args!("word, separation {separation}"))
    };
    if right_first { right.chain(left).try_for_each(take) } else { left.chain(right).try_for_each(take) }
}
