//! One player: a game from both ends at once.
//!
//! A game backwards is a game. Where a symmetry of the board exchanges start and goal, the
//! positions that can be reached backwards from the goal in a number of moves are the images of those
//! that can be reached in as many from the start. So layers up to half of the length are enough: a game of N
//! moves exists if and only if a position of layer N - N/2 is the image of one of layer N/2.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::field::{bit, each, pop};
use super::game::{Armies, Game, Key, ManMove};
use super::layer::{KnownLayers, Layer};
use super::layer_search::LayersFound;
use super::layer_store::{LayerStore, SearchIdentity};
use super::trace;
use crate::bounds::{GameBounds, TurnsLeft};
use saltus_core::limits::{Limits, Stop, Tally};
use saltus_core::threads;

/// Positions that a thread takes at once.
const CHUNK: usize = 1 << 12;

/// Positions that a thread gathers before it sorts them.
const GATHERED: usize = 1 << 22;

/// Positions whose images are looked for together.
const TOGETHER: usize = 1 << 20;

/// Looks for a shortest game of at most `length` moves of the only player. The game must have
/// [`Game::exchange`].
///
/// ```
/// use saltus_chinese::bounds::{GameBounds, Rules};
/// use saltus_chinese::search::{bidirectional, game::Game};
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let puzzle = saltus_chinese::read("chinese triangle:7 men=3").unwrap().puzzle().unwrap();
/// let game = Game::<1>::new(&puzzle).unwrap();
/// let bounds = GameBounds::new(&game, Rules::ALL);
/// let found = bidirectional::search(&game, &bounds, 9, &Limits::default()).unwrap();
/// assert_eq!(found.steps.unwrap().len(), 9);
/// ```
///
/// # Errors
/// The limit that is reached.
pub fn search(game: &Game<1>, bounds: &GameBounds, length: u32, limits: &Limits<'_>) -> Result<LayersFound<1>, Stop> {
    let tally = Tally::default();
    let identity = SearchIdentity { line: &game.line, method: "bidirectional", rules: bounds.rules, length };
    let store = LayerStore::open(identity, limits)?;
    let mut layers = vec![Layer::Memory(vec![game.canonical(&game.start, bounds.rules.mirror)])];
    for done in 0..=length {
        // A game of `done` moves.
        let (near, far) = (&layers[done as usize / 2], &layers[layers.len() - 1]);
        let found = common_position(game, near, far, bounds.rules.mirror)?;
        if found.is_some() || done == length {
            let steps = found.map(|middle| joined(game, bounds.rules.mirror, &layers, &middle, done)).transpose()?;
            return Ok(LayersFound { layers, steps, generated: tally.add(0) });
        }
        if done % 2 == 0 {
            let finished = store.as_ref().map(|store| store.finished(layers.len())).transpose()?.flatten();
            let next = if let Some(layer) = finished {
                layer
            } else {
                step(game, bounds, &layers, length, &tally, store.as_ref(), limits)?
            };
            let phase = format!("after {} of {length} moves: {} positions", layers.len(), next.count());
            limits.report(&phase, tally.add(0), None);
            layers.push(next);
        }
    }
    unreachable!("the last length returns")
}

/// The game of so many moves through a position in the middle: the moves there, and from there back on the image of a way to its image.
fn joined(
    game: &Game<1>,
    mirror: bool,
    layers: &[Layer<1>],
    middle: &Armies<1>,
    length: u32,
) -> Result<Vec<ManMove>, Stop> {
    let exchange = game.exchange.as_ref().expect("a board that allows it");
    let half = length.div_ceil(2) as usize;
    let to = |moves: usize, end| trace::steps(game, mirror, &layers[..moves], end);
    let image = |cell: u8| exchange[usize::from(cell)];
    let mut steps = to(half, middle)?;
    let back = to(length as usize - half, &game.exchanged(middle))?;
    steps.extend(back.into_iter().rev().map(|step| ManMove { from: image(step.to), to: image(step.from) }));
    Ok(steps)
}

/// The image of the first position of a layer whose image is in another.
fn common_position(game: &Game<1>, near: &Layer<1>, far: &Layer<1>, mirror: bool) -> Result<Option<Armies<1>>, Stop> {
    for first in (0..near.count()).step_by(TOGETHER) {
        let keys = near.read(first, TOGETHER)?;
        let image = |key: &Key<1>| game.exchanged(&game.armies(key));
        let canonical = |key: &Key<1>| game.canonical(&image(key), mirror);
        let mut images: Vec<(Key<1>, usize)> = keys.iter().map(canonical).zip(0..).collect();
        images.sort_unstable();
        let mut far = KnownLayers::new(&[far])?;
        let mut least: Option<usize> = None;
        for (key, index) in images {
            if far.has(&key)? {
                least = least.into_iter().chain([index]).min();
            }
        }
        if let Some(index) = least {
            return Ok(Some(image(&keys[index])));
        }
    }
    Ok(None)
}

/// The layer after the last one.
fn step(
    game: &Game<1>,
    bounds: &GameBounds,
    layers: &[Layer<1>],
    length: u32,
    tally: &Tally,
    store: Option<&LayerStore<'_>>,
    limits: &Limits<'_>,
) -> Result<Layer<1>, Stop> {
    let last = layers.last().expect("the start is one");
    let before = layers.len().checked_sub(2).map(|before| &layers[before]);
    let left = TurnsLeft::of(game, layers.len() as u32, length);
    let held: u64 = layers.iter().map(Layer::bytes).sum();
    let (next, runs, gathered) = (AtomicUsize::new(0), Mutex::new(Vec::new()), Tally::default());
    let work = |_| -> Result<(), Stop> {
        let mut out = Vec::new();
        let flush = |out: &mut Vec<Key<1>>| -> Result<(), Stop> {
            let run = Layer::run(std::mem::take(out), store)?;
            gathered.add(run.bytes());
            runs.lock().expect("no thread panics").push(run);
            Ok(())
        };
        loop {
            let chunk = last.read(next.fetch_add(CHUNK, Ordering::Relaxed), CHUNK)?;
            if chunk.is_empty() {
                return flush(&mut out);
            }
            let mut generated = 0;
            for key in &*chunk {
                let armies = game.armies(key);
                let army = armies[0];
                for from in each(army) {
                    let mut to = game.field.destinations(from, army);
                    while to != 0 {
                        let mut moved = armies;
                        moved[0] = army ^ bit(from) ^ bit(pop(&mut to));
                        generated += 1;
                        if bounds.allow(&game.field, &moved, &left) {
                            out.push(game.canonical(&moved, bounds.rules.mirror));
                        }
                    }
                }
            }
            if out.len() > GATHERED {
                flush(&mut out)?;
            }
            // Merging takes the room of the runs once more.
            limits.spend(tally.add(generated), held + 2 * gathered.add(0) + 8 * GATHERED as u64)?;
        }
    };
    threads::try_run(limits.threads, &work)?;
    // What is as near to the start, or nearer, was reached before: a move changes the distance by 1
    // at most.
    let known: Vec<&Layer<1>> = before.into_iter().chain([last]).collect();
    Layer::of(&runs.into_inner().expect("no thread panics"), &known, store.map(|store| (store, layers.len())))
}
