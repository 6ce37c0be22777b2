//! The program `saltus`, for any list of families: a program with one more family has its own
//! `main`.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     saltus_cli::main(saltus::registry())
//! }
//! ```

// A program has no users of its items but itself; `pub` marks what other modules use.
#![allow(unreachable_pub, missing_docs)]

mod args;
mod batch;
#[cfg(feature = "by-name")]
mod bench;
mod board;
mod budget;
mod cache;
mod certify;
mod check;
mod closed;
mod commands;
#[cfg(feature = "compare")]
mod compare;
mod completions;
mod csv;
#[cfg(feature = "serve")]
mod daily;
mod draw;
mod exit;
mod explain;
mod families;
mod files;
mod help;
mod input;
mod merge;
#[cfg(feature = "generate")]
mod new;
mod observer;
mod output;
mod own;
mod play;
mod progress;
mod records;
#[cfg(feature = "reproduce")]
mod reproduce;
mod resume;
#[cfg(feature = "serve")]
mod serve;
mod signals;
#[cfg(feature = "serve")]
mod site;
mod solve;
mod survey;
#[cfg(feature = "sweep")]
mod sweep;
mod system;
mod tables;
#[cfg(feature = "by-name")]
mod trace;

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::FromArgMatches as _;
use saltus::answers::Answers;
use saltus::clock::{self, Instant, Spent};
use saltus::fs::File;
use saltus::limits::{Limits, Stop};
use saltus::notation::BadInput;
use saltus::record::{self, Fields, Nothing, Origin, Puzzle, Status, Wanted};
use saltus::registry::Registry;

use crate::args::{Command, Common, Format};
use crate::budget::Budget;
use crate::csv::Table;
use crate::exit::{Code, Done, Early};
use crate::observer::say;
use crate::output::{Output, Timed};
use crate::resume::Kept;
#[cfg(any(feature = "reproduce", feature = "sweep"))]
pub use crate::system::is_run_by;

/// What reads a line.
pub type Parse = fn(&str) -> Result<Box<dyn Answers>, BadInput>;

/// As much as the first thread of a program has; a search may go as deep as its play is long.
const STACK: usize = 8 << 20;

/// What every command gets.
pub struct Session {
    pub out: Output,
    pub common: Common,
    pub colour: bool,
    /// The command, as records name it.
    pub command: &'static str,
    /// Where the puzzle comes from that is being answered: in a batch it has a line.
    pub origin: Origin,
    /// What the command takes: one position, or also a set of them.
    pub parse: Parse,
    /// What all answers together, or each, may cost.
    pub budget: Budget,
    /// How long the answer took to find that is written now.
    pub spent: Spent,
    /// The certificates of a batch.
    pub bundle: Option<File>,
    /// Whether each line of a batch has an answer of its own in the output.
    pub answers_lines: bool,
    /// The file of answers, where they do not go to standard output.
    pub kept: Option<Arc<Kept>>,
}

