//! The same search with its bits in the files of a folder, for boards beyond memory.
//!
//! Each layer is a file, half a bit a state, and two of them are read while the next is written.
//! When a layer is finished, a small file records that, and the older layer is removed. So a search
//! that was stopped or killed goes on after the last finished layer. There are at most 1.5 bits a
//! state on the disk.
//!
//! ```
//! use saltus_tiles::search::space::{census, disk};
//! use saltus_core::limits::Limits;
//!
//! let folder = std::env::temp_dir().join(format!("saltus-example-{}", std::process::id()));
//! let found = disk::explore(&folder, 2, 3, 5, &Limits::default())?;
//! assert_eq!((found.depth(), found.distance_sum()), (21, 4544));
//! assert_eq!(found, census(2, 3, 5, &Limits::default())?);
//! # std::fs::remove_dir_all(folder).unwrap();
//! # Ok::<(), saltus_core::answers::CannotSurvey>(())
//! ```

use std::path::{Path, PathBuf};

use super::bit_store::BitStore;
use super::failure::{damaged, of_store, unusable};
use super::files::BitFile;
use super::journal::{self, Journal, layer_name};
use super::plan::{SpacePlan, piece_words};
use super::sweep::Sweep;
use super::{Census, boards, examples, plant, prepare};
use saltus_core::answers::CannotSurvey;
use saltus_core::fs::{self, File};
use saltus_core::limits::{Limits, Stop, Tally};
use saltus_core::store::{self, Trouble};

/// Tiles of whose orders the largest pieces are made: 32 MB.
const MOST_PIECE_TILES: usize = 12;

/// Counts all arrangements by their distance from the goal in the files of a folder, which is made
/// if it is not there. What an earlier search of the same board left there is used.
///
/// # Errors
/// The limit that was reached; later searches in the folder then go on after the last finished
/// layer. Files that cannot be read or written, or are not as they were written; a folder that is
/// in use or holds something else.
///
/// # Panics
/// When there are no cells or the vacancy belongs in none of them.
pub fn explore(
    folder: &Path,
    height: usize,
    width: usize,
    vacancy: usize,
    limits: &Limits<'_>,
) -> Result<Census, CannotSurvey> {
    explore_by(MOST_PIECE_TILES, folder, (height, width, vacancy), limits)
}

/// In pieces of the orders that differ in the last `piece_tiles` tiles alone, or shorter ones.
pub(super) fn explore_by(
    piece_tiles: usize,
    folder: &Path,
    (height, width, vacancy): (usize, usize, usize),
    limits: &Limits<'_>,
) -> Result<Census, CannotSurvey> {
    let plan = plan_within(piece_tiles, (height, width, vacancy), limits)?;
    let _lock = lock(folder)?;
    let asked = Journal { height, width, vacancy, layers: vec![1], files: Vec::new(), farthest: None };
    let journal = match Journal::read(folder)? {
        Some(found) => continued(folder, found, &asked)?,
        None => begun(folder, &plan, asked)?,
    };
    let mut run = DiskRun { folder, plan, journal, limits };
    run.clear()?;
    let farthest = match run.journal.farthest.clone() {
        Some(farthest) => farthest,
        None => run.finish()?,
    };
    Ok(Census { layers: run.journal.layers, farthest })
}

/// The largest pieces that leave the buffers within the memory limit.
fn plan_within(
    piece_tiles: usize,
    board: (usize, usize, usize),
    limits: &Limits<'_>,
) -> Result<SpacePlan, CannotSurvey> {
    let (cells, narrow) = (board.0.saturating_mul(board.1), board.0.min(board.1));
    let tiles = if narrow == 1 { 0 } else { cells.saturating_sub(1) };
    let words = boards::bits_bytes(board.0, board.1).map(|bytes| bytes / size_of::<u64>() as u64);
    // So that there are a hundred pieces and more of each cell.
    let most = piece_tiles.min(cells.saturating_sub(3)).max(1);
    let pieces = (1..=most).rev().map(|piece_tiles| (piece_tiles, piece_words(tiles, narrow, piece_tiles)));
    let mut needed = pieces.map(|(tiles, piece)| (tiles, working_bytes(words, piece, limits.threads)));
    let least = needed.clone().map(|piece| piece.1).min().unwrap_or(u64::MAX);
    let (piece_tiles, needed) =
        needed.find(|piece| limits.afford(piece.1).is_ok()).ok_or(Stop::Memory { needed: least })?;
    Ok(prepare(board, piece_tiles, Some(needed), limits)?)
}

/// Bytes of memory that a search with this many threads works with, for bits in this many words.
fn working_bytes(words: Option<u64>, piece: u64, threads: usize) -> u64 {
    // Each thread has two pieces, and one as bytes for each of three files, which is a little less;
    // one byte a word of a piece is for all.
    let buffers = (48 * threads.max(1) as u64 + 1).saturating_mul(piece);
    // Each piece has a checksum, and whether it is filled; no more than all bits are open twice.
    let sums = words.map_or(u64::MAX, |words| (words / piece).saturating_mul(10));
    buffers.saturating_add(sums)
}

