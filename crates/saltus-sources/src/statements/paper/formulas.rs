//! Section 4 of the paper: the sections of the play, and where the vacancy is after so many moves.

use saltus::shift::Classes;
use saltus::shift::closed::sections::Sections;

use super::{both_firsts, goal, iterative, sign, sizes, start, total};
use crate::statements::{Checking, Verified};

/// s1 and s1 + s2 of formula (30): the ends of the first and the second part.
pub(super) fn part_ends(n: usize, m: usize) -> (usize, usize) {
    let s1 = m * (m + 3) / 2;
    (s1, s1 + (n - m) * (m + 1))
}

/// The sections of one part of the play for d(1) = 1: how they are printed, and what is printed of them.
struct Part {
    /// The step before the part.
    before: fn(usize, usize) -> usize,
    /// The sections.
    sections: fn(usize, usize) -> usize,
    /// The step of the part with which section j ends.
    end: fn(m: i128, j: i128) -> i128,
    /// d of the slide of section j, and of each of its jumps.
    directions: fn(n: i128, m: i128, j: i128) -> (i128, i128),
    /// The sum of the first k directions of section j.
    in_section: fn(n: i128, m: i128, j: i128, k: i128) -> i128,
    /// The sum of the first k sections.
    of_sections: fn(n: i128, m: i128, k: i128) -> i128,
}

/// Compares the printed sections of a part with `ITERATIVE_MOVE`.
fn ensure_sections(upto: usize, checking: &mut Checking<'_>, part: &Part) -> Verified {
    for (n, m) in sizes(upto) {
        let x = iterative(n, m, true);
        let before = (part.before)(n, m);
        let (big_n, big_m) = (n as i128, m as i128);
        let (mut end, mut sum) = (0, 0);
        for j in 1..=(part.sections)(n, m) as i128 {
            let (first, last) = (end + 1, (part.end)(big_m, j));
            let (slide, jump) = (part.directions)(big_n, big_m, j);
            let mut within = 0;
            for (k, step) in (first..=last).enumerate() {
                let i = before + step as usize;
                let d = x[i - 1] - x[i];
                within += d;
                let k = k as i128 + 1;
                let printed = if k == 1 { slide } else { jump };
                let holds = d == printed && within == (part.in_section)(big_n, big_m, j, k);
                checking.ensure(holds, || format!("n = {n}, m = {m}, move {i}, section {j}: d = {d}, sum {within}"))?;
            }
            end = last;
            sum += within;
            let holds = sum == (part.of_sections)(big_n, big_m, j);
            checking.ensure(holds, || format!("n = {n}, m = {m}: the first {j} sections add up to {sum}"))?;
        }
    }
    Ok(())
}

/// Formulas (3)-(6): the sections of the first part.
pub(super) fn formulas_3_6(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let part = Part {
        before: |_, _| 0,
        sections: |_, m| m,
        end: |_, j| j * (j + 3) / 2,
        directions: |_, _, j| (sign(j - 1), 2 * sign(j)),
        in_section: |_, _, j, k| sign(j) * (2 * k - 3),
        of_sections: |_, _, k| sign(k) * k,
    };
    ensure_sections(upto, checking, &part)
}

/// Formulas (11)-(16), with (14) for k <= n - m: the sections of the second part.
pub(super) fn formulas_11_16(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let part = Part {
        before: |n, m| part_ends(n, m).0,
        sections: |n, m| n - m,
        end: |m, j| j * (m + 1),
        directions: |_, m, j| (1, 2 * sign(m + j)),
        in_section: |_, m, j, k| 1 + sign(m + j) * (2 * k - 2),
        of_sections: |_, m, k| k + m * sign(m + k) - m * sign(m),
    };
    ensure_sections(upto, checking, &part)
}

/// Formulas (21)-(24): the sections of the third part.
pub(super) fn formulas_21_24(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let part = Part {
        before: |n, m| part_ends(n, m).1,
        sections: |_, m| m,
        end: |m, j| j * (m + 1) - j * (j + 1) / 2,
        directions: |n, _, j| (sign(n + j), 2 * sign(n + j)),
        in_section: |n, _, j, k| sign(n + j) * (2 * k - 1),
        of_sections: |n, m, k| sign(n) * (sign(k) * (m - k) - m),
    };
    ensure_sections(upto, checking, &part)
}

