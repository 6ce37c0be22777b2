//! Breadth-first construction of a zero-aware pattern database.
//!
//! A move of a tile takes a whole block (a set of cells with a region) to a whole block: the
//! arrangements keep their numbers where the tile passes no other, and change by a small table
//! where it does. So a layer is kept as one bit for each arrangement, and a block of the next layer
//! is gathered from its neighbours, 64 arrangements at a time, or one by one where they change
//! places. Threads share out the blocks that are written; what is read is the layer before, which
//! no thread writes.

use std::sync::Mutex;

use super::orders::{Shifts, factorial};
use super::sets::{Grid, Sets};
use super::{Pattern, mask};
use saltus_core::board::Board;
use saltus_core::limits::{Limits, Stop};
use saltus_core::threads;

/// More than the value of any abstract state that can be reached.
pub const UNREACHED: u8 = u8::MAX;

/// A neighbouring block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Its number.
    pub block: u32,
    /// The place of the moving tile in the set, before and after.
    pub from: u8,
    /// See `from`.
    pub to: u8,
}

/// What the patterns of one size have in common.
pub struct TableShape {
    /// The cells.
    pub board: Board,
    /// The cells as masks.
    pub grid: Grid,
    /// The sets of cells.
    pub sets: Sets,
    /// The shifts of arrangements.
    pub shifts: Shifts,
    /// Arrangements of one block.
    pub orders: usize,
    /// Bytes of one block: a bit for each arrangement, filled up to whole words.
    pub(crate) stride: usize,
}

impl TableShape {
    /// The shape of all patterns of `size` tiles on an h x w grid.
    pub fn new(height: usize, width: usize, size: usize) -> Self {
        let (board, grid) = (Board::grid(height, width), Grid::new(height, width));
        let reach = if height == 1 { 0 } else { width - 1 };
        let orders = factorial(size);
        let stride = 8 * orders.div_ceil(64);
        TableShape { board, grid, sets: Sets::new(grid, size), shifts: Shifts::new(size, reach), orders, stride }
    }

    /// Entries of a table.
    pub fn entries(&self) -> usize {
        self.sets.blocks() * self.orders
    }

    /// Bytes of a table.
    pub fn bytes(&self) -> u64 {
        (self.sets.blocks() * self.stride) as u64
    }

    /// Calls `visit` with every block that a tile of this one can come from by one move.
    fn edges(&self, block: usize, mut visit: impl FnMut(Edge)) {
        let (mask, region) = self.sets.block(block);
        for cell in (0..self.board.cells()).filter(|cell| mask >> cell & 1 == 1) {
            let from = (mask & ((1 << cell) - 1)).count_ones() as u8;
            for free in self.board.neighbours(cell as u32).filter(|free| region >> free & 1 == 1) {
                let after = mask ^ 1 << cell ^ 1 << free;
                let to = (after & ((1 << free) - 1)).count_ones() as u8;
                visit(Edge { block: self.sets.block_of(after, cell) as u32, from, to });
            }
        }
    }
}

/// The neighbours of every block.
struct Neighbours {
    first: Vec<u32>,
    edges: Vec<Edge>,
}

impl Neighbours {
    fn new(shape: &TableShape) -> Self {
        let (mut first, mut edges) = (vec![0], Vec::new());
        for block in 0..shape.sets.blocks() {
            shape.edges(block, |edge| edges.push(edge));
            first.push(edges.len() as u32);
        }
        Neighbours { first, edges }
    }

    fn of(&self, block: usize) -> &[Edge] {
        &self.edges[self.first[block] as usize..self.first[block + 1] as usize]
    }
}

/// Bytes that [`build`] needs.
pub(crate) fn build_bytes(shape: &TableShape) -> u64 {
    // The neighbours of a block take some 200 bytes.
    4 * shape.bytes() + 200 * shape.sets.blocks() as u64
}

/// One share of the work: consecutive blocks.
struct BlockShare<'a> {
    first: usize,
    next: &'a mut [u64],
    visited: &'a mut [u64],
    bits: &'a mut [u64],
    left: &'a mut [u32],
    fresh: &'a mut [bool],
}

/// Blocks in a share.
const SHARE: usize = 128;

/// The last layer, which all threads read.
struct LastLayer<'a> {
    shape: &'a TableShape,
    neighbours: Neighbours,
    /// By the place before, times 8, and the place after.
    shifts: Vec<Vec<u16>>,
    /// Its states, and where it has some.
    layer: Vec<u64>,
    active: Vec<bool>,
    /// The distance of the layer that is sought.
    distance: u8,
}

/// What is known about all blocks.
struct Construction<'a> {
    last: LastLayer<'a>,
    /// The layer before the last, to be overwritten by the next.
    next: Vec<u64>,
    fresh: Vec<bool>,
    visited: Vec<u64>,
    bits: Vec<u64>,
    /// Unvisited states of each block.
    left: Vec<u32>,
}

impl<'a> Construction<'a> {
    fn new(shape: &'a TableShape, goal: usize) -> Self {
        let (blocks, words) = (shape.sets.blocks(), shape.orders.div_ceil(64));
        let none = || vec![0u64; blocks * words];
        let (neighbours, shifts) = (Neighbours::new(shape), shape.shifts.tables(shape.orders));
        let mut table = Construction {
            last: LastLayer { shape, neighbours, shifts, layer: none(), active: vec![false; blocks], distance: 0 },
            next: none(),
            fresh: vec![false; blocks],
            visited: none(),
            bits: none(),
            left: vec![shape.orders as u32; blocks],
        };
        table.last.layer[goal * words] = 1;
        table.last.active[goal] = true;
        table.visited[goal * words] = 1;
        table.left[goal] -= 1;
        table
    }

