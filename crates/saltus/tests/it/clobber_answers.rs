//! What the catalog says of Solitaire Clobber: values against exhaustive search, plays by the rules, certificates by the checker.

use std::collections::HashMap;

use crate::clobber::{GRAPHS, LINES_AND_CYCLES, TURNS, Values, full, shape, table, with_gaps};
use dashu_int::UBig;
use saltus::answers::{Answers, Count, Listing, Solvability};
use saltus::clobber::{Clobber, Instance, Pawns, Shape, Turns};
use saltus::gate::{self, Label};
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::notation::Instance as _;
use saltus::plan::Style;
use saltus::puzzle::Puzzle;
use saltus::verdict::{Outcome, Verdict};
use saltus_check::{Limits as CheckLimits, check};

const LIMITS: Limits<'_> = Limits::DEFAULT;

fn subject(instance: &Instance) -> Box<dyn Answers> {
    saltus::parse(&instance.to_string()).expect("a canonical line")
}

fn moves(verdict: &Verdict) -> (String, usize, usize) {
    let Outcome::Solved { plan, lower } = &verdict.outcome else { panic!("no answer") };
    let mut text = Vec::new();
    plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text).unwrap();
    let number = |number: &UBig| usize::try_from(number).unwrap();
    (String::from_utf8(text).unwrap(), number(&plan.left().expect("pawns")), number(lower))
}

/// The play is legal and leaves as many pawns as it says.
fn is_played(instance: &Instance, verdict: &Verdict) -> usize {
    let (text, left, _) = moves(verdict);
    let subject = subject(instance);
    let replayed =
        subject.replay(&mut text.split_whitespace()).unwrap_or_else(|fault| panic!("{instance}: {text}: {fault}"));
    let pawns = instance.configuration().unwrap().count();
    let replayed = replayed.expect("a small board");
    assert_eq!((replayed.moves as usize + left, replayed.left), (pawns, Some(left as u64)), "{instance}: {text}");
    left
}

/// The answer is the value, the play is legal, and the certificate is accepted.
fn is_right(instance: &Instance, value: usize) {
    let subject = subject(instance);
    let verdict = subject.solve(&LIMITS);
    assert!(verdict.optimal(), "{instance}");
    assert!(verdict.is_provable(), "{instance}");
    assert_eq!(is_played(instance, &verdict), value, "{instance} by {}", verdict.solver);
    let mut certificate = Vec::new();
    subject
        .certificate(&verdict, &LIMITS)
        .unwrap_or_else(|why| panic!("{instance}: {why}"))
        .write(&mut certificate)
        .unwrap();
    let outcome = check(&certificate, &CheckLimits::default()).to_string();
    let text = String::from_utf8_lossy(&certificate);
    assert!(outcome.starts_with(&format!("VERIFIED value {value} {instance}")), "{instance}: {outcome}\n{text}");
}

fn all_are_right(shape: &Shape, configurations: impl Iterator<Item = Pawns>) {
    let configurations: Vec<Pawns> = configurations.collect();
    for turns in TURNS {
        let mut values = Values::default();
        for pawns in &configurations {
            let instance = Instance::new(shape.clone(), pawns.clone()).with_turns(turns);
            let puzzle = instance.puzzle().unwrap();
            is_right(&instance, values.of(&puzzle, &puzzle.start()));
        }
    }
}

#[test]
fn lines_and_cycles_with_gaps() {
    for cells in 1..=6 {
        all_are_right(&Shape::Line, with_gaps(cells));
        all_are_right(&Shape::Cycle, with_gaps(cells));
    }
}

#[test]
fn lines_and_cycles_of_eight() {
    all_are_right(&Shape::Line, full(8));
    all_are_right(&Shape::Cycle, full(8));
}

#[test]
fn grids_and_other_graphs() {
    all_are_right(&Shape::Grid { height: 2, width: 3 }, with_gaps(6));
    all_are_right(&Shape::Grid { height: 3, width: 3 }, full(9).step_by(9));
    all_are_right(&Shape::Cube { dimension: 3 }, full(8));
    all_are_right(&Shape::Hamming(vec![3, 2]), full(6));
    all_are_right(&Shape::Multipartite(vec![2, 1, 2]), with_gaps(5));
    all_are_right(&Shape::Multipartite(vec![2, 4]), full(6));
    let tree = [(0, 1), (0, 2), (0, 3), (3, 4), (4, 5)];
    all_are_right(&Shape::graph(tree), with_gaps(6));
    let kite = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4)];
    all_are_right(&Shape::graph(kite), with_gaps(5));
}

