//! Answers as JSON: one object on one line, written field by field, so that a long play is streamed
//! into it. `docs/records.md` describes the fields, `docs/records.schema.json` is their JSON Schema.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use dashu_int::UBig;

use crate::answers::{Answers, Count, Survey};
use crate::clock::Spent;
use crate::fact::{Fact, Value};
use crate::limits::Stop;
use crate::plan::{Plan, Style};
use crate::verdict::{Note, Outcome, Standing, Verdict};

/// The version of the schema of records: a change that a reader of the version before would misread raises it.
pub const SCHEMA: u32 = 1;

/// Records hold plays up to this many moves; longer ones when some are asked for.
const MOST_RECORDED: u64 = 10_000_000;

/// Where the line of a puzzle comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What the list that it came from calls it.
    pub name: Option<String>,
    /// Its line in the input of a batch, from 1 on.
    pub line: Option<u64>,
    /// The seed that was given beside it, of a random board.
    pub seed: Option<u64>,
}

/// What became of a question: the same words in every record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a play, which is told or counted.
    Solved,
    /// There is a play; none is told.
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

/// A record under way.
///
/// ```
/// use saltus_core::record::{Record, Origin, Status};
///
/// let mut out = Vec::new();
/// let mut record = Record::answer(&mut out, "solve", &"shift 2 2", &Origin::default(), Status::Solved).unwrap();
/// record.whole("length", 8u8).unwrap();
/// record.flag("optimal", true).unwrap();
/// record.key("moves").unwrap();
/// record.out().write_all(b"[]").unwrap();
/// record.finish().unwrap();
/// let line = String::from_utf8(out).unwrap();
/// let head = r#"{"command":"solve","puzzle":"shift 2 2","status":"solved","length":8,"optimal":true,"moves":[],"#;
/// assert!(line.starts_with(head));
/// assert!(line.ends_with(concat!(r#""schema":1,"saltus":""#, env!("CARGO_PKG_VERSION"), "\"}\n")));
/// ```
pub struct Record<'a> {
    out: &'a mut dyn Write,
    first: bool,
}

impl<'a> Record<'a> {
    /// Begins a record of this command.
    ///
    /// # Errors
    /// When `out` fails, as for all the other methods.
    pub fn new(out: &'a mut dyn Write, command: &str) -> io::Result<Self> {
        let mut record = Record::nested(out)?;
        record.text("command", command)?;
        Ok(record)
    }

    /// Begins a record about a puzzle: the line of it, where that comes from, and what became of the question.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn answer(
        out: &'a mut dyn Write,
        command: &str,
        puzzle: &dyn Display,
        origin: &Origin,
        status: Status,
    ) -> io::Result<Self> {
        let mut record = Record::new(out, command)?;
        record.line("puzzle", puzzle)?;
        record.origin(origin)?;
        record.status(status)?;
        Ok(record)
    }

    fn nested(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(b"{")?;
        Ok(Record { out, first: true })
    }

    /// Where a puzzle comes from.
    ///
    /// # Errors
    /// When the output fails.
    pub fn origin(&mut self, origin: &Origin) -> io::Result<()> {
        if let Some(name) = &origin.name {
            self.text("name", name)?;
        }
        if let Some(line) = origin.line {
            self.whole("line", line)?;
        }
        origin.seed.map_or(Ok(()), |seed| self.whole("seed", seed))
    }

    /// What became of the question.
    ///
    /// # Errors
    /// When the output fails.
    pub fn status(&mut self, status: Status) -> io::Result<()> {
        self.text("status", status.word())
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
        self.raw(key, quoted(value))
    }

    /// A line of notation, which has no character that JSON would want otherwise; it may be long.
    ///
    /// # Errors
    /// When the output fails.
    pub fn line(&mut self, key: &str, line: impl Display) -> io::Result<()> {
        self.raw(key, format_args!("\"{line}\""))
    }

    /// A whole number of any size: from 2^53 on as a text of its digits, since many readers of JSON keep no more bits.
    ///
    /// # Errors
    /// When the output fails.
    pub fn whole(&mut self, key: &str, value: impl Into<UBig>) -> io::Result<()> {
        self.raw(key, whole(&value.into()))
    }

    /// Yes or no.
    ///
    /// # Errors
    /// When the output fails.
    pub fn flag(&mut self, key: &str, value: bool) -> io::Result<()> {
        self.raw(key, value)
    }

    /// What is JSON already.
    ///
    /// # Errors
    /// When the output fails.
    pub fn raw(&mut self, key: &str, value: impl Display) -> io::Result<()> {
        self.key(key)?;
        write!(self.out, "{value}")
    }

    /// A list of what is JSON already.
    ///
    /// # Errors
    /// When the output fails.
    pub fn list(&mut self, key: &str, items: impl IntoIterator<Item = impl Display>) -> io::Result<()> {
        self.key(key)?;
        write_list(self.out, items)
    }

    /// Facts, each an object of `topic`, perhaps `of`, `value`, `unit` and `because`.
    ///
    /// ```
    /// use saltus_core::{fact::Fact, record::Record};
    ///
    /// let mut out = Vec::new();
    /// let mut record = Record::new(&mut out, "explain").unwrap();
    /// record.facts(&[Fact::new("length", 8u64).unit("moves").because("nm + n + m")]).unwrap();
    /// let facts = r#"{"command":"explain","facts":[{"topic":"length","value":8,"unit":"moves","because":"nm + n + m"}]"#;
    /// assert_eq!(String::from_utf8(out).unwrap(), facts);
    /// ```
    ///
    /// # Errors
    /// When the output fails.
    pub fn facts(&mut self, facts: &[Fact]) -> io::Result<()> {
        self.list("facts", facts.iter().map(fact_as_json))
    }

    /// The moves of a play: those after the first number, up to and with the second, or all; where these are too many to be held by readers, why there are
    /// none.
    ///
    /// # Errors
    /// When the output fails.
    pub fn moves(&mut self, plan: &dyn Plan, span: Option<&(UBig, UBig)>) -> io::Result<()> {
        if span.is_none() && plan.moves() > UBig::from(MOST_RECORDED) {
            return self.text("moves_left_out", "there are more than 10000000; `saltus solve --range` chooses some");
        }
        if let Some((after, _)) = span {
            self.whole("first_move", after + UBig::ONE)?;
        }
        let (after, last) = span.cloned().unwrap_or_else(|| (UBig::ZERO, plan.moves()));
        self.key("moves")?;
        self.out.write_all(b"[")?;
        plan.write(&after, &last, Style::JSON, self.out)?;
        self.out.write_all(b"]")
    }

    /// How long it took, if that was measured: seconds, and those of processors where they are known.
    ///
    /// # Errors
    /// When the output fails.
    pub fn spent(&mut self, spent: Option<Spent>) -> io::Result<()> {
        let Some(Spent { time, processor }) = spent else { return Ok(()) };
        self.raw("seconds", format_args!("{:.6}", time.as_secs_f64()))?;
        let Some(processor) = processor else { return Ok(()) };
        self.raw("cpu_seconds", format_args!("{:.6}", processor.as_secs_f64()))
    }

    /// Ends the record with the versions of its schema and of the program.
    ///
    /// # Errors
    /// When the output fails.
    pub fn finish(mut self) -> io::Result<()> {
        self.raw("schema", SCHEMA)?;
        self.text("saltus", env!("CARGO_PKG_VERSION"))?;
        self.out.write_all(b"}\n")
    }
}

