//! Definitions compared with the families that are written by hand, and their certificates given to the checker.

use dashu_int::UBig;
use saltus::answers::{CannotSurvey, Count, Listing};
use saltus::gate::{self, Label, Thoroughness};
use saltus::laws::Random;
use saltus::limits::{Limits, Stop};
use saltus::plan::Style;
use saltus::proof::{Certificate, Claim};
use saltus::verdict::Outcome;

use crate::common::{arrangements, boards, sizes, sizes_of_boards};

/// What two programs can be compared by: length, number of shortest plays, positions by distance.
#[derive(Debug, PartialEq, Eq)]
struct Numbers {
    length: Option<UBig>,
    solutions: UBig,
    distribution: Vec<UBig>,
}

fn numbers(line: &str) -> Numbers {
    let puzzle = saltus::parse(line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
    let limits = Limits::default();
    let (length, solutions) = match puzzle.count(&limits) {
        Count::Solutions { length, solutions, .. } => (Some(length), solutions),
        Count::Unsolvable { .. } => (None, UBig::ZERO),
        Count::GaveUp { stop, .. } => panic!("{line}: {stop}"),
    };
    match (&puzzle.solve(&limits).outcome, &length) {
        (Outcome::Solved { plan, .. }, Some(length)) => assert_eq!(plan.moves(), *length, "{line}"),
        (Outcome::Unsolvable { .. }, None) => {}
        _ => panic!("{line}: solve and count differ"),
    }
    let survey = puzzle.survey(&limits).unwrap_or_else(|why| panic!("{line}: {why:?}"));
    Numbers { length, solutions, distribution: survey.distribution }
}

/// What a family knows of a line is what searches find of the definition that the line means.
#[test]
fn definitions_have_the_answers_of_families() {
    let text = |cells: Vec<u8>| String::from_utf8(cells).expect("letters");
    let mut lines = Vec::new();
    for (n, m) in sizes(5) {
        let start = text([vec![b'b'; n], vec![b'_'], vec![b'w'; m]].concat());
        for goal in boards(n, m).into_iter().map(text) {
            lines.extend(["forward", "back", "all"].map(|moves| format!("shift {start} to {goal} moves={moves}")));
        }
    }
    for n in 1..=5 {
        lines.extend((0..=n).flat_map(|p| (0..=n).map(move |q| format!("reverse {n} from={p} to={q}"))));
    }
    for (height, width) in sizes_of_boards(6).filter(|&(height, width)| height * width >= 2) {
        let labels: Vec<usize> = (0..height * width).collect();
        for (number, cells) in arrangements(&labels).into_iter().enumerate() {
            // Of larger boards every fortieth.
            if height * width <= 4 || number % 40 == 7 {
                let words: Vec<String> = cells.iter().map(usize::to_string).collect();
                lines.push(format!("tiles {height}x{width} {}", words.join(" ")));
            }
        }
    }
    for line in lines {
        assert_eq!(numbers(&meant(&line)), numbers(&line), "{line}");
    }
}

/// The definition that a line means.
fn meant(line: &str) -> String {
    saltus::parse(line).and_then(|puzzle| puzzle.definition()).unwrap_or_else(|bad| panic!("{line}: {bad}"))
}

/// The value of every line of up to nine pawns, as the fewest pieces that are left; `most` says the same. The checker agrees, and refuses
/// what says more.
#[test]
fn solitaire_clobber() {
    let value = |line: &str| {
        let puzzle = saltus::parse(line).unwrap();
        let verdict = puzzle.solve(&Limits::default());
        assert!(verdict.optimal(), "{line}");
        let answer = gate::pass(&*puzzle, verdict, Thoroughness::Everything, &Limits::default()).unwrap();
        assert_eq!((answer.standing().label(), answer.standing().is_checked()), (Label::Proved, true), "{line}");
        let Outcome::Solved { plan, .. } = &answer.verdict().outcome else { panic!("{line}: a value is always known") };
        let certificate = puzzle.certificate(answer.verdict(), &Limits::default()).unwrap();
        (u64::try_from(plan.left().unwrap()).unwrap(), certificate)
    };
    for length in 1..=9u32 {
        for colours in 0..1u32 << length {
            let text: String = (0..length).map(|cell| if colours >> cell & 1 == 1 { 'b' } else { 'w' }).collect();
            let line = format!("clobber line {text}");
            let ((left, _), own) = (value(&line), meant(&line));
            let (fewest, certificate) = value(&own);
            assert_eq!(fewest, left, "{text}");
            for claimed in left - 1..=left + 1 {
                let mut bytes = Vec::new();
                let claim = Claim::Value(claimed.into());
                Certificate { claim, ..certificate.clone() }.write(&mut bytes).unwrap();
                let outcome = saltus_check::check(&bytes, &saltus_check::Limits::default());
                assert_eq!(matches!(outcome, saltus_check::Outcome::Verified(_)), claimed == left, "{text}: {outcome}");
            }
            let can_leave = |most: u64| {
                let puzzle = saltus::parse(&own.replace("goal fewest", &format!("goal most {most}"))).unwrap();
                matches!(puzzle.solve(&Limits::default()).outcome, Outcome::Solved { .. })
            };
            assert!(can_leave(left) && !can_leave(left - 1), "{text}: {left}");
        }
    }
}

/// Where a limit ends the search there is a play all the same, and what is left is only claimed.
#[test]
fn a_play_without_proof_is_claimed() {
    let tiles = "rules board: 14 13 15 7 / 11 12 9 5 / 6 . 2 1 / 4 8 10 3 ; class x: 1..15 ; move: x . -> . x ; \
        goal: . 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
    let pegs = "rules board: o o o o o o / o o . o o o / o o o o o o / o o o o o o / o o o o o o / o o o o o o ; \
        move: o o . -> . . o ; goal fewest: o";
    for (line, nodes) in [(tiles, 200_000), (pegs, 100_000)] {
        let puzzle = saltus::parse(line).unwrap();
        let limits = Limits { nodes, ..Limits::default() };
        let verdict = puzzle.solve(&limits);
        let answer = gate::pass(&*puzzle, verdict, Thoroughness::Small, &limits).unwrap();
        let Outcome::Solved { plan, lower } = &answer.verdict().outcome else { panic!("{line}: there is a play") };
        assert!(plan.cost() > *lower && answer.verdict().limit.is_some(), "{line}");
        assert_eq!(answer.standing().label(), Label::Claimed, "{line}");
    }
}

/// A board whose positions have no form as words: the search is the plain one, and where a limit ends it there is no play.
#[test]
fn the_fewest_pieces_of_a_wide_board() {
    let cells = vec!["."; 300].join(" ");
    let line = format!("rules board: o o . o {cells} ; move right: o o . -> . . o ; goal fewest: o");
    let puzzle = saltus::parse(&line).unwrap();
    let verdict = puzzle.solve(&Limits::default());
    assert!(matches!(&verdict.outcome, Outcome::Solved { plan, .. } if plan.left() == Some(1u8.into())));
    let verdict = puzzle.solve(&Limits { nodes: 0, ..Limits::default() });
    assert!(matches!(verdict.outcome, Outcome::GaveUp { .. }));
}

/// Where a family has no numbers of its own, it has lengths.
#[test]
fn chinese_checkers() {
    for line in [
        "chinese rhombus:2 men=1",
        "chinese rhombus:2 men=3",
        "chinese rhombus:2 men=1 players=2",
        "chinese rhombus:2 men=3 players=2 order=BR",
    ] {
        let length = |line: &str| match saltus::parse(line).unwrap().solve(&Limits::default()).outcome {
            Outcome::Solved { plan, .. } => Some(plan.moves()),
            _ => None,
        };
        assert_eq!(length(&meant(line)), length(line), "{line}");
    }
}

/// The checker, with a reader and an interpreter of its own, accepts what is said of every classic of a moderate size.
#[test]
fn answers_of_classics_are_checked() {
    let mut checked = 0;
    for (name, _) in saltus::rules::CLASSICS {
        let puzzle = saltus::parse(name).unwrap();
        let limits = Limits { nodes: 30_000, ..Limits::DEFAULT };
        let verdict = puzzle.solve(&limits);
        if !verdict.is_settled() {
            continue;
        }
        let answer = gate::pass(&*puzzle, verdict, Thoroughness::Everything, &Limits::DEFAULT);
        let answer = answer.unwrap_or_else(|refuted| panic!("{name}: {refuted}"));
        assert_eq!((answer.unchecked(), answer.standing().label()), (None, Label::Proved), "{name}");
        assert!(answer.standing().is_checked(), "{name}");
        checked += 1;
    }
    assert!(checked >= 50, "{checked}");
}

/// J. H. Conway's soldiers, weights that show that a play is shortest, and what is known when a search ends early: the checker sees it, too.
#[test]
fn weights_are_checked() {
    let rows = |row: &dyn Fn(usize) -> String| (0..12).map(row).collect::<Vec<_>>().join(" / ");
    let cells = |cell: &str| [cell; 15].join(" ");
    let board = rows(&|row| cells(if row < 5 { "." } else { "o" }));
    let goal = rows(&|row| if row == 0 { "? ? ? ? ? ? ? o ? ? ? ? ? ? ?".into() } else { cells("?") });
    let soldiers = format!("rules board: {board} ; move: o o . -> . . o ; goal: {goal}");
    let tiles = "rules board: 14 13 15 7 / 11 12 9 5 / 6 . 2 1 / 4 8 10 3 ; class x: 1..15 ; move: x . -> . x ; \
        goal: . 1 2 3 / 4 5 6 7 / 8 9 10 11 / 12 13 14 15";
    for (line, nodes, kind, lower) in [
        (&*soldiers, u64::MAX, "never", None),
        ("knight-tour-5x5", u64::MAX, "bound", Some(24u8)),
        (tiles, 200_000, "bound", Some(36)),
    ] {
        let puzzle = saltus::parse(line).unwrap();
        let verdict = puzzle.solve(&Limits { nodes, ..Limits::DEFAULT });
        assert_eq!(verdict.evidence.kind(), kind, "{line}");
        match (&verdict.outcome, lower) {
            (Outcome::Unsolvable { .. }, None) => {}
            (Outcome::Solved { lower, .. }, Some(least)) => assert!(*lower >= least.into(), "{lower}"),
            _ => panic!("{line} has another answer"),
        }
        let answer = gate::pass(&*puzzle, verdict, Thoroughness::Everything, &Limits::DEFAULT);
        let answer = answer.unwrap_or_else(|refuted| panic!("{line}: {refuted}"));
        assert_eq!(answer.unchecked(), None, "{line}");
    }
}

/// A certificate states a play by the numbers of its positions; another play in its place is refused.
#[test]
fn a_wrong_play_of_a_definition_is_refuted() {
    let puzzle = saltus::parse("toads-3-3").unwrap();
    let verdict = puzzle.solve(&Limits::default());
    let certificate = puzzle.certificate(&verdict, &Limits::default()).unwrap();
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).unwrap();
    let check = |bytes: &[u8]| saltus_check::check(bytes, &saltus_check::Limits::default());
    assert!(matches!(check(&bytes), saltus_check::Outcome::Verified(_)));
    let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("it has a solution") };
    let mut text = Vec::new();
    plan.write(&UBig::ZERO, &plan.moves(), Style::WORDS, &mut text).unwrap();
    assert!(
        String::from_utf8(text).unwrap().starts_with("3-4 "),
        "moves are cells for people, numbers in certificates"
    );
    for other in ["toads-3-3-two-holes", "toads-3x3"] {
        let other = saltus::parse(other).unwrap();
        let mut swapped = certificate.clone();
        swapped.puzzle = other.to_string();
        let mut bytes = Vec::new();
        swapped.write(&mut bytes).unwrap();
        assert!(!matches!(check(&bytes), saltus_check::Outcome::Verified(_)));
    }
}

