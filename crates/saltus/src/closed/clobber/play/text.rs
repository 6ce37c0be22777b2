//! Moves as text, thousand by thousand.
//!
//! Within a thousand the numbers of cells differ in their last three digits only. So for a style and a number of digits there is a ribbon,
//! the texts of the moves from each number to the next, with zero bytes for the other digits; and one of the moves the other way,
//! backwards. The text of an arm is a piece of a ribbon, with the other digits put in: a wide `or`. Four moves are written at
//! a time, and what is too much is overwritten by the next. Where the number of digits changes, around the seam of a cycle and
//! at both ends of a range, moves are written one by one.

use super::stretches::{Arm, MOST, Piece, Taker};
use crate::plan::Style;

/// More than the length of a move's text, with what stands around it, where ribbons are made.
const WIDE: usize = 32;

/// How many moves are written at a time.
const TIMES: usize = 4;

/// More than the room that they take.
const WINDOW: usize = TIMES * WIDE;

/// The texts of moves in a thousand without the digits that all numbers have, and some more bytes to be overwritten.
type Ribbon = [u8; 1024 * WIDE + WINDOW];

/// More than the text of a piece takes.
const ROOM: usize = (MOST * WIDE).next_power_of_two();

type Text = [u8; ROOM + WINDOW];

/// Which of the moves of a piece are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clip {
    /// How many are left out at the beginning.
    pub(super) skip: usize,
    /// How many are written at most.
    pub(super) take: usize,
}

/// The text of a piece.
#[derive(Default)]
pub(super) struct Sheet {
    /// That of moves that are written one by one.
    slow: String,
    /// That of others, up to an end.
    fast: Option<Box<Text>>,
    end: usize,
}

impl Sheet {
    /// The moves, each with the separator in front.
    pub(super) fn text(&self) -> &[u8] {
        match &self.fast {
            Some(text) if self.end > 0 => &text[..self.end],
            _ => self.slow.as_bytes(),
        }
    }
}

/// Writes moves into memory.
pub(super) struct Printer {
    cells: usize,
    style: Style,
    forms: Option<Forms>,
}

impl Printer {
    pub(super) fn new(cells: usize, style: Style) -> Self {
        Printer { cells, style, forms: None }
    }

    /// Writes the moves of a piece in place of what is on the sheet.
    pub(super) fn print(&mut self, piece: &Piece, clip: Clip, sheet: &mut Sheet) {
        let whole = clip.skip == 0 && clip.take >= piece.moves();
        sheet.slow.clear();
        sheet.end = 0;
        match self.digits(piece).filter(|_| whole) {
            Some(digits) => {
                let forms = self.forms.get_or_insert_with(|| Forms::new(self.style));
                forms.make(digits);
                let blank = || vec![0; ROOM + WINDOW].try_into().expect("the length of a text");
                sheet.end = print_whole(sheet.fast.get_or_insert_with(blank), forms, piece);
            }
            None => self.print_one_by_one(piece, clip, &mut sheet.slow),
        }
    }

    /// How many digits the numbers of a piece have, if they all have as many and there are forms for them.
    fn digits(&self, piece: &Piece) -> Option<usize> {
        let (lowest, highest) = piece.span(self.cells)?;
        let digits = (lowest + 1).to_string().len();
        let alike = (highest + 1).to_string().len() == digits;
        (alike && digits > 3 && length(self.style, digits) < WIDE).then_some(digits)
    }

    #[cold]
    fn print_one_by_one(&self, piece: &Piece, clip: Clip, text: &mut String) {
        let Clip { mut skip, mut take } = clip;
        piece.arms(|arm| {
            let skipped = skip.min(arm.moves);
            let taken = take.min(arm.moves - skipped);
            (skip, take) = (skip - skipped, take - taken);
            for moves in skipped..skipped + taken {
                let [from, to] = [moves, moves + 1].map(|moves| {
                    let cell = if arm.leftwards { arm.cell + self.cells - moves } else { arm.cell + moves };
                    cell % self.cells + 1
                });
                text.push_str(&one(self.style, from, to));
            }
        });
    }
}

/// A move, with the separator in front.
fn one(style: Style, from: usize, to: usize) -> String {
    format!("{}{}{from}-{to}{}", style.between, style.open, style.close)
}

/// The length of a move's text where numbers have so many digits.
fn length(style: Style, digits: usize) -> usize {
    style.between.len() + style.open.len() + 2 * digits + 1 + style.close.len()
}

