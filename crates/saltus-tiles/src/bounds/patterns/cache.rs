//! The folder of tables that outlive the process.
//!
//! A table is built under its name with `.part` behind it, and takes its place by a rename: a half-written one never stands under the name. Whoever
//! builds it holds a lock on that file, which the system lets go when the process ends, however it ends. So a `.part` that nobody has
//! locked is a leftover, and no lock outlives its owner.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::file::{Fault, Header, PIECE, Trouble};
use super::table::Table;
use super::{MOST_CELLS, MOST_TILES, Pattern};
use saltus_core::limits::Limits;

/// What the name of a table ends with.
pub const SUFFIX: &str = ".table";

/// What is behind the name of a table that is being built.
const PART: &str = ".part";

/// The name of a pattern's table: board, goal cell of the vacancy, goal cells of the tiles, counted from 1, as in
/// `tiles-4x4-v16-1.2.5.6.table`.
///
/// Images of a pattern under symmetries of the board have one table: that of the least ([`Pattern::canonical`]).
pub fn name(pattern: &Pattern) -> String {
    let cells: Vec<String> = pattern.cells().iter().map(|cell| (cell + 1).to_string()).collect();
    let (height, width, vacancy) = (pattern.height(), pattern.width(), pattern.last_vacancy() + 1);
    format!("tiles-{height}x{width}-v{vacancy}-{}{SUFFIX}", cells.join("."))
}

/// The pattern that a name stands for; none when no table has it.
pub fn pattern(name: &str) -> Option<Pattern> {
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
pub fn place(folder: &Path, pattern: &Pattern) -> PathBuf {
    folder.join(name(pattern))
}

/// The names of all files in the folder that are named like tables, in alphabetical order; none when there is no folder.
///
/// # Errors
/// When the folder cannot be read.
pub fn names(folder: &Path) -> Result<Vec<String>, Fault> {
    let reading = Fault::system(folder, "reading the folder");
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(&reading)?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(&reading)?.file_name();
        names.extend(name.into_string().ok().filter(|name| name.ends_with(SUFFIX)));
    }
    names.sort();
    Ok(names)
}

/// Removes what builders left behind that were ended.
///
/// # Errors
/// When the folder cannot be read or changed.
pub fn sweep(folder: &Path) -> Result<(), Fault> {
    let reading = Fault::system(folder, "reading the folder");
    for entry in fs::read_dir(folder).map_err(&reading)? {
        let path = entry.map_err(&reading)?.path();
        let ours = path.to_str().is_some_and(|path| path.ends_with(&format!("{SUFFIX}{PART}")));
        if !ours || !path.symlink_metadata().is_ok_and(|found| found.is_file()) {
            continue;
        }
        // Another process may remove it at the same time.
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() && is_at(&file, &path) {
            fs::remove_file(&path).map_err(Fault::system(&path, "removing"))?;
        }
    }
    Ok(())
}

/// The right to write the table of a pattern, which one process at a time can have.
pub struct Claim<'a> {
    table: PathBuf,
    part: PathBuf,
    file: File,
    limits: Limits<'a>,
}

impl<'a> Claim<'a> {
    /// Claims the table of a pattern, making the folder where there is none.
    ///
    /// # Errors
    /// [`Trouble::Locked`] when another process has it; or what the system refuses.
    pub fn take(folder: &Path, pattern: &Pattern, limits: &Limits<'a>) -> Result<Self, Fault> {
        fs::create_dir_all(folder).map_err(Fault::system(folder, "making the folder"))?;
        let table = place(folder, pattern);
        let mut part = table.clone().into_os_string();
        part.push(PART);
        let part = PathBuf::from(part);
        loop {
            if part.symlink_metadata().is_ok_and(|found| !found.is_file()) {
                let error = io::Error::new(io::ErrorKind::AlreadyExists, "something that is no file is in its place");
                return Err(Fault::system(&part, "opening")(error));
            }
            // What is in it is thrown away only under the lock.
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&part);
            let file = file.map_err(Fault::system(&part, "opening"))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Fault::new(&table, Trouble::Locked)),
                Err(TryLockError::Error(error)) => return Err(Fault::system(&part, "locking")(error)),
            }
            // Between opening and locking it may have been finished, or removed.
            if is_at(&file, &part) {
                let claim = Claim { table, part, file, limits: *limits };
                claim.unfinished(true);
                return Ok(claim);
            }
        }
    }

    /// The same, but waits while another process has it.
    ///
    /// # Errors
    /// What the system refuses, or the limit that was reached.
    pub fn wait(folder: &Path, pattern: &Pattern, limits: &Limits<'a>) -> Result<Self, Fault> {
        const PAUSE: Duration = Duration::from_millis(50);
        loop {
            match Claim::take(folder, pattern, limits) {
                Err(Fault { trouble: Trouble::Locked, file }) => {
                    limits.spend(0, 0).map_err(|stop| Fault { file, trouble: Trouble::Stop(stop) })?;
                    std::thread::sleep(PAUSE);
                }
                claim => return claim,
            }
        }
    }

    /// Where the table will be.
    pub fn table(&self) -> &Path {
        &self.table
    }

    /// Writes the table and puts it in its place.
    ///
    /// # Errors
    /// What the system refuses, or the limit that was reached; then nothing is left behind.
    pub fn write(mut self, table: &Table) -> Result<(), Fault> {
        let writing = |error| Fault::system(&self.part, "writing")(error);
        let header = Header::of(table).text();
        self.file.set_len(0).and_then(|()| self.file.rewind()).map_err(writing)?;
        self.file.write_all(header.as_bytes()).map_err(writing)?;
        let (mut done, all) = (0, table.payload().len() as u64);
        for piece in table.payload().chunks(PIECE) {
            self.file.write_all(piece).map_err(|error| Fault::system(&self.part, "writing")(error))?;
            done += piece.len() as u64;
            self.limits.report("writing a table", done, Some(all));
            self.limits.spend(0, 0).map_err(|stop| Fault::new(&self.table, Trouble::Stop(stop)))?;
        }
        self.file.sync_all().map_err(|error| Fault::system(&self.part, "writing")(error))?;
        fs::rename(&self.part, &self.table).map_err(Fault::system(&self.table, "renaming"))?;
        self.unfinished(false);
        let folder = self.table.parent().expect("a file is in a folder");
        // Where folders cannot be opened, the system looks after them itself.
        if let Ok(folder) = File::open(folder) {
            folder.sync_all().map_err(Fault::system(&self.table, "writing"))?;
        }
        Ok(())
    }

    fn unfinished(&self, yes: bool) {
        if let Some(aside) = self.limits.aside {
            aside.unfinished(yes.then_some(&*self.part));
        }
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        if is_at(&self.file, &self.part) {
            // Still locked. If it stays, the next builder takes it over.
            let _ = fs::remove_file(&self.part);
        }
        self.unfinished(false);
    }
}

/// Whether an open file is what stands at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), path.symlink_metadata()) else { return false };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Elsewhere an open file can be neither renamed nor removed by others.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