/// What the checker knows of rules is what they say, also where they fit nowhere on the board.
#[test]
fn rules_that_fit_nowhere_count() {
    for more in [
        "move cost 0: a a a a a -> . a a a a",
        "move chain: a a a a a -> . a a a a",
        "move: a a a a a -> . . . a a",
        "move: a+ a a a a -> .+ a a a a",
    ] {
        let line = format!("rules board: a a . ; move: a . -> . . ; {more} ; goal: a . .");
        let puzzle = saltus::parse(&line).unwrap_or_else(|bad| panic!("{line}: {bad}"));
        let answer =
            gate::pass(&*puzzle, puzzle.solve(&Limits::default()), Thoroughness::Everything, &Limits::default());
        let answer = answer.unwrap_or_else(|refuted| panic!("{line}: {refuted}"));
        assert_eq!(answer.standing().label(), Label::Proved, "{line}");
    }
}

/// Where weights leave many positions to be listed, views leave few.
#[test]
fn what_is_listed_is_what_no_bound_shows_to_be_far() {
    for (name, most) in [("tiles-3x3", 30_000), ("petersen-pebbles", 3_000), ("rotations-3x3", 5_000)] {
        let puzzle = saltus::parse(name).unwrap();
        let certificate = puzzle.certificate(&puzzle.solve(&Limits::DEFAULT), &Limits::DEFAULT).unwrap();
        let mut bytes = Vec::new();
        certificate.write(&mut bytes).unwrap();
        let text = str::from_utf8(&bytes).unwrap();
        assert!(text.contains("\n  view\n") && text.contains("\nset\n") && text.len() < most, "{name}: {}", text.len());
        let outcome = saltus_check::check(&bytes, &saltus_check::Limits::default());
        assert!(matches!(outcome, saltus_check::Outcome::Verified(_)), "{name}: {outcome}");
    }
}

