//! Solitaire Clobber with alternate turns (version 1) on the line and the cycle: the fewest pawns
//! left, and a play, in O(n^2).
//!
//! E. D. Demaine, M. L. Demaine and R. Fleischer (*Solitaire Clobber*, 2004) and V. D. Blondel, J.
//! M. Hendrickx and R. M. Jungers (*Solitaire Clobber as an optimization problem on words*, 2008)
//! define both versions of the game; linear time is known for the other version, without turns.
//! This module uses the theorem `alternate` of docs/theorems.md.
//!
//! A play crosses each separation at most once, so it is a *word* of arrows and bars, as without
//! turns. Between two bars the arrows run to the right and then to the left; each of these two
//! *arms* is walked by one pawn, and where both are there, one has to be finished before the other
//! makes its last move. Such segments can be played in an order in which the colours alternate as
//! soon as black and white moves are as many, or one apart, and some segment ends with the colour
//! of the last move. So a walk over the pawns needs to know, in addition to its place in a segment, the
//! *balance*, black moves less white ones, and whether it has met such a segment.
//!
//! Where a play near balance 0 leaves as few pawns as simple bounds allow, it is found in O(n); so
//! it was for all large random configurations that were tried. In general the balance has to go
//! far from 0: the lengths of long runs act as numbers to be balanced.
//!
//! ```
//! use saltus_clobber::closed::{alternate, letters::Form};
//! use saltus_clobber::rules::{Colour, Pawns};
//! use saltus_core::limits::Limits;
//!
//! let cells: Vec<_> = "wbbbb".parse::<Pawns>().unwrap().iter().collect();
//! // Without turns the white pawn takes all others. With turns each side moves once.
//! let found = alternate::solve(&cells, None, Form::Line, &Limits::DEFAULT);
//! assert_eq!((found.value, found.moves.len()), (3, 2));
//! // White begins, and black ends.
//! assert_eq!(alternate::solve(&cells, Some(Colour::White), Form::Line, &Limits::DEFAULT).value, 3);
//! ```

mod letters;
mod order;
mod rows;
#[cfg(test)]
mod tests;

use super::letters::Form;
use crate::rules::{Colour, Move};
use crate::search::FoundPlay;
use letters::{EdgeTable, PawnAndNext, Place, state};
use rows::{BalanceRow, WalkSpot, Walks, most};
use saltus_core::board::Cell;
use saltus_core::limits::{Limits, Meter, Stop};

/// The fewest pawns that a play with alternate turns leaves, and such a play, as far as the limits allow, in O(n^2) time and O(n) memory for n
/// cells. A node is one separation in one pass over the pawns; it takes up to O(n) time.
///
/// `first` moves first; none: either may.
///
/// ```
/// use saltus_clobber::{closed::{alternate::solve, letters::Form}, rules::Pawns};
/// use saltus_core::limits::Limits;
///
/// let cells: Vec<_> = "wbbw".parse::<Pawns>().unwrap().iter().collect();
/// let found = solve(&cells, None, Form::Line, &Limits::default());
/// assert_eq!((found.lower, found.value, found.stop), (2, 2, None));
/// ```
///
/// # Panics
/// When there are 2^30 pawns or more.
pub fn solve(cells: &[Option<Colour>], first: Option<Colour>, form: Form, limits: &Limits<'_>) -> FoundPlay {
    let line = Line::new(cells, form);
    let pawns = line.letters.len();
    assert!(pawns < 1 << 30, "{pawns} pawns");
    let mut found = FoundPlay { lower: pawns - line.most_moves(first), value: pawns, ..FoundPlay::default() };
    let mut meter = Meter::new(limits, "walks by balance");
    let mut reach = NEAR;
    while found.lower < found.value {
        match line.better_play(first, reach, &found, &mut meter) {
            Ok(Some(moves)) => (found.value, found.moves) = (pawns - moves.len(), moves),
            Ok(None) => {}
            Err(stop) => return FoundPlay { stop: Some(stop), ..found },
        }
        if reach >= pawns {
            found.lower = found.value;
        }
        reach = reach.saturating_mul(WIDER);
    }
    found
}

/// The largest balance in the first search.
const NEAR: usize = 16;

/// Each further search goes this many times as far.
const WIDER: usize = 4;

