//! Moves as text, thousand by thousand.
//!
//! Within a thousand the numbers of cells differ in their last three digits only. So for a style and a number of digits there is a text for
//! each thousandth cell, with zero bytes for the other digits, and the text of a move is that, with the other digits put in: one
//! wide `or`. Four moves are written at a time, and what is too much is overwritten by the next.

use super::stretches::{Arm, Piece, Turn};
use crate::plan::Style;

/// Texts of moves, with what stands around them, that are shorter than this are made in this way.
const WIDE: usize = 32;

/// The text of a move without the digits that all have.
type Entry = [u8; WIDE];

/// How many moves are written at a time.
const TIMES: usize = 4;

/// No more room than this is needed for them.
const WINDOW: usize = 160;

/// As many as there are low parts of numbers, and some more to be overwritten.
const ENTRIES: usize = 1024 + TIMES;

type Entries = [Entry; ENTRIES];

/// No thousand begins here.
const NOWHERE: usize = usize::MAX / 2;

/// Which of the moves of a piece are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clip {
    pub(super) skip: usize,
    pub(super) take: usize,
}

/// Writes moves into memory.
pub(super) struct Printer {
    text: Vec<u8>,
    thousand: Thousand,
}

impl Printer {
    pub(super) fn new(cells: usize, style: Style) -> Self {
        Printer { text: Vec::new(), thousand: Thousand::new(cells, style) }
    }

    /// The text of the moves of a piece, each with the separator in front.
    pub(super) fn print(&mut self, piece: &Piece, clip: Clip) -> &[u8] {
        let moves = piece.moves();
        let needed = moves * self.thousand.length_of_move() + WINDOW;
        if self.text.len() < needed {
            self.text.resize(needed, 0);
        }
        let (text, thousand, mut end) = (&mut self.text[..], &mut self.thousand, 0);
        if clip.skip == 0 && clip.take >= moves {
            piece.turns(|turn| end = thousand.write(text, end, turn));
        } else {
            let Clip { mut skip, mut take } = clip;
            piece.turns(|turn| {
                for arm in turn.arms() {
                    let skipped = skip.min(arm.moves);
                    let taken = take.min(arm.moves - skipped);
                    end = thousand.write_parts(text, end, Arm { moves: taken, ..thousand.behind(arm, skipped) });
                    (skip, take) = (skip - skipped, take - taken);
                }
            });
        }
        &self.text[..end]
    }
}

/// What the texts of moves within a thousand have in common.
struct Thousand {
    cells: usize,
    style: Style,
    /// The first number; far away where there is none.
    start: usize,
    /// The greatest low part of a number.
    most: usize,
    /// The length of a move's text.
    stride: usize,
    /// The digits that the numbers share.
    high: Entry,
    /// How many digits the entries are made for.
    digits: usize,
    /// For each low part of a number, the move to the next cell.
    right: Box<Entries>,
    /// For 999 less each low part of a number, the move to the cell before.
    left: Box<Entries>,
}

impl Thousand {
    fn new(cells: usize, style: Style) -> Self {
        let none = || Box::new([[0; WIDE]; ENTRIES]);
        let (start, most, stride, high, digits) = (NOWHERE, 0, 0, [0; WIDE], 0);
        Thousand { cells, style, start, most, stride, high, digits, right: none(), left: none() }
    }

    /// The greatest length of the text of a move.
    fn length_of_move(&self) -> usize {
        let Style { open, close, between, .. } = self.style;
        open.len() + close.len() + between.len() + 1 + 2 * self.cells.to_string().len()
    }

    /// What is left of an arm behind some of its moves.
    fn behind(&self, arm: Arm, moves: usize) -> Arm {
        let cell = if arm.leftwards { arm.cell + self.cells - moves } else { arm.cell + moves };
        Arm { cell: cell % self.cells, moves: arm.moves - moves, ..arm }
    }

    /// Writes two arms from `end` on, and gives the new end; at once where all their numbers are of this thousand.
    #[inline(always)]
    fn write(&mut self, text: &mut [u8], end: usize, turn: Turn) -> usize {
        let Turn { first, right, last, left } = turn;
        let (first, last) = ((first + 1).wrapping_sub(self.start), (last + 1).wrapping_sub(self.start));
        if (last <= self.most) & (left <= last) & (right <= self.most.saturating_sub(first)) {
            let end = self.copy(text, end, &self.right, first, right);
            return self.copy(text, end, &self.left, 999 - last, left);
        }
        let [right, left] = turn.arms();
        let end = self.write_parts(text, end, right);
        self.write_parts(text, end, left)
    }

    /// Writes so many moves, from an entry on.
    #[inline(always)]
    fn copy(&self, text: &mut [u8], end: usize, entries: &Entries, from: usize, moves: usize) -> usize {
        // A number below 32, so that no move can lie outside of the window.
        let stride = self.stride % WIDE;
        let mut done = 0;
        loop {
            let window: &mut [u8; WINDOW] =
                text[end + done * stride..].first_chunk_mut().expect("room behind the text");
            for (at, entry) in entries[(from + done) % 1024..][..TIMES].iter().enumerate() {
                let whole: Entry = std::array::from_fn(|byte| entry[byte] | self.high[byte]);
                window[at * stride..at * stride + WIDE].copy_from_slice(&whole);
            }
            done += TIMES;
            if done >= moves {
                return end + moves * stride;
            }
        }
    }

