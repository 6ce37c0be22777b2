//! Layers in the files of a folder, for searches beyond memory. A search goes on there after its
//! last finished layer.
//!
//! A layer is a file of the [`store`]: a header that says which search made it (the puzzle, the
//! method, the rules in use, the length, the layer), then the ranks of the positions as
//! little-endian numbers of 64 bits. Its name is `SEARCH-LENGTH-LAYER.layer`, where SEARCH is a
//! checksum of puzzle, method and rules, so that one folder serves many searches. A file with
//! another header, one of another version of the rules, or one that was damaged, is not used but
//! written anew. The checksum of each block stays in memory, and what is read is compared with it: damage
//! that comes later is an error. The files stay, also for the certificate, until the folder is removed.
//! Samples are never kept.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::game::Key;
use super::layer::Layer;
use crate::bounds::{RULES_VERSION, Rules};
use saltus_core::checksum;
use saltus_core::fs::{self, File};
use saltus_core::limits::{Limits, Stop};
use saltus_core::store::{self, Fault, Header, Kind, Lease, Reader, Trouble, Writer};

/// The files of layers. What computes them are the pruning rules.
const KIND: Kind =
    Kind { name: "layer", format: 3, code: RULES_VERSION, lines: &["puzzle", "method", "rules", "length", "layer"] };

/// Positions of a block, which has a checksum of its own.
const BLOCK: usize = 1 << 12;

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
        [self.line.into(), self.method.into(), self.rules.names(), self.length.to_string(), layer.to_string()]
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
        match self.whole(layer, BLOCK * size_of::<Key<P>>()) {
            Ok(file) => Ok(Some(Layer::Stored(file))),
            Err(Fault { trouble: Trouble::Stop(stop), .. }) => Err(stop),
            Err(_) => Ok(None),
        }
    }

    /// The file of a layer, all of it read once.
    fn whole(&self, layer: usize, block: usize) -> Result<LayerFile, Fault> {
        let path = self.folder.join(self.search.file_name(layer));
        let mut reader = Reader::open(&KIND, &path)?;
        if reader.header().values != self.search.values(layer) {
            return Err(Fault::corrupt(&path, "the header", "this is the layer of another search"));
        }
        let mut left = reader.header().bytes as usize;
        let (mut bytes, mut sums) = (Vec::new(), Vec::new());
        while left > 0 {
            bytes.resize(left.min(block), 0);
            reader.read(&mut bytes)?;
            sums.push(checksum::hash(&bytes));
            left -= bytes.len();
            self.limits.spend(0, 0).map_err(Fault::stop(&path))?;
        }
        Ok(LayerFile::of(path, &reader.finish()?, sums))
    }

    /// A file for a layer.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn layer(&self, layer: usize) -> Result<LayerWriter<'_>, Stop> {
        let path = self.folder.join(self.search.file_name(layer));
        let claim = Lease::take(&KIND, &path, self.limits);
        let writer = claim.and_then(|claim| claim.writer(&self.search.values(layer)));
        let writer = writer.map_err(|fault| failed(self.limits, &fault))?;
        Ok(LayerWriter { limits: self.limits, path, writer, block: Vec::new(), sums: Vec::new() })
    }

    /// Writes some positions of a number of players into a file that goes when it is no longer used.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn run(&self, ranks: &[u64], players: usize) -> Result<LayerFile, Stop> {
        let block = BLOCK * players;
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(format!("{number}.run"));
        let bytes = size_of_val(ranks) as u64;
        let mut run = LayerFile { path, bytes, begin: 0, sums: Vec::new(), fleeting: true };
        let write = || -> io::Result<Vec<u32>> {
            let mut file = File::create(&run.path)?;
            let mut sums = Vec::with_capacity(ranks.len().div_ceil(block));
            for ranks in ranks.chunks(block) {
                let bytes: Vec<u8> = ranks.iter().flat_map(|rank| rank.to_le_bytes()).collect();
                sums.push(checksum::hash(&bytes));
                file.write_all(&bytes)?;
            }
            Ok(sums)
        };
        run.sums = write().map_err(|error| failed(self.limits, &Fault::system(&run.path, "writing")(error)))?;
        Ok(run)
    }
}

