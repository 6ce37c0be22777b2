//! Focal search, A* epsilon: among the states through which a play could be short enough, first the one that seems nearest to a
//! goal.
//!
//! J. Pearl, J. H. Kim, *Studies in semi-admissible heuristics*, IEEE Transactions on Pattern Analysis and Machine Intelligence 4,
//! 1982. Let f be the least g + h of the states that wait: no play is shorter. Those with g + h up to w f are the focal list, and
//! the one with the least h is expanded. The play found has at most w times as many moves as a shortest one. A state to which a
//! better play is found waits again. Weights are in hundredths.

use std::collections::BTreeMap;

use super::a_star::{Buckets, Entry};
use super::reached::Reached;
use super::{Halted, Quick, Search};
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
pub fn solve<P: Puzzle, B: Bound<P> + ?Sized>(
    puzzle: &P,
    bound: &B,
    percent: u32,
    limits: &Limits<'_>,
) -> Search<Quick<P::Move>> {
    let mut reached = Reached::new(puzzle, bound, limits, "focal search");
    let mut open = Open { percent: percent.max(100), ..Open::default() };
    let found = search(&mut reached, &mut open);
    limits.tell(|| reached.statistics(open.bytes()));
    let lower = open.least_f();
    match found {
        Ok(Some(goal)) => {
            let plan = reached.plan(goal);
            Ok(Quick { lower: lower.min(plan.len() as u32), plan: Some(plan), expanded: reached.meter.nodes() })
        }
        Ok(None) => Ok(Quick { plan: None, lower, expanded: reached.meter.nodes() }),
        Err(stop) => Err(Halted::at(&reached.meter, stop, reached.lower(reached.least_f()))),
    }
}

/// The states that wait.
#[derive(Default)]
struct Open {
    percent: u32,
    /// How many wait, by their f.
    counts: BTreeMap<u32, u64>,
    /// Those of the focal list, by their bound and then by f.
    focal: Buckets,
    /// The others, by f.
    waiting: Buckets,
    /// The greatest f of the focal list.
    most: u32,
}

impl Open {
    fn least_f(&self) -> u32 {
        self.counts.first_key_value().map_or(u32::MAX, |(&f, _)| f)
    }

    fn enter(&mut self, f: u32, h: u32, id: u32) {
        *self.counts.entry(f).or_default() += 1;
        if f <= self.most { self.focal.push(Entry { f: h, h: f, id }) } else { self.waiting.push(Entry { f, h, id }) }
    }

    fn leave(&mut self, f: u32) {
        let count = self.counts.entry(f).or_default();
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&f);
        }
    }

    /// Raises the greatest f of the focal list to what the least f allows.
    fn raise(&mut self) {
        let most = u64::from(self.least_f()) * u64::from(self.percent) / 100;
        self.most = self.most.max(u32::try_from(most).unwrap_or(u32::MAX - 1));
        while let Some(Entry { f, h, id }) = self.waiting.pop() {
            if f > self.most {
                self.waiting.push(Entry { f, h, id });
                break;
            }
            self.focal.push(Entry { f: h, h: f, id });
        }
    }

    fn bytes(&self) -> u64 {
        self.focal.bytes() + self.waiting.bytes()
    }
}

/// The goal to which a play was found.
fn search<P: Puzzle, B: Bound<P> + ?Sized>(
    reached: &mut Reached<'_, P, B>,
    open: &mut Open,
) -> Result<Option<u32>, Stop> {
    reached.plant()?;
    loop {
        for &(id, before) in &reached.fresh {
            before.into_iter().for_each(|f| open.leave(f));
            let node = &reached.nodes[id as usize];
            open.enter(node.f(), node.h, id);
        }
        if open.counts.is_empty() {
            return Ok(None);
        }
        reached.limits.deepen(open.least_f())?;
        open.raise();
        let is_due = |entry: &Entry| {
            let node = &reached.nodes[entry.id as usize];
            node.is_open && node.f() == entry.h
        };
        let Some(Entry { h: f, id, .. }) = std::iter::from_fn(|| open.focal.pop()).find(is_due) else {
            return Ok(None);
        };
        if reached.is_goal(id) {
            return Ok(Some(id));
        }
        let held = open.bytes();
        reached.expand(id, u32::MAX, held)?;
        open.leave(f);
    }
}
