use super::*;
use crate::outcome::Limits;
use crate::rules::Change;
use std::collections::{BTreeMap, BTreeSet, HashMap};

fn read(line: &str) -> Definition {
    Definition::read(line).unwrap_or_else(|why| panic!("{line}: {why}"))
}

/// The cells as the definition writes them, and the turn.
fn show(definition: &Definition, position: &[Cell]) -> String {
    let (cells, turn) = position.split_at(definition.board.cells());
    let name = |&cell: &Cell| if cell == 0 { "." } else { &definition.names.pieces[cell as usize - 1] };
    let shown: String = cells.iter().map(name).collect();
    turn.iter().fold(shown, |shown, turn| format!("{shown} {turn}"))
}

/// What follows from a position, in ascending order, and whether a move that costs nothing leads there.
pub(super) fn successors(definition: &Definition, position: &[Cell]) -> BTreeMap<Vec<Cell>, bool> {
    let mut found = BTreeMap::new();
    let mut add = |changes: &[Change], free| {
        let mut after = position.to_vec();
        changes.iter().for_each(|&(place, digit)| after[place] = digit);
        assert_ne!(after, position, "a move changes something");
        *found.entry(after).or_default() |= free;
        Ok(())
    };
    Interpreter::new(definition, &Limits::default()).each_move(position, &mut add).unwrap();
    found
}

pub(super) fn is_goal(definition: &Definition, position: &[Cell]) -> bool {
    Interpreter::new(definition, &Limits::default()).is_goal(position).unwrap()
}

fn after(definition: &Definition, position: &[Cell]) -> Vec<Vec<Cell>> {
    successors(definition, position).into_keys().collect()
}

/// What follows from the start, in alphabetical order.
fn moves(line: &str) -> Vec<String> {
    let definition = read(&format!("{line} ; goal stuck:"));
    let found = after(&definition, &definition.start);
    for position in found.iter().chain([&definition.start]) {
        let number = definition.number(position);
        assert_eq!(definition.position(&number).as_ref(), Some(position), "{line}: {number}");
    }
    let mut shown: Vec<String> = found.iter().map(|position| show(&definition, position)).collect();
    shown.sort();
    shown
}

/// The distance of the nearest goals, how many shortest plays there are, and how many positions.
fn solve(line: &str) -> (usize, u64, usize) {
    let definition = read(line);
    let mut layer = HashMap::from([(definition.start.clone(), 1)]);
    let mut seen: HashMap<Vec<Cell>, usize> = HashMap::new();
    let mut answer = (0, 0);
    for depth in 0.. {
        let goals = layer.iter().filter(|(position, _)| is_goal(&definition, position));
        let plays: u64 = goals.map(|(_, plays)| plays).sum();
        if plays > 0 && answer.1 == 0 {
            answer = (depth, plays);
        }
        seen.extend(layer.keys().map(|position| (position.clone(), depth)));
        let mut next = HashMap::new();
        for (position, plays) in &layer {
            for position in after(&definition, position) {
                if !seen.contains_key(&position) {
                    *next.entry(position).or_default() += plays;
                }
            }
        }
        layer = next;
        if layer.is_empty() {
            break;
        }
    }
    (answer.0, answer.1, seen.len())
}

