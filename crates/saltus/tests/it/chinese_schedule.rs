//! The portfolio of solvers ends on every board whose positions have room, and agrees with
//! breadth-first search.

use dashu_int::UBig;
use saltus::chinese::{Contents, Instance, Place, Player};
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::verdict::{Outcome, Verdict};

const LIMITS: Limits<'_> = Limits::DEFAULT;

/// The length of a shortest game, if there is one, and what was expanded.
fn answer(line: &str, verdict: &Verdict) -> (Option<UBig>, u64) {
    match &verdict.outcome {
        Outcome::Solved { plan, lower } => {
            assert_eq!(plan.moves(), *lower, "{line}");
            (Some(lower.clone()), verdict.expanded)
        }
        Outcome::Unsolvable { .. } => (None, verdict.expanded),
        Outcome::GaveUp { stop, .. } => panic!("{line}: {stop}"),
    }
}

fn solve(line: &str) -> Verdict {
    saltus::parse(line).expect("a line").solve(&LIMITS)
}

/// 59,466 positions without a goal; proofs of ever greater lengths alone never end.
#[test]
fn a_board_without_a_game_is_decided_by_all_its_positions() {
    let line = "chinese cells:1,1R;0,2Y;2,0R;2,2B;1,0Y;4,1*;1,2;0,1;3,0G*;2,1 players=4 order=GBYR";
    let verdict = solve(line);
    assert_eq!((answer(line, &verdict), verdict.solver), ((None, 59_466), "rounds"));
}

/// A play of no moves needs no proof that there is none of fewer.
#[test]
fn a_start_that_is_the_goal_needs_no_layers() {
    for line in ["chinese cells:0,0R*;1,0B", "chinese cells:0,0R*;1,0", "chinese cells:0,0R*;1,0B players=2 order=BR"] {
        let subject = saltus::parse(line).expect("a line");
        for solver in ["rounds", "breadth-first"] {
            let verdict = subject.solve_by(solver, &LIMITS).expect("a solver");
            assert_eq!(answer(line, &verdict).0, Some(UBig::ZERO), "{line}");
            assert_eq!((verdict.evidence.kind().as_str(), verdict.is_provable()), ("witness", true), "{line}");
            let certificate = subject.certificate(&verdict, &LIMITS).expect("a certificate");
            let mut bytes = Vec::new();
            certificate.write(&mut bytes).expect("memory");
            let text = String::from_utf8_lossy(&bytes);
            assert!(text.contains("\nclaim optimal 0\nby witness\nblock moves 0 00000000\n"), "{text}");
        }
    }
}

/// A connected board of `cells` cells, with men and goal anywhere.
fn any_board(cells: usize, players: usize, men: usize, random: &mut Random) -> Instance {
    let mut places: Vec<Place> = vec![(0, 0)];
    while places.len() < cells {
        let (x, y) = places[random.below(places.len())];
        let (dx, dy) = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)][random.below(6)];
        if !places.contains(&(x + dx, y + dy)) {
            places.push((x + dx, y + dy));
        }
    }
    let mut order = Player::ALL[..players].to_vec();
    random.shuffle(&mut order);
    let mut contents: Vec<Contents> = vec![Some(Player::WINNER); men];
    contents.extend(Player::ALL[1..players].iter().map(|&player| Some(player)));
    contents.resize(places.len(), None);
    random.shuffle(&mut contents);
    let mut goal: Vec<bool> = (0..places.len()).map(|place| place < men).collect();
    random.shuffle(&mut goal);
    let cells = places.into_iter().zip(contents).zip(goal).map(|((place, man), goal)| (place, man, goal));
    Instance::cells(cells.collect(), order).expect("as many men as goal cells")
}

#[test]
fn any_board_is_decided() {
    let mut random = Random::new(14);
    let mut without_a_game = 0;
    for round in 0..120 {
        let line = any_board(6 + round % 5, 1 + round % 4, 1 + round % 3, &mut random).to_string();
        let subject = saltus::parse(&line).expect("a line");
        let by_all = subject.solve_by("breadth-first", &LIMITS).expect("a solver");
        let (length, expanded) = answer(&line, &subject.solve(&LIMITS));
        assert_eq!(length, answer(&line, &by_all).0, "{line}");
        without_a_game += u32::from(length.is_none());
        assert!(length.is_some() || expanded == by_all.expanded, "{line}");
    }
    assert!(without_a_game > 5);
}
