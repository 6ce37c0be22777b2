//! What the catalog says of sliding tiles, against plain breadth-first search over all small
//! boards; and the notation.

use std::collections::{HashMap, VecDeque};
use std::io;

use crate::common::{arrangements, moves, sizes_of_boards};
use dashu_int::UBig;
use proptest::collection::vec;
use proptest::prelude::*;
use saltus::answers::{Answers, Count, Listing, Solvability};
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::notation::Instance as _;
use saltus::plan::Plan;
use saltus::tiles::{self, Goal, Instance};
use saltus::verdict::Outcome;
use saltus::verify;

/// Moves to the goal and shortest plays of every board that can be reached from it, with rules of
/// its own.
fn search(height: usize, width: usize, goal: &[u32]) -> HashMap<Vec<u32>, (u32, u64)> {
    let mut known = HashMap::from([(goal.to_vec(), (0, 1))]);
    let mut queue = VecDeque::from([goal.to_vec()]);
    while let Some(board) = queue.pop_front() {
        let (distance, plays) = known[&board];
        let gap = board.iter().position(|&tile| tile == 0).expect("a vacancy");
        let (row, column) = (gap / width, gap % width);
        let near = |other: &usize| (other / width).abs_diff(row) + (other % width).abs_diff(column) == 1;
        for other in (0..height * width).filter(near) {
            let mut next = board.clone();
            next.swap(gap, other);
            match known.get_mut(&next) {
                Some((there, ways)) if *there == distance + 1 => *ways += plays,
                Some(_) => {}
                None => {
                    known.insert(next.clone(), (distance + 1, plays));
                    queue.push_back(next);
                }
            }
        }
    }
    known
}

fn subject(instance: &Instance) -> Box<dyn Answers> {
    saltus::parse(&instance.to_string()).unwrap_or_else(|bad| panic!("{instance}: {bad}"))
}

/// Solve, count and check against what search found.
fn answers_agree(instance: &Instance, found: Option<&(u32, u64)>) {
    let (subject, limits) = (subject(instance), Limits::default());
    let verdict = subject.solve(&limits);
    assert!(verdict.is_provable(), "{instance}");
    match (&verdict.outcome, found) {
        (Outcome::Solved { plan, lower }, Some((length, _))) => {
            assert_eq!((plan.moves(), lower), (UBig::from(*length), &UBig::from(*length)), "{instance}");
            let moves = moves(&**plan);
            let replayed = verify::replay(&instance.puzzle().unwrap(), moves.iter().map(String::as_str));
            assert_eq!(replayed, Ok(u64::from(*length)), "{instance}");
        }
        (Outcome::Unsolvable { because }, None) => {
            let row = instance.height.min(instance.width) == 1;
            assert_eq!(verdict.evidence.kind(), if row { "order" } else { "parity" }, "{instance}");
            assert!(!because.is_empty());
        }
        _ => panic!("{instance}: search says {found:?}"),
    }
    match (subject.count(&limits), found) {
        (Count::Solutions { length, solutions, .. }, Some(&(moves, plays))) => {
            assert_eq!((length, solutions), (moves.into(), plays.into()), "{instance}");
        }
        (Count::Unsolvable { because }, None) => assert!(!because.is_empty()),
        (count, _) => panic!("{instance}: {count:?}, search says {found:?}"),
    }
    match (subject.solvability(&limits), found) {
        (Solvability::Yes(_), Some(_)) | (Solvability::No(_), None) => {}
        (solvable, _) => panic!("{instance}: {solvable:?}, search says {found:?}"),
    }
    assert!(subject.explain(&limits).len() >= 3, "{instance}");
}

