//! Help and manual pages in addition to the options: examples, exit codes, variables, files; and the groups of options.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Command, CommandFactory};
use saltus::notation;

use crate::args::{Cli, with_flags, with_looks};
use crate::{completions, families, own};

/// Examples of each command that is no family's, without the program's name; a test runs them in this order, in one folder. The program itself has an
/// empty name.
pub const EXAMPLES: &[(&str, [&str; 2])] = &[
    ("", ["solve shift 3 3", "puzzles"]),
    (
        "solve",
        ["solve tiles 3x3 8 6 7 2 5 4 3 0 1", "solve reverse 6 --format json --output answers.jsonl --cert six.cert"],
    ),
    (
        "compare",
        [
            "compare tiles 3x3 random --seed 1 --search ida-star:manhattan --search nbs",
            "compare shift 5 5 --search breadth-first --search bidirectional --summary markdown",
        ],
    ),
    ("count", ["count shift 100 1", "count guarini --timing"]),
    ("list", ["list shift 3 1", "list shift 1000 1 --from 1000000000 --take 1 --format json"]),
    ("solvable", ["solvable tiles 4x4 random --seed 1", "solvable klotski --at-most 116"]),
    ("new", ["new tiles 3x3 --length 20..22 --unique-first", "new rush-hour-8 --hardest --minimal"]),
    ("show", ["show shift 3 3 --at 7", "show shift 1000000000000 3 --at 500000000000"]),
    ("explain", ["explain shift bbwbw_w", "explain --search nbs"]),
    ("play", ["play frogs 1 1 --moves 1-2,3-1,2-3", "play tiles 2x2 2 3 1 0 --plain --moves 3,2,1,3"]),
    ("check", ["check answers.jsonl", "check six.cert"]),
    (
        "merge",
        [
            "merge shard-1.jsonl shard-2.jsonl --in boards.txt -o all.jsonl",
            "merge part-1.jsonl part-2.jsonl --check --cert whole.cert",
        ],
    ),
    ("survey", ["survey shift 2 2", "survey tiles 3x3 --chart distances.svg"]),
    ("graph", ["graph shift 1 1", "graph shift 2 2 --as svg"]),
    ("draw", ["draw shift 3 3 -o board.svg", "draw shift 3 3 --shape film -o film.svg"]),
    ("export", ["export klotski --as pddl", "export guarini --as pddl --prefix guarini"]),
    ("puzzles", ["puzzles shift", "puzzles klotski"]),
    ("tables", ["tables build tiles 3x3 4-4 --cache-dir tables", "tables list --cache-dir tables"]),
    ("serve", ["serve --port 0", "serve --port 0 --timeout 10s --memory-limit 2G"]),
    ("site", ["site -o site", "site -o saltus.html --one-file"]),
    ("daily", ["daily --from 1 --to 2", "daily --from 8 --to 8"]),
    ("reproduce", ["reproduce paper", "reproduce paper lemma-8"]),
    ("bench", ["bench move", "bench move --format json"]),
    ("completions", ["completions bash", "completions fish"]),
    ("man", ["man", "man solve"]),
];

/// What the exit codes mean.
pub const CODES: &[(&str, &str)] = &[
    ("0", "answered"),
    ("1", "a claim is refuted (check), or an item differs (reproduce)"),
    ("2", "usage: flags contradict each other, or ask of a puzzle what it has not"),
    (
        "3",
        "not settled: a play that is not proved best, a claim neither shown nor refuted, a game that is not over, no new puzzle found",
    ),
    ("10", "proved unsolvable, or not solvable in so few moves"),
    ("20, 21, 22", "time, memory, nodes are spent"),
    ("65", "bad input; for check, what claims nothing: neither a record nor a certificate"),
    (
        "70",
        "a bug of saltus: an answer that its own replay or the checker refutes is not printed. In a batch it ends one line, which has a record of status error",
    ),
    ("74", "reading or writing failed"),
    ("75, 76", "another process is building the table or writing the file; a table is damaged"),
    ("129, 130, 131, 143", "ended by a signal"),
];

const VARIABLES: &[(&str, &str)] = &[
    ("SALTUS_CACHE_DIR", "the folder of tables, where --cache-dir names none"),
    ("XDG_CACHE_HOME", "the folder of tables is saltus in it, where nothing else names one"),
    ("NO_COLOR", "unless it is empty, boards have no colours with --color auto"),
];

const FILES: &[(&str, &str)] = &[("~/.cache/saltus", "the folder of tables, where nothing else names one")];

/// Options by what they are for; those of a command that are not here say what the answer is to be.
const GROUPS: &[(&str, &[&str])] = &[
    ("Input", &["batch", "shard", "input_format", "board", "goal", "seed", "from"]),
    (
        "Search",
        &[
            "solver",
            "part",
            "search",
            "without",
            "disk",
            "workers",
            "processes",
            "hosts",
            "process",
            "within",
            "cache-dir",
            "repeat",
        ],
    ),
    (
        "Output",
        &[
            "output", "resume", "format", "progress", "color", "quiet", "timing", "summary", "chart", "prefix", "form",
            "kind",
        ],
    ),
    ("Limits", &["timeout", "time-each", "memory-limit", "node-limit", "threads"]),
];

/// Options that few people need: `-h` leaves them to `--help`, and lists ten of a command at most.
const SELDOM: &str = "at_most board cache-dir calculus cell check color goal hamiltonian hosts input_format judge letters link minimal no_losing node-limit part \
    pieces process processes progress quiet range repeat resume secret sequences shard threads time-each timing title trace turns view within without";

