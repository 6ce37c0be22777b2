//! Symmetries of small boards compared with all permutations of cells and contents that map moves to moves, and reversible moves compared with all moves.

use super::*;
use crate::definition::tests::{is_goal, successors};
use std::collections::BTreeMap;

/// All orders of `count` numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with_last = |order: Vec<usize>| {
        (0..count).map(move |at| {
            let mut order = order.clone();
            order.insert(at, count - 1);
            order
        })
    };
    orders(count - 1).into_iter().flat_map(with_last).collect()
}

/// What is true of an arrangement: which ones are a move away, with whether that is free, and whether it is a goal.
type Ahead = (BTreeMap<Vec<Cell>, bool>, bool);

type Truth = BTreeMap<Vec<Cell>, Ahead>;

fn truth(definition: &Definition) -> Truth {
    let (cells, (base, sides)) = (definition.board.cells(), definition.bases());
    let count = base.pow(cells as u32) * sides.unwrap_or(1);
    let digits = |number: u64| -> Vec<Cell> {
        let (turn, cell) = (sides.map(|sides| number % sides), number / sides.unwrap_or(1));
        let digit = |at: usize| (cell / base.pow(at as u32) % base) as Cell;
        (0..cells).map(digit).chain(turn.map(|turn| turn as Cell)).collect()
    };
    let positions = (0..count).map(digits).filter(|digits| definition.is_position(digits));
    let known = |position: Vec<Cell>| {
        let ahead = (successors(definition, &position), is_goal(definition, &position));
        (position, ahead)
    };
    positions.map(known).collect()
}

/// The position that a position becomes.
fn image(definition: &Definition, symmetry: &Symmetry, position: &[Cell]) -> Option<Vec<Cell>> {
    let mut image = position.to_vec();
    for (cell, &content) in position[..definition.board.cells()].iter().enumerate() {
        for (cell, content) in definition.image(symmetry, cell, content)? {
            image[cell] = content;
        }
    }
    Some(image)
}

/// Whether moves and goals stay.
fn is_symmetry(definition: &Definition, truth: &Truth, symmetry: &Symmetry) -> bool {
    let image = |position: &Vec<Cell>| image(definition, symmetry, position).filter(|image| truth.contains_key(image));
    let stays = |(position, (after, is_goal)): (&Vec<Cell>, &Ahead)| {
        let Some((there, is_goal_there)) = image(position).and_then(|image| truth.get(&image)) else { return false };
        let leads = |(next, free): (&Vec<Cell>, &bool)| image(next).is_some_and(|next| there.get(&next) == Some(free));
        is_goal == is_goal_there && after.len() == there.len() && after.iter().all(leads)
    };
    truth.iter().all(stays)
}

