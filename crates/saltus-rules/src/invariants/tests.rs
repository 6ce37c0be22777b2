//! Invariants compared with random plays of all classics, and with all positions of small definitions.

use std::collections::BTreeSet;

use saltus_core::limits::Limits;
use saltus_core::puzzle::{Bound, Puzzle as _};
use saltus_core::random::Random;

use super::*;
use crate::definition::Goal;
use crate::rules::{Position, Rules};
use crate::{CLASSICS, Instance, read};

pub(crate) fn classic(name: &str) -> Instance {
    let (_, text) = CLASSICS.iter().find(|(known, _)| *known == name).unwrap();
    Instance::new(Definition::from_text(text).unwrap()).unwrap()
}

fn impossible(instance: &Instance) -> Option<EvidenceLines> {
    Kept::of(instance.rules(), &Limits::default())?.excludes(instance.definition())
}

/// Positions of random plays, the start first.
pub(crate) fn walk(rules: &Rules, random: &mut Random, turns: usize) -> Vec<Position> {
    let (mut walk, mut moves) = (vec![rules.start()], Vec::new());
    while walk.len() < turns {
        moves.clear();
        rules.moves(&walk[walk.len() - 1], &mut moves);
        if moves.is_empty() {
            break;
        }
        let mv = &moves[random.below(moves.len())];
        walk.push(rules.after(&walk[walk.len() - 1], mv));
    }
    walk
}

/// A bound is 0 at goals and falls by no more than a move costs; then it is never too large.
pub(crate) fn assert_falls_slowly(bound: &dyn Bound<Rules>, rules: &Rules, position: &Position, name: &str) {
    let here = bound.of(rules, position);
    if rules.is_goal(position) {
        assert_eq!(here, 0, "{name}");
        return;
    }
    for (after, free) in rules.plainly_after(position) {
        let there = bound.of(rules, &after);
        assert!(here <= there.saturating_add(u32::from(!free)), "{name}: {here} before {there}");
    }
}

#[test]
fn no_move_of_a_classic_changes_what_is_found() {
    let (mut random, mut found, mut signs) = (Random::new(1), 0, 0);
    for (name, _) in CLASSICS {
        let instance = classic(name);
        let definition = instance.definition();
        if definition.blocks.is_some() {
            assert_eq!(impossible(&instance), None, "{name}");
            continue;
        }
        let rules = instance.rules();
        rules.lay_out(&Limits::default()).unwrap();
        let operations: Vec<&Operation> = rules.all_operations().collect();
        let facts = Facts::of(definition);
        let kept = Kept { facts, operations, terms: u64::MAX, sums: Vec::new(), finite: 0 };
        let cells = definition.cells();
        let walk = walk(instance.rules(), &mut random, 60);
        for one in kept.group(definition, None).unwrap_or_default() {
            let one = if one.modulus == 0 { Invariant { modulus: 1 << 60, ..one } } else { one };
            let start = one.of(facts, &definition.start);
            assert!(walk.iter().all(|position| one.of(facts, &position.0[..cells]) == start), "{name}: {one:?}");
            found += 1;
        }
        for one in kept.signs(definition) {
            let odd = |position: &Position| {
                let of = |content: &Content| position.0.iter().position(|other| other == content).unwrap();
                let order: Vec<usize> = definition.start.iter().map(of).collect();
                (i64::from(reach::is_odd_order(&order)) + one.of(facts, &position.0[..cells])).rem_euclid(2)
            };
            assert!(walk.iter().all(|position| odd(position) == odd(&walk[0])), "{name}: {one:?}");
            signs += 1;
        }
    }
    assert!(found > 200 && signs >= 5, "{found}, {signs}");
}

#[test]
fn impossible_classics_are_found() {
    let found = CLASSICS.iter().filter(|(name, _)| impossible(&classic(name)).is_some());
    let names: Vec<&str> = found.map(|(name, _)| *name).collect();
    assert_eq!(names, ["clobber-4x3-one", "fifteen", "peg-5x5-corner", "peg-french"]);
}

/// Arrangements that nobody can reach, and of which only an order or a group that is not abelian shows it: these are not found.
#[test]
fn known_impossible_puzzles() {
    let spaced = "board spaced:";
    let top = "cycle both: 1 2 3 4 5 6 7 8 9 ; cycle: (1 4) (2 3)";
    for (line, is_found) in [
        (
            format!("{spaced} 1 2 3 / 4 5 6 / 8 7 . ; class x: 1..8 ; move: x . -> . x ; goal: 1 2 3 / 4 5 6 / 7 8 ."),
            true,
        ),
        (
            format!("{spaced} 1 2 3 / 4 5 6 / 8 7 . ; class x: 1..8 ; move: x . -> . x ; goal: 1 2 3 / 4 5 6 / 7 8 ?"),
            true,
        ),
        (
            format!("{spaced} 1 2 3 / 4 5 6 / 7 8 . ; class x: 1..8 ; move: x . -> . x ; goal: 1 2 3 / 4 5 6 / 7 . 8"),
            false,
        ),
        // TopSpin with nine pieces has odd arrangements; turning round all of a row of four with nine on the ring is even.
        (format!("{spaced} 2 1 3 4 5 6 7 8 9 ; {top} ; goal: 1 2 3 4 5 6 7 8 9"), true),
        ("board: a b c d ; cycle: 1 2 3 ; cycle: 2 3 4 ; goal: b a c d".into(), true),
        // In a row pieces keep their order, which is no sum.
        ("board: a b c . ; class x: a b c ; move: x . -> . x ; goal: b c a .".into(), false),
    ] {
        let instance = read(&format!("rules {line}")).unwrap();
        assert_eq!(impossible(&instance).is_some(), is_found, "{line}");
    }
}

