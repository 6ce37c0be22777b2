//! The value of a line or a cycle by four registers, in linear time.
//!
//! **Segments.** Call the way between two neighbouring cells *crossed* when a pawn moves over it in a play. The ways that are not crossed
//! cut the row into segments, each reduced to one pawn; so the value is the least number of consecutive segments that can
//! each be reduced to one pawn. A pawn that has moved leaves an empty cell behind, so each way is crossed at most once, and in a segment
//! all crossings point at the cell of the last pawn: first right, then left. In each of these two arms nobody but the pawn at the far end
//! can do the moves, for an empty cell is never entered again. So an arm's pawns other than the mover are of the other colour, and
//! where two arms meet, the second to arrive takes the first, whose colour is the other one. Written with a letter for each pair of
//! neighbours, `s` (same colour) or `a` (alternate), the segments that can be reduced are
//!
//! - nothing: one pawn;
//! - `a s*`: x y^p, the first pawn goes right p times;
//! - `s* a`: y^p x, the last pawn goes left p times;
//! - `a s* a s* a`: x y^p x^q y, the first pawn goes right p times, and then the last one left q + 1 times.
//!
//! **Registers.** The automaton of these words has four states; a register holds the least number of segments closed
//! before the open one, over all ways to be in its state:
//!
//! - N: the open segment is one pawn;
//! - R: `a s*`, an arm to the right;
//! - L: `s s*` or `a s* a s*`, an arm to the left that still waits for its `a`;
//! - B: `s* a` or `a s* a s* a`, nothing may follow.
//!
//! A segment may be closed in N, R and B. From one pawn to the next, old registers on the right:
//!
//!     s:    N = 1 + min(N, R, B)    R = R          L = min(N, L)    B = never
//!     a:    N = 1 + min(N, R, B)    R = N          L = R            B = min(N, L)
//!     gap:  N = 1 + min(N, R, B)    R = never      L = never        B = never
//!
//! A line starts with N = 0 and the others never, and its value is 1 + min(N, R, B).
//!
//! **Cycles.** A segment may run over the seam between the last pawn and the first. So for each register, start with 0 in it alone, go
//! through all letters and the seam's: the least that is found in the register started with is the cost of a closed walk,
//! and the value is the least of the four (the least diagonal entry of the min-plus product of 4 x 4 matrices). A closed walk that closes no
//! segment never comes to N, nor leaves B; it stays in R or in L, where all letters are `s`: only on the cycle of one colour, where nobody
//! moves and the value is the number of pawns.

use crate::puzzles::clobber::Pawns;

/// What the ends of a row of cells are to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ends {
    /// Nothing: a line.
    Open,
    /// Neighbours: a cycle. With fewer than three cells it is the same as a line.
    Joined,
}

impl Ends {
    /// The same where they are neighbours and that is more than a line.
    #[must_use]
    pub fn of(self, cells: usize) -> Ends {
        if cells < 3 { Ends::Open } else { self }
    }
}

/// Two pawns in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Letter {
    /// Of one colour.
    Same,
    /// Of different colours.
    Alternate,
    /// With empty cells between them.
    Gap,
}

impl Letter {
    /// Alternate where the lowest bit is set.
    #[inline]
    pub(super) fn of(change: u64) -> Letter {
        if change & 1 == 1 { Letter::Alternate } else { Letter::Same }
    }
}

/// The number of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Register {
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
    pub const ALL: [Register; 4] = [Register::N, Register::R, Register::L, Register::B];
}

/// A register that cannot be reached.
pub const NEVER: u64 = u64::MAX >> 1;

/// One more, where that can be reached.
#[inline]
pub(super) fn more(segments: u64, by: u64) -> u64 {
    (segments + by).min(NEVER)
}

/// The four registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registers {
    /// N: one pawn.
    pub n: u64,
    /// R: an arm to the right.
    pub r: u64,
    /// L: an arm to the left that waits for its end.
    pub l: u64,
    /// B: nothing may follow.
    pub b: u64,
}

impl Registers {
    /// Before the first letter of a line.
    pub const START: Registers = Registers { n: 0, r: NEVER, l: NEVER, b: NEVER };

    /// One register at 0, the others never.
    pub fn only(register: Register) -> Self {
        let at = |other| if register == other { 0 } else { NEVER };
        Registers { n: at(Register::N), r: at(Register::R), l: at(Register::L), b: at(Register::B) }
    }

    /// What a register holds.
    pub fn get(&self, register: Register) -> u64 {
        match register {
            Register::N => self.n,
            Register::R => self.r,
            Register::L => self.l,
            Register::B => self.b,
        }
    }

