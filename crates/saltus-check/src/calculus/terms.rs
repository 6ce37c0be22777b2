//! Sums whose fall by a rule has a price.

use super::goals::Goals;
use super::pairs::Pairs;
use super::text::Node;
use super::weights::{Weights, on};
use crate::board::Cell;
use crate::definition::Definition;
use crate::outcome::{Checked, Limits, Place, ensure};

/// Terms that are added up.
pub(super) struct Terms(Vec<Term>);

enum Term {
    Weights(Weights),
    Pairs(Pairs),
}

impl Terms {
    pub(super) fn read(definition: &Definition, nodes: &[Node<'_>], limits: &Limits) -> Checked<Self> {
        let mut terms = Vec::new();
        for node in nodes {
            terms.push(match node.words.as_slice() {
                ["weights"] => Term::Weights(Weights::read(definition, &node.below, limits)?),
                ["pairs"] => Term::Pairs(Pairs::read(definition, &node.below, limits).at(node.place())?),
                _ => return node.refuse("a term is `weights` or `pairs`"),
            });
        }
        Ok(Self(terms))
    }

    /// The sum of a position.
    pub(super) fn of(&self, position: &[Cell]) -> i128 {
        let of = |term: &Term| match term {
            Term::Weights(weights) => weights.of(position),
            Term::Pairs(pairs) => pairs.of(position),
        };
        self.0.iter().map(of).sum()
    }

    /// A sum that is no less than that of any goal.
    pub(super) fn top(&self, goals: &Goals<'_>) -> i128 {
        let of_goal = |goal| {
            let top = |term: &Term| match term {
                Term::Weights(weights) => goals.top(goal, weights),
                Term::Pairs(pairs) => goals.top_of_pairs(goal, pairs),
            };
            self.0.iter().map(top).sum::<i128>()
        };
        goals.list.iter().map(of_goal).max().unwrap_or(0)
    }

    /// Refuses a rule by which the sum falls by more than the cost, in units of which `scale` are one.
    pub(super) fn verify_prices(&self, definition: &Definition, scale: i128, limits: &Limits) -> Checked<()> {
        let mut steps = limits.nodes;
        definition.each_step(limits, &mut |step| {
            let mut falls = 0;
            for term in &self.0 {
                falls += match term {
                    Term::Weights(weights) => weights.fall(definition, step),
                    Term::Pairs(pairs) => pairs.fall(definition, step, &mut steps)?,
                };
            }
            let price = if step.costs { scale } else { 0 };
            ensure(falls <= price, format_args!("a rule{} lowers the sum by {falls}", on(definition, step)))
        })
    }
}
