//! How many shortest plays there are, from layers that a search has left.

use dashu_int::UBig;
use rustc_hash::FxHashMap;
use saltus_core::limits::{Limits, Meter};
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
    let mut meter = Meter::new(limits, "counting");
    let held = bytes(layers);
    let halted = |stop| Halted { stop, lower: layers.len() as u32, expanded: 0 };
    let mut after = Vec::new();
    // From each position of a layer, how many plays lead on to a goal.
    let mut plays: FxHashMap<Key<W>, UBig> = goals.into_iter().map(|goal| (goal, UBig::ONE)).collect();
    for layer in layers.iter().rev() {
        let memory = |maps: usize| held + 2 * (maps * size_of::<(Key<W>, UBig)>()) as u64;
        let mut before: FxHashMap<Key<W>, UBig> = FxHashMap::default();
        for key in plays.keys() {
            after.clear();
            packed.backward().successors(key, &mut after);
            for &key in &after {
                before.insert(group.least(key), UBig::ZERO);
            }
            meter.node(|| memory(plays.len() + before.capacity())).map_err(halted)?;
        }
        // What leads to them, and is of this layer.
        let mut now: FxHashMap<Key<W>, UBig> = FxHashMap::default();
        for key in layer {
            if !before.contains_key(key) {
                continue;
            }
            after.clear();
            packed.forward.successors(key, &mut after);
            let mut sum = UBig::ZERO;
            for &key in &after {
                if let Some(plays) = plays.get(&group.least(key)) {
                    sum += plays;
                }
            }
            now.insert(*key, sum);
            meter.node(|| memory(plays.len() + before.capacity() + now.capacity())).map_err(halted)?;
        }
        plays = now;
    }
    Ok(plays.into_values().next().unwrap_or_default())
}
