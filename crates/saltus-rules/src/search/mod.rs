//! Searches over positions as words.
//!
//! Where positions are counted as one under symmetries, each stands for all that the symmetries make of it.

mod beam;
mod both_ends;
mod count;
mod depth_first;
mod layers;
mod sweep;
mod table;

pub(crate) use beam::beam;
pub(crate) use both_ends::both_ends;
use count::count;
pub(crate) use depth_first::depth_first;
pub(crate) use layers::{Layers, layers, plays, shortest};

use crate::packed::{Canonical, Key, Operations};

/// A play as positions, each up to symmetry, from the start to a goal; none where no goal can be reached. How many were expanded.
pub(crate) type Play<const W: usize> = (Option<Vec<Key<W>>>, u64);

/// A way from a position through the layers before it, the last one first. `operations` lead from a layer to the one before.
fn trace<const W: usize>(
    operations: &Operations<W>,
    group: &Canonical<W>,
    layers: &[Vec<Key<W>>],
    from: Key<W>,
) -> Vec<Key<W>> {
    let mut way = vec![from];
    let mut after = Vec::new();
    for layer in layers.iter().rev() {
        after.clear();
        operations.successors(&way[way.len() - 1], &mut after);
        after.iter_mut().for_each(|key| *key = group.least(*key));
        after.sort_unstable();
        let leads = |key: &&Key<W>| after.binary_search(key).is_ok();
        way.push(*layer.iter().find(leads).expect("a layer leads to the next one"));
    }
    way
}

/// Bytes of keys.
fn bytes<const W: usize>(layers: &[Vec<Key<W>>]) -> u64 {
    layers.iter().map(|layer| (layer.capacity() * size_of::<Key<W>>()) as u64).sum()
}
