//! Potentials compared with random plays of all classics, and with all positions of small definitions.

use std::collections::BTreeSet;

use saltus_core::engine::{Ceiling, Engine, Pause, Searches};
use saltus_core::puzzle::Puzzle as _;
use saltus_core::random::Random;

use super::*;
use crate::invariants::tests::{assert_falls_slowly, classic, random_definition, walk};
use crate::packed::{Group, Key, Packed, Words, for_words};
use crate::{CLASSICS, Instance, read, search};

fn shown(instance: &Instance) -> Option<Shown> {
    instance.rules().lay_out(&Limits::default()).unwrap();
    Potential::best(instance.rules(), [WORK, WORK >> 5], &Limits::default()).unwrap()
}

/// No move lowers the sum from a position, and no goal has as much as the start.
fn assert_never(never: &Potential, rules: &Rules, position: &Position, name: &str) {
    let cells = rules.definition().cells();
    let sum = |position: &Position| never.sum(&position.0[..cells]);
    assert!(!rules.is_goal(position) && never.top < sum(&rules.start()), "{name}");
    for after in rules.plainly_after(position).keys() {
        assert!(sum(position) <= sum(after), "{name}");
    }
}

#[test]
fn potentials_of_classics_fall_slowly() {
    let (mut random, mut bounds, mut evens, mut nevers) = (Random::new(4), 0, 0, Vec::new());
    for (name, _) in CLASSICS {
        let instance = classic(name);
        let (rules, found) = (instance.rules(), shown(&instance));
        let walk = walk(rules, &mut random, 40);
        // Even weights are chosen of few of them.
        let even = System::of(rules, true, true).and_then(|even| even.best(QUICK, &Limits::default()).unwrap());
        if let Some(Shown::Bound(even)) = even {
            evens += 1;
            walk.iter().for_each(|position| assert_falls_slowly(&even, rules, position, name));
        }
        match found {
            None => {}
            Some(Shown::Bound(potential)) => {
                bounds += 1;
                let mut before = potential.of(rules, &walk[0]);
                let mut moves = Vec::new();
                for pair in walk.windows(2) {
                    assert_falls_slowly(&potential, rules, &pair[0], name);
                    // What is known of the position before changes nothing.
                    moves.clear();
                    rules.moves(&pair[0], &mut moves);
                    let mv = moves.iter().find(|mv| rules.after(&pair[0], mv) == pair[1]).unwrap();
                    before = potential.after(rules, &pair[1], mv, before);
                    assert_eq!(before, potential.of(rules, &pair[1]), "{name}");
                }
            }
            Some(Shown::Never(never)) => {
                nevers.push(*name);
                walk.iter().for_each(|position| assert_never(&never, rules, position, name));
            }
        }
    }
    assert!(bounds > 55 && evens > 25, "{bounds} {evens}");
    assert_eq!(nevers, ["sokoban-impossible"]);
}