/// By formula, proved, and checked in the same run, in whichever notation.
#[test]
fn complete_multipartite_graphs() {
    let edges = (3..=22).map(|cell| format!(" 1-{cell} 2-{cell}")).collect::<Vec<_>>().concat();
    let pawns = "b".repeat(14) + "wwwwwwww";
    for (line, kind, value) in [
        (format!("clobber multipartite 2,20 {pawns}"), "bound independent", 4),
        (format!("clobber graph {pawns}{edges}"), "bound independent", 4),
        ("clobber hamming 7 bbwbbbb".into(), "bound components", 1),
        ("clobber multipartite 2,2 bwbw".into(), "bound components", 2),
        ("clobber multipartite 5 bbwww".into(), "bound components", 5),
        // Far too many edges to lay out, and few moves.
        (
            format!("clobber multipartite 300,20000 {}{}", "w".repeat(300), "b".repeat(20_000)),
            "bound independent",
            19_402,
        ),
        (format!("clobber multipartite 9000,9000 {}w", "b".repeat(17_999)), "bound components", 1),
    ] {
        let puzzle = saltus::parse(&line).unwrap();
        let answer = gate::pass(&*puzzle, puzzle.solve(&LIMITS), gate::Thoroughness::Everything, &LIMITS).unwrap();
        assert_eq!(answer.verdict().solver, "multipartite", "{line}");
        assert_eq!((answer.standing().label(), answer.standing().is_checked()), (Label::Proved, true), "{line}");
        assert_eq!((answer.standing().kind(), moves(answer.verdict()).1), (kind, value), "{line}");
    }
}

/// The solvers that answer only by name say what is true, and where they are for.
#[test]
fn every_solver_by_name() {
    for cells in 1..=7 {
        for pawns in full(cells) {
            for instance in [Shape::Line, Shape::Cycle].map(|shape| Instance::new(shape, pawns.clone())) {
                let subject = subject(&instance);
                let value = is_played(&instance, &subject.solve(&LIMITS));
                for (name, on_cycle) in
                    [("letter-pairs", false), ("cuts", true), ("section-4", instance.shape == Shape::Cycle)]
                {
                    let applies = on_cycle == (instance.shape == Shape::Cycle) && (name != "cuts" || cells >= 3);
                    let answered = subject.solve_by(name, &LIMITS);
                    assert_eq!(answered.is_ok(), applies, "{instance} by {name}");
                    let Ok(verdict) = answered else { continue };
                    let left = is_played(&instance, &verdict);
                    let (_, _, lower) = moves(&verdict);
                    assert!(lower <= value && value <= left, "{instance} by {name}: {lower} {value} {left}");
                    assert!(name == "section-4" || left == value && verdict.optimal(), "{instance} by {name}");
                }
            }
        }
    }
}

/// All plays that leave the fewest pawns, found by trying everything.
fn best_plays(
    puzzle: &Clobber,
    state: &<Clobber as Puzzle>::State,
    known: &mut HashMap<String, (usize, u64)>,
) -> (usize, u64) {
    let key = format!("{state}{:?}", state.turn());
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let mut next_moves = Vec::new();
    puzzle.moves(state, &mut next_moves);
    let mut best = (state.count(), u64::from(next_moves.is_empty()));
    for mv in &next_moves {
        let mut next = state.clone();
        puzzle.play(&mut next, mv);
        let (left, ways) = best_plays(puzzle, &next, known);
        best = match best {
            (known, count) if known == left => (left, count + ways),
            (known, _) if left < known => (left, ways),
            other => other,
        };
    }
    known.insert(key, best);
    best
}

