//! Searches of definitions compared with searches written by hand for the same puzzle: `cargo bench -p saltus --bench rules`.
//!
//! Both visit every position on one thread, each up to the same symmetries. The search of a definition takes 1.4 times as long on a quiet machine, and
//! may take 1.8 times, in the best of three runs; 4.5 times where its positions are twice as long. The aim is 1.3. A survey counts the
//! shortest plays, too.
//! The times of well-known classics are printed without a limit. With an argument only what has it in its name is run; with `--counts`
//! nothing is timed, and the positions expanded of some classics are all that is printed (`.ci/counts`).

use std::process::ExitCode;
use std::time::{Duration, Instant};

use saltus::limits::Limits;
use saltus::verdict::Outcome;

/// Classics and the lengths of their shortest plays.
const CLASSICS: [(&str, u32); 8] = [
    ("klotski", 116),
    ("klotski-straight", 90),
    ("klotski-walk", 81),
    ("rush-hour-51", 51),
    ("rush-hour-60", 60),
    ("petersen-pebbles", 22),
    ("peg-english", 31),
    ("peg-english-chains", 18),
];

/// Spaces of which only the nearest layers are kept.
const SPACES: [(&str, &str, u64); 2] = [
    (
        "Klotski, blocks told apart",
        "board: ABBC / ABBC / DEEF / DGHF / I..J ; blocks unit: A..J ; goal: ABBC / ABBC / DEEF / DGHF / I..J",
        14_950_080,
    ),
    (
        "cube 2x2x2, a corner held",
        "board graph: c0 c1 c2 c3 c4 c5 c6 c7 c8 c9 c10 c11 c12 c13 c14 c15 c16 c17 c18 c19 c20 c21 c22 c23 ; \
         start: o y b o y g o w b o w g r y b r y g r w b r w g ; \
         cycle both: (c12 c18 c21 c15) (c13 c20 c22 c17) (c14 c19 c23 c16) ; \
         cycle both: (c6 c11 c21 c20) (c7 c10 c22 c19) (c8 c9 c23 c18) ; \
         cycle both: (c3 c16 c21 c10) (c4 c15 c22 c9) (c5 c17 c23 c11) ; \
         goal: o y b o y g o w b o w g r y b r y g r w b r w g",
        3_674_160,
    ),
];

/// Surveys a space on one thread.
fn surveyed(name: &str, definition: &str, known: u64) {
    let puzzle = saltus::parse(&format!("rules {definition}")).expect("a definition");
    let (survey, time) =
        best(|| puzzle.survey(&Limits { threads: 1, ..Limits::default() }).expect("within the limits"));
    let positions: u64 = survey.distribution.iter().map(|count| u64::try_from(count).expect("64 bits")).sum();
    assert_eq!(positions, known, "{name}");
    println!("{name}: {positions} positions, {:.1} million a second", positions as f64 / time.as_secs_f64() / 1e6);
}

/// Solves a classic. The positions expanded.
fn solved(name: &str, length: u32) -> u64 {
    let puzzle = saltus::parse(name).expect("a classic");
    let verdict = puzzle.solve(&Limits { threads: 1, ..Limits::default() });
    let Outcome::Solved { plan, .. } = &verdict.outcome else { panic!("{name} has a play") };
    assert!(verdict.is_provable() && plan.moves() == length.into(), "{name}");
    verdict.expanded
}