/// Definitions, and what follows from their starts.
const MOVES: &[(&str, &[&str])] = &[
    // Patterns are read in walking direction.
    ("board: t.f ; move right: t . -> . t ; move left: f . -> . f", &[".tf", "tf."]),
    ("board: a.b ; move left: b . a -> . a b", &["ba."]),
    ("board: ... / .a. / ... ; move up ne: a . -> . a", &[".a.......", "..a......"]),
    ("board: ... / .a. / ... ; move: a . -> . a", &[".a.......", "...a.....", ".....a...", ".......a."]),
    ("board: ... / .a. / ... ; move diagonal: a . -> . a", &["a........", "..a......", "......a..", "........a"]),
    ("board: ... / a.. ; move sw se eight nw: a . -> . a", &["a.....", ".a....", "....a."]),
    ("board: ... / ... / a.. ; move knight: a . -> . a", &[".a.......", ".....a..."]),
    // A line of knights repeats one jump.
    ("board: a.... / ..... / ..... ; move knight: a . . -> . . a", &["..............a"]),
    // Cells that are not there, and rows that end early.
    ("board: a#. / .. ; move: a . -> . a", &["..a."]),
    ("board spaced: aa / . / # / . ; move: aa . -> . aa", &[".aa."]),
    ("board: 10 . # . 9 ; move: 9 . -> . 9 ; move: 10 . -> . 10", &[".10.9", "10.9."]),
    ("board: . . ; start: 7 . ; move: 7 . -> . 7", &[".7"]),
    ("board: .. / .. ; start: 1..3 . ; class x: 1..3 ; move: x . -> . x", &["12.3", "1.32"]),
    // Tori and cylinders. A line does not come to a cell twice.
    ("board torus: a.. / ... / ... ; move up left: a . -> . a", &["..a......", "......a.."]),
    ("board cylinder: a.. / ... / ... ; move: a . -> . a", &[".a.......", "..a......", "...a....."]),
    ("board torus: a. / #. / .. ; move up: a . -> . a", &["...a."]),
    ("board cylinder: a.#. ; move: a . . -> . . a", &[]),
    ("board torus: ab ; move right: a b a -> a a a", &[]),
    // Hexagons: columns differ by two in a row.
    (
        "board hex: #. . / . a . / #. . ; move: a . -> . a",
        &["a......", ".a.....", "..a....", "....a..", ".....a.", "......a"],
    ),
    ("board hex: #a b / . b . ; move se: a b -> b a", &["bb.a."]),
    ("board hex: a b ; cycle: 1 3", &["ba"]),
    // Graphs, with walks of three cells and with lines in either direction.
    ("board graph: 1-2-3-1 3-4 ; start: a . . b ; move: a . b -> b . a", &["b..a"]),
    ("board graph: 1-2-3-1 3-4 ; start: a . . . ; move: a . . -> . . a", &[".a..", "..a.", "...a"]),
    ("board graph: 1-2-3-4 ; start: a . . . ; cells: 2 1 3 4 ; move path: a . -> . a", &[".a..", "..a."]),
    ("board graph: c-b-a ; cells: a..c ; lines: a-b c-b ; start: . k . ; move line: k . -> . k", &["k..", "..k"]),
    ("board graph: a-b-c ; lines: a-b b-c ; start: k . . ; move line: k . . -> . . k", &[]),
    ("board graph: a-b-c-a ; lines: a-b-c-a ; start: . . k ; move line: k . -> . k", &["k..", ".k."]),
    // Classes are variables.
    ("board: ab.ba ; class x: a b ; class y: a b ; move right: x y . -> . y x", &[".baba"]),
    ("board: aa.ba ; class x: a b ; move: x x . -> . x x", &[".aaba"]),
    ("board: aa.ba ; class x: a b ; class y: a b ; move: x y . -> . y x where x != y", &["aaab."]),
    ("board: a.b ; class x: a b ; move: x . -> . x", &[".ab", "ab."]),
    ("board: abc. ; class x: a b ; class y: b ; class z: c ; move: x y z -> z y x where x != y, y != z", &["cba."]),
    // `*` and `?`.
    ("board: a.b ; move right: * . -> . *", &[".ab"]),
    ("board: ab.c ; move right: * * . * -> * . * *", &["a.bc"]),
    ("board: abc ; move right: * ? * -> * ? *", &[]),
    ("board: ab.c ; move right: a ? . -> . ? a", &[".bac"]),
    ("board: ab.c ; move right: a ? . -> a . b", &["a.bc"]),
    // Runs, and the end of the line.
    ("board: a..b ; move: a .+ b -> .+ a b", &["..ab"]),
    ("board: a... ; move right: a .+ -> .+ a", &[".a..", "..a.", "...a"]),
    ("board: a... ; move right: a .+ | -> .+ a |", &["...a"]),
    ("board: a..#. ; move: a .+ | -> .+ a |", &["..a."]),
    ("board: .aa ; class x: a ; move left: x+ . -> . x+", &["a.a", "aa."]),
    ("board: abb. ; class x: a b ; move right: x+ . -> . x+", &["a.bb", "ab.b"]),
    ("board: a..bb. ; move right: a .+ b+ . -> .+ a . b+", &["..a.bb"]),
    ("board: a.. ; pieces: c ; move right: a .+ | -> c+ a |", &["cca"]),
    ("board cylinder: a.. ; move right: a .+ | -> .+ a |", &["..a"]),
    ("board graph: 1-2-3 2-4 ; start: a . . . ; move: a .+ | -> .+ a |", &["..a.", "...a"]),
    // Chains: from the last cell, by rules that are chains.
    ("board: aa.b.b. ; move chain right: a b . -> a b . ; move right: a . -> . a", &["a.ab.b."]),
    ("board: ab.b.b ; move chain: a b . -> . b a", &[".b.bab", ".bab.b"]),
    ("board: ab.b.. ; move chain: a b . -> . b a ; move: a . -> . a", &[".b.ba.", ".bab.."]),
    ("board: ooo. / .... / .o.. ; move chain: o o . -> . . o", &["o..o.....o.."]),
    ("board: oo.o. ; move chain: o o . -> . . o", &["..oo.", "....o"]),
    ("board torus: a.. ; move chain right: a . -> . a", &[".a.", "..a"]),
    // Turns.
    ("board: a.b ; turns: a b ; move: a . -> . a ; move: b . -> . b", &[".ab 1"]),
    ("board: a.b ; turns: b a ; class x: a b ; move: x . -> . x", &["ab. 1"]),
    ("board: a.bc ; class s: b c ; turns: s a ; move: . b -> b .", &["ab.c 1"]),
    ("board: a.b ; turns: a b a ; move: . b -> b .", &[]),
    // Cycles.
    ("board: ab / cd ; cycle: 1.1 1.2 2.2 2.1", &["cadb"]),
    ("board: ab / cd ; cycle both: 1.1 1.2 2.2 2.1", &["bdac", "cadb"]),
    ("board: abc. ; cycle: (1 2) (3 4)", &["ba.c"]),
    ("board graph: x-y ; start: a . ; cycle: x y", &[".a"]),
];

