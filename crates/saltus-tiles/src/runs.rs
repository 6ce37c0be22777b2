//! Sliding tiles where a run is one move: all tiles between the vacancy and a cell of its row or column go one cell at once.
//!
//! Runs are made of single moves, so that the same boards can be reached, and the same invariants decide it. Their number has no parity, and a run moves
//! tiles of several patterns: what counts single moves (Manhattan, pattern databases) bounds nothing here. Horizontal and vertical runs alternate in a
//! shortest play, for two in one line are one or none; see [`least`]. Small boards are searched from both ends, and surveyed bit by bit
//! ([`survey`]); larger ones have a play of single moves, its straight moves [merged].

use crate::closed::construction::{construct, homes};
use crate::rules::{Instance, Metric, Slide, vacancy};
use crate::search::arrangements::{rank, unrank};
use crate::search::beam::beam;
use crate::survey::Census;
use saltus_core::board::Cell;
use saltus_core::limits::{Limits, Stop};

/// Runs that every play has at least.
///
/// A vertical run takes each of at most `height - 1` tiles one row. So there are V of these: the most rows that one tile has to go, or the sum of all rows to go by `height - 1`, rounded up;
/// and H along rows. Runs of both kinds alternate: there are at least max(V + H, 2 max(V, H) - 1).
///
/// ```
/// let instance = saltus_tiles::read("tiles 3x3 4 1 3 7 2 6 0 5 8 metric=runs")?;
/// assert_eq!(saltus_tiles::runs::least(&instance), 3); // two along columns, one along rows
/// # Ok::<(), saltus_core::notation::BadInput>(())
/// ```
pub fn least(instance: &Instance) -> u32 {
    let Instance { height, width, .. } = *instance;
    let goal = instance.goal_cells();
    let homes = homes(instance, &goal);
    let along = |line_of: &dyn Fn(usize) -> usize, length: usize| {
        let tiles = (0..homes.len()).filter(|&cell| instance.start[cell] != 0);
        let ways = tiles.map(|cell| line_of(cell).abs_diff(line_of(homes[cell] as usize)));
        let (most, sum) = ways.fold((0, 0), |(most, sum), way| (way.max(most), way + sum));
        most.max(sum.div_ceil(length.saturating_sub(1).max(1))) as u32
    };
    let (vertical, horizontal) = (along(&|cell| cell / width, height), along(&|cell| cell % width, width));
    (vertical + horizontal).max((2 * vertical.max(horizontal)).saturating_sub(1))
}

/// The runs of a walk of the vacancy: steps in one line are one run, and none where they lead back.
fn straightened(start: usize, walk: impl Iterator<Item = usize>, width: usize) -> Vec<usize> {
    let is_line = |a: usize, b: usize| a / width == b / width || a % width == b % width;
    let mut stops = vec![start];
    for to in walk {
        match stops[..] {
            // In a single row or column, and only there, all cells are in one line.
            [.., before, last] if is_line(before, last) && is_line(before, to) && is_line(last, to) => {
                stops.pop();
                if before != to {
                    stops.push(to);
                }
            }
            _ => stops.push(to),
        }
    }
    stops
}

/// A play by runs from one by single moves.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::{closed::construction::construct, runs::merged};
///
/// let instance = saltus_tiles::read("tiles 2x3 3 0 2 4 1 5")?;
/// let single = construct(&instance, &Limits::default())?.unwrap();
/// assert!(merged(&instance, &single).len() < single.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merged(instance: &Instance, moves: &[Slide]) -> Vec<Slide> {
    let stops = straightened(vacancy(&instance.start), moves.iter().map(|slide| slide.from as usize), instance.width);
    let (mut cells, width) = (instance.start.clone(), instance.width);
    let run = |stops: &[usize]| {
        let (to, from) = (stops[0], stops[1]);
        let slide = Slide { tile: cells[from] as u16, from: from as Cell, to: to as Cell };
        let step = if to / width == from / width { 1 } else { width };
        let mut at = to;
        while at != from {
            let next = if from > at { at + step } else { at - step };
            cells.swap(at, next);
            at = next;
        }
        slide
    };
    stops.windows(2).map(run).collect()
}

/// Some play by runs, of short ones that are found at once; none where the goal cannot be reached.
///
/// # Errors
/// When the moves have no room in memory.
pub(crate) fn some_play(instance: &Instance, limits: &Limits<'_>) -> Result<Option<Vec<Slide>>, Stop> {
    let single = Instance { metric: Metric::Single, ..instance.clone() };
    let plays = [beam(&single, limits), construct(&single, limits)?];
    Ok(plays.into_iter().flatten().map(|moves| merged(instance, &moves)).min_by_key(Vec::len))
}

/// The most cells of a board that is surveyed.
pub const MOST_SURVEYED: usize = 12;

/// All arrangements that can be reached, by their distance in runs. An arrangement is the cell of the vacancy and the number of the order of the tiles in
/// reading order; of the orders, half have the parity that the row of the vacancy asks for. Four bits for each.
///
/// What a run along a column has reached needs no other along that column, which would have been the same run.
struct RunLayers<'a> {
    height: usize,
    width: usize,
    /// Tiles.
    tiles: usize,
    /// The row of the vacancy at the start.
    row: usize,
    /// Those that were reached.
    met: Vec<Vec<u64>>,
    /// The last layer, and what of it was reached along columns.
    last: Vec<Vec<u64>>,
    along_columns: Vec<Vec<u64>>,
    /// What is reached along columns from the last layer.
    next: Vec<Vec<u64>>,
    limits: &'a Limits<'a>,
}

