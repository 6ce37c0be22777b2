//! Moves as text, thousand by thousand.
//!
//! Within a thousand the numbers of cells differ in their last three digits only. So for a style
//! and a number of digits there is a ribbon, the texts of the moves from each number to the next,
//! with zero bytes for the other digits; and one of the moves the other way, backwards. The text of
//! an arm is a piece of a ribbon, with the other digits put in: a wide `or`. Some moves more than
//! nearly all arms have are written at a time, and what is too much is overwritten by the next: to
//! find out how many there are would take longer. Words that do not lie in a thousand are written
//! arm by arm, in parts. Where the number of digits changes, around the seam of a cycle and at both
//! ends of a range, moves are written one by one.

use std::ops::Range;

use super::stretches::{Arm, MOST, Pair, Pairs, PlayPiece, Words};
use saltus_core::plan::Style;

/// More than the length of a move's text, with the text around it, where ribbons are made.
const WIDE: usize = 32;

/// How many moves are written at a time.
const TIMES: usize = 7;

/// Bytes that are written at once by any processor, and by one with wide registers.
const CHUNK: usize = 16;
const WIDE_CHUNK: usize = 64;

/// More than the room that they take, in whole chunks.
const WINDOW: usize = (TIMES * WIDE).next_multiple_of(WIDE_CHUNK);

/// The texts of moves in a thousand without the digits that all numbers have, and some more bytes
/// to be overwritten.
type DigitRibbon = [u8; 1024 * WIDE + WINDOW];

/// More than the text of a piece takes.
const ROOM: usize = (MOST * WIDE).next_power_of_two();

type Text = [u8; ROOM + WINDOW];

/// Which of the moves of a piece are written, from 0.
pub(super) type Clip = Range<usize>;

/// The text of a piece.
#[derive(Default)]
pub(super) struct PieceText {
    /// The text, up to an end.
    room: Vec<u8>,
    end: usize,
}

impl PieceText {
    /// The moves, each with the separator in front.
    pub(super) fn text(&self) -> &[u8] {
        &self.room[..self.end]
    }
}

/// Writes moves into memory.
pub(super) struct Printer {
    cells: usize,
    style: Style,
    forms: Option<Forms>,
    /// Whether the processor has wide registers.
    wide: bool,
}

impl Printer {
    /// The fastest one on this processor.
    pub(super) fn new(cells: usize, style: Style) -> Self {
        #[cfg(target_arch = "x86_64")]
        return Printer { wide: wide::is_here(), ..Self::portable(cells, style) };
        #[cfg(not(target_arch = "x86_64"))]
        Self::portable(cells, style)
    }

    /// One for any processor.
    fn portable(cells: usize, style: Style) -> Self {
        Printer { cells, style, forms: None, wide: false }
    }

    /// Replaces what is on the sheet by the moves of a piece.
    pub(super) fn print(&mut self, piece: &PlayPiece, clip: Clip, sheet: &mut PieceText) {
        let whole = clip.start == 0 && clip.end >= piece.moves();
        let Some(digits) = self.digits(piece).filter(|_| whole) else {
            let Style { open, close, between, .. } = self.style;
            sheet.room.clear();
            for (from, to) in piece.hops(self.cells, clip) {
                let text = format!("{between}{open}{}-{}{close}", from + 1, to + 1);
                sheet.room.extend_from_slice(text.as_bytes());
            }
            sheet.end = sheet.room.len();
            return;
        };
        let forms = self.forms.get_or_insert_with(|| Forms::new(self.style));
        forms.make(digits);
        sheet.room.resize(ROOM + WINDOW, 0);
        let text = sheet.room.as_mut_slice().try_into().expect("the length of a text");
        sheet.end = if self.wide {
            print_whole::<WIDE_CHUNK>(text, forms, piece)
        } else {
            print_whole::<CHUNK>(text, forms, piece)
        };
    }

    /// How many digits the numbers of a piece have, if they all have as many and there are forms
    /// for them.
    fn digits(&self, piece: &PlayPiece) -> Option<usize> {
        let (lowest, highest) = piece.span(self.cells)?;
        let digits = (lowest + 1).to_string().len();
        let alike = (highest + 1).to_string().len() == digits;
        (alike && digits > 3 && length(self.style, digits) < WIDE).then_some(digits)
    }
}

/// The length of a move's text if numbers have `digits` digits.
fn length(style: Style, digits: usize) -> usize {
    style.between.len() + style.open.len() + 2 * digits + 1 + style.close.len()
}

