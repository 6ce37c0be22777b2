//! Moves as text, one after another.

use std::fmt::Display;
use std::io::{self, Write};

use saltus_core::plan::Style;

/// Writes moves with what stands around each; none before the first is written, and between two the separator.
pub struct MoveWriter<'a> {
    pub(crate) style: Style,
    out: &'a mut dyn Write,
    /// Whether nothing is written yet.
    is_empty: bool,
    text: Vec<u8>,
}

impl<'a> MoveWriter<'a> {
    /// Nothing yet.
    pub fn new(style: Style, out: &'a mut dyn Write) -> Self {
        MoveWriter { style, out, is_empty: true, text: Vec::new() }
    }

    /// Writes one move.
    pub(crate) fn hop(&mut self, from: &impl Display, to: &impl Display) -> io::Result<()> {
        let mut text = std::mem::take(&mut self.text);
        text.clear();
        append(self.style, from, to, &mut text);
        self.moves(&text)?;
        self.text = text;
        Ok(())
    }

    /// Writes moves that were appended to a text, if there are any.
    pub(crate) fn moves(&mut self, text: &[u8]) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let first = if std::mem::take(&mut self.is_empty) { self.style.between.len() } else { 0 };
        self.out.write_all(&text[first..])
    }
}

/// Appends one move; the separator stands in front.
pub(crate) fn append(style: Style, from: &impl Display, to: &impl Display, text: &mut Vec<u8>) {
    write!(text, "{}{}{from}-{to}{}", style.between, style.open, style.close).expect("memory takes all");
}
