//! Classes of words: words of letters that no continuation distinguishes, except by a constant.
//!
//! The constant, the *base*, is the smallest register. What is left when it is taken away is the
//! class; a letter leads from a class to a class and raises the base by what depends on the class
//! alone. So all words of a length are counted class by class and base by base.

use std::fmt::Debug;
use std::hash::Hash;

use crate::closed::letters::Letter;
use crate::closed::registers::{Register, Registers as OfSize};

/// Numbers of segments have 16 bits.
pub(super) type SmallRegisters = OfSize<u16>;

/// The letters between pawns without a gap.
pub(super) const LETTERS: [Letter; 2] = [Letter::Same, Letter::Alternate];

/// Words that go on alike.
pub(super) trait Class: Copy + Eq + Hash + Debug {
    /// The class of the empty word; its base is 0.
    fn start() -> Self;

    /// The class after one more letter, and by how much the base rises.
    fn step(self, letter: Letter) -> (Self, u16);

    /// What is to be added to the base if the word ends here: a line's value, or the bars on a
    /// cycle; none when no cycle has such letters.
    ///
    /// All base being equal, this is the value of a configuration, except that a cycle of one
    /// colour has no bars.
    fn end(self) -> Option<u16>;
}

/// Letters between the pawns of a line: the registers less the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct LineClass(SmallRegisters);

impl Class for LineClass {
    fn start() -> Self {
        LineClass(SmallRegisters::only(Register::N).tight())
    }

    fn step(self, letter: Letter) -> (Self, u16) {
        let (rise, registers) = self.0.step(letter).tight().lowered();
        (LineClass(registers), rise)
    }

    fn end(self) -> Option<u16> {
        Some(self.0.value())
    }
}

/// Letters around a cycle, from anywhere: for each register in which the play may begin there, the
/// registers after the letters.
///
/// A division of the cycle closes in the register that it began with, so the bars of the best one
/// are the smallest entry of the diagonal. [`SmallRegisters::tight`] does not lower that: where it puts
/// N instead of L or B, the way from there could begin with N as well, and where it puts R in
/// place of B, with R.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CycleClass {
    rows: [SmallRegisters; 4],
    /// Whether the number of letters `a` is odd. Around a cycle it is even.
    odd: bool,
}

impl Class for CycleClass {
    fn start() -> Self {
        CycleClass { rows: Register::ALL.map(|register| SmallRegisters::only(register).tight()), odd: false }
    }

    fn step(self, letter: Letter) -> (Self, u16) {
        let (mut rows, mut rise) = (self.rows, u16::MAX);
        for row in &mut rows {
            *row = row.step(letter).tight();
            rise = rise.min(row.least());
        }
        for row in &mut rows {
            *row = row.less(rise);
        }
        (CycleClass { rows, odd: self.odd ^ (letter == Letter::Alternate) }, rise)
    }

    fn end(self) -> Option<u16> {
        let diagonal = Register::ALL.into_iter().zip(&self.rows).map(|(register, row)| row.get(register));
        if self.odd { None } else { diagonal.min() }
    }
}
