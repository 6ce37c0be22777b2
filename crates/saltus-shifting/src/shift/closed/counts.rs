//! How many: shortest plays (Zhu et al. 2015, Theorem 4, extended), reachable boards and dead ends.

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

/// The number of shortest plays of `shift N M gaps=K` without jumps over the own colour, where it is known by a formula. None elsewhere, and
/// where nobody would read it.
///
/// With one vacancy and both colours there are 2 when min(n, m) >= 2, and F(max(n, m) + 2) when it is 1 (Theorem 4); the classes 5-12 do not
/// change that. With one colour a play is a standard tableau of n rows and k columns: entry (i, j) is the time of the j-th slide of the i-th
/// checker. Frame, Robinson and Thrall (1954) count these by hooks.
///
/// ```
/// use saltus_shifting::shift::closed::counts::solutions;
///
/// let count = |n: u32, m: u32, k: u32| solutions(&n.into(), &m.into(), &k.into());
/// assert_eq!(count(5, 5, 1), Some(2u8.into()));
/// assert_eq!(count(5, 1, 1), Some(13u8.into()));
/// assert_eq!(count(3, 0, 2), Some(5u8.into()));
/// assert_eq!(count(1, 1, 2), Some(8u8.into()));
/// assert_eq!(count(2, 1, 2), None);
/// ```
///
/// # Panics
/// When min(n, m) is 1 and the other beyond the address space: that Fibonacci number has no room.
pub fn solutions(n: &UBig, m: &UBig, gaps: &UBig) -> Option<UBig> {
    /// Slides of a play whose number is written out.
    const MOST: u64 = 10_000;
    let (least, most) = (n.min(m), n.max(m));
    if gaps.is_one() && !least.is_zero() {
        let index = || usize::try_from(most).expect("a Fibonacci number that fits in memory") + 2;
        return Some(if least.is_one() { fibonacci(index()) } else { UBig::from(2u8) });
    }
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

/// Boards that forward play can reach from the start of `shift N M gaps=K`, and how many of them can still be won, where that is known.
///
/// With one checker of a colour at most, the boards that end in `bbwb..b` are lost, and those that begin so in a mirror cannot be reached.
/// With more of both and one vacancy, 2T boards can be won, where T is the number of moves of a play (docs/theorems.md).
///
/// The closed form for one vacancy was found by search (equal on 412 pairs) and follows from the characterisation of the winnable boards in
/// [`super::winnable`] by generating functions (docs/theorems.md), as does that of [`dead_ends`].
///
/// ```
/// use saltus_shifting::shift::closed::counts::reachable;
///
/// assert_eq!(reachable(1, 1, 1), Some((6u8.into(), 6u8.into())));
/// assert_eq!(reachable(2, 2, 1), Some((23u8.into(), 16u8.into()))); // two plays of 8 moves that share the start and the goal
/// assert_eq!(reachable(2, 1, 2), Some((29u8.into(), 28u8.into())));
/// assert_eq!(reachable(2, 2, 2), None);
/// ```
pub fn reachable(n: u64, m: u64, gaps: u64) -> Option<(UBig, UBig)> {
    let (n, m) = (n.max(m), n.min(m));
    let (reached, won) = if m > 1 {
        (if gaps == 1 { boards(n, m) } else { return None }, IBig::from(2 * (n * m + n + m)))
    } else {
        let lost = if m == 0 { IBig::ZERO } else { binomial(n + gaps - 1, gaps + 1) };
        let reached = binomial(n + m + gaps, gaps) * IBig::from(if m == 0 { 1 } else { n + 1 }) - &lost;
        (reached.clone(), reached - lost)
    };
    Some((UBig::try_from(reached).ok()?, UBig::try_from(won).ok()?))
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

/// The sum of binomial(i + k, k) of(j - 2k) over the k >= 0 with j - 2k >= 4.
fn sum(i: u64, j: u64, of: &dyn Fn(u64) -> IBig) -> IBig {
    (0..(j / 2).saturating_sub(1)).map(|k| binomial(i + k, k) * of(j - 2 * k)).sum()
}

/// The boards that can be reached with one vacancy, n >= m >= 2.
fn boards(n: u64, m: u64) -> IBig {
    let c = |j: u64| IBig::from(j * j + 8 * j + 24) + 3 * f(j + 4) - a(j + 1);
    let few = a(n + m) - 3 * (f(n + 4) + f(m + 4)) - IBig::from((n + m + 1) * (n + m + 6) / 2);
    few + sum(m - 2, n - m + 1, &c)
}

/// Boards that forward play can reach from `b^n _ w^m` and that are dead ends: no move, and not the goal.
///
/// ```
/// use saltus_shifting::shift::closed::counts::dead_ends;
///
/// assert_eq!((dead_ends(1, 1), dead_ends(2, 2)), (0u8.into(), 4u8.into()));
/// ```
pub fn dead_ends(n: u64, m: u64) -> UBig {
    let (n, m) = (n.max(m), n.min(m));
    let dead = match m {
        0 => IBig::ZERO,
        1 => IBig::from(n - 1),
        2 => IBig::from((n * n + n + 2) / 2),
        _ => {
            let e = |j: u64| IBig::from((j * j + j + 2) / 2) - (a(j + 2) / 4 - f(j + 4) - IBig::from(8 + 2 * j));
            a(n + m) / 4 - (f(n + 4) + f(m + 4)) - IBig::from(n * m) + sum(m - 3, n - m + 2, &e)
        }
    };
    UBig::try_from(dead).expect("a count")
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
        let digits = |n: u32| solutions(&n.into(), &UBig::ONE, &UBig::ONE).unwrap().to_string();
        assert_eq!((&*digits(11), digits(1_000_000).len()), ("233", 208_988));
    }

    /// Counts by complete breadth-first search; columns n, m, S, D, winnable (see the file's head).
    #[test]
    fn tables_of_reachable_boards() {
        let table = include_str!("../../../tests/data/shifting_states_dead_ends.txt");
        let mut rows = 0;
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let row: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
            let [n, m, boards, dead, winnable] = row[..] else { panic!("five columns: {line}") };
            for (n, m) in [(n, m), (m, n)] {
                assert_eq!(reachable(n, m, 1), Some((boards.into(), winnable.into())), "{n} {m}");
                assert_eq!(dead_ends(n, m), dead.into(), "{n} {m}");
            }
            rows += 1;
        }
        assert!(rows > 200, "the table was read");
    }
}
