//! Sets of cells, numbered in ascending order of their masks, and the regions that they leave free.

use saltus_core::board::Board;

/// Cells of the low half of a mask.
const LOW: u32 = 13;

/// The k-subsets of the cells of a grid, with the regions of the cells that are left.
///
/// A set is a mask with bit c for cell c; sets are numbered in ascending order of masks. A *region*
/// is a connected component of the cells outside of the set, the one with the least cell first. A
/// *block* is a set with one of its regions.
pub struct Sets {
    /// Cells in each set.
    pub size: usize,
    masks: Vec<u32>,
    /// The number of a set is the sum of an entry of each.
    high: Vec<u32>,
    low: Vec<u32>,
    /// For every set the number of its first block; one more at the end.
    first_block: Vec<u32>,
    /// For every set and cell the region; `NONE` for cells of the set.
    regions: Vec<u8>,
    cells: usize,
}

const NONE: u8 = u8::MAX;

impl Sets {
    /// The sets of `size` cells of a board of at most 32.
    pub fn new(board: &Board, size: usize) -> Self {
        let cells = board.cells();
        assert!(cells <= 32 && size <= cells, "masks have 32 bits");
        let masks = masks(cells, size);
        let mut first_block = vec![0];
        let mut regions = Vec::with_capacity(masks.len() * cells);
        for &mask in &masks {
            let count = label(board, mask, &mut regions);
            first_block.push(first_block[first_block.len() - 1] + count);
        }
        let high = (0..1u32 << (cells as u32).saturating_sub(LOW)).map(|high| rank_of(high << LOW, size)).collect();
        let low = (0..1u32 << LOW.min(cells as u32)).map(|low| rank_above(low, 0)).collect();
        Sets { size, masks, high, low, first_block, regions, cells }
    }

    /// Cells of the board.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many sets there are.
    pub fn count(&self) -> usize {
        self.masks.len()
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.first_block[self.masks.len()] as usize
    }

    /// The number of a set.
    #[inline]
    pub fn rank(&self, mask: u32) -> u32 {
        self.high[(mask >> LOW) as usize] + self.low[(mask & ((1 << LOW) - 1)) as usize]
    }

    /// The set of a number.
    #[inline]
    pub fn mask(&self, set: usize) -> u32 {
        self.masks[set]
    }

    /// The blocks of a set.
    pub fn blocks_of(&self, set: usize) -> std::ops::Range<usize> {
        self.first_block[set] as usize..self.first_block[set + 1] as usize
    }

    /// The block of a set whose region holds a cell outside of the set.
    #[inline]
    pub fn block(&self, set: usize, cell: usize) -> usize {
        self.first_block[set] as usize + self.regions[set * self.cells + cell] as usize
    }
}

/// All masks of `size` bits among the lowest `cells`, ascending.
fn masks(cells: usize, size: usize) -> Vec<u32> {
    let mut masks = Vec::new();
    let (mut mask, end) = ((1u64 << size) - 1, 1u64 << cells);
    while mask < end {
        masks.push(mask as u32);
        if mask == 0 {
            break;
        }
        // The next larger number with as many bits.
        let lowest = mask & mask.wrapping_neg();
        let carried = mask + lowest;
        mask = carried | (((mask ^ carried) / lowest) >> 2);
    }
    masks
}

/// Appends the region of every cell; gives how many regions there are.
fn label(board: &Board, mask: u32, regions: &mut Vec<u8>) -> u32 {
    let start = regions.len();
    regions.resize(start + board.cells(), NONE);
    let labels = &mut regions[start..];
    let mut count = 0;
    for first in 0..board.cells() {
        if mask >> first & 1 == 1 || labels[first] != NONE {
            continue;
        }
        labels[first] = count;
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            for next in board.neighbours(cell as u32).map(|next| next as usize) {
                if mask >> next & 1 == 0 && labels[next] == NONE {
                    labels[next] = count;
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    u32::from(count)
}

/// How many sets of `size` have a smaller mask, for the part of the mask whose lower cells are not
/// known.
fn rank_of(high: u32, size: usize) -> u32 {
    let above = high.count_ones() as usize;
    if above > size { 0 } else { rank_above(high, size - above) }
}

/// The sum of the binomials of the cells of a mask, `below` cells of the set being lower.
fn rank_above(mask: u32, below: usize) -> u32 {
    let cells = (0..32).filter(|cell| mask >> cell & 1 == 1);
    cells.zip(below + 1..).map(|(cell, chosen)| binomial(cell, chosen)).sum()
}

fn binomial(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1u64, |product, i| product * (n as u64 - i) / (i + 1)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::patterns::region;

    /// Boards on both sides of the place where a mask is cut.
    const BOARDS: [(usize, usize); 7] = [(1, 1), (1, 7), (2, 3), (3, 3), (3, 4), (2, 7), (4, 4)];

    #[test]
    fn ranks_are_places_in_ascending_order() {
        for (height, width) in BOARDS {
            let board = Board::grid(height, width);
            for size in 0..=board.cells().min(8) {
                let sets = Sets::new(&board, size);
                let all: Vec<u32> =
                    (0u32..1 << board.cells()).filter(|mask| mask.count_ones() == size as u32).collect();
                assert_eq!(sets.count(), all.len());
                for (number, &mask) in all.iter().enumerate() {
                    assert_eq!((sets.mask(number), sets.rank(mask)), (mask, number as u32), "{height}x{width} {size}");
                }
            }
        }
    }

    #[test]
    fn blocks_are_the_regions_by_their_least_cells() {
        for (height, width) in BOARDS {
            let board = Board::grid(height, width);
            for size in 0..=board.cells().min(6) {
                let sets = Sets::new(&board, size);
                let mut blocks = 0;
                for set in 0..sets.count() {
                    let mask = sets.mask(set);
                    let mut regions: Vec<u32> = Vec::new();
                    for cell in (0..board.cells()).filter(|cell| mask >> cell & 1 == 0) {
                        let found = region(&board, mask, cell);
                        if !regions.contains(&found) {
                            regions.push(found);
                        }
                        let number = regions.iter().position(|other| *other == found).expect("it is there");
                        assert_eq!(sets.block(set, cell), blocks + number, "{height}x{width} {mask:b} {cell}");
                    }
                    assert_eq!(sets.blocks_of(set), blocks..blocks + regions.len());
                    blocks += regions.len();
                }
                assert_eq!(sets.blocks(), blocks);
            }
        }
    }

    #[test]
    fn large_boards_have_ranks_too() {
        let sets = Sets::new(&Board::grid(4, 8), 3);
        assert_eq!(sets.count(), 4960);
        assert!((0..sets.count()).all(|set| sets.rank(sets.mask(set)) == set as u32));
        assert_eq!((binomial(32, 8), binomial(25, 6), binomial(3, 4)), (10_518_300, 177_100, 0));
    }
}
