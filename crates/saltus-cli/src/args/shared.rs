//! Flags that several commands have: declared once, and each with the commands that have it.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{EnumValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueEnum, value_parser};

use super::{bytes, time};
use crate::csv;
use crate::output::When;
use crate::progress::Mode;

/// What the flags say that several commands have.
#[derive(Clone, Debug)]
pub struct Common {
    /// How answers are written.
    pub format: Format,
    /// How long the command may take.
    pub timeout: Option<Duration>,
    /// How long each search of a batch may take.
    pub time_each: Option<Duration>,
    /// Bytes.
    pub memory_limit: u64,
    /// Positions, for each puzzle.
    pub node_limit: Option<u64>,
    /// How many threads, if not as many as there are cores.
    pub threads: Option<NonZeroUsize>,
    /// The folder of tables.
    pub cache_dir: Option<PathBuf>,
    /// How progress is shown.
    pub progress: Mode,
    /// Whether boards have colours.
    pub color: When,
    /// The seed of random boards.
    pub seed: Option<u64>,
    /// Whether standard error gets errors alone.
    pub quiet: bool,
    /// Whether answers say how long they took.
    pub timing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON record a line (docs/records.md)
    Json,
    /// A table of the main fields of the records
    Csv,
    /// Only the moves
    Moves,
}

impl Format {
    /// How a command writes answers; none where it has none.
    fn of(command: &str) -> impl Iterator<Item = Self> {
        let has_answers = has_answers(command);
        let has_moves = matches!(command, "solve" | "count" | "list" | "solvable" | "play");
        let is_one = move |format: &Self| match format {
            Format::Text | Format::Json => has_answers,
            Format::Csv => csv::columns(command).is_some(),
            Format::Moves => has_moves,
        };
        Format::value_variants().iter().copied().filter(is_one)
    }
}

/// Whether a command has answers, which are written in some format.
fn has_answers(command: &str) -> bool {
    !matches!(command, "serve" | "site" | "daily" | "completions" | "man")
}

/// Whether a command answers about a PUZZLE.
fn has_puzzle(command: &str) -> bool {
    const PUZZLES: [&str; 12] = [
        "solve", "compare", "count", "list", "solvable", "new", "show", "explain", "survey", "graph", "draw", "export",
    ];
    PUZZLES.contains(&command)
}

/// Whether a command computes something.
fn has_limits(command: &str) -> bool {
    !matches!(command, "site" | "completions" | "man")
}

/// Whether answers of a command can say how long they took.
fn has_timing(command: &str) -> bool {
    matches!(command, "solve" | "compare" | "count" | "solvable" | "survey")
}

fn flag(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help).global(true)
}

/// A flag of which `--help` says more.
fn long_flag(name: &'static str, value: &'static str, help: &'static str, more: &str) -> Arg {
    flag(name, value, help).long_help([help, more].join("\n\n"))
}

/// The program with the flags that are about the terminal, and so may be given to every command.
pub fn with_looks(program: Command) -> Command {
    let quiet = Arg::new("quiet").long("quiet").short('q').action(ArgAction::SetTrue).global(true);
    program.args([
        flag("progress", "HOW", "Show progress on standard error")
            .value_parser(EnumValueParser::<Mode>::new())
            .default_value("auto"),
        flag("color", "WHEN", "Colour boards").value_parser(EnumValueParser::<When>::new()).default_value("auto"),
        quiet.help("Nothing on standard error but errors"),
    ])
}

/// A command with those of the flags that mean something to it.
pub fn with_flags(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let formats = Format::of(&name).filter_map(|format| format.to_possible_value());
    let format = flag("format", "FORMAT", "How answers are written").default_value("text");
    let format = format.value_parser(
        PossibleValuesParser::new(formats)
            .map(|name: String| <Format as ValueEnum>::from_str(&name, false).expect("one of them")),
    );
    let timeout = flag("timeout", "TIME", "Stop after so long in all, e.g. 200ms, 30s, 5m, 1h");
    let each = "Stop the search for each puzzle of a batch after so long; its clock starts with its search";
    let shares = "The puzzles of a batch that are answered at once share it; one that needs more than its share waits until it can have all.";
    let memory = long_flag("memory-limit", "SIZE", "Use no more memory than this, e.g. 500M, 16G", shares);
    let taken = "Each takes a puzzle of a batch; a puzzle alone is shared out among them.";
    let threads = long_flag("threads", "N", "Threads; answers do not depend on it [default: all cores]", taken);
    let cache =
        "The folder of tables that are kept on disk [default: `SALTUS_CACHE_DIR`, else the user's cache folder]";
    let timing = Arg::new("timing").long("timing").action(ArgAction::SetTrue);
    let (puzzle, limits) = (has_puzzle(&name), has_limits(&name));
    let flags = [
        (format, has_answers(&name)),
        (timeout.value_parser(time), limits),
        (flag("time-each", "TIME", each).value_parser(time), puzzle),
        (memory.default_value("4G").value_parser(bytes), limits),
        (
            flag("node-limit", "N", "Expand no more positions than this, for each puzzle")
                .value_parser(value_parser!(u64)),
            limits,
        ),
        (threads.value_parser(value_parser!(NonZeroUsize)), limits),
        (flag("cache-dir", "DIR", cache).value_parser(value_parser!(PathBuf)), limits),
        (
            flag("seed", "N", "The seed of a random board where its line names none (`tiles 4x4 random`)")
                .value_parser(value_parser!(u64)),
            puzzle || matches!(&*name, "play" | "puzzles"),
        ),
        (
            timing.help("Add how long each answer took to find, and the time of processors, of all its threads"),
            has_timing(&name),
        ),
    ];
    command.args(flags.into_iter().filter_map(|(flag, has)| has.then_some(flag)))
}

impl Common {
    /// What was said, to the command that was asked for in the end; of flags that it has not, what they say when they are not there.
    pub fn of(program: &ArgMatches) -> Self {
        let mut matches = program;
        while let Some((_, of)) = matches.subcommand() {
            matches = of;
        }
        Common {
            format: said(matches, "format").unwrap_or(Format::Text),
            timeout: said(matches, "timeout"),
            time_each: said(matches, "time-each"),
            memory_limit: said(matches, "memory-limit").unwrap_or(4 << 30),
            node_limit: said(matches, "node-limit"),
            threads: said(matches, "threads"),
            cache_dir: said(matches, "cache-dir"),
            progress: said(matches, "progress").unwrap_or(Mode::Auto),
            color: said(matches, "color").unwrap_or(When::Auto),
            seed: said(matches, "seed"),
            quiet: said(matches, "quiet").unwrap_or_default(),
            timing: said(matches, "timing").unwrap_or_default(),
        }
    }
}

/// The value of a flag, if the command has it.
fn said<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, flag: &str) -> Option<T> {
    matches.try_get_one(flag).ok()?.cloned()
}
