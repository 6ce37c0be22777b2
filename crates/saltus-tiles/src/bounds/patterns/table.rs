//! A finished database: bit 1 of every value, and what a move does to the value of its pattern.
//!
//! A move of a pattern's tile changes the value by exactly 1. Of a position that a search stands on
//! the last two bits of the value are known (`PatternState`); the bit of the position after a move
//! says then whether the value fell. (R. Clausecker, 2017, and before him the differences modulo 3
//! of A. Breyer and R. Korf, *1.6-bit pattern databases*, 2010.)

use std::path::PathBuf;
use std::sync::Arc;

use smallvec::SmallVec;

use super::build::{TableShape, UNREACHED, build};
use super::orders::Shifts;
use super::sets::SetRanks;
use super::{MOST_TILES, Pattern, mask};
use crate::closed::solvability::distance;
use crate::search::arrangements::rank;
use saltus_core::limits::{Limits, Stop};
use saltus_core::random::Random;

/// The bytes of a table: its own, those of a file, or a part of the program.
pub(crate) type TableBytes = Box<dyn AsRef<[u8]> + Send + Sync>;

/// A finished database.
pub struct Table {
    /// The pattern.
    pub pattern: Pattern,
    shape: Arc<TableShape>,
    bytes: TableBytes,
    /// The file that it was read from; none when it was computed in this process. What comes from a
    /// file may be wrong although its checksums are right.
    pub file: Option<PathBuf>,
}

/// Where the tiles of a pattern stand: in 32 bits their cells, then in 16 the number of their
/// arrangement, then the last two bits of the value. (One number, as it is written and read as a
/// whole.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PatternState(u64);

impl PatternState {
    #[inline(always)]
    fn new(set: u32, order: u16, value: u8) -> Self {
        PatternState(u64::from(set) | u64::from(order) << 32 | u64::from(value) << 48)
    }

    /// Where tiles on these cells stand, the value being known.
    pub(crate) fn of(cells: &[u8], value: u32) -> Self {
        let mut order: SmallVec<[u8; MOST_TILES]> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&tile| cells[usize::from(tile)]);
        PatternState::new(mask(cells), rank(order.len(), &order) as u16, value as u8 & 3)
    }

    #[inline(always)]
    fn set(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    fn order(self) -> u16 {
        (self.0 >> 32) as u16
    }

    #[inline(always)]
    fn value(self) -> u8 {
        (self.0 >> 48) as u8
    }
}

/// A tile goes from a cell to a neighbouring one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TileWay {
    /// Both cells.
    cells: u32,
    /// The cells before the first, and those between the two, in the order of cells.
    before: u32,
    between: u32,
    from: u8,
    /// Whether the tile goes to a later cell.
    later: bool,
}

impl TileWay {
    pub(crate) fn new(from: usize, to: usize) -> Self {
        let below = |cell: usize| (1u32 << cell) - 1;
        let between = below(from.max(to)) & !(below(from.min(to)) | 1 << from.min(to));
        TileWay { cells: 1 << from | 1 << to, before: below(from), between, from: from as u8, later: to > from }
    }
}

impl Table {
    /// Builds the database of a pattern.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use saltus_core::limits::Limits;
    /// use saltus_tiles::bounds::patterns::{Pattern, build::TableShape, table::Table};
    ///
    /// // The tiles of cells 0 and 1 of a board of 2x3, the vacancy at home on cell 5.
    /// let (shape, pattern) = (Arc::new(TableShape::new(2, 3, 2)), Pattern::new(2, 3, 5, &[0, 1]));
    /// let table = Table::build(&shape, &pattern, &Limits::default()).unwrap();
    /// // The two are exchanged.
    /// assert_eq!(table.value(&[1, 0], 5), Some(6));
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn build(shape: &Arc<TableShape>, pattern: &Pattern, limits: &Limits<'_>) -> Result<Self, Stop> {
        let bits = build(shape, pattern, limits)?;
        let bytes: Vec<u8> = bits.into_iter().flat_map(u64::to_le_bytes).collect();
        Ok(Table::new(shape, pattern, Box::new(bytes)))
    }

    /// The table with these bytes.
    pub(crate) fn new(shape: &Arc<TableShape>, pattern: &Pattern, bytes: TableBytes) -> Self {
        assert_eq!((*bytes).as_ref().len() as u64, shape.bytes(), "a bit for each abstract state");
        Table { pattern: pattern.clone(), shape: Arc::clone(shape), bytes, file: None }
    }

    /// The same, with the file that it was read from.
    #[must_use]
    pub(crate) fn read_from(self, file: PathBuf) -> Self {
        Table { file: Some(file), ..self }
    }

    /// The bits of all blocks, those of each filled up to whole words of 64.
    pub(crate) fn bytes(&self) -> &[u8] {
        (*self.bytes).as_ref()
    }