/// The plays of `list`, all different, as many as `count` says, each of them legal.
fn listing_agrees(instance: &Instance, found: Option<&(u32, u64)>) {
    let puzzle = instance.puzzle().unwrap();
    let mut plays: Vec<Vec<String>> = Vec::new();
    match subject(instance).list(&Limits::default()) {
        Listing::Solutions(solutions) => {
            let mut visit = |plan: &dyn Plan| -> io::Result<bool> {
                plays.push(moves(plan));
                Ok(true)
            };
            solutions.visit(&UBig::ZERO, &mut visit).unwrap();
            assert_eq!(solutions.count(), plays.len().into(), "{instance}");
        }
        Listing::Unsolvable(_) => {}
        Listing::GaveUp(stop) => panic!("{instance}: {stop}"),
    }
    assert_eq!(plays.len() as u64, found.map_or(0, |(_, plays)| *plays), "{instance}");
    for play in &plays {
        let replayed = verify::replay(&puzzle, play.iter().map(String::as_str));
        assert_eq!(replayed.ok().map(|moves| moves as u32), found.map(|(length, _)| *length), "{instance}");
    }
    plays.sort();
    plays.dedup();
    assert_eq!(plays.len() as u64, found.map_or(0, |(_, plays)| *plays), "{instance}: a play comes twice");
}

/// Goals over different tiles, over two kinds, three, and one.
fn goals(height: usize, width: usize, random: &mut Random) -> Vec<Vec<u32>> {
    let cells = (height * width) as u32;
    let mut goals = vec![Goal::BlankLast.cells(cells as usize), Goal::BlankFirst.cells(cells as usize)];
    for kinds in [cells, cells, 1, 2, 3] {
        let mut goal: Vec<u32> = (1..cells).map(|tile| tile % kinds.max(1) + 1).chain([0]).collect();
        random.shuffle(&mut goal);
        goals.push(goal);
    }
    goals
}

#[test]
fn every_small_board_is_answered_as_by_search() {
    let mut random = Random::new(1);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let known = search(height, width, &goal);
            let mut starts = arrangements(&goal);
            starts.truncate(240);
            for start in starts {
                let found = known.get(&start);
                let instance = Instance::new(height, width, start, goal.clone());
                answers_agree(&instance, found);
                listing_agrees(&instance, found);
            }
        }
    }
}

#[test]
fn eight_and_nine_cells() {
    let mut random = Random::new(2);
    for (height, width) in [(3, 3), (2, 4), (4, 2)] {
        for goal in goals(height, width, &mut random) {
            let known = search(height, width, &goal);
            for _ in 0..12 {
                let mut start = goal.clone();
                random.shuffle(&mut start);
                let found = known.get(&start);
                let instance = Instance::new(height, width, start, goal.clone());
                answers_agree(&instance, found);
                listing_agrees(&instance, found);
            }
        }
    }
}

/// Boards too large for a table of all states, a few moves from their goals.
#[test]
fn near_the_goal_of_large_boards() {
    for line in [
        "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
        "tiles 4x4 5 1 2 3 0 6 7 4 9 10 11 8 13 14 15 12",
        "tiles 5x5 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 0 23 24",
        "tiles 2x8 1 2 3 4 5 6 7 8 9 10 11 12 0 13 14 15",
        "tiles 4x4 1 0 2 3 4 5 6 7 8 9 10 11 12 13 14 15 to blank-first",
        "tiles 4x4 1 1 1 1 2 2 2 0 3 3 3 2 4 4 4 3 to 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 0",
    ] {
        let verdict = saltus::parse(line).unwrap().solve(&Limits::default());
        let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("{line}") };
        let puzzle = tiles::read(line).unwrap().puzzle().unwrap();
        let moves = moves(&**plan);
        assert!(verify::replay(&puzzle, moves.iter().map(String::as_str)).is_ok(), "{line}");
        assert!(verdict.optimal() && verdict.is_provable(), "{line}");
    }
}