/// Two rows whose pieces change places; the goal is where a random play ends, or the start in another order.
fn random_rows(random: &mut Random) -> String {
    let row = |contents: &[&str]| format!("{} / {}", contents[..4].join(" "), contents[4..8].join(" "));
    let mut some =
        |words: &[&'static str], count| (0..count).map(|_| words[random.below(words.len())]).collect::<Vec<_>>();
    let mut cells = some(&["a", "b", "c", "."], 8);
    let rules: Vec<String> = (0..4)
        .map(|_| {
            let (heads, one) =
                (some(&["right", "left", "right left", "down", "down up"], 1), some(&["a", "b", "c", "*"], 3));
            let steps = [[one[0], ".", "", ".", one[0], ""], [one[0], one[1], ".", ".", one[1], one[0]]];
            let [a, b, c, x, y, z] = steps[usize::from(some(&["step", "jump"], 1)[0] == "jump")];
            format!("move {}: {a} {b} {c} -> {x} {y} {z}", heads[0])
        })
        .collect();
    let before = format!("board: {} ; pieces: a b c ; {}", row(&cells), rules.join(" ; "));
    let ends_a_play = some(&["play", "order"], 1)[0] == "play";
    for at in (1..cells.len()).rev().filter(|_| !ends_a_play) {
        cells.swap(at, random.below(at + 1));
    }
    if ends_a_play && let Ok(instance) = read(&format!("rules {before} ; goal: {}", row(&cells))) {
        let end = walk(instance.rules(), random, 8).pop().expect("a walk has its start");
        cells = end.0[..8].iter().map(|content| [".", "a", "b", "c"][*content as usize]).collect();
    }
    format!("{before} ; goal: {}", row(&cells))
}

#[test]
fn potentials_of_small_definitions_fall_slowly() {
    let (mut random, mut bounds, mut nevers, mut of_pairs) = (Random::new(6), 0, 0, [0; 2]);
    for round in 0..2500 {
        let of_rows = round % 2 > 0;
        let definition = if of_rows { random_rows(&mut random) } else { random_definition(&mut random) };
        let line = format!("rules {definition}");
        let Ok(instance) = read(&line) else { continue };
        let Some(found) = shown(&instance) else { continue };
        let rules = instance.rules();
        let (mut seen, mut todo) = (BTreeSet::new(), vec![rules.start()]);
        while let Some(position) = todo.pop().filter(|_| seen.len() < 300) {
            if !seen.insert(position.clone()) {
                continue;
            }
            todo.extend(rules.plainly_after(&position).into_keys());
            match &found {
                Shown::Bound(potential) => assert_falls_slowly(potential, rules, &position, &line),
                Shown::Never(never) => assert_never(never, rules, &position, &line),
            }
        }
        let (Shown::Bound(potential) | Shown::Never(potential)) = &found;
        of_pairs[usize::from(matches!(found, Shown::Never(_)))] += usize::from(potential.terms.pairs);
        match found {
            Shown::Bound(_) => bounds += 1,
            Shown::Never(_) => nevers += 1,
        }
    }
    assert!(
        bounds > 100 && nevers > 100 && of_pairs.iter().all(|found| *found > 5),
        "{bounds}, {nevers}, {of_pairs:?}"
    );
}

/// A search that leaves out what is of no use finds the same cost and moves, or that no play costs less.
#[test]
fn searches_find_what_is_of_use() {
    fn searched<const W: usize>(packed: &Packed<W>, rules: &Rules, known: Option<Ceiling>) -> Option<(u32, usize)>
    where
        Engine: Searches<W>,
    {
        let (mut known, limits) = (known, Limits { nodes: 100_000, ..Limits::default() });
        let mut pause = || known.take();
        let mut then = |_| pause();
        let space = Words::new(packed, Group::Goals, Some(rules));
        let found = Engine::shortest(&space, &limits, &mut Pause::after(0, &mut then));
        let play = found.ok()?.0?;
        let is_free = |pair: &[Key<W>]| {
            let mut after = Vec::new();
            packed.priced(false).1.is_some_and(|free| {
                free.successors(&pair[0], &mut after);
                after.iter().any(|key| packed.group(Group::Goals).least(*key) == pair[1])
            })
        };
        Some((play.windows(2).filter(|pair| !is_free(pair)).count() as u32, play.len()))
    }
    let mut found = 0;
    for (name, _) in CLASSICS {
        let instance = classic(name);
        let rules = instance.rules();
        rules.lay_out(&Limits::default()).unwrap();
        let Some(Shown::Bound(_)) = rules.potential(&Limits::default()) else { continue };
        let of = |known: Option<Ceiling>| for_words!(rules, packed => searched(packed, rules, known)).flatten();
        let ceiling = |at_most: u32| Some(Ceiling { at_most, least: 0, prunes: true });
        let Some((cost, moves)) = of(None) else { continue };
        found += 1;
        assert_eq!(of(ceiling(cost)), Some((cost, moves)), "{name}");
        assert_eq!(of(cost.checked_sub(1).and_then(ceiling)).filter(|_| cost > 0), None, "{name}");
    }
    assert!(found > 35, "{found}");
}

#[test]
fn bounds_at_the_start() {
    for (name, least) in [
        ("clobber-3x4", 10),
        ("fifteen", 3),
        ("guarini", 8),
        ("knight-tour-5x5", 24),
        ("knights-3x4", 14),
        ("petersen-pebbles", 16),
        ("rotations-3x3", 6),
        ("sokoban-2", 12),
        ("sokoban-3", 15),
        ("reversal-5", 10),
        ("reversal-6", 21),
        ("shifting-forward-4-3", 19),
        ("tiles-3x3", 21),
        ("tiles-3x4-hole", 32),
        ("toads-4-4-three-holes", 40),
        ("toads-5x5", 36),
        ("tokens-path-5", 10),
        ("token-swapping-petersen", 5),
    ] {
        let instance = classic(name);
        let Some(Shown::Bound(potential)) = shown(&instance) else { panic!("{name} has a bound") };
        assert_eq!(potential.at_start(instance.definition()), least, "{name}");
    }
}

/// J. H. Conway's soldiers do not come to the fifth row, as the golden ratio shows; it is no ratio of small numbers, so that weights need room.
#[test]
fn soldiers_do_not_come_to_the_fifth_row() {
    for (row, is_shown) in [(5, true), (4, false)] {
        let goal = (0..12).map(|at| if at == 5 - row { "???????o???????" } else { "???????????????" });
        let board = (0..12).map(|at| if at < 5 { "." } else { "o" }.repeat(15));
        let line = format!(
            "rules board: {} ; move: o o . -> . . o ; goal: {}",
            board
                .map(|row| row.chars().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
                .join(" / "),
            goal.map(|row| row.chars().map(|cell| cell.to_string()).collect::<Vec<_>>().join(" "))
                .collect::<Vec<_>>()
                .join(" / "),
        );
        let instance = read(&line).unwrap();
        let found = shown(&instance);
        assert_eq!(matches!(found, Some(Shown::Never(_))), is_shown);
    }
}

/// Pagodas that are learned lead to plays by the rules, the same ones each time.
#[test]
fn pagodas_lead_to_plays() {
    for (name, moves) in [("peg-english", 31), ("peg-5x5", 23), ("peg-diamond-25", 20), ("peg-triangle-15", 13)] {
        let instance = classic(name);
        let rules = instance.rules();
        rules.lay_out(&Limits::default()).unwrap();
        let found = search::by_pagodas(rules, &Limits::default()).unwrap();
        let plan = found.plan.unwrap_or_else(|| panic!("{name} has a play"));
        assert_eq!(plan.len(), moves, "{name}");
        let end = plan.iter().fold(rules.start(), |position, mv| {
            assert!(rules.check(&position, mv).is_ok(), "{name}");
            rules.after(&position, mv)
        });
        assert!(rules.is_goal(&end), "{name}");
        assert_eq!(search::by_pagodas(rules, &Limits::default()).unwrap().expanded, found.expanded, "{name}");
        let few = Limits { nodes: 5, ..Limits::default() };
        assert!(matches!(search::by_pagodas(rules, &few), Err(halted) if halted.stop == Stop::Nodes), "{name}");
    }
    // Nothing can be moved, and there is nothing to learn from.
    let instance = read("rules board: o . o ; move: o o . -> . . o ; goal most 1: o").unwrap();
    assert!(search::by_pagodas(instance.rules(), &Limits::default()).unwrap().plan.is_none());
}

/// On a long row the weights of a content grow by as much from each cell to the next, and the bound is what it takes.
#[test]
fn long_rows_have_even_weights() {
    for n in [1u32, 3, 8, 20, 50] {
        let row = |left: &str, right: &str| format!("{}.{}", left.repeat(n as usize), right.repeat(n as usize));
        let instance = read(&format!(
            "rules board: {} ; move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f ; goal: {}",
            row("t", "f"),
            row("f", "t")
        ))
        .unwrap();
        instance.rules().lay_out(&Limits::default()).unwrap();
        let found = Potential::best(instance.rules(), FIRST, &Limits::default()).unwrap();
        let Some(Shown::Bound(found)) = found else { panic!("{n}") };
        assert_eq!(found.at_start(instance.rules().definition()), n * n + 2 * n);
    }
}
