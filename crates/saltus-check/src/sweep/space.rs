//! Positions as keys.
//!
//! The rows with vacancies: `reverse` with one numbers its arrangements, with several it packs what stands on each cell, as `shift` and `tiles` do.

use super::bucket::Key;
use crate::board::{Cell, VACANT};
use crate::families::Puzzle;
use crate::families::vacancy::Replay;
use crate::outcome::{Checked, Limits, OrRefuse, limit};
use crate::rules::{Moves, Rules};

/// What is known of a key when its position was looked at.
pub(super) struct Seen {
    /// How many positions it stands for.
    pub(super) positions: u64,
    pub(super) is_goal: bool,
    /// How many pieces are left, where that is what counts.
    pub(super) left: Option<u64>,
}

/// A puzzle whose positions are keys.
pub(super) trait Space<const N: usize> {
    /// The key of the start.
    fn start(&self) -> Key<N>;

    /// Whether every move can be taken back by a move.
    fn is_undirected(&self) -> bool;

    /// Looks at the position of a key, and adds the keys to which its moves lead. Refuses a key that stands for no position.
    fn look(&mut self, key: &Key<N>, after: &mut Vec<Key<N>>) -> Checked<Seen>;
}

/// A row with vacancies.
pub(super) struct Row<'a, const N: usize> {
    puzzle: &'a Puzzle,
    rules: Replay<'a>,
    packing: Packing,
    start: Key<N>,
    digits: Vec<Cell>,
    moves: Moves,
}

enum Packing {
    /// The number of the order of all checkers, and where the vacancy is.
    Rank,
    /// The contents in ascending order, each in `bits` bits; the `below` bits after the last cell are 0.
    Cells { contents: Vec<Cell>, bits: usize, below: usize },
}

/// The most checkers whose arrangements are numbered in 64 bits.
const MOST_RANKED: usize = 19;

/// Bytes of a key.
pub(super) fn width(puzzle: &Puzzle, limits: &Limits) -> Checked<usize> {
    let start = puzzle.start(limits)?;
    match packing(puzzle, start.cells())? {
        Packing::Rank => Ok(8),
        Packing::Cells { bits, .. } => Ok((bits * start.cells().len()).div_ceil(8)),
    }
}

fn packing(puzzle: &Puzzle, start: &[Cell]) -> Checked<Packing> {
    if matches!(puzzle, Puzzle::Reverse(_)) && puzzle.has_one_vacancy() {
        limit(start.len() <= MOST_RANKED + 1, format_args!("keys of more than {MOST_RANKED} checkers"))?;
        return Ok(Packing::Rank);
    }
    let mut contents = start.to_vec();
    contents.sort_unstable();
    contents.dedup();
    let bits = (contents.len().next_power_of_two().ilog2() as usize).max(1);
    let below = (8 - bits * start.len() % 8) % 8;
    limit(bits * start.len() <= 512 && contents.len() <= 256, "keys of more than 64 bytes")?;
    Ok(Packing::Cells { contents, bits, below })
}

impl<'a, const N: usize> Row<'a, N> {
    pub(super) fn new(puzzle: &'a Puzzle, limits: &Limits) -> Checked<Self> {
        let mut rules = Replay::new(puzzle, limits)?;
        let (_, digits) = rules.open(limits)?;
        let packing = packing(puzzle, &digits)?;
        let start = packing.key(&digits);
        Ok(Self { puzzle, rules, packing, start, digits, moves: Moves::default() })
    }
}

impl<const N: usize> Space<N> for Row<'_, N> {
    fn start(&self) -> Key<N> {
        self.start
    }

    fn is_undirected(&self) -> bool {
        self.puzzle.is_undirected()
    }

    fn look(&mut self, key: &Key<N>, after: &mut Vec<Key<N>>) -> Checked<Seen> {
        let Self { rules, packing, digits, moves, .. } = self;
        let entered = packing.write(key, digits).and_then(|()| rules.enter(digits));
        entered.or_refuse("the key is no position of this puzzle")?;
        moves.clear();
        rules.moves(moves)?;
        for (changes, _) in moves.iter() {
            // A move changes each cell once, so what was there can be kept in a few words.
            for &(cell, digit) in changes {
                digits[cell] = digit;
            }
            after.push(packing.key(digits));
            for &(cell, _) in changes {
                digits[cell] = rules.digit(cell);
            }
        }
        Ok(Seen { positions: 1, is_goal: rules.is_goal()?, left: None })
    }
}

