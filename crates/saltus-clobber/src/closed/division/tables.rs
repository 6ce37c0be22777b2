//! Eight letters at a time: what lies ahead, up to a constant, is one of few vectors. For each of those and each byte of letters there is an
//! entry: what lies ahead before the byte, and the choices in it. Entries are made when they are first asked for.
//!
//! On nearly every row ten vectors are all that come, after a few letters. A long run without anything around it has many; there,
//! and next to gaps, the steps are taken letter by letter.

use std::collections::HashMap;

use super::super::registers::{NEVER, Register};
use super::ahead::{Ahead, Crossings, Way, Ways};

/// The most vectors that get a number.
const MOST: usize = 250;

/// A vector gets a number when its registers are this close together.
const CLOSE: u64 = 40;

/// What lies ahead: one of the numbered vectors, raised by so much; or any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Known { class: Class, raised: u64 },
    Plain(Ahead),
}

/// The number of a vector, from 1, in the high byte; the low byte is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Class(u16);

impl Class {
    fn index(self) -> usize {
        usize::from(self.0 >> 8) - 1
    }
}

/// The entries, by the number of what lies ahead behind a byte, in the high byte, and the byte, in the low one.
#[derive(Debug)]
struct Entries {
    /// The number of what lies ahead before the byte, in the high byte, and what that is raised by; 0 while the entry is not made.
    before: Box<[u16; 1 << 16]>,
    /// For each register before the byte, four times the register behind it, in four bits each.
    registers: Box<[u16; 1 << 16]>,
    /// For each register before the byte, the ways crossed to the right and then those to the left, in eight bits each.
    crossings: Box<[u64; 1 << 16]>,
}

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The vectors by number; the least register is 0.
    vectors: Vec<Ahead>,
    numbers: HashMap<Ahead, Class>,
    entries: Option<Entries>,
}

impl Entries {
    /// None is made yet.
    fn new() -> Self {
        let fit = "as many as there are";
        Entries {
            before: vec![0; 1 << 16].try_into().expect(fit),
            registers: vec![0; 1 << 16].try_into().expect(fit),
            crossings: vec![0; 1 << 16].try_into().expect(fit),
        }
    }
}

impl Tables {
    /// The number of a vector, if it has one or can get one.
    pub(super) fn place(&mut self, ahead: Ahead) -> Place {
        let (raised, vector) = ahead.lowered();
        match self.class(vector) {
            Some(class) if raised < NEVER => Place::Known { class, raised },
            _ => Place::Plain(ahead),
        }
    }

    fn class(&mut self, vector: Ahead) -> Option<Class> {
        if let Some(&class) = self.numbers.get(&vector) {
            return Some(class);
        }
        let close = |cost| cost <= CLOSE || cost == NEVER;
        if self.vectors.len() == MOST || !Register::ALL.iter().all(|&register| close(vector.get(register))) {
            return None;
        }
        self.vectors.push(vector);
        let class = Class((self.vectors.len() << 8) as u16);
        self.numbers.insert(vector, class);
        Some(class)
    }

    pub(super) fn ahead(&self, place: Place) -> Ahead {
        match place {
            Place::Plain(ahead) => ahead,
            Place::Known { class, raised } => self.vectors[class.index()].raised(raised),
        }
    }

    /// Before the cells of a word.
    pub(super) fn before(&mut self, behind: Place, ways: &Ways) -> Place {
        if !ways.whole() {
            return Place::Plain(self.ahead(behind).before_word(ways));
        }
        let mut place = behind;
        if let Place::Plain(ahead) = behind {
            place = self.place(ahead);
        }
        if let Place::Known { class, raised } = place
            && let Some(([before], [rise])) = self.before_words([class], [ways.changes], |_, _, _| {})
        {
            return Place::Known { class: before, raised: raised + rise };
        }
        Place::Plain(self.ahead(behind).before_word(ways))
    }

    /// Before several words at a time, which need not lie side by side, with what lies ahead behind each: what lies ahead before each,
    /// and what that is raised by. None when a vector gets no number.
    ///
    /// `note` hears what lies ahead behind each byte of each word.
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
                note(word, byte, (classes[word].0 >> 8) as u8);
                let index = classes[word].0 | (letters[word] >> (8 * byte)) as u16 & 0xff;
                let mut entry = self.entries.as_ref().map_or(0, |entries| entries.before[usize::from(index)]);
                if entry == 0 {
                    entry = self.make(index)?;
                }
                classes[word] = Class(entry & 0xff00);
                rises[word] += u64::from(entry & 0xff);
            }
        }
        Some((classes, rises))
    }

    /// Makes the entry of a vector and a byte. None when the vector before the byte gets no number.
    #[cold]
    #[inline(never)]
    fn make(&mut self, index: u16) -> Option<u16> {
        let [byte, _] = index.to_le_bytes();
        let mut ahead = [self.vectors[Class(index).index()]; 9];
        for (cell, way) in letters(byte).enumerate().rev() {
            ahead[cell] = ahead[cell + 1].before(way);
        }
        let Place::Known { class, raised } = self.place(ahead[0]) else { return None };
        let raised = u8::try_from(raised).ok()?;
        let entries = self.entries.get_or_insert_with(Entries::new);
        let index = usize::from(index);
        for from in Register::ALL {
            let (mut crossings, mut register) = (Crossings::default(), from);
            for (cell, way) in letters(byte).enumerate() {
                register = ahead[cell + 1].choose(way, register);
                crossings.add(cell, register);
            }
            entries.registers[index] |= (4 * register as u16) << (4 * from as u16);
            entries.crossings[index] |= (crossings.right | crossings.left << 8) << (16 * from as u64);
        }
        entries.before[index] = class.0 | u16::from(raised);
        Some(entries.before[index])
    }

    /// The ways of a word that are crossed from register `from` on, and the register behind it; by its letters and what lies ahead behind
    /// each of their bytes.
    #[inline]
    pub(super) fn walk(&self, letters: u64, behind: [u8; 8], from: Register) -> (Crossings, Register) {
        let entries = self.entries.as_ref().expect("entries that were made");
        let (mut right, mut left, mut register) = (0, 0, 4 * from as u16);
        for (byte, class) in letters.to_le_bytes().into_iter().zip(behind) {
            let index = usize::from(u16::from_le_bytes([byte, class]));
            let crossings = entries.crossings[index] >> (4 * register);
            register = entries.registers[index] >> register & 0xf;
            right = right >> 8 | crossings << 56;
            left = left >> 8 | crossings << 48 & 0xff << 56;
        }
        (Crossings { right, left }, Register::ALL[usize::from(register / 4)])
    }
}

/// The letters of a byte, the lowest bit first.
fn letters(byte: u8) -> impl DoubleEndedIterator<Item = Way> + ExactSizeIterator {
    (0..8).map(move |bit| if byte >> bit & 1 == 1 { Way::Alternate } else { Way::Same })
}
