//! Boards without a puzzle, as `show` prints them: whose they can be.

use crate::families;
use crate::solve::drawn;

/// Longer texts are not looked at twice.
const MOST_BYTES: usize = 1 << 14;

/// A line that begins at a board, and the puzzle that it is one of, in short.
type Found = (String, String);

/// The text of a file as words of a line, a board's rows one after the other; if it begins the line and is only a board, the first of the lines that start
/// there. `met` receives the puzzles that have this board, if there are several: first the one that is taken.
pub fn line(text: &str, begins: bool, met: &mut dyn FnMut(&[String])) -> String {
    let words = text.trim_end().replace(['\n', '\r'], " ");
    if !begins || text.len() > MOST_BYTES || families::parse_any(&words).is_ok() {
        return words;
    }
    let (mut lines, names): (Vec<String>, Vec<String>) = found(text).into_iter().unzip();
    if names.len() > 1 {
        met(&names);
    }
    if lines.is_empty() { words } else { lines.swap_remove(0) }
}

/// Lines that begin at a board: puzzles with a name that do, then those of families, then puzzles with a name whose pieces are moved.
fn found(text: &str) -> Vec<Found> {
    let rows = rows(text);
    let families = families::all().families();
    let named = families.iter().flat_map(|entry| entry.named.iter().map(|(name, _)| *name));
    let unnamed = families.iter().filter(|entry| entry.named.is_empty());
    let examples = unnamed.flat_map(|entry| entry.examples.iter().copied());
    let (mut same, mut moved) = (Vec::new(), Vec::new());
    for line in named.chain(examples) {
        if let Some(begin) = begins_at(line, &rows) {
            let list = if begin == line { &mut same } else { &mut moved };
            list.push((begin, line.to_owned()));
        }
    }
    let of_families = families::all().lines_of_board(&rows);
    // A family that draws such boards says more than its examples.
    let says_more =
        |(line, _): &Found| of_families.iter().all(|other| other.split(' ').next() != line.split(' ').next());
    moved.retain(says_more);
    same.retain(says_more);
    let of_families = of_families.iter().map(|line| (line.clone(), line.clone())).collect();
    [same, of_families, moved].concat()
}

/// The rows of a text, without the blanks at their ends and empty rows after them.
fn rows(text: &str) -> Vec<&str> {
    text.trim_end().lines().map(str::trim_end).collect()
}

/// The puzzle of a line, begun at a board that looks like these rows; the line itself, where it does.
fn begins_at(line: &str, board: &[&str]) -> Option<String> {
    let puzzle = families::parse(line).ok()?;
    let own = drawn(&puzzle.picture(), false);
    let own = rows(&own);
    if own == board {
        return Some(line.to_owned());
    }
    let is_like = own.len() == board.len() && own.iter().zip(board).all(|(own, row)| places(own) == places(row));
    if !is_like {
        return None;
    }
    let cells = board.iter().flat_map(|row| row.split_ascii_whitespace());
    let labels: Vec<&str> = if puzzle.size() == cells.clone().count().into() {
        cells.collect()
    } else {
        cells.flat_map(|row| row.char_indices().map(|(at, letter)| &row[at..at + letter.len_utf8()])).collect()
    };
    let moved = puzzle.arranged(&labels, None).ok()?;
    // What was read is what is seen.
    (rows(&drawn(&moved.picture(), false)) == board).then(|| moved.to_string())
}

/// Where in a row something stands.
fn places(row: &str) -> Vec<usize> {
    row.char_indices().filter(|(_, letter)| !letter.is_whitespace()).map(|(at, _)| at).collect()
}
