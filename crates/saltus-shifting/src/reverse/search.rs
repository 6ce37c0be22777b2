//! The search that settles a size of numbered reversal: whether a play from gap p to gap p is shorter than the constructed one.
//!
//! A play backwards, with the checkers renamed x -> n + 1 - x, is a play from the same start to the same goal. So layers up to the middle suffice: with L(i)
//! the positions at distance i of the start, a shortest play of 2i moves has a position of L(i) whose image under the renaming is in L(i) too, and one of 2i + 1 moves
//! one of L(i + 1) whose image is in L(i). Positions are left out whose distance and bound ([`Colours`]) exceed the length asked about; moves lead both ways,
//! so that two layers tell what is new.
//!
//! The checker's evidence `re-executed colours` shows the same from both ends, without the image.

use crate::reverse::bounds::Colours;
use crate::reverse::rules::{GAP, Reverse};
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::{Backward, Bound, Puzzle};
use saltus_core::random::Random;
use saltus_core::row::Row;
use saltus_core::search::{Halted, Search};
use saltus_core::threads;

/// The most checkers of a position in one word: four bits a cell.
pub const MOST_CHECKERS: usize = 15;

/// A layer, in a form that another program can compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerDigest {
    /// Its positions.
    pub positions: u64,
    /// The sum modulo 2^52 of all their words, each mixed as by `SplitMix64`. A word has four bits for each cell, the first cell lowest, 0 for the vacancy.
    pub sum: u64,
}

/// Whether no play of at most that many moves leads from `1 .. n`, p of them left of the vacancy, to `n .. 1` with p left of it; and the layers up to the middle.
///
/// ```
/// use saltus_core::{limits::Limits, notation::Instance};
/// use saltus_shifting::reverse::{self, search::excludes};
///
/// // d(1,1) = 18 for n = 5.
/// let puzzle = reverse::read("reverse 5 from=1 to=1").unwrap().puzzle().unwrap();
/// let excludes = |most| excludes(&puzzle, most, &Limits::default()).unwrap().0;
/// assert!(excludes(17) && !excludes(18));
/// ```
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When it is no such puzzle, or there are more than [`MOST_CHECKERS`] checkers.
pub fn excludes(puzzle: &Reverse, most: u32, limits: &Limits<'_>) -> Search<(bool, Vec<LayerDigest>)> {
    let n = puzzle.checkers();
    assert_eq!(puzzle.gaps(), 1, "one vacancy");
    assert!(n <= MOST_CHECKERS, "a position is a word");
    let search = HalfDepth { puzzle, cells: n + 1, most, limits };
    let start = pack(puzzle.start().cells());
    assert_eq!(puzzle.goals(), [search.unpack(search.image(start))], "the goal is the image of the start");
    let (mut before, mut last, mut layers) = (Vec::new(), vec![start], Vec::new());
    let mut nodes = 0;
    for made in 0.. {
        let sum = last.iter().fold(0u64, |sum, &word| sum.wrapping_add(Random::new(word).number())) % (1 << 52);
        layers.push(LayerDigest { positions: last.len() as u64, sum });
        let mut images: Vec<u64> = last.iter().map(|&word| search.image(word)).collect();
        images.sort_unstable();
        if 2 * made <= most && met(&images, &last) || made > 0 && 2 * made - 1 <= most && met(&images, &before) {
            return Ok((false, layers));
        }
        if 2 * made >= most || last.is_empty() {
            break;
        }
        drop(images);
        let stopped = |stop| Halted { stop, lower: 2 * made, expanded: nodes };
        limits.report("layers to the middle", nodes, None);
        let next = search.next(&before, &last, made + 1, nodes).map_err(stopped)?;
        nodes += last.len() as u64;
        before = std::mem::replace(&mut last, next);
    }
    Ok((true, layers))
}

struct HalfDepth<'a> {
    puzzle: &'a Reverse,
    cells: usize,
    most: u32,
    limits: &'a Limits<'a>,
}

/// Positions that are expanded by one thread before what they lead to is sorted.
const CHUNK: usize = 1 << 22;

