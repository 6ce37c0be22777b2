//! Layers in the files of a folder, for searches beyond memory, which go on there behind the last finished layer.
//!
//! A layer is a file `LENGTH-ROUND.layer`: what it belongs to, how many positions, their checksum, and the ranks of the positions as
//! little-endian numbers of 64 bits. It gets its name when it is whole. A file of another search, or one that was damaged, is not used but
//! written anew. The files stay, also for the certificate, until somebody removes the folder.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::game::Key;
use super::layer::Layer;
use saltus_core::limits::{Limits, Stop};

const MAGIC: &[u8; 16] = b"saltus layer 1\n\n";
/// The magic word, what it belongs to, the count, the checksum of the positions.
const HEADER: usize = 16 + 8 + 8 + 8;

/// A folder for the layers of one length.
pub struct Shelf<'a> {
    folder: &'a Path,
    /// What tells this search from others.
    search: u32,
    length: u32,
    runs: AtomicU64,
    limits: &'a Limits<'a>,
    /// Nobody else uses the folder meanwhile.
    _lock: File,
}

impl<'a> Shelf<'a> {
    /// The shelf in the folder of the limits, which is made if it is not there; none where they name none. `search` tells this search from
    /// others.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn open(search: &str, length: u32, limits: &'a Limits<'a>) -> Result<Option<Self>, Stop> {
        let Some(folder) = limits.disk else { return Ok(None) };
        let failed = |error| failed(limits, folder, &error);
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = File::create(folder.join("lock")).map_err(failed)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => failed(io::Error::other("another search is using the folder")),
            TryLockError::Error(error) => failed(error),
        })?;
        let search = crc32fast::hash(search.as_bytes());
        Ok(Some(Shelf { folder, search, length, runs: AtomicU64::new(0), limits, _lock: lock }))
    }

    fn path(&self, round: usize) -> PathBuf {
        self.folder.join(format!("{}-{round}.layer", self.length))
    }

    fn failed(&self, path: &Path, error: &io::Error) -> Stop {
        failed(self.limits, path, error)
    }

    /// The layer of a round, if an earlier search has finished it.
    pub fn finished<const P: usize>(&self, round: usize) -> Option<Layer<P>> {
        let path = self.path(round);
        let stored = Stored::<P>::whole(&path, self.mark(round))?;
        Some(Layer::Shelved(Stored { shared: Arc::new(stored) }))
    }

    fn mark(&self, round: usize) -> u64 {
        u64::from(self.search) << 32 | u64::from(self.length) << 16 | round as u64
    }

    /// A file for the layer of a round.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn layer<const P: usize>(&self, round: usize) -> Result<Writer<'_, P>, Stop> {
        Writer::new(self, self.path(round), self.mark(round), false)
    }

    /// Writes some positions into a file that goes when it is no longer used.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn run<const P: usize>(&self, keys: &[Key<P>]) -> Result<Stored<P>, Stop> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let mut writer = Writer::new(self, self.folder.join(format!("{number}.run")), 0, true)?;
        keys.iter().try_for_each(|key| writer.write(key))?;
        writer.finish()
    }
}

fn failed(limits: &Limits<'_>, path: &Path, error: &io::Error) -> Stop {
    limits.remark(format!("{}: {error}", path.display()));
    Stop::Storage
}

/// A file that is being written.
pub struct Writer<'a, const P: usize> {
    shelf: &'a Shelf<'a>,
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    mark: u64,
    count: usize,
    checksum: crc32fast::Hasher,
    fleeting: bool,
}

impl<'a, const P: usize> Writer<'a, P> {
    fn new(shelf: &'a Shelf<'a>, path: PathBuf, mark: u64, fleeting: bool) -> Result<Self, Stop> {
        let unfinished = path.with_extension("part");
        let failed = |error| shelf.failed(&unfinished, &error);
        let file = File::create(&unfinished).map_err(failed)?;
        let mut file = BufWriter::with_capacity(1 << 18, file);
        file.write_all(&[0; HEADER]).map_err(failed)?;
        let checksum = crc32fast::Hasher::new();
        Ok(Writer { shelf, path, file, mark, count: 0, checksum, fleeting, unfinished })
    }

