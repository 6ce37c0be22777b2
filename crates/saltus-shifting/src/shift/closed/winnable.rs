//! Which boards forward play can still win, in one pass over the cells, and a winning line at O(1)
//! a move.
//!
//! Goes beyond Zhu et al. (2015), who follow the two classical plays only; the theorem is ours, its
//! proof in docs/theorems.md.
//!
//! Whites at the far left and blacks at the far right are home and never move again, so cut them
//! off. What is left of the vacancy is then empty or begins with `b`; write it as `b^a0 w b^a1 w ..
//! w b^ak` and keep only the *runs* `[a0, a1, .., ak]`, the last one next to the vacancy. Do the
//! same on the right, read from its far end with the colours exchanged. `[0]` is an empty side,
//! `[a]` a side of one colour, `[1, 0]` the side `bw`; a side of two runs or more is *mixed*.
//!
//! **Theorem.** The goal `w..w_b..b` can be reached by forward moves if and only if
//! 1. every inner run (neither the first nor the last of its side) is odd; only when the other side is empty, the inner
//!    run nearest the vacancy may also be even and not 0; and
//! 2. if both sides are mixed, the two runs at the vacancy differ in parity; or one side is `[1, 0]` and the other side's
//!    run at the vacancy is not 0.
//!
//! Reading a board backwards turns forward moves into backward ones and the start into the goal. So
//! a board can be *reached* from `b..b_w..w` if and only if its reversed string can be won.
//!
//! With several vacancies no such test is known; what is [frozen] cannot be won, and where one colour has two checkers at
//! most, everything else can (docs/theorems.md).

use std::fmt::{self, Display};
use std::ops::Range;

use crate::shift::rules::{BLACK, GAP, WHITE, census};
use saltus_core::row::Hop;

/// Why a board can no longer be won. Ranges are cells, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Two checkers in a row that can never be crossed, and an opponent that they trap.
    Wall(Range<usize>),
    /// An even run shut in between two opponents (both included).
    EvenRun(Range<usize>),
    /// Several vacancies: checkers that can never let one another pass.
    Frozen(Range<usize>),
    /// Each side is sound, but the runs at the vacancy, of these lengths, have the same parity.
    Parity(usize, usize),
}

impl Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Wall(cells) => write!(
                f,
                "the cells {} and {} hold two of a colour side by side, with an opponent trapped behind that can never cross them",
                cells.start + 1,
                cells.end
            ),
            Loss::EvenRun(cells) => write!(
                f,
                "in the cells {} to {} an even run is shut in between two opponents, and nothing can open it in time",
                cells.start + 1,
                cells.end
            ),
            Loss::Frozen(cells) => write!(
                f,
                "the cells {} to {} are frozen: whoever moves there shuts the others in again, and nobody comes in or out",
                cells.start + 1,
                cells.end
            ),
            Loss::Parity(left, right) => write!(
                f,
                "both sides still have opponents to pass, and beside the vacancy stand {left} black on the left and {right} \
                 white on the right: while these two numbers are both {}, no move untangles the sides",
                if left % 2 == 0 { "even" } else { "odd" }
            ),
        }
    }
}

/// Whether the goal is known to be out of reach of forward moves: exactly then with one vacancy. O(cells).
///
/// ```
/// use saltus_shifting::shift::closed::winnable::{Loss, is_lost, why_lost};
///
/// assert!(is_lost(b"bbww_") && !is_lost(b"bb_ww"));
/// assert_eq!((why_lost(b"bbww_"), why_lost(b"bb_ww")), (Some(Loss::Wall(2..4)), None));
/// assert!(is_lost(b"bbww__") && !is_lost(b"bb_ww_"));
/// assert!(!is_lost(b"_bbwbbw_w")); // it is, but only a search says so
/// ```
pub fn is_lost(cells: &[u8]) -> bool {
    why_lost(cells).is_some()
}

