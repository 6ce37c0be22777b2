//! A table file: a pattern database as docs/tables.md describes it, proved right without building
//! it again.
//!
//! The distances of a graph are the only numbers on its nodes such that the goal has 0, the ends of
//! every edge differ by at most 1, and every other node has an edge to one that is lower by 1: the
//! second makes no number too large, the third none too small. So one look at every edge is enough.

use crate::blocks::{Blocks, MOST_CELLS, bits};
use crate::board::{Grid, listed};
use crate::certificate::Reader;
use crate::outcome::{Checked, Limits, Place, Verified, ensure, limit, quote, refuse};
use crate::table::{Table, UNREACHED};
use crate::text::{cell, small};
use crate::views::UNREACHED_HALF;
use std::rc::Rc;

/// Two less than [`UNREACHED`], so that nothing looks like a neighbour of that.
const MOST_MOVES: u8 = UNREACHED - 2;

/// What is said of a table file, if it is right.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<Verified> {
    let file = File::read(bytes, limits)?;
    let blocks = Rc::new(Blocks::new(file.grid, file.homes.len(), limits)?);
    let entries = blocks.entries();
    ensure(file.entries == entries as u64, format_args!("there are {entries} entries")).at("header")?;
    let per_byte = if file.wide { 1 } else { 2 };
    let right = file.payload.len() == entries.div_ceil(per_byte);
    ensure(right, format_args!("{entries} entries do not take {} bytes", file.payload.len())).at("header")?;
    let mut table = Table::empty(blocks, file.homes.clone(), file.vacancy, limits)?;
    let far = file.decode(&mut table)?;
    verify_exact(&table)?;
    limit(!far, format_args!("a table with distances beyond {MOST_MOVES}"))?;
    let (grid, vacancy) = (file.grid, file.vacancy + 1);
    let (height, width, pattern) = (grid.height, grid.width, listed(file.homes, " "));
    let puzzle = format!("tiles {height}x{width} vacancy {vacancy} pattern {pattern}: {entries} entries, exact");
    Ok(Verified { claim: "table".into(), puzzle, by: String::new(), assumes: Vec::new() })
}

struct File<'a> {
    grid: Grid,
    vacancy: usize,
    homes: Vec<usize>,
    /// Whether an entry is a byte, not half of one.
    wide: bool,
    entries: u64,
    payload: &'a [u8],
}

impl<'a> File<'a> {
    fn read(bytes: &'a [u8], limits: &Limits) -> Checked<Self> {
        let mut reader = Reader { bytes, at: 0 };
        ensure(reader.line().at("line 1")? == "saltus table 2", "this is not `saltus table 2`").at("line 1")?;
        let grid = reader.header(2, "board ", |word| Grid::read(word, limits))?;
        let cells = grid.cells();
        limit(cells <= MOST_CELLS, format_args!("tables for boards of more than {MOST_CELLS} cells"))?;
        let vacancy = reader.header(3, "vacancy ", |word| cell(word, cells))?;
        let homes = reader.header(4, "pattern ", |text| {
            let homes = text.split(' ').map(|word| cell(word, cells)).collect::<Checked<Vec<_>>>()?;
            ensure(homes.is_sorted_by(|a, b| a < b), "the cells do not ascend")?;
            ensure(!homes.contains(&vacancy), "the vacancy is in the pattern")?;
            Ok(homes)
        })?;
        let wide = reader.header(5, "bits ", |bits| {
            ensure(bits == "4" || bits == "8", format_args!("{} is neither 4 nor 8", quote(bits)))?;
            Ok(bits == "8")
        })?;
        let entries = reader.header(6, "entries ", small)?;
        let length = reader.header(7, "bytes ", |length| {
            let digits = length.trim_start_matches('0');
            ensure(length.len() == 20, "20 digits belong here")?;
            small(if digits.is_empty() { "0" } else { digits })
        })?;
        let sum = reader.header(8, "payload ", Ok)?;
        // These are for readers that believe the entries.
        reader.header(9, "sha256 ", Ok)?;
        reader.header(10, "code ", Ok)?;
        let right = format!("{:08x}", crc32fast::hash(&bytes[..reader.at]));
        reader.header(11, "header ", |found| ensure(found == right, "the check sum of the header is wrong"))?;
        let payload = &bytes[reader.at..];
        ensure(payload.len() as u64 == length, format_args!("it has {} bytes", payload.len())).at("payload")?;
        ensure(format!("{:08x}", crc32fast::hash(payload)) == sum, "the check sum is wrong").at("payload")?;
        Ok(Self { grid, vacancy, homes, wide, entries, payload })
    }

