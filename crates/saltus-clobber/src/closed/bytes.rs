//! Eight letters at a time: a machine whose states are the vectors of registers that come on a row.
//!
//! What a byte of letters does depends on the registers only by their differences, and on nearly
//! every row few such vectors come, after a few letters ten. For each of them and each byte there
//! is an entry: the vector that the byte leads to, what the registers rise by, and a note of the
//! caller's. Entries are made when they are first asked for. A long run without anything around it
//! has many vectors; there, and next to gaps, the caller goes on letter by letter.

use rustc_hash::FxHashMap;

use super::registers::{NEVER, Registers};

/// The most vectors that get a number.
const MOST: usize = 250;

/// A vector gets a number when its registers are this close together.
const CLOSE: u64 = 40;

/// The registers of rows that go side by side. What happens to them depends on the differences within each row only.
type RowRegisters<const ROWS: usize> = [Registers; ROWS];

/// Each row lowered by its least register, and what the first one's is; none when the registers of a row are not close together, or
/// cannot be reached.
fn close<const ROWS: usize>(mut rows: RowRegisters<ROWS>) -> Option<(u64, RowRegisters<ROWS>)> {
    let raised = rows[0].least();
    for row in &mut rows {
        let least;
        (least, *row) = row.lowered();
        if least >= NEVER || row.0.into_iter().any(|held| held > CLOSE && held < NEVER) {
            return None;
        }
    }
    Some((raised, rows))
}

/// The number of a vector, from 1, in the high byte; the low byte is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Class(u16);

impl Class {
    /// Its number.
    #[inline]
    pub(super) fn number(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

/// The entries, by the number of a vector, in the high byte, and a byte of letters, in the low one.
#[derive(Debug)]
struct ByteEntries<N> {
    /// The number of the vector that the byte leads to, in the high byte, and what the registers
    /// rise by; 0 while the entry is not made.
    next: Box<[u16; 1 << 16]>,
    notes: Box<[N; 1 << 16]>,
}

/// The machine, with notes `N`.
#[derive(Debug)]
pub(super) struct ByteMachine<const ROWS: usize, N> {
    /// The vectors by number; the least register of each row is 0.
    vectors: Vec<RowRegisters<ROWS>>,
    classes: FxHashMap<RowRegisters<ROWS>, Class>,
    entries: Option<ByteEntries<N>>,
}

impl<const ROWS: usize, N> Default for ByteMachine<ROWS, N> {
    fn default() -> Self {
        ByteMachine { vectors: Vec::new(), classes: FxHashMap::default(), entries: None }
    }
}

impl<const ROWS: usize, N: Copy + Default> ByteMachine<ROWS, N> {
    /// The class of a vector, if it has one or can get one, and what its first row is higher by.
    pub(super) fn class(&mut self, vector: RowRegisters<ROWS>) -> Option<(Class, u64)> {
        let (raised, vector) = close(vector)?;
        if let Some(&class) = self.classes.get(&vector) {
            return Some((class, raised));
        }
        if self.vectors.len() == MOST {
            return None;
        }
        self.vectors.push(vector);
        let class = Class((self.vectors.len() << 8) as u16);
        self.classes.insert(vector, class);
        Some((class, raised))
    }

    /// The vector of a class; the least register of each row is 0.
    #[inline]
    pub(super) fn vector(&self, class: Class) -> RowRegisters<ROWS> {
        self.vectors[usize::from(class.number()) - 1]
    }

    /// The class that a byte leads to, and what the first row rises by. None when the vector there
    /// gets no number.
    ///
    /// `make` makes an entry: the vector that a vector and a byte lead to, and the note.
    #[inline]
    pub(super) fn step(
        &mut self,
        class: Class,
        byte: u8,
        make: impl FnOnce(RowRegisters<ROWS>, u8) -> Option<(RowRegisters<ROWS>, N)>,
    ) -> Option<(Class, u64)> {
        let index = class.0 | u16::from(byte);
        let mut entry = self.entries.as_ref().map_or(0, |entries| entries.next[usize::from(index)]);
        if entry == 0 {
            entry = self.make(class, byte, make)?;
        }
        Some((Class(entry & 0xff00), u64::from(entry & 0xff)))
    }

    /// Makes an entry.
    #[cold]
    #[inline(never)]
    fn make(
        &mut self,
        class: Class,
        byte: u8,
        make: impl FnOnce(RowRegisters<ROWS>, u8) -> Option<(RowRegisters<ROWS>, N)>,
    ) -> Option<u16> {
        let (vector, note) = make(self.vector(class), byte)?;
        let (next, rise) = self.class(vector)?;
        let entry = next.0 | u16::from(u8::try_from(rise).ok()?);
        let fit = "as many as there are";
        let entries = self.entries.get_or_insert_with(|| ByteEntries {
            next: vec![0; 1 << 16].try_into().expect(fit),
            notes: vec![N::default(); 1 << 16].try_into().ok().expect(fit),
        });
        let index = usize::from(class.0) | usize::from(byte);
        (entries.next[index], entries.notes[index]) = (entry, note);
        Some(entry)
    }

    /// The notes of entries that were made, by the number of a vector and the byte.
    #[inline]
    pub(super) fn notes(&self) -> impl Fn(u8, u8) -> N {
        let notes = &self.entries.as_ref().expect("entries that were made").notes;
        |number, byte| notes[usize::from(u16::from_le_bytes([byte, number]))]
    }
}
