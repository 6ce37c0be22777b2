//! `saltus survey`.

use std::io::{self, Write};
use std::path::Path;

use crate::families;
use dashu_int::UBig;
use saltus::answers::{Answers, By, CannotSurvey, CannotTabulate, Survey as Found, Table};
use saltus::draw::chart::{Chart, Scale};
use saltus::limits::{Bytes, Limits, Stop};
use saltus::search::erased::Rules;
use saltus::search::perft::perft;
use saltus::search::random_plays::{self, Plays};

use crate::args::{Format, Survey};
use crate::commands::{stopped, write_facts};
use crate::exit::{Code, Done, Early};
use crate::files::replace;
use crate::solve::Title;
#[cfg(feature = "sweep")]
use crate::sweep;
use crate::{Session, batch};
use saltus::record::write_survey;

/// Memory above which the estimate is printed first.
const WORTH_A_WORD: u64 = 1 << 24;

/// Columns of a chart in text.
const COLUMNS: usize = 100;

pub fn run(session: &mut Session, args: &Survey) -> Done {
    if args.random.is_some() || args.sequences.is_some() {
        let (count, turns) = (args.random.unwrap_or_default(), args.turns);
        let plays = Plays { count, turns, seed: session.common.seed.unwrap_or_default() };
        let most = args.sequences;
        let of_rules = move |rules: &dyn Rules, limits: &Limits<'_>| {
            most.map_or_else(|| random_plays::survey(rules, plays, limits), |most| sequences(rules, most, limits))
        };
        let find = move |instance: &dyn Answers, limits: &Limits<'_>| instance.survey_of_rules(limits, &of_rules);
        return batch::each(session, &args.puzzle, find, |session, instance, found| {
            write(session, instance, args, found)
        });
    }
    if args.positions.is_some() && !args.sweep.is_asked() && (args.disk.is_some() || session.common.timing) {
        let why =
            "--positions goes with --disk or --timing where a space is swept: with --workers, --processes or --hosts";
        return Err(Early::usage(why));
    }
    session.parse = families::parse_any;
    if let Some(file) = args.positions.as_ref().filter(|_| !args.sweep.is_asked()) {
        return batch::in_turn(session, &args.puzzle, &mut |session, instance| tabulate(session, instance, file));
    }
    if let Some(disk) = &args.disk {
        return batch::in_turn(session, &args.puzzle, &mut |session, instance| on_disk(session, instance, args, disk));
    }
    let announce = |session: &Session, instance: &dyn Answers| {
        if let Some(bytes) = instance.survey_bytes().filter(|bytes| (WORTH_A_WORD..u64::MAX).contains(bytes)) {
            session.remark(format_args!("{instance}: this needs about {} of memory", Bytes(bytes)));
        }
    };
    let find = |instance: &dyn Answers, limits: &Limits<'_>| instance.survey(limits);
    batch::each_announced(session, &args.puzzle, &announce, find, |session, instance, found| {
        write(session, instance, args, found)
    })
}

/// The survey whose positions are in a folder, which holds one survey at a time.
fn on_disk(session: &mut Session, instance: &dyn Answers, args: &Survey, disk: &Path) -> Done {
    if args.sweep.is_asked() {
        #[cfg(feature = "sweep")]
        let found = sweep::survey(session, instance, args, disk).map(Result::transpose);
        #[cfg(not(feature = "sweep"))]
        let found = Err("this program was built without sweeps (feature `sweep`)");
        return match found {
            Ok(None) => Ok(Code::OK),
            Ok(Some(found)) => write(session, instance, args, found),
            Err(why) => Err(Early::unfit(instance, why)),
        };
    }
    if !instance.surveys_on_disk() {
        return Err(Early::unfit(instance, "--disk: this survey keeps its positions in memory"));
    }
    let found = session.measured(|limits| instance.survey(&Limits { disk: Some(disk), ..*limits }));
    write(session, instance, args, found)
}

/// The number of sequences of 1, 2, .., `most` moves from the start.
fn sequences(rules: &dyn Rules, most: u32, limits: &Limits<'_>) -> Result<Found, Stop> {
    let counts = (1..=most).map(|moves| perft(rules, moves, limits).map(UBig::from));
    let distribution = std::iter::once(Ok(UBig::ZERO)).chain(counts).collect::<Result<_, _>>()?;
    Ok(Found { by: By::Moves, distribution, facts: Vec::new(), limit: None })
}

fn write(session: &mut Session, instance: &dyn Answers, args: &Survey, found: Result<Found, CannotSurvey>) -> Done {
    let survey = match found {
        Ok(survey) => survey,
        Err(CannotSurvey::Stop(stop)) => return stopped(session, instance, stop),
        Err(CannotSurvey::Storage(why)) => return Err(Early::Fault(why, Code::IO)),
    };
    if let Some(file) = &args.chart {
        write_chart(&instance.to_string(), &survey, file).map_err(Early::of_file(file))?;
    }
    if session.format() == Format::Json {
        let wanted = session.wanted();
        write_survey(&mut session.out, instance, &survey, &wanted)?;
    } else {
        writeln!(session.out, "{}", Title(instance))?;
        write_facts(&mut session.out, &survey.facts)?;
        if !survey.distribution.is_empty() {
            let (number, what) = survey.by.headings();
            writeln!(session.out, "  {number:>8}  {what}")?;
        }
        let is_told = |(_, count): &(usize, &UBig)| survey.by == By::Distance || !count.is_zero();
        for (number, count) in survey.distribution.iter().enumerate().filter(is_told) {
            writeln!(session.out, "  {number:>8}  {count}")?;
        }
        if let Some(stop) = survey.limit {
            writeln!(session.out, "  (some are left open: {stop})")?;
        }
        if let Some(spent) = session.timing() {
            writeln!(session.out, "  time: {spent}")?;
        }
    }
    Ok(if survey.limit.is_some() { Code::OPEN } else { Code::OK })
}

/// Draws a distribution. Counts span many magnitudes, so the scale is logarithmic.
fn write_chart(title: &str, survey: &Found, file: &Path) -> io::Result<()> {
    let (label_axis, count_axis) = survey.by.headings();
    let chart = Chart { title, label_axis, count_axis, counts: &survey.distribution, scale: Scale::Logarithmic };
    let text = file.extension().is_some_and(|extension| extension == "txt");
    let drawn = if text { chart.text(COLUMNS) } else { chart.svg() };
    replace(file, |out| out.write_all(drawn.as_bytes()))
}

/// Writes the table of all positions into a file.
fn tabulate(session: &mut Session, instance: &dyn Answers, file: &Path) -> Done {
    let is_text = file.extension().is_some_and(|extension| extension == "csv");
    let table = if is_text { Table::Csv } else { Table::Parquet };
    let mut failed = None;
    let limits = session.limits();
    let written = replace(file, |out| match instance.tabulate(table, out, &limits) {
        Ok(()) => Ok(()),
        Err(CannotTabulate::Output(error)) => Err(error),
        Err(why) => {
            failed = Some(why);
            Err(io::ErrorKind::Interrupted.into())
        }
    });
    session.clear_progress();
    match (failed, written) {
        (Some(CannotTabulate::Stop(stop)), _) => stopped(session, instance, stop),
        (Some(CannotTabulate::NoTable(why)), _) => Err(Early::unfit(instance, why)),
        (_, Err(error)) => Err(Early::of_file(file)(error)),
        (_, Ok(())) => {
            session.remark(format_args!("{}: written to {}", Title(instance), file.display()));
            Ok(Code::OK)
        }
    }
}