impl HalfDepth<'_> {
    fn unpack(&self, word: u64) -> Row<u16> {
        Row::new((0..self.cells).map(|cell| (word >> (4 * cell)) as u16 & 15), GAP)
    }

    fn image(&self, word: u64) -> u64 {
        let renamed = |cell: &u16| if *cell == GAP { GAP } else { self.cells as u16 - cell };
        let cells: Vec<u16> = self.unpack(word).cells().iter().map(renamed).collect();
        pack(&cells)
    }

    /// The next layer, ascending.
    fn next(&self, before: &[u64], last: &[u64], made: u32, nodes: u64) -> Result<Vec<u64>, Stop> {
        let threads = self.limits.threads.max(1);
        let mut next: Vec<u64> = Vec::new();
        for (round, chunk) in last.chunks(CHUNK * threads).enumerate() {
            // What is merged, the chunks, and the images are held besides the layers.
            let held = before.len() + 2 * last.len() + 2 * next.len() + 5 * chunk.len();
            self.limits.spend(nodes + (round * CHUNK * threads) as u64, 8 * held as u64)?;
            let part = chunk.len().div_ceil(threads);
            let found = threads::gather(threads, |thread| {
                let mine = chunk.chunks(part).nth(thread).unwrap_or_default();
                self.expand(mine, [before, last], made)
            });
            for part in found {
                next.extend(part);
                #[expect(clippy::stable_sort_primitive, reason = "two ascending runs are merged")]
                next.sort();
                next.dedup();
            }
        }
        Ok(next)
    }

    /// What these lead to, ascending: neither in the two layers before nor too far from the goal.
    fn expand(&self, words: &[u64], old: [&[u64]; 2], made: u32) -> Vec<u64> {
        let mut found = Vec::with_capacity(4 * words.len());
        for &word in words {
            let gap = (0..self.cells).find(|cell| (word >> (4 * cell)) % 16 == 0).expect("a vacancy");
            for from in gap.saturating_sub(2)..(gap + 3).min(self.cells) {
                let checker = word >> (4 * from) & 15;
                // Out of its cell and into the vacancy; none where that is the same.
                found.push(word ^ checker << (4 * from) ^ checker << (4 * gap));
            }
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|word| {
            let is_old = old.iter().any(|old| old.binary_search(word).is_ok());
            !is_old && made + Colours.of(self.puzzle, &self.unpack(*word)) <= self.most
        });
        found
    }
}

fn pack(cells: &[u16]) -> u64 {
    cells.iter().rev().fold(0, |word, &cell| word << 4 | u64::from(cell))
}

/// Whether two ascending lists have something in common.
fn met(one: &[u64], other: &[u64]) -> bool {
    one.iter().any(|word| other.binary_search(word).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reverse;
    use saltus_core::notation::Instance;
    use saltus_core::search::breadth_first;

    /// What is excluded is what breadth-first search says, for every gap, and the layers are those of a search without bounds.
    #[test]
    fn excludes_what_is_shorter() {
        for n in 1..=6usize {
            for p in 0..=n {
                let puzzle = reverse::read(&format!("reverse {n} from={p} to={p}")).unwrap().puzzle().unwrap();
                let distance = breadth_first::solve(&puzzle, &Limits::default()).unwrap().plan.unwrap().len() as u32;
                for most in 0..distance + 4 {
                    let limits = Limits { threads: 1 + most as usize % 3, ..Limits::default() };
                    let (excluded, layers) = excludes(&puzzle, most, &limits).unwrap();
                    assert_eq!(excluded, most < distance, "{n} {p} {most}");
                    assert!(layers.len() as u32 <= most.div_ceil(2) + 1);
                }
            }
        }
    }

    /// Sums do not depend on threads; the counts are those that another program found.
    #[test]
    fn layers_of_seven() {
        let puzzle = reverse::read("reverse 7 from=1 to=1").unwrap().puzzle().unwrap();
        let found = [1, 2].map(|threads| excludes(&puzzle, 31, &Limits { threads, ..Limits::default() }).unwrap());
        assert_eq!(found[0], found[1]);
        assert!(found[0].0);
        let few = Limits { nodes: 10, ..Limits::default() };
        assert!(excludes(&puzzle, 31, &few).is_err());
        assert!(excludes(&puzzle, 31, &Limits { memory: 1000, ..Limits::default() }).is_err());
    }
}
