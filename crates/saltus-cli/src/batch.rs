//! Where puzzles come from: the command line, or a file with one a line. A bad line does not end a batch.

use std::io::{self, BufRead, Write};
use std::path::Path;

use saltus::catalog::{self, Subject};
use saltus::limits::Bytes;
use saltus::notation::BadInput;

use crate::args::{Format, Puzzle};
use crate::exit::Code;
use crate::input::{self, Line};
use crate::record::Record;
use crate::{Session, signals};

/// Answers a puzzle.
type Answer<'a> = &'a mut dyn FnMut(&mut Session, &dyn Subject) -> io::Result<Code>;

/// Answers one puzzle or each of a batch; the largest exit code counts.
///
/// # Errors
/// When writing fails.
pub fn each(
    session: &mut Session,
    puzzle: &Puzzle,
    mut answer: impl FnMut(&mut Session, &dyn Subject) -> io::Result<Code>,
) -> io::Result<Code> {
    match &puzzle.batch {
        None => match line_of(&puzzle.puzzle, session.longest_input()) {
            Ok(line) => one(session, &line, &mut answer),
            Err((why, code)) => {
                session.complain(why);
                Ok(code)
            }
        },
        Some(file) => match input::open(file) {
            Ok(mut reader) => lines(session, &mut *reader, &mut answer),
            Err(error) => {
                session.complain(format_args!("{}: {error}", file.display()));
                Ok(Code::IO)
            }
        },
    }
}

/// The words of the command line as one line, with each @FILE replaced by what stands in that file.
fn line_of(words: &[String], longest: u64) -> Result<String, (String, Code)> {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        match word.strip_prefix('@') {
            None => line.push_str(word),
            Some("") => return Err(("@ stands without the name of a file".into(), Code::BAD_INPUT)),
            Some(file) => {
                let read = input::open(Path::new(file)).and_then(|mut reader| input::all(&mut *reader, longest));
                let bytes = match read {
                    Ok(Some(bytes)) => bytes,
                    Ok(None) => return Err((too_long(file, longest), Code::MEMORY)),
                    Err(error) => return Err((format!("{file}: {error}"), Code::IO)),
                };
                let text =
                    String::from_utf8(bytes).map_err(|_| (format!("{file}: not valid UTF-8"), Code::BAD_INPUT))?;
                line.push_str(text.trim_end());
            }
        }
    }
    Ok(line)
}

fn too_long(what: &str, longest: u64) -> String {
    format!("{what} is longer than {}, half of the memory limit", Bytes(longest))
}

fn lines(session: &mut Session, reader: &mut dyn BufRead, answer: Answer<'_>) -> io::Result<Code> {
    let (mut worst, mut number) = (Code::OK, 0);
    let longest = session.longest_input();
    let mut bytes = Vec::new();
    while !signals::asked_to_stop() {
        let read = input::line(reader, longest, &mut bytes);
        number += 1;
        session.line = Some(number);
        let code = match read {
            Ok(Line::End) => break,
            Ok(Line::TooLong) => {
                refuse(session, "", &BadInput::line(too_long("the line", longest)))?;
                match reader.skip_until(b'\n') {
                    Ok(_) => Code::MEMORY,
                    Err(error) => return Ok(unread(session, number, &error)),
                }
            }
            Ok(Line::Whole) => match text(&bytes, number) {
                Ok("") => continue,
                Ok(line) => one(session, line, answer)?,
                Err(bad) => refuse(session, &String::from_utf8_lossy(&bytes), &bad)?,
            },
            Err(error) => return Ok(unread(session, number, &error)),
        };
        // The next one may take long, and somebody may be waiting for this one.
        session.out.flush()?;
        worst = worst.max(code);
    }
    Ok(worst)
}

/// Says that reading ended early; no other code of a batch is larger.
fn unread(session: &Session, number: u64, error: &io::Error) -> Code {
    session.complain(format_args!("line {number}: reading failed: {error}"));
    Code::IO
}

/// What a line says beside its comment and the blanks behind; empty when it says nothing.
fn text(bytes: &[u8], number: u64) -> Result<&str, BadInput> {
    // Some editors begin a file with a mark of its encoding.
    let bytes = if number == 1 { bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes) } else { bytes };
    let line = std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        BadInput { column: valid.chars().count() + 1, why: "the line is not valid UTF-8".into() }
    })?;
    let content = line.split('#').next().unwrap_or_default().trim_end();
    Ok(if content.trim_start().is_empty() { "" } else { content })
}

fn one(session: &mut Session, line: &str, answer: Answer<'_>) -> io::Result<Code> {
    match catalog::parse(line) {
        Ok(subject) => answer(session, &*subject),
        Err(bad) => refuse(session, line, &bad),
    }
}

/// Says what is wrong with a line, or with what is asked of its puzzle.
///
/// # Errors
/// When writing fails.
pub fn refuse(session: &mut Session, line: &str, bad: &BadInput) -> io::Result<Code> {
    let place = session.line.map_or(String::new(), |number| format!("line {number}: "));
    let quoted =
        if line.trim().is_empty() { String::new() } else { format!(" (in: {})", shortened(line, 60).escape_debug()) };
    session.complain(format_args!("{place}{bad}{quoted}"));
    if session.format() == Format::Json {
        let number = session.line;
        let mut record = Record::new(&mut session.out)?;
        record.text("puzzle", &shortened(line, 1000))?;
        record.text("status", "error")?;
        record.text("error", &bad.to_string())?;
        if let Some(number) = number {
            record.number("line", number)?;
        }
        record.number("column", bad.column)?;
        record.finish()?;
    } else if session.line.is_some() {
        // One answer a line, also where there is none.
        let text = if session.format() == Format::Text { "error" } else { "" };
        writeln!(session.out, "{text}")?;
    }
    Ok(Code::BAD_INPUT)
}

/// The first characters of a line.
fn shortened(line: &str, most: usize) -> String {
    match line.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line.to_owned(),
    }
}