    /// The value of a line that ends here: the open segment is closed.
    #[inline]
    pub fn value(&self) -> u64 {
        more(self.n.min(self.r).min(self.b), 1)
    }

    /// Behind one more letter.
    #[inline]
    #[must_use]
    pub fn step(self, letter: Letter) -> Self {
        let (n, Registers { n: old, r, l, b: _ }) = (self.value(), self);
        match letter {
            Letter::Same => Registers { n, r, l: old.min(l), b: NEVER },
            Letter::Alternate => Registers { n, r: old, l: r, b: old.min(l) },
            Letter::Gap => Registers { n, ..Self::only(Register::N) },
        }
    }

    /// Behind `times` more letters of a kind, at least one, in a bounded number of steps, except for gaps.
    ///
    /// In a run of two `s` or more, N either counts every pawn or takes R's segment and one more. In a run of `a`,
    /// N = 1 + min(N, N', N'''') with the N of one, two and four letters before, and N tells all other registers: after a few letters
    /// everything repeats every four letters, one higher.
    #[must_use]
    pub fn run(self, letter: Letter, times: u64) -> Self {
        let Registers { n, r, l, b } = self;
        match letter {
            Letter::Same if times >= 2 => Registers {
                n: more(n.min(b), times).min(more(r, 1)),
                r,
                l: l.min(n).min(more(r, 1)).min(more(b, 1)),
                b: NEVER,
            },
            Letter::Alternate if times > 8 => self.alternations(times),
            _ => (0..times).fold(self, |registers, _| registers.step(letter)),
        }
    }

    /// Behind 64 more letters, `a` where a bit is set; the lowest bit first.
    fn word(self, changes: u64) -> Self {
        match changes {
            0 => self.run(Letter::Same, 64),
            u64::MAX => self.run(Letter::Alternate, 64),
            _ => (0..64).fold(self, |registers, bit| registers.step(Letter::of(changes >> bit))),
        }
    }

    /// Behind all these letters.
    fn through(mut self, mut runs: Runs<'_>) -> Self {
        loop {
            if let Some(changes) = runs.word() {
                self = self.word(changes);
            } else if let Some((letter, times)) = runs.next() {
                self = self.run(letter, times);
            } else {
                return self;
            }
        }
    }

    fn alternations(self, times: u64) -> Self {
        let (mut now, mut left) = (self, times);
        while left >= 4 {
            let later = now.run(Letter::Alternate, 4);
            if later == now.raised(1) {
                now = now.raised(left / 4);
                left %= 4;
            } else {
                now = later;
                left -= 4;
            }
        }
        now.run(Letter::Alternate, left)
    }

    /// All lower, so that the least is 0; none where one that can be reached is then above `most`, or none can be reached.
    pub(super) fn lowered(self, most: u64) -> Option<Self> {
        let least =
            Register::ALL.map(|register| self.get(register)).into_iter().min().filter(|&least| least < NEVER)?;
        let lower = |segments: u64| match segments {
            NEVER => Some(NEVER),
            _ => Some(segments - least).filter(|&segments| segments <= most),
        };
        Some(Registers { n: lower(self.n)?, r: lower(self.r)?, l: lower(self.l)?, b: lower(self.b)? })
    }

    /// All higher by so much.
    fn raised(self, by: u64) -> Self {
        let Registers { n, r, l, b } = self;
        Registers { n: more(n, by), r: more(r, by), l: more(l, by), b: more(b, by) }
    }
}

/// The letters of a row, in runs.
///
/// A run may be given in several parts.
#[derive(Clone, Debug)]
pub struct Runs<'a> {
    pawns: &'a Pawns,
    cell: usize,
    /// How many neighbours are still to come.
    left: usize,
    /// Whether a pawn was met.
    begun: bool,
}

impl<'a> Runs<'a> {
    /// From cell `first` over the next `length` cells; behind the last cell comes cell 0.
    ///
    /// # Panics
    /// When there is no such cell.
    pub fn new(pawns: &'a Pawns, first: usize, length: usize) -> Self {
        Runs { pawns, cell: first, left: length, begun: pawns.get(first).is_some() }
    }

    /// The next 64 letters, where they are a word of the row and there is no gap among them.
    #[inline]
    pub(super) fn word(&mut self) -> Option<u64> {
        if self.left < 64 || !self.cell.is_multiple_of(64) || self.pawns.cells() - self.cell < 64 {
            return None;
        }
        let word = self.cell / 64;
        if self.pawns.gaps(word) != (0, 0) {
            return None;
        }
        self.pass(64);
        Some(self.pawns.changes(word))
    }