fn failed(limits: &Limits<'_>, fault: &Fault) -> Stop {
    limits.remark(fault);
    Stop::Storage
}

/// A layer that is being written.
pub(crate) struct LayerWriter<'a> {
    limits: &'a Limits<'a>,
    path: PathBuf,
    writer: Writer<'a>,
    block: Vec<u8>,
    sums: Vec<u32>,
}

impl LayerWriter<'_> {
    /// Adds a position.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write<const P: usize>(&mut self, key: &Key<P>) -> Result<(), Stop> {
        self.block.extend_from_slice(key.map(u64::to_le_bytes).as_flattened());
        if self.block.len() < BLOCK * size_of::<Key<P>>() { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.sums.push(checksum::hash(&self.block));
        self.writer.write(&self.block).map_err(|fault| failed(self.limits, &fault))?;
        self.block.clear();
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn finish(mut self) -> Result<LayerFile, Stop> {
        self.flush()?;
        let header = self.writer.finish().map_err(|fault| failed(self.limits, &fault))?;
        Ok(LayerFile::of(self.path, &header, self.sums))
    }
}

/// A file of positions.
#[derive(Debug)]
pub struct LayerFile {
    path: PathBuf,
    /// Bytes of the positions, and where they begin.
    bytes: u64,
    begin: u64,
    /// The checksum of each block.
    sums: Vec<u32>,
    fleeting: bool,
}

impl LayerFile {
    fn of(path: PathBuf, header: &Header, sums: Vec<u32>) -> Self {
        LayerFile { path, bytes: header.bytes, begin: header.start, sums, fleeting: false }
    }

    /// How many there are.
    pub(crate) fn count<const P: usize>(&self) -> usize {
        self.bytes as usize / size_of::<Key<P>>()
    }

    /// Opens the file.
    ///
    /// # Errors
    /// When that fails.
    pub(crate) fn open(&self) -> Result<LayerReader<'_>, Stop> {
        Ok(LayerReader { open: File::open(&self.path).map_err(|_| Stop::Storage)?, file: self })
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

/// An open file of positions.
pub(crate) struct LayerReader<'a> {
    open: File,
    file: &'a LayerFile,
}

impl LayerReader<'_> {
    /// Reads positions by their numbers.
    ///
    /// # Errors
    /// When that fails, or what is there is not what was written.
    pub(crate) fn read<const P: usize>(&mut self, range: Range<usize>) -> Result<Vec<Key<P>>, Stop> {
        let blocks = range.start / BLOCK..range.end.div_ceil(BLOCK);
        let before = (range.start - blocks.start * BLOCK) * size_of::<Key<P>>();
        let bytes = self.blocks(blocks, BLOCK * size_of::<Key<P>>())?;
        let keys = bytes[before..].as_chunks::<8>().0.as_chunks::<P>().0;
        Ok(keys[..range.len()].iter().map(|key| key.map(u64::from_le_bytes)).collect())
    }

    /// Reads blocks of a size by their numbers.
    fn blocks(&mut self, blocks: Range<usize>, size: usize) -> Result<Vec<u8>, Stop> {
        let LayerReader { open, file } = self;
        let begin = (blocks.start * size) as u64;
        let mut bytes = vec![0; (file.bytes.min((blocks.end * size) as u64) - begin) as usize];
        let read = open.seek(SeekFrom::Start(file.begin + begin)).and_then(|_| open.read_exact(&mut bytes));
        let is_right = || bytes.chunks(size).map(checksum::hash).eq(file.sums[blocks].iter().copied());
        if read.is_ok() && is_right() { Ok(bytes) } else { Err(Stop::Storage) }
    }
}
