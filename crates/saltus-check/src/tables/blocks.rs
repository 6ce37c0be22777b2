//! The entries of a pattern database, in the order of docs/tables.md.
//!
//! An abstract state is a set of k cells for the tiles of the pattern, the region of the remaining
//! cells in which the vacancy is, and which tile stands where. All arrangements on one set with one
//! region are a *block*: k! entries in lexicographic order. A move takes one cell out of the set
//! and one next to it in, and so leads from the whole of a block to the whole of another; in an
//! arrangement it takes a tile out of one place and puts it in at another.

use crate::board::Grid;
use crate::outcome::{Checked, Limits, limit};

/// Cells of a board with patterns: a set of cells is a word of bits.
pub(crate) const MOST_CELLS: usize = 64;

/// The blocks for `k` tiles on a board.
pub(crate) struct Blocks {
    pub(crate) grid: Grid,
    pub(crate) k: usize,
    /// How many arrangements a block holds: k!.
    pub(crate) size: usize,
    pub(crate) count: usize,
    /// The memory for the table, including what is needed to build it.
    pub(crate) bytes: u64,
    /// The arrangements in their order, k numbers of tiles each, from the tile on the lowest cell
    /// to the one on the highest.
    pub(crate) arrangements: Vec<u8>,
    /// By place, how many arrangements are alike up to it: those of the places after.
    beginning: Vec<usize>,
    /// At 64 i + c, how many sets of i + 1 cells below c there are.
    sets_below: Vec<u32>,
    /// By set, its first block.
    first: Vec<u32>,
    /// By set and cell, the region of the cell among those of the set; [`TAKEN`] for a cell of the
    /// set.
    regions: Vec<u8>,
    /// At (i k + j) k! + r, the arrangement that r becomes when the tile in place i is put in at
    /// place j.
    moved: Vec<u32>,
    /// By block, where its edges begin; and where the last ones end.
    edges_from: Vec<u32>,
    edges: Vec<Edge>,
}

/// The moves from a block that take one cell out of its set and a certain other one in.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    /// The block where they lead.
    pub(crate) block: u32,
    /// The places i and j, as i k + j.
    places: u32,
}

/// In place of a region.
const TAKEN: u8 = u8::MAX;

impl Blocks {
    /// `k` is at least 1 and below the number of cells, and these are at most [`MOST_CELLS`].
    pub(crate) fn new(grid: Grid, k: usize, limits: &Limits) -> Checked<Self> {
        let cells = grid.cells();
        let sets = (0..k as u64).fold(1u128, |sets, i| sets * u128::from(cells as u64 - i) / u128::from(i + 1));
        let size = (1..=k as u128).fold(1, u128::saturating_mul);
        let bytes = Self::bytes_for(cells, k, sets, size);
        limits.room(bytes, "the order of a table")?;
        // Blocks, of which each has an edge, edges and arrangements have numbers of 32 bits.
        let fits = size.max(sets * 4 * k as u128) <= u32::MAX.into();
        limit(fits, format_args!("a table for {sets} sets of {k} cells"))?;
        let mut blocks = Self {
            grid,
            k,
            size: size as usize,
            count: 0,
            bytes: bytes as u64,
            arrangements: Vec::new(),
            beginning: (1..=k).map(|place| (1..=k - place).product()).collect(),
            sets_below: sets_below(),
            first: limits.vector(sets as usize, "the order of a table")?,
            regions: limits.vector(sets as usize * cells, "the order of a table")?,
            moved: limits.vector(k * k * size as usize, "the order of a table")?,
            edges_from: Vec::new(),
            edges: limits.vector(sets as usize * 4 * k, "the order of a table")?,
        };
        blocks.arrange(&mut Vec::new());
        blocks.number_blocks();
        blocks.number_moved();
        blocks.find_edges(limits)?;
        Ok(blocks)
    }

