//! How many: shortest plays (Zhu et al. 2015, Theorem 4, extended), reachable boards and dead ends.

use dashu_int::ops::BitTest;
use dashu_int::{IBig, UBig};

/// The Fibonacci number F(k), F(1) = F(2) = 1, by doubling: F(2k) = F(k) (2 F(k+1) - F(k)), F(2k+1)
/// = F(k)^2 + F(k+1)^2.
pub(crate) fn fibonacci(k: usize) -> UBig {
    fibonacci_pair(k).0
}

/// F(k) and F(k + 1).
pub(crate) fn fibonacci_pair(k: usize) -> (UBig, UBig) {
    let bits = usize::BITS - k.leading_zeros();
    (0..bits).rev().fold((UBig::ZERO, UBig::ONE), |(a, b), bit| {
        let double = &a * ((&b << 1) - &a);
        let next = a.sqr() + b.sqr();
        if k >> bit & 1 == 1 { (next.clone(), double + next) } else { (double, next) }
    })
}

/// The number of shortest plays of `shift N M`: 2 when min(n, m) >= 2, F(max(n, m) + 2) when it is
/// 1 (Theorem 4).
///
/// With no opponent there is one, except that an odd number N of checkers that may jump over their
/// own colour go in (N + 1) / 2 moves, one of them a slide, which may come at any place among the
/// jumps: (N + 1) / 2 plays. The classes 5-12 do not change the rest.
///
/// ```
/// use dashu_int::UBig;
/// use saltus_shifting::shift::closed::counts::solutions;
///
/// let count = |n: u32, m: u32| solutions(&UBig::from(n), &UBig::from(m), false);
/// assert_eq!(count(5, 5), UBig::from(2u8));
/// assert_eq!(count(5, 1), UBig::from(13u8));
/// ```
///
/// # Panics
/// When min(n, m) is 1 and the other beyond the address space: that Fibonacci number has no room.
pub fn solutions(n: &UBig, m: &UBig, own_jumps: bool) -> UBig {
    let (least, most) = (n.min(m), n.max(m));
    if least.is_zero() {
        let slide_anywhere = own_jumps && most.bit(0);
        if slide_anywhere { (most + UBig::ONE) >> 1 } else { UBig::ONE }
    } else if least.is_one() {
        fibonacci(usize::try_from(most).expect("a Fibonacci number that fits in memory") + 2)
    } else {
        UBig::from(2u8)
    }
}

/// The number of shortest plays of `shift N M gaps=K` without jumps over the own colour, where it is known by a formula: with no opponent and with
/// one against one. None elsewhere, and where nobody would read it.
///
/// With one colour a play is a standard tableau of n rows and k columns: entry (i, j) is the time of the j-th slide of the i-th
/// checker. Frame, Robinson and Thrall (1954) count these by hooks.
///
/// ```
/// use dashu_int::UBig;
/// use saltus_shifting::shift::closed::counts::solutions_with_gaps;
///
/// let count = |n: u32, m: u32, k: u32| solutions_with_gaps(&n.into(), &m.into(), &k.into());
/// assert_eq!(count(3, 0, 2), Some(5u8.into()));
/// assert_eq!(count(1, 1, 2), Some(8u8.into()));
/// assert_eq!(count(2, 1, 2), None);
/// ```
pub fn solutions_with_gaps(n: &UBig, m: &UBig, gaps: &UBig) -> Option<UBig> {
    /// Slides of a play whose number is written out.
    const MOST: u64 = 10_000;
    let small = |number: &UBig| u64::try_from(number).ok().filter(|number| *number <= MOST);
    let (n, m, k) = (small(n)?, small(m)?, small(gaps)?);
    if n * m == 1 {
        return UBig::try_from(2 * binomial(2 * k, k - 1)).ok();
    }
    if n * m > 0 || (n + m) * k > MOST {
        return None;
    }
    // Row by row (ik + 1) .. (ik + k) over (i + 1) .. (i + k); both hold k!.
    let mut plays = IBig::ONE;
    for i in 0..n + m {
        plays = plays * binomial((i + 1) * k, k) / binomial(i + k, k);
    }
    UBig::try_from(plays).ok()
}

/// Boards that forward play can reach from the start of `shift N M gaps=K`, and how many of them can still be won, where there is one checker of a
/// colour at most: all but those that end in `bbwb..b`, and those that begin so in a mirror (docs/theorems.md).
///
/// ```
/// use saltus_shifting::shift::closed::counts::reachable_with_gaps;
///
/// assert_eq!(reachable_with_gaps(2, 1, 2), Some((29u8.into(), 28u8.into())));
/// assert_eq!(reachable_with_gaps(2, 2, 2), None);
/// ```
pub fn reachable_with_gaps(n: u64, m: u64, gaps: u64) -> Option<(UBig, UBig)> {
    let (n, m) = (n.max(m), n.min(m));
    let (words, lost) = match m {
        0 => (binomial(n + gaps, gaps), IBig::ZERO),
        1 => (binomial(n + 1 + gaps, gaps) * IBig::from(n + 1), binomial(n + gaps - 1, gaps + 1)),
        _ => return None,
    };
    let reached = words - &lost;
    Some((UBig::try_from(reached.clone()).ok()?, UBig::try_from(reached - lost).ok()?))
}

