//! What theory found from the rules alone does for definitions, and forests with signs for Solitaire Clobber: `cargo bench -p saltus --bench theory`.
//!
//! Each row is a group of puzzles, solved by plain `solve` on one thread. It prints how many were settled (a proved shortest play, a play where all
//! are equally long, or the proof that there is none), the positions expanded, and the longest time. A row fails where fewer are settled than
//! asked, or where a search expands more positions than asked. For puzzles with a play costs and bounds are added up: for Clobber, the pawns left. `--lines FILE` solves the puzzles of a file, a line each, as one such group.
//! `--clobber` solves boards of Solitaire Clobber, of which a row says how many are left with as few pawns as the bound.
//! `--bounds` prints each bound at the start of every classic that is soon solved, with the cost of its shortest plays.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use dashu_int::UBig;
use saltus::answers::Answers;
use saltus::limits::Limits;
use saltus::random::Random;
use saltus::verdict::Outcome;

/// A group of puzzles, and what is asked of it.
struct Row {
    name: &'static str,
    puzzles: Vec<Box<dyn Answers>>,
    /// How many are settled.
    settled: usize,
    /// The most positions that one search expands.
    expanded: u64,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {}
        ["--bounds"] => return if bounds() { ExitCode::SUCCESS } else { ExitCode::FAILURE },
        ["--clobber"] => return report(&clobber_rows()),
        ["--lines", path] => {
            let lines = std::fs::read_to_string(path).expect("a file of lines");
            let puzzles = lines.lines().map(read).collect();
            return report(&[Row { name: "lines", puzzles, settled: 0, expanded: u64::MAX }]);
        }
        _ => {
            eprintln!("theory: no argument, --bounds, --clobber, or --lines FILE");
            return ExitCode::FAILURE;
        }
    }
    report(&rows())
}

