//! Forbidden words of sliding tiles: which walks of the vacancy a depth-first search may leave out,
//! as a finite automaton.
//!
//! The idea is that of Taylor & Korf, "Pruning duplicate nodes in depth-first search" (AAAI 1993);
//! that words depend on the cell where they begin is as in Clausecker's 24puzzle. This code differs
//! in how the words are found: no board is stored, and two words are taken for equal by replay,
//! never by a hash.
//!
//! A *word* is a sequence of directions of the vacancy that stays on the board from cell z on. Its
//! *effect* is where the vacancy and every tile go; two words from z with the same effect have it
//! on every board. Words are compared by length first, then lexicographically in the order of the
//! directions' numbers. A word of at most D letters is *forbidden* if a smaller word has its
//! effect; otherwise it is *least*.
//!
//! **The least of all shortest plays contains no forbidden word**: with the smaller word in its
//! place it would be a smaller play. So a search that refuses forbidden words still finds a
//! shortest play, whatever admissible bound it cuts with.
//!
//! **A factor of a least word is least**: if v can be replaced by a smaller v' with the same
//! effect, so can u v x by u v' x. Hence
//!
//! 1. a word of n <= D letters is forbidden if and only if some factor of it is a *minimal*
//!    forbidden word, one whose proper factors are all least; and the automaton need only know
//!    those;
//! 2. a minimal forbidden word of n letters, and each least word of n letters, has no forbidden
//!    factor of n - 1 letters or fewer. So to find the words of n letters it is enough to walk all
//!    words that the automaton for n - 1 lets pass;
//! 3. the smaller word v for a minimal forbidden word u of n letters has n or n - 2 letters:
//!    without its last letter u is least and has the effect of v and the step back, so v is at
//!    least n - 2 long, and effects have a parity. The least v is itself among the words walked.
//!
//! What the length D buys (growth: how many times more walks of n + 1 steps there are than of n,
//! for long walks):
//!
//! | board | D | minimal words | states | bytes | growth | walks of 30 steps, mean over the cells |
//! |---|---|---|---|---|---|---|
//! | 4x4 | 2 | 48 | 64 | 1,040 | 2.130 | 1.07e10 |
//! | 4x4 | 12 | 3,556 | 11,671 | 187 K | 2.008 | 2.78e9 |
//! | 4x4 | 14 | 11,440 | 38,219 | 612 K | 1.985 | 2.25e9 |
//! | 4x4 | 16 | 42,187 | 141,650 | 2.3 M | 1.963 | 1.87e9 |
//! | 4x4 | 18 | 164,701 | 551,698 | 8.8 M | 1.940 | 1.57e9 |
//! | 4x4 | 20 | 672,933 | 2,153,308 | 34 M | 1.915 | 1.33e9 |
//! | 5x5 | 2 | 80 | 105 | 1,696 | 2.368 | 2.38e11 |
//! | 5x5 | 12 | 12,960 | 41,372 | 662 K | 2.271 | 9.38e10 |
//! | 5x5 | 14 | 64,211 | 199,632 | 3.2 M | 2.248 | 7.79e10 |
//! | 5x5 | 16 | 301,481 | 925,259 | 15 M | 2.227 | 6.67e10 |
//! | 5x5 | 18 | 1,391,384 | 4,301,430 | 69 M | 2.208 | 5.86e10 |
//! | 5x5 | 20 | 6,489,991 | 20,062,661 | 321 M | 2.189 | 5.25e10 |
//!
//! Building takes time for each walk of D steps from each cell, and memory for those from one cell,
//! 16 bytes each.
//!
//! ```
//! use saltus_core::board::{EAST, SOUTH, WEST};
//! use saltus_tiles::search::words::Words;
//! let words = Words::new(4, 4, 12);
//! let start = words.start(0);
//! assert_eq!(words.next(start, WEST), None, "off the board");
//! let east = words.next(start, EAST).expect("a single step is least");
//! assert_eq!((words.cell(east), words.next(east, WEST)), (1, None));
//! assert!(words.next(east, EAST).is_some() && words.next(east, SOUTH).is_some());
//! ```

mod effects;
mod machine;
mod minimal;
#[cfg(test)]
mod tests;

use effects::Effects;
use machine::{PrefixMachine, StepWord};
use saltus_core::board::{Board, Cell, Direction};

/// The greatest length of forbidden words that can be asked for.
pub const MAX_LONGEST: usize = 24;

/// The greatest number of cells of a board.
pub const MAX_CELLS: usize = 256;

