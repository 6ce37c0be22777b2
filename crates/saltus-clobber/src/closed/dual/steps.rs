//! Eight letters at a time: the codes of a byte of letters depend on the registers only by their differences, and on nearly every row few
//! such vectors come. What follows from each of them and each byte is made when it is first asked for.

use rustc_hash::FxHashMap;

use super::super::letters::Letter;
use super::super::registers::Registers;
use super::entries::{Entries, sources};

/// The most vectors that get a number.
const MOST: usize = 250;

/// A vector gets a number when its registers are this close together.
const CLOSE: u64 = 40;

/// Steps of rows that go side by side, with codes of one byte.
#[derive(Default)]
pub(super) struct Steps<const ROWS: usize> {
    /// The registers by number; the least of each row is 0.
    vectors: Vec<[Registers; ROWS]>,
    numbers: FxHashMap<[Registers; ROWS], u16>,
    /// For a number and a byte, one more than the number behind the byte; 0 while that is not made.
    behind: Vec<u16>,
    /// For a number and a byte, the codes behind its letters.
    codes: Vec<u64>,
}

impl<const ROWS: usize> Steps<ROWS> {
    /// Goes through a word of letters, if all that comes has numbers: gives the codes, and leaves registers that are as far apart as those
    /// behind the word.
    #[inline]
    pub(super) fn word(
        &mut self,
        rows: &mut [Registers; ROWS],
        changes: u64,
        entries: &mut Entries,
    ) -> Option<[u64; 8]> {
        let mut number = self.number(rows)?;
        let mut codes = [0; 8];
        for (codes, byte) in codes.iter_mut().zip(changes.to_le_bytes()) {
            let index = 256 * usize::from(number) + usize::from(byte);
            if self.behind[index] == 0 {
                self.make(index, entries)?;
            }
            (number, *codes) = (self.behind[index] - 1, self.codes[index]);
        }
        *rows = self.vectors[usize::from(number)];
        Some(codes)
    }

    /// The number of a vector, if it has one or can get one.
    fn number(&mut self, rows: &[Registers; ROWS]) -> Option<u16> {
        let mut lowered = *rows;
        for row in &mut lowered {
            *row = row.lowered(CLOSE)?;
        }
        if let Some(&number) = self.numbers.get(&lowered) {
            return Some(number);
        }
        if self.vectors.len() == MOST {
            return None;
        }
        let number = self.vectors.len() as u16;
        self.vectors.push(lowered);
        self.numbers.insert(lowered, number);
        self.behind.resize(self.behind.len() + 256, 0);
        self.codes.resize(self.codes.len() + 256, 0);
        Some(number)
    }

    #[cold]
    fn make(&mut self, index: usize, entries: &mut Entries) -> Option<()> {
        let (mut rows, mut codes) = (self.vectors[index / 256], [0; 8]);
        for (bit, code) in codes.iter_mut().enumerate() {
            let letter = Letter::of(index as u64 >> bit);
            *code = u8::try_from(entries.number(rows.map(|row| sources(&row, letter)))).ok()?;
            rows = rows.map(|row| row.step(letter));
        }
        self.behind[index] = self.number(&rows)? + 1;
        self.codes[index] = u64::from_le_bytes(codes);
        Some(())
    }
}
