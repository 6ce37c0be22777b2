//! The pawns of a configuration, one bit each.

use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

/// A colour of pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Black, written `b`.
    Black,
    /// White, written `w`.
    White,
}

impl Colour {
    /// The other one.
    #[must_use]
    pub fn other(self) -> Colour {
        if self == Colour::Black { Colour::White } else { Colour::Black }
    }

    /// `b` or `w`.
    pub fn letter(self) -> char {
        ['b', 'w'][self as usize]
    }
}

/// The contents of cells `0..cells()`: a pawn of either colour, or nothing.
///
/// A bit a cell, the lowest bit first, and a second one only where there is an empty cell: a line
/// of 10^9 pawns takes 125 MB.
///
/// ```
/// use saltus_clobber::rules::{Colour, Pawns};
///
/// let pawns: Pawns = "bw.b".parse().unwrap();
/// assert_eq!((pawns.cells(), pawns.count()), (4, 3));
/// assert_eq!(pawns.get(1), Some(Colour::White));
/// assert_eq!(pawns.get(2), None);
/// assert_eq!(pawns.to_string(), "bw.b");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pawns {
    cells: usize,
    /// Bit i of word i / 64: cell i holds a white pawn.
    white: Vec<u64>,
    /// The same for empty cells; none when there are none.
    vacant: Option<Vec<u64>>,
}

impl Pawns {
    /// No cells yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A configuration without empty cells: bit i of word i / 64 is set where cell i holds a white
    /// pawn. Bits beyond the cells do not count.
    ///
    /// # Panics
    /// When there are fewer bits than cells.
    pub fn from_bits(cells: usize, mut white: Vec<u64>) -> Self {
        assert!(white.len() >= cells.div_ceil(64), "{cells} cells in {} words", white.len());
        white.truncate(cells.div_ceil(64));
        if let (Some(last), rest @ 1..) = (white.last_mut(), cells % 64) {
            *last &= (1 << rest) - 1;
        }
        Pawns { cells, white, vacant: None }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many pawns there are.
    pub fn count(&self) -> usize {
        let vacant = self.vacant.iter().flatten().map(|word| word.count_ones() as usize).sum::<usize>();
        self.cells - vacant
    }

    /// The content of a cell.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn get(&self, cell: usize) -> Option<Colour> {
        assert!(cell < self.cells, "cell {cell} of {}", self.cells);
        let bit = |words: &[u64]| words[cell / 64] >> (cell % 64) & 1 == 1;
        if self.vacant.as_deref().is_some_and(bit) {
            return None;
        }
        Some(if bit(&self.white) { Colour::White } else { Colour::Black })
    }

