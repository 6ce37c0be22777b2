//! Eight letters at a time, from right to left: the entries of the byte machine have the choices in
//! the byte as their notes.

use super::super::bytes::{ByteMachine, Class};
use super::super::registers::Register;
use super::ahead::{Ahead, Crossings, Ways};

/// What lies ahead: one of the numbered vectors, raised by so much; or any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Known { class: Class, raised: u64 },
    Plain(Ahead),
}

/// The choices in a byte of letters. First, for each register before the byte, the ways crossed to
/// the right and then those to the left, in eight bits each; then four times the register after the
/// byte, in four bits each.
type ByteChoices = (u64, u16);

#[derive(Debug, Default)]
pub(super) struct Tables(ByteMachine<1, ByteChoices>);

impl Tables {
    /// The number of a vector, if it has one or can get one.
    pub(super) fn place(&mut self, ahead: Ahead) -> Place {
        self.0.class([ahead]).map_or(Place::Plain(ahead), |(class, raised)| Place::Known { class, raised })
    }

    pub(super) fn ahead(&self, place: Place) -> Ahead {
        match place {
            Place::Plain(ahead) => ahead,
            Place::Known { class, raised } => self.0.vector(class)[0].raised(raised),
        }
    }

    /// Before the cells of a word.
    pub(super) fn before(&mut self, after: Place, ways: &Ways) -> Place {
        if !ways.whole() {
            return Place::Plain(self.ahead(after).before_word(ways));
        }
        let mut place = after;
        if let Place::Plain(ahead) = after {
            place = self.place(ahead);
        }
        if let Place::Known { class, raised } = place
            && let Some(([before], [rise])) = self.before_words([class], [ways.changes], |_, _, _| {})
        {
            return Place::Known { class: before, raised: raised + rise };
        }
        Place::Plain(self.ahead(after).before_word(ways))
    }

    /// Before several words at a time, which need not lie side by side, with what lies ahead after
    /// each: what lies ahead before each, and what that is raised by. None when a vector gets no
    /// number.
    ///
    /// `note` receives what lies ahead after each byte of each word.
    #[inline]
    pub(super) fn before_words<const WORDS: usize>(
        &mut self,
        mut classes: [Class; WORDS],
        letters: [u64; WORDS],
        mut note: impl FnMut(usize, usize, u8),
    ) -> Option<([Class; WORDS], [u64; WORDS])> {
        let mut rises = [0; WORDS];
        for byte in (0..8).rev() {
            for word in 0..WORDS {
                note(word, byte, classes[word].number());
                let rise;
                (classes[word], rise) = self.0.step(classes[word], (letters[word] >> (8 * byte)) as u8, entry)?;
                rises[word] += rise;
            }
        }
        Some((classes, rises))
    }

    /// The ways of a word that are crossed from register `from` on, and the register after it; by
    /// its letters and what lies ahead after each of their bytes.
    #[inline]
    pub(super) fn walk(&self, letters: u64, after: [u8; 8], from: Register) -> (Crossings, Register) {
        let choices = self.0.notes();
        let (mut right, mut left, mut register) = (0, 0, 4 * from as u16);
        for (byte, class) in letters.to_le_bytes().into_iter().zip(after) {
            let (crossings, registers) = choices(class, byte);
            let crossings = crossings >> (4 * register);
            register = registers >> register & 0xf;
            right = right >> 8 | crossings << 56;
            left = left >> 8 | crossings << 48 & 0xff << 56;
        }
        (Crossings { right, left }, Register::ALL[usize::from(register / 4)])
    }
}

/// What lies ahead before a byte of letters, and the choices in it, by what lies ahead after it.
fn entry([after]: [Ahead; 1], byte: u8) -> Option<([Ahead; 1], ByteChoices)> {
    let ways = Ways::of_letters(byte.into(), 8);
    let behind = after.behind::<9>(&ways);
    let (mut all, mut registers) = (0, 0);
    for from in Register::ALL {
        let (crossings, register) = Ahead::choices(&behind, &ways, from);
        all |= (crossings.right | crossings.left << 8) << (16 * from as u64);
        registers |= (4 * register as u16) << (4 * from as u16);
    }
    Some(([behind[0]], (all, registers)))
}
