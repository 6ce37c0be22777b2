//! Lengths, games and layers.

use super::*;
use crate::bounds::{GameBounds, Rules};
use crate::search::game::ManMove;
use crate::search::layer_search::LayerSearch;
use crate::search::{LengthRange, bidirectional, layers, solve};
use saltus_core::limits::{Limits, Stop};
use saltus_core::search::breadth_first;

/// Boards of all shapes, small enough for trying everything.
const LINES: [&str; 33] = [
    "triangle:4 men=1",
    "triangle:4 men=3",
    "triangle:4 men=3 goal=3",
    "triangle:4 men=1 players=2",
    "triangle:4 men=3 players=2",
    "triangle:4 men=3 players=2 order=BR",
    "triangle:4 men=3 players=3 order=BYR",
    "triangle:4 men=3 players=3 goal=3",
    "triangle:4 men=1 players=3 order=YRB",
    "triangle:5 men=1",
    "triangle:5 men=3",
    "triangle:5 men=3 goal=3",
    "triangle:5 men=1 players=2 goal=3",
    "triangle:5 men=1 players=3 order=YBR",
    "triangle:6 men=1",
    "triangle:6 men=3",
    "triangle:6 men=6",
    "triangle:6 men=1 players=2 order=BR",
    "rhombus:1 men=1",
    "rhombus:1 men=3",
    "rhombus:1 men=3 players=2",
    "rhombus:1 men=1 players=2 order=BR",
    "rhombus:2 men=1",
    "rhombus:2 men=3",
    "rhombus:2 men=1 players=2",
    "rhombus:3 men=1",
    "rhombus:3 men=3",
    "star:1 men=1",
    "star:1 men=1 players=2 order=BR goal=2",
    "star:1 men=1 players=4 order=GRBY",
    "star:1 men=1 players=3 goal=3",
    "star:2 men=3",
    "star:2 men=1 players=2",
];

/// What trying everything may take.
const REFERENCE: Limits<'_> = Limits { nodes: 200_000, ..Limits::DEFAULT };

/// The fewest turns by the rules alone; none where there is no game, or too much to try.
fn reference(puzzle: &Chinese) -> Option<u32> {
    breadth_first::solve(puzzle, &REFERENCE).ok()?.plan.map(|plan| plan.len() as u32)
}

