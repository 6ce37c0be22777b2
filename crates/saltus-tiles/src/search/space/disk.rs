//! The same search with its bits in the files of a folder, for boards beyond memory.
//!
//! Each layer is a file, half a bit a state, and two of them are read while the next is written.
//! When a layer is finished, a small file records that, and the older layer is removed. So a search
//! that was stopped or killed goes on after the last finished layer. One more bit a state, on
//! request, keeps all distances: at most 1.5 bits a state on the disk without them, 2.5 with them.
//!
//! ```
//! use saltus_tiles::search::space::disk;
//! use saltus_core::limits::Limits;
//!
//! let folder = std::env::temp_dir().join(format!("saltus-example-{}", std::process::id()));
//! let space = disk::explore(&folder, 2, 3, 5, true, &Limits::default())?;
//! assert_eq!(space.census().layers.len(), 22);
//! let distances = space.distances()?.expect("they were asked for");
//! let farthest = [3, 4, 5, 0, 1, 2];
//! assert_eq!(distances.distance(&farthest)?, Some(21));
//! assert_eq!(distances.moves_to_goal(&farthest)?.map(|moves| moves.len()), Some(21));
//! assert!(distances.shortest_plays(&farthest, &Limits::default())? > 1u8.into());
//! assert!(distances.local_maxima(&Limits::default())? >= 1);
//! # drop(space);
//! # std::fs::remove_dir_all(folder).unwrap();
//! # Ok::<(), saltus_tiles::search::space::Failure>(())
//! ```

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use dashu_int::UBig;

use super::bit_store::{Access, BitStore};
use super::files::{Bits, FileAccess};
use super::journal::{self, Journal, LATE, layer_name};
use super::plan::{Plan, piece_words, slot};
use super::plays::Plays;
use super::sweep::Sweep;
use super::{Census, Failure, boards, examples, is_late, maxima, plant, prepare};
use saltus_core::fs::{self, File};
use saltus_core::limits::{Limits, Stop, Tally};
use saltus_core::store::{self, Trouble};

/// Tiles of whose orders the largest pieces are made: 32 MB.
const MOST_PIECE_TILES: usize = 12;

/// A search that was finished in a folder. As long as this exists, no other process uses the
/// folder.
#[derive(Debug)]
pub struct Stored {
    plan: Plan,
    census: Census,
    late: Option<[Bits; 2]>,
    _lock: File,
}

/// Counts all arrangements by their distance from the goal in the files of a folder, which is made
/// if it is not there; with `distances`, also keeps the distance of each. What an earlier search of
/// the same board left there is used.
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
    distances: bool,
    limits: &Limits<'_>,
) -> Result<Stored, Failure> {
    explore_by(MOST_PIECE_TILES, folder, (height, width, vacancy), distances, limits)
}

/// In pieces of the orders that differ in the last `piece_tiles` tiles alone, or shorter ones.
pub(super) fn explore_by(
    piece_tiles: usize,
    folder: &Path,
    (height, width, vacancy): (usize, usize, usize),
    distances: bool,
    limits: &Limits<'_>,
) -> Result<Stored, Failure> {
    let plan = plan_within(piece_tiles, (height, width, vacancy), limits)?;
    let lock = lock(folder)?;
    let asked = Journal { height, width, vacancy, distances, layers: vec![1], files: Vec::new(), farthest: None };
    let journal = match Journal::read(folder)? {
        Some(found) => continued(folder, found, &asked)?,
        None => begun(folder, &plan, asked)?,
    };
    let mut run = Run { folder, plan, journal, limits };
    let late = run.late()?;
    run.clear()?;
    let farthest = match run.journal.farthest.clone() {
        Some(farthest) => farthest,
        None => run.finish(late.as_ref())?,
    };
    let census = Census { layers: run.journal.layers, farthest };
    Ok(Stored { plan: run.plan, census, late, _lock: lock })
}

/// The layers that are finished in a folder, if a search was begun there.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::space::disk::{explore, finished_layers};
///
/// let folder = std::env::temp_dir().join(format!("saltus-example-layers-{}", std::process::id()));
/// explore(&folder, 2, 3, 5, false, &Limits::default()).unwrap();
/// assert_eq!(finished_layers(&folder).unwrap().unwrap().len(), 22);
/// std::fs::remove_dir_all(folder).unwrap();
/// ```
///
/// # Errors
/// When that cannot be read.
pub fn finished_layers(folder: &Path) -> Result<Option<Vec<u64>>, Failure> {
    Ok(Journal::read(folder)?.map(|journal| journal.layers))
}

/// The largest pieces that leave the buffers within the memory limit.
fn plan_within(piece_tiles: usize, board: (usize, usize, usize), limits: &Limits<'_>) -> Result<Plan, Failure> {
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
    // Each thread has two pieces, and one as bytes for each of four files; one byte a word of a
    // piece is for all.
    let buffers = (48 * threads.max(1) as u64 + 1).saturating_mul(piece);
    // Each piece has a checksum, and whether it is filled; no more than all bits are open twice.
    let sums = words.map_or(u64::MAX, |words| (words / piece).saturating_mul(10));
    buffers.saturating_add(sums)
}

