//! Where puzzles come from: the command line, or a file with one a line, or lists of boards. A bad line does not end a
//! batch.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};
use std::path::Path;

use saltus::catalog::{self, Subject};
use saltus::limits::Bytes;
use saltus::notation::BadInput;
use saltus::puzzles::tiles::Goal;
use saltus::puzzles::tiles::formats::{Form, Listed, Reader};

use crate::args::{Format, InputFormat, Lists, NamedGoal, Puzzle};
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
        None if puzzle.lists.input_format != InputFormat::Notation => {
            session.complain("--input-format goes with --in FILE");
            Ok(Code::USAGE)
        }
        None => match line_of(&puzzle.words, session.longest_input()) {
            Ok(line) => one(session, &line, &mut answer),
            Err((why, code)) => {
                session.complain(why);
                Ok(code)
            }
        },
        Some(file) => {
            let Ok(boards) = boards(&puzzle.lists) else {
                session.complain("--board and --goal go with --input-format korf, cells or rows");
                return Ok(Code::USAGE);
            };
            match input::open(file) {
                Ok(mut reader) => Batch { boards, answer: &mut answer }.run(session, &mut *reader),
                Err(error) => {
                    session.complain(format_args!("{}: {error}", file.display()));
                    Ok(Code::IO)
                }
            }
        }
    }
}

/// Flags that contradict each other.
struct Contradiction;

/// The reader of lists of boards, where the input is one.
fn boards(lists: &Lists) -> Result<Option<Reader>, Contradiction> {
    let form = match lists.input_format {
        InputFormat::Notation if lists.board.is_some() || lists.goal.is_some() => return Err(Contradiction),
        InputFormat::Notation => return Ok(None),
        InputFormat::Korf => Form::Korf,
        InputFormat::Cells => Form::Cells,
        InputFormat::Rows => Form::Rows,
    };
    let goal = match lists.goal {
        None | Some(NamedGoal::BlankLast) => Goal::BlankLast,
        Some(NamedGoal::BlankFirst) => Goal::BlankFirst,
    };
    Ok(Some(Reader::new(form, lists.board.map(|board| (board.height, board.width)), goal)))
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

/// A file of puzzles.
struct Batch<'a> {
    /// What makes boards of lines, where they are not in notation.
    boards: Option<Reader>,
    answer: Answer<'a>,
}

impl Batch<'_> {
    fn run(&mut self, session: &mut Session, reader: &mut dyn BufRead) -> io::Result<Code> {
        let (mut worst, mut number) = (Code::OK, 0);
        let longest = session.longest_input();
        let mut bytes = Vec::new();
        while !signals::asked_to_stop() {
            let read = input::line(reader, longest, &mut bytes);
            number += 1;
            session.line = Some(number);
            let answered = match read {
                Ok(Line::End) => break,
                Ok(Line::TooLong) => {
                    worst = worst.max(Code::MEMORY);
                    let answered = self.bad_line(session, number, "", BadInput::line(too_long("the line", longest)))?;
                    match reader.skip_until(b'\n') {
                        Ok(_) => answered.map(|_| Code::MEMORY),
                        Err(error) => return Ok(unread(session, number, &error)),
                    }
                }
                Ok(Line::Whole) => match text(&bytes, number) {
                    Ok(line) => self.line(session, number, line)?,
                    Err(bad) => self.bad_line(session, number, &String::from_utf8_lossy(&bytes), bad)?,
                },
                Err(error) => return Ok(unread(session, number, &error)),
            };
            if let Some(code) = answered {
                // The next one may take long, and somebody may be waiting for this one.
                session.out.flush()?;
                worst = worst.max(code);
            }
        }
        let last = self.boards.as_mut().filter(|_| !signals::asked_to_stop()).and_then(Reader::end);
        let answered = self.board(session, last)?;
        Ok(worst.max(answered.unwrap_or_default()))
    }

    /// Answers the puzzle that a line names or completes; a comment alone is nothing.
    fn line(&mut self, session: &mut Session, number: u64, line: Option<&str>) -> io::Result<Option<Code>> {
        match (&mut self.boards, line) {
            (_, None) | (None, Some("")) => Ok(None),
            (None, Some(line)) => one(session, line, self.answer).map(Some),
            (Some(boards), Some(line)) => {
                let board = boards.line(number, line);
                self.board(session, board)
            }
        }
    }

    fn bad_line(&mut self, session: &mut Session, number: u64, line: &str, bad: BadInput) -> io::Result<Option<Code>> {
        match &mut self.boards {
            None => refuse(session, line, &bad).map(Some),
            Some(boards) => {
                let board = boards.bad_line(number, line, bad);
                self.board(session, board)
            }
        }
    }

    fn board(&mut self, session: &mut Session, listed: Option<Listed>) -> io::Result<Option<Code>> {
        let Some(Listed { line, text, board }) = listed else { return Ok(None) };
        session.line = Some(line);
        match board {
            Ok(instance) => (self.answer)(session, &instance).map(Some),
            Err(bad) => refuse(session, &text, &bad).map(Some),
        }
    }
}

/// Says that reading ended early; no other code of a batch is larger.
fn unread(session: &Session, number: u64, error: &io::Error) -> Code {
    session.complain(format_args!("line {number}: reading failed: {error}"));
    Code::IO
}

/// What a line says beside its comment and the blanks behind: empty for an empty line, none for a comment alone.
fn text(bytes: &[u8], number: u64) -> Result<Option<&str>, BadInput> {
    // Some editors begin a file with a mark of its encoding.
    let bytes = if number == 1 { bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes) } else { bytes };
    let line = std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        BadInput { column: valid.chars().count() + 1, why: "the line is not valid UTF-8".into() }
    })?;
    let (content, is_whole) = match line.split_once('#') {
        None => (line.trim_end(), true),
        Some((content, _)) => (content.trim_end(), false),
    };
    let is_empty = content.trim_start().is_empty();
    Ok(if is_empty { Some("").filter(|_| is_whole) } else { Some(content) })
}

fn one(session: &mut Session, line: &str, answer: Answer<'_>) -> io::Result<Code> {
    match catalog::parse(&seeded(line, session.common.seed)) {
        Ok(subject) => answer(session, &*subject),
        Err(bad) => refuse(session, line, &bad),
    }
}

/// The line, with the seed of the flag where it asks for a random board and names none.
fn seeded(line: &str, seed: Option<u64>) -> Cow<'_, str> {
    let mut words = line.split_ascii_whitespace();
    match seed {
        Some(seed) if words.clone().any(|word| word == "random") && !words.any(|word| word.starts_with("seed=")) => {
            format!("{line} seed={seed}").into()
        }
        _ => line.into(),
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
