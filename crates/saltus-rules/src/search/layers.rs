//! Breadth-first search: every position of one distance before any of the next.
//!
//! Where every move takes equally many pieces, no position comes again in a later layer, and the positions met are forgotten after each
//! layer. Where some moves cost nothing, layers are by cost and, of one cost, by the fewest moves.

use dashu_int::UBig;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::search::Halted;

use super::sweep::{Seen, Sweep};
use super::{Layer, Pause, Play, bytes, count, trace};
use crate::packed::{Canonical, Group, Key, Packed};
use crate::rules::Position;

/// The cost of the nearest goals, the fewest moves to them, and how many shortest plays lead there.
pub(crate) type Nearest = (u32, u32, UBig);

/// The positions of all distances, counted.
pub(crate) struct Layers {
    /// How many positions each distance has.
    pub(crate) sizes: Vec<u64>,
    /// Positions from which no move leads on, and which are no goals.
    pub(crate) dead_ends: u64,
    /// A position of the last layer.
    pub(crate) farthest: Position,
    /// The nearest goals.
    pub(crate) goal: Option<Nearest>,
    /// How few pieces are left in any of them, of those of which as few as possible are to be left.
    pub(crate) fewest: Option<usize>,
    /// Positions that were expanded, up to symmetry.
    pub(crate) expanded: u64,
}

/// Where some moves cost nothing: what the others lead to. It waits until all of its cost that fewer moves lead to is found.
struct Seeds<'a, const W: usize> {
    sweep: Sweep<'a, W>,
    meter: Meter<'a>,
    /// Of the cost at hand, by moves; the fewest last.
    now: Vec<(u32, Vec<Key<W>>)>,
    /// Of the next one; the fewest first.
    next: Vec<(u32, Vec<Key<W>>)>,
}

impl<const W: usize> Seeds<'_, W> {
    fn keys(&self) -> impl Iterator<Item = &Vec<Key<W>>> {
        self.now.iter().chain(&self.next).map(|(_, keys)| keys)
    }
}

struct Search<'a, const W: usize> {
    packed: &'a Packed<W>,
    sweep: Sweep<'a, W>,
    seeds: Option<Seeds<'a, W>>,
    layers: Vec<Layer<W>>,
    meter: Meter<'a>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(packed: &'a Packed<W>, group: &'a Canonical<W>, start: Key<W>, limits: &'a Limits<'a>) -> Self {
        let (paid, free) = packed.priced(false);
        let mut sweep = Sweep::new(free.unwrap_or(paid), group, limits);
        let meter = || Meter::new(limits, "breadth-first");
        let seeds = free.map(|_| Seeds {
            sweep: Sweep::new(paid, group, limits),
            meter: meter(),
            now: Vec::new(),
            next: Vec::new(),
        });
        let start = group.least(start);
        sweep.insert(start);
        Search { packed, sweep, seeds, layers: vec![Layer::first(vec![start])], meter: meter() }
    }

    fn last(&self) -> &Layer<W> {
        self.layers.last().expect("the layer of the start")
    }

    fn goals(&self) -> Vec<Key<W>> {
        self.last().keys.iter().filter(|key| self.packed.is_goal(key)).copied().collect()
    }

    /// Whether some positions wait until all of their cost that fewer moves lead to are found.
    fn is_waiting(&self) -> bool {
        self.seeds.as_ref().is_some_and(|seeds| seeds.keys().any(|keys| !keys.is_empty()))
    }

    /// The least cost of plays beyond the layers: of the cost at hand all positions are known only where
    /// every move costs something.
    fn lower(&self) -> u32 {
        self.last().place.0 + u32::from(self.seeds.is_none())
    }

    /// Adds a layer, which is empty where there are no more.
    fn expand(&mut self, count: bool) -> Result<Seen, Halted> {
        let lower = self.lower();
        let expanded = self.expand_within_limits(count);
        expanded.map_err(|stop| Halted { stop, lower, expanded: self.meter.nodes() })
    }

    /// Bytes beside those of the positions met.
    fn bytes_beside(&self) -> u64 {
        let waiting = |seeds: &Seeds<'_, W>| bytes(seeds.keys()) + seeds.sweep.bytes();
        bytes(self.layers.iter().map(|layer| &layer.keys)) + self.seeds.as_ref().map_or(0, waiting)
    }

    fn expand_within_limits(&mut self, count: bool) -> Result<Seen, Stop> {
        if self.packed.graded {
            self.sweep.clear();
        }
        let held = self.bytes_beside();
        let packed = self.packed;
        let goes_on = |key: &Key<W>| {
            let mut after = Vec::new();
            packed.priced(false).0.successors(key, &mut after);
            !after.is_empty()
        };
        let has_free = self.seeds.is_some();
        let is_no_dead_end = |key: &Key<W>| packed.is_goal(key) || has_free && goes_on(key);
        let Layer { keys, place: (cost, moves) } = self.layers.last().expect("the layer of the start");
        let mut next = Vec::new();
        let seen = self.sweep.expand(
            keys,
            &mut next,
            count.then_some(&is_no_dead_end as &(dyn Fn(&Key<W>) -> bool + Sync)),
            held,
            &mut self.meter,
        )?;
        let mut place = (cost + u32::from(!has_free), moves + 1);
        if let Some(seeds) = &mut self.seeds {
            let mut led_to = Vec::new();
            seeds.sweep.expand(
                keys,
                &mut led_to,
                None,
                held + self.sweep.bytes() + bytes([&next]),
                &mut seeds.meter,
            )?;
            seeds.next.push((place.1, led_to));
            loop {
                let now = seeds.now.pop_if(|(moves, _)| *moves == place.1);
                next.extend(now.into_iter().flat_map(|(_, keys)| keys).filter(|key| self.sweep.insert(*key)));
                if !next.is_empty() {
                    break;
                }
                if seeds.now.is_empty() {
                    std::mem::swap(&mut seeds.now, &mut seeds.next);
                    seeds.now.reverse();
                    seeds.sweep.clear();
                    place.0 += 1;
                }
                let Some((moves, _)) = seeds.now.last() else { break };
                place.1 = *moves;
            }
        }
        self.layers.push(Layer { keys: next, place });
        Ok(seen)
    }
}

