//! The moves of a division, as text, written about as fast as memory allows.
//!
//! The segments are played from left to right, on a cycle from after the first way that is not
//! crossed. In each the first pawn goes right over its arm, then the last one goes left over its
//! own.

mod stretches;
mod text;

use std::io::{self, Write};

use super::division::Division;
use crate::in_order;
use saltus_core::plan::Style;
use stretches::{Pieces, PlayPiece};
use text::{Clip, PieceText, Printer};

/// Sheets of a thread, of half a megabyte each.
const SHEETS: usize = 8;

/// Fewer moves than this are not worth another thread.
const WORTH_A_THREAD: u64 = 1 << 17;

/// How many moves the play has: each but the last pawn of a segment is taken.
#[cfg(test)]
pub(crate) fn length(division: &Division) -> u64 {
    division.pawns().count() as u64 - division.value()
}

/// Writes the moves after move `after`, up to and including move `last`, with `threads` threads.
///
/// Takes time for the range and, much less, for what is before it.
///
/// # Errors
/// When `out` fails.
pub(crate) fn write(
    division: &Division,
    (after, last): (u64, u64),
    style: Style,
    threads: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let cells = division.pawns().cells();
    let threads = if last.saturating_sub(after) < WORTH_A_THREAD { 1 } else { threads };
    let mut separator = style.between.len();
    let maker = || {
        let mut printer = Printer::new(cells, style);
        move |(piece, clip), sheet: &mut PieceText| printer.print(&piece, clip, sheet)
    };
    in_order::write(clipped(division, after, last), threads, SHEETS, maker, |sheet| {
        // A separator in front of the very first move is left out.
        out.write_all(&sheet.text()[std::mem::take(&mut separator)..])
    })
}

/// The moves after move `after`, one by one: the cell where the pawn stood, from 0, and that where it takes one.
///
/// ```
/// use std::sync::Arc;
/// use saltus_clobber::closed::{division::Division, letters::Form, play};
///
/// let division = Division::new(Arc::new("bww".parse().unwrap()), Form::Line, 1);
/// let hops: Vec<(usize, usize)> = play::hops(&division, 0).collect();
/// assert_eq!(hops, [(0, 1), (1, 2)]);
/// ```
pub fn hops(division: &Division, after: u64) -> impl Iterator<Item = (usize, usize)> + '_ {
    let cells = division.pawns().cells();
    clipped(division, after, u64::MAX).flat_map(move |(piece, clip)| piece.hops(cells, clip))
}

/// The pieces that have moves after move `after`, up to and with move `last`, and which of theirs
/// these are.
fn clipped(division: &Division, after: u64, last: u64) -> impl Iterator<Item = (PlayPiece, Clip)> + Send + '_ {
    let mut at = 0;
    let clipped = Pieces::new(division).map_while(move |piece| {
        let moves = piece.moves() as u64;
        let skip = after.saturating_sub(at).min(moves);
        let take = last.saturating_sub(at + skip).min(moves - skip);
        let wanted = at < last;
        at += moves;
        wanted.then_some((piece, skip as usize..(skip + take) as usize))
    });
    clipped.filter(|(_, clip)| !clip.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::letters::Form;
    use super::*;
    use crate::rules::{Move, Pawns, Turns};
    use crate::samples::{all, drawn, played, row, various};
    use std::sync::Arc;

    /// The inside of a list of quoted words.
    pub(super) const QUOTED: Style = Style { open: "\"", close: "\"", between: ",", ..Style::WORDS };

    fn text(division: &Division, range: (u64, u64), style: Style, threads: usize) -> String {
        let mut out = Vec::new();
        write(division, range, style, threads, &mut out).expect("memory");
        String::from_utf8(out).expect("ASCII")
    }

    fn plays(pawns: Pawns, form: Form) {
        let division = Division::new(Arc::new(pawns), form, 1);
        let pawns = division.pawns();
        let moves: Vec<Move> = hops(&division, 0).map(|(from, to)| Move { from: from as u32, to: to as u32 }).collect();
        let end = played(&row(pawns, form, Turns::Free), &moves);
        assert_eq!(end.count() as u64, division.value(), "{pawns} {form:?}");
        let slowly: Vec<String> = moves.iter().map(|mv| format!("{}-{}\n", mv.from + 1, mv.to + 1)).collect();
        assert_eq!(text(&division, (0, length(&division)), Style::LINES, 1), slowly.concat(), "{pawns} {form:?}");
    }

    #[test]
    fn plays_follow_the_rules_and_leave_the_value() {
        for form in [Form::Line, Form::Cycle] {
            (1..=9).flat_map(all).chain(various()).for_each(|pawns| plays(pawns, form));
            for (seed, (run, gaps)) in [(2, 0), (3, 9), (100, 0), (9_000, 0)].into_iter().enumerate() {
                plays(drawn(20_000, run, gaps, seed as u64), form);
            }
        }
    }

    #[test]
    fn ranges_are_parts_of_the_whole() {
        for (form, cells) in [(Form::Line, 30_000), (Form::Cycle, 30_000), (Form::Cycle, 50)] {
            for (run, seed) in [(2, 1), (15_000, 2)] {
                let division = Division::new(Arc::new(drawn(cells, run, 0, seed)), form, 1);
                let whole = text(&division, (0, length(&division)), Style::WORDS, 1);
                let moves: Vec<&str> = whole.split_terminator(' ').collect();
                let total = moves.len();
                assert_eq!(total as u64, length(&division));
                for (after, last) in [(0, 0), (0, 1), (1, total), (7, 40), (total / 3, total / 2), (total, total)] {
                    let part = text(&division, (after as u64, last as u64), Style::WORDS, 1);
                    let (after, last) = (after.min(total), last.min(total));
                    assert_eq!(part, moves[after..last.max(after)].join(" "), "{after} {last} of {total}");
                }
                let from = hops(&division, total as u64 / 2).next().map(|(from, _)| (from + 1).to_string());
                assert_eq!(from.as_deref(), moves.get(total / 2).and_then(|text| text.split('-').next()));
            }
        }
    }

    #[test]
    fn threads_do_not_matter() {
        for form in [Form::Line, Form::Cycle] {
            let division = Division::new(Arc::new(drawn(400_000, 2, 0, 5)), form, 1);
            let range = (5, length(&division) - 5);
            let alone = text(&division, range, QUOTED, 1);
            assert!(alone.starts_with('"') && alone.ends_with('"'));
            assert!((2..4).all(|threads| text(&division, range, QUOTED, threads) == alone));
        }
    }
}
