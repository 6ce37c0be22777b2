//! Two fronts that search towards each other with bounds: the common parts of the searches that prove necessary pairs.
//!
//! A pair of a state u that waits on the near side (found from the start, by g moves) and a state v that waits on the far side
//! (found from the goals) has the bound lb(u, v) = max(f(u), f(v), g(u) + g(v) + 1): no play through both is shorter. A search that
//! proves a length C must expand one of the two of every pair with lb < C (J. Eckerle, J. Chen, N. Sturtevant, S. Zilles, R. Holte,
//! *Sufficient conditions for node expansion in bidirectional heuristic search*, ICAPS 2017). So searches differ in which pairs
//! they take up; the rest is here: states by g that are ready, since f is within the length looked at, and states by f
//! that wait. All that are within it are made ready at once, so that with consistent bounds the play known to a state with the least g is a best
//! one. A state to which a better play is found after it was expanded is expanded again, which happens where others are taken first.

use super::a_star::{Entry, OpenList};
use super::bidirectional::SearchDirection;
use super::reached::Node;
use super::states::States;
use super::{Found, Halted, ROOT, Search, line_across, line_to, moves_along};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::{Backward, Bound};
use crate::record::Round;
use crate::statistics::Statistics;

/// What is known from one end.
pub(super) struct Front<S> {
    states: States<S>,
    nodes: Vec<Node>,
    /// The states that are ready, by g. One that was found again by a better play is in two places.
    ready: Vec<Vec<u32>>,
    /// How many of them are ready, by g.
    pub(super) counts: Vec<u64>,
    /// Those that wait until their f is within the length, by f.
    waiting: OpenList,
    generated: u64,
    duplicates: u64,
    reexpanded: u64,
}

impl<S: Clone + Eq + std::hash::Hash> Front<S> {
    fn new(heap_bytes: usize) -> Self {
        // A number in one of the lists, in addition to the node.
        let beside = size_of::<Node>() + heap_bytes + 2 * size_of::<u32>();
        Front {
            states: States::new(beside),
            nodes: Vec::new(),
            ready: Vec::new(),
            counts: Vec::new(),
            waiting: OpenList::default(),
            generated: 0,
            duplicates: 0,
            reexpanded: 0,
        }
    }

    /// Has a state wait, or makes it ready.
    fn enter(&mut self, id: u32, within: u32) {
        let node = self.nodes[id as usize];
        let (g, f) = (node.g, node.f());
        if f > within {
            self.waiting.push(Entry { f, h: 0, id });
            return;
        }
        let places = self.ready.len().max(g as usize + 1);
        self.ready.resize_with(places, Vec::new);
        self.counts.resize(places, 0);
        self.ready[g as usize].push(id);
        self.counts[g as usize] += 1;
    }

    /// Makes those ready whose f is within a length.
    fn admit(&mut self, within: u32) {
        while self.least_f().is_some_and(|f| f <= within)
            && let Some(Entry { f, id, .. }) = self.waiting.pop()
        {
            let node = &self.nodes[id as usize];
            if node.is_open && node.f() == f {
                self.enter(id, within);
            }
        }
    }

    /// The least g of those that are ready.
    pub(super) fn least_g(&self) -> Option<u32> {
        self.counts.iter().position(|&count| count > 0).map(|g| g as u32)
    }

    /// The least f of those that wait.
    fn least_f(&self) -> Option<u32> {
        self.waiting.least_f()
    }

    /// A state that is ready, by its g.
    pub(super) fn next(&self, g: u32) -> Option<u32> {
        let is_due = |id: &&u32| self.nodes[**id as usize].is_open && self.nodes[**id as usize].g == g;
        self.ready[g as usize].iter().rfind(is_due).copied()
    }

    /// Takes a state that is ready off its list, and those before it that are not any more.
    fn take(&mut self, id: u32) {
        let g = self.nodes[id as usize].g as usize;
        while self.ready[g].pop().is_some_and(|other| other != id) {}
        self.counts[g] -= 1;
        let node = &mut self.nodes[id as usize];
        node.is_open = false;
        self.reexpanded += u64::from(std::mem::replace(&mut node.was_expanded, true));
    }

