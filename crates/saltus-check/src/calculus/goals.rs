//! What positions that are goals may have: the greatest sum of weights, residues, and the sign of the order of their contents.

use super::pairs::Pairs;
use super::text::{Node, number};
use super::weights::{Effect, Weights};
use crate::board::{Cell, is_odd_permutation};
use crate::definition::{Definition, Goal, Step, What, Write};
use crate::outcome::{Checked, Limits, OrRefuse, Place, ensure, limit};
use dashu_int::UBig;
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
        let (mut sum, mut gains) = (*weights.turn().iter().max().unwrap_or(&0), Vec::new());
        for cell in 0..cells {
            let contents = self.allowed(goal, cell);
            let best = |counts: bool| {
                let contents = contents.iter().filter(|content| pieces.contains(content) == counts);
                contents.map(|&content| weights.at(cell, content)).max()
            };
            // Nothing may always stand there, but where a picture asks for something, which does not count then.
            let other = best(false).unwrap_or(0);
            sum += other;
            gains.extend(best(true).map(|gain| gain - other));
        }
        // More pieces than cells are not there.
        let most = most.min(cells);
        if let Some(count) = weights.count {
            return sum + gains.iter().map(|gain| (gain - count).max(0)).sum::<i128>() + count * most as i128;
        }
        // The best price of a piece leaves the greatest worth of at most that many pieces.
        gains.retain(|gain| *gain > 0);
        gains.sort_unstable();
        sum + gains.iter().rev().take(most).sum::<i128>()
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
        let mut leaves = definition.start[..definition.cells()].iter().any(|content| pieces.contains(content));
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

    /// Whether a goal may have the residues of the start.
    pub(super) fn may_have(&self, residues: &[(i128, Weights)]) -> Checked<bool> {
        let start = &self.definition.start;
        let of_start = |(modulus, weights): &(i128, Weights)| weights.of(start).rem_euclid(*modulus);
        let of_start: Vec<i128> = residues.iter().map(of_start).collect();
        let mut may_have = false;
        self.each_residues(residues, &mut |sums| may_have |= *sums == of_start)?;
        Ok(may_have)
    }

    /// Visits all residues that positions may have which are a goal: cell by cell, with how many of the pieces that count.
    pub(super) fn each_residues(&self, residues: &[(i128, Weights)], visit: &mut dyn FnMut(&[i128])) -> Checked<()> {
        let mut steps = 0;
        for goal in self.list {
            let (floor, (most, pieces)) = (self.floor(goal)?, counted(goal));
            let mut met: BTreeSet<(usize, Vec<i128>)> = BTreeSet::new();
            met.insert((0, vec![0; residues.len()]));
            let add = |sums: &[i128], of: &dyn Fn(&Weights) -> i128| -> Vec<i128> {
                let sum =
                    |((modulus, weights), sum): (&(i128, Weights), &i128)| (sum + of(weights)).rem_euclid(*modulus);
                residues.iter().zip(sums).map(sum).collect()
            };
            for cell in 0..self.definition.cells() {
                let contents = self.allowed(goal, cell);
                let mut next = BTreeSet::new();
                for (count, sums) in &met {
                    for &content in &contents {
                        let count = count + usize::from(pieces.contains(&content));
                        if count <= most {
                            next.insert((count, add(sums, &|weights| weights.at(cell, content))));
                        }
                    }
                }
                steps += (met.len() * contents.len()) as u64;
                let few = steps <= self.limits.nodes && next.len() <= MOST;
                limit(few, "the residues of a goal, which are too many")?;
                met = next;
            }
            for (_, sums) in met.iter().filter(|(count, _)| *count >= floor) {
                for side in 0..self.definition.sides.len().max(1) {
                    visit(&add(sums, &|weights| weights.turn().get(side).copied().unwrap_or(0)));
                }
            }
        }
        Ok(())
    }

    /// The least number from which on a claim follows, as no play costs less that has this number at least: by weights that every move raises by its cost.
    pub(super) fn clock(&self, node: &Node<'_>, lower: &UBig) -> Checked<UBig> {
        let &["clock", "mod", modulus] = node.words.as_slice() else { return node.refuse("`clock mod N` is expected") };
        let modulus = number(modulus).at(node.place())?;
        ensure(modulus > 0, "a modulus is 1 or more").at(node.place())?;
        // The steps of a chain cost something only together.
        ensure(!self.definition.has_chains(), "a clock is not for rules with `chain`").at(node.place())?;
        let weights = Weights::read(self.definition, &node.below, self.limits)?;
        let what = "does not raise the sum by its cost";
        weights.verify_added(self.definition, (modulus, true), what, self.limits).at(node.place())?;
        let claimed = u64::try_from(lower).or_refuse("a claim beyond 64 bits, with a clock").at("line 3")?;
        let at_start = weights.of(&self.definition.start);
        let mut least = 0;
        self.each_residues(&[(modulus, weights)], &mut |sums| {
            // The greatest cost below the claim that has this residue.
            let last = i128::from(claimed) - 1;
            let cost = last - (last - (sums[0] - at_start)).rem_euclid(modulus);
            least = least.max(cost + 1);
        })?;
        Ok(UBig::try_from(least).unwrap_or_default())
    }

    /// Checks that every rule exchanges contents of cells, and that the sign of their order, with some weights modulo 2, is another one at every goal.
    pub(super) fn verify_sign(&self, node: &Node<'_>) -> Checked<String> {
        let (definition, limits) = (self.definition, self.limits);
        let weights = Weights::read(definition, &node.below, limits)?;
        ensure(weights.turn() == [0], "a sign has no weights of the turn").at(node.place())?;
        let start = &definition.start[..definition.cells()];
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
    // Where a rule asks for the same on two cells it never applies, as no two hold the same; what stays is not what is moved.
    let moved = |test: What| step.parts.iter().position(|other| other.test == test && !other.is_kept());
    let source = |index: usize| {
        let part = &step.parts[index];
        match part.write {
            Write::From(cell) => step.parts.iter().position(|other| other.cell == cell),
            Write::Content(content) if !part.is_kept() => moved(What::Content(content)),
            Write::Class(class) if !part.is_kept() => moved(What::Class(class)),
            _ => Some(index),
        }
    };
    let order = (0..step.parts.len()).map(source).collect::<Option<Vec<usize>>>()?;
    let mut sorted = order.clone();
    sorted.sort_unstable();
    sorted.iter().copied().eq(0..order.len()).then(|| is_odd_order(&order))
}

fn is_odd_order(order: &[usize]) -> bool {
    is_odd_permutation(&|at| order[at], vec![false; order.len()])
}
