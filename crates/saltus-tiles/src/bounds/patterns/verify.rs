//! The proof that a table is right, by looking at every entry and every move.
//!
//! A table holds the exact values if (1) of all entries that can be reached, the goal's alone has
//! value 0; (2) every move leads from what can be reached to what can be reached, and changes the
//! value by exactly 1; (3) every value above 0 is lowered by some move. For by (2) no value is
//! above the distance, which makes the bound admissible; by (3) and (1) each value is the length of
//! some path to the goal; and entries marked as out of reach are so, as no move leads there from
//! the goal.
//!
//! This code shares nothing with the construction: it finds cells, regions, arrangements and sums
//! in another way.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::table::{ValueTable, Width};
use saltus_core::limits::{Limits, Stop};
use saltus_core::threads;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Entries.
    pub entries: u64,
    /// Those that cannot be reached.
    pub unreached: u64,
    /// The greatest value.
    pub most: u32,
    /// Moves that were looked at, each from both ends.
    pub moves: u64,
}

/// Why a table is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is wrong.
    Wrong {
        /// The entry, counted from 0, and its meaning.
        place: String,
        /// The law broken there.
        why: String,
    },
    /// A limit was reached.
    Stop(Stop),
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refusal::Wrong { place, why } => write!(f, "{place}: {why}"),
            Refusal::Stop(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for Refusal {}

/// Verifies a table.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::bounds::patterns::{Pattern, build::Shape, table::ValueTable, verify::verify};
///
/// let (pattern, shape) = (Pattern::new(2, 3, 5, &[0, 1]), Shape::new(2, 3, 2));
/// let (table, _) = ValueTable::build(&shape, &pattern, &Limits::default()).unwrap();
/// assert_eq!(verify(&table, &Limits::default()).unwrap().entries, 40);
/// ```
///
/// # Errors
/// The first fault in the order of entries, or the limit that was reached.
pub fn verify(table: &ValueTable, limits: &Limits<'_>) -> Result<Verified, Refusal> {
    let proof = Proof::new(table);
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Findings { entries: 0, unreached: 0, most: 0, moves: 0, wrong: None });
    let sets = proof.sets.len();
    let worker = |_| -> Result<(), Stop> {
        let mut room = Room::new(&proof);
        loop {
            let set = next.fetch_add(1, Relaxed);
            if set >= sets {
                return Ok(());
            }
            let found = proof.set(set, &mut room);
            let mut total = total.lock().expect("no panic");
            total.add(&found);
            limits.report("verifying a table", total.entries, Some(table.entries() as u64));
            drop(total);
            limits.spend(0, 0)?;
        }
    };
    threads::try_run(limits.threads, &worker).map_err(Refusal::Stop)?;
    let Findings { entries, unreached, most, moves, wrong } = total.into_inner().expect("no panic");
    if let Some((number, why)) = wrong {
        return Err(Refusal::Wrong { place: proof.place(number), why: why.into() });
    }
    if table.width() == Width::Eight && proof.largest_stored() < 15 {
        return Err(Refusal::Wrong { place: "the entries".into(), why: "8 bits each where 4 would do".into() });
    }
    Ok(Verified { entries, unreached, most, moves })
}

/// What was found in some sets.
struct Findings {
    entries: u64,
    unreached: u64,
    most: u32,
    moves: u64,
    /// The first entry that breaks a law, and the law.
    wrong: Option<(u64, &'static str)>,
}

impl Findings {
    fn add(&mut self, other: &Findings) {
        self.entries += other.entries;
        self.unreached += other.unreached;
        self.most = self.most.max(other.most);
        self.moves += other.moves;
        self.wrong = match (self.wrong, other.wrong) {
            (Some(mine), Some(theirs)) => Some(if mine.0 <= theirs.0 { mine } else { theirs }),
            (mine, theirs) => mine.or(theirs),
        };
    }

    fn break_law(&mut self, entry: u64, law: &'static str) {
        self.add(&Findings { entries: 0, unreached: 0, most: 0, moves: 0, wrong: Some((entry, law)) });
    }
}

/// A set of cells, and the regions that it leaves.
struct Set {
    cells: u32,
    regions: Vec<u32>,
    /// The number of its first block.
    first: usize,
}

/// The table and its surroundings.
struct Proof<'a> {
    table: &'a ValueTable,
    height: usize,
    width: usize,
    goal: Vec<usize>,
    sets: Vec<Set>,
    /// The tiles on the places of a set, for every arrangement in turn.
    orders: Vec<Vec<u8>>,
    /// The number of every arrangement.
    numbers: HashMap<Vec<u8>, usize>,
    goal_entry: usize,
}

