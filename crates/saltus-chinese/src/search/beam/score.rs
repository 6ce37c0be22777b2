//! The score of a position: how far the winner's men have to go, how far they could go at
//! once, what is in their way.

use crate::bounds::JumpReach;
use crate::search::field::{Cells, Field, bit, each, pop};
use saltus_core::random::Random;

/// What the winner's men outside the goal could do if they were to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// The cells that decide it: the rest of the board may change.
    pub(super) seen: Cells,
    /// The way that all of them together would save, each by a move of his own now.
    gain: u64,
    /// The way that the best of these moves saves.
    best: u64,
}

/// What an attempt goes by: random weights. A step is worth [`STEP`].
#[derive(Clone, Debug)]
pub(super) struct Weights {
    /// What is left to go from each cell.
    way: Vec<u64>,
    /// The weight of a move that the winner needs.
    needed: u64,
    /// Per cent of [`Sight::gain`].
    gain: u64,
    /// Per cent of [`Sight::best`].
    best: u64,
    /// The weight of a man who must be put somewhere before one of the winner's can jump into the
    /// goal.
    pub(super) fills: u64,
    /// The weight of a helper's man in the goal.
    inside: u64,
    /// The most that chance adds.
    noise: u64,
    /// Of a thousand positions, how many may have one army of the winner.
    share: usize,
    seed: u64,
}

/// The worth of a step of the winner.
const STEP: u64 = 100;

/// Added to every score, so that none is negative: more than all gains.
const BASE: u64 = 1 << 32;

/// The most men that a man of the winner is said to lack on his way.
const LEVELS: usize = 5;

impl Weights {
    /// Random weights, from ranges that were found by trying.
    pub(super) fn random(random: &mut Random, goal: Cells, distance: &[u32]) -> Self {
        let mut between = |least: usize, most: usize| (least + random.below(most - least + 1)) as u64;
        let (curve, home) = (between(0, 80), between(0, 90));
        let far = u64::from(distance.iter().copied().max().unwrap_or(0).max(1));
        let way = |(cell, &distance): (usize, &u32)| {
            let distance = u64::from(distance);
            // The more of the square, the worse are stragglers.
            let way = STEP * ((100 - curve) * distance + curve * distance * distance / far) / 100;
            if goal & bit(cell) == 0 { way } else { way * home / 100 }
        };
        Weights {
            way: distance.iter().enumerate().map(way).collect(),
            // If there are spare moves, spending them early may help.
            needed: between(0, 1) * between(0, 450) + between(0, 100),
            gain: between(0, 50),
            best: between(0, 95),
            // It takes most of the time, and half of the attempts do better without.
            fills: between(0, 1) * between(10, 80),
            inside: between(10, 200),
            noise: between(10, 220),
            share: between(10, 100) as usize,
            seed: random.number(),
        }
    }

    /// How many of `width` positions may have one army of the winner.
    pub(super) fn share(&self, width: usize) -> usize {
        (width * self.share / 1000).max(1)
    }

    /// What the winner's men could do at once.
    pub(super) fn sight(&self, field: &Field, goal: Cells, army: Cells, occupied: Cells) -> Sight {
        let mut sight = Sight { seen: 0, gain: 0, best: 0 };
        for from in each(army & !goal) {
            let (to, seen) = look(field, from, occupied);
            let least = each(to).map(|cell| self.way[cell]).min().unwrap_or(u64::MAX);
            let gain = self.way[from].saturating_sub(least);
            sight.seen |= seen;
            sight.gain += gain;
            sight.best = sight.best.max(gain);
        }
        sight
    }

    /// The score of a position of this name in which the winner needs `needed` moves; the less, the
    /// better.
    pub(super) fn score(&self, goal: Cells, armies: &[Cells], needed: u32, sight: &Sight, name: u64) -> u64 {
        let way: u64 = each(armies[0]).map(|cell| self.way[cell]).sum();
        let helpers = armies[1..].iter().fold(0, |all, army| all | army);
        let inside = (helpers & goal).count_ones();
        let noise = Random::new(name ^ self.seed).below(self.noise as usize + 1) as u64;
        BASE + way + self.needed * u64::from(needed) + self.inside * u64::from(inside) + noise
            - (self.gain * sight.gain + self.best * sight.best) / 100
    }

    /// What the men that are missing on the way of the winner's add to the score.
    pub(super) fn fills(&self, field: &Field, goal: Cells, army: Cells, occupied: Cells) -> u64 {
        let outside = army & !goal;
        let mut reach = JumpReach::new(field, occupied, 0, goal);
        let mut fills = 0;
        for _ in 0..LEVELS {
            fills += (outside & !reach.cells).count_ones();
            reach.pay(field);
        }
        self.fills * u64::from(fills)
    }
}

/// Where the man on a cell can go, and the cells that decide it.
pub(super) fn look(field: &Field, cell: usize, occupied: Cells) -> (Cells, Cells) {
    let men = occupied & !bit(cell);
    let mut landed = bit(cell);
    let mut seen = field.near[cell] | landed;
    let mut open = landed;
    while open != 0 {
        let from = pop(&mut open);
        seen |= field.over(from);
        let mut over = field.over(from) & men;
        while over != 0 {
            let land = bit(field.land(from, pop(&mut over)));
            let new = land & !men & !landed;
            seen |= land;
            landed |= new;
            open |= new;
        }
    }
    ((landed & !bit(cell)) | (field.near[cell] & !occupied), seen)
}

/// Steps from each cell to the goal cell that is farthest from the winner's start.
pub(super) fn distances(field: &Field, goal: Cells, start: Cells) -> Vec<u32> {
    let from_start = spread(field, start);
    let end = each(goal).max_by_key(|&cell| from_start[cell]).map_or(0, bit);
    spread(field, end)
}

/// Steps from each cell to the next of `to`; where no way leads, one more than the most there are.
fn spread(field: &Field, to: Cells) -> Vec<u32> {
    let mut distance = vec![None; field.cells];
    let (mut seen, mut ring, mut far) = (to, to, 0);
    while ring != 0 {
        each(ring).for_each(|cell| distance[cell] = Some(far));
        ring = field.around(ring) & !seen;
        seen |= ring;
        far += 1;
    }
    distance.into_iter().map(|distance| distance.unwrap_or(far)).collect()
}
