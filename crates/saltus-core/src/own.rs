//! What a family has of its own in addition to the questions, selected by name: commands of the program, and arrays for programs.
//!
//! A family lists them ([`Family::COMMANDS`](crate::family::Family::COMMANDS), [`Family::ARRAYS`](crate::family::Family::ARRAYS)); a front
//! end finds them in the [registry](crate::registry::Entry), and need not know what they are about.

use std::fmt::Display;
use std::io;

use crate::answers::Answers;
use crate::fact::Fact;
use crate::limits::{Limits, Stop};
use crate::notation::{BadInput, Unread};
use crate::record::{Fields, Status};
use crate::verdict::Verdict;

/// A command of the program that a family has.
#[derive(Debug)]
pub struct Command {
    /// Its name, also in records.
    pub name: &'static str,
    /// What it is, in a line, and a paragraph about it.
    pub says: [&'static str; 2],
    /// What its words are called, and what they are.
    pub words: [&'static str; 2],
    /// The flags that it takes in addition to the words.
    pub flags: &'static [Flag],
    /// Examples, without the name of the program.
    pub examples: [&'static str; 2],
    /// Answers.
    pub answer: fn(&Request<'_>, &mut Tell<'_>) -> Result<(), Unanswered>,
}

/// A flag of a command.
#[derive(Debug)]
pub struct Flag {
    /// Its name.
    pub name: &'static str,
    /// What its number is called, where it takes one.
    pub number: Option<&'static str>,
    /// What it asks for.
    pub says: &'static str,
    /// Whether it takes the place of words and of all other flags.
    pub is_alone: bool,
}

/// What a command is asked.
pub struct Request<'a> {
    /// Its words, as one line.
    pub words: &'a str,
    /// The flags that are set, each with its number; 0 where it takes none.
    pub flags: &'a [(&'static str, usize)],
    /// Solves a puzzle, as the gate lets the answer through.
    pub solve: &'a dyn Fn(&dyn Answers) -> Verdict,
}

impl Request<'_> {
    /// The number of a flag that is set.
    pub fn flag(&self, name: &str) -> Option<usize> {
        self.flags.iter().find(|(flag, _)| *flag == name).map(|&(_, number)| number)
    }
}

/// Takes what a command tells.
pub type Tell<'a> = dyn FnMut(Status, Said<'_>) -> io::Result<()> + 'a;

/// What a command tells, as a record and as text.
pub struct Said<'a> {
    /// The fields of the record.
    pub record: &'a dyn Fields,
    /// The first line of the text.
    pub line: &'a dyn Display,
    /// The lines below it.
    pub facts: &'a [Fact],
}

/// Why a command has no answer.
pub enum Unanswered {
    /// A line is wrong, and where.
    Bad(String, BadInput),
    /// A limit was reached before this puzzle was solved.
    Stop(Box<dyn Answers>, Stop),
    /// Writing failed.
    Output(io::Error),
}

impl From<io::Error> for Unanswered {
    fn from(error: io::Error) -> Self {
        Unanswered::Output(error)
    }
}

/// An array of bytes that a family finds for programs.
pub struct Array {
    /// Its name.
    pub name: &'static str,
    /// Finds it for these numbers.
    pub find: fn(&[usize], &Limits<'_>) -> Result<Vec<u8>, Unread>,
}