#[test]
fn moves_of_small_definitions() {
    for (line, expected) in MOVES {
        let mut expected = expected.to_vec();
        expected.sort_unstable();
        assert_eq!(moves(line), expected, "{line}");
    }
}

#[test]
fn moves_of_blocks() {
    // By board and metric: the numbers after each move. Digits: the kinds, and what is covered.
    let table: &[(&str, &str, &str, &[&str])] = &[
        ("aa..", "unit", "1200", &["0120"]),
        ("aa..", "straight", "1200", &["0012", "0120"]),
        ("aabb.", "unit axis", "12120", &["12012"]),
        ("aabbb.", "unit", "132330", &["130233"]),
        ("a. / .. / #.", "straight", "10000", &["00100", "01000"]),
        ("a. / .. / #.", "walk", "10000", &["00001", "00010", "00100", "01000"]),
        ("aa. / ...", "walk axis", "120000", &["012000"]),
        ("a. / a. / ..", "walk axis", "102000", &["001020"]),
    ];
    for (board, heads, start, expected) in table {
        let line = format!("board: {board} ; blocks {heads}: {} ; goal stuck:", letters(board));
        let definition = read(&line);
        let digits = |position: &[Cell]| position.iter().map(ToString::to_string).collect::<String>();
        assert_eq!(digits(&definition.start), *start, "{line}");
        let mut found: Vec<String> = after(&definition, &definition.start).iter().map(|p| digits(p)).collect();
        found.sort();
        assert_eq!(found, *expected, "{line}");
    }
}

fn letters(board: &str) -> String {
    let letters: BTreeSet<&str> = board.split("").filter(|letter| ["a", "b", "c"].contains(letter)).collect();
    letters.into_iter().collect::<Vec<_>>().join(" ")
}

#[test]
fn numbers_of_positions() {
    let table: &[(&str, &str)] = &[
        // Base 3: 1 0 2, and with the turn.
        ("board: a.b ; goal stuck:", "11"),
        ("board: a.b ; pieces: b a ; goal stuck:", "19"),
        ("board: a.b ; pieces: c ; goal stuck:", "35"),
        ("board: a.b ; turns: a b ; goal stuck:", "22"),
        // Base 3, 1 2 1 2: two blocks of one kind. Base 4, 1 3 2 3: a goal names one of them.
        ("board: aabb ; blocks unit: a b ; goal stuck:", "50"),
        ("board: aabb ; blocks unit: a b ; goal: ??bb", "123"),
        ("board: aabb ; blocks unit: b a ; goal: bb??", "123"),
    ];
    for (line, expected) in table {
        let definition = read(line);
        assert_eq!(definition.number(&definition.start).to_string(), *expected, "{line}");
    }
    let none = |line: &str, number: u32| read(line).position(&number.into()).is_none();
    assert!(none("board: a.b ; goal stuck:", 27));
    // A block beyond the border, one without its rest, and a rest without a block.
    for number in [1, 3, 9, 18] {
        assert!(none("board: aa. ; blocks unit: a ; goal stuck:", number), "{number}");
    }
}

