//! Searches over positions as words.
//!
//! Where positions are counted as one under symmetries, each stands for all that the symmetries make of it.

mod beam;
mod both_ends;
mod by_pagodas;
mod count;
mod depth_first;
mod layers;
mod sweep;
mod table;

pub(crate) use beam::beam;
pub(crate) use both_ends::both_ends;
pub(crate) use by_pagodas::by_pagodas;
use count::count;
pub(crate) use depth_first::depth_first;
pub(crate) use layers::{Layers, Nearest, layers, plays, shortest};

use saltus_core::limits::Stop;

use crate::packed::{Canonical, Key, Operations, Packed, Priced};
use crate::potential::Potential;

/// A play as positions, each up to symmetry, from the start to a goal; none where no goal can be reached. How many were expanded.
pub(crate) type Play<const W: usize> = (Option<Vec<Key<W>>>, u64);

/// What is known in the middle of a search.
pub(crate) struct Ceiling<'a> {
    /// Plays that cost more are of no use.
    pub(crate) at_most: u32,
    /// No play costs less.
    pub(crate) least: u32,
    /// By this positions are left out through which no play is of use.
    pub(crate) bound: Option<&'a Potential>,
}

/// What is done once in the middle of a search, given the bytes that it holds.
type Then<'a> = dyn FnMut(u64) -> Option<Ceiling<'a>> + 'a;

/// What is done once in the middle of a search that takes more than so many nodes, and what is known then.
pub(crate) struct Pause<'a> {
    after: u64,
    then: Option<&'a mut Then<'a>>,
    ceiling: Option<Ceiling<'a>>,
}

impl<'a> Pause<'a> {
    pub(crate) fn after(nodes: u64, then: &'a mut Then<'a>) -> Self {
        Pause { after: nodes, then: Some(then), ceiling: None }
    }

    pub(crate) fn never() -> Self {
        Pause { after: u64::MAX, then: None, ceiling: None }
    }

    /// Before a search goes on to so many nodes. Whether it is still of use.
    fn before(&mut self, nodes: u64, held: impl FnOnce() -> u64) -> bool {
        if nodes > self.after
            && let Some(then) = self.then.take()
        {
            self.ceiling = then(held());
        }
        self.ceiling.as_ref().is_none_or(|known| known.least <= known.at_most)
    }

    /// Leaves out positions of a layer through which no play is of use.
    fn thin<const W: usize>(&self, packed: &Packed<W>, layer: &mut Layer<W>) {
        if let Some(Ceiling { at_most, bound: Some(bound), .. }) = self.ceiling {
            let most = at_most.checked_sub(layer.place.0);
            layer.keys.retain(|key| most.is_some_and(|most| bound.bound(&mut packed.contents(key)) <= most));
        }
    }
}

/// Positions that plays of one cost and so many moves lead to, and no cheaper or shorter ones. Both are the same but where some moves cost
/// nothing; layers are in ascending order of their places.
struct Layer<const W: usize> {
    keys: Vec<Key<W>>,
    /// Cost and moves.
    place: (u32, u32),
}

impl<const W: usize> Layer<W> {
    fn first(keys: Vec<Key<W>>) -> Self {
        Layer { keys, place: (0, 0) }
    }
}

/// A way from a position of the last layer to the first one. The operations lead to layers before.
///
/// # Errors
/// When chains were not looked through to their end that way: they may be few the other way.
fn trace<const W: usize>(
    (paid, free): Priced<'_, W>,
    group: &Canonical<W>,
    layers: &[Layer<W>],
    from: Key<W>,
) -> Result<Vec<Key<W>>, Stop> {
    let (mut way, mut place) = (vec![from], layers.last().map_or((0, 0), |layer| layer.place));
    let mut before = Vec::new();
    while let (cost, moves @ 1..) = place {
        let key = way[way.len() - 1];
        let mut step = |operations: Option<&Operations<W>>, cost: Option<u32>| {
            let place = (cost?, moves - 1);
            let layer = &layers[layers.binary_search_by_key(&place, |layer| layer.place).ok()?];
            before.clear();
            operations?.successors(&key, &mut before);
            before.iter_mut().for_each(|key| *key = group.least(*key));
            before.sort_unstable();
            let leads = |key: &&Key<W>| before.binary_search(key).is_ok();
            Some((*layer.keys.iter().find(leads)?, place))
        };
        let found = step(free, Some(cost)).or_else(|| step(Some(paid), cost.checked_sub(1)));
        let Some(found) = found else {
            paid.were_whole()?;
            free.map_or(Ok(()), Operations::were_whole)?;
            unreachable!("a layer leads to the next one");
        };
        way.push(found.0);
        place = found.1;
    }
    Ok(way)
}

/// Bytes of keys.
fn bytes<'a, const W: usize>(keys: impl IntoIterator<Item = &'a Vec<Key<W>>>) -> u64 {
    keys.into_iter().map(|keys| (keys.capacity() * size_of::<Key<W>>()) as u64).sum()
}
