//! Linear programs by the simplex method (G. B. Dantzig 1947), on a table of all numbers.
//!
//! It computes in floating point: the caller rounds and checks the result, and nothing depends on it. All operations are those of IEEE 754, so
//! that answers are the same everywhere. Bounds are raised a little, each by another amount, so that steps which gain nothing are rare
//! (A. Charnes 1952); the values found are those of the bounds as they were.

use saltus_core::limits::{Limits, Stop};
use saltus_core::random::Random;

/// Most numbers of a table.
const SIZE: usize = 1 << 22;

/// A number of a table that is less is 0, and a step is not made for a gain that is less.
const ZERO: f64 = 1e-9;

/// By how much a bound is raised, and at most once more as much.
const RAISED: f64 = 1e-6;

/// The greatest value of a sum of variables under bounds of such sums, which are all 0 or more.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// By variable, what it counts; and whether it may be below 0.
    gains: Vec<f64>,
    free: Vec<bool>,
    rows: Vec<(Vec<(usize, f64)>, f64)>,
}

/// What the variables are.
#[derive(Debug)]
pub(super) enum Optimum {
    Values(Vec<f64>),
    /// There is no greatest value: it grows along these.
    Ray(Vec<f64>),
}

impl Program {
    /// A variable that counts nothing.
    pub(super) fn variable(&mut self, free: bool) -> usize {
        self.gains.push(0.0);
        self.free.push(free);
        self.gains.len() - 1
    }

    pub(super) fn gain(&mut self, variable: usize, gain: f64) {
        self.gains[variable] += gain;
    }

    /// Bounds a sum; a variable may be named several times.
    pub(super) fn at_most(&mut self, sum: Vec<(usize, f64)>, bound: f64) {
        self.rows.push((sum, bound));
    }

    /// The values of the variables, if at most `work` numbers need to be written, and the table is not too large.
    pub(super) fn solve(&self, mut work: u64, limits: &Limits<'_>) -> Result<Option<Optimum>, Stop> {
        let size = (self.rows.len() + 1) * (self.gains.len() + 2);
        if size > SIZE {
            return Ok(None);
        }
        let bytes = (size * size_of::<f64>()) as u64;
        limits.spend(0, bytes)?;
        let mut table = Table::new(self);
        let mut steps = 0;
        loop {
            let Some(column) = table.entering() else { return Ok(Some(Optimum::Values(table.values(None)))) };
            let Some(row) = table.leaving(column) else {
                return Ok(Some(Optimum::Ray(table.values(Some(column)))));
            };
            let Some(rest) = work.checked_sub(table.exchange(row, column)) else { return Ok(None) };
            work = rest;
            steps += 1;
            if steps % 16 == 0 {
                limits.spend(0, bytes)?;
            }
        }
    }
}

/// Variables by others: that of a row is its bound less the sum of those of the columns.
struct Table<'a> {
    program: &'a Program,
    /// Rows of a number for each column, the bound raised and the bound as it was. The last row is that of the gains.
    numbers: Vec<f64>,
    width: usize,
    /// The variables of rows and columns; those from the number of variables on are what a bound leaves.
    of_row: Vec<usize>,
    of_column: Vec<usize>,
    /// Variables that are counted with the other sign.
    turned: Vec<bool>,
    /// Columns in which the row of an exchange has a number.
    columns: Vec<usize>,
}

impl<'a> Table<'a> {
    fn new(program: &'a Program) -> Self {
        let (rows, columns) = (program.rows.len(), program.gains.len());
        let width = columns + 2;
        let (mut numbers, mut random) = (vec![0.0; (rows + 1) * width], Random::new(1));
        for ((sum, bound), row) in program.rows.iter().zip(numbers.chunks_exact_mut(width)) {
            for &(variable, times) in sum {
                row[variable] += times;
            }
            row[columns] = bound + RAISED * (1.0 + random.below(1 << 20) as f64 / f64::from(1 << 20));
            row[columns + 1] = *bound;
        }
        numbers[rows * width..][..columns].copy_from_slice(&program.gains);
        Table {
            program,
            numbers,
            width,
            of_row: (columns..columns + rows).collect(),
            of_column: (0..columns).collect(),
            turned: vec![false; columns],
            columns: Vec::new(),
        }
    }

    fn is_free(&self, variable: usize) -> bool {
        self.program.free.get(variable) == Some(&true)
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.numbers[row * self.width..][..self.width]
    }

    /// The column that gains most; turned, if its variable is to fall.
    fn entering(&mut self) -> Option<usize> {
        let gains = self.row(self.of_row.len());
        let mut best = (ZERO, None);
        for (column, &variable) in self.of_column.iter().enumerate() {
            let gain = if self.is_free(variable) { gains[column].abs() } else { gains[column] };
            if gain > best.0 {
                best = (gain, Some(column));
            }
        }
        let column = best.1?;
        if gains[column] < 0.0 {
            let variable = self.of_column[column];
            self.turned[variable] = !self.turned[variable];
            self.numbers.iter_mut().skip(column).step_by(self.width).for_each(|number| *number = -*number);
        }
        Some(column)
    }

