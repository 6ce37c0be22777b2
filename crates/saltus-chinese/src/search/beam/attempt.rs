//! One attempt at a game of at most a given number of turns.

use std::collections::{HashMap, HashSet};

use rustc_hash::FxBuildHasher;

use super::ManMove;
use super::score::{self, Sight, Weights};
use crate::bounds::{GameBounds, TurnsLeft};
use crate::search::field::{Cells, MOST_CELLS, bit, each, pop};
use crate::search::game::{Armies, Game, occupied};
use saltus_core::limits::{Limits, Stop};
use saltus_core::random::Random;

/// What all attempts share.
pub(super) struct BeamSetting<'a, const P: usize> {
    pub(super) game: &'a Game<P>,
    pub(super) bounds: &'a GameBounds,
    pub(super) limits: &'a Limits<'a>,
    /// Steps from each cell to the far end of the goal.
    pub(super) distance: Vec<u32>,
    /// A number for each man of each army on each cell, and for his mirror image.
    names: [Vec<PositionName>; P],
}

/// A number for a position, and one for its mirror image: the exclusive or of those of the men.
///
/// Two positions with one number are taken for the same: one of them is lost, and no game is wrong
/// for it.
pub(super) type PositionName = [u64; 2];

impl<'a, const P: usize> BeamSetting<'a, P> {
    pub(super) fn new(game: &'a Game<P>, bounds: &'a GameBounds, limits: &'a Limits<'a>) -> Self {
        let mut random = Random::new(0);
        let names = std::array::from_fn(|_| {
            let plain: Vec<u64> = (0..MOST_CELLS).map(|_| random.number()).collect();
            let mirror = game.mirror.as_ref().filter(|_| bounds.rules.mirror);
            let image = |cell: usize| mirror.map_or(cell, |mirror| mirror[cell].into());
            (0..game.field.cells).map(|cell| [plain[cell], plain[image(cell)]]).collect()
        });
        let distance = score::distances(&game.field, game.goal, game.start[0]);
        BeamSetting { game, bounds, limits, distance, names }
    }

    /// Bytes that an attempt of this width takes at most, or so.
    pub(super) fn bytes(&self, width: usize) -> u64 {
        let turn = size_of::<BeamPosition<P>>() + MOVES * (size_of::<Candidate>() + size_of::<ScoredCandidate>());
        (width * (turn + self.game.field.cells * size_of::<MoveOrigin>())) as u64
    }

    pub(super) fn name(&self, armies: &Armies<P>) -> PositionName {
        let men = armies.iter().zip(&self.names).flat_map(|(&army, names)| each(army).map(|cell| names[cell]));
        men.fold([0, 0], joined)
    }
}

fn joined(a: PositionName, b: PositionName) -> PositionName {
    [a[0] ^ b[0], a[1] ^ b[1]]
}

/// Moves in a position, about: for what memory is taken.
const MOVES: usize = 40;

/// This many times the width are looked at more closely before they are cut down to it.
const CLOSER: usize = 4;

/// A position of the beam.
struct BeamPosition<const P: usize> {
    armies: Armies<P>,
    name: PositionName,
    sight: Sight,
}

/// How a position of the beam was reached: from which one of the turn before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct MoveOrigin {
    parent: u32,
    step: ManMove,
}

/// A move that has not been looked at yet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The smaller number of the position that it leads to and of its mirror image.
    name: u64,
    origin: MoveOrigin,
}

/// A move with what it promises: the less, the better.
type ScoredCandidate = (u64, Candidate);

/// An attempt.
pub(super) struct Attempt<'a, const P: usize> {
    setting: &'a BeamSetting<'a, P>,
    weights: Weights,
    length: u32,
    width: usize,
    /// Positions that were reached before, by the place in the order of the one to move.
    seen: [HashSet<u64, FxBuildHasher>; P],
}

impl<'a, const P: usize> Attempt<'a, P> {
    pub(super) fn new(setting: &'a BeamSetting<'a, P>, length: u32, width: usize, seed: u64) -> Self {
        let weights = Weights::random(&mut Random::new(seed), setting.game.goal, &setting.distance);
        Attempt { setting, weights, length, width, seen: std::array::from_fn(|_| HashSet::default()) }
    }

    /// The game found, and how many positions moves led to. `goes_on` is called with that number
    /// after each turn.
    pub(super) fn run(
        mut self,
        goes_on: &dyn Fn(u64) -> Result<bool, Stop>,
    ) -> Result<(Option<Vec<ManMove>>, u64), Stop> {
        let start = self.setting.game.start;
        let mut beam = vec![self.entry(start, self.setting.name(&start))];
        let mut trail: Vec<Vec<MoveOrigin>> = Vec::new();
        let mut generated = 0;
        for time in 0..self.length {
            let candidates = match self.candidates(&beam, time) {
                Err(end) => return Ok((Some(steps(&trail, end)), generated)),
                Ok(candidates) => candidates,
            };
            generated += candidates.len() as u64;
            let origins = self.best(&beam, candidates, time);
            if origins.is_empty() || !goes_on(generated)? {
                break;
            }
            beam = origins.iter().map(|&origin| self.after(&beam, origin, time)).collect();
            trail.push(origins);
        }
        Ok((None, generated))
    }

    fn entry(&self, armies: Armies<P>, name: PositionName) -> BeamPosition<P> {
        BeamPosition { armies, name, sight: self.sight(&armies) }
    }

    fn sight(&self, armies: &Armies<P>) -> Sight {
        let game = self.setting.game;
        self.weights.sight(&game.field, game.goal, armies[0], occupied(armies))
    }

