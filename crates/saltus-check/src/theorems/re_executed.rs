//! Searches that are made again: a certificate of this kind says by which bound, and holds nothing to look up.
//!
//! Breadth-first search goes on from the start and from the goal, a layer at a time, where fewer states are. While the states within `a` moves of the one and
//! within `b` of the other have none in common, every play has more than `a + b` moves. A state is left out where its moves and its bound together
//! are as many as claimed: no shorter play goes through it. So the states of a shorter play are all met, at their numbers of moves: the next one of the play
//! is entered from the one before, and stands in none of the two layers before its own. For that moves must lead both ways, as they do with tiles and in
//! reversals of numbered checkers; no other layer has to be kept.

use super::potentials;
use crate::board::Cell;
use crate::certificate::Claim;
use crate::closed_set::Bound;
use crate::families::Puzzle;
use crate::families::vacancy::Replay;
use crate::outcome::{Checked, Limits, OrRefuse, limit};
use crate::rules::{Moves, Rules};
use std::cmp::Ordering;

/// Checks that no play has fewer moves than claimed. States that the bound of that name leaves out are not visited.
pub(crate) fn verify(puzzle: &Puzzle, name: &str, claim: &Claim, limits: &Limits) -> Checked<()> {
    let back = puzzle.reversed(limits)?.or_refuse("its moves do not lead both ways between two boards")?;
    let lower = claim.lower_or_most();
    let mut near = End::new(puzzle, name, lower, limits)?;
    let mut far = End::new(&back, name, lower, limits)?;
    // No play has fewer moves.
    let mut least = 0;
    while !meet(&near.last, &far.last) {
        least += 1;
        let end = if near.last.len() <= far.last.len() { &mut near } else { &mut far };
        if least >= lower || end.last.is_empty() {
            return Ok(());
        }
        end.advance(limits)?;
    }
    claim.verify_reached(&least.into(), "the search")
}

/// Whether two ascending lists have a state in common.
fn meet(one: &[u64], other: &[u64]) -> bool {
    let (mut one, mut other) = (one, other);
    while let ([a, one_rest @ ..], [b, other_rest @ ..]) = (one, other) {
        match a.cmp(b) {
            Ordering::Equal => return true,
            Ordering::Less => one = one_rest,
            Ordering::Greater => other = other_rest,
        }
    }
    false
}

/// The search from one end.
struct End<'a> {
    rules: Replay<'a>,
    bound: Bound<'a>,
    /// The moves that the play is claimed to have at least.
    lower: u64,
    cells: usize,
    /// Bits of a cell in a key.
    bits: usize,
    /// The last two layers, ascending.
    before: Vec<u64>,
    last: Vec<u64>,
    /// Moves to the last one.
    made: u64,
    steps: u64,
}

impl<'a> End<'a> {
    fn new(puzzle: &'a Puzzle, name: &str, lower: u64, limits: &Limits) -> Checked<Self> {
        let mut rules = Replay::new(puzzle, limits)?;
        let (base, start) = rules.open(limits)?;
        let bits = (u64::BITS - (base - 1).leading_zeros()) as usize;
        limit(start.len() * bits <= 64, "a search by states of more than 64 bits")?;
        let mut bound = potentials::bound(name, puzzle, None, limits)?;
        let is_far = bound(&start).0 >= lower;
        let last = if is_far { Vec::new() } else { vec![key(&start, bits)] };
        Ok(Self { rules, bound, lower, cells: start.len(), bits, before: Vec::new(), last, made: 0, steps: 0 })
    }

    /// Finds the next layer.
    fn advance(&mut self, limits: &Limits) -> Checked<()> {
        self.made += 1;
        let (mut next, mut sorted) = (Vec::new(), 0);
        let (mut digits, mut moves) = (vec![0; self.cells], Moves::default());
        for index in 0..self.last.len() {
            write(self.last[index], &mut digits, self.bits);
            self.rules.enter(&digits).or_refuse("a state that is none")?;
            moves.clear();
            self.rules.moves(&mut moves)?;
            self.steps += (self.cells * (1 + moves.len())) as u64;
            let allowed = limits.nodes;
            limit(self.steps <= allowed, format_args!("a search of more than {allowed} steps"))?;
            for (changes, _) in moves.iter() {
                let mut after = self.last[index];
                for &(cell, digit) in changes {
                    let place = cell * self.bits;
                    after ^= u64::from(digits[cell] ^ digit) << place;
                }
                // Most states are met again before their bound would be asked for.
                next.push(after);
            }
            if next.len() >= 2 * sorted + (1 << 20) {
                self.sift(&mut next, sorted, limits)?;
                sorted = next.len();
            }
        }
        self.sift(&mut next, sorted, limits)?;
        self.before = std::mem::replace(&mut self.last, next);
        Ok(())
    }

    /// Sorts what is new, and leaves out what stands there twice, in the layers before, or too far from the other end.
    fn sift(&mut self, next: &mut Vec<u64>, sorted: usize, limits: &Limits) -> Checked<()> {
        let mut new = next.split_off(sorted);
        new.sort_unstable();
        new.dedup();
        let (mut old, mut digits) = ([&self.before[..], &self.last[..], &next[..]], vec![0; self.cells]);
        let (bound, made, lower, bits) = (&mut self.bound, self.made, self.lower, self.bits);
        new.retain(|&state| {
            let is_old = old.iter_mut().any(|old| {
                *old = &old[old.partition_point(|&other| other < state)..];
                old.first() == Some(&state)
            });
            if is_old {
                return false;
            }
            write(state, &mut digits, bits);
            made.saturating_add(bound(&digits).0) < lower
        });
        let bytes = 8 * (self.before.len() + self.last.len() + 3 * (next.len() + new.len())) as u128;
        limits.room(2 * bytes, "the layers of a search from both ends")?;
        next.append(&mut new);
        #[expect(clippy::stable_sort_primitive, reason = "two ascending runs are merged")]
        next.sort();
        Ok(())
    }
}

/// The digits of a state in one word.
fn key(digits: &[Cell], bits: usize) -> u64 {
    digits.iter().rev().fold(0, |key, &digit| key << bits | u64::from(digit))
}

fn write(key: u64, digits: &mut [Cell], bits: usize) {
    for (cell, digit) in digits.iter_mut().enumerate() {
        *digit = (key >> (cell * bits)) as Cell & ((1 << bits) - 1);
    }
}