/// The program's command line, with examples, groups of options and what completes values.
pub fn command() -> Command {
    let mut codes = String::from("Exit codes:\n");
    CODES.iter().for_each(|(code, what)| writeln!(codes, "  {code:<20}{what}").expect("a text takes everything"));
    let program = with_looks(Cli::command()).mut_subcommands(with_flags);
    let program = dressed(program).after_long_help(codes + "\nA batch ends with the largest.");
    every_example().filter(|(name, _)| !name.is_empty()).fold(shown_first("", program), |program, (name, _)| {
        program.mut_subcommand(name, |command| shown_first(name, command))
    })
}

/// A command with its groups and completions, and so those below it.
fn dressed(command: Command) -> Command {
    let is_of_tables = command.get_name() == "tables";
    let command = command.mut_args(|arg| {
        let id = arg.get_id().as_str();
        let group = GROUPS.iter().find(|(_, ids)| ids.contains(&id)).map_or("Answer", |(group, _)| group);
        let is_seldom = SELDOM.split_ascii_whitespace().any(|seldom| seldom == id);
        let arg = if is_of_tables { arg } else { completions::with_values(arg) };
        let is_positional = arg.is_positional();
        let arg = if is_seldom { arg.hide_short_help(true) } else { arg };
        if is_positional { arg } else { arg.help_heading(group) }
    });
    command.mut_subcommands(dressed)
}

fn shown_first(name: &str, command: Command) -> Command {
    let mut text = String::from("Examples:");
    examples(name).for_each(|example| write!(text, "\n  saltus {example}").expect("a text takes everything"));
    command.before_help(text)
}

/// The command that was asked for, as records name it.
pub fn asked(matches: &ArgMatches) -> &'static str {
    let asked = matches.subcommand_name().unwrap_or_default();
    every_example().find(|(name, _)| *name == asked).map_or("", |(name, _)| name)
}

/// Other names that commands go by in other programs, and the names that they have here.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("benchmark", "compare"),
    ("draw-graph", "graph"),
    ("enumerate", "list"),
    ("generate", "new"),
    ("gui", "serve"),
    ("hint", "solve"),
    ("info", "explain"),
    ("random", "new"),
    ("render", "draw"),
    ("scramble", "new"),
    ("validate", "check"),
    ("verify", "check"),
    ("web", "serve"),
];

/// The command that may have been meant by a name that none has.
pub fn meant(name: &str) -> Option<&'static str> {
    let known: Vec<&str> = every_example().map(|(name, _)| name).filter(|name| !name.is_empty()).collect();
    notation::meant(name, OTHER_NAMES, &known)
}

/// An error of the command line with what may have been meant by a word that stands in the place of a command: a command, or a puzzle to be solved.
pub fn advised(mut error: clap::Error, words: Vec<OsString>) -> clap::Error {
    let stands_first =
        |flag: &String| words.get(1).is_some_and(|word| word.to_string_lossy().starts_with(flag.as_str()));
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && stands_first(flag)
    {
        error.insert(
            ContextKind::Suggested,
            ContextValue::StyledStrs(vec!["the flags of a command stand after it".into()]),
        );
        return error;
    }
    let Some(ContextValue::String(asked)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let words: Vec<String> = words.into_iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // Commands have commands of their own.
    let first = words.iter().position(|word| word == asked).unwrap_or(usize::MAX);
    let is_ours = match first {
        0 => true,
        1 => words[0] == "help",
        _ => false,
    };
    if !is_ours {
        return error;
    }
    if let Some(name) = meant(asked) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![name.into()]));
    } else if first == 0 && families::parse_any(&words.join(" ")).is_ok() {
        error.remove(ContextKind::SuggestedSubcommand);
        let tip = format!("a puzzle goes with a command: saltus solve {}", words.join(" "));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

fn every_example() -> impl Iterator<Item = (&'static str, [&'static str; 2])> {
    EXAMPLES.iter().copied().chain(own::all().map(|command| (command.name, command.examples)))
}

fn examples(name: &str) -> impl Iterator<Item = &'static str> {
    every_example().filter(move |(of, _)| *of == name).flat_map(|(_, lines)| lines)
}

/// The manual page of the program, whose name is empty, or of a command; none where there is no such command.
pub fn man(name: &str) -> Option<io::Result<Vec<u8>>> {
    let mut program = command().after_long_help(Resettable::Reset);
    program.build();
    let page = if name.is_empty() { Some(program) } else { program.find_subcommand(name).cloned() }?;
    Some(written(name, page.before_help(Resettable::Reset)))
}

fn written(name: &str, page: Command) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let (has_commands, has_version) = (page.has_subcommands(), page.get_version().is_some());
    let man = clap_mangen::Man::new(page);
    man.render_title(&mut out)?;
    man.render_name_section(&mut out)?;
    man.render_synopsis_section(&mut out)?;
    man.render_description_section(&mut out)?;
    writeln!(out, ".SH EXAMPLES\n.nf")?;
    examples(name).try_for_each(|example| writeln!(out, "saltus {}", plain(example)))?;
    writeln!(out, ".fi")?;
    man.render_options_section(&mut out)?;
    if has_commands {
        man.render_subcommands_section(&mut out)?;
    }
    for (title, rows) in [("EXIT STATUS", CODES), ("ENVIRONMENT", VARIABLES), ("FILES", FILES)] {
        writeln!(out, ".SH \"{title}\"")?;
        rows.iter().try_for_each(|(term, what)| writeln!(out, ".TP\n{}\n{}", plain(term), plain(what)))?;
    }
    if has_version {
        man.render_version_section(&mut out)?;
    }
    Ok(out)
}

/// Text as the manual has it: no escapes, and minus signs that can be copied.
fn plain(text: &str) -> String {
    text.replace('\\', "\\e").replace('-', "\\-")
}