    /// How many of the cells ahead are alike, of those that `bits` tells from bit `at` on.
    fn alike(&self, bits: u64, at: u32, set: bool) -> usize {
        let others = if set { !bits } else { bits } >> at;
        (others.trailing_zeros().min(64 - at) as usize).min(self.left).min(self.pawns.cells() - self.cell)
    }

    fn pass(&mut self, cells: usize) {
        self.left -= cells;
        self.cell += cells;
        if self.cell == self.pawns.cells() {
            self.cell = 0;
        }
    }
}

impl Iterator for Runs<'_> {
    /// A letter, and how many times it comes.
    type Item = (Letter, u64);

    fn next(&mut self) -> Option<(Letter, u64)> {
        while self.left > 0 {
            let (word, at) = (self.cell / 64, self.cell as u32 % 64);
            let (empty, before_empty) = self.pawns.gaps(word);
            if empty >> at & 1 == 1 {
                // Up to the last empty cell, or one further to a pawn.
                let passed = self.alike(empty & before_empty, at, true).max(1);
                let meets_pawn = (empty & !before_empty) >> at & 1 == 1;
                self.pass(passed);
                if meets_pawn && std::mem::replace(&mut self.begun, true) {
                    return Some((Letter::Gap, 1));
                }
            } else if before_empty >> at & 1 == 1 {
                self.pass(1);
            } else {
                let changes = self.pawns.changes(word);
                let alternate = changes >> at & 1 == 1;
                let times = self.alike(changes, at, alternate);
                let times = times.min(self.alike(before_empty, at, false));
                self.pass(times);
                return Some((if alternate { Letter::Alternate } else { Letter::Same }, times as u64));
            }
        }
        None
    }
}

/// The letters between the pawns of a row that is cut: of a line, or of a cycle at its first empty cell.
///
/// None when the cycle has no empty cell, so that its letters have no beginning.
pub fn cut(pawns: &Pawns, ends: Ends) -> Option<Runs<'_>> {
    let cells = pawns.cells();
    let length = cells.saturating_sub(1);
    match ends.of(cells) {
        Ends::Open if cells == 0 => Some(Runs { pawns, cell: 0, left: 0, begun: false }),
        Ends::Open => Some(Runs::new(pawns, 0, length)),
        Ends::Joined => {
            let words = pawns.vacant()?;
            let word = words.iter().position(|&word| word > 0)?;
            Some(Runs::new(pawns, 64 * word + words[word].trailing_zeros() as usize, length))
        }
    }
}

/// Whether no two neighbours differ, on a cycle without empty cells.
pub fn of_one_colour(pawns: &Pawns) -> bool {
    (0..pawns.white().len()).all(|word| pawns.changes(word) == 0)
}