    /// What a search looks at.
    pub(crate) fn view(&self) -> TableView<'_> {
        let TableShape { sets, shifts, stride, .. } = &*self.shape;
        TableView { sets: sets.ranks(), shifts, bytes: self.bytes(), stride: *stride }
    }

    /// The value of an arrangement that can be reached: the cell of each tile, and of the vacancy.
    /// It is found by moves that lower the value, one after the other.
    ///
    /// None when these moves do not end at the goal, or are more than any value: then the
    /// arrangement cannot be reached, or the table is wrong.
    pub fn value(&self, cells: &[u8], vacancy: usize) -> Option<u32> {
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
        cells == self.pattern.cells() && self.pattern.home >> vacancy & 1 == 1
    }

    /// The last two bits of the value: the lowest is that of the Manhattan sum.
    fn last_bits(&self, cells: &[u8], vacancy: usize) -> u32 {
        let standing = PatternState::of(cells, 0);
        let width = self.pattern.width;
        let apart = |(&cell, &home): (&u8, &u8)| distance(width, cell.into(), home.into());
        let sum: usize = cells.iter().zip(self.pattern.cells()).map(apart).sum();
        2 * u32::from(self.view().bit(standing.set(), standing.order(), vacancy)) + (sum & 1) as u32
    }

    /// The moves of the tiles: which one, and the free cell that it goes to.
    fn moves(&self, cells: &[u8], vacancy: usize) -> Vec<(usize, usize)> {
        let region = self.shape.grid.region(mask(cells), 1 << vacancy);
        let ways = cells
            .iter()
            .enumerate()
            .flat_map(|(tile, &cell)| self.shape.board.neighbours(cell.into()).map(move |free| (tile, free as usize)));
        ways.filter(|(_, free)| region >> free & 1 == 1).collect()
    }

    /// Whether the value falls when a tile goes to a free cell next to it, where the vacancy is.
    pub(crate) fn lowers(&self, cells: &[u8], tile: usize, free: usize) -> bool {
        let standing = PatternState::of(cells, self.last_bits(cells, free));
        self.view().moved(standing, &TileWay::new(cells[tile].into(), free)).1 == 1
    }

    /// A move after which the value is lower.
    fn descent(&self, cells: &[u8], vacancy: usize) -> Option<(usize, usize)> {
        if self.is_goal(cells, vacancy) {
            return None;
        }
        self.moves(cells, vacancy).into_iter().find(|&(tile, free)| self.lowers(cells, tile, free))
    }

    /// Follows a walk of random moves from the goal, and says whether the table agrees with it.
    ///
    /// Every move changes the value by 1, up or down as the table says; now and then the value is
    /// compared with the [`value`](Table::value) found from there. This finds a table whose entries
    /// are out of order, or those of another table; it does not find a few wrong entries in a large
    /// one. The proof that all entries are right is to build the table again.
    pub(crate) fn agrees_with_a_walk(&self) -> bool {
        /// Moves of the walk, and moves from one comparison to the next.
        const MOVES: u32 = 2048;
        const EVERY: u32 = 16;
        let (mut random, mut value) = (Random::new(0), 0u32);
        let (mut cells, mut vacancy) = (self.pattern.cells().to_vec(), self.pattern.vacancy());
        for moves in 1..=MOVES {
            let ways = self.moves(&cells, vacancy);
            // A tile that cannot move never will.
            if ways.is_empty() {
                break;
            }
            let (tile, free) = ways[random.below(ways.len())];
            let standing = PatternState::of(&cells, value);
            let lower = self.view().moved(standing, &TileWay::new(cells[tile].into(), free)).1 == 1;
            vacancy = cells[tile].into();
            cells[tile] = free as u8;
            let Some(after) = (if lower { value.checked_sub(1) } else { Some(value + 1) }) else { return false };
            value = after;
            if moves % EVERY == 0 && self.value(&cells, vacancy) != Some(value) {
                return false;
            }
        }
        true
    }
}

/// What a search looks at.
#[derive(Clone, Copy)]
pub(crate) struct TableView<'a> {
    sets: SetRanks<'a>,
    shifts: &'a Shifts,
    bytes: &'a [u8],
    stride: usize,
}

impl TableView<'_> {
    /// Bit 1 of the value of an arrangement.
    #[inline(always)]
    fn bit(&self, set: u32, order: u16, vacancy: usize) -> u8 {
        let block = self.sets.block_of(set, vacancy);
        self.bytes[block * self.stride + usize::from(order >> 3)] >> (order & 7) & 1
    }

    /// After a move of one of the tiles: where they stand, and 1 if the value fell.
    #[inline(always)]
    pub(crate) fn moved(&self, standing: PatternState, way: &TileWay) -> (PatternState, u64) {
        let (set, mut order) = (standing.set(), standing.order());
        let passed = set & way.between;
        if passed != 0 {
            let place = (set & way.before).count_ones() as usize;
            let passed = passed.count_ones() as usize;
            order = self.shifts.after(place, if way.later { place + passed } else { place - passed }, order);
        }
        let set = set ^ way.cells;
        let (bit, value) = (self.bit(set, order, way.from.into()), standing.value());
        (PatternState::new(set, order, bit << 1 | !value & 1), u64::from((bit ^ value ^ value >> 1) & 1))
    }
}
