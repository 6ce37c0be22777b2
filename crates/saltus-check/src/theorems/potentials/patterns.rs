//! The block `tables`: lists of patterns, and the bound that their tables give.
//!
//! What this is: additive pattern databases (Korf and Felner 2002). The patterns of a view have no
//! tile in common, so that the moves counted for them add up; the bound is the best of the views.
//! The tables are built here.

use crate::board::Grid;
use crate::board::{Cell, VACANT};
use crate::families::tiles::Tiles;
use crate::outcome::{Checked, Limits, Place, ensure, limit, quote, refuse, resource};
use crate::tables::blocks::{Blocks, MOST_CELLS, bits};
use crate::tables::{Table, UNREACHED};
use crate::text;
use std::rc::Rc;

/// More views than this are not worth their time.
const MOST_VIEWS: usize = 16;

/// By home, the cell of the tile that belongs there.
pub(crate) type Places = [usize; MOST_CELLS];

/// In place of a bound when there is no play: more than any claim that is worth proving.
const FAR: u64 = 1 << 40;

/// The patterns that a certificate names, with their tables.
pub(crate) struct Views {
    /// By view, the numbers of its patterns.
    pub(crate) lists: Vec<Vec<usize>>,
    pub(crate) patterns: Vec<Pattern>,
    /// By label, the cell where the tile belongs.
    pub(crate) homes: Vec<usize>,
    pub(crate) grid: Grid,
}

/// One pattern. Its table is its own, or that of a pattern which is its image when the board is
/// laid on itself.
pub(crate) struct Pattern {
    pub(crate) table: Rc<Table>,
    /// By cell, its image.
    pub(crate) image: Vec<usize>,
    /// The cells where its tiles belong: those with the least image first.
    pub(crate) homes: Vec<usize>,
}

impl Views {
    /// Reads the block and builds the tables.
    pub(crate) fn build(tiles: &Tiles, payload: &[u8], limits: &Limits) -> Checked<Self> {
        ensure(tiles.distinct, "there are patterns only where no two tiles are alike")?;
        let cells = tiles.grid.cells();
        limit(cells <= MOST_CELLS, format_args!("patterns on a board of more than {MOST_CELLS} cells"))?;
        let (lists, sets) = read_views(payload, tiles).at("tables")?;
        let patterns = Vec::with_capacity(sets.len());
        let mut views = Self { lists, patterns, homes: tiles.homes(limits)?, grid: tiles.grid };
        let mut room = *limits;
        for set in sets {
            let pattern = views.pattern(set, tiles.goal.vacancy(), &mut room)?;
            views.patterns.push(pattern);
        }
        Ok(views)
    }

    /// The pattern of the tiles that belong on a set of cells. `room` is what is left for tables.
    fn pattern(&self, set: u64, vacancy: usize, room: &mut Limits) -> Checked<Pattern> {
        let (table, image) = match self.same(set, vacancy) {
            Some(found) => found,
            None => (Rc::new(self.new_table(set, vacancy, room)?), (0..self.grid.cells()).collect()),
        };
        let mut homes = [None; MOST_CELLS];
        bits(set).for_each(|home| homes[image[home]] = Some(home));
        Ok(Pattern { table, image, homes: homes.into_iter().flatten().collect() })
    }

    /// The tables for `k` tiles.
    fn tables(&self, k: usize) -> impl Iterator<Item = &Rc<Table>> {
        self.patterns.iter().map(|pattern| &pattern.table).filter(move |table| table.blocks.k == k)
    }

    /// A table whose goal is an image of this one, and the images of the cells.
    fn same(&self, set: u64, vacancy: usize) -> Option<(Rc<Table>, Vec<usize>)> {
        self.grid.symmetries().find_map(|image| {
            let homes = bits(set).fold(0, |homes, home| homes | 1 << image[home]);
            let mut tables = self.tables(set.count_ones() as usize);
            let table =
                tables.find(|table| table.goal() == table.blocks.block(homes, image[vacancy]) * table.blocks.size);
            table.map(|table| (Rc::clone(table), image))
        })
    }