/// What a thread needs for one set.
struct Room {
    sums: Vec<i16>,
    lowered: Vec<bool>,
    /// What becomes of arrangements when the tile on a place goes to another.
    ways: HashMap<(usize, usize), Vec<u16>>,
}

impl Room {
    fn new(proof: &Proof<'_>) -> Self {
        Room { sums: vec![0; proof.orders.len()], lowered: vec![false; proof.orders.len()], ways: HashMap::new() }
    }
}

impl<'a> Proof<'a> {
    fn new(table: &'a ValueTable) -> Self {
        let pattern = table.pattern();
        let (height, width) = (pattern.height(), pattern.width());
        let goal: Vec<usize> = pattern.cells().iter().map(|&cell| cell.into()).collect();
        let mut masks = Vec::new();
        subsets(height * width, goal.len(), 0, &mut masks);
        let (mut sets, mut first) = (Vec::with_capacity(masks.len()), 0);
        for cells in masks {
            let regions = regions(height, width, cells);
            let many = regions.len();
            sets.push(Set { cells, regions, first });
            first += many;
        }
        let mut orders = Vec::new();
        permutations(goal.len(), &mut Vec::new(), &mut orders);
        assert_eq!(first * orders.len(), table.entries(), "the size was checked when the table was made");
        let numbers = orders.iter().cloned().zip(0..).collect();
        let mut proof = Proof { table, height, width, goal, sets, orders, numbers, goal_entry: 0 };
        let home = proof.find(proof.goal.iter().map(|cell| 1 << cell).sum());
        proof.goal_entry = proof.block(home, pattern.last_vacancy()) * proof.orders.len();
        proof
    }

    /// The number of a set.
    fn find(&self, cells: u32) -> usize {
        self.sets.binary_search_by_key(&cells, |set| set.cells).expect("all sets of this size are there")
    }

    /// The block of a set whose region holds a cell.
    fn block(&self, set: usize, cell: usize) -> usize {
        let Set { regions, first, .. } = &self.sets[set];
        first + regions.iter().position(|region| region >> cell & 1 == 1).expect("the cell is free")
    }

    fn apart(&self, a: usize, b: usize) -> i16 {
        ((a / self.width).abs_diff(b / self.width) + (a % self.width).abs_diff(b % self.width)) as i16
    }

    /// Looks at all entries of a set.
    fn set(&self, number: usize, room: &mut Room) -> Findings {
        let Set { cells, regions, first } = &self.sets[number];
        let places: Vec<usize> = (0..32).filter(|cell| cells >> cell & 1 == 1).collect();
        room.sums.fill(0);
        for (place, &cell) in places.iter().enumerate() {
            let ways: Vec<i16> = self.goal.iter().map(|&home| self.apart(cell, home)).collect();
            room.sums.iter_mut().zip(&self.orders).for_each(|(sum, order)| *sum += ways[usize::from(order[place])]);
        }
        let mut found = Findings { entries: 0, unreached: 0, most: 0, moves: 0, wrong: None };
        for (block, region) in (*first..).zip(regions) {
            room.lowered.fill(false);
            for (from, &cell) in places.iter().enumerate() {
                for free in self.beside(cell).into_iter().flatten().filter(|free| region >> free & 1 == 1) {
                    self.moves(block, &places, (from, cell, free), room, &mut found);
                }
            }
            self.block_alone(block, room, &mut found);
        }
        found
    }

    /// Looks at the moves of the tile on a place of the set to a free cell, in every arrangement.
    fn moves(&self, block: usize, places: &[usize], way: (usize, usize, usize), room: &mut Room, found: &mut Findings) {
        let (from, cell, free) = way;
        let mask: u32 = places.iter().map(|cell| 1 << cell).sum();
        let to = places.iter().filter(|&&other| other != cell && other < free).count();
        let there = self.block(self.find(mask & !(1 << cell) | 1 << free), cell);
        let after = room.ways.entry((from, to)).or_insert_with(|| self.way(from, to));
        let change: Vec<i16> = self.goal.iter().map(|&home| self.apart(free, home) - self.apart(cell, home)).collect();
        let (width, payload, many) = (self.table.width(), self.table.payload(), self.orders.len());
        for (number, order) in self.orders.iter().enumerate() {
            let here = width.entry(payload, block * many + number);
            let next = width.entry(payload, there * many + usize::from(after[number]));
            match (here, next) {
                (Some(here), Some(next)) => {
                    // The sum of the other tiles cancels.
                    let step = change[usize::from(order[from])] + 2 * (i16::from(next) - i16::from(here));
                    room.lowered[number] |= step == -1;
                    if step.abs() != 1 {
                        found.break_law((block * many + number) as u64, "a move changes the value by more than 1");
                    }
                }
                (None, None) => {}
                _ => found
                    .break_law((block * many + number) as u64, "a move leads out of what can be reached, or into it"),
            }
        }
        found.moves += many as u64;
    }