fn lock(folder: &Path) -> Result<File, Failure> {
    store::lock_folder(folder).map_err(|fault| match fault.trouble {
        Trouble::Locked(_) => Failure::folder(folder, "another search is using the folder".into()),
        _ => fault.into(),
    })
}

/// The journal of a folder where a search is to be begun.
fn begun(folder: &Path, plan: &Plan, mut asked: Journal) -> Result<Journal, Failure> {
    let entries = fs::read_dir(folder).map_err(|error| Failure::file(folder, error))?;
    for entry in entries {
        let path = entry.map_err(|error| Failure::file(folder, error))?.path();
        if !journal::is_ours(&path) {
            return Err(Failure::folder(folder, "the folder holds other things and no search".into()));
        }
    }
    let goal = plan.boards.is_black(plan.boards.vacancy());
    let layer = Bits::create(folder.join(layer_name(0)), plan.pieces(goal))?;
    plant(plan, &layer)?;
    layer.sync()?;
    if asked.distances {
        for (black, name) in [false, true].into_iter().zip(LATE) {
            Bits::create(folder.join(name), plan.pieces(black))?.sync()?;
        }
    }
    asked.files = vec![(layer_name(0), layer.checksum())];
    asked.write(folder)?;
    Ok(asked)
}

/// The journal of a folder where a search was begun, if it is the one asked for.
fn continued(folder: &Path, found: Journal, asked: &Journal) -> Result<Journal, Failure> {
    let Journal { height, width, vacancy, .. } = found;
    if (height, width, vacancy) != (asked.height, asked.width, asked.vacancy) {
        let what = format!("a board of {height} x {width} cells whose vacancy belongs in cell {}", vacancy + 1);
        return Err(Failure::folder(folder, format!("the folder holds the search of another board, {what}")));
    }
    if asked.distances && !found.distances {
        return Err(Failure::folder(folder, "the search in the folder keeps no distances".into()));
    }
    Ok(found)
}

/// A search in a folder.
struct Run<'a> {
    folder: &'a Path,
    plan: Plan,
    journal: Journal,
    limits: &'a Limits<'a>,
}

impl Run<'_> {
    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Whether the layer at a distance has the vacancy in black cells.
    fn is_black(&self, distance: usize) -> bool {
        self.plan.boards.is_black(self.plan.boards.vacancy()) != (distance % 2 == 1)
    }

    /// The files of distances, checked if they are complete.
    fn late(&self) -> Result<Option<[Bits; 2]>, Failure> {
        if !self.journal.distances {
            return Ok(None);
        }
        let open = |black| Bits::open(self.path(LATE[usize::from(black)]), self.plan.pieces(black));
        let late = [open(false)?, open(true)?];
        if self.journal.farthest.is_some() {
            self.check_late(&late)?;
        } else {
            // What a killed search has noted is known from now on; whether it is right the numbers tell at the end.
            late.iter().try_for_each(|bits| bits.count(self.limits).map(drop))?;
        }
        Ok(Some(late))
    }

    /// Compares the files of distances with the layers, and with their checksums if there are any.
    fn check_late(&self, late: &[Bits; 2]) -> Result<(), Failure> {
        for (black, bits) in [false, true].into_iter().zip(late) {
            let layers = self.journal.layers.iter().enumerate();
            let states = layers.filter(|layer| is_late(layer.0) && self.is_black(layer.0) == black);
            self.check(bits, states.map(|layer| *layer.1).sum(), LATE[usize::from(black)])?;
        }
        Ok(())
    }

    /// Compares a file with the number of its bits, and with its checksum if there is one.
    fn check(&self, bits: &Bits, states: u64, name: &str) -> Result<(), Failure> {
        let right = bits.count(self.limits)? == states;
        if right && self.journal.sum_of(name).is_none_or(|sum| sum == bits.checksum()) {
            Ok(())
        } else {
            Err(Failure::damaged(bits.path(), "its checksum is not that of what was written".into()))
        }
    }

    /// Opens the file of a finished layer.
    fn layer(&self, distance: usize) -> Result<Bits, Failure> {
        let name = layer_name(distance);
        let bits = Bits::open(self.path(&name), self.plan.pieces(self.is_black(distance)))?;
        self.check(&bits, self.journal.layers[distance], &name)?;
        Ok(bits)
    }

    /// Finds all layers that are missing; gives boards of the last.
    fn finish(&mut self, late: Option<&[Bits; 2]>) -> Result<Vec<Vec<u8>>, Failure> {
        let last = self.journal.layers.len() - 1;
        let mut before = last.checked_sub(1).map(|before| self.layer(before)).transpose()?;
        let mut last = self.layer(last)?;
        while let Some(next) = self.grow(before.as_ref(), &last, late)? {
            before = Some(std::mem::replace(&mut last, next));
        }
        let farthest = examples(&self.plan, self.is_black(self.journal.layers.len() - 1), &last)?;
        self.journal.files.clear();
        if let Some(late) = late {
            self.check_late(late)?;
            self.journal.files = LATE.into_iter().map(str::to_owned).zip(late.iter().map(Bits::checksum)).collect();
        }
        self.journal.farthest = Some(farthest.clone());
        self.journal.write(self.folder)?;
        self.clear()?;
        Ok(farthest)
    }

    /// Finds the next layer, if there is one.
    fn grow(&mut self, before: Option<&Bits>, last: &Bits, late: Option<&[Bits; 2]>) -> Result<Option<Bits>, Failure> {
        let distance = self.journal.layers.len();
        let (black, known) = (self.is_black(distance), Tally::default());
        self.limits.spend(known.add(self.journal.layers.iter().sum()), 0)?;
        let next = Bits::create(self.path(&layer_name(distance)), self.plan.pieces(black))?;
        let late = late.map(|late| &late[usize::from(black)]).filter(|_| is_late(distance));
        let (plan, limits) = (&self.plan, self.limits);
        let new = Sweep { plan, black, before, last, next: &next, late, limits, known }.run()?;
        if new == 0 {
            return Ok(None);
        }
        next.sync()?;
        late.map_or(Ok(()), Bits::sync)?;
        self.journal.layers.push(new);
        self.journal.files = vec![(layer_name(distance), next.checksum()), (layer_name(distance - 1), last.checksum())];
        self.journal.write(self.folder)?;
        self.clear()?;
        Ok(Some(next))
    }

    /// Removes the layers that are not needed any more, or were not finished.
    fn clear(&self) -> Result<(), Failure> {
        for path in journal::leftovers(self.folder, &self.journal)? {
            fs::remove_file(&path).map_err(|error| Failure::file(&path, error))?;
        }
        Ok(())
    }
}

