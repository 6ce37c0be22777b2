//! How many shortest plays there are, from layers that a search has left.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use saltus_core::limits::{Limits, Meter, Stop};
use saltus_core::search::Halted;

use super::bytes;
use crate::packed::{Canonical, Key, Packed};

/// How many plays lead through the layers, from the only position of the first one to the goals, which are of the layer after the last.
///
/// It goes backward: only positions from which a goal is reached in time are looked at.
pub(crate) fn count<const W: usize>(
    packed: &Packed<W>,
    group: &Canonical<W>,
    layers: &[Vec<Key<W>>],
    goals: Vec<Key<W>>,
    limits: &Limits<'_>,
) -> Result<UBig, Halted> {
    let halted = |stop| Halted { stop, lower: layers.len() as u32, expanded: 0 };
    // Numbers of 128 bits nearly always do.
    let found = count_in(packed, group, layers, goals.clone(), limits, u128::checked_add).map_err(halted)?;
    if let Some(count) = found {
        return Ok(UBig::from(count));
    }
    let add = |a: UBig, b: UBig| Some(a + b);
    Ok(count_in(packed, group, layers, goals, limits, add).map_err(halted)?.expect("numbers of any size have room"))
}

/// The same in numbers of one kind; none when one of them has no room.
fn count_in<const W: usize, N: Clone + Default + From<u8>>(
    packed: &Packed<W>,
    group: &Canonical<W>,
    layers: &[Vec<Key<W>>],
    goals: Vec<Key<W>>,
    limits: &Limits<'_>,
    add: impl Fn(N, N) -> Option<N>,
) -> Result<Option<N>, Stop> {
    let mut meter = Meter::new(limits, "counting");
    let held = bytes(layers);
    let mut after = Vec::new();
    // From each position of a layer, how many plays lead on to a goal.
    let mut plays: FxHashMap<Key<W>, N> = goals.into_iter().map(|goal| (goal, N::from(1))).collect();
    for layer in layers.iter().rev() {
        let mut before: FxHashMap<Key<W>, N> = FxHashMap::default();
        let memory = |maps: usize| held + 2 * (maps * size_of::<(Key<W>, N)>()) as u64;
        for key in plays.keys() {
            after.clear();
            packed.backward().successors(key, &mut after);
            before.extend(after.iter().map(|&key| (group.least(key), N::default())));
            meter.node(|| memory(plays.len() + before.capacity()))?;
        }
        // What leads to them, and is of this layer.
        let mut now: FxHashMap<Key<W>, N> = FxHashMap::default();
        for key in layer.iter().filter(|key| before.contains_key(*key)) {
            after.clear();
            packed.forward.successors(key, &mut after);
            let mut sum = N::default();
            for &key in &after {
                if let Some(plays) = plays.get(&group.least(key)) {
                    let Some(more) = add(sum, plays.clone()) else { return Ok(None) };
                    sum = more;
                }
            }
            now.insert(*key, sum);
            meter.node(|| memory(plays.len() + before.capacity() + now.capacity()))?;
        }
        plays = now;
    }
    Ok(Some(plays.into_values().next().unwrap_or_default()))
}
