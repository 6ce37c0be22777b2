//! A game of few turns, soon: beam search with the bounds of the proof.
//!
//! Turn by turn it keeps the most promising positions. What promises most is unknown, so each attempt weighs by chance: how far the winner's
//! men have to go, how many men are missing where they would jump, how many helpers' men are still in the goal.
//! An attempt looks for a game of at most so many turns, and drops what the bounds say cannot be one.

use std::collections::HashMap;

use super::bounds::{Bounds, Left, Reach};
use super::field::{Cells, bit, each, pop};
use super::game::{Armies, Game, Key, Step};
use crate::limits::{Limits, Stop};
use crate::random::Random;

/// What an attempt goes by: the less, the better.
#[derive(Clone, Copy, Debug)]
struct Weights {
    distance: u32,
    needed: u32,
    fills: u32,
    inside: u32,
    noise: u32,
    seed: u64,
}

impl Weights {
    fn random(random: &mut Random) -> Self {
        let mut between = |least: usize, most: usize| (least + random.below(most - least + 1)) as u32;
        let (distance, needed, fills, inside, noise) =
            (between(8, 24), between(0, 80), between(0, 60), between(0, 40), between(0, 40));
        Weights { distance, needed, fills, inside, noise, seed: random.number() }
    }
}

/// A position of the beam.
#[derive(Clone, Copy)]
struct Entry<const P: usize> {
    key: Key<P>,
    score: u32,
    parent: u32,
    step: Step,
}

/// Attempts at games of few turns.
pub struct Beam<'a, const P: usize> {
    game: &'a Game<P>,
    bounds: &'a Bounds,
    limits: &'a Limits<'a>,
    /// How far each cell is from the goal's far end.
    distance: Vec<u32>,
}

impl<'a, const P: usize> Beam<'a, P> {
    /// Attempts at a game.
    pub fn new(game: &'a Game<P>, bounds: &'a Bounds, limits: &'a Limits<'a>) -> Self {
        Beam { game, bounds, limits, distance: distances(game) }
    }

    /// One attempt at a game of at most `length` turns with so many positions after each turn.
    ///
    /// # Errors
    /// The limit that is reached.
    pub fn attempt(&self, length: u32, width: usize, seed: u64) -> Result<Option<Vec<Step>>, Stop> {
        let weights = Weights::random(&mut Random::new(seed));
        let start = Entry { key: self.game.key(&self.game.start), score: 0, parent: 0, step: Step { from: 0, to: 0 } };
        let mut trail: Vec<Vec<Entry<P>>> = vec![vec![start]];
        for time in 0..length {
            let beam = trail.last().expect("the start is in it");
            let (mut next, end) = self.turn(beam, time, length, &weights);
            if let Some((parent, step)) = end {
                return Ok(Some(steps(&trail, parent, step)));
            }
            if next.is_empty() {
                break;
            }
            if next.len() > width {
                next.select_nth_unstable_by_key(width, |entry| (entry.score, entry.key));
                next.truncate(width);
            }
            trail.push(next);
            self.limits.spend(0, (trail.len() * width * size_of::<Entry<P>>()) as u64)?;
        }
        Ok(None)
    }