#[test]
fn best_plays_are_counted_and_listed() {
    for shape in [Shape::Line, Shape::Cycle, Shape::Grid { height: 2, width: 3 }] {
        for pawns in full(6) {
            for turns in [Turns::Free, Turns::Alternate { first: None }] {
                let instance = Instance::new(shape.clone(), pawns.clone()).with_turns(turns);
                let puzzle = instance.puzzle().unwrap();
                let (left, ways) = best_plays(&puzzle, &puzzle.start(), &mut HashMap::new());
                let subject = subject(&instance);
                let Count::Solutions { left: found, solutions, .. } = subject.count(&LIMITS) else {
                    panic!("{instance}")
                };
                assert_eq!((found, solutions), (Some(UBig::from(left)), UBig::from(ways)), "{instance}");
                let Listing::Solutions(plays) = subject.list(&LIMITS) else { panic!("{instance}") };
                let mut listed = std::collections::BTreeSet::new();
                plays
                    .visit(&UBig::ZERO, &mut |plan| {
                        let mut text = Vec::new();
                        plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text)?;
                        listed.insert(text);
                        Ok(true)
                    })
                    .unwrap();
                assert_eq!(listed.len() as u64, ways, "{instance}");
                let solvable = matches!(subject.solvability(&LIMITS), Solvability::Yes(_));
                assert!(solvable, "{instance}: every play ends");
            }
        }
    }
}

/// Distributions over all configurations, by every survey, against the tables.
#[test]
fn surveys_are_those_of_the_tables() {
    for row in table(LINES_AND_CYCLES).into_iter().chain(table(GRAPHS)) {
        let shape = shape(&row.name);
        let is_counted = matches!(shape, Shape::Line | Shape::Cycle) && row.turns == Turns::Free;
        if matches!(shape, Shape::Graph { .. }) || row.cells > 9 && !is_counted {
            continue;
        }
        let instance = Instance::all(shape, row.cells).with_turns(row.turns);
        let survey =
            saltus::parse_any(&instance.to_string()).unwrap().survey(&Limits { threads: 2, ..LIMITS }).unwrap();
        for (value, count) in survey.distribution.iter().enumerate() {
            let expected = row.distribution.get(&value).copied().unwrap_or(0);
            assert_eq!(*count, UBig::from(expected), "{instance}: value {value}");
        }
        let value = |topic| {
            let mut facts = survey.facts.iter();
            let worst = facts.find(|fact| fact.topic == topic && fact.of.as_deref() == Some("both colours"));
            worst.map_or_else(String::new, |fact| fact.value.to_string())
        };
        assert_eq!((value("maximum"), value("worst")), (row.most.to_string(), row.count.to_string()), "{instance}");
    }
}

#[test]
fn long_lines_have_certificates() {
    let mut random = Random::new(11);
    for (cells, runs) in [(100, 2), (1000, 3), (5000, 2), (3000, 40)] {
        let mut white = false;
        let letters: String = (0..cells)
            .map(|_| {
                white ^= random.below(runs) == 0;
                if white { 'w' } else { 'b' }
            })
            .collect();
        for kind in ["line", "cycle"] {
            let instance: Instance = saltus::notation::read_line(&format!("clobber {kind} {letters}")).unwrap();
            let (_, left, _) = moves(&subject(&instance).solve(&LIMITS));
            is_right(&instance, left);
        }
    }
}

#[test]
fn sets_are_only_surveyed() {
    for line in ["clobber line 5", "clobber grid 2x2 turns=alternate", "clobber hamming 3x3"] {
        assert!(saltus::parse(line).is_err_and(|bad| bad.why.contains("survey")), "{line}");
        assert!(saltus::parse_any(line).is_ok_and(|subject| subject.is_set()), "{line}");
    }
}

/// A board beyond the search's, with empty cells: a play to its end, with an interval, that passes the gate.
#[test]
fn large_boards_with_gaps() {
    let mut random = Random::new(5);
    let row = |random: &mut Random| (0..70).map(|_| ['b', 'w', 'b', 'w', '.'][random.below(5)]).collect::<String>();
    let rows: Vec<String> = (0..70).map(|_| row(&mut random)).collect();
    let puzzle = saltus::parse(&format!("clobber grid {}", rows.join("/"))).expect("a board");
    let limits = Limits { nodes: 1 << 12, ..Limits::default() };
    let answer =
        gate::pass(&*puzzle, puzzle.solve(&limits), gate::Thoroughness::Small, &limits).expect("a play to its end");
    let Outcome::Solved { plan, lower } = &answer.verdict().outcome else { panic!("no play") };
    assert!(plan.cost() < UBig::from(900u16) && *lower > UBig::ZERO, "{}", plan.cost());
}
