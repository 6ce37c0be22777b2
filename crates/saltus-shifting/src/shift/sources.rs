//! The constructions of Zhu et al. (2015), each under its own name and as the paper has it:
//! Algorithm 2.1 (backtracking), Algorithms 3.1-3.6 (recursive MOVE), Algorithm 3.7
//! (`ITERATIVE_MOVE`). (Theorem 3, the formula for move i, stands among the statements of `saltus-sources`, which verifies it.)
//!
//! All give a play of `b^n _ w^m` as the cells its moves leave, from 1. The paper assumes n >= m in
//! section 3 and 4; for n < m the board is mirrored and the colours exchanged. The paper's Tables 2
//! and 3 call white-first `dir = 1` while its formulas call black-first d = +1; here the argument
//! says it in words.
//!
//! They are here to be compared, with each other, with [`crate::shift::closed::sections`] and with
//! search; `sections` is what solves, and `--solver backtrack`, `move` and `iterative-move` ask for the others.

use std::ops::ControlFlow;

use crate::shift::rules::{BLACK, GAP, WHITE, sides};
use saltus_core::limits::{Limits, Meter};
use saltus_core::search::{Halted, Search};

/// Algorithm 2.1, BACKTRACK: the optimal plays one after another, each handed to `output` as the cells left, until it breaks. The number
/// of boards that were tried.
///
/// The paper tries jump(b,w,r), jump(w,b,l), slide(b,r), slide(w,l) in this order, nm + n + m moves
/// deep, and undoes each. Works for small sizes only. The moves still to be tried are on the heap.
///
/// ```
/// use std::ops::ControlFlow;
/// use saltus_core::limits::Limits;
/// use saltus_shifting::shift::sources;
///
/// let mut plays = Vec::new();
/// let output = |left: &[usize]| {
///     plays.push(left.to_vec());
///     ControlFlow::Continue(())
/// };
/// assert_eq!(sources::backtrack(1, 1, &Limits::default(), output), Ok(7)); // the six boards of Figure 2, the goal twice
/// assert_eq!(plays.len(), 2); // black or white begins
/// ```
///
/// # Errors
/// The limit that ended it. Every play has nm + n + m moves (Theorem 1), whatever was tried.
pub fn backtrack(
    n: usize,
    m: usize,
    limits: &Limits<'_>,
    mut output: impl FnMut(&[usize]) -> ControlFlow<()>,
) -> Search<u64> {
    /// What a move on the way takes: the vacancy after it, what else may be tried.
    const BYTES_A_MOVE: u64 = 2 * 8 + 24 + 32;
    let mut cells = sides(BLACK, n, WHITE, m);
    let goal = sides(WHITE, m, BLACK, n);
    let most = n * m + n + m;
    let mut meter = Meter::new(limits, "backtracking");
    // The vacancy at each depth, and the moves still to be tried there, the next one last.
    let mut open = vec![(n, feasible(&cells, n))];
    let mut fresh = true;
    while let Some((vacancy, untried)) = open.last_mut() {
        let (vacancy, choice) = (*vacancy, if fresh { None } else { untried.pop() });
        let made = open.len() - 1;
        if std::mem::take(&mut fresh) {
            meter.node(|| made as u64 * BYTES_A_MOVE).map_err(|stop| {
                let lower = u32::try_from(most).unwrap_or(u32::MAX);
                Halted { stop, lower, expanded: meter.nodes() - 1 }
            })?;
            let left = || open[1..].iter().map(|(cell, _)| cell + 1).collect::<Vec<_>>();
            if made == most && cells == goal && output(&left()).is_break() {
                break;
            }
        } else if let Some(from) = choice.filter(|_| made < most) {
            cells.swap(from, vacancy);
            open.push((from, feasible(&cells, from)));
            fresh = true;
        } else {
            open.pop();
            if let Some((before, _)) = open.last() {
                cells.swap(vacancy, *before);
            }
        }
    }
    Ok(meter.nodes())
}

/// The cells of the paper's four moves that are possible, the first to be tried last.
fn feasible(cells: &[u8], e: usize) -> Vec<usize> {
    let at = |cell: Option<usize>| cell.and_then(|cell| cells.get(cell)).copied().unwrap_or(GAP);
    let (left, left2) = (e.checked_sub(1), e.checked_sub(2));
    let tries = [
        (at(Some(e + 1)) == WHITE, e + 1),
        (at(left) == BLACK, e.wrapping_sub(1)),
        (at(Some(e + 1)) == BLACK && at(Some(e + 2)) == WHITE, e + 2),
        (at(left) == WHITE && at(left2) == BLACK, e.wrapping_sub(2)),
    ];
    tries.iter().filter(|(possible, _)| *possible).map(|&(_, from)| from).collect()
}

/// What the paper's algorithms share: the vacancy, the current direction `dir`, and the moves made.
struct SourcePlay {
    vacancy: u64,
    /// Whether checkers move to the right, or else to the left.
    dir: bool,
    m: u64,
    left: Vec<u64>,
}

impl SourcePlay {
    fn new(n: u64, m: u64, black_first: bool) -> Self {
        SourcePlay { vacancy: n + 1, dir: black_first, m, left: Vec::new() }
    }

    fn go(&mut self, right: bool, distance: u64) {
        // A checker that moves right comes from the left of the vacancy.
        self.vacancy = if right { self.vacancy - distance } else { self.vacancy + distance };
        self.left.push(self.vacancy);
    }

    fn slide(&mut self) {
        self.go(self.dir, 1);
    }

