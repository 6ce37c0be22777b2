//! The fewest bars of walks by state and balance, pawn by pawn, and a walk that has so few.

use std::ops::RangeInclusive;

use super::letters::{Edge, Letter, STATES, Symbol, Table};
use crate::limits::{Meter, Stop};

/// More bars than any walk has, with room above to add to it.
const FAR: i32 = i32::MAX / 2;

/// Where a walk is: its state and its balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) state: usize,
    pub(super) balance: isize,
}

/// The fewest bars to every spot at one pawn, for the balances of a range.
#[derive(Clone, Debug)]
pub(super) struct Row {
    low: isize,
    /// How many balances.
    width: usize,
    /// State by state.
    costs: Vec<i32>,
}

impl Row {
    /// A walk begins here.
    pub(super) fn start(spot: Spot) -> Self {
        let mut costs = vec![FAR; STATES];
        costs[spot.state] = 0;
        Row { low: spot.balance, width: 1, costs }
    }

    /// The fewest bars to a spot; none where no walk of the range leads.
    pub(super) fn cost(&self, spot: Spot) -> Option<i32> {
        let index = usize::try_from(spot.balance - self.low).ok().filter(|&index| index < self.width)?;
        Some(self.costs[spot.state * self.width + index]).filter(|&cost| cost < FAR)
    }

    fn high(&self) -> isize {
        self.low + self.width as isize - 1
    }

    fn of_state(&self, state: usize, balances: RangeInclusive<isize>) -> &[i32] {
        let at = |balance: isize| state * self.width + (balance - self.low) as usize;
        &self.costs[at(*balances.start())..=at(*balances.end())]
    }

    fn of_state_mut(&mut self, state: usize, balances: RangeInclusive<isize>) -> &mut [i32] {
        let at = |balance: isize| state * self.width + (balance - self.low) as usize;
        &mut self.costs[at(*balances.start())..=at(*balances.end())]
    }

    /// One letter further, for the balances of a band. `next` is overwritten.
    fn advance(&self, edges: &[Edge], band: &RangeInclusive<isize>, next: &mut Row) {
        let (low, high) = ((self.low - 1).max(*band.start()), (self.high() + 1).min(*band.end()));
        next.low = low;
        next.width = usize::try_from(high - low + 1).unwrap_or(0);
        next.costs.clear();
        next.costs.resize(STATES * next.width, FAR);
        for edge in edges {
            let (first, last) = (low.max(self.low + edge.rise), high.min(self.high() + edge.rise));
            if first > last {
                continue;
            }
            let from = self.of_state(edge.from, first - edge.rise..=last - edge.rise);
            let to = next.of_state_mut(edge.to, first..=last);
            to.iter_mut().zip(from).for_each(|(to, from)| *to = (*to).min(from + edge.cost()));
        }
    }
}

/// The walks over some letters that keep near a balance of 0.
pub(super) struct Walks<'a> {
    pub(super) letters: &'a [Letter],
    pub(super) table: &'a Table,
    /// The largest balance, of either sign, that a walk may have.
    pub(super) reach: usize,
}

/// A stretch of a walk whose rows have at most this many costs together is traced from stored rows.
const STORED: usize = 1 << 20;

