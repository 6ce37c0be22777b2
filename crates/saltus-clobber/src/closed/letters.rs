//! A row of pawns as the letters between neighbours: same, alternate, or a gap.

use std::ops::Range;

use crate::rules::Pawns;

/// How the cells of a row lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// On a line.
    Line,
    /// In a ring: the last cell is next to the first. With fewer than three cells it is the same as a line.
    Cycle,
}

impl Form {
    /// `line` or `cycle`.
    pub fn name(self) -> &'static str {
        ["line", "cycle"][self as usize]
    }

    /// The same, but a line where there are too few cells for a ring.
    #[must_use]
    pub(crate) fn of(self, cells: usize) -> Form {
        if cells < 3 { Form::Line } else { self }
    }
}

/// Whether a separation is crossed, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// It is not crossed: `|`.
    Bar,
    /// A pawn goes from place i to i + 1: `>`.
    Right,
    /// A pawn goes from place i + 1 to i: `<`.
    Left,
}

impl Mark {
    /// All three.
    pub const ALL: [Mark; 3] = [Mark::Bar, Mark::Right, Mark::Left];

    /// `|`, `>` or `<`.
    pub fn sign(self) -> char {
        ['|', '>', '<'][self as usize]
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
    pub(crate) fn of(change: u64) -> Letter {
        if change & 1 == 1 { Letter::Alternate } else { Letter::Same }
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
    /// From cell `first` over the next `length` cells; after the last cell comes cell 0.
    ///
    /// # Panics
    /// When there is no such cell.
    pub(crate) fn new(pawns: &'a Pawns, first: usize, length: usize) -> Self {
        Runs { pawns, cell: first, left: length, begun: pawns.get(first).is_some() }
    }

    /// Whether the next letter is the first of a word of the row.
    #[inline]
    pub(super) fn is_aligned(&self) -> bool {
        self.cell.is_multiple_of(64)
    }

    /// The words of the row that come next, by their numbers, up to one with a gap among its letters or the last of the row; none where
    /// that is the next one. They are passed.
    pub(super) fn words(&mut self) -> Option<Range<usize>> {
        if !self.is_aligned() {
            return None;
        }
        let first = self.cell / 64;
        let mut end = (first + self.left / 64).min(self.pawns.cells().saturating_sub(1) / 64);
        if let Some(vacant) = self.pawns.vacant()
            && let Some(words) = vacant[first..=end].iter().position(|&word| word > 0)
        {
            // The last letter of a word is between its last cell and the next one.
            end = (first + words).saturating_sub((vacant[first + words] & 1) as usize);
        }
        (first < end).then(|| {
            self.pass(64 * (end - first));
            first..end
        })
    }

    /// How many of the cells ahead are equal, of those that `bits` holds from bit `at` on.
    fn alike(&self, bits: u64, at: u32, set: bool) -> usize {
        let others = if set { !bits } else { bits } >> at;
        (others.trailing_zeros().min(64 - at) as usize).min(self.left).min(self.pawns.cells() - self.cell)
    }

    /// Whether the next word has letters `s` only.
    fn is_of_one_colour(&self) -> bool {
        let word = self.cell / 64;
        let is_whole = self.pawns.cells() - self.cell >= 64;
        is_whole && self.pawns.changes(word) == 0 && self.pawns.gaps(word) == (0, 0)
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
                let mut times = times.min(self.alike(before_empty, at, false));
                self.pass(times);
                // A long run of one colour goes on over whole words.
                while !alternate && self.is_aligned() && self.left >= 64 && self.is_of_one_colour() {
                    self.pass(64);
                    times += 64;
                }
                return Some((if alternate { Letter::Alternate } else { Letter::Same }, times as u64));
            }
        }
        None
    }
}

/// The letters between the pawns of a row that is cut: of a line, or of a cycle at its first empty
/// cell.
///
/// None when the cycle has no empty cell, so that its letters have no beginning.
pub(crate) fn cut(pawns: &Pawns, form: Form) -> Option<Runs<'_>> {
    let cells = pawns.cells();
    let length = cells.saturating_sub(1);
    match form.of(cells) {
        Form::Line if cells == 0 => Some(Runs { pawns, cell: 0, left: 0, begun: false }),
        Form::Line => Some(Runs::new(pawns, 0, length)),
        Form::Cycle => {
            let words = pawns.vacant()?;
            let word = words.iter().position(|&word| word > 0)?;
            Some(Runs::new(pawns, 64 * word + words[word].trailing_zeros() as usize, length))
        }
    }
}

/// Whether no two neighbours differ, on a cycle without empty cells.
pub(crate) fn of_one_colour(pawns: &Pawns) -> bool {
    (0..pawns.white().len()).all(|word| pawns.changes(word) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Colour;
    use crate::samples::various;

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
    fn runs_are_the_letters() {
        for pawns in various() {
            let cells: Vec<Option<Colour>> = pawns.iter().collect();
            let read = |runs: Runs<'_>| -> Vec<Letter> {
                runs.flat_map(|(letter, times)| std::iter::repeat_n(letter, times as usize)).collect()
            };
            assert_eq!(read(cut(&pawns, Form::Line).expect("a line")), letters(&cells), "{pawns}");
            let start = cells.len() / 3;
            let turned = [&cells[start..], &cells[..=start]].concat();
            assert_eq!(read(Runs::new(&pawns, start, cells.len())), letters(&turned), "{pawns} from {start}");
            if let (Some(gap), 3..) = (cells.iter().position(Option::is_none), cells.len()) {
                let turned = [&cells[gap..], &cells[..gap]].concat();
                assert_eq!(read(cut(&pawns, Form::Cycle).expect("a gap")), letters(&turned), "{pawns} cut");
            }
        }
    }
}
