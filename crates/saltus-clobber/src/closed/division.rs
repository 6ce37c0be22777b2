//! An optimal division of a line or a cycle into segments, in linear time and little memory.
//!
//! What lies ahead of a cell is known from the right (the forms of segments are the same read
//! backwards, so these are the registers of the mirrored row); from the left every step is then a
//! choice among those that lose nothing. One pass from right to left leaves what lies ahead at
//! every 4096th cell. The division goes from left to right: over some cells from right to left
//! again, then the choices.
//!
//! From right to left every byte of letters waits for the one before, so four blocks of 4096 cells
//! are passed at a time. Where a block begins in the middle, what lies ahead is guessed: a hundred
//! letters further right the initial value hardly matters. The guess is compared with what
//! comes out of the block on the right, and the block is passed again where they differ. Threads
//! share a long row in the same way.
//!
//! There may be many optimal divisions. This one crosses a way wherever that loses nothing, given
//! what came before, and to the right rather than to the left. On a cycle the first cell is in the
//! first register, of N, R, L, B, in which a best closed walk passes the seam; so a segment may run
//! over it.

mod ahead;
mod parts;
mod row;
mod tables;
mod walk;

use std::sync::Arc;

use super::fast;
use super::letters::{Form, of_one_colour};
use super::registers::Register;
use crate::rules::Pawns;
use ahead::Ahead;
use parts::Part;
use row::PawnRow;

pub use ahead::Crossings;
pub use walk::Walk;

/// An optimal division, ready to be walked along.
///
/// ```
/// use std::sync::Arc;
/// use saltus_clobber::closed::{division::Division, letters::Form};
///
/// let division = Division::new(Arc::new("wbbw".parse().unwrap()), Form::Line, 1);
/// assert_eq!(division.value(), 2); // each segment ends as one pawn
/// let cells: Vec<usize> = division.segments().map(|segment| segment.cells()).collect();
/// assert_eq!((cells.len(), cells.iter().sum::<usize>()), (2, 4));
/// ```
#[derive(Clone, Debug)]
pub struct Division {
    pawns: Arc<Pawns>,
    /// Whether a segment may run over the seam.
    joined: bool,
    /// The register of the first cell.
    first: Register,
    value: u64,
    /// What lies ahead after each block.
    behind: Vec<Ahead>,
}

/// Consecutive pawns that are reduced to one: the first goes right over some, then the last goes
/// left over the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The first cell, from 0.
    pub first: usize,
    /// How many ways are crossed to the right.
    pub right: usize,
    /// How many ways after them are crossed to the left.
    pub left: usize,
}

impl Segment {
    /// How many cells it has; on a cycle they may run over the seam.
    pub fn cells(&self) -> usize {
        self.right + self.left + 1
    }
}

impl Division {
    /// Divides a row with `threads` threads; the result does not depend on their number.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use saltus_clobber::closed::{division::{Division, Segment}, letters::Form};
    ///
    /// let division = Division::new(Arc::new("bwwbbw.b".parse().unwrap()), Form::Line, 1);
    /// let segments: Vec<Segment> = division.segments().collect();
    /// assert_eq!(division.value(), 2);
    /// assert_eq!(segments[0], Segment { first: 0, right: 2, left: 3 });
    /// assert_eq!(segments[1], Segment { first: 7, right: 0, left: 0 });
    /// ```
    pub fn new(pawns: Arc<Pawns>, form: Form, threads: usize) -> Self {
        let joined = form.of(pawns.cells()) == Form::Cycle;
        // No pawn can move on a cycle of one colour, nor on a line of one colour.
        let joined = joined && (pawns.vacant().is_some() || !of_one_colour(&pawns));
        let first = if joined { fast::first_register(&pawns, threads) } else { Register::N };
        let last = if joined { Ahead::only(first) } else { Ahead::START };
        let Part { behind, before, .. } = parts::whole(PawnRow { pawns: &pawns, joined }, last, threads);
        Division { pawns, joined, first, value: before.get(first), behind }
    }

    /// The fewest pawns that any play leaves: as many as there are segments.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Bytes of memory that it takes, the row included.
    pub(crate) fn bytes(&self) -> u64 {
        let words = self.pawns.white().len() + self.pawns.vacant().map_or(0, <[u64]>::len);
        (size_of::<u64>() * words + size_of_val(self.behind.as_slice())) as u64
    }

    /// The row.
    pub(crate) fn pawns(&self) -> &Arc<Pawns> {
        &self.pawns
    }

