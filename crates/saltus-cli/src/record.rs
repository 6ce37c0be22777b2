//! One JSON object on one line, written field by field, so that a long play is streamed into it.

use std::fmt::Display;
use std::io::{self, Write};

/// A record under way.
pub struct Record<'a> {
    out: &'a mut dyn Write,
    first: bool,
}

impl<'a> Record<'a> {
    /// Begins a record.
    ///
    /// # Errors
    /// When `out` fails, as for all the other methods.
    pub fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(b"{")?;
        Ok(Record { out, first: true })
    }

    /// Begins a field; its value is to be written to [`Record::out`].
    pub fn key(&mut self, key: &str) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(self.out, "{comma}")?;
        serde_json::to_writer(&mut *self.out, key)?;
        self.out.write_all(b":")
    }

    /// Where the value of the field just begun goes.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut *self.out
    }

    /// A text.
    pub fn text(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.key(key)?;
        Ok(serde_json::to_writer(&mut *self.out, value)?)
    }

    /// A line of notation, which has no character that JSON would want otherwise; it may be long.
    pub fn line(&mut self, key: &str, line: impl Display) -> io::Result<()> {
        self.number(key, format_args!("\"{line}\""))
    }

    /// A number of any size, in full.
    pub fn number(&mut self, key: &str, value: impl Display) -> io::Result<()> {
        self.key(key)?;
        write!(self.out, "{value}")
    }

    /// Yes or no.
    pub fn flag(&mut self, key: &str, value: bool) -> io::Result<()> {
        self.number(key, value)
    }

    /// An object of pairs of which the values are ready.
    pub fn object(&mut self, key: &str, pairs: impl IntoIterator<Item = (String, String)>) -> io::Result<()> {
        self.key(key)?;
        let mut object = Record::new(self.out)?;
        for (key, value) in pairs {
            object.number(&key, value)?;
        }
        self.out.write_all(b"}")
    }

    /// Ends the record.
    pub fn finish(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

/// A text as a JSON value.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is always a JSON value")
}
