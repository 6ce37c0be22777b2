//! The tables of this process: each is made once, whoever asks first; large ones are kept in the cache folder, if there is one.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use super::Pattern;
use super::build::{Halves, Keep, Shape, build};
use super::cache::{self, Claim};
use super::file::{self, Fault, Trouble};
use super::slopes::{Numbering, Slopes, bytes};
use super::table::{self, Table};
use saltus_core::limits::{Limits, Stop};

/// What is asked for; a table in the making is locked.
type Key = (Pattern, Numbering);
type Slot = Arc<Mutex<Option<Arc<Slopes>>>>;

static TABLES: OnceLock<Mutex<HashMap<Key, Slot>>> = OnceLock::new();

/// Tables with more entries than this are kept without being asked to: they take about a second or more to build. (Counted in entries, what is
/// left in the folder does not depend on the machine.)
pub const KEPT: usize = 1 << 26;

/// The slopes of a pattern, made with as many threads as `limits` allow unless they are there: then they cost nothing more.
///
/// # Errors
/// The limit that was reached.
pub fn slopes(pattern: &Pattern, numbering: Numbering, limits: &Limits<'_>) -> Result<Arc<Slopes>, Stop> {
    let slot = {
        let mut tables = TABLES.get_or_init(Mutex::default).lock().expect("no panic");
        tables.entry((pattern.clone(), numbering)).or_default().clone()
    };
    let mut made = slot.lock().expect("no panic");
    if let Some(slopes) = &*made {
        return Ok(slopes.clone());
    }
    limits.afford(bytes(pattern.height() * pattern.width(), pattern.tiles(), numbering))?;
    let shape = Shape::new(pattern.height(), pattern.width(), pattern.tiles());
    let halves = halves(&shape, pattern, KEPT, limits)?;
    let slopes = Arc::new(Slopes::new(&shape, pattern, &halves, numbering, limits)?);
    *made = Some(slopes.clone());
    Ok(slopes)
}

static CHECKSUMS: OnceLock<Mutex<HashMap<Pattern, u32>>> = OnceLock::new();

/// The checksum of a pattern's table, the pattern as it is: that of an image may be another.
///
/// # Errors
/// The limit that was reached.
pub fn checksum(pattern: &Pattern, limits: &Limits<'_>) -> Result<u32, Stop> {
    let known = CHECKSUMS.get_or_init(Mutex::default);
    if let Some(&checksum) = known.lock().expect("no panic").get(pattern) {
        return Ok(checksum);
    }
    let shape = Shape::new(pattern.height(), pattern.width(), pattern.tiles());
    limits.afford(table::build_bytes(&shape))?;
    let checksum = Table::build(&shape, pattern, limits)?.0.checksum();
    known.lock().expect("no panic").insert(pattern.clone(), checksum);
    Ok(checksum)
}

/// What slopes are found from: read, or else built, and kept when there are more entries than `kept`.
pub(super) fn halves(shape: &Shape, pattern: &Pattern, kept: usize, limits: &Limits<'_>) -> Result<Halves, Stop> {
    let folder = limits.cache.filter(|_| pattern.tiles() > 0 && pattern.canonical().0 == *pattern);
    let in_memory = || build(shape, pattern, Keep::Halves, limits).map(|built| built.halves);
    let Some(folder) = folder else { return in_memory() };
    match file::read_halves(&cache::place(folder, pattern), shape, pattern, limits) {
        Ok(halves) => Ok(halves),
        Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
        Err(Fault { trouble: Trouble::Missing, .. }) => {
            let affordable = limits.afford(table::build_bytes(shape)).is_ok();
            if shape.entries() > kept && affordable { keep(folder, shape, pattern, limits) } else { in_memory() }
        }
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is built anew, in memory"));
            in_memory()
        }
    }
}

/// Builds a table and writes it; what hinders the writing is said, and no more.
fn keep(folder: &Path, shape: &Shape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Halves, Stop> {
    // Somebody else's table may take long, and this one is needed now.
    let claim = match Claim::take(folder, pattern, limits) {
        Ok(claim) => claim,
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is not kept"));
            return build(shape, pattern, Keep::Halves, limits).map(|built| built.halves);
        }
    };
    let (table, halves) = Table::build(shape, pattern, limits)?;
    match claim.write(&table) {
        Ok(()) => Ok(halves),
        Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
        Err(fault) => {
            limits.remark(format_args!("{fault}; the table is not kept"));
            Ok(halves)
        }
    }
}
