//! Which of several moves is made first, if every play to a goal is equally long: pagoda functions learned from failed plays.
//!
//! Plays of random moves end in positions from which no goal is reached. A pagoda function that shows this is kept: other positions that it excludes are
//! passed by, and of the rest that is looked at first which is farthest from being excluded. It finds plays, and proves nothing.

use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::random::Random;

use super::simplex::Optimum;
use super::{Objective, QUICK, System};
use crate::definition::Content;
use crate::invariants::Facts;
use crate::rules::Rules;

/// Random plays that are learned from, and how many moves before the end of each.
const PLAYS: usize = 24;
const BACK: [usize; 4] = [0, 2, 4, 6];

/// One in this many cells, chosen at random, has no weights, so that pagoda functions differ.
const LOT: usize = 7;

/// A goal is excluded where something is less than this.
const SLACK: f32 = -1e-3;

/// Sums of weights that no move lowers, with what a goal has at most.
#[derive(Debug)]
pub(crate) struct Pagodas {
    facts: Facts,
    /// By pagoda, what a goal has at most.
    tops: Vec<f32>,
    /// By fact, its weight in each pagoda.
    weights: Vec<f32>,
}

impl Pagodas {
    /// Pagodas from random plays; another seed makes others. None: none were found.
    pub(crate) fn learn(rules: &Rules, seed: u64, limits: &Limits<'_>) -> Result<Option<Self>, Stop> {
        let Some(system) = System::of(rules, false, false) else { return Ok(None) };
        let (facts, cells) = (system.terms.facts, rules.definition().cells());
        let top = facts.count();
        let mut random = Random::new(seed);
        let mut found: Vec<(f64, Vec<f64>)> = Vec::new();
        let (mut play, mut moves) = (vec![rules.start()], Vec::new());
        for _ in 0..PLAYS {
            play.truncate(1);
            loop {
                moves.clear();
                let last = &play[play.len() - 1];
                rules.moves(last, &mut moves);
                if moves.is_empty() || rules.is_goal(last) {
                    break;
                }
                let next = rules.after(last, &moves[random.below(moves.len())]);
                play.push(next);
            }
            for position in BACK.iter().filter_map(|back| play.len().checked_sub(back + 1).map(|at| &play[at])) {
                if rules.is_goal(position) {
                    break;
                }
                let left_out: Vec<bool> = (0..cells).map(|_| random.below(LOT) == 0).collect();
                let contents = rules.contents(position);
                let program = system.program(Objective::Excludes, contents, &left_out);
                let Some(Optimum::Values(values)) = program.solve(QUICK, limits)? else { continue };
                let greatest = values[..top].iter().fold(0.0, |most: f64, weight| most.max(weight.abs()));
                let weights = contents.iter().enumerate().map(|(cell, &content)| facts.weight(&values, cell, content));
                let sum: f64 = weights.sum();
                if sum - values[top] > 1e-3 * greatest {
                    found
                        .push((values[top] / greatest, values[..top].iter().map(|weight| weight / greatest).collect()));
                }
            }
        }
        let weights = (0..facts.count()).flat_map(|fact| found.iter().map(move |(_, weights)| weights[fact] as f32));
        let pagodas =
            Pagodas { facts, tops: found.iter().map(|(top, _)| *top as f32).collect(), weights: weights.collect() };
        Ok(Some(pagodas).filter(|pagodas| !pagodas.tops.is_empty()))
    }

    /// How early a position is looked at, the least first: by how far it is from being excluded by all pagodas together, or by the nearest. None: one
    /// excludes it.
    pub(crate) fn rank(&self, contents: &mut dyn Iterator<Item = Content>, by_nearest: bool) -> Option<u32> {
        let mut slacks = self.tops.clone();
        for fact in contents.enumerate().filter_map(|(cell, content)| self.facts.number(cell, content)) {
            let weights = &self.weights[fact * slacks.len()..][..slacks.len()];
            slacks.iter_mut().zip(weights).for_each(|(slack, weight)| *slack -= weight);
        }
        let nearest = slacks.iter().copied().fold(f32::INFINITY, f32::min);
        let far = if by_nearest { nearest } else { slacks.iter().sum() };
        // Numbers that are not below 0 are in the order of their bits.
        (nearest >= SLACK).then(|| u32::MAX - far.max(0.0).to_bits())
    }
}
