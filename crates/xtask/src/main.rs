//! `cargo xtask TASK`: what is done with the repository and is no part of the programs.
//!
//! | task | does |
//! |---|---|
//! | `adversary [--seed N] [--minutes M] [LAW]` | looks for a case that breaks a law, and keeps what it finds in crates/saltus-adversary/corpus.txt |
//! | `docs [FOLDER]` | builds the documentation as a site, in target/docs (with Python) |
//! | `house` | prints how many lines there are, by crate, and what there is more of than there should be |
//! | `licences` | writes docs/licences.md, after each change of a dependency |
//! | `npm [-o DIR] [--modules DIR]` | makes the package for Node and browsers (docs/web.md); with the modules of DIR, or else those that it builds |
//! | `peers [--spin PATH] [--slidy PATH] ..` | compares with other programs, in turns, and prints a table of ratios (docs/searches.md) |
//! | `release [--programs DIR \| --target PLATFORM]` | makes the archive of a release (docs/release.md); with the programs of DIR, or else those that it builds, for this platform or one whose programs run here |
//! | `wasm [-o DIR]` | builds the modules `saltus.wasm` and `saltus-check.wasm` (docs/web.md) and tells their sizes |

mod adversary;
mod house;
mod licences;
#[cfg(test)]
mod manifests;
mod metadata;
mod npm;
mod peers;
mod release;
mod wasm;

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Whatever ends a task.
type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["adversary", ref words @ ..] => adversary::run(words),
        ["docs", ref folder @ ..] => docs(folder),
        ["house"] => house::print(),
        ["licences"] => licences::write(),
        ["npm"] => npm::make(None, None),
        ["npm", "-o", folder] => npm::make(Some(Path::new(folder)), None),
        ["npm", "--modules", modules] => npm::make(None, Some(Path::new(modules))),
        ["npm", "-o", folder, "--modules", modules] => npm::make(Some(Path::new(folder)), Some(Path::new(modules))),
        ["peers", ref words @ ..] => peers::run(words),
        ["release"] => release::make(None, None),
        ["release", "--target", platform] => release::make(None, Some(platform)),
        ["release", "--programs", folder] => release::make(Some(Path::new(folder)), None),
        ["wasm"] => wasm::make(None).map(drop),
        ["wasm", "-o", folder] => wasm::make(Some(Path::new(folder))).map(drop),
        _ => {
            Err("the tasks are: adversary [--seed N] [--minutes M] [LAW], docs [FOLDER], house, licences, npm [-o DIR] [--modules DIR], peers [--PROGRAM PATH].., release [--programs DIR | --target PLATFORM], wasm [-o DIR]".into())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

/// The documentation as a site.
fn docs(folder: &[&str]) -> Outcome<()> {
    let script = root().join(".ci/docs");
    let done = Command::new("bash").arg(script).args(folder).status()?;
    if done.success() { Ok(()) } else { Err("the documentation is not built".into()) }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// What a program writes to standard output.
fn output(command: &mut Command) -> Outcome<Vec<u8>> {
    let done =
        command.stderr(std::process::Stdio::inherit()).output().map_err(|error| format!("{command:?}: {error}"))?;
    if done.status.success() { Ok(done.stdout) } else { Err(format!("{command:?}: {}", done.status).into()) }
}

/// The program that runs this task: cargo tells its own path.
fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}