impl Packing {
    fn key<const N: usize>(&self, digits: &[Cell]) -> Key<N> {
        let mut key = [0; N];
        match self {
            Self::Rank => key[N - 1] = rank(digits),
            Self::Cells { contents, bits, below } => {
                for (&digit, cell) in digits.iter().rev().zip(0..) {
                    // The contents are those of the start, and a move changes only their places.
                    let number = contents.binary_search(&digit).unwrap_or(0) as u64;
                    let (word, shift) = place(below + cell * bits);
                    key[N - 1 - word] |= number << shift;
                    let over = number >> 1 >> (63 - shift);
                    if over > 0 {
                        key[N - 2 - word] |= over;
                    }
                }
            }
        }
        key
    }

    /// Writes what stands on each cell. None: nothing does.
    fn write<const N: usize>(&self, key: &Key<N>, digits: &mut [Cell]) -> Option<()> {
        match self {
            Self::Rank => {
                let high = key[..N - 1].iter().all(|&word| word == 0);
                if high { arrange(key[N - 1], digits) } else { None }
            }
            Self::Cells { contents, bits, below } => {
                for (digit, cell) in digits.iter_mut().rev().zip(0..) {
                    let (word, shift) = place(below + cell * bits);
                    let mut number = key[N - 1 - word] >> shift;
                    if word + 1 < N {
                        number |= key[N - 2 - word] << 1 << (63 - shift);
                    }
                    *digit = *contents.get(number as usize & ((1 << bits) - 1))?;
                }
                (self.key(digits) == *key).then_some(())
            }
        }
    }
}

/// Word and bit, counted from the lowest.
fn place(bit: usize) -> (usize, usize) {
    (bit / 64, bit % 64)
}

/// The number of an arrangement of 1, 2, .. and the vacancy: the lexicographic number of the order of the checkers, times the
/// number of cells, and the checkers left of the vacancy.
fn rank(digits: &[Cell]) -> u64 {
    let (mut order, mut gap, mut left) = (0, 0, digits.len() as u64 - 1);
    // By number, the checkers that are still to come.
    let mut to_come = u32::MAX;
    for (&digit, cell) in digits.iter().zip(0..) {
        if digit == VACANT {
            gap = cell;
        } else {
            to_come &= !(1 << (digit - 1));
            let less = to_come & ((1 << (digit - 1)) - 1);
            order = order * left + u64::from(less.count_ones());
            left -= 1;
        }
    }
    order * digits.len() as u64 + gap
}

/// The arrangement of a number.
fn arrange(rank: u64, digits: &mut [Cell]) -> Option<()> {
    let cells = digits.len() as u64;
    let (mut order, gap, mut left) = (rank / cells, rank % cells, cells - 1);
    let mut weight: u64 = (1..cells).product();
    let mut to_come = u32::MAX;
    for (digit, cell) in digits.iter_mut().zip(0..) {
        if cell == gap {
            *digit = VACANT;
            continue;
        }
        weight /= left;
        let number = order / weight;
        if number >= left {
            return None;
        }
        let mut candidates = to_come;
        (0..number).for_each(|_| candidates &= candidates - 1);
        *digit = candidates.trailing_zeros() + 1;
        to_come &= !(1 << (*digit - 1));
        (order, left) = (order % weight, left - 1);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_numbered_without_gaps() {
        let mut digits = [0; 5];
        let all: Vec<[Cell; 5]> = (0..120)
            .map(|number| {
                arrange(number, &mut digits).unwrap();
                assert_eq!(rank(&digits), number);
                digits
            })
            .collect();
        assert_eq!((all[0], all[6], all[119]), ([0, 1, 2, 3, 4], [1, 0, 2, 4, 3], [4, 3, 2, 1, 0]));
        assert!(arrange(120, &mut digits).is_none());
    }
}
