//! Arrangements of k things in lexicographic order, and what becomes of their numbers when one
//! thing moves past others.

use crate::search::arrangements::unrank;

/// All arrangements of 0..k, in lexicographic order.
pub(crate) fn arrangements(k: usize) -> Vec<Vec<u8>> {
    let mut all = vec![vec![0; k]; factorial(k)];
    for (order, number) in all.iter_mut().zip(0..) {
        unrank(number, order);
    }
    all
}

/// k!
pub(crate) fn factorial(k: usize) -> usize {
    (1..=k).product()
}

/// For every way to take a thing out at one place and put it in at another: the number of each
/// arrangement afterwards.
///
/// The digits of a number, in bases k, k - 1, .., say how many of the things that come later are smaller. A shift changes those from the one place
/// to the other, and what they become depends on no others: so a small table of them is enough.
pub struct Shifts {
    /// By 8 times the place before, and the place after.
    ways: [ShiftWay; 64],
    changes: Vec<u16>,
}

/// What divides a number into its digits.
#[derive(Clone, Copy, Default)]
struct ShiftWay {
    /// Where the changes of a way begin.
    begin: u32,
    /// How many values the digits that change have together.
    middle: u32,
    /// 2^32 through this and through the number of values of the digits below, rounded up: for numbers of 16 bits, division is multiplication with it.
    inverses: [u64; 2],
}

impl Shifts {
    /// The shifts of k things, at most 8, by at most `reach` places.
    pub fn new(k: usize, reach: usize) -> Self {
        let mut shifts = Shifts { ways: [ShiftWay::default(); 64], changes: Vec::new() };
        for from in 0..k {
            for to in 0..k {
                let (first, last) = (from.min(to), from.max(to));
                if from == to || last - first > reach {
                    continue;
                }
                let below = factorial(k - 1 - last);
                let middle = factorial(k - first) / below;
                let inverses = [middle, below].map(|divisor| (1u64 << 32).div_ceil(divisor as u64));
                let begin = shifts.changes.len() as u32;
                shifts.ways[8 * from + to] = ShiftWay { begin, middle: middle as u32, inverses };
                for number in 0..middle {
                    let after = shifted(number, k - first, (from - first, to - first));
                    shifts.changes.push(((after * below) as u16).wrapping_sub((number * below) as u16));
                }
            }
        }
        shifts
    }

    /// The numbers of all arrangements after each shift, by 8 times the place before, and the place after, for many questions.
    pub(crate) fn tables(&self, orders: usize) -> Vec<Vec<u16>> {
        let mut tables = Vec::new();
        for (way, ShiftWay { middle, .. }) in self.ways.iter().enumerate() {
            let mut table = Vec::new();
            if *middle != 0 {
                for order in 0..orders {
                    table.push(self.after(way / 8, way % 8, order as u16));
                }
            }
            tables.push(table);
        }
        tables
    }

    /// The number of an arrangement after a shift to another place.
    #[inline(always)]
    pub(crate) fn after(&self, from: usize, to: usize, order: u16) -> u16 {
        let ShiftWay { begin, middle, inverses } = self.ways[(8 * from + to) & 63];
        let above = (u64::from(order) * inverses[1]) >> 32;
        let digits = above - ((above * inverses[0]) >> 32) * u64::from(middle);
        order.wrapping_add(self.changes[begin as usize + digits as usize])
    }
}

/// What the digits of a shift become, the first of which has this base.
fn shifted(mut number: usize, base: usize, (from, to): (usize, usize)) -> usize {
    let mut digits = [0; 8];
    for place in (0..=from.max(to)).rev() {
        digits[place] = number % (base - place);
        number /= base - place;
    }
    let mut at = from;
    while at != to {
        let next = if at < to { at + 1 } else { at - 1 };
        let place = at.min(next);
        // Two neighbours are exchanged.
        let (first, second) = (digits[place], digits[place + 1]);
        (digits[place], digits[place + 1]) = if first <= second { (second + 1, first) } else { (second, first - 1) };
        at = next;
    }
    (0..=from.max(to)).fold(0, |number, place| number * (base - place) + digits[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::arrangements::rank;

    #[test]
    fn arrangements_are_numbered_in_lexicographic_order() {
        for k in 0..=6 {
            let all = arrangements(k);
            assert_eq!(all.len(), factorial(k));
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            for (place, order) in all.iter().enumerate() {
                assert_eq!(rank(k, order) as usize, place, "{order:?}");
                let mut things = order.clone();
                things.sort_unstable();
                assert_eq!(things, (0..k as u8).collect::<Vec<_>>());
            }
        }
        assert_eq!(rank(8, &[7, 6, 5, 4, 3, 2, 1, 0]) as usize, factorial(8) - 1);
    }

    #[test]
    fn shifts_move_one_thing_past_others() {
        for (k, reach) in [(1, 0), (3, 2), (5, 4), (6, 2), (8, 7)] {
            let (shifts, all) = (Shifts::new(k, reach), arrangements(k));
            for (from, to) in (0..k).flat_map(|from| (0..k).map(move |to| (from, to))) {
                if !(1..=reach).contains(&from.abs_diff(to)) {
                    continue;
                }
                for (number, order) in all.iter().enumerate() {
                    let after = shifts.after(from, to, number as u16);
                    assert_eq!(usize::from(shifts.after(to, from, after)), number);
                    let after = &all[usize::from(after)];
                    assert_eq!(after[to], order[from]);
                    let others = |order: &[u8], at| [&order[..at], &order[at + 1..]].concat();
                    assert_eq!(others(after, to), others(order, from), "the others keep their order");
                }
            }
        }
    }
}
