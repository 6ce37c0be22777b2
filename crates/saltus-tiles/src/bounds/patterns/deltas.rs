//! What a search reads: for every arrangement of a pattern's tiles, which moves lower the
//! database's value.
//!
//! A move changes the value by exactly 1, and which region the vacancy is in before and after a
//! move is determined by the move. So one bit for each tile and direction holds all that a search
//! needs, without regions. Values are needed at the start of a search only, and found there by
//! walking down.
//!
//! An arrangement's *place* in the table is a sum over its tiles of (cell x weight). With
//! [`Numbering::Words`] the weights are powers of the number of cells: a move adds a constant,
//! tiles late in the pattern stay within a cache line, and about half of the places of a large
//! pattern are never used. With [`Numbering::Falling`] a tile counts only the cells that no earlier
//! tile of the pattern holds: no place is wasted, but a move up or down must look at the tiles that
//! it passes.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::build::{Halves, Shape, UNREACHED};
use super::{Pattern, orders, region};
use saltus_core::board::Board;
use saltus_core::limits::{Limits, Report, Stop};
use saltus_core::random::Random;
use saltus_core::threads;

/// How arrangements are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Powers of the number of cells.
    Words,
    /// Falling factorials.
    Falling,
}

impl Numbering {
    /// The weight of each tile of a pattern of `tiles` on a board of `cells`; the first is the
    /// largest.
    pub(crate) fn weights(self, cells: usize, tiles: usize) -> Vec<u64> {
        let cells = cells as u64;
        let weight = |tile: u64| match self {
            Numbering::Words => cells.pow(tiles as u32 - 1 - tile as u32),
            Numbering::Falling => (tile + 1..tiles as u64).map(|later| cells - later).product(),
        };
        (0..tiles as u64).map(weight).collect()
    }

    /// Places of a table.
    pub(crate) fn places(self, cells: usize, tiles: usize) -> u64 {
        let cells = cells as u64;
        match self {
            Numbering::Words => cells.pow(tiles as u32),
            Numbering::Falling => (0..tiles as u64).map(|earlier| cells - earlier).product(),
        }
    }

    /// The place of an arrangement: the cell of each tile.
    pub(crate) fn place(self, weights: &[u64], cells: &[u8]) -> u64 {
        let counted = |tile: usize| match self {
            Numbering::Words => u64::from(cells[tile]),
            Numbering::Falling => {
                u64::from(cells[tile]) - cells[..tile].iter().filter(|&&earlier| earlier < cells[tile]).count() as u64
            }
        };
        weights.iter().enumerate().map(|(tile, weight)| weight * counted(tile)).sum()
    }
}

/// The deltas of one pattern.
pub struct MoveDeltas {
    /// The pattern.
    pub pattern: Pattern,
    /// How arrangements are numbered.
    pub numbering: Numbering,
    /// The weight of each tile.
    pub weights: Vec<u64>,
    /// An entry for each place. Bit 4 (k - 1 - i) + d of it: the value falls when the vacancy goes
    /// in direction d and changes places with tile i.
    pub words: Vec<u32>,
    /// The file that the values were read from; none when they were computed in this process. What
    /// comes from a file may be wrong although its checksums are right.
    pub file: Option<PathBuf>,
    board: Board,
}

/// Bytes of the deltas of a pattern.
pub(crate) fn bytes(cells: usize, tiles: usize, numbering: Numbering) -> u64 {
    4 * numbering.places(cells, tiles)
}

