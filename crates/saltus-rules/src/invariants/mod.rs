//! Invariants, found from the rules alone: sums of weights modulo a number, and the sign of the permutation of the contents.
//!
//! A weight is for a cell and what stands there. All sums that the rules keep are found at once: they are the maps of a group, that of the formal sums
//! of (cell, content) modulo the effects of the rules, into the integers and the integers modulo a number. It is brought to its normal form by H. J. S.
//! Smith (1861). Where the start has another class than every goal there is no play, and the weights that show it are the certificate
//! (docs/calculus.md).

mod group;
mod reach;
#[cfg(test)]
pub(crate) mod tests;
mod told;

use std::fmt::Write as _;

use saltus_core::limits::Limits;

use crate::calculus::EvidenceLines;
use crate::definition::{Content, Definition};
use crate::ground::{Operation, Put};
use crate::rules::Rules;
use group::Presentation;
pub(crate) use group::Sum;

/// Most numbers for (cell, content), and most effects of rules: what is beyond takes longer than a short search.
const MOST_FACTS: usize = 1 << 14;
const MOST_EFFECTS: usize = 1 << 18;

/// A sum of weights that no move changes, but for the sign where that is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Invariant {
    /// Of the sum, greater than 1.
    pub(crate) modulus: i64,
    /// By fact ([`Facts`]).
    pub(crate) weights: Vec<i64>,
}

/// Numbers of pairs of a cell and a content that is not nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    cells: usize,
    pub(crate) contents: usize,
}

impl Facts {
    pub(crate) fn of(definition: &Definition) -> Self {
        Facts { cells: definition.cells(), contents: definition.last_content() as usize }
    }

    pub(crate) fn count(self) -> usize {
        self.cells * self.contents
    }

    /// None for nothing, whose weight is 0: of the weights of a cell one can be chosen.
    pub(crate) fn number(self, cell: usize, content: Content) -> Option<usize> {
        (content > 0).then(|| cell * self.contents + content as usize - 1)
    }

    /// The weight of a content on a cell, by the weights of all.
    pub(crate) fn weight<T: Copy + Default>(self, weights: &[T], cell: usize, content: Content) -> T {
        self.number(cell, content).map_or(T::default(), |fact| weights[fact])
    }
}

impl Invariant {
    fn at(&self, facts: Facts, cell: usize, content: Content) -> i64 {
        facts.weight(&self.weights, cell, content)
    }

    fn residue(&self, facts: Facts, cell: usize, content: Content) -> i64 {
        self.at(facts, cell, content).rem_euclid(self.modulus)
    }

    fn of(&self, facts: Facts, contents: &[Content]) -> i64 {
        let weights = contents.iter().enumerate().map(|(cell, &content)| self.at(facts, cell, content));
        weights.sum::<i64>().rem_euclid(self.modulus)
    }
}

/// What no move changes by rules that are laid out.
#[derive(Debug)]
pub(crate) struct Kept<'a> {
    facts: Facts,
    operations: Vec<&'a Operation>,
    /// How many terms of sums may be written.
    terms: u64,
    /// Sums, those of a finite order first; how many these are.
    sums: Vec<Invariant>,
    finite: usize,
}

impl<'a> Kept<'a> {
    /// None: there are too many rules, or pieces of several cells.
    pub(crate) fn of(rules: &'a Rules, limits: &Limits<'_>) -> Option<Self> {
        let definition = rules.definition();
        let facts = Facts::of(definition);
        if definition.blocks.is_some() || facts.count() > MOST_FACTS || rules.operations() > MOST_EFFECTS {
            return None;
        }
        let operations: Vec<&Operation> = rules.all_operations().collect();
        if operations.len() != rules.operations() {
            return None;
        }
        // A term of a sum takes less than this, while lists grow.
        let terms = limits.memory / (8 * 64);
        let mut kept = Kept { facts, operations, terms, sums: Vec::new(), finite: 0 };
        let (finite, free): (Vec<Invariant>, Vec<Invariant>) =
            kept.group(definition, None).unwrap_or_default().into_iter().partition(|one| one.modulus > 0);
        kept.finite = finite.len();
        kept.sums = finite;
        // A sum that no move changes at all: modulo more than it can be.
        kept.sums.extend(free.into_iter().map(|one| {
            let greatest: i64 = one.weights.iter().map(|weight| weight.abs()).sum();
            Invariant { modulus: 2 * greatest + 1, ..one }
        }));
        Some(kept)
    }

