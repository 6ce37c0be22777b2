//! The strategy of section 4: a line is reduced from its beginning, a few pawns at a time, one of
//! which stays.
//!
//! V. D. Blondel, J. M. Hendrickx, R. M. Jungers, *Solitaire Clobber as an optimization problem on
//! words* (2008). It is not optimal, but it is the paper's proof that n/3 + O(1) pawns can always
//! be left on a cycle of n that is not of one colour. Cut it so that the line ends with pawns of
//! two colours ([`cuts`]); then step by step, x and y being the two colours:
//! - from `x^k y`, k >= 2, the last pawn goes left k times;
//! - from `x y^p x^q y`, p, q >= 1, the last pawn goes left q times and the first one right p + 1
//!   times;
//! - if neither applies, the line is `x y^p` or `x y^p x^q`: the first pawn goes right p times;
//! - pawns of one colour are left as they are.
//!
//! On a cycle cut in this way, the last two cases come at the very end only, and the line is `x y`,
//! `x y^p x` or `x`. On any other line they leave the last run of pawns alone, and nothing is
//! promised.
//!
//! **Bound.** A cycle of n pawns, n >= 2, cut at any of [`cuts`], is left with floor(n/3) + 1 pawns
//! at most. *Proof.* A step of the first two kinds takes three pawns or more off the line, and
//! leaves it with its last two pawns, or with its last one, or with none. If m pawns do not allow
//! such a step, the steps before left at most (n - m)/3 pawns, and what comes is 0 for m = 0, 1 for
//! m = 1 and 2, and 2 for m >= 3. QED
//!
//! On a random line a step takes four pawns on average if the first two are of one colour, six if
//! not, and what comes after is random again: n/5 pawns are left on average. (By the best play it
//! is 5n/27.)
//!
//! The text is not precise in three places.
//! - It leaves the cut open. All cuts obey the bound, but they differ; [`best_cut`] finds the best
//!   one. Known by search: the best cut leaves at most floor(n/3) for 6 <= n <= 20.
//! - "At least one" pawn is said to be removed at the end. None is removed if a single pawn
//!   remains: `bbwb`.
//! - That 2n/3 pawns can be removed, without the O(1), is wrong for n = 4 and n = 5: `bbww` and
//!   `bbbww` keep 2 in any play. The abstract leaves out the O(1), section 4 does not.

use super::words::WordSegment;
use crate::rules::{Colour, Move};

/// The steps of the strategy: in each, the last pawn goes left first of all. Each leaves one pawn, so their number is the number of pawns left.
///
/// ```
/// use saltus_clobber::sources::section4::{Strategy, best_cut};
/// use saltus_clobber::rules::Pawns;
///
/// let cells: Vec<_> = "bwwbww".parse::<Pawns>().unwrap().iter().flatten().collect();
/// let (start, left) = best_cut(&cells).unwrap();
/// assert_eq!(Strategy::on_cycle(&cells, start).count(), left);
/// assert_eq!(Strategy::on_cycle(&cells, start).moves().count(), 6 - left);
/// ```
#[derive(Clone, Debug)]
pub struct Strategy<'a> {
    cells: &'a [Colour],
    /// Where the line begins.
    start: usize,
    /// How many pawns are taken off.
    done: usize,
    /// How many pawns of one colour begin at each cell.
    runs: Vec<usize>,
}

impl<'a> Strategy<'a> {
    /// The strategy on a cycle, cut before the cell `start`, from 0, or on a line, which begins at 0. Any cut is legal,
    /// but the bound is for [`cuts`]. O(n) in all.
    ///
    /// # Panics
    /// When there is no such cell. (Without cells, 0 will do.)
    pub fn on_cycle(cells: &'a [Colour], start: usize) -> Self {
        assert!(start < cells.len().max(1), "cell {start} of {}", cells.len());
        Strategy { cells, start, done: 0, runs: runs(cells) }
    }

