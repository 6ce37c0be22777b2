//! Depth-first search for puzzles whose plays to a goal are all equally long.

use saltus_core::limits::{Limits, Meter};
use saltus_core::search::Halted;

use saltus_core::engine::{Pause, Play, Table};

use crate::packed::{Group, Key, Packed};

/// A play of exactly this length, if no play to a goal is longer or shorter: the first that depth-first search finds. Each
/// position is tried once. None is a proof that there is no play.
pub(crate) fn depth_first<const W: usize>(
    packed: &Packed<W>,
    length: u32,
    limits: &Limits<'_>,
    pause: &mut Pause<'_>,
) -> Result<Play<W>, Halted> {
    let group = packed.group(Group::Goals);
    let mut met = Table::default();
    let mut meter = Meter::new(limits, "depth-first");
    // Positions yet to be tried, with their depths; those of the play so far.
    let (mut open, mut play, mut after) = (vec![(group.least(packed.start()), 0)], Vec::new(), Vec::new());
    while let Some((key, depth)) = open.pop() {
        play.truncate(depth as usize);
        let halted = |stop, nodes| Halted { stop, lower: length, expanded: nodes };
        limits.afford(met.bytes() + met.bytes_to_grow(1)).map_err(|stop| halted(stop, meter.nodes()))?;
        if !met.insert(key) {
            continue;
        }
        play.push(key);
        if depth == length {
            if packed.is_goal(&key) {
                return Ok((Some(play), meter.nodes()));
            }
            continue;
        }
        if !pause.before(meter.nodes() + 1, &|| met.bytes()) {
            break;
        }
        after.clear();
        packed.forward().successors(&key, &mut after);
        let later = |next: &Key<W>| (group.least(*next), depth + 1);
        open.extend(after.iter().rev().map(later));
        meter.node(|| met.bytes()).map_err(|stop| halted(stop, meter.nodes()))?;
    }
    Ok((None, meter.nodes()))
}
