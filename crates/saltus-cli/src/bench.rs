//! `saltus bench`: work done and how fast, on this machine. The work is the same everywhere; the
//! rates are not.

use std::hint::black_box;
use std::io::{self, Write};

use dashu_int::UBig;
use saltus::answers::{Answers, Survey};
use saltus::clock::Instant;
use saltus::limits::Limits;
use saltus::plan::Style;
use saltus::record::{self, Seconds, Status};
use saltus::verdict::Outcome;

use crate::args::{Bench, Format};
use crate::exit::{Code, Done, Early};
use crate::{Session, families};

/// A bench: its name, which is the line of a puzzle and what is done with it, the unit of its work, and the work, which gives how much was done.
type Item = (&'static str, &'static str, fn(&dyn Answers, &Limits<'_>) -> u64);

/// A program without the family of a line does without its bench.
const BENCHES: &[Item] = &[
    ("shift 1000000000 1000000000: moves here and there", "moves", here_and_there),
    ("shift 3000 3000: moves as text", "bytes", stream),
    ("reverse 8: IDA* with inversions", "nodes", ida_star),
    ("reverse 7: breadth-first, all positions", "nodes", |puzzle, limits| all(puzzle.survey_by_search(limits))),
    ("reverse 9: table of all positions", "nodes", |puzzle, limits| all(puzzle.survey(limits))),
];

pub fn run(session: &mut Session, args: &Bench) -> Done {
    let wanted = |item: &&Item| args.name.as_ref().is_none_or(|name| item.0.contains(name.as_str()));
    if let (Some(name), None) = (&args.name, BENCHES.iter().find(wanted)) {
        return Err(Early::usage(format!("no bench is called \"{name}\"; saltus bench runs them all")));
    }
    for (name, unit, work) in BENCHES.iter().filter(wanted) {
        let line = name.split(':').next().unwrap_or_default();
        let Ok(puzzle) = families::parse(line) else { continue };
        let begun = Instant::now();
        let done = work(&*puzzle, &session.limits());
        let time = begun.elapsed();
        session.clear_progress();
        let seconds = time.as_secs_f64();
        let rate = done as f64 / seconds;
        if session.format() == Format::Json {
            let (bench, work, seconds, rate) = (name, done.into(), Seconds(time), rate.round() as u64);
            session.record(Status::Answered, &record::Bench { bench, work, unit, seconds, rate })?;
        } else {
            writeln!(session.out, "{name:<50} {done:>12} {unit:<6} {seconds:>8.3} s {:>10.1} M/s", rate / 1e6)?;
        }
    }
    Ok(Code::OK)
}

/// Moves of a play that is far too long to be written as a whole.
fn here_and_there(puzzle: &dyn Answers, limits: &Limits<'_>) -> u64 {
    const MOVES: u64 = 100_000;
    let Outcome::Solved { plan, .. } = puzzle.solve(limits).outcome else { return 0 };
    // An odd stride visits every part of the play.
    let stride = (plan.moves() / MOVES) | UBig::ONE;
    let (mut before, mut out) = (UBig::ZERO, Counted(0));
    let mut write = |_: &u64| {
        let written = plan.write(&before, &(&before + UBig::ONE), Style::LINES, &mut out);
        before += &stride;
        written.is_ok()
    };
    (0..MOVES).take_while(|count| write(count)).count() as u64
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

fn stream(puzzle: &dyn Answers, limits: &Limits<'_>) -> u64 {
    let Outcome::Solved { plan, .. } = puzzle.solve(limits).outcome else { return 0 };
    let mut out = Counted(0);
    plan.write(&UBig::ZERO, &plan.moves(), Style::LINES, &mut out).map_or(0, |()| out.0)
}

fn ida_star(puzzle: &dyn Answers, limits: &Limits<'_>) -> u64 {
    puzzle.solve_by("ida-star:inversions", limits).map_or(0, |verdict| verdict.expanded)
}

/// How many positions a survey has.
fn all<E>(survey: Result<Survey, E>) -> u64 {
    survey.map_or(0, |survey| survey.distribution.iter().sum::<UBig>().try_into().unwrap_or(u64::MAX))
}
