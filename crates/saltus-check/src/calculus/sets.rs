//! Sets of positions that no cheap play leaves: written out, or found by a search; perhaps one position for all its images by symmetries.
//!
//! In a set an image stands for all, the one with the least number. So the check of a closed set need not know of symmetries.

use super::goals::Goals;
use super::index::Index;
use super::positions::{find_cell, find_kind, read_position};
use super::terms::Bounds;
use super::text::{KEYS, Node};
use crate::board::Cell;
use crate::closed_set::{self, Aim, Keys, Set};
use crate::definition::{Definition, Play, Symmetry, spend};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit, refuse};
use crate::rules::{Moves, Rules};
use crate::text::{numeral, small};

/// What a set is called in messages.
const SET: &str = "the set";

/// Most symmetries that are accepted.
const MOST: usize = 1000;

/// Checks that a set, with the symmetries and bounds that go with it, proves a claim, and returns how many positions it has.
pub(super) fn verify(
    goals: &Goals<'_>,
    symmetries: &[&Node<'_>],
    set: &Node<'_>,
    bounds: &Bounds,
    aim: &Aim,
) -> Checked<usize> {
    let (definition, mut left) = (goals.definition, *goals.limits);
    left.memory = left.memory.saturating_sub(bounds.bytes());
    let limits = &left;
    let group = read_group(symmetries, goals)?;
    let mut room = vec![0; definition.start.len()];
    let mut bound = |position: &[Cell]| {
        let mut most = 0;
        // What is true of an image is true of the position.
        for symmetry in &group {
            if definition.apply(symmetry, position, &mut room).is_some() {
                most = most.max(bounds.of(&room));
            }
        }
        let steps = bounds.steps(position.len()).saturating_mul(group.len() as u64);
        (u64::try_from(most).unwrap_or(u64::MAX), steps)
    };
    let mut play = Play::new(definition, limits);
    play.group = &group;
    let (keys, start) = Keys::open(&mut play, limits)?;
    let far = aim.far || aim.lower.is_some_and(|lower| bound(&start).0 >= lower);
    let aim = &Aim { far, ..*aim };
    let place = set.place();
    let found = if set.words == ["set"] {
        read_set(set, &play, &keys, aim, limits)?
    } else {
        // The rest is for the set that is checked.
        let (met, limits) = (Index::new(keys.width), Limits { memory: limits.memory / 3, ..*limits });
        let (costs, layers, steps) = (Vec::new(), Default::default(), limits.nodes);
        let (rules, bound, keys) = (&mut play, &mut bound, &keys);
        Search { rules, bound, keys, aim, limits, met, costs, cost: 0, layers, steps }.run(&start).at(&place)?
    };
    let count = found.len();
    closed_set::verify_set(&mut play, &mut bound, (keys, start), found, aim, limits).at(place)?;
    Ok(count)
}

/// The products of symmetries, once these are checked.
fn read_group(symmetries: &[&Node<'_>], goals: &Goals<'_>) -> Checked<Vec<Symmetry>> {
    limit(symmetries.len() <= MOST, format_args!("more than {MOST} lines `symmetry`"))?;
    let mut given = Vec::new();
    for node in symmetries {
        let symmetry = read_symmetry(goals.definition, node).at(node.place())?;
        goals.definition.verify_exchange(&symmetry, goals.list).at(node.place())?;
        given.push(symmetry);
    }
    goals.definition.products(&given)
}

/// Reads lines `cells A>B ..` and `pieces X>Y ..`; what is not named stays.
fn read_symmetry(definition: &Definition, node: &Node<'_>) -> Checked<Symmetry> {
    let mut cells: Vec<usize> = (0..definition.cells()).collect();
    let mut contents: Vec<Cell> = (0..definition.bases().0 as Cell).collect();
    for line in &node.below {
        let (is_cells, words) = match line.leaf()? {
            ["cells", words @ ..] => (true, words),
            ["pieces", words @ ..] => (false, words),
            _ => return refuse("a symmetry has lines `cells` and `pieces`"),
        };
        for word in words {
            let (from, to) = word.split_once('>').or_refuse("`A>B` is expected")?;
            if is_cells {
                cells[find_cell(definition, from)?] = find_cell(definition, to)?;
            } else {
                contents[find_kind(definition, from)? as usize] = find_kind(definition, to)?;
            }
        }
    }
    Symmetry::new(cells, contents).or_refuse("cells and pieces are not exchanged one to one")
}

/// Reads lines `paid N` with the positions below them.
fn read_set(node: &Node<'_>, play: &Play<'_>, keys: &Keys, aim: &Aim, limits: &Limits) -> Checked<Set> {
    let (definition, group, mut count) = (play.definition, play.group, 0);
    for paid in &node.below {
        for line in &paid.below {
            // Too much where blanks are doubled.
            count += line.words.last().map_or(0, |last| last.split(' ').count());
        }
    }
    let mut rows: Vec<u64> = limits.vector(count * (keys.width + 1), SET)?;
    let mut steps = limits.nodes;
    let mut row = |key: &[u64], paid: u64| {
        // As much for each as the check of the set will spend on it, and more for its images.
        spend(&mut steps, (group.len() * definition.start.len() + keys.width * keys.width) as u64)?;
        rows.extend(key);
        rows.push(paid);
        Ok(())
    };
    let has_images = group.len() > 1;
    let (mut position, mut rest) = (vec![0; definition.start.len()], vec![0; keys.width]);
    for paid in &node.below {
        let &["paid", number] = paid.words.as_slice() else {
            return paid.refuse("a set has lines `paid N`, to each of which positions belong");
        };
        let number = small(number).at(paid.place())?;
        // Where moves are not counted it does not matter.
        let number = if aim.cost == 0 { 0 } else { number };
        for line in &paid.below {
            let [KEYS, words] = line.leaf()? else {
                let position = read_position(definition, &line.words, 0).at(line.place())?;
                row(&keys.key(&definition.least(group, &position)), number)?;
                continue;
            };
            let mut key = vec![0; keys.width];
            for word in words.split_ascii_whitespace() {
                let mut right = keys.raise(&mut key, numeral(word).at(line.place())?);
                rest.copy_from_slice(&key);
                // Only positions have images. Without images the check of the set refuses what is none.
                if has_images && right {
                    right = keys.write(&mut rest, &mut position).is_some() && definition.is_position(&position);
                }
                ensure(right, "a number of no position").at(line.place())?;
                if has_images {
                    row(&keys.key(&definition.least(group, &position)), number)?;
                } else {
                    row(&key, number)?;
                }
            }
        }
    }
    Set::of_rows(&rows, keys.width, limits)
}

/// A search from the start, cheapest first, that leaves out what a bound makes far.
struct Search<'a, 'r> {
    rules: &'a mut Play<'r>,
    bound: &'a mut dyn FnMut(&[Cell]) -> (u64, u64),
    keys: &'a Keys,
    aim: &'a Aim,
    limits: Limits,
    met: Index,
    /// By position that is met, what it costs.
    costs: Vec<u32>,
    cost: u64,
    /// Positions of the cost at hand, and those that cost one more.
    layers: [Vec<u32>; 2],
    steps: u64,
}

impl Search<'_, '_> {
    fn run(mut self, start: &[Cell]) -> Checked<Set> {
        self.meet(start, 0)?;
        let (mut moves, mut digits) = (Moves::default(), start.to_vec());
        let mut key = vec![0; self.keys.width];
        loop {
            while let Some(at) = self.layers[0].pop() {
                if u64::from(self.costs[at as usize]) < self.cost {
                    continue;
                }
                key.copy_from_slice(self.met.key(at as usize));
                let state = self.keys.write(&mut key, &mut digits).and_then(|()| self.rules.enter(&digits));
                state.or_refuse("a key that is no position")?;
                self.rules.verify_inside(self.aim.lower)?;
                moves.clear();
                self.rules.moves(&mut moves)?;
                let mut after = digits.clone();
                for (changes, free) in moves.iter() {
                    changes.iter().for_each(|&(place, digit)| after[place] = digit);
                    self.meet(&after, if free { self.cost } else { self.cost + self.aim.cost })?;
                    changes.iter().for_each(|&(place, _)| after[place] = digits[place]);
                }
            }
            self.layers.swap(0, 1);
            self.cost += 1;
            if self.layers[0].is_empty() {
                return self.rows();
            }
        }
    }

    /// Notes a position with what it costs, unless a bound makes it far.
    fn meet(&mut self, position: &[Cell], cost: u64) -> Checked<()> {
        let (bound, steps) = (self.bound)(position);
        spend(&mut self.steps, (position.len() * self.keys.width) as u64 + steps)?;
        if self.aim.lower.is_some_and(|lower| bound.saturating_add(cost) >= lower) {
            return Ok(());
        }
        let at = self.met.add(&self.keys.key(position), &self.limits, SET)?;
        limit(cost < u32::MAX.into(), "a set with a g beyond 32 bits")?;
        if at == self.costs.len() {
            self.costs.push(u32::MAX);
        }
        if cost < u64::from(self.costs[at]) {
            self.costs[at] = cost as u32;
            self.layers[usize::from(cost > self.cost)].push(at as u32);
        }
        Ok(())
    }

    fn rows(self) -> Checked<Set> {
        let width = self.keys.width;
        let mut rows = self.limits.vector(self.met.len() * (width + 1), SET)?;
        for (at, &cost) in self.costs.iter().enumerate() {
            rows.extend_from_slice(self.met.key(at));
            rows.push(cost.into());
        }
        Set::of_rows(&rows, width, &self.limits)
    }
}