fn has_one_gap(cells: &[u8]) -> bool {
    let (n, m) = census(cells);
    cells.len() == n + m + 1
}

/// The first frozen stretch of a board, from its stopper on the left to that on the right: groups `bw..bw` with single vacancies between
/// them; on the left a `b`, or whites that are home, on the right a `w`, or blacks that are home. The walls and who is home do
/// not count as cells of it. O(cells).
///
/// ```
/// use saltus_shifting::shift::closed::winnable::frozen;
///
/// assert_eq!(frozen(b"_bbw_bw_"), None);
/// assert_eq!(frozen(b"_bbw_bww_"), Some(1..8));
/// assert_eq!(frozen(b"bwbb__"), None);
/// assert_eq!(frozen(b"__wbwbb"), None);
/// assert_eq!(frozen(b"bw"), Some(0..2)); // both are stopped by the walls
/// ```
pub fn frozen(cells: &[u8]) -> Option<Range<usize>> {
    let (mut home, mut away, mut at) = (0, cells.len(), 0);
    while cells.get(home) == Some(&WHITE) {
        home += 1;
    }
    while away > 0 && cells[away - 1] == BLACK {
        away -= 1;
    }
    while at + 2 <= away {
        let (first, stopped) = (at, at == home || at > 0 && cells[at - 1] == BLACK);
        at += 1;
        if !stopped || !cells[first..].starts_with(b"bw") {
            continue;
        }
        // No later group begins after a `b`: what is passed here need not be looked at again.
        at = first + 2;
        loop {
            match &cells[at..] {
                [b'b', b'w', ..] => at += 2,
                [b'_', b'b', b'w', ..] => at += 3,
                [b'w', ..] => return Some(first - usize::from(first > home)..at + 1),
                _ if at == away => return Some(first - usize::from(first > home)..at),
                _ => break,
            }
        }
    }
    None
}

/// Why the goal can no longer be reached, by the fewest cells that show it; `None` if it can, or with several vacancies where nothing
/// is frozen. O(cells).
pub fn why_lost(cells: &[u8]) -> Option<Loss> {
    if !has_one_gap(cells) {
        return frozen(cells).map(Loss::Frozen);
    }
    let (left, right) = sides(cells);
    let gap = gap(cells);
    let of_left = flaw(&left, &right).map(|run| fence(&left, gap, run));
    let of_right = flaw(&right, &left).map(|run| {
        let mirrored = fence(&right, cells.len() - 1 - gap, run);
        cells.len() - mirrored.end..cells.len() - mirrored.start
    });
    match of_left.into_iter().chain(of_right).min_by_key(Range::len) {
        Some(fence) if fence.len() == 2 => Some(Loss::Wall(fence)),
        Some(fence) => Some(Loss::EvenRun(fence)),
        None => parity_clash(&left, &right).then(|| Loss::Parity(last(&left), last(&right))),
    }
}

/// A winning line, each move of it found in O(1).
///
/// It is a shortest play: every forward play from a board to the goal has the same number of moves.
///
/// ```
/// use saltus_shifting::shift::closed::winnable::WinningLine;
///
/// assert_eq!(WinningLine::new(b"b_w").unwrap().count(), 3);
/// assert!(WinningLine::new(b"bbww_").is_none());
/// ```
#[derive(Clone, Debug)]
pub struct WinningLine {
    left: Vec<usize>,
    right: Vec<usize>,
    gap: usize,
}

impl WinningLine {
    /// The line from a board of one vacancy; `None` if the board is lost.
    pub fn new(cells: &[u8]) -> Option<Self> {
        let (left, right) = sides(cells);
        (!is_lost(cells)).then(|| WinningLine { left, right, gap: gap(cells) })
    }

    /// Which colour moves next without losing: in short, the side whose run at the vacancy is even.
    fn black_moves(&self) -> bool {
        match (&self.left[..], &self.right[..]) {
            ([0], _) | (_, [1, 0]) => false,
            (_, [0]) | ([_], [_]) => true,
            ([_], right) => last(right) % 2 == 1,
            (left, _) => last(left).is_multiple_of(2),
        }
    }
}