    fn after(&self, beam: &[BeamPosition<P>], origin: MoveOrigin, time: u32) -> BeamPosition<P> {
        let entry = &beam[origin.parent as usize];
        let player = self.setting.game.order.player(time);
        self.entry(moved(&entry.armies, player, origin.step), self.renamed(entry.name, player, origin.step))
    }

    pub(super) fn renamed(&self, name: PositionName, player: usize, step: ManMove) -> PositionName {
        let names = &self.setting.names[player];
        joined(name, joined(names[step.from as usize], names[step.to as usize]))
    }

    /// The moves from all positions, one to each new position; or the move that ends a game.
    fn candidates(&mut self, beam: &[BeamPosition<P>], time: u32) -> Result<Vec<Candidate>, MoveOrigin> {
        let game = self.setting.game;
        let player = game.order.player(time);
        let mut found = Vec::with_capacity(MOVES / 2 * beam.len());
        for (parent, entry) in (0..).zip(beam) {
            let occupied = occupied(&entry.armies);
            for from in each(entry.armies[player]) {
                let mut to = game.field.destinations(from, occupied);
                while to != 0 {
                    let step = ManMove { from: from as u8, to: pop(&mut to) as u8 };
                    let origin = MoveOrigin { parent, step };
                    if player == 0 && moved(&entry.armies, 0, step)[0] == game.goal {
                        return Err(origin);
                    }
                    let [name, image] = self.renamed(entry.name, player, step);
                    found.push(Candidate { name: name.min(image), origin });
                }
            }
        }
        found.sort_unstable();
        found.dedup_by_key(|candidate| candidate.name);
        // A man that comes back to where it was has lost turns.
        let seen = &self.seen[self.setting.game.order.place(time + 1)];
        found.retain(|candidate| !seen.contains(&candidate.name));
        Ok(found)
    }

    /// The moves to the positions that promise most.
    fn best(&mut self, beam: &[BeamPosition<P>], candidates: Vec<Candidate>, time: u32) -> Vec<MoveOrigin> {
        let BeamSetting { game, .. } = *self.setting;
        let player = game.order.player(time);
        let left = TurnsLeft::of(game, time + 1, self.length);
        let mut scored: Vec<ScoredCandidate> = candidates
            .into_iter()
            .filter_map(|candidate| Some((self.promise(beam, &candidate, player, &left)?, candidate)))
            .collect();
        let most = CLOSER * self.width;
        if self.weights.fills > 0 {
            if scored.len() > most {
                scored.select_nth_unstable(most);
                scored.truncate(most);
            }
            for (score, Candidate { origin, .. }) in &mut scored {
                let armies = moved(&beam[origin.parent as usize].armies, player, origin.step);
                *score += self.weights.fills(&game.field, game.goal, armies[0], occupied(&armies));
            }
        }
        scored.sort_unstable();
        let chosen = self.shared(&scored, |origin| moved(&beam[origin.parent as usize].armies, player, origin.step)[0]);
        self.seen[self.setting.game.order.place(time + 1)].extend(chosen.iter().map(|candidate| candidate.name));
        chosen.iter().map(|candidate| candidate.origin).collect()
    }

    /// What a position promises; none when it cannot be finished in time.
    fn promise(
        &self,
        beam: &[BeamPosition<P>],
        candidate: &Candidate,
        player: usize,
        left: &TurnsLeft<P>,
    ) -> Option<u64> {
        let BeamSetting { game, bounds, .. } = *self.setting;
        let MoveOrigin { parent, step } = candidate.origin;
        let entry = &beam[parent as usize];
        let armies = moved(&entry.armies, player, step);
        if !bounds.allow(&game.field, &armies, left) {
            return None;
        }
        let touched = bit(step.from.into()) | bit(step.to.into());
        // What a helper does out of the winner's sight changes nothing for him.
        let sight = if player == 0 || entry.sight.seen & touched != 0 { self.sight(&armies) } else { entry.sight };
        Some(self.weights.score(game.goal, &armies, bounds.moves_needed(armies[0]), &sight, candidate.name))
    }

    /// The first of a list, not too many with one army of the winner; where these are too few,
    /// others too.
    fn shared(&self, scored: &[ScoredCandidate], winner: impl Fn(&MoveOrigin) -> Cells) -> Vec<Candidate> {
        let share = self.weights.share(self.width);
        let mut count: HashMap<Cells, usize, FxBuildHasher> = HashMap::default();
        let (mut chosen, mut others) = (Vec::new(), Vec::new());
        for (_, candidate) in scored {
            if chosen.len() == self.width {
                return chosen;
            }
            let count = count.entry(winner(&candidate.origin)).or_default();
            *count += 1;
            if *count <= share { &mut chosen } else { &mut others }.push(*candidate);
        }
        others.truncate(self.width - chosen.len());
        chosen.extend(others);
        chosen
    }
}

/// The armies after a step of one of them.
#[inline]
fn moved<const P: usize>(armies: &Armies<P>, player: usize, step: ManMove) -> Armies<P> {
    let mut moved = *armies;
    moved[player] ^= bit(step.from.into()) | bit(step.to.into());
    moved
}

/// The game that ends with a move.
fn steps(trail: &[Vec<MoveOrigin>], last: MoveOrigin) -> Vec<ManMove> {
    let mut steps = vec![last.step];
    let mut at = last.parent;
    for origins in trail.iter().rev() {
        let origin = origins[at as usize];
        steps.push(origin.step);
        at = origin.parent;
    }
    steps.reverse();
    steps
}
