use std::collections::HashMap;

use super::super::tests::thesis;
use super::*;
use crate::rules::Chinese;
use saltus_core::puzzle::Puzzle;

#[test]
fn the_printed_distance_is_short_where_both_differences_have_one_sign() {
    assert_eq!((printed_distance((1, 1), (2, 2)), distance((1, 1), (2, 2))), (1, 2));
    for (dx, dy) in (-9..10).flat_map(|dx| (-9..10).map(move |dy| (dx, dy))) {
        let (printed, steps) = (printed_distance((3, 5), (3 + dx, 5 + dy)), distance((3, 5), (3 + dx, 5 + dy)));
        assert!(printed <= steps);
        assert_eq!(printed < steps, dx * dy > 0, "({dx}, {dy})");
    }
}

/// What a man alone needs, by walking.
#[test]
fn the_distance_is_the_number_of_steps() {
    let thesis = thesis("chinese triangle:7 men=1");
    let (board, places) = (thesis.puzzle().board(), thesis.puzzle().coordinates());
    for from in 0..places.len() as u32 {
        let mut steps = HashMap::from([(from, 0)]);
        let mut open = vec![from];
        for step in 1.. {
            let around = |&cell: &u32| (0..6).filter_map(move |direction| board.step(cell, direction));
            open = open.iter().flat_map(around).collect();
            open.retain(|&cell| steps.insert(cell, step).is_none_or(|before| steps.insert(cell, before) != Some(step)));
            open.retain(|cell| steps[cell] == step);
            open.sort_unstable();
            open.dedup();
            if open.is_empty() {
                break;
            }
        }
        for (cell, &place) in (0..).zip(places) {
            assert_eq!(distance(places[from as usize], place), steps[&cell]);
        }
    }
}

#[test]
fn heads_and_tails_at_the_start() {
    for n in [12, 13] {
        let thesis = thesis(&format!("chinese triangle:{n} players=3"));
        let start = thesis.puzzle().start();
        let army = |player| thesis.army(&start, player);
        assert_eq!(thesis.head(&army(Player::Red)), Some((4, 1)));
        assert_eq!(thesis.tail(&army(Player::Red)), Some((1, 4)));
        assert_eq!(thesis.printed_tail(&army(Player::Red)), Some((1, 1)));
        assert_eq!(
            (thesis.head(&army(Player::Blue)), thesis.tail(&army(Player::Blue))),
            (Some((n, 1)), Some((n - 3, 4)))
        );
        assert_eq!(thesis.heads_apart(&start, Player::Blue, Player::Red), Some(n as u32 - 4));
        // From (4,1) to the cell before (n - 3, 1).
        assert_eq!(thesis.armies_apart(&start, Player::Blue, Player::Red), Some(n as u32 - 8));
    }
}

#[test]
fn no_man_need_stand_at_the_printed_tail() {
    let thesis = thesis("chinese triangle:5 men=3 rows=./R./RR./..../.....");
    let army = thesis.army(&thesis.puzzle().start(), Player::Red);
    assert_eq!(army, [(2, 1), (3, 1), (2, 2)]);
    assert_eq!(
        (thesis.head(&army), thesis.tail(&army), thesis.printed_tail(&army)),
        (Some((3, 1)), Some((2, 2)), Some((2, 1)))
    );
    assert_eq!(thesis.head(&[]), None);
    assert_eq!(thesis.printed_tail(&[(1, 1), (3, 4)]), Some((1, 4)));
}

#[test]
fn heads_look_to_the_goal_on_other_boards() {
    for (line, head, tail) in [
        ("star", (-2, -3), (-4, -4)),
        ("rhombus", (-2, -3), (-4, -4)),
        ("triangle:9 men=3 goal=3", (1, 2), (2, 1)),
        ("cells:0,0R*;1,0;2,0R*", (0, 0), (0, 0)),
    ] {
        let thesis = thesis(&format!("chinese {line}"));
        let army = thesis.army(&thesis.puzzle().start(), Player::Red);
        let steps = |place| thesis.goal.iter().map(|&goal| distance(place, goal)).min();
        assert_eq!((thesis.head(&army), thesis.tail(&army)), (Some(head), Some(tail)), "{line}");
        assert_eq!(steps(head), army.iter().map(|&place| steps(place)).min().unwrap(), "{line}");
    }
}

