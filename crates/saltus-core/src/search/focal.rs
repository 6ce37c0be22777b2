//! Focal search, A* epsilon: among the states through which a play could be short enough, first the one that seems nearest to a
//! goal.
//!
//! J. Pearl, J. H. Kim, *Studies in semi-admissible heuristics*, IEEE Transactions on Pattern Analysis and Machine Intelligence 4,
//! 1982. Let f be the least g + h of the states that wait: no play is shorter. Those with g + h up to w f are the focal list, and
//! the one with the least h is expanded. The play found has at most w times as many moves as a shortest one. A state to which a
//! better play is found waits again. Weights are in hundredths.

use super::a_star::{Entry, OpenList};
use super::reached::Reached;
use super::{Quick, Search};
use crate::limits::{Limits, Stop};
use crate::puzzle::{Bound, Puzzle};

/// Finds a play of at most `percent` / 100 times as many moves as a shortest one, and what no play is shorter than.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance, search::focal};
/// use saltus_shifting::shift::{self, bounds::Chain};
///
/// let puzzle = shift::read("shift 3 3 moves=all").unwrap().puzzle().unwrap();
/// let found = focal::solve(&puzzle, &Chain, 150, &Limits::default()).unwrap();
/// let length = found.plan.unwrap().len() as u32;
/// assert!(found.lower <= 15 && 15 <= length && length <= 22);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn solve<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    percent: u32,
    limits: &Limits<'_>,
) -> Search<Quick<P::Move>> {
    let mut reached = Reached::new(puzzle, bound, limits, "focal search");
    let mut open = Open { percent: percent.max(100), ..Open::default() };
    let found = search(&mut reached, &mut open);
    limits.tell(|| reached.statistics(open.bytes()));
    reached.quick(found)
}

/// The states that wait. Entries that are out of date are skipped when they come up.
#[derive(Default)]
struct Open {
    percent: u32,
    /// All of them, by f.
    all: OpenList,
    /// Those of the focal list, by their bound and then by f.
    focal: OpenList,
    /// The others, by f.
    waiting: OpenList,
    /// The greatest f of the focal list.
    most: u32,
}

impl Open {
    fn enter(&mut self, f: u32, h: u32, id: u32) {
        self.all.push(Entry { f, h, id });
        self.waiting.push(Entry { f, h, id });
    }

    /// Raises the greatest f of the focal list to what the least f allows, and puts on the list what is within it.
    fn raise(&mut self, least: u32) {
        let most = u64::from(least) * u64::from(self.percent) / 100;
        self.most = self.most.max(u32::try_from(most).unwrap_or(u32::MAX - 1));
        while self.waiting.least_f().is_some_and(|f| f <= self.most)
            && let Some(Entry { f, h, id }) = self.waiting.pop()
        {
            self.focal.push(Entry { f: h, h: f, id });
        }
    }

    fn bytes(&self) -> u64 {
        self.all.bytes() + self.focal.bytes() + self.waiting.bytes()
    }
}

/// The goal to which a play was found.
fn search<P: Puzzle + ?Sized, B: Bound<P> + ?Sized>(
    reached: &mut Reached<'_, P, B>,
    open: &mut Open,
) -> Result<Option<u32>, Stop> {
    reached.plant()?;
    loop {
        for &id in &reached.fresh {
            let node = &reached.nodes[id as usize];
            open.enter(node.f(), node.h, id);
        }
        let waits = |f: u32, id: u32| reached.nodes[id as usize].is_open && reached.nodes[id as usize].f() == f;
        let Some(least) = std::iter::from_fn(|| open.all.pop()).find(|entry| waits(entry.f, entry.id)) else {
            return Ok(None);
        };
        open.all.push(least);
        reached.limits.deepen(least.f)?;
        open.raise(least.f);
        let next = std::iter::from_fn(|| open.focal.pop()).find(|entry| waits(entry.h, entry.id));
        let Entry { id, .. } = next.expect("that of the least f is on the list");
        if reached.is_goal(id) {
            return Ok(Some(id));
        }
        reached.expand(id, u32::MAX, open.bytes())?;
    }
}