/// The automaton that follows a walk of the vacancy and refuses each step that leaves the board or
/// completes a forbidden word.
///
/// It has the fewest states possible for a state to tell the vacancy's cell. States are numbered
/// from 1, those that walks visit often first.
///
/// ```
/// use saltus_tiles::search::words::Words;
///
/// let words = Words::new(3, 3, 2); // a walk that does not turn back
/// assert_eq!((words.longest(), words.minimal_words()), (2, 24)); // one for each way of a step
/// assert_eq!(words.states(), 33); // 9 cells before the first step, 24 steps
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// By state, the state after a step in each direction, 0 if it is refused; row 0 refuses everything.
    rows: Vec<[u32; 4]>,
    starts: Vec<u32>,
    cells: Vec<u8>,
    minimal: usize,
    longest: usize,
}

impl Words {
    /// The automaton of all forbidden words of at most `longest` letters. With `longest` 0 or 1 it
    /// only keeps walks on the board; from 2 on it also refuses to turn back.
    ///
    /// # Panics
    /// When the board has no cell or more than [`MAX_CELLS`], or when `longest` is above
    /// [`MAX_LONGEST`].
    pub fn new(height: usize, width: usize, longest: usize) -> Self {
        let cells = height * width;
        assert!((1..=MAX_CELLS).contains(&cells), "a board has 1 to {MAX_CELLS} cells");
        assert!(longest <= MAX_LONGEST, "words have at most {MAX_LONGEST} letters");
        let board = Board::grid(height, width);
        let words = minimal_words(&board, longest);
        let (states, starts) = minimal::states(&PrefixMachine::new(&board, &words), cells);
        let cells = std::iter::once(0).chain(states.iter().map(|state| state.cell)).collect();
        let rows = std::iter::once([0; 4]).chain(states.iter().map(|state| state.next)).collect();
        Words { rows, starts, cells, minimal: words.len(), longest }
    }

    /// The automaton from the bytes that `to_bytes` makes of it.
    ///
    /// # Panics
    /// When the bytes are not those of an automaton of this board.
    pub(crate) fn from_bytes(height: usize, width: usize, longest: usize, bytes: &[u8]) -> Self {
        let cells = height * width;
        let (starts, bytes) = bytes.split_at(4 + 4 * cells);
        let states = bytes.len() / 9;
        let (rows, places) = bytes.split_at(8 * states);
        let number = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("4 bytes"));
        let mut starts = starts.chunks_exact(4).map(number);
        let minimal = starts.next().expect("how many words there are") as usize;
        let mut all = vec![[0; 4]; states];
        for (state, bytes) in rows.as_chunks().0.iter().enumerate() {
            all[state / 4][state % 4] = u32::from(u16::from_le_bytes(*bytes));
        }
        Words { minimal, starts: starts.collect(), rows: all, cells: places.to_vec(), longest }
    }

    /// How many minimal words there are, and the states of the start cells, 4 bytes each; the rows, 8
    /// bytes each; the cells of the states. None when there are too many states.
    #[cfg(test)]
    pub(crate) fn to_bytes(&self) -> Option<Vec<u8>> {
        let minimal = self.minimal as u32;
        let mut bytes = Vec::new();
        std::iter::once(&minimal).chain(&self.starts).for_each(|state| bytes.extend(state.to_le_bytes()));
        for &state in self.rows.as_flattened() {
            bytes.extend(u16::try_from(state).ok()?.to_le_bytes());
        }
        bytes.extend(&self.cells);
        Some(bytes)
    }

    /// The greatest length of the words that are left out.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// The state of a walk that begins at this cell, before its first step.
    pub fn start(&self, cell: Cell) -> u32 {
        self.starts[cell as usize]
    }

    /// The state after a step in this direction; `None` if the step leaves the board or completes a
    /// forbidden word.
    pub fn next(&self, state: u32, direction: Direction) -> Option<u32> {
        let next = self.rows[state as usize][direction];
        (next != 0).then_some(next)
    }

    /// The cell of the vacancy in this state.
    pub fn cell(&self, state: u32) -> Cell {
        self.cells[state as usize].into()
    }

    /// The rows, for the inner loop of a search.
    pub(crate) fn rows(&self) -> &[[u32; 4]] {
        &self.rows
    }

    /// The size of the rows.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.rows[..])
    }

    /// How many states there are; they are numbered from 1 to this.
    pub fn states(&self) -> usize {
        self.cells.len() - 1
    }

    /// How many forbidden words have no forbidden proper factor, from all cells together.
    pub fn minimal_words(&self) -> usize {
        self.minimal
    }
}

/// The minimal forbidden words of 2 to `longest` letters with their start cells, two lengths at a
/// time.
fn minimal_words(board: &Board, longest: usize) -> Vec<(u8, StepWord)> {
    let mut words = Vec::new();
    let effects = Effects::new(board);
    let mut known = 1;
    while known < longest {
        let next = if (longest - known).is_multiple_of(2) { known + 2 } else { known + 1 };
        words.extend(effects.minimal_words(&PrefixMachine::new(board, &words), known + 1, next));
        known = next;
    }
    words
}
