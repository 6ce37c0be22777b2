//! The theorem `alternate`: the value on a line or a cycle when the colours take turns.
//!
//! What this is: shortest walks along the pawns, through four places, with the balance of the
//! colours' moves and one bit. The theorem is proved in docs/theorems.md ("Clobber with alternate
//! turns"), whose words are used here.

use crate::families::clobber::configuration::{BLACK, Clobber, NONE, WHITE, other};
use crate::outcome::{Checked, Limits, ensure, limit};

/// No separation left of the pawn, or a bar.
const FIRST: usize = 0;
/// A pawn of the other colour arrives from the left.
const TAKEN: usize = 1;
/// A pawn of the other colour has to arrive from the right.
const OPEN: usize = 2;
/// The pawn itself went left: nothing or a bar is next.
const SOURCE: usize = 3;

/// No walk leads there. More than any bars, and still a number with all bars added.
const NO_WAY: i32 = i32::MAX / 2;

/// One symbol between a pawn and the next.
struct Step {
    from: usize,
    to: usize,
    /// Who crosses; [`NONE`]: a bar.
    mover: u8,
    /// The colour that the segment ends with, where that is settled here; else [`NONE`].
    ends: u8,
}

/// The fewest pawns that a play leaves.
pub(crate) fn value(clobber: &Clobber, limits: &Limits) -> Checked<u64> {
    let (shape, cells) = (&clobber.shape, clobber.start.as_slice());
    ensure(shape.is_line() || shape.is_cycle(), "the theorem is about a line or a cycle")?;
    ensure(clobber.alternate, "the theorem is about turns=alternate")?;
    let pawns = clobber.pawns() as usize;
    // There are no more bars than pawns.
    limit(pawns < NO_WAY as usize, format_args!("walks past {NO_WAY} pawns or more"))?;
    let mut fewest = pawns as u64;
    if !cells.contains(&BLACK) || !cells.contains(&WHITE) {
        return Ok(fewest);
    }
    let round = round(cells, shape.is_line(), limits)?;
    // A walk ends in the place where it began: after an empty cell that is the first one.
    let seams = if round.last() == Some(&NONE) { FIRST..FIRST + 1 } else { FIRST..SOURCE + 1 };
    let mut walks = Walks::new(&round, limits)?;
    walks.verify_time(2 * seams.len() * pawns, limits)?;
    for last in [BLACK, WHITE] {
        for seam in seams.clone() {
            walks.walk(&round, seam, last);
            // The colour of the last move has had one move more than the other if it was first too,
            // and else as many.
            for (first, balance) in [(last, 1), (other(last), 0)] {
                if clobber.turn == NONE || clobber.turn == first {
                    fewest = fewest.min(walks.fewest(seam, balance).cast_unsigned().into());
                }
            }
        }
    }
    Ok(fewest)
}

/// Every pawn with what is after it, once around. After the last one of a line there is nothing,
/// and a cycle with an empty cell is read as a line that begins after it.
fn round(cells: &[u8], is_line: bool, limits: &Limits) -> Checked<Vec<u8>> {
    let mut round = limits.vector(cells.len() + 1, "the walks")?;
    match cells.iter().position(|&cell| cell == NONE) {
        _ if is_line => round.extend(cells.iter().chain(&[NONE])),
        Some(gap) => round.extend(cells[gap + 1..].iter().chain(&cells[..=gap])),
        None => round.extend(cells.iter().chain(&cells[..1])),
    }
    Ok(round)
}

/// The fewest bars of walks up to a pawn. The *balance* is here the moves of the colour that shall
/// be the last to move, less those of the other one.
///
/// A separation changes the balance by 1 at most, it is 0 at the start, and at the end only 0 and 1
/// count. So after d separations of s it is at most d, and a walk on which it is below -(s - d) or
/// above s - d + 1 does not come back: with the balances up to r = min(d, s - d + 1) on both sides
/// of 0 nothing is left out that counts. Only these are written after d separations, and the next
/// step reads up to one more than its own r: no more than the last r if that was s - d + 1, and
/// beyond d nothing was written so far.
struct Walks {
    /// s.
    separations: usize,
    /// The greatest r: the place of balance 0 in a row is one more, so that both neighbours of each
    /// balance have a place.
    reach: usize,
    /// A row for each place, first without a segment that ends with the colour of the last move,
    /// then with one; by balance.
    fewest: Vec<i32>,
    /// Room for the rows at the next pawn.
    next: Vec<i32>,
}