/// A chain that exchanges pieces comes to all arrangements within one move: no question looks through them all.
#[test]
fn a_move_with_too_many_ways_is_no_answer() {
    let long = "move chain: a x -> x a ; goal: lkji / hgfe / dbca";
    let stop = Stop::Ways { most: 1 << 12 };
    // The second has no form as words.
    for board in ["abcd / efgh / ijkl", &format!("abcd / efgh / ijkl{}", " / ....".repeat(20))] {
        let goal = long.to_owned() + &" / ....".repeat(board.matches('.').count() / 4);
        let puzzle = saltus::parse(&format!("rules board: {board} ; class x: b c d e f g h i j k l ; {goal}")).unwrap();
        let limits = Limits { nodes: 20, ..Limits::default() };
        assert_eq!(puzzle.solve(&limits).stop(), Some(stop));
        for solver in ["breadth-first-plain", "a-star"] {
            assert_eq!(puzzle.solve_by(solver, &limits).unwrap().stop(), Some(stop), "{solver}");
        }
        assert!(matches!(puzzle.count(&limits), Count::GaveUp { stop: found, .. } if found == stop));
        assert!(matches!(puzzle.list(&limits), Listing::GaveUp(_)));
        assert!(matches!(puzzle.survey(&limits), Err(CannotSurvey::Stop(_))));
    }
}

