//! Flags that every command has, where they have no meaning.
//!
//! Limits and how standard error looks may be said to every command: one that needs no limit keeps it. What a flag asks for and would not get
//! is refused instead.

use crate::args::{Cli, Command, Common, Format};
use crate::csv;

/// What of the flags of every command means nothing to this one, in a sentence.
pub fn meaningless(cli: &Cli) -> Option<&'static str> {
    let Common { format, seed, timing, time_each, .. } = cli.common;
    let is_without_puzzle = matches!(
        cli.command,
        Command::Own(_)
            | Command::Check(_)
            | Command::Merge(_)
            | Command::Tables(_)
            | Command::Serve(_)
            | Command::Site(_)
            | Command::Daily(_)
            | Command::Reproduce(_)
            | Command::Bench(_)
            | Command::Completions { .. }
            | Command::Man { .. }
    );
    let is_timed = match &cli.command {
        Command::Solve(_) | Command::Count(_) => format != Format::Moves,
        Command::Solvable(args) => {
            format != Format::Moves && args.cert.as_deref().is_none_or(|file| file.as_os_str() != "-")
        }
        Command::Survey(args) => args.positions.is_none() || args.sweep.is_asked(),
        Command::Compare(args) => args.from.is_none(),
        _ => false,
    };
    let has_moves = match &cli.command {
        Command::Solve(_) | Command::Count(_) | Command::List(_) | Command::Play(_) => true,
        Command::Solvable(args) => args.at_most.is_some(),
        _ => false,
    };
    let has_records = !matches!(
        cli.command,
        Command::Serve(_) | Command::Site(_) | Command::Daily(_) | Command::Completions { .. } | Command::Man { .. }
    );
    let is_table_on_disk = match &cli.command {
        Command::Survey(args) => args.positions.is_some() && args.disk.is_some() && !args.sweep.is_asked(),
        _ => false,
    };
    if is_table_on_disk {
        Some("--positions goes with --disk where a space is swept: with --workers, --processes or --hosts")
    } else if is_without_puzzle && seed.is_some() {
        Some("--seed goes with a PUZZLE")
    } else if (is_without_puzzle || matches!(cli.command, Command::Play(_))) && time_each.is_some() {
        Some("--time-each goes with a PUZZLE that is answered, or a batch of them; --timeout is the limit here")
    } else if timing && !is_timed {
        Some("--timing goes with solve, compare, count, solvable and survey, where they write text or records")
    } else if format != Format::Text && matches!(&cli.command, Command::New(args) if args.lesson) {
        Some("--lesson writes a text, and no --format")
    } else if format == Format::Moves && !has_moves {
        Some("--format moves goes with solve, count, list, play and solvable --at-most")
    } else if format == Format::Json && !has_records {
        Some("--format json goes with commands that have answers")
    } else if format == Format::Csv && csv::columns(&cli.command).is_none() {
        Some("--format csv goes with solve, count, list, solvable, survey, explain and new")
    } else {
        None
    }
}
