//! Several places of a line at once: portable form.
//!
//! A machine that waits for each table entry before it can look up the next one uses a small part
//! of what a processor can do. Here lanes far apart in the line take their steps in turn, so that
//! their waits overlap.

use std::ops::Range;

use super::WORDS;
use super::automaton::AUTOMATON;

/// Lanes side by side.
pub(super) const LANES: usize = 8;

/// The state of each lane, and what it has paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LaneStates<const N: usize> {
    pub(super) states: [u8; N],
    pub(super) costs: [u32; N],
}

impl<const N: usize> LaneStates<N> {
    pub(super) fn new() -> Self {
        LaneStates { states: [0; N], costs: [0; N] }
    }
}

/// The letters between the neighbours of a word without empty cells and the first of the next word, the first one the lowest bit: set where the
/// colour alternates. Bit i of word i / 64 of `white` is set where pawn i is white.
#[inline]
pub(in super::super) fn letters(white: &[u64], word: usize) -> u64 {
    white[word] ^ (white[word] >> 1 | white[word + 1] << 63)
}

/// Takes all lanes through their words, on any processor. `words` are those of the first lane, and each has its own [`WORDS`] further on than the one
/// before.
pub(super) fn run(white: &[u64], words: Range<usize>, lanes: &mut LaneStates<LANES>) {
    let steps = &AUTOMATON.bytes;
    let LaneStates { states, costs } = lanes;
    for at in words {
        let bytes: [[u8; 8]; LANES] = std::array::from_fn(|lane| letters(white, at + lane * WORDS).to_le_bytes());
        for byte in 0..8 {
            for lane in 0..LANES {
                let step = steps[usize::from(states[lane] & 15)][usize::from(bytes[lane][byte])];
                states[lane] = step.next;
                costs[lane] += u32::from(step.cost);
            }
        }
    }
}
