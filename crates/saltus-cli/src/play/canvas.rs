//! Letters in rows, each with its look, and what to send to a terminal so that it shows them.

use std::fmt::Write;

use saltus::draw::text;
use saltus::scene::Tint;

/// How a letter looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub tint: Option<Tint>,
    /// What makes it faint or bold, if it is.
    pub weight: &'static str,
    pub underline: bool,
    pub reverse: bool,
}

impl Look {
    pub const PLAIN: Look = Look { tint: None, weight: "", underline: false, reverse: false };
    pub const FAINT: Look = Look { weight: "\x1b[2m", ..Self::PLAIN };
    pub const BOLD: Look = Look { weight: "\x1b[1m", ..Self::PLAIN };
    pub const BAR: Look = Look { reverse: true, ..Self::PLAIN };

    /// The bytes that switch it on, all else being off.
    fn write(self, to: &mut String) {
        to.push_str("\x1b[0m");
        to.push_str(self.tint.and_then(text::colour).unwrap_or_default());
        to.push_str(self.weight);
        to.push_str(if self.underline { "\x1b[4m" } else { "" });
        to.push_str(if self.reverse { "\x1b[7m" } else { "" });
    }
}

type Row = Vec<(char, Look)>;

/// Letters in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    rows: Vec<Row>,
    columns: usize,
}

impl Canvas {
    pub fn new(rows: usize, columns: usize) -> Self {
        Canvas { rows: vec![vec![(' ', Look::PLAIN); columns]; rows], columns }
    }

    pub fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Writes a line from a place on, as far as there is room.
    pub fn put(&mut self, row: usize, column: usize, text: &str, look: Look) {
        let Some(row) = self.rows.get_mut(row) else { return };
        // Nothing that is shown may command the terminal.
        let letters = text.chars().map(|letter| if letter.is_control() { '?' } else { letter });
        for (place, letter) in row.iter_mut().skip(column).zip(letters) {
            *place = (letter, look);
        }
    }

    /// Gives a row its look from end to end.
    pub fn fill(&mut self, row: usize, look: Look) {
        self.rows.get_mut(row).into_iter().flatten().for_each(|place| place.1 = look);
    }

    /// Copies the part of another canvas that begins there, into a part of this one.
    pub fn show(&mut self, other: &Canvas, from: (usize, usize), to: (usize, usize), size: (usize, usize)) {
        let rows = self.rows.iter_mut().skip(to.0).take(size.0);
        for (row, source) in rows.zip(other.rows.iter().skip(from.0)) {
            let places = row.iter_mut().skip(to.1).take(size.1);
            places.zip(source.iter().skip(from.1)).for_each(|(place, letter)| *place = *letter);
        }
    }

    /// What a terminal is to be sent that shows `before`, or anything.
    pub fn bytes(&self, before: Option<&Canvas>, colour: bool) -> String {
        let before = before.filter(|before| (before.rows(), before.columns) == (self.rows(), self.columns));
        let mut bytes = String::new();
        if before.is_none() {
            bytes.push_str("\x1b[0m\x1b[2J");
        }
        for (number, row) in self.rows.iter().enumerate() {
            if before.is_none_or(|before| before.rows[number] != *row) {
                let _ = write!(bytes, "\x1b[{};1H", number + 1);
                write_row(row, colour, &mut bytes);
            }
        }
        bytes
    }

    /// The letters alone.
    #[cfg(test)]
    pub fn text(&self) -> String {
        let line = |row: &Row| row.iter().map(|place| place.0).collect::<String>().trim_end().to_owned();
        self.rows.iter().map(line).collect::<Vec<_>>().join("\n")
    }
}

fn write_row(row: &Row, colour: bool, bytes: &mut String) {
    let mut now = Look::PLAIN;
    // Blanks at the end are erased, so that the last column need not be touched.
    let end = row.iter().rposition(|&place| place != (' ', Look::PLAIN)).map_or(0, |last| last + 1);
    for &(letter, look) in &row[..end] {
        if colour && look != now {
            look.write(bytes);
            now = look;
        }
        bytes.push(letter);
    }
    if now != Look::PLAIN {
        bytes.push_str("\x1b[0m");
    }
    if end < row.len() {
        bytes.push_str("\x1b[K");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_that_changed_are_sent() {
        let mut before = Canvas::new(2, 4);
        before.put(0, 0, "ab", Look::PLAIN);
        let mut after = before.clone();
        assert_eq!(after.bytes(Some(&before), true), "");
        after.put(1, 1, "cdefg", Look::BOLD);
        assert_eq!(after.bytes(Some(&before), true), "\x1b[2;1H \x1b[0m\x1b[1mcde\x1b[0m");
        assert_eq!(after.bytes(Some(&before), false), "\x1b[2;1H cde");
        assert_eq!(after.bytes(None, false), "\x1b[0m\x1b[2J\x1b[1;1Hab\x1b[K\x1b[2;1H cde");
    }

    #[test]
    fn what_is_shown_commands_nothing() {
        let mut canvas = Canvas::new(1, 3);
        canvas.put(0, 0, "\x1b[J", Look::PLAIN);
        assert_eq!(canvas.text(), "?[J");
        canvas.put(7, 0, "beyond", Look::PLAIN);
        canvas.put(0, 7, "beyond", Look::PLAIN);
        assert_eq!(canvas.text(), "?[J");
    }
}