    /// Takes note of a play to a state; its number, if the state is new or the play better.
    fn reach(
        &mut self,
        state: &S,
        (parent, g): (u32, u32),
        bound: impl FnOnce() -> u32,
        within: u32,
        limits: &Limits<'_>,
    ) -> Result<Option<u32>, Stop> {
        let id = match self.states.find(state) {
            Ok(id) => {
                self.duplicates += u64::from(parent != ROOT);
                let node = &mut self.nodes[id as usize];
                if g >= node.g {
                    return Ok(None);
                }
                if node.is_open && node.f() <= within {
                    self.counts[node.g as usize] -= 1;
                }
                (node.g, node.parent, node.is_open) = (g, parent, true);
                id
            }
            Err(absent) => {
                let h = bound();
                if h == u32::MAX {
                    return Ok(None);
                }
                let id = self.states.add(state, &absent, limits)?;
                self.nodes.push(Node { g, h, parent, is_open: true, was_expanded: false });
                id
            }
        };
        self.enter(id, within);
        Ok(Some(id))
    }

    fn line_to(&self, id: u32) -> Vec<&S> {
        line_to(&self.states, id, |id| self.nodes[id as usize].parent)
    }
}

/// Both fronts, and the best play that they have made where they met.
pub(super) struct Fronts<'a, P: Backward + ?Sized, T: ?Sized, F: ?Sized> {
    puzzle: &'a P,
    /// The bounds: to the goal, and from the start.
    bounds: (&'a T, &'a F),
    limits: &'a Limits<'a>,
    meter: Meter<'a>,
    pub(super) near: Front<P::State>,
    pub(super) far: Front<P::State>,
    /// The length looked at: no play is shorter.
    pub(super) lower: u32,
    /// The length of the best play found.
    best: u32,
    /// Where its two halves meet.
    meeting: Option<(u32, u32)>,
    iterations: Vec<Round>,
    state: P::State,
    buffer: Vec<P::Move>,
}

impl<'a, P: Backward + ?Sized, T: Bound<P> + ?Sized, F: Bound<P> + ?Sized> Fronts<'a, P, T, F> {
    /// Finds a shortest plan. `step` expands states of pairs that the length looked at allows, as many as it likes; it says
    /// whether there was such a pair.
    pub(super) fn solve(
        puzzle: &'a P,
        bounds: (&'a T, &'a F),
        limits: &'a Limits<'a>,
        phase: &'static str,
        step: fn(&mut Self) -> Result<bool, Stop>,
    ) -> Search<Found<P::Move>> {
        let mut fronts = Fronts {
            puzzle,
            bounds,
            limits,
            meter: Meter::new(limits, phase),
            near: Front::new(puzzle.heap_bytes()),
            far: Front::new(puzzle.heap_bytes()),
            lower: 0,
            best: u32::MAX,
            meeting: None,
            iterations: Vec::new(),
            state: puzzle.start(),
            buffer: Vec::new(),
        };
        let met = fronts.search(step);
        limits.tell(|| fronts.statistics());
        match met {
            Ok(()) => Ok(Found { plan: fronts.plan(), expanded: fronts.meter.nodes() }),
            Err(stop) => Err(Halted::at(&fronts.meter, stop, fronts.lower)),
        }
    }

    fn search(&mut self, step: fn(&mut Self) -> Result<bool, Stop>) -> Result<(), Stop> {
        for goal in self.puzzle.goals() {
            self.state = goal;
            self.reach(SearchDirection::Backwards, ROOT, 0)?;
        }
        self.state = self.puzzle.start();
        self.reach(SearchDirection::Forwards, ROOT, 0)?;
        let mut before = 0;
        while let Some(least) = self.next_length() {
            self.lower = least.max(self.lower);
            if self.lower >= self.best {
                return Ok(());
            }
            self.limits.deepen(self.lower)?;
            self.near.admit(self.lower);
            self.far.admit(self.lower);
            while !self.is_found() && step(self)? {}
            let nodes = self.meter.nodes();
            self.iterations.push(Round { threshold: self.lower, nodes: nodes - before, found: self.is_found() });
            before = nodes;
        }
        Ok(())
    }