/// Prints with `AT_ONCE` bytes at once; [`WIDE_CHUNK`] only if there are wide registers.
fn print_whole<const AT_ONCE: usize>(text: &mut Text, forms: &Forms, piece: &PlayPiece) -> usize {
    // The usual lengths are known when this is compiled.
    match length(forms.style, forms.digits) {
        10 => PieceWriter::<10, AT_ONCE>::print(text, forms, piece),
        12 => PieceWriter::<12, AT_ONCE>::print(text, forms, piece),
        14 => PieceWriter::<14, AT_ONCE>::print(text, forms, piece),
        16 => PieceWriter::<16, AT_ONCE>::print(text, forms, piece),
        18 => PieceWriter::<18, AT_ONCE>::print(text, forms, piece),
        20 => PieceWriter::<20, AT_ONCE>::print(text, forms, piece),
        22 => PieceWriter::<22, AT_ONCE>::print(text, forms, piece),
        _ => PieceWriter::<0, AT_ONCE>::print(text, forms, piece),
    }
}

/// The common text of moves whose numbers have the same number of digits.
struct Forms {
    style: Style,
    digits: usize,
    /// From each low part of a number to the next, from 0 on.
    right: Box<DigitRibbon>,
    /// From each low part to the one before, from 0 (that is 1000) down.
    left: Box<DigitRibbon>,
}

impl Forms {
    fn new(style: Style) -> Self {
        let blank = || vec![0; 1024 * WIDE + WINDOW].try_into().expect("the length of a ribbon");
        Forms { style, digits: 0, right: blank(), left: blank() }
    }

    /// Makes the ribbons for numbers of `digits` digits.
    fn make(&mut self, digits: usize) {
        if self.digits == digits {
            return;
        }
        let Style { open, close, between, .. } = self.style;
        let zeros = "\0".repeat(digits - 3);
        let text = |from, to| format!("{between}{open}{zeros}{from:03}-{zeros}{to:03}{close}");
        let right: String = (0..1000).map(|low| text(low, (low + 1) % 1000)).collect();
        let left: String = (0..1000).rev().map(|low| text((low + 1) % 1000, low)).collect();
        self.right[..right.len()].copy_from_slice(right.as_bytes());
        self.left[..left.len()].copy_from_slice(left.as_bytes());
        self.digits = digits;
    }

    /// What some moves have, from numbers of a thousand to numbers of a thousand, where a ribbon
    /// has zeros.
    fn high(&self, from: usize, to: usize) -> [u8; WINDOW] {
        let (first, length) = (self.style.between.len() + self.style.open.len(), length(self.style, self.digits));
        let mut one = [0; WIDE];
        for (number, first) in [(from, first), (to, first + self.digits + 1)] {
            let mut rest = number;
            for digit in one[first..first + self.digits - 3].iter_mut().rev() {
                *digit = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
        }
        let mut high = [0; WINDOW];
        high.chunks_exact_mut(length).take(TIMES).for_each(|text| text.copy_from_slice(&one[..length]));
        high
    }
}

/// Writes moves between numbers that differ in their last three digits, `AT_ONCE` bytes at once, if
/// their texts are `LENGTH` bytes long or that is 0.
#[derive(Clone, Copy)]
struct DigitWriter<const LENGTH: usize, const AT_ONCE: usize> {
    /// The length of a move's text.
    length: usize,
    /// The other digits, where they stand in the texts of some moves.
    high: [u8; WINDOW],
}

impl<const LENGTH: usize, const AT_ONCE: usize> DigitWriter<LENGTH, AT_ONCE> {
    #[inline]
    fn length(&self) -> usize {
        if LENGTH > 0 { LENGTH } else { self.length }
    }

    /// Writes `moves` moves, beginning at a place of a ribbon, and returns where they end.
    #[inline]
    fn copy(&self, text: &mut Text, end: usize, ribbon: &DigitRibbon, from: usize, moves: usize) -> usize {
        for done in (0..moves).step_by(TIMES) {
            self.copy_some(text, end + done * self.length(), ribbon, from + done);
        }
        end + moves * self.length()
    }

    /// Writes a few.
    #[inline]
    fn copy_some(&self, text: &mut Text, end: usize, ribbon: &DigitRibbon, from: usize) {
        let bytes = if LENGTH > 0 { (TIMES * LENGTH).next_multiple_of(AT_ONCE) } else { WINDOW };
        // There is room for the text of a piece, so nothing is cut off here.
        let text = &mut text[end % ROOM..][..WINDOW];
        let low = &ribbon[from * self.length() % (1024 * WIDE)..][..WINDOW];
        for at in (0..bytes).step_by(AT_ONCE) {
            let chunk: [u8; AT_ONCE] = std::array::from_fn(|byte| low[at + byte] | self.high[at + byte]);
            text[at..at + AT_ONCE].copy_from_slice(&chunk);
        }
    }

