//! What positions that are goals may have: the greatest sum of weights, residues, and the sign of the order of their contents.

use super::pairs::Pairs;
use super::text::Node;
use super::weights::{Effect, Weights};
use crate::board::Cell;
use crate::definition::{Definition, Goal, Step, What, Write};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit};
use std::collections::BTreeSet;

/// Most residues of the goals that are looked at together.
const MOST: usize = 1 << 16;

/// What a play is to come to.
#[derive(Clone, Copy)]
pub(super) struct Goals<'a> {
    pub(super) definition: &'a Definition,
    pub(super) list: &'a [Goal],
    pub(super) limits: &'a Limits,
}

/// How many cells may hold one of some pieces at a goal; these pieces.
fn counted(goal: &Goal) -> (usize, &[Cell]) {
    match goal {
        Goal::Most(most, pieces) => (*most, pieces),
        Goal::Picture(_) | Goal::Stuck | Goal::Fewest(_) => (0, &[]),
    }
}

impl Goals<'_> {
    /// The contents that a cell may hold at a goal.
    fn allowed(&self, goal: &Goal, cell: usize) -> Vec<Cell> {
        if let Goal::Picture(asked) = goal
            && let Some(&(_, content)) = asked.iter().find(|asked| asked.0 == cell)
        {
            return vec![content];
        }
        (0..self.definition.bases().0 as Cell).collect()
    }

    /// A sum that is no less than that of any position which is this goal.
    pub(super) fn top(&self, goal: &Goal, weights: &Weights) -> i128 {
        let (most, pieces) = counted(goal);
        let cells = self.definition.cells();
        let best = |cell: usize| {
            let worth =
                |content: Cell| weights.at(cell, content) - if pieces.contains(&content) { weights.count } else { 0 };
            self.allowed(goal, cell).into_iter().map(worth).max().unwrap_or(0)
        };
        let turn = weights.turn().iter().max().unwrap_or(&0);
        // More pieces than cells are not there.
        (0..cells).map(best).sum::<i128>() + turn + weights.count * most.min(cells) as i128
    }

    /// The same for pairs, each as great as it can be.
    pub(super) fn top_of_pairs(&self, goal: &Goal, pairs: &Pairs) -> i128 {
        let contents: Vec<Vec<Cell>> = (0..self.definition.cells()).map(|cell| self.allowed(goal, cell)).collect();
        let mut sum = 0;
        for (cell, here) in contents.iter().enumerate() {
            for (other, there) in contents[..cell].iter().enumerate() {
                let values = there.iter().flat_map(|&a| here.iter().map(move |&b| pairs.at((other, a), (cell, b))));
                sum += values.max().unwrap_or(0);
            }
        }
        sum
    }

    /// How many of the pieces that a goal counts there are at least in every position: one where the start has one and every rule leaves one.
    fn floor(&self, goal: &Goal) -> Checked<usize> {
        let (definition, (_, pieces)) = (self.definition, counted(goal));
        let mut leaves = definition.start()[..definition.cells()].iter().any(|content| pieces.contains(content));
        let within = |class: usize| definition.class(class).iter().all(|content| pieces.contains(content));
        if leaves {
            definition.each_step(self.limits, &mut |step| {
                leaves &= step.parts.iter().any(|part| match (part.write, part.test) {
                    (Write::Content(content), _) | (Write::Keep, What::Content(content)) => pieces.contains(&content),
                    (Write::Class(class), _) | (Write::Keep, What::Class(class)) => within(class),
                    (Write::From(_), _) | (Write::Keep, What::Any | What::Unseen) => false,
                });
                Ok(())
            })?;
        }
        Ok(usize::from(leaves))
    }

    /// Whether a goal may have the residues of the start: cell by cell, all that positions can have which show it, with how many of the pieces that
    /// count.
    pub(super) fn may_have(&self, residues: &[(i128, Weights)]) -> Checked<bool> {
        let start = self.definition.start();
        let of_start: Vec<i128> =
            residues.iter().map(|(modulus, weights)| weights.of(start).rem_euclid(*modulus)).collect();
        let mut steps = 0;
        for goal in self.list {
            let (floor, (most, pieces)) = (self.floor(goal)?, counted(goal));
            let mut met: BTreeSet<(usize, Vec<i128>)> = BTreeSet::new();
            met.insert((0, vec![0; residues.len()]));
            for cell in 0..self.definition.cells() {
                let contents = self.allowed(goal, cell);
                let mut next = BTreeSet::new();
                for (count, sums) in &met {
                    for &content in &contents {
                        let count = count + usize::from(pieces.contains(&content));
                        if count <= most {
                            let add = |((modulus, weights), sum): (&(i128, Weights), &i128)| {
                                (sum + weights.at(cell, content)).rem_euclid(*modulus)
                            };
                            next.insert((count, residues.iter().zip(sums).map(add).collect()));
                        }
                    }
                }
                steps += (met.len() * contents.len()) as u64;
                let few = steps <= self.limits.nodes && next.len() <= MOST;
                limit(few, "the residues of a goal, which are too many")?;
                met = next;
            }
            let sides = self.definition.sides().len().max(1);
            let with_turn = |sums: &[i128], side: usize| {
                let turn = |weights: &Weights| weights.turn().get(side).copied().unwrap_or(0);
                let mut all = residues.iter().zip(sums).zip(&of_start);
                all.all(|(((modulus, weights), sum), of_start)| (sum + turn(weights)).rem_euclid(*modulus) == *of_start)
            };
            let mut met = met.iter().filter(|(count, _)| *count >= floor);
            if met.any(|(_, sums)| (0..sides).any(|side| with_turn(sums, side))) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks that every rule exchanges contents of cells, and that the sign of their order, with some weights modulo 2, is another one at every goal.
    pub(super) fn verify_sign(&self, node: &Node<'_>) -> Checked<String> {
        let (definition, limits) = (self.definition, self.limits);
        let weights = Weights::read(definition, &node.below, limits)?;
        ensure(weights.turn() == [0], "a sign has no weights of the turn").at(node.place())?;
        let start = &definition.start()[..definition.cells()];
        let mut places = vec![None; definition.bases().0 as usize];
        for (cell, &content) in start.iter().enumerate() {
            let again = places[content as usize].replace(cell).is_some();
            ensure(!again, "two cells of the start hold the same").at(node.place())?;
        }
        let kept = definition.each_step(limits, &mut |step| {
            let odd = is_odd(step).or_refuse("a rule does not only exchange what cells hold")?;
            let added = Effect::of(&weights, definition, step).residue(2);
            ensure(added == Some(i128::from(odd)), "a rule changes the sign together with the weights")
        });
        kept.at(node.place())?;
        for goal in self.list {
            let Goal::Picture(asked) = goal else { return node.refuse("a goal is no picture") };
            // Contents are exchanged only, so that a goal with others is not reached, and one cell that is not asked for has what is left.
            let mut sources = vec![None; start.len()];
            let mut left: Vec<usize> = (0..start.len()).collect();
            let mut comes = true;
            let mut goal_sum = 0;
            for &(cell, content) in asked {
                sources[cell] = places[content as usize];
                left.retain(|&source| Some(source) != sources[cell]);
                comes &= sources[cell].is_some();
                goal_sum += weights.at(cell, content);
            }
            let open: Vec<usize> = (0..start.len()).filter(|cell| sources[*cell].is_none()).collect();
            if !comes || open.len() != left.len() {
                continue;
            }
            ensure(open.len() < 2, "a goal leaves two cells open").at(node.place())?;
            for (&cell, &source) in open.iter().zip(&left) {
                sources[cell] = Some(source);
                goal_sum += weights.at(cell, start[source]);
            }
            let odd = is_odd_order(&sources.into_iter().flatten().collect::<Vec<_>>());
            let differ = (goal_sum - weights.of(start) + i128::from(odd)).rem_euclid(2) == 1;
            ensure(differ, "a goal has the sign of the start, together with the weights").at(node.place())?;
        }
        Ok("sign".into())
    }
}

/// Whether a rule makes an odd number of exchanges. None: it does not only exchange.
fn is_odd(step: &Step<'_>) -> Option<bool> {
    let source = |index: usize| {
        let part = &step.parts[index];
        match part.write {
            Write::Keep => Some(index),
            Write::From(cell) => step.parts.iter().position(|other| other.cell == cell),
            Write::Content(content) => step.parts.iter().position(|other| other.test == What::Content(content)),
            Write::Class(class) => step.parts.iter().position(|other| other.test == What::Class(class)),
        }
    };
    let order = (0..step.parts.len()).map(source).collect::<Option<Vec<usize>>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..order.len()).then(|| is_odd_order(&order))
}

/// Whether an order of numbers from 0 is odd: it has an odd number of cycles of even length.
fn is_odd_order(order: &[usize]) -> bool {
    let mut seen = vec![false; order.len()];
    let mut odd = false;
    for first in 0..order.len() {
        let (mut at, mut length) = (first, 0);
        while !std::mem::replace(&mut seen[at], true) {
            (at, length) = (order[at], length + 1);
        }
        odd ^= length > 0 && length % 2 == 0;
    }
    odd
}
