//! A*: of the states found, expand first the one through which a play could be shortest.
//!
//! P. E. Hart, N. J. Nilsson, B. Raphael, *A formal basis for the heuristic determination of
//! minimum cost paths*, 1968. This search keeps the open states in buckets (R. B. Dial, 1969),
//! which unit costs allow: by f = g + h, then by h, so that among equals the one farther from the
//! start comes first. A state found again by a shorter play is queued anew and its old entry is
//! skipped. With a consistent bound no state is expanded twice; an inconsistent one, as long as it
//! is never too large, costs more expansions but not correctness.

use std::collections::BTreeMap;

use super::states::{Absent, States};
use super::{Found, Halted, ROOT, Search, line_to, moves_along};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Bound, Puzzle};
use crate::statistics::Statistics;

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::a_star};
/// use saltus_shifting::shift::{self, bounds::Forward};
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let found = a_star::solve(&puzzle, &Forward::new(&puzzle), &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 8);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    let mut front = Frontier {
        puzzle,
        bound,
        limits,
        meter: Meter::new(limits, "A*"),
        states: States::new(size_of::<Node>() + puzzle.heap_bytes()),
        nodes: Vec::new(),
        open: OpenList::default(),
        lower: 0,
        told: Statistics::default(),
        child: puzzle.start(),
        buffer: Vec::new(),
    };
    let found = front.search();
    limits.tell(|| front.statistics());
    match found {
        Ok(goal) => Ok(Found { plan: goal.map(|goal| front.plan(goal)), expanded: front.meter.nodes() }),
        Err(stop) => Err(Halted::at(&front.meter, stop, front.lower)),
    }
}

/// What is known about a state.
struct Node {
    /// Moves of the best play known that leads to it.
    g: u32,
    /// Its bound.
    h: u32,
    /// The state before it on that play.
    parent: u32,
}

/// The states found, and those of them that wait to be expanded.
struct Frontier<'a, P: Puzzle + ?Sized, B: ?Sized> {
    puzzle: &'a P,
    bound: &'a B,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    states: States<P::State>,
    nodes: Vec<Node>,
    open: OpenList,
    /// The largest f of an expanded state: no play is shorter.
    lower: u32,
    told: Statistics,
    child: P::State,
    buffer: Vec<P::Move>,
}

impl<P: Puzzle + ?Sized, B: Bound<P> + ?Sized> Frontier<'_, P, B> {
    fn search(&mut self) -> Result<Option<u32>, Stop> {
        let h = self.bound.of(self.puzzle, &self.child);
        if let Err(absent) = self.states.find(&self.child) {
            self.discover(&absent, Node { g: 0, h, parent: ROOT })?;
        }
        while let Some(Entry { f, h, id }) = self.open.pop() {
            let stale = self.nodes[id as usize].g < f - h;
            if stale {
                continue;
            }
            self.lower = self.lower.max(f);
            self.limits.deepen(self.lower)?;
            if self.puzzle.is_goal(&self.states[id]) {
                return Ok(Some(id));
            }
            self.expand(id)?;
        }
        Ok(None)
    }

    fn expand(&mut self, id: u32) -> Result<(), Stop> {
        self.meter.node(|| self.states.bytes() + self.open.bytes())?;
        let Node { g, h, .. } = self.nodes[id as usize];
        self.meter.trace(g, h, self.told.generated, false);
        let mut moves = std::mem::take(&mut self.buffer);
        self.puzzle.moves(&self.states[id], &mut moves);
        self.told.generated += moves.len() as u64;
        for mv in moves.drain(..) {
            self.child.clone_from(&self.states[id]);
            self.puzzle.play(&mut self.child, &mv);
            self.reach(id, &mv)?;
        }
        self.buffer = moves;
        Ok(())
    }

    /// Takes note of a move that leads from `parent` to `self.child`.
    fn reach(&mut self, parent: u32, mv: &P::Move) -> Result<(), Stop> {
        let Node { g, h: before, .. } = self.nodes[parent as usize];
        match self.states.find(&self.child) {
            Ok(id) => {
                self.told.duplicates += 1;
                self.improve(id, g + 1, parent);
                Ok(())
            }
            Err(absent) => {
                let h = self.bound.after(self.puzzle, &self.child, mv, before);
                self.discover(&absent, Node { g: g + 1, h, parent })
            }
        }
    }

    /// Stores `self.child`, unless no goal can be reached from it.
    fn discover(&mut self, absent: &Absent, node: Node) -> Result<(), Stop> {
        if node.h < u32::MAX {
            let f = node.g.saturating_add(node.h);
            let id = self.states.add(&self.child, absent, self.limits)?;
            self.open.push(Entry { f, h: node.h, id });
            self.nodes.push(node);
        }
        Ok(())
    }

    /// Queues a known state anew if this play to it is shorter.
    fn improve(&mut self, id: u32, g: u32, parent: u32) {
        let node = &mut self.nodes[id as usize];
        if g < node.g {
            (node.g, node.parent) = (g, parent);
            self.open.push(Entry { f: g + node.h, h: node.h, id });
        }
    }

    /// No state is expanded again, by the contract of [`Bound`].
    fn statistics(&self) -> Statistics {
        Statistics {
            expanded: self.meter.nodes(),
            bound: self.nodes.first().map(|start| start.h),
            bytes: self.states.bytes() + self.open.bytes(),
            ..self.told.clone()
        }
    }

    fn plan(&self, goal: u32) -> Vec<P::Move> {
        moves_along(self.puzzle, &line_to(&self.states, goal, |id| self.nodes[id as usize].parent))
    }
}

/// A state that waits, with f and h as they were when it was queued.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) f: u32,
    pub(super) h: u32,
    pub(super) id: u32,
}

/// The waiting states: one stack for each (f, h), the least pair first.
#[derive(Default)]
pub(super) struct OpenList {
    stacks: BTreeMap<(u32, u32), Vec<u32>>,
    /// Empty stacks, kept for their memory.
    spare: Vec<Vec<u32>>,
    waiting: u64,
}

impl OpenList {
    pub(super) fn push(&mut self, entry: Entry) {
        let spare = &mut self.spare;
        let stack = self.stacks.entry((entry.f, entry.h)).or_insert_with(|| spare.pop().unwrap_or_default());
        stack.push(entry.id);
        self.waiting += 1;
    }

    pub(super) fn pop(&mut self) -> Option<Entry> {
        let mut first = self.stacks.first_entry()?;
        let &(f, h) = first.key();
        let id = first.get_mut().pop()?;
        if first.get().is_empty() {
            self.spare.push(first.remove());
        }
        self.waiting -= 1;
        Some(Entry { f, h, id })
    }

    /// The least f of those that wait, up to date or not.
    pub(super) fn least_f(&self) -> Option<u32> {
        self.stacks.first_key_value().map(|(&(f, _), _)| f)
    }

    /// Bytes held, about: stacks grow by doubling.
    pub(super) fn bytes(&self) -> u64 {
        2 * size_of::<u32>() as u64 * self.waiting
    }
}
