//! Records as input: what was written about a puzzle names it.

use std::borrow::Cow;
use std::fmt::{self, Display};

use dashu_int::UBig;
use saltus::notation::{self, BadInput};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    puzzle: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
}

/// A whole number of any size: a number in records below 2^53, a text of its digits from there on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Whole(pub UBig);

impl Whole {
    /// The number, if 64 bits hold it.
    pub fn as_u64(&self) -> Option<u64> {
        u64::try_from(&self.0).ok()
    }

    /// For means and charts, which need no more.
    pub fn about(&self) -> f64 {
        self.0.to_f64().value()
    }
}

impl From<u64> for Whole {
    fn from(number: u64) -> Self {
        Whole(number.into())
    }
}

impl Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Whole {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(&self.0) {
            Ok(small) if small < 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Number(u64),
            Digits(String),
        }
        match Form::deserialize(deserializer)? {
            Form::Number(number) => Ok(number.into()),
            Form::Digits(digits) => {
                let number = notation::number(&digits).map(Whole);
                number.ok_or_else(|| {
                    serde::de::Error::custom(format!("\"{}\" is no whole number", digits.escape_debug()))
                })
            }
        }
    }
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
