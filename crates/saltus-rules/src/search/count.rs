//! How many shortest plays there are, from layers that a search has left.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use saltus_core::limits::{Limits, Meter};
use saltus_core::search::Halted;

use super::{Layer, bytes};
use crate::packed::{Canonical, Key, Packed};

/// How many plays lead through the layers, from the only position of the first one to the goals, which are of the last one.
///
/// It goes backward: only positions from which a goal is reached in time are looked at.
pub(super) fn count<const W: usize>(
    packed: &Packed<W>,
    group: &Canonical<W>,
    layers: &[Layer<W>],
    goals: Vec<Key<W>>,
    limits: &Limits<'_>,
) -> Result<UBig, Halted> {
    let mut meter = Meter::new(limits, "counting");
    let held = bytes(layers.iter().map(|layer| &layer.keys));
    let [forward, backward] = [false, true].map(|back| packed.priced(back));
    let last = layers[layers.len() - 1].place;
    let halted = |stop| Halted { stop, lower: last.0, expanded: 0 };
    let mut after = Vec::new();
    // From each position of a layer, how many plays lead on to a goal.
    let ones = goals.into_iter().map(|goal| (goal, UBig::ONE));
    let mut counted = vec![(last, ones.collect::<FxHashMap<Key<W>, UBig>>())];
    for layer in layers[..layers.len() - 1].iter().rev() {
        let (cost, moves) = layer.place;
        let at = |place: (u32, u32)| counted.iter().find(|(other, _)| *other == place).map(|(_, plays)| plays);
        let paid = at((cost + 1, moves + 1)).map(|plays| (forward.0, backward.0, plays));
        let free = forward.1.zip(backward.1).zip(at((cost, moves + 1)));
        let nexts = || paid.into_iter().chain(free.map(|((forward, backward), plays)| (forward, backward, plays)));
        let later: usize = counted.iter().map(|(_, plays)| plays.capacity()).sum();
        let memory = |maps: usize| held + 2 * ((later + maps) * size_of::<(Key<W>, UBig)>()) as u64;
        let mut before: FxHashMap<Key<W>, UBig> = FxHashMap::default();
        for (_, backward, plays) in nexts() {
            for key in plays.keys() {
                after.clear();
                backward.successors(key, &mut after);
                for &key in &after {
                    before.insert(group.least(key), UBig::ZERO);
                }
                meter.node(|| memory(before.capacity())).map_err(halted)?;
            }
        }
        // What leads to them, and is of this layer.
        let mut now: FxHashMap<Key<W>, UBig> = FxHashMap::default();
        for key in &layer.keys {
            if !before.contains_key(key) {
                continue;
            }
            let mut sum = UBig::ZERO;
            for (forward, _, plays) in nexts() {
                after.clear();
                forward.successors(key, &mut after);
                for &key in &after {
                    if let Some(plays) = plays.get(&group.least(key)) {
                        sum += plays;
                    }
                }
            }
            if !sum.is_zero() {
                now.insert(*key, sum);
            }
            meter.node(|| memory(before.capacity() + now.capacity())).map_err(halted)?;
        }
        counted.push((layer.place, now));
        // Layers before lead to this cost at most, at a cost, or free of cost to this one and to the one above.
        let needed = cost + u32::from(forward.1.is_some());
        counted.retain(|(place, _)| place.0 <= needed);
    }
    let plays = counted.into_iter().find(|(place, _)| *place == (0, 0));
    Ok(plays.and_then(|(_, plays)| plays.into_values().next()).unwrap_or_default())
}
