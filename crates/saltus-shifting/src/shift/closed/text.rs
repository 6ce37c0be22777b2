//! The moves of the classical play as text, as fast as they can be copied.
//!
//! A section is an arithmetic progression of cells, so the text of its jumps is a slice of one of
//! four strings that are made once: all jumps over odd or over even cells, upwards or downwards. A
//! section costs two writes, whatever its length. Boards too long for such strings, and numbers
//! beyond 64 bits, are written move by move.

use std::io::{self, Write};

use dashu_int::UBig;

use super::sections::{Place, Sections};
use crate::natural::Natural;
use saltus_core::plan::Style;

/// One move with what stands around it; the separator stands in front.
fn element(style: Style, from: &impl Natural, to: &impl Natural) -> String {
    format!("{}{}{from}-{to}{}", style.between, style.open, style.close)
}

/// Boards up to this many cells get the four strings (about 30 bytes a cell in all).
const MOST_CELLS: u64 = 1 << 20;

/// Writes the moves after move `after`, up to and with move `last`.
///
/// ```
/// use saltus_core::plan::Style;
/// use saltus_shifting::shift::closed::text;
///
/// let (n, after, last) = (1u8.into(), 0u8.into(), 3u8.into());
/// let mut out = Vec::new();
/// text::write(&n, &n, true, &after, &last, Style::WORDS, &mut out).unwrap();
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
    style: Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut out = Separated { out, first: Some(style.between.len()) };
    match Sections::small(n, m, black_first) {
        Some(play) => {
            let small = |i: &UBig| u64::try_from(i).expect("a move of a small play");
            let (after, last) = (small(after), small(last));
            let cells = play.count() + 1;
            if cells <= MOST_CELLS && last.saturating_sub(after) >= cells {
                Ribbons::new(cells, style).write(&play, after, last, &mut out)
            } else {
                one_by_one(&play, &after, &last, style, &mut out)
            }
        }
        None => one_by_one(&Sections::new(n.clone(), m.clone(), black_first), after, last, style, &mut out),
    }
}

fn one_by_one<N: Natural>(
    play: &Sections<N>,
    after: &N,
    last: &N,
    style: Style,
    out: &mut Separated<'_>,
) -> io::Result<()> {
    let mut i = after.clone();
    let mut to = play.cell(&i);
    while i < *last {
        i = i.next();
        let from = play.cell(&i);
        out.write(element(style, &from, &to).as_bytes())?;
        to = from;
    }
    Ok(())
}

/// Drops the separator in front of the first thing written.
struct Separated<'a> {
    out: &'a mut dyn Write,
    first: Option<usize>,
}

impl Separated<'_> {
    /// Writes a text that begins with a separator, or is empty.
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let first = if text.is_empty() { 0 } else { self.first.take().unwrap_or(0) };
        self.out.write_all(&text[first..])
    }
}

/// The jumps through all cells of one parity in one direction, as text.
struct Ribbon {
    text: Vec<u8>,
    /// Where the text of each jump ends; jump k is the k-th in the ribbon's direction.
    ends: Vec<usize>,
}

impl Ribbon {
    fn new(cells: &[u64], style: Style) -> Self {
        let (mut text, mut ends) = (Vec::new(), vec![0]);
        for pair in cells.windows(2) {
            text.extend_from_slice(element(style, &pair[1], &pair[0]).as_bytes());
            ends.push(text.len());
        }
        Ribbon { text, ends }
    }

    fn jumps(&self, first: u64, count: u64) -> &[u8] {
        &self.text[self.ends[first as usize]..self.ends[(first + count) as usize]]
    }
}

struct Ribbons {
    cells: u64,
    style: Style,
    /// Upwards and downwards, by parity of the cells: even, odd.
    ways: [[Ribbon; 2]; 2],
}

impl Ribbons {
    fn new(cells: u64, style: Style) -> Self {
        let ribbon = |descending: bool, odd: u64| {
            // Cell 0 is not on the board; it makes the k-th even cell 2k and the k-th odd one 2k + 1.
            let mut through: Vec<u64> = (odd..=cells).step_by(2).collect();
            if descending {
                through.reverse();
            }
            Ribbon::new(&through, style)
        };
        Ribbons { cells, style, ways: [false, true].map(|descending| [0, 1].map(|odd| ribbon(descending, odd))) }
    }

    /// The text of `count` jumps, the first of them leaving `from`.
    fn jumps(&self, from: u64, count: u64, descending: bool) -> &[u8] {
        if count == 0 {
            return &[];
        }
        let odd = from % 2;
        let highest = if self.cells % 2 == odd { self.cells } else { self.cells - 1 };
        let passed = if descending { highest - from } else { from - odd };
        self.ways[usize::from(descending)][odd as usize].jumps(passed / 2 - 1, count)
    }

    fn write(&self, play: &Sections<u64>, after: u64, last: u64, out: &mut Separated<'_>) -> io::Result<()> {
        let mut i = after;
        while i < last {
            let Place { section, jumps, made } = play.locate(&(i + 1));
            // Moves `made` .. of the section are due; number 0 is its slide.
            let due = (jumps + 1 - made).min(last - i);
            let mut slide = String::new();
            let mut first_jump = i + 1;
            if made == 0 {
                slide = element(self.style, &play.cell(&(i + 1)), &play.cell(&i));
                first_jump += 1;
            }
            let count = i + due + 1 - first_jump;
            let from = if count > 0 { play.cell(&first_jump) } else { 0 };
            out.write(slide.as_bytes())?;
            out.write(self.jumps(from, count, play.descending(&section)))?;
            i += due;
        }
        Ok(())
    }
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
        write(&big(n), &big(m), black_first, &big(after), &big(last), style, &mut out).unwrap();
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
