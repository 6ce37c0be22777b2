//! The moves of a game, from the layers that a search has left.
//!
//! A move can be taken back by a move. So the positions before a position are found like those
//! after it, and are looked up in the layer before.

use super::field::{bit, each, pop};
use super::game::{Armies, Game, ManMove, occupied};
use super::layer::Layer;
use saltus_core::limits::Stop;

/// The moves from the start, which is layer 0, to a position that was reached in the round after
/// the last of `layers`.
///
/// # Errors
/// When a layer cannot be read.
///
/// # Panics
/// When no position of the layers leads there.
pub(super) fn steps<const P: usize>(
    game: &Game<P>,
    mirror: bool,
    layers: &[Layer<P>],
    end: &Armies<P>,
) -> Result<Vec<ManMove>, Stop> {
    let mut times: Vec<u32> = (0..=layers.len() as u32).map(|moves| game.order.length(moves)).collect();
    let mut at = *end;
    let mut steps = Vec::new();
    for layer in layers.iter().rev() {
        let last = times.pop().expect("a time for each layer and one more");
        let first = *times.last().expect("the start has time 0");
        let found = back(game, mirror, layer, (first, last), &at, &mut steps)?;
        at = found.expect("every position of a layer was reached from the one before");
    }
    steps.reverse();
    Ok(steps)
}

/// One round backwards: the position of a layer, which has the time `first`, that leads to `armies` at `time`, and the moves on the way, the
/// last one first.
fn back<const P: usize>(
    game: &Game<P>,
    mirror: bool,
    layer: &Layer<P>,
    (first, time): (u32, u32),
    armies: &Armies<P>,
    steps: &mut Vec<ManMove>,
) -> Result<Option<Armies<P>>, Stop> {
    if time == first {
        let key = game.canonical(armies, mirror);
        return Ok(layer.contains(&key)?.then_some(*armies));
    }
    let player = game.order.player(time - 1);
    let occupied = occupied(armies);
    for to in each(armies[player]) {
        let mut from = game.field.destinations(to, occupied);
        while from != 0 {
            let step = ManMove { from: pop(&mut from) as u8, to: to as u8 };
            let mut before = *armies;
            before[player] ^= bit(usize::from(step.from)) | bit(to);
            steps.push(step);
            if let Some(found) = back(game, mirror, layer, (first, time - 1), &before, steps)? {
                return Ok(Some(found));
            }
            steps.pop();
        }
    }
    Ok(None)
}
