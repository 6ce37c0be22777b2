//! Search from both ends: layers from the start and layers from the goals, the smaller one first, until they meet.

use saltus_core::limits::{Limits, Meter};
use saltus_core::search::Halted;

use super::sweep::Sweep;
use super::{Play, bytes, trace};
use crate::packed::{Group, Key, Packed};

/// A shortest play to one of these goals, which are all there are.
pub(crate) fn both_ends<const W: usize>(
    packed: &Packed<W>,
    start: Key<W>,
    goals: &[Key<W>],
    limits: &Limits<'_>,
) -> Result<Play<W>, Halted> {
    let group = packed.group(Group::Goals);
    let mut meter = Meter::new(limits, "both ends");
    let mut sweeps = [&packed.forward, packed.backward()].map(|operations| Sweep::new(operations, group, limits));
    let mut layers: [Vec<Vec<Key<W>>>; 2] = [vec![vec![]], vec![vec![]]];
    for (end, key) in std::iter::once((0, &start)).chain(goals.iter().map(|goal| (1, goal))) {
        let key = group.least(*key);
        if sweeps[end].insert(key) {
            layers[end][0].push(key);
        }
    }
    let mut meeting = layers[0][0].iter().find(|key| sweeps[1].contains(key)).copied();
    while meeting.is_none() {
        let lower = (layers[0].len() + layers[1].len() - 1) as u32;
        limits.deepen(lower).map_err(|stop| Halted { stop, lower, expanded: meter.nodes() })?;
        let size = |end: usize| layers[end].last().expect("the layer of the end").len();
        let end = usize::from(size(1) < size(0));
        if size(end) == 0 {
            return Ok((None, meter.nodes()));
        }
        if packed.graded {
            sweeps[end].clear();
        }
        let held = bytes(&layers[0]) + bytes(&layers[1]) + sweeps[1 - end].bytes();
        let mut next = Vec::new();
        let last = layers[end].last().expect("the layer of the end");
        let expanded = sweeps[end].expand(last, &mut next, None, held, &mut meter);
        expanded.map_err(|stop| {
            // The ends are further apart than the layers that are whole.
            Halted { stop, lower, expanded: meter.nodes() }
        })?;
        meeting = next.iter().find(|key| sweeps[1 - end].contains(key)).copied();
        layers[end].push(next);
    }
    let play = meeting.map(|meeting| {
        // The meeting is of the last layer of both ends.
        let [before, after] = &layers;
        let mut play = trace(packed.backward(), group, &before[..before.len() - 1], meeting);
        play.reverse();
        play.extend(&trace(&packed.forward, group, &after[..after.len() - 1], meeting)[1..]);
        play
    });
    Ok((play, meter.nodes()))
}
