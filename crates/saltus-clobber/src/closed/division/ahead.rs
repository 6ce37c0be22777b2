//! What lies ahead: the registers as costs to go, from right to left, and the choices that they
//! allow from left to right.

use super::super::letters::Letter;
use super::super::registers::{NEVER, Number as _, Register, Registers};

/// What comes after a cell, a gap also at the end of a line; none where the cell is empty.
pub(super) type Way = Option<Letter>;

/// What comes after each of up to 64 cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub(super) changes: u64,
    pub(super) empty: u64,
    pub(super) ends: u64,
    pub(super) count: usize,
}

impl Ways {
    /// So many pawns and the one after them, by their letters.
    pub(super) fn of_letters(changes: u64, count: usize) -> Self {
        Ways { changes, empty: 0, ends: 0, count }
    }

    /// Whether that are 64 pawns, each with another one after it.
    #[inline]
    pub(super) fn whole(&self) -> bool {
        self.empty | self.ends == 0 && self.count == 64
    }

    pub(super) fn at(&self, cell: usize) -> Way {
        let bit = |bits: u64| bits >> cell & 1 == 1;
        match () {
            () if bit(self.empty) => None,
            () if bit(self.ends) => Some(Letter::Gap),
            () if bit(self.changes) => Some(Letter::Alternate),
            () => Some(Letter::Same),
        }
    }
}

/// Which ways after up to 64 cells a play crosses: bit j means the way from cell j to the next
/// one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossings {
    /// Crossed to the right.
    pub right: u64,
    /// Crossed to the left.
    pub left: u64,
}

impl Crossings {
    /// Those crossed in either direction.
    #[inline]
    pub(crate) fn both(self) -> u64 {
        self.right | self.left
    }

    /// Adds the way after cell `cell`, by the register after it.
    pub(super) fn add(&mut self, cell: usize, register: Register) {
        match register {
            Register::N => {}
            Register::R => self.right |= 1 << cell,
            Register::L | Register::B => self.left |= 1 << cell,
        }
    }
}

/// The fewest segments that are closed from a cell on, the open one included, for each register
/// that the cell may be in.
///
/// At an empty cell N means no open segment. After the last cell of a line it is
/// [`Registers::START`].
pub(super) type Ahead = Registers;

impl Ahead {
    /// One cell earlier: the recurrence (`Letter::crossings`), read from right to left and written
    /// out, which is faster by a twentieth.
    #[inline]
    pub(super) fn before(self, way: Way) -> Self {
        let Registers([n, r, l, b]) = self;
        let closed = n.more(1);
        Registers(match way {
            Some(Letter::Same) => [closed.min(l), closed.min(r), l, closed],
            Some(Letter::Alternate) => [closed.min(r).min(b), closed.min(l), b, closed],
            Some(Letter::Gap) => [closed, closed, NEVER, closed],
            None => [n, NEVER, NEVER, NEVER],
        })
    }

    /// `cells` cells earlier, at least two, all of one colour with the one after them.
    ///
    /// N is closed pawn by pawn or goes over into L at once; R goes on, or is closed in front of
    /// the cheapest N to come.
    fn before_run(self, cells: u64) -> Self {
        let Registers([n, r, l, _]) = self;
        let single = |cells| n.more(cells).min(l);
        Registers([single(cells), r.min(n.min(l).more(1)), l, single(cells - 1).more(1)])
    }

    /// Before the cells of a word.
    pub(super) fn before_word(self, ways: &Ways) -> Self {
        if ways.whole() && ways.changes == 0 {
            return self.before_run(64);
        }
        (0..ways.count).rev().fold(self, |ahead, cell| ahead.before(ways.at(cell)))
    }

    /// From a register, with this ahead after the way: the register after it. The way is crossed
    /// where that costs nothing, to the right rather than to the left.
    pub(super) fn choose(&self, way: Way, from: Register) -> Register {
        let crossed = match (way, from) {
            (Some(Letter::Same), Register::R) => Register::R,
            (Some(Letter::Same), Register::N | Register::L) | (Some(Letter::Alternate), Register::R) => Register::L,
            (Some(Letter::Alternate), Register::N) if self.get(Register::R) <= self.get(Register::B) => Register::R,
            (Some(Letter::Alternate), Register::N | Register::L) => Register::B,
            _ => return Register::N,
        };
        // An arm to the left that waits for its end cannot be closed.
        let is_free = from == Register::L || self.get(crossed) <= self.get(Register::N).more(1);
        if is_free { crossed } else { Register::N }
    }