#[test]
fn the_critical_move_of_58_turns_is_31() {
    assert_eq!(critical_move(58, 3, 10), Some(31));
    assert_eq!((critical_move(27, 3, 10), critical_move(26, 3, 10)), (Some(0), None));
    assert_eq!((critical_move(7, 2, 1), critical_move(7, 2, 0)), (Some(7), None));
}

#[test]
fn bounds_at_the_start() {
    for (n, printed, meant) in [(13, 36, 33), (12, 35, 32)] {
        for (order, lower) in [("RBY", 28), ("YRB", 29), ("BYR", 30)] {
            let thesis = thesis(&format!("chinese triangle:{n} players=3 order={order}"));
            let start = thesis.puzzle().start();
            let bounds = [thesis.printed_bound(&start), thesis.meant_bound(&start), thesis.lower_bound(&start)];
            assert_eq!(bounds, [printed, meant, lower]);
        }
    }
}

/// What is late for the critical move is late for the bound, and the other way round while no man
/// is in the goal.
#[test]
fn the_critical_move_is_the_bound_without_men_in_the_goal() {
    let thesis = thesis("chinese triangle:13 players=3");
    let mut state = thesis.puzzle().start();
    // The length is that of a game, which ends with red.
    for length in [37, 40, 58] {
        let critical = critical_move(length, 3, 10).unwrap();
        for turns in 0..length {
            state = State::new(state.cells().into(), turns as usize % 3);
            assert_eq!(turns >= critical, turns + thesis.lower_bound(&state) > length, "{turns} of {length}");
        }
    }
}

/// The turns that remain from every position that the start leads to, where there is a way to the
/// goal.
pub(in super::super) fn remaining(puzzle: &Chinese) -> HashMap<State, u32> {
    let mut before: HashMap<State, Vec<State>> = HashMap::from([(puzzle.start(), Vec::new())]);
    let mut open = vec![puzzle.start()];
    let mut goals = Vec::new();
    while let Some(state) = open.pop() {
        if puzzle.is_goal(&state) {
            goals.push(state);
            continue;
        }
        let mut moves = Vec::new();
        puzzle.moves(&state, &mut moves);
        for mv in moves {
            let mut next = state.clone();
            puzzle.play(&mut next, &mv);
            before.entry(next.clone()).or_insert_with(|| {
                open.push(next.clone());
                Vec::new()
            });
            before.get_mut(&next).unwrap().push(state.clone());
        }
    }
    let mut remaining = HashMap::new();
    for turns in 0.. {
        goals.retain(|state| !remaining.contains_key(state) && remaining.insert(state.clone(), turns).is_none());
        goals = goals.iter().flat_map(|state| before[state].clone()).collect();
        if goals.is_empty() {
            break;
        }
    }
    remaining
}

/// Positions with (2) as printed too large, as meant too large, and all; the bound that holds is
/// never too large.
fn too_large(line: &str) -> [usize; 3] {
    let thesis = thesis(line);
    let remaining = remaining(thesis.puzzle());
    for (state, &turns) in &remaining {
        assert!(thesis.lower_bound(state) <= turns, "{}", thesis.puzzle().rows(state));
        assert_eq!(thesis.lower_bound(state) == 0, turns == 0);
    }
    let above = |bound: fn(&Thesis, &State) -> u32| {
        remaining.iter().filter(|(state, turns)| bound(&thesis, state) > **turns).count()
    };
    [above(Thesis::printed_bound), above(Thesis::meant_bound), remaining.len()]
}

#[test]
fn the_printed_bound_is_no_lower_bound() {
    // By brute force, from each position of the game.
    let lines = [
        "triangle:3 men=1 players=3",
        "triangle:4 men=1 players=2",
        "triangle:5 men=3 players=1",
        "star:1 men=1 players=2",
    ];
    let known = [[222, 16, 320], [115, 2, 171], [9, 11, 455], [144, 2, 300]];
    assert_eq!(lines.map(|line| too_large(&format!("chinese {line}"))), known);
    let thesis = thesis("chinese triangle:3 men=1 players=3");
    let start = thesis.puzzle().start();
    assert_eq!((thesis.printed_bound(&start), remaining(thesis.puzzle())[&start]), (5, 4));
}