    /// The pawn of one cell takes that of another: the first is empty then.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn take(&mut self, from: usize, to: usize) {
        assert!(from.max(to) < self.cells, "both are cells");
        let words = self.white.len();
        self.vacant.get_or_insert_with(|| vec![0; words])[from / 64] |= 1 << (from % 64);
        let colour = self.white[from / 64] >> (from % 64) & 1;
        self.white[from / 64] &= !(1 << (from % 64));
        self.white[to / 64] = self.white[to / 64] & !(1 << (to % 64)) | colour << (to % 64);
    }

    /// The content of each cell.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Option<Colour>> + ExactSizeIterator + '_ {
        (0..self.cells).map(|cell| self.get(cell))
    }

    /// Adds a cell after the last one.
    pub fn push(&mut self, content: Option<Colour>) {
        let (word, bit) = (self.cells / 64, self.cells % 64);
        if bit == 0 {
            self.white.push(0);
            if let Some(vacant) = &mut self.vacant {
                vacant.push(0);
            }
        }
        match content {
            None => self.vacant.get_or_insert_with(|| vec![0; word + 1])[word] |= 1 << bit,
            Some(Colour::White) => self.white[word] |= 1 << bit,
            Some(Colour::Black) => {}
        }
        self.cells += 1;
    }

    /// Adds cells by their letters.
    ///
    /// # Errors
    /// The first letter that is neither `b`, `w` nor `.`; those before it have been added.
    pub fn push_letters(&mut self, letters: &[u8]) -> Result<(), NoPawn> {
        let aligned = letters.len().min((64 - self.cells % 64) % 64);
        self.push_each(letters, 0..aligned)?;
        let (words, rest) = letters[aligned..].as_chunks::<64>();
        self.white.reserve(words.len() + 1);
        for (word, chunk) in words.iter().enumerate() {
            match packed(chunk) {
                Some(white) => {
                    self.white.push(white);
                    if let Some(vacant) = &mut self.vacant {
                        vacant.push(0);
                    }
                    self.cells += 64;
                }
                None => self.push_each(letters, aligned + 64 * word..aligned + 64 * word + 64)?,
            }
        }
        self.push_each(letters, letters.len() - rest.len()..letters.len())
    }

    /// The same for a part of the letters, one by one.
    fn push_each(&mut self, letters: &[u8], part: Range<usize>) -> Result<(), NoPawn> {
        for offset in part {
            self.push(match letters[offset] {
                b'b' => Some(Colour::Black),
                b'w' => Some(Colour::White),
                b'.' => None,
                _ => return Err(NoPawn { offset }),
            });
        }
        Ok(())
    }

    /// Writes the letters of some cells, a piece at a time: there may be very many.
    ///
    /// # Errors
    /// When `out` fails.
    ///
    /// # Panics
    /// When there are no such cells.
    pub fn write_letters(&self, cells: Range<usize>, out: &mut impl fmt::Write) -> fmt::Result {
        const PIECE: usize = 1 << 12;
        let mut text = String::with_capacity(PIECE + 8);
        let mut cell = cells.start;
        while cell < cells.end {
            let has_gap = self.vacant.as_ref().is_some_and(|vacant| vacant[cell / 64] > 0);
            if cell.is_multiple_of(8) && cell + 8 <= cells.end && !has_gap {
                text.push_str(eight(self.white[cell / 64] >> (cell % 64)));
                cell += 8;
            } else {
                text.push(self.get(cell).map_or('.', Colour::letter));
                cell += 1;
            }
            if text.len() >= PIECE {
                out.write_str(&text)?;
                text.clear();
            }
        }
        out.write_str(&text)
    }

    /// Bytes of memory that they take.
    pub fn bytes(&self) -> u64 {
        let words = self.white.capacity() + self.vacant.as_ref().map_or(0, Vec::capacity);
        (words * size_of::<u64>()) as u64
    }

    /// The white pawns: bit i of word i / 64 is set where cell i holds one. Bits beyond the cells
    /// are 0.
    pub fn white(&self) -> &[u64] {
        &self.white
    }

    /// The empty cells, in the same way; none when every cell holds a pawn.
    pub fn vacant(&self) -> Option<&[u64]> {
        self.vacant.as_deref()
    }

    /// Where colours change among cells `64 word..64 word + 64`: bit j is set where the pawns on
    /// cell 64 word + j and on the next cell differ in colour. Cell 0 comes after the last one.
    /// Bits beyond the cells are 0; next to an empty cell a bit has no meaning.
    ///
    /// # Panics
    /// When there is no such word.
    #[inline]
    pub fn changes(&self, word: usize) -> u64 {
        self.white[word] ^ self.shifted(&self.white, word)
    }

    /// The empty ones among cells `64 word..64 word + 64`, and those before an empty one, bit by
    /// bit as in [`changes`](Self::changes).
    ///
    /// # Panics
    /// When there is no such word.
    #[inline]
    pub fn gaps(&self, word: usize) -> (u64, u64) {
        self.vacant.as_ref().map_or((0, 0), |vacant| (vacant[word], self.shifted(vacant, word)))
    }

    /// Word number `word` of a row of bits, each moved to the cell before; bit 0 of all moves to
    /// the last cell.
    #[inline]
    fn shifted(&self, words: &[u64], word: usize) -> u64 {
        match words.get(word + 1) {
            Some(next) => words[word] >> 1 | next << 63,
            None => words[word] >> 1 | (words[0] & 1) << ((self.cells - 1) % 64),
        }
    }
}

impl FromIterator<Option<Colour>> for Pawns {
    fn from_iter<I: IntoIterator<Item = Option<Colour>>>(contents: I) -> Self {
        let mut pawns = Pawns::new();
        contents.into_iter().for_each(|content| pawns.push(content));
        pawns
    }
}