    /// Why no goal of the definition can be reached, which has these rules, as far as what no move changes shows it.
    pub(crate) fn excludes(&self, definition: &Definition) -> Option<EvidenceLines> {
        self.by_residues(definition).or_else(|| self.by_sign(definition))
    }

    fn by_residues(&self, definition: &Definition) -> Option<EvidenceLines> {
        let facts = self.facts;
        let goals = reach::Goals::new(definition, facts, &self.operations);
        // What has a finite order first: don't-cares of a goal have few classes there.
        let mut shown = self.sums[..self.finite].to_vec();
        if !goals.excluded(&shown) {
            shown.extend_from_slice(&self.sums[self.finite..]);
            if !goals.excluded(&shown) {
                return None;
            }
        }
        // One after the other is left out that is not needed.
        let mut at = 0;
        while at < shown.len() {
            let left_out = shown.remove(at);
            if !goals.excluded(&shown) {
                shown.insert(at, left_out);
                at += 1;
            }
        }
        let mut text = String::from("residue\n");
        for one in &shown {
            let _ = writeln!(text, "  mod {}", one.modulus);
            write_weights(definition, &|cell, piece| one.residue(facts, cell, piece), "    ", &mut text);
        }
        let moduli: Vec<String> = shown.iter().map(|one| one.modulus.to_string()).collect();
        let because = match shown.len() {
            1 => format!("no move changes a sum of weights modulo {}, and every goal has another one", moduli[0]),
            several => {
                format!(
                    "no move changes {several} sums of weights modulo {}, and every goal has others",
                    moduli.join(", ")
                )
            }
        };
        Some(EvidenceLines { kind: format!("residue mod {}", moduli.join(" ")), text, because })
    }

    fn by_sign(&self, definition: &Definition) -> Option<EvidenceLines> {
        let facts = self.facts;
        let one = self.signs(definition).find(|one| reach::sign_excludes(definition, facts, one))?;
        let mut text = String::from("sign\n");
        write_weights(definition, &|cell, piece| one.residue(facts, cell, piece), "  ", &mut text);
        let because = "every move changes the sign of the order of what stands on the cells together with a sum modulo 2, and every goal has another sign";
        Some(EvidenceLines { kind: "sign".into(), text, because: because.into() })
    }

    /// Sums modulo 2 that every operation changes together with the sign of the order of what stands on the cells, if all of that differs.
    fn signs(&self, definition: &Definition) -> impl Iterator<Item = Invariant> + use<> {
        let odd = |operation: &Operation| reach::is_odd(operation).map(i64::from);
        let is_ordered = reach::Places::of(&definition.start).is_some();
        let group = is_ordered.then(|| self.group(definition, Some((&odd, Some(2))))).flatten();
        let sign = self.facts.count();
        let shown = group.unwrap_or_default().into_iter();
        let shown = shown.filter(move |one| one.modulus % 2 == 0 && one.weights[sign].rem_euclid(2) == 1);
        shown.map(|mut one| {
            one.weights.iter_mut().for_each(|weight| *weight = weight.rem_euclid(2));
            Invariant { modulus: 2, ..one }
        })
    }

    /// The independent sums that no operation changes, written in a limited number of terms. With a number of its own the last weight is that number's.
    fn group(&self, definition: &Definition, last: Option<Last<'_>>) -> Option<Vec<Invariant>> {
        let facts = self.facts;
        let mut group = Presentation::new(facts.count() + usize::from(last.is_some()), self.terms);
        for operation in &self.operations {
            let adds = last.map_or(Some(0), |(adds, _)| adds(operation))?;
            for effect in effects_of(definition, facts, operation, adds) {
                group.add(effect);
            }
        }
        if let Some((_, Some(order))) = last {
            group.add(vec![(facts.count(), order)]);
        }
        group.invariants()
    }
}