    /// Looks at the entries of a block without their moves, which have been looked at.
    fn block_alone(&self, block: usize, room: &Room, found: &mut Findings) {
        for (number, sum) in room.sums.iter().enumerate() {
            let entry = block * self.orders.len() + number;
            found.entries += 1;
            let Some(stored) = self.table.width().entry(self.table.payload(), entry) else {
                found.unreached += 1;
                if entry == self.goal_entry {
                    found.break_law(entry as u64, "the goal is marked as out of reach");
                }
                continue;
            };
            let value = *sum as u32 + 2 * u32::from(stored);
            found.most = found.most.max(value);
            if (value == 0) != (entry == self.goal_entry) {
                found.break_law(entry as u64, "the goal has value 0, and nothing else");
            } else if value > 0 && !room.lowered[number] {
                found.break_law(entry as u64, "no move lowers the value");
            }
        }
    }

    /// The cells beside a cell.
    fn beside(&self, cell: usize) -> [Option<usize>; 4] {
        let (row, column) = (cell / self.width, cell % self.width);
        [
            (column > 0).then(|| cell - 1),
            (column + 1 < self.width).then(|| cell + 1),
            (row > 0).then(|| cell - self.width),
            (row + 1 < self.height).then(|| cell + self.width),
        ]
    }

    /// What becomes of arrangements when the tile on one place goes to another and those between
    /// give way.
    fn way(&self, from: usize, to: usize) -> Vec<u16> {
        let moved = |order: &Vec<u8>| {
            let mut after: Vec<u8> =
                order.iter().enumerate().filter(|(place, _)| *place != from).map(|(_, tile)| *tile).collect();
            after.insert(to, order[from]);
            self.numbers[&after] as u16
        };
        self.orders.iter().map(moved).collect()
    }

    /// The greatest number stored, apart from the mark.
    fn largest_stored(&self) -> u8 {
        let entries =
            (0..self.table.entries()).filter_map(|number| self.table.width().entry(self.table.payload(), number));
        entries.max().unwrap_or_default()
    }

    /// An entry in words.
    fn place(&self, entry: u64) -> String {
        let (block, order) = (entry as usize / self.orders.len(), &self.orders[entry as usize % self.orders.len()]);
        let set = &self.sets[self.sets.partition_point(|set| set.first <= block) - 1];
        let cells = (0..32).filter(|cell| set.cells >> cell & 1 == 1);
        let tiles =
            cells.zip(order).map(|(cell, &tile)| format!("{} on {}", self.goal[usize::from(tile)] + 1, cell + 1));
        let vacancy = set.regions[block - set.first].trailing_zeros() + 1;
        format!("entry {entry} (tiles {}, vacancy on {vacancy})", tiles.collect::<Vec<_>>().join(", "))
    }
}

/// Appends all sets of `size` of the first cells, each with `above`, ascending: the sets without
/// the last cell come first.
fn subsets(cells: usize, size: usize, above: u32, all: &mut Vec<u32>) {
    if size == 0 {
        all.push(above);
    } else if size <= cells {
        subsets(cells - 1, size, above, all);
        subsets(cells - 1, size - 1, above | 1 << (cells - 1), all);
    }
}

/// The connected parts of the cells outside of a set: a part grows by all neighbours of its cells
/// at a time.
fn regions(height: usize, width: usize, set: u32) -> Vec<u32> {
    let all = ((1u64 << (height * width)) - 1) as u32;
    let first_column: u32 = (0..height).map(|row| 1 << (row * width)).sum();
    let last_column = first_column << (width - 1);
    let mut left = all & !set;
    let mut regions = Vec::new();
    while left != 0 {
        let mut region = left & left.wrapping_neg();
        loop {
            let sideways = (region & !last_column) << 1 | (region & !first_column) >> 1;
            let along = (u64::from(region) << width) as u32 | (u64::from(region) >> width) as u32;
            let grown = (region | sideways | along) & left;
            if grown == region {
                break;
            }
            region = grown;
        }
        regions.push(region);
        left &= !region;
    }
    regions
}

