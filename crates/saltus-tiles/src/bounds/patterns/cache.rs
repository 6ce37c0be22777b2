//! The folder of tables that outlive the process: their names, and which process may write them.

use std::path::{Path, PathBuf};

use super::file::KIND;
use super::{MOST_CELLS, MOST_TILES, Pattern, from_one};
use saltus_core::limits::Limits;
use saltus_core::store::{self, Fault, Lease};

/// What the name of a table ends with.
pub(crate) const SUFFIX: &str = ".table";

/// The name of a pattern's table: board, goal cell of the vacancy, goal cells of the tiles, counted
/// from 1, as in `tiles-4x4-v16-1.2.5.6.table`.
///
/// Images of a pattern under symmetries of the board have one table: that of the least
/// ([`Pattern::canonical`]).
pub(crate) fn name(pattern: &Pattern) -> String {
    let (height, width, vacancy) = (pattern.height, pattern.width, pattern.last_vacancy() + 1);
    format!("tiles-{height}x{width}-v{vacancy}-{}{SUFFIX}", from_one(pattern.cells(), "."))
}

/// The pattern of a name; none when no table has that name.
pub(crate) fn pattern(name: &str) -> Option<Pattern> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|&number| usize::from(number) <= MOST_CELLS);
    let cell = |text: &str| number(text)?.checked_sub(1);
    let mut parts = name.strip_suffix(SUFFIX)?.strip_prefix("tiles-")?.split('-');
    let (height, width) = parts.next()?.split_once('x')?;
    let (height, width) = (usize::from(number(height)?), usize::from(number(width)?));
    let vacancy = cell(parts.next()?.strip_prefix('v')?)?;
    let cells: Vec<u8> = parts.next()?.split('.').map(cell).collect::<Option<_>>()?;
    let ascending = cells.windows(2).all(|pair| pair[0] < pair[1]);
    let on_board = cells.iter().chain([&vacancy]).all(|&cell| usize::from(cell) < height * width);
    if height * width > MOST_CELLS || cells.len() > MOST_TILES || !ascending || !on_board || cells.contains(&vacancy) {
        return None;
    }
    let pattern = Pattern::new(height, width, vacancy.into(), &cells);
    // Each table has one name only.
    (self::name(&pattern) == name && pattern.canonical().0 == pattern).then_some(pattern)
}

/// Where the table of a pattern is, or would be.
pub(crate) fn place(folder: &Path, pattern: &Pattern) -> PathBuf {
    folder.join(name(pattern))
}

/// Removes what builders left that were ended.
///
/// # Errors
/// When the folder cannot be read or changed.
pub(crate) fn sweep(folder: &Path) -> Result<(), Fault> {
    store::sweep(folder, |name| name.ends_with(SUFFIX))
}

/// The right to write the table of a pattern, which one process at a time can have.
///
/// # Errors
/// [`Trouble::Locked`](store::Trouble::Locked) when another process has it; or what the system
/// refuses.
pub(crate) fn claim<'a>(folder: &Path, pattern: &Pattern, limits: &Limits<'a>) -> Result<Lease<'a>, Fault> {
    Lease::take(&KIND, &place(folder, pattern), limits)
}

/// The same, but waits while another process has it.
///
/// # Errors
/// What the system refuses, or the limit that was reached.
pub(crate) fn wait<'a>(folder: &Path, pattern: &Pattern, limits: &Limits<'a>) -> Result<Lease<'a>, Fault> {
    Lease::wait(&KIND, &place(folder, pattern), limits)
}