/// Boards that forward play can reach from `b^n _ w^m`, and how many of them are dead ends (no
/// move, and not the goal).
///
/// The closed forms were found by search (equal on 412 pairs) and follow from the characterisation
/// of the winnable boards in [`super::winnable`] by generating functions (docs/theorems.md).
///
/// ```
/// use saltus_shifting::shift::closed::counts::reachable;
///
/// assert_eq!(reachable(1, 1), (6u8.into(), 0u8.into()));
/// let (boards, dead_ends) = reachable(2, 2);
/// assert!(dead_ends < boards);
/// ```
pub fn reachable(n: u64, m: u64) -> (UBig, UBig) {
    let (n, m) = (n.max(m), n.min(m));
    let big = |value: IBig| UBig::try_from(value).expect("a count");
    (big(boards(n, m)), big(dead_ends(n, m)))
}

fn f(k: u64) -> IBig {
    IBig::from(fibonacci(usize::try_from(k).expect("a small index")))
}

/// A(k) = 24 * 2^(k/2), k even; 34 * 2^((k-1)/2), k odd.
fn a(k: u64) -> IBig {
    IBig::from(if k.is_multiple_of(2) { 24 } else { 34 }) << usize::try_from(k / 2).expect("a small index")
}

fn binomial(n: u64, k: u64) -> IBig {
    (0..k).fold(IBig::ONE, |product, i| product * IBig::from(n - i) / IBig::from(i + 1))
}

fn boards(n: u64, m: u64) -> IBig {
    match m {
        0 => IBig::from(n + 1),
        1 => IBig::from((n * n + 7 * n + 4) / 2),
        _ => {
            let c = |j: u64| IBig::from(j * j + 8 * j + 24) + 3 * f(j + 4) - a(j + 1);
            let last = (n - m + 1).saturating_sub(4);
            let sum = if n - m + 1 < 4 {
                IBig::ZERO
            } else {
                (0..=last / 2).map(|k| binomial(m - 2 + k, k) * c(n - m + 1 - 2 * k)).sum()
            };
            a(n + m) - 3 * (f(n + 4) + f(m + 4)) - IBig::from((n + m + 1) * (n + m + 6) / 2) + sum
        }
    }
}

fn dead_ends(n: u64, m: u64) -> IBig {
    match m {
        0 => IBig::ZERO,
        1 => IBig::from(n - 1),
        2 => IBig::from((n * n + n + 2) / 2),
        _ => {
            let e = |j: u64| IBig::from((j * j + j + 2) / 2) - (a(j + 2) / 4 - f(j + 4) - IBig::from(8 + 2 * j));
            let last = (n - m + 2).saturating_sub(4);
            let sum = if n - m + 2 < 4 {
                IBig::ZERO
            } else {
                (0..=last / 2).map(|k| binomial(m - 3 + k, k) * e(n - m + 2 - 2 * k)).sum()
            };
            a(n + m) / 4 - (f(n + 4) + f(m + 4)) - IBig::from(n * m) + sum
        }
    }
}

/// Boards that can be reached from the start and still be won: 2T for min(n, m) >= 2
/// (docs/theorems.md).
///
/// ```
/// use saltus_shifting::shift::closed::counts::on_a_winning_line;
///
/// assert_eq!(on_a_winning_line(1, 1), 6);
/// assert_eq!(on_a_winning_line(2, 2), 2 * 8); // two plays that share the start and the goal
/// ```
pub fn on_a_winning_line(n: u64, m: u64) -> u64 {
    let (n, m) = (n.max(m), n.min(m));
    match m {
        0 => n + 1,
        1 => 4 * n + 2,
        _ => 2 * (n * m + n + m),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fibonacci_numbers() {
        let mut pair = (UBig::ZERO, UBig::ONE);
        for k in 0..300 {
            assert_eq!(fibonacci(k), pair.0, "F({k})");
            pair = (pair.1.clone(), pair.0 + pair.1);
        }
    }

    /// Counts by complete breadth-first search; columns n, m, S, D, winnable (see the file's head).
    #[test]
    fn tables_of_reachable_boards() {
        let table = include_str!("../../../tests/data/shifting_states_dead_ends.txt");
        let mut rows = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let row: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let [n, m, boards, dead, winnable] = row[..] else { panic!("five columns: {line}") };
            assert_eq!(reachable(n, m), (UBig::from(boards), UBig::from(dead)), "{n} {m}");
            assert_eq!(reachable(m, n), reachable(n, m));
            assert_eq!(on_a_winning_line(n, m), winnable, "{n} {m}");
            rows += 1;
        }
        assert!(rows > 200, "the table was read");
    }

    #[test]
    fn solutions_beyond_the_paper() {
        let count = |n: u64, m: u64, own| solutions(&UBig::from(n), &UBig::from(m), own).to_string();
        assert_eq!(count(7, 0, true), "4");
        assert_eq!(count(8, 0, true), "1");
        assert_eq!(count(7, 0, false), "1");
        assert_eq!(count(0, 0, true), "1");
        assert_eq!(count(1, 11, true), "233");
        assert_eq!(count(1_000_000, 1, false).len(), 208_988);
    }
}
