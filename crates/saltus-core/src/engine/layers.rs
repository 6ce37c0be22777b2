//! Breadth-first search: every state of one distance before any of the next.
//!
//! Where some moves cost nothing, layers are by cost and, of one cost, by the fewest moves: what a move of cost 1 leads to waits until all
//! of that cost that fewer moves lead to is found. Plays are counted with the layers, forward: those to a state are those to the states
//! before it. Symmetries keep that right, since as many moves lead from each state that one of them makes of another to all that they make of a third.

use dashu_int::UBig;

use super::store::{Buckets, LayerTask, Seen, Store};
use super::table::Table;
use super::{Key, Moves, Space, Way};
use crate::limits::{Limits, Meter, Stop};
use crate::puzzle::Repeats;
use crate::search::Halted;

/// A play as states, from the start to a goal; none where no goal can be reached. How many were expanded.
pub type Play<const W: usize> = (Option<Vec<Key<W>>>, u64);

/// The cost of the nearest goals, the fewest moves to them, and how many shortest plays lead there.
pub type Nearest = (u32, u32, UBig);

/// What is known in the middle of a search.
#[derive(Clone, Copy, Debug)]
pub struct Ceiling {
    /// Plays that cost more are of no use.
    pub at_most: u32,
    /// No play costs less.
    pub least: u32,
    /// Whether states are left out from which no play costs so little ([`Space::at_least`]).
    pub prunes: bool,
}

/// What is done once in the middle of a search, given the bytes that it holds.
type Then<'a> = dyn FnMut(u64) -> Option<Ceiling> + 'a;

/// An action that runs once in the middle of a search, when it exceeds a number of nodes, and what is known then.
pub struct Pause<'a> {
    after: u64,
    then: Option<&'a mut Then<'a>>,
    ceiling: Option<Ceiling>,
    /// What plays cost at least of which a state was left out.
    pub beyond: u32,
}

impl<'a> Pause<'a> {
    /// Runs `then` once, after `nodes` nodes.
    pub fn after(nodes: u64, then: &'a mut Then<'a>) -> Self {
        Pause { after: nodes, then: Some(then), ceiling: None, beyond: u32::MAX }
    }

    /// The search goes on to its end.
    pub const fn never() -> Self {
        Pause { after: u64::MAX, then: None, ceiling: None, beyond: u32::MAX }
    }

    /// Called before a search continues to `nodes` nodes. Whether the search is still of use.
    pub fn before(&mut self, nodes: u64, held: &dyn Fn() -> u64) -> bool {
        if nodes > self.after
            && let Some(then) = self.then.take()
        {
            self.ceiling = then(held());
        }
        self.ceiling.is_none_or(|known| known.least <= known.at_most)
    }

    /// Leaves out states of a layer through which no play is of use.
    fn thin<const W: usize>(&mut self, space: &dyn Space<W>, layer: &mut Layer<W>) {
        if let Some(Ceiling { at_most, prunes: true, .. }) = self.ceiling {
            for bucket in &mut layer.states.0 {
                bucket.keys.retain(|key| {
                    let cost = layer.place.0.saturating_add(space.at_least(key));
                    if cost > at_most {
                        self.beyond = self.beyond.min(cost);
                    }
                    cost <= at_most
                });
            }
        }
    }
}

/// All states that can be reached.
#[derive(Debug, Default)]
pub struct Surveyed {
    /// How many positions each distance has, with all that symmetries make of them.
    pub sizes: Vec<u64>,
    /// Of each distance, positions from which no move leads on, and which are no goals.
    pub dead_ends: Vec<u64>,
    /// And those that are goals.
    pub last_goals: Vec<u64>,
    /// The nearest goals.
    pub goal: Option<Nearest>,
    /// How few pieces are left in any of them, of those of which as few as possible are to be left.
    pub fewest: Option<u64>,
    /// States that were expanded.
    pub expanded: u64,
}

/// States at one cost and one number of moves, which no cheaper or shorter play reaches. Cost and moves are equal unless some moves cost
/// nothing; layers are in ascending order of their places.
pub(super) struct Layer<const W: usize> {
    pub(super) states: Buckets<W>,
    /// Cost and moves.
    pub(super) place: (u32, u32),
}

