//! Closed sets of Clobber: configurations with enough pawns, which no play leaves but to where a bound says enough.

use super::components::Components;
use super::configuration::{Clobber, NONE, WHITE, other};
use crate::closed_set::{Set, write};
use crate::outcome::{Checked, Limits, Place, ensure, resource};

/// The base of the keys.
const BASE: u64 = WHITE as u64 + 1;

/// More digits make keys beyond 128 bits.
const DIGITS: usize = 80;

/// Checks that the block `set` proves the claimed bound.
pub(super) fn verify(clobber: &Clobber, payload: &[u8], lower: u64, limits: &Limits) -> Checked<()> {
    let set = Set::read(payload, limits)?;
    ensure(set.g.iter().all(|&g| g == 0), "for Clobber every g is 0").at("set")?;
    let mut components = Components::new(&clobber.shape, limits)?;
    let far = components.bound(&clobber.start, lower) >= lower;
    if set.keys.is_empty() {
        return ensure(far, "the start is not in it").at("set");
    }
    // A digit a cell and one for the turn.
    let digits = clobber.start.len() + usize::from(clobber.alternate);
    ensure(digits <= DIGITS, "keys below 2^128 hold no configuration of this size").at("set")?;
    let weight = |index: usize| u128::from(BASE).pow((digits - 1 - index) as u32);
    let weights: Vec<u128> = (0..clobber.start.len()).map(weight).collect();
    let key: u128 = clobber.start.iter().zip(&weights).map(|(&digit, weight)| u128::from(digit) * weight).sum();
    let there = far || set.find(key + u128::from(clobber.turn)).is_some();
    ensure(there, "the start is not in it").at("set")?;
    let mut near = vec![Vec::new(); clobber.start.len()];
    for (cell, near) in near.iter_mut().enumerate() {
        clobber.shape.each_neighbour(cell, |next| near.push(next));
    }
    Closure { clobber, set, lower, near, weights, components }.verify(digits, limits)
}

/// One pass over a set.
struct Closure<'a> {
    clobber: &'a Clobber,
    set: Set,
    lower: u64,
    /// By cell, those next to it.
    near: Vec<Vec<usize>>,
    /// By cell, what its digit counts in a key.
    weights: Vec<u128>,
    components: Components<'a>,
}

impl Closure<'_> {
    fn verify(mut self, digits: usize, limits: &Limits) -> Checked<()> {
        let mut digits = vec![0; digits];
        let mut pawns = self.clobber.start.clone();
        for index in 0..self.set.keys.len() {
            let key = self.set.keys[index];
            let place = format_args!("set, entry {}", index + 1);
            let fits = write(key, BASE, &mut digits).is_some();
            ensure(fits, format_args!("the key {key} is no configuration of this puzzle")).at(place)?;
            pawns.iter_mut().zip(&digits).for_each(|(pawn, &digit)| *pawn = digit as u8);
            // The digit behind those of the cells.
            let turn = digits.get(pawns.len()).map_or(NONE, |&digit| digit as u8);
            let count = pawns.iter().filter(|&&pawn| pawn != NONE).count();
            ensure(count as u64 >= self.lower, format_args!("it has no more than {count} pawns")).at(place)?;
            self.verify_moves(key, turn, &mut pawns).at(place)?;
            // On a board with many ways a short set may take long.
            if self.components.visits > limits.nodes {
                return resource(format_args!("a closed set with more than {} visits to cells", limits.nodes));
            }
        }
        Ok(())
    }

    /// Every move stays in the set or leads to where the bound is high enough.
    fn verify_moves(&mut self, key: u128, turn: u8, pawns: &mut [u8]) -> Checked<()> {
        for from in 0..pawns.len() {
            let mover = pawns[from];
            if mover == NONE || (turn != NONE && mover != turn) {
                continue;
            }
            let taken = other(mover);
            for &to in &self.near[from] {
                if pawns[to] != taken {
                    continue;
                }
                // First the digits that are in the key.
                let rest = key - self.digit(from, mover) - self.digit(to, taken) - u128::from(turn);
                let next = rest + self.digit(to, mover) + u128::from(self.clobber.turn_after(mover));
                if self.set.find(next).is_some() {
                    continue;
                }
                (pawns[from], pawns[to]) = (NONE, mover);
                let bound = self.components.bound(pawns, self.lower);
                (pawns[from], pawns[to]) = (mover, taken);
                let (from, to) = (from + 1, to + 1);
                ensure(bound >= self.lower, format_args!("the move {from}-{to} leaves it with a bound of {bound}"))?;
            }
        }
        Ok(())
    }

    fn digit(&self, cell: usize, digit: u8) -> u128 {
        u128::from(digit) * self.weights[cell]
    }
}