    /// The moves of all steps.
    pub fn moves(self) -> impl Iterator<Item = Move> + use<'a> {
        self.flat_map(WordSegment::moves)
    }

    /// Where the run ends that the position belongs to.
    fn run_end(&self, position: usize) -> usize {
        let n = self.cells.len();
        n.min(position + self.runs[(self.start + position) % n])
    }

    /// How often the last pawn of the step goes left, and the first one right.
    fn ways(&self) -> (usize, usize) {
        let (first, n) = (self.done, self.cells.len());
        let second = self.run_end(first);
        if second == n {
            return (0, 0);
        }
        if second > first + 1 {
            return (second - first, 0);
        }
        let third = self.run_end(second);
        let fourth = self.run_end(third);
        if fourth < n { (fourth - third, third - first) } else { (0, third - second) }
    }
}

impl Iterator for Strategy<'_> {
    type Item = WordSegment;

    fn next(&mut self) -> Option<WordSegment> {
        if self.done == self.cells.len() {
            return None;
        }
        let (left, right) = self.ways();
        let first = (self.start + self.done) % self.cells.len();
        let step = WordSegment { first, right, left, right_begins: false, places: self.cells.len() };
        self.done += step.pawns();
        Some(step)
    }
}

/// The cells, from 0, before which the paper may cut the cycle: those after two pawns of different
/// colours. None when there is one colour.
pub fn cuts(cells: &[Colour]) -> impl Iterator<Item = usize> + '_ {
    let n = cells.len();
    (0..n).filter(move |&start| cells[(start + n - 1) % n] != cells[(start + 2 * n - 2) % n])
}

/// The cut with which the strategy leaves the fewest pawns, the first such cell, and how many that
/// is; none when there is one colour. O(n log n); about 50 bytes a pawn.
pub fn best_cut(cells: &[Colour]) -> Option<(usize, usize)> {
    cuts(cells).next()?;
    let ways = Ways::new(cells);
    cuts(cells).map(|start| (start, ways.left(start))).min_by_key(|&(_, left)| left)
}

/// A place on the cycle written out twice.
#[derive(Clone, Copy)]
struct Place {
    /// Where the step from here ends, if the line is long enough.
    next: usize,
    /// Some place on the way from there.
    jump: usize,
    /// How many steps there are to the end.
    depth: usize,
}

/// All steps on the cycle written out twice, with jumps: E. W. Myers, *An applicative random-access
/// stack* (Information Processing Letters 17, 1983).
struct Ways {
    places: Vec<Place>,
}

impl Ways {
    /// Of a cycle that is not of one colour.
    fn new(cells: &[Colour]) -> Self {
        let n = cells.len();
        let runs = runs(cells);
        let end = Place { next: 2 * n, jump: 2 * n, depth: 0 };
        let mut places = vec![end; 2 * n + 1];
        for at in (0..2 * n).rev() {
            let run = |place: usize| runs[place % n];
            let third = at + 1 + run(at + 1);
            let next = if run(at) > 1 { at + run(at) + 1 } else { third + run(third) + 1 }.min(2 * n);
            let one = places[next];
            let two = places[one.jump];
            let jump = if one.depth - two.depth == two.depth - places[two.jump].depth { two.jump } else { next };
            places[at] = Place { next, jump, depth: one.depth + 1 };
        }
        Ways { places }
    }

    /// The pawns left when the cycle is cut before `start`, one of [`cuts`].
    fn left(&self, start: usize) -> usize {
        let end = start + (self.places.len() - 1) / 2;
        let mut at = start;
        while self.places[at].next <= end && at < end {
            let place = self.places[at];
            at = if place.jump <= end { place.jump } else { place.next };
        }
        let rest = [0, 1, 1, 2][(end - at).min(3)];
        self.places[start].depth - self.places[at].depth + rest
    }
}

