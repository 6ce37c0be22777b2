//! The truth about sliding tiles: rules, pattern databases and forbidden words, all by the slow and
//! obvious way.

use crate::support::Row;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, VecDeque};
use std::fmt::Write;

/// Rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) usize, pub(crate) usize);

impl Size {
    pub(crate) fn cells(self) -> usize {
        self.0 * self.1
    }

    /// All pairs of cells that are next to each other, the lower one first.
    fn pairs(self) -> Vec<(usize, usize)> {
        let all = || 0..self.cells();
        let across = all().filter(|cell| cell % self.1 + 1 < self.1).map(|cell| (cell, cell + 1));
        let down = all().filter(|cell| cell / self.1 + 1 < self.0).map(|cell| (cell, cell + self.1));
        across.chain(down).collect()
    }

    /// Directions of the vacancy: west, east, north, south.
    fn direction(from: usize, to: usize) -> usize {
        match (to < from, to.abs_diff(from) == 1) {
            (true, true) => 0,
            (false, true) => 1,
            (true, false) => 2,
            (false, false) => 3,
        }
    }

    /// Where the vacancy may go, by direction. On one column a step of 1 is one down or up.
    pub(crate) fn ways(self, cell: usize) -> Vec<(usize, usize)> {
        let ends = |&(a, b): &(usize, usize)| (a == cell).then_some(b).or((b == cell).then_some(a));
        let direction = |to: usize| Self::direction(cell, to) + if self.1 == 1 { 2 } else { 0 };
        let mut ways: Vec<_> = self.pairs().iter().filter_map(ends).map(|to| (direction(to), to)).collect();
        ways.sort_unstable();
        ways
    }

    fn steps(self, a: usize, b: usize) -> u32 {
        let (columns, rows) = ((a % self.1).abs_diff(b % self.1), (a / self.1).abs_diff(b / self.1));
        (columns + rows) as u32
    }

    /// The goal of a line without `to`.
    pub(crate) fn usual_goal(self) -> Row {
        (1..self.cells() as u8).chain([0]).collect()
    }
}

pub(crate) fn place(row: &[u8], tile: u8) -> usize {
    row.iter().position(|&other| other == tile).unwrap()
}

/// Every board one move away, with the cell (from 1) that the move leaves.
pub(crate) fn successors(size: Size, row: &[u8]) -> Vec<(usize, Row)> {
    let pairs = size.pairs().into_iter().filter(|&(a, b)| row[a] == 0 || row[b] == 0);
    let swapped = |(a, b): (usize, usize)| {
        let mut after = row.to_vec();
        after.swap(a, b);
        (if row[a] == 0 { b + 1 } else { a + 1 }, after)
    };
    pairs.map(swapped).collect()
}

/// Everything that can be reached, with its distance.
pub(crate) fn distances(size: Size, start: &[u8]) -> BTreeMap<Row, u32> {
    let mut distance = BTreeMap::from([(start.to_vec(), 0)]);
    let mut queue = VecDeque::from([start.to_vec()]);
    while let Some(row) = queue.pop_front() {
        let next = distance[&row] + 1;
        for (_, after) in successors(size, &row) {
            if !distance.contains_key(&after) {
                distance.insert(after.clone(), next);
                queue.push_back(after);
            }
        }
    }
    distance
}

/// The canonical line.
pub(crate) fn line(size: Size, start: &[u8], goal: &[u8]) -> String {
    let words = |row: &[u8]| row.iter().fold(String::new(), |text, cell| text + " " + &cell.to_string());
    let first: Row = (0..size.cells() as u8).collect();
    let to = match goal {
        goal if goal == size.usual_goal() => String::new(),
        goal if goal == first => " to blank-first".into(),
        goal => format!(" to{}", words(goal)),
    };
    format!("tiles {}x{}{}{to}", size.0, size.1, words(start))
}

pub(crate) fn manhattan(size: Size, row: &[u8], goal: &[u8]) -> i64 {
    let tiles = (0..row.len()).filter(|&cell| row[cell] != 0);
    let homes = |cell: usize| (0..goal.len()).filter(move |&home| goal[home] == row[cell]);
    tiles.map(|cell| homes(cell).map(|home| i64::from(size.steps(cell, home))).min().unwrap()).sum()
}

/// A pattern database, from the definition.
#[derive(Clone)]
pub(crate) struct Naive {
    pub(crate) size: Size,
    /// The cells where the tiles of the pattern belong.
    pub(crate) homes: Vec<usize>,
    pub(crate) vacancy: usize,
    /// By the cells of the tiles and the vacancy, the moves of the pattern's tiles to the goal.
    pub(crate) moves: HashMap<(Vec<usize>, usize), u32>,
}

impl Naive {
    /// By Dijkstra's algorithm on single cells of the vacancy, whose moves past other tiles cost
    /// nothing.
    pub(crate) fn new(size: Size, homes: &[usize], vacancy: usize) -> Self {
        let mut moves = HashMap::new();
        let mut queue = BinaryHeap::from([Reverse((0, homes.to_vec(), vacancy))]);
        while let Some(Reverse((cost, tiles, vacancy))) = queue.pop() {
            if moves.contains_key(&(tiles.clone(), vacancy)) {
                continue;
            }
            moves.insert((tiles.clone(), vacancy), cost);
            for (_, next) in size.ways(vacancy) {
                let mut after = tiles.clone();
                match tiles.iter().position(|&tile| tile == next) {
                    Some(tile) => {
                        after[tile] = vacancy;
                        queue.push(Reverse((cost + 1, after, next)));
                    }
                    None => queue.push(Reverse((cost, after, next))),
                }
            }
        }
        Self { size, homes: homes.to_vec(), vacancy, moves }
    }