impl<const W: usize> Layer<W> {
    /// The layer of states in which play begins, each once.
    pub(super) fn first(keys: &[Key<W>], counts: bool) -> Self {
        let (mut table, mut new) = (Table::default(), Vec::new());
        table.insert_all(keys, &mut new);
        let mut states = Buckets::new(0);
        for key in new {
            states.push(key, if counts { Some(&[1]) } else { None });
        }
        Layer { states, place: (0, 0) }
    }
}

/// Bytes of layers.
pub(super) fn bytes<const W: usize>(layers: &[Layer<W>]) -> u64 {
    let mut bytes = 0;
    for layer in layers {
        bytes += layer.states.bytes();
    }
    bytes
}

/// Splits the last layers, which the next one is compared with.
pub(super) fn split<const W: usize>(layers: &mut [Layer<W>], repeated: usize, skip: u32) {
    let first = layers.len().saturating_sub(repeated);
    for layer in &mut layers[first..] {
        layer.states.split(skip);
    }
}

/// What is looked at for a play alone, when a layer has been added, becomes a list.
pub(super) fn put_away<const W: usize>(layers: &mut [Layer<W>], repeated: usize) {
    if layers.len() > repeated {
        let last = layers.len() - repeated - 1;
        layers[last].states.split(0);
    }
}

/// A way from a state of the last layer to the first one, by the least state of each. The moves lead to layers before; `back` says which way they go.
///
/// # Errors
/// When moves from some state cannot be listed that way: they may be few the other way.
pub(super) fn trace<const W: usize>(
    space: &dyn Space<W>,
    back: bool,
    layers: &[Layer<W>],
    from: Key<W>,
) -> Result<Vec<Key<W>>, Stop> {
    let mut way = vec![from];
    let mut place = layers[layers.len() - 1].place;
    let mut before = Moves::default();
    while let (cost, moves @ 1..) = place {
        let key = way[way.len() - 1];
        // A move that costs nothing, if one leads there.
        for (free, cost) in [(true, Some(cost)), (false, cost.checked_sub(1))] {
            let Some(cost) = cost.filter(|_| !free || space.has_free_moves()) else { continue };
            let Some(layer) = at(layers, (cost, moves - 1)) else { continue };
            before.clear();
            space.expand(&[key], Way { back, free }, &mut before)?;
            if let Some(found) = layer.states.least(&|key| before.keys.contains(key)) {
                way.push(found);
                place = layer.place;
                break;
            }
        }
        assert!(place.1 < moves, "a layer leads to the next one");
    }
    Ok(way)
}

/// The layer of this place.
fn at<const W: usize>(layers: &[Layer<W>], place: (u32, u32)) -> Option<&Layer<W>> {
    layers.iter().find(|layer| layer.place == place)
}

/// Where some moves cost nothing: what the others lead to. It waits until all of its cost that fewer moves lead to is found.
struct Seeds<'a, const W: usize> {
    store: Store<'a, W>,
    meter: Meter<'a>,
    /// By cost and moves, the least first.
    waiting: Vec<((u32, u32), Buckets<W>)>,
}

impl<const W: usize> Seeds<'_, W> {
    fn bytes(&self) -> u64 {
        let mut bytes = self.store.bytes();
        for (_, states) in &self.waiting {
            bytes += states.bytes();
        }
        bytes
    }
}

/// What layers are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keeping {
    /// A play is to be traced through them.
    All,
    /// No layer is kept but those that the next one may repeat.
    Last,
}

/// The phase that progress reports.
const PHASE: &str = "breadth-first";

