//! Where bits are kept: in memory, or elsewhere.
//!
//! One bit for each order of some cells, in pieces of equally many words. A piece that was never
//! filled is not read.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{PoisonError, RwLock};

use saltus_core::answers::CannotSurvey;
use saltus_core::limits::Stop;

/// The bits of all orders of some cells, which are numbered from 0 and called slots here.
pub(super) trait BitStore: Sync {
    /// What one thread reads and writes with.
    ///
    /// # Errors
    /// When the bits cannot be reached.
    fn access(&self) -> Result<Box<dyn Access + '_>, CannotSurvey>;
}

/// What one thread reads and writes with.
pub(super) trait Access {
    /// Reads words of one piece; false, and nothing is read, when the piece is known to be empty.
    ///
    /// # Errors
    /// When it cannot be read.
    fn read(&mut self, slot: usize, first: usize, words: &mut [u64]) -> Result<bool, CannotSurvey>;

    /// Writes one whole piece.
    ///
    /// # Errors
    /// When it cannot be written.
    fn write(&mut self, slot: usize, first: usize, words: &[u64]) -> Result<(), CannotSurvey>;
}

/// Which pieces there are, and which of them hold anything.
#[derive(Debug)]
pub(super) struct BitPieces {
    /// Words of a piece.
    pub(super) len: usize,
    /// Pieces of a slot.
    pub(super) each: usize,
    filled: Box<[AtomicBool]>,
}

impl BitPieces {
    pub(super) fn new(slots: usize, each: usize, len: usize) -> Self {
        let filled = std::iter::repeat_with(AtomicBool::default).take(slots * each).collect();
        BitPieces { len, each, filled }
    }

    pub(super) fn count(&self) -> usize {
        self.filled.len()
    }

    /// The number of the piece that holds a word of a slot.
    #[inline]
    pub(super) fn at(&self, slot: usize, word: usize) -> usize {
        slot * self.each + word / self.len
    }

    #[inline]
    pub(super) fn is_filled(&self, piece: usize) -> bool {
        self.filled[piece].load(Relaxed)
    }

    /// Says whether a piece holds anything.
    pub(super) fn fill(&self, piece: usize, filled: bool) {
        self.filled[piece].store(filled, Relaxed);
    }
}

/// Bits in memory.
#[derive(Debug)]
pub(super) struct Memory {
    pieces: BitPieces,
    words: Box<[RwLock<Vec<u64>>]>,
}

impl Memory {
    /// Empty pieces.
    ///
    /// # Errors
    /// When there is not so much memory.
    pub(super) fn new(pieces: BitPieces) -> Result<Self, Stop> {
        let needed = (pieces.count() * pieces.len * size_of::<u64>()) as u64;
        let mut words = Vec::new();
        words.try_reserve_exact(pieces.count()).map_err(|_| Stop::Memory { needed })?;
        for _ in 0..pieces.count() {
            let mut piece = Vec::new();
            piece.try_reserve_exact(pieces.len).map_err(|_| Stop::Memory { needed })?;
            piece.resize(pieces.len, 0);
            words.push(RwLock::new(piece));
        }
        Ok(Memory { pieces, words: words.into() })
    }

    /// One word.
    pub(super) fn word(&self, slot: usize, word: usize) -> u64 {
        let piece = self.words[self.pieces.at(slot, word)].read().unwrap_or_else(PoisonError::into_inner);
        piece[word % self.pieces.len]
    }
}

impl BitStore for Memory {
    fn access(&self) -> Result<Box<dyn Access + '_>, CannotSurvey> {
        Ok(Box::new(self))
    }
}

impl Access for &Memory {
    #[inline]
    fn read(&mut self, slot: usize, first: usize, words: &mut [u64]) -> Result<bool, CannotSurvey> {
        let piece = self.pieces.at(slot, first);
        let filled = self.pieces.is_filled(piece);
        if filled {
            let held = self.words[piece].read().unwrap_or_else(PoisonError::into_inner);
            words.copy_from_slice(&held[first % self.pieces.len..][..words.len()]);
        }
        Ok(filled)
    }

    fn write(&mut self, slot: usize, first: usize, words: &[u64]) -> Result<(), CannotSurvey> {
        let piece = self.pieces.at(slot, first);
        let filled = words.iter().any(|&word| word != 0);
        if filled || self.pieces.is_filled(piece) {
            let mut held = self.words[piece].write().unwrap_or_else(PoisonError::into_inner);
            held.copy_from_slice(words);
            self.pieces.fill(piece, filled);
        }
        Ok(())
    }
}
