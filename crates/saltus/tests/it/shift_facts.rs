//! What the catalog says of shifting checkers, against complete search.
//!
//! The table `data/shifting_move_classes.txt` was made by a program that shares no code with this one.

use std::collections::HashSet;

use crate::common::{CLASSES, boards, moves, option, random_board, sizes};
use dashu_int::UBig;
use saltus::answers::{Answers, Count, Listing, Solutions, Solvability};
use saltus::fact::{Fact, Value};
use saltus::laws::Random;
use saltus::limits::Limits;
use saltus::notation::{Instance as _, MoveText};
use saltus::plan::Plan;
use saltus::puzzle::{Backward, Puzzle, Undo, Zero};
use saltus::row::Row;
use saltus::search::breadth_first::{self, Until};
use saltus::search::shortest_paths;
use saltus::shift::{self, BLACK, Classes, Instance, Shift, WHITE, packed, sides, text};
use saltus::verdict::{Outcome, Verdict};
use saltus::verify;

/// What complete search found for one n, m and one choice of moves.
struct Searched {
    length: u64,
    plays: u64,
    boards: u64,
    /// Dead ends for forward moves, else the distance of the farthest board.
    last: u64,
}

/// Every n and m of the table with what was found for forward, back, all.
fn table() -> Vec<(u64, u64, [Searched; 3])> {
    let text = include_str!("../../../saltus-shifting/tests/data/shifting_move_classes.txt");
    text.lines().skip(1).map(read_row).collect()
}

fn read_row(line: &str) -> (u64, u64, [Searched; 3]) {
    let groups: Vec<Vec<u64>> = line
        .split('|')
        .map(|group| group.split_whitespace().map(|word| word.parse().expect("a number")).collect())
        .collect();
    let searched = |group: usize| match groups[group][..] {
        [length, plays, boards, last] => Searched { length, plays, boards, last },
        _ => panic!("four columns: {line}"),
    };
    (groups[0][0], groups[0][1], [searched(1), searched(2), searched(3)])
}

fn subject(line: &str) -> Box<dyn Answers> {
    saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"))
}

fn shift_line(n: impl std::fmt::Display, m: impl std::fmt::Display, classes: Classes) -> String {
    format!("shift {n} {m}{}", option(classes))
}

/// The length and the number of shortest plays; none when the goal cannot be reached.
fn counted(subject: &dyn Answers) -> Option<(UBig, UBig)> {
    match subject.count(&Limits::default()) {
        Count::Solutions { length, solutions, .. } => Some((length, solutions)),
        Count::Unsolvable { .. } => None,
        Count::GaveUp { stop, .. } => panic!("{subject}: {stop}"),
    }
}

/// The shortest play, which must be labelled proved.
fn solved(subject: &dyn Answers) -> Option<Box<dyn Plan>> {
    let verdict: Verdict = subject.solve(&Limits::default());
    assert!(verdict.is_provable(), "{subject}");
    match verdict.outcome {
        Outcome::Solved { plan, .. } => Some(plan),
        Outcome::Unsolvable { .. } => None,
        Outcome::GaveUp { stop, .. } => panic!("{subject}: {stop}"),
    }
}

/// Length, or none; by plain breadth-first search. And how many plays are so long.
fn by_search<P: Puzzle>(puzzle: &P) -> Option<(UBig, UBig)> {
    let all = breadth_first::explore(puzzle, Until::Goal, &Limits::default()).expect("small");
    let goal = all.goals().first().map(|&goal| goal as usize)?;
    Some((all.distance(goal).into(), all.shortest_plays(goal)))
}

#[test]
fn catalog_answers_as_the_table() {
    let table = table();
    assert!(table.len() > 60, "the table was read");
    for (n, m, found) in &table {
        for (classes, found) in CLASSES.into_iter().zip(found) {
            let subject = subject(&shift_line(n, m, classes));
            let expected = (UBig::from(found.length), UBig::from(found.plays));
            assert_eq!(counted(&*subject), Some(expected.clone()), "{subject}");
            assert_eq!(solved(&*subject).map(|plan| plan.moves()), Some(expected.0), "{subject}");
        }
    }
}

