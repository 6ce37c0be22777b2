//! Depth-first search that prunes what a pagoda function excludes, for plays that are all equally long.

use rustc_hash::FxHashSet;

use saltus_core::limits::{Limits, Meter};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::search::{Found, Halted, Search};

use crate::potential::Pagodas;
use crate::rules::{Move, Position, Rules};

/// How often a search begins again, with other pagodas, and positions that it has each time.
const TIMES: u64 = 10;
const POSITIONS: u64 = 2000;

/// A play, if one is soon found. Positions on which pagodas leave most room come first.
pub(crate) fn by_pagodas(rules: &Rules, limits: &Limits<'_>) -> Search<Found<Move>> {
    let halted = |stop| Halted { stop, lower: 0, expanded: 0 };
    let mut meter = Meter::new(limits, "pagodas");
    for seed in 1..=TIMES {
        let Some(pagodas) = Pagodas::learn(rules, seed, limits).map_err(halted)? else { continue };
        let rank = |position: &Position| pagodas.rank(&mut rules.contents(position).iter().copied(), false);
        let mut met: FxHashSet<Position> = FxHashSet::default();
        // The moves of the play so far, and after each of them those that wait.
        let (mut plan, mut buffer) = (Vec::new(), Vec::new());
        let mut open: Vec<Vec<(u32, Move, Position)>> = Vec::new();
        let mut here = Some(rules.start());
        let last = meter.nodes() + POSITIONS;
        while meter.nodes() < last {
            if let Some(position) = here.take() {
                meter.node(|| (met.len() * 2 * size_of::<Position>()) as u64).map_err(halted)?;
                buffer.clear();
                rules.moves(&position, &mut buffer);
                let next = |mv: Move| {
                    let after = rules.after(&position, &mv);
                    Some((rank(&after).filter(|_| !met.contains(&after))?, mv, after))
                };
                open.push(buffer.drain(..).filter_map(next).collect());
            }
            let Some(waiting) = open.last_mut() else { break };
            let Some((_, first)) = waiting.iter().enumerate().map(|(at, (rank, ..))| (*rank, at)).min() else {
                open.pop();
                plan.pop();
                continue;
            };
            let (_, mv, position) = waiting.swap_remove(first);
            if met.insert(position.clone()) {
                plan.push(mv);
                if rules.is_goal(&position) {
                    return Ok(Found { plan: Some(plan), expanded: meter.nodes() });
                }
                here = Some(position);
            }
        }
    }
    Ok(Found { plan: None, expanded: meter.nodes() })
}