impl Stored {
    /// How many arrangements there are at each distance, and those farthest away.
    pub fn census(&self) -> &Census {
        &self.census
    }

    /// The distances, if they were kept.
    ///
    /// # Errors
    /// When their files cannot be opened.
    pub fn distances(&self) -> Result<Option<Distances<'_>>, Failure> {
        let Some(late) = &self.late else { return Ok(None) };
        let accesses = Mutex::new([late[0].access()?, late[1].access()?]);
        Ok(Some(Distances { stored: self, late, accesses }))
    }
}

/// The distances of all arrangements of a board, in files.
#[derive(Debug)]
pub struct Distances<'a> {
    stored: &'a Stored,
    late: &'a [Bits; 2],
    accesses: Mutex<[FileAccess<'a>; 2]>,
}

impl Distances<'_> {
    /// The distance of a board; none when it is no arrangement of this board, or one that cannot be
    /// reached.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn distance(&self, board: &[u8]) -> Result<Option<u32>, Failure> {
        Ok(self.moves_to_goal(board)?.map(|moves| moves.len() as u32))
    }

    /// The directions of the vacancy in the least of all shortest plays from a board to the goal,
    /// if there is one.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn moves_to_goal(&self, board: &[u8]) -> Result<Option<Vec<u8>>, Failure> {
        self.plays().least(board)
    }

    /// The exact number of shortest plays from a board to the goal; 0 if it cannot be reached.
    ///
    /// # Errors
    /// The limit that was reached; a file that cannot be read or is damaged.
    pub fn shortest_plays(&self, board: &[u8], limits: &Limits<'_>) -> Result<UBig, Failure> {
        self.plays().count(board, limits)
    }

    /// How many arrangements are further away than all their neighbours.
    ///
    /// # Errors
    /// The limit that was reached; a file that cannot be read.
    pub fn local_maxima(&self, limits: &Limits<'_>) -> Result<u64, Failure> {
        maxima::count(&self.stored.plan, [&self.late[0], &self.late[1]], limits)
    }

    fn plays(&self) -> Plays<'_, impl Fn(u64) -> Result<bool, Failure>> {
        let boards = &self.stored.plan.boards;
        let late = |rank| {
            let (cell, order) = boards.split(rank);
            let mut accesses = self.accesses.lock().unwrap_or_else(PoisonError::into_inner);
            let (word, bit) = (order / boards.orders.bits, order % boards.orders.bits);
            let mut found = [0];
            let filled = accesses[usize::from(boards.is_black(cell))].read(slot(cell), word as usize, &mut found)?;
            Ok(filled && found[0] >> bit & 1 == 1)
        };
        Plays { boards, depth: self.stored.census.layers.len() as u32 - 1, late }
    }
}

/// Bytes on the disk that [`explore`] needs at the most.
#[cfg(test)]
pub(crate) fn disk_bytes(height: usize, width: usize, distances: bool) -> Option<u64> {
    let bit = boards::bits_bytes(height, width)?;
    // For an odd number of cells one colour has a little more than half of them.
    let layers = bit.checked_mul(3)?.div_ceil(2).checked_add(bit / (height * width) as u64)?;
    layers.checked_add(if distances { bit } else { 0 })
}
