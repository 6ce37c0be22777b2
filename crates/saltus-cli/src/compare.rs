//! `saltus compare`: instances times searches, one run at a time, each with a record; and a summary of all.
//!
//! Runs are interleaved: of each instance every search makes its first repetition before any makes its second, so that what
//! else the machine does falls on all of them.

mod chart;
mod run;
mod summary;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use saltus::answers::{Answers, NoSuchSolver};
use saltus::clock;
use saltus::gate::{self, Refuted, Thoroughness};
use saltus::limits::{Bytes, Limits, Stop};
use saltus::statistics::Gathered;
use saltus::verdict::Outcome;

use crate::args::{Common, Compare, Format, SummaryForm};
use crate::budget::Budget;
use crate::exit::{Code, Done, Early};
use crate::output::Output;
use crate::records::Whole;
use crate::solve::{Title, wrong};
use crate::{Session, batch, files, input, resume, signals};
use run::{Run, Status};

pub fn run(session: &mut Session, args: &Compare) -> Done {
    if let Some(file) = &args.from {
        return conclude(session, args, &made(file)?, Code::OK);
    }
    let Common { timeout, time_each, node_limit, .. } = &session.common;
    if timeout.is_none() && time_each.is_none() && node_limit.is_none() {
        (session.budget.each, session.budget.nodes) = (Some(EACH), NODES);
    }
    if let Some(twice) = args.search.iter().enumerate().find(|(at, name)| args.search[..*at].contains(name)) {
        return Err(Early::usage(format!("--search {} is asked for twice; --repeat N repeats runs", twice.1)));
    }
    let mut runs = made_before(session, args)?;
    let before: HashSet<_> = runs.iter().map(Run::key).collect();
    let has_records = args.output.is_some() || session.format() == Format::Json;
    let format = session.format();
    session.answers_lines = has_records;
    if has_records {
        // What is said of bad lines is a record, too.
        session.common.format = Format::Json;
    }
    let code = batch::in_turn(session, &args.puzzle, &mut |session, instance| {
        let mut worst = Code::OK;
        for repetition in 1..=args.repeat.get() {
            for search in &args.search {
                let asked = (instance.to_string(), session.origin.name.clone(), search.clone(), repetition);
                if before.contains(&asked) {
                    continue;
                }
                let (run, code) =
                    measure(session, instance, search, repetition).map_err(|refuted| wrong(instance, &refuted))?;
                if is_over(session) {
                    return Ok(worst);
                }
                session.remark(format_args!("{}: {search}: {}", Title(instance), told(&run)));
                if has_records {
                    run.write(&mut session.out)?;
                    session.out.end_answer()?;
                }
                worst = worst.max(code);
                runs.push(run);
            }
        }
        Ok(worst)
    });
    let code = session.settle(code)?;
    session.common.format = format;
    if args.output.is_some() {
        session.out.flush()?;
        session.out = Output::open()?;
    }
    conclude(session, args, &runs, code)
}

/// The runs of which a file has records.
///
/// # Errors
/// When it cannot be read, or has something else.
fn made(file: &Path) -> Done<Vec<Run>> {
    input::open(file).and_then(|mut reader| Run::read_all(&mut *reader)).map_err(|error| {
        let code = if error.kind() == io::ErrorKind::InvalidData { Code::BAD_INPUT } else { Code::IO };
        Early::Fault(format!("{}: {error}", file.display()), code)
    })
}

/// Opens the file of records, if there is one, and reads those of runs that are not made again.
///
/// # Errors
/// When it cannot be used.
fn made_before(session: &mut Session, args: &Compare) -> Done<Vec<Run>> {
    let Some(file) = &args.output else { return Ok(Vec::new()) };
    session.kept = Some(resume::open(session, file, args.resume)?.refusals().into());
    if args.resume { made(file) } else { Ok(Vec::new()) }
}

/// Whether the run that has just ended was cut short, by a signal or the time of all runs.
fn is_over(session: &Session) -> bool {
    signals::asked_to_stop() || session.budget.deadline.is_some_and(|deadline| clock::Instant::now() >= deadline)
}

