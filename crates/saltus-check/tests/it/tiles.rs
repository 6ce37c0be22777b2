//! Sliding tiles: notation, plays, and evidence against breadth-first search over whole state
//! graphs.

use crate::refusals::assert_refuted;
use crate::sliding::{NaiveViews, Size, distances, line, manhattan, place, successors};
use crate::support::{Dice, Row, arrangements, certificate, is_verified, key, outcome, payload, proved_bound};
use crate::truth::{Truth, damage};
use saltus_check::{Limits, Outcome, check, check_record};
use std::collections::BTreeSet;

fn truth(size: Size, start: &[u8], goal: &[u8]) -> Truth {
    let base = usize::from(*goal.iter().max().unwrap()) + 1;
    Truth::given(line(size, start, goal), base.max(2), distances(size, start), goal)
}

/// Boards with two tiles alike, or with gaps in their numbers.
const OTHER_TILES: [(Size, &[u8]); 7] = [
    (Size(2, 2), &[0, 1, 1, 2]),
    (Size(2, 2), &[0, 3, 5, 9]),
    (Size(2, 3), &[0, 1, 1, 1, 2, 2]),
    (Size(3, 2), &[0, 4, 4, 7, 8, 9]),
    (Size(1, 4), &[0, 1, 1, 2]),
    (Size(5, 1), &[0, 1, 2, 1, 2]),
    (Size(1, 2), &[0, 200]),
];

#[test]
fn lines_that_are_not_canonical() {
    for (puzzle, part) in [
        ("tiles", "is not ROWSxCOLUMNS"),
        ("tiles 4", "is not ROWSxCOLUMNS"),
        ("tiles 2x", "is not a number"),
        ("tiles 2x2x1 1 2 3 0", "is not a number"),
        ("tiles 02x2 1 2 3 0", "leading zeros"),
        ("tiles +2x2 1 2 3 0", "leading zeros"),
        ("tiles 2X2 1 2 3 0", "is not ROWSxCOLUMNS"),
        ("tiles 0x5", "without cells"),
        ("tiles 5x0", "without cells"),
        ("tiles 2x2", "has 4 cells, but 0 are given"),
        ("tiles 2x2 1 2 3", "has 4 cells, but 3 are given"),
        ("tiles 2x2 1 2 3 to 1 2 3 0", "has 4 cells, but 3 are given"),
        ("tiles 2x2 1 2 3 0 0", "unexpected `0`"),
        ("tiles 2x2 1 2 3  0", "is not a number"),
        ("tiles 2x2 1 2 3 0 ", "unexpected ``"),
        ("tiles 2x2 1 2 03 0", "leading zeros"),
        ("tiles 2x2 1 2 ３ 0", "not printable"),
        ("tiles 2x2 1 2 -3 0", "is not a number"),
        ("tiles 2x2 1 2 3 4", "one vacancy"),
        ("tiles 2x2 1 2 0 0", "one vacancy"),
        ("tiles 2x2 1 2 2 0", "others need a goal"),
        ("tiles 2x2 1 2 4 0", "others need a goal"),
        ("tiles 2x2 1 2 2 0 to blank-first", "differ in their tiles"),
        ("tiles 2x2 1 2 3 0 to 0 1 2 2", "differ in their tiles"),
        ("tiles 2x2 1 2 2 0 to 0 1 1 2", "differ in their tiles"),
        ("tiles 2x2 1 2 3 0 to", "has 4 cells, but 0 are given"),
        ("tiles 2x2 1 2 3 0 to 1 2 3", "has 4 cells, but 3 are given"),
        ("tiles 2x2 1 2 3 0 to 1 2 3 0", "this goal is the default"),
        ("tiles 2x2 1 2 3 0 to 0 1 2 3", "written blank-first"),
        ("tiles 1x1 0 to blank-first", "this goal is the default"),
        ("tiles 1x1 0 to 0", "this goal is the default"),
        ("tiles 2x2 1 2 3 0 to Blank-first", "is not a number"),
        ("tiles 2x2 1 2 3 0 to blank-first to blank-first", "unexpected `to`"),
        ("tiles 2x2 random seed=7", "is not a number"),
        ("tiles 2x2 65536 1 2 0 to 1 65536 2 0", "is more than 65535"),
        ("tiles 2x2 99999999999999999999 1 2 0", "out of range"),
    ] {
        let text = outcome(&certificate(puzzle, "at-least 0", "potential vacancy", &[]));
        assert_refuted(&text, "line 2: ");
        assert_refuted(&text, part);
    }
    let wide = certificate("tiles 100000x100000 1 2", "at-least 0", "potential vacancy", &[]);
    assert!(matches!(outcome(&wide), Outcome::Resource(_)));
    let wide = certificate("tiles 9999999999x9999999999 1 2", "at-least 0", "potential vacancy", &[]);
    assert!(matches!(outcome(&wide), Outcome::Resource(_)));
}

