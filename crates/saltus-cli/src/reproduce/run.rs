//! Items are run: their commands by this very program, in a folder of their own, and their statements by brute force.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use saltus::fs;
use saltus::limits::Limits;
use saltus::record::Status;

use crate::system;
use saltus_sources::{Contradiction, Item, Shown, matches};

/// What became of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All is as its file says; how many cases its statement was verified in, if it has one.
    Reproduced(Option<u64>),
    /// Something is not, and what.
    Differs(String),
    /// A limit was reached first.
    Stopped(String),
}

impl Outcome {
    /// What a record calls it.
    pub fn status(&self) -> Status {
        match self {
            Outcome::Reproduced(_) => Status::Verified,
            Outcome::Differs(_) => Status::Refuted,
            Outcome::Stopped(_) => Status::Undecided,
        }
    }
}

/// A folder that goes with this.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> io::Result<Self> {
        let folder = Folder(std::env::temp_dir().join(format!("saltus-reproduce-{}-{name}", std::process::id())));
        fs::create_dir_all(&folder.0)?;
        Ok(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What stays in a folder for temporary files does no harm.
        fs::remove_dir_all(&self.0).unwrap_or_default();
    }
}

/// Runs an item. Its pictures are copied into a folder, if one is named.
///
/// # Errors
/// When files or processes are refused.
pub fn run(item: &Item, upto: Option<usize>, pictures: Option<&Path>, limits: &Limits<'_>) -> io::Result<Outcome> {
    let folder = Folder::new(item.name)?;
    for (name, text) in &item.files {
        fs::write(folder.0.join(name), text)?;
    }
    for command in &item.commands {
        let printed = printed(command, &folder.0)?;
        let lines: Vec<&str> = printed.iter().map(String::as_str).collect();
        if !matches(&command.prints, &lines) {
            return Ok(Outcome::Differs(format!("saltus {} prints\n{}", command.line, lines.join("\n"))));
        }
        if let (Some(name), Some(pictures)) = (&command.into, pictures) {
            fs::create_dir_all(pictures)?;
            fs::copy(folder.0.join(name), pictures.join(name))?;
        }
    }
    let Some(statement) = item.statement else { return Ok(Outcome::Reproduced(None)) };
    Ok(match statement.verify(upto.unwrap_or(statement.upto), limits) {
        Ok(cases) => Outcome::Reproduced(Some(cases)),
        Err(Contradiction::Case(case)) => Outcome::Differs(case),
        Err(Contradiction::Stop(stop)) => Outcome::Stopped(stop.to_string()),
    })
}

/// The lines that a command prints, on standard output and then on standard error.
fn printed(command: &Shown, folder: &Path) -> io::Result<Vec<String>> {
    let mut program = system::itself()?;
    // Tables of the user's cache make other numbers of nodes.
    program.args(&command.words).current_dir(folder).env("SALTUS_CACHE_DIR", folder.join("cache"));
    let ran = program.stdin(Stdio::null()).output()?;
    let mut text = String::new();
    match &command.into {
        Some(name) => fs::write(folder.join(name), ran.stdout)?,
        None => text.push_str(&String::from_utf8_lossy(&ran.stdout)),
    }
    text.push_str(&String::from_utf8_lossy(&ran.stderr));
    Ok(text.lines().map(|line| line.trim_end().to_owned()).collect())
}
