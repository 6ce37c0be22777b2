//! The values of a database, packed as in a file.
//!
//! A value has the parity of the Manhattan sum of the pattern's tiles and is at least that sum. The
//! table stores half of the difference, in 4 bits if it is always below 15, otherwise in 8. The
//! greatest number of so many bits marks what cannot be reached.
//!
//! Entries come block by block: sets of cells in ascending order of masks, the regions of a set by
//! their least cells, the arrangements of a block in lexicographic order of the tiles on the cells
//! of the set.

use std::ops::Range;
use std::sync::Mutex;

use super::build::{Built, Halves, Keep, Shape, UNREACHED, build, bytes};
use super::manhattan::Sums;
use super::{Pattern, mask, orders};
use saltus_core::limits::{Limits, Stop};
use saltus_core::threads;

/// What 4 bits hold when an arrangement cannot be reached.
const NO_NIBBLE: u8 = 15;

/// Entries that a thread takes at a time.
pub(super) const RUN: usize = 1 << 21;

/// How an entry is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Two entries a byte, the first in the low half.
    Four,
    /// One entry a byte.
    Eight,
}

impl Width {
    /// Bits of an entry.
    pub(crate) fn bits(self) -> u32 {
        match self {
            Width::Four => 4,
            Width::Eight => 8,
        }
    }

    /// Bytes of so many entries.
    pub(crate) fn bytes(self, entries: usize) -> usize {
        match self {
            Width::Four => entries.div_ceil(2),
            Width::Eight => entries,
        }
    }

    /// An entry: half of what the value has above the Manhattan sum; none when it cannot be
    /// reached.
    pub(crate) fn entry(self, payload: &[u8], number: usize) -> Option<u8> {
        let (stored, none) = match self {
            Width::Four => (payload[number / 2] >> (4 * (number % 2)) & 15, NO_NIBBLE),
            Width::Eight => (payload[number], UNREACHED),
        };
        (stored != none).then_some(stored)
    }
}

/// A finished database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueTable {
    pattern: Pattern,
    width: Width,
    entries: usize,
    payload: Vec<u8>,
}

/// Bytes that [`ValueTable::build`] needs.
pub(crate) fn build_bytes(shape: &Shape) -> u64 {
    let entries = shape.entries() as u64;
    // While it is packed the values are still there.
    bytes(shape, Keep::Values).max(entries + entries / 2)
}

impl ValueTable {
    /// Builds the database of a pattern; its deltas can be found from the [`Halves`] without
    /// another construction.
    ///
    /// ```
    /// use saltus_core::limits::Limits;
    /// use saltus_tiles::bounds::patterns::build::Shape;
    /// use saltus_tiles::bounds::patterns::table::ValueTable;
    /// use saltus_tiles::bounds::patterns::{Pattern, verify::verify};
    ///
    /// // The tiles of cells 0 and 1 of a board of 2x3, the vacancy at home on cell 5.
    /// let (shape, pattern) = (Shape::new(2, 3, 2), Pattern::new(2, 3, 5, &[0, 1]));
    /// let (table, _) = ValueTable::build(&shape, &pattern, &Limits::default()).unwrap();
    /// // The two are exchanged.
    /// assert_eq!(table.value(&shape, &[1, 0], 5), Some(6));
    /// assert_eq!(verify(&table, &Limits::default()).unwrap().entries, 40);
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn build(shape: &Shape, pattern: &Pattern, limits: &Limits<'_>) -> Result<(Self, Halves), Stop> {
        limits.afford(build_bytes(shape))?;
        let Built { halves, values } = build(shape, pattern, Keep::Values, limits)?;
        Ok((ValueTable::new(shape, pattern, values, limits.threads), halves))
    }

    /// Packs the values of all abstract states, as [`build`] gives them.
    pub(crate) fn new(shape: &Shape, pattern: &Pattern, mut values: Vec<u8>, threads: usize) -> Self {
        assert_eq!(values.len(), shape.entries(), "a value for each abstract state");
        let entries = values.len();
        let most = lower(shape, &Sums::new(pattern), &mut values, threads);
        let (width, payload) =
            if most < NO_NIBBLE { (Width::Four, paired(&values, threads)) } else { (Width::Eight, values) };
        ValueTable { pattern: pattern.clone(), width, entries, payload }
    }

    /// A table as it was read; the caller has compared checksums.
    pub(super) fn from_payload(shape: &Shape, pattern: Pattern, width: Width, payload: Vec<u8>) -> Self {
        let entries = shape.entries();
        assert_eq!(payload.len(), width.bytes(entries), "the length was checked");
        ValueTable { pattern, width, entries, payload }
    }