impl Session {
    /// The limits that the flags set.
    pub fn limits(&self) -> Limits<'_> {
        self.budget.limits()
    }

    /// Does what the time of an answer is counted for, within the limits.
    pub fn measured<T>(&mut self, work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let done;
        (done, self.spent) = clock::measured(|| work(&self.budget.limits()));
        self.clear_progress();
        done
    }

    /// Standard output for a play of any length.
    pub fn timed(&mut self) -> Timed<'_> {
        Timed { out: &mut self.out, deadline: self.budget.deadline }
    }

    /// The most bytes that a line or a file may have: what comes of it needs room, too.
    pub fn longest_input(&self) -> u64 {
        const ALWAYS: u64 = 1 << 16;
        (self.common.memory_limit / 2).max(ALWAYS)
    }

    /// How answers are written: as records also where the output makes a table of them.
    pub fn format(&self) -> Format {
        match self.common.format {
            Format::Csv => Format::Json,
            format => format,
        }
    }

    /// Whether a batch is being answered.
    pub fn is_batch(&self) -> bool {
        self.origin.line.is_some()
    }

    /// Writes a record of the command with these fields.
    ///
    /// # Errors
    /// When the output fails.
    pub fn record(&mut self, status: Status, fields: &dyn Fields) -> io::Result<()> {
        record::write(&mut self.out, self.command, &Nothing::default(), status, fields)
    }

    /// Writes a record of the command about a puzzle.
    ///
    /// # Errors
    /// When the output fails.
    pub fn answer(&mut self, puzzle: &dyn Answers, status: Status, fields: &dyn Fields) -> io::Result<()> {
        record::write(&mut self.out, self.command, &Puzzle::new(&puzzle, &self.origin), status, fields)
    }

    /// What a record has in addition to the answer.
    pub fn wanted(&self) -> Wanted {
        Wanted { moves: None, spent: self.timing(), origin: self.origin.clone() }
    }

    /// How long the answer took to find, where that was asked for.
    pub fn timing(&self) -> Option<Spent> {
        self.common.timing.then_some(self.spent)
    }

    /// Takes the progress bar away before something is said.
    pub fn clear_progress(&self) {
        self.budget.observer.clear_progress();
    }

    /// One sentence on standard error.
    pub fn complain(&self, what: impl std::fmt::Display) {
        self.budget.observer.complain(&what);
    }

    /// The same, and the code to exit with.
    pub fn failed(&self, code: Code, what: impl std::fmt::Display) -> Code {
        self.complain(what);
        code
    }

    /// The code of what ended early, of which is said what is still to be said.
    ///
    /// # Errors
    /// When the output failed.
    pub fn settle(&mut self, done: Done) -> io::Result<Code> {
        match done {
            Ok(code) => Ok(code),
            Err(Early::Refused(line, bad, code)) => batch::refused(self, &line, &bad).map(|()| code),
            Err(Early::Fault(why, code)) => Ok(self.failed(code, why)),
            Err(Early::Output(error)) => Err(error),
        }
    }

    /// A remark on standard error, unless only errors are wanted there.
    pub fn remark(&self, what: impl std::fmt::Display) {
        self.limits().remark(what);
    }
}

/// The program, with these families.
pub fn main(registry: Registry) -> ExitCode {
    ExitCode::from(run_with(registry, std::env::args_os().collect()))
}

/// The program with these words on its command line, its own name first, in a process that does nothing else after it: the code to exit with.
///
/// # Panics
/// When it is called twice.
pub fn run_with(registry: Registry, words: Vec<OsString>) -> u8 {
    families::set(registry);
    begin(words).0
}

fn begin(words: Vec<OsString>) -> Code {
    match completions::answer(&words) {
        Ok(false) => {}
        Ok(true) => return Code::OK,
        Err(error) => return usage(&error),
    }
    let read = help::command()
        .try_get_matches_from(&words)
        .and_then(|matches| Ok((Command::from_arg_matches(&matches)?, Common::of(&matches), help::asked(&matches))));
    let (asked, common, command) = match read {
        Ok(read) => read,
        Err(error) => return usage(&help::advised(error, words)),
    };
    if common.timing && common.format == Format::Moves {
        say(&"--timing goes with text and records");
        return Code::USAGE;
    }
    let begun = Instant::now();
    if let Err(error) = signals::listen() {
        say(&format_args!("signals cannot be caught: {error}"));
    }
    let mut out = match Output::open() {
        Ok(out) => out,
        Err(error) => {
            say(&error);
            return Code::IO;
        }
    };
    if common.format == Format::Csv {
        out.table = csv::columns(command).map(Table::new);
    }
    let colour = common.color.colour();
    let budget = Budget::new(&common, begun);
    // Questions with smaller limits of their own leave tables alone that others will use.
    saltus::limits::ledger::reserve(budget.memory);
    let mut session = Session {
        out,
        common,
        colour,
        command,
        origin: Origin::default(),
        parse: families::parse,
        budget,
        spent: Spent::ZERO,
        bundle: None,
        answers_lines: true,
        kept: None,
    };
    let done = panic::catch_unwind(AssertUnwindSafe(|| {
        let done = run(&mut session, asked);
        session.settle(done).and_then(|code| session.out.flush().map(|()| code))
    }));
    session.clear_progress();
    ended(&session, done)
}

