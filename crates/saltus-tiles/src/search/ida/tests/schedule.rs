//! Tiers, and the lengths that they lead to.

use std::collections::{HashMap, VecDeque};

use super::super::schedule::{LONGEST_WORD, Partition, certifying, largest, serves, solve, tiers};
use super::GoalSize;
use crate::bounds::patterns::symmetry::GridSymmetry;
use crate::bounds::patterns::{MOST_CELLS, MOST_TILES};
use saltus_core::board::Board;
use saltus_core::limits::Limits;

/// Moves from each position to the goal.
fn distances((height, width, vacancy): GoalSize) -> HashMap<Vec<u8>, u32> {
    let board = Board::grid(height, width);
    let goal: Vec<u8> = (0..(height * width) as u8).collect();
    let (mut known, mut queue) = (HashMap::from([(goal.clone(), 0)]), VecDeque::from([goal]));
    while let Some(position) = queue.pop_front() {
        let now = position.iter().position(|&home| usize::from(home) == vacancy).expect("a vacancy");
        let distance = known[&position] + 1;
        for next in board.neighbours(now as u32) {
            let mut there = position.clone();
            there.swap(now, next as usize);
            known.entry(there.clone()).or_insert_with(|| {
                queue.push_back(there);
                distance
            });
        }
    }
    known
}

/// Where a walk of the vacancy leads.
fn replayed((height, width, vacancy): GoalSize, position: &[u8], walk: &[u8]) -> Vec<u8> {
    let (board, mut position) = (Board::grid(height, width), position.to_vec());
    for &direction in walk {
        let now = position.iter().position(|&home| usize::from(home) == vacancy).expect("a vacancy");
        position.swap(now, board.step(now as u32, direction.into()).expect("on the board") as usize);
    }
    position
}

/// Every `step`-th position, in order.
fn lengths_are_distances(size: GoalSize, step: usize) {
    let known = distances(size);
    let mut positions: Vec<&Vec<u8>> = known.keys().collect();
    positions.sort_unstable();
    for position in positions.into_iter().step_by(step) {
        let mut failed = None;
        let solved = solve(size, position, &Limits::default(), &mut |iteration| {
            failed = (!iteration.found).then_some(iteration).or(failed);
        })
        .expect("no limit");
        assert_eq!(solved.walk.len() as u32, known[position], "{size:?} {position:?}");
        assert!(replayed(size, position, &solved.walk).is_sorted(), "{size:?} {position:?}");
        let transcript = &solved.transcript;
        assert_eq!(transcript.words, LONGEST_WORD);
        assert_eq!(transcript.threshold, known[position].saturating_sub(2), "{size:?} {position:?}");
        let below: u64 = transcript.below.iter().map(|(count, times)| count * times).sum();
        assert_eq!(transcript.above + below, failed.map_or(0, |failed| failed.nodes), "{size:?} {position:?}");
    }
}

#[test]
fn lengths_on_four_and_six_cells() {
    for (height, width) in [(2, 2), (2, 3), (3, 2)] {
        for vacancy in 0..height * width {
            lengths_are_distances((height, width, vacancy), 1);
        }
    }
}

#[test]
fn lengths_on_eight_and_nine_cells() {
    for (size, step) in [((3, 3, 8), 397), ((3, 3, 0), 1597), ((3, 3, 1), 1597), ((3, 3, 4), 1597)] {
        lengths_are_distances(size, step);
    }
    for (size, step) in [((2, 4, 7), 41), ((2, 4, 1), 97), ((4, 2, 3), 97)] {
        lengths_are_distances(size, step);
    }
}

/// Rows, columns and goals of all boards that the schedule serves.
fn boards() -> impl Iterator<Item = GoalSize> {
    let sizes = (1..=MOST_CELLS).flat_map(|height| (1..=MOST_CELLS).map(move |width| (height, width)));
    let served = sizes.filter(|&(height, width)| serves(height, width));
    served.flat_map(|(height, width)| (0..height * width).map(move |vacancy| (height, width, vacancy)))
}

