//! A file system that fails on demand: at one operation, in one way, as given by an environment variable.
//!
//! `SALTUS_FAULTS="KIND NTH SALT"` is read at the first operation of the process. Operations are opening, reading, writing, syncing and
//! renaming, and are counted over all threads; at the one with the number NTH happens what KIND says:
//!
//! | kind | what |
//! |---|---|
//! | `short` | a write takes some of the bytes, and says so; a read gives fewer bytes than there are |
//! | `full` | a write takes some of the bytes; it and all later ones are refused: no space is left |
//! | `error` | this operation alone is refused: an error of input and output |
//! | `flip` | a bit is another one in what this operation writes or reads, and nobody says so |
//! | `kill` | the process ends; a write that was under way is there in part |
//! | `power` | the machine ends: of what was not synced a part is lost or zero, and renames in folders that were not synced may never have been |
//!
//! SALT is the seed of what else is to be chosen.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::random::Random;

/// The word in the environment.
const PLAN: &str = "SALTUS_FAULTS";

/// What is to happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Short,
    Full,
    Error,
    Flip,
    Kill,
    Power,
}

/// What an operation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FileOperation {
    Open,
    Read,
    Write,
    Sync,
    Rename,
}

/// All that is known of the faults of this process.
struct State {
    kind: Kind,
    /// Operations up to the fault.
    left: u64,
    random: Random,
    /// Files that were written and not synced, by their numbers: how many bytes of each are safe.
    dirty: BTreeMap<(u64, u64), (fs::File, u64)>,
    /// Renames in folders that were not synced since, and whether nothing was there before.
    renamed: Vec<(PathBuf, PathBuf, bool)>,
}

static STATE: LazyLock<Option<Mutex<State>>> = LazyLock::new(|| {
    let words = std::env::var(PLAN).ok()?;
    let [kind, nth, salt] = words.split(' ').collect::<Vec<_>>()[..] else { panic!("{PLAN}={words}") };
    let kind = match kind {
        "short" => Kind::Short,
        "full" => Kind::Full,
        "error" => Kind::Error,
        "flip" => Kind::Flip,
        "kill" => Kind::Kill,
        "power" => Kind::Power,
        _ => panic!("{PLAN}={words}"),
    };
    let number = |word: &str| word.parse::<u64>().unwrap_or_else(|_| panic!("{PLAN}={words}"));
    let (left, random) = (number(nth), Random::new(number(salt)));
    Some(Mutex::new(State { kind, left, random, dirty: BTreeMap::new(), renamed: Vec::new() }))
});

/// The words in the environment for a plan: a name and a value.
pub fn plan(kind: &str, nth: u64, salt: u64) -> (&'static str, String) {
    (PLAN, format!("{kind} {nth} {salt}"))
}

/// What becomes of an operation.
enum Fate {
    /// Nothing.
    Well,
    /// It does a part of this many bytes at most.
    Part(usize),
    /// It does all of them, and this bit of them is another one.
    Flipped(usize),
    /// It does this many bytes, and then the process ends.
    Last(usize),
}