    /// The ways of a word that are crossed by the choices from register `from` on, with this ahead
    /// after the word; and the register there.
    pub(super) fn walk(self, ways: &Ways, from: Register) -> (Crossings, Register) {
        if ways.whole() && ways.changes == 0 {
            return self.walk_run(from);
        }
        let behind = self.behind::<65>(ways);
        Self::choices(&behind, ways, from)
    }

    /// The same after each cell of some ways, and before the first one.
    #[inline]
    pub(super) fn behind<const PLACES: usize>(self, ways: &Ways) -> [Self; PLACES] {
        let mut behind = [self; PLACES];
        for cell in (0..ways.count).rev() {
            behind[cell] = behind[cell + 1].before(ways.at(cell));
        }
        behind
    }

    /// The ways that are crossed by the choices from register `from` on; and the register after them.
    #[inline]
    pub(super) fn choices(behind: &[Self], ways: &Ways, from: Register) -> (Crossings, Register) {
        let (mut crossings, mut register) = (Crossings::default(), from);
        for (cell, ahead) in behind[1..=ways.count].iter().enumerate() {
            register = ahead.choose(ways.at(cell), register);
            crossings.add(cell, register);
        }
        (crossings, register)
    }

    /// The same for 64 cells of one colour with the one after them.
    fn walk_run(self, from: Register) -> (Crossings, Register) {
        let Registers([n, r, l, _]) = self;
        let pawn_by_pawn = match from {
            Register::N => n.more(64) < l,
            Register::B => n.more(63) < l,
            Register::R | Register::L => false,
        };
        let all = u64::MAX;
        let (right, left, register) = match from {
            _ if pawn_by_pawn => (0, 0, Register::N),
            Register::N | Register::L => (0, all, Register::L),
            Register::B => (0, all << 1, Register::L),
            Register::R if r <= n.min(l).more(1) => (all, 0, Register::R),
            // Closed as late as may be: in front of the last pawn, which is after the word, or of
            // one that begins an arm to the left.
            Register::R if n <= l => (all >> 1, 0, Register::N),
            Register::R => (all >> 2, 1 << 63, Register::L),
        };
        (Crossings { right, left }, register)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every combination of a few numbers that a run in one step may depend on.
    fn some() -> impl Iterator<Item = Ahead> {
        let numbers = [0, 1, 2, 3, 61, 62, 63, 64, 65, 66, NEVER];
        let pick = move |code: usize| numbers[code % 11];
        (0..11usize.pow(4)).map(move |code| Registers([1, 11, 121, 1331].map(|by| pick(code / by))))
    }

    fn slowly(behind: Ahead, from: Register) -> (Ahead, Crossings, Register) {
        let mut ahead = vec![behind];
        for _ in 0..64 {
            ahead.push(ahead[ahead.len() - 1].before(Some(Letter::Same)));
        }
        let (mut crossings, mut register) = (Crossings::default(), from);
        for (cell, behind) in ahead.iter().rev().skip(1).enumerate() {
            register = behind.choose(Some(Letter::Same), register);
            crossings.add(cell, register);
        }
        (ahead[64], crossings, register)
    }

    /// From right to left the recurrence takes the cheapest crossing, or closes the segment where
    /// that is cheaper yet.
    #[test]
    fn steps_and_choices_are_those_of_the_recurrence() {
        for ahead in some() {
            for letter in [Letter::Same, Letter::Alternate, Letter::Gap] {
                for from in Register::ALL {
                    let mut ways = Vec::new();
                    letter.crossings(|start, to| ways.extend((start == from).then_some((ahead.get(to), to))));
                    ways.extend((from != Register::L).then_some((ahead.get(Register::N).more(1), Register::N)));
                    let cheapest = ways.into_iter().min_by_key(|&(cost, _)| cost);
                    let (cost, register) = cheapest.unwrap_or((NEVER, Register::N));
                    assert_eq!(ahead.before(Some(letter)).get(from), cost, "{ahead:?} {letter:?} {from:?}");
                    assert_eq!(ahead.choose(Some(letter), from), register, "{ahead:?} {letter:?} {from:?}");
                }
            }
        }
    }

    #[test]
    fn words_of_one_colour_in_one_step() {
        let ways = Ways::of_letters(0, 64);
        for behind in some() {
            for from in Register::ALL {
                let (ahead, crossings, register) = slowly(behind, from);
                assert_eq!(behind.before_word(&ways), ahead, "{behind:?}");
                if ahead.get(from) < NEVER {
                    assert_eq!(behind.walk(&ways, from), (crossings, register), "{behind:?} from {from:?}");
                }
            }
        }
    }
}
