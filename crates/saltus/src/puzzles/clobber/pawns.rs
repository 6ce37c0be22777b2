//! The pawns of a configuration, one bit each.

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
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `b` or `w`.
    pub fn letter(self) -> char {
        match self {
            Colour::Black => 'b',
            Colour::White => 'w',
        }
    }
}

/// What stands on cells `0..cells()`: a pawn of either colour, or nothing.
///
/// A bit a cell, the lowest bit first, and a second one only where there is an empty cell: a line of 10^9 pawns takes 125 MB.
///
/// ```
/// use saltus::puzzles::clobber::{Colour, Pawns};
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

    /// A configuration without empty cells: bit i of word i / 64 is set where cell i holds a white pawn. Bits beyond the cells do not
    /// count.
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

    /// What stands on a cell.
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

    /// What stands on each cell.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Option<Colour>> + ExactSizeIterator + '_ {
        (0..self.cells).map(|cell| self.get(cell))
    }

    /// Adds a cell behind the last one.
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

    /// The white pawns: bit i of word i / 64 is set where cell i holds one. Bits beyond the cells are 0.
    pub fn white(&self) -> &[u64] {
        &self.white
    }

    /// The empty cells, in the same way; none when every cell holds a pawn.
    pub fn vacant(&self) -> Option<&[u64]> {
        self.vacant.as_deref()
    }
}

impl FromIterator<Option<Colour>> for Pawns {
    fn from_iter<I: IntoIterator<Item = Option<Colour>>>(contents: I) -> Self {
        let mut pawns = Pawns::new();
        contents.into_iter().for_each(|content| pawns.push(content));
        pawns
    }
}

/// A letter that is neither `b`, `w` nor `.`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPawn {
    /// Where it stands, from 0.
    pub offset: usize,
}

impl std::fmt::Display for NoPawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "letter {} is neither b, w nor . (no pawn)", self.offset + 1)
    }
}

impl std::error::Error for NoPawn {}

impl std::str::FromStr for Pawns {
    type Err = NoPawn;

    fn from_str(text: &str) -> Result<Self, NoPawn> {
        let content = |(offset, letter)| match letter {
            b'b' => Ok(Some(Colour::Black)),
            b'w' => Ok(Some(Colour::White)),
            b'.' => Ok(None),
            _ => Err(NoPawn { offset }),
        };
        text.bytes().enumerate().map(content).collect()
    }
}

impl std::fmt::Display for Pawns {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.iter().try_for_each(|content| write!(f, "{}", content.map_or('.', Colour::letter)))
    }
}
