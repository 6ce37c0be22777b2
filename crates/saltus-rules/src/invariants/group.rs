//! An abelian group given by generators and relations, and its maps into the integers, modulo numbers if it is finite.

use super::Invariant;

/// A formal sum of generators, ascending, none of them 0 times.
pub(crate) type Sum = Vec<(usize, i64)>;

/// Adds a multiple of a generator.
pub(super) fn add(sum: &mut Sum, generator: usize, times: i64) {
    match sum.binary_search_by(|(other, _)| other.cmp(&generator)) {
        Ok(at) if sum[at].1 + times == 0 => {
            sum.remove(at);
        }
        Ok(at) => sum[at].1 += times,
        Err(at) if times != 0 => sum.insert(at, (generator, times)),
        Err(_) => {}
    }
}

/// Most generators that are left when each that a relation expresses by others is gone.
const MOST_LEFT: usize = 200;

/// Most relations of them.
const MOST_RELATIONS: usize = 1000;

/// Terms of sums that are written at most.
const STEPS: u64 = 1 << 21;

/// So that the sum of as many products as there are steps fits 64 bits.
const GREATEST: i64 = 1 << 40;

/// Generators, with the relations met so far.
#[derive(Debug)]
pub(super) struct Presentation {
    /// By generator, what it is in others, where a relation says that.
    is: Vec<Option<Sum>>,
    /// Relations of the others, none of which has a generator once.
    left: Vec<Sum>,
    /// Terms that may still be written; with none left nothing is found.
    steps: u64,
}

impl Presentation {
    /// A group of which at most `terms` terms may be written.
    pub(super) fn new(generators: usize, terms: u64) -> Self {
        Presentation { is: vec![None; generators], left: Vec::new(), steps: STEPS.min(terms) }
    }

    /// Says that a sum is 0.
    pub(super) fn add(&mut self, relation: Sum) {
        let relation = self.reduced(relation);
        // The last generator, which may be that of the sign, is expressed by others only where nothing else is.
        match relation.iter().copied().find(|(_, times)| times.abs() == 1) {
            Some((generator, times)) => {
                let others = relation.into_iter().filter(|(other, _)| *other != generator);
                self.is[generator] = Some(others.map(|(other, more)| (other, -times * more)).collect());
            }
            None if relation.is_empty() => {}
            None if self.left.contains(&relation) => {}
            None => {
                self.left.push(relation);
                self.steps = if self.left.len() > MOST_RELATIONS { 0 } else { self.steps };
            }
        }
    }

    /// The same sum in generators that no relation expresses.
    fn reduced(&mut self, mut sum: Sum) -> Sum {
        while let Some(generator) = self.expressed(&sum) {
            self.reduce(generator);
            self.express(&mut sum, generator);
        }
        sum
    }

    /// A generator of a sum that a relation expresses; none when all steps are spent.
    fn expressed(&self, sum: &Sum) -> Option<usize> {
        let generator = sum.iter().map(|(generator, _)| *generator).find(|&generator| self.is[generator].is_some());
        generator.filter(|_| self.steps > 0)
    }

    /// Writes for a generator of a sum what it is in others.
    fn express(&mut self, sum: &mut Sum, generator: usize) {
        let at = sum.iter().position(|(other, _)| *other == generator);
        let times = at.map_or(0, |at| sum.remove(at).1);
        for &(other, more) in self.is[generator].iter().flatten() {
            let Some(product) = times.checked_mul(more).filter(|product| product.abs() < GREATEST) else {
                self.steps = 0;
                return;
            };
            add(sum, other, product);
        }
        self.steps = self.steps.saturating_sub(1 + sum.len() as u64);
    }

    /// Brings what a generator is to generators that no relation expresses; those in between, too, which may be a long chain.
    fn reduce(&mut self, generator: usize) {
        let mut open = vec![generator];
        while let Some(&last) = open.last() {
            let mut sum = self.is[last].take().unwrap_or_default();
            match self.expressed(&sum) {
                None => {
                    open.pop();
                }
                Some(next) if self.is[next].as_ref().is_some_and(|is| self.expressed(is).is_some()) => open.push(next),
                Some(next) => self.express(&mut sum, next),
            }
            self.is[last] = Some(sum);
        }
    }

