//! Answers as JSON: one object on one line. A record is a typed value, and a serializer writes it, so that no text in it can break the line;
//! long plays are streamed. `docs/records.md` describes the fields; `docs/records.schema.json`, their JSON Schema, is made from these types.

mod answers;
mod commands;
mod fields;
#[cfg(feature = "schema")]
mod schema;
mod values;

use std::fmt::Display;
use std::io::{self, BufWriter, IntoInnerError, Write};

use serde::Deserialize;

pub use answers::{Count, NoAnswer, Solve, Survey, Wanted, uncounted, write_count, write_no_answer, write_survey};
pub use commands::{
    Bench, Bound, Check, Compare, Explain, Family, Iteration, List, Named, Part, Patterns, Play, Refused, Removed,
    Reproduced, Round, Rules, Search, SetOf, Show, Solvable, Table, Word,
};
pub(crate) use fields::record;
pub use fields::{Field, Fields, Held, Items};
#[cfg(feature = "schema")]
pub(crate) use schema::left_out;
pub use values::{Moves, Proof, Seconds, Text, Whole};

/// The version of the schema of records: a change that a reader of the version before would misread raises it.
pub const SCHEMA: u32 = 1;

/// Where the line of a puzzle comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What the list that it came from calls it.
    pub name: Option<String>,
    /// Its line in the input of a batch, from 1 on.
    pub line: Option<u64>,
    /// The seed that was given with it, of a random board.
    pub seed: Option<u64>,
}

/// What became of a question: the same words in every record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// There is a play, which is shown or counted.
    Solved,
    /// There is a play; none is shown.
    Solvable,
    /// There is no play, or none of as few moves as were asked for.
    Unsolvable,
    /// A limit was reached first.
    GaveUp,
    /// What was asked for, which is no play.
    Answered,
    /// The input is wrong, and why.
    Refused,
    /// What was claimed is so.
    Verified,
    /// What was claimed is not so.
    Refuted,
    /// What was claimed is neither shown nor refuted.
    Undecided,
    /// A file could not be read or written, or is damaged.
    Failed,
    /// A bug of the program kept it from answering.
    Error,
}

impl Status {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Solved => "solved",
            Status::Solvable => "solvable",
            Status::Unsolvable => "unsolvable",
            Status::GaveUp => "gave-up",
            Status::Answered => "answered",
            Status::Refused => "refused",
            Status::Verified => "verified",
            Status::Refuted => "refuted",
            Status::Undecided => "undecided",
            Status::Failed => "failed",
            Status::Error => "error",
        }
    }
}

record! {
    /// A puzzle that a record is about.
    pub struct Puzzle<'a> {
        /// The puzzle in canonical notation; a line that was refused is given as it was.
        pub puzzle: Text<'a>,
        /// What the list that the puzzle came from calls it, for instance Korf's number.
        pub name: Option<&'a str>,
        /// Its line in the input of a batch, from 1 on.
        pub line: Option<u64>,
        /// The seed of a random board, as given or drawn.
        pub seed: Option<Whole>,
    }

    /// The name of a table that a record is about.
    pub struct TableName<'a> {
        /// The table.
        pub table: &'a str,
    }

    /// A record may be about a line of the input, or about nothing.
    #[derive(Default)]
    pub struct Nothing {
        /// The line of the input, from 1 on.
        pub line: Option<u64>,
    }
}

impl<'a> Puzzle<'a> {
    /// The puzzle of this line.
    pub fn new(line: &'a dyn Display, Origin { name, line: number, seed }: &'a Origin) -> Self {
        Puzzle { puzzle: Text(line), name: name.as_deref(), line: *number, seed: seed.map(Whole::from) }
    }
}

/// What all records have, and between it what one is about and the fields of its kind.
struct Record<'a> {
    command: &'a str,
    about: &'a dyn Fields,
    status: Status,
    fields: &'a dyn Fields,
}

impl Fields for Record<'_> {
    fn each(&self, tell: &mut dyn FnMut(&str, Field<'_>)) {
        tell("command", Field::Text(self.command));
        self.about.each(tell);
        tell("status", self.status.field());
        self.fields.each(tell);
        tell("schema", SCHEMA.field());
        tell("saltus", Field::Text(env!("CARGO_PKG_VERSION")));
    }
}

/// Writes a record as one line.
///
/// ```
/// use saltus_core::record::{self, Nothing, Rules, Status};
///
/// let mut out = Vec::new();
/// record::write(&mut out, "puzzles", &Nothing::default(), Status::Answered, &Rules { rules: "a \"b\"\n" }).unwrap();
/// let line = String::from_utf8(out).unwrap();
/// assert!(line.starts_with(r#"{"command":"puzzles","status":"answered","rules":"a \"b\"\n","#));
/// assert!(line.ends_with(concat!(r#""schema":1,"saltus":""#, env!("CARGO_PKG_VERSION"), "\"}\n")));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write(
    out: &mut dyn Write,
    command: &str,
    about: &dyn Fields,
    status: Status,
    fields: &dyn Fields,
) -> io::Result<()> {
    /// What comes piece by piece is written in slices of this many bytes.
    const SLICE: usize = 1 << 14;
    let mut out = BufWriter::with_capacity(SLICE, out);
    serde_json::to_writer(&mut out, &Field::Object(&Record { command, about, status, fields }))?;
    out.write_all(b"\n")?;
    out.into_inner().map_err(IntoInnerError::into_error).map(|_| ())
}

#[cfg(test)]
mod tests;