#[test]
fn surveys_find_what_the_table_says() {
    for (n, m, found) in table() {
        for (classes, found) in CLASSES.into_iter().zip(found) {
            let subject = subject(&shift_line(n, m, classes));
            let survey = subject.survey(&Limits::default()).expect("small");
            let value =
                |subject: &str| survey.facts.iter().find(|fact| fact.subject() == subject).map(|fact| &fact.value);
            assert_eq!(survey.distribution.iter().sum::<UBig>(), UBig::from(found.boards), "{subject}");
            let boards = Value::from(found.boards);
            assert_eq!(value("positions"), Some(&boards), "{subject}");
            if classes == Classes::Forward {
                assert_eq!(value("dead-ends"), Some(&found.last.into()), "{subject}");
            } else {
                assert_eq!(survey.distribution.len() as u64 - 1, found.last, "{subject}: the farthest board");
            }
            assert_eq!(value("length"), Some(&found.length.into()), "{subject}");
            assert_eq!(value("solutions"), Some(&found.plays.into()), "{subject}");
            let last = Value::from(found.last);
            for (of, known) in [("positions", &boards), ("dead-ends", &last), ("eccentricity", &last)] {
                let form = value(&format!("closed-form of {of}"));
                assert!(form.is_none_or(|form| form == known), "{subject}: {of}");
            }
        }
    }
}

#[test]
fn conjectured_eccentricities_hold_in_the_table() {
    let mut rows = 0;
    for (n, m, [_, back, all]) in table() {
        let (least, most) = (n.min(m), n.max(m));
        if least == 0 || most == 1 {
            continue;
        }
        assert_eq!(back.last, n * m + 2 * most + least - 2, "{n} {m} moves=back");
        assert_eq!(all.last, n * m + 3 * most / 2 + least - 1, "{n} {m} moves=all");
        rows += 1;
    }
    assert!(rows > 40, "the table was read");
}

#[test]
fn classical_plays_replay() {
    for (n, m) in (0..=12).flat_map(|n| (0..=12).map(move |m| (n, m))) {
        for (classes, first) in CLASSES.into_iter().flat_map(|classes| [(classes, "b"), (classes, "w")]) {
            let subject = subject(&format!("{} first={first}", shift_line(n, m, classes)));
            let plan = solved(&*subject).expect("the classical game can be solved");
            let moves = moves(&*plan);
            assert_eq!(UBig::from(moves.len()), plan.moves(), "{subject}");
            let puzzle = shift::read(&subject.to_string()).unwrap().puzzle().unwrap();
            let replayed = verify::replay(&puzzle, moves.iter().map(String::as_str));
            assert_eq!(replayed, Ok(moves.len() as u64), "{subject}");
            let opens = moves.first().map(|mv| puzzle.read_move(&puzzle.start(), mv).unwrap().from as usize);
            if n > 0 && m > 0 {
                let colour = opens.map(|from| puzzle.start().cells()[from]);
                assert_eq!(colour, Some(first.as_bytes()[0]), "{subject}");
            }
        }
    }
}

/// All shortest plays by search, in order.
fn plays_by_search(puzzle: &Shift) -> Vec<Vec<String>> {
    let all = shortest_paths::build(puzzle, &Zero, u32::MAX, &Limits::default()).expect("small");
    let as_text = |play: Vec<_>| {
        let text_of = |hop| {
            let mut text = String::new();
            puzzle.write_move(hop, &mut text);
            text
        };
        play.iter().map(text_of).collect()
    };
    all.iter().flat_map(|all| all.plays()).map(as_text).collect()
}

