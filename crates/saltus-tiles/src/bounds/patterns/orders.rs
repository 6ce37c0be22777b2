//! Arrangements of k things in lexicographic order, and what becomes of their numbers when one
//! thing moves past others.

/// All arrangements of 0..k, in lexicographic order.
pub(crate) fn arrangements(k: usize) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    extend(&mut Vec::with_capacity(k), k, &mut all);
    all
}

fn extend(prefix: &mut Vec<u8>, k: usize, all: &mut Vec<Vec<u8>>) {
    if prefix.len() == k {
        all.push(prefix.clone());
        return;
    }
    for thing in (0..k as u8).filter(|thing| !prefix.contains(thing)).collect::<Vec<_>>() {
        prefix.push(thing);
        extend(prefix, k, all);
        prefix.pop();
    }
}

/// The lexicographic number of an arrangement.
pub(crate) fn number(arrangement: &[u8]) -> usize {
    let k = arrangement.len();
    arrangement.iter().enumerate().fold(0, |number, (at, thing)| {
        let smaller_after = arrangement[at + 1..].iter().filter(|&other| other < thing).count();
        number * (k - at) + smaller_after
    })
}

/// k!
pub(crate) fn factorial(k: usize) -> usize {
    (1..=k).product()
}

/// For every way to take a thing out at one place and put it in at another: the number of each
/// arrangement afterwards.
pub struct Shifts {
    orders: usize,
    /// Where the numbers of a way begin, by 8 times the place before, and the place after.
    first: [u32; 64],
    numbers: Vec<u16>,
}

impl Shifts {
    /// The shifts of k things, at most 8, by at most `reach` places.
    pub fn new(k: usize, reach: usize) -> Self {
        let all = arrangements(k);
        let (mut first, mut numbers) = ([u32::MAX; 64], Vec::new());
        for (from, to) in (0..k).flat_map(|from| (0..k).map(move |to| (from, to))) {
            if (1..=reach).contains(&from.abs_diff(to)) {
                first[8 * from + to] = numbers.len() as u32;
                numbers.extend(all.iter().map(|order| shifted(order, from, to)));
            }
        }
        Shifts { orders: all.len(), first, numbers }
    }

    /// The numbers after a shift to another place.
    #[inline]
    pub fn table(&self, from: usize, to: usize) -> &[u16] {
        &self.numbers[self.first[8 * from + to] as usize..][..self.orders]
    }

    /// The number of one arrangement after a shift to another place.
    #[inline(always)]
    pub(crate) fn after(&self, from: usize, to: usize, order: u16) -> u16 {
        self.numbers[self.first[(8 * from + to) & 63] as usize + usize::from(order)]
    }
}

fn shifted(order: &[u8], from: usize, to: usize) -> u16 {
    let mut order = order.to_vec();
    let thing = order.remove(from);
    order.insert(to, thing);
    number(&order) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_numbered_in_lexicographic_order() {
        for k in 0..=6 {
            let all = arrangements(k);
            assert_eq!(all.len(), factorial(k));
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            for (place, order) in all.iter().enumerate() {
                assert_eq!(number(order), place, "{order:?}");
                let mut things = order.clone();
                things.sort_unstable();
                assert_eq!(things, (0..k as u8).collect::<Vec<_>>());
            }
        }
        assert_eq!(number(&[7, 6, 5, 4, 3, 2, 1, 0]), factorial(8) - 1);
    }

    #[test]
    fn shifts_move_one_thing_past_others() {
        for (k, reach) in [(1, 0), (3, 2), (5, 4), (6, 2)] {
            let (shifts, all) = (Shifts::new(k, reach), arrangements(k));
            for (from, to) in (0..k).flat_map(|from| (0..k).map(move |to| (from, to))) {
                if !(1..=reach).contains(&from.abs_diff(to)) {
                    continue;
                }
                let table = shifts.table(from, to);
                assert_eq!(table.len(), all.len());
                for (order, &after) in all.iter().zip(table) {
                    let after = &all[usize::from(after)];
                    assert_eq!(after[to], order[from]);
                    let others = |order: &[u8], at| [&order[..at], &order[at + 1..]].concat();
                    assert_eq!(others(after, to), others(order, from), "the others keep their order");
                }
                let back = shifts.table(to, from);
                assert!(
                    table.iter().enumerate().all(|(number, &after)| usize::from(back[usize::from(after)]) == number)
                );
            }
        }
    }
}