/// How many pawns of one colour begin at each cell of a cycle; if it is of one colour, as many as there are or more.
fn runs(cells: &[Colour]) -> Vec<usize> {
    let n = cells.len();
    let mut runs = vec![0; n];
    // The first time round, the last run is counted short.
    for here in (0..n).rev().chain((0..n).rev()) {
        let next = if here + 1 < n { here + 1 } else { 0 };
        runs[here] = if cells[here] == cells[next] { runs[next] + 1 } else { 1 };
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::letters::Form::{self, Cycle, Line};
    use crate::closed::registers;
    use crate::rules::{Pawns, Turns};
    use crate::samples::{colours, full, played, row};
    use saltus_core::random::Random;

    fn all(n: usize) -> impl Iterator<Item = Vec<Colour>> {
        full(n).map(|pawns| colours(&pawns))
    }

    /// The pawns that the strategy leaves, by the rules.
    fn left(strategy: Strategy<'_>, form: Form) -> usize {
        let pawns = strategy.cells.iter().copied().map(Some).collect();
        let moves: Vec<Move> = strategy.clone().moves().collect();
        let left = played(&row(&pawns, form, Turns::Free), &moves).count();
        assert_eq!(left, strategy.count());
        left
    }

    fn value(cells: &[Colour], form: Form) -> usize {
        registers::value(&cells.iter().copied().map(Some).collect(), form) as usize
    }

    #[test]
    fn cycles_are_played_by_the_rules_within_the_bound() {
        for n in 2..=12 {
            for cells in all(n) {
                for start in cuts(&cells) {
                    let left = left(Strategy::on_cycle(&cells, start), Cycle);
                    assert!((value(&cells, Cycle)..=n / 3 + 1).contains(&left), "{cells:?} {start}: {left}");
                }
            }
        }
    }

    #[test]
    fn any_cut_is_legal_and_so_is_any_line() {
        for n in 0..=10 {
            for cells in all(n) {
                for start in 0..n {
                    left(Strategy::on_cycle(&cells, start), Cycle);
                }
                let left = left(Strategy::on_cycle(&cells, 0), Line);
                assert!(left >= value(&cells, Line), "{cells:?}: {left}");
            }
        }
    }

    #[test]
    fn the_best_cut_leaves_a_third_at_most() {
        for n in 3..=14 {
            let bests = all(n).filter_map(|cells| best_cut(&cells)).map(|(_, left)| left);
            let most = if n == 4 || n == 5 { 2 } else { n / 3 };
            assert_eq!(bests.max(), Some(most), "{n}");
        }
    }

    #[test]
    fn the_best_cut_is_the_best() {
        let least = |cells: &[Colour]| {
            let tried = cuts(cells).map(|start| (start, Strategy::on_cycle(cells, start).count()));
            tried.min_by_key(|&(_, left)| left)
        };
        (0..=11).flat_map(all).for_each(|cells| assert_eq!(best_cut(&cells), least(&cells), "{cells:?}"));
        let mut random = Random::new(4);
        for round in 0..300 {
            let white = [2, 5, 20][round % 3];
            let n = 1 + random.below(300);
            let pawn = |_| if random.below(white) == 0 { Colour::White } else { Colour::Black };
            let cells: Vec<_> = (0..n).map(pawn).collect();
            assert_eq!(best_cut(&cells), least(&cells), "{cells:?}");
        }
    }

    #[test]
    fn the_places_where_the_text_is_not_precise() {
        let cells = |text: &str| text.parse::<Pawns>().expect("pawns").iter().flatten().collect::<Vec<_>>();
        // A single pawn remains at the end.
        assert_eq!(Strategy::on_cycle(&cells("bbwb"), 0).last().map(|step| step.pawns()), Some(1));
        // Two thirds cannot be removed.
        assert_eq!((value(&cells("bbww"), Cycle), value(&cells("bbbww"), Cycle)), (2, 2));
        // The first pawn takes one more than the adjacent series.
        let step = Strategy::on_cycle(&cells("bwwbbbw"), 0).next().expect("a step");
        assert_eq!((step.left, step.right, step.pawns()), (3, 3, 7));
    }
}
