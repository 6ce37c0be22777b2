//! The ten register vectors.
//!
//! The recurrence of the line has four registers, and no finite automaton can hold them: b^k has
//! value k, and one white pawn after them makes it 1. But with the least register taken out (the
//! *base*, which only grows) there are ten vectors that no letter leads out of, and random words
//! are among them after a few letters. From there on each letter is a step of a machine with ten
//! states, and now and then a step of the base.

use std::sync::LazyLock;

use super::super::letters::Letter;
use super::super::registers::Registers;

/// How many of them there are.
pub(super) const STATES: usize = 10;

/// What a step costs, and where it leads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) next: u8,
    pub(super) cost: u8,
}

/// The machine.
pub(super) struct Automaton {
    pub(super) vectors: [Registers; STATES],
    /// Eight letters at once, the first one the lowest bit. There is room for 16 states, so that no four bits lie beyond.
    pub(super) bytes: [[Step; 256]; 16],
}

/// The one there is.
pub(super) static AUTOMATON: LazyLock<Automaton> = LazyLock::new(Automaton::new);

impl Automaton {
    fn new() -> Self {
        let mut vectors = vec![Registers::START.step(Letter::Alternate).tight().lowered().1];
        let mut next = 0;
        while next < vectors.len() {
            for letter in [Letter::Same, Letter::Alternate] {
                let (_, vector) = vectors[next].step(letter).tight().lowered();
                if !vectors.contains(&vector) {
                    vectors.push(vector);
                }
            }
            next += 1;
        }
        let vectors: [Registers; STATES] = vectors.try_into().expect("ten vectors are closed under both letters");
        let mut automaton = Automaton { vectors, bytes: [[Step::default(); 256]; 16] };
        for state in 0..STATES {
            for byte in 0..256 {
                automaton.bytes[state][byte] = automaton.steps(state, byte, 8);
            }
        }
        automaton
    }

    /// The state of a vector without its base, if it is among the ten.
    pub(super) fn state(&self, vector: Registers) -> Option<usize> {
        self.vectors.iter().position(|known| *known == vector)
    }

    /// `count` letters, the first one the lowest bit.
    pub(super) fn steps(&self, state: usize, letters: usize, count: usize) -> Step {
        let mut vector = self.vectors[state];
        for letter in 0..count {
            vector = vector.step(Letter::of((letters >> letter) as u64));
        }
        let (cost, vector) = vector.tight().lowered();
        let next = self.state(vector).expect("the ten vectors are closed");
        Step { next: next as u8, cost: cost as u8 }
    }

    /// A word of 64 letters, the lowest bit first.
    #[inline]
    pub(super) fn word(&self, state: usize, word: u64) -> (usize, u64) {
        let (mut state, mut cost) = (state, 0);
        for byte in word.to_le_bytes() {
            let step = self.bytes[state][byte as usize];
            state = step.next as usize;
            cost += u64::from(step.cost);
        }
        (state, cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_vectors_are_closed_and_a_step_costs_at_most_one() {
        for state in 0..STATES {
            for letters in 0..8 {
                assert!(AUTOMATON.steps(state, letters, 3).cost <= 1, "state {state} letters {letters:03b}");
            }
        }
    }

    #[test]
    fn three_equal_letters_around_one_alternation_forget_everything() {
        let states: Vec<usize> = (0..STATES).map(|state| AUTOMATON.steps(state, 0b000_1000, 7).next as usize).collect();
        assert!(states.iter().all(|state| *state == states[0]), "{states:?}");
    }
}
