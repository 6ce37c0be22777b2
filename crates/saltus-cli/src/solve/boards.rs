//! The boards of a play as text, and which of them a terminal has room for.

use std::io::{self, Write as _};
use std::ops::Range;

use dashu_int::UBig;
use saltus::plan::{Picture, Plan, Spelling};

use super::{MOST_DRAWN, drawn};
use crate::Session;

/// The board before and after each move; if they do not fit into the rows and columns, only the first and the
/// last of them.
pub fn film(
    session: &mut Session,
    plan: &dyn Plan,
    (after, last): &(UBig, UBig),
    spelling: Spelling,
    room: Option<(usize, usize)>,
) -> io::Result<()> {
    let number_width = last.to_string().len();
    let steps = || plan.steps(after, last, spelling);
    let widest = steps().take(MOST_DRAWN as usize).map(|step| step.text.len()).max().unwrap_or(0);
    let indent = number_width + widest + 5;
    let begin = plan.picture(after);
    let board = drawn(&begin, false);
    let gap = if board.contains('\n') { "\n" } else { "" };
    let left_out = room.and_then(|(rows, columns)| {
        folded(usize::try_from(last - after).ok()?, high(&board, indent, columns) + gap.len(), rows)
    });
    frame(session, indent, "", &begin)?;
    let mut number = after.clone();
    for (at, step) in steps().enumerate() {
        number += UBig::ONE;
        if let Some(left_out) = left_out.as_ref().filter(|left_out| left_out.contains(&at)) {
            if at == left_out.start {
                let (count, first, last) = (left_out.len(), left_out.start + 1, left_out.end);
                writeln!(session.out, "... {count} moves are left out; --range {first}..{last} shows them{gap}")?;
            }
            continue;
        }
        let caption = format!("{:>number_width$}.  {}", number.to_string(), step.text);
        frame(session, indent, &caption, &step.picture)?;
    }
    Ok(())
}

/// The rows of a terminal that a board with its caption takes.
fn high(board: &str, indent: usize, columns: usize) -> usize {
    let rows = board.split('\n').map(|row| (indent + row.chars().count()).div_ceil(columns).max(1));
    rows.sum()
}

/// The moves, counted from 0, whose boards, each of this height, do not fit with the others and the answer.
fn folded(moves: usize, high: usize, rows: usize) -> Option<Range<usize>> {
    /// The line in place of the boards, the headline, the proof, and the shell's next line; two of them may need a second row.
    const OTHERS: usize = 6;
    let boards = (rows.saturating_sub(OTHERS) / high).max(3);
    // The start is one of the first. The line takes the room of a board: it stands for two at least.
    let (first, last) = (boards.div_ceil(2) - 1, moves.checked_sub(boards / 2)?);
    Some(first..last.max(first + 2)).filter(|left_out| moves >= boards && left_out.end < moves)
}

/// A caption with a board next to it; a board of several rows is followed by an empty line.
fn frame(session: &mut Session, indent: usize, caption: &str, picture: &Picture) -> io::Result<()> {
    let board = drawn(picture, session.colour);
    let mut caption = caption;
    for row in board.split('\n') {
        writeln!(session.out, "{caption:<indent$}{row}")?;
        caption = "";
    }
    if board.contains('\n') { writeln!(session.out) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each move is shown or left out, and what is shown has room.
    #[test]
    fn what_has_room_is_shown() {
        for moves in 0..60 {
            for high in 1..6 {
                for rows in 1..60 {
                    let left_out = folded(moves, high, rows).unwrap_or(0..0);
                    let shown = moves + 1 - left_out.len();
                    assert!(left_out.is_empty() || 2 <= left_out.len() && left_out.end < moves);
                    assert!(shown * high + 6 <= rows || shown <= 4, "{moves} {high} {rows}");
                }
            }
        }
        assert_eq!([folded(99, 1, 24), folded(31, 4, 24), folded(17, 1, 24)], [Some(8..90), Some(1..29), None]);
    }

    /// A row that is wider than the terminal takes several of its rows.
    #[test]
    fn rows_are_wrapped() {
        assert_eq!([high("b_w", 8, 80), high("b_w", 8, 10), high("1 2\n3 _", 8, 80)], [1, 2, 2]);
    }
}
