//! The engines against a plain recursive search that computes every bound from scratch.

mod closed_set;
mod schedule;
mod search;

use super::views::{PatternViews, ServedPattern};
use crate::bounds::patterns::symmetry::GridSymmetry;
use crate::bounds::patterns::{Pattern, store};
use saltus_core::board::Board;
use saltus_core::limits::Limits;
use saltus_core::random::Random;

/// Rows, columns and the vacancy's goal cell.
type GoalSize = (usize, usize, usize);

/// A view of these patterns: one symmetry for all, or none where each pattern is served by its least
/// image.
fn view((height, width, vacancy): GoalSize, patterns: &[Vec<u8>], map: Option<&GridSymmetry>) -> Vec<ServedPattern> {
    let part = |cells: &Vec<u8>| {
        let pattern = Pattern::new(height, width, vacancy, cells);
        let (table, map) = map.map_or_else(|| pattern.canonical(), |map| (pattern.image(map), map.clone()));
        ServedPattern::new(store::table(&table, &Limits::default()).expect("no limit"), map)
    };
    patterns.iter().map(part).collect()
}

/// All tiles in patterns of at most `most`, at random.
fn partition((height, width, vacancy): GoalSize, most: usize, random: &mut Random) -> Vec<Vec<u8>> {
    let mut cells: Vec<u8> = (0..(height * width) as u8).filter(|&cell| usize::from(cell) != vacancy).collect();
    random.shuffle(&mut cells);
    cells.chunks(most).map(<[u8]>::to_vec).collect()
}

/// A view of random patterns for each map.
fn views(size: GoalSize, most: usize, maps: &[Option<&GridSymmetry>], random: &mut Random) -> PatternViews {
    let (height, width, vacancy) = size;
    let list = maps.iter().map(|map| view(size, &partition(size, most, random), *map)).collect();
    PatternViews { height, width, vacancy, list }
}

/// A position `moves` random moves from the goal, none of which turns back.
fn walked((height, width, vacancy): GoalSize, moves: usize, random: &mut Random) -> Vec<u8> {
    let board = Board::grid(height, width);
    let mut position: Vec<u8> = (0..(height * width) as u8).collect();
    let (mut now, mut last) = (vacancy, 4);
    for _ in 0..moves {
        let ways: Vec<usize> = (0..4).filter(|&way| way ^ 1 != last && board.step(now as u32, way).is_some()).collect();
        last = ways[random.below(ways.len())];
        let next = board.step(now as u32, last).expect("a way") as usize;
        position.swap(now, next);
        now = next;
    }
    position
}
