//! IDA*: depth-first search under a threshold that rises to the least f = g + h that was cut off.
//!
//! R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985.
//! Ours plays and takes back on one state. The moves of all depths lie on one stack, so a node allocates nothing, and
//! a stack of frames stands for the recursion, so depth is bounded by memory alone. Moves are tried in the puzzle's
//! order; a move that reverses the last one is left out, if the puzzle knows it ([`Undo::reverses`]), and one that the
//! bound rejects beforehand ([`Bound::ahead`]) never gets on the stack.
//!
//! A node is a state whose f is within the threshold. An iteration that cuts nothing off has seen every play: then no
//! goal can be reached. Where plays can be prolonged for ever and the bound does not say `u32::MAX`, that never happens,
//! and only a limit ends the search.

use super::{Found, Halted, Search};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Bound, Undo};

/// One finished iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iteration {
    /// No play of more moves was looked at.
    pub threshold: u32,
    /// The nodes of this iteration.
    pub nodes: u64,
    /// Whether it ended at a goal; otherwise it has shown that every play has more than `threshold` moves.
    pub found: bool,
}

/// Finds a shortest plan.
///
/// # Errors
/// The limit that was reached; `lower` is the threshold of the iteration that it cut short.
pub fn solve<P: Undo, B: Bound<P>>(puzzle: &P, bound: &B, limits: &Limits<'_>) -> Search<Found<P::Move>> {
    solve_watched(puzzle, bound, limits, |_| ())
}

/// Finds a shortest plan, and tells of each iteration when it is finished.
///
/// # Errors
/// The limit that was reached; `lower` is the threshold of the iteration that it cut short.
pub fn solve_watched<P: Undo, B: Bound<P>>(
    puzzle: &P,
    bound: &B,
    limits: &Limits<'_>,
    mut watch: impl FnMut(Iteration),
) -> Search<Found<P::Move>> {
    let mut dive = Dive::new(puzzle, bound, limits);
    let root = bound.of(puzzle, &dive.state);
    dive.cut_off = root;
    while dive.cut_off < u32::MAX {
        let before = dive.meter.nodes();
        dive.threshold = std::mem::replace(&mut dive.cut_off, u32::MAX);
        let found = dive.iterate(root).map_err(|stop| Halted::at(&dive.meter, stop, dive.threshold))?;
        watch(Iteration { threshold: dive.threshold, nodes: dive.meter.nodes() - before, found });
        if found {
            return Ok(Found { plan: Some(dive.plan()), expanded: dive.meter.nodes() });
        }
    }
    Ok(Found { plan: None, expanded: dive.meter.nodes() })
}

/// A state on the line of play. Its moves are on the common stack, from `start` to where those of the next frame start.
struct Frame {
    /// Where its moves start.
    start: usize,
    /// The move to try next; the one before it leads to the next frame.
    next: usize,
    /// Its bound.
    h: u32,
}

/// A move to be tried.
struct Try<M> {
    mv: M,
    /// The bound behind it, if it was known beforehand.
    ahead: Option<u32>,
}

struct Dive<'a, P: Undo, B> {
    puzzle: &'a P,
    bound: &'a B,
    meter: Meter<'a>,
    /// The end of the line of play.
    state: P::State,
    /// The moves of all frames.
    tries: Vec<Try<P::Move>>,
    frames: Vec<Frame>,
    /// The moves of one state.
    buffer: Vec<P::Move>,
    threshold: u32,
    /// The least f above the threshold.
    cut_off: u32,
}

impl<'a, P: Undo, B: Bound<P>> Dive<'a, P, B> {
    fn new(puzzle: &'a P, bound: &'a B, limits: &'a Limits<'a>) -> Self {
        Dive {
            puzzle,
            bound,
            meter: Meter::new(limits, "IDA*"),
            state: puzzle.start(),
            tries: Vec::new(),
            frames: Vec::new(),
            buffer: Vec::new(),
            threshold: 0,
            cut_off: u32::MAX,
        }
    }

    /// Looks at every play within the threshold; true when it stands on a goal, false when it is back at the start.
    fn iterate(&mut self, root: u32) -> Result<bool, Stop> {
        let mut h = root;
        loop {
            self.meter.node(|| bytes(&self.tries, &self.frames))?;
            if h == 0 && self.puzzle.is_goal(&self.state) {
                return Ok(true);
            }
            self.open(h);
            h = loop {
                match self.advance() {
                    Some(h) => break h,
                    None if self.retreat() => {}
                    None => return Ok(false),
                }
            };
        }
    }

    /// Lists the moves of the state that may stay within the threshold.
    #[inline]
    fn open(&mut self, h: u32) {
        let g = self.frames.len() as u32 + 1;
        let last = self.frames.last().map(|frame| self.tries[frame.next - 1].mv.clone());
        let start = self.tries.len();
        self.frames.push(Frame { start, next: start, h });
        self.puzzle.moves(&self.state, &mut self.buffer);
        for mv in &self.buffer {
            if last.as_ref().is_some_and(|last| self.puzzle.reverses(last, mv)) {
                continue;
            }
            let ahead = self.bound.ahead(self.puzzle, &self.state, mv, h);
            let f = ahead.map_or(0, |h| g.saturating_add(h));
            if f <= self.threshold {
                self.tries.push(Try { mv: mv.clone(), ahead });
            } else {
                self.cut_off = self.cut_off.min(f);
            }
        }
        self.buffer.clear();
    }

    /// Plays the next move that stays within the threshold, and gives the bound behind it.
    #[inline]
    fn advance(&mut self) -> Option<u32> {
        let g = self.frames.len() as u32;
        let frame = self.frames.last_mut()?;
        for Try { mv, ahead } in &self.tries[frame.next..] {
            frame.next += 1;
            self.puzzle.play(&mut self.state, mv);
            if let Some(h) = *ahead {
                return Some(h);
            }
            let h = self.bound.after(self.puzzle, &self.state, mv, frame.h);
            let f = g.saturating_add(h);
            if f <= self.threshold {
                return Some(h);
            }
            self.cut_off = self.cut_off.min(f);
            self.puzzle.undo(&mut self.state, mv);
        }
        None
    }

    /// Takes the last move back; false when there is none.
    #[inline]
    fn retreat(&mut self) -> bool {
        let spent = self.frames.pop().map_or(0, |frame| frame.start);
        self.tries.truncate(spent);
        let Some(frame) = self.frames.last() else { return false };
        self.puzzle.undo(&mut self.state, &self.tries[frame.next - 1].mv);
        true
    }

    fn plan(&self) -> Vec<P::Move> {
        self.frames.iter().map(|frame| self.tries[frame.next - 1].mv.clone()).collect()
    }
}

fn bytes<T>(tries: &Vec<T>, frames: &Vec<Frame>) -> u64 {
    (tries.capacity() * size_of::<T>() + frames.capacity() * size_of::<Frame>()) as u64
}
