//! The games found against the rules, and their lengths against the search that leaves nothing out.

use super::attempt::{Attempt, BeamSetting};
use super::score::{Weights, distances, look};
use super::*;
use crate::bounds::Rules;
use crate::rules::{self as chinese, Chinese};
use crate::search::field::{bit, each};
use crate::search::game::{Armies, image_of, occupied};
use crate::search::layer_search::LayerSearch;
use saltus_core::notation::Instance;
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;

fn puzzle(line: &str) -> Chinese {
    chinese::read(line).unwrap().puzzle().unwrap()
}

fn found<const P: usize>(puzzle: &Chinese, quest: &BeamRequest, limits: &Limits) -> BeamResult {
    let game = Game::<P>::new(puzzle).unwrap();
    let bounds = GameBounds::new(&game, Rules::ALL);
    search(&game, &bounds, quest, limits)
}

fn quest(attempts: u32) -> BeamRequest {
    BeamRequest { upper: None, lower: 0, attempts, seed: 1 }
}

/// Plays a game by the rules.
fn is_a_game(puzzle: &Chinese, steps: &[ManMove]) {
    let mut state = puzzle.start();
    for step in steps {
        assert!(!puzzle.is_goal(&state), "it goes on after its end");
        let mv = puzzle.path(&state, step.from.into(), step.to.into()).expect("a legal move");
        assert_eq!(puzzle.check(&state, &mv), Ok(()));
        puzzle.play(&mut state, &mv);
    }
    assert!(puzzle.is_goal(&state));
}

/// The fewest turns, with no rule but that men outside need moves.
fn shortest<const P: usize>(puzzle: &Chinese) -> u32 {
    let game = Game::<P>::new(puzzle).unwrap();
    let bounds = GameBounds::new(&game, Rules::NONE);
    let ends = |&length: &u32| {
        game.order.player(length - 1) == 0
            && LayerSearch::new(&game, &bounds, length, &Limits::DEFAULT).run().unwrap().steps.is_some()
    };
    (1..100).find(ends).expect("a game ends")
}

fn finds_the_shortest<const P: usize>(lines: &[&str]) {
    for line in lines {
        let puzzle = puzzle(line);
        let game = found::<P>(&puzzle, &quest(24), &Limits::DEFAULT).game.expect("a game");
        is_a_game(&puzzle, &game);
        assert_eq!(game.len() as u32, shortest::<P>(&puzzle), "{line}");
    }
}

#[test]
fn games_of_one_player_are_the_shortest() {
    finds_the_shortest::<1>(&[
        "chinese triangle:5 men=1",
        "chinese triangle:5 men=3",
        "chinese triangle:6 men=3",
        "chinese triangle:6 men=6",
        "chinese triangle:7 men=1",
        "chinese triangle:7 men=3",
        "chinese triangle:7 men=6",
        "chinese rhombus:2 men=3",
        "chinese star:1 men=1",
    ]);
}

#[test]
fn games_of_two_players_are_the_shortest() {
    finds_the_shortest::<2>(&[
        "chinese triangle:5 men=1 players=2",
        "chinese triangle:5 men=1 players=2 order=BR",
        "chinese triangle:5 men=3 players=2",
        "chinese triangle:5 men=3 players=2 order=BR",
        "chinese triangle:6 men=3 players=2 order=BR",
        "chinese triangle:7 men=1 players=2",
        "chinese triangle:7 men=3 players=2",
        "chinese rhombus:2 men=1 players=2 order=BR",
    ]);
}

#[test]
fn games_of_three_players_are_the_shortest() {
    finds_the_shortest::<3>(&[
        "chinese triangle:4 men=1 players=3",
        "chinese triangle:5 men=1 players=3 order=YBR",
        "chinese triangle:5 men=3 players=3 order=BRY",
        "chinese triangle:6 men=3 players=3",
    ]);
}

#[test]
fn games_of_many_men_are_games() {
    let puzzle = puzzle("chinese triangle:8 men=6 players=3 order=BRY");
    let free = found::<3>(&puzzle, &quest(8), &Limits::DEFAULT).game.expect("a game");
    is_a_game(&puzzle, &free);
    // What a limit asks for is kept, and a limit that is no turn of the winner's does no harm.
    let upper = free.len() as u32 + 4;
    let bounded = found::<3>(&puzzle, &BeamRequest { upper: Some(upper), ..quest(8) }, &Limits::DEFAULT);
    let bounded = bounded.game.expect("a game");
    is_a_game(&puzzle, &bounded);
    assert!(bounded.len() as u32 <= upper);
}

