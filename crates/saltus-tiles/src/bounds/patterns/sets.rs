//! Sets of cells, numbered in ascending order of their masks, and the regions that they leave free.

use crate::bounds::kinds::{Binomials, binomials};

/// Cells of the low half of a mask.
const LOW: u32 = 13;

/// The k-subsets of the cells of a grid, with the regions of the cells that are left.
///
/// A set is a mask with bit c for cell c; sets are numbered in ascending order of masks. A *region*
/// is a connected component of the cells outside of the set. A *block* is a set with one of its
/// regions. The largest region of a set (of equals that with the least cell) is its *main* region,
/// and its block has the number of the set; the blocks of all other regions follow, set by set, the
/// region with the least cell first. So the block of most positions is known without looking at
/// regions.
pub struct Sets {
    masks: Vec<u32>,
    /// The number of a set is the sum of an entry of each.
    high: Vec<u32>,
    low: Vec<u32>,
    /// For every set its main region.
    main: Vec<u32>,
    /// For every set where its other regions begin; one more at the end.
    first_other: Vec<u32>,
    /// The other regions, each with its set.
    others: Vec<(u32, u32)>,
}

impl Sets {
    /// The sets of `size` cells of a board of at most 32.
    pub fn new(grid: Grid, size: usize) -> Self {
        let cells = grid.cells();
        assert!(cells <= 32 && size <= cells, "masks have 32 bits");
        let masks = masks(cells, size);
        let (mut main, mut first_other, mut others) = (Vec::with_capacity(masks.len()), vec![0], Vec::new());
        for (set, &mask) in (0..).zip(&masks) {
            let largest = grid.regions(mask).reduce(|a, b| if b.count_ones() > a.count_ones() { b } else { a });
            let largest = largest.unwrap_or(0);
            main.push(largest);
            if largest.count_ones() as usize + size < cells {
                others.extend(grid.regions(mask).filter(|&region| region != largest).map(|region| (region, set)));
            }
            first_other.push(others.len() as u32);
        }
        let binomials = &binomials(cells);
        let high = 0..1u32 << (cells as u32).saturating_sub(LOW);
        let high = high.map(|high| rank_of(high << LOW, size, binomials)).collect();
        let low = (0..1u32 << LOW.min(cells as u32)).map(|low| rank_above(low, 0, binomials)).collect();
        Sets { masks, high, low, main, first_other, others }
    }

    /// How many sets there are.
    pub fn count(&self) -> usize {
        self.masks.len()
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> usize {
        self.masks.len() + self.others.len()
    }

    /// Bytes of all this.
    pub(crate) fn bytes(&self) -> u64 {
        (12 * self.masks.len() + 8 * self.others.len() + 4 * (self.high.len() + self.low.len())) as u64
    }

    /// What it takes to find a block.
    pub(crate) fn ranks(&self) -> SetRanks<'_> {
        SetRanks { high: &self.high, low: &self.low, main: &self.main, sets: self }
    }

    /// The block of the set with this mask whose region holds a cell outside of the set.
    pub fn block_of(&self, mask: u32, cell: usize) -> usize {
        self.ranks().block_of(mask, cell)
    }

    /// The set and the region of a block.
    pub fn block(&self, block: usize) -> (u32, u32) {
        match block.checked_sub(self.masks.len()) {
            None => (self.masks[block], self.main[block]),
            Some(other) => {
                let (region, set) = self.others[other];
                (self.masks[set as usize], region)
            }
        }
    }

    #[inline]
    fn other_block(&self, set: usize, cell: usize) -> usize {
        let mut other = self.first_other[set] as usize;
        while self.others[other].0 >> (cell & 31) & 1 == 0 {
            other += 1;
        }
        self.masks.len() + other
    }
}

/// What it takes to find a block, without a detour.
#[derive(Clone, Copy)]
pub(crate) struct SetRanks<'a> {
    high: &'a [u32],
    low: &'a [u32],
    main: &'a [u32],
    sets: &'a Sets,
}

impl SetRanks<'_> {
    #[inline(always)]
    fn rank(&self, mask: u32) -> usize {
        (self.high[(mask >> LOW) as usize] + self.low[(mask & ((1 << LOW) - 1)) as usize]) as usize
    }

    /// See [`Sets::block_of`].
    #[inline(always)]
    pub(crate) fn block_of(&self, mask: u32, cell: usize) -> usize {
        let set = self.rank(mask);
        if self.main[set] >> (cell & 31) & 1 == 1 { set } else { self.sets.other_block(set, cell) }
    }
}

/// The cells of a grid of at most 32, as masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    cells: u32,
    /// All cells, those outside of the first column, and those outside of the last.
    all: u32,
    not_first: u32,
    not_last: u32,
}

impl Grid {
    /// A grid of `height` rows and `width` columns.
    pub fn new(height: usize, width: usize) -> Self {
        let cells = height * width;
        assert!(cells <= 32, "masks have 32 bits");
        let all = if cells == 32 { u32::MAX } else { (1 << cells) - 1 };
        let first: u32 = (0..height).map(|row| 1 << (row * width)).sum();
        let last = (0..height).map(|row| 1 << (row * width + width - 1)).sum::<u32>();
        Grid { width: width as u32, cells: cells as u32, all, not_first: all & !first, not_last: all & !last }
    }