/// A small definition: tokens of all kinds, goals of all kinds.
pub(crate) fn random_definition(random: &mut Random) -> String {
    let mut one = |words: &[&str]| words[random.below(words.len())].to_owned();
    let mut parts = vec![format!(
        "board: {} / {}",
        (0..3).map(|_| one(&["a", "b", "c", ".", "."])).collect::<Vec<_>>().join(" "),
        (0..3).map(|_| one(&["a", "b", ".", "."])).collect::<Vec<_>>().join(" ")
    )];
    parts.push("pieces: a b c".into());
    parts.push("class x: a b".into());
    parts.push("class y: b c".into());
    for _ in 0..2 {
        let length = one(&["2", "2", "3"]).parse().unwrap();
        let left: Vec<String> = (0..length).map(|_| one(&["a", "b", ".", "x", "y", "*"])).collect();
        let right: Vec<String> = if one(&["turned", "other"]) == "turned" {
            left.iter().rev().cloned().collect()
        } else {
            let write = |token: &String| if token == "*" { "*".into() } else { one(&["a", ".", "b", token]) };
            left.iter().map(write).collect()
        };
        let heads = one(&["", "", " right", " up", " cost 0"]);
        parts.push(format!("move{heads}: {} -> {}", left.join(" "), right.join(" ")));
    }
    let row = |one: &mut dyn FnMut(&[&str]) -> String| {
        (0..3).map(|_| one(&["a", "b", ".", "?"])).collect::<Vec<_>>().join(" ")
    };
    parts.push(match &*one(&["picture", "picture", "most"]) {
        "most" => format!("goal most {}: {}", one(&["0", "1", "2"]), one(&["a", "a b", "a b c"])),
        _ => format!("goal: {} / {}", row(&mut one), row(&mut one)),
    });
    parts.join(" ; ")
}

#[test]
fn no_goal_of_a_small_definition_is_reached_that_is_called_impossible() {
    let (mut random, mut read_ones, mut found) = (Random::new(5), 0, 0);
    for _ in 0..4000 {
        let line = format!("rules {}", random_definition(&mut random));
        let Ok(instance) = read(&line) else { continue };
        read_ones += 1;
        if impossible(&instance).is_none() {
            continue;
        }
        found += 1;
        let rules = instance.rules();
        let (mut seen, mut todo) = (BTreeSet::new(), vec![rules.start()]);
        while let Some(position) = todo.pop() {
            assert!(!rules.is_goal(&position), "{line}");
            if seen.insert(position.clone()) {
                todo.extend(rules.plainly_after(&position).into_keys());
            }
        }
    }
    assert!(read_ones > 1000 && found > 200, "{read_ones}, {found}");
}

/// The cost of every play to a goal has one of the reported remainders.
#[test]
fn costs_have_their_remainders() {
    let (mut random, mut found, mut ends) = (Random::new(6), 0, 0);
    for _ in 0..4000 {
        let line = format!("rules {}", random_definition(&mut random));
        let Ok(instance) = read(&line) else { continue };
        // A goal that can be reached.
        let walk = walk(instance.rules(), &mut random, 6);
        let goal = walk[walk.len() - 1].0.iter().map(|content| (random.below(4) > 0).then_some(*content)).collect();
        let definition = &Definition { goals: vec![Goal::Picture(goal)], ..instance.definition().clone() };
        let rules = &instance.rules().with_goal(definition.clone());
        let kept = Kept::of(rules, &Limits::default()).unwrap();
        let Some((modulus, costs)) = kept.remainders(definition) else { continue };
        found += 1;
        let (mut seen, mut todo) = (BTreeSet::new(), vec![(rules.start(), 0)]);
        while let Some((position, cost)) = todo.pop() {
            if rules.is_goal(&position) {
                assert!(costs.contains(&cost), "{line}: {cost} modulo {modulus}");
                ends += 1;
            } else if seen.insert((position.clone(), cost)) {
                let after = rules.plainly_after(&position).into_iter();
                todo.extend(after.map(|(next, is_free)| (next, (cost + i64::from(!is_free)) % modulus)));
            }
        }
    }
    assert!(found > 50 && ends > 50, "{found}, {ends}");
}
