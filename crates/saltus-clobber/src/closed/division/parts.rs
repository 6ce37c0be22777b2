//! What lies ahead after each block, with several threads: each passes a part of the row.
//!
//! Only the part on the right knows what lies ahead after it. The others guess, as blocks do, and a
//! part is passed again where the guess was wrong.

use std::ops::Range;

use super::ahead::Ahead;
use super::row::{BLOCK, GROUP, PawnRow};
use super::tables::{Place, Tables};
use saltus_core::threads;

/// Groups that are worth a thread.
const WORTH_A_THREAD: usize = 64;

/// Words of 64 cells from which a guess is made.
const GUESS: usize = 4;

/// What lies ahead in a part of a row.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// After the part, as far as it was known when it was passed.
    last: Ahead,
    /// After each block.
    pub(super) behind: Vec<Ahead>,
    /// Before the part.
    pub(super) before: Ahead,
}

impl Part {
    /// Passes some groups, with `last` ahead after them.
    fn new(row: PawnRow<'_>, groups: &Range<usize>, last: Ahead) -> Self {
        let (start, end) = (groups.start * GROUP, row.words().min(groups.end * GROUP));
        let mut behind = vec![Ahead::NEVER; (end - start).div_ceil(BLOCK)];
        let (mut tables, mut place) = (Tables::default(), Place::Plain(last));
        for first in (start..end).step_by(GROUP).rev() {
            place = row.pass(first, place, &mut tables, |block, ahead| behind[block - start / BLOCK] = ahead);
        }
        Part { last, behind, before: tables.ahead(place) }
    }

    /// The same part with another thing after it, if that is the same up to what it is raised by.
    fn with(mut self, last: Ahead) -> Option<Self> {
        let (by, (least, vector)) = (self.last.lowered(), last.lowered());
        if by.1 != vector {
            return None;
        }
        let raise = |ahead: Ahead| {
            let (low, vector) = ahead.lowered();
            vector.raised(low + least - by.0)
        };
        self.behind.iter_mut().for_each(|ahead| *ahead = raise(*ahead));
        Some(Part { last, before: raise(self.before), behind: self.behind })
    }
}

/// A guess of what lies ahead after word `end` of a row.
fn guess(row: PawnRow<'_>, end: usize) -> Ahead {
    let mut tables = Tables::default();
    let words = end..row.words().min(end + GUESS);
    let before = |place, word| tables.before(place, &row.ways(word));
    let place = words.rev().fold(Place::Plain(Ahead::START), before);
    tables.ahead(place)
}

/// What lies ahead in a whole row, with `last` ahead after it.
pub(super) fn whole(row: PawnRow<'_>, last: Ahead, threads: usize) -> Part {
    let groups = row.words().div_ceil(GROUP);
    split(row, last, threads.min(groups / WORTH_A_THREAD).max(1))
}

/// The same in `parts` parts.
fn split(row: PawnRow<'_>, last: Ahead, parts: usize) -> Part {
    let groups = row.words().div_ceil(GROUP);
    let range = |part: usize| groups * part / parts..groups * (part + 1) / parts;
    let pass = |part: usize| {
        let after = if part + 1 == parts { last } else { guess(row, range(part).end * GROUP) };
        Part::new(row, &range(part), after)
    };
    let mut passed = threads::gather(parts, pass);
    let mut right = passed.pop().expect("one part or more");
    let mut behind = vec![std::mem::take(&mut right.behind)];
    while let Some(part) = passed.pop() {
        let known = part.with(right.before);
        right = known.unwrap_or_else(|| Part::new(row, &range(passed.len()), right.before));
        behind.push(std::mem::take(&mut right.behind));
    }
    behind.reverse();
    Part { last, behind: behind.concat(), before: right.before }
}

#[cfg(test)]
mod tests {
    use super::super::super::registers::Registers;
    use super::*;
    use crate::samples::drawn;

    #[test]
    fn parts_give_what_the_whole_gives() {
        for (run, gaps) in [(2, 0), (2, 9_000), (3, 3), (900, 0), (90_000, 0)] {
            let pawns = drawn(64 * (7 * GROUP + 5) + 9, run, gaps, run as u64);
            for joined in [false, true] {
                let row = PawnRow { pawns: &pawns, joined };
                for last in [Ahead::START, Registers([7, 5, 6, 9])] {
                    let whole = split(row, last, 1);
                    assert!((2..=8).all(|parts| split(row, last, parts) == whole), "{run} {gaps} {joined}");
                }
            }
        }
    }
}
