//! A* with partial expansion: only a bounded share of the generated states waits to be expanded.
//!
//! T. Yoshizumi, T. Miura, T. Ishida, *A\* with partial expansion for large branching factor problems*, AAAI 2000. A state waits
//! with a promise, at first its f = g + h. When it is expanded, children with f up to the promise (plus `slack`) are kept; the
//! others are thrown away, and the state waits again, with the least f among them for a promise. So no state is ever kept whose f is above
//! the length of a shortest play plus the slack; the price is that states are expanded again.

use super::a_star::{Entry, OpenList};
use super::reached::Reached;
use super::{Found, Halted, Search};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Bound, Puzzle};

/// Finds a shortest plan.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::partial_expansion};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let found = partial_expansion::solve(&puzzle, &Chain, 0, &Limits::default()).unwrap();
/// assert_eq!(found.plan.unwrap().len(), 15);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    slack: u32,
    limits: &Limits<'_>,
) -> Search<Found<P::Move>> {
    let reached = Reached::new(puzzle, bound, limits, "partial expansion");
    let mut partial = Partial { reached, slack, promises: Vec::new(), open: OpenList::default(), lower: 0 };
    let found = partial.search();
    let Partial { reached, lower, .. } = &partial;
    limits.tell(|| reached.statistics(partial.held()));
    match found {
        Ok(goal) => Ok(Found { plan: goal.map(|goal| reached.plan(goal)), expanded: reached.meter.nodes() }),
        Err(stop) => Err(Halted::at(&reached.meter, stop, *lower)),
    }
}

struct Partial<'a, P: Puzzle + ?Sized, B: ?Sized> {
    reached: Reached<'a, P, B>,
    slack: u32,
    /// The least f of what each state still has to give.
    promises: Vec<u32>,
    open: OpenList,
    /// The greatest promise that was taken up: no play is shorter.
    lower: u32,
}

impl<P: Puzzle + ?Sized, B: Bound<P> + ?Sized> Partial<'_, P, B> {
    fn search(&mut self) -> Result<Option<u32>, Stop> {
        self.reached.plant()?;
        loop {
            for at in 0..self.reached.fresh.len() {
                let id = self.reached.fresh[at];
                self.wait(id, self.reached.nodes[id as usize].f());
            }
            let (reached, promises) = (&self.reached, &self.promises);
            let is_due =
                |entry: &Entry| reached.nodes[entry.id as usize].is_open && promises[entry.id as usize] == entry.f;
            let Some(Entry { f, id, .. }) = std::iter::from_fn(|| self.open.pop()).find(is_due) else {
                return Ok(None);
            };
            self.lower = self.lower.max(f);
            self.reached.limits.deepen(self.lower)?;
            if self.reached.is_goal(id) {
                return Ok(Some(id));
            }
            let held = self.held();
            let rest = self.reached.expand(id, f.saturating_add(self.slack), held)?;
            if rest < u32::MAX {
                self.reached.nodes[id as usize].is_open = true;
                self.wait(id, rest);
            }
        }
    }

    fn wait(&mut self, id: u32, promise: u32) {
        if id as usize == self.promises.len() {
            self.promises.push(promise);
        }
        self.promises[id as usize] = promise;
        self.open.push(Entry { f: promise, h: self.reached.nodes[id as usize].h, id });
    }

    fn held(&self) -> u64 {
        self.open.bytes() + (self.promises.capacity() * size_of::<u32>()) as u64
    }
}
