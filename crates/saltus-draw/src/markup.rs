//! SVG as text: lines of markup, and what text needs to stand in it.

use std::fmt::{self, Display, Write as _};

/// Lines of markup.
#[derive(Default)]
pub(super) struct Markup(String);

impl Markup {
    /// Adds a line.
    pub(super) fn put(&mut self, line: impl Display) {
        writeln!(self.0, "{line}").expect("a string takes all");
    }

    /// All lines.
    pub(super) fn text(self) -> String {
        self.0
    }
}

/// Text in which the signs of markup are spelled out.
pub(super) struct Escaped<'a>(pub(super) &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // Characters that XML has no place for.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => f.write_char(' '),
            c => f.write_char(c),
        })
    }
}
