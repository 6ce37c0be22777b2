//! The puzzle that a request names.

use std::sync::{Mutex, PoisonError};

use saltus::answers::Answers;
use saltus::notation::BadInput;
use saltus::registry::Registry;
use serde::Deserialize;

use crate::reply::Fault;

/// Boards have no more cells than this.
const MOST_CELLS: u32 = 1 << 20;
/// Boards that are shown have no more.
const MOST_SHOWN: u32 = 1 << 12;

/// A short line may name a large board, which is known when it has been read; so only one is read
/// at a time.
static READING: Mutex<()> = Mutex::new(());

/// A request that is a line and nothing else.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// A line of notation.
    pub(crate) line: String,
}

/// Reads a line.
pub(crate) fn parse(families: &Registry, line: &str) -> Result<Box<dyn Answers>, Fault> {
    read(|| families.parse(line), MOST_CELLS)
}

/// Reads a line that names a board or a set of them.
pub(crate) fn parse_any(families: &Registry, line: &str) -> Result<Box<dyn Answers>, Fault> {
    read(|| families.parse_any(line), MOST_CELLS)
}

/// The same where positions are to be shown.
pub(crate) fn material(families: &Registry, line: &str) -> Result<Box<dyn Answers>, Fault> {
    bounded(parse_any(families, line)?, MOST_SHOWN)
}

/// Reads a board, one at a time.
fn read(parse: impl FnOnce() -> Result<Box<dyn Answers>, BadInput>, most: u32) -> Result<Box<dyn Answers>, Fault> {
    let reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
    let instance = parse().map_err(Fault::from).and_then(|instance| bounded(instance, most));
    drop(reading);
    instance
}

/// Reads a line that names a board to be shown.
pub(crate) fn board(families: &Registry, line: &str) -> Result<Box<dyn Answers>, Fault> {
    bounded(parse(families, line)?, MOST_SHOWN)
}

fn bounded(instance: Box<dyn Answers>, most: u32) -> Result<Box<dyn Answers>, Fault> {
    if instance.size() <= most.into() {
        return Ok(instance);
    }
    Err(Fault::too_much(format!(
        "the board has {} cells; here it may have {most}",
        shown(&instance.size().to_string())
    )))
}

/// A number that may have thousands of digits.
fn shown(number: &str) -> String {
    const MOST: usize = 30;
    if number.len() <= MOST { number.to_owned() } else { format!("a number of {} digits of", number.len()) }
}
