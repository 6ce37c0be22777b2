//! Layers in the files of a folder, for searches beyond memory. A search goes on there after its
//! last finished layer.
//!
//! A folder belongs to one puzzle and one version of the pruning rules: its file `search.txt` says
//! so, and a search that finds another text there refuses the folder. A layer is a file
//! `LENGTH-LAYER.layer`: a header that says which search has made it (the text of the folder, the
//! method, the rules in use, the length, the layer), how many positions, their checksum; then the
//! ranks of the positions as little-endian numbers of 64 bits. It gets its name when it is whole. A
//! file with another header, or one that was damaged, is not used but written anew. The files stay,
//! also for the certificate, until somebody removes the folder. Samples are never kept.

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::game::Key;
use super::layer::Layer;
use crate::bounds::{RULES_VERSION, Rules};
use saltus_core::limits::{Limits, Stop};

/// The first line of a header, and of the text of a folder.
const FORMAT: &str = "saltus layers, format 2\n";

/// The file that says what a folder belongs to.
const TEXT_FILE: &str = "search.txt";

/// Bytes of the length of a header, and of what follows its text: the count and the checksum of the
/// positions.
const LENGTH_BYTES: usize = 4;
const TAIL_BYTES: usize = 16;

/// What tells a search from others that may use the same folder.
#[derive(Clone, Copy, Debug)]
pub struct SearchIdentity<'a> {
    /// The puzzle, cell by cell.
    pub line: &'a str,
    /// The way in which layers follow one another.
    pub method: &'a str,
    /// The pruning rules in use.
    pub rules: Rules,
    /// The most turns of a game that is looked for.
    pub length: u32,
}

impl SearchIdentity<'_> {
    /// What all searches that may use a folder have in common.
    fn folder_text(&self) -> String {
        format!("{FORMAT}{}\npruning rules, version {RULES_VERSION}\n", self.line)
    }

    /// What a layer belongs to.
    fn layer_text(&self, layer: usize) -> String {
        let mut text = self.folder_text();
        let rules = self.rules.names().join(" ");
        writeln!(text, "method {}\nrules {rules}\nlength {}\nlayer {layer}", self.method, self.length)
            .expect("strings take everything");
        text
    }
}

/// A folder for the layers of one length.
pub struct LayerStore<'a> {
    folder: &'a Path,
    search: SearchIdentity<'a>,
    runs: AtomicU64,
    limits: &'a Limits<'a>,
    /// Nobody else uses the folder meanwhile.
    _lock: File,
}

impl<'a> LayerStore<'a> {
    /// The store in the folder of the limits, which is made if it is not there; none where they
    /// name none.
    ///
    /// # Errors
    /// When the folder cannot be used, or belongs to another search.
    pub fn open(search: SearchIdentity<'a>, limits: &'a Limits<'a>) -> Result<Option<Self>, Stop> {
        let Some(folder) = limits.disk else { return Ok(None) };
        let failed = |error| failed(limits, folder, &error);
        fs::create_dir_all(folder).map_err(failed)?;
        let lock = File::create(folder.join("lock")).map_err(failed)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => failed(io::Error::other("another search is using the folder")),
            TryLockError::Error(error) => failed(error),
        })?;
        claim(folder, &search.folder_text()).map_err(failed)?;
        Ok(Some(LayerStore { folder, search, runs: AtomicU64::new(0), limits, _lock: lock }))
    }

    fn path(&self, layer: usize) -> PathBuf {
        self.folder.join(format!("{}-{layer}.layer", self.search.length))
    }

    fn failed(&self, path: &Path, error: &io::Error) -> Stop {
        failed(self.limits, path, error)
    }

    /// A layer, if an earlier search has finished it.
    pub fn finished<const P: usize>(&self, layer: usize) -> Option<Layer<P>> {
        let file = LayerFile::whole(self.path(layer), &self.search.layer_text(layer), size_of::<Key<P>>())?;
        Some(Layer::Stored(StoredLayer { file: Arc::new(file) }))
    }

    /// A file for a layer.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn layer<const P: usize>(&self, layer: usize) -> Result<LayerWriter<'_, P>, Stop> {
        Ok(LayerWriter(FileWriter::new(self, self.path(layer), self.search.layer_text(layer), false)?))
    }

    /// Writes some positions into a file that goes when it is no longer used.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn run<const P: usize>(&self, keys: &[Key<P>]) -> Result<StoredLayer<P>, Stop> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{number}.run"));
        let mut writer = FileWriter::new(self, path, String::new(), true)?;
        writer.write(keys.as_flattened())?;
        Ok(StoredLayer { file: Arc::new(writer.finish(keys.len())?) })
    }
}

/// Takes a folder for the searches of this text, unless it belongs to others.
fn claim(folder: &Path, text: &str) -> io::Result<()> {
    let file = folder.join(TEXT_FILE);
    match fs::read(&file) {
        Ok(other) if other == text.as_bytes() => Ok(()),
        Ok(_) => Err(io::Error::other(format!(
            "the folder holds the layers of another search ({TEXT_FILE} tells which); name another folder, or remove it"
        ))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let is_layer = |entry: &fs::DirEntry| entry.path().extension().is_some_and(|end| end == "layer");
            if fs::read_dir(folder)?.filter_map(Result::ok).any(|entry| is_layer(&entry)) {
                return Err(io::Error::other(format!(
                    "the folder holds layers, but no {TEXT_FILE} that tells of which search; name another folder, or remove it"
                )));
            }
            let unfinished = file.with_extension("part");
            fs::write(&unfinished, text)?;
            fs::rename(&unfinished, &file)
        }
        Err(error) => Err(error),
    }
}

fn failed(limits: &Limits<'_>, path: &Path, error: &io::Error) -> Stop {
    limits.remark(format!("{}: {error}", path.display()));
    Stop::Storage
}

