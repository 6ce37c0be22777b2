//! The block `word`: for each separation between two cells of a line or a cycle, whether a pawn
//! crosses it, and which way.
//!
//! A separation is crossed once at most, because the cell that a pawn comes from stays empty. So
//! the word says which pawns take which, and the order is made up here: two bits a move instead of
//! a line of text.

use super::configuration::Clobber;
use super::play::Play;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, refuse};
use crate::play::Play as _;
use dashu_int::UBig;

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

/// Makes the moves of a word, which leave so many pawns.
pub(crate) fn verify(clobber: &Clobber, payload: &[u8], left: &UBig, limits: &Limits) -> Checked<()> {
    let shape = &clobber.shape;
    ensure(shape.is_line() || shape.is_cycle(), "a word is a play on a line or a cycle").at("word")?;
    ensure(!clobber.alternate, "a word is a play with turns=free").at("word")?;
    let play = &mut Play::new(clobber, limits)?;
    let word = Word::read(payload, shape.cells(), shape.is_cycle()).at("word")?;
    let mut begin = 0;
    while begin < word.cells {
        let meeting = word.end_of_run(begin, RIGHT);
        let end = word.end_of_run(meeting, LEFT);
        let closed = ensure(word.symbol(end) == BAR, "two pawns would leave one cell");
        closed.at(format_args!("word, separation {}", word.cell(end) + 1))?;
        segment(play, &word, begin, meeting, end)?;
        begin = end + 1;
    }
    play.verify_end(left)
}

/// Makes the moves of two arms from both ends of a segment to where they meet. The second arrival
/// takes the first one, so that the first is the one that is not of the colour of the pawn there.
fn segment(play: &mut Play<'_>, word: &Word<'_>, begin: usize, meeting: usize, end: usize) -> Checked<()> {
    let right = (begin..meeting).map(|place| (place, place + 1));
    let left = (meeting + 1..=end).rev().map(|place| (place, place - 1));
    let right_first = play.cells()[word.cell(begin)] != play.cells()[word.cell(meeting)];
    let take = |(from, to): (usize, usize)| {
        let separation = word.cell(from.min(to)) + 1;
        play.take(word.cell(from), word.cell(to)).at(format_args!("word, separation {separation}"))
    };
    if right_first { right.chain(left).try_for_each(take) } else { left.chain(right).try_for_each(take) }
}
