//! Solitaire Clobber with alternate turns (version 1) on the line and the cycle: the fewest pawns left, and a play, in O(n^2).
//!
//! E. D. Demaine, M. L. Demaine and R. Fleischer (*Solitaire Clobber*, 2004) and V. D. Blondel, J. M. Hendrickx and R. M. Jungers (*Solitaire
//! Clobber as an optimization problem on words*, 2008) define both versions of the game; linear time is known for the other
//! version, without turns. What is here rests on the theorem `alternate` of docs/theorems.md.
//!
//! A play crosses each separation at most once, so it is a *word* of arrows and bars, as without turns. Between two bars the arrows
//! run to the right and then to the left; each of these two *arms* is walked by one pawn, and where both are there, one has to be
//! through before the other makes its last move. Such segments can be played in an order in which the colours alternate as soon as
//! black and white moves are as many, or one apart, and some segment ends with the colour of the last move. So a walk over the pawns needs to
//! know, beside its place in a segment, the *balance*, black moves less white ones, and whether it has met such a segment.
//!
//! Where a play near balance 0 leaves as few pawns as any play can by simple bounds, it is found in O(n); so it is for nearly all
//! random configurations. In general the balance may have to go far: with long runs the numbers to be balanced are any.
//!
//! ```
//! use saltus::closed::clobber::alternate;
//! use saltus::puzzles::clobber::{Colour, Pawns};
//!
//! let cells: Vec<_> = "wbbbb".parse::<Pawns>().unwrap().iter().collect();
//! // Without turns the white pawn takes all others. With turns each side moves once.
//! let (left, moves) = alternate::solve(&cells, None, false);
//! assert_eq!((left, moves.len()), (3, 2));
//! // White begins, and black ends.
//! assert_eq!(alternate::solve(&cells, Some(Colour::White), false).0, 3);
//! ```

mod letters;
mod order;
mod rows;
#[cfg(test)]
mod tests;

use crate::limits::{Limits, Meter, Stop};
use crate::puzzles::clobber::{Colour, Move};
use letters::{Letter, Place, Table, state};
use order::Row;
use rows::{Spot, Walks, most};

/// What is known of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Every play leaves at least so many pawns.
    pub lower: usize,
    /// The pawns that `moves` leave.
    pub left: usize,
    /// A play.
    pub moves: Vec<Move>,
    /// Why it ended before `lower` and `left` were the same, if it did.
    pub stop: Option<Stop>,
}

/// The fewest pawns that a play with alternate turns leaves, and such a play, in O(n^2) time and O(n) memory for n cells.
///
/// `first` moves first; none: either may. The cells form a line or, if `cyclic`, a cycle, whose last cell is adjacent to the first one.
///
/// # Panics
/// When there are 2^30 pawns or more.
pub fn solve(cells: &[Option<Colour>], first: Option<Colour>, cyclic: bool) -> (usize, Vec<Move>) {
    let Found { left, moves, .. } = solve_within(cells, first, cyclic, &Limits::DEFAULT);
    (left, moves)
}

/// The same, as far as the limits allow. A node is one separation in one pass over the pawns; it takes up to O(n) time.
///
/// # Panics
/// When there are 2^30 pawns or more.
pub fn solve_within(cells: &[Option<Colour>], first: Option<Colour>, cyclic: bool, limits: &Limits<'_>) -> Found {
    let line = Line::new(cells, cyclic);
    let pawns = line.row.pawns.len();
    assert!(pawns < 1 << 30, "{pawns} pawns");
    let mut found = Found { lower: pawns - line.most_moves(first), left: pawns, moves: Vec::new(), stop: None };
    let mut meter = Meter::new(limits, "walks by balance");
    let mut reach = NEAR;
    while found.lower < found.left {
        match line.shortest(first, reach, found.left, &mut meter) {
            Ok(Some(moves)) => (found.left, found.moves) = (pawns - moves.len(), moves),
            Ok(None) => {}
            Err(stop) => return Found { stop: Some(stop), ..found },
        }
        if reach >= pawns {
            found.lower = found.left;
        }
        reach = reach.saturating_mul(WIDER);
    }
    found
}

