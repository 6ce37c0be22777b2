//! All positions of a definition by the plainest search: one position after another, by the interpreter that compiles nothing.

use std::collections::{BTreeMap, BTreeSet};

use dashu_int::UBig;
use saltus::puzzle::Puzzle as _;
use saltus::rules::{Position, Rules};

/// What a way costs, and how many moves it has.
type Way = (u32, u32);

/// What is known of all positions that moves reach.
#[derive(Debug)]
pub struct Space {
    /// How many there are at each cost.
    pub distribution: Vec<UBig>,
    /// How many are no goals, and have no moves.
    pub dead_ends: usize,
    /// The best end; none where no position is a goal.
    pub best: Option<Best>,
}

/// The best end of a play.
#[derive(Debug, PartialEq, Eq)]
pub struct Best {
    /// The pieces left, where these count.
    pub left: Option<u64>,
    /// What the moves cost.
    pub cost: u32,
    /// How many there are.
    pub moves: u32,
    /// How many plays are as good.
    pub plays: UBig,
}

/// Explores all positions; none if there are more than `most`.
pub fn explore(rules: &Rules, most: usize) -> Option<Space> {
    let start = rules.start();
    let mut ways: BTreeMap<Position, Way> = BTreeMap::from([(start.clone(), (0, 0))]);
    let mut after: BTreeMap<Position, BTreeMap<Position, bool>> = BTreeMap::new();
    let mut open = BTreeSet::from([((0, 0), start)]);
    while let Some((way, position)) = open.pop_first() {
        let next = rules.plainly_after(&position);
        for (other, &free) in &next {
            let (found, known) = (onward(way, free), ways.get(other).copied());
            if known.is_none_or(|known| found < known) {
                known.map(|known| open.remove(&(known, other.clone())));
                ways.insert(other.clone(), found);
                open.insert((found, other.clone()));
            }
        }
        after.insert(position, next);
        if ways.len() > most {
            return None;
        }
    }
    let mut distribution = vec![UBig::ZERO; 1 + ways.values().map(|way| way.0).max()? as usize];
    ways.values().for_each(|way| distribution[way.0 as usize] += UBig::ONE);
    let is_dead = |position: &&Position| after[*position].is_empty() && !rules.is_goal(position);
    let dead_ends = ways.keys().filter(is_dead).count();
    let fewest = ways.keys().filter_map(|position| rules.left(position)).min();
    let is_end = |position: &Position| match fewest {
        Some(fewest) => rules.left(position) == Some(fewest),
        None => rules.is_goal(position),
    };
    let ends: Vec<(&Position, Way)> = ways.iter().map(|(position, way)| (position, *way)).collect();
    let ends: Vec<_> = ends.into_iter().filter(|(position, _)| is_end(position)).collect();
    let best = ends.iter().map(|end| end.1).min().map(|(cost, moves)| {
        let counts = plays(&ways, &after);
        let as_good = ends.iter().filter(|end| end.1 == (cost, moves));
        Best { left: fewest, cost, moves, plays: as_good.map(|end| &counts[end.0]).sum() }
    });
    Some(Space { distribution, dead_ends, best })
}

fn onward((cost, moves): Way, free: bool) -> Way {
    (cost + u32::from(!free), moves + 1)
}

/// How many of the best ways lead to each position.
fn plays<'a>(
    ways: &'a BTreeMap<Position, Way>,
    after: &'a BTreeMap<Position, BTreeMap<Position, bool>>,
) -> BTreeMap<&'a Position, UBig> {
    let mut order: Vec<(&Way, &Position)> = ways.iter().map(|(position, way)| (way, position)).collect();
    order.sort_unstable();
    let mut counts: BTreeMap<&Position, UBig> = BTreeMap::from([(order[0].1, UBig::ONE)]);
    for (way, position) in order {
        let count = counts[position].clone();
        for (other, &free) in after[position].iter().filter(|(other, free)| onward(*way, **free) == ways[*other]) {
            debug_assert!(onward(*way, free) > *way, "a way grows");
            *counts.entry(other).or_insert(UBig::ZERO) += &count;
        }
    }
    counts
}
