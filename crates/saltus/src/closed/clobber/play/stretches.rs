//! The play in pieces of bounded size, in order.
//!
//! The segments come one after the other; in each the arm to the right is played first, from its first cell on, and then the arm to the
//! left, from its last cell back. So an arm to the left is played when its end is known. A piece is some words of crossings; an arm to
//! the left that does not end in them is carried over to the next piece. One that spans very many cells comes in pieces of its own.

use std::iter::Peekable;

use super::super::division::{Crossings, Division};

/// Words of 64 cells in a piece.
const WORDS: usize = 128;

/// An arm to the left that is carried over from this many cells comes in pieces of this many moves.
const LONG: usize = 1 << 12;

/// No piece has more moves than this.
pub(super) const MOST: usize = 64 * WORDS + LONG;

/// Moves of one pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arm {
    /// Where it stands, from 0.
    pub(super) cell: usize,
    /// How many moves.
    pub(super) moves: usize,
    pub(super) leftwards: bool,
}

/// Consecutive moves of the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Words(Words),
    Arm(Arm),
}

impl Piece {
    /// How many they are.
    pub(super) fn moves(&self) -> usize {
        match self {
            Piece::Words(words) => words.moves(),
            Piece::Arm(arm) => arm.moves,
        }
    }

    /// The lowest and the highest cell that a mover stands on or goes to. None where they may go over the seam of a cycle.
    pub(super) fn span(&self, cells: usize) -> Option<(usize, usize)> {
        match self {
            Piece::Words(words) => {
                let end = words.cell + 64 * (words.crossings.len() - 1) + words.width;
                Some((words.cell.checked_sub(words.carried)?, Some(end).filter(|&end| end < cells)?))
            }
            &Piece::Arm(Arm { cell, moves, leftwards: true }) => Some((cell.checked_sub(moves)?, cell)),
            &Piece::Arm(Arm { cell, moves, leftwards: false }) => {
                Some((cell, Some(cell + moves).filter(|&end| end < cells)?))
            }
        }
    }

    /// Gives the arms in order. Some have no moves.
    pub(super) fn arms(&self, mut give: impl FnMut(Arm)) {
        match self {
            Piece::Words(words) => words.take(&mut OneByOne { cell: 0, give }),
            &Piece::Arm(arm) => give(arm),
        }
    }
}

/// Takes what is played in words, in order.
pub(super) trait Taker {
    /// Begins with a word, by its first cell.
    fn begin(&mut self, cell: usize);

    /// The arm to the left that comes in from the words before, or begins with the word.
    fn take_carried(&mut self, arm: Arm);

    /// Takes the next arms of the word: the first cell of the one to the right, from the beginning of the word, how many
    /// moves that has, and how many the one to the left behind it. Each may have no moves.
    fn take(&mut self, start: usize, right: usize, left: usize);
}

/// Takes arms one by one.
struct OneByOne<F> {
    cell: usize,
    give: F,
}

impl<F: FnMut(Arm)> Taker for OneByOne<F> {
    fn begin(&mut self, cell: usize) {
        self.cell = cell;
    }

    fn take_carried(&mut self, arm: Arm) {
        (self.give)(arm);
    }

    fn take(&mut self, start: usize, right: usize, left: usize) {
        let first = self.cell + start;
        (self.give)(Arm { cell: first, moves: right, leftwards: false });
        (self.give)(Arm { cell: first + right + left, moves: left, leftwards: true });
    }
}

/// The arms that end in consecutive words, of which an arm to the right may go on in the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// The first cell of the first word.
    pub(super) cell: usize,
    /// How many cells the arm to the left, with which the words begin, has before them.
    pub(super) carried: usize,
    /// How many cells the last word has; the others have 64.
    pub(super) width: usize,
    pub(super) crossings: Vec<Crossings>,
}