impl Iterator for WinningLine {
    type Item = Hop;

    fn next(&mut self) -> Option<Hop> {
        if self.left == [0] && self.right == [0] {
            return None;
        }
        let to = self.gap as u32;
        if self.black_moves() {
            self.gap -= advance(&mut self.left, &mut self.right);
        } else {
            self.gap += advance(&mut self.right, &mut self.left);
        }
        Some(Hop { from: self.gap as u32, to })
    }
}

/// The checker of `from` that can move does: it slides, or jumps if an opponent is next to the
/// vacancy. How far it goes.
fn advance(from: &mut Vec<usize>, to: &mut Vec<usize>) -> usize {
    let jumps = last(from) == 0;
    if jumps {
        from.pop();
    }
    *from.last_mut().expect("a side has a run") -= 1;
    if *to != [0] {
        to.push(0); // the checker that moved; on an empty side it is home
    }
    if jumps {
        *to.last_mut().expect("a side has a run") += 1; // the checker jumped over
    }
    1 + usize::from(jumps)
}

fn gap(cells: &[u8]) -> usize {
    cells.iter().position(|&cell| cell == GAP).expect("a board has a vacancy")
}

fn last(side: &[usize]) -> usize {
    *side.last().expect("a side has a run")
}

/// The runs of both sides.
fn sides(cells: &[u8]) -> (Vec<usize>, Vec<usize>) {
    let (left, right) = cells.split_at(gap(cells));
    (runs(left.iter(), BLACK), runs(right[1..].iter().rev(), WHITE))
}

/// The runs of one side, read from its far end; `own` is the colour that has to leave it.
fn runs<'a>(side: impl Iterator<Item = &'a u8>, own: u8) -> Vec<usize> {
    let mut runs = vec![0];
    for &cell in side.skip_while(|&&cell| cell != own) {
        if cell == own {
            *runs.last_mut().expect("never empty") += 1;
        } else {
            runs.push(0);
        }
    }
    runs
}

/// The shortest inner run of `side` that breaks condition 1.
fn flaw(side: &[usize], other: &[usize]) -> Option<usize> {
    let may_open = |run| *other == [0] && run + 2 == side.len() && side[run] > 0;
    let broken = |run: &usize| side[*run].is_multiple_of(2) && !may_open(*run);
    (1..side.len() - 1).filter(broken).min_by_key(|&run| side[run])
}

/// Whether the two sides break condition 2.
fn parity_clash(left: &[usize], right: &[usize]) -> bool {
    let (a, c) = (last(left), last(right));
    let spared = *left == [1, 0] && c > 0 || *right == [1, 0] && a > 0;
    left.len() > 1 && right.len() > 1 && a % 2 == c % 2 && !spared
}

/// The cells of an inner run and the opponents on both sides of it, on a side of `cells` cells
/// whose far end is cell 0.
fn fence(side: &[usize], cells: usize, run: usize) -> Range<usize> {
    let behind: usize = side[run + 1..].iter().map(|run| run + 1).sum();
    let end = cells - behind;
    end - side[run] - 1..end + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_the_cells() {
        for (board, reason) in [
            ("wbww_", Loss::Wall(2..4)),
            ("_bbw", Loss::Wall(1..3)),
            ("bwbbw_w", Loss::EvenRun(1..5)),
            ("b_bwwbw", Loss::EvenRun(2..6)),
            ("bwbbw_ww", Loss::EvenRun(1..5)),
            ("bwbbwbwbb_bbw", Loss::Wall(10..12)),
            ("bw_bw", Loss::Parity(0, 0)),
            ("bwb_wbw", Loss::Parity(1, 1)),
        ] {
            assert_eq!(why_lost(board.as_bytes()), Some(reason), "{board}");
        }
    }
}