impl MoveDeltas {
    /// Finds the deltas from the values of the database.
    ///
    /// ```
    /// use saltus_core::limits::Limits;
    /// use saltus_tiles::bounds::patterns::Pattern;
    /// use saltus_tiles::bounds::patterns::build::{Keep, Shape, build};
    /// use saltus_tiles::bounds::patterns::deltas::{MoveDeltas, Numbering};
    ///
    /// let (pattern, shape) = (Pattern::new(2, 3, 5, &[0, 1]), Shape::new(2, 3, 2));
    /// let limits = Limits::default();
    /// let halves = build(&shape, &pattern, Keep::Halves, &limits).unwrap().halves;
    /// let numbering = Numbering::Falling;
    /// let deltas = MoveDeltas::new(&shape, &pattern, &halves, numbering, &limits).unwrap();
    /// assert_eq!(deltas.words.len(), 30); // 6 places of a tile, 5 of the other
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        shape: &Shape,
        pattern: &Pattern,
        halves: &Halves,
        numbering: Numbering,
        limits: &Limits<'_>,
    ) -> Result<Self, Stop> {
        let (cells, tiles) = (shape.board.cells(), pattern.tiles());
        limits.afford(bytes(cells, tiles, numbering))?;
        let weights = numbering.weights(cells, tiles);
        let mut words = vec![0; numbering.places(cells, tiles) as usize];
        fill(shape, pattern, halves, (numbering, &weights), &mut words, limits)?;
        Ok(MoveDeltas { pattern: pattern.clone(), numbering, weights, words, file: None, board: shape.board.clone() })
    }

    /// The same, with the file that the values were read from.
    #[must_use]
    pub(crate) fn read_from(self, file: PathBuf) -> Self {
        MoveDeltas { file: Some(file), ..self }
    }

    /// The bit of a tile and a direction of the vacancy.
    pub(crate) fn bit(&self, tile: usize, direction: usize) -> usize {
        4 * (self.pattern.tiles() - 1 - tile) + direction
    }

    /// The value of an arrangement that can be reached: the cell of each tile, and of the vacancy.
    /// It is found by moves that lower the value, one after the other.
    ///
    /// None when these moves do not end at the goal, or are more than any value: then the table is
    /// wrong.
    pub(crate) fn value(&self, cells: &[u8], vacancy: usize) -> Option<u32> {
        let (mut cells, mut vacancy) = (cells.to_vec(), vacancy);
        for value in 0..UNREACHED {
            let Some((tile, free)) = self.descent(&cells, vacancy) else {
                return self.is_goal(&cells, vacancy).then_some(value.into());
            };
            vacancy = cells[tile].into();
            cells[tile] = free as u8;
        }
        None
    }

    /// Whether all tiles are at home, and the vacancy is in its region of the goal.
    fn is_goal(&self, cells: &[u8], vacancy: usize) -> bool {
        let home = region(&self.board, self.pattern.mask(), self.pattern.vacancy());
        cells == self.pattern.cells() && home >> vacancy & 1 == 1
    }

    /// Follows a walk of random moves from the goal, and says whether the table agrees with it.
    ///
    /// Every move changes the value by 1, up or down as the table says; now and then the value is
    /// compared with the [`value`](MoveDeltas::value) found from there. This finds a table whose
    /// entries are out of order, or those of another table; it does not find a few wrong entries in
    /// a large one. The proof that all entries are right takes as long as the construction of the
    /// table ([`super::verify`]).
    pub(crate) fn agrees_with_a_walk(&self) -> bool {
        /// Moves of the walk, and moves from one comparison to the next.
        const MOVES: u32 = 2048;
        const EVERY: u32 = 16;
        let (mut random, mut value) = (Random::new(0), 0u32);
        let (mut cells, mut vacancy) = (self.pattern.cells().to_vec(), self.pattern.vacancy());
        for moves in 1..=MOVES {
            let free = region(&self.board, super::mask(&cells), vacancy);
            let ways = (0..4 * cells.len()).filter_map(|way| {
                let target = self.board.step(cells[way / 4].into(), (way % 4) ^ 1)?;
                (free >> target & 1 == 1).then_some((way / 4, way % 4, target))
            });
            let ways: Vec<_> = ways.collect();
            // A tile that cannot move never will.
            if ways.is_empty() {
                break;
            }
            let (tile, direction, target) = ways[random.below(ways.len())];
            let lower =
                self.words[self.numbering.place(&self.weights, &cells) as usize] >> self.bit(tile, direction) & 1;
            vacancy = cells[tile].into();
            cells[tile] = target as u8;
            let Some(after) = (if lower == 1 { value.checked_sub(1) } else { Some(value + 1) }) else { return false };
            value = after;
            if moves % EVERY == 0 && self.value(&cells, vacancy) != Some(value) {
                return false;
            }
        }
        true
    }

    /// A tile that can move, and the free cell that it goes to, so that the value falls.
    fn descent(&self, cells: &[u8], vacancy: usize) -> Option<(usize, usize)> {
        let region = region(&self.board, super::mask(cells), vacancy);
        let word = self.words[self.numbering.place(&self.weights, cells) as usize];
        let moves = (0..cells.len()).flat_map(|tile| (0..4).map(move |direction| (tile, direction)));
        moves.filter(|(tile, direction)| word >> self.bit(*tile, *direction) & 1 == 1).find_map(|(tile, direction)| {
            let free = self.board.step(cells[tile].into(), direction ^ 1)?;
            (region >> free & 1 == 1).then_some((tile, free as usize))
        })
    }
}

/// Sets that a thread takes at a time.
const SHARE: usize = 64;