impl Words {
    /// The words, each with its width.
    fn widths(&self) -> impl DoubleEndedIterator<Item = (Crossings, usize)> + '_ {
        let last = self.crossings.len() - 1;
        self.crossings
            .iter()
            .enumerate()
            .map(move |(word, &crossings)| (crossings, if word == last { self.width } else { 64 }))
    }

    /// How many cells at the end belong to an arm to the left that is not yet played.
    fn carries(&self) -> usize {
        let mut carried = 0;
        for (word, width) in self.widths().rev() {
            let at_the_end = carries(word, width);
            carried += at_the_end;
            if at_the_end < width {
                return carried;
            }
        }
        carried + self.carried
    }

    /// How many moves are played in it.
    fn moves(&self) -> usize {
        let crossed: u64 = self.crossings.iter().map(|word| word.count()).sum();
        self.carried + crossed as usize - self.carries()
    }

    /// Gives the arms in order, in pairs.
    #[inline]
    pub(super) fn take(&self, taker: &mut impl Taker) {
        let (mut cell, mut carried) = (self.cell, self.carried);
        for (word, width) in self.widths() {
            taker.begin(cell);
            carried = take_word(word, cell, carried, width, taker);
            cell += 64;
        }
    }
}

/// How many cells at the end of a word belong to an arm to the left that may go on.
#[inline]
fn carries(word: Crossings, width: usize) -> usize {
    (word.left << (64 - width)).leading_ones() as usize
}

/// Gives the arms of a word that end in it, and tells how many cells of an arm to the left are carried over.
#[inline]
fn take_word(word: Crossings, cell: usize, carried: usize, width: usize, taker: &mut impl Taker) -> usize {
    let Crossings { right, left } = word;
    let (first, last) = (left.trailing_ones() as usize, carries(word, width));
    if first == width {
        return carried + width;
    }
    if carried + first > 0 {
        taker.take_carried(Arm { cell: cell + first, moves: carried + first, leftwards: true });
    }
    if right == u64::MAX {
        taker.take(0, 64, 0);
        return 0;
    }
    // Without what comes in and what is carried over.
    let left = left >> first << first & u64::MAX >> (64 - width + last);
    let both = right | left;
    let mut starts = both & !(both << 1);
    while starts > 0 {
        let start = starts.trailing_zeros() as usize;
        let to_right = (right >> start).trailing_ones() as usize;
        let to_left = (left >> start >> to_right).trailing_ones() as usize;
        taker.take(start, to_right, to_left);
        starts &= starts - 1;
    }
    last
}

/// The words of a division, each with its first cell, in the order of the play: on a cycle from behind the first way that is not crossed,
/// around to it; what belongs to the other end of a word is left out.
fn in_order(division: &Division) -> Box<dyn Iterator<Item = (usize, Crossings)> + Send + '_> {
    let words = || division.walk().enumerate().map(|(word, crossings)| (64 * word, crossings));
    let Some(bar) = division.bar() else { return Box::new(words()) };
    let (word, bit) = (bar / 64, bar % 64);
    let masked = move |mask: u64| {
        move |(cell, Crossings { right, left }): (usize, Crossings)| {
            let mask = if cell / 64 == word { mask } else { u64::MAX };
            (cell, Crossings { right: right & mask, left: left & mask })
        }
    };
    let behind = words().skip(word).map(masked(u64::MAX << bit));
    Box::new(behind.chain(words().take(word + 1).map(masked((1 << bit) - 1))))
}

/// The pieces of a play.
pub(super) struct Pieces<'a> {
    cells: usize,
    words: Peekable<Box<dyn Iterator<Item = (usize, Crossings)> + Send + 'a>>,
    carried: usize,
    /// What is left of a long arm to the left.
    arm: Option<Arm>,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(division: &'a Division) -> Self {
        Pieces { cells: division.pawns().cells(), words: in_order(division).peekable(), carried: 0, arm: None }
    }

    fn width(&self, cell: usize) -> usize {
        (self.cells - cell).min(64)
    }

    /// Goes on to the end of the arm that is carried over, and takes it out of the words.
    fn end_of_long_arm(&mut self) {
        while let Some(&(cell, word)) = self.words.peek() {
            let (first, width) = (word.left.trailing_ones() as usize, self.width(cell));
            self.carried += first;
            if first < width {
                self.arm = Some(Arm { cell: cell + first, moves: self.carried, leftwards: true });
                self.carried = 0;
                if let Some((_, word)) = self.words.peek_mut() {
                    word.left &= u64::MAX << first;
                }
                return;
            }
            self.words.next();
        }
    }

    /// The next part of a long arm.
    fn part(&mut self) -> Option<Arm> {
        let Arm { cell, moves, leftwards } = self.arm.take()?;
        let now = moves.min(LONG);
        if now < moves {
            let on = if now > cell { cell + self.cells - now } else { cell - now };
            self.arm = Some(Arm { cell: on, moves: moves - now, leftwards });
        }
        Some(Arm { cell, moves: now, leftwards })
    }

    fn words(&mut self) -> Option<Words> {
        let &(cell, _) = self.words.peek()?;
        let mut crossings = Vec::with_capacity(WORDS);
        while let Some((_, word)) = self.words.next_if(|&(next, _)| next == cell + 64 * crossings.len()) {
            crossings.push(word);
            if crossings.len() == WORDS {
                break;
            }
        }
        let width = self.width(cell + 64 * (crossings.len() - 1));
        let words = Words { cell, carried: self.carried, width, crossings };
        self.carried = words.carries();
        Some(words)
    }
}