fn main() -> ExitCode {
    if std::env::args().any(|arg| arg == "--counts") {
        CLASSICS.iter().for_each(|&(name, length)| println!("{name}\t{}", solved(name, length)));
        return ExitCode::SUCCESS;
    }
    let mut good = true;
    let toads = include_str!("../../saltus-rules/classics/toads-5x5.txt");
    let numbers = (17_443_218, ["47", "304"]);
    good &= compare("toads and frogs 5x5, 64 bits", toads, numbers, 1.8, &toads_by_hand);
    // Cells that nothing reaches make the position longer.
    let wide = toads.replace("\nboard:", "\nboard spaced:").lines().map(widened).collect::<Vec<_>>().join("\n");
    good &= compare("the same in 128 bits", &wide, numbers, 4.5, &toads_by_hand);
    let pegs = include_str!("../../saltus-rules/classics/peg-english.txt");
    let numbers = (187_636_299, ["31", "40861647040079968"]);
    good &= compare("peg solitaire, English board", pegs, numbers, 1.8, &pegs_by_hand);
    for (name, definition, known) in SPACES.into_iter().filter(|(name, ..)| is_asked(name)) {
        surveyed(name, definition, known);
    }
    for (name, length) in CLASSICS.into_iter().filter(|(name, _)| is_asked(name)) {
        let begun = Instant::now();
        let expanded = solved(name, length);
        println!("{name}: {length} moves, {expanded} positions expanded, {:.3} s", begun.elapsed().as_secs_f64());
    }
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A row of a picture of five cells, with two more that are walled off.
fn widened(line: &str) -> String {
    let cells = line.trim();
    if cells.len() == 5 && line.starts_with("  ") && !cells.contains(' ') {
        format!("  . # {} # .", cells.chars().map(String::from).collect::<Vec<_>>().join(" "))
    } else {
        line.to_owned()
    }
}

/// Moves made on the way.
struct Visited {
    moves: u64,
}

fn is_asked(name: &str) -> bool {
    std::env::args().skip(1).filter(|arg| arg != "--bench").all(|arg| name.contains(&arg))
}

/// The best time of three.
fn best<T>(mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut timed = || {
        let begun = Instant::now();
        (run(), begun.elapsed())
    };
    let (mut result, mut least) = timed();
    for _ in 1..3 {
        let (again, time) = timed();
        result = again;
        least = least.min(time);
    }
    (result, least)
}

/// Whether a search takes at most `most` times as long as one by hand. The survey must have these positions, and this length and number of solutions.
fn compare(
    name: &str,
    definition: &str,
    (known, goal): (u64, [&str; 2]),
    most: f64,
    by_hand: &dyn Fn() -> Visited,
) -> bool {
    let registry = saltus::registry();
    let line = registry.line_of_text(definition).expect("a definition").expect("a right one");
    // All positions are visited.
    let without = ["potential".to_owned()];
    let limits = Limits { threads: 1, without: &without, ..Limits::default() };
    if !is_asked(name) {
        return true;
    }
    let puzzle = registry.parse(&line).expect("a puzzle");
    let (expanded, ours) = best(|| puzzle.solve_by("breadth-first", &limits).expect("it applies").expanded);
    let begun = Instant::now();
    let survey = puzzle.survey(&limits).expect("within the limits");
    let counted = begun.elapsed();
    let positions: u64 = survey.distribution.iter().map(|count| u64::try_from(count).expect("64 bits")).sum();
    let told = |topic| survey.facts.iter().find(|fact| fact.topic == topic).map(|fact| fact.value.to_string());
    let says = ["length", "solutions"].map(|topic| told(topic).unwrap_or_default()) == goal;
    assert!(positions == known && says, "{name}: {positions}");
    let (visited, theirs) = best(by_hand);
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    let rate = |time: Duration| visited.moves as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{name}: {expanded} of {positions} positions expanded, {:.2} million moves a second, {:.2} with counts, {ratio:.2} of the time by hand",
        rate(ours),
        rate(counted)
    );
    ratio <= most
}

/// Keys with open addressing, 0 where there is none.
struct Set {
    slots: Vec<u64>,
    used: usize,
}

impl Set {
    fn new() -> Self {
        Set { slots: vec![0; 1 << 10], used: 0 }
    }

