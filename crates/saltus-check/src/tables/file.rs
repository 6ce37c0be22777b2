//! A table file: a pattern database as docs/tables.md describes it, compared with one that is built
//! here.

use crate::board::{Grid, listed};
use crate::certificate::Reader;
use crate::outcome::{Checked, Limits, Place, Verified, all, ensure, limit, refuse};
use crate::tables::blocks::{Blocks, MOST_CELLS, bits};
use crate::tables::{Table, UNREACHED};
use crate::text::{cell, small};
use std::rc::Rc;

/// What is said of a table file, if it is right.
pub(crate) fn verify(bytes: &[u8], limits: &Limits) -> Checked<Verified> {
    let mut reader = Reader { bytes, at: 0 };
    ensure(reader.line().at("line 1")? == "saltus table 3", "this is not `saltus table 3`").at("line 1")?;
    let grid = reader.header(2, "board ", |word| Grid::read(word, limits))?;
    let cells = grid.cells();
    limit(cells <= MOST_CELLS, format_args!("tables for boards of more than {MOST_CELLS} cells"))?;
    let vacancy = reader.header(3, "vacancy ", |word| cell(word, cells))?;
    let homes = reader.header(4, "pattern ", |text| {
        let homes = all(text.split(' ').map(|word| cell(word, cells)))?;
        ensure(homes.is_sorted_by(|a, b| a < b), "the cells do not ascend")?;
        ensure(!homes.contains(&vacancy), "the vacancy is in the pattern")?;
        Ok(homes)
    })?;
    let claimed = reader.header(5, "entries ", small)?;
    let payload = reader.payload(6)?;
    let blocks = Rc::new(Blocks::new(grid, homes.len(), limits)?);
    let entries = blocks.entries();
    ensure(claimed == entries as u64, format_args!("there are {entries} entries")).at("header")?;
    let right = payload.len() == blocks.count * stride(&blocks);
    ensure(right, format_args!("{entries} entries do not take {} bytes", payload.len())).at("header")?;
    let table = Table::build(&blocks, homes, vacancy, limits)?;
    compare(&table, payload)?;
    let (height, width, pattern) = (grid.height, grid.width, listed(table.homes, " "));
    let vacancy = vacancy + 1;
    let puzzle = format!("tiles {height}x{width} vacancy {vacancy} pattern {pattern}: {entries} entries, exact");
    Ok(Verified { claim: "table".into(), puzzle, costs: false, by: String::new(), assumes: Vec::new() })
}

/// The bytes of a block: a bit for each entry, filled up to whole words of 8 bytes.
fn stride(blocks: &Blocks) -> usize {
    blocks.size.div_ceil(64) * 8
}

/// Compares all bits: first those of the largest region of each set, then those of the others.
fn compare(table: &Table, payload: &[u8]) -> Checked<()> {
    let blocks = &table.blocks;
    let mut payload = payload.chunks_exact(stride(blocks));
    for largest in [true, false] {
        for set in blocks.sets() {
            let main = main_region(table, set);
            for (lowest, block) in blocks.regions(set).filter(|&(lowest, _)| (lowest == main) == largest) {
                let found = payload.next().unwrap_or_default();
                compare_block(table, block, found)
                    .or_else(|arrangement| refuse("the bit is wrong").at(in_words(table, set, lowest, arrangement)))?;
            }
        }
    }
    Ok(())
}

/// The lowest cell of the largest region that a set leaves, of equals the one with the lowest cell.
fn main_region(table: &Table, set: u64) -> usize {
    let blocks = &table.blocks;
    let (cells, rest) = (blocks.grid.cells(), |cell: &usize| set >> cell & 1 == 0);
    let size = |block: usize| (0..cells).filter(rest).filter(|&cell| blocks.block(set, cell) == block).count();
    let largest = blocks.regions(set).map(|(lowest, block)| (size(block), std::cmp::Reverse(lowest))).max();
    largest.map_or(0, |(_, lowest)| lowest.0)
}

/// The first arrangement whose bit is wrong, or the first bit that no entry has.
fn compare_block(table: &Table, block: usize, found: &[u8]) -> Result<(), usize> {
    let distances = &table.distance[block * table.blocks.size..][..table.blocks.size];
    let bit = |arrangement: usize| match distances.get(arrangement) {
        None | Some(&UNREACHED) => 0,
        Some(distance) => distance >> 1 & 1,
    };
    match (0..8 * found.len()).find(|&at| found[at / 8] >> (at % 8) & 1 != bit(at)) {
        None => Ok(()),
        Some(at) => Err(at.min(distances.len() - 1)),
    }
}

/// An entry, as the message of a fault names it.
fn in_words(table: &Table, set: u64, lowest: usize, arrangement: usize) -> String {
    let tiles = &table.blocks.arrangements[arrangement * table.blocks.k..];
    let tiles = tiles.iter().map(|&tile| table.homes[usize::from(tile)]);
    let (cells, tiles): (Vec<usize>, Vec<usize>) = bits(set).zip(tiles).unzip();
    let (cells, tiles, lowest) = (listed(cells, " "), listed(tiles, " "), lowest + 1);
    format!("cells {cells} with the tiles of {tiles}, the vacancy in the region of {lowest}")
}