impl Walks<'_> {
    /// The balances worth looking at after `index` letters: the rest changes a balance by 1 a letter, and the whole is to be -1, 0 or 1.
    fn band(&self, index: usize) -> isize {
        (self.letters.len() - index + 1).min(self.reach) as isize
    }

    fn advance(&self, row: &Row, index: usize, end: Option<(usize, isize)>, next: &mut Row) {
        let band = self.band(index + 1);
        let band = match end {
            None => -band..=band,
            Some((to, balance)) => {
                let rest = (to - index - 1) as isize;
                (balance - rest).max(-band)..=(balance + rest).min(band)
            }
        };
        row.advance(self.table.edges(self.letters[index]), &band, next);
    }

    /// The row behind the last letter.
    pub(super) fn last_row(&self, start: Spot, meter: &mut Meter<'_>) -> Result<Row, Stop> {
        let row = Row::start(start);
        self.run(&row, 0..self.letters.len(), None, meter)
    }

    fn run(
        &self,
        row: &Row,
        letters: std::ops::Range<usize>,
        end: Option<(usize, isize)>,
        meter: &mut Meter<'_>,
    ) -> Result<Row, Stop> {
        let (mut row, mut next) = (row.clone(), Row { low: 0, width: 0, costs: Vec::new() });
        for index in letters {
            meter.node(|| 0)?;
            self.advance(&row, index, end, &mut next);
            std::mem::swap(&mut row, &mut next);
        }
        Ok(row)
    }

    /// The symbols of a walk from `start` with the fewest bars among those that end in `end`, which some walk does.
    pub(super) fn trace(&self, start: Spot, end: Spot, meter: &mut Meter<'_>) -> Result<Vec<Symbol>, Stop> {
        let mut symbols = Vec::with_capacity(self.letters.len());
        self.trace_back(&Row::start(start), 0, (self.letters.len(), end), &mut symbols, meter)?;
        symbols.reverse();
        Ok(symbols)
    }

    /// From the spot `end` at pawn `to` back to pawn `from`, whose row is given; the symbols from the last to the first. Tells where the walk is there.
    ///
    /// Only one row in the middle is kept, and both halves are walked again: memory for as many costs as the rows are wide, at twice the time.
    fn trace_back(
        &self,
        row: &Row,
        from: usize,
        (to, end): (usize, Spot),
        symbols: &mut Vec<Symbol>,
        meter: &mut Meter<'_>,
    ) -> Result<Spot, Stop> {
        let length = to - from;
        let width = (2 * length + 1).min(2 * self.reach + 1);
        if length <= 1 || length * width * STATES <= STORED {
            return self.trace_stored(row, from, (to, end), symbols, meter);
        }
        let middle = from + length / 2;
        let between = self.run(row, from..middle, Some((to, end.balance)), meter)?;
        let spot = self.trace_back(&between, middle, (to, end), symbols, meter)?;
        drop(between);
        self.trace_back(row, from, (middle, spot), symbols, meter)
    }

    fn trace_stored(
        &self,
        row: &Row,
        from: usize,
        (to, end): (usize, Spot),
        symbols: &mut Vec<Symbol>,
        meter: &mut Meter<'_>,
    ) -> Result<Spot, Stop> {
        let mut rows = Vec::with_capacity(to - from + 1);
        rows.push(row.clone());
        for index in from..to {
            let next = self.run(&rows[index - from], index..index + 1, Some((to, end.balance)), meter)?;
            rows.push(next);
        }
        let mut spot = end;
        for index in (from..to).rev() {
            let symbol;
            (spot, symbol) = self.step_back(&rows[index - from], &rows[index + 1 - from], index, spot);
            symbols.push(symbol);
        }
        Ok(spot)
    }

    /// The spot before, and how the walk went on from there.
    fn step_back(&self, before: &Row, row: &Row, index: usize, spot: Spot) -> (Spot, Symbol) {
        let cost = row.cost(spot).expect("a walk is traced from a spot that it reaches");
        let edges = self.table.edges(self.letters[index]).iter();
        let mut ways = edges
            .filter(|edge| edge.to == spot.state)
            .map(|edge| (Spot { state: edge.from, balance: spot.balance - edge.rise }, edge));
        let (spot, edge) = ways
            .find(|&(spot, edge)| before.cost(spot) == Some(cost - edge.cost()))
            .expect("the cost of a spot comes from a spot before it");
        (spot, edge.symbol)
    }
}

/// The most that a walk can gain from `start` to `end`, whatever its balance, where each black move gains the first and each white one the second number.
pub(super) fn most(
    letters: &[Letter],
    table: &Table,
    (start, ends): (usize, [usize; 2]),
    gains: [i64; 2],
) -> Option<i64> {
    let mut row = [None; STATES];
    row[start] = Some(0);
    for &letter in letters {
        let mut next = [None; STATES];
        for edge in table.edges(letter) {
            let gain = match edge.rise {
                1 => gains[0],
                -1 => gains[1],
                _ => 0,
            };
            next[edge.to] = next[edge.to].max(row[edge.from].map(|sum: i64| sum + gain));
        }
        row = next;
    }
    ends.iter().filter_map(|&end| row[end]).max()
}
