//! Sums whose fall by a rule has a price.

use super::goals::Goals;
use super::ground::each_ground;
use super::pairs::Pairs;
use super::text::{Node, number};
use super::views::View;
use super::weights::{Weights, on};
use crate::board::Cell;
use crate::definition::{Definition, Step};
use crate::outcome::{Checked, Limits, Place, ensure};

/// Terms that are added up.
pub(super) struct Terms(Vec<Term>);

enum Term {
    Weights(Weights),
    Pairs(Pairs),
    View(View),
}

impl Terms {
    /// Reads terms, and checks that no rule lowers their sum by more than its cost, in units of which `scale` are one.
    pub(super) fn read(goals: &Goals<'_>, node: &Node<'_>, scale: i128) -> Checked<Self> {
        let (definition, mut left) = (goals.definition, *goals.limits);
        ensure(!node.below.is_empty(), "terms are expected").at(node.place())?;
        // Each may take as many steps; memory is kept by all of them.
        left.nodes /= node.below.len().max(1) as u64;
        let mut terms = Self(Vec::new());
        for node in &node.below {
            let goals = Goals { limits: &left, ..*goals };
            let term = match node.words.as_slice() {
                ["weights"] => Term::Weights(Weights::read(definition, &node.below, &left)?),
                ["pairs"] => Term::Pairs(Pairs::read(definition, &node.below, &left).at(node.place())?),
                ["view"] => Term::View(View::read(&goals, node, scale)?),
                _ => return node.refuse("a term is `weights`, `pairs` or `view`"),
            };
            left.memory = left.memory.saturating_sub(term.bytes());
            terms.0.push(term);
        }
        terms.verify_prices(definition, scale, goals.limits).at(node.place())?;
        Ok(terms)
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(Term::bytes).sum()
    }

    /// The number of steps it takes to find the sum of a position of `digits` digits.
    pub(super) fn steps(&self, digits: usize) -> u64 {
        let of = |term: &Term| match term {
            Term::Weights(_) | Term::View(_) => digits as u64,
            Term::Pairs(_) => (digits * digits) as u64,
        };
        self.0.iter().map(of).sum()
    }

    /// The sum of a position.
    pub(super) fn of(&self, position: &[Cell]) -> i128 {
        let of = |term: &Term| match term {
            Term::Weights(weights) => weights.of(position),
            Term::Pairs(pairs) => pairs.of(position),
            Term::View(view) => view.of(position),
        };
        self.0.iter().map(of).sum()
    }

    /// A sum that is no less than that of any goal.
    pub(super) fn top(&self, goals: &Goals<'_>) -> i128 {
        let of_goal = |goal| {
            let top = |term: &Term| match term {
                Term::Weights(weights) => goals.top(goal, weights),
                Term::Pairs(pairs) => goals.top_of_pairs(goal, pairs),
                Term::View(_) => 0,
            };
            self.0.iter().map(top).sum::<i128>()
        };
        goals.list.iter().map(of_goal).max().unwrap_or(0)
    }

    fn verify_prices(&self, definition: &Definition, scale: i128, limits: &Limits) -> Checked<()> {
        let mut steps = limits.nodes;
        // Weights are looked at with all choices at once. What others say depends on several contents together.
        let all_weights = self.0.iter().all(|term| matches!(term, Term::Weights(_)));
        definition.each_step(limits, &mut |step| {
            let fall = |term: &Term| match term {
                Term::Weights(weights) => weights.fall(definition, step),
                Term::Pairs(_) | Term::View(_) => 0,
            };
            let falls = if all_weights {
                self.0.iter().map(fall).sum()
            } else {
                self.fall_by_choices(definition, step, &mut steps)?
            };
            let price = if step.costs { scale } else { 0 };
            ensure(falls <= price, format_args!("a rule{} lowers the sum by {falls}", on(definition, step)))
        })
    }

    /// The most by which a rule may lower the sum, for any choice of what it does not name.
    fn fall_by_choices(&self, definition: &Definition, step: &Step<'_>, steps: &mut u64) -> Checked<i128> {
        let count = step.parts.len();
        let price = |term: &Term| match term {
            Term::Weights(_) | Term::View(_) => count as u64,
            Term::Pairs(pairs) => pairs.price(count),
        };
        let mut most: Option<i128> = None;
        each_ground(definition, step, self.0.iter().map(price).sum(), steps, &mut |ground| {
            let fall = |term: &Term| match term {
                Term::Weights(weights) => weights.fall_of(definition, ground),
                Term::Pairs(pairs) => pairs.fall_of(ground.changes),
                Term::View(view) => view.price(ground),
            };
            let falls = self.0.iter().map(fall).sum();
            most = Some(most.map_or(falls, |most| most.max(falls)));
            Ok(())
        })?;
        Ok(most.unwrap_or(0))
    }
}

impl Term {
    fn bytes(&self) -> u64 {
        match self {
            Self::Weights(weights) => weights.bytes(),
            Self::Pairs(pairs) => pairs.bytes(),
            Self::View(view) => view.bytes(),
        }
    }
}

/// Bounds on what a position costs.
pub(super) struct Bounds(Vec<Bound>);

struct Bound {
    terms: Terms,
    scale: i128,
    top: i128,
}

impl Bounds {
    pub(super) fn read(goals: &Goals<'_>, nodes: &[&Node<'_>]) -> Checked<Self> {
        let mut left = *goals.limits;
        left.nodes /= nodes.len().max(1) as u64;
        let mut bounds = Self(Vec::new());
        for node in nodes {
            let scale = match node.words.as_slice() {
                &["bound", "scale", scale] => number(scale).at(node.place())?,
                _ => 1,
            };
            ensure(scale > 0, "a scale is 1 or more").at(node.place())?;
            let goals = Goals { limits: &left, ..*goals };
            let terms = Terms::read(&goals, node, scale)?;
            let top = terms.top(&goals);
            left.memory = left.memory.saturating_sub(terms.bytes());
            bounds.0.push(Bound { terms, scale, top });
        }
        Ok(bounds)
    }

    /// The greatest of what they say of a position, and 0 at least.
    pub(super) fn of(&self, position: &[Cell]) -> u128 {
        let of = |bound: &Bound| {
            let gap = bound.terms.of(position) - bound.top;
            gap.div_euclid(bound.scale) + i128::from(gap.rem_euclid(bound.scale) > 0)
        };
        self.0.iter().map(of).max().map_or(0, |most| most.max(0) as u128)
    }

    pub(super) fn steps(&self, digits: usize) -> u64 {
        self.0.iter().map(|bound| bound.terms.steps(digits)).sum()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(|bound| bound.terms.bytes()).sum()
    }
}
