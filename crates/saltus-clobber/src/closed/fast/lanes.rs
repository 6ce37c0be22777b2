//! Several places of a line at once: portable form.
//!
//! A machine that waits for each table entry before it can look up the next one uses a small part
//! of what a processor can do. Here lanes far apart in the line take their steps in turn, so that
//! their waits overlap.

use super::automaton::{AUTOMATON, STATES};
use super::letters::Letters;

/// Lanes side by side.
pub(super) const LANES: usize = 8;

/// The state of each lane, and what it has paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lanes<const N: usize> {
    pub(super) states: [u8; N],
    pub(super) costs: [u32; N],
}

impl<const N: usize> Lanes<N> {
    pub(super) fn new() -> Self {
        Lanes { states: [0; N], costs: [0; N] }
    }
}

/// Where the lanes are: lane j reads `words` words from word `first + j * stride` on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    pub(super) first: usize,
    pub(super) stride: usize,
    pub(super) words: usize,
}

/// Bytes of letters: what entry `state << 8 | byte` leads to, as `next << 8`, and what it costs.
///
/// There is room for 16 states, so that no index can lie beyond.
pub(super) struct ByteTable {
    next: [u16; 16 << 8],
    cost: [u32; 16 << 8],
}

impl ByteTable {
    pub(super) fn new() -> Self {
        let mut table = ByteTable { next: [0; 16 << 8], cost: [0; 16 << 8] };
        for index in 0..STATES << 8 {
            let step = AUTOMATON.steps(index >> 8, index & 255, 8);
            table.next[index] = u16::from(step.next) << 8;
            table.cost[index] = u32::from(step.cost);
        }
        table
    }

    /// Takes all lanes through their words.
    pub(super) fn run(&self, letters: Letters<'_>, places: Places, lanes: &mut Lanes<LANES>) {
        let Places { first, stride, words } = places;
        let mut states = lanes.states.map(|state| u16::from(state) << 8);
        let mut costs = lanes.costs;
        for at in first..first + words {
            let bytes: [[u8; 8]; LANES] = std::array::from_fn(|lane| letters.word(at + lane * stride).to_le_bytes());
            #[expect(clippy::needless_range_loop, reason = "the lanes take turns, byte by byte")]
            for byte in 0..8 {
                for lane in 0..LANES {
                    let index = usize::from(states[lane] | u16::from(bytes[lane][byte])) & 0xfff;
                    states[lane] = self.next[index];
                    costs[lane] += self.cost[index];
                }
            }
        }
        lanes.states = states.map(|state| (state >> 8) as u8);
        lanes.costs = costs;
    }
}