struct Search<'a, const W: usize> {
    space: &'a dyn Space<W>,
    store: Store<'a, W>,
    seeds: Option<Seeds<'a, W>>,
    layers: Vec<Layer<W>>,
    keeping: Keeping,
    /// The states expanded are counted with all that symmetries make of them.
    task: LayerTask,
    meter: Meter<'a>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(space: &'a dyn Space<W>, keeping: Keeping, task: LayerTask, counts: bool, limits: &'a Limits<'a>) -> Self {
        let free = space.has_free_moves();
        let repeats = if free { Repeats::Anywhere } else { space.repeats() };
        let store = Store::new(space, Way { back: false, free }, repeats, limits);
        let mut seeds = None;
        if free {
            let store = Store::new(space, Way::FORWARD, Repeats::Anywhere, limits);
            seeds = Some(Seeds { store, meter: Meter::new(limits, PHASE), waiting: Vec::new() });
        }
        let first = Layer::first(&[space.start()], counts);
        store.begin(&first.states);
        Search { space, store, seeds, layers: vec![first], keeping, task, meter: Meter::new(limits, PHASE) }
    }

    /// How many layers the next one is compared with, the last one among them.
    fn repeated(&self) -> usize {
        1 + usize::from(self.store.repeats() == Repeats::Near)
    }

    fn last(&self) -> &Layer<W> {
        self.layers.last().expect("the layer of the start")
    }

    fn is_at_end(&self) -> bool {
        self.last().states.is_empty()
    }

    /// Whether some states wait until all of their cost that fewer moves lead to are found.
    fn is_waiting(&self) -> bool {
        self.seeds.as_ref().is_some_and(|seeds| seeds.waiting.iter().any(|(_, states)| !states.is_empty()))
    }

    /// The least cost of plays beyond the layers: of the cost at hand all states are known only where every move costs something.
    fn lower(&self) -> u32 {
        self.last().place.0 + u32::from(self.seeds.is_none())
    }

    fn halted(&self, stop: Stop) -> Halted {
        Halted { stop, lower: self.lower(), expanded: self.meter.nodes() }
    }

    /// Bytes that are held, but for those of the store.
    fn bytes_of_layers(&self) -> u64 {
        bytes(&self.layers) + self.seeds.as_ref().map_or(0, Seeds::bytes)
    }

    /// Adds a layer, which is empty where there are no more.
    fn expand(&mut self) -> Result<Seen, Stop> {
        let skip = self.store.fitting(self.last().states.len());
        let repeated = self.repeated();
        if skip != self.store.skip() {
            self.store.split(skip);
            split(&mut self.layers, repeated, skip);
            if let Some(seeds) = &mut self.seeds {
                seeds.store.split(skip);
                for (_, states) in &mut seeds.waiting {
                    states.split(skip);
                }
            }
        }
        let held = self.bytes_of_layers();
        let (now, before) = self.layers.split_last().expect("the layer of the start");
        let Layer { states: now, place: (cost, moves) } = now;
        let is_counted = now.is_counted();
        let before = before.last().map(|layer| &layer.states);
        let seen = self.store.expand(before, now, (self.task, held), &mut self.meter)?;
        let mut place = (cost + u32::from(self.seeds.is_none()), moves + 1);
        let mut next;
        if let Some(seeds) = &mut self.seeds {
            let held = held + self.store.bytes();
            seeds.store.expand(None, now, (LayerTask::Search, held), &mut seeds.meter)?;
            // Layers come in the order of their places, and so do these.
            seeds.waiting.push(((cost + 1, moves + 1), seeds.store.take(is_counted)));
            loop {
                if seeds.waiting.first().is_some_and(|(due, _)| *due == place) {
                    let (_, states) = seeds.waiting.remove(0);
                    self.store.join(&states);
                }
                next = self.store.take(is_counted);
                let Some(&(due, _)) = seeds.waiting.first() else { break };
                if !next.is_empty() {
                    break;
                }
                if due.0 > place.0 {
                    seeds.store.clear();
                }
                place = due;
            }
        } else {
            next = self.store.take(is_counted);
        }
        self.layers.push(Layer { states: next, place });
        match self.keeping {
            Keeping::All => put_away(&mut self.layers, repeated),
            Keeping::Last => drop(self.layers.drain(..self.layers.len().saturating_sub(repeated))),
        }
        Ok(seen)
    }
}