    fn jumps(&mut self, count: u64) {
        (0..count).for_each(|_| self.go(self.dir, 2));
    }

    /// Algorithm 3.2, CHANGE.
    fn change(&mut self) {
        self.dir = !self.dir;
    }

    /// Carries a call out, with all calls that it leads to.
    fn call(&mut self, call: Call) {
        let mut open = vec![call];
        while let Some(call) = open.pop() {
            // The last call of a body is opened first, so that the first one is the next.
            match call {
                Call::Move1(0) | Call::Move3(0) | Call::Move4(0) => {}
                Call::Move1(t) => open.extend([Call::Change, Call::Slide, Call::Jumps(t - 1), Call::Move1(t - 1)]),
                Call::Move3(t) => {
                    open.extend([Call::Move3(t - 1), Call::Jumps(self.m), Call::Change, Call::SlideRight]);
                }
                Call::Move4(t) => open.extend([Call::Move4(t - 1), Call::Jumps(t - 1), Call::Slide, Call::Change]),
                Call::Jumps(count) => self.jumps(count),
                Call::Slide => self.slide(),
                Call::SlideRight => self.go(true, 1),
                Call::Change => self.change(),
            }
        }
    }
}

/// A call of a procedure of the paper. Those that call themselves do so as deep as the board is
/// long: the calls are on the heap.
#[derive(Clone, Copy, Debug)]
enum Call {
    /// Algorithm 3.1, MOVE1 (Lemma 2): t (t + 1) / 2 moves. MOVE1(t - 1), t - 1 jumps, a slide,
    /// CHANGE.
    Move1(u64),
    /// Algorithm 3.5, MOVE3 (Lemma 4): t (m + 1) moves. A slide to the right, CHANGE, m jumps,
    /// MOVE3(t - 1).
    Move3(u64),
    /// Algorithm 3.3, MOVE4 (Lemma 3): t (t + 1) / 2 moves. CHANGE, a slide, t - 1 jumps, MOVE4(t -
    /// 1).
    Move4(u64),
    Jumps(u64),
    Slide,
    SlideRight,
    Change,
}

/// Runs a construction that is stated for n >= m >= 1 on any n and m.
fn for_any_size(n: u64, m: u64, black_first: bool, construct: impl Fn(u64, u64, bool) -> Vec<u64>) -> Vec<u64> {
    if n >= m {
        return construct(n, m, black_first);
    }
    let mirrored = construct(m, n, !black_first);
    mirrored.into_iter().map(|cell| n + m + 2 - cell).collect()
}

/// Algorithms 3.1-3.6, the recursive `MOVE(n, m, d)`: the cells that its moves leave. Its recursion
/// is min(n, m) and |n - m| deep.
///
/// ```
/// use saltus_shifting::shift::sources;
///
/// assert_eq!(sources::recursive_move(1, 1, true), [1, 3, 2]);
/// assert_eq!(sources::recursive_move(1, 1, false), [3, 1, 2]);
/// ```
pub fn recursive_move(n: u64, m: u64, black_first: bool) -> Vec<u64> {
    for_any_size(n, m, black_first, |n, m, black_first| {
        let mut play = SourcePlay::new(n, m, black_first);
        if m > 0 {
            play.call(Call::Move1(m));
            play.jumps(m);
        }
        if n > m {
            play.call(Call::Move3(n - m));
        }
        if m > 0 {
            play.call(Call::Move4(m));
        }
        play.left
    })
}

/// Algorithm 3.7, `ITERATIVE_MOVE(n, m, d)`.
///
/// ```
/// use saltus_shifting::shift::sources;
///
/// assert_eq!(sources::iterative_move(3, 2, true), sources::recursive_move(3, 2, true));
/// ```
pub fn iterative_move(n: u64, m: u64, black_first: bool) -> Vec<u64> {
    for_any_size(n, m, black_first, |n, m, black_first| {
        let mut play = SourcePlay::new(n, m, black_first);
        for i in 1..=m {
            play.jumps(i - 1);
            play.slide();
            play.change();
        }
        play.jumps(m);
        for _ in m..n {
            play.go(true, 1);
            play.change();
            play.jumps(m);
        }
        for i in (1..=m).rev() {
            play.change();
            play.slide();
            play.jumps(i - 1);
        }
        play.left
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shift::closed::sections::Sections;

    fn by_sections(n: u64, m: u64, black_first: bool) -> Vec<u64> {
        let play = Sections::new(n, m, black_first);
        (1..=*play.total()).map(|i| play.cell(&i)).collect()
    }

    #[test]
    fn all_constructions_give_the_same_play() {
        for (n, m) in (0..14).flat_map(|n| (0..14).map(move |m| (n, m))) {
            for black_first in [true, false] {
                let play = by_sections(n, m, black_first);
                assert_eq!(recursive_move(n, m, black_first), play, "MOVE {n} {m}");
                assert_eq!(iterative_move(n, m, black_first), play, "ITERATIVE_MOVE {n} {m}");
            }
        }
    }

    #[test]
    fn deep_recursions_need_little_of_the_stack() {
        let long = || {
            for (n, m) in [(400_000, 1), (1, 400_000), (1500, 1500)] {
                assert_eq!(recursive_move(n, m, true), iterative_move(n, m, true), "{n} {m}");
            }
        };
        let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(long).expect("a thread");
        thread.join().expect("no overflow");
    }

    #[test]
    fn the_blog_lists_this_play() {
        let cells = [3, 5, 6, 4, 2, 1, 3, 5, 7, 6, 4, 2, 3, 5, 4];
        assert_eq!(by_sections(3, 3, true), cells);
    }
}
