//! Breadth-first search within a length limit, which keeps three layers: the common part of breadth-first heuristic search and breadth-first IDA*.
//!
//! R. Zhou, E. A. Hansen, *Breadth-first heuristic search*, Artificial Intelligence 170, 2006. A state is not kept when its
//! f = g + h is above the length. A new state is compared with the layer before, its own and the next, which finds all duplicates where
//! every move can be taken back by a move; elsewhere a state may be expanded again in a later layer, which costs time alone. Each state
//! beyond a relay layer names its ancestor there. So when a goal is found, its play is found in two halves, from the start to the
//! relay state and from there to the goal, each by the same search.

use super::a_star::{Entry, OpenList};
use super::states::{Absent, States};
use super::{Halted, Search, move_between};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Bound, Puzzle};
use crate::record::Round;
use crate::statistics::Statistics;

/// States at one distance.
struct Layer<S> {
    states: States<S>,
    bounds: Vec<u32>,
    /// The number of the ancestor in the relay layer, beyond that layer.
    relays: Vec<u32>,
}

impl<S: Clone + Eq + std::hash::Hash> Layer<S> {
    fn new(heap_bytes: usize) -> Self {
        let states = States::new(heap_bytes + 2 * size_of::<u32>());
        Layer { states, bounds: Vec::new(), relays: Vec::new() }
    }

    fn has(&self, state: &S) -> bool {
        self.states.find(state).is_ok()
    }

    /// Adds a state with its bound and the number of its ancestor.
    fn add(&mut self, state: &S, absent: &Absent, (bound, relay): (u32, u32), limits: &Limits<'_>) -> Result<(), Stop> {
        self.states.add(state, absent, limits)?;
        self.bounds.push(bound);
        self.relays.push(relay);
        Ok(())
    }
}

/// Where a search goes.
enum Target<'t, S> {
    Goal,
    /// This state at this distance from the start.
    State(&'t S, u32),
}

impl<S: Eq> Target<'_, S> {
    /// Whether it is this state, at this distance from the start.
    fn is_at<P: Puzzle<State = S> + ?Sized>(&self, puzzle: &P, state: &S, distance: u32) -> bool {
        match self {
            Target::Goal => puzzle.is_goal(state),
            Target::State(wanted, there) => distance == *there && state == *wanted,
        }
    }
}

/// A state that was searched for, its distance, and the state of the relay layer on a shortest play to it.
struct Hit<S> {
    state: S,
    g: u32,
    relay: S,
}

pub(super) struct Layered<'a, P: Puzzle + ?Sized, B: ?Sized> {
    puzzle: &'a P,
    bound: &'a B,
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    /// The bound of the start.
    pub(super) root: u32,
    /// No play is shorter.
    pub(super) lower: u32,
    told: Statistics,
}

/// What a search under a length found.
pub(super) enum Swept<M> {
    /// A shortest plan.
    Plan(Vec<M>),
    /// Every plan is at least so long; `u32::MAX`: there is none.
    AtLeast(u32),
}

impl<'a, P: Puzzle + ?Sized, B: Bound<P> + ?Sized> Layered<'a, P, B> {
    pub(super) fn new(puzzle: &'a P, bound: &'a B, limits: &'a Limits<'a>, phase: &'static str) -> Self {
        let root = bound.of(puzzle, &puzzle.start());
        Layered {
            puzzle,
            bound,
            limits,
            meter: Meter::new(limits, phase),
            root,
            lower: root,
            told: Statistics { bound: Some(root), ..Statistics::default() },
        }
    }

    pub(super) fn expanded(&self) -> u64 {
        self.meter.nodes()
    }

    /// Searches for a shortest plan of at most `upper` moves.
    pub(super) fn within(&mut self, upper: u32) -> Search<Swept<P::Move>> {
        if self.root > upper {
            return Ok(Swept::AtLeast(self.root));
        }
        let swept = self.limits.deepen(self.lower).and_then(|()| self.plan_within(upper));
        swept.map_err(|stop| {
            // A limit that stops a search before its first node.
            let expanded = self.meter.nodes().saturating_sub(u64::from(stop != Stop::Length));
            Halted { stop, lower: self.lower, expanded }
        })
    }

    fn plan_within(&mut self, upper: u32) -> Result<Swept<P::Move>, Stop> {
        let (start, before) = (self.puzzle.start(), self.meter.nodes());
        // What was expanded so far is expanded again.
        self.told.reexpanded = before;
        if self.puzzle.is_goal(&start) {
            return Ok(Swept::Plan(Vec::new()));
        }
        let hit = self.sweep(&start, 0, upper, upper / 2, &Target::Goal)?;
        self.told.iterations.push(Round { threshold: upper, nodes: self.meter.nodes() - before, found: hit.is_ok() });
        let hit = match hit {
            Ok(hit) => hit,
            Err(cut_off) => {
                self.lower = cut_off;
                return Ok(Swept::AtLeast(cut_off));
            }
        };
        self.lower = hit.g;
        let (mut moves, found) = (Vec::new(), self.meter.nodes());
        let middle = (upper / 2).min(hit.g);
        self.between((&start, 0), (&hit.relay, middle), hit.g, &mut moves)?;
        self.between((&hit.relay, middle), (&hit.state, hit.g), hit.g, &mut moves)?;
        self.told.reexpanded += self.meter.nodes() - found;
        Ok(Swept::Plan(moves))
    }