/// Searches up to the first layer with goals. None where no goal can be reached by a play that is of use.
fn up_to_goals<const W: usize>(
    search: &mut Search<'_, W>,
    pause: &mut Pause<'_>,
    limits: &Limits<'_>,
) -> Result<Option<Key<W>>, Halted> {
    let space = search.space;
    loop {
        let goal = search.last().states.least(&|key| space.is_goal(key));
        if goal.is_some() || search.is_at_end() {
            return Ok(goal);
        }
        limits.deepen(search.lower()).map_err(|stop| search.halted(stop))?;
        let nodes = search.meter.nodes() + search.last().states.len() as u64;
        if !pause.before(nodes, &|| search.bytes_of_layers() + search.store.bytes()) {
            return Ok(None);
        }
        loop {
            search.expand().map_err(|stop| search.halted(stop))?;
            let last = search.layers.len() - 1;
            pause.thin(space, &mut search.layers[last]);
            // A layer of which nothing is of use is not the last one while others wait.
            if !search.is_at_end() || !search.is_waiting() {
                break;
            }
        }
    }
}

/// [`Searches::shortest`](super::Searches::shortest).
pub(super) fn shortest<const W: usize>(
    space: &dyn Space<W>,
    limits: &Limits<'_>,
    pause: &mut Pause<'_>,
) -> Result<Play<W>, Halted> {
    let mut search = Search::new(space, Keeping::All, LayerTask::Search, false, limits);
    let Some(goal) = up_to_goals(&mut search, pause, limits)? else { return Ok((None, search.meter.nodes())) };
    let (lower, expanded) = (search.last().place.0, search.meter.nodes());
    let mut play = trace(space, true, &search.layers, goal).map_err(|stop| Halted { stop, lower, expanded })?;
    play.reverse();
    Ok((Some(play), expanded))
}

/// [`Searches::plays`](super::Searches::plays).
pub(super) fn plays<const W: usize>(space: &dyn Space<W>, limits: &Limits<'_>) -> Result<Option<Nearest>, Halted> {
    let mut search = Search::new(space, Keeping::Last, LayerTask::Search, true, limits);
    up_to_goals(&mut search, &mut Pause::never(), limits)?;
    Ok(search.nearest())
}

impl<const W: usize> Search<'_, W> {
    /// From here on plays are not counted.
    fn forget_counts(&mut self) {
        for layer in &mut self.layers {
            layer.states.forget_counts();
        }
        if let Some(seeds) = &mut self.seeds {
            for (_, states) in &mut seeds.waiting {
                states.forget_counts();
            }
        }
    }

    /// The plays to the goals of the last layer, if it has some.
    fn nearest(&self) -> Option<Nearest> {
        let Layer { states, place: (cost, moves) } = self.last();
        let mut sum = UBig::ZERO;
        for bucket in &states.0 {
            for (at, key) in bucket.keys.iter().enumerate() {
                if self.space.is_goal(key) {
                    sum += bucket.counts.number(at);
                }
            }
        }
        if sum.is_zero() { None } else { Some((*cost, *moves, sum)) }
    }

    /// How few pieces are left in a state of the last layer.
    fn left(&self) -> Option<u64> {
        let mut least = None;
        for bucket in &self.last().states.0 {
            for key in &bucket.keys {
                let left = self.space.left(key);
                least = left.min(least).or(left);
            }
        }
        least
    }
}

/// [`Searches::survey`](super::Searches::survey).
pub(super) fn survey<const W: usize>(space: &dyn Space<W>, limits: &Limits<'_>) -> Result<(Surveyed, Key<W>), Halted> {
    let counts = space.left(&space.start()).is_none();
    let mut search = Search::new(space, Keeping::Last, LayerTask::Survey, counts, limits);
    let mut found = Surveyed::default();
    let mut farthest = space.start();
    while let Some(least) = search.last().states.least(&|_| true) {
        if !counts {
            let left = search.left();
            found.fewest = left.min(found.fewest).or(left);
        } else if found.goal.is_none() {
            found.goal = search.nearest();
            if found.goal.is_some() {
                search.forget_counts();
            }
        }
        let cost = search.last().place.0 as usize;
        let seen = search.expand().map_err(|stop| search.halted(stop))?;
        let lists = [&mut found.sizes, &mut found.dead_ends, &mut found.last_goals];
        for (list, more) in lists.into_iter().zip([seen.positions, seen.dead_ends, seen.last_goals]) {
            list.resize(cost + 1, 0);
            list[cost] += more;
        }
        farthest = least;
    }
    found.expanded = search.meter.nodes();
    Ok((found, farthest))
}