impl Iterator for Pieces<'_> {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if self.carried >= LONG {
            self.end_of_long_arm();
        }
        self.part().map(Piece::Arm).or_else(|| self.words().map(Piece::Words))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::letters::Ends;
    use super::super::super::samples::{all, drawn, various};
    use super::*;
    use crate::puzzles::clobber::Pawns;

    /// The arms of the segments, one after the other, those without moves left out.
    fn slowly(division: &Division) -> Vec<Arm> {
        let cells = division.pawns().cells();
        let arms = division.segments().flat_map(|segment| {
            let last = (segment.first + segment.right + segment.left) % cells;
            let right = Arm { cell: segment.first, moves: segment.right, leftwards: false };
            [right, Arm { cell: last, moves: segment.left, leftwards: true }]
        });
        arms.filter(|arm| arm.moves > 0).collect()
    }

    /// Arms with their parts joined.
    fn joined(cells: usize, parts: &[Arm]) -> Vec<Arm> {
        let mut arms: Vec<Arm> = Vec::new();
        for &part in parts.iter().filter(|part| part.moves > 0) {
            let goes_on = arms.last_mut().filter(|arm| {
                let end = if arm.leftwards { arm.cell + cells - arm.moves } else { arm.cell + arm.moves };
                arm.leftwards == part.leftwards && end % cells == part.cell
            });
            match goes_on {
                Some(arm) => arm.moves += part.moves,
                None => arms.push(part),
            }
        }
        arms
    }

    fn same_arms(pawns: Pawns, ends: Ends) {
        let division = Division::new(Arc::new(pawns), ends);
        let cells = division.pawns().cells();
        let mut parts = Vec::new();
        for piece in Pieces::new(&division) {
            let before = parts.len();
            piece.arms(|arm| parts.push(arm));
            if let Some((lowest, highest)) = piece.span(cells) {
                let inside = |arm: &Arm| {
                    let (before, behind) = if arm.leftwards { (arm.moves, 0) } else { (0, arm.moves) };
                    lowest + before <= arm.cell && arm.cell + behind <= highest
                };
                assert!(
                    parts[before..].iter().filter(|arm| arm.moves > 0).all(inside),
                    "{} {ends:?}",
                    division.pawns()
                );
            }
            let moves: usize = parts[before..].iter().map(|arm| arm.moves).sum();
            assert_eq!(piece.moves(), moves, "{} {ends:?}", division.pawns());
            assert!(moves <= MOST, "{} {ends:?}", division.pawns());
        }
        assert_eq!(joined(cells, &parts), joined(cells, &slowly(&division)), "{} {ends:?}", division.pawns());
    }

    #[test]
    fn pieces_are_the_arms_of_the_segments() {
        for ends in [Ends::Open, Ends::Joined] {
            (0..=7).flat_map(all).chain(various()).for_each(|pawns| same_arms(pawns, ends));
            for (run, gaps) in [(2, 0), (3, 9), (100, 0), (20_000, 0), (50_000, 0)] {
                for seed in 0..3 {
                    same_arms(drawn(64 * WORDS * 3 + 77, run, gaps, seed), ends);
                }
            }
        }
    }
}