/// All rules, each alone missing, each alone, and none.
fn choices() -> Vec<Rules> {
    let without = |names: &[&str]| Rules::without(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    let others = |name: &str| Rules::NAMES.into_iter().filter(|&other| other != name).collect::<Vec<_>>();
    let single = Rules::NAMES.iter().flat_map(|name| [without(&[name]), without(&others(name))]);
    [Rules::ALL, Rules::NONE].into_iter().chain(single).collect()
}

pub(in crate::search) fn replays(puzzle: &Chinese, steps: &[ManMove]) {
    let mut state = puzzle.start();
    let step = |step: &ManMove| {
        let path = puzzle.path(&state, Cell::from(step.from), Cell::from(step.to)).expect("a move");
        puzzle.play(&mut state, &path);
        path
    };
    let moves: Vec<_> = steps.iter().map(step).collect();
    laws::plan_replays(puzzle, &moves);
}

/// Length and game with some rules; a second thread changes nothing.
fn is_right(name: &str, puzzle: &Chinese, rules: Rules, length: u32) {
    let solve = |threads| solve(puzzle, rules, LengthRange::default(), &Limits { threads, ..Limits::DEFAULT }).unwrap();
    let [one, two] = [1, 2].map(solve);
    assert_eq!((one.lower, one.stop), (length, None), "{name}: {rules:?}");
    let steps = one.steps.expect("a game");
    assert_eq!(steps.len() as u32, length, "{name}: {rules:?}");
    replays(puzzle, &steps);
    assert_eq!((two.lower, two.steps, two.generated), (length, Some(steps), one.generated), "{name}: {rules:?}");
    let known = LengthRange { excluded: 0, upper: Some(length) };
    let below = engine_answer(puzzle, rules, known);
    assert!(below.0 == length && below.1.is_none(), "{name}: {rules:?}");
}

fn engine_answer(puzzle: &Chinese, rules: Rules, range: LengthRange) -> (u32, Option<Vec<ManMove>>) {
    let answer = solve(puzzle, rules, range, &Limits::DEFAULT).unwrap();
    (answer.lower, answer.steps)
}

#[test]
fn games_are_shortest() {
    for line in LINES {
        let line = format!("chinese {line}");
        let puzzle = laid_out(&line);
        let length = reference(&puzzle).unwrap_or_else(|| panic!("{line} is too large to try"));
        choices().into_iter().for_each(|rules| is_right(&line, &puzzle, rules, length));
    }
}

#[test]
fn games_from_anywhere_are_shortest() {
    let mut random = Random::new(1);
    let mut tried = 0;
    for line in LINES.iter().cycle().take(4 * LINES.len()) {
        let instance = shuffled(&read(&format!("chinese {line}")).unwrap(), &mut random);
        let puzzle = instance.puzzle().unwrap();
        if let Some(length) = reference(&puzzle).filter(|&length| length > 0) {
            for rules in [Rules::ALL, choices()[random.below(14)]] {
                is_right(&instance.to_string(), &puzzle, rules, length);
            }
            tried += 1;
        }
    }
    assert!(tried > 3 * LINES.len(), "{tried}");
}

#[test]
fn games_on_any_board_are_shortest() {
    let mut random = Random::new(2);
    let (mut solved, mut lengths) = (0, 0);
    for round in 0..400 {
        let instance = any_board(1 + round % 4, 1 + round / 4 % 4, &mut random);
        let puzzle = instance.puzzle().unwrap();
        if let Some(length) = reference(&puzzle).filter(|&length| length > 0) {
            for rules in [Rules::ALL, choices()[random.below(14)]] {
                is_right(&instance.to_string(), &puzzle, rules, length);
            }
            solved += 1;
            lengths += length;
        }
    }
    assert!(solved > 100 && lengths > 3 * solved, "{solved} {lengths}");
}

/// A turn by a sixth exchanges start and goal here, and does not lead back when it is done twice.
#[test]
fn boards_that_turn() {
    for line in [
        "chinese cells:0,0;1,0R;0,1*;-1,1R;-1,0*;0,-1R;1,-1* players=1",
        "chinese cells:0,0;2,0R;0,2*;-2,2R;-2,0*;0,-2R;2,-2*;1,0;0,1;-1,1;-1,0;0,-1;1,-1;1,1;-1,2;-2,1;-1,-1;1,-2;2,-1 players=1",
    ] {
        let puzzle = laid_out(line);
        let length = reference(&puzzle).expect("a game");
        choices().into_iter().for_each(|rules| is_right(line, &puzzle, rules, length));
    }
}

/// The layers for a certificate are the same with two threads, and there are none where there is a
/// game.
#[test]
fn layers_do_not_depend_on_threads() {
    for line in LINES {
        let puzzle = laid_out(&format!("chinese {line}"));
        let length = reference(&puzzle).unwrap();
        let players = puzzle.order().len() as u32;
        let found = |length, threads| {
            let layers = layers(&puzzle, length, &Limits { threads, ..Limits::DEFAULT });
            layers.map(|layers| layers.map(|layers| (layers.length, layers.mirror, layers.meet, layers.ranks)).unwrap())
        };
        assert_eq!(found(length, 1), None, "{line}");
        let excluded = length.saturating_sub(players);
        let layers = found(excluded, 1);
        assert!(layers.is_some() && layers == found(excluded, 2), "{line}");
        assert!(layers.unwrap().3.iter().flatten().is_sorted_by(|a, b| a != b), "{line}");
    }
}

/// Where all can be finished in time, layers hold what can be reached: by the rules alone.
#[test]
fn layers_without_rules_hold_all_positions() {
    let puzzle = laid_out("chinese triangle:6 men=1 players=2 order=BR");
    let game = Game::<2>::new(&puzzle).unwrap();
    let bounds = GameBounds::new(&game, Rules::NONE);
    let length = reference(&puzzle).unwrap() - 2;
    let found = LayerSearch::new(&game, &bounds, length, &Limits::DEFAULT).run().unwrap();
    let mut states = vec![puzzle.start()];
    for layer in &found.layers[1..] {
        for _ in 0..2 {
            let mut moves = Vec::new();
            let after = |state: &State| {
                moves.clear();
                puzzle.moves(state, &mut moves);
                let play = |mv| {
                    let mut next = state.clone();
                    puzzle.play(&mut next, mv);
                    next
                };
                moves.iter().map(play).collect::<Vec<_>>()
            };
            states = states.iter().flat_map(after).collect();
            states.sort_unstable();
            states.dedup();
        }
        let done = found.layers.iter().position(|other| std::ptr::eq(other, layer)).unwrap() as u32;
        let armies = |state: &State| [Player::Red, Player::Blue].map(|player| set(state.army(player)));
        let in_time = |armies: &[Cells; 2]| (armies[0] & !game.goal).count_ones() <= length / 2 - done;
        let mut keys: Vec<_> = states.iter().map(armies).filter(in_time).map(|armies| game.key(&armies)).collect();
        keys.sort_unstable();
        assert_eq!(*layer.read(0, layer.count()).unwrap(), *keys);
    }
    assert!(found.steps.is_none() && found.layers.len() > 1);
}

/// One player's game found from both ends is as long as by rounds.
#[test]
fn both_ends_meet() {
    for line in LINES.into_iter().filter(|line| !line.contains("players")) {
        let puzzle = laid_out(&format!("chinese {line}"));
        let game = Game::<1>::new(&puzzle).unwrap();
        let length = reference(&puzzle).unwrap();
        for rules in choices() {
            let bounds = GameBounds::new(&game, rules);
            for at_most in [length - 1, length, length + 2] {
                let found = bidirectional::search(&game, &bounds, at_most, &Limits::DEFAULT).unwrap();
                let expected = (at_most >= length).then_some(length);
                assert_eq!(found.steps.map(|steps| steps.len() as u32), expected, "{line}: {rules:?}");
                let found = LayerSearch::new(&game, &bounds, at_most, &Limits::DEFAULT).run().unwrap();
                assert_eq!(found.steps.is_some(), at_most >= length, "{line}: {rules:?}");
            }
        }
    }
}

#[test]
fn what_stops_says_what_is_known() {
    for line in ["chinese star", "chinese star players=2", "chinese star players=6"] {
        let puzzle = laid_out(line);
        for threads in [1, 2] {
            let limits = Limits { nodes: 3000, threads, ..Limits::DEFAULT };
            let answer = solve(&puzzle, Rules::NONE, LengthRange::default(), &limits).unwrap();
            assert!(answer.steps.is_none() && answer.stop == Some(Stop::Nodes), "{line}");
            assert!(answer.lower > 1 && answer.excluded < answer.lower, "{line}");
            let limits = Limits { memory: 1000, ..limits };
            let answer = solve(&puzzle, Rules::NONE, LengthRange::default(), &limits).unwrap();
            assert!(answer.steps.is_none() && answer.stop.is_some(), "{line}");
        }
    }
}

/// A winner that begins in the goal has won; the engine refuses a board or an army that is
/// too large.
#[test]
fn what_is_done_or_too_large() {
    let done = laid_out("chinese triangle:4 men=1 rows=./../.../R...");
    let answer = solve(&done, Rules::ALL, LengthRange::default(), &Limits::DEFAULT).unwrap();
    assert_eq!((answer.lower, answer.steps), (0, Some(Vec::new())));
    for line in ["chinese star:5", "chinese star:7 men=21", "chinese triangle:16 men=1"] {
        let puzzle = laid_out(line);
        assert!(solve(&puzzle, Rules::ALL, LengthRange::default(), &Limits::DEFAULT).is_none(), "{line}");
        assert!(layers(&puzzle, 1, &Limits::DEFAULT).is_none(), "{line}");
    }
    assert!(Game::<2>::new(&laid_out("chinese triangle:6 men=3 players=3")).is_none());
}