impl State {
    /// Whether it is time for the fault.
    fn is_due(&mut self, operation: FileOperation) -> bool {
        let applies = match self.kind {
            Kind::Short | Kind::Flip => matches!(operation, FileOperation::Read | FileOperation::Write),
            Kind::Full => matches!(operation, FileOperation::Write),
            Kind::Error | Kind::Kill | Kind::Power => true,
        };
        if !applies || (self.left == 0 && self.kind != Kind::Full) {
            return false;
        }
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    fn fate(&mut self, operation: FileOperation, bytes: usize) -> io::Result<Fate> {
        if !self.is_due(operation) {
            return Ok(Fate::Well);
        }
        // At least one byte, as none is the end of a file.
        let some = if bytes > 0 { 1 + self.random.below(bytes) } else { 0 };
        match self.kind {
            Kind::Short => Ok(Fate::Part(some)),
            Kind::Full if bytes > 1 && self.random.below(2) == 0 => Ok(Fate::Part(some.min(bytes - 1))),
            Kind::Full => Err(io::Error::from_raw_os_error(rustix::io::Errno::NOSPC.raw_os_error())),
            Kind::Error => Err(io::Error::from_raw_os_error(rustix::io::Errno::IO.raw_os_error())),
            Kind::Flip if bytes > 0 => Ok(Fate::Flipped(self.random.below(8 * bytes))),
            Kind::Flip => Ok(Fate::Well),
            Kind::Kill | Kind::Power => Ok(Fate::Last(if operation == FileOperation::Write { some } else { 0 })),
        }
    }

    /// The end of the process, or of the machine.
    fn end(&mut self) -> ! {
        if self.kind == Kind::Power {
            for (file, safe) in self.dirty.values() {
                let all = file.metadata().map_or(0, |found| found.len());
                let lost = all.saturating_sub(*safe) as usize;
                let kept = *safe + self.random.below(lost + 1) as u64;
                // The length of a file may be on the disk before its bytes are: what was not written is zero then.
                let zeros = self.random.below(3) == 0;
                let cut = file.set_len(kept).and_then(|()| if zeros { file.set_len(all) } else { Ok(()) });
                cut.expect("a file that is open can be cut");
            }
            while let Some((from, to, was_free)) = self.renamed.pop() {
                if was_free && self.random.below(2) == 0 {
                    // It may have been renamed or removed since.
                    _ = fs::rename(to, from);
                }
            }
        }
        process::abort()
    }

    /// Notes that a file is about to be written.
    fn writes(&mut self, file: &fs::File) -> io::Result<()> {
        let found = file.metadata()?;
        if found.is_file() && !self.dirty.contains_key(&(found.dev(), found.ino())) {
            self.dirty.insert((found.dev(), found.ino()), (file.try_clone()?, found.len()));
        }
        Ok(())
    }
}

/// Asks what becomes of an operation.
fn fate(operation: FileOperation, bytes: usize) -> io::Result<Fate> {
    match &*STATE {
        None => Ok(Fate::Well),
        Some(state) => state.lock().unwrap_or_else(PoisonError::into_inner).fate(operation, bytes),
    }
}

/// Does something with what is known, where faults are planned.
fn note(with: impl FnOnce(&mut State) -> io::Result<()>) -> io::Result<()> {
    STATE.as_ref().map_or(Ok(()), |state| with(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))
}

fn end() -> ! {
    note(|state| state.end()).expect("it does not come back");
    unreachable!("only a plan ends a process")
}

/// An operation that moves no bytes.
fn whole<T>(operation: FileOperation, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    match fate(operation, 0)? {
        Fate::Last(_) => end(),
        _ => act(),
    }
}

pub(super) fn sync_all_files() -> io::Result<()> {
    let forget = |state: &mut State| {
        state.dirty.clear();
        Ok(())
    };
    whole(FileOperation::Sync, || note(forget))
}

/// As in the standard library.
///
/// # Errors
/// What the system, or a plan, refuses.
pub fn rename(from: impl AsRef<Path>, to: impl AsRef<Path>) -> io::Result<()> {
    let (from, to) = (from.as_ref(), to.as_ref());
    let was_free = !to.exists();
    whole(FileOperation::Rename, || fs::rename(from, to))?;
    note(|state| {
        state.renamed.push((from.to_owned(), to.to_owned(), was_free));
        Ok(())
    })
}

/// As in the standard library.
///
/// # Errors
/// What the system, or a plan, refuses.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    File::create(path)?.write_all(bytes.as_ref())
}