    /// What a turn leads to, each position once, or the end of a game.
    fn turn(
        &self,
        beam: &[Entry<P>],
        time: u32,
        length: u32,
        weights: &Weights,
    ) -> (Vec<Entry<P>>, Option<(u32, Step)>) {
        let left = Left::of(self.game, time + 1, length);
        let part = beam.len().div_ceil(self.limits.threads).max(1);
        let work = |(number, entries): (usize, &[Entry<P>])| {
            let mut found = Vec::with_capacity(16 * entries.len());
            for (place, entry) in entries.iter().enumerate() {
                let parent = (number * part + place) as u32;
                if let Some(step) = self.expand(entry, parent, time, &left, weights, &mut found) {
                    return (found, Some((parent, step)));
                }
            }
            found.sort_unstable_by_key(|entry| (entry.key, entry.parent));
            found.dedup_by_key(|entry| entry.key);
            (found, None)
        };
        let parts: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                beam.chunks(part).enumerate().skip(1).map(|chunk| scope.spawn(move || work(chunk))).collect();
            let first = beam.chunks(part).enumerate().take(1).map(work);
            let first: Vec<_> = first.collect();
            first
                .into_iter()
                .chain(threads.into_iter().map(|thread| thread.join().expect("no thread panics")))
                .collect()
        });
        let end = parts.iter().find_map(|(_, end)| *end);
        let mut all: Vec<Entry<P>> = parts.into_iter().flat_map(|(found, _)| found).collect();
        all.sort_unstable_by_key(|entry| (entry.key, entry.parent));
        all.dedup_by_key(|entry| entry.key);
        (all, end)
    }

    /// Every position one turn on that may still be finished; or the move that ends a game.
    fn expand(
        &self,
        entry: &Entry<P>,
        parent: u32,
        time: u32,
        left: &Left<P>,
        weights: &Weights,
        found: &mut Vec<Entry<P>>,
    ) -> Option<Step> {
        let Beam { game, bounds, .. } = *self;
        let armies = game.armies(&entry.key);
        let player = game.player(time);
        let occupied = armies.iter().fold(0, |all, army| all | army);
        let mut men = armies[player];
        while men != 0 {
            let from = pop(&mut men);
            let mut to = game.field.destinations(from, occupied);
            while to != 0 {
                let step = Step { from: from as u8, to: pop(&mut to) as u8 };
                let mut moved = armies;
                moved[player] ^= bit(from) | bit(step.to as usize);
                if moved[0] == game.goal {
                    return Some(step);
                }
                if bounds.moves_needed(moved[0]) <= left.moves[0]
                    && bounds.goal_can_be_filled(&moved, left)
                    && bounds.can_be_crossed(&game.field, &moved, left)
                {
                    let mut key = entry.key;
                    key[player] = game.rank(moved[player]);
                    found.push(Entry { key, score: self.score(&moved, &key, weights), parent, step });
                }
            }
        }
        None
    }

    fn score(&self, armies: &Armies<P>, key: &Key<P>, weights: &Weights) -> u32 {
        let Beam { game, bounds, .. } = *self;
        let outside = armies[0] & !game.goal;
        let occupied = armies.iter().fold(0, |all, army| all | army);
        let distance: u32 = each(armies[0]).map(|cell| self.distance[cell]).sum();
        let inside = (occupied & !armies[0] & game.goal).count_ones();
        let mut fills = 0;
        if weights.fills > 0 {
            let mut reach = Reach::new(&game.field, occupied, 0, game.goal);
            for _ in 0..4 {
                fills += (outside & !reach.cells()).count_ones();
                reach.pay(&game.field);
            }
        }
        let mut noise = Random::new(key.iter().fold(weights.seed, |seed, rank| seed.rotate_left(21) ^ rank));
        weights.distance * distance
            + weights.needed * bounds.moves_needed(armies[0])
            + weights.fills * fills
            + weights.inside * inside
            + noise.below(weights.noise as usize + 1) as u32
    }
}

/// The moves to a position of the beam, and one more.
fn steps<const P: usize>(trail: &[Vec<Entry<P>>], parent: u32, last: Step) -> Vec<Step> {
    let mut steps = vec![last];
    let mut at = parent;
    for beam in trail[1..].iter().rev() {
        let entry = beam[at as usize];
        steps.push(entry.step);
        at = entry.parent;
    }
    steps.reverse();
    steps
}

/// Steps to the goal cell that is farthest from the winner's start.
fn distances<const P: usize>(game: &Game<P>) -> Vec<u32> {
    let spread = |from: Cells| {
        let mut distance = HashMap::new();
        let (mut seen, mut ring, mut far) = (from, from, 0);
        while ring != 0 {
            distance.extend(each(ring).map(|cell| (cell, far)));
            ring = game.field.around(ring) & !seen;
            seen |= ring;
            far += 1;
        }
        (0..game.field.cells()).map(|cell| distance.get(&cell).copied().unwrap_or(far)).collect::<Vec<u32>>()
    };
    let from_start = spread(game.start[0]);
    let end = each(game.goal).max_by_key(|&cell| from_start[cell]).map_or(0, bit);
    spread(end)
}