/// The pieces that have weights, those with the same ones together, and these by cell.
fn weighed<'a>(definition: &'a Definition, at: &dyn Fn(usize, Content) -> i64) -> Vec<(Vec<&'a str>, Vec<i64>)> {
    let mut rows: Vec<(Vec<&str>, Vec<i64>)> = Vec::new();
    for (piece, name) in (1..).zip(&definition.pieces) {
        let row: Vec<i64> = (0..definition.cells()).map(|cell| at(cell, piece)).collect();
        match rows.iter_mut().find(|(_, other)| *other == row) {
            Some((names, _)) => names.push(name),
            None => rows.push((vec![name], row)),
        }
    }
    rows.retain(|(_, row)| row.iter().any(|weight| *weight != 0));
    rows
}

/// A line for each of them.
pub(crate) fn write_weights(
    definition: &Definition,
    at: &dyn Fn(usize, Content) -> i64,
    indent: &str,
    text: &mut String,
) {
    for (names, row) in weighed(definition, at) {
        let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{indent}{}: {}", names.join(" "), numbers.join(" "));
    }
}

/// What operations add to a number of its own, which is no fact; and of which multiple of it nothing is left, if of any.
type Last<'a> = (&'a dyn Fn(&Operation) -> Option<i64>, Option<i64>);

/// What an operation adds, by fact: once for some contents, and then what it is more for others.
fn effects_of(definition: &Definition, facts: Facts, operation: &Operation, last: i64) -> Vec<Sum> {
    let Some(Change { fixed: mut base, choices }) = Change::of(definition, facts, operation) else { return Vec::new() };
    add(&mut base, Some(facts.count()), last);
    let mut effects = Vec::new();
    for mut choices in choices {
        let first = choices.remove(0);
        for mut more in choices {
            first.iter().for_each(|&(fact, times)| add(&mut more, Some(fact), -times));
            effects.push(more);
        }
        first.into_iter().for_each(|(fact, times)| add(&mut base, Some(fact), times));
    }
    effects.push(base);
    effects
}

/// What an operation adds, by fact. What stands on a cell that may hold several contents is chosen apart from that of other cells; that two may have
/// to differ is left out, so that more is thought possible than is.
#[derive(Debug, PartialEq)]
pub(crate) struct Change {
    /// What is added whatever is chosen.
    pub(crate) fixed: Sum,
    /// For each cell that may hold several contents what each of them adds.
    pub(crate) choices: Vec<Vec<Sum>>,
}

impl Change {
    /// None, where no content is one that a cell may hold.
    pub(crate) fn of(definition: &Definition, facts: Facts, operation: &Operation) -> Option<Self> {
        let mut this = Change { fixed: Sum::new(), choices: Vec::new() };
        for &(cell, put) in &operation.writes {
            if let Put::Content(content) = put {
                add(&mut this.fixed, facts.number(cell as usize, content), 1);
            }
        }
        // What it adds where the cells with this root hold a content.
        let part = |of_root: u16, content: Content, sum: &mut Sum| {
            for &(cell, put) in &operation.writes {
                if operation.root(cell) == of_root {
                    add(sum, facts.number(cell as usize, content), -1);
                }
                if let Put::Of(other) = put
                    && operation.root(other) == of_root
                {
                    add(sum, facts.number(cell as usize, content), 1);
                }
            }
        };
        for root in operation.roots() {
            let mut contents = (0..=definition.last_content()).filter(|&content| operation.may_be(root, content));
            let first = contents.next()?;
            let Some(second) = contents.next() else {
                part(root, first, &mut this.fixed);
                continue;
            };
            let sum = |content| {
                let mut sum = Sum::new();
                part(root, content, &mut sum);
                sum
            };
            this.choices.push([first, second].into_iter().chain(contents).map(sum).collect());
        }
        Some(this)
    }
}

/// Adds a multiple of a fact; none adds nothing.
pub(crate) fn add(sum: &mut Sum, fact: Option<usize>, times: i64) {
    if let Some(fact) = fact {
        group::add(sum, fact, times);
    }
}
