//! The moves of a division, as text at the speed of memory.

mod stretches;
mod text;

use std::io::{self, Write};

use super::division::Division;
use crate::plan::Style;
use stretches::Pieces;
use text::{Clip, Printer};

/// Writes the moves behind move `after`, up to and with move `last`.
///
/// # Errors
/// When `out` fails.
pub fn write(division: &Division, after: u64, last: u64, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let mut printer = Printer::new(division.pawns().cells(), style);
    let mut skipped = style.between.len();
    for (piece, clip) in clipped(Pieces::new(division), after, last) {
        let text = printer.print(&piece, clip);
        out.write_all(&text[skipped..])?;
        skipped = 0;
    }
    Ok(())
}

/// The pieces that have moves behind move `after`, up to and with move `last`, and which of theirs these are.
fn clipped(pieces: Pieces<'_>, after: u64, last: u64) -> impl Iterator<Item = (stretches::Piece, Clip)> {
    let mut at = 0;
    pieces
        .map_while(move |piece| {
            let moves = piece.moves() as u64;
            let skip = after.saturating_sub(at).min(moves);
            let take = last.saturating_sub(at.max(after)).min(moves - skip);
            let clip = Clip { skip: skip as usize, take: take as usize };
            let wanted = at < last;
            at += moves;
            wanted.then_some((piece, clip))
        })
        .filter(|(_, clip)| clip.take > 0)
}
