//! What a shell offers while a command line is typed: the script asks the program, which knows families, solvers, bounds and tables.

use std::ffi::{OsStr, OsString};

use clap::Arg;
use clap_complete::engine::{ArgValueCandidates, ArgValueCompleter, CompletionCandidate};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};
use saltus::search::named::LIST;

use crate::{cache, families, help};

/// The variable by which a script asks.
const VARIABLE: &str = "SALTUS_COMPLETE";

/// Answers a script; false where none asks.
///
/// # Errors
/// What is wrong with the question.
pub fn answer(words: &[OsString]) -> clap::error::Result<bool> {
    let folder = std::env::current_dir().ok();
    CompleteEnv::with_factory(help::command).var(VARIABLE).try_complete(words.iter().cloned(), folder.as_deref())
}

/// The script of a shell.
///
/// # Errors
/// When writing fails.
pub fn script(shell: Shell) -> std::io::Result<Vec<u8>> {
    let (shells, mut script) = (Shells::builtins(), Vec::new());
    let shell = shells.completer(&shell.to_string()).expect("both lists name the same shells");
    shell.write_registration(VARIABLE, "saltus", "saltus", "saltus", &mut script)?;
    Ok(script)
}

/// An argument with what completes its values, where the program knows them.
pub fn with_values(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "puzzle" | "words" => arg.add(ArgValueCompleter::new(puzzles)),
        "solver" | "search" => arg.add(ArgValueCompleter::new(|typed: &OsStr| {
            let typed = typed.to_str().unwrap_or_default();
            named(typed, if typed.contains(':') { bounded(typed) } else { solvers() })
        })),
        "names" => arg.add(ArgValueCandidates::new(|| {
            let names = cache::folder(None).and_then(|folder| families::all().table_names(&folder).ok());
            names.unwrap_or_default().into_iter().map(CompletionCandidate::new).collect()
        })),
        _ => arg,
    }
}

/// The first word of a puzzle: a family, a name or an alias.
fn puzzles(typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_str().unwrap_or_default();
    let all = families::all().families().iter().flat_map(|family| {
        let named = family.named.iter().map(|(name, _)| *name);
        std::iter::once(family.name).chain(named).chain(family.aliases.iter().map(|(alias, _)| *alias))
    });
    let all: Vec<String> = all.map(str::to_owned).collect();
    // The place of a word that clap_complete tells is the same for the first two.
    let is_begun = std::env::args().any(|word| word != typed && all.contains(&word));
    if is_begun { Vec::new() } else { named(typed, all) }
}

/// Solvers of all families, and searches that every family has.
fn solvers() -> Vec<String> {
    let own = families::all().families().iter().flat_map(|family| &family.solvers).copied();
    own.chain(LIST.iter().map(|search| search.name)).map(str::to_owned).collect()
}

/// The search that is typed, with each bound of a family.
fn bounded(typed: &str) -> Vec<String> {
    let search = typed.split(':').next().unwrap_or_default();
    let own = families::all().families().iter().flat_map(|family| family.bounds.iter().map(|(name, _)| *name));
    own.chain(["zero"]).map(|bound| format!("{search}:{bound}")).collect()
}

/// Those that begin as typed, each once.
fn named(typed: &str, mut all: Vec<String>) -> Vec<CompletionCandidate> {
    all.retain(|name| name.starts_with(typed));
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(CompletionCandidate::new).collect()
}
