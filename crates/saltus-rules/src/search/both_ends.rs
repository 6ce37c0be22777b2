//! Search from both ends: layers from the start and layers from the goals, the smaller one first, until they meet.

use saltus_core::limits::{Limits, Meter};
use saltus_core::search::Halted;

use super::sweep::Sweep;
use super::{Layer, Pause, Play, bytes, trace};
use crate::packed::{Group, Key, Packed};

/// A shortest play to one of these goals, which are all there are.
pub(crate) fn both_ends<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    goals: &[Key<W>],
    limits: &Limits<'_>,
    pause: &mut Pause<'_>,
) -> Result<Play<W>, Halted> {
    let group = packed.group(Group::Goals);
    let mut meter = Meter::new(limits, "both ends");
    let mut sweeps = [&packed.forward, packed.backward()].map(|operations| Sweep::new(operations, group, limits));
    let mut layers: [Vec<Layer<W>>; 2] = [(); 2].map(|()| vec![Layer::first(Vec::new())]);
    for (end, key) in std::iter::once((0, &start)).chain(goals.iter().map(|goal| (1, goal))) {
        let key = group.least(*key);
        if sweeps[end].insert(key) {
            layers[end][0].keys.push(key);
        }
    }
    let mut meeting = layers[0][0].keys.iter().find(|key| sweeps[1].contains(key)).copied();
    while meeting.is_none() {
        let lower = (layers[0].len() + layers[1].len() - 1) as u32;
        limits.deepen(lower).map_err(|stop| Halted { stop, lower, expanded: meter.nodes() })?;
        let last = |end: usize| layers[end].last().expect("the layer of the end");
        let size = |end: usize| last(end).keys.len();
        let end = usize::from(size(1) < size(0));
        if size(end) == 0 {
            return Ok((None, meter.nodes()));
        }
        if packed.graded {
            sweeps[end].clear();
        }
        let held = bytes(layers.iter().flatten().map(|layer| &layer.keys)) + sweeps[1 - end].bytes();
        if !pause.before(meter.nodes() + size(end) as u64, || held + sweeps[end].bytes()) {
            return Ok((None, meter.nodes()));
        }
        let mut next = Vec::new();
        let expanded = sweeps[end].expand(&last(end).keys, &mut next, None, held, &mut meter);
        expanded.map_err(|stop| {
            // The ends are further apart than the layers that are whole.
            Halted { stop, lower, expanded: meter.nodes() }
        })?;
        meeting = next.iter().find(|key| sweeps[1 - end].contains(key)).copied();
        let place = last(end).place;
        layers[end].push(Layer { keys: next, place: (place.0 + 1, place.1 + 1) });
    }
    let Some(meeting) = meeting else { return Ok((None, meter.nodes())) };
    // The meeting is of the last layer of both ends.
    let [before, after] = &layers;
    let lower = (before.len() + after.len() - 2) as u32;
    let halted = |stop| Halted { stop, lower, expanded: meter.nodes() };
    let mut play = trace((packed.backward(), None), group, before, meeting).map_err(halted)?;
    play.reverse();
    play.extend(&trace((&packed.forward, None), group, after, meeting).map_err(halted)?[1..]);
    Ok((Some(play), meter.nodes()))
}