    fn at(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    fn insert(&mut self, key: u64) -> bool {
        let mut at = self.at(key);
        while self.slots[at] != 0 {
            if self.slots[at] == key {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = key;
        self.used += 1;
        true
    }

    fn reserve(&mut self, more: usize) {
        while (self.used + more) * 4 > self.slots.len() * 3 {
            let twice = vec![0; self.slots.len() * 2];
            let old = std::mem::replace(&mut self.slots, twice);
            self.used = 0;
            old.into_iter().filter(|&key| key != 0).for_each(|key| _ = self.insert(key));
        }
    }

    fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }
}

/// Breadth first, with the slots of a group of successors read before any of them is decided.
fn visit(start: u64, forget: bool, successors: impl Fn(u64, &mut Vec<u64>)) -> Visited {
    let (mut set, mut layer, mut next, mut group) = (Set::new(), vec![start], Vec::new(), Vec::new());
    set.insert(start);
    let mut visited = Visited { moves: 0 };
    while !layer.is_empty() {
        next.clear();
        if forget {
            set.clear();
        }
        for keys in layer.chunks(32) {
            group.clear();
            keys.iter().for_each(|&key| successors(key, &mut group));
            visited.moves += group.len() as u64;
            set.reserve(group.len());
            let touched = group.iter().fold(0, |touched, &key| touched ^ set.slots[set.at(key)]);
            std::hint::black_box(touched);
            next.extend(group.iter().copied().filter(|&key| set.insert(key)));
        }
        std::mem::swap(&mut layer, &mut next);
    }
    visited
}

/// Toads on a board of 5 x 5 go right and down, frogs left and up, by a step or a jump over one of the others. A position: a bit for each
/// cell with a toad, and the vacancy above them. Half a turn with the kinds exchanged is a symmetry.
fn toads_by_hand() -> Visited {
    const ALL: u64 = (1 << 25) - 1;
    let turned = |key: u64| {
        let (toads, vacancy) = (key & ALL, key >> 25);
        let frogs = ALL & !toads & !(1 << vacancy);
        let frogs = frogs.reverse_bits() >> 39;
        frogs | (24 - vacancy) << 25
    };
    let toads = (0..12).fold(0, |toads, cell| toads | 1 << cell);
    // For each cell: cells from which a toad or a frog steps or jumps to it, and the cells between (the cell itself for a step).
    let mut ways: Vec<Vec<(u64, bool, Option<u64>)>> = vec![Vec::new(); 25];
    for cell in 0..25i64 {
        let (row, column) = (cell / 5, cell % 5);
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let toad = down + right > 0;
            for far in 1..=2 {
                let (from_row, from_column) = (row - far * down, column - far * right);
                if (0..5).contains(&from_row) && (0..5).contains(&from_column) {
                    let over = (far == 2).then(|| ((row - down) * 5 + column - right) as u64);
                    ways[cell as usize].push(((from_row * 5 + from_column) as u64, toad, over));
                }
            }
        }
    }
    visit(toads | 12 << 25, false, |key, out| {
        let (toads, vacancy) = (key & ALL, key >> 25);
        for &(from, toad, over) in &ways[vacancy as usize] {
            let is_toad = |cell: u64| toads >> cell & 1 == 1;
            if is_toad(from) == toad && over.is_none_or(|over| is_toad(over) != toad) {
                let toads = if toad { toads & !(1 << from) | 1 << vacancy } else { toads };
                let next = toads | from << 25;
                out.push(next.min(turned(next)));
            }
        }
    })
}

type Turn = fn(i32, i32) -> (i32, i32);

/// A peg jumps over a peg, which is taken off. A position: a bit for each cell with a peg. The board has eight symmetries.
fn pegs_by_hand() -> Visited {
    let places: Vec<(i32, i32)> = (0..7)
        .flat_map(|row| (0..7).map(move |column| (row, column)))
        .filter(|&(row, column)| (2..5).contains(&row) || (2..5).contains(&column))
        .collect();
    let cell = |place: (i32, i32)| places.iter().position(|&other| other == place);
    let mut jumps = Vec::new();
    for (from, &(row, column)) in places.iter().enumerate() {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (over, to) = (cell((row + down, column + right)), cell((row + 2 * down, column + 2 * right)));
            if let (Some(over), Some(to)) = (over, to) {
                jumps.push((1u64 << from | 1 << over | 1 << to, 1u64 << from | 1 << over));
            }
        }
    }
    // What each value of seven bits becomes under each symmetry.
    let turns: [Turn; 8] = [
        |row, column| (row, column),
        |row, column| (row, 6 - column),
        |row, column| (6 - row, column),
        |row, column| (6 - row, 6 - column),
        |row, column| (column, row),
        |row, column| (column, 6 - row),
        |row, column| (6 - column, row),
        |row, column| (6 - column, 6 - row),
    ];
    let image = |cells: u64, turn: usize| {
        (places.iter().enumerate())
            .filter(|(at, _)| cells >> at & 1 == 1)
            .fold(0u64, |image, (_, &(row, column))| image | 1 << cell(turns[turn](row, column)).expect("on the board"))
    };
    let parts: Vec<[u64; 8]> =
        (0..5 * 128).map(|at| std::array::from_fn(|turn| image((at % 128) << (at / 128 * 7), turn))).collect();
    let least = |cells: u64| {
        let mut images = [0; 8];
        for part in 0..5 {
            let row = &parts[part * 128 + (cells >> (part * 7) & 127) as usize];
            images.iter_mut().zip(row).for_each(|(image, part)| *image |= part);
        }
        images.into_iter().min().expect("eight")
    };
    let full = (1u64 << 33) - 1;
    let centre = 1 << cell((3, 3)).expect("on the board");
    visit(least(full & !centre), true, |key, out| {
        out.extend(jumps.iter().filter(|(mask, value)| key & mask == *value).map(|(mask, _)| least(key ^ mask)));
    })
}