#[test]
fn goals() {
    let table: &[(&str, bool)] = &[
        ("board: a.b ; goal: a.?", true),
        ("board: a.b ; goal: a . b", true),
        ("board: a.b ; goal: a?.", false),
        ("board: a.b ; goal: ?a? ; goal: ??b", true),
        ("board: #a. / b ; goal: #?. / b", true),
        ("board: aab ; goal most 1: a", false),
        ("board: aab ; goal most 1: b", true),
        ("board: aab ; goal most 3: a b", true),
        ("board: a.b ; move: a . -> . a ; goal stuck:", false),
        ("board: a.b ; move: a b -> b a ; goal stuck:", true),
        ("board: a.b ; turns: b a ; move: a . -> . a ; goal stuck:", true),
        ("board graph: 1-2-3 ; start: a . b ; goal: ? . b", true),
    ];
    for (line, expected) in table {
        let definition = read(line);
        assert_eq!(is_goal(&definition, &definition.start), *expected, "{line}");
    }
    let blocks = |goal: &str| {
        let definition = read(&format!("board: aab. ; blocks unit: a b ; goal: {goal}"));
        is_goal(&definition, &definition.start)
    };
    assert!(blocks("???.") && blocks("aa??") && blocks("aab.") && !blocks("?aa?") && !blocks("??.?"));
}

/// Optima, numbers of shortest plays and of positions that are known from elsewhere.
#[test]
fn known_puzzles() {
    let toads = "class x: t f ; class y: t f ; move right down: t . -> . t ; move right down: t f . -> . f t ; \
        move left up: f . -> . f ; move left up: f t . -> . t f";
    let forward = "move right: t . -> . t / t f . -> . f t ; move left: f . -> . f / f t . -> . t f";
    assert_eq!(solve(&format!("board: t . f ; {forward} ; goal: f . t")).0, 3);
    assert_eq!(solve(&format!("board: t t t . f f f ; {forward} ; goal: f f f . t t t")).0, 15);
    let found = solve(&format!("board: ttt / t.f / fff ; {toads} ; goal: fff / f.t / ttt"));
    assert_eq!((found.0, found.1), (12, 50));
    let knights = "board: w.w / ... / b.b ; class x: b w ; move knight: x . -> . x ; goal: b.b / ... / w.w";
    assert_eq!((solve(knights).0, solve(knights).2), (16, 280));
    let spider = "board graph: 0-1-2 0-3-4 0-5-6 ; cells: 0..6 ; start: . a a b b c c ; class x: a b c ; \
        class y: a b c ; move: x . -> . x / x y . -> . y x where x != y ; goal: . b b c c a a";
    assert_eq!((solve(spider).0, solve(spider).2), (13, 630));
    let eight = "board: 123 / 456 / 78. ; class x: 1..8 ; move: x . -> . x ; goal: 12. / 453 / 786";
    assert_eq!((solve(eight).0, solve(eight).2), (2, 181_440));
}

#[test]
fn klotski_has_its_positions() {
    let klotski =
        "board: ABBC / ABBC / DEEF / DGHF / I..J ; blocks unit: A..J ; goal: ???? / ???? / ???? / ?BB? / ?BB?";
    let found = solve(klotski);
    assert_eq!((found.0, found.2), (116, 25_955));
}

