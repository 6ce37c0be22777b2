//! The length of numbered reversal: the formula for every n, p, q, and the part of it that is proved.
//!
//! The open question of Zhu et al. (2015); Dudeney (1917) gave lengths for p = q = 0. The theorems are ours, their proofs in
//! docs/theorems.md.
//!
//! Cells alternate between two colours, and a jump takes a checker to a cell of its own colour: only slides change it. With p
//! checkers left of the vacancy at the start and q at the end, k = |p + q - n|, some checkers end on the other colour
//! (*turners*, which slide at least once) and the others (*keepers*) slide at least twice or never. Two keepers of one colour
//! that never slide could not change their order, so few never slide. The order costs n (n - 1) / 2 jumps. Hence
//!
//! d(p, q) = n (n - 1) / 2 + turners + 2 max(0, keepers - c)
//!
//! where c, the number that never slide, is 1 for n even (2 for n = 2 and {p, q} = {0, 2}) and [p in {0, n}] + [q in {0, n}] for
//! n odd.

/// What a reversal of n checkers is made of, p and q of them left of the vacancy at start and end.
struct ReversalParts {
    jumps: u128,
    turners: u64,
    keepers: u64,
    never: u64,
}

fn parts(n: u64, p: u64, q: u64) -> ReversalParts {
    let off = (p + q).abs_diff(n);
    let at_wall = |gap: u64| u64::from(gap == 0 || gap == n);
    let (turners, keepers, never) = if n.is_multiple_of(2) {
        (off, n - off, if n == 2 && p.abs_diff(q) == 2 { 2 } else { 1 })
    } else {
        (n - off, off, at_wall(p) + at_wall(q))
    };
    ReversalParts { jumps: u128::from(n) * u128::from(n.saturating_sub(1)) / 2, turners, keepers, never }
}

/// The length of the plays of [`super::wall`].
///
/// ```
/// use saltus_shifting::reverse::closed::bound::{length, lower};
///
/// // Dudeney's six frogs.
/// assert_eq!((length(6, 0, 0), lower(6, 0, 0)), (21, 21));
/// ```
///
/// # Panics
/// When p or q is above n.
pub fn length(n: u64, p: u64, q: u64) -> u128 {
    assert!(p <= n && q <= n, "at most n checkers stand left");
    let ReversalParts { jumps, turners, keepers, never } = parts(n, p, q);
    jumps + u128::from(turners) + 2 * u128::from(keepers.saturating_sub(never))
}

/// Up to this many checkers complete searches show that [`length`] is least (docs/theorems.md, part 5).
pub const MOST_SEARCHED: u64 = 13;

/// A number of moves that every reversal is proved to need: [`length`] for n even, for n up to [`MOST_SEARCHED`], for p = q = 0 and p = q = n, and for
/// |p + q - n| <= 1; otherwise [`length`] - 2, but never less than n (n + 1) / 2 - 1 for n >= 3.
///
/// # Panics
/// When p or q is above n.
pub fn lower(n: u64, p: u64, q: u64) -> u128 {
    if n <= MOST_SEARCHED { length(n, p, q) } else { by_hand(n, p, q) }
}

/// What is proved of [`lower`] without a search.
fn by_hand(n: u64, p: u64, q: u64) -> u128 {
    let at_one_wall = p == q && (p == 0 || p == n);
    if n.is_multiple_of(2) || at_one_wall || (p + q).abs_diff(n) <= 1 {
        return length(n, p, q);
    }
    let everywhere = if n < 3 { 0 } else { u128::from(n) * u128::from(n + 1) / 2 - 1 };
    everywhere.max(length(n, p, q) - 2)
}

/// The moves of the plays of [`super::plans`] for k vacancies that stand together: k - 1 of them first go to the wall that is nearer
/// on the whole, past the checkers there, and come back at the end.
///
/// # Panics
/// When p or q is above n.
pub(crate) fn length_with_gaps(n: u64, gaps: u64, p: u64, q: u64) -> u128 {
    let past = u128::from(p + q).min(2 * u128::from(n) - u128::from(p + q));
    length(n, p, q) + u128::from(gaps - 1) * past
}

/// A number of moves that every reversal with k vacancies is proved to need: [`lower`] for one; for more J + turners + 2 (keepers - the colours that have
/// keepers), with the turners and keepers of that many vacancies.
pub(crate) fn lower_with_gaps(n: u64, gaps: u64, p: u64, q: u64) -> u128 {
    if gaps == 1 {
        return lower(n, p, q);
    }
    // Checkers from p to n - q stay on their side of the vacancies; the others change it, and are taken k cells further by that.
    let (low, high) = (p.min(n - q), p.max(n - q));
    let keepers = match (n % 2, gaps % 2) {
        (0, 0) => 0,
        (_, 0) => n,
        (0, _) => n - (high - low),
        _ => high - low,
    };
    // Two that stand side by side have both colours; those at both ends of a row of odd length have one.
    let is_side_by_side = if n.is_multiple_of(2) { low.max(n - high) > 1 } else { keepers > 1 };
    let colours = if is_side_by_side { keepers.min(2) } else { keepers.min(1) };
    u128::from(n) * u128::from(n.saturating_sub(1)) / 2 + u128::from(n - keepers) + 2 * u128::from(keepers - colours)
}