/// 64 letters as bits, set for `w`, if all are `b` or `w`.
fn packed(letters: &[u8; 64]) -> Option<u64> {
    const ONES: u64 = u64::MAX / 255;
    const BLACK: u64 = b'b' as u64 * ONES;
    const CHANGE: u64 = (b'b' ^ b'w') as u64;
    /// Brings the lowest bits of eight bytes together in the highest byte.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (mut bits, mut odd) = (0, 0);
    for (place, eight) in letters.as_chunks::<8>().0.iter().enumerate() {
        let changes = u64::from_le_bytes(*eight) ^ BLACK;
        let white = changes & ONES;
        odd |= changes ^ white.wrapping_mul(CHANGE);
        bits |= (white.wrapping_mul(GATHER) >> 56) << (8 * place);
    }
    (odd == 0).then_some(bits)
}

/// The letters of eight bits, set for `w`.
fn eight(bits: u64) -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let letter = |byte: usize, bit: usize| if byte >> bit & 1 == 1 { 'w' } else { 'b' };
        (0..256).flat_map(|byte| (0..8).map(move |bit| letter(byte, bit))).collect()
    });
    let at = (bits & 255) as usize * 8;
    &TEXT[at..at + 8]
}

/// A letter that is neither `b`, `w` nor `.`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPawn {
    /// Its place, from 0.
    pub offset: usize,
}

impl fmt::Display for NoPawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "letter {} is neither b, w nor . (no pawn)", self.offset + 1)
    }
}

impl std::error::Error for NoPawn {}

impl std::str::FromStr for Pawns {
    type Err = NoPawn;

    fn from_str(text: &str) -> Result<Self, NoPawn> {
        let mut pawns = Pawns::new();
        pawns.push_letters(text.as_bytes())?;
        Ok(pawns)
    }
}

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_letters(0..self.cells, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::various;
    use saltus_core::random::Random;

    #[test]
    fn letters_come_back_however_they_are_cut() {
        let mut random = Random::new(3);
        for cells in 0..300 {
            let kinds = if cells % 3 == 0 { 3 } else { 2 };
            let text: String = (0..cells).map(|_| ['b', 'w', '.'][random.below(kinds)]).collect();
            let pawns: Pawns = text.parse().unwrap();
            assert_eq!(pawns.to_string(), text);
            assert_eq!(
                pawns,
                text.chars()
                    .map(|letter| match letter {
                        'b' => Some(Colour::Black),
                        'w' => Some(Colour::White),
                        _ => None,
                    })
                    .collect()
            );
            let cut = random.below(cells + 1);
            let mut parts = Pawns::new();
            parts.push_letters(&text.as_bytes()[..cut]).unwrap();
            parts.push_letters(&text.as_bytes()[cut..]).unwrap();
            assert_eq!(parts, pawns, "{text} cut at {cut}");
            let mut part = String::new();
            pawns.write_letters(cut / 2..cut, &mut part).unwrap();
            assert_eq!(part, text[cut / 2..cut]);
        }
    }

    #[test]
    fn every_other_byte_is_refused_where_it_stands() {
        for odd in (0..=255).filter(|byte| !b"bw.".contains(byte)) {
            for offset in [0, 1, 63, 64, 100, 127, 129] {
                let mut letters = vec![b'w'; 130];
                letters[offset] = odd;
                assert_eq!(Pawns::new().push_letters(&letters), Err(NoPawn { offset }), "byte {odd}");
            }
        }
    }

    #[test]
    fn words_of_changes_and_gaps() {
        for pawns in various() {
            let cells = pawns.cells();
            let bit = |of: &dyn Fn(usize) -> u64, cell: usize| of(cell / 64) >> (cell % 64) & 1 == 1;
            for cell in 0..cells {
                let (here, next) = (pawns.get(cell), pawns.get((cell + 1) % cells));
                assert_eq!(bit(&|word| pawns.gaps(word).0, cell), here.is_none(), "cell {cell} of {pawns}");
                assert_eq!(bit(&|word| pawns.gaps(word).1, cell), next.is_none(), "cell {cell} of {pawns}");
                if here.is_some() && next.is_some() {
                    assert_eq!(bit(&|word| pawns.changes(word), cell), here != next, "cell {cell} of {pawns}");
                }
            }
            let last = pawns.white().len() - 1;
            let beyond = |bits: u64| cells % 64 > 0 && bits >> (cells % 64) > 0;
            let (empty, before) = pawns.gaps(last);
            assert!(!beyond(pawns.changes(last)) && !beyond(empty) && !beyond(before), "{pawns}");
        }
    }
}