/// None of these follows the page.
const BAD: &[&str] = &[
    "",
    "board",
    "board:",
    "board:a.",
    "Board: a.",
    "board: a.; goal stuck:",
    "board: a. ; goal fewest:",
    "board: a. ; goal fewest: a ; goal stuck:",
    "board: aa. ; blocks unit: a ; goal fewest: a",
    "source: x ; board: a. ; goal stuck:",
    "board: a\t. ; goal stuck:",
    "board: a. ; board: a. ; goal stuck:",
    "board: a.",
    "goal stuck:",
    "board: .. ; goal stuck:",
    "board: ## ; goal stuck:",
    "board: a? ; goal stuck:",
    "board: a* ; start: . . ; pieces: b ; goal stuck:",
    "board: a. /  b ; goal stuck:",
    "board: a. /  / b ; goal stuck:",
    "board: a b / c ; goal stuck:",
    "board: a bc- ; goal stuck:",
    "board torus cylinder: a. ; goal stuck:",
    "board spaced spaced: a. ; goal stuck:",
    "board round: a. ; goal stuck:",
    "board hex torus: a . ; goal stuck:",
    "board hex: a. ; goal stuck:",
    "board graph: 1-1 ; start: a ; goal stuck:",
    "board graph: 1--2 ; start: a . ; goal stuck:",
    "board graph: 1-2 ; start: a ; goal stuck:",
    "board graph: 1-2 ; cells: 1 ; start: a ; goal stuck:",
    "board graph: 1-2 ; cells: 1 2 1 ; start: a . . ; goal stuck:",
    "board graph: 1-2 ; lines: 1-3 ; start: a . ; goal stuck:",
    "board graph: 1-2 ; start: a . ; move line: a . -> . a ; goal stuck:",
    "board: a. ; lines: 1-2 ; goal stuck:",
    "board: a. ; cells: 1 2 ; goal stuck:",
    "board: a. ; start here: a . ; goal stuck:",
    "board: a. ; start: a ; goal stuck:",
    "board: a. ; start: a # ; goal stuck:",
    "board: a. ; pieces: b b ; goal stuck:",
    "board: a. ; pieces: . ; goal stuck:",
    "board: a. ; pieces: 3..1 ; goal stuck:",
    "board: a. ; pieces: a..B ; goal stuck:",
    "board: a. ; pieces: 01..2 ; goal stuck:",
    "board: a. ; pieces: ab..c ; goal stuck:",
    "board: a. ; class: a ; goal stuck:",
    "board: a. ; class a: a ; goal stuck:",
    "board: a. ; class x: a ; class x: a ; goal stuck:",
    "board: a. ; class x: b ; goal stuck:",
    "board: a. ; class x: a a ; goal stuck:",
    "board: a. ; class $: a ; goal stuck:",
    "board: a. ; class x: ; goal stuck:",
    "board: a. ; move around: a . -> . a ; goal stuck:",
    "board: a. ; move six: a . -> . a ; goal stuck:",
    "board: a. ; move chain chain: a . -> . a ; goal stuck:",
    "board: a. ; move: ; goal stuck:",
    "board: a. ; move: a . ; goal stuck:",
    "board: a. ; move: a . -> a ; goal stuck:",
    "board: a. ; move: a . -> . a -> a . ; goal stuck:",
    "board: a. ; move: -> ; goal stuck:",
    "board: a. ; move: a . -> . b ; goal stuck:",
    "board: a. ; move: a * -> . a ; goal stuck:",
    "board: a. ; move: a .+ -> . a ; goal stuck:",
    "board: a. ; move: a *+ -> *+ a ; goal stuck:",
    "board: a. ; move: a ?+ -> ?+ a ; goal stuck:",
    "board: a. ; move: a + -> + a ; goal stuck:",
    "board: a. ; move: a . -> . ? ; goal stuck:",
    "board: a. ; move: a ? -> ? a ; goal stuck:",
    "board: a. ; move: a .+ ? . -> . ? a .+ ; goal stuck:",
    "board: a. ; move: .+ a ? -> a ? .+ ; goal stuck:",
    "board: a. ; move: a . | -> . a ; goal stuck:",
    "board: a. ; move: | a . -> | . a ; goal stuck:",
    "board: a. ; move: | -> | ; goal stuck:",
    "board: a. ; class x: a ; move: a . -> . x ; goal stuck:",
    "board: a. ; class x: a ; move: x . -> . x where x != x ; goal stuck:",
    "board: a. ; class x: a ; class y: a ; move: x . -> . x where x != y ; goal stuck:",
    "board: ab ; class x: a ; class y: b ; move: x y -> y x where x = y ; goal stuck:",
    "board: ab ; class x: a ; class y: b ; move: x y -> y x where ; goal stuck:",
    "board: ab ; class x: a ; move: x b -> b x where x != b ; goal stuck:",
    "board: a. ; move chain: . a -> a . ; goal stuck:",
    "board: a. ; turns: a ; goal stuck:",
    "board: a. ; turns: a b ; goal stuck:",
    "board: ab. ; turns: a b ; move: * . -> . * ; goal stuck:",
    "board: ab ; turns: a b ; cycle: 1 2 ; goal stuck:",
    "board: ab ; cycle back: 1 2 ; goal stuck:",
    "board: ab ; cycle: 1 ; goal stuck:",
    "board: ab ; cycle: 1 3 ; goal stuck:",
    "board: ab ; cycle: 1 2 1 ; goal stuck:",
    "board: ab ; cycle: 1.1 1.2 ; goal stuck:",
    "board: abcd ; cycle: (1 2) 3 4 ; goal stuck:",
    "board: abcd ; cycle: ((1 2)) ; goal stuck:",
    "board: abcd ; cycle: (1 2) (2 3) ; goal stuck:",
    "board: aa. ; blocks: a ; goal stuck:",
    "board: aa. ; blocks slide: a ; goal stuck:",
    "board: aa. ; blocks axis unit: a ; goal stuck:",
    "board: a.a ; blocks unit: a ; goal stuck:",
    "board: aab ; blocks unit: a ; goal stuck:",
    "board: aa. ; blocks unit: a b ; goal stuck:",
    "board: a.. ; blocks unit axis: a ; goal stuck:",
    "board: aa / a. ; blocks unit axis: a ; goal stuck:",
    "board: aa. ; blocks unit: a ; move: a . -> . a ; goal stuck:",
    "board: aa. ; blocks unit: a ; turns: a a ; goal stuck:",
    "board: aa. ; blocks unit: a ; goal: ?a?",
    "board: aa. ; blocks unit: a ; goal: ?bb",
    "board: aa. ; blocks unit: a ; goal most 1: a",
    "board graph: 1-2 ; start: a . ; blocks unit: a ; goal stuck:",
    "board torus: a. ; blocks unit: a ; goal stuck:",
    "board: a. ; goal: a",
    "board: a. ; goal: a # ",
    "board: a. ; goal: ab",
    "board: a. / a ; goal: a . a",
    "board: a. ; class x: a ; goal: x?",
    "board: a. ; goal: *.",
    "board: a. ; goal most: a",
    "board: a. ; goal most -1: a",
    "board: a. ; goal most 01: a",
    "board: a. ; goal most 1: b",
    "board: a. ; goal most 1:",
    "board: a. ; goal stuck: a",
    "board: a. ; goal least 1: a",
];