    /// The same as `copy`, not inlined.
    #[cold]
    #[inline(never)]
    fn copy_many(&self, text: &mut Text, end: usize, ribbon: &DigitRibbon, from: usize, moves: usize) {
        self.copy(text, end, ribbon, from, moves);
    }
}

/// Writes pieces.
struct PieceWriter<'a, const LENGTH: usize, const AT_ONCE: usize> {
    text: &'a mut Text,
    end: usize,
    forms: &'a Forms,
    /// The present thousand, by its first number.
    start: usize,
    ink: DigitWriter<LENGTH, AT_ONCE>,
}

impl<'a, const LENGTH: usize, const AT_ONCE: usize> PieceWriter<'a, LENGTH, AT_ONCE> {
    /// Writes a piece, and returns the length of its text.
    fn print(text: &'a mut Text, forms: &'a Forms, piece: &PlayPiece) -> usize {
        let ink = DigitWriter { length: length(forms.style, forms.digits), high: [0; WINDOW] };
        let mut pen = Self { text, end: 0, forms, start: usize::MAX / 2, ink };
        match piece {
            #[cfg(target_arch = "x86_64")]
            PlayPiece::Words(words) if AT_ONCE == WIDE_CHUNK => wide::put_words(&mut pen, words),
            PlayPiece::Words(words) => pen.put_words(words),
            &PlayPiece::Arm(arm) => pen.put(arm),
        }
        pen.end
    }

    #[expect(
        clippy::inline_always,
        reason = "what calls it is compiled for other processors than what it would be alone"
    )]
    #[inline(always)]
    fn put_words(&mut self, words: &Words) {
        for word in words.each() {
            let Some((first, mut pairs)) = word.pairs() else { continue };
            self.put_carried(word.cell + first, word.carried + first);
            while let Some(Pair { start, middle, end }) = self.put_pairs(word.cell, &mut pairs) {
                self.put(Arm { cell: word.cell + start, moves: middle - start, leftwards: false });
                self.put(Arm { cell: word.cell + end, moves: end - middle, leftwards: true });
                self.enter((word.cell + end + 1) / 1000);
            }
        }
    }

    /// Writes the arm to the left that comes in from the words before, or begins with the word.
    #[inline]
    fn put_carried(&mut self, cell: usize, moves: usize) {
        let low = (cell + 1).wrapping_sub(self.start);
        if low < 1000 && moves <= low.min(TIMES) {
            // Whether there are any is not known before, and nothing is written for none.
            self.ink.copy_some(self.text, self.end, &self.forms.left, 1000 - low);
            self.end += moves * self.ink.length();
        } else {
            self.put(Arm { cell, moves, leftwards: true });
            self.enter((cell + 1) / 1000);
        }
    }

    /// Writes the pairs of a word, by its first cell, up to one that does not lie in the present
    /// thousand.
    #[inline]
    fn put_pairs(&mut self, cell: usize, pairs: &mut Pairs) -> Option<Pair> {
        let low = (cell + 1).wrapping_sub(self.start);
        let Self { text, ink, forms: Forms { right, left, .. }, .. } = self;
        // A local copy stays in registers.
        let own = *ink;
        let mut at = self.end;
        let mut put = |ribbon: &DigitRibbon, from, moves, many: bool| {
            own.copy_some(text, at, ribbon, from);
            if many {
                ink.copy_many(text, at, ribbon, from, moves);
            }
            at += moves * own.length();
        };
        let outside = pairs.find(|&Pair { start, middle, end }| {
            let (first, last) = (low.wrapping_add(start), low.wrapping_add(end));
            if first.max(last) >= 1000 {
                return true;
            }
            let (to_right, to_left) = (middle - start, end - middle);
            // From 0 there is no way to the left within the thousand, and what is written for none
            // is overwritten.
            if to_right.max(to_left) > TIMES {
                put(right, first, to_right, true);
                put(left, 1000 - last, to_left, true);
            } else {
                put(right, first, to_right, false);
                put(left, 1000 - last, to_left, false);
            }
            false
        });
        self.end = at;
        outside
    }

    /// Writes an arm in parts that do not leave a thousand, and the moves from one to another.
    fn put(&mut self, arm: Arm) {
        let Arm { mut cell, mut moves, leftwards } = arm;
        while moves > 0 {
            let (number, low) = (cell + 1, (cell + 1) % 1000);
            let inside = moves.min(if leftwards { low } else { 999 - low });
            let next = if leftwards { number - 1 } else { number + 1 };
            self.enter(number / 1000);
            let between;
            let ink = if inside > 0 {
                &self.ink
            } else {
                between = self.ink(number / 1000, next / 1000);
                &between
            };
            // From 0 back is what the ribbon has for 1000.
            let (ribbon, from) =
                if leftwards { (&self.forms.left, (1000 - low) % 1000) } else { (&self.forms.right, low) };
            let now = inside.max(1);
            self.end = ink.copy(self.text, self.end, ribbon, from, now);
            cell = if leftwards { cell - now } else { cell + now };
            moves -= now;
        }
    }

    /// Makes a thousand the present one, by its number.
    fn enter(&mut self, number: usize) {
        if self.start != 1000 * number {
            self.ink = self.ink(number, number);
            self.start = 1000 * number;
        }
    }

    /// For moves from a thousand to a thousand, by their numbers.
    fn ink(&self, from: usize, to: usize) -> DigitWriter<LENGTH, AT_ONCE> {
        DigitWriter { high: self.forms.high(from, to), ..self.ink }
    }
}