/// All arrangements of `size` tiles after a beginning, in lexicographic order.
fn permutations(size: usize, begin: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) {
    if begin.len() == size {
        all.push(begin.clone());
    }
    for tile in 0..size as u8 {
        if !begin.contains(&tile) {
            begin.push(tile);
            permutations(size, begin, all);
            begin.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::patterns::Pattern;
    use crate::bounds::patterns::build::Shape;
    use crate::bounds::patterns::naive::{patterns, values};

    fn limits() -> Limits<'static> {
        Limits { threads: 2, ..Limits::default() }
    }

    fn built(pattern: &Pattern) -> (Shape, ValueTable) {
        let shape = Shape::new(pattern.height(), pattern.width(), pattern.tiles());
        let table = ValueTable::build(&shape, pattern, &limits()).expect("no limit").0;
        (shape, table)
    }

    #[test]
    fn right_tables_pass() {
        for pattern in patterns().into_iter().step_by(3) {
            let verified = verify(&built(&pattern).1, &limits()).expect("it is right");
            let naive = values(&pattern);
            assert_eq!(Some(verified.most), naive.values().max().copied(), "{pattern:?}");
        }
        let pattern = Pattern::new(2, 4, 7, &[0, 1, 2, 3, 4, 5, 6]);
        let verified = verify(&built(&pattern).1, &limits()).expect("it is right");
        assert_eq!((verified.entries, verified.unreached), (40320, 20160));
    }

    #[test]
    fn no_entry_can_be_changed() {
        for (height, width, vacancy, cells) in
            [(2, 2, 3, &[0, 1][..]), (1, 4, 1, &[0, 3]), (2, 3, 0, &[1, 4, 5]), (2, 2, 0, &[1, 2, 3])]
        {
            let pattern = Pattern::new(height, width, vacancy, cells);
            let (shape, table) = built(&pattern);
            for entry in 0..table.entries() {
                for stored in
                    (0..16).filter(|&stored| table.width().entry(table.payload(), entry).unwrap_or(15) != stored)
                {
                    let mut payload = table.payload().to_vec();
                    let shift = 4 * (entry % 2);
                    payload[entry / 2] = payload[entry / 2] & !(15 << shift) | stored << shift;
                    let changed = ValueTable::from_payload(&shape, pattern.clone(), Width::Four, payload);
                    let refused = verify(&changed, &limits());
                    assert!(matches!(refused, Err(Refusal::Wrong { .. })), "{pattern:?} {entry} {stored} {refused:?}");
                }
            }
        }
    }

    #[test]
    fn a_table_of_another_goal_is_refused() {
        let shape = Shape::new(3, 3, 2);
        let own = built(&Pattern::new(3, 3, 8, &[0, 1])).1;
        let other = Pattern::new(3, 3, 8, &[0, 3]);
        let mixed = ValueTable::from_payload(&shape, other, own.width(), own.payload().to_vec());
        assert!(matches!(verify(&mixed, &limits()), Err(Refusal::Wrong { .. })));
        // All out of reach, or all at home.
        for byte in [0xff, 0x00] {
            let payload = vec![byte; own.payload().len()];
            let empty = ValueTable::from_payload(&shape, own.pattern().clone(), own.width(), payload);
            assert!(matches!(verify(&empty, &limits()), Err(Refusal::Wrong { .. })));
        }
    }

    #[test]
    fn the_place_is_named() {
        let pattern = Pattern::new(2, 2, 3, &[0, 1]);
        let (shape, table) = built(&pattern);
        let mut payload = table.payload().to_vec();
        // The set 23 with the vacancy on 1: tile 1 on 3, tile 2 on 2.
        payload[2] ^= 0x10;
        let changed = ValueTable::from_payload(&shape, pattern, Width::Four, payload);
        let Err(Refusal::Wrong { place, why }) = verify(&changed, &limits()) else { panic!("it is wrong") };
        // The first neighbour finds it out.
        assert_eq!(place, "entry 0 (tiles 1 on 1, 2 on 2, vacancy on 3)");
        assert_eq!(why, "a move changes the value by more than 1");
    }
}