/// What is accepted is true; and how many are accepted, the identity among them, whether moves are known to lead back, and how many there are.
#[test]
fn what_is_accepted_is_a_symmetry() {
    for (line, accepted, undirected, all) in [
        ("board: . a . ; move left right: a . -> . a ; goal: a . . ; goal: . . a", 2, true, 2),
        ("board: . a . ; move left right: a . -> . a ; goal: . . a", 1, true, 1),
        ("board: . a . ; move right: a . -> . a ; goal stuck:", 1, false, 1),
        ("board: . a . ; move right: a . -> . a / . a -> a . ; goal stuck:", 2, true, 2),
        ("board: a . b ; move right: a . -> . a ; move left: b . -> . b ; goal: b . a", 2, false, 2),
        ("board: a . b ; class x: a b ; move left right: x . -> . x ; goal: b . a", 2, true, 2),
        ("board: a . b ; class x: a b ; move right: x . -> . x ; goal stuck:", 1, false, 1),
        ("board: a . b ; turns: a b ; move left right: a . -> . a / b . -> . b ; goal: b . a", 1, false, 1),
        (
            "board: a . a ; pieces: a b ; turns: a b ; move left right: a . -> . a / b . -> . b ; goal stuck:",
            2,
            false,
            2,
        ),
        ("board: a . a ; pieces: a b ; move left right: a . -> . b / b . -> . a ; goal stuck:", 2, true, 2),
        ("board: a . b ; move left right: a . -> . a / b . -> . b ; goal most 1: a ; goal most 1: b", 2, true, 2),
        ("board: a . b ; move left right: a . -> . a / b . -> . b ; goal most 1: a", 1, true, 1),
        ("board: a . b ; move left right: a . -> . a / b . -> . b ; goal most 1: a ; goal most 0: b", 1, true, 1),
        ("board: . a . ; move right cost 0: a . -> . a ; move left: a . -> . a ; goal: a . a", 1, false, 1),
        ("board: a b . b a ; move chain left right: a b . -> . . a ; goal: . a . a .", 2, false, 2),
        (
            "board: a b . b a ; move chain left: a b . -> . . a ; move right: a b . -> . . a ; goal: . a . a .",
            1,
            false,
            1,
        ),
        ("board: a . . a ; cycle: 1 2 ; goal: . a a .", 1, true, 1),
        ("board: a . . a ; cycle: 1 2 ; cycle: 3 4 ; goal: . a a .", 2, true, 2),
        ("board graph: 1-2 2-3 1-3 ; cells: 1 2 3 ; start: a . . ; cycle: 1 2 3 ; goal stuck:", 1, false, 1),
        ("board graph: 1-2 2-3 1-3 ; cells: 1 2 3 ; start: a . . ; cycle both: 1 2 3 ; goal stuck:", 2, true, 2),
        (
            "board: a b . ; class x: a b ; class y: a b ; move left right: x y . -> . y x where x != y ; goal stuck:",
            1,
            true,
            1,
        ),
        (
            "board: a . a ; pieces: a b ; class x: a b ; class y: a b ; move right: x x . -> . x x ; move left: x y . -> . y x ; goal stuck:",
            1,
            false,
            1,
        ),
        (
            "board: a . . a ; pieces: a b ; class x: a b ; class y: a b ; class z: a b ; move right: x y y . -> . y y x ; move left: x y z . -> . z y x ; goal stuck:",
            1,
            false,
            2,
        ),
        (
            "board: a . . a ; pieces: a b ; class x: a b ; class y: a b ; class z: a b ; move right: x y z . -> . z y x where x != y ; move left: x y z . -> . z y x where x != z ; goal stuck:",
            1,
            false,
            2,
        ),
        (
            "board: a . a ; pieces: a b ; turns: a b ; move left right: a . -> . a / . a -> a . / b . -> . b / . b -> b . ; goal stuck:",
            2,
            false,
            2,
        ),
        ("board: AB / .. ; blocks unit: A B ; goal: ?? / AB", 2, true, 2),
        ("board: A. / .B ; blocks unit: A B ; goal: B. / .A", 4, true, 4),
        ("board: AA / .B ; blocks unit: A B ; goal: ?? / AA", 1, true, 1),
    ] {
        let definition = Definition::read(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        let truth = truth(&definition);
        let mut found = [0, 0];
        for cells in orders(definition.board.cells()) {
            for contents in orders(definition.bases().0 as usize - 1) {
                let contents =
                    std::iter::once(0).chain(contents.into_iter().map(|content| content as Cell + 1)).collect();
                let symmetry = Symmetry { cells: cells.clone(), contents };
                let is_accepted = definition.verify_symmetry(&symmetry).is_ok();
                let is_true = is_symmetry(&definition, &truth, &symmetry);
                let elsewhere = definition.verify_exchange(&symmetry, &definition.goals).is_ok();
                assert!(elsewhere >= is_accepted, "{line}");
                assert!(is_true || !elsewhere, "{line}: {:?} {:?}", symmetry.cells, symmetry.contents);
                let start = image(&definition, &symmetry, &definition.start);
                let is_true = is_true && start.as_ref() == Some(&definition.start);
                assert!(is_true || !is_accepted, "{line}: {:?} {:?}", symmetry.cells, symmetry.contents);
                found = [found[0] + usize::from(is_accepted), found[1] + usize::from(is_true)];
            }
        }
        let leads_back = |(position, (after, _)): (&Vec<Cell>, &Ahead)| {
            after.keys().all(|next| truth[next].0.contains_key(position))
        };
        assert!(!definition.is_undirected() || truth.iter().all(leads_back), "{line}");
        assert_eq!((found, definition.is_undirected()), ([accepted, all], undirected), "{line}");
    }
}

/// The lines of a sweep are read, and are a group.
#[test]
fn lines_are_permutations_and_a_group() {
    let asked = |line: &str, lines: &[&str]| -> Result<Vec<Vec<usize>>, String> {
        let definition = Definition::read(line).unwrap();
        let found = definition.symmetries(&lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>());
        found.map(|found| found.into_iter().map(|one| one.cells).collect()).map_err(|why| why.to_string())
    };
    let row = "board: . a . ; pieces: a b ; move left right: a . -> . a ; goal: a . . ; goal: . . a";
    assert_eq!(asked(row, &["cells 3 2 1 contents 1 2"]), Ok(vec![vec![0, 1, 2], vec![2, 1, 0]]));
    for line in [
        "cells 3 2 2 contents 1 2",
        "cells 3 2 contents 1 2",
        "cells 3 2 1 1 contents 1 2",
        "cells 2 1 0 contents 1 2",
        "cells 3 2 1 contents 1 1",
        "cells 3 2 1 contents 1",
        "cells 3 2 1 contents 1 2 3",
        "cells 3 2 1 contents 2 1",
        "cells 1 3 2 contents 1 2",
        "cells 1 2 3 contents 1 2",
        "cells 3 2 1",
    ] {
        assert!(asked(row, &[line]).is_err_and(|why| why.starts_with("REFUTED symmetry 1: ")), "{line}");
    }
    let ring = "board graph: 1-2 2-3 1-3 ; cells: 1 2 3 ; start: a a a ; pieces: a b ; cycle: 1 2 3 ; goal stuck:";
    let turns = ["cells 2 3 1 contents 1 2", "cells 3 1 2 contents 1 2"];
    assert_eq!(asked(ring, &turns).map(|found| found.len()), Ok(3));
    for some in [&turns[..1], &turns[1..]] {
        assert!(asked(ring, some).is_err_and(|why| why.contains("no group")));
    }
    let many = vec![turns[0]; MOST + 1];
    assert!(asked(ring, &many).is_err_and(|why| why.starts_with("RESOURCE")));
    assert!(asked(ring, &many[1..]).is_err_and(|why| why.starts_with("REFUTED symmetry 2: it is there")));
}
