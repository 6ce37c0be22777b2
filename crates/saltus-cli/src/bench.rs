//! `saltus bench`: work done and how fast, on this machine. The work is the same everywhere; the
//! rates are not.

use std::hint::black_box;
use std::io::{self, Write};

use crate::families;
use saltus::clock::Instant;
use saltus::limits::Limits;
use saltus::notation::Instance;
use saltus::plan::Style;
use saltus::puzzle::{Puzzle, Ranked};
use saltus::reverse;
use saltus::reverse::bounds::Inversions;
use saltus::search::{breadth_first, ida_star, ranked};
use saltus::shift::closed::sections::Sections;
use saltus::verdict::Outcome;

use crate::Session;
use crate::args::{Bench, Format};
use crate::exit::Code;
use saltus::record::{self, Seconds, Status};

/// A bench: its name, the unit of its work, and the work, which gives how much was done.
type Item = (&'static str, &'static str, fn(&Limits<'_>) -> u64);

const BENCHES: &[Item] = &[
    ("shift: move i at n = m = 10^9", "moves", move_i),
    ("shift 3000 3000: moves as text", "bytes", stream),
    ("reverse 8: IDA* with inversions", "nodes", ida),
    ("reverse 7: breadth-first, all positions", "nodes", explore),
    ("reverse 9: table of all positions", "nodes", table),
];

pub fn run(session: &mut Session, args: &Bench) -> io::Result<Code> {
    let wanted = |item: &&Item| args.name.as_ref().is_none_or(|name| item.0.contains(name.as_str()));
    if let (Some(name), None) = (&args.name, BENCHES.iter().find(wanted)) {
        session.complain(format_args!("no bench is called \"{name}\"; saltus bench runs them all"));
        return Ok(Code::USAGE);
    }
    for (name, unit, work) in BENCHES.iter().filter(wanted) {
        let begun = Instant::now();
        let done = work(&session.limits());
        let time = begun.elapsed();
        session.clear_progress();
        let seconds = time.as_secs_f64();
        let rate = done as f64 / seconds;
        if session.format() == Format::Json {
            let (bench, work, seconds, rate) = (name, done.into(), Seconds(time), rate.round() as u64);
            session.record(Status::Answered, &record::Bench { bench, work, unit, seconds, rate })?;
        } else {
            writeln!(session.out, "{name:<42} {done:>12} {unit:<6} {seconds:>8.3} s {:>10.1} M/s", rate / 1e6)?;
        }
    }
    Ok(Code::OK)
}

fn move_i(_: &Limits<'_>) -> u64 {
    const MOVES: u64 = 10_000_000;
    let play = Sections::new(1_000_000_000u64, 1_000_000_000, true);
    // A stride coprime to the length visits every part of the play.
    let stride = (play.total() / MOVES) | 1;
    let sum: u64 = (0..MOVES).map(|k| play.cell(&black_box(k * stride))).fold(0, u64::wrapping_add);
    black_box(sum);
    MOVES
}

struct Counted(u64);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += black_box(bytes).len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn stream(limits: &Limits<'_>) -> u64 {
    let instance = families::parse("shift 3000 3000").expect("a puzzle");
    let Outcome::Solved { plan, .. } = instance.solve(limits).outcome else { return 0 };
    let mut out = Counted(0);
    let all = plan.moves();
    plan.write(&0u8.into(), &all, Style::LINES, &mut out).map_or(0, |()| out.0)
}

fn ida(limits: &Limits<'_>) -> u64 {
    let puzzle = reverse::read("reverse 8").and_then(|instance| {
        instance.puzzle().map_err(|too_large| saltus::notation::BadInput::line(too_large.to_string()))
    });
    puzzle.map_or(0, |puzzle| match ida_star::solve(&puzzle, &Inversions, limits) {
        Ok(found) => found.expanded,
        Err(halted) => halted.expanded,
    })
}

fn explore(limits: &Limits<'_>) -> u64 {
    let puzzle = reverse::read("reverse 7").expect("a puzzle").puzzle().expect("small");
    match breadth_first::explore(&puzzle, breadth_first::Until::Everything, limits) {
        Ok(found) => found.expanded(),
        Err(halted) => halted.expanded,
    }
}

fn table(limits: &Limits<'_>) -> u64 {
    let puzzle = reverse::read("reverse 9").expect("a puzzle").puzzle().expect("small");
    let start = puzzle.rank(&puzzle.start());
    match ranked::explore(&puzzle, start, ranked::Until::Everything, limits) {
        Ok(found) => found.layers().iter().sum(),
        Err(halted) => halted.expanded,
    }
}
