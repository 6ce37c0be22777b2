//! Reports while a search runs: bounds that hold, and plays that are plays.

use std::sync::Mutex;

use saltus::limits::{Limits, Progress, Report};
use saltus::plan::Plan;
use saltus::verdict::Outcome;

#[derive(Default)]
struct Heard {
    lower: Mutex<Vec<u32>>,
    found: Mutex<Vec<u64>>,
}

impl Progress for Heard {
    fn report(&self, _: &Report<'_>) {}

    fn at_least(&self, lower: u32) {
        self.lower.lock().unwrap().push(lower);
    }

    fn found(&self, play: &dyn Plan) {
        play.replay(&play.moves()).expect("a play by the rules");
        self.found.lock().unwrap().push(u64::try_from(&play.cost()).unwrap());
    }
}

/// The reported bounds and plays, and the length and the lower bound of the answer.
fn heard(line: &str, nodes: u64) -> (Vec<u32>, Vec<u64>, Option<(u64, u32)>) {
    let heard = Heard::default();
    let limits = Limits { nodes, progress: Some(&heard), ..Limits::default() };
    let puzzle = saltus::parse(line).unwrap();
    let verdict = puzzle.solve(&limits);
    let Heard { lower, found } = heard;
    let answer = match &verdict.outcome {
        Outcome::Solved { plan, lower, .. } => {
            Some((u64::try_from(&plan.cost()).unwrap(), u32::try_from(lower).unwrap()))
        }
        _ => None,
    };
    (lower.into_inner().unwrap(), found.into_inner().unwrap(), answer)
}

#[test]
fn what_is_told_agrees_with_the_answer() {
    for (line, has_bounds, has_plays) in [
        ("tiles 4x4 5 2 4 8 10 0 3 14 13 6 11 12 1 15 9 7", true, false),
        ("tiles 3x3 8 6 7 2 5 4 3 0 1 metric=runs", true, false),
        ("reverse 4 1 7 _ 2 6 3 5", true, false),
        ("klotski-walk", true, false),
        ("sokoban-microban-pushes", true, false),
        ("chinese star men=3", true, true),
        ("chinese triangle:7 men=3 players=3", true, true),
    ] {
        let (lower, found, answer) = heard(line, u64::MAX);
        let (length, proved) = answer.expect(line);
        assert_eq!(length, u64::from(proved), "{line}");
        assert!(lower.iter().all(|lower| u64::from(*lower) <= length), "{line}: {lower:?} above {length}");
        assert!(found.iter().all(|found| *found >= length), "{line}: {found:?} below {length}");
        assert_eq!((!lower.is_empty(), !found.is_empty()), (has_bounds, has_plays), "{line}");
    }
}

#[test]
fn a_search_that_takes_long_tells_of_the_play_that_it_has() {
    // The first of Korf's hundred.
    let line = "rules board: 14 13 15 7 / 11 12 9 5 / 6 . 2 1 / 4 8 10 3 ; class x: 1..15 ; move: x . -> . x ; \
                goal: . 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
    let (lower, found, answer) = heard(line, (1 << 20) + (1 << 18));
    let (length, proved) = answer.expect("beams find plays");
    assert_eq!(found, [length]);
    assert!(lower.iter().all(|lower| *lower <= proved) && lower.contains(&proved), "{lower:?}, {proved}");
}