/// A stretch of a walk whose rows have at most this many costs together is traced from all its
/// rows.
const STORED: usize = 1 << 20;

/// How a play may begin and end: the balance of its moves, the colour of the first one, and that of
/// the last.
const ENDS: [(isize, Colour, Colour); 4] = {
    use Colour::{Black, White};
    [(0, Black, White), (1, Black, Black), (0, White, Black), (-1, White, White)]
};

/// The pawns from left to right, and how walks over them begin and end.
struct Line {
    letters: Vec<PawnAndNext>,
    /// The cells of the pawns.
    cells: Vec<Cell>,
    /// The places where a walk may begin; it ends in the place where it began.
    seams: &'static [Place],
    /// For each colour that may move last.
    tables: [(Colour, EdgeTable); 2],
}

impl Line {
    fn new(cells: &[Option<Colour>], form: Form) -> Self {
        let gap = cells.iter().position(Option::is_none);
        let start = gap.filter(|_| form == Form::Cycle).unwrap_or(0);
        let order = (start..cells.len()).chain(0..start);
        let (stands, pawns): (Vec<usize>, Vec<Colour>) =
            order.filter_map(|cell| cells[cell].map(|pawn| (cell, pawn))).unzip();
        let closed = gap.is_none() && form.of(cells.len()) == Form::Cycle;
        let letter = |index: usize| {
            let next = (index + 1) % pawns.len();
            // The last pawn of a line has no pawn after it.
            let follows = (stands[index] + 1) % cells.len() == stands[next] && (closed || next > index);
            (pawns[index], follows.then(|| pawns[next]))
        };
        let letters = (0..pawns.len()).map(letter).collect();
        let seams: &[Place] = match closed {
            false => &[Place::First],
            // There is no move. The walks would have no bar.
            true if pawns.iter().all(|pawn| *pawn == pawns[0]) => &[],
            true => &[Place::First, Place::Taken, Place::Open, Place::Source],
        };
        let cells = stands.into_iter().map(|cell| cell as Cell).collect();
        let tables = [Colour::Black, Colour::White].map(|last| (last, EdgeTable::new(last)));
        Line { letters, cells, seams, tables }
    }

    /// A bound on the moves of any play: those of a play without turns, and as many as each colour
    /// allows.
    fn most_moves(&self, first: Option<Colour>) -> usize {
        let most = |gains| {
            let walks = self.seams.iter().filter_map(|&seam| most(&self.letters, &self.tables[0].1, seam, gains));
            walks.max().unwrap_or(0)
        };
        let (all, black, white) = (most([1, 1]), most([1, 0]), most([0, 1]));
        let by_colour = match first {
            Some(Colour::Black) => (2 * black).min(2 * white + 1),
            Some(Colour::White) => (2 * white).min(2 * black + 1),
            None => 2 * black.min(white) + 1,
        };
        all.min(by_colour)
    }

    /// A play that leaves as few pawns as any whose walk keeps within `reach`; none unless these
    /// are fewer than those of the play found before. It looks no further when they are as few as
    /// they can be.
    fn better_play(
        &self,
        first: Option<Colour>,
        reach: usize,
        found: &FoundPlay,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let mut fewest = found.value;
        let mut best = None;
        let ways = self.tables.iter().flat_map(|way| self.seams.iter().map(move |&seam| (way, seam)));
        for ((last, table), seam) in ways {
            if fewest == found.lower {
                break;
            }
            let walks = Walks { letters: &self.letters, table, reach, stored: STORED };
            let start = WalkSpot { state: state(seam), balance: 0 };
            let row = walks.run(&BalanceRow::start(start), 0..self.letters.len(), None, meter)?;
            for (balance, ..) in ENDS.iter().filter(|end| end.2 == *last && first.is_none_or(|first| first == end.1)) {
                let end = WalkSpot { state: start.state + 1, balance: *balance };
                if let Some(cost) = row.cost(end).filter(|&cost| (cost as usize) < fewest) {
                    (fewest, best) = (cost as usize, Some((*last, walks, start, end)));
                }
            }
        }
        let Some((last, walks, start, end)) = best else { return Ok(None) };
        let marks = walks.trace(start, end, meter)?;
        Ok(Some(order::moves(&self.letters, &self.cells, &marks, last)))
    }
}
