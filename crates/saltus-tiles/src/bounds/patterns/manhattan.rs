//! The Manhattan sums of all arrangements of a pattern's tiles on a set of cells, in the order of
//! the arrangements.
//!
//! An arrangement is a head and a tail: what stands on the first cells of the set, and what stands
//! on the last few. The sums of the tails are found once for each set and each choice of tiles in
//! the tail; then an arrangement costs one addition.

use super::orders::arrangements;
use super::{MOST_TILES, Pattern};

/// The most places of a tail.
const TAIL: usize = 4;

/// How far each tile is from home on each place of a set; zero for places that the set does not
/// have.
type Ways = [[u8; MOST_TILES]; MOST_TILES];

/// What is the same for all sets.
pub(super) struct Sums {
    width: usize,
    goal: Vec<u8>,
    /// Places before the tail.
    first: usize,
    heads: Vec<Head>,
    /// The arrangements of all tails, those with the same tiles one after the other.
    tails: Vec<[u8; TAIL]>,
}

/// The tiles on the first places.
struct Head {
    tiles: Vec<u8>,
    /// The first of its tails.
    tail: usize,
}

impl Sums {
    pub(super) fn new(pattern: &Pattern) -> Self {
        let first = pattern.tiles() - pattern.tiles().min(TAIL);
        let (mut heads, mut tails) = (Vec::new(), Vec::new());
        let mut known: Vec<(Vec<u8>, usize)> = Vec::new();
        let orders = arrangements(pattern.tiles());
        for group in orders.chunk_by(|a, b| a[..first] == b[..first]) {
            // The first of all arrangements with this head has its tail ascending.
            let (tiles, rest) = (group[0][..first].to_vec(), &group[0][first..]);
            let found = known.iter().find(|(tiles, _)| tiles == rest).map(|(_, tail)| *tail);
            let tail = found.unwrap_or_else(|| {
                known.push((rest.to_vec(), tails.len()));
                tails.extend(group.iter().map(|order| filled_up(&order[first..])));
                known[known.len() - 1].1
            });
            heads.push(Head { tiles, tail });
        }
        Sums { width: pattern.width(), goal: pattern.cells().to_vec(), first, heads, tails }
    }

    /// Finds the sums of the arrangements on a set of cells.
    pub(super) fn fill(&self, mask: u32, sums: &mut [u8]) {
        let ways = self.ways(mask);
        let last: &[[u8; MOST_TILES]; TAIL] =
            ways[self.first..].first_chunk().expect("at most 4 places are before the tail");
        let tail_sum =
            |tail: &[u8; TAIL]| -> u8 { last.iter().zip(tail).map(|(way, &tile)| way[usize::from(tile)]).sum() };
        let tail_sums: Vec<u8> = self.tails.iter().map(tail_sum).collect();
        let many = sums.len() / self.heads.len();
        for (head, sums) in self.heads.iter().zip(sums.chunks_exact_mut(many)) {
            let base: u8 = head.tiles.iter().zip(&ways).map(|(&tile, way)| way[usize::from(tile)]).sum();
            sums.iter_mut().zip(&tail_sums[head.tail..]).for_each(|(sum, tail)| *sum = base + tail);
        }
    }

    fn ways(&self, mask: u32) -> Ways {
        let mut ways = [[0; MOST_TILES]; MOST_TILES];
        let cells = (0..32usize).filter(|cell| mask >> cell & 1 == 1);
        for (cell, ways) in cells.zip(&mut ways) {
            for (way, home) in ways.iter_mut().zip(self.goal.iter().copied().map(usize::from)) {
                let rows = (cell / self.width).abs_diff(home / self.width);
                // At most 8 tiles times 31 steps: sums have room in a byte.
                *way = (rows + (cell % self.width).abs_diff(home % self.width)) as u8;
            }
        }
        ways
    }
}

/// A tail with places that no set has, where every way is zero.
fn filled_up(tail: &[u8]) -> [u8; TAIL] {
    let mut all = [0; TAIL];
    all[..tail.len()].copy_from_slice(tail);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::patterns::build::Shape;

    #[test]
    fn they_are_the_sums() {
        for (height, width, goal) in [
            (3, 3, &[][..]),
            (3, 3, &[4]),
            (1, 32, &[0, 31]),
            (4, 3, &[0, 5, 7]),
            (2, 5, &[0, 3, 5, 8, 9]),
            (3, 3, &[1, 2, 3, 5, 6, 8]),
            (2, 5, &[0, 1, 2, 3, 4, 5, 6, 8]),
        ] {
            let vacancy = (0..32).find(|cell| !goal.contains(cell)).expect("a free cell");
            let pattern = Pattern::new(height, width, vacancy.into(), goal);
            let shape = Shape::new(height, width, pattern.tiles());
            let (sums, orders) = (Sums::new(&pattern), arrangements(pattern.tiles()));
            let mut found = vec![0; orders.len()];
            for set in 0..shape.sets.count() {
                let mask = shape.sets.mask(set);
                sums.fill(mask, &mut found);
                let cells: Vec<usize> = (0..height * width).filter(|cell| mask >> cell & 1 == 1).collect();
                for (order, &sum) in orders.iter().zip(&found) {
                    let ways = order.iter().zip(&cells).map(|(&tile, &cell)| {
                        let home = usize::from(pattern.cells()[usize::from(tile)]);
                        (cell / width).abs_diff(home / width) + (cell % width).abs_diff(home % width)
                    });
                    assert_eq!(usize::from(sum), ways.sum::<usize>(), "{pattern:?} {mask:b} {order:?}");
                }
            }
        }
    }
}