/// The plays from number k on.
fn listed_from(solutions: &dyn Solutions, k: usize, most: usize) -> Vec<Vec<String>> {
    let mut plays = Vec::new();
    let mut visit = |plan: &dyn Plan| {
        plays.push(moves(plan));
        Ok(plays.len() < most)
    };
    solutions.visit(&UBig::from(k), &mut visit).expect("memory takes all");
    plays
}

/// The cells that the moves leave and come to.
fn cells_of(play: &[String]) -> Vec<u32> {
    play.iter().flat_map(|mv| mv.split('-').map(|cell| cell.parse().expect("a cell"))).collect()
}

/// `list` gives what search gives, in ascending order, and the k-th when asked for the k-th.
fn listing_agrees(line: &str) {
    let subject = subject(line);
    let puzzle = shift::read(line).unwrap().puzzle().unwrap();
    let expected = plays_by_search(&puzzle);
    let solutions = match subject.list(&Limits::default()) {
        Listing::Solutions(solutions) => solutions,
        Listing::Unsolvable(_) => return assert!(expected.is_empty(), "{line}"),
        Listing::GaveUp(stop) => panic!("{line}: {stop}"),
    };
    assert!(!expected.is_empty(), "{line} cannot be solved");
    assert_eq!(solutions.count(), UBig::from(expected.len()), "{line}");
    assert_eq!(listed_from(&*solutions, 0, usize::MAX), expected, "{line}");
    assert!(expected.iter().map(|play| cells_of(play)).is_sorted_by(|a, b| a < b), "{line}: not ascending");
    for (k, play) in expected.iter().enumerate() {
        assert_eq!(listed_from(&*solutions, k, 1), std::slice::from_ref(play), "{line}: number {k}");
    }
    let tail = expected.len() - 1;
    assert_eq!(listed_from(&*solutions, tail, usize::MAX), expected[tail..], "{line}");
    assert!(listed_from(&*solutions, tail + 1, 1).is_empty(), "{line}: beyond the last");
    // What `solve` gives is one of them.
    assert!(expected.contains(&moves(&*solved(&*subject).unwrap())), "{line}");
}

#[test]
fn lists_of_classical_instances() {
    for classes in CLASSES {
        let against_one = (0..=9).flat_map(|most| [(most, 1), (1, most)]);
        let one_colour = (0..=9).flat_map(|most| [(most, 0), (0, most)]);
        for (n, m) in sizes(8).chain(against_one).chain(one_colour) {
            listing_agrees(&shift_line(n, m, classes));
        }
    }
}

/// The vacancy's walks, between all pairs of boards.
#[test]
fn lists_of_one_colour() {
    for (cells, colour) in (1..=8).flat_map(|cells| [(cells, BLACK), (cells, WHITE)]) {
        let board = |gap: usize| [vec![colour; gap], b"_".to_vec(), vec![colour; cells - 1 - gap]].concat();
        for (from, to) in (0..cells).flat_map(|from| (0..cells).map(move |to| (from, to))) {
            for classes in CLASSES {
                listing_agrees(&Instance::boards(board(from), board(to), classes).to_string());
            }
        }
    }
}

#[test]
fn plays_against_one_are_found_by_number() {
    for (n, m) in [(400, 1), (1, 401)] {
        let subject = subject(&format!("shift {n} {m}"));
        let puzzle = shift::read(&subject.to_string()).unwrap().puzzle().unwrap();
        let Listing::Solutions(solutions) = subject.list(&Limits::default()) else { panic!("{subject}") };
        let (count, length) = (solutions.count(), 2 * n.max(m) + 1);
        assert_eq!(counted(&*subject), Some((length.into(), count.clone())));
        for k in [UBig::ZERO, &count >> 1, &count / 3u8, &count - UBig::ONE] {
            let mut made = 0;
            let mut visit = |plan: &dyn Plan| {
                made = verify::replay(&puzzle, moves(plan).iter().map(String::as_str)).expect("a play");
                Ok(false)
            };
            solutions.visit(&k, &mut visit).unwrap();
            assert_eq!(made, length, "{subject}: number {k}");
        }
    }
}