    /// The segments in order. On a cycle the first is the first that begins after another one's
    /// end.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + '_ {
        let cells = self.pawns.cells();
        let skipped = self.bar().map_or(0, |bar| bar + 1);
        let ways =
            || self.walk().flat_map(|word| (0..64).map(move |bit| (word.right >> bit & 1, word.left >> bit & 1)));
        let mut ways = ways().take(cells).skip(skipped).chain(ways().take(skipped));
        let mut cell = skipped;
        std::iter::from_fn(move || {
            loop {
                let mut segment = Segment { first: cell % cells.max(1), right: 0, left: 0 };
                while let (right, left) = ways.next()?
                    && right + left > 0
                {
                    segment.right += right as usize;
                    segment.left += left as usize;
                }
                cell += segment.cells();
                if self.pawns.get(segment.first).is_some() {
                    return Some(segment);
                }
            }
        })
    }

    /// On a cycle the first way that is not crossed, by the cell before it, from 0; none where no
    /// segment can run over the seam.
    pub(crate) fn bar(&self) -> Option<usize> {
        if !self.joined {
            return None;
        }
        let mut ones = self.walk().map(|word| word.both().trailing_ones() as usize).enumerate();
        ones.find(|&(_, at)| at < 64).map(|(word, at)| 64 * word + at)
    }

    /// The crossings of each 64 cells, in order. After the last cell of a line comes a way that is
    /// not crossed.
    pub(crate) fn walk(&self) -> Walk<'_> {
        Walk::new(self)
    }

    fn row(&self) -> PawnRow<'_> {
        PawnRow { pawns: &self.pawns, joined: self.joined }
    }
}

#[cfg(test)]
mod tests {
    use super::super::registers;
    use super::ahead::{Way, Ways};
    use super::row::GROUP;
    use super::*;
    use crate::samples::{all, drawn, of_lengths, various};

    /// The plays of divisions are played by the rules in `play`; their arms are those of the segments (`play::stretches`).
    fn divides(pawns: Pawns, form: Form) {
        let division = Division::new(Arc::new(pawns), form, 1);
        let pawns = division.pawns();
        assert_eq!(division.value(), registers::value(pawns, form), "{pawns} {form:?}");
        assert_eq!(division.segments().count() as u64, division.value(), "{pawns} {form:?}");
    }

    #[test]
    fn divisions_of_all_small_rows() {
        for (cells, form) in (0..=9).flat_map(|cells| [(cells, Form::Line), (cells, Form::Cycle)]) {
            all(cells).for_each(|pawns| divides(pawns, form));
        }
    }

    #[test]
    fn divisions_of_longer_rows() {
        for form in [Form::Line, Form::Cycle] {
            various().for_each(|pawns| divides(pawns, form));
            // Several blocks; runs that span words and blocks.
            for (seed, (run, gaps)) in
                [(2, 0), (2, 1000), (3, 3), (50, 0), (900, 0), (900, 3000)].into_iter().enumerate()
            {
                divides(drawn(2 * 64 * GROUP + 77, run, gaps, seed as u64), form);
            }
        }
    }

    /// b^k w b^k and the like: registers far apart.
    #[test]
    fn divisions_of_long_runs() {
        for lengths in
            [vec![200, 1, 200], vec![300, 1, 150, 1, 400], vec![64, 2, 64], vec![1000], vec![129, 2, 5, 1, 640, 64]]
        {
            let pawns = of_lengths(&lengths);
            for form in [Form::Line, Form::Cycle] {
                divides(pawns.clone(), form);
                divides(pawns.iter().chain([None]).chain(pawns.iter()).collect(), form);
            }
        }
    }

    /// Letter by letter.
    fn slowly(pawns: &Pawns, joined: bool, first: Register) -> (u64, Vec<Crossings>) {
        let row = PawnRow { pawns, joined };
        let ways: Vec<Ways> = (0..row.words()).map(|word| row.ways(word)).collect();
        let ways: Vec<Way> = (0..pawns.cells()).map(|cell| ways[cell / 64].at(cell % 64)).collect();
        let mut ahead = vec![if joined { Ahead::only(first) } else { Ahead::START }];
        ways.iter().rev().for_each(|&way| ahead.push(ahead[ahead.len() - 1].before(way)));
        ahead.reverse();
        let (mut register, mut walk) = (first, vec![Crossings::default(); row.words()]);
        for (cell, &way) in ways.iter().enumerate() {
            register = ahead[cell + 1].choose(way, register);
            walk[cell / 64].add(cell % 64, register);
        }
        (ahead[0].get(first), walk)
    }

    /// A division does not depend on how it is computed: letter by letter, or by tables, many words
    /// at a time.
    #[test]
    fn letter_by_letter() {
        let cells = 64 * (3 * GROUP + 5) + 9;
        let kinds = [(1, 0), (2, 0), (2, 9_000), (3, 3), (50, 0), (900, 0), (900, 3000), (9000, 0)];
        let long = kinds.map(|(run, gaps)| drawn(cells, run, gaps, run as u64));
        let three: Pawns = "bww".repeat(cells / 3).parse().expect("pawns");
        for pawns in various().chain(long).chain([three]) {
            for form in [Form::Line, Form::Cycle] {
                let division = Division::new(Arc::new(pawns.clone()), form, 1);
                let (value, walk) = slowly(&pawns, division.joined, division.first);
                assert_eq!(division.value(), value, "{pawns} {form:?}");
                assert!(division.walk().eq(walk), "{pawns} {form:?}");
            }
        }
    }
}
