//! The meaning of every line is a definition: start, moves, goals, turns, costs and pieces left are those of the family's own rules, position by
//! position.

use std::collections::{BTreeMap, HashSet};

use dashu_int::UBig;
use saltus::definition::label_of;
use saltus::evidence::CALCULUS;
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::notation::{Instance, Playable};
use saltus::proof::{Certificate, Claim};
use saltus::puzzle::Puzzle;
use saltus::verdict::Outcome;
use saltus::{chinese, clobber, gate, reverse, rules, shift, tiles};

use crate::common::random_arrangement;

/// What stands on each cell, and whose turn it is.
type Shown = (Vec<String>, Option<String>);

fn shown<P: Playable>(puzzle: &P, state: &P::State) -> Shown {
    (puzzle.scene(state).spots().map(|spot| label_of(spot).to_owned()).collect(), puzzle.turn(state))
}

/// Positions after one move, by what they show, with whether the move is free.
fn after<P: Playable>(puzzle: &P, state: &P::State) -> BTreeMap<Shown, (bool, P::State)> {
    let mut moves = Vec::new();
    puzzle.moves(state, &mut moves);
    let next = moves.iter().map(|mv| {
        let mut next = state.clone();
        puzzle.play(&mut next, mv);
        (shown(puzzle, &next), (puzzle.is_free(mv), next))
    });
    next.collect()
}