#[test]
fn what_does_not_follow_the_page_is_refused() {
    for line in BAD {
        let outcome = Definition::read(line).err();
        assert!(matches!(outcome, Some(crate::Outcome::Refuted(_))), "{line}: {outcome:?}");
    }
}

#[test]
fn what_is_too_large_is_undecided() {
    let row = ".".repeat(5000);
    let complete: String = (0..20).flat_map(|a| (0..a).map(move |b| format!(" {a}-{b}"))).collect();
    let undecided = |line: &str| matches!(Definition::read(line).err(), Some(crate::Outcome::Resource(_)));
    assert!(undecided(&format!("board: a{row} ; goal stuck:")));
    assert!(undecided("board: a. ; pieces: 1..5000 ; goal stuck:"));
    assert!(undecided("board: a. ; pieces: 1..4000000000 ; goal stuck:"));
    assert!(undecided(&"goal stuck: ; ".repeat(2000)));
    let start = " .".repeat(19);
    let rest = format!("cells: 0..19 ; start: a{start} ; move: a .+ | -> .+ a | ; goal stuck:");
    let definition = read(&format!("board graph:{complete} ; {rest}"));
    let mut interpreter = Interpreter::new(&definition, &Limits { nodes: 100_000, ..Limits::default() });
    let why = interpreter.each_move(&definition.start, &mut |_, _| Ok(())).err();
    assert!(matches!(why, Some(crate::Outcome::Resource(_))));
}

/// Random texts of the words of the format: none stops the program.
#[test]
fn no_text_panics() {
    let words = "board: move: goal: goal stuck: blocks unit: turns: class x: cycle: torus hex graph a . # / ; ; -> a . b 1-2 \
        + | * ? .+ x x+ 1 2 ( ) .. 1..3 where != , a.b ab chain right most start: pieces: : axis";
    let words: Vec<&str> = words.split_ascii_whitespace().collect();
    let mut state = 1u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..20_000 {
        let (line, _) = MOVES[next(MOVES.len())];
        let mut line: Vec<&str> = line.split(' ').chain(["; goal stuck:"]).collect();
        for _ in 0..=next(3) {
            let (at, word) = (next(line.len()), words[next(words.len())]);
            if next(2) == 0 { line[at] = word } else { line.insert(at, word) }
        }
        if let Ok(definition) = Definition::read(&line.join(" ")) {
            let found = after(&definition, &definition.start);
            assert!(found.iter().all(|position| definition.is_position(position)), "{line:?}");
        }
    }
}