    /// How much memory that takes at most.
    fn bytes_for(cells: usize, k: usize, sets: u128, size: u128) -> u128 {
        // Of the four ways out of each cell of a set some are edges, and every block has one; for a
        // block there are a number and what is noted while a table is built.
        let edges = 4 * k;
        let by_set = 4 + cells + edges * (size_of::<Edge>() + 10);
        let by_arrangement = k * (4 * k + 1);
        sets.saturating_mul(by_set as u128).saturating_add(size.saturating_mul(by_arrangement as u128))
    }

    pub(crate) fn entries(&self) -> usize {
        self.count * self.size
    }

    /// Every set, ascending as a number.
    pub(crate) fn sets(&self) -> impl Iterator<Item = u64> + use<> {
        let next = |&set: &u64| {
            // The lowest bits that stand together: the highest of them goes up by one, the others
            // to the bottom.
            let lowest = set & set.wrapping_neg();
            let raised = set.wrapping_add(lowest);
            Some(raised | (set ^ raised) >> 2 >> lowest.trailing_zeros())
        };
        std::iter::successors(Some((1 << self.k) - 1), next).take(self.first.len())
    }

    /// The place of a set in their order.
    #[inline]
    pub(crate) fn rank(&self, set: u64) -> usize {
        let mut rank = 0;
        let mut rest = set;
        for sets_below in self.sets_below.chunks_exact(64).take(self.k) {
            rank += sets_below[rest.trailing_zeros() as usize % 64] as usize;
            rest &= rest.wrapping_sub(1);
        }
        rank
    }

    /// The block of a set with the vacancy in that cell, which is not of the set.
    #[inline]
    pub(crate) fn block(&self, set: u64, vacancy: usize) -> usize {
        let rank = self.rank(set);
        self.first[rank] as usize + usize::from(self.regions[rank * self.grid.cells() + vacancy])
    }

    /// For each region of the set, its lowest cell and its block.
    pub(crate) fn regions(&self, set: u64) -> impl Iterator<Item = (usize, usize)> {
        let rank = self.rank(set);
        let cells = self.grid.cells();
        let row = &self.regions[rank * cells..][..cells];
        (0..).map_while(|region| row.iter().position(|&other| other == region)).zip(self.first[rank] as usize..)
    }

    pub(crate) fn edges(&self, block: usize) -> &[Edge] {
        &self.edges[self.edges_from[block] as usize..self.edges_from[block + 1] as usize]
    }

    /// By arrangement before the moves of an edge, the arrangement after them.
    pub(crate) fn moved(&self, edge: Edge) -> &[u32] {
        &self.moved[edge.places as usize * self.size..][..self.size]
    }

    /// The number of the arrangement with the tile of place `i` put in at place `j`.
    #[inline]
    pub(crate) fn moved_one(&self, arrangement: u32, i: usize, j: usize) -> u32 {
        self.moved[(i * self.k + j) * self.size + arrangement as usize]
    }

    /// The number of an arrangement.
    pub(crate) fn number(&self, tiles: &[u8]) -> usize {
        let mut free = u64::MAX;
        tiles.iter().zip((0..self.k).rev()).fold(0, |number, (&tile, after)| {
            free &= !(1 << tile);
            // Of the tiles after as many are lower as will begin an earlier arrangement.
            number * (after + 1) + (free & below(tile.into())).count_ones() as usize
        })
    }

    /// The set and the number of the arrangement in which each tile is in its cell.
    #[inline]
    pub(crate) fn arranged(&self, cells: &[usize]) -> (u64, usize) {
        let set = cells.iter().fold(0, |set, &cell| set | 1 << cell);
        let number = cells.iter().enumerate().map(|(tile, &cell)| {
            // Lower tiles after, each of which begins that many arrangements.
            let after = cells[..tile].iter().filter(|&&other| other > cell).count();
            after * self.beginning[place(set, cell)]
        });
        (set, number.sum())
    }

