//! States found, with the best known play to each: the common part of the best-first searches that may find a better play to a state
//! that they have expanded.

use super::states::States;
use super::{Halted, Quick, ROOT, Search, line_to, moves_along};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Bound, Puzzle};
use crate::statistics::Statistics;

/// What is known about a state.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// Moves of the best play known that leads to it.
    pub(super) g: u32,
    /// Its bound.
    pub(super) h: u32,
    pub(super) parent: u32,
    /// Whether it waits to be expanded, by the play that is now known.
    pub(super) is_open: bool,
    pub(super) was_expanded: bool,
}

impl Node {
    /// No play through this one is shorter.
    pub(super) fn f(&self) -> u32 {
        self.g.saturating_add(self.h)
    }
}

/// The states found.
pub(super) struct Reached<'a, P: Puzzle + ?Sized, B: ?Sized> {
    pub(super) puzzle: &'a P,
    bound: &'a B,
    pub(super) limits: &'a Limits<'a>,
    pub(super) meter: Meter<'a>,
    pub(super) states: States<P::State>,
    pub(super) nodes: Vec<Node>,
    /// States that the last expansion found, or to which it found a better play.
    pub(super) fresh: Vec<u32>,
    told: Statistics,
    child: P::State,
    buffer: Vec<P::Move>,
}

impl<'a, P: Puzzle + ?Sized, B: Bound<P> + ?Sized> Reached<'a, P, B> {
    pub(super) fn new(puzzle: &'a P, bound: &'a B, limits: &'a Limits<'a>, phase: &'static str) -> Self {
        Reached {
            puzzle,
            bound,
            limits,
            meter: Meter::new(limits, phase),
            states: States::new(size_of::<Node>() + puzzle.heap_bytes()),
            nodes: Vec::new(),
            fresh: Vec::new(),
            told: Statistics::default(),
            child: puzzle.start(),
            buffer: Vec::new(),
        }
    }

    /// Finds the start: it is in [`Reached::fresh`], unless no goal can be reached from it.
    pub(super) fn plant(&mut self) -> Result<(), Stop> {
        let h = self.bound.of(self.puzzle, &self.child);
        self.reach(ROOT, 0, |_| h, u32::MAX).map(|_| ())
    }

    /// Expands a state: children with f up to `most` are found; returns the least f above it, or `u32::MAX` if there is none.
    /// `held` is the number of other bytes that the search holds.
    pub(super) fn expand(&mut self, id: u32, most: u32, held: u64) -> Result<u32, Stop> {
        self.meter.node(|| self.states.bytes() + held)?;
        self.fresh.clear();
        let node = &mut self.nodes[id as usize];
        self.meter.trace(node.g, node.h, self.told.generated, false);
        self.told.reexpanded += u64::from(std::mem::replace(&mut node.was_expanded, true));
        let (g, before, bound, puzzle) = (node.g + 1, node.h, self.bound, self.puzzle);
        let (mut moves, mut least) = (std::mem::take(&mut self.buffer), u32::MAX);
        puzzle.moves(&self.states[id], &mut moves);
        self.told.generated += moves.len() as u64;
        for mv in moves.drain(..) {
            self.child.clone_from(&self.states[id]);
            puzzle.play(&mut self.child, &mv);
            let cut_off = self.reach(id, g, |child| bound.after(puzzle, child, &mv, before), most)?;
            least = least.min(cut_off);
        }
        self.buffer = moves;
        // Not before: what a limit cuts short still waits.
        self.nodes[id as usize].is_open = false;
        Ok(least)
    }

    /// Takes note of a play to `self.child`; its f, if that is above `most` and so the state was not kept.
    fn reach(&mut self, parent: u32, g: u32, bound: impl FnOnce(&P::State) -> u32, most: u32) -> Result<u32, Stop> {
        match self.states.find(&self.child) {
            Ok(id) => {
                self.told.duplicates += 1;
                let node = &mut self.nodes[id as usize];
                if g < node.g {
                    (node.g, node.parent, node.is_open) = (g, parent, true);
                    self.fresh.push(id);
                }
                Ok(u32::MAX)
            }
            Err(absent) => {
                let h = bound(&self.child);
                let node = Node { g, h, parent, is_open: true, was_expanded: false };
                if h == u32::MAX || node.f() > most {
                    return Ok(if h == u32::MAX { u32::MAX } else { node.f() });
                }
                let id = self.states.add(&self.child, &absent, self.limits)?;
                self.nodes.push(node);
                self.fresh.push(id);
                Ok(u32::MAX)
            }
        }
    }

    /// What no play is shorter than: the least f of the states that wait. (On every shortest play there is one to which the best
    /// play is known.) `u32::MAX` where none waits.
    fn least_f(&self) -> u32 {
        self.nodes.iter().filter(|node| node.is_open).map(Node::f).min().unwrap_or(u32::MAX)
    }

    /// What a search has shown that found this goal, none, or ended by a limit: at least the bound of the start.
    pub(super) fn quick(&self, found: Result<Option<u32>, Stop>) -> Search<Quick<P::Move>> {
        let (lower, expanded) = (self.least_f(), self.meter.nodes());
        match found {
            Ok(Some(goal)) => {
                let plan = self.plan(goal);
                Ok(Quick { lower: lower.min(plan.len() as u32), plan: Some(plan), expanded })
            }
            Ok(None) => Ok(Quick { plan: None, lower, expanded }),
            Err(stop) => {
                let start = self.nodes.first().map_or(0, |start| start.h);
                Err(Halted::at(&self.meter, stop, if lower < u32::MAX { lower } else { start }))
            }
        }
    }

    pub(super) fn is_goal(&self, id: u32) -> bool {
        self.puzzle.is_goal(&self.states[id])
    }

    pub(super) fn statistics(&self, held: u64) -> Statistics {
        Statistics {
            expanded: self.meter.nodes(),
            bound: self.nodes.first().map(|start| start.h),
            bytes: self.states.bytes() + held,
            ..self.told.clone()
        }
    }

    pub(super) fn plan(&self, goal: u32) -> Vec<P::Move> {
        moves_along(self.puzzle, &line_to(&self.states, goal, |id| self.nodes[id as usize].parent))
    }
}
