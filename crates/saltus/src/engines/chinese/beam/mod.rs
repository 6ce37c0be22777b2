//! Games of few turns, found rather than proved: beam search with the bounds of the proof.
//!
//! An attempt looks for a game of at most so many turns. Turn by turn it keeps a fixed number of positions, those that promise most, and
//! drops what the bounds say cannot be finished in time. What promises most is not known, so each attempt weighs by chance ([`score`]). The
//! search makes attempts of growing width, and asks for a shorter game whenever one is found: a tight limit makes the bounds sharp.
//!
//! Beam search is of the folklore; the random weights, and the limit on positions with one army of the winner, are ours.

mod attempt;
mod score;

use std::sync::atomic::{AtomicUsize, Ordering};

use super::bounds::{Bounds, Left};
use super::game::{Game, Step};
use crate::limits::{Limits, Stop};
use attempt::{Attempt, Setting};

/// What is looked for, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quest {
    /// The most turns that a game may have; none where any game is welcome.
    pub upper: Option<u32>,
    /// No game has fewer turns: one of so many ends the search. 0 where nothing is known.
    pub lower: u32,
    /// Attempts in a row without success that end the search. They come by [`BATCH`], and each batch is wider than the last.
    pub attempts: u32,
    /// Names the random choices.
    pub seed: u64,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The shortest game found.
    pub game: Option<Vec<Step>>,
    /// Positions that moves led to.
    pub generated: u64,
    /// The limit that ended the search; none where its attempts were spent or nothing shorter can be.
    pub stop: Option<Stop>,
}

/// Attempts that are made at once. It does not depend on threads, so that what is found does not.
pub const BATCH: u32 = 8;

/// Positions kept after a turn in the first attempts at a length.
const LEAST_WIDTH: usize = 250;

/// The most positions ever kept after a turn.
const MOST_WIDTH: usize = 64_000;

/// Positions kept after a turn where any game will do.
const GREEDY_WIDTH: usize = 60;

/// Turns of each player for each man in a first game, at most: far more than it takes to walk there.
const GREEDY_TURNS: u32 = 100;

/// Attempts at games of few turns.
pub struct Beam<'a, const P: usize> {
    setting: Setting<'a, P>,
    limits: &'a Limits<'a>,
}

/// One of several attempts under way.
type Try = Result<(Option<Vec<Step>>, u64), Stop>;

impl<'a, const P: usize> Beam<'a, P> {
    /// Attempts at a game.
    pub fn new(game: &'a Game<P>, bounds: &'a Bounds, limits: &'a Limits<'a>) -> Self {
        Beam { setting: Setting::new(game, bounds), limits }
    }

    /// Looks for a short game, and for shorter ones until attempts or limits are spent. The same whatever the number of threads.
    pub fn search(&self, quest: &Quest) -> Found {
        let game = self.setting.game;
        let mut found = Found { game: None, generated: 0, stop: None };
        if game.start[0] == game.goal {
            found.game = Some(Vec::new());
            return found;
        }
        let men = game.goal.count_ones();
        let (mut greedy, mut length) = match quest.upper {
            Some(upper) => (false, upper),
            None => (true, GREEDY_TURNS * men * P as u32),
        };
        let (mut seed, mut level, mut failed) = (quest.seed, 0, 0);
        while failed < quest.attempts && self.can_end(length) && length >= quest.lower {
            let width = if greedy { GREEDY_WIDTH << level.min(4) } else { width(level) };
            match self.batch(length, width, seed, &mut found) {
                Err(stop) => {
                    found.stop = Some(stop);
                    break;
                }
                Ok(Some(steps)) => {
                    (greedy, failed, level) = (false, 0, if greedy { 0 } else { level });
                    length = (steps.len() as u32).saturating_sub(P as u32);
                    self.limits.report(&format!("a game of {} turns", steps.len()), found.generated, None);
                    found.game = Some(steps);
                }
                Ok(None) => (failed, level) = (failed + BATCH, level + 1),
            }
            seed = seed.wrapping_add(BATCH.into());
        }
        found
    }

    /// Whether the winner has moves enough.
    fn can_end(&self, length: u32) -> bool {
        let Setting { game, bounds, .. } = &self.setting;
        bounds.moves_needed(game.start[0]) <= Left::of(game, 0, length).moves[0]
    }

    /// Some attempts, each with a seed of its own. Of those that succeed the first in order counts, not the first in time.
    fn batch(&self, length: u32, width: usize, seed: u64, found: &mut Found) -> Result<Option<Vec<Step>>, Stop> {
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(BATCH as usize));
        let work = || {
            let mut tries: Vec<(usize, Try)> = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= first.load(Ordering::Relaxed) {
                    return tries;
                }
                let seed = seed.wrapping_add(number as u64);
                let attempt = Attempt::new(&self.setting, length, width, seed);
                // An attempt behind one that has succeeded is not wanted any more.
                let result = attempt.run(|generated| {
                    self.limits.spend(found.generated + generated, self.setting.bytes(width) * u64::from(BATCH))?;
                    Ok(number < first.load(Ordering::Relaxed))
                });
                if !matches!(result, Ok((None, _))) {
                    first.fetch_min(number, Ordering::Relaxed);
                }
                tries.push((number, result));
            }
        };
        let mut tries = std::thread::scope(|scope| {
            let threads: Vec<_> = (1..self.limits.threads.min(BATCH as usize)).map(|_| scope.spawn(work)).collect();
            let mine = work();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).fold(mine, |mut all, more| {
                all.extend(more);
                all
            })
        });
        tries.sort_unstable_by_key(|(number, _)| *number);
        for (_, result) in tries {
            let (steps, generated) = result?;
            found.generated += generated;
            if steps.is_some() {
                return Ok(steps);
            }
        }
        Ok(None)
    }
}

/// Positions kept after a turn, when so many batches have failed: twice as many every second time.
fn width(level: u32) -> usize {
    let whole = LEAST_WIDTH << (level / 2).min(16);
    (if level % 2 == 1 { whole * 7 / 5 } else { whole }).min(MOST_WIDTH)
}

#[cfg(test)]
mod tests;