    /// Fills `arrangements` with all that begin like this.
    fn arrange(&mut self, begin: &mut Vec<u8>) {
        if begin.len() == self.k {
            self.arrangements.extend_from_slice(begin);
            return;
        }
        for tile in 0..self.k as u8 {
            if !begin.contains(&tile) {
                begin.push(tile);
                self.arrange(begin);
                begin.pop();
            }
        }
    }

    fn number_blocks(&mut self) {
        let sets = self.first.capacity();
        self.first.resize(sets, 0);
        for (rank, set) in self.sets().enumerate() {
            self.first[rank] = self.count as u32;
            self.count += self.number_regions(set);
        }
    }

    /// Numbers the regions of a set by their lowest cells, and returns how many there are.
    fn number_regions(&mut self, set: u64) -> usize {
        let row = self.regions.len();
        let cells = self.grid.cells();
        self.regions.resize(row + cells, TAKEN);
        let mut count = 0;
        let mut to_visit = Vec::new();
        for lowest in 0..cells {
            to_visit.push(lowest);
            let mut found = false;
            while let Some(cell) = to_visit.pop() {
                if set >> cell & 1 == 0 && self.regions[row + cell] == TAKEN {
                    self.regions[row + cell] = count;
                    to_visit.extend(self.grid.neighbours(cell));
                    found = true;
                }
            }
            count += u8::from(found);
        }
        count.into()
    }

    fn number_moved(&mut self) {
        let k = self.k;
        for (i, j) in (0..k).flat_map(|i| (0..k).map(move |j| (i, j))) {
            if i.abs_diff(j) >= self.grid.width {
                // No move passes more tiles than that.
                self.moved.resize(self.moved.len() + self.size, 0);
                continue;
            }
            for tiles in self.arrangements.chunks_exact(k) {
                let mut tiles = tiles.to_vec();
                let tile = tiles.remove(i);
                tiles.insert(j, tile);
                self.moved.push(self.number(&tiles) as u32);
            }
        }
    }

    fn find_edges(&mut self, limits: &Limits) -> Checked<()> {
        let mut begin = limits.vector(self.count + 1, "the order of a table")?;
        let mut edges = std::mem::take(&mut self.edges);
        for set in self.sets() {
            for (_, block) in self.regions(set) {
                begin.push(edges.len() as u32);
                let ways = bits(set).flat_map(|from| self.grid.neighbours(from).map(move |to| (from, to)));
                for (from, to) in ways.filter(|&(_, to)| set >> to & 1 == 0 && self.block(set, to) == block) {
                    let stays = set & !(1 << from);
                    let places = place(stays, from) * self.k + place(stays, to);
                    let block = self.block(stays | 1 << to, from) as u32;
                    edges.push(Edge { block, places: places as u32 });
                }
            }
        }
        begin.push(edges.len() as u32);
        (self.edges_from, self.edges) = (begin, edges);
        Ok(())
    }
}

/// How many cells of a set are below a cell.
#[inline]
pub(crate) fn place(set: u64, cell: usize) -> usize {
    (set & below(cell)).count_ones() as usize
}

fn below(cell: usize) -> u64 {
    (1 << cell) - 1
}

/// The cells of a set, ascending.
pub(crate) fn bits(set: u64) -> impl Iterator<Item = usize> {
    (0..u64::BITS as usize).filter(move |cell| set >> cell & 1 == 1)
}

/// Numbers beyond 32 bits are not those of sets with any rank here.
fn sets_below() -> Vec<u32> {
    let mut sets = vec![0u32; 64 * 64];
    for cell in 1..64 {
        // With the cell just below it, or without.
        for i in 0..64 {
            let with = if i == 0 { 1 } else { sets[64 * (i - 1) + cell - 1] };
            sets[64 * i + cell] = sets[64 * i + cell - 1].saturating_add(with);
        }
    }
    sets
}
