//! Lines become jobs.

use std::any::Any;
use std::io::{self, BufRead};
use std::panic::{self, AssertUnwindSafe};

use saltus::answers::Answers;
use saltus::lists::{Listed, Reader};
use saltus::notation::BadInput;
use saltus::record::Origin;

use super::{MANY_WORDS, has_many_words, too_long};
use crate::args::Share;
use crate::exit::Code;
use crate::input::{self, Line};
use crate::signals;

/// What is to be answered, and the line that it came from.
pub struct Job {
    pub origin: Origin,
    pub task: Task,
}

impl Job {
    /// What is to be done with this line of the input.
    fn of(line: u64, task: Task) -> Self {
        Job { origin: Origin { line: Some(line), ..Origin::default() }, task }
    }
}

/// What is to be answered.
pub enum Task {
    /// A puzzle in notation.
    Line(String),
    /// A board of a list.
    Board(Box<dyn Answers>),
    /// Nothing: it has failed already.
    Failed(Failure),
}

/// Why there is no answer.
pub enum Failure {
    /// Bad input.
    Bad { text: String, bad: BadInput, code: Code },
    /// Reading ended early.
    Unread(io::Error),
    /// The output has one already.
    Known,
    /// A panic while this line, or board, was read or answered; of no line where reading itself ended.
    Bug { text: String, bug: Box<dyn Any + Send> },
}

impl Failure {
    /// Does some of the work of a line, of which `text` is known: a panic ends that line, and no other.
    pub fn caught<R>(text: impl FnOnce() -> String, work: impl FnOnce() -> R) -> Result<R, Failure> {
        panic::catch_unwind(AssertUnwindSafe(work)).map_err(|bug| Failure::Bug { text: text(), bug })
    }
}

/// What reads a file of puzzles.
pub struct Source {
    pub reader: Box<dyn BufRead + Send>,
    /// What makes boards of lines, where they are not in notation.
    pub boards: Option<Reader>,
    /// The most bytes of a line.
    pub longest: u64,
    /// Which of the puzzles are answered, where not all are.
    pub shard: Option<Share>,
}

impl Source {
    /// Reads until the input ends or the program is asked to stop. `push` takes a job and its
    /// bytes.
    pub fn read(&mut self, push: &mut dyn FnMut(Job, u64)) {
        let (mut number, mut puzzles, shard) = (0, 0, self.shard);
        let push = &mut |job: Job, bytes| {
            puzzles += 1;
            // That the rest cannot be read is said of every shard.
            let is_unread = matches!(job.task, Task::Failed(Failure::Unread(_)));
            if is_unread || shard.is_none_or(|shard| shard.has(puzzles)) {
                push(job, bytes);
            }
        };
        let mut bytes = Vec::new();
        while !signals::asked_to_stop() {
            let read = input::line(&mut *self.reader, self.longest, &mut bytes);
            number += 1;
            let job = match read {
                Ok(Line::End) => break,
                Ok(Line::Whole) => {
                    let text = || String::from_utf8_lossy(&bytes).into_owned();
                    let whole = Failure::caught(text, || self.whole(number, &bytes));
                    whole.unwrap_or_else(|failure| Some(Job::of(number, Task::Failed(failure))))
                }
                Ok(Line::TooLong) => {
                    if let Some(job) = self.too_long(number, too_long("the line", self.longest)) {
                        push(job, 0);
                    }
                    match self.reader.skip_until(b'\n') {
                        Ok(_) => continue,
                        Err(error) => return push(unread(number, error), 0),
                    }
                }
                Err(error) => return push(unread(number, error), 0),
            };
            if let Some(job) = job {
                push(job, bytes.len() as u64);
            }
        }
        while let Some(last) = self.boards.as_mut().and_then(Reader::end) {
            push(listed(last), 0);
        }
    }

    /// The puzzle that a line names or completes; a comment alone is nothing.
    fn whole(&mut self, number: u64, bytes: &[u8]) -> Option<Job> {
        let has_comments = self.boards.as_ref().is_none_or(Reader::has_comments);
        let line = match text(bytes, has_comments) {
            Ok(line) => line?,
            Err(bad) => return self.bad(number, &String::from_utf8_lossy(bytes), bad),
        };
        if has_many_words(line, self.longest) {
            return self.too_long(number, MANY_WORDS.into());
        }
        match &mut self.boards {
            None if line.is_empty() => None,
            None => Some(Job::of(number, Task::Line(line.to_owned()))),
            Some(boards) => boards.line(number, line).map(listed),
        }
    }

    fn bad(&mut self, number: u64, line: &str, bad: BadInput) -> Option<Job> {
        match &mut self.boards {
            None => Some(refused(number, line.to_owned(), bad)),
            Some(boards) => boards.bad_line(number, line, bad).map(listed),
        }
    }

    fn too_long(&mut self, number: u64, why: String) -> Option<Job> {
        let mut job = self.bad(number, "", BadInput::line(why))?;
        if let Task::Failed(Failure::Bad { code, .. }) = &mut job.task {
            *code = Code::MEMORY;
        }
        Some(job)
    }
}

fn refused(line: u64, text: String, bad: BadInput) -> Job {
    Job::of(line, Task::Failed(Failure::Bad { text, bad, code: Code::BAD_INPUT }))
}

fn unread(line: u64, error: io::Error) -> Job {
    Job::of(line, Task::Failed(Failure::Unread(error)))
}

fn listed(Listed { line, text, name, board }: Listed) -> Job {
    let job = match board {
        Ok(instance) => Job::of(line, Task::Board(instance)),
        Err(bad) => refused(line, text, bad),
    };
    Job { origin: Origin { name, ..job.origin }, ..job }
}

/// What a line says without the blanks after: empty for an empty line, none for a comment.
fn text(bytes: &[u8], has_comments: bool) -> Result<Option<&str>, BadInput> {
    let line = std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        BadInput { column: valid.chars().count() + 1, why: "the line is not valid UTF-8".into() }
    })?;
    Ok(Some(line.trim_end()).filter(|line| !(has_comments && line.starts_with('#'))))
}
