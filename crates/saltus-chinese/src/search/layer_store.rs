//! Layers in the files of a folder, for searches beyond memory. A search goes on there after its
//! last finished layer.
//!
//! A layer is a file of the [`store`]: a header that says which search made it (the puzzle, the
//! method, the rules in use, the length, the layer), then the ranks of the positions as
//! little-endian numbers of 64 bits. Its name is `SEARCH-LENGTH-LAYER.layer`, where SEARCH is a
//! checksum of puzzle, method and rules, so that one folder serves many searches. A file with
//! another header, one of another version of the rules, or one that was damaged, is not used but
//! written anew. The files stay, also for the certificate, until the folder is removed.
//! Samples are never kept.

use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::game::Key;
use super::layer::Layer;
use crate::bounds::{RULES_VERSION, Rules};
use saltus_core::checksum;
use saltus_core::fs::{self, File};
use saltus_core::limits::{Limits, Stop};
use saltus_core::store::{self, Claim, Fault, Kind, Reader, Trouble, Writer};

/// The files of layers. What computes them are the pruning rules.
const KIND: Kind =
    Kind { name: "layer", format: 3, code: RULES_VERSION, lines: &["puzzle", "method", "rules", "length", "layer"] };

/// What distinguishes a search from others that may use the same folder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchIdentity<'a> {
    /// The puzzle, cell by cell.
    pub(crate) line: &'a str,
    /// The way in which layers follow one another.
    pub(crate) method: &'a str,
    /// The pruning rules in use.
    pub(crate) rules: Rules,
    /// The most turns of a game that is looked for.
    pub(crate) length: u32,
}

impl SearchIdentity<'_> {
    /// The values of the header of a layer.
    fn values(&self, layer: usize) -> [String; 5] {
        let rules = self.rules.names().join(" ");
        [self.line.into(), self.method.into(), rules, self.length.to_string(), layer.to_string()]
    }

    pub(super) fn file_name(&self, layer: usize) -> String {
        let [line, method, rules, ..] = self.values(layer);
        let search = checksum::hash([line, method, rules].join("\n").as_bytes());
        format!("{search:08x}-{}-{layer}.layer", self.length)
    }
}

/// A folder for the layers of one length.
pub(crate) struct LayerStore<'a> {
    folder: &'a Path,
    search: SearchIdentity<'a>,
    runs: AtomicU64,
    limits: &'a Limits<'a>,
    /// No other process uses the folder meanwhile.
    _lock: File,
}

impl<'a> LayerStore<'a> {
    /// The store in the folder of the limits, which is made if it is not there; none where they
    /// name none.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub(crate) fn open(search: SearchIdentity<'a>, limits: &'a Limits<'a>) -> Result<Option<Self>, Stop> {
        let Some(folder) = limits.disk else { return Ok(None) };
        let lock = store::lock_folder(folder).map_err(|fault| failed(limits, &fault))?;
        Ok(Some(LayerStore { folder, search, runs: AtomicU64::new(0), limits, _lock: lock }))
    }

    /// A layer, if an earlier search has finished it.
    ///
    /// # Errors
    /// The limit that was reached on reading it.
    pub(crate) fn finished<const P: usize>(&self, layer: usize) -> Result<Option<Layer<P>>, Stop> {
        let path = self.folder.join(self.search.file_name(layer));
        let whole = || {
            let reader = Reader::open(&KIND, &path)?;
            if reader.header().values != self.search.values(layer) {
                return Err(Fault::corrupt(&path, "the header", "this is the layer of another search"));
            }
            reader.check(self.limits, |_| ())
        };
        match whole() {
            Ok(header) => {
                let count = header.bytes as usize / size_of::<Key<P>>();
                let file = LayerFile { path, count, positions_at: header.start, fleeting: false };
                Ok(Some(Layer::Stored(StoredLayer { file: Arc::new(file) })))
            }
            Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
            Err(_) => Ok(None),
        }
    }

    /// A file for a layer.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn layer<const P: usize>(&self, layer: usize) -> Result<LayerWriter<'_, P>, Stop> {
        let path = self.folder.join(self.search.file_name(layer));
        let claim = Claim::take(&KIND, &path, self.limits);
        let writer = claim.and_then(|claim| claim.writer(&self.search.values(layer)));
        Ok(LayerWriter { limits: self.limits, path, writer: writer.map_err(|fault| failed(self.limits, &fault))? })
    }

    /// Writes some positions into a file that goes when it is no longer used.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn run<const P: usize>(&self, keys: &[Key<P>]) -> Result<StoredLayer<P>, Stop> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{number}.run"));
        let write = || -> io::Result<()> {
            let mut file = BufWriter::with_capacity(1 << 18, File::create(&path)?);
            keys.as_flattened().iter().try_for_each(|rank| file.write_all(&rank.to_le_bytes()))?;
            file.flush()
        };
        let written = write().map_err(|error| failed(self.limits, &Fault::system(&path, "writing")(error)));
        let file = LayerFile { path, count: keys.len(), positions_at: 0, fleeting: true };
        written.map(|()| StoredLayer { file: Arc::new(file) })
    }
}

fn failed(limits: &Limits<'_>, fault: &Fault) -> Stop {
    limits.remark(fault);
    Stop::Storage
}

/// A layer that is being written.
pub(crate) struct LayerWriter<'a, const P: usize> {
    limits: &'a Limits<'a>,
    path: PathBuf,
    writer: Writer<'a>,
}

impl<const P: usize> LayerWriter<'_, P> {
    /// Adds a position.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&mut self, key: &Key<P>) -> Result<(), Stop> {
        let bytes = key.map(u64::to_le_bytes);
        self.writer.write(bytes.as_flattened()).map_err(|fault| failed(self.limits, &fault))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn finish(self) -> Result<StoredLayer<P>, Stop> {
        let LayerWriter { limits, path, writer } = self;
        let header = writer.finish().map_err(|fault| failed(limits, &fault))?;
        let count = header.bytes as usize / size_of::<Key<P>>();
        Ok(StoredLayer { file: Arc::new(LayerFile { path, count, positions_at: header.start, fleeting: false }) })
    }
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
    pub(crate) fn count(&self) -> usize {
        self.file.count
    }

    /// Opens the file.
    ///
    /// # Errors
    /// When that fails.
    pub(crate) fn reader(&self) -> Result<LayerReader<P>, Stop> {
        let open = File::open(&self.file.path).map_err(|_| Stop::Storage)?;
        Ok(LayerReader { open, file: Arc::clone(&self.file) })
    }
}

/// An open file of positions.
pub(crate) struct LayerReader<const P: usize> {
    open: File,
    file: Arc<LayerFile>,
}

impl<const P: usize> LayerReader<P> {
    /// Reads positions by their numbers.
    ///
    /// # Errors
    /// When that fails.
    pub(crate) fn read(&mut self, range: Range<usize>) -> Result<Vec<Key<P>>, Stop> {
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