/// The name of the solver, and the best cost, verified.
fn verified(line: &str, solver: Option<&str>) -> (&'static str, Option<UBig>) {
    let (puzzle, limits) = (saltus::parse(line).unwrap(), Limits::default());
    let verdict = match solver {
        None => puzzle.solve(&limits),
        Some(name) => puzzle.solve_by(name, &limits).unwrap(),
    };
    let answer =
        gate::pass(&*puzzle, verdict, Thoroughness::Everything, &limits).unwrap_or_else(|why| panic!("{line}: {why}"));
    assert!(answer.standing().is_checked() && answer.verdict().is_settled(), "{line}: {:?}", answer.unchecked());
    let cost = match &answer.verdict().outcome {
        Outcome::Solved { plan, .. } => Some(plan.cost()),
        _ => None,
    };
    (answer.verdict().solver, cost)
}

/// Some definition on six cells, with three pieces and two rules.
fn random_definition(random: &mut Random) -> String {
    let mut some = |words: &[&str], count: usize| {
        (0..count).map(|_| words[random.below(words.len())]).collect::<Vec<_>>().join(" ")
    };
    let board = [some(&["a", "b", "c", ".", "."], 3), some(&["a", "b", ".", "."], 3)].join(" / ");
    let mut line = format!("rules board: {board} ; pieces: a b c ; class x: a b ; class y: b c");
    for _ in 0..2 {
        let length = if some(&["2", "2", "3"], 1) == "2" { 2 } else { 3 };
        let left = some(&["a", "b", "c", ".", "x", "y"], length);
        let right = left.split(' ').rev().collect::<Vec<_>>().join(" ");
        let right = if some(&["turned", "other"], 1) == "turned" { right } else { some(&["a", "b", "."], length) };
        let heads = some(&["right left", "up down", "right up cost 0"], 1);
        line = format!("{line} ; move {heads}: {left} -> {right}");
    }
    let asked = ["a", "b", "c", ".", "?"];
    match &*some(&["picture", "most"], 1) {
        "most" => line + " ; goal most 1: a b",
        _ => line + &format!(" ; goal: {} / {}", some(&asked, 3), some(&asked, 3)),
    }
}

/// Views of several kinds, which the checker makes again, and all positions through which they leave a better play.
#[test]
fn what_views_leave_is_searched_by_rising_costs() {
    let mut random = Random::new(6);
    let classics = saltus::rules::CLASSICS.iter().map(|(name, _)| (*name).to_owned());
    let lines: Vec<String> = classics.chain((0..6000).map(|_| random_definition(&mut random))).collect();
    let limits = Limits { nodes: 1 << 17, ..Limits::default() };
    let (mut found, mut sets) = (0, 0);
    for line in &lines {
        let Ok(puzzle) = saltus::parse(line) else { continue };
        let Ok(verdict) = puzzle.solve_by("views", &limits) else { continue };
        if verdict.is_settled() {
            found += 1;
            sets += usize::from(verdict.evidence.kind() == "set");
            let Outcome::Solved { plan, .. } = puzzle.solve(&Limits::default()).outcome else { panic!("{line}") };
            assert_eq!(verified(line, Some("views")).1, Some(plan.cost()), "{line}");
        }
    }
    assert!(found > 90 && sets >= 10, "{found} {sets}");
}

