//! Tests of the beams.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::stages::BeamStage;
use super::*;
use crate::rules::Tiles;
use saltus_core::puzzle::Puzzle;
use saltus_core::random::Random;
use saltus_core::verify::play_all;

fn within(nodes: u64) -> Limits<'static> {
    Limits { nodes, ..Limits::default() }
}

/// The moves of a play, which is legal and reaches the goal.
fn length(instance: &Instance, limits: &Limits<'_>) -> Option<usize> {
    let play = beam(instance, limits)?;
    let puzzle: Tiles = instance.laid_out().unwrap();
    let end = play_all(&puzzle, play.iter().copied()).unwrap_or_else(|fault| panic!("{instance}: {fault}"));
    assert!(puzzle.is_goal(&end), "{instance}");
    Some(play.len())
}

/// A board drawn at random with a goal drawn at random, whose vacancy may be anywhere.
fn to_any_goal(height: usize, width: usize, random: &mut Random) -> Instance {
    let mut cells: Vec<u32> = (0..(height * width) as u32).collect();
    random.shuffle(&mut cells);
    let goal = cells.clone();
    random.shuffle(&mut cells);
    let text = |cells: &[u32]| cells.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    let instance = crate::read(&format!("tiles {height}x{width} {} to {}", text(&cells), text(&goal))).unwrap();
    if is_solvable(&instance) { instance } else { to_any_goal(height, width, random) }
}

#[test]
fn plays_of_all_shapes() {
    let sizes = [(2, 2), (2, 3), (2, 7), (8, 2), (2, 12), (3, 3), (3, 5), (9, 3), (4, 4), (5, 4), (5, 5), (5, 9)];
    let larger = [(6, 6), (7, 7), (11, 6), (8, 8), (9, 9), (10, 10), (11, 11), (12, 12), (3, 20)];
    let mut random = Random::new(1);
    for (height, width) in sizes.into_iter().chain(larger) {
        for seed in 0..3 {
            let drawn = crate::read(&format!("tiles {height}x{width} random seed={seed}")).unwrap();
            for instance in [drawn, to_any_goal(height, width, &mut random)] {
                assert!(length(&instance, &within(1 << 18)).is_some(), "{instance}");
            }
        }
    }
}

#[test]
fn plays_of_boards_with_equal_tiles() {
    let line = "tiles 4x4 1 1 0 1 2 2 2 2 1 1 1 1 2 2 2 2 to 2 2 2 2 1 1 1 1 2 2 2 2 1 1 1 0";
    assert!(length(&crate::read(line).unwrap(), &within(1 << 14)).is_some());
    // Three colours in diagonals, to the same turned by half.
    let cells: Vec<String> = (0..63).map(|at| ((at / 8 + at) % 3 + 1).to_string()).chain(["0".to_owned()]).collect();
    let turned: Vec<String> = cells.iter().rev().cloned().collect();
    let instance = crate::read(&format!("tiles 8x8 {} to {}", cells.join(" "), turned.join(" "))).unwrap();
    assert!(length(&instance, &within(1 << 18)).is_some());
}

/// A goal that cannot be reached, and a board that is a line, have no play at once, even without limits.
#[test]
fn there_is_not_always_a_play() {
    for line in ["tiles 3x3 2 1 3 4 5 6 7 8 0", "tiles 1x5 0 1 2 3 4"] {
        assert_eq!(beam(&crate::read(line).unwrap(), &Limits::default()), None);
    }
    let solved = crate::read("tiles 3x3 1 2 3 4 5 6 7 8 0").unwrap();
    assert_eq!(beam(&solved, &within(1 << 10)), Some(Vec::new()));
}

/// How far a board looks, and its hash, are changed by a move as they are counted anew: in each stage.
#[test]
fn looks_are_kept_up() {
    let mut random = Random::new(2);
    for (height, width) in [(4, 6), (8, 7), (2, 9), (9, 9)] {
        let instance = to_any_goal(height, width, &mut random);
        let goal = instance.goal_cells();
        let start = homes(&instance, &goal).into_iter().map(|home| home as u16).collect();
        let grid = BeamBoard::new(height, width, start, vacancy(&goal));
        let stages = Stages::new(&grid, LAST);
        assert_eq!(stages.number, height.saturating_sub(6) + width.saturating_sub(6) + 1);
        for number in 0..stages.number {
            let stage = BeamStage::new(&grid, &stages, number);
            let numbers = run::Numbers::new(&grid, |tile| stage.is_told(tile), &mut random);
            // Near the goal more tiles are in their lines.
            let solved = (0..grid.start.len() as u16).collect();
            for mut board in [grid.start.clone(), solved] {
                let (mut far, mut hash) = (stage.far(&board), numbers.hash(&board));
                for _ in 0..400 {
                    let at = board.iter().position(|&tile| tile == grid.gap).unwrap() as u16;
                    let ways = grid.beside[usize::from(at)];
                    let way = random.below(4);
                    let from = ways[way];
                    if from != NONE {
                        far = far.after(stage.change(&board, from, at, way < 2));
                        hash = numbers.after(hash, &board, from, at);
                        board.swap(at.into(), from.into());
                        assert_eq!((far, hash), (stage.far(&board), numbers.hash(&board)));
                    }
                }
            }
        }
    }
}

/// More nodes give plays that are shorter in the mean, and never longer ones of one board; the same nodes give the same play.
#[test]
fn wider_is_shorter() {
    for size in ["5x5", "6x6", "8x8"] {
        let sums = (0..4).map(|seed| {
            let instance = crate::read(&format!("tiles {size} random seed={seed}")).unwrap();
            [1 << 18, 1 << 21].map(|nodes| length(&instance, &within(nodes)).unwrap())
        });
        let [few, many] = sums.fold([0, 0], |sum, lengths| [sum[0] + lengths[0], sum[1] + lengths[1]]);
        assert!(many < few, "{size}: {many} and {few} moves");
    }
    let instance = crate::read("tiles 7x7 random seed=1").unwrap();
    assert!(beam(&instance, &within(1 << 18)) == beam(&instance, &within(1 << 18)));
}

#[test]
fn limits_are_kept() {
    let instance = crate::read("tiles 10x10 random seed=1").unwrap();
    let is_cancelled = AtomicBool::new(true);
    assert_eq!(beam(&instance, &Limits { cancel: Some(&is_cancelled), ..Limits::default() }), None);
    assert_eq!(beam(&instance, &within(100)), None);
    assert_eq!(beam(&instance, &Limits { memory: 10_000, ..Limits::default() }), None);
    // Little memory ends beams that widen, not the answer.
    assert!(beam(&instance, &Limits { memory: 4 << 20, ..Limits::default() }).is_some());
    let deadline = Some(Instant::now() + Duration::from_secs(1));
    assert!(beam(&instance, &Limits { deadline, ..Limits::default() }).is_some());
}
