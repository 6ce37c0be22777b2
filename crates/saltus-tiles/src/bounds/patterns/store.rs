//! The tables of this process: each is made once, by the first search that needs it; large ones are
//! kept in the cache folder, if there is one.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::Pattern;
use super::build::{Halves, Keep, Shape, build};
use super::cache;
use super::deltas::{MoveDeltas, Numbering, bytes};
use super::file;
use super::table::{self, ValueTable};
use saltus_core::limits::ledger::Kept;
use saltus_core::limits::{Limits, Stop};
use saltus_core::store::{Fault, Trouble};

static TABLES: Kept<(Pattern, Numbering), MoveDeltas> = Kept::new();

/// Tables with more entries than this are kept without being asked to: they take about a second or
/// more to build. (Counted in entries, what is left in the folder does not depend on the machine.)
pub(crate) const KEPT: usize = 1 << 26;

/// The deltas of a pattern, made with as many threads as `limits` allow unless they are there: then
/// they cost nothing more.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn deltas(pattern: &Pattern, numbering: Numbering, limits: &Limits<'_>) -> Result<Arc<MoveDeltas>, Stop> {
    let needed = bytes(pattern.height() * pattern.width(), pattern.tiles(), numbering);
    // Whether it is there or not: no answer depends on what was asked before.
    limits.afford(needed)?;
    TABLES.get(&(pattern.clone(), numbering), limits, |held| {
        *held = needed;
        made(pattern, numbering, limits)
    })
}

fn made(pattern: &Pattern, numbering: Numbering, limits: &Limits<'_>) -> Result<MoveDeltas, Stop> {
    let shape = Shape::new(pattern.height(), pattern.width(), pattern.tiles());
    let (halves, file) = halves(&shape, pattern, KEPT, limits)?;
    let deltas = MoveDeltas::new(&shape, pattern, &halves, numbering, limits)?;
    let Some(file) = file else { return Ok(deltas) };
    if deltas.agrees_with_a_walk() {
        return Ok(deltas.read_from(file));
    }
    drop((deltas, halves));
    say_corrupt(&file, limits);
    let halves = build(&shape, pattern, Keep::Halves, limits)?.halves;
    MoveDeltas::new(&shape, pattern, &halves, numbering, limits)
}

/// What is said of a table whose checksums are right and whose entries are not.
const CORRUPT: &str = "the entries: they are corrupt, for the moves that they name do not lead to the goal";

static DISTRUSTED: OnceLock<Mutex<HashSet<PathBuf>>> = OnceLock::new();

/// The files that have been found to be wrong.
fn distrusted() -> MutexGuard<'static, HashSet<PathBuf>> {
    DISTRUSTED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says that a file is wrong: from now on its table is computed in this process.
fn say_corrupt(file: &Path, limits: &Limits<'_>) {
    limits.remark(format_args!("{}: {CORRUPT}; the table is built anew, in memory", file.display()));
    distrusted().insert(file.to_owned());
}

/// Says that a file is wrong, and forgets what was read from it.
pub(crate) fn distrust(file: &Path, limits: &Limits<'_>) {
    say_corrupt(file, limits);
    TABLES.forget(|deltas| deltas.file.as_deref() == Some(file));
}

/// Forgets all tables, for tests that read other files of the same names.
#[cfg(test)]
pub(super) fn forget() {
    TABLES.forget(|_| true);
}

static CHECKSUMS: OnceLock<Mutex<HashMap<Pattern, u32>>> = OnceLock::new();

/// The checksum of a pattern's table, the pattern as it is: that of an image may be another.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn checksum(pattern: &Pattern, limits: &Limits<'_>) -> Result<u32, Stop> {
    let known = CHECKSUMS.get_or_init(Mutex::default);
    if let Some(&checksum) = known.lock().expect("no panic").get(pattern) {
        return Ok(checksum);
    }
    let shape = Shape::new(pattern.height(), pattern.width(), pattern.tiles());
    limits.afford(table::build_bytes(&shape))?;
    let checksum = ValueTable::build(&shape, pattern, limits)?.0.checksum();
    known.lock().expect("no panic").insert(pattern.clone(), checksum);
    Ok(checksum)
}

/// What deltas are found from, and the file that it was read from. If there is none it is built,
/// and kept when there are more entries than `kept`.
pub(super) fn halves(
    shape: &Shape,
    pattern: &Pattern,
    kept: usize,
    limits: &Limits<'_>,
) -> Result<(Halves, Option<PathBuf>), Stop> {
    let folder = limits.cache.filter(|_| pattern.tiles() > 0 && pattern.canonical().0 == *pattern);
    let in_memory = || build(shape, pattern, Keep::Halves, limits).map(|built| (built.halves, None));
    let Some(folder) = folder else { return in_memory() };
    let file = cache::place(folder, pattern);
    if distrusted().contains(&file) {
        return in_memory();
    }
    match file::read_halves(&file, shape, pattern, limits) {
        Ok(halves) => Ok((halves, Some(file))),
        Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
        // An older table gives way to a new one.
        Err(Fault { trouble: Trouble::Missing(_) | Trouble::Outdated { .. }, .. }) => {
            let affordable = limits.afford(table::build_bytes(shape)).is_ok();
            if shape.entries() > kept && affordable {
                keep(folder, shape, pattern, limits).map(|halves| (halves, None))
            } else {
                in_memory()
            }
        }
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is built anew, in memory"));
            in_memory()
        }
    }
}

/// Builds a table and writes it; what hinders the writing is said, and no more.
fn keep(folder: &Path, shape: &Shape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Halves, Stop> {
    // Another process may take long to build its table, and this one is needed now.
    let claim = match cache::claim(folder, pattern, limits) {
        Ok(claim) => claim,
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is not kept"));
            return build(shape, pattern, Keep::Halves, limits).map(|built| built.halves);
        }
    };
    let (table, halves) = ValueTable::build(shape, pattern, limits)?;
    match file::write(claim, &table, limits) {
        Ok(()) => Ok(halves),
        Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is not kept"));
            Ok(halves)
        }
    }
}