#[test]
fn threads_change_nothing() {
    for seed in [3, 4] {
        let puzzle = puzzle("chinese triangle:7 men=6 players=2 order=BR");
        let quest = BeamRequest { seed, ..quest(16) };
        let one = found::<2>(&puzzle, &quest, &Limits::DEFAULT);
        let two = found::<2>(&puzzle, &quest, &Limits { threads: 2, ..Limits::DEFAULT });
        assert!(one.game.is_some());
        assert_eq!(one, two);
        // Where the nodes end it, it is the same still.
        let nodes = one.generated / 2;
        let halves = [1, 2].map(|threads| found::<2>(&puzzle, &quest, &Limits { nodes, threads, ..Limits::DEFAULT }));
        assert_eq!(halves[0], halves[1]);
        assert_eq!(halves[0].stop, Some(Stop::Nodes));
    }
}

#[test]
fn a_search_ends_where_nothing_shorter_can_be() {
    let puzzle = puzzle("chinese triangle:6 men=3");
    let all = found::<1>(&puzzle, &quest(16), &Limits::DEFAULT);
    let turns = all.game.as_ref().expect("a game").len() as u32;
    let known = found::<1>(&puzzle, &BeamRequest { lower: turns, ..quest(16) }, &Limits::DEFAULT);
    assert_eq!((known.game, known.stop), (all.game, None));
    assert!(known.generated < all.generated);
    // Three men need three moves: with two nothing is tried.
    let few = found::<1>(&puzzle, &BeamRequest { upper: Some(2), ..quest(16) }, &Limits::DEFAULT);
    assert_eq!(few, BeamResult { game: None, generated: 0, stop: None });
    let none = found::<1>(&puzzle, &quest(0), &Limits::DEFAULT);
    assert_eq!(none, BeamResult { game: None, generated: 0, stop: None });
}

#[test]
fn limits_are_told() {
    let puzzle = puzzle("chinese triangle:6 men=3");
    let small = found::<1>(&puzzle, &quest(16), &Limits { memory: 1000, ..Limits::DEFAULT });
    assert!(matches!(small, BeamResult { game: None, stop: Some(Stop::Memory { .. }), .. }), "{small:?}");
    let past = Limits { deadline: Some(saltus_core::clock::Instant::now()), ..Limits::DEFAULT };
    assert_eq!(found::<1>(&puzzle, &quest(16), &past).stop, Some(Stop::Time));
}

/// Positions of a game played at random, with the player whose turn it is.
fn wander<const P: usize>(game: &Game<P>, seed: u64) -> Vec<(Armies<P>, usize)> {
    let mut random = Random::new(seed);
    let mut armies = game.start;
    let mut positions = Vec::new();
    for time in 0..60 {
        let player = game.order.player(time);
        positions.push((armies, player));
        let occupied = occupied(&armies);
        let moves: Vec<(usize, usize)> = each(armies[player])
            .flat_map(|from| each(game.field.destinations(from, occupied)).map(move |to| (from, to)))
            .collect();
        let (from, to) = moves[random.below(moves.len())];
        armies[player] ^= bit(from) | bit(to);
    }
    positions
}

#[test]
fn what_is_out_of_sight_changes_nothing() {
    let game = Game::<3>::new(&puzzle("chinese triangle:8 men=6 players=3")).unwrap();
    let weights = Weights::random(&mut Random::new(5), game.goal, &distances(&game.field, game.goal, game.start[0]));
    let mut unseen = 0;
    for (armies, _) in wander(&game, 7) {
        let occupied = occupied(&armies);
        each(armies[0])
            .for_each(|man| assert_eq!(look(&game.field, man, occupied).0, game.field.destinations(man, occupied)));
        let sight = weights.sight(&game.field, game.goal, armies[0], occupied);
        for (player, from) in [1, 2].into_iter().flat_map(|player| each(armies[player]).map(move |man| (player, man))) {
            for to in each(game.field.destinations(from, occupied)) {
                let mut moved = armies;
                moved[player] ^= bit(from) | bit(to);
                if sight.seen & (bit(from) | bit(to)) == 0 {
                    unseen += 1;
                    let occupied = moved[0] | moved[1] | moved[2];
                    assert_eq!(weights.sight(&game.field, game.goal, moved[0], occupied), sight);
                }
            }
        }
    }
    assert!(unseen > 0);
}

#[test]
fn positions_and_their_images_have_one_name() {
    let game = Game::<2>::new(&puzzle("chinese star:2 men=3 players=2")).unwrap();
    let bounds = GameBounds::new(&game, Rules::ALL);
    let setting = BeamSetting::new(&game, &bounds, &Limits::DEFAULT);
    let mirror = game.mirror.as_ref().expect("a star has one");
    let attempt = Attempt::new(&setting, 10, 10, 1);
    let positions = wander(&game, 9);
    for pair in positions.windows(2) {
        let (before, after, player) = (pair[0].0, pair[1].0, pair[0].1);
        let [name, image] = setting.name(&after);
        assert_eq!(setting.name(&after.map(|army| image_of(mirror, army))), [image, name]);
        let step = ManMove {
            from: (before[player] & !after[player]).trailing_zeros() as u8,
            to: (after[player] & !before[player]).trailing_zeros() as u8,
        };
        assert_eq!(attempt.renamed(setting.name(&before), player, step), [name, image]);
    }
}
