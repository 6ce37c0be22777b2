//! Tables that outlive the process, as the front ends see them: which there are, what they cost, how they are built and verified.
//!
//! A family that has some names a [`Source`] in [`Family::TABLES`](crate::family::Family::TABLES). Their files are [stored](crate::store)
//! in one folder, and go by their names.

use std::io::ErrorKind;
use std::path::Path;

use crate::fs;
use crate::limits::{Limits, Stop};
use crate::notation::{self, BadInput, Word};
use crate::registry::Registry;
use crate::store::{self, Fault, Trouble};

/// What a table costs, as known before it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Its entries.
    pub entries: u64,
    /// Bytes of memory while it is built.
    pub memory: u64,
    /// Bytes on disk; where values are large it may be twice as much.
    pub disk: u64,
}

/// What the header of a table's file says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Entries.
    pub entries: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// The CRC-32 of the entries.
    pub checksum: u32,
}

/// How it comes that a table is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It was there, whole.
    Found,
    /// It was built.
    Built,
}

/// A table, whether it is there or not.
pub trait Table: Sync {
    /// The name of its file.
    fn name(&self) -> String;

    /// What it costs.
    ///
    /// # Errors
    /// When even to find that out takes more than the limits allow.
    fn estimate(&self, limits: &Limits<'_>) -> Result<Estimate, Stop>;

    /// What the header of its file says, which is read together with the length.
    ///
    /// # Errors
    /// What is wrong with the file.
    fn summary(&self, folder: &Path) -> Result<Summary, Fault>;

    /// Reads the file and compares its checksums.
    ///
    /// # Errors
    /// What is wrong with it, or the limit that was reached.
    fn read(&self, folder: &Path, limits: &Limits<'_>) -> Result<Summary, Fault>;

    /// Builds it and writes its file, unless that is there and whole. When another process is at
    /// it, waits for that or gives up.
    ///
    /// # Errors
    /// [`Trouble::Locked`], what the system refused, or the limit that was reached.
    fn build(&self, folder: &Path, wait: bool, limits: &Limits<'_>) -> Result<Presence, Fault>;

    /// Reads the file and compares every entry with those of a table built anew.
    ///
    /// # Errors
    /// What is wrong, or the limit that was reached.
    fn verify(&self, folder: &Path, limits: &Limits<'_>) -> Result<Summary, Fault>;
}

/// The tables of a family of puzzles.
pub trait Source: Sync {
    /// How the names of their files end.
    fn suffix(&self) -> &'static str;

    /// The tables that the words after the family ask for, each once.
    ///
    /// # Errors
    /// The place and the rule broken.
    fn wanted(&self, words: Vec<Word<'_>>) -> Result<Vec<Box<dyn Table>>, BadInput>;

    /// The table of this name.
    fn named(&self, name: &str) -> Option<Box<dyn Table>>;
}

impl Registry {
    fn sources(&self) -> impl Iterator<Item = (&'static str, &'static dyn Source)> {
        self.families().iter().filter_map(|family| Some((family.name, family.tables?)))
    }

    fn is_table(&self, name: &str) -> bool {
        self.sources().any(|(_, source)| name.ends_with(source.suffix()))
    }

    /// The tables that a line asks for, each once: a family and its words (`tiles 4x4 6-6-3`).
    ///
    /// # Errors
    /// The place and the rule broken.
    pub fn tables(&self, line: &str) -> Result<Vec<Box<dyn Table>>, BadInput> {
        let mut words = notation::words(line)?;
        let families = || self.sources().map(|(family, _)| family).collect::<Vec<_>>().join(", ");
        if words.is_empty() {
            return Err(BadInput::line(format!("which tables? There are some for: {}", families())));
        }
        let first = words.remove(0);
        let Some((_, source)) = self.sources().find(|(family, _)| *family == first.text) else {
            return Err(first.fault(format!("has no tables; there are some for: {}", families())));
        };
        source.wanted(words)
    }

    /// The table of this name.
    pub fn table(&self, name: &str) -> Option<Box<dyn Table>> {
        self.sources().find_map(|(_, source)| source.named(name))
    }

    /// The names of all files in a folder that are named like tables, in alphabetical order; none when there is no folder.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn table_names(&self, folder: &Path) -> Result<Vec<String>, Fault> {
        let reading = Fault::system(folder, "reading the folder");
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(&reading)?,
        };
        let mut names: Vec<String> = Vec::new();
        for entry in entries {
            let name = entry.map_err(&reading)?.file_name().into_string();
            if let Ok(name) = name
                && self.is_table(&name)
            {
                // There are few.
                names.insert(names.partition_point(|other| *other < name), name);
            }
        }
        Ok(names)
    }

    /// Removes what builders left that were ended.
    ///
    /// # Errors
    /// When the folder cannot be read or changed.
    pub fn sweep_tables(&self, folder: &Path) -> Result<(), Fault> {
        store::sweep(folder, |name| self.is_table(name))
    }
}

/// Removes the file of a name that [`Registry::table_names`] gave.
///
/// # Errors
/// What the system refused.
pub fn remove(folder: &Path, name: &str) -> Result<(), Fault> {
    let file = folder.join(name);
    store::Note::forget(&file);
    fs::remove_file(&file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Fault::new(&file, Trouble::Missing("table")),
        _ => Fault::new(&file, Trouble::System { doing: "removing", error }),
    })
}