    /// The cells of the vacancy's region, ascending.
    fn region(&self, tiles: &[usize], vacancy: usize) -> Vec<usize> {
        let mut seen = vec![vacancy];
        let mut at = 0;
        while at < seen.len() {
            let next = self.size.ways(seen[at]).into_iter().map(|(_, to)| to);
            let new: Vec<usize> = next.filter(|to| !tiles.contains(to) && !seen.contains(to)).collect();
            seen.extend(new);
            at += 1;
        }
        seen.sort_unstable();
        seen
    }

    /// Whether a region is the largest that the tiles leave, of equals the first.
    fn is_main(&self, tiles: &[usize], region: &[usize]) -> bool {
        let free = (0..self.size.cells()).filter(|cell| !tiles.contains(cell));
        let others = free.map(|cell| self.region(tiles, cell));
        others.max_by_key(|other| (other.len(), Reverse(other[0]))).is_some_and(|main| main == region)
    }

    /// The moves of all entries, none of an unreached one.
    pub(crate) fn values(&self) -> Vec<Option<u32>> {
        let mut places = vec![Vec::new()];
        for _ in &self.homes {
            let longer = |tiles: &Vec<usize>| {
                let free = (0..self.size.cells()).filter(|cell| !tiles.contains(cell)).collect::<Vec<_>>();
                free.into_iter().map(|cell| [tiles.as_slice(), &[cell]].concat()).collect::<Vec<_>>()
            };
            places = places.iter().flat_map(longer).collect();
        }
        let mut entries = BTreeMap::new();
        for tiles in places {
            for vacancy in (0..self.size.cells()).filter(|cell| !tiles.contains(cell)) {
                let set: u64 = tiles.iter().map(|&cell| 1 << cell).sum();
                let mut order: Vec<usize> = (0..tiles.len()).collect();
                order.sort_unstable_by_key(|&tile| tiles[tile]);
                let value = self.moves.get(&(tiles.clone(), vacancy)).copied();
                let region = self.region(&tiles, vacancy);
                let before = entries.insert((!self.is_main(&tiles, &region), set, region[0], order), value);
                assert!(before.is_none_or(|before| before == value), "all cells of a region are alike");
            }
        }
        entries.into_values().collect()
    }

    /// The payload with these moves.
    pub(crate) fn pack(&self, moves: &[Option<u32>]) -> Vec<u8> {
        let bit = |moves: Option<u32>| moves.map_or(0, |moves| u64::from(moves >> 1 & 1));
        let word = |moves: &[Option<u32>]| moves.iter().rev().fold(0, |word: u64, moves| word << 1 | bit(*moves));
        let blocks = moves.chunks((1..=self.homes.len()).product());
        blocks.flat_map(|block| block.chunks(64)).flat_map(|moves| word(moves).to_le_bytes()).collect()
    }

    /// The moves needed from a board.
    pub(crate) fn of(&self, row: &[u8], goal: &[u8]) -> Option<u32> {
        let tiles = self.homes.iter().map(|&home| place(row, goal[home])).collect();
        self.moves.get(&(tiles, place(row, 0))).copied()
    }
}

/// A table file with these moves.
pub(crate) fn table_file(naive: &Naive, moves: &[Option<u32>]) -> Vec<u8> {
    table_bytes(naive, moves.len(), &naive.pack(moves))
}

pub(crate) fn table_bytes(naive: &Naive, entries: usize, payload: &[u8]) -> Vec<u8> {
    let Size(rows, columns) = naive.size;
    let pattern = naive.homes.iter().map(|home| (home + 1).to_string()).collect::<Vec<_>>().join(" ");
    let mut header =
        format!("saltus table 3\nboard {rows}x{columns}\nvacancy {}\npattern {pattern}\n", naive.vacancy + 1);
    let (bytes, sum) = (payload.len(), crc32fast::hash(payload));
    write!(header, "entries {entries}\nbytes {bytes:020}\npayload {sum:08x}\nsha256 0\ncode 2\n").unwrap();
    writeln!(header, "header {:08x}", crc32fast::hash(header.as_bytes())).unwrap();
    [header.as_bytes(), payload].concat()
}

/// Lists of patterns for one goal.
pub(crate) struct NaiveViews {
    pub(crate) views: Vec<Vec<Naive>>,
}

impl NaiveViews {
    pub(crate) fn new(size: Size, goal: &[u8], views: &[Vec<Vec<usize>>]) -> Self {
        let pattern = |homes: &Vec<usize>| Naive::new(size, homes, place(goal, 0));
        Self { views: views.iter().map(|view| view.iter().map(pattern).collect()).collect() }
    }

    /// The payload of the block `tables`.
    pub(crate) fn block(&self) -> String {
        let names = |naive: &Naive| naive.homes.iter().map(|home| (home + 1).to_string()).collect::<Vec<_>>().join(",");
        let mut text = String::new();
        for view in &self.views {
            writeln!(text, "view {}", view.iter().map(names).collect::<Vec<_>>().join(" ")).unwrap();
        }
        text
    }

    /// The bound; none when there is no play for some pattern.
    pub(crate) fn of(&self, row: &[u8], goal: &[u8]) -> Option<i64> {
        let sum = |view: &Vec<Naive>| view.iter().map(|naive| naive.of(row, goal).map(i64::from)).sum::<Option<i64>>();
        self.views.iter().map(sum).collect::<Option<Vec<i64>>>()?.into_iter().max()
    }
}
