//! What weights are for: what stands on a cell, and what stands before what in reading order.
//!
//! Checkers of two colours that pass each other on a line pay for each pair that is still to pass, which no weights of single cells see; and pieces
//! that cannot pass each other keep their order. Weights for what stands on two particular cells were tried: of the classics they say more of
//! one (Guarini's knights), in half a second.

use std::fmt::Write as _;

use crate::definition::{Content, Definition};
use crate::geometry::Cell;
use crate::ground::{Changes, Operation, Put};
use crate::invariants::{Change, Facts, Sum, add};

/// Most choices of contents of the cells that a rule writes on or copies.
const CHOICES: usize = 256;

/// What has weights, by number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    pub(super) facts: Facts,
    pub(super) pairs: bool,
}

impl Terms {
    pub(super) fn of(definition: &Definition, pairs: bool) -> Self {
        Terms { facts: Facts::of(definition), pairs }
    }

    pub(super) fn count(self) -> usize {
        self.facts.count() + if self.pairs { self.facts.contents * self.facts.contents } else { 0 }
    }

    /// None for nothing as one of them: how often it stands before a piece follows from where that stands and from what else stands before it.
    fn pair(self, before: Content, after: Content) -> Option<usize> {
        let number = || self.facts.count() + (before as usize - 1) * self.facts.contents + after as usize - 1;
        (before > 0 && after > 0).then(number)
    }

    /// Those of a position; one may come several times.
    pub(super) fn held(self, contents: &[Content]) -> impl Iterator<Item = usize> + '_ {
        contents.iter().enumerate().flat_map(move |(cell, &content)| {
            let before = if self.pairs { cell } else { 0 };
            let pairs = contents[..before].iter().filter_map(move |&before| self.pair(before, content));
            pairs.chain(self.facts.number(cell, content))
        })
    }

    /// A line for each pair that has a weight.
    pub(super) fn write_pairs(self, definition: &Definition, weights: &[i64], indent: &str, text: &mut String) {
        for (at, weight) in (0..).zip(&weights[self.facts.count()..]).filter(|(_, weight)| **weight != 0) {
            let contents = self.facts.contents;
            let [before, after] = [at / contents, at % contents].map(|kind: usize| &definition.pieces[kind]);
            let _ = writeln!(text, "{indent}{before} {after} {weight}");
        }
    }

    /// What an operation adds, for each choice of what it writes where there are pairs. None: there are too many.
    pub(super) fn changes(self, definition: &Definition, operation: &Operation) -> Option<Vec<Change>> {
        if !self.pairs {
            return Some(Change::of(definition, self.facts, operation).into_iter().collect());
        }
        let roots = operation.roots();
        let mut chosen = vec![Vec::new()];
        for &root in &roots {
            let with = |held: &Vec<Content>| {
                let contents = may_be(definition, operation, root);
                contents.map(|content| [&held[..], &[content]].concat()).collect::<Vec<_>>()
            };
            chosen = chosen.iter().flat_map(with).collect();
            if chosen.len() > CHOICES {
                return None;
            }
        }
        Some(chosen.iter().map(|held| self.change(definition, operation, &roots, held)).collect())
    }

    /// What an operation adds where cells with these roots hold this.
    fn change(self, definition: &Definition, operation: &Operation, roots: &[Cell], held: &[Content]) -> Change {
        let pair = |one: (Cell, Content), other: (Cell, Content)| {
            let (first, second) = (one.min(other), one.max(other));
            self.pair(first.1, second.1)
        };
        let known = |cell: Cell| roots.iter().position(|root| *root == operation.root(cell)).map(|at| held[at]);
        let mut changed = Changes::new();
        for &(cell, put) in &operation.writes {
            let after = match put {
                Put::Content(content) => Some(content),
                Put::Of(other) => known(other),
            };
            let both = known(cell).zip(after).filter(|(before, after)| before != after);
            changed.extend(both.map(|(before, after)| (cell, before, after)));
        }
        let mut fixed = Sum::new();
        for (at, &(cell, before, after)) in changed.iter().enumerate() {
            add(&mut fixed, self.facts.number(cell.into(), before), -1);
            add(&mut fixed, self.facts.number(cell.into(), after), 1);
            for &(other, was, is) in &changed[..at] {
                add(&mut fixed, pair((other, was), (cell, before)), -1);
                add(&mut fixed, pair((other, is), (cell, after)), 1);
            }
        }
        // Cells that add the same are counted together.
        let mut met: Vec<(Vec<Sum>, i64)> = Vec::new();
        for cell in (0..definition.cells() as Cell).filter(|cell| changed.iter().all(|(other, ..)| other != cell)) {
            let with = |content: Content| {
                let mut sum = Sum::new();
                for &(other, before, after) in &changed {
                    add(&mut sum, pair((other, before), (cell, content)), -1);
                    add(&mut sum, pair((other, after), (cell, content)), 1);
                }
                sum
            };
            let root = operation.root(cell);
            let mut choices: Vec<Sum> = match known(root) {
                Some(content) => vec![with(content)],
                None => may_be(definition, operation, root).map(with).collect(),
            };
            choices.sort_unstable();
            choices.dedup();
            match met.iter_mut().find(|(other, _)| *other == choices) {
                Some((_, times)) => *times += 1,
                None => met.push((choices, 1)),
            }
        }
        let mut choices = Vec::new();
        for (mut sums, times) in met {
            sums.iter_mut().flatten().for_each(|(_, one)| *one *= times);
            match &sums[..] {
                [only] => only.iter().for_each(|&(term, times)| add(&mut fixed, Some(term), times)),
                _ => choices.push(sums),
            }
        }
        Change { fixed, choices }
    }
}

/// What the cells with a root may hold.
fn may_be<'a>(definition: &Definition, operation: &'a Operation, root: Cell) -> impl Iterator<Item = Content> + 'a {
    (0..=definition.last_content()).filter(move |&content| operation.may_be(root, content))
}
