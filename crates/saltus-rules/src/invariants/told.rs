//! Invariants as text.

use dashu_int::ops::Gcd as _;
use saltus_core::fact::Fact;

use super::{Facts, Invariant, Kept, reach, weighed};
use crate::definition::{Content, Definition};
use crate::ground::Operation;

/// Most sums that are reported, and most cells that a sentence names.
const MOST_TOLD: usize = 4;
const MOST_NAMED: usize = 40;

/// The greatest modulus for which remainders are reported: all of them are tried.
const MOST_REMAINDERS: i64 = 64;

impl Kept<'_> {
    /// Sums that no move changes, each with what it is at the start; and which lengths a play to a goal can have by them.
    pub(crate) fn told(&self, definition: &Definition) -> Vec<Fact> {
        let facts = self.facts;
        let told = |one: &Invariant, is_finite: bool| {
            let weights = definition.start.iter().enumerate().map(|(cell, &content)| one.at(facts, cell, content));
            // Equal weights count.
            let (value, modulus) = match counted(facts, one) {
                Some(weight) => (
                    weights.sum::<i64>() / weight,
                    one.modulus / weight.unsigned_abs().gcd(one.modulus.unsigned_abs()).cast_signed(),
                ),
                None => (weights.sum(), one.modulus),
            };
            let modulo = if is_finite { format!("modulo {modulus}, ") } else { String::new() };
            let value = if is_finite { value.rem_euclid(modulus) } else { value };
            let because = format!("{modulo}{}, which no move changes", sentence(definition, facts, one));
            Fact::new("invariant", value.unsigned_abs()).because(because)
        };
        let finite = self.sums[..self.finite].iter().map(|one| told(one, true));
        // That the number of pieces of a kind stays the same is seen.
        let is_seen = |one: &&Invariant| (1..facts.cells).all(|cell| !differs(facts, one, cell));
        let free = self.sums[self.finite..].iter().filter(|one| counted(facts, one).is_some() && !is_seen(one));
        let free = free.map(|one| told(one, false));
        let signs = self.signs(definition).map(|one| {
            let also = if one.weights[..facts.count()].iter().all(|&weight| weight == 0) {
                String::new()
            } else {
                format!(" together with {}", sentence(definition, facts, &one))
            };
            let because =
                format!("modulo 2, whether the order of what stands on the cells is odd{also}, which no move changes");
            Fact::new("invariant", "sign").because(because)
        });
        let remainders = self.remainders(definition).map(|(modulus, costs)| {
            let of = format!("the {} modulo {modulus}", if definition.has_free() { "cost" } else { "length" });
            let costs = costs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let because = "of all plays to a goal, by a sum that every move changes in the same way";
            Fact::new("remainder", costs).of(of).because(because)
        });
        finite.chain(free).chain(signs).take(MOST_TOLD).chain(remainders).collect()
    }

    /// A number, and what the costs of all plays to a goal leave modulo it, where that is not everything.
    pub(super) fn remainders(&self, definition: &Definition) -> Option<(i64, Vec<i64>)> {
        let cost = |operation: &Operation| (!operation.chain).then_some(i64::from(!operation.free));
        let group = self.group(definition, Some((&cost, None)))?;
        let goals = reach::Goals::new(definition, self.facts, &self.operations);
        group.into_iter().filter(|one| (2..=MOST_REMAINDERS).contains(&one.modulus)).find_map(|one| {
            let (modulus, weight) = (one.modulus, one.weights[self.facts.count()]);
            let start = one.of(self.facts, &definition.start);
            let ends = goals.sums(&one)?;
            let is_met = |cost: &i64| ends.iter().any(|end| (end + weight * cost - start).rem_euclid(modulus) == 0);
            let costs: Vec<i64> = (0..modulus).filter(is_met).collect();
            (!costs.is_empty() && costs.len() as i64 != modulus).then_some((modulus, costs))
        })
    }
}

/// The weight of everything that has one, if it is the same for all.
fn counted(facts: Facts, one: &Invariant) -> Option<i64> {
    let mut weights = one.weights[..facts.count()].iter().copied().filter(|&weight| weight != 0);
    let first = weights.next()?;
    weights.all(|weight| weight == first).then_some(first)
}

/// Whether some piece counts otherwise on a cell than on the first one.
fn differs(facts: Facts, one: &Invariant, cell: usize) -> bool {
    (1..=facts.contents as Content).any(|piece| one.at(facts, cell, piece) != one.at(facts, 0, piece))
}

fn sentence(definition: &Definition, facts: Facts, one: &Invariant) -> String {
    let is_counted = counted(facts, one).is_some();
    let part = |(names, row): &(Vec<&str>, Vec<i64>)| {
        let named: Vec<String> = if is_counted {
            let cells = definition.board.names.iter().zip(row).filter(|(_, weight)| **weight != 0);
            cells.map(|(name, _)| name.clone()).collect()
        } else {
            row.iter().map(ToString::to_string).collect()
        };
        let more = if named.len() > MOST_NAMED { " .." } else { "" };
        let cells = named[..named.len().min(MOST_NAMED)].join(" ");
        let names = names.join(" ");
        match is_counted {
            true if named.len() == facts.cells => format!("of {names}"),
            true => format!("of {names} on {cells}{more}"),
            false => format!("{names} counts {cells}{more}"),
        }
    };
    let rows = weighed(definition, &|cell, piece| one.at(facts, cell, piece));
    let parts: Vec<String> = rows.iter().map(part).collect();
    let parts = parts.join(if is_counted { " and " } else { ", " });
    if is_counted { format!("the number {parts}") } else { format!("a sum in which {parts} on the cells in order") }
}
