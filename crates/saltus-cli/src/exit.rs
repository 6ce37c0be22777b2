//! Exit codes: the contract with scripts.

use std::fmt::Display;
use std::io;
use std::path::Path;

use saltus::answers::Answers;
use saltus::limits::Stop;
use saltus::notation::{BadInput, Unread};

/// What a command has come to, or why it ends early.
pub type Done<T = Code> = Result<T, Early>;

/// Why a command, or a line of a batch, ends early.
#[derive(Debug)]
pub enum Early {
    /// Standard output fails.
    Output(io::Error),
    /// A sentence, which is still to be said, and the code to exit with.
    Fault(String, Code),
    /// A line, what is wrong with it or with what is asked of its puzzle, and the code: that is still to be said, and to be written in the place of an
    /// answer.
    Refused(String, BadInput, Code),
}

impl From<io::Error> for Early {
    fn from(error: io::Error) -> Self {
        Early::Output(error)
    }
}

impl From<Stop> for Early {
    fn from(stop: Stop) -> Self {
        Early::Fault(stop.to_string(), Code::stopped(stop))
    }
}

impl Early {
    /// The command line makes no sense, or asks of a puzzle what it has not.
    pub fn usage(why: impl Into<String>) -> Self {
        Early::Fault(why.into(), Code::USAGE)
    }

    /// A line is wrong.
    pub fn bad(line: &str, bad: BadInput) -> Self {
        Early::Refused(line.to_owned(), bad, Code::BAD_INPUT)
    }

    /// Flags ask of a puzzle what it has not.
    pub fn unfit(instance: &dyn Answers, why: impl Into<String>) -> Self {
        Early::Refused(instance.to_string(), BadInput::line(why), Code::USAGE)
    }

    /// Why a puzzle, which is called so, is not written for other programs, or what they wrote of it not read.
    pub fn unread(instance: &dyn Answers, name: &dyn Display, why: Unread) -> Self {
        match why {
            Unread::Bad(bad) => Early::Refused(instance.to_string(), bad, Code::USAGE),
            Unread::Stop(stop) => Early::Fault(format!("{name}: {stop}"), Code::stopped(stop)),
            Unread::Input(error) => error.into(),
        }
    }

    /// Why a file cannot be read or written.
    pub fn of_file(file: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Early::Fault(format!("{}: {error}", file.display()), Code::IO)
    }
}

/// How a run, or one line of a batch, ended. A batch ends with the largest code; one of claims with [`Code::REFUTED`] if any is refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code(pub u8);

impl Code {
    /// Answered.
    pub const OK: Code = Code(0);
    /// What was claimed is not so.
    pub const REFUTED: Code = Code(1);
    /// The command line makes no sense, or asks of a puzzle what it has not.
    pub const USAGE: Code = Code(2);
    /// Not settled: a play that is not proved best, a claim neither shown nor refuted, a game that is not over.
    pub const OPEN: Code = Code(3);
    /// The goal is proved to be out of reach.
    pub const UNSOLVABLE: Code = Code(10);
    /// The memory limit does not suffice.
    pub const MEMORY: Code = Code(21);
    /// Bad input.
    pub const BAD_INPUT: Code = Code(65);
    /// Reading or writing failed.
    pub const IO: Code = Code(74);
    /// Another process has a lock; later it may work.
    pub const LOCKED: Code = Code(75);
    /// A table does not hold what it should.
    pub const CORRUPT: Code = Code(76);

    /// Ended by SIGQUIT.
    pub const QUIT: Code = Code(131);

    /// A bug of saltus.
    pub const BUG: Code = Code(70);

    /// The code for a limit that was reached.
    pub fn stopped(stop: Stop) -> Code {
        match stop {
            Stop::Time => Code(20),
            Stop::Memory { .. } | Stop::Cells { .. } | Stop::Ways { .. } => Code::MEMORY,
            Stop::Nodes | Stop::Narrow => Code(22),
            Stop::Length => Code::UNSOLVABLE,
            Stop::Storage => Code::IO,
            Stop::Cancelled => crate::signals::code().unwrap_or(Code(130)),
        }
    }
}