/// Fills a table. Threads share out the sets; the parts of the table, one for each cell of the
/// first tile, are locked one by one.
fn fill(
    shape: &Shape,
    pattern: &Pattern,
    halves: &Halves,
    numbering: (Numbering, &[u64]),
    words: &mut [u32],
    limits: &Limits<'_>,
) -> Result<(), Stop> {
    let judge = Judge::new(shape, pattern, halves);
    let places = Places::new(numbering.0, numbering.1, pattern.tiles());
    let parts: Vec<Mutex<&mut [u32]>> = words.chunks_mut(numbering.1[0] as usize).map(Mutex::new).collect();
    let (next, sets) = (AtomicUsize::new(0), shape.sets.count());
    let worker = |_| {
        let mut planes = Planes::new(&judge);
        loop {
            let first = next.fetch_add(SHARE, Relaxed);
            if first >= sets {
                return Ok(());
            }
            for set in first..(first + SHARE).min(sets) {
                judge.judge(set, &mut planes);
                places.scatter(shape.sets.mask(set), &planes.words, &parts);
            }
            if let Some(progress) = limits.progress {
                let phase = "preparing a table";
                progress.report(&Report { phase, done: first as u64, total: Some(sets as u64) });
            }
            limits.spend(0, 0)?;
        }
    };
    threads::try_run(limits.threads, &worker)
}

/// Tells for every arrangement of a set which moves lower the value.
struct Judge<'a> {
    shape: &'a Shape,
    halves: &'a Halves,
    tiles: usize,
    /// The values of a set have the parity of its dark cells and this.
    goal_parity: u32,
    dark: u32,
    /// For each place in a set and each tile, the arrangements that have it there.
    has: Vec<Vec<u64>>,
}

/// Room for one set: bits for each arrangement.
struct Planes {
    /// For each place and direction: does the move of the tile there lower the value?
    by_place: Vec<Vec<u64>>,
    /// Which of these are in use.
    used: Vec<bool>,
    /// The answers of one arrangement in a word, by tile and direction.
    words: Vec<u32>,
}

impl Planes {
    fn new(judge: &Judge<'_>) -> Self {
        let (ways, length) = (4 * judge.tiles, judge.shape.orders.div_ceil(64));
        Planes { by_place: vec![vec![0; length]; ways], used: vec![false; ways], words: vec![0; 64 * length] }
    }
}

impl<'a> Judge<'a> {
    fn new(shape: &'a Shape, pattern: &Pattern, halves: &'a Halves) -> Self {
        let (dark, tiles) = (dark_cells(pattern.height(), pattern.width()), pattern.tiles());
        let mut has = vec![vec![0; shape.orders.div_ceil(64)]; tiles * tiles];
        for (number, order) in orders::arrangements(tiles).iter().enumerate() {
            for (place, &tile) in order.iter().enumerate() {
                has[place * tiles + usize::from(tile)][number / 64] |= 1 << (number % 64);
            }
        }
        Judge { shape, halves, tiles, goal_parity: (pattern.mask() & dark).count_ones(), dark, has }
    }

    fn judge(&self, set: usize, planes: &mut Planes) {
        planes.used.fill(false);
        let parity = (self.goal_parity + (self.shape.sets.mask(set) & self.dark).count_ones()) % 2;
        let flip = if parity == 1 { u64::MAX } else { 0 };
        self.shape.edges(set, |block, direction, edge| {
            let (here, there) = (self.halves.of(block), self.halves.of(edge.block as usize));
            // The vacancy goes the other way.
            let way = 4 * usize::from(edge.from) + (direction ^ 1);
            let plane = &mut planes.by_place[way];
            planes.used[way] = true;
            if edge.from == edge.to {
                plane.iter_mut().zip(there).for_each(|(plane, there)| *plane = *there);
            } else {
                permute(there, self.shape.shifts.table(edge.from.into(), edge.to.into()), plane);
            }
            plane.iter_mut().zip(here).for_each(|(plane, here)| *plane ^= here ^ flip);
        });
        for word in 0..self.shape.orders.div_ceil(64) {
            self.turn(word, planes);
        }
    }

    /// Turns the planes of 64 arrangements into their words.
    fn turn(&self, word: usize, planes: &mut Planes) {
        let mut by_tile = [0u64; 32];
        for way in (0..4 * self.tiles).filter(|&way| planes.used[way]) {
            let (place, direction) = (way / 4, way % 4);
            let lower = planes.by_place[way][word];
            for tile in 0..self.tiles {
                by_tile[4 * (self.tiles - 1 - tile) + direction] |= lower & self.has[place * self.tiles + tile][word];
            }
        }
        let words = &mut planes.words[64 * word..64 * (word + 1)];
        words[..32].copy_from_slice(&transposed(by_tile.map(|bits| bits as u32)));
        words[32..].copy_from_slice(&transposed(by_tile.map(|bits| (bits >> 32) as u32)));
    }
}