/// The code of a run that has ended like this.
fn ended(session: &Session, done: thread::Result<io::Result<Code>>) -> Code {
    let Ok(done) = done else {
        session.complain("this is a bug of saltus; please report it with the command line and the message above");
        return Code::BUG;
    };
    match done {
        Ok(code) => code.max(signals::code().unwrap_or_default()),
        // A closed pipe means that the reader has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Code::OK,
        Err(error) if error.kind() == io::ErrorKind::TimedOut => session.failed(Code::stopped(Stop::Time), error),
        Err(error) => session.failed(Code::IO, format_args!("writing failed: {error}")),
    }
}

/// Help and version go to standard output with code 0, errors to standard error with code 2.
fn usage(error: &clap::Error) -> Code {
    if error.use_stderr() {
        let _ = error.print();
        return Code::USAGE;
    }
    match Output::open().and_then(|_| error.print()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(&error);
            Code::IO
        }
        _ => Code::OK,
    }
}

fn run(session: &mut Session, command: Command) -> Done {
    match command {
        Command::Solve(args) => solve::run(session, &args),
        #[cfg(feature = "compare")]
        Command::Compare(args) => compare::run(session, &args),
        #[cfg(not(feature = "compare"))]
        Command::Compare(_) => Ok(without(session, "`compare`", "compare")),
        Command::Count(puzzle) => commands::count(session, &puzzle),
        Command::List(args) => commands::list(session, &args),
        Command::Solvable(puzzle) => commands::solvable(session, &puzzle),
        #[cfg(feature = "generate")]
        Command::New(args) => new::run(session, &args),
        #[cfg(not(feature = "generate"))]
        Command::New(_) => Ok(without(session, "new puzzles", "generate")),
        Command::Show(args) => commands::show(session, &args),
        Command::Explain(puzzle) => explain::explain(session, &puzzle),
        Command::Own(own) => own::run(session, &own),
        Command::Check(args) => check::run(session, &args),
        Command::Merge(args) => merge::run(session, &args),
        Command::Survey(puzzle) => survey::run(session, &puzzle),
        Command::Graph(args) => commands::graph(session, &args),
        Command::Draw(args) => draw::run(session, &args),
        Command::Export(args) => commands::export(session, &args),
        Command::Puzzles(args) => commands::puzzles(session, &args),
        Command::Tables(args) => tables::run(session, &args.command),
        Command::Play(args) => play::run(session, &args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(session, &args),
        #[cfg(feature = "serve")]
        Command::Site(args) => site::run(session, &args),
        #[cfg(feature = "serve")]
        Command::Daily(args) => daily::run(session, &args),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) | Command::Site(_) | Command::Daily(_) => Ok(without(session, "the page", "serve")),
        #[cfg(feature = "reproduce")]
        Command::Reproduce(args) => reproduce::run(session, &args),
        #[cfg(not(feature = "reproduce"))]
        Command::Reproduce(_) => Ok(without(session, "the items of the sources", "reproduce")),
        #[cfg(feature = "by-name")]
        Command::Bench(args) => bench::run(session, &args),
        #[cfg(not(feature = "by-name"))]
        Command::Bench(_) => Ok(without(session, "measurements", "by-name")),
        Command::Completions { shell } => {
            session.out.write_all(&completions::script(shell)?)?;
            Ok(Code::OK)
        }
        Command::Man { command } => commands::man(session, command.as_deref()),
    }
}

/// Says how to get a program with what this one lacks.
#[allow(dead_code, reason = "a program with all features lacks nothing")]
fn without(session: &mut Session, what: &str, feature: &str) -> Code {
    let why = format!(
        "this program was built without {what} (feature `{feature}`); \
        `cargo install --locked --path crates/saltus-cli --features full` builds one with all features"
    );
    session.failed(Code::USAGE, why)
}

/// The example of README.md runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
