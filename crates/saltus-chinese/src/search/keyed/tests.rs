use super::*;
use crate::rules::{Instance, read};
use dashu_int::UBig;
use saltus_core::laws;
use saltus_core::limits::Stop;
use saltus_core::notation::{Certified as _, Instance as _};
use saltus_core::puzzle::Zero;
use saltus_core::random::Random;
use saltus_core::search::{breadth_first, closed_set};
use std::collections::BTreeSet;

/// The keys of all positions, as the certificate has them.
fn closed_set(puzzle: &Chinese) -> BTreeSet<UBig> {
    let states = closed_set::below(puzzle, &Zero, None, &Limits::DEFAULT).unwrap();
    states.iter().map(|(state, _)| puzzle.key(state)).collect()
}

fn laid_out(line: &str) -> Chinese {
    read(line).unwrap_or_else(|bad| panic!("{line}: {bad}")).puzzle().unwrap()
}

/// 59,466 positions, none of which is the goal.
const NO_GAME: &str = "chinese cells:1,1R;0,2Y;2,0R;2,2B;1,0Y;4,1*;1,2;0,1;3,0G*;2,1 players=4 order=GBYR";

/// By the puzzle's own moves: the same positions, or a game as long as a shortest one.
fn is_right(line: &str) {
    let puzzle = laid_out(line);
    let expected = breadth_first::solve(&puzzle, &Limits::DEFAULT).unwrap();
    match (visit(&puzzle, &Limits::DEFAULT).unwrap(), expected.plan) {
        ((None, expanded), None) => {
            assert!(expanded <= expected.expanded && expected.expanded <= 2 * expanded, "{line}");
            let all: BTreeSet<State> = laws::all_states(&puzzle, 100_000).into_iter().collect();
            let keys: BTreeSet<UBig> = all.iter().map(|state| puzzle.key(state)).collect();
            assert_eq!(closed_set(&puzzle), keys, "{line}");
        }
        ((Some(game), _), Some(plan)) => {
            assert_eq!(game.len(), plan.len(), "{line}");
            crate::search::tests::answers::replays(&puzzle, &game);
        }
        (_, plan) => panic!("{line}: {plan:?}"),
    }
}

#[test]
fn positions_are_those_of_the_rules() {
    is_right(NO_GAME);
    for line in [
        "chinese cells:0,0R*;1,0B players=2 order=RB",
        "chinese cells:0,0R;1,0B* players=2 order=RB",
        "chinese cells:0,0R;1,0;5,0B* players=2 order=BR",
        "chinese triangle:4 men=3",
        "chinese triangle:4 men=3 players=3 order=BYR",
        "chinese rhombus:1 men=3 players=2",
        "chinese star:1 men=1 players=6 order=OPGYBR",
    ] {
        is_right(line);
    }
    let mut random = Random::new(8);
    for round in 0..60 {
        let instance = crate::search::tests::any_board(1 + round % 4, 1 + round % 3, &mut random);
        is_right(&instance.to_string());
    }
}

/// Boards with more than 128 cells have no room in a set of cells, and armies of more than 15 men
/// no rank.
#[test]
fn keys_have_any_width() {
    let line = |y: i32| format!("{},0", 3 * y);
    let cells: Vec<String> = (2..200).map(line).collect();
    let puzzle = laid_out(&format!("chinese cells:0,0R;1,0;2,0;{}* players=1", cells.join(";")));
    assert_eq!(visit(&puzzle, &Limits::DEFAULT).unwrap(), (None, 3));
    // Red on one of the first three of 201 cells, and red to move.
    assert_eq!(closed_set(&puzzle), [199, 200, 201].map(|place| UBig::ONE << place).into());
}

#[test]
fn limits_are_kept() {
    let puzzle = laid_out(NO_GAME);
    let stop = |limits: &Limits<'_>| visit(&puzzle, limits).expect_err("a limit").stop;
    assert_eq!(stop(&Limits { nodes: 59_465, ..Limits::DEFAULT }), Stop::Nodes);
    assert!(matches!(stop(&Limits { memory: 500_000, ..Limits::DEFAULT }), Stop::Memory { .. }));
    assert!(visit(&puzzle, &Limits { nodes: 59_466, memory: 3_000_000, ..Limits::DEFAULT }).is_ok());
}

#[test]
fn a_game_of_no_turns_needs_no_position() {
    let instance: Instance = read("chinese cells:0,0R*;1,0B players=2 order=RB").unwrap();
    let found = visit(&instance.puzzle().unwrap(), &Limits { nodes: 0, ..Limits::DEFAULT });
    assert!(matches!(found, Ok((Some(game), 0)) if game.is_empty()));
}

#[test]
fn keys_of_boards() {
    for line in [
        "triangle:4 men=1",
        "triangle:5 men=3",
        "triangle:4 men=1 players=2",
        "triangle:5 men=1 players=3",
        "cells:0,0R;1,0;5,0B* players=2 order=RB",
    ] {
        laws::keys_are_surveyed(&read(&format!("chinese {line}")).expect("a board"));
    }
}