/// A table of the checker has room for 128 cells with a piece or none: views of more are not used, and the answer has other evidence.
#[test]
fn views_are_as_wide_as_a_table_of_the_checker() {
    let limits = Limits::default();
    for (cells, is_used) in [(128, true), (129, false)] {
        let row = |at: usize| (0..cells).map(|cell| if cell == at { "a" } else { "." }).collect::<Vec<_>>().join(" ");
        let line = format!("rules board: {} ; move: a . -> . a ; goal: {}", row(0), row(3));
        let puzzle = saltus::parse(&line).unwrap();
        assert_eq!(puzzle.solve_by("views", &limits).is_ok(), is_used);
        for solver in [is_used.then_some("views"), None] {
            assert_eq!(verified(&line, solver).1, Some(UBig::from(3u8)));
        }
    }
}

/// The 15-puzzle as a definition: a search from both ends has expanded a million positions when views take over. They leave so few that the
/// certificate is short, and soon checked.
#[test]
fn a_long_search_goes_by_views() {
    let line = "rules board spaced: . 11 13 3 / 10 14 4 1 / 9 15 7 6 / 2 5 12 8 ; class x: 1..15 ; move: x . -> . x ; \
                goal: 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 .";
    let (puzzle, limits) = (saltus::parse(line).unwrap(), Limits::default());
    let verdict = puzzle.solve(&limits);
    assert_eq!(verdict.expanded, 1_703_843);
    let mut bytes = Vec::new();
    puzzle.certificate(&verdict, &limits).unwrap().write(&mut bytes).unwrap();
    assert!(bytes.len() < 2048, "{}", bytes.len());
    assert_eq!(verified(line, None), ("bidirectional", Some(UBig::from(48u8))));
}

/// If no rule spans two parts of the board, each is solved by itself; the whole is searched for comparison.
#[test]
fn parts_of_a_board_are_the_whole() {
    let moves = "class x: a b c ; pieces: a b c ; move right left: x . -> . x";
    for (start, goal, more, is_parted) in [
        ("a . . . / # # # # / . . b .", ". . . a / # # # # / b . . .", "", true),
        // No piece passes another, which shows that there is no play before any part is searched.
        ("a b . / # # # / . b .", ". b a / # # # / b . .", "", false),
        ("a b . / # # # / . b .", ". a b / # # # / b . .", " ; move right left: x x . -> . x x", true),
        ("a . . / # # # / . b .", ". . a / # # # / b . .", " ; move cost 0 right: x . -> . x", true),
        (
            "a c . / # # # / . b . / # # # / b . .",
            ". a c / # # # / b . . / # # # / . . b",
            " ; move chain right left: x y . -> . y x ; class y: a b c",
            false,
        ),
        ("a . b / # # # / . b .", ". b a / # # # / b . .", " ; cycle both: 1.2 1.3", true),
        ("a . . / # # # / . . b", ". . a / # # # / ? ? ?", "", false),
        ("a . . / . . b", "b . . / . . a", " ; move down up: x . -> . x", false),
    ] {
        let line = format!("rules board: {start} ; {moves}{more} ; goal: {goal}");
        let (solver, cost) = verified(&line, None);
        assert_eq!(solver == "parts", is_parted, "{line}: {solver}");
        assert_eq!(cost, verified(&line, Some("breadth-first")).1, "{line}");
    }
    // A cycle stays in its part, where every move takes a piece or none does.
    let start = "board: a a . / # # # / b . . ; move: a a . -> . . a ; cycle: 3.1 3.2";
    for (goal, cost) in [(". . a / # # # / . b .", Some(2u8)), (". . a / # # # / . . b", None)] {
        assert_eq!(verified(&format!("rules {start} ; goal: {goal}"), None).1, cost.map(UBig::from));
    }
    // Ten pieces in ten corridors have 10^9 positions together.
    let rows = |row: &str| [row; 10].join(" / ######## / ");
    let line = format!("rules board: {} ; move: a . -> . a ; goal: {}", rows("a......."), rows(".......a"));
    assert_eq!(verified(&line, None), ("parts", Some(UBig::from(70u8))));
}
