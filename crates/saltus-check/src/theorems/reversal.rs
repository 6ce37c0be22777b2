//! The theorem `reversal`: how many moves it takes to reverse numbered checkers.

use crate::families::Puzzle;
use crate::families::reverse::{Reverse, Standing};
use crate::outcome::{Checked, refuse};
use dashu_int::IBig;

/// How many positions the runs met that settle `reversal` for N = 3, 5, .., 13 (part 5).
const RUNS: [u64; 6] = [4, 154, 5_832, 304_223, 18_243_884, 1_364_873_808];

/// The positions of the run that settles this size, if there was one.
pub(crate) fn run(puzzle: &Puzzle) -> Option<u64> {
    let Puzzle::Reverse(Reverse { n, gaps, .. }) = puzzle else { return None };
    let n = usize::try_from(n).ok().filter(|n| gaps.is_one() && n % 2 == 1)?;
    RUNS.get(n.checked_sub(3)? / 2).copied()
}

/// The theorem `reversal`: the moves that `reverse N from=P to=Q|any` takes at least, with or without what only [runs](run) have shown.
pub(crate) fn bound(puzzle: &Puzzle, by_program: bool) -> Checked<IBig> {
    let Puzzle::Reverse(Reverse { n, gaps, start: Standing::InOrder(p), goal }) = puzzle else {
        return refuse("the theorem is about `reverse N`");
    };
    let (n, p) = (n.as_ibig(), p.as_ibig());
    let between = |q: &IBig| {
        if gaps.is_one() { reversal_between(n, p, q, by_program) } else { reversal_with_gaps(n, gaps.as_ibig(), p, q) }
    };
    match goal {
        Standing::InOrder(q) => Ok(between(q.as_ibig())),
        Standing::Anywhere => Ok(reversal_anywhere(n, p, between)),
        Standing::Written(_) => refuse("the theorem is about `reverse N`"),
    }
}

fn reversal_between(n: &IBig, p: &IBig, q: &IBig, by_program: bool) -> IBig {
    let at_end = |side: &IBig| side.is_zero() || side == n;
    let ends = IBig::from(u8::from(at_end(p)) + u8::from(at_end(q)));
    let distance = p + q - n;
    let k = if distance < IBig::ZERO { -distance } else { distance };
    let pairs = n * (n - IBig::ONE) / IBig::from(2);
    if n % 2 == 0 {
        let opposite = *n == IBig::from(2) && p != q && ends == IBig::from(2);
        let less = IBig::from(if opposite { 2 } else { 1 });
        return pairs + &k + IBig::from(2) * (n - k - less).max(IBig::ZERO);
    }
    let full = &pairs + n - &k + IBig::from(2) * (&k - ends).max(IBig::ZERO);
    // `re-executed colours` makes the runs again.
    if by_program && *n <= IBig::from(13) || k <= IBig::ONE || (p == q && at_end(p)) {
        return full;
    }
    (full - IBig::from(2)).max(pairs + n - IBig::ONE)
}

/// Several vacancies: J, what slides once, and twice what slides twice, of which one checker of each colour may stay where it is (part 9).
///
/// Checker i goes from cell i or i + K to cell N + 1 - i or N + 1 - i + K.
fn reversal_with_gaps(n: &IBig, gaps: &IBig, p: &IBig, q: &IBig) -> IBig {
    let (one, two) = (IBig::ONE, IBig::from(2));
    let rest = n - q;
    let pairs = n * (n - &one) / &two;
    // Those between `low` and `high` stay on their side of the vacancies, and their way has the parity of N + 1; the others change it, and theirs has that of N + 1 + K.
    let (low, high) = (p.min(&rest), p.max(&rest));
    let outside = (n + &one + gaps) % 2 == 0;
    let inside = (n + &one) % 2 == 0;
    let (mut keepers, mut colours) = (IBig::ZERO, [false; 2]);
    for (first, last, keeps) in [(&IBig::ZERO, low, outside), (low, high, inside), (high, n, outside)] {
        if keeps && first < last {
            keepers += last - first;
            // The cell of the first of them; a second one stands on the other colour, as the vacancies are not between them.
            let cell = first + &one + if first >= p { gaps.clone() } else { IBig::ZERO };
            let colour = usize::from(&cell % 2 != 0);
            colours[colour] = true;
            colours[1 - colour] |= last - first > one;
        }
    }
    let free = IBig::from(colours.into_iter().filter(|&has| has).count());
    pairs + n - &keepers + two * (keepers - free)
}

/// The least over Q = 0 .. N. Where neither Q nor |P + Q - N| is near 0 or N the bound rises or
/// falls steadily with Q, so that the least is among these few.
fn reversal_anywhere(n: &IBig, p: &IBig, between: impl Fn(&IBig) -> IBig) -> IBig {
    let near = |centre: IBig| (-3..=3).map(move |away| &centre + IBig::from(away));
    let all = near(IBig::ZERO).chain(near(n - p)).chain(near(n.clone()));
    let sides = all.filter(|q| *q >= IBig::ZERO && q <= n);
    sides.map(|q| between(&q)).min().unwrap_or(IBig::ZERO)
}
