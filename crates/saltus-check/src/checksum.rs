//! The checksum of a table's payload, which docs/tables.md describes, without writing it.
//!
//! The table may be that of an image of the pattern, when the board is laid on itself in another
//! way. The payload is the pattern's own: its sets, regions and arrangements in their order, each
//! looked up at its image.

use crate::blocks::{bits, place};
use crate::table::UNREACHED;
use crate::views::Pattern;

/// How half a byte says that no play leads from there to the goal. The other values of such a
/// payload are below.
pub(crate) const UNREACHED_HALF: u8 = 15;

/// The checksum for the pattern of tiles that belong on a set of cells.
pub(crate) fn checksum(pattern: &Pattern, homes: u64) -> u32 {
    let (table, blocks) = (&pattern.table, &pattern.table.blocks);
    let tiles = image(pattern, homes).1;
    let (mut last_places, mut numbers) = (Vec::new(), Vec::new());
    let mut sums = Sums::default();
    for set in blocks.sets() {
        let (image, places) = image(pattern, set);
        if places != last_places {
            numbers = renumbered(pattern, &places, &tiles);
            last_places = places;
        }
        let steps = table.steps(image);
        for (lowest, _) in blocks.regions(set) {
            let block = blocks.block(image, pattern.image[lowest]);
            let distance = &table.distance[block * blocks.size..][..blocks.size];
            sums.add(numbers.iter().map(|&number| match distance[number] {
                UNREACHED => UNREACHED,
                // Each move takes a tile a step nearer to its home or a step away.
                moves => ((u16::from(moves) - steps[number]) / 2) as u8,
            }));
        }
    }
    sums.finish()
}

/// The image of a set, and the place in it of each cell of the set.
fn image(pattern: &Pattern, set: u64) -> (u64, Vec<usize>) {
    let image = bits(set).fold(0, |image, cell| image | 1 << pattern.image[cell]);
    (image, bits(set).map(|cell| place(image, pattern.image[cell])).collect())
}

/// By arrangement, the number of the one in which the image of each tile is in the image of its
/// place.
fn renumbered(pattern: &Pattern, places: &[usize], tiles: &[usize]) -> Vec<usize> {
    let blocks = &pattern.table.blocks;
    let mut image = vec![0; blocks.k];
    let number = |arrangement: &[u8]| {
        for (&place, &tile) in places.iter().zip(arrangement) {
            image[place] = tiles[usize::from(tile)] as u8;
        }
        blocks.number(&image)
    };
    blocks.arrangements.chunks_exact(blocks.k).map(number).collect()
}

/// The checksums of a payload with a byte an entry and of one with half a byte.
#[derive(Default)]
struct Sums {
    bytes: crc32fast::Hasher,
    halves: crc32fast::Hasher,
    pending: Vec<u8>,
    wide: bool,
}

impl Sums {
    fn add(&mut self, values: impl Iterator<Item = u8>) {
        self.pending.extend(values);
        if self.pending.len() >= 1 << 12 {
            let odd = if self.pending.len() % 2 == 1 { self.pending.pop() } else { None };
            self.flush();
            self.pending.extend(odd);
        }
    }

    fn flush(&mut self) {
        self.wide |= self.pending.iter().any(|&value| (UNREACHED_HALF..UNREACHED).contains(&value));
        self.bytes.update(&self.pending);
        let halves = |pair: &[u8]| (pair[0] & 15) | pair.get(1).map_or(0, |second| second << 4);
        self.halves.update(&self.pending.chunks(2).map(halves).collect::<Vec<u8>>());
        self.pending.clear();
    }

    fn finish(mut self) -> u32 {
        self.flush();
        if self.wide { self.bytes.finalize() } else { self.halves.finalize() }
    }
}