#[test]
fn lists_of_random_boards() {
    let mut random = Random::new(3);
    for round in 0..120 {
        let instance = random_instance(&mut random, round % 8);
        listing_agrees(&instance.to_string());
    }
}

/// Two boards of `all` checkers: any two, or with the classical start or goal.
fn random_instance(random: &mut Random, all: usize) -> Instance {
    let (n, classes) = (random.below(all + 1), CLASSES[random.below(3)]);
    let (m, gaps) = (all - n, if all < 6 { 1 + random.below(3) } else { 1 });
    let mut board = || random_board(random, n, m, gaps);
    let (start, goal) = (board(), board());
    match random.below(4) {
        0 => Instance::boards(start, packed(WHITE, m, gaps, BLACK, n), classes),
        1 => Instance::boards(packed(BLACK, n, gaps, WHITE, m), goal, classes),
        _ => Instance::boards(start, goal, classes),
    }
}

#[test]
fn random_boards_are_answered_as_by_search() {
    let mut random = Random::new(4);
    let (mut solvable, mut unsolvable) = (0, 0);
    for round in 0..2000 {
        let instance = random_instance(&mut random, round % 9);
        answers_agree(&instance);
        match by_search(&instance.puzzle().unwrap()) {
            Some(_) => solvable += 1,
            None => unsolvable += 1,
        }
    }
    assert!(solvable > 1000 && unsolvable > 200, "{solvable} solvable, {unsolvable} not");
}

#[test]
fn every_small_board_is_answered_as_by_search() {
    for (n, m) in sizes(4) {
        let boards = boards(n, m);
        for classes in CLASSES {
            for (start, goal) in boards.iter().flat_map(|start| boards.iter().map(move |goal| (start, goal))) {
                answers_agree(&Instance::boards(start.clone(), goal.clone(), classes));
            }
        }
    }
}

/// Solve, count and check against plain breadth-first search.
fn answers_agree(instance: &Instance) {
    let puzzle = instance.puzzle().unwrap();
    let subject = subject(&instance.to_string());
    let expected = by_search(&puzzle);
    assert_eq!(counted(&*subject), expected, "{subject}");
    let plan = solved(&*subject);
    assert_eq!(plan.as_ref().map(|plan| plan.moves()), expected.as_ref().map(|found| found.0.clone()), "{subject}");
    if let Some(plan) = plan {
        let moves = moves(&*plan);
        let replayed = verify::replay(&puzzle, moves.iter().map(String::as_str));
        assert_eq!(replayed, Ok(moves.len() as u64), "{subject}");
    }
    match subject.solvability(&Limits::default()) {
        Solvability::Yes(_) => assert!(expected.is_some(), "{subject}"),
        Solvability::No(because) => assert!(expected.is_none() && !because.is_empty(), "{subject}"),
        Solvability::GaveUp(stop) => panic!("{subject}: {stop}"),
    }
}

/// The boards from which forward play reaches the classical goal, by search backwards.
fn winnable(n: usize, m: usize) -> HashSet<Row<u8>> {
    let goal = sides(WHITE, m, BLACK, n);
    let puzzle = Shift::new(&goal, &goal, Classes::Forward);
    let (mut known, mut todo) = (HashSet::from([puzzle.start()]), vec![puzzle.start()]);
    let mut moves = Vec::new();
    while let Some(board) = todo.pop() {
        puzzle.moves_into(&board, &mut moves);
        for hop in moves.drain(..) {
            let mut before = board.clone();
            puzzle.undo(&mut before, &hop);
            if known.insert(before.clone()) {
                todo.push(before);
            }
        }
    }
    known
}

