//! Certificates of sliding tiles: every answer about a small board has one that the checker accepts, with each kind of
//! evidence that fits it; and no evidence proves too much.

mod common;

use std::collections::{HashMap, VecDeque};

use common::{arrangements, sizes_of_boards};
use saltus::catalog::{self, CannotCertify};
use saltus::kit::Random;
use saltus::limits::Limits;
use saltus::puzzles::tiles::{Goal, Instance};
use saltus::verdict::{Evidence, Outcome};
use saltus_check::{Limits as CheckLimits, Outcome as Checked, check, check_record};

/// The certificate of the answer, by its own evidence or by another.
fn certificate(instance: &Instance, evidence: Option<Evidence>) -> Vec<u8> {
    let subject = catalog::parse(&instance.to_string()).unwrap_or_else(|bad| panic!("{instance}: {bad}"));
    let mut verdict = subject.solve(&Limits::default());
    verdict.evidence = evidence.unwrap_or(verdict.evidence);
    let certificate = subject.certificate(&verdict, &Limits::default());
    let mut bytes = Vec::new();
    certificate.unwrap_or_else(|why| panic!("{instance}: {why}")).write(&mut bytes).expect("memory takes all");
    bytes
}

/// What the checker says of a certificate.
fn checked(bytes: &[u8]) -> Checked {
    check(bytes, &CheckLimits::default())
}

/// It is accepted, for this line, and settles the matter.
fn is_accepted(instance: &Instance, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut lines = text.lines().skip(1);
    assert_eq!(lines.next(), Some(format!("puzzle {instance}").as_str()));
    let claim = lines.next().and_then(|line| line.strip_prefix("claim ")).expect("a claim");
    assert!(claim == "unsolvable" || claim.starts_with("optimal "), "{instance}: only {claim}");
    match checked(bytes) {
        Checked::Verified(what) => assert!(what.starts_with(&format!("{claim} {instance}")), "{instance}: {what}"),
        other => panic!("{instance}: {other}\n{text}"),
    }
}

fn manhattan(instance: &Instance, start: &[u32]) -> u32 {
    let goal = instance.goal_cells();
    let way = |a: usize, b: usize| {
        (a / instance.width).abs_diff(b / instance.width) + (a % instance.width).abs_diff(b % instance.width)
    };
    let nearest = |(cell, tile): (usize, &u32)| {
        (0..goal.len()).filter(|&home| goal[home] == *tile).map(|home| way(cell, home)).min().expect("a home")
    };
    start.iter().enumerate().filter(|(_, tile)| **tile != 0).map(nearest).sum::<usize>() as u32
}

/// Its own evidence, and all other that must do.
fn every_evidence_is_accepted(instance: &Instance) {
    is_accepted(instance, &certificate(instance, None));
    let subject = catalog::parse(&instance.to_string()).expect("an instance");
    for bound in ["manhattan", "vacancy", "zero"] {
        let length = match subject.solve(&Limits::default()).outcome {
            Outcome::Solved { lower, .. } => u32::try_from(&lower).ok(),
            Outcome::Unsolvable { .. } if bound == "zero" => None,
            _ => continue,
        };
        is_accepted(instance, &certificate(instance, Some(Evidence::ClosedSet(bound))));
        if bound == "manhattan" && length == Some(manhattan(instance, &instance.start)) {
            is_accepted(instance, &certificate(instance, Some(Evidence::Potential("manhattan"))));
        }
    }
}

/// Goals over different tiles, over two kinds, three, and one.
fn goals(height: usize, width: usize, random: &mut Random) -> Vec<Vec<u32>> {
    let cells = (height * width) as u32;
    let mut goals = vec![Goal::BlankLast.cells(cells as usize), Goal::BlankFirst.cells(cells as usize)];
    for kinds in [cells, 1, 2, 3] {
        let mut goal: Vec<u32> = (1..cells).map(|tile| tile % kinds.max(1) + 1).chain([0]).collect();
        random.shuffle(&mut goal);
        goals.push(goal);
    }
    goals
}

#[test]
fn every_small_board() {
    let mut random = Random::new(1);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let starts = arrangements(&goal);
            for start in starts.iter().step_by(starts.len() / 60 + 1) {
                every_evidence_is_accepted(&Instance::new(height, width, start.clone(), goal.clone()));
            }
        }
    }
}

#[test]
fn eight_and_nine_cells() {
    let mut random = Random::new(2);
    for (height, width) in [(3, 3), (2, 4), (4, 2), (1, 9), (8, 1)] {
        for goal in goals(height, width, &mut random) {
            for _ in 0..4 {
                let mut start = goal.clone();
                random.shuffle(&mut start);
                let instance = Instance::new(height, width, start, goal.clone());
                is_accepted(&instance, &certificate(&instance, None));
            }
        }
    }
}

/// The proofs of one move, of many cells, and of boards that nobody could search.
#[test]
fn large_boards() {
    for line in [
        "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15",
        "tiles 4x4 5 1 2 3 0 6 7 4 9 10 11 8 13 14 15 12",
        "tiles 4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0",
        "tiles 4x4 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
        "tiles 5x5 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 0 23 24",
        "tiles 1x30 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29",
        "tiles 4x4 1 1 1 1 2 2 2 0 3 3 3 2 4 4 4 3 to 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 0",
        "tiles 2x3 65535 7 9 0 7 9 to 7 9 0 7 9 65535",
    ] {
        let instance = saltus::puzzles::tiles::read(line).expect("an instance");
        is_accepted(&instance, &certificate(&instance, None));
    }
    let mut swapped = Goal::BlankLast.cells(10_000);
    swapped.swap(0, 1);
    let odd = Instance::new(100, 100, swapped, Goal::BlankLast.cells(10_000));
    is_accepted(&odd, &certificate(&odd, None));
}