    /// The pattern.
    pub(crate) fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How entries are stored.
    pub(crate) fn width(&self) -> Width {
        self.width
    }

    /// How many entries there are, those that cannot be reached included.
    pub(crate) fn entries(&self) -> usize {
        self.entries
    }

    /// The packed entries.
    pub(crate) fn payload(&self) -> &[u8] {
        &self.payload
    }

    /// The CRC-32 (IEEE) of the payload.
    pub(crate) fn checksum(&self) -> u32 {
        crc32fast::hash(&self.payload)
    }

    /// The value of an arrangement: the cell of each tile, and of the vacancy; none when it cannot
    /// be reached. The shape is that of the table.
    pub fn value(&self, shape: &Shape, cells: &[u8], vacancy: usize) -> Option<u32> {
        let mut order: Vec<u8> = (0..cells.len() as u8).collect();
        order.sort_unstable_by_key(|&tile| cells[usize::from(tile)]);
        let block = shape.sets.block(shape.sets.rank(mask(cells)) as usize, vacancy);
        let stored = self.width.entry(&self.payload, block * shape.orders + orders::number(&order))?;
        let apart = |cell: u8, home: u8| {
            let (cell, home, width) = (u32::from(cell), u32::from(home), self.pattern.width() as u32);
            (cell / width).abs_diff(home / width) + (cell % width).abs_diff(home % width)
        };
        let sum: u32 = cells.iter().zip(self.pattern.cells()).map(|(&cell, &home)| apart(cell, home)).sum();
        Some(sum + 2 * u32::from(stored))
    }

    /// What deltas are found from.
    #[cfg(test)]
    pub(crate) fn halves(&self, shape: &Shape) -> Halves {
        let (sums, words) = (Sums::new(&self.pattern), shape.orders.div_ceil(64));
        let mut bits = vec![0; shape.sets.blocks() * words];
        unpack(shape, &sums, self.width, 0..shape.sets.count(), &self.payload, &mut bits);
        Halves::new(shape, bits)
    }
}

/// The entries of some sets.
pub(super) fn entries_of(shape: &Shape, sets: &Range<usize>) -> usize {
    let first = |set| if set == shape.sets.count() { shape.sets.blocks() } else { shape.sets.blocks_of(set).start };
    (first(sets.end) - first(sets.start)) * shape.orders
}

/// All sets in runs of at least [`RUN`] entries, the last excepted; each begins with a whole byte.
pub(super) fn runs(shape: &Shape) -> Vec<Range<usize>> {
    let all = shape.sets.count();
    let mut runs = Vec::new();
    let mut start = 0;
    for end in 1..=all {
        let entries = entries_of(shape, &(start..end));
        if end == all || (entries >= RUN && entries.is_multiple_of(2)) {
            runs.push(start..end);
            start = end;
        }
    }
    runs
}

/// Calls `work` for every item, with so many threads.
pub(super) fn shared<T: Send>(items: impl Iterator<Item = T> + Send, threads: usize, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    threads::run(threads, &|_| {
        loop {
            let item = items.lock().expect("no panic").next();
            let Some(item) = item else { return };
            work(item);
        }
    });
}

/// Cuts a slice into pieces of these lengths.
pub(super) fn cut<T>(mut slice: &mut [T], lengths: impl Iterator<Item = usize>) -> Vec<&mut [T]> {
    let pieces = lengths.map(|length| slice.split_off_mut(..length).expect("the lengths fit"));
    pieces.collect()
}

/// Turns values into what is stored of them; gives the greatest of these.
fn lower(shape: &Shape, sums: &Sums, values: &mut [u8], threads: usize) -> u8 {
    let runs = runs(shape);
    let pieces = cut(values, runs.iter().map(|run| entries_of(shape, run)));
    let most = Mutex::new(0);
    shared(runs.into_iter().zip(pieces), threads, |(run, piece)| {
        let here = lower_run(shape, sums, run, piece);
        let mut most = most.lock().expect("no panic");
        *most = here.max(*most);
    });
    most.into_inner().expect("no panic")
}

