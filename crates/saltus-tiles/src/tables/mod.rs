//! Tables that are kept on disk, types erased for the front ends: which there are, what they cost,
//! how they are built and verified.

mod patterns;

use std::path::Path;

use crate::bounds::patterns::cache;
use saltus_core::fs;
use saltus_core::limits::{Limits, Stop};
use saltus_core::notation::{self, BadInput, Word};
pub use saltus_core::store::{Fault, Trouble};

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
trait Source: Sync {
    /// The family.
    fn family(&self) -> &'static str;

    /// The tables that the words after the family ask for.
    fn wanted(&self, words: Vec<Word<'_>>) -> Result<Vec<Box<dyn Table>>, BadInput>;

    /// The table of this name.
    fn named(&self, name: &str) -> Option<Box<dyn Table>>;
}

static SOURCES: &[&dyn Source] = &[&patterns::Source];

/// The tables that a line asks for, each once: `tiles 4x4 6-6-3` or `tiles 5x5 1,2,6,7,11,12`.
///
/// # Errors
/// The place and the rule broken.
pub fn wanted(line: &str) -> Result<Vec<Box<dyn Table>>, BadInput> {
    let mut words = notation::words(line)?;
    let families = || SOURCES.iter().map(|source| source.family()).collect::<Vec<_>>().join(", ");
    if words.is_empty() {
        return Err(BadInput::line(format!("which tables? There are some for: {}", families())));
    }
    let first = words.remove(0);
    let Some(source) = SOURCES.iter().find(|source| source.family() == first.text) else {
        return Err(first.fault(format!("has no tables; there are some for: {}", families())));
    };
    source.wanted(words)
}

/// The table of this name.
pub fn named(name: &str) -> Option<Box<dyn Table>> {
    SOURCES.iter().find_map(|source| source.named(name))
}

/// The names of all files in a folder that are named like tables, in alphabetical order; none when
/// there is no folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>, Fault> {
    cache::names(folder)
}

/// Removes what builders left that were ended.
///
/// # Errors
/// When the folder cannot be read or changed.
pub fn sweep(folder: &Path) -> Result<(), Fault> {
    cache::sweep(folder)
}

/// Removes the file of a name that [`names`] gave.
///
/// # Errors
/// What the system refused.
pub fn remove(folder: &Path, name: &str) -> Result<(), Fault> {
    let file = folder.join(name);
    fs::remove_file(&file).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Fault::new(&file, Trouble::Missing("table")),
        _ => Fault::new(&file, Trouble::System { doing: "removing", error }),
    })
}
