//! The fewest states, in an order that keeps the often visited ones together.
//!
//! States are merged as in Moore's refinement (1956), but each round mixes hashes where his numbers
//! classes, and classes are formed only once. If two states at one cell differ, one of them refuses
//! some continuation that ends with a forbidden word begun before it, so a continuation shorter
//! than the longest forbidden word shows it: that bounds the rounds. States that do not differ have
//! equal hashes. That states that differ were not confused is checked on the result: merged states
//! must step to merged states. (If they do not, another salt is tried.)

use rustc_hash::FxHashMap;

use super::effects::scramble;
use super::machine::{PrefixMachine, REFUSED};

/// A state of the smallest automaton.
pub(super) struct State {
    /// By direction; 0 where the step is refused.
    pub(super) next: [u32; 4],
    pub(super) cell: u8,
}

/// The states 1, 2, .. of the smallest automaton with the same walks, and the state of each start
/// cell.
pub(super) fn states(machine: &PrefixMachine, cells: usize) -> (Vec<State>, Vec<u32>) {
    let mut classes = (0..8).map(|salt| StateClasses::new(&hashes(machine, salt)));
    let classes =
        classes.find(|classes| classes.are_sound(machine)).expect("one of eight salts confuses no two states");
    let rows = classes.rows(machine);
    let order = by_visits(&rows);
    let mut number = vec![0; rows.len()];
    order.iter().zip(1..).for_each(|(&class, place)| number[class as usize] = place);
    let states = order.iter().map(|&class| State {
        next: rows[class as usize].map(|to| if to == REFUSED { 0 } else { number[to as usize] }),
        cell: machine.cell[classes.first[class as usize] as usize],
    });
    (states.collect(), classes.of[..cells].iter().map(|&class| number[class as usize]).collect())
}

/// For each state a hash of its cell and of what it refuses within as many steps as the longest
/// prefix has letters.
fn hashes(machine: &PrefixMachine, salt: u64) -> Vec<u64> {
    let mut now: Vec<u64> = machine.cell.iter().map(|&cell| scramble(u64::from(cell) << 32 | salt)).collect();
    let mut then = now.clone();
    for _ in 0..machine.depth {
        for (hash, (row, &own)) in then.iter_mut().zip(machine.next.iter().zip(&now)) {
            *hash = row.iter().fold(own, |hash, &to| {
                let other = now.get(to as usize).copied().unwrap_or(salt);
                (hash.rotate_left(23) ^ other).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            });
        }
        std::mem::swap(&mut now, &mut then);
    }
    now
}

struct StateClasses {
    of: Vec<u32>,
    /// The first state of each class.
    first: Vec<u32>,
}

impl StateClasses {
    fn new(hashes: &[u64]) -> Self {
        let mut number = FxHashMap::with_capacity_and_hasher(hashes.len(), rustc_hash::FxBuildHasher);
        let mut first = Vec::new();
        let of = hashes.iter().zip(0..).map(|(&hash, state)| {
            *number.entry(hash).or_insert_with(|| {
                first.push(state);
                first.len() as u32 - 1
            })
        });
        StateClasses { of: of.collect(), first }
    }

    fn row(&self, machine: &PrefixMachine, state: usize) -> [u32; 4] {
        machine.next[state].map(|to| if to == REFUSED { REFUSED } else { self.of[to as usize] })
    }

    fn rows(&self, machine: &PrefixMachine) -> Vec<[u32; 4]> {
        self.first.iter().map(|&state| self.row(machine, state as usize)).collect()
    }

    /// Whether merged states are at one cell, refuse the same steps and step to merged states.
    fn are_sound(&self, machine: &PrefixMachine) -> bool {
        let rows = self.rows(machine);
        self.of.iter().enumerate().all(|(state, &class)| {
            let first = self.first[class as usize] as usize;
            machine.cell[state] == machine.cell[first] && self.row(machine, state) == rows[class as usize]
        })
    }
}

/// The classes, those first where most walks of a few steps end, if one of them begins in every
/// class.
fn by_visits(rows: &[[u32; 4]]) -> Vec<u32> {
    let mut visits = vec![1u32; rows.len()];
    for _ in 0..5 {
        let mut then = vec![0; rows.len()];
        for (row, &now) in rows.iter().zip(&visits) {
            row.iter().filter(|&&to| to != REFUSED).for_each(|&to| then[to as usize] += now);
        }
        visits = then;
    }
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    order.sort_by_key(|&class| std::cmp::Reverse(visits[class as usize]));
    order
}