/// An order of tiles, by the places where they stand at the start.
type TileOrder = [u8; MOST_SURVEYED - 1];

/// Bytes that a survey of a board of `cells` cells takes.
pub(crate) fn survey_bytes(cells: usize) -> Option<u64> {
    let orders = (2..cells as u64).try_fold(1u64, u64::checked_mul)?;
    (cells as u64 * 4).checked_mul(orders.div_ceil(128) * 8)
}

/// Surveys a board of two rows and columns or more, and [`MOST_SURVEYED`] cells at most, from a start with the vacancy in this cell.
///
/// ```
/// use saltus_core::limits::Limits;
///
/// let survey = saltus_tiles::runs::survey(2, 2, 3, &Limits::default())?;
/// assert_eq!((survey.states(), survey.depth()), (12, 6)); // no run is longer than a move
/// # Ok::<(), saltus_core::limits::Stop>(())
/// ```
///
/// # Errors
/// The limit that was reached.
///
/// # Panics
/// When the board is not of such a size.
pub fn survey(height: usize, width: usize, vacancy: usize, limits: &Limits<'_>) -> Result<Census, Stop> {
    let cells = height * width;
    assert!(height.min(width) > 1 && cells <= MOST_SURVEYED && vacancy < cells, "a board to be surveyed");
    limits.afford(survey_bytes(cells).unwrap_or(u64::MAX))?;
    let orders: usize = (3..cells).product();
    let bits = || vec![vec![0; orders.div_ceil(64)]; cells];
    let tiles = cells - 1;
    let row = vacancy / width;
    let (met, last, along_columns, next) = (bits(), bits(), bits(), bits());
    let mut space = RunLayers { height, width, tiles, row, met, last, along_columns, next, limits };
    // The start has the first of all orders.
    space.last[vacancy][0] = 1;
    space.met[vacancy][0] = 1;
    let (mut layers, mut farthest) = (vec![1], space.some());
    loop {
        let found = space.advance(layers.iter().sum())?;
        if found == 0 {
            break;
        }
        layers.push(found);
        farthest = space.some();
    }
    // Tiles are named by the cells where they stand at the start.
    let home = |&tile: &u8| if usize::from(tile) < vacancy { tile } else { tile + 1 };
    let (gap, order) = farthest;
    let mut homes: Vec<u8> = order[..tiles].iter().map(home).collect();
    homes.insert(gap, vacancy as u8);
    Ok(Census { layers, farthest: vec![homes] })
}

impl RunLayers<'_> {
    /// An arrangement of the last layer: where the vacancy is, and the order.
    fn some(&self) -> (usize, TileOrder) {
        let mut words =
            self.last.iter().enumerate().flat_map(|(gap, words)| words.iter().enumerate().map(move |word| (gap, word)));
        let (gap, (at, word)) = words.find(|(_, (_, word))| **word != 0).expect("a layer is not empty");
        (gap, self.order(gap, at * 64 + word.trailing_zeros() as usize))
    }

    /// Finds the next layer, and counts it; `nodes` were met before.
    fn advance(&mut self, nodes: u64) -> Result<u64, Stop> {
        for gap in 0..self.met.len() {
            self.limits.spend(nodes, 0)?;
            self.limits.report("runs", nodes, None);
            for at in 0..self.met[gap].len() {
                let mut left = self.last[gap][at] & !self.along_columns[gap][at];
                while left != 0 {
                    self.leave_column(gap, at * 64 + left.trailing_zeros() as usize);
                    left &= left - 1;
                }
            }
        }
        let mut found = 0;
        for row in (0..self.met.len()).step_by(self.width) {
            for at in 0..self.met[row].len() {
                // Runs in the row of the vacancy keep the order of the tiles.
                let along_row = self.last[row..row + self.width].iter().fold(0, |all, words| all | words[at]);
                for gap in row..row + self.width {
                    let fresh = !self.met[gap][at];
                    let along_column = std::mem::take(&mut self.next[gap][at]) & fresh;
                    let new = along_row & fresh | along_column;
                    self.met[gap][at] |= new;
                    (self.last[gap][at], self.along_columns[gap][at]) = (new, along_column);
                    found += u64::from(new.count_ones());
                }
            }
        }
        Ok(found)
    }

    /// In its column each tile that is pushed passes those between it and the cell that it comes to.
    fn leave_column(&mut self, gap: usize, number: usize) {
        let (order, width) = (self.order(gap, number), self.width);
        let (mut above, mut at) = (order, gap);
        while at >= width {
            above[at - width..at].rotate_left(1);
            at -= width;
            self.reach(at, &above);
        }
        let (mut below, mut at) = (order, gap);
        while at + width < self.height * width {
            below[at..at + width].rotate_right(1);
            at += width;
            self.reach(at, &below);
        }
    }

    fn reach(&mut self, gap: usize, order: &TileOrder) {
        let number = rank(self.tiles, &order[..self.tiles - 2]) as usize;
        self.next[gap][number / 64] |= 1 << (number % 64);
    }

    /// The order of a number among those of its parity, with the vacancy in this cell: each row that a tile passes costs as many exchanges as
    /// there are tiles in between. The last two tiles stand as the parity asks for.
    fn order(&self, gap: usize, number: usize) -> TileOrder {
        let mut order = TileOrder::default();
        let is_odd = unrank(2 * number as u32, &mut order[..self.tiles]);
        if is_odd != ((self.width - 1) * (gap / self.width).abs_diff(self.row) % 2 == 1) {
            order.swap(self.tiles - 2, self.tiles - 1);
        }
        order
    }
}