fn lower_run(shape: &Shape, sums: &Sums, run: Range<usize>, values: &mut [u8]) -> u8 {
    let mut manhattan = vec![0; shape.orders];
    let mut blocks = values.chunks_exact_mut(shape.orders);
    let mut most = 0;
    for set in run {
        sums.fill(shape.sets.mask(set), &mut manhattan);
        for _ in shape.sets.blocks_of(set) {
            let block = blocks.next().expect("the run has all its blocks");
            for (value, sum) in block.iter_mut().zip(&manhattan) {
                let unreached = *value == UNREACHED;
                let stored = value.wrapping_sub(*sum) >> 1;
                most = most.max(if unreached { 0 } else { stored });
                *value = if unreached { UNREACHED } else { stored };
            }
        }
    }
    most
}

/// Two entries a byte.
fn paired(stored: &[u8], threads: usize) -> Vec<u8> {
    let mut payload = vec![0; stored.len().div_ceil(2)];
    shared(stored.chunks(RUN).zip(payload.chunks_mut(RUN / 2)), threads, |(stored, payload)| {
        for (pair, byte) in stored.chunks(2).zip(payload) {
            // What is not reached has all its bits.
            *byte = pair[0] & 15 | pair.get(1).map_or(0, |second| second << 4);
        }
    });
    payload
}

/// Finds the halves of some sets from their entries.
pub(super) fn unpack(shape: &Shape, sums: &Sums, width: Width, run: Range<usize>, payload: &[u8], bits: &mut [u64]) {
    let (orders, words) = (shape.orders, shape.orders.div_ceil(64));
    let mut manhattan = vec![0; orders];
    // The second bit of every Manhattan sum.
    let mut seconds = vec![0; words];
    let mut blocks = bits.chunks_exact_mut(words);
    let mut entry = 0;
    for set in run {
        sums.fill(shape.sets.mask(set), &mut manhattan);
        for (word, sums) in seconds.iter_mut().zip(manhattan.chunks(64)) {
            *word = second_bits(sums);
        }
        for _ in shape.sets.blocks_of(set) {
            let block = blocks.next().expect("the run has all its blocks");
            for ((at, word), second) in block.iter_mut().enumerate().zip(&seconds) {
                let many = (orders - 64 * at).min(64);
                let Low { odd, none } = low_bits(width, payload, entry + 64 * at, many);
                // A value is its Manhattan sum and twice what is stored.
                *word = (odd ^ second) & !none;
            }
            entry += orders;
        }
    }
}

/// The second bits of at most 64 bytes.
fn second_bits(bytes: &[u8]) -> u64 {
    bytes.chunks(8).enumerate().fold(0, |word, (at, bytes)| {
        let mut eight = [0; 8];
        eight[..bytes.len()].copy_from_slice(bytes);
        // Bit 8 i goes to bit 56 + i.
        let seconds =
            (u64::from_le_bytes(eight) >> 1 & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word | seconds << (8 * at)
    })
}

/// At most 64 entries.
struct Low {
    /// What is stored is odd.
    odd: u64,
    /// They cannot be reached.
    none: u64,
}

fn low_bits(width: Width, payload: &[u8], first: usize, many: usize) -> Low {
    if width == Width::Four && first.is_multiple_of(2) && many.is_multiple_of(2) {
        return low_bits_of(&payload[first / 2..first / 2 + many / 2]);
    }
    (0..many).fold(Low { odd: 0, none: 0 }, |low, at| match width.entry(payload, first + at) {
        None => Low { none: low.none | 1 << at, ..low },
        Some(stored) => Low { odd: low.odd | u64::from(stored & 1) << at, ..low },
    })
}

/// The same for whole bytes of two entries each.
fn low_bits_of(nibbles: &[u8]) -> Low {
    nibbles.chunks(8).enumerate().fold(Low { odd: 0, none: 0 }, |low, (at, bytes)| {
        let mut sixteen = [0; 8];
        sixteen[..bytes.len()].copy_from_slice(bytes);
        let bits = u64::from_le_bytes(sixteen);
        let all = bits & bits >> 1 & bits >> 2 & bits >> 3;
        Low { odd: low.odd | every_fourth(bits) << (16 * at), none: low.none | every_fourth(all) << (16 * at) }
    })
}

/// Every fourth bit from the lowest on, one after the other.
fn every_fourth(bits: u64) -> u64 {
    let ones = bits & 0x1111_1111_1111_1111;
    let twos = (ones | ones >> 3) & 0x0303_0303_0303_0303;
    let fours = (twos | twos >> 6) & 0x000f_000f_000f_000f;
    let eights = (fours | fours >> 12) & 0x0000_00ff_0000_00ff;
    (eights | eights >> 24) & 0xffff
}
