//! Search from both ends: layers from the start and layers from the goals, the smaller one first, until they meet.

use super::layers::{Layer, Pause, Play, bytes, put_away, split, trace};
use super::store::{LayerTask, Store};
use super::table::Table;
use super::{Key, Space, Way};
use crate::limits::{Limits, Meter};
use crate::puzzle::Repeats;
use crate::search::Halted;

/// The least state of two layers with as many buckets.
fn common<const W: usize>(one: &Layer<W>, other: &Layer<W>, skip: u32) -> Option<Key<W>> {
    let (mut table, mut least): (_, Option<Key<W>>) = (Table::default(), None);
    for (one, other) in one.states.0.iter().zip(&other.states.0) {
        let (few, many) = if one.keys.len() < other.keys.len() { (one, other) } else { (other, one) };
        table.begin(few.keys.len(), false, skip);
        table.fill(&few.keys, false);
        for key in &many.keys {
            if least.is_none_or(|least| *key < least) && table.contains(key) {
                least = Some(*key);
            }
        }
    }
    least
}

/// [`Searches::both_ends`](super::Searches::both_ends).
pub(super) fn both_ends<const W: usize>(
    space: &dyn Space<W>,
    goals: &[Key<W>],
    limits: &Limits<'_>,
    pause: &mut Pause<'_>,
) -> Result<Play<W>, Halted> {
    let mut meter = Meter::new(limits, "both ends");
    let mut stores = [Way::FORWARD, Way::BACK].map(|way| Store::new(space, way, space.repeats(), limits));
    let mut layers = [&[space.start()][..], goals].map(|keys| vec![Layer::first(keys, false)]);
    for end in 0..2 {
        stores[end].begin(&layers[end][0].states);
    }
    let repeated = 1 + usize::from(space.repeats() == Repeats::Near);
    let meeting = loop {
        let [from, to] = [0, 1].map(|end| &layers[end][layers[end].len() - 1]);
        if let Some(meeting) = common(from, to, stores[0].skip()) {
            break meeting;
        }
        let lower = (layers[0].len() + layers[1].len() - 1) as u32;
        limits.deepen(lower).map_err(|stop| Halted { stop, lower, expanded: meter.nodes() })?;
        let sizes = [from.states.len(), to.states.len()];
        let end = usize::from(sizes[1] < sizes[0]);
        if sizes[end] == 0 {
            return Ok((None, meter.nodes()));
        }
        let held = bytes(&layers[0]) + bytes(&layers[1]) + stores[1 - end].bytes();
        if !pause.before(meter.nodes() + sizes[end] as u64, &|| held + stores[end].bytes()) {
            return Ok((None, meter.nodes()));
        }
        let skip = stores[end].fitting(sizes[end]);
        if skip != stores[end].skip() {
            for end in 0..2 {
                stores[end].split(skip);
                split(&mut layers[end], repeated, skip);
            }
        }
        let (now, before) = layers[end].split_last().expect("the layer of the end");
        let before = before.last().map(|layer| &layer.states);
        let expanded = stores[end].expand(before, &now.states, (LayerTask::Search, held), &mut meter);
        // The ends are further apart than the layers that are whole.
        expanded.map_err(|stop| Halted { stop, lower, expanded: meter.nodes() })?;
        let place = (now.place.0 + 1, now.place.1 + 1);
        layers[end].push(Layer { states: stores[end].take(false), place });
        put_away(&mut layers[end], repeated);
    };
    // The meeting is of the last layer of both ends.
    let [before, after] = &layers;
    let lower = (before.len() + after.len() - 2) as u32;
    let halted = |stop| Halted { stop, lower, expanded: meter.nodes() };
    let mut play = trace(space, true, before, meeting).map_err(halted)?;
    play.reverse();
    play.extend(&trace(space, false, after, meeting).map_err(halted)?[1..]);
    Ok((Some(play), meter.nodes()))
}