    /// Adds a position.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, key: &Key<P>) -> Result<(), Stop> {
        for rank in key {
            let bytes = rank.to_le_bytes();
            self.checksum.update(&bytes);
            self.file.write_all(&bytes).map_err(|error| self.shelf.failed(&self.unfinished, &error))?;
        }
        self.count += 1;
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<Stored<P>, Stop> {
        let Writer { shelf, path, unfinished, file, mark, count, checksum, fleeting } = self;
        let write = || -> io::Result<()> {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header(mark, count, checksum.finalize()))?;
            if !fleeting {
                file.sync_all()?;
            }
            fs::rename(&unfinished, &path)
        };
        write().map_err(|error| shelf.failed(&unfinished, &error))?;
        Ok(Stored { shared: Arc::new(OnDisk { path, count, fleeting }) })
    }
}

fn header(mark: u64, count: usize, checksum: u32) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..16].copy_from_slice(MAGIC);
    let numbers = [mark, count as u64, checksum.into()];
    for (place, number) in numbers.into_iter().enumerate() {
        header[16 + 8 * place..24 + 8 * place].copy_from_slice(&number.to_le_bytes());
    }
    header
}

/// A file of positions.
#[derive(Debug)]
struct OnDisk {
    path: PathBuf,
    count: usize,
    fleeting: bool,
}

impl Drop for OnDisk {
    fn drop(&mut self) {
        if self.fleeting {
            // If it cannot be removed it is overwritten later.
            fs::remove_file(&self.path).unwrap_or_default();
        }
    }
}

/// Positions in a file.
#[derive(Debug)]
pub struct Stored<const P: usize> {
    shared: Arc<OnDisk>,
}

impl<const P: usize> Stored<P> {
    /// What a file holds that belongs to `mark` and is as it was written.
    fn whole(path: &Path, mark: u64) -> Option<OnDisk> {
        let mut file = File::open(path).ok()?;
        let mut head = [0; HEADER];
        file.read_exact(&mut head).ok()?;
        let number =
            |place: usize| u64::from_le_bytes(head[16 + 8 * place..24 + 8 * place].try_into().expect("8 bytes"));
        let count = usize::try_from(number(1)).ok()?;
        let bytes = (file.metadata().ok()?.len()).checked_sub(HEADER as u64)?;
        if count.checked_mul(size_of::<Key<P>>())? as u64 != bytes {
            return None;
        }
        let mut checksum = crc32fast::Hasher::new();
        let mut block = vec![0; 1 << 18];
        loop {
            match file.read(&mut block).ok()? {
                0 => break,
                read => checksum.update(&block[..read]),
            }
        }
        (head == header(mark, count, checksum.finalize())).then(|| OnDisk {
            path: path.to_owned(),
            count,
            fleeting: false,
        })
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.shared.count
    }

    /// Opens the file.
    ///
    /// # Errors
    /// When that fails.
    pub fn reader(&self) -> Result<Reader<P>, Stop> {
        let file = File::open(&self.shared.path).map_err(|_| Stop::Storage)?;
        Ok(Reader { file, _shared: Arc::clone(&self.shared) })
    }
}

/// An open file of positions.
pub struct Reader<const P: usize> {
    file: File,
    _shared: Arc<OnDisk>,
}

impl<const P: usize> Reader<P> {
    /// Reads positions by their numbers.
    ///
    /// # Errors
    /// When that fails.
    pub fn read(&mut self, range: Range<usize>) -> Result<Vec<Key<P>>, Stop> {
        let size = size_of::<Key<P>>();
        let mut bytes = vec![0; range.len() * size];
        let at = SeekFrom::Start((HEADER + range.start * size) as u64);
        self.file.seek(at).and_then(|_| self.file.read_exact(&mut bytes)).map_err(|_| Stop::Storage)?;
        let ranks = bytes.as_chunks::<8>().0.iter().map(|rank| u64::from_le_bytes(*rank));
        let ranks: Vec<u64> = ranks.collect();
        Ok(ranks.as_chunks::<P>().0.to_vec())
    }
}