    /// Writes an arm in parts: up to the ends of thousands, and over the seam.
    #[cold]
    #[inline(never)]
    fn write_parts(&mut self, text: &mut [u8], mut end: usize, arm: Arm) -> usize {
        let mut left = arm;
        while left.moves > 0 {
            let low = (left.cell + 1) % 1000;
            let inside = self.enter((left.cell + 1) / 1000);
            // As many moves as stay in the thousand and do not pass the seam.
            let most = if left.leftwards { low.min(left.cell) } else { self.most.saturating_sub(low) };
            let now = if inside { most.min(left.moves) } else { 0 };
            end = match (now, left.leftwards) {
                (0, _) => self.write_one(text, end, left),
                (_, true) => self.copy(text, end, &self.left, 999 - low, now),
                (_, false) => self.copy(text, end, &self.right, low, now),
            };
            left = self.behind(left, now.max(1));
        }
        // The next arm begins to the right of this one.
        self.enter((arm.cell.max(left.cell) + 1) / 1000);
        end
    }

    /// Writes the first move of an arm, around the seam if need be.
    fn write_one(&self, text: &mut [u8], end: usize, arm: Arm) -> usize {
        let Style { open, close, between, .. } = self.style;
        let (from, to) = (arm.cell + 1, self.behind(arm, 1).cell + 1);
        let one = format!("{between}{open}{from}-{to}{close}");
        text[end..end + one.len()].copy_from_slice(one.as_bytes());
        end + one.len()
    }

    /// Goes to a thousand, by its number; tells whether its moves can be written at once.
    fn enter(&mut self, number: usize) -> bool {
        if self.start == 1000 * number {
            return true;
        }
        let high = number.to_string();
        let digits = high.len() + 3;
        let Style { open, close, between, .. } = self.style;
        let first = between.len() + open.len();
        let stride = first + 2 * digits + 1 + close.len();
        if number == 0 || stride >= WIDE {
            (self.start, self.most) = (NOWHERE, 0);
            return false;
        }
        if self.digits != digits {
            self.make(digits);
        }
        self.high = [0; WIDE];
        for at in [first, first + digits + 1] {
            self.high[at..at + high.len()].copy_from_slice(high.as_bytes());
        }
        (self.start, self.most, self.stride) = (1000 * number, (self.cells - 1000 * number).min(999), stride);
        true
    }

    /// Makes the entries for numbers of so many digits.
    fn make(&mut self, digits: usize) {
        let Style { open, close, between, .. } = self.style;
        let zeros = "\0".repeat(digits - 3);
        let write = |entry: &mut Entry, from: usize, to: usize| {
            let text = format!("{between}{open}{zeros}{from:03}-{zeros}{to:03}{close}");
            *entry = [0; WIDE];
            entry[..text.len()].copy_from_slice(text.as_bytes());
        };
        for low in 0..999 {
            write(&mut self.right[low], low, low + 1);
            write(&mut self.left[998 - low], low + 1, low);
        }
        self.digits = digits;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Spelling;

    const ALL: Clip = Clip { skip: 0, take: usize::MAX };

    fn print(cells: usize, style: Style, arms: &[Arm], clip: Clip) -> String {
        let mut printer = Printer::new(cells, style);
        let text = arms.iter().map(|&arm| printer.print(&Piece::Arm(arm), clip).to_vec());
        String::from_utf8(text.collect::<Vec<_>>().concat()).expect("ASCII")
    }

    fn slowly(cells: usize, style: Style, arms: &[Arm], clip: Clip) -> String {
        let mut moves = Vec::new();
        for arm in arms {
            for step in (0..arm.moves).skip(clip.skip).take(clip.take) {
                let place = |step| if arm.leftwards { arm.cell + cells - step } else { arm.cell + step } % cells + 1;
                let Style { open, close, between, .. } = style;
                moves.push(format!("{between}{open}{}-{}{close}", place(step), place(step + 1)));
            }
        }
        moves.concat()
    }

    #[test]
    fn arms_of_all_lengths_at_all_places() {
        let wide =
            Style { open: "(a move: ", close: " and no more than that)", between: ", ", spelling: Spelling::Own };
        for (cells, style) in [(1_000_345, Style::LINES), (12_345, Style::JSON), (10_000, Style::WORDS), (2000, wide)] {
            let places =
                [0, 1, 5, 700, 990, 997, 998, 999, 1000, 1001, 1997, 1998, 1999, 9997, 9998, 9999, 12_344, 999_998];
            let mut arms = Vec::new();
            for cell in places.into_iter().chain([cells - 2, cells - 1]).filter(|&cell| cell < cells) {
                for moves in [0, 1, 2, 3, 4, 5, 8, 9, 12, 1000, 2001] {
                    arms.extend([true, false].map(|leftwards| Arm { cell, moves: moves.min(cells), leftwards }));
                }
            }
            assert_eq!(print(cells, style, &arms, ALL), slowly(cells, style, &arms, ALL));
            for clip in [Clip { skip: 3, take: 2 }, Clip { skip: 0, take: 1 }, Clip { skip: 1999, take: 100 }] {
                assert_eq!(print(cells, style, &arms, clip), slowly(cells, style, &arms, clip));
            }
        }
    }
}
