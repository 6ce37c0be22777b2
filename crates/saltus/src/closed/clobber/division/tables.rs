//! Eight letters at a time: what lies ahead, up to a constant, is one of few; for each of those and each byte of letters, what lies ahead
//! before the byte, and the choices in it. Entries are made when they are first asked for.
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

/// What lies ahead, as a number that the tables know and what that is raised by, or plainly.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Known { class: u16, base: u64 },
    Plain(Ahead),
}

#[derive(Debug, Default)]
pub(super) struct Tables {
    /// The vectors by number; the least register is 0.
    classes: Vec<Ahead>,
    numbers: HashMap<Ahead, u16>,
    /// For a number and a byte: the number before the byte, and 2^16 times what it is raised by.
    before: Vec<u32>,
    /// For a number behind a byte, the byte and the register before it: the ways crossed to the right, those crossed to the left, and
    /// the register behind it, in a byte each.
    walks: Vec<u32>,
}

/// An entry that is not yet made.
const UNKNOWN: u32 = u32::MAX;

impl Tables {
    pub(super) fn place(&mut self, ahead: Ahead) -> Place {
        let Ahead { n, r, l, b } = ahead;
        let base = n.min(r).min(l).min(b);
        let lowered = |cost: u64| if cost < NEVER { cost - base } else { NEVER };
        let known = Ahead { n: lowered(n), r: lowered(r), l: lowered(l), b: lowered(b) };
        match self.number(known) {
            Some(class) if base < NEVER => Place::Known { class, base },
            _ => Place::Plain(ahead),
        }
    }

    pub(super) fn ahead(&self, place: Place) -> Ahead {
        match place {
            Place::Plain(ahead) => ahead,
            Place::Known { class, base } => {
                let Ahead { n, r, l, b } = self.classes[class as usize];
                let raised = |cost: u64| if cost < NEVER { cost + base } else { NEVER };
                Ahead { n: raised(n), r: raised(r), l: raised(l), b: raised(b) }
            }
        }
    }

    fn number(&mut self, known: Ahead) -> Option<u16> {
        if let Some(&class) = self.numbers.get(&known) {
            return Some(class);
        }
        let close = |cost| cost <= CLOSE || cost == NEVER;
        if self.classes.len() == MOST || !Register::ALL.iter().all(|&register| close(known.get(register))) {
            return None;
        }
        let class = self.classes.len() as u16;
        self.classes.push(known);
        self.numbers.insert(known, class);
        self.before.resize(self.before.len() + 256, UNKNOWN);
        self.walks.resize(self.walks.len() + 1024, UNKNOWN);
        Some(class)
    }

    /// Before the cells of a word.
    #[inline]
    pub(super) fn before(&mut self, behind: Place, ways: &Ways) -> Place {
        if let Place::Known { class, base } = behind
            && ways.whole()
            && let Some((class, rise)) = self.before_bytes(class, ways.changes)
        {
            return Place::Known { class, base: base + rise };
        }
        let ahead = self.ahead(behind).before_word(ways);
        self.place(ahead)
    }

    #[inline]
    fn before_bytes(&mut self, mut class: u16, changes: u64) -> Option<(u16, u64)> {
        let mut rise = 0;
        for byte in changes.to_be_bytes() {
            let entry = self.before_byte(class, byte)?;
            class = entry as u16;
            rise += u64::from(entry >> 16);
        }
        Some((class, rise))
    }

    #[inline]
    fn before_byte(&mut self, class: u16, byte: u8) -> Option<u32> {
        let index = 256 * class as usize + byte as usize;
        match self.before[index] {
            UNKNOWN => self.make_before(class, byte),
            entry => Some(entry),
        }
    }

    /// None when the vector before the byte gets no number.
    #[cold]
    fn make_before(&mut self, class: u16, byte: u8) -> Option<u32> {
        let ahead = letters(byte).rev().fold(self.classes[class as usize], Ahead::before);
        let Place::Known { class: before, base } = self.place(ahead) else { return None };
        let entry = u32::from(before) | (base as u32) << 16;
        self.before[256 * class as usize + byte as usize] = entry;
        Some(entry)
    }

    /// The ways of a word that are crossed from register `from` on, with `behind` ahead behind the word; and the register there.
    #[inline]
    pub(super) fn walk(&mut self, behind: Place, ways: &Ways, from: Register) -> (Crossings, Register) {
        if let Place::Known { class, .. } = behind
            && ways.whole()
            && let Some(walk) = self.walk_bytes(class, ways.changes, from)
        {
            return walk;
        }
        self.ahead(behind).walk(ways, from)
    }

    #[inline]
    fn walk_bytes(&mut self, class: u16, changes: u64, from: Register) -> Option<(Crossings, Register)> {
        let bytes = changes.to_le_bytes();
        let mut behind = [class; 8];
        for at in (0..7).rev() {
            behind[at] = self.before_byte(behind[at + 1], bytes[at + 1])? as u16;
        }
        let (mut right, mut left, mut register) = ([0; 8], [0; 8], from as u32);
        for at in 0..8 {
            let entry = self.walk_byte(behind[at], bytes[at], register);
            [right[at], left[at], ..] = entry.to_le_bytes();
            register = entry >> 16;
        }
        let crossings = Crossings { right: u64::from_le_bytes(right), left: u64::from_le_bytes(left) };
        Some((crossings, Register::ALL[register as usize & 3]))
    }

    #[inline]
    fn walk_byte(&mut self, class: u16, byte: u8, register: u32) -> u32 {
        let index = 1024 * class as usize + 4 * byte as usize + register as usize;
        match self.walks[index] {
            UNKNOWN => {
                let entry = self.make_walk(class, byte, Register::ALL[register as usize & 3]);
                self.walks[index] = entry;
                entry
            }
            entry => entry,
        }
    }

    #[cold]
    fn make_walk(&self, class: u16, byte: u8, from: Register) -> u32 {
        let mut ahead = vec![self.classes[class as usize]];
        letters(byte).rev().for_each(|way| ahead.push(ahead[ahead.len() - 1].before(way)));
        let (mut crossings, mut register) = (Crossings::default(), from);
        for (cell, way) in letters(byte).enumerate() {
            register = ahead[7 - cell].choose(way, register);
            crossings.add(cell, register);
        }
        crossings.right as u32 | (crossings.left as u32) << 8 | (register as u32) << 16
    }
}

/// The letters of a byte, the lowest bit first.
fn letters(byte: u8) -> impl DoubleEndedIterator<Item = Way> {
    (0..8).map(move |bit| if byte >> bit & 1 == 1 { Way::Alternate } else { Way::Same })
}