/// Writes the summary and draws the chart, where they are asked for.
fn conclude(session: &mut Session, args: &Compare, runs: &[Run], code: Code) -> Done {
    if session.format() == Format::Text || args.output.is_some() || args.from.is_some() {
        session.out.write_all(summary::summary(runs, args.summary).as_bytes())?;
        if args.from.is_none() && args.summary != SummaryForm::Csv {
            let before = if args.summary == SummaryForm::Markdown { "\n" } else { "" };
            writeln!(session.out, "{before}limits of each run: {}", limits_of(session))?;
        }
    }
    let Some(file) = &args.chart else { return Ok(code) };
    let chart = chart::chart(runs);
    Ok(code.max(files::place(session, file, |out| out.write_all(chart.as_bytes()))?))
}

/// The time that a run has where no limit is asked for.
const EACH: Duration = Duration::from_mins(1);

/// The nodes that a run has there.
const NODES: u64 = 100_000_000;

/// The limits of each run, in words.
fn limits_of(session: &Session) -> String {
    let Budget { each, nodes, memory, .. } = &session.budget;
    let time = each.map(|each| format!("{} s", each.as_secs_f64()));
    let nodes = (*nodes < u64::MAX).then(|| format!("{nodes} nodes"));
    let all = time.into_iter().chain(nodes).chain([format!("{} of memory", Bytes(*memory))]);
    all.collect::<Vec<_>>().join(", ")
}

/// Makes a run. Its play is replayed before anything is reported, and that is not measured.
fn measure(session: &Session, instance: &dyn Answers, search: &str, repetition: u64) -> Result<(Run, Code), Refuted> {
    let gathered = Gathered::default();
    let threads = session.common.threads.map_or(1, Into::into);
    let limits = Limits { threads, statistics: Some(&gathered), ..session.limits() };
    let (answer, spent) = clock::measured(|| instance.solve_by(search, &limits));
    session.clear_progress();
    let mut run = Run::blank(instance, &session.origin, search, repetition);
    let verdict = match answer {
        Ok(verdict) => gate::pass(instance, verdict, Thoroughness::Small, &limits)?.into_verdict(),
        Err(why) => {
            let code = match why {
                NoSuchSolver::Unknown { .. } | NoSuchSolver::Setting(_) => Code::USAGE,
                NoSuchSolver::DoesNotApply | NoSuchSolver::Refused(_) => Code::OK,
            };
            run.told.because = Some(why.to_string());
            return Ok((run, code));
        }
    };
    let (mut code, optimal) = (Code::OK, verdict.optimal());
    let (status, because, length, lower) = match &verdict.outcome {
        Outcome::Solved { plan, lower } => (Status::Solved, None, Some(plan.moves()), Some(lower.clone())),
        Outcome::Unsolvable { because } => (Status::Unsolvable, Some(because.clone()), None, None),
        Outcome::GaveUp { stop, lower } => {
            if *stop == Stop::Storage {
                code = Code::IO;
            }
            // How much more it would need depends on when it was asked.
            let why = match stop {
                Stop::Memory { .. } => "it needs more than the memory limit".into(),
                stop => stop.to_string(),
            };
            (Status::GaveUp, Some(why), None, Some(lower.clone()))
        }
    };
    let moves = length.as_ref().and_then(|length| u64::try_from(length).ok());
    run.status = status;
    run.told.because = because;
    run.told.optimal = length.is_some().then_some(optimal);
    run.told.length = length.map(Whole);
    run.told.lower = lower.map(Whole);
    run.told.expanded = Some(verdict.expanded.into());
    let statistics = gathered.take();
    if session.common.timing {
        run.time(spent, statistics.as_ref().map_or(Duration::ZERO, |statistics| statistics.tables));
    }
    if !statistics.as_ref().is_some_and(|statistics| statistics.is_generic) {
        run.told.solver = Some(verdict.solver.to_owned());
    }
    if let Some(statistics) = statistics {
        run.note(statistics, moves);
    }
    Ok((run, code))
}

/// A run in a few words.
fn told(run: &Run) -> String {
    let nodes = run.told.expanded.as_ref().map_or(String::new(), |nodes| format!(", {nodes} nodes"));
    let time = run.told.seconds.map_or(String::new(), |seconds| format!(", {seconds:.3} s"));
    let ended = match (&run.told.length, &run.told.because) {
        (Some(length), _) => format!("{length} moves"),
        (None, Some(because)) => because.clone(),
        (None, None) => "no answer".into(),
    };
    format!("{ended}{nodes}{time}")
}
