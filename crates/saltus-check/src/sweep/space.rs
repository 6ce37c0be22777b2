//! Positions as keys.
//!
//! The rows with vacancies: `reverse` with one numbers its arrangements, with several it packs what stands on each cell, as `shift` and `tiles` do. Of
//! definitions there are [`Images`].

use super::bucket::Key;
use super::folder::Head;
use super::images::{self, Images};
use crate::board::{Cell, VACANT};
use crate::families::{Instance, Puzzle};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit, resource};
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
pub(super) struct Space<'a, const N: usize> {
    instance: &'a Instance,
    rules: Box<dyn Rules + 'a>,
    packing: Packing<N>,
    pub(super) start: Key<N>,
    /// Whether every move can be taken back by a move.
    pub(super) undirected: bool,
    /// Steps that the moves of one position may take.
    steps: u64,
    digits: Vec<Cell>,
    /// Room for the digits after a move.
    after: Vec<Cell>,
    moves: Moves,
}

enum Packing<const N: usize> {
    /// The number of the order of all checkers, and where the vacancy is.
    Rank,
    /// The contents in ascending order, each in `bits` bits; the `below` bits after the last cell are 0.
    Cells {
        contents: Vec<Cell>,
        bits: usize,
        below: usize,
    },
    Images(Images<N>),
}

/// The most checkers whose arrangements are numbered in 64 bits.
const MOST_RANKED: usize = 19;

impl<'a, const N: usize> Space<'a, N> {
    /// The space of an instance, with the symmetries that the head tells.
    pub(super) fn new(head: &Head, instance: &'a Instance, limits: &Limits) -> Checked<Self> {
        // A wider key has no room in the words of this one.
        let verify_width = |width: usize| {
            ensure(width == head.width, format_args!("a key of this puzzle has {width} bytes")).at("line 3")
        };
        let (mut packing, undirected) = match instance {
            Instance::Vacancy(puzzle) => {
                ensure(head.symmetries.is_empty(), "there are symmetries, and this family has none").at("payload")?;
                let (packing, width) = Packing::of(puzzle, puzzle.start(limits)?.cells())?;
                verify_width(width)?;
                (packing, puzzle.is_undirected())
            }
            Instance::Definition(definition) => {
                verify_width(images::width(definition)?)?;
                let images = Images::new(definition, &head.symmetries, limits)?;
                (Packing::Images(images), definition.is_undirected())
            }
            Instance::Clobber(_) | Instance::Chinese(_) => {
                return resource("sweeps of this family are not proved here");
            }
        };
        let mut rules = instance.rules(limits)?;
        let (_, digits) = rules.open(limits)?;
        let (start, after, steps, moves) = (packing.key(&digits), digits.clone(), limits.nodes, Moves::default());
        Ok(Self { instance, rules, packing, start, undirected, steps, digits, after, moves })
    }

    /// Looks at the position of a key, and adds the keys to which its moves lead. Refuses a key that stands for no position.
    pub(super) fn look(&mut self, key: &Key<N>, found: &mut Vec<Key<N>>) -> Checked<Seen> {
        let Self { rules, packing, digits, after, moves, .. } = self;
        let entered = packing.write(key, digits).and_then(|()| rules.enter(digits));
        entered.or_refuse("the key is no position of this puzzle")?;
        let positions = if let Packing::Images(images) = packing { images.positions(key, digits)? } else { 1 };
        let left = self.instance.definition().and_then(|definition| definition.left(digits));
        rules.allow(self.steps);
        let is_goal = rules.is_goal()?;
        moves.clear();
        rules.moves(moves)?;
        after.copy_from_slice(digits);
        for (changes, _) in moves.iter() {
            if let Packing::Images(images) = &self.packing
                && let Some(key) = images.key_after(digits, changes)
            {
                found.push(key);
                continue;
            }
            changes.iter().for_each(|&(place, digit)| after[place] = digit);
            found.push(self.packing.key(after));
            changes.iter().for_each(|&(place, _)| after[place] = digits[place]);
        }
        Ok(Seen { positions, is_goal, left })
    }
}

impl<const N: usize> Packing<N> {
    /// That of a row, and the bytes of its keys.
    fn of(puzzle: &Puzzle, start: &[Cell]) -> Checked<(Self, usize)> {
        if matches!(puzzle, Puzzle::Reverse(_)) && puzzle.has_one_vacancy() {
            limit(start.len() <= MOST_RANKED + 1, format_args!("keys of more than {MOST_RANKED} checkers"))?;
            return Ok((Self::Rank, 8));
        }
        let mut contents = start.to_vec();
        contents.sort_unstable();
        contents.dedup();
        let bits = (contents.len().next_power_of_two().ilog2() as usize).max(1);
        let all = bits * start.len();
        limit(all <= 512 && contents.len() <= 256, "keys of more than 64 bytes")?;
        Ok((Self::Cells { contents, bits, below: (8 - all % 8) % 8 }, all.div_ceil(8)))
    }

    fn key(&mut self, digits: &[Cell]) -> Key<N> {
        let mut key = [0; N];
        match self {
            Self::Images(images) => return images.key(digits),
            Self::Rank => key[N - 1] = rank(digits),
            &mut Self::Cells { ref contents, bits, below } => {
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
    fn write(&mut self, key: &Key<N>, digits: &mut [Cell]) -> Option<()> {
        match self {
            Self::Images(images) => {
                images.write(key, digits);
                Some(())
            }
            Self::Rank => {
                let high = key[..N - 1].iter().all(|&word| word == 0);
                if high { arrange(key[N - 1], digits) } else { None }
            }
            &mut Self::Cells { ref contents, bits, below } => {
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
