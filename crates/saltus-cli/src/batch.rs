//! Where puzzles come from: the command line, or a file with one a line. A bad line does not end a batch.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use saltus::catalog::{self, Subject};
use saltus::notation::BadInput;

use crate::args::{Format, Puzzle};
use crate::exit::Code;
use crate::record::Record;
use crate::{Session, signals};

/// Answers one puzzle or each of a batch; the largest exit code counts.
///
/// # Errors
/// When reading or writing fails.
pub fn each(
    session: &mut Session,
    puzzle: &Puzzle,
    mut answer: impl FnMut(&mut Session, &dyn Subject) -> io::Result<Code>,
) -> io::Result<Code> {
    match &puzzle.batch {
        None => match line_of(&puzzle.puzzle) {
            Ok(line) => one(session, &line, None, &mut answer),
            Err(fault) => {
                session.complain(fault);
                Ok(Code::IO)
            }
        },
        Some(file) => match open(file) {
            Ok(reader) => lines(session, reader, &mut answer),
            Err(error) => {
                session.complain(format_args!("{}: {error}", file.display()));
                Ok(Code::IO)
            }
        },
    }
}

/// A file, or standard input.
///
/// # Errors
/// When it cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        Ok(Box::new(BufReader::new(io::stdin())))
    } else {
        Ok(Box::new(BufReader::new(File::open(path)?)))
    }
}

/// The words of the command line as one line, with each @FILE replaced by what stands in that file.
fn line_of(words: &[String]) -> Result<String, String> {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        match word.strip_prefix('@') {
            None => line.push_str(word),
            Some(file) => {
                let mut text = String::new();
                let read = open(Path::new(file)).and_then(|mut reader| reader.read_to_string(&mut text));
                read.map_err(|error| format!("{file}: {error}"))?;
                line.push_str(text.trim_end());
            }
        }
    }
    Ok(line)
}

fn lines(
    session: &mut Session,
    mut reader: Box<dyn BufRead>,
    answer: &mut dyn FnMut(&mut Session, &dyn Subject) -> io::Result<Code>,
) -> io::Result<Code> {
    let (mut worst, mut number) = (Code::OK, 0);
    let mut bytes = Vec::new();
    while !signals::asked_to_stop() {
        bytes.clear();
        match reader.read_until(b'\n', &mut bytes) {
            Ok(0) => break,
            Ok(_) => number += 1,
            Err(error) => {
                session.complain(format_args!("reading failed after line {number}: {error}"));
                return Ok(worst.max(Code::IO));
            }
        }
        let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let code = match std::str::from_utf8(line) {
            Ok(line) => {
                let content = line.split('#').next().unwrap_or_default().trim_end();
                if content.trim_start().is_empty() {
                    continue;
                }
                one(session, content, Some(number), answer)?
            }
            Err(error) => {
                let column = error.valid_up_to() + 1;
                refuse(session, "", Some(number), &BadInput { column, why: "the line is not valid UTF-8".into() })?
            }
        };
        worst = worst.max(code);
    }
    Ok(worst)
}

fn one(
    session: &mut Session,
    line: &str,
    number: Option<u64>,
    answer: &mut dyn FnMut(&mut Session, &dyn Subject) -> io::Result<Code>,
) -> io::Result<Code> {
    match catalog::parse(line) {
        Ok(subject) => answer(session, &*subject),
        Err(bad) => refuse(session, line, number, &bad),
    }
}

/// Says what is wrong with a line.
fn refuse(session: &mut Session, line: &str, number: Option<u64>, bad: &BadInput) -> io::Result<Code> {
    let place = number.map_or(String::new(), |number| format!("line {number}: "));
    let shown: String = line.chars().take(60).collect();
    let more = if shown.len() < line.len() { "..." } else { "" };
    let quoted = if line.is_empty() { String::new() } else { format!(" (in: {}{more})", shown.escape_debug()) };
    session.complain(format_args!("{place}{bad}{quoted}"));
    match session.format() {
        Format::Json => {
            let mut record = Record::new(&mut session.out)?;
            record.text("puzzle", line)?;
            record.text("status", "error")?;
            record.text("error", &bad.to_string())?;
            if let Some(number) = number {
                record.number("line", number)?;
            }
            record.number("column", bad.column)?;
            record.finish()?;
        }
        // One answer a line, also where there is none.
        Format::Text | Format::Moves if number.is_some() => {
            use io::Write;
            let text = if session.format() == Format::Text { "error" } else { "" };
            writeln!(session.out, "{text}")?;
        }
        Format::Text | Format::Moves => {}
    }
    Ok(Code::BAD_INPUT)
}
