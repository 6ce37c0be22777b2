//! `--output FILE` and `--resume`: the answers of a batch in a file, to which a later run adds what is missing.
//!
//! Whole lines count. What a run, or its machine, was writing when it was ended is cut off, and its puzzle answered again. A record is known by its puzzle,
//! in canonical notation, and the name that a list gave it; of several that are the same, each answers one line.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use saltus::fs::{File, TryLockError};
use saltus::record::Status;
use serde::Deserialize;

use crate::exit::{Code, Done, Early};
use crate::output::Output;
use crate::{Session, check};

/// What a file of answers held when it was opened.
#[derive(Default)]
pub struct Kept {
    /// Puzzles with their names, and how many records of each have not been met in the batch so far.
    answered: Mutex<HashMap<(String, Option<String>), u64>>,
    /// Lines that were refused, or that a bug kept from an answer, with their numbers.
    refused: HashSet<(String, u64)>,
}

/// What is read of a record.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    puzzle: Cow<'a, str>,
    #[serde(borrow)]
    name: Option<Cow<'a, str>>,
    #[serde(borrow)]
    status: Cow<'a, str>,
    line: Option<u64>,
}

impl Kept {
    /// Whether there is an answer for one more line of this puzzle.
    pub fn has_answer(&self, puzzle: &str, name: Option<&str>) -> bool {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        let left = answered.get_mut(&(puzzle.to_owned(), name.map(str::to_owned))).filter(|left| **left > 0);
        left.map(|left| *left -= 1).is_some()
    }

    /// Whether it is said there that this line was refused.
    pub fn has_refusal(&self, line: &str, number: u64) -> bool {
        self.refused.contains(&(line.to_owned(), number))
    }

    /// What it says of lines that were refused alone.
    pub fn refusals(self) -> Self {
        Kept { answered: Mutex::default(), ..self }
    }

    /// Reads all whole lines; the bytes that they have.
    fn read(&mut self, file: &File, longest: u64) -> Result<u64, (String, Code)> {
        let mut reader = BufReader::new(file);
        let (mut whole, mut bytes) = (0, Vec::new());
        for number in 1.. {
            bytes.clear();
            let read = (&mut reader).take(longest).read_until(b'\n', &mut bytes);
            if read.map_err(|error| (error.to_string(), Code::IO))? as u64 == longest {
                return Err((format!("line {number} is longer than half of the memory limit"), Code::MEMORY));
            }
            let Some(line) = bytes.strip_suffix(b"\n") else { break };
            self.note(line)
                .map_err(|why| (format!("line {number} is no record of an answer: {why}"), Code::BAD_INPUT))?;
            whole += bytes.len() as u64;
        }
        // Nothing but a record is ever cut off. Zeros are what a machine that lost its power had not written.
        let begin = &b"{\"command\":\""[..];
        let written = bytes.split(|&byte| byte == 0).next().unwrap_or_default();
        if !written.starts_with(&begin[..begin.len().min(written.len())]) {
            return Err(("the end is no record of an answer".into(), Code::BAD_INPUT));
        }
        Ok(whole)
    }

    fn note(&mut self, record: &[u8]) -> Result<(), String> {
        let Record { puzzle, name, status, line } =
            serde_json::from_slice(record).map_err(|error| error.to_string())?;
        if let Some(why) = check::contradiction(record) {
            return Err(why);
        }
        match line {
            // What a bug kept from an answer is tried again; that it is so is said once.
            Some(line) if [Status::Refused, Status::Error].iter().any(|known| status == known.word()) => {
                _ = self.refused.insert((puzzle.into_owned(), line));
            }
            _ => {
                let answered = self.answered.get_mut().unwrap_or_else(PoisonError::into_inner);
                *answered.entry((puzzle.into_owned(), name.map(Cow::into_owned))).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// Opens the file for what the session writes. Without `resume` there must be nothing in it, so that no answers are lost.
///
/// # Errors
/// When it cannot be opened.
pub fn open(session: &mut Session, path: &Path, resume: bool) -> Done<Kept> {
    let (file, kept) = opened(path, resume, session.longest_input())
        .map_err(|(why, code)| Early::Fault(format!("{}: {why}", path.display()), code))?;
    let table = session.out.table.take();
    session.out = Output::into(file);
    session.out.table = table;
    Ok(kept)
}

fn opened(path: &Path, resume: bool, longest: u64) -> Result<(File, Kept), (String, Code)> {
    let failed = |error: std::io::Error| (error.to_string(), Code::IO);
    let mut file = File::options().read(resume).write(true).create(true).truncate(false).open(path).map_err(failed)?;
    // Where files cannot be locked, that nobody else writes is not known.
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(("another process is writing it".into(), Code::LOCKED));
    }
    let found = file.metadata().map_err(failed)?;
    let mut kept = Kept::default();
    match (resume, found.is_file()) {
        (true, true) => {
            let whole = kept.read(&file, longest)?;
            file.set_len(whole).map_err(failed)?;
            file.seek(SeekFrom::Start(whole)).map_err(failed)?;
        }
        (true, false) => return Err(("--resume needs a file that can be read again".into(), Code::USAGE)),
        (false, true) if found.len() > 0 => {
            let why = "it is not empty; --resume goes on after the answers in it (solve --format json)";
            return Err((why.into(), Code::USAGE));
        }
        (false, _) => {}
    }
    Ok((file, kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// What a file of this text holds, and how much of it is whole.
    fn read(text: &str) -> Result<(Kept, u64), (String, Code)> {
        let mut written = tempfile::NamedTempFile::new().expect("a file");
        written.write_all(text.as_bytes()).expect("room");
        let mut kept = Kept::default();
        let whole = kept.read(&File::open(written.path()).expect("a file"), 100)?;
        Ok((kept, whole))
    }

    #[test]
    fn each_record_answers_one_line() {
        let solved = "{\"command\":\"solve\",\"puzzle\":\"shift 1 1\",\"status\":\"solved\"}\n";
        let named = "{\"puzzle\":\"shift 1 1\",\"name\":\"a \\\"b\\\"\",\"status\":\"solved\"}\n";
        let bad = "{\"puzzle\":\"x\",\"status\":\"refused\",\"line\":3}\n{\"puzzle\":\"y\",\"status\":\"error\",\"line\":4}\n";
        let text = [solved, solved, named, bad].concat();
        for half in ["", "{", "{\"command\":\"solve\",\"puz", "{\"c\0\0\0", "\0\0"] {
            let (kept, whole) = read(&format!("{text}{half}")).expect("records");
            assert_eq!(whole, text.len() as u64, "{half}");
            let met = [None, None, None, Some("a \"b\""), Some("c")].map(|name| kept.has_answer("shift 1 1", name));
            assert_eq!(met, [true, true, false, true, false]);
            assert!(!kept.has_answer("y", None) && kept.has_refusal("y", 4));
            assert!(!kept.has_answer("x", None) && kept.has_refusal("x", 3) && !kept.has_refusal("x", 4));
        }
    }

    #[test]
    fn what_is_no_record_is_not_cut_off() {
        for text in ["shift 1 1", "x\0", "x\n", "{}\n", "{\"puzzle\":1,\"status\":\"solved\"}\n", "\n", "[\n{"] {
            assert!(matches!(read(text), Err((_, Code::BAD_INPUT))), "{text}");
        }
        assert!(matches!(read(&"x".repeat(200)), Err((_, Code::MEMORY))));
    }
}
