//! The value of a line or a cycle by four registers, in linear time.
//!
//! **Segments.** Call the way between two neighbouring cells *crossed* when a pawn moves over it in
//! a play. The ways that are not crossed cut the row into segments, and each is reduced to one
//! pawn: a move empties a cell, which is never entered again, so of k + 1 cells with k crossed ways
//! between them all but one are left, once each. Going in from the ends, each is left by the way
//! towards that one. So there is an arm of ways crossed to the right, then an arm of ways crossed
//! to the left. In an arm only the pawn at the far end can begin, for any other would leave
//! an empty cell before it; so that pawn does all the moves, and takes pawns of the other colour
//! only. Where both arms have moves, the second pawn to arrive takes the first: they are of
//! different colours. The value is the least number of such segments. Written with a letter for
//! each pair of neighbours, `s` (same colour) or `a` (alternate), the segments that can be reduced
//! are
//!
//! - nothing: one pawn;
//! - `a s*`: x y^p, the first pawn goes right p times;
//! - `s* a`: y^p x, the last pawn goes left p times;
//! - `a s* a s* a`: x y^p x^q y, the first pawn goes right p times, and then the last one left q +
//!   1 times.
//!
//! **Registers.** The automaton of these words has four states; a register holds the least number
//! of segments closed before the open one, over all ways to be in its state:
//!
//! - N: the open segment is one pawn;
//! - R: `a s*`, an arm to the right;
//! - L: `s s*` or `a s* a s*`, an arm to the left that still waits for its `a`;
//! - B: `s* a` or `a s* a s* a`, nothing may follow.
//!
//! A segment may be closed in N, R and B. From one pawn to the next, old registers on the right:
//!
//! ```text
//! s:    N = 1 + min(N, R, B)    R = R          L = min(N, L)    B = never
//! a:    N = 1 + min(N, R, B)    R = N          L = R            B = min(N, L)
//! gap:  N = 1 + min(N, R, B)    R = never      L = never        B = never
//! ```
//!
//! A line starts with N = 0 and the others never, and its value is 1 + min(N, R, B).
//!
//! **Cycles.** A segment may run over the seam between the last pawn and the first. So for each
//! register, start with 0 in it alone, go through all letters and the seam's: the least that is
//! found in the register started with is the cost of a closed walk, and the value is the least of
//! the four (the least diagonal entry of the min-plus product of 4 x 4 matrices). A closed walk
//! that closes no segment never comes to N, nor leaves B; it stays in R or in L, where all letters
//! are `s`: only on the cycle of one colour, where no pawn can move and the value is the number of
//! pawns.

use super::letters::Letter;

/// The number of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Register {
    /// One pawn.
    N,
    /// An arm to the right.
    R,
    /// An arm to the left that waits for its end.
    L,
    /// Nothing may follow.
    B,
}

impl Register {
    /// All of them.
    pub(crate) const ALL: [Register; 4] = [Register::N, Register::R, Register::L, Register::B];
}

impl Letter {
    /// The recurrence: `cross` is called with the registers from which and to which the way between
    /// two pawns can be crossed, for those that are entered in the order N, R, L, B. That costs
    /// nothing. From N, R and B the segment may be closed instead, which leads to N and costs one.
    #[inline]
    pub(super) fn crossings(self, mut cross: impl FnMut(Register, Register)) {
        use Register::{B, L, N, R};
        match self {
            Letter::Same => {
                cross(R, R);
                cross(N, L);
                cross(L, L);
            }
            Letter::Alternate => {
                cross(N, R);
                cross(R, L);
                cross(N, B);
                cross(L, B);
            }
            Letter::Gap => {}
        }
    }
}

/// A register that cannot be reached.
pub(crate) const NEVER: u64 = u64::MAX >> 1;

/// A number of segments, of some size.
pub(crate) trait Number: Copy + Ord + From<u8> + std::ops::Sub<Output = Self> {
    /// What cannot be reached; more than all that can.
    const NEVER: Self;

    /// The sum of both, if that can be reached.
    #[must_use]
    fn more(self, by: Self) -> Self;
}

impl Number for u64 {
    const NEVER: u64 = NEVER;

    #[inline]
    fn more(self, by: u64) -> u64 {
        (self + by).min(NEVER)
    }
}

impl Number for u16 {
    const NEVER: u16 = u16::MAX;

    #[inline]
    fn more(self, by: u16) -> u16 {
        self.saturating_add(by)
    }
}

/// The four registers, in the order N, R, L, B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Registers<N = u64>(pub(crate) [N; 4]);

impl<N: Number> Registers<N> {
    /// None can be reached.
    pub(super) const NEVER: Self = Registers([N::NEVER; 4]);

    /// One register at 0, the others never.
    pub(crate) fn only(register: Register) -> Self {
        let mut only = Self::NEVER;
        only.0[register as usize] = N::from(0);
        only
    }

    /// What a register holds.
    #[inline]
    pub(crate) fn get(&self, register: Register) -> N {
        self.0[register as usize]
    }

    /// The fewest segments closed before the open one, where that may be closed.
    #[inline]
    pub(crate) fn closed(&self) -> N {
        let Registers([n, r, _, b]) = *self;
        n.min(r).min(b)
    }

    /// The value of a line that ends here: the open segment is closed.
    #[inline]
    pub(crate) fn value(&self) -> N {
        self.closed().more(N::from(1))
    }

    /// After one more letter.
    #[inline]
    #[must_use]
    pub(crate) fn step(self, letter: Letter) -> Self {
        let mut next = Registers([self.value(), N::NEVER, N::NEVER, N::NEVER]);
        letter.crossings(|from, to| {
            let to = &mut next.0[to as usize];
            *to = self.get(from).min(*to);
        });
        next
    }

