//! Answers as JSON: one object on one line, written field by field, so that a long play is streamed
//! into it.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use dashu_int::UBig;

use crate::answers::Answers;
use crate::clock::Spent;
use crate::plan::{Plan, Style};
use crate::verdict::{Outcome, Standing, Verdict};

/// Records hold plays up to this many moves; longer ones when some are asked for.
const MOST_RECORDED: u64 = 10_000_000;

/// A record under way.
///
/// ```
/// use saltus_core::record::Record;
///
/// let mut out = Vec::new();
/// let mut record = Record::new(&mut out).unwrap();
/// record.line("puzzle", "shift 2 2").unwrap();
/// record.text("status", "solved").unwrap();
/// record.number("length", 8).unwrap();
/// record.flag("optimal", true).unwrap();
/// record.object("counts", [("0".to_owned(), "1".to_owned())]).unwrap();
/// record.key("moves").unwrap();
/// record.out().write_all(b"[]").unwrap();
/// record.finish().unwrap();
/// let line = String::from_utf8(out).unwrap();
/// assert!(line.starts_with(r#"{"puzzle":"shift 2 2","status":"solved","length":8,"optimal":true,"#));
/// assert!(line.ends_with("\"counts\":{\"0\":1},\"moves\":[]}\n"));
/// ```
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
    ///
    /// # Errors
    /// When the output fails.
    pub fn key(&mut self, key: &str) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(self.out, "{comma}{}:", quoted(key))
    }

    /// Where the value of the field just begun goes.
    pub fn out(&mut self) -> &mut dyn Write {
        &mut *self.out
    }

    /// A text.
    ///
    /// # Errors
    /// When the output fails.
    pub fn text(&mut self, key: &str, value: &str) -> io::Result<()> {
        self.number(key, quoted(value))
    }

    /// A line of notation, which has no character that JSON would want otherwise; it may be long.
    ///
    /// # Errors
    /// When the output fails.
    pub fn line(&mut self, key: &str, line: impl Display) -> io::Result<()> {
        self.number(key, format_args!("\"{line}\""))
    }

    /// A number of any size, in full.
    ///
    /// # Errors
    /// When the output fails.
    pub fn number(&mut self, key: &str, value: impl Display) -> io::Result<()> {
        self.key(key)?;
        write!(self.out, "{value}")
    }

    /// Yes or no.
    ///
    /// # Errors
    /// When the output fails.
    pub fn flag(&mut self, key: &str, value: bool) -> io::Result<()> {
        self.number(key, value)
    }

    /// An object of pairs of which the values are ready.
    ///
    /// # Errors
    /// When the output fails.
    pub fn object(&mut self, key: &str, pairs: impl IntoIterator<Item = (String, String)>) -> io::Result<()> {
        self.key(key)?;
        let mut object = Record::new(self.out)?;
        for (key, value) in pairs {
            object.number(&key, value)?;
        }
        self.out.write_all(b"}")
    }

    /// How long it took, if that was measured: seconds, and those of processors where they are known.
    ///
    /// # Errors
    /// When the output fails.
    pub fn spent(&mut self, spent: Option<Spent>) -> io::Result<()> {
        let Some(Spent { time, processor }) = spent else { return Ok(()) };
        self.number("seconds", format_args!("{:.6}", time.as_secs_f64()))?;
        let Some(processor) = processor else { return Ok(()) };
        self.number("cpu_seconds", format_args!("{:.6}", processor.as_secs_f64()))
    }

    /// Ends the record.
    ///
    /// # Errors
    /// When the output fails.
    pub fn finish(self) -> io::Result<()> {
        self.out.write_all(b"}\n")
    }
}

/// A text as a JSON value.
///
/// ```
/// use saltus_core::record::quoted;
///
/// assert_eq!(quoted("a \"b\"\n"), r#""a \"b\"\n""#);
/// ```
pub fn quoted(text: &str) -> String {
    let mut value = String::with_capacity(text.len() + 2);
    value.push('"');
    text.chars().for_each(|c| push_escaped(c, &mut value));
    value.push('"');
    value
}

fn push_escaped(c: char, value: &mut String) {
    match c {
        '"' => value.push_str("\\\""),
        '\\' => value.push_str("\\\\"),
        '\n' => value.push_str("\\n"),
        '\r' => value.push_str("\\r"),
        '\t' => value.push_str("\\t"),
        '\u{8}' => value.push_str("\\b"),
        '\u{c}' => value.push_str("\\f"),
        c if c < ' ' => write!(value, "\\u{:04x}", u32::from(c)).expect("a text takes everything"),
        c => value.push(c),
    }
}

/// What a record of an answer may be asked for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Only the moves after the first number, up to and with the second.
    pub moves: Option<(UBig, UBig)>,
    /// How long it took, to be recorded.
    pub spent: Option<Spent>,
    /// What the list that the puzzle came from calls it.
    pub name: Option<String>,
}