/// Takes every bit from where `shift` says.
fn permute(bits: &[u64], shift: &[u16], out: &mut [u64]) {
    for (out, shift) in out.iter_mut().zip(shift.chunks(64)) {
        let bit = |from: u16| bits[usize::from(from) / 64] >> (from % 64) & 1;
        *out = shift.iter().enumerate().fold(0, |word, (at, &from)| word | bit(from) << at);
    }
}

/// Bit i of word j becomes bit j of word i.
fn transposed(mut words: [u32; 32]) -> [u32; 32] {
    for (width, mask) in [(16, 0xffff), (8, 0x00ff_00ff), (4, 0x0f0f_0f0f), (2, 0x3333_3333), (1, 0x5555_5555u32)] {
        for pair in words.chunks_exact_mut(2 * width) {
            let (low, high) = pair.split_at_mut(width);
            for (low, high) in low.iter_mut().zip(high) {
                let swap = ((*low >> width) ^ *high) & mask;
                *high ^= swap;
                *low ^= swap << width;
            }
        }
    }
    words
}

/// The places of arrangements in the table.
struct Places {
    tiles: usize,
    weights: Vec<u32>,
    /// The tiles of all arrangements, one after the other.
    arrangements: Vec<u8>,
    /// What the tiles passed take off the place of an arrangement.
    passed: Vec<u32>,
    /// For every place of the first tile in a set, the arrangements that have it there.
    with_first_at: Vec<Vec<u16>>,
}

impl Places {
    fn new(numbering: Numbering, weights: &[u64], tiles: usize) -> Self {
        let arrangements = orders::arrangements(tiles);
        let weights: Vec<u32> = weights.iter().map(|&weight| weight as u32).collect();
        let off = |order: &Vec<u8>| match numbering {
            Numbering::Words => 0,
            Numbering::Falling => passes(order).map(|tile| weights[usize::from(tile)]).sum(),
        };
        let passed = arrangements.iter().map(off).collect();
        let with_first_at = (0..tiles).map(|place| {
            let there = arrangements.iter().enumerate().filter(|(_, order)| order[place] == 0);
            there.map(|(number, _)| number as u16).collect()
        });
        let with_first_at = with_first_at.collect();
        Places { tiles, weights, arrangements: arrangements.concat(), passed, with_first_at }
    }

    /// Writes the words of a set where they belong.
    fn scatter(&self, mask: u32, words: &[u32], parts: &[Mutex<&mut [u32]>]) {
        let mut cells = [0u32; super::MOST_TILES];
        let occupied = (0..32).filter(|cell| mask >> cell & 1 == 1);
        cells.iter_mut().zip(occupied).for_each(|(slot, cell)| *slot = cell);
        for (first, orders) in self.with_first_at.iter().enumerate() {
            let mut part = parts[cells[first] as usize].lock().expect("no panic");
            let start = cells[first] * self.weights[0];
            for &number in orders {
                let number = usize::from(number);
                let order = &self.arrangements[number * self.tiles..(number + 1) * self.tiles];
                let sum =
                    order.iter().zip(&cells).map(|(&tile, cell)| cell * self.weights[usize::from(tile)]).sum::<u32>();
                part[(sum - self.passed[number] - start) as usize] = words[number];
            }
        }
    }
}

/// Of every pair of tiles of which the one that is earlier in the pattern stands on the lower cell,
/// the other one.
fn passes(order: &[u8]) -> impl Iterator<Item = u8> + '_ {
    order
        .iter()
        .enumerate()
        .flat_map(|(at, &tile)| order[..at].iter().filter(move |&&earlier| earlier < tile).map(move |_| tile))
}

/// The cells of one colour of the chessboard.
fn dark_cells(height: usize, width: usize) -> u32 {
    (0..height * width).filter(|cell| (cell / width + cell % width) % 2 == 1).map(|cell| 1 << cell).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposed_bits() {
        let words: [u32; 32] = std::array::from_fn(|i| (i as u32 + 1).wrapping_mul(0x9e37_79b9).rotate_left(i as u32));
        let across = transposed(words);
        for (i, j) in (0..32).flat_map(|i| (0..32).map(move |j| (i, j))) {
            assert_eq!(words[j] >> i & 1, across[i] >> j & 1, "{i} {j}");
        }
    }

    #[test]
    fn pairs_that_were_passed() {
        let passed = |order: &[u8]| passes(order).collect::<Vec<_>>();
        assert_eq!(passed(&[2, 1, 0]), [0; 0]);
        assert_eq!(passed(&[0, 1, 2]), [1, 2, 2]);
        assert_eq!(passed(&[1, 0, 2]), [2, 2]);
    }
}
