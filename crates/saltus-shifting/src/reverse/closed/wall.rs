//! Plays of numbered reversal for every n, p and q, as brick walls: at most 2n + 2 arithmetic runs,
//! without search.
//!
//! The *gap* is the number of checkers left of the vacancy. A slide changes it by one and leaves
//! the order alone. A jump takes it from k - 1 to k + 1, or back, and swaps the k-th and the (k +
//! 1)-th checker: call that *brick* k. A run of jumps one way is a *row* of bricks of one parity,
//! and the next row, one slide later, has the other parity. Rows under each other make a wall, and
//! n full rows are the odd-even transposition sort: they reverse the order with n (n - 1) / 2
//! bricks, the least possible. Two facts give all other plays: bricks that do not touch commute,
//! and a first brick k may be taken away and laid last as brick n - k, since reversing turns place
//! k into place n - k. So every piece of the wall between a staircase and the same staircase,
//! reflected and n rows lower, reverses the order, with the same number of bricks.
//!
//! The plays, after a reflection of the board if need be (Dudeney's for p = q = 0 has the same
//! length):
//! - n even: slide to gap a = min(p, 1); n full rows, to gap 1 - a; slide to q.
//! - n odd, p = 0 or q = n: the same, but the rows end at gap n - 1 + a.
//! - n odd, p = q = 0: a triangle of 2n - 3 rows with its tip at the right wall.
//! - n odd, else: row 0 only from gap p on; its bricks left of p come last, reflected, as row n, which ends at gap n - p; then
//!   slide to q.
//! - n = 2, p = 0, q = 2: a single jump.

use saltus_core::plan::Run;

/// The vacancy visits the gaps `a` to `b`, both included, in steps of `step`.
fn visit((a, b): (u64, u64), step: i64) -> Run {
    let count = a.abs_diff(b) / step.unsigned_abs() + 1;
    Run { first: a + 1, stride: if a <= b { step } else { -step }, count }
}

/// The same, but the vacancy is at gap `a` already.
fn go(gaps: (u64, u64), step: i64) -> Option<Run> {
    let Run { first, stride, count } = visit(gaps, step);
    (count > 1).then(|| Run { first: first.saturating_add_signed(stride), stride, count: count - 1 })
}

#[derive(Clone, Copy)]
enum WallShape {
    Full,
    Window,
    Triangle,
}

/// The gaps where row t = 0, 1, .. begins and ends, if row 0 begins at gap `start`.
fn row(shape: WallShape, n: u64, start: u64, t: u64) -> (u64, u64) {
    let low = (start + t) % 2;
    let high = n - (n - low) % 2;
    match shape {
        WallShape::Triangle if t == 0 => (0, 2),
        WallShape::Triangle => {
            let slope = (t + 2).min(2 * n - 2 - t);
            if t % 2 == 1 { (1, slope) } else { (slope, 0) }
        }
        WallShape::Window if t == 0 => (start, high),
        WallShape::Window if t == n => (high, n - start),
        _ if t.is_multiple_of(2) => (low, high),
        _ => (high, low),
    }
}

/// A play, as the piece of wall that it walks along.
#[derive(Clone, Copy)]
struct Wall {
    n: u64,
    shape: WallShape,
    /// The gaps at the start of the play, where row 0 begins, where the last row ends, and at the
    /// end of the play.
    gaps: [u64; 4],
    rows: u64,
    /// The board is seen in a mirror.
    mirror: bool,
}

impl Wall {
    fn new(n: u64, p: u64, q: u64) -> Self {
        assert!(p <= n && q <= n, "at most n checkers stand left");
        let even = n.is_multiple_of(2);
        let mirror = if even { p + q > n || (n, p, q) == (2, 2, 0) } else { p == n || (q == 0 && p > 0) };
        let (p, q) = if mirror { (n - p, n - q) } else { (p, q) };
        let a = p.min(1);
        let (shape, start, rows, end) = match (p, q) {
            (0, 2) if n == 2 => (WallShape::Full, 0, 1, 2),
            (0, 0) if n == 0 || !even => (WallShape::Triangle, 0, (2 * n).saturating_sub(3), 0),
            _ if even => (WallShape::Full, a, n, 1 - a),
            _ if p == 0 || q == n => (WallShape::Full, a, n, n - 1 + a),
            _ => (WallShape::Window, p, n + 1, n - p),
        };
        Wall { n, shape, gaps: [p, start, end, q], rows, mirror }
    }

    fn row(self, t: u64) -> (u64, u64) {
        row(self.shape, self.n, self.gaps[1], t)
    }

    /// The slides to row 0, row 0 itself, where the vacancy is already, and the slides after the last row; each may be missing.
    fn ends(self) -> [Option<Run>; 3] {
        let [p, start, end, q] = self.gaps;
        [go((p, start), 1), (self.rows > 0).then(|| go(self.row(0), 2)).flatten(), go((end, q), 1)]
    }
}

/// The whole play, run by run; each run is made in O(1). A run of stride 2 begins with the slide
/// that enters its row, except where the play begins with that row.
///
/// ```
/// use saltus_shifting::reverse::closed::{bound, wall};
///
/// let moves: u64 = wall::runs(6, 0, 0).map(|run| run.count).sum();
/// assert_eq!(u128::from(moves), bound::length(6, 0, 0));
/// ```
///
/// # Panics
/// When p or q is above n.
pub fn runs(n: u64, p: u64, q: u64) -> impl Iterator<Item = Run> {
    let wall = Wall::new(n, p, q);
    let rows = (1..wall.rows).map(move |t| visit(wall.row(t), 2));
    let [slides, first_row, last] = wall.ends();
    slides
        .into_iter()
        .chain(first_row)
        .chain(rows)
        .chain(last)
        .map(move |run| if wall.mirror { Run { first: n + 2 - run.first, stride: -run.stride, ..run } } else { run })
}

/// How many runs [`runs`] gives, in O(1).
pub(crate) fn run_count(n: u64, p: u64, q: u64) -> u64 {
    let wall = Wall::new(n, p, q);
    let [a, b, c] = wall.ends();
    u64::from(a.is_some()) + u64::from(b.is_some()) + u64::from(c.is_some()) + wall.rows.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::super::bound::length;
    use super::super::plans::ReversalPlan;
    use super::*;
    use saltus_core::plan::Plan;

    fn cells(n: u64, p: u64, q: u64) -> Vec<u64> {
        runs(n, p, q).flat_map(Run::cells).collect()
    }

    #[test]
    fn every_play_reverses_in_the_length_of_the_formula() {
        for n in 0..=40u64 {
            for (from, to) in (0..=n).flat_map(|from| (0..=n).map(move |to| (from, to))) {
                let play = ReversalPlan { n, gaps: 1, from, to };
                assert_eq!(play.replay(&play.moves()), Ok(()), "{n} {from} {to}");
                assert_eq!(cells(n, from, to).len() as u128, length(n, from, to), "{n} {from} {to}");
                let count = runs(n, from, to).count() as u64;
                assert!(count <= 2 * n + 2 && count == run_count(n, from, to), "{n} {from} {to}");
            }
        }
    }

    #[test]
    fn six_frogs() {
        assert_eq!(cells(6, 0, 0), [3, 5, 7, 6, 4, 2, 1, 3, 5, 7, 6, 4, 2, 1, 3, 5, 7, 6, 4, 2, 1]);
        assert_eq!(cells(5, 0, 0), [3, 2, 4, 5, 3, 1, 2, 4, 6, 5, 3, 1, 2, 4, 3, 1]);
    }
}
