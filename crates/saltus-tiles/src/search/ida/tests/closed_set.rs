//! The closed set against that of the generic search.

use super::super::closed_set::{below, pack};
use super::super::views::PatternViews;
use super::super::{End, Setting, schedule, solve};
use super::{GoalSize, views, walked};
use crate::bounds::patterns::symmetry::GridSymmetry;
use crate::rules::Tiles;
use saltus_core::limits::{Limits, Stop};
use saltus_core::puzzle::Bound;
use saltus_core::random::Random;
use saltus_core::row::Row;
use saltus_core::search::closed_set;

/// The bound of views, each time from scratch.
struct Slow<'a>(&'a PatternViews);

impl Bound<Tiles> for Slow<'_> {
    fn of(&self, _: &Tiles, state: &Row<u16>) -> u32 {
        self.0.bound(&homes(state, self.0.vacancy)).expect("right tables")
    }
}

/// A tile's label is its goal cell and 1 more, the vacancy's is 0.
fn labels(homes: &[u8], vacancy: usize) -> Vec<u16> {
    homes.iter().map(|&home| if usize::from(home) == vacancy { 0 } else { u16::from(home) + 1 }).collect()
}

fn homes(state: &Row<u16>, vacancy: usize) -> Vec<u8> {
    state.cells().iter().map(|&label| label.checked_sub(1).map_or(vacancy as u8, |home| home as u8)).collect()
}

fn agrees(position: &[u8], views: &PatternViews, cost: u32) -> usize {
    let PatternViews { height, width, vacancy, .. } = *views;
    let goal: Vec<u8> = (0..(height * width) as u8).collect();
    let puzzle = Tiles::new(height, width, &labels(position, vacancy), &labels(&goal, vacancy));
    let slow = closed_set::below(&puzzle, &Slow(views), Some(cost), &Limits::default()).expect("no limit");
    let mut slow: Vec<(u64, u32)> = slow.iter().map(|(state, g)| (pack(&homes(state, vacancy)), *g)).collect();
    let mut fast = below(position, views, cost, &Limits::default()).expect("no limit").expect("right tables");
    slow.sort_unstable();
    fast.sort_unstable();
    assert_eq!(fast, slow, "{height}x{width} {position:?} below {cost}");
    fast.len()
}

/// Moves of a shortest play.
fn length(position: &[u8], views: &PatternViews) -> u32 {
    let words = schedule::words(views.height, views.width, 12);
    let setting = Setting { views, words: &words, from: 0, node_budget: u64::MAX, part: None };
    match solve(position, setting, &Limits::default(), &mut |_| ()).expect("no limit").end {
        End::Found(walk) => walk.len() as u32,
        End::BudgetSpent(_) | End::Contradicted => unreachable!("it has no budget"),
    }
}

/// Random views of a board, of every kind that it may have.
fn kinds(size: GoalSize, random: &mut Random) -> Vec<PatternViews> {
    let symmetries = GridSymmetry::all(size.0, size.1);
    let one = Some(&symmetries[random.below(symmetries.len())]);
    [&[one][..], &[None], &[None, one]].map(|maps| views(size, 3, maps, random)).into()
}

#[test]
fn sets_are_those_of_the_generic_search() {
    let (random, mut found) = (&mut Random::new(1), 0);
    for size in [(3, 3, 8), (3, 3, 4), (3, 4, 11), (2, 5, 0), (4, 4, 15), (4, 4, 0), (4, 4, 9), (2, 2, 3)] {
        for views in kinds(size, random) {
            let position = walked(size, 10 + random.below(20), random);
            let bound = views.bound(&position).expect("right tables");
            // From nothing to the whole set that proves the length; the generic search does not go
            // on after a goal.
            let length = length(&position, &views);
            found += (bound..=length).map(|cost| agrees(&position, &views, cost)).sum::<usize>();
        }
    }
    assert!(found > 2_000, "{found}");
}

#[test]
fn limits_are_kept() {
    let random = &mut Random::new(2);
    let views = views((4, 4, 15), 3, &[None], random);
    let position = walked((4, 4, 15), 100, random);
    let cost = views.bound(&position).expect("right tables") + 20;
    let stopped = |limits: &Limits<'_>| below(&position, &views, cost, limits).expect_err("too much");
    assert_eq!(stopped(&Limits { nodes: 1_000, ..Limits::default() }), Stop::Nodes);
    assert!(matches!(stopped(&Limits { memory: 100_000, ..Limits::default() }), Stop::Memory { .. }));
}