fn print_whole(text: &mut Text, forms: &Forms, piece: &Piece) -> usize {
    // The usual lengths are known when this is compiled.
    match length(forms.style, forms.digits) {
        10 => Pen::<10>::print(text, forms, piece),
        12 => Pen::<12>::print(text, forms, piece),
        14 => Pen::<14>::print(text, forms, piece),
        16 => Pen::<16>::print(text, forms, piece),
        18 => Pen::<18>::print(text, forms, piece),
        20 => Pen::<20>::print(text, forms, piece),
        22 => Pen::<22>::print(text, forms, piece),
        24 => Pen::<24>::print(text, forms, piece),
        _ => Pen::<0>::print(text, forms, piece),
    }
}

/// What the texts of moves have in common where numbers have so many digits.
struct Forms {
    style: Style,
    digits: usize,
    /// From each low part of a number to the next.
    right: Box<Ribbon>,
    /// From 999 down, to the one before.
    left: Box<Ribbon>,
}

impl Forms {
    fn new(style: Style) -> Self {
        let blank = || vec![0; 1024 * WIDE + WINDOW].try_into().expect("the length of a ribbon");
        Forms { style, digits: 0, right: blank(), left: blank() }
    }

    /// Makes the ribbons for numbers of so many digits.
    fn make(&mut self, digits: usize) {
        if self.digits == digits {
            return;
        }
        let Style { open, close, between, .. } = self.style;
        let zeros = "\0".repeat(digits - 3);
        let text = |from, to| format!("{between}{open}{zeros}{from:03}-{zeros}{to:03}{close}");
        let right: String = (0..999).map(|low| text(low, low + 1)).collect();
        let left: String = (0..999).rev().map(|low| text(low + 1, low)).collect();
        self.right[..right.len()].copy_from_slice(right.as_bytes());
        self.left[..left.len()].copy_from_slice(left.as_bytes());
        self.digits = digits;
    }

    /// A thousand by its number.
    fn thousand(&self, number: usize) -> Thousand {
        let (mut high, mut rest) = ([0; WINDOW], number);
        let (first, length) = (self.style.between.len() + self.style.open.len(), length(self.style, self.digits));
        for place in (0..self.digits - 3).rev() {
            let digit = b'0' + (rest % 10) as u8;
            rest /= 10;
            for text in 0..TIMES {
                high[text * length + first + place] = digit;
                high[text * length + first + self.digits + 1 + place] = digit;
            }
        }
        Thousand { start: 1000 * number, high }
    }
}

/// The numbers that differ in their last three digits.
struct Thousand {
    /// The first.
    start: usize,
    /// The other digits, where they stand in the texts of some moves.
    high: [u8; WINDOW],
}

/// Writes moves whose texts are `LENGTH` bytes long, if that is not 0.
struct Pen<'a, const LENGTH: usize> {
    text: &'a mut Text,
    end: usize,
    forms: &'a Forms,
    thousand: Thousand,
    /// The first cell of the present word.
    cell: usize,
    /// Its number, from the first of the present thousand on, with wrapping.
    low: usize,
}

impl<'a, const LENGTH: usize> Pen<'a, LENGTH> {
    /// Writes a piece, and tells the length of its text.
    #[inline(never)]
    fn print(text: &'a mut Text, forms: &'a Forms, piece: &Piece) -> usize {
        let thousand = Thousand { start: usize::MAX / 2, high: [0; WINDOW] };
        let mut pen = Self { text, end: 0, forms, thousand, cell: 0, low: 0 };
        match piece {
            Piece::Words(words) => words.take(&mut pen),
            &Piece::Arm(arm) => pen.put(arm),
        }
        pen.end
    }

    #[inline]
    fn length(&self) -> usize {
        if LENGTH > 0 { LENGTH } else { length(self.forms.style, self.forms.digits) }
    }

    /// Writes so many moves from a place of a ribbon on.
    ///
    /// Not inlined: alone it is compiled to instructions on 16 bytes, in a larger function it may be done byte by byte.
    #[inline(never)]
    fn copy(&mut self, ribbon: &Ribbon, from: usize, moves: usize) {
        /// Bytes that are written at once.
        const CHUNK: usize = 16;
        let length = self.length();
        let bytes = if LENGTH > 0 { (TIMES * LENGTH).next_multiple_of(CHUNK) } else { WINDOW };
        let mut done = 0;
        loop {
            // There is room for the text of a piece, so nothing is cut off here.
            let text = &mut self.text[(self.end + done * length) % ROOM..][..WINDOW];
            let low = &ribbon[(from + done) * length % (1024 * WIDE)..][..WINDOW];
            for at in (0..bytes).step_by(CHUNK) {
                let chunk: [u8; CHUNK] = std::array::from_fn(|byte| low[at + byte] | self.thousand.high[at + byte]);
                text[at..at + CHUNK].copy_from_slice(&chunk);
            }
            done += TIMES;
            if done >= moves {
                break;
            }
        }
        self.end += moves * length;
    }

