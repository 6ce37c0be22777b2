//! What is proved in docs/theorems.md for all sizes. Here is only what the theorems say.

use crate::board::{Board, Cell};
use crate::outcome::{Checked, ensure, refuse};
use crate::puzzle::Puzzle;
use crate::reverse::{Reverse, Standing};
use crate::shift::{BLACK, Moves, Shift, WHITE};
use dashu_int::IBig;

/// The theorem `reversal`: the moves that `reverse N from=P to=Q|any` takes at least.
pub(crate) fn reversal(puzzle: &Puzzle) -> Checked<IBig> {
    let Puzzle::Reverse(Reverse { n, start: Standing::InOrder(p), goal }) = puzzle else {
        return refuse("the theorem is about `reverse N`");
    };
    let (n, p) = (n.as_ibig(), p.as_ibig());
    match goal {
        Standing::InOrder(q) => Ok(reversal_between(n, p, q.as_ibig())),
        Standing::Anywhere => Ok(reversal_anywhere(n, p)),
        Standing::Written(_) => refuse("the theorem is about `reverse N`"),
    }
}

fn reversal_between(n: &IBig, p: &IBig, q: &IBig) -> IBig {
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
    if k <= IBig::ONE || (p == q && at_end(p)) {
        return full;
    }
    (full - IBig::from(2)).max(pairs + n - IBig::ONE)
}

/// The least over Q = 0 .. N. Where neither Q nor |P + Q - N| is near 0 or N the bound rises or
/// falls steadily with Q, so that the least is among these few.
fn reversal_anywhere(n: &IBig, p: &IBig) -> IBig {
    let near = |centre: IBig| (-3..=3).map(move |away| &centre + IBig::from(away));
    let all = near(IBig::ZERO).chain(near(n - p)).chain(near(n.clone()));
    let sides = all.filter(|q| *q >= IBig::ZERO && q <= n);
    sides.map(|q| reversal_between(n, p, &q)).min().unwrap_or(IBig::ZERO)
}

/// The theorem `winnable`, which tells from which boards forward moves lead to the goal with the
/// whites at the left and the blacks at the right, and, read backwards, to which ones they lead
/// from the start of `shift N M`.
pub(crate) fn verify_not_winnable(puzzle: &Puzzle) -> Checked<()> {
    let Puzzle::Shift(shift @ Shift { moves: Moves::Forward, start: Some(start), .. }) = puzzle else {
        return refuse("the theorem is about forward moves of shift, and `shift N M` can be won");
    };
    let lost = match &shift.goal {
        None => !winnable(&Part::from_left(start, BLACK), &Part::from_right(start, WHITE)),
        Some(goal) => {
            ensure(shift.starts_classically(), "neither the start nor the goal is one of `shift N M`")?;
            !winnable(&Part::from_right(goal, BLACK), &Part::from_left(goal, WHITE))
        }
    };
    ensure(lost, "the theorem says that there is a play")
}

fn winnable(left: &Part, right: &Part) -> bool {
    let odd_inside = |part: &Part, other: &Part| {
        let nearest = part.nearest.is_none_or(|run| run % 2 == 1 || (other.is_empty() && run > 0));
        part.others_odd && nearest
    };
    let (a, c) = (left.last, right.last);
    let apart = !left.is_mixed() || !right.is_mixed();
    odd_inside(left, right)
        && odd_inside(right, left)
        && (apart || (a + c) % 2 == 1 || (left.is_one_zero() && c > 0) || (right.is_one_zero() && a > 0))
}

/// One side of the vacancy without the checkers that are home at its far end. The checkers of the
/// colour that moves towards the vacancy stand in runs, with one of the other colour between two of
/// them.
#[derive(Default)]
struct Part {
    /// The run next to the vacancy.
    last: u64,
    /// The run at the far end, if that is another.
    first: Option<u64>,
    /// The inner run nearest the vacancy.
    nearest: Option<u64>,
    /// Whether all other inner runs are odd.
    others_odd: bool,
}

impl Part {
    fn from_left(board: &Board, mover: Cell) -> Self {
        Self::read(board.sides().0.iter(), mover)
    }

    fn from_right(board: &Board, mover: Cell) -> Self {
        Self::read(board.sides().1.iter().rev(), mover)
    }

    fn read<'a>(checkers: impl Iterator<Item = &'a Cell>, mover: Cell) -> Self {
        let mut part = Self { others_odd: true, ..Self::default() };
        for &checker in checkers.skip_while(|&&checker| checker != mover) {
            if checker == mover {
                part.last += 1;
            } else {
                part.end_run();
            }
        }
        part
    }

    /// What was the last run is followed by another one.
    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.last);
        if self.first.is_none() {
            self.first = Some(run);
        } else if let Some(farther) = self.nearest.replace(run) {
            self.others_odd &= farther % 2 == 1;
        }
    }

    fn is_empty(&self) -> bool {
        self.first.is_none() && self.last == 0
    }

    fn is_mixed(&self) -> bool {
        self.first.is_some()
    }

    /// Whether its runs are 1 and 0.
    fn is_one_zero(&self) -> bool {
        self.first == Some(1) && self.nearest.is_none() && self.last == 0
    }
}