/// As in the standard library.
///
/// # Errors
/// What the system, or a plan, refuses.
pub fn read(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// As in the standard library.
///
/// # Errors
/// What the system, or a plan, refuses.
pub fn read_to_string(path: impl AsRef<Path>) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// As in the standard library.
#[derive(Clone, Debug)]
pub struct OpenOptions(fs::OpenOptions);

/// What is asked of a file that is opened.
macro_rules! options {
    ($($option:ident)*) => {$(
        /// As in the standard library.
        pub fn $option(&mut self, yes: bool) -> &mut Self {
            self.0.$option(yes);
            self
        }
    )*};
}

impl OpenOptions {
    /// As in the standard library.
    #[allow(clippy::new_without_default, reason = "the standard library has none either")]
    pub fn new() -> Self {
        OpenOptions(fs::OpenOptions::new())
    }

    options!(read write append create create_new truncate);

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system, or a plan, refuses.
    pub fn open(&self, path: impl AsRef<Path>) -> io::Result<File> {
        whole(FileOperation::Open, || self.0.open(path)).map(|file| File { file, fails: true })
    }
}

/// As in the standard library.
#[derive(Debug)]
pub struct File {
    file: fs::File,
    /// Not standard output: what a process says is said well.
    fails: bool,
}

impl File {
    /// As in the standard library.
    pub fn options() -> OpenOptions {
        OpenOptions::new()
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system, or a plan, refuses.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        File::options().read(true).open(path)
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system, or a plan, refuses.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        File::options().write(true).create(true).truncate(true).open(path)
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system, or a plan, refuses.
    pub fn create_new(path: impl AsRef<Path>) -> io::Result<Self> {
        File::options().read(true).write(true).create_new(true).open(path)
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn set_len(&self, bytes: u64) -> io::Result<()> {
        self.writes()?;
        self.file.set_len(bytes)
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system, or a plan, refuses.
    pub fn sync_all(&self) -> io::Result<()> {
        whole(FileOperation::Sync, || self.file.sync_all())?;
        note(|state| {
            let found = self.file.metadata()?;
            state.dirty.remove(&(found.dev(), found.ino()));
            if found.is_dir() {
                let number = |path: &Path| fs::metadata(path.parent()?).ok().map(|found| found.ino());
                state.renamed.retain(|(_, to, _)| number(to) != Some(found.ino()));
            }
            Ok(())
        })
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn try_clone(&self) -> io::Result<Self> {
        Ok(File { file: self.file.try_clone()?, fails: self.fails })
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn metadata(&self) -> io::Result<fs::Metadata> {
        self.file.metadata()
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// When another has the lock.
    pub fn try_lock(&self) -> Result<(), fs::TryLockError> {
        self.file.try_lock()
    }

    /// As in the standard library.
    ///
    /// # Errors
    /// What the system refuses.
    pub fn unlock(&self) -> io::Result<()> {
        self.file.unlock()
    }

    /// As in the standard library.
    pub fn is_terminal(&self) -> bool {
        io::IsTerminal::is_terminal(&self.file)
    }

    fn writes(&self) -> io::Result<()> {
        if self.fails { note(|state| state.writes(&self.file)) } else { Ok(()) }
    }

    fn fate(&self, operation: FileOperation, bytes: usize) -> io::Result<Fate> {
        if self.fails { fate(operation, bytes) } else { Ok(Fate::Well) }
    }
}

fn flip(bytes: &mut [u8], bit: usize) {
    bytes[bit / 8] ^= 1 << (bit % 8);
}

impl Read for &File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self.fate(FileOperation::Read, bytes.len())? {
            Fate::Well => (&self.file).read(bytes),
            Fate::Part(most) => (&self.file).read(&mut bytes[..most]),
            Fate::Flipped(bit) => {
                let read = (&self.file).read(bytes)?;
                if read > 0 {
                    flip(bytes, bit % (8 * read));
                }
                Ok(read)
            }
            Fate::Last(_) => end(),
        }
    }
}

impl Read for File {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        (&*self).read(bytes)
    }
}

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes()?;
        match self.fate(FileOperation::Write, bytes.len())? {
            Fate::Well => self.file.write(bytes),
            Fate::Part(most) => self.file.write(&bytes[..most]),
            Fate::Flipped(bit) => {
                let mut bytes = bytes.to_owned();
                flip(&mut bytes, bit);
                self.file.write_all(&bytes).map(|()| bytes.len())
            }
            Fate::Last(most) => {
                // What is refused now does not matter any more.
                _ = self.file.write(&bytes[..most]);
                end()
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for File {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl AsFd for File {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.file.as_fd()
    }
}

impl AsRawFd for File {
    fn as_raw_fd(&self) -> RawFd {
        self.file.as_raw_fd()
    }
}

impl From<OwnedFd> for File {
    fn from(file: OwnedFd) -> Self {
        File { file: file.into(), fails: false }
    }
}