    /// The value of an entry; none of an unreached one.
    fn value(&self, entry: usize) -> Option<u8> {
        if self.wide {
            return Some(self.payload[entry]).filter(|&value| value != UNREACHED);
        }
        Some(self.payload[entry / 2] >> (entry % 2 * 4) & 15).filter(|&value| value != UNREACHED_HALF)
    }

    /// Turns the values into distances, and says whether there are greater ones than it could
    /// write.
    fn decode(&self, table: &mut Table) -> Checked<bool> {
        let blocks = Rc::clone(&table.blocks);
        let (mut needs_bytes, mut far) = (false, false);
        for set in blocks.sets() {
            let steps = table.steps(set);
            for (_, block) in blocks.regions(set) {
                for (entry, &steps) in (block * blocks.size..).zip(&steps) {
                    let Some(value) = self.value(entry) else { continue };
                    needs_bytes |= value >= UNREACHED_HALF;
                    let moves = steps + 2 * u16::from(value);
                    far |= moves > MOST_MOVES.into();
                    table.distance[entry] = moves.min(MOST_MOVES.into()) as u8;
                }
            }
        }
        let last_half = if self.wide || blocks.entries().is_multiple_of(2) {
            0
        } else {
            self.payload.last().map_or(0, |last| last >> 4)
        };
        ensure(last_half == 0, "half a byte is left over, and is not 0").at("payload")?;
        ensure(needs_bytes == self.wide, "half a byte an entry is enough").at("line 5")?;
        Ok(far)
    }
}

/// Looks at every edge.
fn verify_exact(table: &Table) -> Checked<()> {
    let mut lower = Vec::new();
    for set in table.blocks.sets() {
        for (lowest, block) in table.blocks.regions(set) {
            if let Err((arrangement, why)) = verify_block(table, block, &mut lower) {
                return refuse(why).at(in_words(table, set, lowest, arrangement));
            }
        }
    }
    Ok(())
}

/// Looks at the edges from a block; or says which arrangement is wrong, and why. `lower` is room to
/// work in.
fn verify_block(table: &Table, block: usize, lower: &mut Vec<bool>) -> Result<(), (usize, String)> {
    let (blocks, goal) = (&table.blocks, table.goal());
    let distances = |block: usize| &table.distance[block * blocks.size..][..blocks.size];
    lower.clear();
    lower.resize(blocks.size, false);
    for &edge in blocks.edges(block) {
        let there = distances(edge.block as usize);
        for (arrangement, (&here, &moved)) in distances(block).iter().zip(blocks.moved(edge)).enumerate() {
            let there = there[moved as usize];
            if here.abs_diff(there) > 1 {
                return Err((arrangement, format!("{}, but {} a move away", moves(here), moves(there))));
            }
            lower[arrangement] |= there < here;
        }
    }
    for (arrangement, (&here, &lower)) in distances(block).iter().zip(&*lower).enumerate() {
        if block * blocks.size + arrangement == goal {
            if here != 0 {
                return Err((arrangement, format!("{}, but it is the goal", moves(here))));
            }
        } else if here != UNREACHED && !lower {
            return Err((arrangement, format!("{}, but not one less a move away", moves(here))));
        }
    }
    Ok(())
}

/// An entry, as the message of a fault names it.
fn in_words(table: &Table, set: u64, lowest: usize, arrangement: usize) -> String {
    let tiles = &table.blocks.arrangements[arrangement * table.blocks.k..];
    let tiles = tiles.iter().map(|&tile| table.homes[usize::from(tile)]);
    let (cells, tiles): (Vec<usize>, Vec<usize>) = bits(set).zip(tiles).unzip();
    let (cells, tiles, lowest) = (listed(cells, " "), listed(tiles, " "), lowest + 1);
    format!("cells {cells} with the tiles of {tiles}, the vacancy in the region of {lowest}")
}

fn moves(distance: u8) -> String {
    if distance == UNREACHED { "unreached".into() } else { format!("{distance} moves") }
}