/// floor(f1(i)) of Lemma 5 in exact integers.
pub(super) fn alpha(i: i128) -> i128 {
    ((8 * i + 1).isqrt() - 1) / 2
}

/// floor(f2(r)) of Lemma 6.
fn beta(m: i128, r: i128) -> i128 {
    (r + m) / (m + 1)
}

/// floor(f3(r)) of Lemma 7 in exact integers.
fn gamma(m: i128, r: i128) -> i128 {
    let square = 4 * m * (m + 1) - 8 * r + 9;
    let floor = square.isqrt();
    let ceiling = floor + i128::from(floor * floor < square);
    (2 * m + 3 - ceiling) / 2
}

/// Compares a formula for the section of a step with sections of the lengths given, the first one first.
pub(super) fn ensure_section(
    checking: &mut Checking<'_>,
    lengths: impl Iterator<Item = i128>,
    formula: impl Fn(i128) -> i128,
) -> Verified {
    let sections = (1..).zip(lengths).flat_map(|(section, length)| (0..length).map(move |_| section));
    for (step, section) in (1..).zip(sections) {
        let told: i128 = formula(step);
        checking.ensure(told == section, || format!("step {step} is in section {section}, not {told}"))?;
    }
    Ok(())
}

/// Lemma 5: where section j has j + 1 steps, step i is in section floor((sqrt(8i+1) - 1)/2). A size is m.
pub(super) fn lemma_5(upto: usize, checking: &mut Checking<'_>) -> Verified {
    ensure_section(checking, (1..=upto as i128).map(|j| j + 1), alpha)
}

/// Lemma 6: where each section has m + 1 steps, step j is in section floor((j+m)/(m+1)). A size is m, and n - m.
pub(super) fn lemma_6(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto as i128 {
        ensure_section(checking, (1..=upto).map(|_| m + 1), |step| beta(m, step))?;
    }
    Ok(())
}

/// Lemma 7: where section j has m - j + 1 steps, step j is in section floor(m - sqrt(m(m+1) - 2j + 9/4) + 3/2). A size is m.
pub(super) fn lemma_7(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for m in 1..=upto as i128 {
        ensure_section(checking, (1..=m).map(|j| m - j + 1), |step| gamma(m, step))?;
    }
    Ok(())
}

/// Formula (10): x(i) of the first part.
pub(super) fn first_part(n: i128, d: i128, i: i128) -> i128 {
    let alpha = alpha(i);
    n + 1 - sign(alpha) * d * (2 * i - alpha * (alpha + 2))
}

/// Formula (20): x(s1 + r) of the second part, from x(s1).
fn second_part(m: i128, d: i128, end_of_first: i128, r: i128) -> i128 {
    let beta = beta(m, r);
    let p = r - (beta - 1) * (m + 1);
    end_of_first - beta - sign(m + beta) * d * (2 * p - 2 - m * (1 + sign(beta)))
}

/// Formula (28): x(s1 + s2 + r) of the third part, from x(s1 + s2).
fn third_part(n: i128, m: i128, d: i128, end_of_second: i128, r: i128) -> i128 {
    let gamma = gamma(m, r);
    let q = r - (gamma - 1) * (m + 1) + gamma * (gamma - 1) / 2;
    end_of_second - d * (sign(n + gamma) * (gamma + 2 * q - m - 2) - m * sign(n))
}

/// Compares a formula for some moves with `ITERATIVE_MOVE`; it is told x and i.
pub(super) fn ensure_moves(
    upto: usize,
    checking: &mut Checking<'_>,
    moves: impl Fn(usize, usize) -> std::ops::RangeInclusive<usize>,
    formula: impl Fn(usize, usize, i128, &[i128], usize) -> i128,
) -> Verified {
    for (n, m, black_first) in both_firsts(upto) {
        let x = iterative(n, m, black_first);
        let d = if black_first { 1 } else { -1 };
        for i in moves(n, m) {
            let told = formula(n, m, d, &x, i);
            let why = || format!("n = {n}, m = {m}, d = {d}: move {i} leaves {}, not {told}", x[i]);
            checking.ensure(told == x[i], why)?;
        }
    }
    Ok(())
}

/// Formulas (7)-(10): x(i) of the first part.
pub(super) fn formulas_7_10(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let moves = |n, m| 1..=part_ends(n, m).0;
    ensure_moves(upto, checking, moves, |n, _, d, _, i| first_part(n as i128, d, i as i128))
}

