//! Numbered reversal by ranks alone: the neighbours of a state are computed without laying its
//! checkers out.
//!
//! The rank of a state is the lexicographic number of the order of its checkers, times n + 1, plus
//! the checkers left of the vacancy. The lexicographic number is the order's Lehmer code read in
//! the factorial number system (C.-A. Laisant, 1888; D. H. Lehmer, 1960): digit k counts the
//! smaller checkers among the last k, right of the (k + 1)-th checker from the right, and weighs
//! k!.
//!
//! A slide changes the rank by 1. A jump swaps two neighbours in the order, the (k + 1)-th and the
//! k-th from the right, hence only two digits, `a` at k and `b` at k - 1: they become `b + 1` and
//! `a` if a <= b, else `b` and `a - 1`. So the change of the rank depends on nothing else, and from
//! state to state it stays the same as long as they do.
//!
//! The *side* of a state is the parity of the order (the sum of the digits) plus that of the
//! vacancy's place: a slide changes the second alone, a jump the first alone.

use crate::reverse::rules::{GAP, Reverse, positions, with_gaps};
use saltus_core::puzzle::{Bipartite, Ranked};
use saltus_core::row::Row;

/// The most checkers whose states are numbered in 64 bits.
pub const MOST_RANKED: usize = 19;

/// Lehmer that are looked up; the others change once in `TAILS` orders.
const TAIL: usize = 6;

/// How many tails there are, 6!.
const TAILS: usize = 720;

/// The digits 0 to 5 of an order, and their parity.
#[derive(Clone, Copy)]
struct Tail {
    digits: [u8; TAIL],
    odd: bool,
}

static TAIL_OF: [Tail; TAILS] = tails();

const fn tails() -> [Tail; TAILS] {
    let mut tails = [Tail { digits: [0; TAIL], odd: false }; TAILS];
    let mut number = 0;
    while number < TAILS {
        let (mut rest, mut k) = (number, 0);
        while k < TAIL {
            let digit = rest % (k + 1);
            tails[number].digits[k] = digit as u8;
            tails[number].odd ^= digit % 2 == 1;
            rest /= k + 1;
            k += 1;
        }
        number += 1;
    }
    tails
}

/// A state by the digits of its order and its vacancy.
#[derive(Clone, Debug)]
pub struct Lehmer {
    checkers: usize,
    /// The rank of this order with the vacancy at the left end.
    order: u64,
    /// The rank of the first order with the same digits from `TAIL` on.
    block: u64,
    /// Checkers left of the vacancy.
    gap: usize,
    /// Digit k has the weight `k!`, and is at most k.
    digits: [u8; MOST_RANKED],
    /// The parity of the digits from `TAIL` on, and of all.
    odd_head: bool,
    odd: bool,
    /// By how much digit k counts in a rank: k! (n + 1).
    weights: [u64; MOST_RANKED],
}

impl Lehmer {
    fn cells(&self) -> u64 {
        self.checkers as u64 + 1
    }

    /// How many ranks share their digits from `TAIL` on.
    fn block_len(&self) -> u64 {
        TAILS as u64 * self.cells()
    }

    #[inline]
    fn seek_order(&mut self, rank: u64) {
        if rank.wrapping_sub(self.block) >= self.block_len() {
            self.seek_block(rank);
        }
        // Below 720 * 20; division is fast in 32 bits.
        let offset = (rank - self.block) as u32;
        let cells = self.cells() as u32;
        let (number, gap) = (offset / cells, offset % cells);
        let tail = &TAIL_OF[number as usize];
        self.digits[..TAIL].copy_from_slice(&tail.digits);
        self.odd = self.odd_head ^ tail.odd;
        self.gap = gap as usize;
        self.order = rank - u64::from(gap);
    }

    #[cold]
    fn seek_block(&mut self, rank: u64) {
        let mut rest = rank / self.block_len();
        self.block = rest * self.block_len();
        self.odd_head = false;
        for k in TAIL..self.checkers {
            let digit = rest % (k as u64 + 1);
            self.digits[k] = digit as u8;
            self.odd_head ^= digit % 2 == 1;
            rest /= k as u64 + 1;
        }
    }

    /// What swapping the (k + 1)-th checker from the right with the next adds to the rank; modulo 2^64.
    #[inline]
    fn swapping(&self, k: usize) -> u64 {
        let (a, b) = (u64::from(self.digits[k]), u64::from(self.digits[k - 1]));
        let (new_a, new_b) = if a <= b { (b + 1, a) } else { (b, a - 1) };
        let change = |new: u64, old: u64, k: usize| new.wrapping_sub(old).wrapping_mul(self.weights[k]);
        change(new_a, a, k).wrapping_add(change(new_b, b, k - 1))
    }
}

/// With one vacancy alone.
impl Ranked for Reverse {
    /// (n + 1)!
    ///
    /// # Panics
    /// With several vacancies, and from n = 20 on, where the number of states leaves 64 bits.
    fn count(&self) -> u64 {
        assert_eq!(self.gaps(), 1, "one vacancy");
        positions(self.checkers() as u64, 1).expect("at most 19 checkers")
    }

    /// The lexicographic number of the order of the checkers, times n + 1, plus the checkers left
    /// of the vacancy.
    fn rank(&self, state: &Row<u16>) -> u64 {
        let order: Vec<u16> = state.cells().iter().copied().filter(|&cell| cell != GAP).collect();
        let n = order.len();
        let lexicographic = order.iter().enumerate().fold(0, |rank, (at, checker)| {
            let smaller_behind = order[at + 1..].iter().filter(|&other| other < checker).count();
            rank * (n - at) as u64 + smaller_behind as u64
        });
        lexicographic * (n as u64 + 1) + u64::from(state.gap())
    }

