//! What the hot paths cost in instructions, counted by callgrind: `cargo bench -p saltus --bench instructions`.
//!
//! Instructions do not depend on what else the machine does, so they can be asserted. Each job is run twice, with its work
//! and with a tenth of it, and the difference is what counts: start-up cancels out. Without valgrind the jobs are only run.

mod fifteen;

use std::hint::black_box;
use std::process::{Command, ExitCode};

use saltus::limits::Limits;
use saltus::notation::Instance;
use saltus::plan::Style;
use saltus::reverse;
use saltus::reverse::bounds::{Colours, Inversions};
use saltus::search::{a_star, ida_star};
use saltus::shift::closed::sections::Sections;
use saltus::shift::closed::text;

/// A job does `scale` rounds of its work and tells how much work that was.
type Job = (&'static str, &'static str, fn(u64) -> u64);

const JOBS: &[Job] = &[
    ("15-puzzle by hand", "nodes", |scale| (0..scale).map(|_| fifteen::by_hand()).sum()),
    ("15-puzzle by IDA*", "nodes", |scale| (0..scale).map(|_| fifteen::generic()).sum()),
    ("reverse 7 by IDA*", "nodes", ida_reverse),
    ("A* with colours", "nodes", a_star_colours),
    ("shift: move i at 10^9", "moves", move_i),
    ("shift: moves as text", "moves", moves_as_text),
];

/// The generic search may cost at most this many times as much as one written by hand for the puzzle, on the same nodes.
const MOST_FOR_GENERIC: f64 = 2.0;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    if let [_, flag, name, scale] = &args[..]
        && flag == "--job"
    {
        let (_, _, job) = JOBS.iter().find(|(known, ..)| known == name).expect("a job of the list");
        println!("{}", job(scale.parse().expect("a number")));
        return ExitCode::SUCCESS;
    }
    let per_unit: Vec<Option<f64>> = JOBS.iter().map(report).collect();
    let (Some(hand), Some(generic)) = (per_unit[0], per_unit[1]) else {
        println!("valgrind is not there: instructions were not counted");
        return ExitCode::SUCCESS;
    };
    let ratio = generic / hand;
    println!("generic IDA* : by hand = {ratio:.2} (at most {MOST_FOR_GENERIC})");
    if ratio <= MOST_FOR_GENERIC { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints and gives the instructions per unit of work.
fn report(&(name, unit, job): &Job) -> Option<f64> {
    let (much, little) = (job(10), job(1));
    let instructions = counted(name, 10)?.checked_sub(counted(name, 1)?)?;
    let work = much - little;
    let each = instructions as f64 / work as f64;
    println!("{name:<24} {work:>10} {unit:<6} {each:>8.1} instructions each");
    Some(each)
}

/// Instructions of a job in a process of its own.
fn counted(name: &str, scale: u64) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args(["--job", name, &scale.to_string()])
        .output()
        .ok()?;
    let log = String::from_utf8_lossy(&out.stderr).into_owned();
    let line = log.lines().find(|line| line.contains("Collected"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}

fn ida_reverse(scale: u64) -> u64 {
    let puzzle = reverse::read("reverse 7").expect("a puzzle").puzzle().expect("small");
    (0..scale).map(|_| ida_star::solve(&puzzle, &Inversions, &Limits::default()).expect("no limit").expanded).sum()
}

fn a_star_colours(scale: u64) -> u64 {
    let puzzle = reverse::read("reverse 7 from=1 to=1").expect("a puzzle").puzzle().expect("small");
    (0..scale).map(|_| a_star::solve(&puzzle, &Colours, &Limits::default()).expect("no limit").expanded).sum()
}

fn move_i(scale: u64) -> u64 {
    let play = Sections::new(1_000_000_000u64, 1_000_000_000, true);
    let moves = scale * 100_000;
    let stride = (play.total() / moves) | 1;
    let sum = (0..moves).map(|k| play.cell(&black_box(k * stride))).fold(0, u64::wrapping_add);
    black_box(sum);
    moves
}

fn moves_as_text(scale: u64) -> u64 {
    let n = 100 * scale;
    let total = n * n + 2 * n;
    let big = |number: u64| number.into();
    let mut out = std::io::sink();
    text::write(&big(n), &big(n), true, &big(0), &big(total), &mut text::MoveWriter::new(Style::LINES, &mut out))
        .expect("a sink takes all");
    total
}
