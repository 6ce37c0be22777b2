//! The one list: each family. Front ends know only this.

use std::io::Read;

pub use saltus_core::family::*;
pub use saltus_tiles::tables;

use saltus_core::limits::Limits;
use saltus_core::notation::{self, BadInput, Unread, Word};

/// Every family.
pub static FAMILIES: &[&dyn Entry] = &[
    &Listed::<saltus_shifting::shift::rules::Instance>(std::marker::PhantomData),
    &Listed::<saltus_shifting::reverse::rules::Instance>(std::marker::PhantomData),
    &Listed::<saltus_tiles::rules::Instance>(std::marker::PhantomData),
    &Listed::<saltus_clobber::rules::Instance>(std::marker::PhantomData),
    &Listed::<saltus_chinese::rules::Instance>(std::marker::PhantomData),
];

/// Reads a line of any family that names one position.
///
/// ```
/// use saltus_core::family;
/// use saltus_core::limits::Limits;
/// use saltus_core::verdict::Outcome;
///
/// let subject = catalog::parse("shift 3 3").unwrap();
/// let verdict = subject.solve(&Limits::default());
/// assert!(verdict.optimal());
/// let Outcome::Solved { plan, .. } = verdict.outcome else { panic!() };
/// assert_eq!(plan.moves(), 15u8.into());
/// ```
///
/// # Errors
/// The place and the rule broken.
pub fn parse(line: &str) -> Result<Box<dyn Subject>, BadInput> {
    let subject = parse_any(line)?;
    if subject.is_set() {
        return Err(BadInput::line("this names a set of positions, which only `survey` takes; name one of them"));
    }
    Ok(subject)
}

/// Reads a line of any family: one position, or a set of them for a survey.
///
/// # Errors
/// The place and the rule broken.
pub fn parse_any(line: &str) -> Result<Box<dyn Subject>, BadInput> {
    let mut words = notation::words(line)?;
    if words.is_empty() {
        return Err(BadInput::line("the line is empty"));
    }
    let entry = entry_of(&words.remove(0))?;
    entry.parse(words)
}

fn entry_of(first: &Word<'_>) -> Result<&'static dyn Entry, BadInput> {
    FAMILIES.iter().copied().find(|entry| entry.name() == first.text).ok_or_else(|| {
        let names: Vec<&str> = FAMILIES.iter().map(|entry| entry.name()).collect();
        first.fault(format!("is no puzzle; there are: {}", names.join(", ")))
    })
}

/// Reads a line of which one word, which may be too long to be held, comes from a stream: `before` and `after` stand around it. None when no
/// such word can stand there; then nothing has been read of it.
///
/// # Errors
/// What is wrong, and where; when the stream fails; when it does not fit.
pub fn parse_stream(
    before: &str,
    stream: &mut dyn Read,
    after: &str,
    limits: &Limits<'_>,
) -> Option<Result<Box<dyn Subject>, Unread>> {
    let before = notation::words(before).ok()?;
    let after = notation::words(after).ok()?;
    let (first, before) = before.split_first()?;
    entry_of(first).ok()?.parse_stream(before, stream, after, limits)
}