/// The forward moves of a board as text, those that win and those that lose.
fn moves_by_outcome(puzzle: &Shift, winnable: &HashSet<Row<u8>>) -> (Vec<String>, Vec<String>) {
    let mut hops = Vec::new();
    puzzle.moves(&puzzle.start(), &mut hops);
    let (mut winning, mut losing) = (Vec::new(), Vec::new());
    for hop in hops {
        let mut next = puzzle.start();
        puzzle.play(&mut next, &hop);
        let side = if winnable.contains(&next) { &mut winning } else { &mut losing };
        let mut text = String::new();
        puzzle.write_move(&hop, &mut text);
        side.push(text);
    }
    (winning, losing)
}

/// The moves that facts of a topic name.
fn named_moves(facts: &[Fact], topic: &str) -> Vec<String> {
    let named = facts.iter().filter(|fact| fact.topic == topic).flat_map(|fact| match &fact.value {
        Value::Texts(moves) => moves.clone(),
        Value::Text(mv) => vec![mv.clone()],
        other => panic!("{other} is no move"),
    });
    named.collect()
}

#[test]
fn explanations_are_true() {
    for (n, m) in sizes(7) {
        let winnable = winnable(n, m);
        let (start, goal) = (sides(BLACK, n, WHITE, m), sides(WHITE, m, BLACK, n));
        let play = Shift::new(&start, &goal, Classes::Forward);
        let reached = breadth_first::explore(&play, Until::Everything, &Limits::default()).unwrap();
        for board in boards(n, m).into_iter().filter(|board| *board != start) {
            let puzzle = Shift::new(&board, &goal, Classes::Forward);
            let facts = subject(&format!("shift {}", text(&board))).explain(&Limits::default());
            let fact = |topic| facts.iter().find(|fact| fact.topic == topic);
            let value = |topic| fact(topic).map(|fact| &fact.value);
            let wins = winnable.contains(&puzzle.start());
            assert_eq!(value("solvable"), Some(&wins.into()), "{}", text(&board));
            // Where the order of a colour already forbids it nothing more is said of the step.
            if let Some(told) = value("reachable") {
                let id = reached.find(&puzzle.start());
                assert_eq!(*told, id.is_some().into(), "{}", text(&board));
                let step = id.map(|id| Value::from(reached.distance(id)));
                assert_eq!(value("step"), step.as_ref(), "{}", text(&board));
            }
            if wins {
                let (winning, losing) = moves_by_outcome(&puzzle, &winnable);
                assert_eq!(named_moves(&facts, "winning-moves"), winning, "{}", text(&board));
                assert_eq!(named_moves(&facts, "losing-move"), losing, "{}", text(&board));
                let forced = fact("winning-moves").is_some_and(|fact| fact.because == "it is forced");
                assert_eq!(forced, winning.len() == 1, "{}", text(&board));
            }
        }
    }
}

#[test]
fn the_line_a_position_is_on() {
    for (n, m) in sizes(6).filter(|(n, m)| *n > 0 && *m > 0) {
        let goal = sides(WHITE, m, BLACK, n);
        for first in ["b", "w"] {
            let subject = subject(&format!("shift {n} {m} first={first}"));
            let puzzle = shift::read(&subject.to_string()).unwrap().puzzle().unwrap();
            let mut board = puzzle.start();
            for mv in moves(&*solved(&*subject).unwrap()) {
                let hop = puzzle.read_move(&board, &mv).unwrap();
                puzzle.play(&mut board, &hop);
                let passes = Instance::boards(board.cells().to_vec(), goal.clone(), Classes::Forward);
                let facts = saltus::parse(&passes.to_string()).unwrap().explain(&Limits::default());
                let line = facts.iter().find(|fact| fact.topic == "line").map(ToString::to_string);
                let colour = if first == "b" { "black moves" } else { "white moves" };
                let told = line.as_ref().is_some_and(|line| line.contains(colour) || line.contains("either colour"));
                assert!(told, "{passes}: {line:?}");
            }
        }
    }
}