fn is_sound(size: GoalSize, partition: &Partition) {
    let (height, width, vacancy) = size;
    let mut cells = partition.patterns.concat();
    cells.sort_unstable();
    let tiles: Vec<u8> = (0..(height * width) as u8).filter(|&cell| usize::from(cell) != vacancy).collect();
    assert_eq!(cells, tiles, "{size:?} {partition:?}");
    assert!(partition.patterns.iter().all(|cells| (1..=MOST_TILES).contains(&cells.len())), "{size:?} {partition:?}");
    let sizes: Vec<usize> = partition.patterns.iter().map(Vec::len).collect();
    assert_eq!(partition.name, sizes.iter().map(usize::to_string).collect::<Vec<_>>().join("-"));
    let views = if partition.reflected { 2 } else { 1 };
    assert!(views * sizes.len() <= 64, "the engine holds 64 patterns: {size:?} {partition:?}");
    let keeps =
        |symmetry: &GridSymmetry| symmetry.cell(vacancy) == vacancy && *symmetry != GridSymmetry::all(height, width)[0];
    assert!(!partition.reflected || GridSymmetry::all(height, width).iter().any(keeps), "{size:?} {partition:?}");
}

/// Places of the largest table of a partition: of each tile any cell.
fn places((height, width, _): GoalSize, partition: &Partition) -> u64 {
    let most = partition.patterns.iter().map(Vec::len).max().expect("a pattern");
    ((height * width) as u64).pow(most as u32)
}

#[test]
fn tiers_of_all_boards() {
    for size in boards() {
        let (height, width, vacancy) = size;
        let tiers = tiers(height, width, vacancy);
        assert!((1..=2).contains(&tiers.len()), "{size:?}");
        assert!(tiers.is_sorted_by(|a, b| a.node_budget < b.node_budget), "{size:?}");
        assert_eq!(tiers.last().map(|tier| tier.node_budget), Some(u64::MAX), "{size:?}");
        tiers
            .iter()
            .map(|tier| &tier.partition)
            .chain(&largest(height, width, vacancy))
            .for_each(|partition| is_sound(size, partition));
        let partitions = || tiers.iter().map(|tier| &tier.partition);
        assert!(partitions().map(|partition| places(size, partition)).is_sorted(), "{size:?}");
        let is_at_once = places(size, &tiers[0].partition) <= 1 << 20 || (height, width) == (4, 4);
        assert!(is_at_once, "the first is made at once, or a part of the program: {size:?}");
        assert!(partitions().all(|partition| places(size, partition) < 1 << 29), "{size:?}");
        let certifying = certifying(height, width, vacancy);
        assert!(partitions().any(|partition| *partition == certifying), "{size:?}");
        assert!(certifying.patterns.iter().all(|cells| cells.len() <= 6), "{size:?}");
        assert!(places(size, &certifying) <= 1 << 28, "{size:?}");
    }
}

/// The tables of a board's patterns are named the same at whatever corner the vacancy belongs.
#[test]
fn corners_share_their_partitions() {
    for (height, width) in [(4, 4), (5, 5)] {
        let cells = height * width;
        for vacancy in [0, width - 1, cells - width] {
            let map = GridSymmetry::all(height, width)
                .into_iter()
                .find(|map| map.cell(vacancy) == cells - 1)
                .expect("a corner");
            for (tier, last) in tiers(height, width, vacancy).iter().zip(tiers(height, width, cells - 1)) {
                let mapped: Vec<Vec<u8>> = tier
                    .partition
                    .patterns
                    .iter()
                    .map(|cells| cells.iter().map(|&cell| map.cell(cell.into()) as u8).collect())
                    .collect();
                assert_eq!(mapped, last.partition.patterns);
                assert_eq!((tier.node_budget, tier.partition.reflected), (last.node_budget, last.partition.reflected));
            }
        }
    }
}

#[test]
fn boards_that_are_served() {
    for (height, width, served) in
        [(1, 4, false), (2, 2, true), (2, 16, true), (3, 11, false), (0, 9, false), (6, 5, true)]
    {
        assert_eq!(serves(height, width), served, "{height}x{width}");
    }
}