    fn unrank(&self, rank: u64) -> Row<u16> {
        let mut cursor = self.cursor();
        self.seek(&mut cursor, rank);
        let mut left: Vec<u16> = (1..=self.checkers() as u16).collect();
        let digits = cursor.digits[..cursor.checkers].iter().rev();
        let order: Vec<u16> = digits.map(|&digit| left.remove(digit.into())).collect();
        Row::new(with_gaps(&order, cursor.gap, 1), GAP)
    }
}

impl Bipartite for Reverse {
    type Cursor = Lehmer;

    fn states(&self) -> u64 {
        Ranked::count(self)
    }

    /// The first state.
    ///
    /// # Panics
    /// Above [`MOST_RANKED`] checkers.
    fn cursor(&self) -> Lehmer {
        let checkers = self.checkers();
        assert!(checkers <= MOST_RANKED, "ranks of {checkers} checkers leave 64 bits");
        let mut weights = [checkers as u64 + 1; MOST_RANKED];
        for k in 1..checkers {
            weights[k] = weights[k - 1] * k as u64;
        }
        let digits = [0; MOST_RANKED];
        Lehmer { checkers, order: 0, block: 0, gap: 0, digits, odd_head: false, odd: false, weights }
    }

    #[inline]
    fn seek(&self, cursor: &mut Lehmer, rank: u64) {
        let ahead = rank.wrapping_sub(cursor.order);
        if ahead < cursor.cells() {
            cursor.gap = ahead as usize;
        } else {
            cursor.seek_order(rank);
        }
    }

    #[inline]
    fn side(&self, cursor: &Lehmer) -> bool {
        cursor.odd ^ (cursor.gap % 2 == 1)
    }

    /// In the order of [`Puzzle::moves`](saltus_core::puzzle::Puzzle::moves): vacancy to the left first.
    #[inline]
    fn neighbours(&self, cursor: &Lehmer, mut visit: impl FnMut(u64)) {
        let (n, gap) = (cursor.checkers, cursor.gap);
        let rank = cursor.order + gap as u64;
        if gap >= 2 {
            visit(rank.wrapping_add(cursor.swapping(n + 1 - gap)) - 2);
        }
        if gap >= 1 {
            visit(rank - 1);
        }
        if gap < n {
            visit(rank + 1);
        }
        if gap + 2 <= n {
            visit(rank.wrapping_add(cursor.swapping(n - 1 - gap)) + 2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reverse;
    use crate::reverse::bounds::Inversions;
    use saltus_core::notation::Instance as _;
    use saltus_core::puzzle::{Bound, Puzzle};

    fn reversal(n: u64) -> Reverse {
        reverse::Instance::reversal(n, 0u8, None).puzzle().expect("few checkers")
    }

    /// The neighbours by the rules, in the order of the moves.
    fn by_rules(puzzle: &Reverse, rank: u64) -> Vec<u64> {
        let (state, mut moves) = (puzzle.unrank(rank), Vec::new());
        assert_eq!(puzzle.rank(&state), rank);
        puzzle.moves(&state, &mut moves);
        let after = |hop| {
            let mut state = state.clone();
            puzzle.play(&mut state, hop);
            puzzle.rank(&state)
        };
        moves.iter().map(after).collect()
    }

    /// The side and the neighbours by the digits, which are those by cells and rules.
    fn by_digits(puzzle: &Reverse, cursor: &mut Lehmer, rank: u64) -> (bool, Vec<u64>) {
        let mut neighbours = Vec::new();
        puzzle.seek(cursor, rank);
        puzzle.neighbours(cursor, |rank| neighbours.push(rank));
        let n = puzzle.checkers();
        assert_eq!(neighbours, by_rules(puzzle, rank), "n = {n}, rank {rank}");
        assert_eq!(puzzle.side(cursor), side_by_cells(puzzle, rank), "n = {n}, rank {rank}");
        (puzzle.side(cursor), neighbours)
    }

    /// The side from the cells: the inversions of the order, plus the checkers left of the vacancy.
    fn side_by_cells(puzzle: &Reverse, rank: u64) -> bool {
        let (n, state) = (puzzle.checkers(), puzzle.unrank(rank));
        // Whatever is no inversion towards n..1 is one of the order.
        let inversions = n * n.saturating_sub(1) / 2 - Inversions.of(puzzle, &state) as usize;
        (inversions + state.gap() as usize) % 2 == 1
    }

    #[test]
    fn neighbours_by_ranks_are_those_by_rules() {
        for n in 0..=7 {
            let puzzle = reversal(n);
            let mut cursor = puzzle.cursor();
            for rank in 0..puzzle.states() {
                by_digits(&puzzle, &mut cursor, rank);
            }
        }
    }

    #[test]
    fn a_cursor_seeks_anywhere() {
        for n in [5, 7, 8, 11, 12, MOST_RANKED as u64] {
            let puzzle = reversal(n);
            let mut cursor = puzzle.cursor();
            // A stride that is prime to the number of states visits ranks all over, forwards and
            // backwards.
            for step in 0..3000u64 {
                let rank = (u128::from(step) * 6_364_136_223_846_793_005 % u128::from(puzzle.states())) as u64;
                let (side, neighbours) = by_digits(&puzzle, &mut cursor, rank);
                for other in neighbours {
                    assert_ne!(by_digits(&puzzle, &mut cursor, other).0, side, "n = {n}: {rank} to {other}");
                }
            }
        }
    }
}
