//! The play in pieces of bounded size, in order.
//!
//! The segments come one after the other; in each the arm to the right is played first, from its
//! first cell on, and then the arm to the left, from its last cell back. So an arm to the left is
//! played when its end is known. A piece is some words of crossings; an arm to the left that does
//! not end in them is carried over to the next piece. One that spans very many cells comes in
//! pieces of its own.

use std::iter::Peekable;

use super::super::division::{Crossings, Division};
use super::text::Clip;

/// Words of 64 cells in a piece.
const WORDS: usize = 128;

/// An arm to the left that is carried over from this many cells comes in pieces of this many moves.
const LONG: usize = 1 << 12;

/// No piece has more moves than this.
pub(super) const MOST: usize = 64 * WORDS + LONG;

/// Moves of one pawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arm {
    /// Its cell, from 0.
    pub(super) cell: usize,
    /// How many moves.
    pub(super) moves: usize,
    pub(super) leftwards: bool,
}

/// Consecutive moves of the play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayPiece {
    Words(Words),
    Arm(Arm),
}

impl PlayPiece {
    /// How many they are.
    pub(super) fn moves(&self) -> usize {
        match self {
            PlayPiece::Words(words) => words.moves(),
            PlayPiece::Arm(arm) => arm.moves,
        }
    }

    /// The lowest and the highest cell that a mover stands on or goes to. None where they may go
    /// over the seam of a cycle.
    pub(super) fn span(&self, cells: usize) -> Option<(usize, usize)> {
        match self {
            PlayPiece::Words(words) => {
                let end = words.cell + 64 * (words.crossings.len() - 1) + words.width;
                Some((words.cell.checked_sub(words.carried)?, Some(end).filter(|&end| end < cells)?))
            }
            &PlayPiece::Arm(Arm { cell, moves, leftwards: true }) => Some((cell.checked_sub(moves)?, cell)),
            &PlayPiece::Arm(Arm { cell, moves, leftwards: false }) => {
                Some((cell, Some(cell + moves).filter(|&end| end < cells)?))
            }
        }
    }

    /// Some of the moves in a row of so many cells: from where to where.
    pub(super) fn hops(&self, cells: usize, clip: Clip) -> impl Iterator<Item = (usize, usize)> + use<> {
        let mut hops = Vec::new();
        self.arms(|arm| {
            let place = move |moves| if arm.leftwards { arm.cell + cells - moves } else { arm.cell + moves } % cells;
            hops.extend((0..arm.moves).map(|moves| (place(moves), place(moves + 1))));
        });
        hops.into_iter().skip(clip.start).take(clip.len())
    }

    /// Gives the arms in order. Some have no moves.
    pub(super) fn arms(&self, mut give: impl FnMut(Arm)) {
        match self {
            PlayPiece::Words(words) => words.each().for_each(|word| word.arms(&mut give)),
            &PlayPiece::Arm(arm) => give(arm),
        }
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
    /// How many cells at the end belong to an arm to the left that is not yet played.
    carries: usize,
}

impl Words {
    /// How many moves are played in it.
    fn moves(&self) -> usize {
        let crossed: u32 = self.crossings.iter().map(|word| word.both().count_ones()).sum();
        self.carried + crossed as usize - self.carries
    }

    /// The words one by one.
    #[inline]
    pub(super) fn each(&self) -> impl Iterator<Item = Word> + '_ {
        let (mut cell, mut carried, end) = (self.cell, self.carried, self.cell + 64 * (self.crossings.len() - 1));
        self.crossings.iter().map(move |&crossings| {
            let word = Word { cell, width: if cell == end { self.width } else { 64 }, carried, crossings };
            (cell, carried) = (cell + 64, word.carries());
            word
        })
    }
}

/// The arms that end in a word, of which one to the right may go on in the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The first cell.
    pub(super) cell: usize,
    /// How many cells it has.
    width: usize,
    /// How many cells the arm to the left, with which it begins, has before it.
    pub(super) carried: usize,
    crossings: Crossings,
}

impl Word {
    /// How many cells of an arm to the left, counted back from the end, may go on in the next word.
    #[inline]
    fn carries(&self) -> usize {
        let last = carries(self.crossings, self.width);
        if last == self.width { self.carried + last } else { last }
    }