/// Formulas (17)-(20): x(i) of the second part.
pub(super) fn formulas_17_20(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let moves = |n, m| part_ends(n, m).0 + 1..=part_ends(n, m).1;
    ensure_moves(upto, checking, moves, |n, m, d, x, i| {
        let s1 = part_ends(n, m).0;
        second_part(m as i128, d, x[s1], (i - s1) as i128)
    })
}

/// Formulas (25)-(28): x(i) of the third part.
pub(super) fn formulas_25_28(upto: usize, checking: &mut Checking<'_>) -> Verified {
    let moves = |n, m| part_ends(n, m).1 + 1..=n * m + n + m;
    ensure_moves(upto, checking, moves, |n, m, d, x, i| {
        let before = part_ends(n, m).1;
        third_part(n as i128, m as i128, d, x[before], (i - before) as i128)
    })
}

/// Formulas (29) and (30), from n, m and d alone: x(i). (30) is printed with square roots under floors; in doubles that first fails at
/// i = 9007199321849855 and m = 117440513.
fn whole_formula(n: i128, m: i128, d: i128, i: i128) -> i128 {
    let s1 = m * (m + 3) / 2;
    let s2 = s1 + (n - m) * (m + 1);
    if i <= s1 {
        first_part(n, d, i)
    } else if i <= s2 {
        second_part(m, d, whole_formula(n, m, d, s1), i - s1)
    } else {
        third_part(n, m, d, whole_formula(n, m, d, s2), i - s2)
    }
}

/// Theorem 3: for d = 1 and -1, formulas (29) and (30) give one of the shortest plays under the twelve classes. So does the closed form that
/// solves.
pub(super) fn theorem_3(upto: usize, checking: &mut Checking<'_>) -> Verified {
    for (n, m) in sizes(upto) {
        let plays = checking.ways(&start(n, m), Classes::All)?.plays(&goal(n, m));
        for d in [1, -1] {
            let told: Vec<u64> =
                (1..=total(n, m)).map(|i| whole_formula(n as i128, m as i128, d, i.into()) as u64).collect();
            checking
                .ensure(plays.contains(&told), || format!("n = {n}, m = {m}, d = {d}: {told:?} is no such play"))?;
            let closed = Sections::new(n as u64, m as u64, d == 1);
            for (i, &cell) in (1u64..).zip(&told) {
                let exact = closed.cell(&i);
                checking.ensure(exact == cell, || format!("n = {n}, m = {m}, d = {d}, move {i}: {exact}"))?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::UBig;
    use saltus::laws::Random;

    /// The closed form in numbers of 64 bits and of any size, against the formulas in exact integers.
    #[test]
    fn known_moves_far_out() {
        let billion = 1_000_000_000;
        for (n, m, black_first, i, cell) in [
            (billion, billion, true, 100_000_000_000_000_000, 552_824_025),
            (billion, billion, false, 1_000_000_000_000_000_000, 999_943_486),
            (billion, 7, true, 4_000_000_000, 500_000_006),
            (7, billion, false, 4_000_000_000, 500_000_003),
        ] {
            let [big_n, big_m, big_i, big_cell] = [n, m, i, cell].map(|number: u64| UBig::from(number));
            assert_eq!(Sections::new(big_n.clone(), big_m.clone(), black_first).cell(&big_i), big_cell);
            if let Some(small) = Sections::small(&big_n, &big_m, black_first) {
                assert_eq!(small.cell(&i), cell);
            }
        }
    }

    /// The closed form in numbers beyond 64 bits, against the formulas.
    #[test]
    fn theorem_3_far_out() {
        let mut random = Random::new(3);
        for round in 0..2000 {
            let sides = [(); 2].map(|()| i128::from(random.number() >> (5 + random.below(56))) + 1);
            let (n, m) = (sides[0].max(sides[1]), sides[0].min(sides[1]));
            let i = (i128::from(random.number()) << 60 | i128::from(random.number() >> 4)) % (n * m + n + m) + 1;
            let (black_first, big) = (round % 2 == 0, |number: i128| UBig::from(number.unsigned_abs()));
            let told = whole_formula(n, m, if black_first { 1 } else { -1 }, i);
            assert_eq!(Sections::new(big(n), big(m), black_first).cell(&big(i)), big(told), "{n} {m} {i}");
        }
    }
}
