//! The fewest bars of walks by state and balance, pawn by pawn, and a walk with the fewest.

use std::mem;
use std::ops::{Range, RangeInclusive};

use super::letters::{EdgeTable, PawnAndNext, Place, STATES, state};
use crate::closed::letters::Mark;
use saltus_core::limits::{Meter, Stop};

/// More bars than any walk has, with room above to add to it.
const FAR: i32 = i32::MAX / 2;

/// Where a walk is: its state and its balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WalkSpot {
    pub(super) state: usize,
    pub(super) balance: isize,
}

/// The fewest bars to every spot at one pawn, for the balances of a range.
#[derive(Clone, Debug)]
pub(super) struct BalanceRow {
    low: isize,
    /// How many balances.
    width: usize,
    /// State by state.
    costs: Vec<i32>,
}

impl BalanceRow {
    /// A walk begins here.
    pub(super) fn start(spot: WalkSpot) -> Self {
        let mut costs = vec![FAR; STATES];
        costs[spot.state] = 0;
        BalanceRow { low: spot.balance, width: 1, costs }
    }

    /// The fewest bars to a spot; none where no walk of the range leads.
    pub(super) fn cost(&self, spot: WalkSpot) -> Option<i32> {
        let index = usize::try_from(spot.balance - self.low).ok().filter(|&index| index < self.width)?;
        Some(self.costs[spot.state * self.width + index]).filter(|&cost| cost < FAR)
    }

    fn high(&self) -> isize {
        self.low + self.width as isize - 1
    }

    /// The places of the costs of a state.
    fn places(&self, state: usize, first: isize, last: isize) -> RangeInclusive<usize> {
        let at = |balance: isize| state * self.width + (balance - self.low) as usize;
        at(first)..=at(last)
    }
}

/// The walks over some letters that keep near a balance of 0.
#[derive(Clone, Copy)]
pub(super) struct Walks<'a> {
    pub(super) letters: &'a [PawnAndNext],
    pub(super) table: &'a EdgeTable,
    /// The largest balance, of either sign, that a walk may have.
    pub(super) reach: usize,
    /// How many costs may be stored to trace a walk, in addition to a few rows.
    pub(super) stored: usize,
}

/// Where a walk that is traced is known to be: how many letters it has read, and its spot.
type TracedSpot = (usize, WalkSpot);

