//! Damaged certificates: whatever is accepted is true.

use super::bounds::Rules;
use super::{ANYTHING, Game, Layers, MEET, MIRROR, games, payload};
use crate::support::{Dice, is_verified, outcome};
use crate::truth::damage;
use std::collections::BTreeSet;

/// Layers without what is excluded, and how long a shortest play is.
fn needed_layers(game: &Game, meet: bool) -> (Layers, usize) {
    let (_, length) = game.best_play(60).unwrap();
    let last = game.before(length);
    let rules = Rules { game, last };
    let exclude: &dyn Fn(&super::Men, usize) -> bool = &|men, time| rules.exclude(men, time);
    (if meet { game.half_layers(last, exclude) } else { game.layers(last, exclude) }, length)
}

fn small_games() -> impl Iterator<Item = Game> {
    games()
        .into_iter()
        .filter(|game| !game.name.contains("star:2") && !game.name.contains("triangle:5 men=3 players=2"))
}

#[test]
fn no_position_can_be_missing() {
    let mut removed = 0;
    for (game, meet) in small_games().flat_map(|game| [(game.clone(), false), (game, true)]) {
        if meet && (game.players() > 1 || game.is_list) {
            continue;
        }
        let (layers, length) = needed_layers(&game, meet);
        let flags = if meet { MEET } else { 0 };
        let last = game.before(length);
        let count: usize = layers.iter().map(BTreeSet::len).sum();
        for gone in (0..count).step_by(count / 100 + 1) {
            let mut fewer = layers.clone();
            let mut index = gone;
            for layer in &mut fewer {
                if let Some(men) = layer.iter().nth(index).cloned() {
                    layer.remove(&men);
                    break;
                }
                index -= layer.len();
            }
            let text = outcome(&game.bound_file(last, &game.payload(last, flags, &fewer))).to_string();
            assert!(text.starts_with("REFUTED layers, layer ") && text.ends_with("leads out of the layers"), "{text}");
            removed += 1;
        }
    }
    assert!(removed > 250, "{removed}");
}

#[test]
fn damaged_layers() {
    let (mut dice, mut accepted) = (Dice(8), 0);
    for game in small_games() {
        let (layers, length) = needed_layers(&game, false);
        let right = game.payload(game.before(length), 0, &layers);
        let wrong = game.payload(length, 0, &game.layers(length, ANYTHING));
        for round in 0..200 {
            let mut payload = if round % 2 == 0 { right.clone() } else { wrong.clone() };
            (0..dice.below(3)).for_each(|_| damage(&mut payload, &mut dice));
            let lower = (length + dice.below(3)).saturating_sub(1);
            let file = game.file(&format!("at-least {lower}"), "layers", &[("layers", &payload)]);
            if is_verified(&file) {
                accepted += 1;
                assert!(lower <= length, "{lower} {}", game.line());
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}

/// All flags with layers made for others, and for too many turns.
#[test]
fn other_flags_and_other_turns() {
    for game in small_games() {
        let (_, length) = game.best_play(60).unwrap();
        for last in [game.before(length), length, length + game.players()] {
            for layers in [game.layers(last, ANYTHING), game.half_layers(last, ANYTHING)] {
                for (flags, written) in (0..4).flat_map(|flags| (0..5).map(move |written| (flags, written))) {
                    if flags & MIRROR > 0 && !game.name.starts_with("star") && !game.name.starts_with("rhombus") {
                        continue;
                    }
                    let mut payload = game.payload(last, flags, &layers);
                    // The flags are the second number, the first being below 128.
                    payload[1] = written;
                    let verified = is_verified(&game.bound_file(last, &payload));
                    assert!(!verified || game.bound(last) <= length, "{last} {written} {}", game.line());
                }
            }
        }
    }
}

/// Positions in any layer whatever, so that there are short cuts and walks back.
#[test]
fn layers_in_disorder() {
    let (mut dice, mut accepted) = (Dice(9), 0);
    for game in small_games().filter(|game| game.players() == 1) {
        let (_, length) = game.best_play(60).unwrap();
        let all: BTreeSet<_> = game.half_layers(40, ANYTHING).into_iter().flatten().collect();
        for _ in 0..300 {
            let last = game.before(length) + dice.below(3);
            let mut layers = game.half_layers(last, ANYTHING);
            for _ in 0..dice.below(20) {
                let to = dice.below(layers.len());
                let men = all.iter().nth(dice.below(all.len())).unwrap();
                if !game.is_over(men) {
                    layers[to].insert(men.clone());
                }
                if dice.below(3) == 0 {
                    let from = dice.below(layers.len());
                    layers[from].remove(men);
                }
            }
            if is_verified(&game.bound_file(last, &game.payload(last, MEET, &layers))) {
                accepted += 1;
                assert!(game.bound(last) <= length, "{last} {}", game.line());
            }
        }
    }
    assert!(accepted > 50, "{accepted}");
}

/// The first byte that does not suit its layer is named.
#[test]
fn every_cut_is_refused() {
    let game = Game::triangle(4, 1, 3);
    let (layers, length) = needed_layers(&game, false);
    let full = game.payload(game.before(length), 0, &game.layers(game.before(length), ANYTHING));
    assert!(!layers.is_empty() || full.len() > 3);
    for cut in 0..full.len() {
        let file = game.bound_file(game.before(length), &full[..cut]);
        assert!(outcome(&file).to_string().starts_with("REFUTED layers"), "{cut}");
    }
    let longer = payload(game.before(length) as u64, 0, 3, &[]).into_iter().chain([0]).collect::<Vec<_>>();
    assert!(!is_verified(&game.bound_file(game.before(length), &longer)));
}
