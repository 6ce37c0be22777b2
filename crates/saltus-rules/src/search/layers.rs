//! Breadth-first search: every position of one distance before any of the next.
//!
//! Where every move takes equally many pieces, no position comes again in a later layer, and the positions met are forgotten after each
//! layer.

use dashu_int::UBig;
use saltus_core::limits::{Limits, Meter};
use saltus_core::search::Halted;

use super::sweep::Sweep;
use super::{Play, bytes, count, trace};
use crate::packed::{Canonical, Group, Key, Packed};

/// The positions of all distances, counted.
pub(crate) struct Layers<const W: usize> {
    /// How many positions each distance has.
    pub(crate) sizes: Vec<u64>,
    /// Positions from which no move leads on, and which are no goals.
    pub(crate) dead_ends: u64,
    /// A position of the last layer.
    pub(crate) farthest: Key<W>,
    /// The distance of the nearest goals, and how many shortest plays lead to them.
    pub(crate) goal: Option<(usize, UBig)>,
    /// How few pieces are left in any of them, of those of which as few as possible are to be left.
    pub(crate) fewest: Option<usize>,
    /// Positions that were expanded, up to symmetry.
    pub(crate) expanded: u64,
}

struct Search<'a, const W: usize> {
    packed: &'a Packed<W>,
    sweep: Sweep<'a, W>,
    layers: Vec<Vec<Key<W>>>,
    meter: Meter<'a>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(packed: &'a Packed<W>, group: &'a Canonical<W>, start: Key<W>, limits: &'a Limits<'a>) -> Self {
        let mut sweep = Sweep::new(&packed.forward, group, limits);
        let start = group.least(start);
        sweep.insert(start);
        Search { packed, sweep, layers: vec![vec![start]], meter: Meter::new(limits, "breadth-first") }
    }

    fn last(&self) -> &[Key<W>] {
        self.layers.last().expect("the layer of the start")
    }

    fn goals(&self) -> Vec<Key<W>> {
        self.last().iter().filter(|key| self.packed.is_goal(key)).copied().collect()
    }

    /// Adds a layer, which may be empty.
    fn expand(&mut self, count: bool, depth: usize) -> Result<super::sweep::Seen, Halted> {
        if self.packed.graded {
            self.sweep.clear();
        }
        let (mut next, held) = (Vec::new(), bytes(&self.layers));
        let is_goal = |key: &Key<W>| self.packed.is_goal(key);
        let layer = self.layers.last().expect("the layer of the start");
        let expanded = self.sweep.expand(
            layer,
            &mut next,
            count.then_some(&is_goal as &(dyn Fn(&Key<W>) -> bool + Sync)),
            held,
            &mut self.meter,
        );
        let seen = expanded.map_err(|stop| Halted { stop, lower: depth as u32 + 1, expanded: self.meter.nodes() })?;
        self.layers.push(next);
        Ok(seen)
    }
}

/// The positions from the start up to the first layer with goals. Empty where no goal can be reached.
fn up_to_goals<const W: usize>(search: &mut Search<'_, W>, limits: &Limits<'_>) -> Result<Vec<Key<W>>, Halted> {
    loop {
        let goals = search.goals();
        if !goals.is_empty() || search.last().is_empty() {
            return Ok(goals);
        }
        let lower = search.layers.len() as u32;
        limits.deepen(lower).map_err(|stop| Halted { stop, lower, expanded: search.meter.nodes() })?;
        search.expand(false, search.layers.len() - 1)?;
    }
}

/// A shortest play.
pub(crate) fn shortest<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    limits: &Limits<'_>,
) -> Result<Play<W>, Halted> {
    let group = packed.group(Group::Goals);
    let mut search = Search::new(packed, group, start, limits);
    let goals = up_to_goals(&mut search, limits)?;
    let nodes = search.meter.nodes();
    Ok(match goals.first() {
        Some(&goal) => {
            let before = &search.layers[..search.layers.len() - 1];
            let mut play = trace(packed.backward(), group, before, goal);
            play.reverse();
            (Some(play), nodes)
        }
        None => (None, nodes),
    })
}

/// The length of the shortest plays, and how many there are.
pub(crate) fn plays<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    limits: &Limits<'_>,
) -> Result<Option<(usize, UBig)>, Halted> {
    let group = packed.group(Group::Goals);
    let mut search = Search::new(packed, group, start, limits);
    let goals = up_to_goals(&mut search, limits)?;
    let Search { layers, sweep, .. } = search;
    drop(sweep);
    if goals.is_empty() {
        return Ok(None);
    }
    Ok(Some((layers.len() - 1, count(packed, group, &layers[..layers.len() - 1], goals, limits)?)))
}

/// All positions that can be reached.
pub(crate) fn layers<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    limits: &Limits<'_>,
) -> Result<Layers<W>, Halted> {
    let group = packed.group(Group::Start);
    let mut search = Search::new(packed, group, start, limits);
    let fewest = packed.definition().fewest();
    let mut found = Layers { sizes: Vec::new(), dead_ends: 0, farthest: start, goal: None, fewest: None, expanded: 0 };
    loop {
        if let Some(pieces) = fewest {
            let least = search.last().iter().map(|key| packed.pieces(key, pieces)).min();
            found.fewest = least.min(found.fewest).or(least);
        } else if found.goal.is_none() {
            let goals = search.goals();
            if !goals.is_empty() {
                let last = search.layers.pop().expect("the layer of the start");
                let plays = count(packed, group, &search.layers, goals, limits)?;
                found.goal = Some((search.layers.len(), plays));
                search.layers = vec![last];
            }
        }
        found.farthest = search.last()[0];
        let seen = search.expand(true, found.sizes.len())?;
        found.sizes.push(seen.positions);
        found.dead_ends += seen.dead_ends;
        if found.goal.is_some() || fewest.is_some() {
            // Layers before the goals are for counting plays; the others are done with.
            search.layers.swap_remove(0);
        }
        if search.last().is_empty() {
            found.expanded = search.meter.nodes();
            return Ok(found);
        }
    }
}