    /// The same with every register lowered to those that go on at least as well, whatever follows.
    ///
    /// L goes on to L with `s`, to B with `a`; N does that too. B goes on only to N, after a bar; N
    /// and R do that too.
    #[must_use]
    pub(crate) fn tight(self) -> Self {
        let Registers([n, r, l, b]) = self;
        Registers([n, r, l.min(n), b.min(n).min(r)])
    }

    /// The least that any of them holds.
    #[inline]
    pub(crate) fn least(&self) -> N {
        self.closed().min(self.get(Register::L))
    }

    /// All lower by so much, which none that can be reached is below.
    #[inline]
    #[must_use]
    pub(crate) fn less(self, by: N) -> Self {
        Registers(self.0.map(|segments| if segments == N::NEVER { N::NEVER } else { segments - by }))
    }

    /// All higher by so much.
    pub(super) fn raised(self, by: N) -> Self {
        Registers(self.0.map(|segments| segments.more(by)))
    }

    /// What the least register holds, and all lower by that; those that cannot be reached stay so.
    #[inline]
    pub(crate) fn lowered(self) -> (N, Self) {
        let least = self.least();
        (least, self.less(least))
    }
}

impl Registers {
    /// Before the first letter of a line.
    pub(crate) const START: Registers = Registers([0, NEVER, NEVER, NEVER]);

    /// After `times` more letters of a kind; of letters `s` in a bounded number of steps.
    ///
    /// In a run of two `s` or more, N either counts every pawn or takes R's segment and one more.
    #[must_use]
    pub(crate) fn run(self, letter: Letter, times: u64) -> Self {
        if letter != Letter::Same || times < 2 {
            return (0..times).fold(self, |registers, _| registers.step(letter));
        }
        let Registers([n, r, l, b]) = self;
        let n_later = n.min(b).more(times).min(r.more(1));
        Registers([n_later, r, l.min(n).min(r.more(1)).min(b.more(1)), NEVER])
    }
}

/// The fewest pawns that any play leaves, any colour at any time: the recurrence alone, which tests compare with what is fast.
#[cfg(test)]
pub(crate) fn value(pawns: &crate::rules::Pawns, form: super::letters::Form) -> u64 {
    use super::letters::{Runs, cut, of_one_colour};
    let through = |from: Registers, runs: Runs<'_>| runs.fold(from, |at, (letter, times)| at.run(letter, times));
    match cut(pawns, form) {
        Some(_) if pawns.count() == 0 => 0,
        Some(runs) => through(Registers::START, runs).value(),
        None if of_one_colour(pawns) => pawns.cells() as u64,
        None => {
            let around = |register| through(Registers::only(register), Runs::new(pawns, 0, pawns.cells()));
            let closed = Register::ALL.map(|register| around(register).get(register));
            closed.into_iter().min().expect("four registers")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::letters::Form;
    use crate::rules::{Colour, Pawns, Turns};
    use crate::samples::{all, fewest, row, various};
    use saltus_core::puzzle::Puzzle as _;
    use std::collections::HashMap;

    #[test]
    fn values_are_those_of_all_plays() {
        for cells in 1..=9 {
            for form in [Form::Line, Form::Cycle] {
                let mut known = HashMap::new();
                for pawns in all(cells) {
                    let puzzle = row(&pawns, form, Turns::Free);
                    let truth = fewest(&puzzle, &puzzle.start(), &mut known);
                    assert_eq!(value(&pawns, form), truth as u64, "{pawns} {form:?}");
                }
            }
        }
        assert_eq!(value(&Pawns::new(), Form::Line), 0);
        assert_eq!(value(&Pawns::new(), Form::Cycle), 0);
    }

    /// Registers of any size hold the same, up to the largest number that they can tell from one
    /// that is never reached.
    #[test]
    fn small_numbers_go_the_same_ways() {
        let small = |number: u64| u16::try_from(number).unwrap_or(u16::MAX);
        for word in 0..1u64 << 12 {
            for from in Register::ALL {
                let (mut wide, mut narrow) = (Registers::<u64>::only(from), Registers::<u16>::only(from));
                for letter in 0..12 {
                    let letter = Letter::of(word >> letter);
                    (wide, narrow) = (wide.step(letter), narrow.step(letter));
                    assert_eq!(narrow, Registers(wide.0.map(small)));
                }
            }
        }
    }

    #[test]
    fn a_run_is_its_letters() {
        let numbers = [0, 1, 2, 3, 7, 20, NEVER];
        let pick = |code: usize| numbers[code % numbers.len()];
        for code in 0..numbers.len().pow(4) {
            let registers = Registers([1, 7, 49, 343].map(|by| pick(code / by)));
            for letter in [Letter::Same, Letter::Alternate, Letter::Gap] {
                let mut slowly = registers;
                for times in 0..45 {
                    assert_eq!(registers.run(letter, times), slowly, "{registers:?} {letter:?} {times}");
                    slowly = slowly.step(letter);
                }
            }
        }
    }

    /// A cycle is the best of its cuts: the whole as lines, one for each place to begin.
    #[test]
    fn cycles_are_the_best_of_their_cuts() {
        for pawns in various().filter(|pawns| (3..130).contains(&pawns.cells())) {
            let cells: Vec<Option<Colour>> = pawns.iter().collect();
            let turned = |start: usize| [&cells[start..], &cells[..start]].concat().into_iter().collect::<Pawns>();
            let best = (0..cells.len()).map(|start| value(&turned(start), Form::Line)).min();
            assert_eq!(Some(value(&pawns, Form::Cycle)), best, "{pawns}");
        }
    }
}