/// Solves all, prints a line for each row, and says whether each is as asked.
fn report(rows: &[Row]) -> ExitCode {
    let mut good = true;
    println!(
        "row\tsettled\tof\tno play\texpanded, most\texpanded, all\tseconds, most\tseconds, all\tcost, all\tbound, all"
    );
    for row in rows {
        let (mut settled, mut none, mut expanded) = (0, 0, Vec::new());
        let (mut cost, mut bound) = (UBig::ZERO, UBig::ZERO);
        let mut times = Vec::new();
        for puzzle in &row.puzzles {
            let begun = Instant::now();
            let limits = Limits {
                threads: 1,
                memory: 1_500_000_000,
                deadline: Some(begun + Duration::from_secs(10)),
                ..Limits::default()
            };
            let verdict = puzzle.solve(&limits);
            times.push(begun.elapsed().as_secs_f64());
            expanded.push(verdict.expanded);
            match verdict.outcome {
                Outcome::Solved { ref plan, ref lower } => {
                    settled += usize::from(verdict.is_provable());
                    cost += plan.cost();
                    bound += lower;
                }
                Outcome::Unsolvable { .. } => (settled, none) = (settled + 1, none + 1),
                Outcome::GaveUp { .. } => {}
            }
        }
        let most = expanded.iter().copied().max().unwrap_or(0);
        let is_good = settled >= row.settled && most <= row.expanded;
        good &= is_good;
        println!(
            "{}\t{settled}\t{}\t{none}\t{most}\t{}\t{:.3}\t{:.3}\t{cost}\t{bound}{}",
            row.name,
            row.puzzles.len(),
            expanded.iter().sum::<u64>(),
            times.iter().copied().fold(0.0, f64::max),
            times.iter().sum::<f64>(),
            if is_good { "" } else { "\tless than asked" }
        );
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn read(line: &str) -> Box<dyn Answers> {
    saltus::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

fn rows() -> Vec<Row> {
    let row = |last: usize, from: &str, to: &str| {
        format!("board spaced: {from} ; class x: 1..{last} ; move: x . -> . x ; goal: {to}")
    };
    let five = "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20";
    let top_spin = |last: usize, first: &str| {
        let rest = (5..=last).map(|piece| piece.to_string()).collect::<Vec<_>>().join(" ");
        let round = (1..=last).map(|piece| piece.to_string()).collect::<Vec<_>>().join(" ");
        format!("board spaced: {first} 3 4 {rest} ; cycle both: {round} ; cycle: (1 4) (2 3) ; goal: 1 2 3 4 {rest}")
    };
    // Each prefix of even inversion: four and five pieces are turned round.
    let pancakes = "board spaced: 2 1 3 4 5 6 ; cycle: (1 4) (2 3) ; cycle: (1 5) (2 4) ; goal: 1 2 3 4 5 6";
    let cube = "board graph: 1-2-3-4-1 5-6-7-8-5 1-5 2-6 3-7 4-8 ; cells: 1..8";
    let graph = |first: &str| {
        format!("{cube} ; start: {first} c d e f g . ; class x: a..g ; move: x . -> . x ; goal: a b c d e f g .")
    };
    let odd = [
        row(8, "2 1 3 / 4 5 6 / 7 8 .", "1 2 3 / 4 5 6 / 7 8 ."),
        row(8, "2 1 3 / 4 5 6 / 7 8 .", "1 2 3 / 4 5 6 / 7 8 ?"),
        row(24, &format!("{five} / 22 21 23 24 ."), &format!("{five} / 21 22 23 24 .")),
        graph("b a"),
        top_spin(9, "2 1"),
        top_spin(21, "2 1"),
        pancakes.into(),
        "board: a b c d ; cycle: 1 2 3 ; cycle: 2 3 4 ; goal: b a c d".into(),
        // Pieces that cannot pass keep their order.
        "board: a b c . ; class x: a b c ; move: x . -> . x ; goal: b c a .".into(),
    ];
    let mut without_play: Vec<_> = odd.iter().map(|text| read(&format!("rules {text}"))).collect();
    without_play.push(read("fifteen"));
    // The group of Wilson's graph of seven is no sum, and a search settles it.
    let wilson = "rules board graph: 1-2-3-4-5-6-1 1-7-4 ; cells: 1..7 ; start: b a c d e f . ; class x: a..f ; move: x . -> . x ; goal: a b c d e f .";
    let toads = "rules board: tttttttt.ffffffff ; move right: t . -> . t ; move right: t f . -> . f t ; move left: f . -> . f ; move left: f t . -> . t f ; goal: ffffffff.tttttttt";
    let fifteen = "rules board spaced: . 11 13 3 / 10 14 4 1 / 9 15 7 6 / 2 5 12 8 ; class x: 1..15 ; move: x . -> . x ; goal: 1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 .";
    let rows = |row: &str| [row; 10].join(" / ######## / ");
    let corridors = format!("rules board: {} ; move: a . -> . a ; goal: {}", rows("a......."), rows(".......a"));
    let named = |names: &[&str]| names.iter().map(|name| read(name)).collect::<Vec<_>>();
    let mut all = vec![
        Row { name: "no play, by sign, remainders and order", settled: 10, expanded: 0, puzzles: without_play },
        Row { name: "no play, by no sum", settled: 1, expanded: 1_000, puzzles: vec![read(wilson)] },
        Row { name: "toads and frogs, 8 and 8", settled: 1, expanded: 5_000, puzzles: vec![read(toads)] },
        Row { name: "English pegs", settled: 1, expanded: 200, puzzles: named(&["peg-english"]) },
        Row { name: "Sokoban of the classics, 2", settled: 1, expanded: 1_000, puzzles: named(&["sokoban-2"]) },
        Row { name: "Sokoban of the classics, 3", settled: 1, expanded: 4_000, puzzles: named(&["sokoban-3"]) },
        Row { name: "a 15-puzzle of 48 moves", settled: 1, expanded: 2_000_000, puzzles: vec![read(fifteen)] },
        Row { name: "ten corridors", settled: 1, expanded: 100, puzzles: vec![read(&corridors)] },
    ];
    all.extend(PEGS.iter().map(|&(name, shape, settled)| Row {
        name,
        settled,
        expanded: 10_000_000,
        puzzles: with_one_hole(shape).iter().map(|line| read(line)).collect(),
    }));
    all
}

/// Boards of peg solitaire, and in how many of their games from one hole, alike ones once, it is settled whether one peg can be left: in
/// all but two of the diamond of 41.
const PEGS: [(&str, &str, usize); 7] = [
    ("pegs, 5x5", "ooooo/ooooo/ooooo/ooooo/ooooo", 6),
    ("pegs, 6x6", "oooooo/oooooo/oooooo/oooooo/oooooo/oooooo", 6),
    ("pegs, English 33", "##ooo##/##ooo##/ooooooo/ooooooo/ooooooo/##ooo##/##ooo##", 7),
    ("pegs, French 37", "##ooo##/#ooooo#/ooooooo/ooooooo/ooooooo/#ooooo#/##ooo##", 8),
    ("pegs, diamond 25", "###o###/##ooo##/#ooooo#/ooooooo/#ooooo#/##ooo##/###o###", 6),
    (
        "pegs, diamond 41",
        "####o####/###ooo###/##ooooo##/#ooooooo#/ooooooooo/#ooooooo#/##ooooo##/###ooo###/####o####",
        7,
    ),
    (
        "pegs, Wiegleb 45",
        "###ooo###/###ooo###/###ooo###/ooooooooo/ooooooooo/ooooooooo/###ooo###/###ooo###/###ooo###",
        9,
    ),
];

/// A game for each hole of a board that is its own image under the symmetries of the square: the holes of one eighth of it.
fn with_one_hole(shape: &str) -> Vec<String> {
    let side = shape.split('/').count();
    let half = 0..side.div_ceil(2);
    let eighth = half.clone().flat_map(|row| (row..half.end).map(move |column| row * (side + 1) + column));
    let holes = eighth.filter(|&at| shape[at..].starts_with('o'));
    let game = |at| {
        let board = format!("{}.{}", &shape[..at], &shape[at + 1..]).replace('/', " / ");
        format!("rules board: {board} ; move: o o . -> . . o ; goal most 1: o")
    };
    holes.map(game).collect()
}

/// Boards of Solitaire Clobber: dense ones, which are settled, and sparse ones, on which play and bound are apart.
fn clobber_rows() -> Vec<Row> {
    let mut random = Random::new(1);
    let mut colour = move || if random.number().is_multiple_of(2) { 'b' } else { 'w' };
    let mut dice = Random::new(2);
    let mut below = move |most: u64| dice.number() % most;
    let grid = |height: usize, width: usize, at: &mut dyn FnMut(usize, usize) -> char| {
        let mut line = "clobber grid ".to_owned();
        for row in 0..height {
            line.extend((row > 0).then_some('/'));
            line.extend((0..width).map(|column| at(row, column)));
        }
        read(&line)
    };
    let mut one_hole = |side: usize| {
        let hole = (below(side as u64) as usize, below(side as u64) as usize);
        grid(side, side, &mut |row, column| if (row, column) == hole { '.' } else { colour() })
    };
    let single = [12, 20].map(|side| (0..10).map(|_| one_hole(side)).collect());
    let mut random = Random::new(3);
    let mut holes = |side: usize, percent: u64| {
        grid(side, side, &mut |_, _| match random.number() % 200 {
            number if number < 2 * percent => '.',
            number => ['b', 'w'][number as usize % 2],
        })
    };
    let mut holed = |boards: usize, side, percent| (0..boards).map(|_| holes(side, percent)).collect();
    let blocks =
        |side: usize, block: usize| grid(side, side, &mut |row, column| ['b', 'w'][(row / block + column / block) % 2]);
    // Every seventh cell or so of the middle row is white.
    let few_whites = |height: usize, width: usize| {
        grid(height, width, &mut |row, column| if row == height / 2 && column % 7 == 3 { 'w' } else { 'b' })
    };
    let mut random = Random::new(4);
    let mut graph = |vertices: usize, neighbours: &dyn Fn(usize) -> Vec<usize>| {
        let pawns: String = (0..vertices).map(|_| ['b', 'w'][random.number() as usize % 2]).collect();
        let edges = (0..vertices)
            .flat_map(|from| neighbours(from).into_iter().map(move |to| format!(" {}-{}", from + 1, to + 1)));
        read(&format!("clobber graph {pawns}{}", edges.collect::<String>()))
    };
    let mut torus = |side: usize| {
        graph(side * side, &|cell| vec![cell / side * side + (cell + 1) % side, (cell + side) % (side * side)])
    };
    let tori = vec![torus(20), torus(50)];
    let mut cuboid = |side: usize| {
        let forward = |cell: usize, step: usize| (cell / step % side + 1 < side).then_some(cell + step);
        graph(side * side * side, &|cell| {
            [1, side, side * side].into_iter().filter_map(|step| forward(cell, step)).collect()
        })
    };
    let boxes = vec![cuboid(9), cuboid(20)];
    let mut path_square = |vertices: usize| graph(vertices, &|cell| (cell + 1..vertices.min(cell + 3)).collect());
    let squares = (0..6).map(|_| path_square(120)).collect();
    let cubes = [11, 12]
        .into_iter()
        .flat_map(|side| (1..=3).map(move |seed| read(&format!("clobber cube {side} random seed={seed}"))));
    let row = |name, settled, puzzles| Row { name, settled, expanded: u64::MAX, puzzles };
    let [twelve, twenty] = single;
    vec![
        row("12x12, one hole", 10, twelve),
        row("20x20, one hole", 10, twenty),
        row("20x20, 5 % holes", 10, holed(10, 20, 5)),
        row("40x40, 5 % holes", 6, holed(6, 40, 5)),
        row("50x50, 5 % holes", 4, holed(4, 50, 5)),
        row("100x100, 5 % holes", 3, holed(3, 100, 5)),
        row("blocks, 9x9 to 100x100", 4, vec![blocks(9, 3), blocks(30, 5), blocks(50, 5), blocks(100, 10)]),
        row("blocks, 198x198", 1, vec![blocks(198, 7)]),
        row("torus, 20x20 and 50x50", 2, tori),
        row("box, 9x9x9 and 20x20x20", 2, boxes),
        row("cubes of 11 and 12", 6, cubes.collect()),
        row("few whites, 3x1000 and 5x200", 2, vec![few_whites(3, 1000), few_whites(5, 200)]),
        row("squares of paths of 120", 6, squares),
        row("30x30, 20 % holes", 0, holed(3, 30, 20)),
        row("30x30, 35 % holes", 0, holed(3, 30, 35)),
        row("50x50, 5 % holes, more", 48, holed(48, 50, 5)),
    ]
}

/// A line for each classic that has a play: its cost, and each bound at its start. Whether the greatest is half of the cost in as many as
/// docs/searches.md says.
fn bounds() -> bool {
    let (mut classics, mut halves, mut wholes) = (0, 0, 0);
    for (name, _) in saltus::rules::CLASSICS {
        let puzzle = read(name);
        let verdict = puzzle.solve(&Limits { nodes: 1 << 24, ..Limits::default() });
        let Outcome::Solved { plan, .. } = &verdict.outcome else { continue };
        let none = Limits { nodes: 0, ..Limits::default() };
        let lower = |outcome| if let Outcome::GaveUp { lower, .. } = outcome { Some(lower) } else { None };
        let at_start =
            |bound| puzzle.solve_by(&format!("ida-star:{bound}"), &none).ok().and_then(|found| lower(found.outcome));
        // Where some moves cost nothing no search takes a bound by name; `solve` has it all the same.
        let all = [at_start("views"), at_start("potential"), at_start("matching"), lower(puzzle.solve(&none).outcome)];
        let printed = all.each_ref().map(|lower| lower.as_ref().map_or("-".to_owned(), ToString::to_string));
        let cost = plan.cost();
        classics += 1;
        let greatest = all.into_iter().flatten().max().unwrap_or_default();
        wholes += u32::from(greatest == cost);
        halves += u32::from(greatest * 2u8 >= cost);
        println!("{name}\t{cost}\t{}", printed.join("\t"));
    }
    println!("{halves} of {classics}: the greatest bound is half of the cost or more, in {wholes} all of it");
    (wholes, halves, classics) == (45, 57, 72)
}