fn lock(folder: &Path) -> Result<File, CannotSurvey> {
    store::lock_folder(folder).map_err(|fault| match fault.trouble {
        Trouble::Locked(_) => unusable(folder, "another search is using the folder"),
        _ => of_store(fault),
    })
}

/// The journal of a folder where a search is to be begun.
fn begun(folder: &Path, plan: &SpacePlan, mut asked: Journal) -> Result<Journal, CannotSurvey> {
    if journal::names(folder)?.iter().any(|name| !journal::is_ours(name)) {
        return Err(unusable(folder, "the folder holds other things and no search"));
    }
    let goal = plan.boards.is_black(plan.boards.vacancy);
    let layer = BitFile::create(folder.join(layer_name(0)), plan.pieces(goal))?;
    plant(plan, &layer)?;
    layer.sync()?;
    asked.files = vec![(layer_name(0), layer.checksum())];
    asked.write(folder)?;
    Ok(asked)
}

/// The journal of a folder where a search was begun, if it is the one asked for.
fn continued(folder: &Path, found: Journal, asked: &Journal) -> Result<Journal, CannotSurvey> {
    let Journal { height, width, vacancy, .. } = found;
    if (height, width, vacancy) != (asked.height, asked.width, asked.vacancy) {
        let what = format!("a board of {height} x {width} cells whose vacancy belongs in cell {}", vacancy + 1);
        return Err(unusable(folder, format!("the folder holds the search of another board, {what}")));
    }
    Ok(found)
}

/// A search in a folder.
struct DiskRun<'a> {
    folder: &'a Path,
    plan: SpacePlan,
    journal: Journal,
    limits: &'a Limits<'a>,
}

impl DiskRun<'_> {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether the layer at a distance has the vacancy in black cells.
    fn is_black(&self, distance: usize) -> bool {
        self.plan.boards.is_black(self.plan.boards.vacancy) != (distance % 2 == 1)
    }

    /// Compares a file with the number of its bits, and with its checksum if there is one.
    fn check(&self, bits: &BitFile, states: u64, name: &str) -> Result<(), CannotSurvey> {
        let right = bits.count(self.limits)? == states;
        if right && self.journal.sum_of(name).is_none_or(|sum| sum == bits.checksum()) {
            Ok(())
        } else {
            Err(damaged(bits.path(), "its checksum is not that of what was written"))
        }
    }

    /// Opens the file of a finished layer.
    fn layer(&self, distance: usize) -> Result<BitFile, CannotSurvey> {
        let name = layer_name(distance);
        let bits = BitFile::open(self.path(&name), self.plan.pieces(self.is_black(distance)))?;
        self.check(&bits, self.journal.layers[distance], &name)?;
        Ok(bits)
    }

    /// Finds all layers that are missing; gives boards of the last.
    fn finish(&mut self) -> Result<Vec<Vec<u8>>, CannotSurvey> {
        let last = self.journal.layers.len() - 1;
        let mut before = last.checked_sub(1).map(|before| self.layer(before)).transpose()?;
        let mut last = self.layer(last)?;
        while let Some(next) = self.grow(before.as_ref(), &last)? {
            before = Some(std::mem::replace(&mut last, next));
        }
        let farthest = examples(&self.plan, self.is_black(self.journal.layers.len() - 1), &last)?;
        self.journal.files.clear();
        self.journal.farthest = Some(farthest.clone());
        self.journal.write(self.folder)?;
        self.clear()?;
        Ok(farthest)
    }

    /// Finds the next layer, if there is one.
    fn grow(&mut self, before: Option<&BitFile>, last: &BitFile) -> Result<Option<BitFile>, CannotSurvey> {
        let distance = self.journal.layers.len();
        let (black, known) = (self.is_black(distance), Tally::default());
        self.limits.spend(known.add(self.journal.layers.iter().sum()), 0)?;
        let next = BitFile::create(self.path(&layer_name(distance)), self.plan.pieces(black))?;
        let (plan, limits) = (&self.plan, self.limits);
        let before = before.map(|before| before as &dyn BitStore);
        let new = Sweep { plan, black, before, last, next: &next, late: None, limits, known }.run()?;
        if new == 0 {
            return Ok(None);
        }
        next.sync()?;
        self.journal.layers.push(new);
        self.journal.files = vec![(layer_name(distance), next.checksum()), (layer_name(distance - 1), last.checksum())];
        self.journal.write(self.folder)?;
        self.clear()?;
        Ok(Some(next))
    }

    /// Removes the layers that are not needed any more, or were not finished.
    fn clear(&self) -> Result<(), CannotSurvey> {
        for name in journal::names(self.folder)? {
            if name.starts_with("layer-") && journal::is_ours(&name) && self.journal.sum_of(&name).is_none() {
                let path = self.path(&name);
                fs::remove_file(&path).map_err(|error| unusable(&path, error))?;
            }
        }
        Ok(())
    }
}
