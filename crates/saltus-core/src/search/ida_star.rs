//! IDA*: depth-first search within a threshold that rises to the least f = g + h that was cut off.
//!
//! R. E. Korf, *Depth-first iterative-deepening: an optimal admissible tree search*, 1985. This
//! search makes moves and takes them back on one state. Moves still to be tried are on one stack,
//! each with its depth, and the moves made on another, so a node allocates nothing and depth is
//! bounded by memory alone. Moves are tried in the puzzle's order; a move that reverses the last
//! one is left out, if the puzzle knows it ([`Undo::reverses`]), and so is one that the bound
//! rejects beforehand ([`Bound::ahead`]).
//!
//! A node is a state whose f is within the threshold. An iteration that cuts nothing off has seen
//! every play: then no goal can be reached. Where plays can be prolonged for ever and the bound
//! does not say `u32::MAX`, that never happens, and only a limit ends the search.

use super::{Found, Halted, Search};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Bound, Undo};
use crate::record::Round;
use crate::statistics::Statistics;

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::ida_star};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 2 2 moves=all").unwrap().puzzle().unwrap();
/// let found = ida_star::solve(&puzzle, &Chain, &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 8);
/// ```
///
/// # Errors
/// The limit that was reached; `lower` is the threshold of the iteration that it cut short.
pub fn solve<P: Undo + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    let mut dive = Dive {
        puzzle,
        bound,
        meter: Meter::new(limits, "IDA*"),
        state: puzzle.start(),
        line: Vec::new(),
        tries: Vec::new(),
        buffer: Vec::new(),
        threshold: 0,
        cut_off: u32::MAX,
        root: bound.of(puzzle, &puzzle.start()),
        told: Statistics::default(),
    };
    let found = dive.deepen(limits);
    limits.tell(|| dive.statistics());
    found
}

/// A move to be tried.
struct Try<M> {
    mv: M,
    /// Moves made when it is made, itself included.
    g: u32,
    /// The bound after it, if that was known beforehand, otherwise the bound before it.
    h: u32,
    judged: bool,
}

struct Dive<'a, P: Undo + ?Sized, B: ?Sized> {
    puzzle: &'a P,
    bound: &'a B,
    meter: Meter<'a>,
    /// The end of the line of play.
    state: P::State,
    /// The moves of that line.
    line: Vec<P::Move>,
    /// The moves to be tried, the next one last.
    tries: Vec<Try<P::Move>>,
    /// The moves of one state.
    buffer: Vec<P::Move>,
    threshold: u32,
    /// The least f above the threshold.
    cut_off: u32,
    /// The bound of the start.
    root: u32,
    told: Statistics,
}

impl<P: Undo + ?Sized, B: Bound<P> + ?Sized> Dive<'_, P, B> {
    fn deepen(&mut self, limits: &Limits<'_>) -> Search<Found<P::Move>> {
        self.cut_off = self.root;
        while self.cut_off < u32::MAX {
            let before = self.meter.nodes();
            self.threshold = std::mem::replace(&mut self.cut_off, u32::MAX);
            let lower = self.threshold;
            limits.deepen(lower).map_err(|stop| Halted { stop, lower, expanded: before })?;
            let found = self.iterate().map_err(|stop| Halted::at(&self.meter, stop, lower))?;
            self.told.iterations.push(Round { threshold: lower, nodes: self.meter.nodes() - before, found });
            if found {
                return Ok(Found { plan: Some(self.line.clone()), expanded: self.meter.nodes() });
            }
        }
        Ok(Found { plan: None, expanded: self.meter.nodes() })
    }

    fn statistics(&self) -> Statistics {
        let expanded = self.meter.nodes();
        let ended: u64 = self.told.iterations.iter().map(|iteration| iteration.nodes).sum();
        let last = self.told.iterations.last().filter(|last| last.found).map_or(expanded - ended, |last| last.nodes);
        Statistics {
            expanded,
            reexpanded: expanded - last,
            bound: Some(self.root),
            bytes: bytes(&self.line, &self.tries),
            ..self.told.clone()
        }
    }

    /// Looks at every play within the threshold; true when the state is a goal, false when it is
    /// back at the start.
    fn iterate(&mut self) -> Result<bool, Stop> {
        let mut h = self.root;
        loop {
            self.meter.node(|| bytes(&self.line, &self.tries))?;
            self.meter.trace(self.line.len() as u32, h, self.told.generated, false);
            if h == 0 && self.puzzle.is_goal(&self.state) {
                return Ok(true);
            }
            self.list(h);
            match self.advance() {
                Some(after) => h = after,
                None => return Ok(false),
            }
        }
    }

    /// Lists the moves of the state that may stay within the threshold.
    #[inline]
    fn list(&mut self, h: u32) {
        let g = self.line.len() as u32 + 1;
        let last = self.line.last();
        self.puzzle.moves(&self.state, &mut self.buffer);
        self.told.generated += self.buffer.len() as u64;
        for mv in self.buffer.iter().rev() {
            if last.is_some_and(|last| self.puzzle.reverses(last, mv)) {
                self.told.generated -= 1;
                continue;
            }
            let ahead = self.bound.ahead(self.puzzle, &self.state, mv, h);
            let (h, judged) = (ahead.unwrap_or(h), ahead.is_some());
            let f = g.saturating_add(h);
            if judged && f > self.threshold {
                self.cut_off = self.cut_off.min(f);
            } else {
                self.tries.push(Try { mv: mv.clone(), g, h, judged });
            }
        }
        self.buffer.clear();
    }

    /// Makes the next move that stays within the threshold, and gives the bound after it.
    #[inline]
    fn advance(&mut self) -> Option<u32> {
        while let Some(Try { mv, g, h, judged }) = self.tries.pop() {
            self.retreat(g - 1);
            self.puzzle.play(&mut self.state, &mv);
            let h = if judged { h } else { self.bound.after(self.puzzle, &self.state, &mv, h) };
            self.line.push(mv);
            if judged || g.saturating_add(h) <= self.threshold {
                return Some(h);
            }
            self.cut_off = self.cut_off.min(g.saturating_add(h));
        }
        self.retreat(0);
        None
    }

    /// Takes moves back until `left` are left.
    #[inline]
    fn retreat(&mut self, left: u32) {
        while self.line.len() > left as usize {
            if let Some(mv) = self.line.pop() {
                self.puzzle.undo(&mut self.state, &mv);
            }
        }
    }
}

fn bytes<M>(line: &Vec<M>, tries: &Vec<Try<M>>) -> u64 {
    (line.capacity() * size_of::<M>() + tries.capacity() * size_of::<Try<M>>()) as u64
}