/// Writes the record of `solve`.
///
/// ```
/// use saltus_core::{limits::Limits, record::{Wanted, write_verdict}, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
/// let (verdict, mut out) = (puzzle.solve(&Limits::default()), Vec::new());
/// write_verdict(&mut out, &*puzzle, &verdict, &verdict.standing(), &Wanted::default()).unwrap();
/// let head = r#"{"puzzle":"shift 1 1","status":"solved","length":3,"optimal":true,"lower":3,"#;
/// assert!(String::from_utf8(out).unwrap().starts_with(head));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_verdict(
    out: &mut dyn Write,
    instance: &dyn Answers,
    verdict: &Verdict,
    standing: &Standing,
    wanted: &Wanted,
) -> io::Result<()> {
    let mut record = Record::new(out)?;
    record.line("puzzle", instance)?;
    if let Some(name) = &wanted.name {
        record.text("name", name)?;
    }
    match &verdict.outcome {
        Outcome::Solved { plan, lower } => {
            record.text("status", "solved")?;
            record.number("length", plan.moves())?;
            if let Some(left) = plan.left() {
                record.number("value", left)?;
            }
            if let Some(paid) = plan.paid() {
                record.number("cost", paid)?;
            }
            record.flag("optimal", verdict.optimal())?;
            record.number("lower", lower)?;
            write_moves(&mut record, &**plan, wanted)?;
        }
        Outcome::Unsolvable { because } => {
            record.text("status", "unsolvable")?;
            record.text("because", because)?;
        }
        Outcome::GaveUp { stop, lower } => {
            record.text("status", "gave-up")?;
            record.text("because", &stop.to_string())?;
            record.number("lower", lower)?;
        }
    }
    record.text("solver", verdict.solver)?;
    if !matches!(verdict.outcome, Outcome::GaveUp { .. }) {
        record.key("proof")?;
        write_proof(record.out(), standing)?;
    }
    if let Some(stop) = verdict.limit {
        record.text("limit", &stop.to_string())?;
    }
    record.number("expanded", verdict.expanded)?;
    if !verdict.notes.is_empty() {
        record.key("search")?;
        for (index, note) in verdict.notes.iter().enumerate() {
            record.out().write_all(if index == 0 { b"[" } else { b"," })?;
            write!(record.out(), r#"{{"what":{}"#, quoted(note.what))?;
            for (name, number) in &note.numbers {
                write!(record.out(), r#","{name}":{number}"#)?;
            }
            record.out().write_all(b"}")?;
        }
        record.out().write_all(b"]")?;
    }
    record.spent(wanted.spent)?;
    record.finish()
}

/// Writes how an answer is known, as records have it.
///
/// ```
/// use saltus_core::{record::write_proof, verdict::{Label, Standing}};
///
/// let kind = "potential forward".to_owned();
/// let standing = Standing { label: Label::Proved, kind, assumes: vec![], checked: true };
/// let mut out = Vec::new();
/// write_proof(&mut out, &standing).unwrap();
/// let proof = r#"{"label":"proved","kind":"potential forward","assumes":[],"checked":true}"#;
/// assert_eq!(out, proof.as_bytes());
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_proof(out: &mut dyn Write, standing: &Standing) -> io::Result<()> {
    let mut proof = Record::new(out)?;
    proof.text("label", standing.label.word())?;
    proof.text("kind", &standing.kind)?;
    let assumes: Vec<String> = standing.assumes.iter().map(|theorem| quoted(theorem)).collect();
    proof.number("assumes", format_args!("[{}]", assumes.join(",")))?;
    proof.flag("checked", standing.checked)?;
    proof.out().write_all(b"}")
}

fn write_moves(record: &mut Record<'_>, plan: &dyn Plan, wanted: &Wanted) -> io::Result<()> {
    if wanted.moves.is_none() && plan.moves() > UBig::from(MOST_RECORDED) {
        return record.text("moves-left-out", "there are more than 10000000; --range chooses some");
    }
    if let Some((after, _)) = &wanted.moves {
        record.number("first-move", after + UBig::ONE)?;
    }
    let (after, last) = wanted.moves.clone().unwrap_or_else(|| (UBig::ZERO, plan.moves()));
    record.key("moves")?;
    record.out().write_all(b"[")?;
    plan.write(&after, &last, Style::JSON, record.out())?;
    record.out().write_all(b"]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_json() {
        assert_eq!(quoted("a \"b\" \\c\\ \u{e9}\u{1f600}\u{7f}"), "\"a \\\"b\\\" \\\\c\\\\ \u{e9}\u{1f600}\u{7f}\"");
        assert_eq!(quoted("\n\r\t\u{8}\u{c}\u{0}\u{1f}"), "\"\\n\\r\\t\\b\\f\\u0000\\u001f\"");
    }

    #[test]
    fn fields_are_set_apart() {
        let mut out = Vec::new();
        let mut record = Record::new(&mut out).unwrap();
        record.text("a", "b").unwrap();
        record.flag("c", true).unwrap();
        record.object("d", [("e".into(), "1".into()), ("f".into(), quoted("g"))]).unwrap();
        record.finish().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "{\"a\":\"b\",\"c\":true,\"d\":{\"e\":1,\"f\":\"g\"}}\n");
    }
}
