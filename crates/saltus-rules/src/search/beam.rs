//! Beam search: keeps only the positions of each layer that look nearest to a goal.
//!
//! It finds plays if there are too many positions to visit, and proves nothing. Each beam is twice as wide as the one before, until the
//! nodes are used up; the shortest play counts.

use std::collections::VecDeque;

use saltus_core::limits::{Limits, Meter};

use super::costs_to;
use crate::definition::{Content, Definition};
use crate::packed::{Group, Key, Packed, Written};
use crate::potential::Pagodas;
use saltus_core::engine::{Table, hash};

/// How far positions look from the goals. It may be too little or too much.
struct GoalDistance {
    /// How many contents there are.
    contents: usize,
    /// For each goal with a picture: for each cell and content, how many operations take such a piece to where the goal has one.
    pictures: Vec<Vec<u32>>,
}

/// What a piece counts that cannot come to where a goal has one.
const LOST: u32 = 1_000;

impl GoalDistance {
    fn new(definition: &Definition, all: &[Written]) -> Self {
        let cells = definition.cells();
        let contents = usize::from(definition.last_content()) + 1;
        let covered = definition.blocks.as_ref().map(crate::blocks::Blocks::covered);
        // For each content, the cells that lead to each cell in one operation.
        let mut from: Vec<Vec<Vec<(u32, u32)>>> = vec![vec![Vec::new(); cells]; contents];
        for written in all {
            for &(to, _, after) in written.choice.iter().filter(|&&(_, before, after)| after != 0 && before != after) {
                let leaves = written.choice.iter().filter(|&&(_, before, left)| before == after && left != after);
                from[after as usize][to as usize].extend(leaves.map(|&(cell, ..)| (cell.into(), 1)));
            }
        }
        let steps = |content: Content, wanted: &[Option<Content>]| -> Vec<u32> {
            let there = (0..).zip(wanted).filter(|(_, asked)| **asked == Some(content));
            let open: VecDeque<(u32, u32)> = there.map(|(cell, _)| (cell, 0)).collect();
            if open.is_empty() {
                return vec![0; cells];
            }
            let mut steps = costs_to(open, &from[content as usize]);
            steps.iter_mut().filter(|steps| **steps == u32::MAX).for_each(|steps| *steps = LOST);
            steps
        };
        let picture = |wanted: &[Option<Content>]| {
            let mut by_content = Vec::new();
            for content in 0..=definition.last_content() {
                let counts = content != 0 && Some(content) != covered;
                by_content.push(if counts { steps(content, wanted) } else { vec![0; cells] });
            }
            (0..cells).flat_map(|cell| by_content.iter().map(move |steps| steps[cell])).collect()
        };
        GoalDistance { contents, pictures: definition.pictures().map(picture).collect() }
    }

    /// How far a position looks; where no goal has a picture, the pieces that are left.
    fn of<const W: usize>(&self, packed: &Packed<W>, key: &Key<W>) -> u32 {
        let contents = || packed.contents(key);
        let of_picture = |steps: &Vec<u32>| {
            contents().zip(steps.chunks_exact(self.contents)).map(|(content, steps)| steps[usize::from(content)]).sum()
        };
        self.pictures
            .iter()
            .map(of_picture)
            .min()
            .unwrap_or_else(|| contents().filter(|&content| content != 0).count() as u32)
    }
}

/// A position of a layer: how it looks, its place among those found, and the number of the one before it.
type Candidate = (u32, u64, u32, u32);

/// The positions from the start to one of the last layer, by its place.
fn way_to<const W: usize>(layers: &[Vec<(Key<W>, u32)>], mut at: usize) -> Vec<Key<W>> {
    let way = layers.iter().rev().map(|layer| {
        let (key, before) = layer[at];
        at = before as usize;
        key
    });
    let mut play: Vec<Key<W>> = way.collect();
    play.reverse();
    play
}

/// The best of a layer, in their order.
fn keep_best(candidates: &mut Vec<Candidate>, width: usize) {
    if candidates.len() > width {
        candidates.select_nth_unstable(width);
        candidates.truncate(width);
    }
    candidates.sort_unstable();
}

/// A play of positions up to symmetry, from the start to a goal, within a limit of nodes; and how many it took. None if beams find none. If all
/// plays are equally long, the first one ends the search, and positions are ranked by pagoda functions, if there are any.
pub(crate) fn beam<const W: usize>(
    packed: &Packed<W>,
    nodes: u64,
    pagodas: Option<&Pagodas>,
    limits: &Limits<'_>,
) -> (Option<Vec<Key<W>>>, u64) {
    let group = packed.group(Group::Goals);
    let estimate = GoalDistance::new(&packed.definition, &packed.written);
    let within = Limits { nodes: nodes.min(limits.nodes), ..*limits };
    let mut meter = Meter::new(&within, "beam");
    let start = group.least(packed.start());
    let (mut best, mut width, mut by_nearest): (Option<Vec<Key<W>>>, usize, bool) = (None, 32, false);
    let mut is_cut = true;
    // Until nothing is left out.
    while is_cut && meter.nodes() < within.nodes && (best.is_none() || packed.length.is_none()) {
        // Positions by layer, with the places of those before.
        let mut layers: Vec<Vec<(Key<W>, u32)>> = vec![vec![(start, 0)]];
        let mut met = Table::default();
        met.insert(start);
        let mut held = 0;
        is_cut = false;
        let goal = loop {
            let layer = layers.last().expect("the layer of the start");
            let goal = layer.iter().position(|(key, _)| packed.is_goal(key));
            if goal.is_some() || layer.is_empty() || best.as_ref().is_some_and(|best| best.len() <= layers.len() + 1) {
                break goal;
            }
            let (mut candidates, mut found, mut after) = (Vec::<Candidate>::new(), Vec::new(), Vec::new());
            for (before, (key, _)) in (0..).zip(layer) {
                after.clear();
                packed.forward().successors(key, &mut after);
                for &key in &after {
                    let key = group.least(key);
                    if limits.afford(held + met.bytes() + met.bytes_to_grow(1)).is_err() {
                        return (best, meter.nodes());
                    }
                    if met.insert(key) {
                        let rank = match pagodas {
                            Some(pagodas) => pagodas.rank(&mut packed.contents(&key), by_nearest),
                            None => Some(estimate.of(packed, &key)),
                        };
                        let Some(rank) = rank else { continue };
                        candidates.push((rank, hash(&key), found.len() as u32, before));
                        found.push(key);
                    }
                }
                if meter.node(|| held + met.bytes()).is_err() {
                    return (best, meter.nodes());
                }
            }
            is_cut |= candidates.len() > width;
            keep_best(&mut candidates, width);
            held += (candidates.len() * size_of::<(Key<W>, u32)>()) as u64;
            layers.push(candidates.iter().map(|&(_, _, at, before)| (found[at as usize], before)).collect());
        };
        best = goal.map(|at| way_to(&layers, at)).or(best);
        by_nearest = pagodas.is_some() && !by_nearest;
        width *= if by_nearest { 1 } else { 2 };
    }
    (best, meter.nodes())
}