/// Compares the first `most` reachable positions, and returns how many there were.
fn compare<I: Instance>(line: &str, most: usize) -> usize
where
    I::Puzzle: Playable,
{
    let instance: I = saltus::notation::read_line(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let definition = instance.definition().unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let defined = rules::read(&definition).unwrap_or_else(|bad| panic!("{line}: {definition}: {bad}"));
    let (own, said) = (instance.puzzle().unwrap(), defined.puzzle().unwrap());
    let start = (own.start(), said.start());
    let mut met = HashSet::from([shown(&own, &start.0)]);
    let mut open = vec![start];
    while let Some((state, position)) = open.pop() {
        let place = format!("{line} at {:?}", shown(&own, &state));
        let (of_family, of_rules) = (shown(&own, &state), shown(&said, &position));
        assert_eq!(of_family.0, of_rules.0, "{place}");
        // Who plays alone has every turn, of which a definition says nothing.
        assert!(of_rules.1.is_none() || of_family.1 == of_rules.1, "{place}");
        let counts_pieces = said.left(&position).is_some();
        assert_eq!(own.left(&state), said.left(&position), "{place}");
        let is_over = own.is_goal(&state);
        if !counts_pieces {
            assert_eq!(is_over, said.is_goal(&position), "{place}");
        }
        let (mut by_family, mut by_rules) = (after(&own, &state), after(&said, &position));
        if of_rules.1.is_none() {
            by_family = by_family.into_iter().map(|((labels, _), next)| ((labels, None), next)).collect();
        }
        if is_over && by_family.is_empty() && !counts_pieces {
            // A family may say that the play is over; a definition goes on.
            continue;
        }
        assert_eq!(by_family.keys().collect::<Vec<_>>(), by_rules.keys().collect::<Vec<_>>(), "{place}");
        for (shown, (is_free, next)) in by_family {
            let (said_free, said_next) = by_rules.remove(&shown).expect("it is one of them");
            assert_eq!(is_free, said_free, "{place}");
            if met.len() < most && met.insert(shown) {
                open.push((next, said_next));
            }
        }
    }
    met.len()
}

#[test]
fn a_line_of_shift_is_a_definition() {
    for n in 0..5 {
        for m in 0..5 {
            for moves in ["forward", "back", "all"] {
                compare::<shift::Instance>(&format!("shift {n} {m} moves={moves}"), 500);
            }
        }
    }
    assert_eq!(compare::<shift::Instance>("shift 3 3 moves=all", usize::MAX), 140);
    compare::<shift::Instance>("shift bwb_w to _bbww", usize::MAX);
    for (n, m, gaps) in [(2, 2, 2), (3, 1, 2), (1, 2, 3), (0, 2, 2), (2, 0, 3)] {
        for moves in ["forward", "back", "all"] {
            compare::<shift::Instance>(&format!("shift {n} {m} gaps={gaps} moves={moves}"), 500);
        }
    }
    compare::<shift::Instance>("shift b_wbw_ to wb__bw", usize::MAX);
}

#[test]
fn a_line_of_reverse_is_a_definition() {
    for n in 0..6 {
        for from in 0..=n {
            for to in (0..=n).map(|to| to.to_string()).chain(["any".into()]) {
                compare::<reverse::Instance>(&format!("reverse {n} from={from} to={to}"), 800);
            }
        }
    }
    compare::<reverse::Instance>("reverse 3 1 _ 2 to 1 2 _ 3", usize::MAX);
    for (n, gaps) in [(0, 2), (1, 3), (2, 2), (3, 2), (3, 3), (4, 2)] {
        for to in (0..=n).map(|to| to.to_string()).chain(["any".into()]) {
            compare::<reverse::Instance>(&format!("reverse {n} gaps={gaps} from={} to={to}", n / 2), 800);
        }
    }
    compare::<reverse::Instance>("reverse _ 1 _ 3 2 to 3 _ 2 1 _", usize::MAX);
}

#[test]
fn a_line_of_tiles_is_a_definition() {
    for (height, width) in [(1, 1), (1, 4), (2, 2), (3, 2), (2, 3), (4, 2), (3, 4)] {
        for end in ["", " to blank-first"] {
            for metric in ["", " metric=runs"] {
                if (height * width > 1) || end.is_empty() {
                    compare::<tiles::Instance>(&format!("tiles {height}x{width}{end}{metric}"), 1_000);
                }
            }
        }
    }
    assert_eq!(compare::<tiles::Instance>("tiles 2x3", usize::MAX), 360);
    compare::<tiles::Instance>("tiles 2x3 1 1 0 2 2 3 to 0 1 1 2 2 3", usize::MAX);
}

#[test]
fn a_line_of_clobber_is_a_definition() {
    let shapes = |pawns: &str| {
        let n = pawns.len();
        let more = match n {
            4 => vec![
                format!("grid {}/{}", &pawns[..2], &pawns[2..]),
                format!("cube {pawns}"),
                format!("multipartite 1,3 {pawns}"),
            ],
            6 => vec![
                format!("hamming 2x3 {pawns}"),
                format!("graph {pawns} 1-2 2-3 3-1 3-5"),
                format!("grid {}/{}", &pawns[..3], &pawns[3..]),
            ],
            _ => Vec::new(),
        };
        [vec![format!("line {pawns}"), format!("cycle {pawns}")], more].concat()
    };
    for cells in 1..7 {
        for number in 0..3usize.pow(cells) {
            let pawn = |place| char::from(b"bw."[number / 3usize.pow(place) % 3]);
            let pawns: String = (0..cells).map(pawn).collect();
            for shape in shapes(&pawns) {
                for turns in ["", " turns=alternate first=b", " turns=alternate first=w"] {
                    compare::<clobber::Instance>(&format!("clobber {shape}{turns}"), 200);
                }
            }
        }
    }
    let refused = |line: &str| saltus::parse_any(line).unwrap().definition().unwrap_err().to_string();
    assert!(refused("clobber line bw turns=alternate").contains("either colour may begin"));
    assert!(refused("clobber grid 2x2").contains("many configurations"));
}

#[test]
fn a_line_of_chinese_is_a_definition() {
    for line in [
        "chinese triangle:4 men=1",
        "chinese triangle:4 men=3 players=2",
        "chinese triangle:5 men=3 players=3",
        "chinese star:2 men=3 players=6",
        "chinese rhombus:2 men=3 players=2 order=BR",
        "chinese cells:0,0R;1,0;2,0B*;4,1 players=2 order=RB",
        "chinese star players=3",
    ] {
        compare::<chinese::Instance>(line, 1_500);
    }
    compare::<chinese::Instance>("chinese triangle:3 men=1 players=2", usize::MAX);
}

#[test]
fn a_definition_is_its_own() {
    let line = "rules board: o o . o ; move: o o . -> . . o ; goal most 1: o";
    assert_eq!(saltus::parse(line).unwrap().definition().as_deref(), Ok(line));
    let refused = |line: &str| saltus::parse(line).unwrap().definition().unwrap_err().to_string();
    assert!(refused("shift 5000 5000").ends_with("there are 10001 cells; a definition has at most 4096"));
    assert!(refused("reverse 300").ends_with("there are 300 kinds of pieces; a definition has at most 250"));
}

/// What is answered about a line is proved of its definition, too, in the calculus; and nothing better is.
#[test]
fn answers_are_proved_of_definitions() {
    let list = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../kernel/tests/families.txt"));
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    let (mut proved, mut lost) = (0, 0);
    let list = list.unwrap();
    let small = list.lines().map(|line| line.split_once(" = ").expect("a line and its definition").0);
    // By weights that grow evenly along the row, and by weights of all pairs.
    let long = ["shift 40 40", "shift 12 20", "shift 10 10 gaps=3", "reverse 12"];
    for line in small.chain(long) {
        let puzzle = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let verdict = puzzle.solve(&limits);
        let Ok(certificate) = gate::in_calculus(&*puzzle, &verdict, &limits) else { continue };
        let check = |certificate: &Certificate| {
            let mut bytes = Vec::new();
            certificate.write(&mut bytes).unwrap();
            assert!(bytes.starts_with(format!("saltus certificate 2\npuzzle {line}\n").as_bytes()), "{line}");
            assert!(!long.contains(&line) || bytes.len() < 74_000, "{line}: {} bytes", bytes.len());
            saltus_check::check(&bytes, &saltus_check::Limits::default())
        };
        let outcome = check(&certificate);
        assert!(matches!(outcome, saltus_check::Outcome::Verified(_)), "{line}: {outcome}");
        let Outcome::Solved { plan, lower } = &verdict.outcome else {
            assert_eq!(certificate.claim, Claim::Unsolvable, "{line}");
            lost += 1;
            continue;
        };
        assert_eq!(certificate.claim, Claim::of(&**plan, lower.clone()), "{line}");
        if plan.left().is_none() {
            let claim = Claim::AtLeast(lower + UBig::ONE);
            let blocks = certificate.blocks.into_iter().filter(|(name, _)| *name == CALCULUS).collect();
            let outcome = check(&Certificate { claim, blocks, ..certificate });
            assert!(matches!(outcome, saltus_check::Outcome::Refuted(_)), "{line}: {outcome}");
        }
        proved += 1;
    }
    assert_eq!((proved, lost), (67, 3));
}

/// Beyond the small ones.
#[test]
fn lines_are_definitions() {
    let mut random = Random::new(30);
    for seed in 0..200 {
        let order = random_arrangement(&mut random, 8);
        let words = |gap: &str| {
            let word = |&cell: &u16| if cell == 0 { gap.to_owned() } else { cell.to_string() };
            order.iter().map(word).collect::<Vec<_>>().join(" ")
        };
        compare::<tiles::Instance>(&format!("tiles 3x3 {}", words("0")), 60);
        compare::<tiles::Instance>(&format!("tiles 3x3 {} metric=runs", words("0")), 60);
        compare::<reverse::Instance>(&format!("reverse {}", words("_")), 60);
        compare::<clobber::Instance>(&format!("clobber grid 4x5 random seed={seed}"), 60);
        compare::<clobber::Instance>(&format!("clobber cycle 12 random seed={seed} turns=alternate first=w"), 60);
    }
}