impl Walks {
    fn new(round: &[u8], limits: &Limits) -> Checked<Self> {
        let separations = round.windows(2).filter(|pair| !pair.contains(&NONE)).count();
        let mut walks = Self { separations, reach: separations.div_ceil(2), fewest: Vec::new(), next: Vec::new() };
        let length = 2 * (SOURCE + 1) * walks.width();
        limits.room(2 * length as u128 * size_of::<i32>() as u128, "the walks")?;
        walks.fewest = limits.vector(length, "the walks")?;
        walks.next = limits.vector(length, "the walks")?;
        Ok(walks)
    }

    /// The places of a row.
    fn width(&self) -> usize {
        2 * self.reach + 3
    }

    /// Stops if this many rows would take too long.
    fn verify_time(&self, rows: usize, limits: &Limits) -> Checked<()> {
        let (steps, allowed) = (rows as u128 * self.width() as u128, limits.nodes);
        limit(steps <= allowed.into(), format_args!("walks of {steps} steps, {allowed} allowed"))
    }

    /// Walks once around from a place before the first pawn, when that colour shall be the last to
    /// move.
    fn walk(&mut self, round: &[u8], seam: usize, last: u8) {
        let length = 2 * (SOURCE + 1) * self.width();
        for rows in [&mut self.fewest, &mut self.next] {
            rows.clear();
            rows.resize(length, NO_WAY);
        }
        let start = self.index(seam, false, 0);
        self.fewest[start] = 0;
        let mut after = 0;
        for pair in round.windows(2).filter(|pair| pair[0] != NONE) {
            let steps = steps(pair[0], pair[1]);
            after += usize::from(pair[1] != NONE);
            // Only a bar leads to an empty cell.
            let steps = if pair[1] == NONE { &steps[..3] } else { &steps };
            self.advance(steps, last, after.min(self.separations - after + 1));
        }
    }

    /// Goes on to the next pawn, with balances up to `r`.
    fn advance(&mut self, steps: &[Step], last: u8, r: usize) {
        let (low, length) = (-r.cast_signed(), 2 * r + 1);
        for place in FIRST..=SOURCE {
            for met in [false, true] {
                let to = self.index(place, met, low);
                self.next[to..to + length].fill(NO_WAY);
            }
        }
        for step in steps {
            for met in [false, true] {
                let rise = if step.mover == NONE {
                    0
                } else if step.mover == last {
                    1
                } else {
                    -1
                };
                let from = self.index(step.from, met, low - rise);
                let to = self.index(step.to, met || step.ends == last, low);
                let bars = i32::from(step.mover == NONE);
                for (to, from) in self.next[to..to + length].iter_mut().zip(&self.fewest[from..from + length]) {
                    *to = (*to).min(from + bars);
                }
            }
        }
        std::mem::swap(&mut self.fewest, &mut self.next);
    }

    /// The fewest bars of a walk to a place on which some segment ended with the colour of the last
    /// move.
    fn fewest(&self, place: usize, balance: isize) -> i32 {
        self.fewest[self.index(place, true, balance)]
    }

    fn index(&self, place: usize, met: bool, balance: isize) -> usize {
        ((2 * place + usize::from(met)) * self.width() + self.reach + 1).wrapping_add_signed(balance)
    }
}

/// The symbols between a pawn of one colour and a next one, bars first.
fn steps(colour: u8, next: u8) -> [Step; 8] {
    let bar = |from, ends| Step { from, to: FIRST, mover: NONE, ends };
    // A mover that does not take the next pawn waits there for the pawn that does.
    let right = |from, mover| {
        let (to, ends) = if next == mover { (OPEN, mover) } else { (TAKEN, NONE) };
        Step { from, to, mover, ends }
    };
    // Who comes from the right is the next pawn, or one after it that takes that one first.
    let left = |from, mover, ends| Step { from, to: if next == mover { SOURCE } else { OPEN }, mover, ends };
    let opposite = other(colour);
    [
        bar(FIRST, NONE),
        bar(TAKEN, opposite),
        bar(SOURCE, NONE),
        right(FIRST, colour),
        right(TAKEN, opposite),
        left(FIRST, opposite, opposite),
        left(TAKEN, colour, colour),
        left(OPEN, opposite, NONE),
    ]
}