#[test]
fn canonical_lines_are_read() {
    for puzzle in [
        "tiles 1x1 0",
        "tiles 1x2 0 1",
        "tiles 2x1 1 0 to blank-first",
        "tiles 2x2 0 3 2 1 to blank-first",
        "tiles 2x2 0 3 2 1 to 1 0 2 3",
        "tiles 2x2 0 3 3 1 to 1 3 3 0",
        "tiles 2x2 0 65535 1 2 to 65535 1 2 0",
        "tiles 2x2 0 4 5 6 to 4 5 6 0",
    ] {
        let zero = certificate(puzzle, "at-least 0", "closed-set zero", &[("set", b"")]);
        assert!(is_verified(&zero), "{puzzle}: {}", outcome(&zero));
    }
    // Where the board is long the labels may be, too.
    let long = (1..70_000).chain([0]).map(|tile| tile.to_string()).collect::<Vec<_>>().join(" ");
    let file = certificate(&format!("tiles 70x1000 {long}"), "optimal 0", "potential manhattan", &[("moves", b"")]);
    assert!(is_verified(&file));
}

#[test]
fn plays() {
    for (moves, part) in [
        ("5\n4\n1\n2\n", ""),
        ("5 -1 2\n1 1 2\n", ""),
        ("5\n4\n1\n1\n", "move 4: the cell is vacant"),
        ("5\n1\n4\n2\n", "move 2: the vacancy is not next to the cell"),
        ("3\n4\n1\n2\n", "move 2: the vacancy is not next to the cell"),
        ("7\n4\n1\n2\n", "move 1: there is no such cell"),
        ("5\n4\n1\n", "1 of the 4 moves claimed are missing"),
        ("5\n4\n5\n4\n", "the last board is not the goal"),
        ("construction sections first=b\n", "is for `shift N M`"),
    ] {
        // The vacancy goes 6, 5, 4, 1, 2; between the cells 3 and 4 the row ends.
        let puzzle = "tiles 2x3 1 2 3 4 5 0 to 4 0 3 5 2 1";
        let goal = "tiles 2x3 1 2 3 4 5 0 to 2 0 3 1 4 5";
        let line = if part.is_empty() { goal } else { puzzle };
        let text = outcome(&certificate(line, "plan 4", "witness", &[("moves", moves.as_bytes())]));
        if part.is_empty() {
            assert_eq!(text.to_string(), format!("VERIFIED plan 4 {goal} by witness"));
        } else {
            assert_refuted(&text, part);
        }
    }
}

#[test]
fn generated_moves_are_the_legal_ones() {
    let sizes = [Size(1, 1), Size(1, 4), Size(4, 1), Size(2, 2), Size(2, 3), Size(3, 2), Size(3, 3), Size(2, 4)];
    for size in sizes {
        let n = size.cells() as u8;
        let goal: Row = (0..n).collect();
        for shift in 0..n {
            let start: Row = (0..n).map(|cell| (cell + shift) % n).collect();
            let after = successors(size, &start);
            for from in 1..=size.cells() {
                // The goal that one move reaches determines what it leads to.
                let end = after.iter().find(|after| after.0 == from).map_or(&goal, |after| &after.1);
                let file = certificate(
                    &line(size, &start, end),
                    "plan 1",
                    "witness",
                    &[("moves", format!("{from}\n").as_bytes())],
                );
                assert_eq!(is_verified(&file), after.iter().any(|after| after.0 == from), "{size:?} {start:?} {from}");
            }
        }
    }
}

