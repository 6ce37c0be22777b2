//! The lines of a certificate of format 2: what belongs to a line stands below it, indented by two blanks more.

use crate::certificate::Reader;
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, quote, refuse};
use crate::text::{characters, integer, is_printable};
use std::fmt::Display;

/// Greatest size of a number: sums over all cells of a board are far from the ends of 128 bits.
const MOST: i128 = 1 << 64;

/// Levels of lines.
const DEPTH: usize = 6;

/// The first word of a line of a set, of which there may be millions: what follows is one word here.
pub(super) const KEYS: &str = "keys";

/// A line with those that belong to it.
pub(super) struct Node<'a> {
    pub(super) line: usize,
    /// Its words, but of a line of [`KEYS`] the first one and what follows it.
    pub(super) words: Vec<&'a str>,
    pub(super) below: Vec<Node<'a>>,
}

impl<'a> Node<'a> {
    /// The words of a line to which nothing belongs.
    pub(super) fn leaf(&self) -> Checked<&[&'a str]> {
        ensure(self.below.is_empty(), "nothing belongs to this line").at(self.place())?;
        Ok(&self.words)
    }

    pub(super) fn place(&self) -> String {
        format!("line {}", self.line)
    }

    pub(super) fn refuse<T>(&self, why: impl Display) -> Checked<T> {
        refuse(why).at(self.place())
    }
}

/// A number with an optional minus sign.
pub(super) fn number(word: &str) -> Checked<i128> {
    let number = i128::try_from(&integer(word)?).ok().filter(|number| number.abs() <= MOST);
    number.or_refuse(format_args!("{} is beyond 64 bits", quote(word)))
}

/// Reads a whole file: the puzzle, the claim, and what belongs to none of the other lines.
pub(super) fn read_file<'a>(bytes: &'a [u8], limits: &Limits) -> Checked<([&'a str; 2], Vec<Node<'a>>)> {
    let text = std::str::from_utf8(bytes).or_refuse("not UTF-8")?;
    let reader = &mut Reader { bytes, at: 0 };
    reader.header(1, "saltus certificate ", |version| ensure(version == "2", "the version is not 2"))?;
    let head = [reader.header(2, "puzzle ", Ok)?, reader.header(3, "claim ", Ok)?];
    let text = &text[reader.at..];
    let lines = text.split_inclusive('\n').map(|line| line.strip_suffix('\n').unwrap_or(line));
    // A word of one letter becomes a reference, and lists have twice the room that they need.
    let mut most = 0;
    for line in text.split('\n') {
        most += if keys_of(line).is_some() { 8 } else { line.len() as u128 + 1 };
    }
    limits.room(most * 32, "the lines of the certificate")?;
    // The last line of each level that is open.
    let (mut open, mut ended): (Vec<Vec<Node<'a>>>, bool) = (vec![Vec::new()], false);
    for (number, line) in (4usize..).zip(lines) {
        let place = format_args!("line {number}");
        ensure(!ended, "there is something after the end").at(place)?;
        // Sets are long, and marks on letters are slow to look for.
        let is_plain = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        ensure(is_plain || characters(line).all(is_printable), "a character that is not printable").at(place)?;
        let rest = line.trim_start_matches(' ');
        if rest.is_empty() || rest.starts_with("//") {
            continue;
        }
        ended = line == "end";
        let level = if ended { 0 } else { (line.len() - rest.len()) / 2 };
        let fits = ended || (line.len() - rest.len()).is_multiple_of(2) && level <= open.len() && level < DEPTH;
        let has_line_above = level < open.len() || open.last().is_some_and(|nodes| !nodes.is_empty());
        ensure(fits && has_line_above, "a line is indented by two blanks more than the one that it belongs to")
            .at(place)?;
        while open.len() > level + 1 {
            close(&mut open);
        }
        if level == open.len() {
            open.push(Vec::new());
        }
        if let Some(nodes) = open.last_mut().filter(|_| !ended) {
            let words = match keys_of(rest) {
                Some(keys) => vec![KEYS, keys],
                None => rest.split_ascii_whitespace().collect(),
            };
            nodes.push(Node { line: number, words, below: Vec::new() });
        }
    }
    ensure(ended, "the last line is not `end`")?;
    Ok((head, open.pop().unwrap_or_default()))
}

/// Gives the lines of the last level to the one that they belong to.
fn close(open: &mut Vec<Vec<Node<'_>>>) {
    let below = open.pop().unwrap_or_default();
    if let Some(above) = open.last_mut().and_then(|nodes| nodes.last_mut()) {
        above.below = below;
    }
}

/// What follows the first word in a line of keys. A piece may have its name.
fn keys_of(line: &str) -> Option<&str> {
    let keys = line.trim_start_matches(' ').strip_prefix("keys ")?;
    keys.as_bytes().first().is_some_and(u8::is_ascii_digit).then_some(keys)
}
