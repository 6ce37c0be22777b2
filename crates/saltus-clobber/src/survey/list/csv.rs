//! Rows of text.

use super::values::Values;

/// The line above the rows.
pub(super) const HEAD: &[u8] = b"configuration,value\n";

/// The largest value with the comma before it and the end of the line.
const LONGEST_END: usize = 4;

/// Letters of configurations, ready to be copied.
pub(super) struct CsvRows {
    n: usize,
    /// Letters of the pawns in which the configurations of a block differ, for each of them.
    tails: Vec<u8>,
    /// What comes after the letters, by value.
    ends: Vec<Vec<u8>>,
}

impl CsvRows {
    pub(super) fn new(n: usize, values: &Values) -> Self {
        let tail = values.block().ilog2() as usize;
        let tails = (0..values.block() as u64).flat_map(|pawns| letters(pawns, tail)).collect();
        CsvRows { n, tails, ends: (0..=n).map(|value| format!(",{value}\n").into_bytes()).collect() }
    }

    /// Bytes that the rows of a block take at most.
    pub(super) fn most(&self, values: &Values) -> usize {
        values.block() * (self.n + LONGEST_END)
    }

    /// Writes the rows of a block.
    pub(super) fn write(&self, block: u64, values: &[u8], out: &mut Vec<u8>) {
        let tail = self.tails.len() / values.len();
        let head: Vec<u8> = letters(block, self.n - tail).collect();
        for (index, &value) in values.iter().enumerate() {
            out.extend_from_slice(&head);
            out.extend_from_slice(&self.tails[index * tail..][..tail]);
            out.extend_from_slice(&self.ends[usize::from(value)]);
        }
    }
}

/// The letters of pawns given as a number of `count` bits, the first pawn in the highest, white
/// ones set.
fn letters(pawns: u64, count: usize) -> impl Iterator<Item = u8> {
    (0..count).rev().map(move |place| if pawns >> place & 1 == 1 { b'w' } else { b'b' })
}
