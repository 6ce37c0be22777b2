//! The program `saltus`.

// A program has no users of its items but itself; `pub` marks what other modules use.
#![allow(unreachable_pub, missing_docs)]

mod args;
mod batch;
mod bench;
mod commands;
mod exit;
mod output;
mod progress;
mod record;
mod signals;
mod solve;
mod survey;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use saltus::limits::{Limits, Progress};

use crate::args::{Cli, Command, Common, Format};
use crate::exit::Code;
use crate::output::Output;

/// What every command gets.
pub struct Session {
    pub out: Output,
    pub common: Common,
    pub colour: bool,
    begun: Instant,
    progress: Option<progress::Display>,
}

impl Session {
    /// The limits that the flags set.
    pub fn limits(&self) -> Limits<'_> {
        let threads = self.common.threads.map(std::num::NonZeroUsize::get);
        Limits {
            deadline: self.common.timeout.map(|limit| self.begun + Duration::from_secs_f64(limit.0)),
            memory: self.common.memory_limit.0,
            nodes: self.common.node_limit.unwrap_or(u64::MAX),
            threads: threads.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1),
            cancel: Some(signals::cancel()),
            progress: self.progress.as_ref().map(|display| display as &dyn Progress),
        }
    }

    /// How answers are written.
    pub fn format(&self) -> Format {
        self.common.format
    }

    /// Seconds since the program began, where they were asked for.
    pub fn timing(&self) -> Option<f64> {
        self.common.timing.then(|| self.begun.elapsed().as_secs_f64())
    }

    /// Takes the progress bar away before something is said.
    pub fn clear_progress(&self) {
        if let Some(display) = &self.progress {
            display.finish();
        }
    }

    /// One sentence on standard error.
    pub fn complain(&self, what: impl std::fmt::Display) {
        self.clear_progress();
        // Nobody can be told that standard error is closed.
        let _ = writeln!(io::stderr(), "saltus: {what}");
    }

    /// A remark on standard error, unless only errors are wanted there.
    pub fn remark(&self, what: impl std::fmt::Display) {
        if !self.common.quiet {
            self.complain(what);
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let begun = Instant::now();
    if let Err(error) = signals::listen() {
        let _ = writeln!(io::stderr(), "saltus: signals cannot be caught: {error}");
    }
    let out = match Output::open() {
        Ok(out) => out,
        Err(error) => {
            let _ = writeln!(io::stderr(), "saltus: {error}");
            return Code::IO.into();
        }
    };
    let progress = if cli.common.quiet { None } else { progress::Display::new(cli.common.progress) };
    let colour = cli.common.color.colour();
    let mut session = Session { out, common: cli.common, colour, begun, progress };
    let done = run(&mut session, cli.command).and_then(|code| session.out.flush().map(|()| code));
    session.clear_progress();
    match done {
        Ok(code) => code.max(signals::code().unwrap_or_default()).into(),
        // Whoever closes the pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Code::OK.into(),
        Err(error) => {
            session.complain(format_args!("writing failed: {error}"));
            Code::IO.into()
        }
    }
}

/// Help and version go to standard output with code 0, errors to standard error with code 2.
fn usage(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS }
}

fn run(session: &mut Session, command: Command) -> io::Result<Code> {
    match command {
        Command::Solve(args) => solve::run(session, &args),
        Command::Count(puzzle) => commands::count(session, &puzzle),
        Command::List(args) => commands::list(session, &args),
        Command::Check(puzzle) => commands::check(session, &puzzle),
        Command::Show(args) => commands::show(session, &args),
        Command::Explain(puzzle) => commands::explain(session, &puzzle),
        Command::Verify(args) => verify::run(session, &args),
        Command::Survey(puzzle) => survey::run(session, &puzzle),
        Command::Graph(puzzle) => commands::graph(session, &puzzle),
        Command::Puzzles(args) => commands::puzzles(session, &args),
        Command::Bench(args) => bench::run(session, &args),
        Command::Completions { shell } => commands::completions(session, shell),
        Command::Man => commands::man(session),
    }
}
