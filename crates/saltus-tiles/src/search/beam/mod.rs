//! Beam search in stages: of each number of moves only the boards that look nearest to the goal of their stage are kept.
//!
//! It finds short plays of boards that are too large for a proof, and proves nothing. A stage adds the tiles of a row or column to those that are to
//! be at home; the last one adds all tiles that are left (`stages`). Small boards have one stage: that is a plain beam. On larger ones a plain
//! beam finds nothing, as thousands of boards differ only in tiles far from where anything is settled: two boards are therefore the same where the
//! tiles of the stage and of those before, and the vacancy, stand on the same cells. Beams are wider and wider until a limit is reached, and the
//! shortest play counts. Where there are pattern databases, another beam looks at these (`tables`).

mod met;
mod run;
mod stages;
pub(crate) mod tables;
#[cfg(test)]
mod tests;

use saltus_core::clock::Instant;
use saltus_core::limits::{Limits, Meter};

use crate::closed::construction::homes;
use crate::closed::solvability::{beside, is_solvable};
use crate::rules::{Instance, Slide, vacancy};
use stages::{FIRST_LAST, LAST, Stages};

/// The width of the first beam.
const NARROW: usize = 16;

/// The part of what is left that the next beam is to take: it may take longer than the last one says.
const SURE: f64 = 0.75;

/// The most cells of a board: cells and tiles have numbers of 16 bits, of which the last is for none.
const MOST_CELLS: usize = u16::MAX as usize;

/// A short play; none where beams within the limits find none.
///
/// ```
/// use saltus_core::limits::Limits;
/// use saltus_tiles::search::beam::beam;
///
/// let instance = saltus_tiles::read("tiles 5x5 random seed=1")?;
/// let limits = Limits { nodes: 1 << 16, ..Limits::default() };
/// let play = beam(&instance, &limits).expect("a play");
/// assert!(play.len() < 160);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn beam(instance: &Instance, limits: &Limits<'_>) -> Option<Vec<Slide>> {
    if instance.height.min(instance.width) == 1
        || instance.height * instance.width > MOST_CELLS
        || !is_solvable(instance)
    {
        return None;
    }
    let goal = instance.goal_cells();
    let start = homes(instance, &goal).into_iter().map(|home| home as u16).collect();
    let grid = BeamBoard::new(instance.height, instance.width, start, vacancy(&goal));
    // Narrow beams are lost in a large last stage, so that the first play is found with a small one.
    let (first, stages) = (Stages::new(&grid, FIRST_LAST), Stages::new(&grid, LAST));
    let mut meter = Meter::new(limits, "beam");
    let (mut best, mut wide, mut widest): (Option<Vec<u16>>, usize, usize) = (None, NARROW, NARROW);
    let least = (0..).zip(&grid.start).filter(|&(_, &tile)| tile != grid.gap);
    let least: u32 = least.map(|(cell, &tile)| grid.distance(cell, tile)).sum();
    for seed in 1.. {
        // No play is shorter than the tiles' ways. What is left at the end is for beams nearly as wide as the widest, that take other boards of
        // those that look alike.
        let is_shortest = best.as_ref().is_some_and(|best| best.len() == least as usize);
        if is_shortest || 4 * wide < widest {
            break;
        }
        let most = best.as_ref().map_or(usize::MAX, |best| best.len() - 1);
        let begun = (Instant::now(), meter.nodes());
        let stages = if best.is_none() { &first } else { &stages };
        match run::run(&grid, stages, (wide, seed), most, limits, &mut meter) {
            Ok(found) => best = found.or(best),
            Err(_) => break,
        }
        wide = next(wide, limits, begun, meter.nodes());
        widest = widest.max(wide);
    }
    let (mut cells, mut at) = (instance.start.clone(), vacancy(&instance.start));
    let slide = |&from: &u16| {
        let from = usize::from(from);
        let slide = Slide { tile: cells[from] as u16, from: from as u32, to: at as u32 };
        cells.swap(from, at);
        at = from;
        slide
    };
    let play: Vec<Slide> = best?.iter().map(slide).collect();
    debug_assert_eq!(cells, goal);
    Some(play)
}

/// The width of the next beam: twice as wide, or, where that one or the next but one would not end within the limits, as wide as they allow,
/// judged by what the last one took since it began.
fn next(wide: usize, limits: &Limits<'_>, began: (Instant, u64), nodes: u64) -> usize {
    let now = Instant::now();
    let of_nodes = limits.nodes.saturating_sub(nodes) as f64 / (nodes - began.1).max(1) as f64;
    let of_time = limits.deadline.map_or(f64::INFINITY, |deadline| {
        deadline.saturating_duration_since(now).as_secs_f64()
            / now.saturating_duration_since(began.0).as_secs_f64().max(1e-9)
    });
    let times = SURE * of_nodes.min(of_time);
    ((wide as f64 * if times > 3.0 { 2.0 } else { times }) as usize).max(NARROW)
}

/// No cell, beyond an edge.
const NONE: u16 = u16::MAX;

/// What does not change in play. A tile is named by the cell that it belongs on, the vacancy, too.
struct BeamBoard {
    height: usize,
    width: usize,
    start: Vec<u16>,
    /// The name of the vacancy.
    gap: u16,
    /// The row and the column of each cell.
    places: Vec<[u16; 2]>,
    /// The cells above, below, to the left and to the right of each.
    beside: Vec<[u16; 4]>,
}

impl BeamBoard {
    fn new(height: usize, width: usize, start: Vec<u16>, gap: usize) -> Self {
        let cells = height * width;
        let beside = (0..cells).map(|cell| beside(cell, cells, width).map(|to| to.map_or(NONE, |to| to as u16)));
        BeamBoard {
            height,
            width,
            start,
            gap: gap as u16,
            places: (0..cells).map(|cell| [(cell / width) as u16, (cell % width) as u16]).collect(),
            beside: beside.collect(),
        }
    }

    fn place(&self, cell: u16) -> [u16; 2] {
        self.places[usize::from(cell)]
    }

    fn distance(&self, cell: u16, tile: u16) -> u32 {
        let ([row, column], [home_row, home_column]) = (self.place(cell), self.place(tile));
        u32::from(row.abs_diff(home_row) + column.abs_diff(home_column))
    }
}
