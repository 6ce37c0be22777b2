//! The choices, from left to right.

use super::super::bytes::Class;
use super::super::registers::Register;
use super::Division;
use super::ahead::{Ahead, Crossings};
use super::row::{BLOCK, GROUP, PawnRow, TIMES};
use super::tables::{Place, Tables};

/// The crossings of a division, 64 cells at a time.
#[derive(Debug)]
pub struct Walk<'a> {
    division: &'a Division,
    tables: Tables,
    /// The word to come.
    word: usize,
    /// The register of the first cell of the next group.
    register: Register,
    /// The crossings of the group.
    group: Vec<Crossings>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(division: &'a Division) -> Self {
        Walk { division, tables: Tables::default(), word: 0, register: division.first, group: Vec::new() }
    }

    /// Finds the crossings of the group that begins with the word to come.
    #[inline(never)]
    fn enter(&mut self) {
        let row = self.division.row();
        let words = row.words().min(self.word + GROUP) - self.word;
        self.group.resize(words, Crossings::default());
        if words < GROUP || !self.walk_letters(row) {
            self.walk_ways(row);
        }
    }

    /// Finds the crossings of a whole group, four blocks at a time, if there is nothing in it but
    /// letters.
    fn walk_letters(&mut self, row: PawnRow<'_>) -> bool {
        let mut classes = [Class::default(); TIMES];
        for (block, class) in classes.iter_mut().enumerate() {
            let behind = self.division.behind[self.word / BLOCK + block];
            let Place::Known { class: known, .. } = self.tables.place(behind) else { return false };
            *class = known;
        }
        let Some(letters) = row.letters(self.word) else { return false };
        let mut behind = [[0; 8]; GROUP];
        for word in (0..BLOCK).rev() {
            let at_once = std::array::from_fn(|block| letters[BLOCK * block + word]);
            let note = |block: usize, byte: usize, class| behind[BLOCK * block + word][byte] = class;
            let Some((before, _)) = self.tables.before_words(classes, at_once, note) else { return false };
            classes = before;
        }
        for ((crossings, &letters), &behind) in self.group.iter_mut().zip(&letters).zip(&behind) {
            (*crossings, self.register) = self.tables.walk(letters, behind, self.register);
        }
        true
    }

    /// Finds the crossings of a group word by word.
    fn walk_ways(&mut self, row: PawnRow<'_>) {
        let mut behind = vec![Ahead::NEVER; self.group.len()];
        for start in (0..behind.len()).step_by(BLOCK) {
            let mut place = Place::Plain(self.division.behind[(self.word + start) / BLOCK]);
            for (word, ahead) in behind.iter_mut().enumerate().skip(start).take(BLOCK).rev() {
                *ahead = self.tables.ahead(place);
                place = self.tables.before(place, &row.ways(self.word + word));
            }
        }
        for (word, (crossings, ahead)) in self.group.iter_mut().zip(behind).enumerate() {
            (*crossings, self.register) = ahead.walk(&row.ways(self.word + word), self.register);
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Crossings;

    fn next(&mut self) -> Option<Crossings> {
        let at = self.word % GROUP;
        if at == 0 && self.word < self.division.row().words() {
            self.enter();
        }
        let crossings = *self.group.get(at).filter(|_| self.word < self.division.row().words())?;
        self.word += 1;
        Some(crossings)
    }
}