    /// How many cells the arm to the left has in the word with which it begins, and the other arms.
    /// None where that one does not end in the word.
    #[inline]
    pub(super) fn pairs(&self) -> Option<(usize, Pairs)> {
        let Crossings { right, left } = self.crossings;
        let (first, last) = (left.trailing_ones() as usize, carries(self.crossings, self.width));
        if first == self.width {
            return None;
        }
        // Without what comes in and what is carried over.
        let left = left >> first << first & u64::MAX >> (64 - self.width + last);
        let both = right | left;
        let starts = both & !(both << 1);
        let middles = starts & !right | right << 1 & !right;
        Some((first, Pairs { starts, middles, ends: both << 1 & !both }))
    }

    /// Gives the arms in order. Some have no moves.
    pub(super) fn arms(&self, mut give: impl FnMut(Arm)) {
        let Some((first, pairs)) = self.pairs() else { return };
        give(Arm { cell: self.cell + first, moves: self.carried + first, leftwards: true });
        for Pair { start, middle, end } in pairs {
            give(Arm { cell: self.cell + start, moves: middle - start, leftwards: false });
            give(Arm { cell: self.cell + end, moves: end - middle, leftwards: true });
        }
    }
}

/// Arms two by two, one to the right and the one to the left after it, each as far as it lies in a
/// word. Bit j means cell j of the word, and there is no bit for the cell after the last.
#[derive(Debug)]
pub(super) struct Pairs {
    starts: u64,
    middles: u64,
    ends: u64,
}

/// An arm to the right between two cells, counted from the beginning of a word, and one back to the
/// second from a third. Each may have no moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) start: usize,
    pub(super) middle: usize,
    pub(super) end: usize,
}

impl Iterator for Pairs {
    type Item = Pair;

    #[inline]
    fn next(&mut self) -> Option<Pair> {
        let Pairs { starts, middles, ends } = *self;
        let without_lowest = |bits: u64| bits & bits.wrapping_sub(1);
        *self = Pairs { starts: without_lowest(starts), middles: without_lowest(middles), ends: without_lowest(ends) };
        let lowest = |bits: u64| bits.trailing_zeros() as usize;
        (starts > 0).then(|| Pair { start: lowest(starts), middle: lowest(middles), end: lowest(ends) })
    }
}

/// How many cells at the end of a word belong to an arm to the left that may go on.
#[inline]
fn carries(word: Crossings, width: usize) -> usize {
    (word.left << (64 - width)).leading_ones() as usize
}

/// The words of a division, each with its first cell, in the order of the play: on a cycle from
/// after the first way that is not crossed, around to it; what belongs to the other end of a word
/// is left out.
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
        let &(first, _) = self.words.peek()?;
        let (carried, mut width, mut crossings) = (self.carried, 64, Vec::with_capacity(WORDS));
        while crossings.len() < WORDS
            && let Some((cell, word)) = self.words.next_if(|&(next, _)| next == first + 64 * crossings.len())
        {
            width = self.width(cell);
            self.carried = Word { cell, width, carried: self.carried, crossings: word }.carries();
            crossings.push(word);
        }
        Some(Words { cell: first, carried, width, crossings, carries: self.carried })
    }
}

impl Iterator for Pieces<'_> {
    type Item = PlayPiece;

    fn next(&mut self) -> Option<PlayPiece> {
        if self.carried >= LONG {
            self.end_of_long_arm();
        }
        self.part().map(PlayPiece::Arm).or_else(|| self.words().map(PlayPiece::Words))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::super::letters::Form;
    use super::*;
    use crate::rules::Pawns;
    use crate::samples::{all, drawn, various};

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

    fn same_arms(pawns: Pawns, form: Form) {
        let division = Division::new(Arc::new(pawns), form, 1);
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
                    "{} {form:?}",
                    division.pawns()
                );
            }
            let moves: usize = parts[before..].iter().map(|arm| arm.moves).sum();
            assert_eq!(piece.moves(), moves, "{} {form:?}", division.pawns());
            assert!(moves <= MOST, "{} {form:?}", division.pawns());
        }
        assert_eq!(joined(cells, &parts), joined(cells, &slowly(&division)), "{} {form:?}", division.pawns());
    }

    #[test]
    fn pieces_are_the_arms_of_the_segments() {
        for form in [Form::Line, Form::Cycle] {
            (0..=7).flat_map(all).chain(various()).for_each(|pawns| same_arms(pawns, form));
            for (run, gaps) in [(2, 0), (3, 9), (100, 0), (20_000, 0), (50_000, 0)] {
                for seed in 0..3 {
                    same_arms(drawn(64 * WORDS * 3 + 77, run, gaps, seed), form);
                }
            }
        }
    }
}