fn write_list(out: &mut dyn Write, items: impl IntoIterator<Item = impl Display>) -> io::Result<()> {
    out.write_all(b"[")?;
    for (index, item) in items.into_iter().enumerate() {
        write!(out, "{}{item}", if index == 0 { "" } else { "," })?;
    }
    out.write_all(b"]")
}

/// A whole number as a JSON value: from 2^53 on as a text.
///
/// ```
/// use saltus_core::record::whole;
///
/// assert_eq!(whole(&((1u64 << 53) - 1).into()), "9007199254740991");
/// assert_eq!(whole(&(1u64 << 53).into()), "\"9007199254740992\"");
/// ```
pub fn whole(number: &UBig) -> String {
    if u64::try_from(number).is_ok_and(|number| number < 1 << 53) {
        number.to_string()
    } else {
        format!("\"{number}\"")
    }
}

/// A fact as a JSON value.
///
/// ```
/// use saltus_core::{fact::Fact, record::fact_as_json};
///
/// let fact = fact_as_json(&Fact::new("men", 10u64).of("red"));
/// assert_eq!(fact, r#"{"topic":"men","of":"red","value":10,"unit":"","because":""}"#);
/// ```
pub fn fact_as_json(fact: &Fact) -> String {
    let listed = |items: Vec<String>| format!("[{}]", items.join(","));
    let value = match &fact.value {
        Value::Whole(number) => whole(number),
        Value::Wholes(numbers) => listed(numbers.iter().map(whole).collect()),
        Value::Decimal(digits) => digits.clone(),
        Value::Flag(flag) => flag.to_string(),
        Value::Text(text) => quoted(text),
        Value::Texts(texts) => listed(texts.iter().map(|text| quoted(text)).collect()),
    };
    let of = fact.of.as_ref().map_or(String::new(), |of| format!(r#","of":{}"#, quoted(of)));
    let (topic, unit, because) = (quoted(fact.topic), quoted(fact.unit), quoted(&fact.because));
    format!(r#"{{"topic":{topic}{of},"value":{value},"unit":{unit},"because":{because}}}"#)
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
    /// Only the moves after the first number, up to and with the second; only of `solve`.
    pub moves: Option<(UBig, UBig)>,
    /// How long it took, to be recorded.
    pub spent: Option<Spent>,
    /// Where the puzzle comes from.
    pub origin: Origin,
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
/// let head = r#"{"command":"solve","puzzle":"shift 1 1","status":"solved","length":3,"optimal":true,"lower":3,"#;
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
        write_proof(record.out(), standing)?;
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

/// Writes the record of a question that has no answer, and why.
///
/// # Errors
/// When `out` fails.
pub fn write_no_answer(
    out: &mut dyn Write,
    (command, instance): (&str, &dyn Answers),
    (status, because): (Status, &str),
    wanted: &Wanted,
) -> io::Result<()> {
    let mut record = Record::answer(out, command, &instance, &wanted.origin, status)?;
    record.text("because", because)?;
    record.spent(wanted.spent)?;
    record.finish()
}

/// Why solutions are not counted: the limit, and what is known of their length.
///
/// ```
/// use saltus_core::{limits::Stop, record::uncounted, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
/// let why = uncounted(&*puzzle, Stop::Nodes, &6u8.into());
/// assert_eq!(why, "the node limit is reached; a solution has at least 6 moves");
/// ```
pub fn uncounted(instance: &dyn Answers, stop: Stop, lower: &UBig) -> String {
    let (least, what) = instance.pieces().map_or(("has", "moves"), |[_, several]| ("leaves", several));
    format!("{stop}; a solution {least} at least {lower} {what}")
}

/// Writes the record of `count`.
///
/// ```
/// use saltus_core::{limits::Limits, record::{Wanted, write_count}, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 2 2").unwrap();
/// let (count, mut out) = (puzzle.count(&Limits::default()), Vec::new());
/// write_count(&mut out, &*puzzle, &count, &Wanted::default()).unwrap();
/// let head = r#"{"command":"count","puzzle":"shift 2 2","status":"solved","length":8,"solutions":2,"#;
/// assert!(String::from_utf8(out).unwrap().starts_with(head));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_count(out: &mut dyn Write, instance: &dyn Answers, count: &Count, wanted: &Wanted) -> io::Result<()> {
    let about = ("count", instance);
    match count {
        Count::Unsolvable { because } => write_no_answer(out, about, (Status::Unsolvable, because), wanted),
        Count::GaveUp { stop, lower } => {
            write_no_answer(out, about, (Status::GaveUp, &uncounted(instance, *stop, lower)), wanted)
        }
        Count::Solutions { length, left, paid, solutions, by } => {
            let mut record = Record::answer(out, "count", &instance, &wanted.origin, Status::Solved)?;
            record.whole("length", length.clone())?;
            if let Some(left) = left {
                record.whole("value", left.clone())?;
            }
            if let Some(paid) = paid {
                record.whole("cost", paid.clone())?;
            }
            record.whole("solutions", solutions.clone())?;
            record.text("solver", by)?;
            record.spent(wanted.spent)?;
            record.finish()
        }
    }
}

/// Writes the record of `survey`.
///
/// ```
/// use saltus_core::{limits::Limits, record::{Wanted, write_survey}, registry::Registry};
/// use saltus_shifting::shift;
///
/// let puzzle = Registry::new().with::<shift::Instance>().parse("shift 1 1").unwrap();
/// let (survey, mut out) = (puzzle.survey(&Limits::default()).unwrap(), Vec::new());
/// write_survey(&mut out, &*puzzle, &survey, &Wanted::default()).unwrap();
/// assert!(String::from_utf8(out).unwrap().contains(r#""by":"distance","of":"positions","distribution":[1,2,2,1],"#));
/// ```
///
/// # Errors
/// When `out` fails.
pub fn write_survey(out: &mut dyn Write, instance: &dyn Answers, survey: &Survey, wanted: &Wanted) -> io::Result<()> {
    let (by, of) = survey.by.headings();
    let mut record = Record::answer(out, "survey", &instance, &wanted.origin, Status::Answered)?;
    record.text("by", by)?;
    record.text("of", of)?;
    record.list("distribution", survey.distribution.iter().map(whole))?;
    record.facts(&survey.facts)?;
    if let Some(stop) = survey.limit {
        record.text("limit", &stop.to_string())?;
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
    let mut proof = Record::nested(out)?;
    proof.text("label", standing.label.word())?;
    proof.text("kind", &standing.kind)?;
    proof.list("assumes", standing.assumes.iter().map(|theorem| quoted(theorem)))?;
    proof.flag("checked", standing.checked)?;
    proof.out().write_all(b"}")
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
        let origin = Origin { name: Some("a \"1\"".into()), line: Some(3), seed: Some(u64::MAX) };
        let mut record = Record::answer(&mut out, "b", &"c", &origin, Status::GaveUp).unwrap();
        record.list("d", ["1", "[]"]).unwrap();
        record.finish().unwrap();
        let head = r#"{"command":"b","puzzle":"c","name":"a \"1\"","line":3,"seed":"18446744073709551615","status":"gave-up","#;
        let tail = concat!(r#""d":[1,[]],"schema":1,"saltus":""#, env!("CARGO_PKG_VERSION"), "\"}\n");
        assert_eq!(String::from_utf8(out).unwrap(), [head, tail].concat());
    }
}
