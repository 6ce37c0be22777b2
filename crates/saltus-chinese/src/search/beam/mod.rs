//! Games of few turns, found rather than proved: beam search with the bounds of the proof.
//!
//! An attempt looks for a game of at most a given number of turns. Turn by turn it keeps a fixed number of
//! positions, those that promise most, and drops those that the bounds say cannot be finished in
//! time. It is not known which positions are most promising, so each attempt has random weights
//! (`score.rs`). The search makes attempts of growing width. Whenever it finds a game it asks for a
//! shorter one: a tight limit makes the bounds sharp.
//!
//! Beam search is folklore; the random weights, and the limit on positions with one army of the
//! winner, are new here.

mod attempt;
mod score;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::game::{Game, ManMove};
use crate::bounds::{GameBounds, TurnsLeft};
use attempt::{Attempt, BeamSetting};
use saltus_core::limits::{Limits, Stop};
use saltus_core::threads;

/// What is looked for, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BeamRequest {
    /// The most turns that a game may have; none where any game is welcome.
    pub upper: Option<u32>,
    /// No game has fewer turns: one of this length ends the search. 0 if nothing is known.
    pub lower: u32,
    /// Attempts in a row without success that end the search. They are made by [`BATCH`], each
    /// batch wider than the last.
    pub attempts: u32,
    /// Names the random choices.
    pub seed: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamResult {
    /// The shortest game found.
    pub game: Option<Vec<ManMove>>,
    /// Positions that moves led to.
    pub generated: u64,
    /// The limit that ended the search; none where its attempts were spent or nothing shorter can
    /// be.
    pub stop: Option<Stop>,
}

/// Attempts that are made at once. It does not depend on threads, so that what is found does not.
pub const BATCH: u32 = 8;

/// Positions kept after a turn in the first attempts at a length.
const LEAST_WIDTH: usize = 400;

/// The most positions ever kept after a turn.
const MOST_WIDTH: usize = 64_000;

/// Positions kept after a turn where any game will do.
const GREEDY_WIDTH: usize = 60;

/// Turns of each player for each man in a first game, at most: what goes on for longer is stuck.
const GREEDY_TURNS: u32 = 12;

/// Looks for a short game, and for shorter ones until attempts or limits are spent.
///
/// ```
/// use saltus_chinese::bounds::{GameBounds, Rules};
/// use saltus_chinese::search::{beam::{self, BeamRequest}, game::Game};
/// use saltus_core::{limits::Limits, notation::Instance as _};
///
/// let puzzle = saltus_chinese::read("chinese triangle:7 men=3").unwrap().puzzle().unwrap();
/// let (game, limits) = (Game::<1>::new(&puzzle).unwrap(), Limits::default());
/// let bounds = GameBounds::new(&game, Rules::ALL);
/// let request = BeamRequest { upper: None, lower: 9, attempts: 48, seed: 1 };
/// let found = beam::search(&game, &bounds, &request, &limits);
/// assert!(found.game.unwrap().len() >= 9);
/// ```
///
/// The answer does not depend on the number of threads.
pub fn search<const P: usize>(
    game: &Game<P>,
    bounds: &GameBounds,
    request: &BeamRequest,
    limits: &Limits<'_>,
) -> BeamResult {
    let setting = BeamSetting::new(game, bounds, limits);
    let mut found = BeamResult { game: None, generated: 0, stop: None };
    if game.start[0] == game.goal {
        found.game = Some(Vec::new());
        return found;
    }
    let mut length = request.upper.unwrap_or(GREEDY_TURNS * game.goal.count_ones() * game.order.players());
    let mut greedy = request.upper.is_none();
    let (mut seed, mut level, mut failed) = (request.seed, 0, 0);
    while failed < request.attempts && length >= request.lower && setting.can_end(length) {
        let width = if greedy { GREEDY_WIDTH << level.min(4) } else { width(level) };
        match setting.batch(length, width, seed, &mut found) {
            Err(stop) => {
                found.stop = Some(stop);
                break;
            }
            Ok(None) => (failed, level) = (failed + BATCH, level + 1),
            Ok(Some(steps)) => {
                limits.report(&format!("a game of {} turns", steps.len()), found.generated, None);
                length = (steps.len() as u32).saturating_sub(game.order.players());
                (failed, level) = (0, if greedy { 0 } else { level });
                greedy = false;
                found.game = Some(steps);
            }
        }
        seed = seed.wrapping_add(BATCH.into());
    }
    found
}

/// The result of an attempt: a game perhaps, and the positions that moves led to.
type AttemptResult = Result<(Option<Vec<ManMove>>, u64), Stop>;

impl<const P: usize> BeamSetting<'_, P> {
    /// Whether the winner has moves enough.
    fn can_end(&self, length: u32) -> bool {
        let BeamSetting { game, bounds, .. } = self;
        bounds.moves_needed(game.start[0]) <= TurnsLeft::of(game, 0, length).moves[0]
    }

    /// Some attempts, each with a seed of its own. Of those that succeed the first in order counts,
    /// not the first in time.
    fn batch(
        &self,
        length: u32,
        width: usize,
        seed: u64,
        found: &mut BeamResult,
    ) -> Result<Option<Vec<ManMove>>, Stop> {
        let (next, first) = (AtomicUsize::new(0), AtomicUsize::new(BATCH as usize));
        let spent = found.generated;
        let results: Mutex<[Option<AttemptResult>; BATCH as usize]> = Mutex::default();
        let work = |_| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                // An attempt after one that has succeeded is not wanted any more.
                let wanted = || number < first.load(Ordering::Relaxed);
                if !wanted() {
                    return;
                }
                let attempt = Attempt::new(self, length, width, seed.wrapping_add(number as u64));
                let result = attempt.run(&|generated| self.allows(spent + generated, width).map(|()| wanted()));
                if !matches!(result, Ok((None, _))) {
                    first.fetch_min(number, Ordering::Relaxed);
                }
                results.lock().expect("no thread panics")[number] = Some(result);
            }
        };
        threads::run(self.limits.threads.min(BATCH as usize), &work);
        for result in results.into_inner().expect("no thread panics").into_iter().flatten() {
            let (steps, generated) = result?;
            found.generated += generated;
            if steps.is_some() {
                return Ok(steps);
            }
        }
        Ok(None)
    }

    /// Whether an attempt of this width may go on. Memory is asked for as if a whole batch were
    /// under way.
    fn allows(&self, generated: u64, width: usize) -> Result<(), Stop> {
        self.limits.spend(generated, self.bytes(width) * u64::from(BATCH))
    }
}

/// Positions kept after a turn, by the number of batches that have failed: twice as many every fourth time.
fn width(level: u32) -> usize {
    let quarters = 4 + level as usize % 4;
    ((LEAST_WIDTH * quarters / 4) << (level / 4).min(16)).min(MOST_WIDTH)
}

#[cfg(test)]
mod tests;
