//! No rule leaves out what can be finished in time.

use super::*;
use crate::bounds::{GameBounds, Rules, TurnsLeft};
use crate::search::layer_search::LayerSearch;
use saltus_core::limits::Limits;

fn rule(name: &str) -> Rules {
    let others: Vec<String> = Rules::NAMES.into_iter().filter(|&other| other != name).map(Into::into).collect();
    Rules::without(&others)
}

/// Every position with all turns that are left, against each rule alone; how many positions would
/// be left out with one move less.
fn is_sound<const P: usize>(line: &str, puzzle: &Chinese) -> [usize; 5] {
    let game = Game::<P>::new(puzzle).unwrap();
    let mut sharp = [0; 5];
    let states = distances::<P>(puzzle);
    for (count, name) in sharp.iter_mut().zip(["none", "types", "leave", "settle", "fills"]) {
        let bounds = GameBounds::new(&game, rule(name));
        for (armies, turn, distance) in states.iter().filter(|state| state.2 > 0) {
            let may = |length: u32| {
                let left = TurnsLeft::of(&game, *turn as u32, length);
                bounds.allow(&game.field, armies, &left)
            };
            let end = *turn as u32 + distance;
            for rounds in 0..3 {
                let rows = armies.map(|army| each(army).collect::<Vec<_>>());
                assert!(may(end + rounds * P as u32), "{line}: {name} at {rows:?}, turn {turn}, {distance} to go");
            }
            *count += usize::from(end >= P as u32 + *turn as u32 && !may(end - P as u32));
        }
    }
    sharp
}

fn is_sound_for_all(line: &str, puzzle: &Chinese) -> [usize; 5] {
    match puzzle.order().len() {
        1 => is_sound::<1>(line, puzzle),
        2 => is_sound::<2>(line, puzzle),
        3 => is_sound::<3>(line, puzzle),
        _ => is_sound::<4>(line, puzzle),
    }
}

#[test]
fn bounds_are_never_too_large() {
    let mut sharp = [0; 5];
    for line in [
        "chinese triangle:4 men=3",
        "chinese triangle:5 men=3",
        "chinese triangle:6 men=3",
        "chinese triangle:6 men=6",
        "chinese triangle:4 men=3 players=2",
        "chinese triangle:4 men=3 players=2 order=BR",
        "chinese triangle:3 men=1 players=3 order=YRB",
        "chinese triangle:4 men=1 players=3",
        "chinese star:1 men=1 players=3",
        "chinese star:2 men=1 players=2",
        "chinese rhombus:2 men=3",
        "chinese rhombus:1 men=3 players=2",
    ] {
        let puzzle = laid_out(line);
        sharp.iter_mut().zip(is_sound_for_all(line, &puzzle)).for_each(|(sum, new)| *sum += new);
    }
    // Each rule knows something that the mere count of moves does not.
    assert!(sharp[1..].iter().all(|&count| count > sharp[0]), "{sharp:?}");
}

#[test]
fn bounds_are_never_too_large_on_any_board() {
    let mut random = Random::new(6);
    let mut found = 0;
    for round in 0..80 {
        let instance = any_board(1 + round % 3, 1 + round / 3 % 4, &mut random);
        let puzzle = instance.puzzle().unwrap();
        if distances::<1>(&puzzle).is_empty() {
            continue;
        }
        found += is_sound_for_all(&instance.to_string(), &puzzle)[4];
    }
    assert!(found > 0);
}

/// `touch` leaves out no position of any layer: what it passes over the other rules drop one turn
/// later.
#[test]
fn helping_moves_are_all_made() {
    let mut random = Random::new(8);
    let mut saved = 0;
    for round in 0..150 {
        let instance = any_board(2 + round % 3, 1 + round / 3 % 4, &mut random);
        let puzzle = instance.puzzle().unwrap();
        saved += match puzzle.order().len() {
            2 => saved_by_touch::<2>(&instance, &puzzle),
            3 => saved_by_touch::<3>(&instance, &puzzle),
            _ => saved_by_touch::<4>(&instance, &puzzle),
        };
    }
    for line in ["triangle:5 men=3 players=2", "triangle:5 men=3 players=3", "star:2 men=3 players=2 order=BR"] {
        let instance = read(&format!("chinese {line}")).unwrap();
        let puzzle = instance.puzzle().unwrap();
        saved += match puzzle.order().len() {
            2 => saved_by_touch::<2>(&instance, &puzzle),
            _ => saved_by_touch::<3>(&instance, &puzzle),
        };
    }
    assert!(saved > 200, "{saved}");
}

/// Layers for the first lengths, with and without the rule; how many positions fewer were
/// generated.
fn saved_by_touch<const P: usize>(instance: &Instance, puzzle: &Chinese) -> u64 {
    let game = Game::<P>::new(puzzle).unwrap();
    let run = |rules: Rules, length| {
        let bounds = GameBounds::new(&game, rules);
        LayerSearch::new(&game, &bounds, length, &Limits::DEFAULT).run().unwrap()
    };
    let mut saved = 0;
    let first = GameBounds::new(&game, Rules::ALL).moves_needed(game.start[0]).max(1);
    for moves in first..first + 3 {
        let length = game.order.length(moves);
        let with = run(Rules::ALL, length);
        let without = run(Rules { touch: false, ..Rules::ALL }, length);
        assert_eq!(with.steps, without.steps, "{instance}: {length}");
        let same = |(a, b): (&super::super::layer::Layer<P>, &super::super::layer::Layer<P>)| {
            a.read(0, a.count()).unwrap() == b.read(0, b.count()).unwrap()
        };
        assert_eq!(with.layers.len(), without.layers.len(), "{instance}: {length}");
        assert!(with.layers.iter().zip(&without.layers).all(same), "{instance}: {length}");
        if with.steps.is_some() {
            break;
        }
        saved += without.generated - with.generated;
    }
    saved
}
