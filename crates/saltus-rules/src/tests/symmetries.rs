//! Symmetries of small boards compared with all permutations of cells, pieces and sides that the plain interpreter accepts as symmetries.

use std::collections::{BTreeMap, HashMap, HashSet};

use saltus_core::limits::Limits;
use saltus_core::puzzle::Puzzle as _;

use crate::definition::Content;
use crate::packed::{Group, Packed};
use crate::rules::{Position, Rules};
use crate::symmetry::{Symmetry, is_group};
use crate::{interpreter, read};

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

/// A definition, and its symmetries as what they make of every arrangement.
struct Twin {
    line: &'static str,
    packed: Packed<1>,
    positions: Vec<Position>,
    start: usize,
    /// Those of rules and goals.
    all: HashSet<Vec<usize>>,
}

/// The rules of a small board in `W` words.
fn packed<const W: usize>(rules: &Rules) -> Packed<W> {
    let packed =
        Packed::new(rules.definition(), rules.all_operations(), &crate::rules::Ways::default(), &Limits::default());
    packed.expect("no limit").expect("a small board")
}

impl Twin {
    fn new(line: &'static str) -> Self {
        let instance = read(line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
        let (rules, definition) = (instance.rules(), instance.definition());
        let (cells, kinds, sides) = (definition.cells(), definition.pieces.len() + 1, definition.turns.len());
        let count = kinds.pow(cells as u32) * sides.max(1);
        let position = |number: usize| -> Position {
            let cell = |at: usize| (number / sides.max(1) / kinds.pow(at as u32) % kinds) as Content;
            let side = (sides > 0).then(|| (number % sides.max(1)) as Content);
            Position((0..cells).map(cell).chain(side).collect())
        };
        let positions: Vec<Position> = (0..count).map(position).collect();
        let number: HashMap<&Position, usize> =
            (0..).zip(&positions).map(|(number, position)| (position, number)).collect();
        let after = |position: &Position| -> BTreeMap<usize, bool> {
            interpreter::successors(definition, position).iter().map(|(after, free)| (number[after], *free)).collect()
        };
        let after: Vec<BTreeMap<usize, bool>> = positions.iter().map(after).collect();
        let is_goal: Vec<bool> = positions.iter().map(|position| rules.is_goal(position)).collect();
        let mut all = HashSet::new();
        for to_cell in orders(cells) {
            for to_piece in orders(kinds - 1) {
                for to_side in orders(sides) {
                    let image = |position: &Position| -> usize {
                        let mut image = position.clone();
                        for (at, &cell) in to_cell.iter().enumerate() {
                            let content = position.0[at] as usize;
                            image.0[cell] = if content == 0 { 0 } else { to_piece[content - 1] as Content + 1 };
                        }
                        if sides > 0 {
                            image.0[cells] = to_side[position.0[cells] as usize] as Content;
                        }
                        number[&image]
                    };
                    let stays = |at: usize| {
                        let to = image(&positions[at]);
                        is_goal[at] == is_goal[to]
                            && after[at].len() == after[to].len()
                            && after[at]
                                .iter()
                                .all(|(&next, free)| after[to].get(&image(&positions[next])) == Some(free))
                    };
                    if (0..count).all(stays) {
                        all.insert(positions.iter().map(image).collect());
                    }
                }
            }
        }
        let start = number[&rules.start()];
        Twin { line, packed: packed(rules), positions, start, all }
    }

    /// How many symmetries are found, the identity among them. Each is one of all, and together they are a group.
    fn found(&self, group: Group) -> usize {
        let Twin { line, packed, positions, start, all } = self;
        let number: HashMap<&Position, usize> =
            (0..).zip(positions).map(|(number, position)| (position, number)).collect();
        let definition = &packed.definition;
        let action = |symmetry: &Symmetry| -> Vec<usize> {
            positions.iter().map(|position| number[&symmetry.position(definition, position)]).collect()
        };
        let mut found: HashSet<Vec<usize>> = packed.symmetries(group).iter().map(action).collect();
        assert!(found.insert((0..positions.len()).collect()), "{line}: the identity is none of those that are told");
        assert_eq!(found.len(), packed.group(group).order(), "{line}");
        for symmetry in &found {
            assert!(all.contains(symmetry), "{line}: {symmetry:?}");
            assert!(group == Group::Goals || symmetry[*start] == *start, "{line}");
            for other in &found {
                let product: Vec<usize> = symmetry.iter().map(|&image| other[image]).collect();
                assert!(found.contains(&product), "{line}");
            }
        }
        found.len()
    }
}

/// The symmetries that are found are such by brute force; and how many there are, of rules and goals, of these with the start, and by brute force.
#[test]
fn symmetries_are_those_of_a_twin() {
    for (line, goals, start, all) in [
        // A row, with one goal, two goals, another goal.
        ("rules board: a . . ; move left right: a . -> . a ; goal: . a .", 2, 1, 2),
        ("rules board: . a . ; move left right: a . -> . a ; goal: a . . ; goal: . . a", 2, 2, 2),
        ("rules board: . a . ; move left right: a . -> . a ; goal: . . a", 1, 1, 1),
        ("rules board: . a . ; move right: a . -> . a ; goal stuck:", 1, 1, 1),
        // Pieces that change places, sides that do or must not.
        ("rules board: a . b ; move right: a . -> . a ; move left: b . -> . b ; goal: b . a", 2, 2, 2),
        ("rules board: a . b ; turns: a b ; move left right: a . -> . a / b . -> . b ; goal: b . a", 2, 1, 2),
        ("rules board: a . b ; turns: a b ; move left right: a . -> . a / b . -> . b ; goal stuck:", 2, 1, 4),
        (
            "rules board: a b c . ; turns: a b c ; move left right: a . -> . a / b . -> . b / c . -> . c ; goal: a c c b",
            1,
            1,
            1,
        ),
        (
            "rules board graph: 1-2 2-3 3-1 ; start: a b c ; turns: a b c ; move: a . -> . a / b . -> . b / c . -> . c ; goal: a b c",
            3,
            1,
            3,
        ),
        // Two pieces never become one.
        ("rules board: a . b ; move left right: a . -> . a / b . -> . b ; goal: a . b ; goal: a . a", 1, 1, 1),
        // Goals that count.
        ("rules board: a . b ; move left right: a . -> . a / b . -> . b ; goal most 1: a ; goal most 1: b", 2, 2, 4),
        ("rules board: a . b ; move left right: a . -> . a / b . -> . b ; goal most 1: a", 2, 1, 2),
        ("rules board: a . b ; move left right: a . -> . a / b . -> . b ; goal most 1: a ; goal most 0: b", 2, 1, 2),
        ("rules board: a . b ; move left right: a b -> . a / b a -> . b ; goal fewest: a b", 2, 2, 4),
        ("rules board: a . b ; move left right: a b -> . a / b a -> . b ; goal fewest: a", 2, 1, 4),
        // Moves that cost nothing, and chains.
        ("rules board: . a . ; move right cost 0: a . -> . a ; move left: a . -> . a ; goal: a . a", 1, 1, 1),
        ("rules board: a b . b a ; move chain left right: a b . -> . . a ; goal: . a . a .", 2, 2, 2),
        (
            "rules board: a b . b a ; move chain left: a b . -> . . a ; move right: a b . -> . . a ; goal: . a . a .",
            1,
            1,
            1,
        ),
        // Cycles.
        ("rules board graph: 1-2 2-3 3-1 ; start: a . . ; cycle: 1 2 3 ; goal stuck:", 3, 1, 3),
        ("rules board graph: 1-2 2-3 3-1 ; start: a . . ; cycle both: 1 2 3 ; goal stuck:", 6, 2, 6),
        ("rules board: a . . a ; cycle: 1 2 ; goal: . a a .", 1, 1, 1),
        ("rules board: a . . a ; cycle: 1 2 ; cycle: 3 4 ; goal: . a a .", 2, 2, 2),
        // Boards that close, and one with too many symmetries.
        ("rules board torus: a . . ; move right: a . -> . a ; goal stuck:", 3, 1, 3),
        (
            "rules board graph: 1-2 1-3 1-4 1-5 2-3 2-4 2-5 3-4 3-5 4-5 ; start: a . . . . ; move: a . -> . a ; goal stuck:",
            1,
            24,
            120,
        ),
    ] {
        let twin = Twin::new(line);
        assert_eq!([twin.found(Group::Goals), twin.found(Group::Start), twin.all.len()], [goals, start, all], "{line}");
    }
}

/// Blocks change places with others of their shape, as the board turns.
#[test]
fn blocks_are_exchanged_by_shape() {
    for (line, goals, start) in [
        ("rules board: AB / .. ; blocks unit: A B ; goal: ?? / AB", 2, 2),
        ("rules board: A. / .B ; blocks unit: A B ; goal: B. / .A", 4, 4),
        ("rules board: AA. / ... / .BB ; blocks unit: A B ; goal: BB. / ... / .AA", 2, 2),
        ("rules board: AA. / ..B / ..B ; blocks unit: A B ; goal: AA. / ..B / ..B", 2, 2),
        ("rules board: AA. / ... / ... ; blocks unit: A ; goal stuck:", 4, 1),
        ("rules board: AA. / ..B / ..B ; blocks unit: A B ; goal stuck:", 8, 2),
        ("rules board: AA. / ..B / C.B ; blocks unit: A B C ; goal: ??? / ?C? / ???", 8, 2),
        ("rules board: AAB / CCB / ... ; blocks unit axis: A B C ; goal: ??? / ??? / CC?", 1, 1),
    ] {
        let instance = read(line).unwrap_or_else(|bad| panic!("{line}: {bad:?}"));
        let small = packed::<2>(instance.rules());
        let orders = [Group::Goals, Group::Start].map(|group| small.group(group).order());
        assert_eq!(orders, [goals, start], "{line}");
    }
}

/// The half of a group is none.
#[test]
fn some_of_a_group_are_no_group() {
    let line = "rules board graph: 1-2 2-3 3-4 4-1 ; start: a . . . ; cycle: 1 2 3 4 ; goal stuck:";
    let instance = read(line).unwrap();
    let found = packed::<1>(instance.rules()).symmetries(Group::Goals);
    let mut lines: Vec<String> = found.iter().map(Symmetry::line).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["cells 2 3 4 1 contents 1", "cells 3 4 1 2 contents 1", "cells 4 1 2 3 contents 1"]);
    for some in 0..8 {
        let some: Vec<Symmetry> = (0..3).filter(|at| some >> at & 1 == 1).map(|at| found[at].clone()).collect();
        let is_half_turn = some.iter().all(|symmetry| symmetry.line().starts_with("cells 3"));
        assert_eq!(is_group(&some), some.len() == 3 || is_half_turn && some.len() < 2, "{some:?}");
    }
}