    /// The row that is the first to bound the variable of a column.
    fn leaving(&self, column: usize) -> Option<usize> {
        let bound = self.width - 2;
        let mut best: Option<(f64, usize)> = None;
        for (row, &variable) in self.of_row.iter().enumerate() {
            let numbers = self.row(row);
            if numbers[column] > ZERO && !self.is_free(variable) {
                let most = numbers[bound].max(0.0) / numbers[column];
                if best.is_none_or(|(other, _)| most < other) {
                    best = Some((most, row));
                }
            }
        }
        best.map(|(_, row)| row)
    }

    /// Exchanges the variables of a row and a column. How many numbers were looked at.
    fn exchange(&mut self, row: usize, column: usize) -> u64 {
        let (before, rest) = self.numbers.split_at_mut(row * self.width);
        let (pivots, after) = rest.split_at_mut(self.width);
        let pivot = std::mem::replace(&mut pivots[column], 1.0);
        self.columns.clear();
        for (at, number) in pivots.iter_mut().enumerate() {
            if *number != 0.0 {
                *number /= pivot;
                self.columns.push(at);
            }
        }
        let mut written = self.of_row.len();
        for numbers in before.chunks_exact_mut(self.width).chain(after.chunks_exact_mut(self.width)) {
            let times = std::mem::replace(&mut numbers[column], 0.0);
            if times != 0.0 {
                written += self.columns.len();
                for &at in &self.columns {
                    let number = numbers[at] - times * pivots[at];
                    numbers[at] = if number.abs() < ZERO * 1e-3 { 0.0 } else { number };
                }
            }
        }
        std::mem::swap(&mut self.of_row[row], &mut self.of_column[column]);
        written as u64
    }

    /// What the variables are; or by how much each grows when that of a column does by 1.
    fn values(&self, along: Option<usize>) -> Vec<f64> {
        let mut values = vec![0.0; self.turned.len()];
        if let Some(column) = along
            && let Some(value) = values.get_mut(self.of_column[column])
        {
            *value = 1.0;
        }
        for (row, &variable) in self.of_row.iter().enumerate() {
            if let Some(value) = values.get_mut(variable) {
                let numbers = self.row(row);
                *value = along.map_or(numbers[self.width - 1], |column| -numbers[column]);
            }
        }
        values.iter().zip(&self.turned).map(|(value, turned)| if *turned { -value } else { *value }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(program: &Program) -> Optimum {
        program.solve(u64::MAX, &Limits::default()).unwrap().unwrap()
    }

    #[test]
    fn optima_are_those_of_textbooks() {
        // V. Chvatal, Linear programming, 1983, chapter 2: 13 at (2, 0, 1).
        let mut program = Program::default();
        for gain in [5.0, 4.0, 3.0] {
            let variable = program.variable(false);
            program.gain(variable, gain);
        }
        for (row, bound) in [([2.0, 3.0, 1.0], 5.0), ([4.0, 1.0, 2.0], 11.0), ([3.0, 4.0, 2.0], 8.0)] {
            program.at_most((0..).zip(row).collect(), bound);
        }
        let Optimum::Values(values) = solved(&program) else { panic!("it is bounded") };
        assert!(values.iter().zip([2.0, 0.0, 1.0]).all(|(a, b)| (a - b).abs() < 1e-6), "{values:?}");
        // A variable that falls below 0, and one that nothing bounds.
        let mut program = Program::default();
        let (a, b) = (program.variable(true), program.variable(false));
        program.gain(a, -1.0);
        program.at_most(vec![(a, -1.0), (b, 1.0)], 3.0);
        let Optimum::Values(values) = solved(&program) else { panic!("it is bounded") };
        assert!((values[a] + 3.0).abs() < 1e-6 && values[b] == 0.0, "{values:?}");
        program.gain(b, 2.0);
        let Optimum::Ray(ray) = solved(&program) else { panic!("it is not bounded") };
        assert!(2.0 * ray[b] - ray[a] > 0.0 && ray[b] - ray[a] <= 0.0, "{ray:?}");
    }

    #[test]
    fn programs_end_at_their_limits() {
        let mut program = Program::default();
        let variable = program.variable(false);
        program.gain(variable, 1.0);
        program.at_most(vec![(variable, 1.0)], 1.0);
        assert!(program.solve(0, &Limits::default()).unwrap().is_none());
        let small = Limits { memory: 8, ..Limits::default() };
        assert!(matches!(program.solve(u64::MAX, &small), Err(Stop::Memory { .. })));
    }
}