    /// The least bound of all pairs; none where one side has nothing left.
    fn next_length(&self) -> Option<u32> {
        let least = |front: &Front<P::State>| match front.least_g() {
            Some(_) => Some(self.lower),
            None => front.least_f(),
        };
        let apart = least(&self.near)?.max(least(&self.far)?);
        // Where both sides have states that are ready, those that wait may also make a pair.
        let (Some(near), Some(far)) = (self.near.least_g(), self.far.least_g()) else { return Some(apart) };
        let waiting = [self.near.least_f(), self.far.least_f()].into_iter().flatten().min();
        Some((near + far + 1).min(waiting.unwrap_or(u32::MAX)).max(self.lower))
    }

    /// Expands a state that is ready.
    pub(super) fn expand(&mut self, direction: SearchDirection, id: u32) -> Result<(), Stop> {
        let bytes = self.near.states.bytes() + self.far.states.bytes();
        self.meter.node(|| bytes)?;
        let mut moves = std::mem::take(&mut self.buffer);
        let generated = self.near.generated + self.far.generated;
        let (front, _) = direction.order(&mut self.near, &mut self.far);
        front.take(id);
        let (parent, Node { g, h, .. }) = (front.states[id].clone(), front.nodes[id as usize]);
        self.meter.trace(g, h, generated, direction == SearchDirection::Backwards);
        direction.moves(self.puzzle, &parent, &mut moves);
        front.generated += moves.len() as u64;
        for mv in moves.drain(..) {
            self.state.clone_from(&parent);
            direction.make(self.puzzle, &mut self.state, &mv);
            self.reach(direction, id, g + 1)?;
        }
        self.buffer = moves;
        Ok(())
    }

    /// Whether a play was found of the length looked at: then there is none shorter.
    pub(super) fn is_found(&self) -> bool {
        self.best <= self.lower
    }

    /// Takes note of a play to `self.state` on one side, and of the play that it makes with the other side's.
    fn reach(&mut self, direction: SearchDirection, parent: u32, g: u32) -> Result<(), Stop> {
        let (own, other) = direction.order(&mut self.near, &mut self.far);
        own.states.elsewhere = other.states.bytes();
        let (puzzle, (to_goal, from_start), state) = (self.puzzle, self.bounds, &self.state);
        let bound = || match direction {
            SearchDirection::Forwards => to_goal.of(puzzle, state),
            SearchDirection::Backwards => from_start.of(puzzle, state),
        };
        let Some(here) = own.reach(state, (parent, g), bound, self.lower, self.limits)? else { return Ok(()) };
        let Ok(there) = other.states.find(state) else { return Ok(()) };
        let length = g + other.nodes[there as usize].g;
        if length < self.best {
            self.best = length;
            self.meeting = Some(direction.order(here, there));
        }
        Ok(())
    }

    fn plan(&self) -> Option<Vec<P::Move>> {
        let (near, far) = self.meeting?;
        Some(moves_along(self.puzzle, &line_across(self.near.line_to(near), self.far.line_to(far))))
    }

    fn statistics(&self) -> Statistics {
        let Fronts { near, far, .. } = self;
        Statistics {
            expanded: self.meter.nodes(),
            generated: near.generated + far.generated,
            duplicates: near.duplicates + far.duplicates,
            reexpanded: near.reexpanded + far.reexpanded,
            bound: near.nodes.first().map(|start| start.h),
            iterations: self.iterations.clone(),
            bytes: near.states.bytes() + far.states.bytes(),
            ..Statistics::default()
        }
    }
}