    /// Independent maps that are 0 on all relations: modulo a number, or with the modulus 0 into the integers. None: too many generators are left, or
    /// numbers become too great.
    pub(super) fn invariants(mut self) -> Option<Vec<Invariant>> {
        // Relations may have come to express a generator since they were met.
        loop {
            let before = self.left.len();
            for relation in std::mem::take(&mut self.left) {
                self.add(relation);
            }
            if self.left.len() == before {
                break;
            }
        }
        let generators: Vec<usize> = (0..self.is.len()).filter(|&generator| self.is[generator].is_none()).collect();
        if generators.len() > MOST_LEFT || self.steps == 0 {
            return None;
        }
        let row = |relation: &Sum| -> Vec<i64> {
            let times =
                |generator| relation.iter().find(|(other, _)| *other == generator).map_or(0, |(_, times)| *times);
            generators.iter().map(|&generator| times(generator)).collect()
        };
        let mut rows: Vec<Vec<i64>> = self.left.iter().map(row).collect();
        let (orders, basis) = diagonal(&mut rows, generators.len())?;
        // By generator, what it is in those that are left.
        let all: Vec<Sum> = (0..self.is.len()).map(|generator| self.reduced(vec![(generator, 1)])).collect();
        if self.steps == 0 {
            return None;
        }
        let mut found = Vec::new();
        for (column, &modulus) in orders.iter().enumerate().filter(|(_, modulus)| **modulus != 1) {
            let value = |sum: &Sum| -> Option<i64> {
                let mut value = 0i64;
                for (generator, times) in sum {
                    let at = generators.binary_search(generator).ok()?;
                    value = value.checked_add(times.checked_mul(basis[at][column])?)?;
                }
                let value = if modulus > 0 { value.rem_euclid(modulus) } else { value };
                (value.abs() < 1 << 40).then_some(value)
            };
            found.push(Invariant { modulus, weights: all.iter().map(value).collect::<Option<_>>()? });
        }
        Some(found)
    }
}

/// Brings rows to a diagonal by sums of rows and of columns. Returns the diagonal, 0 where rows have ended, and what columns have become: in the new
/// coordinates of a row each lies in a group of its own. None: a number becomes too great.
fn diagonal(rows: &mut Vec<Vec<i64>>, columns: usize) -> Option<(Vec<i64>, Vec<Vec<i64>>)> {
    let one = |at: usize| (0..columns).map(|column| i64::from(column == at)).collect::<Vec<_>>();
    let mut basis: Vec<Vec<i64>> = (0..columns).map(one).collect();
    let mut orders = vec![0; columns];
    for step in 0..columns {
        loop {
            rows.retain(|row| row.iter().any(|&number| number != 0));
            // The least number that is left.
            let numbers = rows.iter().enumerate().skip(step).flat_map(|(at, row)| {
                row.iter()
                    .enumerate()
                    .skip(step)
                    .filter(|(_, number)| **number != 0)
                    .map(move |(column, number)| (number.abs(), at, column))
            });
            let Some((least, at, column)) = numbers.min() else { return Some((orders, basis)) };
            rows.swap(step, at);
            rows.iter_mut().chain(&mut basis).for_each(|row| row.swap(step, column));
            let pivot = rows[step][step];
            let mut clean = true;
            for column in step + 1..columns {
                let times = rows[step][column].div_euclid(pivot);
                if times != 0 {
                    for row in rows.iter_mut().chain(&mut basis) {
                        row[column] = row[column].checked_sub(times.checked_mul(row[step])?)?;
                    }
                }
                clean &= rows[step][column] == 0;
            }
            let pivot_row = rows[step].clone();
            for row in rows.iter_mut().skip(step + 1) {
                let times = row[step].div_euclid(pivot);
                if times != 0 {
                    for (number, pivot) in row.iter_mut().zip(&pivot_row) {
                        *number = number.checked_sub(times.checked_mul(*pivot)?)?;
                    }
                }
                clean &= row[step] == 0;
            }
            if clean {
                orders[step] = least;
                break;
            }
        }
    }
    Some((orders, basis))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The orders of the parts of a group, those that are more than 1.
    fn orders(generators: usize, relations: &[&[(usize, i64)]]) -> Vec<i64> {
        let mut group = Presentation::new(generators, u64::MAX);
        relations.iter().for_each(|relation| group.add(relation.to_vec()));
        let invariants = group.invariants().unwrap();
        for Invariant { modulus, weights } in &invariants {
            for relation in relations {
                let value: i64 = relation.iter().map(|(generator, times)| times * weights[*generator]).sum();
                assert_eq!(if *modulus == 0 { value } else { value % modulus }, 0);
            }
        }
        let mut orders: Vec<i64> = invariants.iter().map(|one| one.modulus).collect();
        orders.sort_unstable();
        orders
    }

    #[test]
    fn groups_have_their_orders() {
        assert_eq!(orders(1, &[]), [0]);
        assert_eq!(orders(2, &[&[(0, 1), (1, -1)]]), [0]);
        assert_eq!(orders(2, &[&[(0, 2)], &[(1, 3)]]).iter().product::<i64>(), 6);
        assert_eq!(orders(2, &[&[(0, 2), (1, 4)], &[(0, 4), (1, 2)]]).iter().product::<i64>(), 12);
        assert_eq!(orders(3, &[&[(0, 1), (1, 1)], &[(1, 1), (2, 1)], &[(0, 1), (2, 1)]]), [2]);
        // Jumps on a line of nine cells: a, b and a + b in turn, so that what two of them add is what the third takes.
        let jumps: Vec<Vec<(usize, i64)>> = (0..7)
            .flat_map(|at| [vec![(at, -1), (at + 1, -1), (at + 2, 1)], vec![(at, 1), (at + 1, -1), (at + 2, -1)]])
            .collect();
        let jumps: Vec<&[(usize, i64)]> = jumps.iter().map(Vec::as_slice).collect();
        assert_eq!(orders(9, &jumps), [2, 2]);
    }
}
