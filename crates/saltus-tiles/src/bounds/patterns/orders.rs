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
        let orders = factorial(k);
        let (mut first, mut numbers) = ([u32::MAX; 64], Vec::new());
        for apart in 1..=reach {
            for lower in 0..k.saturating_sub(apart) {
                for (from, to) in [(lower, lower + apart), (lower + apart, lower)] {
                    let begin = numbers.len();
                    first[8 * from + to] = begin as u32;
                    if apart == 1 {
                        exchange(k, lower, &mut numbers);
                        continue;
                    }
                    // One place more exchanges two neighbours more.
                    let at = if from < to { to - 1 } else { to + 1 };
                    let (before, last) = (first[8 * from + at] as usize, first[8 * at + to] as usize);
                    for order in before..before + orders {
                        numbers.push(numbers[last + usize::from(numbers[order])]);
                    }
                }
            }
        }
        Shifts { orders, first, numbers }
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

/// Appends the number of each arrangement of k things when those at a place and the next one are exchanged. The digits of a number, in bases k, k - 1, ..,
/// say how many of the things that come later are smaller.
fn exchange(k: usize, place: usize, numbers: &mut Vec<u16>) {
    let (base, below) = (k - place - 1, factorial(k - place - 2));
    let end = numbers.len() + factorial(k);
    let mut above = 0;
    while numbers.len() < end {
        for digits in 0..(base + 1) * base {
            let (first, second) = (digits / base, digits % base);
            let (first, second) = if first <= second { (second + 1, first) } else { (second, first - 1) };
            let from = above + (first * base + second) * below;
            for number in from..from + below {
                numbers.push(number as u16);
            }
        }
        above += (base + 1) * base * below;
    }
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
