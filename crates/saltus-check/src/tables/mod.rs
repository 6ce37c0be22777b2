//! Pattern databases: for every abstract state, the moves of the pattern's tiles that lead to the
//! goal.
//!
//! What this is: a breadth-first search backwards from the goal over whole blocks, in which the
//! vacancy's way through its region costs nothing ("zero-aware": Clausecker 2017). Nothing is read
//! from a file.

pub(crate) mod blocks;
pub(crate) mod file;

use crate::outcome::{Checked, Limits, resource};
use blocks::Blocks;
use std::cell::OnceCell;
use std::rc::Rc;

/// In place of a distance: no play leads from there to the goal.
pub(crate) const UNREACHED: u8 = u8::MAX;

/// A pattern database.
pub(crate) struct Table {
    pub(crate) blocks: Rc<Blocks>,
    /// The cells where the tiles belong, ascending. These are also the tiles' names.
    pub(crate) homes: Vec<usize>,
    pub(crate) vacancy: usize,
    pub(crate) distance: Vec<u8>,
    /// What [`Table::moved`] looks up, once asked for: by entry, the second bit of the distance.
    second_bits: OnceCell<Vec<u64>>,
}

impl Table {
    /// Computes all distances.
    pub(crate) fn build(blocks: &Rc<Blocks>, homes: Vec<usize>, vacancy: usize, limits: &Limits) -> Checked<Self> {
        let (size, distance) = (blocks.size, limits.filled(blocks.entries(), UNREACHED, "a table")?);
        let mut table = Self { blocks: Rc::clone(blocks), homes, vacancy, distance, second_bits: OnceCell::new() };
        let goal = table.goal();
        table.distance[goal] = 0;
        let mut unreached = vec![size as u32; blocks.count];
        unreached[goal / size] -= 1;
        // The blocks with entries at the distance at hand, and at the next one.
        let (mut now, mut next) = (vec![false; blocks.count], vec![false; blocks.count]);
        now[goal / size] = true;
        let mut entries = Vec::new();
        for distance in 0..UNREACHED - 1 {
            if !now.contains(&true) {
                return Ok(table);
            }
            for block in (0..blocks.count).filter(|&block| std::mem::take(&mut now[block])) {
                let here = &table.distance[block * size..][..size];
                entries.clear();
                entries.extend((0..size as u32).filter(|&entry| here[entry as usize] == distance));
                for &edge in blocks.edges(block) {
                    let other = edge.block as usize;
                    if unreached[other] > 0 {
                        let there = &mut table.distance[other * size..][..size];
                        let new = reach(there, &entries, blocks.moved(edge), distance + 1);
                        unreached[other] -= new;
                        next[other] |= new > 0;
                    }
                }
            }
            (now, next) = (next, now);
        }
        resource(format_args!("a table with distances of {} or more", UNREACHED - 1))
    }

    /// The entry of the goal: every tile at home, which is the first arrangement.
    pub(crate) fn goal(&self) -> usize {
        let set = self.homes.iter().fold(0, |set, &home| set | 1 << home);
        self.blocks.block(set, self.vacancy) * self.blocks.size
    }

    /// The distance of an entry that a move leads to from one at a given distance.
    ///
    /// A move changes the sum of the steps of all tiles by 1, so that it changes the parity of the
    /// distance, and it changes the distance by no more than 1. So the new distance is one more or
    /// one less, and the second bit tells which. A table of bits finds more room near the processor
    /// than one of bytes.
    #[inline]
    pub(crate) fn moved(&self, distance: u8, entry: usize) -> u8 {
        let second_bits = self.second_bits.get_or_init(|| self.distance.chunks(64).map(second_bits).collect());
        let up = distance + 1;
        if second_bits[entry / 64] >> (entry % 64) & 1 == u64::from(up >> 1 & 1) { up } else { distance - 1 }
    }

    /// The entry for tiles in these cells, in the order of their homes.
    pub(crate) fn entry(&self, cells: &[usize], vacancy: usize) -> usize {
        let (set, arrangement) = self.blocks.arranged(cells);
        self.blocks.block(set, vacancy) * self.blocks.size + arrangement
    }
}

/// Gives a distance to the unreached ones among the entries where moves lead, and says how many
/// these are.
fn reach(distances: &mut [u8], entries: &[u32], moved: &[u32], distance: u8) -> u32 {
    let mut new = 0;
    for &entry in entries {
        let there = &mut distances[moved[entry as usize] as usize];
        if *there == UNREACHED {
            *there = distance;
            new += 1;
        }
    }
    new
}

/// The second bits of up to 64 distances, that of the first one lowest.
fn second_bits(distances: &[u8]) -> u64 {
    distances.iter().rev().fold(0, |bits, &distance| bits << 1 | u64::from(distance >> 1 & 1))
}