#[test]
fn records() {
    let record = |line: &str| check_record(line, &Limits::default());
    let good = r#"{"puzzle":"tiles 2x3 1 0 2 4 5 3","status":"solved","length":2,"moves":["2","3"]}"#;
    assert_eq!(record(good).to_string(), "VERIFIED plan 2 tiles 2x3 1 0 2 4 5 3 by witness");
    for (from, to, part) in [
        (r#""3""#, r#""4""#, "move 2: the tile 4 is not there"),
        (r#""3""#, r#""03""#, "move 2: `03` is not a number"),
        (r#""3""#, r#""3U""#, "move 2: a direction is named only where"),
        (r#""3""#, r#""6-3""#, "move 2: `6-3` is not a number"),
        (r#""3""#, r#""0""#, "move 2: the tile 0 is not there"),
        (r#""3""#, r#""""#, "move 2: `` is not a number"),
        (r#""2""#, r#""1""#, "move 2: the tile 3 is not there"),
        (r#""2","3""#, r#""5","5""#, "plan: the last board is not the goal"),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good);
        assert_refuted(&record(&bad), part);
    }
    // Two tiles 7, one at each side of the vacancy.
    let good = r#"{"puzzle":"tiles 2x3 7 0 7 4 5 3 to 7 7 0 4 5 3","status":"solved","length":1,"moves":["7L"]}"#;
    assert!(matches!(record(good), Outcome::Verified(_)));
    let other = good.replace("7L", "7R");
    assert_refuted(&record(&other), "the last board is not the goal");
    for (bad, part) in [
        ("7", "the direction is not named"),
        ("7U", "the tile 7U is not there"),
        ("7LL", "the tile 7LL is not there"),
        ("7l", "the direction is not named"),
        ("L", "`` is not a number"),
    ] {
        assert_refuted(&record(&good.replace("7L", bad)), part);
    }
    let down = good.replace("7 0 7 4 5 3 to 7 7 0 4 5 3", "7 4 7 4 0 3 to 7 0 7 4 4 3").replace("7L", "4D");
    assert!(matches!(record(&down), Outcome::Verified(_)), "{}", record(&down));
}

#[test]
fn parity_and_order_tell_what_cannot_be_solved() {
    for size in [Size(2, 2), Size(2, 3), Size(3, 2), Size(1, 5), Size(4, 1), Size(1, 1), Size(1, 2)] {
        let rows = arrangements(&(0..size.cells() as u8).collect::<Row>());
        let goals = [0, rows.len() / 3, rows.len() / 2, rows.len() - 1].map(|index| &rows[index]);
        for goal in goals.into_iter().chain([&size.usual_goal()]) {
            let reached = distances(size, goal);
            for start in &rows {
                let proved = |by: &str| is_verified(&certificate(&line(size, start, goal), "unsolvable", by, &[]));
                let flat = size.0.min(size.1) == 1;
                let lost = !reached.contains_key(start);
                assert_eq!(proved("order"), flat && lost, "{size:?} {start:?} {goal:?}");
                assert_eq!(proved("parity"), !flat && lost, "{size:?} {start:?} {goal:?}");
            }
        }
    }
    for (size, tiles) in OTHER_TILES {
        let rows = arrangements(tiles);
        for start in &rows {
            let reached = distances(size, start);
            for goal in rows.iter().step_by(3).filter(|goal| **goal != size.usual_goal()) {
                for by in ["parity", "order"] {
                    if is_verified(&certificate(&line(size, start, goal), "unsolvable", by, &[])) {
                        assert!(!reached.contains_key(goal), "{size:?} {start:?} {goal:?} by {by}");
                    }
                }
            }
        }
    }
    let file = |puzzle: &str, by: &str| outcome(&certificate(puzzle, "unsolvable", by, &[]));
    assert_refuted(&file("tiles 2x2 1 1 2 0 to 1 2 1 0", "parity"), "line 4: two tiles are alike");
    assert_refuted(&file("tiles 1x3 2 1 0", "parity"), "line 4: parity is about boards of two rows");
    assert_refuted(&file("tiles 2x2 1 2 0 3", "parity"), "has the parity of the vacancy's way");
    assert_refuted(&file("tiles 2x2 2 1 3 0", "order"), "line 4: tiles keep their order only in");
    assert_refuted(&file("tiles 1x3 1 0 2", "order"), "in the order of the goal");
    assert_refuted(&file("shift 1 1", "parity"), "line 4: this evidence does not apply");
    // A large board is no trouble.
    let cells: Vec<String> = [2, 1].into_iter().chain(3..90_000).chain([0]).map(|tile| tile.to_string()).collect();
    let line = format!("tiles 300x300 {}", cells.join(" "));
    assert_eq!(file(&line, "parity").to_string(), format!("VERIFIED unsolvable {line} by parity"));
}

#[test]
fn potentials_fall_by_at_most_one() {
    let usual = [Size(1, 3), Size(3, 1), Size(2, 2), Size(2, 3), Size(3, 2)]
        .map(|size| (size, (0..size.cells() as u8).collect::<Row>()));
    let all = usual.into_iter().chain(OTHER_TILES.map(|(size, tiles)| (size, tiles.to_vec())));
    for (size, tiles) in all {
        let rows = arrangements(&tiles);
        for goal in [&rows[0], &rows[rows.len() / 2], &rows[rows.len() - 1]] {
            if *goal == size.usual_goal() && tiles != (0..size.cells() as u8).collect::<Row>() {
                continue;
            }
            let away = |row: &Row| manhattan_of_vacancy(size, row, goal);
            for (name, value) in
                [("manhattan", &(|row: &Row| manhattan(size, row, goal)) as &dyn Fn(&Row) -> i64), ("vacancy", &away)]
            {
                let distance = distances(size, goal);
                for row in &rows {
                    let found = proved_bound(&line(size, row, goal), &format!("potential {name}")).unwrap();
                    assert_eq!(found, value(row), "{name} {size:?} {row:?} {goal:?}");
                    assert!(successors(size, row).iter().all(|(_, after)| (found - value(after)).abs() <= 1));
                    assert!(distance.get(row).is_none_or(|&d| found <= i64::from(d)));
                }
            }
        }
    }
}

fn manhattan_of_vacancy(size: Size, row: &[u8], goal: &[u8]) -> i64 {
    let only = |row: &[u8]| row.iter().map(|&cell| u8::from(cell == 0)).collect::<Row>();
    manhattan(size, &only(row), &only(goal))
}

/// A view of single tiles, one of two patterns, and one that leaves tiles out.
fn some_views(size: Size, vacancy: usize) -> Vec<Vec<Vec<usize>>> {
    let homes: Vec<usize> = (0..size.cells()).filter(|&home| home != vacancy).collect();
    let (low, high) = homes.split_at(homes.len() / 2);
    let halves = [low, high].into_iter().filter(|half| !half.is_empty()).map(<[usize]>::to_vec).collect();
    let every_other = homes.iter().copied().step_by(2).collect();
    vec![halves, vec![every_other], homes.iter().map(|&home| vec![home]).collect()]
}

#[test]
fn closed_sets() {
    let mut dice = Dice(11);
    for size in [Size(1, 3), Size(2, 2), Size(2, 3), Size(3, 2)] {
        let rows = arrangements(&(0..size.cells() as u8).collect::<Row>());
        for _ in 0..4 {
            let goal = if dice.below(2) == 0 { size.usual_goal() } else { rows[dice.below(rows.len())].clone() };
            let views = NaiveViews::new(size, &goal, &some_views(size, place(&goal, 0)));
            let start = &rows[dice.below(rows.len())];
            let mut truth = truth(size, start, &goal);
            truth.tables = views.block();
            if truth.optimum.is_none() {
                let all: Vec<_> = truth.set(|_| 0, u32::MAX).iter().map(|&(key, _)| (key, 0)).collect();
                assert!(is_verified(&truth.file("unsolvable", "zero", &all)), "{}", truth.line);
                assert!(!is_verified(&truth.file("unsolvable", "zero", &all[1..])), "{}", truth.line);
                continue;
            }
            // On a board with this many positions this takes its time.
            let short = truth.optimum.unwrap() <= 12;
            if short {
                truth.assert_tight("zero", |_| 0);
                truth.assert_tight("vacancy", |row| manhattan_of_vacancy(size, row, &goal));
            }
            truth.assert_tight("manhattan", |row| manhattan(size, row, &goal));
            truth.assert_tight("patterns", |row| views.of(row, &goal).unwrap());
        }
    }
}

#[test]
fn closed_sets_of_tiles_that_are_alike() {
    for (size, tiles) in OTHER_TILES {
        let rows = arrangements(tiles);
        for (start, goal) in [(0, rows.len() - 1), (rows.len() / 2, 0), (rows.len() - 1, rows.len() / 3)] {
            let (start, goal) = (&rows[start], &rows[goal]);
            if *goal == size.usual_goal() {
                continue;
            }
            let truth = truth(size, start, goal);
            if truth.optimum.is_some() {
                truth.assert_tight("zero", |_| 0);
                truth.assert_tight("manhattan", |row| manhattan(size, row, goal));
            } else {
                let all: Vec<_> = truth.set(|_| 0, u32::MAX).iter().map(|&(key, _)| (key, 0)).collect();
                assert!(is_verified(&truth.file("unsolvable", "zero", &all)), "{}", truth.line);
            }
        }
    }
}

#[test]
fn keys_that_are_no_boards() {
    let set = |row: &[u8]| {
        let set = payload(&[(key(row, 6), 0)]);
        outcome(&certificate("tiles 2x2 0 5 1 1 to 1 5 1 0", "at-least 1", "closed-set manhattan", &[("set", &set)]))
    };
    assert!(matches!(set(&[0, 5, 1, 1]), Outcome::Verified(_)), "{}", set(&[0, 5, 1, 1]));
    for row in [&[0, 5, 1, 5][..], &[0, 5, 1, 2], &[0, 0, 5, 1], &[1, 5, 1, 1], &[1, 0, 5, 1, 1], &[0, 5, 1, 4]] {
        assert_refuted(&set(row), "is no state of this puzzle");
    }
    assert_refuted(&set(&[1, 5, 1, 0]), "a goal is in the set");
    // 130 cells have no key, and neither do 128 with many kinds of tiles.
    for (size, cells) in [("13x10", 130), ("16x8", 128)] {
        let tiles: Vec<String> = (1..cells - 1).chain([0, cells - 1]).map(|tile| tile.to_string()).collect();
        let line = format!("tiles {size} {}", tiles.join(" "));
        let file = certificate(&line, "at-least 2", "closed-set manhattan", &[("set", &[1, 0])]);
        assert!(matches!(outcome(&file), Outcome::Refuted(_)), "{}", outcome(&file));
    }
}

#[test]
fn damaged_certificates_never_prove_what_is_false() {
    let mut dice = Dice(12);
    let mut proved = 0;
    for (size, start) in
        [(Size(2, 2), [0, 2, 1, 3].as_slice()), (Size(2, 3), &[4, 1, 2, 5, 0, 3]), (Size(3, 2), &[1, 4, 5, 2, 3, 0])]
    {
        let goal = size.usual_goal();
        let views = NaiveViews::new(size, &goal, &some_views(size, place(&goal, 0)));
        let truth = truth(size, start, &goal);
        let Some(optimum) = truth.optimum else { continue };
        let set = payload(&truth.set(|row| views.of(row, &goal).unwrap(), optimum));
        let tables = views.block();
        for _ in 0..1000 {
            let (mut tables, mut set) = (tables.clone().into_bytes(), set.clone());
            for _ in 0..dice.below(3) {
                damage(&mut tables, &mut dice);
            }
            for _ in 0..dice.below(3) {
                damage(&mut set, &mut dice);
            }
            let lower = optimum + dice.below(3) as u32;
            let blocks: &[(&str, &[u8])] = &[("tables", &tables), ("set", &set)];
            if is_verified(&certificate(&truth.line, &format!("at-least {lower}"), "closed-set patterns", blocks)) {
                proved += 1;
                assert!(lower <= optimum, "{lower} {}", truth.line);
            }
        }
    }
    assert!(proved > 100, "{proved}");
}

#[test]
fn no_words_make_it_panic() {
    let words = "tiles 2x2 1x3 3x1 1x1 2x3 0 1 2 3 4 5 to blank-first random seed=1 to"
        .split(' ')
        .chain(["", "65535", "65536"]);
    let words: Vec<&str> = words.collect();
    let evidence =
        ["potential manhattan", "potential patterns", "closed-set patterns", "closed-set zero", "transcript"];
    let blocks: [&[(&str, &[u8])]; 5] = [
        &[],
        &[("tables", b"view 1\n")],
        &[("tables", b"view 1\n"), ("set", b"")],
        &[("set", b"")],
        &[("tables", b"view 1\n"), ("transcript", b"words 1\nthreshold 999\ndepth 0\nabove 0\nbelow 1\n")],
    ];
    let mut dice = Dice(13);
    for round in 0..100_000 {
        let count = 1 + dice.below(10);
        let line: Vec<&str> = (0..count).map(|_| words[dice.below(words.len())]).collect();
        let line = format!("tiles 2x2 {}", line.join(" "));
        let line = if dice.below(2) == 0 { &line[10..] } else { &line };
        let kind = round % evidence.len();
        let outcome = outcome(&certificate(line, "at-least 1000", evidence[kind], blocks[kind]));
        assert!(matches!(outcome, Outcome::Refuted(_)), "{line} {outcome}");
    }
}

#[test]
fn limits_give_resource() {
    let file = certificate("tiles 2x2 0 1 1 1 to 1 1 1 0", "at-least 0", "potential manhattan", &[]);
    let limits = |moves| Limits { moves, ..Limits::default() };
    assert!(matches!(check(&file, &limits(10)), Outcome::Verified(_)));
    assert!(matches!(check(&file, &limits(9)), Outcome::Resource(_)));
    let file = certificate("tiles 2x2 0 1 2 3", "at-least 0", "potential manhattan", &[]);
    for (memory, enough) in [(10, false), (60, false), (200, true)] {
        let outcome = check(&file, &Limits { memory, ..Limits::default() });
        assert_eq!(matches!(outcome, Outcome::Verified(_)), enough, "{outcome}");
        assert!(!matches!(outcome, Outcome::Refuted(_)), "{outcome}");
    }
    let cells = check(&file, &Limits { cells: 3, ..Limits::default() });
    assert!(matches!(cells, Outcome::Resource(_)));
}

/// A search that is made again finds the distance, by single moves and by runs.
#[test]
fn searches_made_again() {
    let mut dice = Dice(3);
    for size in [Size(2, 2), Size(2, 3), Size(3, 2)] {
        let (goal, rows) = (size.usual_goal(), arrangements(&size.usual_goal()));
        let all = distances(size, &goal);
        for _ in 0..20 {
            let start = &rows[dice.below(rows.len())];
            let (line, distance) = (line(size, start, &goal), all.get(start).map(|&distance| i64::from(distance)));
            for by in ["re-executed zero", "re-executed manhattan"] {
                assert_eq!(proved_bound(&line, by), distance, "{line} {by}");
            }
            let by_runs = format!("{line} metric=runs");
            assert_eq!(
                proved_bound(&by_runs, "re-executed zero"),
                distance.map(|_| runs(size, start, &goal)),
                "{line}"
            );
            assert_eq!(proved_bound(&by_runs, "re-executed manhattan"), None);
        }
    }
    // Limits are kept to.
    let line = line(Size(3, 3), &[8, 6, 7, 2, 5, 4, 3, 0, 1], &Size(3, 3).usual_goal());
    let file = certificate(&line, "at-least 31", "re-executed manhattan", &[]);
    assert!(is_verified(&file));
    for limits in [Limits { nodes: 10_000, ..Limits::default() }, Limits { memory: 10_000, ..Limits::default() }] {
        assert!(matches!(check(&file, &limits), Outcome::Resource(_)));
    }
    let larger = "tiles 4x5 2 1 4 3 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 0";
    assert!(matches!(outcome(&certificate(larger, "at-least 9", "re-executed zero", &[])), Outcome::Resource(_)));
}

/// The least number of runs, by layers: a run is moves of the vacancy in one line.
fn runs(size: Size, start: &[u8], goal: &[u8]) -> i64 {
    let (mut met, mut layer, mut made) = (BTreeSet::from([start.to_vec()]), vec![start.to_vec()], 0);
    while !layer.iter().any(|row| row == goal) {
        made += 1;
        let mut next = Vec::new();
        for row in layer {
            for step in [-1, 1, -(size.1 as isize), size.1 as isize] {
                let mut after = row.clone();
                // One step after another while it leads on in this direction.
                while let Some((_, further)) = successors(size, &after)
                    .into_iter()
                    .find(|(_, further)| place(further, 0) as isize - place(&after, 0) as isize == step)
                {
                    after = further;
                    if met.insert(after.clone()) {
                        next.push(after.clone());
                    }
                }
            }
        }
        layer = next;
    }
    made
}