/// Records of plays, with numbers and with ways.
#[test]
fn records_are_replayed() {
    for line in ["tiles 3x3 8 6 7 2 5 4 3 0 1", "tiles 2x3 1 1 2 2 0 3 to 3 2 2 1 1 0", "tiles 4x1 0 1 2 3"] {
        let verdict = catalog::parse(line).unwrap().solve(&Limits::default());
        let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("{line}") };
        let moves: Vec<String> = common::moves(&**plan).iter().map(|mv| format!("\"{mv}\"")).collect();
        let record = |count: usize| {
            let (list, length) = (moves[..count].join(","), count);
            format!(r#"{{"puzzle":"{line}","status":"solved","length":{length},"moves":[{list}]}}"#)
        };
        assert!(matches!(check_record(&record(moves.len()), &CheckLimits::default()), Checked::Verified(_)), "{line}");
        assert!(
            matches!(check_record(&record(moves.len() - 1), &CheckLimits::default()), Checked::Refuted(_)),
            "{line}"
        );
    }
}

/// Moves from every board to the goal, with rules of its own.
fn distances(height: usize, width: usize, goal: &[u32]) -> HashMap<Vec<u32>, u32> {
    let mut known = HashMap::from([(goal.to_vec(), 0)]);
    let mut queue = VecDeque::from([goal.to_vec()]);
    while let Some(board) = queue.pop_front() {
        let distance = known[&board];
        let gap = board.iter().position(|&tile| tile == 0).expect("a vacancy");
        let near = |other: &usize| (other / width).abs_diff(gap / width) + (other % width).abs_diff(gap % width) == 1;
        for other in (0..height * width).filter(near) {
            let mut next = board.clone();
            next.swap(gap, other);
            if !known.contains_key(&next) {
                known.insert(next.clone(), distance + 1);
                queue.push_back(next);
            }
        }
    }
    known
}

/// All evidence that a checker may be shown for tiles, none of it good enough for what is false.
const EVIDENCE: [&str; 9] = [
    "witness",
    "parity",
    "order",
    "potential manhattan",
    "potential vacancy",
    "closed-set zero",
    "closed-set manhattan",
    "closed-set vacancy",
    "theorem winnable",
];

#[test]
fn no_evidence_proves_too_much() {
    let mut random = Random::new(3);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let known = distances(height, width, &goal);
            for start in arrangements(&goal).into_iter().step_by(7) {
                let Some(distance) = known.get(&start) else { continue };
                let instance = Instance::new(height, width, start, goal.clone());
                for claim in ["unsolvable".to_owned(), format!("at-least {}", distance + 1)] {
                    for by in EVIDENCE {
                        let set = if by.starts_with("closed-set") { "block set 0 00000000\n\n" } else { "" };
                        let bytes =
                            format!("saltus certificate 1\npuzzle {instance}\nclaim {claim}\nby {by}\n{set}end\n");
                        let outcome = checked(bytes.as_bytes());
                        assert!(!matches!(outcome, Checked::Verified(_)), "{instance}: {claim} by {by}");
                    }
                }
            }
        }
    }
}

/// What is true of unsolvable boards is accepted by the right rule alone.
#[test]
fn parity_and_order_where_they_hold() {
    let mut random = Random::new(4);
    for (height, width) in sizes_of_boards(6) {
        for goal in goals(height, width, &mut random) {
            let known = distances(height, width, &goal);
            let row = height.min(width) == 1;
            for start in arrangements(&goal).into_iter().step_by(5) {
                let solvable = known.contains_key(&start);
                let instance = Instance::new(height, width, start, goal.clone());
                for (by, holds) in [("parity", !solvable && !row), ("order", !solvable && row)] {
                    let bytes = format!("saltus certificate 1\npuzzle {instance}\nclaim unsolvable\nby {by}\nend\n");
                    let accepted = matches!(checked(bytes.as_bytes()), Checked::Verified(_));
                    assert_eq!(accepted, holds, "{instance} by {by}");
                }
            }
        }
    }
}

/// A bound that leaves the checker's potential is certified by what the format has room for.
#[test]
fn boards_beyond_the_keys_have_weaker_certificates() {
    // 36 cells have no key in 128 bits.
    let mut start = Goal::BlankLast.cells(36);
    start.swap(0, 1);
    start.swap(1, 2);
    let instance = Instance::new(6, 6, start, Goal::BlankLast.cells(36));
    let subject = catalog::parse(&instance.to_string()).expect("an instance");
    let limits = Limits { nodes: 200_000, ..Limits::default() };
    let verdict = subject.solve(&limits);
    match subject.certificate(&verdict, &limits) {
        Ok(certificate) => {
            let mut bytes = Vec::new();
            certificate.write(&mut bytes).expect("memory takes all");
            assert!(matches!(checked(&bytes), Checked::Verified(_)));
        }
        Err(why) => assert_eq!(why, CannotCertify::NoAnswer),
    }
}