/// How many positions the searches for 3, 5, .., [`MOST_SEARCHED`] checkers met.
const MET: [u64; 6] = [4, 154, 5_832, 304_223, 18_243_884, 1_364_873_808];

/// The positions that the search met without which less than [`lower`] is proved of the ends q, or of `None`, all of them; with one vacancy.
pub(crate) fn run(n: u64, p: u64, q: Option<u64>) -> Option<u64> {
    let least = |of: fn(u64, u64, u64) -> u128| match q {
        Some(q) => of(n, p, q),
        None => ends(n, p).map(|q| of(n, p, q)).min().expect("0 is an end"),
    };
    (least(by_hand) < least(lower)).then(|| MET[(n as usize - 3) / 2])
}

/// The q with the shortest play from p, and the least of the lower bounds.
///
/// The formula is least where the vacancies end at a wall or next to it, or where they need not walk.
pub(crate) fn free_end(n: u64, gaps: u64, p: u64) -> (u64, u128) {
    let best = ends(n, p).min_by_key(|&q| length_with_gaps(n, gaps, p, q)).expect("0 is an end");
    (best, ends(n, p).map(|q| lower_with_gaps(n, gaps, p, q)).min().expect("0 is an end"))
}

/// The ends of which one is best.
fn ends(n: u64, p: u64) -> impl Iterator<Item = u64> {
    let mirror = n - p;
    // The first best one is the end of the play; those further off matter with several vacancies.
    let near = [0, 1, mirror.saturating_sub(1), mirror, mirror + 1, n.saturating_sub(1), n];
    let further = [2, mirror.saturating_sub(2), mirror + 2, n.saturating_sub(2)];
    near.into_iter().chain(further).filter(move |&q| q <= n)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formula as it was found by complete search, case by case.
    fn by_cases(n: i64, p: i64, q: i64) -> i64 {
        let (base, off) = (n * (n + 1) / 2, (p + q - n).abs());
        let wall = |gap: i64| 2 * i64::from(gap == 0 || gap == n);
        match n % 2 {
            _ if n == 1 => i64::from(p != q),
            _ if n == 2 && (p - q).abs() == 2 => 1,
            0 if off == n => base,
            0 => base + n - 2 - off,
            _ if off == 0 => base,
            _ => base + off - wall(p) - wall(q),
        }
    }

    #[test]
    fn one_formula_for_all_cases() {
        for n in 1..60 {
            for (p, q) in (0..=n).flat_map(|p| (0..=n).map(move |q| (p, q))) {
                assert_eq!(length(n, p, q), by_cases(n as i64, p as i64, q as i64) as u128, "{n} {p} {q}");
                assert_eq!(length(n, p, q), length(n, n - p, n - q));
                assert_eq!(length(n, p, q), length(n, q, p));
            }
        }
        assert_eq!(length(0, 0, 0), 0);
    }

    #[test]
    fn few_ends_need_be_looked_at() {
        for n in 0..60 {
            for p in 0..=n {
                for gaps in 1..6 {
                    let (best, least) = free_end(n, gaps, p);
                    let length = |q| length_with_gaps(n, gaps, p, q);
                    assert_eq!(length(best), (0..=n).map(length).min().unwrap(), "{n} {gaps} {p}");
                    let lower = |q| lower_with_gaps(n, gaps, p, q);
                    assert_eq!(least, (0..=n).map(lower).min().unwrap(), "{n} {gaps} {p}");
                }
            }
        }
    }

    /// What follows for every p and q from d(1,1): adding slides before and after.
    #[test]
    fn one_distance_settles_a_size() {
        for n in (5..40u64).step_by(2) {
            let far = length(n, 1, 1);
            for (p, q) in (0..=n).flat_map(|p| (0..=n).map(move |q| (p, q))) {
                // By the mirror image at most n checkers stand left at start and end together.
                let (p, q) = if p + q > n { (n - p, n - q) } else { (p, q) };
                let by_neighbours = far - u128::from(p.abs_diff(1)) - u128::from(q.abs_diff(1));
                let by_theorem = p == q && p == 0 || p + q + 1 >= n;
                assert!(by_theorem || by_neighbours == length(n, p, q), "{n} {p} {q}");
            }
        }
    }

    #[test]
    fn free_start_and_end_need_n_more_than_jumps_less_one() {
        for n in 3..60u64 {
            let least = (0..=n).map(|p| free_end(n, 1, p).1).min().unwrap();
            assert_eq!(least, u128::from(n) * u128::from(n + 1) / 2 - 1);
        }
    }
}