/// The positions from the start up to the first layer with goals. Empty where no goal can be reached by a play that is of use.
fn up_to_goals<const W: usize>(
    search: &mut Search<'_, W>,
    pause: &mut Pause<'_>,
    limits: &Limits<'_>,
) -> Result<Vec<Key<W>>, Halted> {
    loop {
        let goals = search.goals();
        if !goals.is_empty() || search.last().keys.is_empty() {
            return Ok(goals);
        }
        let lower = search.lower();
        limits.deepen(lower).map_err(|stop| Halted { stop, lower, expanded: search.meter.nodes() })?;
        let nodes = search.meter.nodes() + search.last().keys.len() as u64;
        if !pause.before(nodes, || search.bytes_beside() + search.sweep.bytes()) {
            return Ok(goals);
        }
        loop {
            search.expand(false)?;
            search.layers.last_mut().into_iter().for_each(|layer| pause.thin(search.packed, layer));
            // A layer of which nothing is of use is not the last one while others wait.
            if !search.last().keys.is_empty() || !search.is_waiting() {
                break;
            }
        }
    }
}

/// A shortest play.
pub(crate) fn shortest<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    limits: &Limits<'_>,
    pause: &mut Pause<'_>,
) -> Result<Play<W>, Halted> {
    let group = packed.group(Group::Goals);
    let mut search = Search::new(packed, group, start, limits);
    let goals = up_to_goals(&mut search, pause, limits)?;
    let Some(&goal) = goals.first() else { return Ok((None, search.meter.nodes())) };
    let traced = trace(packed.priced(true), group, &search.layers, goal);
    let lower = search.last().place.0;
    let mut play = traced.map_err(|stop| Halted { stop, lower, expanded: search.meter.nodes() })?;
    play.reverse();
    Ok((Some(play), search.meter.nodes()))
}

/// The shortest plays.
pub(crate) fn plays<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    limits: &Limits<'_>,
) -> Result<Option<Nearest>, Halted> {
    let group = packed.group(Group::Goals);
    let mut search = Search::new(packed, group, start, limits);
    let goals = up_to_goals(&mut search, &mut Pause::never(), limits)?;
    let Search { layers, .. } = search;
    if goals.is_empty() { Ok(None) } else { nearest(packed, group, &layers, goals, limits).map(Some) }
}

/// What is known when the last layer has goals.
fn nearest<const W: usize>(
    packed: &Packed<W>,
    group: &Canonical<W>,
    layers: &[Layer<W>],
    goals: Vec<Key<W>>,
    limits: &Limits<'_>,
) -> Result<Nearest, Halted> {
    let (cost, moves) = layers[layers.len() - 1].place;
    Ok((cost, moves, count(packed, group, layers, goals, limits)?))
}

/// All positions that can be reached.
pub(crate) fn layers<const W: usize>(packed: &Packed<W>, start: Key<W>, limits: &Limits<'_>) -> Result<Layers, Halted> {
    let group = packed.group(Group::Start);
    let mut search = Search::new(packed, group, start, limits);
    let fewest = packed.definition().fewest();
    let farthest = packed.position(&start);
    let mut found = Layers { sizes: Vec::new(), dead_ends: 0, farthest, goal: None, fewest: None, expanded: 0 };
    loop {
        if let Some(pieces) = fewest {
            let least = search.last().keys.iter().map(|key| packed.pieces(key, pieces)).min();
            found.fewest = least.min(found.fewest).or(least);
        } else if found.goal.is_none() {
            let goals = search.goals();
            if !goals.is_empty() {
                found.goal = Some(nearest(packed, group, &search.layers, goals, limits)?);
            }
        }
        if found.goal.is_some() || fewest.is_some() {
            // Layers before the goals are for counting plays; the others are done with.
            search.layers.drain(..search.layers.len() - 1);
        }
        let farthest = search.last().keys[0];
        let cost = search.last().place.0 as usize;
        let seen = search.expand(true)?;
        found.sizes.resize(cost + 1, 0);
        found.sizes[cost] += seen.positions;
        found.dead_ends += seen.dead_ends;
        if search.last().keys.is_empty() {
            found.expanded = search.meter.nodes();
            found.farthest = packed.position(&farthest);
            return Ok(found);
        }
    }
}
