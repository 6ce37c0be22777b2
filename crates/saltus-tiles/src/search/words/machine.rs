//! The automaton that refuses given words: Aho & Corasick, "Efficient string matching" (1975), with
//! a root for every cell.

use saltus_core::board::{Board, Cell, Direction};

/// A word: a one, then two bits a letter. The order is by length, then lexicographic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct StepWord(u64);

impl StepWord {
    pub(super) const EMPTY: StepWord = StepWord(1);

    /// The word with one more letter.
    #[inline]
    pub(super) fn and(self, direction: Direction) -> Self {
        StepWord(self.0 << 2 | direction as u64)
    }

    pub(super) fn length(self) -> usize {
        self.0.ilog2() as usize / 2
    }

    /// The letter that has `left` letters after it.
    pub(super) fn letter(self, left: usize) -> Direction {
        (self.0 >> (2 * left)) as Direction & 3
    }

    /// The letters, first to last.
    pub(super) fn directions(self) -> impl DoubleEndedIterator<Item = Direction> {
        (0..self.length()).rev().map(move |left| self.letter(left))
    }

    pub(super) fn without_last(self) -> Self {
        StepWord(self.0 >> 2)
    }

    pub(super) fn without_first(self) -> Self {
        let one = 1 << (2 * (self.length() - 1));
        StepWord(self.0 & (one - 1) | one)
    }
}

/// No state: the step is refused.
pub(super) const REFUSED: u32 = u32::MAX;

/// No state yet.
const UNSET: u32 = u32::MAX - 1;

/// States are the proper prefixes of the words, shorter ones first; the first states are the empty
/// prefixes, one for each cell in order. A walk is in the state of the longest prefix of a word
/// that it ends with.
pub(super) struct PrefixMachine {
    pub(super) next: Vec<[u32; 4]>,
    /// The cell where each prefix ends.
    pub(super) cell: Vec<u8>,
    /// The length of the longest prefix.
    pub(super) depth: usize,
}

impl PrefixMachine {
    /// The automaton of these words with their start cells, none of which is a factor of another.
    pub(super) fn new(board: &Board, words: &[(u8, StepWord)]) -> Self {
        let cells = board.cells();
        let mut machine = PrefixMachine {
            next: vec![[UNSET; 4]; cells],
            cell: (0..cells).map(|cell| cell as u8).collect(),
            depth: 0,
        };
        // For each prefix the longest shorter one that it ends with.
        let mut shorter = vec![UNSET; cells];
        let mut open: Vec<(StepWord, u32)> = words.iter().map(|&(cell, word)| (word, cell.into())).collect();
        let mut level = 0..cells;
        for depth in 0.. {
            open.retain_mut(|(word, state)| machine.lengthen(board, *word, word.length() - depth - 1, state));
            shorter.resize(machine.next.len(), UNSET);
            level.clone().for_each(|state| machine.complete(board, state, &mut shorter));
            level = level.end..machine.next.len();
            if level.is_empty() {
                machine.depth = depth;
                break;
            }
        }
        machine
    }

    /// Goes on by the letter that has `left` letters after it; whether that is still a proper
    /// prefix.
    fn lengthen(&mut self, board: &Board, word: StepWord, left: usize, state: &mut u32) -> bool {
        let (from, direction) = (*state as usize, word.letter(left));
        if left == 0 {
            self.next[from][direction] = REFUSED;
            return false;
        }
        if self.next[from][direction] == UNSET {
            self.next[from][direction] = self.next.len() as u32;
            let cell = board.step(self.cell[from].into(), direction).expect("words stay on the board");
            self.next.push([UNSET; 4]);
            self.cell.push(cell as u8);
        }
        *state = self.next[from][direction];
        true
    }

    /// Fills in the steps of a prefix that do not lengthen it; those of all shorter prefixes are
    /// filled in.
    fn complete(&mut self, board: &Board, state: usize, shorter: &mut [u32]) {
        for direction in 0..4 {
            let otherwise = match shorter[state] {
                UNSET => board.step(state as Cell, direction).unwrap_or(REFUSED),
                shorter => self.next[shorter as usize][direction],
            };
            match self.next[state][direction] {
                UNSET => self.next[state][direction] = otherwise,
                REFUSED => {}
                longer => shorter[longer as usize] = otherwise,
            }
        }
    }

    /// The states of all steps, each with what it allows; where a step is refused, anything.
    pub(super) fn entries(&self) -> Vec<[NextStates; 4]> {
        let entry =
            |state: u32| self.next.get(state as usize).map_or(NextStates(0), |&row| NextStates::new(state, row));
        self.next.iter().map(|row| row.map(entry)).collect()
    }
}

/// A state and the directions in which a walk may go on from it: what a walk needs of its last
/// state without looking it up.
#[derive(Clone, Copy)]
pub(super) struct NextStates(u32);

impl NextStates {
    pub(super) fn new(state: u32, row: [u32; 4]) -> Self {
        NextStates((0..4).map(|d| u32::from(row[d] != REFUSED) << d).sum::<u32>() | state << 4)
    }

    pub(super) fn state(self) -> usize {
        (self.0 >> 4) as usize
    }

    #[inline]
    pub(super) fn allowed(self) -> impl Iterator<Item = Direction> {
        let mut rest = self.0 & 15;
        std::iter::from_fn(move || {
            let direction = (rest != 0).then(|| rest.trailing_zeros() as Direction & 3);
            rest &= rest.wrapping_sub(1);
            direction
        })
    }
}
