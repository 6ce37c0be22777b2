//! A row, many words at a time, from right to left.

use super::super::bytes::Class;
use super::super::fast;
use super::ahead::{Ahead, Ways};
use super::tables::{Place, Tables};
use crate::rules::Pawns;

/// Words of 64 cells in a block.
pub(super) const BLOCK: usize = 64;

/// Blocks that are passed at a time.
pub(super) const TIMES: usize = 4;

/// Words of 64 cells in as many blocks.
pub(super) const GROUP: usize = BLOCK * TIMES;

/// Words of 64 cells from which a guess is made.
const GUESS: usize = 2;

/// A row, word by word.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnRow<'a> {
    pub(super) pawns: &'a Pawns,
    /// Whether cell 0 comes after the last one.
    pub(super) joined: bool,
}

impl PawnRow<'_> {
    pub(super) fn words(&self) -> usize {
        self.pawns.white().len()
    }

    /// After the cells of a word; the last cell of all is followed by nothing, or by cell 0 when the ends are joined.
    #[inline]
    pub(super) fn ways(&self, word: usize) -> Ways {
        let pawns = self.pawns;
        let ((empty, mut ends), count) = (pawns.gaps(word), (pawns.cells() - 64 * word).min(64));
        if !self.joined && 64 * word + count == pawns.cells() {
            ends |= 1 << (count - 1);
        }
        Ways { changes: pawns.changes(word), empty, ends, count }
    }

    /// The letters of a group, if there is nothing else in it and the row goes on after it.
    pub(super) fn letters(&self, first: usize) -> Option<[u64; GROUP]> {
        let words = first..=first + GROUP;
        let white = self.pawns.white().get(words.clone())?;
        let vacant = self.pawns.vacant().and_then(|vacant| vacant.get(words));
        if vacant.into_iter().flatten().any(|&word| word > 0) {
            return None;
        }
        Some(std::array::from_fn(|word| fast::letters(white, word)))
    }

    /// Passes the blocks of a group that begins with word `first`; `behind` is what lies ahead
    /// after it. `note` receives what lies ahead after each block.
    pub(super) fn pass(
        &self,
        first: usize,
        behind: Place,
        tables: &mut Tables,
        mut note: impl FnMut(usize, Ahead),
    ) -> Place {
        let end = self.words().min(first + GROUP);
        let guesses = self.guess(first, behind, tables);
        let mut place = behind;
        for start in (first..end).step_by(BLOCK).rev() {
            note(start / BLOCK, tables.ahead(place));
            let guess = guesses.map(|guesses| guesses[(start - first) / BLOCK]);
            place = match (place, guess) {
                (Place::Known { class, raised }, Some(Guess { behind, before, rise })) if class == behind => {
                    Place::Known { class: before, raised: raised + rise }
                }
                _ => (start..end.min(start + BLOCK)).rev().fold(place, |at, word| tables.before(at, &self.ways(word))),
            };
        }
        place
    }

    /// Passes the blocks of a group all at a time.
    ///
    /// None where not all have the same length, and where there are other things than letters.
    fn guess(&self, first: usize, behind: Place, tables: &mut Tables) -> Option<[Guess; TIMES]> {
        let Place::Known { class, .. } = behind else { return None };
        let letters = self.letters(first)?;
        let at = |block: usize, word: usize| letters[BLOCK * block + word];
        let mut guessed = [class; TIMES - 1];
        for word in (BLOCK..BLOCK + GUESS).rev() {
            (guessed, _) = tables.before_words(guessed, std::array::from_fn(|block| at(block, word)), |_, _, _| {})?;
        }
        let [a, b, c] = guessed;
        let start = [a, b, c, class];
        let (mut classes, mut rises) = (start, [0; TIMES]);
        for word in (0..BLOCK).rev() {
            let (before, more) =
                tables.before_words(classes, std::array::from_fn(|block| at(block, word)), |_, _, _| {})?;
            classes = before;
            rises = std::array::from_fn(|block| rises[block] + more[block]);
        }
        Some(std::array::from_fn(|block| Guess { behind: start[block], before: classes[block], rise: rises[block] }))
    }
}

/// That what lies ahead before a block is `before`, raised by `rise`, if it is `behind` after the
/// block.
#[derive(Clone, Copy, Debug)]
struct Guess {
    behind: Class,
    before: Class,
    rise: u64,
}
