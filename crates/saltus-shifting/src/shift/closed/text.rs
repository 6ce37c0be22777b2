//! The moves of the classical play as text, as fast as they can be copied.
//!
//! A section is an arithmetic progression of cells, so the text of its jumps is a slice of one of
//! two strings that are made once: all jumps upwards or downwards, over odd and over even cells. A
//! section costs two writes, whatever its length. Boards too long for such strings, and numbers
//! beyond 64 bits, are written move by move.

use std::io;

use dashu_int::UBig;

use super::sections::{SectionMove, Sections};
use crate::natural::Natural;
pub use crate::written::MoveWriter;
use crate::written::append;
use saltus_core::plan::Style;

/// Boards up to this many cells get the two strings (about 30 bytes a cell in all).
const MOST_CELLS: u64 = 1 << 20;

/// Writes the moves after move `after`, up to and with move `last`.
///
/// ```
/// use saltus_core::plan::Style;
/// use saltus_shifting::shift::closed::text::{self, MoveWriter};
///
/// let (n, after, last) = (1u8.into(), 0u8.into(), 3u8.into());
/// let mut out = Vec::new();
/// text::write(&n, &n, true, &after, &last, &mut MoveWriter::new(Style::WORDS, &mut out)).unwrap();
/// assert_eq!(out, b"1-2 3-1 2-3");
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write(
    n: &UBig,
    m: &UBig,
    black_first: bool,
    after: &UBig,
    last: &UBig,
    out: &mut MoveWriter<'_>,
) -> io::Result<()> {
    match Sections::small(n, m, black_first) {
        Some(play) => {
            let small = |i: &UBig| u64::try_from(i).expect("a move of a small play");
            let (after, last) = (small(after), small(last));
            let cells = play.count() + 1;
            if cells <= MOST_CELLS && last.saturating_sub(after) >= cells {
                by_sections(&play, cells, after, last, out)
            } else {
                one_by_one(&play, &after, &last, out)
            }
        }
        None => one_by_one(&Sections::new(n.clone(), m.clone(), black_first), after, last, out),
    }
}

fn one_by_one<N: Natural>(play: &Sections<N>, after: &N, last: &N, out: &mut MoveWriter<'_>) -> io::Result<()> {
    let mut i = after.clone();
    let mut to = play.cell(&i);
    while i < *last {
        i = i.next();
        let from = play.cell(&i);
        out.hop(&from, &to)?;
        to = from;
    }
    Ok(())
}

/// All jumps in one direction, as text.
struct Ribbon {
    text: Vec<u8>,
    /// Where the text of the jump that leaves a cell ends; there that of the jump into it begins, two cells on.
    ends: Vec<usize>,
}

impl Ribbon {
    fn new(cells: u64, descending: bool, style: Style) -> Self {
        let (mut text, mut ends) = (Vec::new(), vec![0; cells as usize + 1]);
        for first in [1, 2] {
            let mut through: Vec<u64> = (first..=cells).step_by(2).collect();
            if descending {
                through.reverse();
            }
            for (place, cell) in through.iter().enumerate() {
                if place > 0 {
                    append(style, cell, &through[place - 1], &mut text);
                }
                ends[*cell as usize] = text.len();
            }
        }
        Ribbon { text, ends }
    }
}

fn by_sections(play: &Sections<u64>, cells: u64, after: u64, last: u64, out: &mut MoveWriter<'_>) -> io::Result<()> {
    let ribbons = [false, true].map(|descending| Ribbon::new(cells, descending, out.style));
    let mut i = after;
    while i < last {
        let SectionMove { section, jumps, made } = play.locate(&(i + 1));
        // Moves `made` .. of the section are due; number 0 is its slide.
        let end = i + (jumps + 1 - made).min(last - i);
        if made == 0 {
            out.hop(&play.cell(&(i + 1)), &play.cell(&i))?;
            i += 1;
        }
        let Ribbon { text, ends } = &ribbons[usize::from(play.descending(&section))];
        let [first, past] = [i, end].map(|i| ends[play.cell(&i) as usize]);
        out.moves(&text[first..past])?;
        i = end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The inside of a list of quoted words.
    const QUOTED: Style = Style { open: "\"", close: "\"", between: ",", ..Style::WORDS };

    /// What is written is what the formula gives move by move.
    fn check(n: u64, m: u64, black_first: bool, after: u64, last: u64, style: Style) {
        let big = |number: u64| UBig::from(number);
        let mut out = Vec::new();
        write(&big(n), &big(m), black_first, &big(after), &big(last), &mut MoveWriter::new(style, &mut out)).unwrap();
        let play = Sections::new(n, m, black_first);
        let moves: Vec<String> = (after + 1..=last)
            .map(|i| format!("{}{}-{}{}", style.open, play.cell(&i), play.cell(&(i - 1)), style.close))
            .collect();
        assert_eq!(String::from_utf8(out).unwrap(), moves.join(style.between), "{n} {m} {after}..{last}");
    }

    #[test]
    fn small_plays_in_every_range() {
        for (n, m) in (0..7).flat_map(|n| (0..7).map(move |m| (n, m))) {
            let total = n * m + n + m;
            for (after, last) in (0..=total).flat_map(|a| (a..=total).map(move |b| (a, b))) {
                for style in [Style::LINES, QUOTED] {
                    check(n, m, true, after, last, style);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn larger_plays(n in 0u64..60, m in 0u64..60, black_first: bool, from in 0.0..1.0f64, to in 0.0..1.0f64) {
            let total = (n * m + n + m) as f64;
            let (after, last) = ((total * from.min(to)) as u64, (total * from.max(to)) as u64);
            check(n, m, black_first, after, last, Style::WORDS);
        }
    }
}