impl Walks<'_> {
    /// The balances worth looking at after `index` letters: the rest changes a balance by 1 a
    /// letter, and the whole is to be -1, 0 or 1.
    fn band(&self, index: usize) -> isize {
        (self.letters.len() - index + 1).min(self.reach) as isize
    }

    /// The row after letter `index`; where a walk is traced, only what may lead there. `next` is overwritten.
    fn advance(&self, row: &BalanceRow, index: usize, known: Option<TracedSpot>, next: &mut BalanceRow) {
        let band = self.band(index + 1);
        let (mut low, mut high) = ((row.low - 1).max(-band), (row.high() + 1).min(band));
        if let Some((to, spot)) = known {
            let rest = (to - index - 1) as isize;
            (low, high) = (low.max(spot.balance - rest), high.min(spot.balance + rest));
        }
        next.low = low;
        next.width = usize::try_from(high - low + 1).unwrap_or(0);
        next.costs.clear();
        next.costs.resize(STATES * next.width, FAR);
        for edge in self.table.edges(self.letters[index]) {
            let (first, last) = (low.max(row.low + edge.rise), high.min(row.high() + edge.rise));
            if first > last {
                continue;
            }
            let from = &row.costs[row.places(edge.from, first - edge.rise, last - edge.rise)];
            let places = next.places(edge.to, first, last);
            let to = &mut next.costs[places];
            to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to).min(from + edge.cost()));
        }
    }

    /// The row after some letters.
    pub(super) fn run(
        &self,
        row: &BalanceRow,
        letters: Range<usize>,
        known: Option<TracedSpot>,
        meter: &mut Meter<'_>,
    ) -> Result<BalanceRow, Stop> {
        let (mut row, mut next) = (row.clone(), BalanceRow { low: 0, width: 0, costs: Vec::new() });
        for index in letters {
            meter.node(|| 0)?;
            self.advance(&row, index, known, &mut next);
            mem::swap(&mut row, &mut next);
        }
        Ok(row)
    }

    /// The marks of a walk from `start` with the fewest bars among those that end in `end`, which
    /// some walk does.
    pub(super) fn trace(&self, start: WalkSpot, end: WalkSpot, meter: &mut Meter<'_>) -> Result<Vec<Mark>, Stop> {
        let mut marks = Vec::with_capacity(self.letters.len());
        self.trace_back(0, &BalanceRow::start(start), (self.letters.len(), end), &mut marks, meter)?;
        marks.reverse();
        Ok(marks)
    }

    /// Adds the marks from a spot back to letter `from`, whose row is given, the last one first;
    /// gives where the walk is there.
    ///
    /// Of a long stretch only the row in the middle is kept, and each half is walked again. As a
    /// stretch needs no balances but those that lead to its end, halves have half the width: all
    /// this takes about twice the time of one pass.
    fn trace_back(
        &self,
        from: usize,
        row: &BalanceRow,
        known: TracedSpot,
        marks: &mut Vec<Mark>,
        meter: &mut Meter<'_>,
    ) -> Result<WalkSpot, Stop> {
        let length = known.0 - from;
        let width = 2 * length.min(self.reach) + 1;
        if length <= 1 || length * width * STATES <= self.stored {
            return self.trace_stored(from, row, known, marks, meter);
        }
        let middle = from + length / 2;
        let between = self.run(row, from..middle, Some(known), meter)?;
        let spot = self.trace_back(middle, &between, known, marks, meter)?;
        drop(between);
        self.trace_back(from, row, (middle, spot), marks, meter)
    }

    fn trace_stored(
        &self,
        from: usize,
        row: &BalanceRow,
        (to, end): TracedSpot,
        marks: &mut Vec<Mark>,
        meter: &mut Meter<'_>,
    ) -> Result<WalkSpot, Stop> {
        let mut rows = vec![row.clone()];
        for index in from..to {
            rows.push(self.run(&rows[index - from], index..index + 1, Some((to, end)), meter)?);
        }
        let mut spot = end;
        for index in (from..to).rev() {
            let mark;
            (spot, mark) = self.step_back(&rows[index - from], &rows[index + 1 - from], index, spot);
            marks.push(mark);
        }
        Ok(spot)
    }

    /// The spot before, and how the walk went on from there.
    fn step_back(&self, before: &BalanceRow, row: &BalanceRow, index: usize, spot: WalkSpot) -> (WalkSpot, Mark) {
        let cost = row.cost(spot).expect("a walk is traced from a spot that it reaches");
        let edges = self.table.edges(self.letters[index]).iter();
        let mut ways = edges
            .filter(|edge| edge.to == spot.state)
            .map(|edge| (WalkSpot { state: edge.from, balance: spot.balance - edge.rise }, edge));
        let (spot, edge) = ways
            .find(|&(spot, edge)| before.cost(spot) == Some(cost - edge.cost()))
            .expect("the cost of a spot comes from a spot before it");
        (spot, edge.mark)
    }
}

/// The most that a walk from a place back to it can gain, whatever its balance, where each black
/// move gains the first and each white one the second number.
pub(super) fn most(letters: &[PawnAndNext], table: &EdgeTable, seam: Place, gains: [usize; 2]) -> Option<usize> {
    let mut row = [None; STATES];
    row[state(seam)] = Some(0);
    for &letter in letters {
        let mut next = [None; STATES];
        for edge in table.edges(letter) {
            let gain = [gains[1], 0, gains[0]][(edge.rise + 1) as usize];
            next[edge.to] = next[edge.to].max(row[edge.from].map(|sum| sum + gain));
        }
        row = next;
    }
    row[state(seam)].max(row[state(seam) + 1])
}