/// Beyond what is laid out cell by cell the rules of solvability and of rows still answer; searches
/// say why they do not.
#[test]
fn giants() {
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let parse = |line: &str| saltus::parse(line).unwrap();
    assert!(matches!(parse("tiles 300x300 random seed=1").solvability(&limits), Solvability::Yes(_)));
    assert!(matches!(parse("tiles 300x300 random seed=1").solve(&limits).outcome, Outcome::GaveUp { .. }));
    let row = parse("tiles 1x100000 random seed=1");
    let verdict = row.solve(&limits);
    let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("a row can always be solved") };
    assert!(verdict.optimal() && plan.moves() < 100_000u32.into());
    assert!(matches!(row.count(&limits), Count::Solutions { solutions, .. } if solutions.is_one()));
    let mut swapped = Goal::BlankLast.cells(90_000);
    swapped.swap(0, 1);
    let odd = Instance::new(300, 300, swapped, Goal::BlankLast.cells(90_000));
    assert!(matches!(odd.to_string().as_str(), line if matches!(parse(line).solvability(&limits), Solvability::No(_))));
}

#[test]
fn all_boards_of_the_eight_puzzle() {
    let survey = saltus::parse("tiles 3x3 1 2 3 4 5 6 7 8 0").unwrap().survey(&Limits::default()).unwrap();
    assert_eq!(survey.distribution.len(), 32);
    assert_eq!(survey.distribution.iter().sum::<UBig>(), 181_440u32.into());
    assert_eq!(survey.distribution[31], 2u8.into());
}

/// A board over any tiles and its goal, or over 1 to n-1 with a goal that has a name.
fn instances() -> impl Strategy<Value = Instance> {
    let sizes = (1usize..6, 1usize..6);
    let tiles = (sizes, vec(prop_oneof![1u32..4, 1u32..65_536], 25), 0u8..4);
    let cells = tiles.prop_map(|((height, width), labels, kind)| {
        let cells = height * width;
        let mut goal = match kind {
            0 => Goal::BlankLast.cells(cells),
            1 => Goal::BlankFirst.cells(cells),
            _ => labels[..cells].to_vec(),
        };
        if kind > 1 {
            goal[labels[24] as usize % cells] = 0;
        }
        (height, width, goal)
    });
    cells.prop_flat_map(|(height, width, goal)| {
        let start = Just(goal.clone()).prop_shuffle();
        start.prop_map(move |start| Instance::new(height, width, start, goal.clone()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn instances_print_as_they_read(instance in instances()) {
        let line = instance.to_string();
        prop_assert_eq!(tiles::read(&line), Ok(instance.clone()));
        // The goal by its cells is the goal by its name.
        let cells: Vec<String> = instance.goal_cells().iter().map(u32::to_string).collect();
        let long = format!("{} to {}", line.split(" to ").next().unwrap(), cells.join(" "));
        prop_assert_eq!(tiles::read(&long).map(|instance| instance.to_string()), Ok(line));
    }

    #[test]
    fn random_boards_print_as_they_read(height in 1usize..6, width in 1usize..6, seed: u64, first: bool) {
        let goal = if first { " to blank-first" } else { "" };
        let instance = tiles::read(&format!("tiles {height}x{width} random seed={seed}{goal}")).unwrap();
        prop_assert_eq!(tiles::read(&instance.to_string()), Ok(instance.clone()));
        let check = subject(&instance).solvability(&Limits::default());
        prop_assert!(matches!(check, Solvability::Yes(_)), "{}", instance);
    }

    #[test]
    fn anything_typed(line in "tiles ([0-9x]{1,4} )?((to|random|blank-first|blank-last|seed=[0-9]{0,3}|[0-9]{1,5}|_)( |  |\t)?){0,9}") {
        match saltus::parse(&line) {
            Err(bad) => prop_assert!(bad.column <= line.chars().count() && !bad.why.is_empty(), "{line:?}: {bad}"),
            Ok(subject) => {
                let line = subject.to_string();
                prop_assert_eq!(saltus::parse(&line).map(|subject| subject.to_string()), Ok(line));
            }
        }
    }
}
