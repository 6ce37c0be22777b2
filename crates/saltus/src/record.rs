//! Answers as JSON, as [`saltus_core::record`] has them, with the records of answers that have passed the gate.

use std::io::{self, Write};

use crate::answers::Answers;
use crate::gate::{Answer, Standing};
use crate::verdict::{Note, Outcome};

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
/// assert!(String::from_utf8(out).unwrap().starts_with(head));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_answer(out: &mut dyn Write, instance: &dyn Answers, answer: &Answer, wanted: &Wanted) -> io::Result<()> {
    let verdict = answer.verdict();
    let status = match &verdict.outcome {
        Outcome::Solved { .. } => Status::Solved,
        Outcome::Unsolvable { .. } => Status::Unsolvable,
        Outcome::GaveUp { .. } => Status::GaveUp,
    };
    let mut record = Record::answer(out, "solve", &instance, &wanted.origin, status)?;
    match &verdict.outcome {
        Outcome::Solved { plan, lower } => {
            record.whole("length", plan.moves())?;
            if let Some(left) = plan.left() {
                record.whole("value", left)?;
            }
            if let Some(paid) = plan.paid() {
                record.whole("cost", paid)?;
            }
            record.flag("optimal", verdict.optimal())?;
            record.whole("lower", lower.clone())?;
            record.moves(&**plan, wanted.moves.as_ref())?;
        }
        Outcome::Unsolvable { because } => record.text("because", because)?,
        Outcome::GaveUp { stop, lower } => {
            record.text("because", &stop.to_string())?;
            record.whole("lower", lower.clone())?;
        }
    }
    record.text("solver", verdict.solver)?;
    if !matches!(verdict.outcome, Outcome::GaveUp { .. }) {
        record.key("proof")?;
        write_proof(record.out(), answer.standing())?;
    }
    if let Some(stop) = verdict.limit {
        record.text("limit", &stop.to_string())?;
    }
    record.whole("expanded", verdict.expanded)?;
    if !verdict.notes.is_empty() {
        record.list("search", verdict.notes.iter().map(note_as_json))?;
    }
    record.spent(wanted.spent)?;
    record.finish()
}

fn note_as_json(note: &Note) -> String {
    let number =
        |(name, number): &(&str, u64)| format!(",{}:{}", quoted(&name.replace('-', "_")), whole(&(*number).into()));
    format!(r#"{{"what":{}{}}}"#, quoted(note.what), note.numbers.iter().map(number).collect::<String>())
}

/// Writes how an answer is known, as records have it.
///
/// ```
/// use saltus::{gate, limits::Limits, record::write_proof};
///
/// let puzzle = saltus::parse("shift 3 3").unwrap();
/// let answer = gate::solve(&*puzzle, &Limits::default()).unwrap();
/// let mut out = Vec::new();
/// write_proof(&mut out, answer.standing()).unwrap();
/// let proof = r#"{"label":"proved","kind":"potential forward","assumes":[],"checked":true}"#;
/// assert_eq!(String::from_utf8(out).unwrap(), proof);
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_proof(out: &mut dyn Write, standing: &Standing) -> io::Result<()> {
    let mut proof = Record::nested(out)?;
    proof.text("label", standing.word())?;
    proof.text("kind", standing.kind())?;
    proof.list("assumes", standing.assumes().iter().map(|theorem| quoted(theorem)))?;
    proof.flag("checked", standing.is_checked())?;
    proof.close()
}