/// The fewest pawns that any play leaves, any colour at any time.
///
/// ```
/// use saltus::closed::clobber::registers::{value, Ends};
///
/// assert_eq!(value(&"bbbwbbb".parse().unwrap(), Ends::Open), 4);
/// assert_eq!(value(&"bbbwbbb".parse().unwrap(), Ends::Joined), 2);
/// assert_eq!(value(&"bw.bbw..b".parse().unwrap(), Ends::Open), 3);
/// assert_eq!(value(&"bbb".parse().unwrap(), Ends::Joined), 3);
/// ```
pub fn value(pawns: &Pawns, ends: Ends) -> u64 {
    match cut(pawns, ends) {
        Some(_) if pawns.count() == 0 => 0,
        Some(runs) => Registers::START.through(runs).value(),
        None if of_one_colour(pawns) => pawns.cells() as u64,
        None => {
            let around = |register| Registers::only(register).through(Runs::new(pawns, 0, pawns.cells()));
            let closed = Register::ALL.map(|register| around(register).get(register));
            closed.into_iter().min().expect("four registers")
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Board;
    use crate::puzzle::Puzzle;
    use crate::puzzles::clobber::{Clobber, Colour, Turns};
    use crate::random::Random;

    /// All configurations of so many cells, in the order of the numbers that their digits 0 (empty), 1 (b), 2 (w) make, the first
    /// cell's the lowest.
    pub(in super::super) fn all(cells: usize) -> impl Iterator<Item = Pawns> {
        let content = |digit: usize| [None, Some(Colour::Black), Some(Colour::White)][digit];
        (0..3usize.pow(cells as u32))
            .map(move |number| (0..cells).map(|cell| content(number / 3usize.pow(cell as u32) % 3)).collect())
    }

    fn number(pawns: impl DoubleEndedIterator<Item = Option<Colour>>) -> usize {
        let digit = |content: Option<Colour>| content.map_or(0, |colour| 1 + colour as usize);
        pawns.rev().fold(0, |number, content| 3 * number + digit(content))
    }

    /// The values of [`all`] configurations by trying all moves.
    pub(in super::super) fn values_by_search(cells: usize, ends: Ends) -> Vec<u64> {
        let board = || match ends {
            Ends::Open => Board::line(cells),
            Ends::Joined => Board::cycle(cells),
        };
        let mut order: Vec<(usize, Pawns)> = all(cells).enumerate().collect();
        order.sort_by_key(|(_, pawns)| pawns.count());
        let mut values = vec![0; order.len()];
        for (index, pawns) in order {
            let puzzle = Clobber::new(board(), &pawns, Turns::Free);
            let mut moves = Vec::new();
            puzzle.moves(&puzzle.start(), &mut moves);
            let behind = moves.iter().map(|mv| {
                let mut state = puzzle.start();
                puzzle.play(&mut state, mv);
                values[number(state.cells().iter().copied())]
            });
            values[index] = behind.min().unwrap_or(pawns.count() as u64);
        }
        values
    }

    /// A row drawn by a seed, with runs of random lengths around `run`, and a gap at one place in `gaps` (none for 0).
    pub(in super::super) fn drawn(cells: usize, run: usize, gaps: usize, seed: u64) -> Pawns {
        let (mut random, mut colour) = (Random::new(seed), Colour::Black);
        let mut next = move |_| {
            if random.below(run) == 0 {
                colour = colour.other();
            }
            Some(colour).filter(|_| gaps == 0 || random.below(gaps) > 0)
        };
        (0..cells).map(&mut next).collect()
    }

    /// Rows of all sorts, up to a few hundred cells.
    pub(in super::super) fn various() -> impl Iterator<Item = Pawns> {
        let sizes = (1..70).chain([127, 128, 129, 191, 192, 300, 301]);
        let runs = [(1, 0), (2, 0), (2, 40), (3, 4), (9, 0), (30, 0), (30, 60), (200, 0), (1000, 0)];
        sizes.flat_map(move |cells| runs.map(|(run, gaps)| drawn(cells, run, gaps, (cells + 1000 * run) as u64)))
    }

    /// Letter by letter, by looking at the pawns.
    fn letters(pawns: &[Option<Colour>]) -> Vec<Letter> {
        let mut letters = Vec::new();
        let mut before: Option<(usize, Colour)> = None;
        for (cell, colour) in pawns.iter().enumerate().filter_map(|(cell, content)| Some((cell, (*content)?))) {
            match before.replace((cell, colour)) {
                Some((place, _)) if place + 1 < cell => letters.push(Letter::Gap),
                Some((_, same)) if same == colour => letters.push(Letter::Same),
                Some(_) => letters.push(Letter::Alternate),
                None => {}
            }
        }
        letters
    }

    #[test]
    fn values_are_those_of_all_plays() {
        for cells in 1..=9 {
            for ends in [Ends::Open, Ends::Joined] {
                for (pawns, truth) in all(cells).zip(values_by_search(cells, ends)) {
                    assert_eq!(value(&pawns, ends), truth, "{pawns} {ends:?}");
                }
            }
        }
        assert_eq!(value(&Pawns::new(), Ends::Open), 0);
        assert_eq!(value(&Pawns::new(), Ends::Joined), 0);
    }

    #[test]
    fn runs_are_the_letters() {
        for pawns in various() {
            let cells: Vec<Option<Colour>> = pawns.iter().collect();
            let read = |runs: Runs<'_>| -> Vec<Letter> {
                runs.flat_map(|(letter, times)| std::iter::repeat_n(letter, times as usize)).collect()
            };
            assert_eq!(read(cut(&pawns, Ends::Open).expect("a line")), letters(&cells), "{pawns}");
            let start = cells.len() / 3;
            let turned = [&cells[start..], &cells[..=start]].concat();
            assert_eq!(read(Runs::new(&pawns, start, cells.len())), letters(&turned), "{pawns} from {start}");
            if let (Some(gap), 3..) = (cells.iter().position(Option::is_none), cells.len()) {
                let turned = [&cells[gap..], &cells[..gap]].concat();
                assert_eq!(read(cut(&pawns, Ends::Joined).expect("a gap")), letters(&turned), "{pawns} cut");
            }
        }
    }

    #[test]
    fn a_run_is_its_letters() {
        let numbers = [0, 1, 2, 3, 7, 20, NEVER];
        let pick = |code: usize| numbers[code % numbers.len()];
        for code in 0..numbers.len().pow(4) {
            let registers = Registers { n: pick(code), r: pick(code / 7), l: pick(code / 49), b: pick(code / 343) };
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
            let best = (0..cells.len()).map(|start| value(&turned(start), Ends::Open)).min();
            assert_eq!(Some(value(&pawns, Ends::Joined)), best, "{pawns}");
        }
    }
}