    /// How many cells there are.
    pub fn cells(self) -> usize {
        self.cells as usize
    }

    /// The cells that the vacancy can reach from these without moving a tile of the set.
    pub(crate) fn region(self, set: u32, mut found: u32) -> u32 {
        let free = self.all & !set;
        loop {
            let sideways = (found & self.not_last) << 1 | (found & self.not_first) >> 1;
            let upright = found.checked_shl(self.width).unwrap_or(0) | found.checked_shr(self.width).unwrap_or(0);
            let grown = found | (sideways | upright) & free;
            if grown == found {
                return found;
            }
            found = grown;
        }
    }

    /// The regions that a set leaves, the one with the least cell first.
    pub(crate) fn regions(self, set: u32) -> impl Iterator<Item = u32> {
        let mut left = self.all & !set;
        std::iter::from_fn(move || {
            let region = (left != 0).then(|| self.region(set, left & left.wrapping_neg()));
            left &= !region.unwrap_or(0);
            region
        })
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

/// How many sets of `size` have a smaller mask, for the part of the mask whose lower cells are not
/// known.
fn rank_of(high: u32, size: usize, binomials: &Binomials) -> u32 {
    let above = high.count_ones() as usize;
    if above > size { 0 } else { rank_above(high, size - above, binomials) }
}

/// The sum of the binomials of the cells of a mask, `below` cells of the set being lower.
fn rank_above(mut mask: u32, mut below: usize, binomials: &Binomials) -> u32 {
    let mut sum = 0;
    while mask != 0 {
        below += 1;
        sum += binomials[mask.trailing_zeros() as usize][below] as u32;
        mask &= mask - 1;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use saltus_core::board::Board;

    /// Boards on both sides of the place where a mask is cut.
    const BOARDS: [(usize, usize); 7] = [(1, 1), (1, 7), (2, 3), (3, 3), (3, 4), (2, 7), (4, 4)];

    #[test]
    fn ranks_are_places_in_ascending_order() {
        for (height, width) in BOARDS {
            let grid = Grid::new(height, width);
            for size in 0..=grid.cells().min(8) {
                let sets = Sets::new(grid, size);
                let all: Vec<u32> = (0u32..1 << grid.cells()).filter(|mask| mask.count_ones() == size as u32).collect();
                assert_eq!(sets.count(), all.len());
                for (number, &mask) in all.iter().enumerate() {
                    assert_eq!(
                        (sets.block(number).0, sets.ranks().rank(mask)),
                        (mask, number),
                        "{height}x{width} {size}"
                    );
                }
            }
        }
    }

    /// The region of a cell, cell by cell.
    fn slowly(board: &Board, mask: u32, start: usize) -> u32 {
        let (mut found, mut open) = (1 << start, vec![start as u32]);
        while let Some(cell) = open.pop() {
            for next in board.neighbours(cell).filter(|next| mask >> next & 1 == 0) {
                if found >> next & 1 == 0 {
                    found |= 1 << next;
                    open.push(next);
                }
            }
        }
        found
    }

    #[test]
    fn blocks_are_the_regions() {
        for (height, width) in BOARDS {
            let (board, grid) = (Board::grid(height, width), Grid::new(height, width));
            for size in 0..=board.cells().min(6) {
                let sets = Sets::new(grid, size);
                let mut others = sets.count();
                for set in 0..sets.count() {
                    let mask = sets.block(set).0;
                    let mut regions: Vec<u32> = Vec::new();
                    for cell in (0..board.cells()).filter(|cell| mask >> cell & 1 == 0) {
                        let found = slowly(&board, mask, cell);
                        if !regions.contains(&found) {
                            regions.push(found);
                        }
                        assert_eq!(
                            sets.block(sets.block_of(mask, cell)),
                            (mask, found),
                            "{height}x{width} {mask:b} {cell}"
                        );
                    }
                    let sizes = regions.iter().map(|region| region.count_ones());
                    let largest = sizes.clone().max().unwrap_or(0);
                    let main = regions.iter().find(|region| region.count_ones() == largest).copied().unwrap_or(0);
                    assert_eq!(sets.block(set), (mask, main));
                    for &region in regions.iter().filter(|&&region| region != main) {
                        assert_eq!(sets.block(others), (mask, region));
                        others += 1;
                    }
                }
                assert_eq!(sets.blocks(), others);
            }
        }
    }

    #[test]
    fn large_boards_have_ranks_too() {
        let sets = Sets::new(Grid::new(4, 8), 3);
        assert_eq!(sets.count(), 4960);
        assert!((0..sets.count()).all(|set| sets.ranks().rank(sets.block(set).0) == set));
        let rows = binomials(32);
        assert_eq!((rows[32][8], rows[25][6], rows[3][4]), (10_518_300, 177_100, 0));
    }
}