    /// Finds the next layer; gives how many states it has.
    fn grow(&mut self, threads: usize) -> u64 {
        let words = self.last.shape.orders.div_ceil(64);
        let work = self.next.chunks_mut(SHARE * words).zip(self.visited.chunks_mut(SHARE * words));
        let work = work.zip(self.bits.chunks_mut(SHARE * words));
        let work = work.zip(self.left.chunks_mut(SHARE)).zip(self.fresh.chunks_mut(SHARE)).enumerate();
        let shares = Mutex::new(work.map(|(number, ((((next, visited), bits), left), fresh))| BlockShare {
            first: number * SHARE,
            next,
            visited,
            bits,
            left,
            fresh,
        }));
        self.last.distance += 1;
        let last = &self.last;
        let worker = |_| {
            let mut grown: u64 = 0;
            loop {
                let share = shares.lock().expect("no panic").next();
                let Some(mut share) = share else { return grown };
                grown += last.grow(&mut share);
            }
        };
        let grown = threads::gather(threads, worker).iter().sum();
        std::mem::swap(&mut self.last.layer, &mut self.next);
        std::mem::swap(&mut self.last.active, &mut self.fresh);
        grown
    }
}

/// Bit 1 of every value of a pattern's database, the bits of each block filled up to whole words;
/// those of abstract states that cannot be reached are 0.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::bounds::patterns::{Pattern, build::{TableShape, build}};
///
/// let (pattern, shape) = (Pattern::new(2, 3, 5, &[0, 1]), TableShape::new(2, 3, 2));
/// assert_eq!(shape.entries(), 40); // arrangements, each with the regions of the vacancy
/// assert_eq!(build(&shape, &pattern, &Limits::default()).unwrap().len(), 20);
/// ```
///
/// # Errors
/// The limit that was reached.
pub fn build(shape: &TableShape, pattern: &Pattern, limits: &Limits<'_>) -> Result<Vec<u64>, Stop> {
    layers(shape, pattern, limits, |_, _| ())
}

/// The same; each layer is shown with its distance, a bit for each state.
pub(super) fn layers(
    shape: &TableShape,
    pattern: &Pattern,
    limits: &Limits<'_>,
    mut visit: impl FnMut(u8, &[u64]),
) -> Result<Vec<u64>, Stop> {
    limits.afford(build_bytes(shape))?;
    let goal = shape.sets.block_of(mask(pattern.cells()), pattern.vacancy());
    let mut table = Construction::new(shape, goal);
    let mut found = 1;
    visit(0, &table.last.layer);
    for distance in 1..UNREACHED {
        let grown = table.grow(limits.threads);
        if grown == 0 {
            break;
        }
        found += grown;
        visit(distance, &table.last.layer);
        limits.report("building a table", found, Some(shape.entries() as u64));
        limits.spend(0, 0)?;
    }
    Ok(table.bits)
}

impl LastLayer<'_> {
    /// Finds the next layer in some blocks; gives how many states it has there.
    fn grow(&self, share: &mut BlockShare<'_>) -> u64 {
        let words = self.shape.orders.div_ceil(64);
        let BlockShare { first, next, visited, bits, left, fresh } = share;
        let blocks = next.chunks_mut(words).zip(visited.chunks_mut(words)).zip(bits.chunks_mut(words));
        let mut total = 0;
        for (at, ((next, visited), bits)) in blocks.enumerate() {
            if std::mem::take(&mut fresh[at]) {
                next.fill(0);
            }
            if left[at] == 0 || !self.gather_all(*first + at, next) {
                continue;
            }
            let count = self.settle(next, visited, bits);
            left[at] -= count;
            fresh[at] = count > 0;
            total += u64::from(count);
        }
        total
    }

    /// Adds to a block what the last layer leads to; false when that is nothing.
    fn gather_all(&self, block: usize, next: &mut [u64]) -> bool {
        let words = next.len();
        let mut any = false;
        for edge in self.neighbours.of(block) {
            let other = edge.block as usize;
            if self.active[other] {
                any = true;
                gather(&self.shifts, *edge, &self.layer[other * words..(other + 1) * words], next);
            }
        }
        any
    }

    /// Takes away what was known before, and writes down the rest; gives how many states these are.
    fn settle(&self, next: &mut [u64], visited: &mut [u64], bits: &mut [u64]) -> u32 {
        let second = if self.distance & 2 == 2 { u64::MAX } else { 0 };
        let mut count = 0;
        for (word, next) in next.iter_mut().enumerate() {
            *next &= !visited[word];
            visited[word] |= *next;
            bits[word] |= *next & second;
            count += next.count_ones();
        }
        count
    }
}

/// The numbers of the bits that are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = bits.trailing_zeros() as usize;
        (bits != 0).then(|| {
            bits &= bits - 1;
            lowest
        })
    })
}

/// Adds the states that an edge leads to from a layer of the block at its other end.
fn gather(shifts: &[Vec<u16>], edge: Edge, layer: &[u64], next: &mut [u64]) {
    if edge.from == edge.to {
        next.iter_mut().zip(layer).for_each(|(next, bits)| *next |= bits);
        return;
    }
    // The edge is read backwards.
    let shift = &shifts[8 * edge.to as usize + edge.from as usize];
    for (word, &bits) in layer.iter().enumerate() {
        for bit in ones(bits) {
            let after = shift[word * 64 + bit];
            next[usize::from(after) / 64] |= 1 << (after % 64);
        }
    }
}