    fn new_table(&self, set: u64, vacancy: usize, room: &mut Limits) -> Checked<Table> {
        let k = set.count_ones() as usize;
        let blocks = if let Some(table) = self.tables(k).next() {
            Rc::clone(&table.blocks)
        } else {
            let blocks = Blocks::new(self.grid, k, room)?;
            room.memory = room.memory.saturating_sub(blocks.bytes);
            Rc::new(blocks)
        };
        let table = Table::build(&blocks, bits(set).collect(), vacancy, room)?;
        // In addition to the bytes there may be bits.
        room.memory = room.memory.saturating_sub(table.distance.len() as u64 / 8 * 9);
        Ok(table)
    }

    /// Where the tiles of a board are, and the vacancy.
    pub(crate) fn places(&self, board: &[Cell]) -> (Places, usize) {
        let (mut places, mut vacancy) = ([0; MOST_CELLS], 0);
        for (cell, &label) in board.iter().enumerate() {
            if label == VACANT {
                vacancy = cell;
            } else {
                places[self.homes[label as usize]] = cell;
            }
        }
        (places, vacancy)
    }

    /// The lower bound on the moves from a board.
    pub(crate) fn of(&self, board: &[Cell]) -> u64 {
        let (places, vacancy) = self.places(board);
        let moves = |&pattern: &usize| self.patterns[pattern].of(&places, vacancy);
        self.lists.iter().map(|list| list.iter().map(moves).sum()).max().unwrap_or(0)
    }
}

impl Pattern {
    /// How many moves its tiles need.
    pub(crate) fn of(&self, places: &Places, vacancy: usize) -> u64 {
        let mut images = [0; MOST_CELLS];
        for (image, &home) in images.iter_mut().zip(&self.homes) {
            *image = self.image[places[home]];
        }
        match self.table.distance[self.table.entry(&images[..self.homes.len()], self.image[vacancy])] {
            UNREACHED => FAR,
            moves => moves.into(),
        }
    }
}

/// The views by the numbers of their patterns, and these as sets of cells.
fn read_views(payload: &[u8], tiles: &Tiles) -> Checked<(Vec<Vec<usize>>, Vec<u64>)> {
    let (mut views, mut patterns) = (Vec::new(), Vec::new());
    for (number, line) in text::lines(payload)? {
        let mut read = |line: &str| match line.strip_prefix("view ") {
            Some(_) if views.len() == MOST_VIEWS => resource(format_args!("more than {MOST_VIEWS} views")),
            Some(view) => read_view(view, tiles, &mut patterns),
            None => refuse(format_args!("{} is no view", quote(line))),
        };
        views.push(line.and_then(&mut read).at(format_args!("line {number}"))?);
    }
    ensure(!views.is_empty(), "there is no view")?;
    Ok((views, patterns))
}

fn read_view(text: &str, tiles: &Tiles, patterns: &mut Vec<u64>) -> Checked<Vec<usize>> {
    let (mut view, mut all) = (Vec::new(), 0);
    for names in text.split(' ') {
        let set = read_pattern(names, tiles)?;
        ensure(all & set == 0, "two patterns of a view have a tile in common")?;
        all |= set;
        let known = patterns.iter().position(|&pattern| pattern == set);
        view.push(known.unwrap_or(patterns.len()));
        if known.is_none() {
            patterns.push(set);
        }
    }
    Ok(view)
}

/// Reads cells from 1 in ascending order, among them not the vacancy's at the goal.
fn read_pattern(names: &str, tiles: &Tiles) -> Checked<u64> {
    let mut set = 0;
    for name in names.split(',') {
        let cell = text::cell(name, tiles.grid.cells())?;
        ensure(cell != tiles.goal.vacancy(), "the vacancy is in a pattern")?;
        ensure(set >> cell == 0, "the cells of a pattern do not ascend")?;
        set |= 1 << cell;
    }
    Ok(set)
}