/// Definitions, and whether every move can be taken back as their rules show.
const UNDIRECTED: &[(&str, bool)] = &[
    ("board: a.b ; class x: a b ; move: x . -> . x", true),
    ("board: a.b ; move right: a . -> . a", false),
    ("board: a.b ; move right: a . -> . a ; move left: a . -> . a", true),
    ("board: a.b ; move right: a . -> . a / . a -> a .", true),
    ("board: a.b ; move right: a . -> . a ; move left: b . -> . b", false),
    ("board: a.b ; class x: a ; class y: b ; move right: x . -> . x / . y -> y .", false),
    ("board: aa. ; move: a a . -> . . a", false),
    ("board: aa. ; move: a a . -> . . a / . . a -> a a .", true),
    ("board: a... ; move right: a .+ -> .+ a ; move left: a .+ -> .+ a", true),
    ("board: a... ; move: a .+ | -> .+ a |", false),
    ("board: a.b ; move: * . -> . *", true),
    ("board: ab. ; move: a ? . -> . ? a", true),
    ("board: ab. ; move: a ? . -> . a a", false),
    ("board: ab.c ; class x: a b ; class y: b c ; move: x y . -> . y x where x != y", true),
    ("board: ab.c ; class x: a b ; class y: b c ; move right: x y . -> . y x ; move left: y x . -> . x y", false),
    ("board: ab.c ; class x: a b c ; class y: a b c ; move: x y . -> . y x where x != y", true),
    ("board: ab.c ; class x: a b c ; class y: a b c ; move: x y -> y x", true),
    ("board: a.b ; turns: a b ; class x: a b ; move: x . -> . x", false),
    ("board: a.. ; move chain: a . -> . a", false),
    ("board graph: 1-2-3 ; start: a . . ; move path: a . -> . a", true),
    ("board graph: 1-2-3 ; lines: 1-2-3 ; start: a . . ; move line: a . . -> . . a", true),
    ("board: abc ; cycle: 1 2", true),
    ("board: abc ; cycle: 1 2 3", false),
    ("board: abc ; cycle both: 1 2 3", true),
    ("board: aa. ; blocks unit: a", true),
];

#[test]
fn moves_that_can_be_taken_back() {
    for &(line, undirected) in UNDIRECTED {
        let definition = read(&format!("{line} ; goal stuck:"));
        assert_eq!(definition.is_undirected(), undirected, "{line}");
        // Where the rules show it, it is so, at least near the start.
        let mut all = vec![definition.start.clone()];
        for _ in 0..3 {
            let next: Vec<Vec<Cell>> = all.iter().flat_map(|position| after(&definition, position)).collect();
            all.extend(next);
        }
        let leads_back = |position: &Vec<Cell>| {
            after(&definition, position).iter().all(|next| after(&definition, next).contains(position))
        };
        assert!(!undirected || all.iter().all(leads_back), "{line}");
    }
}

