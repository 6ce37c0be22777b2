//! The tables of this process: each is made once, by the first search that needs it; large ones are
//! kept in the cache folder, if there is one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use super::Pattern;
use super::build::{TableShape, build_bytes};
use super::cache;
use super::file;
use super::table::Table;
use crate::constants;
use saltus_core::limits::ledger::Kept;
use saltus_core::limits::{Limits, Stop};
use saltus_core::store::{Fault, Note, Trouble};
use saltus_core::threads::locked;

static TABLES: Kept<Pattern, Table> = Kept::new();

/// By rows, columns and tiles.
static SHAPES: Kept<(usize, usize, usize), TableShape> = Kept::new();

/// Tables with more entries than this are kept without being asked to: they take about a second or
/// more to build. (Counted in entries, what is left in the folder does not depend on the machine.)
pub(crate) const KEPT: usize = 1 << 26;

/// The shape of a pattern, made once and kept while there is room.
pub(crate) fn shape(pattern: &Pattern, limits: &Limits<'_>) -> Arc<TableShape> {
    let key @ (height, width, tiles) = (pattern.height, pattern.width, pattern.tiles());
    let Ok(made) = SHAPES.get(&key, limits, |held| {
        let shape = TableShape::new(height, width, tiles);
        *held = shape.sets.bytes() + (2 * 36 * shape.orders) as u64;
        Ok::<_, std::convert::Infallible>(shape)
    });
    made
}

/// The table of a pattern, made with as many threads as `limits` allow unless it is there: then it
/// costs nothing more.
///
/// # Errors
/// The limit that was reached.
pub(crate) fn table(pattern: &Pattern, limits: &Limits<'_>) -> Result<Arc<Table>, Stop> {
    let shape = shape(pattern, limits);
    // Whether it is there or not: no answer depends on what was asked before.
    limits.afford(build_bytes(&shape))?;
    TABLES.get(pattern, limits, |held| {
        *held = shape.bytes();
        made(&shape, pattern, KEPT, limits)
    })
}

/// Whether the table of a pattern needs no making: it is there, or a file of its name is.
pub(crate) fn is_at_hand(pattern: &Pattern, limits: &Limits<'_>) -> bool {
    let in_folder = || limits.cache.is_some_and(|folder| cache::place(folder, pattern).is_file());
    constants::table(pattern).is_some() || TABLES.has(pattern) || in_folder()
}

/// What is said of a table whose checksums are right and whose entries are not.
const CORRUPT: &str = "the entries: they are corrupt, for the moves that they name do not lead to the goal";

/// The files that have been found to be wrong.
static DISTRUSTED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Says that a file is wrong: from now on its table is computed in this process.
fn say_corrupt(file: &Path, limits: &Limits<'_>) {
    limits.remark(format_args!("{}: {CORRUPT}; the table is built anew, in memory", file.display()));
    // The next process looks at it anew, too.
    Note::forget(file);
    locked(&DISTRUSTED).insert(file.to_owned());
}

/// Says that a file is wrong, and forgets what was read from it.
pub(crate) fn distrust(file: &Path, limits: &Limits<'_>) {
    say_corrupt(file, limits);
    TABLES.forget(|table| table.file.as_deref() == Some(file));
}

/// Forgets all tables, for tests that read other files of the same names.
#[cfg(test)]
pub(super) fn forget() {
    TABLES.forget(|_| true);
}

/// The table of a pattern: a part of the program, or as it lies in its file. If there is none it is
/// built, and kept when there are more entries than `kept`.
pub(super) fn made(
    shape: &Arc<TableShape>,
    pattern: &Pattern,
    kept: usize,
    limits: &Limits<'_>,
) -> Result<Table, Stop> {
    if let Some(bits) = constants::table(pattern) {
        return Ok(Table::new(shape, pattern, Box::new(bits)));
    }
    let folder = limits.cache.filter(|_| pattern.tiles() > 0 && pattern.canonical().0 == *pattern);
    let Some(folder) = folder else { return Table::build(shape, pattern, limits) };
    let file = cache::place(folder, pattern);
    if locked(&DISTRUSTED).contains(&file) {
        return Table::build(shape, pattern, limits);
    }
    match file::read(&file, shape, pattern) {
        Ok((table, None)) => return Ok(table),
        Ok((table, Some(note))) if table.agrees_with_a_walk() => {
            note.write();
            return Ok(table);
        }
        Ok(_) => say_corrupt(&file, limits),
        // An older table gives way to a new one.
        Err(Fault { trouble: Trouble::Missing(_) | Trouble::Outdated { .. }, .. }) => {
            if shape.entries() > kept {
                return keep(folder, shape, pattern, limits);
            }
        }
        Err(fault) => limits.remark(format_args!("{fault}; the table is built anew, in memory")),
    }
    Table::build(shape, pattern, limits)
}

/// Builds a table and writes it; what hinders the writing is said, and no more.
fn keep(folder: &Path, shape: &Arc<TableShape>, pattern: &Pattern, limits: &Limits<'_>) -> Result<Table, Stop> {
    // Another process may take long to build its table, and this one is needed now.
    let claim = match cache::claim(folder, pattern, limits) {
        Ok(claim) => claim,
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is not kept"));
            return Table::build(shape, pattern, limits);
        }
    };
    let table = Table::build(shape, pattern, limits)?;
    match file::write(claim, shape, &table, limits) {
        Ok(()) => Ok(table),
        Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is not kept"));
            Ok(table)
        }
    }
}
