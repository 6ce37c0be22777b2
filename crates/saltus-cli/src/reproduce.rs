//! `saltus reproduce`: every item of the sources, made again.

mod page;
mod run;

use std::io::{self, Write};
use std::time::Duration;

use saltus::clock::Instant;
use saltus::fs;
use saltus::record::{self, Seconds, Status};
use saltus_sources::{Item, MARKS, Source};

use crate::Session;
use crate::args::{Format, Reproduce};
use crate::exit::{Code, Done, Early};
use crate::signals;
use run::Outcome;

pub fn run(session: &mut Session, args: &Reproduce) -> Done {
    let sources = saltus_sources::sources();
    let items = wanted(args, &sources).map_err(Early::usage)?;
    if args.source.is_none() && args.output.is_none() && !args.all {
        return list(session, &sources);
    }
    let (mut report, mut code) = (page::HEAD.to_owned(), Code::OK);
    let (mut reproduced, mut left_out) = (0, 0);
    let pictures = args.output.as_ref().map(|folder| folder.join("pictures"));
    for (at, &(source, item)) in items.iter().enumerate() {
        let begun = Instant::now();
        if at == 0 || items[at - 1].0.name != source.name {
            page::begin(source, &mut report);
        }
        let is_left_out = item.time.is_some() && !args.slow;
        let make = || run::run(item, args.upto, pictures.as_deref(), &session.limits());
        let (outcome, time) = (if is_left_out { None } else { Some(make()?) }, begun.elapsed());
        if let Some(code) = signals::code() {
            return Ok(code);
        }
        match &outcome {
            Some(Outcome::Reproduced(_)) => reproduced += 1,
            Some(Outcome::Differs(_)) => code = code.max(Code::REFUTED),
            Some(Outcome::Stopped(_)) => code = code.max(Code::OPEN),
            None => left_out += 1,
        }
        page::add(source, item, outcome.as_ref(), &mut report);
        tell(session, source, item, outcome.as_ref().map(|outcome| (outcome, time)), args.item.is_some())?;
    }
    if let Some(folder) = &args.output {
        fs::create_dir_all(folder)?;
        fs::write(folder.join("report.md"), &report)?;
        #[cfg(feature = "html")]
        fs::write(folder.join("report.html"), page::report(&report))?;
    }
    if session.format() != Format::Json && args.item.is_none() {
        let (all, differ) = (items.len(), items.len() - reproduced - left_out);
        writeln!(
            session.out,
            "{reproduced} of {all} items are as their pages say, {differ} differ; {left_out} are slow (--slow)"
        )?;
    }
    Ok(code)
}

/// The items that are asked for.
///
/// # Errors
/// Why there are none: a sentence.
fn wanted<'a>(args: &Reproduce, sources: &'a [Source]) -> Result<Vec<(&'a Source, &'a Item)>, String> {
    let wanted: Vec<&Source> =
        sources.iter().filter(|source| args.source.as_ref().is_none_or(|name| source.name == name)).collect();
    let is_wanted = |item: &&Item| args.item.as_ref().is_none_or(|name| item.name == name);
    let items: Vec<(&Source, &Item)> = wanted
        .iter()
        .flat_map(|source| source.items.iter().filter(is_wanted).map(move |item| (*source, item)))
        .collect();
    match (&args.source, &args.item, &wanted[..]) {
        (Some(name), _, []) => Err(format!(
            "no source is called \"{name}\"; there are: {}",
            names(sources.iter().map(|source| source.name))
        )),
        (_, Some(name), [source]) if items.is_empty() => Err(format!(
            "{} has no item \"{name}\"; there are: {}",
            source.name,
            names(source.items.iter().map(|item| item.name))
        )),
        _ if args.upto.is_some() && !items.iter().all(|(_, item)| item.statement.is_some()) => {
            Err("--upto goes with an item that has a statement".into())
        }
        _ => Ok(items),
    }
}

fn names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The sources.
fn list(session: &mut Session, sources: &[Source]) -> Done {
    for source in sources {
        if session.format() == Format::Json {
            source
                .items
                .iter()
                .try_for_each(|item| write_record(session, source, item, Status::Answered, None, None))?;
            continue;
        }
        let count = |mark: &str| source.items.iter().filter(|item| item.mark_word() == mark).count();
        let marks = MARKS.iter().map(|mark| (mark, count(mark))).filter(|(_, count)| *count > 0);
        let marks: Vec<String> = marks.map(|(mark, count)| format!("{count} {mark}")).collect();
        let Source { name, title, items, .. } = source;
        writeln!(session.out, "{name:<8}  {title}: {} items ({})", items.len(), marks.join(", "))?;
    }
    Ok(Code::OK)
}

/// Writes the outcome of an item: its record; in full if it was selected alone, otherwise two lines. A slow one that was skipped is reported if
/// there is a record for each.
fn tell(
    session: &mut Session,
    source: &Source,
    item: &Item,
    outcome: Option<(&Outcome, Duration)>,
    is_alone: bool,
) -> io::Result<()> {
    session.clear_progress();
    if session.format() == Format::Json {
        let status = outcome.map_or(Status::Undecided, |(outcome, _)| outcome.status());
        let seconds = outcome.filter(|_| session.common.timing).map(|(_, time)| Seconds(time));
        return write_record(session, source, item, status, outcome.map(|(outcome, _)| outcome), seconds);
    }
    match outcome {
        None if is_alone => {
            let time = item.time.unwrap_or_default();
            session.remark(format_args!("{} {}: it takes {time}; --slow runs it", source.name, item.name));
            Ok(())
        }
        None => Ok(()),
        Some((outcome, _)) if is_alone => {
            let mut text = String::new();
            page::add(source, item, Some(outcome), &mut text);
            writeln!(session.out, "{}", text.trim())
        }
        Some((outcome, _)) => {
            let Item { name, title, mark, .. } = item;
            writeln!(session.out, "{} {name}: {title} [{mark}]\n    {}", source.name, page::told(item, outcome))
        }
    }
}

/// A record of an item.
fn write_record(
    session: &mut Session,
    source: &Source,
    item: &Item,
    status: Status,
    outcome: Option<&Outcome>,
    seconds: Option<Seconds>,
) -> io::Result<()> {
    let Item { name, title, place, kind, family, says, mark, .. } = *item;
    let (cases, because) = match outcome {
        Some(Outcome::Reproduced(cases)) => (*cases, None),
        Some(Outcome::Differs(why) | Outcome::Stopped(why)) => (None, Some(&**why)),
        None => (None, item.time),
    };
    let source = source.name;
    session.record(
        status,
        &record::Reproduced { source, item: name, title, family, place, kind, says, mark, cases, because, seconds },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[cfg(feature = "html")]
    #[test]
    fn the_page_of_results_is_that_of_the_items() {
        let sources = saltus_sources::sources();
        let of_browser = "crates/saltus-web/assets/results.html";
        for (name, made) in [("docs/results.md", page::results(&sources)), (of_browser, page::browsed(&sources))] {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
            if std::env::var_os("SALTUS_UPDATE_SNAPSHOTS").is_some() {
                std::fs::write(&file, &made).expect("the file can be written");
            }
            let kept = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(kept == made, "{name} is stale; SALTUS_UPDATE_SNAPSHOTS=1 with this test writes it");
        }
    }
}