/// Definitions with a symmetry, or the reason why it is none.
const SYMMETRIES: &[(&str, &str, Option<&str>)] = &[
    ("board: a.a ; move: a . -> . a", "cells 3 2 1 contents 1", None),
    ("board: a.a ; move right: a . -> . a", "cells 3 2 1 contents 1", Some("rule")),
    ("board: a.a ; move right: a . -> . a / . a -> a .", "cells 3 2 1 contents 1", None),
    ("board: a.b ; class x: a b ; move: x . -> . x", "cells 3 2 1 contents 2 1", None),
    ("board: a.b ; class x: a b ; move: x . -> . x", "cells 3 2 1 contents 1 2", Some("start")),
    ("board: a.b ; move: a . -> . a", "cells 3 2 1 contents 2 1", Some("rule")),
    ("board: a.b ; class x: a ; move: x . -> . x", "cells 3 2 1 contents 2 1", Some("rule")),
    ("board: a.b ; turns: a b ; class x: a b ; move: x . -> . x", "cells 3 2 1 contents 2 1", Some("whose")),
    ("board: a.a ; turns: a b ; pieces: a b ; move: a . -> . a / . a -> a .", "cells 3 2 1 contents 1 2", None),
    ("board: a.a ; move right: a .+ | -> .+ a |", "cells 3 2 1 contents 1", Some("rule")),
    ("board: a.a ; move right left: a .+ | -> .+ a |", "cells 3 2 1 contents 1", None),
    ("board: abc. ; class x: a b ; class y: b c ; move: x y . -> . y x", "cells 1 2 3 4 contents 3 2 1", Some("start")),
    ("board graph: 1-2-3 ; start: a . a ; move: a . -> . a", "cells 3 2 1 contents 1", None),
    (
        "board graph: 1-2 3-4 2-3 ; start: . . . . ; pieces: a ; move: a . -> . a",
        "cells 2 1 3 4 contents 1",
        Some("rule"),
    ),
    (
        "board graph: 1-2-3-1 ; lines: 1-2 2-3 ; start: . . . ; pieces: a ; move line: a . -> . a",
        "cells 2 1 3 contents 1",
        Some("rule"),
    ),
    (
        "board graph: 1-2-3-1 ; lines: 1-2 2-3 ; start: . . . ; pieces: a ; move line: a . -> . a",
        "cells 3 2 1 contents 1",
        None,
    ),
    ("board: a.a ; cycle: 1 2", "cells 3 2 1 contents 1", Some("cycle")),
    ("board: a.a ; cycle: 1 2 ; cycle: 2 3", "cells 3 2 1 contents 1", None),
    ("board: aa. / bb. ; blocks unit: a b", "cells 4 5 6 1 2 3 contents 1 2", None),
    ("board: aa. / b.. ; blocks unit: a b", "cells 4 5 6 1 2 3 contents 2 1 3", Some("start")),
    ("board: ... / aab / ... ; blocks unit: a b", "cells 7 8 9 4 5 6 1 2 3 contents 1 2 3", None),
    ("board: a.. / ... / ... ; blocks unit: a", "cells 1 6 5 4 3 2 7 8 9 contents 1 2", Some("step")),
    ("board: aa. / ... / ... ; blocks unit axis: a", "cells 1 4 7 2 5 8 3 6 9 contents 1 2", Some("start")),
    ("board: a... / a... / bb.. ; blocks unit: a b", "cells 1 2 3 4 5 6 7 8 9 10 11 12 contents 1 3 2", Some("start")),
];

#[test]
fn symmetries_are_found_in_the_rules() {
    for &(line, symmetry, why) in SYMMETRIES {
        let definition = read(&format!("{line} ; goal stuck:"));
        match (definition.symmetries(&[symmetry.to_owned()]), why) {
            (Ok(group), None) => assert!(!group.is_empty() && group.len() < 3, "{line}"),
            (Err(outcome), Some(why)) => assert!(outcome.to_string().contains(why), "{line}: {outcome}"),
            (found, _) => panic!("{line}: {symmetry}: {:?}", found.err()),
        }
    }
}

#[test]
fn names_are_in_all_writings() {
    // A knight with a mark is one character of a dense picture, and another piece than one without.
    let line = "board: \u{265e}.\u{265e}\u{fe0e} ; class \u{3b1}\u{3b2}: \u{265e} \u{265e}\u{fe0e} ; move: \u{3b1}\u{3b2} . -> . \u{3b1}\u{3b2}";
    assert_eq!(moves(line), [".\u{265e}\u{265e}\u{fe0e}", "\u{265e}\u{265e}\u{fe0e}."]);
    let goal = "move: a . -> . a ; goal stuck:";
    for title in ["\u{391}\u{3af}\u{3bd}\u{3b9}\u{3b3}\u{3bc}\u{3b1}", "\"Six\" frogs\\", "\u{1f469}\u{200d}\u{1f680}"]
    {
        read(&format!("title: {title} ; board: a . ; {goal}"));
    }
    for odd in ["e\u{301}", "\u{202e}", "\u{200b}", "\u{a0}", " \u{301}", "\u{7}", "\u{2028}", "\u{ffff}"] {
        let line = format!("title: x{odd} ; board: a . ; {goal}");
        assert!(Definition::read(&line).is_err(), "{odd:?}");
    }
    // One piece has one name, which is no word of signs.
    for piece in ["\u{265e}\u{265e}", "+\u{308}", "a\u{265e}"] {
        assert!(Definition::read(&format!("board spaced: {piece} . ; {goal} ; pieces: a")).is_err(), "{piece}");
    }
}

#[test]
fn cells_need_no_edges() {
    let line = "board graph: ; cells: a b c ; start: 1 2 3 ; cycle: (a b c)";
    assert_eq!(moves(line), ["312"]);
    assert!(Definition::read(&format!("{line} ; lines: ; goal stuck:")).is_err());
}
