//! Bits in a file, one file for each layer, written once and whole piece by whole piece.
//!
//! The words are in the file in the order of slots, lowest byte first, whatever the length of
//! pieces. What was never written is zero.

use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::bit_store::{Access, BitPieces, BitStore};
use super::failure::{damaged, unusable};
use saltus_core::answers::CannotSurvey;
use saltus_core::checksum::{self, Hasher};
use saltus_core::fs::File;
use saltus_core::limits::Limits;

/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// Bits in a file.
#[derive(Debug)]
pub(super) struct BitFile {
    pieces: BitPieces,
    path: PathBuf,
    /// The checksum of each piece.
    sums: Box<[AtomicU32]>,
}

impl BitFile {
    /// A file of empty pieces, which replaces any file that was there.
    pub(super) fn create(path: PathBuf, pieces: BitPieces) -> Result<Self, CannotSurvey> {
        let bits = BitFile { sums: sums(&pieces), pieces, path };
        let file = File::create(&bits.path).map_err(|error| bits.failure(error))?;
        file.set_len(bits.len()).map_err(|error| bits.failure(error))?;
        Ok(bits)
    }

    /// A file that was written before, of which any piece may hold something.
    pub(super) fn open(path: PathBuf, pieces: BitPieces) -> Result<Self, CannotSurvey> {
        let bits = BitFile { sums: sums(&pieces), pieces, path };
        let file = File::open(&bits.path).map_err(|error| bits.failure(error))?;
        let len = file.metadata().map_err(|error| bits.failure(error))?.len();
        if len != bits.len() {
            return Err(damaged(&bits.path, format!("it has {len} bytes instead of {}", bits.len())));
        }
        (0..bits.pieces.count()).for_each(|piece| bits.pieces.fill(piece, true));
        Ok(bits)
    }

    /// Bytes of the file.
    fn len(&self) -> u64 {
        (self.pieces.count() * self.pieces.len * WORD) as u64
    }

    fn failure(&self, error: std::io::Error) -> CannotSurvey {
        unusable(&self.path, error)
    }

    /// Reads everything; returns how many bits are set, and records the checksum and the empty
    /// pieces from then on.
    pub(super) fn count(&self, limits: &Limits<'_>) -> Result<u64, CannotSurvey> {
        let (mut access, mut words, mut bits) = (FileAccess::new(self)?, vec![0; self.pieces.len], 0);
        for piece in 0..self.pieces.count() {
            limits.spend(0, 0)?;
            let sum = access.load(piece)?;
            access.take(0, &mut words);
            let ones: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            self.pieces.fill(piece, ones > 0);
            self.sums[piece].store(sum, Relaxed);
            bits += ones;
        }
        Ok(bits)
    }

    /// The checksum of the file, known from what was written or [counted](Bits::count).
    pub(super) fn checksum(&self) -> u32 {
        let mut whole = Hasher::new();
        for sum in &self.sums {
            whole.combine(&Hasher::new_with_initial_len(sum.load(Relaxed), (self.pieces.len * WORD) as u64));
        }
        whole.finalize()
    }

    /// Waits until what was written is on the disk.
    pub(super) fn sync(&self) -> Result<(), CannotSurvey> {
        let file = File::options().write(true).open(&self.path);
        file.and_then(|file| file.sync_all()).map_err(|error| self.failure(error))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// The checksums of empty pieces.
fn sums(pieces: &BitPieces) -> Box<[AtomicU32]> {
    let empty = checksum::hash(&vec![0; pieces.len * WORD]);
    std::iter::repeat_with(|| AtomicU32::new(empty)).take(pieces.count()).collect()
}

impl BitStore for BitFile {
    fn access(&self) -> Result<Box<dyn Access + '_>, CannotSurvey> {
        Ok(Box::new(FileAccess::new(self)?))
    }
}

/// An open file, and a buffer.
#[derive(Debug)]
struct FileAccess<'a> {
    bits: &'a BitFile,
    file: File,
    bytes: Vec<u8>,
    /// The piece that is in the buffer, and its checksum.
    held: Option<(usize, u32)>,
}

impl<'a> FileAccess<'a> {
    fn new(bits: &'a BitFile) -> Result<Self, CannotSurvey> {
        let file = File::options().read(true).write(true).open(&bits.path).map_err(|error| bits.failure(error))?;
        Ok(FileAccess { bits, file, bytes: Vec::new(), held: None })
    }

    fn seek(&mut self, piece: usize) -> Result<(), CannotSurvey> {
        let at = piece * self.bits.pieces.len * WORD;
        self.file.seek(SeekFrom::Start(at as u64)).map(|_| ()).map_err(|error| self.bits.failure(error))
    }

    /// Reads a piece into the buffer; its checksum.
    fn load(&mut self, piece: usize) -> Result<u32, CannotSurvey> {
        self.held = None;
        self.seek(piece)?;
        self.bytes.resize(self.bits.pieces.len * WORD, 0);
        self.file.read_exact(&mut self.bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => damaged(&self.bits.path, "it ends too early"),
            _ => self.bits.failure(error),
        })?;
        Ok(checksum::hash(&self.bytes))
    }

    /// Words of the buffer, from this one on.
    fn take(&self, first: usize, words: &mut [u64]) {
        for (word, bytes) in words.iter_mut().zip(&self.bytes.as_chunks().0[first..]) {
            *word = u64::from_le_bytes(*bytes);
        }
    }
}

impl Access for FileAccess<'_> {
    /// A part of a piece is read with all of it: nothing is believed before its checksum was compared.
    fn read(&mut self, slot: usize, first: usize, words: &mut [u64]) -> Result<bool, CannotSurvey> {
        let piece = self.bits.pieces.at(slot, first);
        let filled = self.bits.pieces.is_filled(piece);
        if filled {
            let meant = (piece, self.bits.sums[piece].load(Relaxed));
            if self.held != Some(meant) {
                if self.load(piece)? != meant.1 {
                    let why = format!("piece {piece} is not what was written");
                    return Err(damaged(&self.bits.path, why));
                }
                self.held = Some(meant);
            }
            self.take(first % self.bits.pieces.len, words);
        }
        Ok(filled)
    }

    fn write(&mut self, slot: usize, first: usize, words: &[u64]) -> Result<(), CannotSurvey> {
        let piece = self.bits.pieces.at(slot, first);
        let filled = words.iter().any(|&word| word != 0);
        if filled || self.bits.pieces.is_filled(piece) {
            self.held = None;
            self.seek(piece)?;
            self.bytes.resize(words.len() * WORD, 0);
            for (bytes, word) in self.bytes.as_chunks_mut().0.iter_mut().zip(words) {
                *bytes = word.to_le_bytes();
            }
            self.file.write_all(&self.bytes).map_err(|error| self.bits.failure(error))?;
            self.bits.pieces.fill(piece, filled);
            self.bits.sums[piece].store(checksum::hash(&self.bytes), Relaxed);
        }
        Ok(())
    }
}