/// The largest balance in the first search.
const NEAR: usize = 16;

/// Each further search goes so many times as far.
const WIDER: usize = 4;

/// The pawns from left to right, and how walks over them begin and end.
struct Line {
    row: Row,
    letters: Vec<Letter>,
    /// The places where a walk may begin; it ends in the place where it began.
    seams: &'static [Place],
}

/// How a play may end: the balance of its moves, and the colour of the last one.
const ENDS: [(isize, Colour, Colour); 4] = {
    use Colour::{Black, White};
    // The first move's colour, and the last one's.
    [(0, Black, White), (1, Black, Black), (0, White, Black), (-1, White, White)]
};

impl Line {
    fn new(cells: &[Option<Colour>], cyclic: bool) -> Self {
        let gap = cells.iter().position(Option::is_none);
        let start = gap.filter(|_| cyclic).unwrap_or(0);
        let order = (start..cells.len()).chain(0..start);
        let (row_cells, pawns): (Vec<u32>, Vec<Colour>) =
            order.filter_map(|cell| cells[cell].map(|pawn| (cell as u32, pawn))).unzip();
        let closed = cyclic && gap.is_none() && cells.len() > 2;
        let count = pawns.len();
        let letter = |index: usize| {
            let next = (index + 1) % count;
            // The last pawn of a line has nobody behind it.
            let follows = (row_cells[index] as usize + 1) % cells.len() == row_cells[next] as usize;
            Letter { left: pawns[index], right: pawns[next], adjacent: follows && (closed || next > index) }
        };
        let letters = (0..count).map(letter).collect();
        let seams: &[Place] = match closed {
            true if pawns.windows(2).all(|pair| pair[0] == pair[1]) => &[],
            true => &[Place::First, Place::Taken, Place::Open, Place::Source],
            false => &[Place::First],
        };
        Line { row: Row { pawns, cells: row_cells }, letters, seams }
    }

    /// A bound on the moves of any play: those of a play without turns, and as many as the rarer colour allows.
    fn most_moves(&self, first: Option<Colour>) -> usize {
        let table = Table::new(Colour::Black);
        let most = |gains| {
            let closed = self
                .seams
                .iter()
                .filter_map(|&seam| most(&self.letters, &table, (state(seam), [state(seam), state(seam) + 1]), gains));
            closed.max().unwrap_or(0) as usize
        };
        let (all, black, white) = (most([1, 1]), most([1, 0]), most([0, 1]));
        let by_colour = |first, mine: usize, others: usize, colour: Option<Colour>| {
            if colour.is_none_or(|colour| colour == first) { (2 * mine).min(2 * others + 1) } else { 0 }
        };
        let begun = by_colour(Colour::Black, black, white, first).max(by_colour(Colour::White, white, black, first));
        all.min(begun)
    }

    /// A play with the most moves among those whose walks keep within `reach`; none unless it leaves fewer than `left` pawns.
    fn shortest(
        &self,
        first: Option<Colour>,
        reach: usize,
        left: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let tables = [Colour::Black, Colour::White].map(|last| (last, Table::new(last)));
        let mut best = None;
        let mut fewest = left as i32;
        for (last, table) in &tables {
            let walks = Walks { letters: &self.letters, table, reach };
            for &seam in self.seams {
                let start = Spot { state: state(seam), balance: 0 };
                let row = walks.last_row(start, meter)?;
                let ends = ENDS.iter().filter(|end| end.2 == *last && first.is_none_or(|first| first == end.1));
                for &(balance, ..) in ends {
                    let end = Spot { state: start.state + 1, balance };
                    if let Some(cost) = row.cost(end).filter(|&cost| cost < fewest) {
                        (fewest, best) = (cost, Some((*last, start, end)));
                    }
                }
            }
        }
        let Some((last, start, end)) = best else { return Ok(None) };
        let table = &tables.iter().find(|table| table.0 == last).expect("there is one for each colour").1;
        let symbols = Walks { letters: &self.letters, table, reach }.trace(start, end, meter)?;
        Ok(Some(order::moves(&self.row, &symbols, last)))
    }
}
