//! Searches among samples of positions: parts of the whole search, and games by the rules.

use super::*;
use crate::bounds::{GameBounds, Rules};
use crate::search::game::Key;
use crate::search::layer_search::{LayerSearch, LayersFound, Sample};
use crate::search::{LengthRange, sample};
use saltus_core::limits::{Limits, Stop};

const TWO: Limits<'_> = Limits { threads: 2, ..Limits::DEFAULT };

/// Boards with the fewest turns of a game.
const GAMES: [(&str, u32); 5] = [
    ("triangle:5 men=3 players=3 order=BRY", 11),
    ("triangle:6 men=3 players=3", 10),
    ("triangle:6 men=6 players=3 order=YBR", 21),
    ("triangle:7 men=6 players=3 order=BRY", 20),
    ("triangle:8 men=6 players=3", 22),
];

/// Questions that the whole search answers soon: where there is no game, and in small boards where
/// there is.
fn questions() -> impl Iterator<Item = (&'static str, u32, bool)> {
    GAMES.into_iter().flat_map(|(line, turns)| {
        let small = line.contains("men=3");
        [(line, turns - 3, false)].into_iter().chain(small.then_some((line, turns, true)))
    })
}

fn followed(game: &Game<3>, length: u32, moves: Option<u64>, seed: u64, limits: &Limits<'_>) -> LayersFound<3> {
    let bounds = GameBounds::new(game, Rules::ALL);
    let rounds = LayerSearch::new(game, &bounds, length, limits);
    let rounds = if let Some(moves) = moves { rounds.sampled(Sample { moves, seed }) } else { rounds };
    rounds.run().unwrap()
}

fn keys(outcome: &LayersFound<3>) -> Vec<Vec<Key<3>>> {
    outcome.layers.iter().map(|layer| layer.read(0, layer.count()).unwrap().to_vec()).collect()
}

#[test]
fn a_large_sample_is_all() {
    for (line, length, is_game) in questions() {
        let game = Game::new(&laid_out(&format!("chinese {line}"))).unwrap();
        let all = followed(&game, length, None, 0, &Limits::DEFAULT);
        let sample = followed(&game, length, Some(1 << 40), 1, &TWO);
        assert_eq!([all.steps.is_some(), sample.steps.is_some()], [is_game; 2], "{line}: {length}");
        assert_eq!(keys(&all), keys(&sample), "{line}: {length}");
    }
}

#[test]
fn a_small_sample_is_a_part() {
    let mut smaller = 0;
    for (line, length, _) in questions() {
        let game = Game::new(&laid_out(&format!("chinese {line}"))).unwrap();
        let all = keys(&followed(&game, length, None, 0, &Limits::DEFAULT));
        let mut samples = std::collections::HashSet::new();
        for seed in 0..10 {
            let layers = keys(&followed(&game, length, Some(1000), seed, &Limits::DEFAULT));
            for (some, all) in layers.iter().zip(&all) {
                assert!(some.is_sorted_by(|a, b| a < b), "{line}");
                assert!(some.iter().all(|key| all.binary_search(key).is_ok()), "{line}");
            }
            smaller += usize::from(layers != all);
            samples.insert(layers);
        }
        assert!(
            samples.len() == 1 || samples.len() == 10,
            "{line}: seeds make a difference where something is left out"
        );
    }
    assert!(smaller >= 10);
}

#[test]
fn small_samples_find_games_with_any_threads() {
    let mut found = 0;
    for (line, turns) in &GAMES[3..] {
        let game = Game::new(&laid_out(&format!("chinese {line}"))).unwrap();
        for seed in 0..6 {
            let [one, two] = [Limits::DEFAULT, TWO].map(|limits| followed(&game, *turns, Some(3000), seed, &limits));
            assert_eq!(
                (keys(&one), one.steps.clone(), one.generated),
                (keys(&two), two.steps, two.generated),
                "{line}"
            );
            found += u32::from(one.steps.is_some());
        }
    }
    assert!(found > 6, "{found} of 12");
}

#[test]
fn games_among_samples_are_games() {
    for (line, turns) in GAMES {
        let puzzle = laid_out(&format!("chinese {line}"));
        let found = |excluded, upper, limits| {
            sample(&puzzle, LengthRange { excluded, upper }, Sample { moves: 1 << 20, seed: 1 }, limits).unwrap()
        };
        // Of the least length, or else of the greatest.
        for (excluded, upper) in [(turns - 3, turns + 1), (turns - 1, turns + 40), (0, turns + 1), (0, turns + 4)] {
            let steps = found(excluded, Some(upper), &Limits::DEFAULT).game.expect("a game");
            assert!((turns..upper).contains(&(steps.len() as u32)), "{line}: {excluded} {upper}");
            answers::replays(&puzzle, &steps);
        }
        // No length between, none that has a game, and none known to end at.
        for (excluded, upper) in [(turns - 1, Some(turns)), (0, Some(turns)), (0, None)] {
            let found = found(excluded, upper, &Limits::DEFAULT);
            assert_eq!((found.game, found.stop), (None, None), "{line}: {excluded} {upper:?}");
        }
        let upper = Some(turns + 1);
        assert_eq!(found(0, upper, &Limits { nodes: 10, ..Limits::DEFAULT }).stop, Some(Stop::Nodes), "{line}");
        let small = found(0, upper, &Limits { memory: 1000, ..Limits::DEFAULT });
        assert!(matches!(small.stop, Some(Stop::Memory { .. })), "{line}");
    }
}