    /// The moves from one state of a shortest play, whose length is given, to a later one, each with its distance.
    fn between(
        &mut self,
        (from, g): (&P::State, u32),
        (to, there): (&P::State, u32),
        length: u32,
        moves: &mut Vec<P::Move>,
    ) -> Result<(), Stop> {
        if there <= g + 1 {
            moves.extend((there > g).then(|| move_between(self.puzzle, from, to)));
            return Ok(());
        }
        let middle = g.midpoint(there);
        let hit = self.sweep(from, g, length, middle, &Target::State(to, there))?;
        let Ok(Hit { relay, .. }) = hit else {
            panic!("no play leads from {from:?} to {to:?}, where the search went: the puzzle contradicts itself")
        };
        self.between((from, g), (&relay, middle), length, moves)?;
        self.between((&relay, middle), (to, there), length, moves)
    }

    /// Expands layer by layer from a state at distance `g`; without a hit the least f that was cut off.
    fn sweep(
        &mut self,
        from: &P::State,
        mut g: u32,
        upper: u32,
        middle: u32,
        target: &Target<'_, P::State>,
    ) -> Result<Result<Hit<P::State>, u32>, Stop> {
        let heap_bytes = self.puzzle.heap_bytes();
        let new = || Layer::new(heap_bytes);
        let (mut last, mut layer, mut next) = (new(), new(), new());
        let mut relays = vec![from.clone()];
        let Err(absent) = layer.states.find(from) else { unreachable!("the layer is empty") };
        layer.add(from, &absent, (self.bound.of(self.puzzle, from), 0), self.limits)?;
        let (mut moves, mut child, mut cut_off) = (Vec::new(), from.clone(), u32::MAX);
        while layer.states.len() > 0 {
            if matches!(target, Target::Goal) {
                // No state of a shorter play was cut off, and none so far is a goal.
                self.lower = self.lower.max(g + 1);
            }
            let relay_bytes = (relays.capacity() * (size_of::<P::State>() + heap_bytes)) as u64;
            next.states.elsewhere = last.states.bytes() + layer.states.bytes() + relay_bytes;
            for id in 0..layer.states.len() {
                self.meter.node(|| next.states.bytes() + next.states.elsewhere)?;
                self.meter.trace(g, layer.bounds[id as usize], self.told.generated, false);
                self.puzzle.moves(&layer.states[id], &mut moves);
                self.told.generated += moves.len() as u64;
                for mv in moves.drain(..) {
                    child.clone_from(&layer.states[id]);
                    self.puzzle.play(&mut child, &mv);
                    let relay = layer.relays[id as usize];
                    if target.is_at(self.puzzle, &child, g + 1) {
                        // The relay layer is not reached where the play is short.
                        let relay = if g < middle { child.clone() } else { relays[relay as usize].clone() };
                        self.told.bytes = self.told.bytes.max(next.states.bytes() + next.states.elsewhere);
                        return Ok(Ok(Hit { state: child, g: g + 1, relay }));
                    }
                    let absent = next.states.find(&child).err();
                    let Some(absent) = absent.filter(|_| !last.has(&child) && !layer.has(&child)) else {
                        self.told.duplicates += 1;
                        continue;
                    };
                    let h = self.bound.after(self.puzzle, &child, &mv, layer.bounds[id as usize]);
                    let f = (g + 1).saturating_add(h);
                    if f > upper || h == u32::MAX {
                        cut_off = cut_off.min(if h == u32::MAX { h } else { f });
                        continue;
                    }
                    let relay = if g + 1 == middle { next.states.len() } else { relay };
                    next.add(&child, &absent, (h, relay), self.limits)?;
                }
            }
            self.told.bytes = self.told.bytes.max(next.states.bytes() + next.states.elsewhere);
            last = std::mem::replace(&mut layer, std::mem::replace(&mut next, new()));
            g += 1;
            if g == middle {
                relays = layer.states.as_slice().to_vec();
            }
        }
        Ok(Err(cut_off))
    }

    pub(super) fn statistics(&self) -> Statistics {
        Statistics { expanded: self.meter.nodes(), ..self.told.clone() }
    }

    /// The length of some play, by a beam: of each layer those of the least bound, at most `width`. None where it finds none.
    pub(super) fn beam(&mut self, width: usize) -> Search<Option<u32>> {
        self.narrow(width).map_err(|stop| Halted::at(&self.meter, stop, self.lower))
    }

    fn narrow(&mut self, width: usize) -> Result<Option<u32>, Stop> {
        let mut known: States<P::State> = States::new(self.puzzle.heap_bytes());
        let mut layer = vec![(self.root, self.puzzle.start())];
        let (mut moves, mut child) = (Vec::new(), self.puzzle.start());
        for g in 0.. {
            if layer.iter().any(|(_, state)| self.puzzle.is_goal(state)) {
                return Ok(Some(g));
            }
            let (mut next, mut order) = (Vec::new(), OpenList::default());
            for (h, state) in &layer {
                self.meter.node(|| known.bytes())?;
                self.meter.trace(g, *h, self.told.generated, false);
                self.puzzle.moves(state, &mut moves);
                self.told.generated += moves.len() as u64;
                for mv in moves.drain(..) {
                    child.clone_from(state);
                    self.puzzle.play(&mut child, &mv);
                    let Err(absent) = known.find(&child) else {
                        self.told.duplicates += 1;
                        continue;
                    };
                    known.add(&child, &absent, self.limits)?;
                    let h = self.bound.after(self.puzzle, &child, &mv, *h);
                    if h < u32::MAX {
                        order.push(Entry { f: h, h: 0, id: next.len() as u32 });
                        next.push((h, child.clone()));
                    }
                }
            }
            self.told.bytes = self.told.bytes.max(known.bytes());
            if next.is_empty() {
                break;
            }
            layer.clear();
            while layer.len() < width
                && let Some(Entry { id, .. }) = order.pop()
            {
                layer.push(next[id as usize].clone());
            }
        }
        Ok(None)
    }
}
