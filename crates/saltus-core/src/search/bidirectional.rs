//! Breadth-first search from both ends, until the two meet.
//!
//! I. Pohl, *Bi-directional search*, Machine Intelligence 6, 1971. This search expands whole
//! layers, always on the side whose last layer is smaller. While all states within a of the start
//! and all within b of a goal have nothing in common, every play has more than a + b moves; so the
//! first meeting, in layer a + 1, is on a play of a + 1 + b moves, a shortest one, and the search
//! stops at once.

use super::states::States;
use super::{Found, Halted, ROOT, Search, line_across, line_to, moves_along};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Backward;
use crate::statistics::Statistics;

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::bidirectional};
/// use saltus_shifting::shift;
///
/// let puzzle = shift::read("shift 2 2").unwrap().puzzle().unwrap();
/// let found = bidirectional::solve(&puzzle, &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 8);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Backward + ?Sized>(puzzle: &P, limits: &Limits<'_>) -> Search<Found<P::Move>> {
    let mut meter = Meter::new(limits, "bidirectional search");
    let mut ends = BothEnds {
        near: SearchSide::new(puzzle, SearchDirection::Forwards),
        far: SearchSide::new(puzzle, SearchDirection::Backwards),
    };
    let met = ends.search(puzzle, limits, &mut meter);
    limits.tell(|| ends.statistics(meter.nodes()));
    match met {
        Ok(meeting) => {
            let plan = meeting.map(|meeting| ends.plan(puzzle, meeting));
            Ok(Found { plan, expanded: meter.nodes() })
        }
        Err(stop) => Err(Halted::at(&meter, stop, ends.lower())),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SearchDirection {
    Forwards,
    Backwards,
}

impl SearchDirection {
    pub(super) fn moves<P: Backward + ?Sized>(self, puzzle: &P, state: &P::State, buffer: &mut Vec<P::Move>) {
        match self {
            SearchDirection::Forwards => puzzle.moves(state, buffer),
            SearchDirection::Backwards => puzzle.moves_into(state, buffer),
        }
    }

    /// What is of the side that goes this way, and what of the other, given those of the start and of the goals, or the reverse.
    pub(super) fn order<T>(self, near: T, far: T) -> (T, T) {
        match self {
            SearchDirection::Forwards => (near, far),
            SearchDirection::Backwards => (far, near),
        }
    }

    pub(super) fn make<P: Backward + ?Sized>(self, puzzle: &P, state: &mut P::State, mv: &P::Move) {
        match self {
            SearchDirection::Forwards => puzzle.play(state, mv),
            SearchDirection::Backwards => puzzle.undo(state, mv),
        }
    }
}

/// The states known from one end.
struct SearchSide<P: Backward + ?Sized> {
    direction: SearchDirection,
    states: States<P::State>,
    parents: Vec<u32>,
    /// Where the last whole layer begins.
    layer: u32,
    /// Its distance.
    depth: u32,
    generated: u64,
    duplicates: u64,
}

struct BothEnds<P: Backward + ?Sized> {
    near: SearchSide<P>,
    far: SearchSide<P>,
}

impl<P: Backward + ?Sized> BothEnds<P> {
    /// A state known from both ends, by its two numbers.
    fn search(&mut self, puzzle: &P, limits: &Limits<'_>, meter: &mut Meter<'_>) -> Result<Option<(u32, u32)>, Stop> {
        for goal in puzzle.goals() {
            self.far.add(&goal, ROOT, limits)?;
        }
        let start = puzzle.start();
        self.near.add(&start, ROOT, limits)?;
        if let Ok(far) = self.far.states.find(&start) {
            return Ok(Some((0, far)));
        }
        while self.near.width() > 0 && self.far.width() > 0 {
            limits.deepen(self.lower())?;
            let is_near = self.near.width() <= self.far.width();
            let direction = if is_near { SearchDirection::Forwards } else { SearchDirection::Backwards };
            let (own, other) = direction.order(&mut self.near, &mut self.far);
            if let Some((here, there)) = own.grow(puzzle, other, limits, meter)? {
                return Ok(Some(direction.order(here, there)));
            }
        }
        Ok(None)
    }

    /// No play is shorter, as long as the sides have not met.
    fn lower(&self) -> u32 {
        let apart = self.near.states.len() > 0;
        self.near.depth + self.far.depth + u32::from(apart)
    }

    fn statistics(&self, expanded: u64) -> Statistics {
        Statistics {
            expanded,
            generated: self.near.generated + self.far.generated,
            duplicates: self.near.duplicates + self.far.duplicates,
            bytes: self.near.states.bytes() + self.far.states.bytes(),
            ..Statistics::default()
        }
    }

    fn plan(&self, puzzle: &P, (near, far): (u32, u32)) -> Vec<P::Move> {
        moves_along(puzzle, &line_across(self.near.line_to(near), self.far.line_to(far)))
    }
}

impl<P: Backward + ?Sized> SearchSide<P> {
    fn new(puzzle: &P, direction: SearchDirection) -> Self {
        SearchSide {
            direction,
            states: States::new(size_of::<u32>() + puzzle.heap_bytes()),
            parents: Vec::new(),
            layer: 0,
            depth: 0,
            generated: 0,
            duplicates: 0,
        }
    }

    /// How many states the last layer has.
    fn width(&self) -> u32 {
        self.states.len() - self.layer
    }

    /// Expands the last layer; stops at the first state that the other side knows, and gives its
    /// number here and there.
    fn grow(
        &mut self,
        puzzle: &P,
        other: &Self,
        limits: &Limits<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(u32, u32)>, Stop> {
        let layer = self.layer..self.states.len();
        self.states.elsewhere = other.states.bytes();
        let mut moves = Vec::new();
        let mut state = puzzle.start();
        for id in layer.clone() {
            meter.node(|| self.states.bytes() + other.states.bytes())?;
            meter.trace(self.depth, 0, self.generated + other.generated, self.direction == SearchDirection::Backwards);
            self.direction.moves(puzzle, &self.states[id], &mut moves);
            for mv in moves.drain(..) {
                state.clone_from(&self.states[id]);
                self.direction.make(puzzle, &mut state, &mv);
                self.generated += 1;
                let Some(here) = self.add(&state, id, limits)? else {
                    self.duplicates += 1;
                    continue;
                };
                if let Ok(there) = other.states.find(&state) {
                    return Ok(Some((here, there)));
                }
            }
        }
        self.layer = layer.end;
        self.depth += 1;
        Ok(None)
    }

    /// Numbers a state, unless it is known.
    fn add(&mut self, state: &P::State, parent: u32, limits: &Limits<'_>) -> Result<Option<u32>, Stop> {
        let Err(absent) = self.states.find(state) else { return Ok(None) };
        let id = self.states.add(state, &absent, limits)?;
        self.parents.push(parent);
        Ok(Some(id))
    }

    fn line_to(&self, id: u32) -> Vec<&P::State> {
        line_to(&self.states, id, |id| self.parents[id as usize])
    }
}