    /// Writes an arm in parts that do not leave a thousand, and the moves from one to another.
    #[cold]
    #[inline(never)]
    fn put(&mut self, arm: Arm) {
        let Arm { mut cell, mut moves, leftwards } = arm;
        while moves > 0 {
            let (number, low) = (cell + 1, (cell + 1) % 1000);
            self.enter(number / 1000);
            let now = moves.min(if leftwards { low } else { 999 - low });
            match (now, leftwards) {
                (0, true) => self.put_one(number, number - 1),
                (0, false) => self.put_one(number, number + 1),
                (_, true) => self.copy(&self.forms.left, 999 - low, now),
                (_, false) => self.copy(&self.forms.right, low, now),
            }
            let now = now.max(1);
            cell = if leftwards { cell - now } else { cell + now };
            moves -= now;
        }
    }

    fn put_one(&mut self, from: usize, to: usize) {
        let text = one(self.forms.style, from, to);
        self.text[self.end..self.end + text.len()].copy_from_slice(text.as_bytes());
        self.end += text.len();
    }

    /// Makes a thousand the present one, by its number.
    fn enter(&mut self, number: usize) {
        if self.thousand.start != 1000 * number {
            self.thousand = self.forms.thousand(number);
            self.low = (self.cell + 1).wrapping_sub(self.thousand.start);
        }
    }

    /// Writes two arms of the present word in parts, and goes to the thousand behind them.
    #[cold]
    #[inline(never)]
    fn put_both(&mut self, start: usize, right: usize, left: usize) {
        let (first, last) = (self.cell + start, self.cell + start + right + left);
        self.put(Arm { cell: first, moves: right, leftwards: false });
        self.put(Arm { cell: last, moves: left, leftwards: true });
        self.enter((last + 1) / 1000);
    }
}

impl<const LENGTH: usize> Taker for Pen<'_, LENGTH> {
    #[inline]
    fn begin(&mut self, cell: usize) {
        (self.cell, self.low) = (cell, (cell + 1).wrapping_sub(self.thousand.start));
        if self.low >= 1000 {
            self.enter((cell + 1) / 1000);
        }
    }

    #[inline]
    fn take_carried(&mut self, arm: Arm) {
        let low = (arm.cell + 1).wrapping_sub(self.thousand.start);
        if low < 1000 && arm.moves <= low {
            self.copy(&self.forms.left, 999 - low, arm.moves);
        } else {
            self.put(arm);
            self.enter((arm.cell + 1) / 1000);
        }
    }

    #[inline]
    fn take(&mut self, start: usize, right: usize, left: usize) {
        let first = self.low.wrapping_add(start);
        let last = first.wrapping_add(right + left);
        if first.max(last) < 1000 {
            self.copy(&self.forms.right, first, right);
            self.copy(&self.forms.left, 999 - last, left);
        } else {
            self.put_both(start, right, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Spelling;

    const ALL: Clip = Clip { skip: 0, take: usize::MAX };

    fn slowly(cells: usize, style: Style, arm: Arm, clip: Clip) -> String {
        let text = (0..arm.moves).skip(clip.skip).take(clip.take).map(|step| {
            let place = |step| if arm.leftwards { arm.cell + cells - step } else { arm.cell + step } % cells + 1;
            let Style { open, close, between, .. } = style;
            format!("{between}{open}{}-{}{close}", place(step), place(step + 1))
        });
        text.collect()
    }

    #[test]
    fn arms_of_all_lengths_at_all_places() {
        let wide =
            Style { open: "(a move: ", close: " and no more than that)", between: ", ", spelling: Spelling::Own };
        let odd = Style { open: "<", ..Style::WORDS };
        let styles = [Style::LINES, Style::JSON, Style::WORDS, wide, odd];
        for (cells, style) in [1_000_345, 12_345, 10_000, 2000, 100_999].into_iter().zip(styles) {
            let (mut printer, mut sheet) = (Printer::new(cells, style), Sheet::default());
            let places = [0, 1, 5, 700, 990, 998, 999, 1000, 1001, 1998, 1999, 9998, 9999, 12_344, 99_999, 999_998];
            for cell in places.into_iter().chain([cells - 2, cells - 1]).filter(|&cell| cell < cells) {
                for moves in [0, 1, 2, 3, 4, 5, 8, 9, 12, 1000, 2001] {
                    for leftwards in [true, false] {
                        let arm = Arm { cell, moves: moves.min(cells), leftwards };
                        for clip in
                            [ALL, Clip { skip: 3, take: 2 }, Clip { skip: 0, take: 1 }, Clip { skip: 1999, take: 9 }]
                        {
                            printer.print(&Piece::Arm(arm), clip, &mut sheet);
                            let text = std::str::from_utf8(sheet.text()).expect("ASCII");
                            assert_eq!(text, slowly(cells, style, arm, clip), "{arm:?}");
                        }
                    }
                }
            }
        }
    }
}
