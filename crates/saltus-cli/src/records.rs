//! Records as input: what was written about a puzzle names it.

use std::borrow::Cow;

use saltus::limits::Stop;
use saltus::notation::BadInput;
pub use saltus::record::Whole;
use serde::Deserialize;

#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    puzzle: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
}

/// Whether a line is a record and not notation.
pub fn is_record(line: &str) -> bool {
    line.trim_start().starts_with('{')
}

/// The puzzle that a record is about, and what its list called it.
///
/// # Errors
/// Where it is no record of a puzzle.
pub fn puzzle(record: &str) -> Result<(String, Option<String>), BadInput> {
    match serde_json::from_str(record) {
        Ok(Named { puzzle, name }) => Ok((puzzle.into_owned(), name.map(Cow::into_owned))),
        Err(error) => Err(bad(&error)),
    }
}

/// What is wrong with a record, and in which column.
pub fn bad(error: &serde_json::Error) -> BadInput {
    let text = error.to_string();
    let why = text.rsplit_once(" at line ").map_or(&*text, |(why, _)| why);
    BadInput { column: error.column().max(1), why: format!("not a record: {why}") }
}

/// The limit that a record names in a sentence; none where that is one of memory or length.
pub fn stop_of(because: &str) -> Option<Stop> {
    let said = [Stop::Time, Stop::Narrow, Stop::Nodes, Stop::Storage, Stop::Length, Stop::Cancelled];
    said.into_iter().find(|stop| because.starts_with(&stop.to_string()))
}