/// The same with wide registers: what is written is the same, the compiler may only use more of the
/// processor.
#[cfg(target_arch = "x86_64")]
mod wide {
    use super::{PieceWriter, Words};

    /// Whether the processor has them.
    pub(super) fn is_here() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
    }

    pub(super) fn put_words<const LENGTH: usize, const AT_ONCE: usize>(
        pen: &mut PieceWriter<'_, LENGTH, AT_ONCE>,
        words: &Words,
    ) {
        assert!(is_here(), "only a printer that has found the features comes here");
        // SAFETY: the features that the function is compiled for are there, as the line above says.
        #[allow(unsafe_code)]
        unsafe {
            put_words_with_features(pen, words);
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2")]
    fn put_words_with_features<const LENGTH: usize, const AT_ONCE: usize>(
        pen: &mut PieceWriter<'_, LENGTH, AT_ONCE>,
        words: &Words,
    ) {
        pen.put_words(words);
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::division::Division;
    use super::super::super::letters::Form;
    use super::super::stretches::Pieces;
    use super::super::tests::QUOTED;
    use super::*;
    use crate::samples::drawn;
    use saltus_core::plan::Spelling;
    use std::sync::Arc;

    #[test]
    fn arms_of_all_lengths_at_all_places() {
        let wide =
            Style { open: "(a move: ", close: " and no more than that)", between: ", ", spelling: Spelling::Own };
        let odd = Style { open: "<", ..Style::WORDS };
        let styles = [Style::LINES, QUOTED, Style::WORDS, wide, odd];
        for (cells, style) in [1_000_345, 12_345, 10_000, 2000, 100_999].into_iter().zip(styles) {
            let (mut printer, mut sheet) = (Printer::portable(cells, style), PieceText::default());
            let places = [0, 1, 5, 700, 990, 998, 999, 1000, 1001, 1998, 1999, 9998, 9999, 12_344, 99_999, 999_998];
            for cell in places.into_iter().chain([cells - 2, cells - 1]).filter(|&cell| cell < cells) {
                for moves in [0, 1, 2, 3, 4, 5, 8, 9, 12, 1000, 2001] {
                    for leftwards in [true, false] {
                        let arm = Arm { cell, moves: moves.min(cells), leftwards };
                        for clip in [0..usize::MAX, 3..5, 0..1, 1999..2008] {
                            let Style { open, close, between, .. } = style;
                            let text = |(from, to)| format!("{between}{open}{}-{}{close}", from + 1, to + 1);
                            let expected: String = PlayPiece::Arm(arm).hops(cells, clip.clone()).map(text).collect();
                            printer.print(&PlayPiece::Arm(arm), clip, &mut sheet);
                            assert_eq!(std::str::from_utf8(sheet.text()), Ok(&*expected), "{arm:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn wide_registers_write_the_same() {
        for (form, cells, run) in [(Form::Line, 200_000, 2), (Form::Cycle, 100_000, 3), (Form::Line, 30_000, 60)] {
            let division = Division::new(Arc::new(drawn(cells, run, 0, 9)), form, 1);
            // The length of the last one is not among the usual ones.
            for style in [Style::LINES, QUOTED, Style { open: "<", ..Style::WORDS }] {
                let (mut fast, mut any) = (Printer::new(cells, style), Printer::portable(cells, style));
                let (mut fast_sheet, mut any_sheet) = (PieceText::default(), PieceText::default());
                for piece in Pieces::new(&division) {
                    fast.print(&piece, 0..usize::MAX, &mut fast_sheet);
                    any.print(&piece, 0..usize::MAX, &mut any_sheet);
                    assert!(fast_sheet.text() == any_sheet.text(), "{cells} {style:?} {piece:?}");
                }
            }
        }
    }
}
