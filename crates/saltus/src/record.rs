//! Answers as JSON, as [`saltus_core::record`] has them, with the record of an answer that has passed the gate.

use std::io::{self, Write};

use crate::answers::Answers;
use crate::gate::Answer;

pub use saltus_core::record::*;

/// Writes the record of `solve`.
///
/// ```
/// use saltus::{gate, limits::Limits, record::{Wanted, write_answer}};
///
/// let puzzle = saltus::parse("shift 1 1").unwrap();
/// let (answer, mut out) = (gate::solve(&*puzzle, &Limits::default()).unwrap(), Vec::new());
/// write_answer(&mut out, &*puzzle, &answer, &Wanted::default()).unwrap();
/// let head = r#"{"command":"solve","puzzle":"shift 1 1","status":"solved","length":3,"optimal":true,"lower":3,"#;
/// let record = String::from_utf8(out).unwrap();
/// assert!(record.starts_with(head));
/// assert!(record.contains(r#""proof":{"label":"proved","kind":"potential forward","assumes":[],"checked":true}"#));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_answer(out: &mut dyn Write, instance: &dyn Answers, answer: &Answer, wanted: &Wanted) -> io::Result<()> {
    let (status, solve) = Solve::of(answer.verdict(), answer.standing().into(), wanted);
    write(out, "solve", &Puzzle::new(&instance, &wanted.origin), status, &solve)
}