/// A layer that is being written.
pub struct LayerWriter<'a, const P: usize>(FileWriter<'a>);

impl<const P: usize> LayerWriter<'_, P> {
    /// Adds a position.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, key: &Key<P>) -> Result<(), Stop> {
        self.0.write(key)
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(self) -> Result<StoredLayer<P>, Stop> {
        let count = self.0.numbers / P;
        Ok(StoredLayer { file: Arc::new(self.0.finish(count)?) })
    }
}

/// A file that is being written.
struct FileWriter<'a> {
    store: &'a LayerStore<'a>,
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    text: String,
    /// Numbers written.
    numbers: usize,
    checksum: crc32fast::Hasher,
    fleeting: bool,
}

impl<'a> FileWriter<'a> {
    fn new(store: &'a LayerStore<'a>, path: PathBuf, text: String, fleeting: bool) -> Result<Self, Stop> {
        let unfinished = path.with_extension("part");
        let failed = |error| store.failed(&unfinished, &error);
        let file = File::create(&unfinished).map_err(failed)?;
        let mut file = BufWriter::with_capacity(1 << 18, file);
        file.write_all(&vec![0; header(&text, 0, 0).len()]).map_err(failed)?;
        let checksum = crc32fast::Hasher::new();
        Ok(FileWriter { store, path, file, text, numbers: 0, checksum, fleeting, unfinished })
    }

    fn write(&mut self, ranks: &[u64]) -> Result<(), Stop> {
        for rank in ranks {
            let bytes = rank.to_le_bytes();
            self.checksum.update(&bytes);
            self.file.write_all(&bytes).map_err(|error| self.store.failed(&self.unfinished, &error))?;
        }
        self.numbers += ranks.len();
        Ok(())
    }

    /// Gives the file of so many positions its name.
    fn finish(self, count: usize) -> Result<LayerFile, Stop> {
        let FileWriter { store, path, unfinished, file, text, checksum, fleeting, .. } = self;
        let header = header(&text, count, checksum.finalize());
        let write = || -> io::Result<()> {
            let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header)?;
            if !fleeting {
                file.sync_all()?;
            }
            fs::rename(&unfinished, &path)
        };
        write().map_err(|error| store.failed(&unfinished, &error))?;
        Ok(LayerFile { path, count, positions_at: header.len() as u64, fleeting })
    }
}

/// The length of the text, the text, the count and the checksum of the positions.
fn header(text: &str, count: usize, checksum: u32) -> Vec<u8> {
    let mut header = Vec::with_capacity(LENGTH_BYTES + text.len() + TAIL_BYTES);
    header.extend((text.len() as u32).to_le_bytes());
    header.extend(text.bytes());
    header.extend((count as u64).to_le_bytes());
    header.extend(u64::from(checksum).to_le_bytes());
    header
}

/// A file of positions.
#[derive(Debug)]
struct LayerFile {
    path: PathBuf,
    count: usize,
    /// Where the positions begin.
    positions_at: u64,
    fleeting: bool,
}

impl LayerFile {
    /// The file of a layer of this text, if it is as it was written. A position has so many bytes.
    fn whole(path: PathBuf, text: &str, position_bytes: usize) -> Option<LayerFile> {
        let mut file = File::open(&path).ok()?;
        let mut found = header(text, 0, 0);
        file.read_exact(&mut found).ok()?;
        let bytes = file.metadata().ok()?.len().checked_sub(found.len() as u64)?;
        let count = usize::try_from(bytes).ok()? / position_bytes;
        let mut checksum = crc32fast::Hasher::new();
        let mut block = vec![0; 1 << 18];
        loop {
            match file.read(&mut block).ok()? {
                0 => break,
                read => checksum.update(&block[..read]),
            }
        }
        let is_whole = bytes.is_multiple_of(position_bytes as u64) && found == header(text, count, checksum.finalize());
        is_whole.then_some(LayerFile { path, count, positions_at: found.len() as u64, fleeting: false })
    }
}

impl Drop for LayerFile {
    fn drop(&mut self) {
        if self.fleeting {
            // If it cannot be removed it is overwritten later.
            fs::remove_file(&self.path).unwrap_or_default();
        }
    }
}

/// Positions in a file.
#[derive(Debug)]
pub struct StoredLayer<const P: usize> {
    file: Arc<LayerFile>,
}

impl<const P: usize> StoredLayer<P> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.file.count
    }

    /// Opens the file.
    ///
    /// # Errors
    /// When that fails.
    pub fn reader(&self) -> Result<LayerReader<P>, Stop> {
        let open = File::open(&self.file.path).map_err(|_| Stop::Storage)?;
        Ok(LayerReader { open, file: Arc::clone(&self.file) })
    }
}

/// An open file of positions.
pub struct LayerReader<const P: usize> {
    open: File,
    file: Arc<LayerFile>,
}

impl<const P: usize> LayerReader<P> {
    /// Reads positions by their numbers.
    ///
    /// # Errors
    /// When that fails.
    pub fn read(&mut self, range: Range<usize>) -> Result<Vec<Key<P>>, Stop> {
        let at = self.file.positions_at + (range.start * size_of::<Key<P>>()) as u64;
        Ok(numbers(&mut self.open, at, range.len() * P)?.as_chunks::<P>().0.to_vec())
    }
}

/// So many numbers of a file.
fn numbers(file: &mut File, at: u64, count: usize) -> Result<Vec<u64>, Stop> {
    let mut bytes = vec![0; count * size_of::<u64>()];
    file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes)).map_err(|_| Stop::Storage)?;
    Ok(bytes.as_chunks::<8>().0.iter().map(|number| u64::from_le_bytes(*number)).collect())
}
